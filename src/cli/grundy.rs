//! `nimsweep grundy`: the Grundy value of one segment, or the table of all steps up to a length.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use itertools::Itertools;
use serde_json::json;

use super::args::{Common, segment};
use super::{Failure, output};
use crate::exact::Surd;
use crate::games::squares;

/// `nimsweep grundy --at L`, `nimsweep grundy --upto L`
#[derive(Debug, Args)]
#[command(
    after_help = "Each row of the table is a half-open interval [start, end); the last one is cut at L.\n\n\
    Example:\n  nimsweep grundy --at 7.5\n  nimsweep grundy --upto 10\n  nimsweep grundy --upto 500 --csv steps.csv"
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
}

const COLUMNS: [&str; 5] = ["start", "end", "value", "start_decimal", "end_decimal"];

impl Grundy {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if let Some(at) = &self.at {
            return self.value(&segment("--at", at)?, out);
        }
        let upto = segment("--upto", self.upto.as_deref().unwrap_or_default())?;
        let digits = self.common.digits()?;
        let grundy = squares::Grundy::new(&self.common.lengths()?, &upto)?;
        let rows = grundy.intervals().map(|(start, end, value)| {
            let decimals = (start.to_decimal(digits), end.to_decimal(digits));
            vec![start.to_string(), end.to_string(), value.to_string(), decimals.0, decimals.1]
        });
        if let Some(place) = &self.csv {
            return Ok(output::csv(out, place, &COLUMNS, rows)?);
        }
        if !self.common.json {
            return Ok(output::table(out, &COLUMNS, rows)?);
        }
        let intervals = grundy.intervals().map(|(start, end, value)| {
            let decimals = (start.to_decimal(digits), end.to_decimal(digits));
            json!({ "start": start, "end": end, "value": value, "start_decimal": decimals.0, "end_decimal": decimals.1 })
        });
        let object = json!({
            "lengths": grundy.lengths().as_slice(),
            "upto": upto,
            "digits": digits,
            "steps": grundy.steps().len(),
            "largest_nimber": grundy.largest_nimber(),
            "corner_events": grundy.corners(),
            "intervals": intervals.collect_vec(),
        });
        Ok(output::json(out, &object)?)
    }

    fn value(&self, at: &Surd, out: &mut dyn Write) -> Result<(), Failure> {
        self.common.digits()?;
        let grundy = squares::Grundy::new(&self.common.lengths()?, at)?;
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
