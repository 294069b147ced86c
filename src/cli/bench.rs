//! `nimsweep bench`: events per second on this machine, by every method.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::failure::Failure;
use super::format::{self, remark};
use super::output;
use super::timing::{Job, Measurement, Method, TimingError};
use crate::ask::ValueError;
use crate::ask::columns::Columns;
use crate::ask::values::whole;

/// `nimsweep bench`
#[derive(Debug, Args)]
#[command(
    name = "bench",
    after_help = "Each row is the best of a few runs that find the same steps of g for the lengths 1 and sqrt(2). Events are the sums \
    p + q < L of two breakpoints p <= q of g; the last column compares with the general engine. A method that finds other \
    steps ends the program with 1.\n\n\
    Example:\n  nimsweep bench\n  nimsweep bench --upto 500 --json"
)]
pub(super) struct Bench {
    /// Up to where g is computed: a whole number
    #[arg(long, value_name = "L", default_value = "1000", allow_hyphen_values = true)]
    upto: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Beyond it the slowest method takes minutes.
const MOST: u32 = 5000;

/// What was measured.
#[derive(Serialize)]
struct Report {
    upto: u32,
    events: u64,
    rows: Vec<Row>,
}

/// What was measured for one method and one number of threads.
#[derive(Serialize)]
struct Row {
    method: String,
    threads: usize,
    seconds: f64,
    events_per_second: f64,
}

const TITLES: [&str; 6] =
    ["method", "threads", "events", "milliseconds", "million_events_per_second", "times_engine"];

impl Bench {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        output::check(out)?;
        let upto = self.limit()?;
        let job = Job::upto(upto)?;
        let (mut rows, mut is_said) = (vec![], false);
        for row in job.measurements() {
            match row {
                Err(TimingError::Threads { .. }) if is_said => (),
                Err(error @ TimingError::Threads { .. }) => {
                    is_said = true;
                    remark(&format!(
                        "{error}; methods that share their work are measured with one thread only"
                    ));
                }
                row => rows.push(row?.into()),
            }
        }
        let report = Report { upto, events: job.events(), rows };
        Ok(if self.json { format::json(out, &report) } else { format::text(out, &report.columns()) }?)
    }

    fn limit(&self) -> Result<u32, ValueError> {
        const KEY: &str = "upto";
        let limit = u32::try_from(whole(KEY, &self.upto)?).ok();
        limit.filter(|limit| (1..=MOST).contains(limit)).ok_or_else(|| {
            let text = self.upto.trim();
            ValueError::new(KEY, format!("'{text}' is out of range; give a whole number from 1 to {MOST}"))
        })
    }
}

impl Report {
    fn columns(&self) -> Columns {
        let engine = self.rows.iter().find(|row| row.method == Method::Engine.to_string());
        let engine = engine.map_or(f64::NAN, |row| row.events_per_second);
        let mut columns = Columns::below(&TITLES);
        for row in &self.rows {
            columns.push([
                row.method.clone(),
                row.threads.to_string(),
                self.events.to_string(),
                format!("{:.2}", row.seconds * 1e3),
                format!("{:.2}", row.events_per_second / 1e6),
                format!("{:.1}", row.events_per_second / engine),
            ]);
        }
        columns
    }
}

impl From<Measurement> for Row {
    fn from(measurement: Measurement) -> Self {
        Self {
            method: measurement.method.to_string(),
            threads: measurement.threads,
            seconds: measurement.time.as_secs_f64(),
            events_per_second: measurement.events_per_second,
        }
    }
}

impl From<TimingError> for Failure {
    /// A method that is wrong is a check that failed; everything else is about what was asked for.
    fn from(error: TimingError) -> Self {
        match error {
            TimingError::Differs { .. } => {
                Self::Checks { failed: 1, of: Method::ALL.len(), first: error.to_string() }
            }
            other => Self::Timing(other.into()),
        }
    }
}
