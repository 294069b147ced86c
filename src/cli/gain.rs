//! `nimsweep gain`: the gain at one length of the segment, with the chances of each piece.

use std::io::Write;

use clap::Args;

use super::failure::Failure;
use super::interrupt::Interrupt;
use super::long_run::LongRun;
use super::options::{Format, SquaresOptions, question};
use super::output::check;

/// `nimsweep gain --at L`
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  nimsweep gain --at 4\n  nimsweep gain --at 5+2sqrt2 --digits 30 --json")]
pub(super) struct Gain {
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

impl Gain {
    pub(super) fn run(&self, out: &mut dyn Write, interrupt: Interrupt) -> Result<(), Failure> {
        let question = question(&self.options.words("gain").with("at", &self.at), &[])?;
        check(out)?;
        self.format.write(out, &self.long_run.answer(&question, interrupt)?)
    }
}
