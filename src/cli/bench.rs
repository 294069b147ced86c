//! `nimsweep bench`: events per second on this machine, by every method.
//!
//! All methods do the same job: find the steps of g on [0, L] for the lengths 1 and √2, from the
//! corners p_i + p_j < L, i ≥ j. What answers use comes first; the others do without its places,
//! and the last one is the reference. A [`Job`] compares what each of them finds with what the
//! first found; a method that disagrees reports an error instead of a time. What one would write
//! with the standard library alone is measured by `cargo bench`.
//!
//! ```
//! use nimsweep::internal::{Job, METHODS};
//!
//! let job = Job::upto(60)?;
//! for method in METHODS {
//!     assert_eq!(job.run(method)?, *job.expected());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use clap::Args;
use itertools::Itertools;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;

use super::failure::Failure;
use super::output::{self, Format, remark, table_columns};
use super::runner::{Call, Runs};
use crate::ask::values::whole_in;
use crate::ask::{Columns, Rows, Table};
use crate::error::Error;
use crate::games::squares::{Grundy, GrundyRun, Lengths, Method};
use crate::number::{NumberStyle, Surd};

/// The methods that are compared: what answers use, and two that do without places.
pub const METHODS: [Method; 3] = [Method::Fastest, Method::Sort, Method::Engine];

/// There the fastest takes a minute,
const MOST: u32 = 20_000;
/// and beyond this limit the slowest takes minutes.
const MOST_OF_ALL: u32 = 5000;

/// `nimsweep bench`
#[derive(Debug, Args)]
pub(super) struct Bench {
    /// Greatest length for which g is computed: a whole number
    #[arg(long, value_name = "L", default_value = "1000")]
    upto: String,
    #[command(flatten)]
    format: Format,
}

/// What was measured.
#[derive(Serialize)]
struct BenchReport {
    upto: u32,
    events: u64,
    rows: Vec<Measurement>,
}

/// What was measured for one method and one number of threads: the best of a few repetitions.
#[derive(Serialize)]
struct Measurement {
    method: String,
    threads: usize,
    seconds: f64,
    events_per_second: f64,
}

impl Runs for Bench {
    fn run(self, Call { out, .. }: Call<'_>) -> Result<(), Failure> {
        output::check(out)?;
        let upto = whole_in(1..=MOST, "a whole number", "upto", &self.upto)?;
        let (measured, omitted): (Vec<_>, Vec<_>) =
            METHODS.into_iter().partition(|&method| method == Method::Fastest || upto <= MOST_OF_ALL);
        if !omitted.is_empty() {
            remark(&format!("too slow to measure up to {upto}: {}", omitted.iter().join(", ")));
        }
        let job = Job::upto(upto)?;
        let asked = std::env::var("RAYON_NUM_THREADS").ok().and_then(|text| text.parse().ok());
        let threads = asked.or_else(|| available_parallelism().ok()).map_or(1, NonZeroUsize::get);
        let mut rows = vec![];
        for method in measured {
            rows.push(job.measured(method, None)?);
            // the others use one thread
            if method == Method::Fastest && threads > 1 {
                match ThreadPoolBuilder::new().num_threads(threads).build() {
                    Ok(pool) => rows.push(job.measured(method, Some(&pool))?),
                    Err(error) => remark(&format!(
                        "cannot start {threads} threads: {error}; methods that share their work are measured with one thread only"
                    )),
                }
            }
        }
        let report = BenchReport { upto, events: job.events(), rows };
        let columns =
            Columns::of(&report, NumberStyle::People).within(table_columns(), "--json has all".to_owned());
        Ok(if self.format.json { output::json(out, &report) } else { writeln!(out, "{columns}") }?)
    }
}

impl Table for BenchReport {
    fn titles(&self) -> &'static str {
        "method,threads,events,milliseconds,million_events_per_second,times_fastest,times_engine"
    }

    fn rows_in(&self, _: NumberStyle) -> Rows<'_> {
        Rows::of(self.rows.iter(), |cells, row| {
            cells.push_text(&row.method);
            cells.push_text(row.threads);
            cells.push_text(self.events);
            cells.push_text(format_args!("{:.2}", row.seconds * 1e3));
            cells.push_text(format_args!("{:.2}", row.events_per_second / 1e6));
            for method in [Method::Fastest, Method::Engine] {
                // the first row of a method is that of one thread
                match self.rows.iter().find(|other| other.method == method.to_string()) {
                    Some(other) => {
                        let ratio = row.events_per_second / other.events_per_second;
                        cells.push_text(format_args!("{ratio:.2}"));
                    }
                    None => cells.push_text("-"),
                }
            }
        })
    }
}

/// The job: g for the lengths 1 and √2 on [0, limit].
#[derive(Clone, Debug)]
pub struct Job {
    limit: Surd,
    expected: Grundy,
}

impl Job {
    /// The job up to a whole number, with what the fastest method finds.
    ///
    /// # Errors
    /// As [`Grundy::new`].
    ///
    /// # Cost
    /// As [`Grundy::new`].
    pub fn upto(limit: u32) -> Result<Self, Error> {
        let limit = Surd::from(u64::from(limit));
        let expected = Grundy::new(&Lengths::default(), &limit)?;
        Ok(Self { limit, expected })
    }

    /// What every method should find.
    pub fn expected(&self) -> &Grundy {
        &self.expected
    }

    /// How many events the job has: corners p_i + p_j, i ≥ j, below the limit.
    pub fn events(&self) -> u64 {
        self.expected.corners()
    }

    /// Does the job by one method, with the threads of the current rayon pool; outside of a pool,
    /// by this thread alone.
    ///
    /// # Errors
    /// [`Failure::Checks`] if the method finds something else than expected.
    pub fn run(&self, method: Method) -> Result<Grundy, Failure> {
        let found = GrundyRun::by_method(method, &Lengths::default(), &self.limit)?.finish();
        if found == self.expected {
            return Ok(found);
        }
        let first = format!("{method}: its steps of g differ from those of the fastest method");
        Err(Failure::Checks { failed: 1, of: METHODS.len(), first })
    }

    /// Does the job a few times by one method, with these threads or by this one alone: for half a
    /// second, or once if that takes longer.
    fn measured(&self, method: Method, pool: Option<&ThreadPool>) -> Result<Measurement, Failure> {
        const MOST_RUNS: usize = 20;
        const ENOUGH: Duration = Duration::from_millis(500);
        // a clock that did not move has measured less than a nanosecond
        let (mut best, mut spent) = (Duration::MAX, Duration::ZERO);
        for _ in 0..MOST_RUNS {
            let start = Instant::now();
            pool.map_or_else(|| self.run(method), |pool| pool.install(|| self.run(method)))?;
            let time = start.elapsed().max(Duration::from_nanos(1));
            best = best.min(time);
            spent += time;
            if spent > ENOUGH {
                break;
            }
        }
        let (threads, seconds) = (pool.map_or(1, ThreadPool::current_num_threads), best.as_secs_f64());
        let events_per_second = self.events() as f64 / seconds;
        Ok(Measurement { method: method.to_string(), threads, seconds, events_per_second })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(method: Method, threads: usize, events_per_second: f64) -> Measurement {
        Measurement {
            method: method.to_string(),
            threads,
            seconds: 1e9 / events_per_second,
            events_per_second,
        }
    }

    /// The last two columns, without their titles.
    fn ratios(rows: Vec<Measurement>) -> Vec<[String; 2]> {
        let table =
            Columns::of(&BenchReport { upto: 2000, events: 1_000_000_000, rows }, NumberStyle::People)
                .to_string();
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

    #[test]
    fn a_method_that_finds_something_else_has_no_time() {
        let mut job = Job::upto(40).unwrap();
        job.limit = Surd::from(41);
        for method in METHODS {
            let error = job.measured(method, None).map(|_| ()).unwrap_err();
            let says = format!("{method}: its steps of g differ from those of the fastest method");
            assert_eq!(error.to_string(), format!("1 of 3 checks failed, the first: {says}"));
            assert_eq!(error.exit_code(), 1);
        }
    }
}
