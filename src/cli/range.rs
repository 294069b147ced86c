//! The main job: the certified maximum of the gain on a range of lengths.

use std::io::Write;

use clap::Args;

use super::failure::Failure;
use super::interrupt::Interrupt;
use super::long_run::LongRun;
use super::options::{Format, SquaresOptions, question};
use super::output::check;

/// `nimsweep --range A B`
#[derive(Debug, Args)]
pub(super) struct Range {
    /// The certified maximum f(A, B) of the gain e(L) over A <= L <= B
    #[arg(long, num_args = 2, value_names = ["A", "B"], allow_hyphen_values = true)]
    range: Option<Vec<String>>,
    #[command(flatten)]
    options: SquaresOptions,
    #[command(flatten)]
    format: Format,
    #[command(flatten)]
    long_run: LongRun,
}

impl Range {
    pub(super) fn run(&self, out: &mut dyn Write, interrupt: Interrupt) -> Result<(), Failure> {
        let nothing = || Failure::Usage("nothing to do: give --range A B, or a command".to_owned());
        let range = self.range.as_ref().ok_or_else(nothing)?;
        let question = question(&self.options.words("range").with_list("range", range), &[])?;
        check(out)?;
        self.format.write(out, &self.long_run.answer(&question, interrupt)?)
    }
}
