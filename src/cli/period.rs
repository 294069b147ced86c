//! `nimsweep period`: the least period of the Grundy values, with its proof.

use std::io::Write;

use clap::Args;

use super::failure::Failure;
use super::interrupt::Interrupt;
use super::long_run::LongRun;
use super::options::Format;
use super::output::check;
use crate::ask::RawQuestion;
use crate::ask::values::DEFAULT_LENGTHS;

/// `nimsweep period`
#[derive(Debug, Args)]
#[command(
    after_help = "A period that is seen for long enough holds for ever; the period theorem says how long. That no period shows up to N \
    proves nothing about lengths above N.\n\n\
    Example:\n  nimsweep period --lengths 1\n  nimsweep period --lengths 1,5 --upto 1000 --json"
)]
pub(super) struct Period {
    /// Look up to N [default: 20,000 times the common measure of the lengths, or 1,000 times the
    /// shortest length if there is none; at least 20 times the longest length]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    upto: Option<String>,
    /// Lengths of the pieces, of one field
    #[arg(long, value_name = "LIST", default_value = DEFAULT_LENGTHS, allow_hyphen_values = true)]
    lengths: String,
    #[command(flatten)]
    format: Format,
    #[command(flatten)]
    long_run: LongRun,
}

impl Period {
    pub(super) fn run(&self, out: &mut dyn Write, interrupt: Interrupt) -> Result<(), Failure> {
        let words = RawQuestion::new("period").with("lengths", &self.lengths);
        let question = self.long_run.question(words.with_optional("upto", self.upto.as_ref()), &[])?;
        check(out)?;
        self.format.write(out, &self.long_run.answer(&question, interrupt)?)
    }
}
