//! `nimsweep bench`: events per second on this machine, by every method.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::failure::Failure;
use super::format::{self, remark};
use super::output;
use super::timing::{Job, METHODS, Measurement, TimingError};
use crate::ask::ValueError;
use crate::ask::columns::Columns;
use crate::ask::values::whole;
use crate::games::squares::Method;

/// `nimsweep bench`
#[derive(Debug, Args)]
#[command(
    name = "bench",
    after_help = "Each row is the best of a few runs that find the same steps of g for the lengths 1 and sqrt(2). Events are the sums \
    p + q < L of two breakpoints p <= q of g; the last two columns compare with the first row, which is what answers use, and with \
    the general engine, which is the reference. A method that finds other steps ends the program with 1.\n\n\
    Beyond 5000 only the fastest is measured: the others take up to a minute for 5000.\n\n\
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

/// There the fastest takes a minute.
const MOST: u32 = 20_000;

/// Up to where a method is measured: beyond 5000 the slowest takes minutes.
fn most(method: Method) -> u32 {
    if method == Method::Fastest { MOST } else { 5000 }
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
    "times_fastest",
    "times_engine",
];

impl Bench {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        output::check(out)?;
        let upto = self.limit()?;
        let (measured, omitted): (Vec<_>, Vec<_>) =
            METHODS.into_iter().partition(|&method| upto <= most(method));
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
        let [fastest, engine] = [Method::Fastest, Method::Engine].map(rate);
        let mut columns = Columns::below(&TITLES);
        for row in &self.rows {
            columns.push([
                row.method.clone(),
                row.threads.to_string(),
                self.events.to_string(),
                format!("{:.2}", row.seconds * 1e3),
                format!("{:.2}", row.events_per_second / 1e6),
                row.times(fastest),
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
                Self::Checks { failed: 1, of: METHODS.len(), first: error.to_string() }
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
            let [engine, fastest] = [words.next(), words.next()].map(Option::unwrap);
            [fastest, engine]
        });
        ratios.collect()
    }

    #[test]
    fn rows_are_compared_with_one_thread_of_the_fastest_and_with_the_engine() {
        let rows =
            || vec![row(Method::Fastest, 1, 5e8), row(Method::Fastest, 2, 9e8), row(Method::Sort, 1, 1.5e8)];
        assert_eq!(ratios(rows()), [["1.00", "-"], ["1.80", "-"], ["0.30", "-"]]);
        let mut with_engine = rows();
        with_engine.push(row(Method::Engine, 1, 1e8));
        let expected = [["1.00", "5.00"], ["1.80", "9.00"], ["0.30", "1.50"], ["0.20", "1.00"]];
        assert_eq!(ratios(with_engine), expected);
    }
}
