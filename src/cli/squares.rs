//! The commands of the squares: the main job, and `nimsweep gain`, `grundy`, `moves`, `period`,
//! `play`.

use std::io::Write;

use clap::{ArgAction, Args};

use super::failure::Failure;
use super::format::{self, Format, TableFormat, Writes, question, refusal};
use super::interrupt::Interrupt;
use super::long_run::{CertificateFile, LongRun};
use super::output::check;
use super::usage::unmarked;
use crate::ask::keys::{DecimalsKey, GainKeys, GrundyKeys, Keys, MovesKeys, RangeKeys, SquaresKeys};
use crate::ask::{Answer, AskError};

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
#[group(skip)]
struct Job {
    #[command(flatten)]
    squares: SquaresKeys,
    #[command(flatten)]
    decimals: DecimalsKey,
    #[command(flatten)]
    format: Format,
    #[command(flatten)]
    certificate: CertificateFile,
    #[command(flatten)]
    long_run: LongRun,
}

impl Range {
    pub(super) fn run(self, out: &mut dyn Write, interrupt: Interrupt) -> Result<(), Failure> {
        let nothing = || Failure::Usage {
            reason: "nothing to do: give --range A B, or a command".to_owned(),
            command: "nimsweep".to_owned(),
        };
        self.job.run(self.range.ok_or_else(nothing)?, Failure::from, out, interrupt)
    }
}

impl RangeCommand {
    pub(super) fn run(self, out: &mut dyn Write, interrupt: Interrupt) -> Result<(), Failure> {
        let refused = |error| refusal(error, |key| (key == "range").then(|| key.to_owned()));
        self.job.run(vec![self.from, self.to], refused, out, interrupt)
    }
}

impl Job {
    fn run(
        self,
        range: Vec<String>,
        refused: impl FnOnce(AskError) -> Failure,
        out: &mut dyn Write,
        interrupt: Interrupt,
    ) -> Result<(), Failure> {
        let keys = RangeKeys { range, squares: self.squares, decimals: self.decimals };
        let question = keys.read().map_err(refused)?;
        check(out)?;
        let write = |out: &mut dyn Write, answer: &Answer| self.format.write(out, answer);
        self.long_run.certified(&question, &self.certificate, out, interrupt, write)
    }
}

/// `nimsweep gain --at L`, `nimsweep gain --range A B`, `nimsweep gain --range A B --top K`
#[derive(Debug, Args)]
#[command(
    mut_arg("csv", |csv| csv.conflicts_with("at")),
    after_help = "On a range e(L) consists of pieces. On each W(L - s) = slope*(L - s) + offset for each length s, and \
    e(L) = L/|S| times the sum of W(L - s)/(L - s). The table lists slopes and offsets in the order of the lengths, and the \
    value where the piece begins. With --top it lists the greatest local maxima of e instead, and with --draw it draws e.\n\n\
    Example:\n  nimsweep gain --at 4\n  nimsweep gain --at 5+2sqrt2 --digits 30 --json\n  \
    nimsweep gain --range 2 4\n  nimsweep gain --range 10 20 --csv pieces.csv\n  nimsweep gain --range 2 10 --top 3\n  nimsweep gain --range 2 100 --draw"
)]
pub(super) struct Gain {
    #[command(flatten)]
    keys: GainKeys,
    /// Draw e on the range as a curve of characters, as wide as the terminal
    #[arg(long, requires = "range", conflicts_with_all = ["at", "top", "csv", "json"])]
    draw: bool,
    #[command(flatten)]
    format: TableFormat,
    #[command(flatten)]
    certificate: CertificateFile,
    #[command(flatten)]
    long_run: LongRun,
}

impl Gain {
    pub(super) fn run(&self, out: &mut dyn Write, interrupt: Interrupt) -> Result<(), Failure> {
        let question = question(&self.keys)?;
        if self.draw {
            check(out)?;
            return Ok(format::drawing(out, &self.long_run.answer(&question, interrupt)?)?);
        }
        self.long_run.write_table(&question, &self.format, &self.certificate, out, interrupt)
    }
}

/// `nimsweep grundy --at L`, `nimsweep grundy --upto L`
#[derive(Debug, Args)]
#[command(
    mut_arg("csv", |csv| csv.conflicts_with("at")),
    after_help = "Each row of the table is a half-open interval [start, end); the last one is cut at L. A summary has a row for each value; a \
    record is larger than all values before it.\n\n\
    Example:\n  nimsweep grundy --at 7.5\n  nimsweep grundy --upto 10\n  nimsweep grundy --upto 500 --where 'value>=200'\n  \
    nimsweep grundy --upto 500 --summary\n  nimsweep grundy --upto 500 --csv steps.csv\n  \
    nimsweep grundy --upto 2000 --csv steps.csv --checkpoint g.json --threads 4"
)]
pub(super) struct Grundy {
    #[command(flatten)]
    keys: GrundyKeys,
    /// How often each value occurs, its share of the length, and where it is first
    #[arg(long, conflicts_with_all = ["at", "where"])]
    summary: bool,
    #[command(flatten)]
    format: TableFormat,
    #[command(flatten)]
    certificate: CertificateFile,
    #[command(flatten)]
    long_run: LongRun,
}

impl Grundy {
    pub(super) fn run(&self, out: &mut dyn Write, interrupt: Interrupt) -> Result<(), Failure> {
        let question = if self.summary { self.keys.of_summary().read()? } else { question(&self.keys)? };
        self.long_run.write_table(&question, &self.format, &self.certificate, out, interrupt)
    }
}

/// `nimsweep moves L...`, `nimsweep moves --at L`
#[derive(Debug, Args)]
#[command(
    mut_arg("segments", |segments| segments.value_parser(unmarked)),
    mut_arg("certificate", |certificate| certificate.conflicts_with("within")),
    after_help = "In a sum of segments a move wins if what it leaves has the value 0 as a whole. A piece may lie at every x of the \
    intervals, its left end being at x from the left end of its segment. Square brackets include an end, round ones exclude \
    it, and {x} is a single place.\n\n\
    Example:\n  nimsweep moves 5\n  nimsweep moves 5 7.5 3+sqrt2\n  nimsweep moves 20+3sqrt2 --draw\n  nimsweep moves 4+sqrt2 --random --json\n  \
    nimsweep moves 10^100 --lengths 1 --within 0 20"
)]
pub(super) struct Moves {
    #[command(flatten)]
    keys: MovesKeys,
    /// Draw the places as strips of characters, as wide as the terminal
    #[arg(long, conflicts_with_all = ["json", "random"])]
    draw: bool,
    #[command(flatten)]
    format: Format,
    #[command(flatten)]
    certificate: CertificateFile,
    #[command(flatten)]
    long_run: LongRun,
}

impl Moves {
    pub(super) fn run(&self, out: &mut dyn Write, interrupt: Interrupt) -> Result<(), Failure> {
        let question = question(&self.keys)?;
        check(out)?;
        let write = |out: &mut dyn Write, answer: &Answer| match self.draw {
            true => Ok(format::drawing(out, answer)?),
            false => self.format.write(out, answer),
        };
        self.long_run.certified(&question, &self.certificate, out, interrupt, write)
    }
}

/// `nimsweep period`, `nimsweep play L...`: no table, drawing or certificate.
#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct Plain<K: Keys + Args> {
    #[command(flatten)]
    keys: K,
    #[command(flatten)]
    format: Format,
    #[command(flatten)]
    long_run: LongRun,
}

impl<K: Keys + Args> Plain<K> {
    pub(super) fn run(&self, out: &mut dyn Write, interrupt: Interrupt) -> Result<(), Failure> {
        let question = question(&self.keys)?;
        check(out)?;
        self.format.write(out, &self.long_run.answer(&question, interrupt)?)
    }
}
