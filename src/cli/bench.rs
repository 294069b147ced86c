//! `nimsweep bench`: events per second on this machine, by every method.

use std::io::Write;

use clap::Args;
use serde_json::json;

use super::args::whole;
use super::{Failure, output};
use crate::cli::timing::{Job, Measurement, Method, SpeedError};

/// `nimsweep bench`
#[derive(Debug, Args)]
#[command(
    name = "bench",
    after_help = "Each row is the best of a few runs that find the same steps of g for the lengths 1 and sqrt(2). Events are the sums\n\
    p + q < L of two breakpoints p <= q of g; the last column compares with the general engine. A method that finds other\n\
    steps ends the program with 1.\n\n\
    Example:\n  nimsweep bench\n  nimsweep bench --upto 500 --json"
)]
pub struct Bench {
    /// Up to where g is computed: a whole number
    #[arg(long, value_name = "L", default_value = "1000", allow_hyphen_values = true)]
    upto: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Beyond it the slowest method takes minutes.
const MOST: u32 = 5000;

const COLUMNS: [&str; 6] =
    ["method", "threads", "events", "milliseconds", "million_events_per_second", "times_engine"];

impl Bench {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let upto = self.limit()?;
        let job = Job::upto(upto)?;
        let rows = job.measurements().collect::<Result<Vec<_>, _>>()?;
        if self.json {
            let object = json!({
                "upto": upto,
                "events": job.events(),
                "rows": rows.iter().map(as_json).collect::<Vec<_>>(),
            });
            return Ok(output::json(out, &object)?);
        }
        let engine = rows.iter().find(|row| row.method == Method::Engine);
        let engine = engine.map_or(f64::NAN, |row| row.events_per_second);
        let lines = rows.iter().map(|row| {
            vec![
                row.method.to_string(),
                row.threads.to_string(),
                job.events().to_string(),
                format!("{:.2}", row.time.as_secs_f64() * 1e3),
                format!("{:.2}", row.events_per_second / 1e6),
                format!("{:.1}", row.events_per_second / engine),
            ]
        });
        Ok(output::table(out, &COLUMNS, lines)?)
    }

    fn limit(&self) -> Result<u32, Failure> {
        let limit = u32::try_from(whole("--upto", &self.upto)?).ok();
        limit.filter(|limit| (1..=MOST).contains(limit)).ok_or_else(|| Failure::Value {
            option: "--upto",
            reason: format!("'{}' is out of range; give a whole number from 1 to {MOST}", self.upto.trim()),
        })
    }
}

fn as_json(row: &Measurement) -> serde_json::Value {
    json!({
        "method": row.method.to_string(),
        "threads": row.threads,
        "seconds": row.time.as_secs_f64(),
        "events_per_second": row.events_per_second,
    })
}

impl From<SpeedError> for Failure {
    /// A method that is wrong is a check that failed; everything else is about what was asked for.
    fn from(error: SpeedError) -> Self {
        match error {
            SpeedError::Differs { .. } => {
                Self::Checks { failed: 1, of: Method::ALL.len(), first: error.to_string() }
            }
            other => Self::Game(other.into()),
        }
    }
}
