//! `nimsweep moves`: the winning first moves on a segment.

use std::io::Write;

use clap::Args;

use super::failure::Failure;
use super::interrupt::Interrupt;
use super::long_run::LongRun;
use super::options::{Format, SquaresOptions, question};
use super::output::check;

/// `nimsweep moves --at L`
#[derive(Debug, Args)]
#[command(
    after_help = "A piece may lie at every x of the intervals, its left end being at x. Square brackets include an end, \
    round ones exclude it, and {x} is a single place.\n\n\
    Example:\n  nimsweep moves --at 5\n  nimsweep moves --at 4+sqrt2 --json"
)]
pub(super) struct Moves {
    /// Length of the segment
    #[arg(long, value_name = "L", allow_hyphen_values = true)]
    at: String,
    #[command(flatten)]
    options: SquaresOptions,
    #[command(flatten)]
    format: Format,
    #[command(flatten)]
    long_run: LongRun,
}

impl Moves {
    pub(super) fn run(&self, out: &mut dyn Write, interrupt: Interrupt) -> Result<(), Failure> {
        let question = question(&self.options.words("moves").with("at", &self.at), &[])?;
        check(out)?;
        self.format.write(out, &self.long_run.answer(&question, interrupt)?)
    }
}
