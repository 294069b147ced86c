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
    p + q < L of two breakpoints p <= q of g; the last two columns compare with the first row and with the general engine. \
    A method that finds other steps ends the program with 1.\n\n\
    Beyond 5000 only the first four methods are measured: the slowest of the others takes up to a minute for 5000. 10000 \
    takes half a minute, 20000 some minutes.\n\n\
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

/// There counts and words take minutes each.
const MOST: u32 = 20_000;

/// Up to where a method is measured: beyond 5000 the slowest takes minutes.
fn most(method: Method) -> u32 {
    match method {
        Method::Windows | Method::Words | Method::Presence | Method::Fastest => MOST,
        Method::Engine | Method::Heap | Method::Tree | Method::Sort => 5000,
    }
}

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

const TITLES: [&str; 7] = [
    "method",
    "threads",
    "events",
    "milliseconds",
    "million_events_per_second",
    "times_windows",
    "times_engine",
];

impl Bench {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        output::check(out)?;
        let upto = self.limit()?;
        let (measured, omitted): (Vec<_>, Vec<_>) =
            Method::ALL.into_iter().partition(|&method| upto <= most(method));
        if !omitted.is_empty() {
            let omitted = omitted.iter().map(Method::to_string).collect::<Vec<_>>();
            remark(&format!("too slow to be measured up to {upto}: {}", omitted.join(", ")));
        }
        let job = Job::upto(upto)?;
        let (mut rows, mut is_said) = (vec![], false);
        for row in job.measurements(measured) {
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
        // the first row of each is that of one thread
        let rate = |method: Method| {
            let row = self.rows.iter().find(|row| row.method == method.to_string())?;
            Some(row.events_per_second)
        };
        let [windows, engine] = [Method::Windows, Method::Engine].map(rate);
        let mut columns = Columns::below(&TITLES);
        for row in &self.rows {
            columns.push([
                row.method.clone(),
                row.threads.to_string(),
                self.events.to_string(),
                format!("{:.2}", row.seconds * 1e3),
                format!("{:.2}", row.events_per_second / 1e6),
                row.times(windows),
                row.times(engine),
            ]);
        }
        columns
    }
}

impl Row {
    /// How many times as fast as a rate, if that is known.
    fn times(&self, rate: Option<f64>) -> String {
        rate.map_or_else(|| "-".to_owned(), |rate| format!("{:.2}", self.events_per_second / rate))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn row(method: Method, threads: usize, events_per_second: f64) -> Row {
        Row { method: method.to_string(), threads, seconds: 1e9 / events_per_second, events_per_second }
    }

    /// The last two columns, without their titles.
    fn ratios(rows: Vec<Row>) -> Vec<[String; 2]> {
        let table = Report { upto: 2000, events: 1_000_000_000, rows }.columns().to_string();
        let ratios = table.lines().skip(1).map(|line| {
            let mut words = line.split_whitespace().rev().map(str::to_owned);
            let [engine, windows] = [words.next(), words.next()].map(Option::unwrap);
            [windows, engine]
        });
        ratios.collect()
    }

    #[test]
    fn rows_are_compared_with_one_thread_of_the_windows_and_with_the_engine() {
        let rows = || {
            vec![row(Method::Windows, 1, 5e8), row(Method::Windows, 2, 9e8), row(Method::Presence, 1, 1.35e9)]
        };
        assert_eq!(ratios(rows()), [["1.00", "-"], ["1.80", "-"], ["2.70", "-"]]);
        let mut with_engine = rows();
        with_engine.push(row(Method::Engine, 1, 1e8));
        let expected = [["1.00", "5.00"], ["1.80", "9.00"], ["2.70", "13.50"], ["0.20", "1.00"]];
        assert_eq!(ratios(with_engine), expected);
    }
}
