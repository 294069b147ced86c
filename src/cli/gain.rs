//! `nimsweep gain`: the gain at one length of the segment, its pieces on a range, or its greatest
//! local maxima there.

use std::io::Write;

use clap::{ArgAction, Args};

use super::failure::Failure;
use super::format;
use super::interrupt::Interrupt;
use super::long_run::{CertificateFile, LongRun};
use super::options::{SquaresOptions, TableFormat};
use super::output::check;

/// `nimsweep gain --at L`, `nimsweep gain --range A B`, `nimsweep gain --range A B --top K`
#[derive(Debug, Args)]
#[command(
    after_help = "On a range e(L) consists of pieces. On each W(L - s) = slope*(L - s) + offset for each length s, and \
    e(L) = L/|S| times the sum of W(L - s)/(L - s). The table lists slopes and offsets in the order of the lengths, and the \
    value where the piece begins. With --top it lists the greatest local maxima of e instead, and with --draw it draws e.\n\n\
    Example:\n  nimsweep gain --at 4\n  nimsweep gain --at 5+2sqrt2 --digits 30 --json\n  \
    nimsweep gain --range 2 4\n  nimsweep gain --range 10 20 --csv pieces.csv\n  nimsweep gain --range 2 10 --top 3\n  nimsweep gain --range 2 100 --draw"
)]
#[group(id = "place", required = true, multiple = false, args = ["at", "range"])]
pub(super) struct Gain {
    /// Length of the segment
    #[arg(long, value_name = "L", allow_hyphen_values = true, conflicts_with = "csv")]
    at: Option<String>,
    /// The pieces of e on a range of lengths
    #[arg(long, action = ArgAction::Set, num_args = 2, value_names = ["A", "B"], allow_hyphen_values = true)]
    range: Option<Vec<String>>,
    /// The K greatest local maxima of e on the range
    #[arg(long, value_name = "K", requires = "range", conflicts_with = "at", allow_hyphen_values = true)]
    top: Option<String>,
    /// Draw e on the range as a curve of characters, as wide as the terminal
    #[arg(long, requires = "range", conflicts_with_all = ["at", "top", "csv", "json"])]
    draw: bool,
    #[command(flatten)]
    options: SquaresOptions,
    #[command(flatten)]
    format: TableFormat,
    #[command(flatten)]
    certificate: CertificateFile,
    #[command(flatten)]
    long_run: LongRun,
}

impl Gain {
    pub(super) fn run(&self, out: &mut dyn Write, interrupt: Interrupt) -> Result<(), Failure> {
        let words = self.options.words("gain").with_optional("at", self.at.as_ref());
        let words = match &self.range {
            Some(range) => words.with_list("range", range).with_optional("top", self.top.as_ref()),
            None => words,
        };
        let question = self.long_run.question(words, &[])?;
        if self.draw {
            check(out)?;
            return Ok(format::drawing(out, &self.long_run.answer(&question, interrupt)?)?);
        }
        self.long_run.write_table(&question, &self.format, &self.certificate, out, interrupt)
    }
}
