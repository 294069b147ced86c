//! The games of piles and stacks: `nimsweep stones`, `nimsweep coins`, `nimsweep halving`.

use std::io::Write;

use clap::{Args, Subcommand};

use super::failure::Failure;
use super::format::{Format, TableFormat, Writes, question};
use crate::ask::keys::{
    CoinsCountKeys, CoinsRowKeys, CoinsTableKeys, CoinsValueKeys, HalvingPlayKeys, HalvingTableKeys, Keys,
    StonesMoveKeys, StonesSumKeys, StonesTableKeys,
};

/// A question with an answer at once, and how that is written.
#[derive(Debug, Args)]
#[group(skip)]
struct Asked<K: Keys + Args, F: Writes> {
    #[command(flatten)]
    keys: K,
    #[command(flatten)]
    format: F,
}

impl<K: Keys + Args, F: Writes> Asked<K, F> {
    fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        self.format.write(out, &question(&self.keys)?.answer()?)
    }
}

/// `nimsweep stones sum|move|table`
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = false,
    disable_help_subcommand = true,
    after_help = "One pile of N stones. The first move takes 1 to N-1 stones, each later one at most K times what the move before \
    took; whoever takes the last stone wins. K is 2 unless --ratio gives another number; this game is Fibonacci nim.\n\n\
    Example:\n  nimsweep stones move 17\n  nimsweep stones sum 10^18 --mod 10^8"
)]
pub(super) struct Stones {
    #[command(subcommand)]
    action: StonesAction,
}

#[derive(Debug, Subcommand)]
enum StonesAction {
    /// The sum of M(n), the largest winning first move, for n = 1 .. N
    #[command(
        after_help = "Example:\n  nimsweep stones sum 100\n  nimsweep stones sum 10^18 --mod 10^8 --json"
    )]
    Sum(Asked<StonesSumKeys, Format>),
    /// Who wins from N stones, and by which first moves
    #[command(
        after_help = "Example:\n  nimsweep stones move 17\n  nimsweep stones move 10^100 --ratio 3 --json"
    )]
    Move(Asked<StonesMoveKeys, Format>),
    /// Outcome and winning first moves for n = 1 .. N
    #[command(
        after_help = "Example:\n  nimsweep stones table 20\n  nimsweep stones table 100000 --csv stones.csv"
    )]
    Table(Asked<StonesTableKeys, TableFormat>),
}

impl Stones {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        match &self.action {
            StonesAction::Sum(asked) => asked.run(out),
            StonesAction::Move(asked) => asked.run(out),
            StonesAction::Table(asked) => asked.run(out),
        }
    }
}

/// `nimsweep coins count|value|row|table`
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = false,
    disable_help_subcommand = true,
    after_help = "Stacks of gold (G) and silver (S) coins, written top to bottom. Gary removes any gold coin with everything above \
    it, Sally any silver coin with everything above it; whoever cannot move loses. A row of stacks is fair if whoever moves \
    first loses.\n\n\
    Example:\n  nimsweep coins count 9898 --mod 989898989\n  nimsweep coins value GSG"
)]
pub(super) struct Coins {
    #[command(subcommand)]
    action: CoinsAction,
}

#[derive(Debug, Subcommand)]
enum CoinsAction {
    /// The number of fair rows of N stacks
    #[command(
        after_help = "Example:\n  nimsweep coins count 10\n  nimsweep coins count 10^6 --mod 989898989 --json"
    )]
    Count(Asked<CoinsCountKeys, Format>),
    /// The value of a stack: positive if Gary wins
    #[command(after_help = "Example:\n  nimsweep coins value SG\n  nimsweep coins value GSGGSSG --json")]
    Value(Asked<CoinsValueKeys, Format>),
    /// The value of a row of stacks, who wins it, and by which moves
    #[command(after_help = "Example:\n  nimsweep coins row GG GS SS")]
    Row(Asked<CoinsRowKeys, Format>),
    /// The values of all stacks of a height
    #[command(after_help = "Example:\n  nimsweep coins table 3\n  nimsweep coins table 12 --csv values.csv")]
    Table(Asked<CoinsTableKeys, TableFormat>),
}

impl Coins {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        match &self.action {
            CoinsAction::Count(asked) => asked.run(out),
            CoinsAction::Value(asked) => asked.run(out),
            CoinsAction::Row(asked) => asked.run(out),
            CoinsAction::Table(asked) => asked.run(out),
        }
    }
}

/// `nimsweep halving play|table`
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = false,
    disable_help_subcommand = true,
    after_help = "One pile of N stones. Alice moves first; a move takes at least 1 stone and at most half of them, rounded down, or \
    the only one; whoever faces 0 stones loses.\n\n\
    Example:\n  nimsweep halving play 100\n  nimsweep halving table 20"
)]
pub(super) struct Halving {
    #[command(subcommand)]
    action: HalvingAction,
}

#[derive(Debug, Subcommand)]
enum HalvingAction {
    /// Who wins from N stones, the winning move, and the Grundy value
    #[command(
        after_help = "Example:\n  nimsweep halving play 100\n  nimsweep halving play 3*2^5000-1 --json"
    )]
    Play(Asked<HalvingPlayKeys, Format>),
    /// Winner, Grundy value and winning move for n = 0 .. N
    #[command(
        after_help = "Example:\n  nimsweep halving table 20\n  nimsweep halving table 100000 --csv halving.csv"
    )]
    Table(Asked<HalvingTableKeys, TableFormat>),
}

impl Halving {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        match &self.action {
            HalvingAction::Play(asked) => asked.run(out),
            HalvingAction::Table(asked) => asked.run(out),
        }
    }
}
