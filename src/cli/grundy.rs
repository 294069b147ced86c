//! `nimsweep grundy`: the Grundy value of one segment, or the table of all steps up to a length.

use std::io::Write;

use clap::Args;

use super::failure::Failure;
use super::interrupt::Interrupt;
use super::long_run::{CertificateFile, LongRun};
use super::options::{SquaresOptions, TableFormat};

/// `nimsweep grundy --at L`, `nimsweep grundy --upto L`
#[derive(Debug, Args)]
#[command(
    after_help = "Each row of the table is a half-open interval [start, end); the last one is cut at L. A summary has a row for each value; a \
    record is larger than all values before it.\n\n\
    Example:\n  nimsweep grundy --at 7.5\n  nimsweep grundy --upto 10\n  nimsweep grundy --upto 500 --where 'value>=200'\n  \
    nimsweep grundy --upto 500 --summary\n  nimsweep grundy --upto 500 --csv steps.csv\n  \
    nimsweep grundy --upto 2000 --csv steps.csv --checkpoint g.json --threads 4"
)]
#[group(id = "place", required = true, multiple = true, args = ["at", "upto"])]
pub(super) struct Grundy {
    /// Length of one segment; with --upto N, g is computed up to N and a period answers beyond
    #[arg(long, value_name = "L", allow_hyphen_values = true, conflicts_with = "csv")]
    at: Option<String>,
    /// Greatest length of the table
    #[arg(long, value_name = "L", allow_hyphen_values = true)]
    upto: Option<String>,
    /// Only steps with such values: value=3, value=1,2,5, value<4, value>=200
    #[arg(long = "where", value_name = "CONDITION", allow_hyphen_values = true, conflicts_with_all = ["at", "summary"])]
    condition: Option<String>,
    /// How often each value occurs, its share of the length, and where it is first
    #[arg(long, conflicts_with = "at")]
    summary: bool,
    #[command(flatten)]
    options: SquaresOptions,
    #[command(flatten)]
    format: TableFormat,
    #[command(flatten)]
    certificate: CertificateFile,
    #[command(flatten)]
    long_run: LongRun,
}

impl Grundy {
    pub(super) fn run(&self, out: &mut dyn Write, interrupt: Interrupt) -> Result<(), Failure> {
        let words = self.options.words(if self.summary { "grundy summary" } else { "grundy" });
        let words = words.with_optional("at", self.at.as_ref()).with_optional("upto", self.upto.as_ref());
        let words = words.with_optional("where", self.condition.as_ref());
        let question = self.long_run.question(words, &[])?;
        self.long_run.write_table(&question, &self.format, &self.certificate, out, interrupt)
    }
}
