//! The main job: the certified maximum of the gain on a range of lengths.

use std::io::Write;

use clap::{ArgAction, Args};

use super::failure::Failure;
use super::interrupt::Interrupt;
use super::long_run::{CertificateFile, LongRun};
use super::options::{Format, SquaresOptions};
use super::output::check;

/// `nimsweep --range A B`
#[derive(Debug, Args)]
pub(super) struct Range {
    /// The certified maximum f(A, B) of the gain e(L) over A <= L <= B
    #[arg(long, action = ArgAction::Set, num_args = 2, value_names = ["A", "B"], allow_hyphen_values = true)]
    range: Option<Vec<String>>,
    #[command(flatten)]
    job: Job,
}

/// `nimsweep range A B`
#[derive(Debug, Args)]
#[command(
    name = "range",
    after_help = "Example:\n  nimsweep range 200 500\n  nimsweep range 2 10 --digits 50 --json\n  \
    nimsweep range 200 1500 --checkpoint g.json\n  nimsweep range 200 2000 --checkpoint g.json --resume g.json"
)]
pub(super) struct RangeCommand {
    /// Where the range begins
    #[arg(value_name = "A", allow_hyphen_values = true)]
    from: String,
    /// Where the range ends
    #[arg(value_name = "B", allow_hyphen_values = true)]
    to: String,
    #[command(flatten)]
    job: Job,
}

/// The options of the main job.
#[derive(Debug, Args)]
struct Job {
    #[command(flatten)]
    options: SquaresOptions,
    #[command(flatten)]
    format: Format,
    #[command(flatten)]
    certificate: CertificateFile,
    #[command(flatten)]
    long_run: LongRun,
}

impl Range {
    pub(super) fn run(&self, out: &mut dyn Write, interrupt: Interrupt) -> Result<(), Failure> {
        let nothing = || Failure::Usage {
            reason: "nothing to do: give --range A B, or a command".to_owned(),
            command: "nimsweep".to_owned(),
        };
        let range = self.range.as_ref().ok_or_else(nothing)?;
        self.job.run(&range.iter().collect::<Vec<_>>(), &[], out, interrupt)
    }
}

impl RangeCommand {
    pub(super) fn run(&self, out: &mut dyn Write, interrupt: Interrupt) -> Result<(), Failure> {
        self.job.run(&[&self.from, &self.to], &[("range", "range")], out, interrupt)
    }
}

impl Job {
    fn run(
        &self,
        ends: &[&String],
        arguments: &[(&str, &str)],
        out: &mut dyn Write,
        interrupt: Interrupt,
    ) -> Result<(), Failure> {
        let question =
            self.long_run.question(self.options.words("range").with_list("range", ends), arguments)?;
        check(out)?;
        let write = |out: &mut dyn Write, answer: &_| self.format.write(out, answer);
        self.long_run.certified(&question, &self.certificate, out, interrupt, write)
    }
}
