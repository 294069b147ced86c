//! The tree of commands.

use clap::{Parser, Subcommand};

use super::output::Color;
use super::{
    batch, bench, check, coins, explore, gain, grundy, halving, moves, period, play, plot, range, stones,
    usage, verify,
};

/// Solves combinatorial games exactly, by a sweep line.
#[derive(Debug, Parser)]
#[command(
    name = "nimsweep",
    version,
    about = "Solves combinatorial games exactly, by a sweep line over Q(sqrt(d))",
    long_about = "Solves combinatorial games exactly, by a sweep line over Q(sqrt(d)).\n\n\
        Without a command: the certified maximum of the expected gain e(L) over A <= L <= B in the game of squares on \
        the line, in which players place pieces of the given lengths on a segment and the last to place one wins.",
    after_help = "Numbers: 2, 2.5, 7/2, sqrt2, sqrt(2), 5+2*sqrt(2), (1+sqrt5)/2; whole numbers also as 10^18 or 1e18. At most \
        100,000 characters are read, and what would take longer than a second to calculate is refused.\n\n\
        Example:\n  nimsweep --range 200 500\n  nimsweep --range 2 10 --lengths 1,sqrt2 --digits 50 --json\n  \
        nimsweep --range 200 1500 --checkpoint g.json\n  \
        nimsweep --range 200 2000 --checkpoint g.json --resume g.json\n  nimsweep gain --at 4\n  nimsweep help gain",
    bin_name = "nimsweep"
)]
pub(super) struct Arguments {
    /// What to do instead of the main job.
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    /// Colours of help and messages: auto (on a terminal, unless NO_COLOR is set), always or never
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        default_value = "auto",
        global = true,
        display_order = 900,
        hide_possible_values = true
    )]
    color: Color,
    /// The main job.
    #[command(flatten)]
    pub(super) range: range::Range,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// The main job: the certified maximum of the gain e(L) over A <= L <= B
    Range(range::RangeCommand),
    /// The expected gain e(L) of a random first piece, and the winning probability of each piece
    Gain(gain::Gain),
    /// Grundy values g(L): at one length, or the table of all steps
    Grundy(grundy::Grundy),
    /// The winning moves on a segment or in a sum of segments, as exact intervals
    Moves(moves::Moves),
    /// The least period of the Grundy values, with its proof
    Period(period::Period),
    /// One turn of a game: make a move in a sum of segments, and get the best reply
    Play(play::Play),
    /// Write the explorer: one page for a browser, with curves, winning places and a game to play
    Explore(explore::Explore),
    /// Pictures as SVG: the gain, Grundy values, winning moves, sums of two segments, growth
    Plot(plot::Plot),
    /// Stones: each move takes at most K times what the one before took (Fibonacci nim)
    Stones(stones::Stones),
    /// Gold and silver coins: values of stacks, and how many rows are fair
    Coins(coins::Coins),
    /// Take at most half: who wins from any number of stones
    Halving(halving::Halving),
    /// Compute everything known again by a second method, and compare
    Check(check::Check),
    /// Prove what a certificate claims, from the definition of the game
    Verify(verify::Verify),
    /// Measure events per second on this machine, by several methods
    Bench(bench::Bench),
    /// Answer many questions: one as JSON on each line of standard input
    Batch(batch::Batch),
    /// Print a script that completes calls in a shell
    Completions(usage::Completions),
    /// Print a manual page, of the program or a command
    Man(usage::Man),
}

impl Command {
    /// Whether it may compute Grundy values of the squares.
    pub(super) fn may_compute_g(&self) -> bool {
        let computes_none = matches!(
            self,
            Self::Stones(_)
                | Self::Coins(_)
                | Self::Halving(_)
                | Self::Verify(_)
                | Self::Completions(_)
                | Self::Man(_)
        );
        !computes_none
    }
}
