//! `nimsweep grundy`: the Grundy value of one segment, or the table of all steps up to a length.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use itertools::Itertools;
use serde::Serialize;
use serde_json::json;

use super::args::{Common, segment};
use super::interrupt::Interrupt;
use super::long_run::LongRun;
use super::{Failure, output};
use crate::games::squares;
use crate::lattice::Point;
use crate::number::Surd;
use crate::sweep::Nimber;

/// `nimsweep grundy --at L`, `nimsweep grundy --upto L`
#[derive(Debug, Args)]
#[command(
    after_help = "Each row of the table is a half-open interval [start, end); the last one is cut at L.\n\n\
    Example:\n  nimsweep grundy --at 7.5\n  nimsweep grundy --upto 10\n  nimsweep grundy --upto 500 --csv steps.csv\n  \
    nimsweep grundy --upto 20000 --csv steps.csv --checkpoint g.json --threads 4"
)]
#[group(id = "where", required = true, multiple = false, args = ["at", "upto"])]
pub struct Grundy {
    /// Length of one segment
    #[arg(long, value_name = "L", allow_hyphen_values = true)]
    at: Option<String>,
    /// Greatest length of the table
    #[arg(long, value_name = "L", allow_hyphen_values = true)]
    upto: Option<String>,
    /// Write the table as CSV to a file, or to standard output for -
    #[arg(long, value_name = "FILE", conflicts_with_all = ["at", "json"])]
    csv: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    long_run: LongRun,
}

impl Grundy {
    pub(super) fn run(&self, out: &mut dyn Write, interrupt: Interrupt) -> Result<(), Failure> {
        if let Some(at) = &self.at {
            return self.value(&segment("--at", at)?, out, interrupt);
        }
        let upto = segment("--upto", self.upto.as_deref().unwrap_or_default())?;
        let digits = self.common.digits()?;
        if let Some(place) = &self.csv {
            self.long_run.check_is_not(place)?;
            output::check_place(place)?;
        }
        let grundy = self.grundy(&upto, interrupt)?;
        let table = Table::of(&grundy, digits);
        match &self.csv {
            Some(place) => output::csv(out, place, &COLUMNS, table.rows())?,
            None if self.common.json => output::json(out, &table.as_json())?,
            None => output::table(out, &COLUMNS, table.rows())?,
        }
        Ok(())
    }

    fn grundy(&self, limit: &Surd, interrupt: Interrupt) -> Result<squares::Grundy, Failure> {
        self.long_run.grow(&self.common.lengths()?, limit, interrupt)
    }

    fn value(&self, at: &Surd, out: &mut dyn Write, interrupt: Interrupt) -> Result<(), Failure> {
        self.common.digits()?;
        let grundy = self.grundy(at, interrupt)?;
        // the limit is `at` itself, so there is a value
        let value = grundy.value_at(at).unwrap_or_default();
        if self.common.json {
            let object = json!({ "lengths": grundy.lengths().as_slice(), "at": at, "value": value });
            return Ok(output::json(out, &object)?);
        }
        let outcome = if value == 0 { "the player to move loses" } else { "the player to move wins" };
        Ok(writeln!(out, "g({at}) = {value}, {outcome}")?)
    }
}

const COLUMNS: [&str; 5] = ["start", "end", "value", "start_decimal", "end_decimal"];

/// The steps of g as text, each end of a step written once.
struct Table<'a> {
    grundy: &'a squares::Grundy,
    digits: usize,
    /// Where the first step begins, and where each one ends.
    ends: Vec<End>,
    /// All values from 0 to the largest.
    values: Vec<String>,
}

/// A place where a step ends and the next one begins.
struct End {
    exact: String,
    decimal: String,
}

impl<'a> Table<'a> {
    fn of(grundy: &'a squares::Grundy, digits: usize) -> Self {
        let notation = grundy.lattice().notation(digits);
        let start = |&at: &Point| {
            let (a, b) = grundy.lattice().coordinates(at);
            End { exact: notation.closed_form(a, b), decimal: notation.decimal(a, b) }
        };
        let limit = grundy.limit();
        let last = End { exact: limit.to_string(), decimal: limit.to_decimal(digits) };
        let ends = grundy.steps().breakpoints().iter().map(start).chain([last]).collect();
        let values = (0..=grundy.largest_nimber()).map(|value| value.to_string()).collect();
        Self { grundy, digits, ends, values }
    }

    /// The cells below [`COLUMNS`].
    fn rows(&self) -> impl Iterator<Item = [&str; 5]> {
        let steps = self.ends.iter().tuple_windows().zip(self.grundy.steps().values());
        steps.map(|((start, end), &value)| {
            let value = &self.values[value as usize];
            [&*start.exact, &end.exact, value, &start.decimal, &end.decimal]
        })
    }

    fn as_json(&self) -> Document<'_> {
        let Self { grundy, digits, .. } = *self;
        let steps = self.rows().zip(grundy.steps().values());
        let intervals = steps.map(|([start, end, _, start_decimal, end_decimal], &value)| Interval {
            start,
            end,
            value,
            start_decimal,
            end_decimal,
        });
        Document {
            lengths: grundy.lengths().as_slice(),
            upto: grundy.limit(),
            digits,
            steps: grundy.steps().len(),
            largest_nimber: grundy.largest_nimber(),
            corner_events: grundy.corners(),
            intervals: intervals.collect(),
        }
    }
}

/// The table as one JSON object.
#[derive(Serialize)]
struct Document<'a> {
    lengths: &'a [Surd],
    upto: &'a Surd,
    digits: usize,
    steps: usize,
    largest_nimber: Nimber,
    corner_events: u64,
    intervals: Vec<Interval<'a>>,
}

#[derive(Serialize)]
struct Interval<'a> {
    start: &'a str,
    end: &'a str,
    value: Nimber,
    start_decimal: &'a str,
    end_decimal: &'a str,
}
