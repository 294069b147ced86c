//! The tree of commands.

use std::io::Write;

use clap::{CommandFactory, Parser, Subcommand};

use super::failure::Failure;
use super::interrupt::Interrupt;
use super::output::Color;
use super::usage::unmarked;
use super::{batch, bench, check, explore, games, plot, squares, usage, verify};
use crate::ask::keys::{PeriodKeys, PlayKeys};
use crate::games::squares::check_vectors;

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
    command: Option<Command>,
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
    range: squares::Range,
}

/// The commands.
#[derive(Debug, Subcommand)]
enum Command {
    /// The main job: the certified maximum of the gain e(L) over A <= L <= B
    Range(squares::RangeCommand),
    /// The expected gain e(L) of a random first piece, and the winning probability of each piece
    Gain(squares::Gain),
    /// Grundy values g(L): at one length, or the table of all steps
    Grundy(squares::Grundy),
    /// The winning moves on a segment or in a sum of segments, as exact intervals
    Moves(squares::Moves),
    /// The least period of the Grundy values, with its proof
    #[command(
        after_help = "A period that is seen for long enough holds for ever; the period theorem says how long. That no period shows up to N \
    proves nothing about lengths above N.\n\n\
    Example:\n  nimsweep period --lengths 1\n  nimsweep period --lengths 1,5 --upto 1000 --json"
    )]
    Period(squares::Plain<PeriodKeys>),
    /// One turn of a game: make a move in a sum of segments, and get the best reply
    #[command(mut_arg("segments", |segments| segments.value_parser(unmarked)), after_help = "Without a move it says who wins, and how. With one it makes the move, or says why it is against the rules, and gives \
    the reply: a winning move if there is one, and otherwise some legal move. The segments that a turn leaves are the position \
    of the next turn. If a segment is too long to compute its Grundy value, a winning move is known if it leaves pairs of equal \
    segments, such as the one in the middle of a single segment.\n\n\
    Example:\n  nimsweep play 5 7.5\n  nimsweep play 5 7.5 --segment 2 --length sqrt2 --place 3\n  \
    nimsweep play 1 3-sqrt2 7.5 --json")]
    Play(squares::Plain<PlayKeys>),
    /// Write the explorer: one page for a browser, with curves, winning places and a game to play
    Explore(explore::Explore),
    /// Pictures as SVG: the gain, Grundy values, winning moves, sums of two segments, growth
    Plot(plot::Plot),
    /// Stones: each move takes at most K times what the one before took (Fibonacci nim)
    Stones(games::Stones),
    /// Gold and silver coins: values of stacks, and how many rows are fair
    Coins(games::Coins),
    /// Take at most half: who wins from any number of stones
    Halving(games::Halving),
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

impl Arguments {
    /// Does what the call asks for.
    pub(super) fn run(self, out: &mut dyn Write, interrupt: Interrupt) -> Result<(), Failure> {
        if self.command.as_ref().is_none_or(Command::may_compute_g) {
            check_vectors()?;
        }
        match self.command {
            None => self.range.run(out, interrupt),
            Some(Command::Range(command)) => command.run(out, interrupt),
            Some(Command::Gain(command)) => command.run(out, interrupt),
            Some(Command::Grundy(command)) => command.run(out, interrupt),
            Some(Command::Moves(command)) => command.run(out, interrupt),
            Some(Command::Period(command)) => command.run(out, interrupt),
            Some(Command::Play(command)) => command.run(out, interrupt),
            Some(Command::Explore(command)) => command.run(out),
            Some(Command::Plot(command)) => command.run(out, interrupt),
            Some(Command::Stones(command)) => command.run(out),
            Some(Command::Coins(command)) => command.run(out),
            Some(Command::Halving(command)) => command.run(out),
            Some(Command::Check(command)) => command.run(out),
            Some(Command::Verify(command)) => command.run(out),
            Some(Command::Bench(command)) => command.run(out),
            Some(Command::Batch(command)) => command.run(out),
            Some(Command::Completions(command)) => command.run(Self::command(), out),
            Some(Command::Man(command)) => command.run(Self::command(), out),
        }
    }
}

impl Command {
    /// Whether it may compute Grundy values of the squares.
    fn may_compute_g(&self) -> bool {
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
