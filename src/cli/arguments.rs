//! The tree of commands.

use clap::{Parser, Subcommand};

use super::{bench, check, coins, gain, grundy, halving, moves, range, stones};

/// An exact sweep-line engine for combinatorial games.
#[derive(Debug, Parser)]
#[command(
    name = "nimsweep",
    version,
    about = "Exact answers for combinatorial games, by a sweep line over Q(sqrt(d))",
    long_about = "Exact answers for combinatorial games, by a sweep line over Q(sqrt(d)).\n\n\
        Without a command: the certified maximum of the expected gain e(L) over A <= L <= B in the game of squares on \
        the line, in which players place pieces of the given lengths on a segment and the last to place one wins.",
    after_help = "Numbers: 2, 2.5, 7/2, sqrt2, sqrt(2), 5+2*sqrt(2), (1+sqrt5)/2.\n\n\
        Example:\n  nimsweep --range 200 500\n  nimsweep --range 2 10 --lengths 1,sqrt2 --digits 50 --json\n  \
        nimsweep --range 200 20000 --checkpoint g.json\n  \
        nimsweep --range 200 20000 --checkpoint g.json --resume g.json",
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true
)]
pub(super) struct Arguments {
    /// What to do instead of the main job.
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    /// The main job.
    #[command(flatten)]
    pub(super) range: range::Range,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// The expected gain e(L) of a random first piece, and the winning chance of each length
    Gain(gain::Gain),
    /// Grundy values g(L): at one length, or the table of all steps
    Grundy(grundy::Grundy),
    /// The winning first moves on a segment, as exact intervals
    Moves(moves::Moves),
    /// Stone Game III: each move at most K times the one before (Fibonacci nim)
    Stones(stones::Stones),
    /// Gold and silver coins: values of stacks, and how many rows are fair
    Coins(coins::Coins),
    /// Take at most half: who wins from any number of stones
    Halving(halving::Halving),
    /// Compute everything that is known again, and compare
    Check(check::Check),
    /// Measure events per second on this machine, by every method
    Bench(bench::Bench),
}
