//! How fast the events are: the Grundy values of the squares by several methods, timed and
//! compared.
//!
//! All methods do the same job: find the steps of g on [0, L] for the lengths 1 and √2, from the
//! corners p_i + p_j < L, i ≥ j. What answers use comes first; the others do without its places,
//! and the last one is the reference. A [`Job`] compares what each of them finds with what the
//! first found; a method that disagrees reports an error instead of a time. What one would write
//! with the standard library alone is measured by `cargo bench`.
//!
//! ```
//! use nimsweep::cli::timing::{Job, METHODS};
//!
//! let job = Job::upto(60)?;
//! for method in METHODS {
//!     assert!(job.measure(method, 1)?.events_per_second > 0.0);
//! }
//! # Ok::<(), nimsweep::cli::timing::TimingError>(())
//! ```

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use rayon::ThreadPoolBuilder;
use thiserror::Error;

use crate::games::squares::{Grundy, GrundyError, GrundyRun, Lengths, Method};
use crate::number::Surd;

/// The methods that are compared: what answers use, and two that do without places.
pub const METHODS: [Method; 3] = [Method::Fastest, Method::Sort, Method::Engine];

/// Whether several threads share the work; all other methods use one.
fn shares_work(method: Method) -> bool {
    method == Method::Fastest
}

/// A method has no time.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TimingError {
    /// There is no g to compute.
    #[error(transparent)]
    Grundy(#[from] GrundyError),
    /// The system gives no threads.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        /// How many were wanted.
        threads: usize,
        /// What the system said.
        reason: String,
    },
    /// A method disagrees with the fastest.
    #[error("{method}: its steps of g are not those of the fastest method")]
    Differs {
        /// Which.
        method: Method,
    },
}

/// How fast a method is.
#[derive(Clone, Copy, Debug)]
pub struct Measurement {
    /// Which method.
    pub method: Method,
    /// By how many threads.
    pub threads: usize,
    /// The best of a few repetitions.
    pub time: Duration,
    /// [Events](Job::events) of the job in a second.
    pub events_per_second: f64,
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
    pub fn upto(limit: u32) -> Result<Self, TimingError> {
        let limit = Surd::from(u64::from(limit));
        let expected = Grundy::new(&Lengths::default(), &limit)?;
        Ok(Self { limit, expected })
    }

    /// What every method should find.
    #[must_use]
    pub fn expected(&self) -> &Grundy {
        &self.expected
    }

    /// How many events the job has: corners p_i + p_j, i ≥ j, below the limit.
    #[must_use]
    pub fn events(&self) -> u64 {
        self.expected.corners()
    }

    /// Does the job by one method, with the threads of the current rayon pool; outside of a pool,
    /// by this thread alone.
    ///
    /// # Errors
    /// [`TimingError::Differs`] if the method finds something else than expected.
    pub fn run(&self, method: Method) -> Result<Grundy, TimingError> {
        let found = GrundyRun::by_method(method, &Lengths::default(), &self.limit)?.finish();
        if found == self.expected { Ok(found) } else { Err(TimingError::Differs { method }) }
    }

    /// Measures some methods, in order: by one thread, and by all threads if they share the work:
    /// as many as the variable `RAYON_NUM_THREADS` says, or one for each core.
    pub fn measurements(
        &self,
        methods: impl IntoIterator<Item = Method>,
    ) -> impl Iterator<Item = Result<Measurement, TimingError>> {
        let wished = std::env::var("RAYON_NUM_THREADS").ok().and_then(|text| text.parse().ok());
        let all = wished.or_else(|| std::thread::available_parallelism().ok());
        let all = all.map_or(1, NonZeroUsize::get);
        let rows = methods.into_iter().flat_map(move |method| {
            let shared = (shares_work(method) && all > 1).then_some((method, all));
            [Some((method, 1)), shared].into_iter().flatten()
        });
        rows.map(|(method, threads)| self.measure(method, threads))
    }

    /// Does the job a few times by one method and some threads, 0 being one for each core, and
    /// returns the best time. One thread is this one.
    ///
    /// # Errors
    /// As [`Job::run`]; [`TimingError::Threads`] if the threads cannot be started.
    ///
    /// # Cost
    /// Half a second, or one run if that takes longer.
    pub fn measure(&self, method: Method, threads: usize) -> Result<Measurement, TimingError> {
        let (threads, time) = match threads {
            1 => (1, self.best_time(method)?),
            _ => {
                let pool = ThreadPoolBuilder::new().num_threads(threads).build();
                let pool =
                    pool.map_err(|error| TimingError::Threads { threads, reason: error.to_string() })?;
                (pool.current_num_threads(), pool.install(|| self.best_time(method))?)
            }
        };
        // a clock that did not move has measured less than a nanosecond
        let seconds = time.max(Duration::from_nanos(1)).as_secs_f64();
        let events_per_second = self.events() as f64 / seconds;
        Ok(Measurement { method, threads, time, events_per_second })
    }

    fn best_time(&self, method: Method) -> Result<Duration, TimingError> {
        const MOST_RUNS: usize = 20;
        const ENOUGH: Duration = Duration::from_millis(500);
        let (mut best, mut spent) = (Duration::MAX, Duration::ZERO);
        for _ in 0..MOST_RUNS {
            let start = Instant::now();
            self.run(method)?;
            let time = start.elapsed();
            best = best.min(time);
            spent += time;
            if spent > ENOUGH {
                break;
            }
        }
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_that_finds_something_else_has_no_time() {
        let mut job = Job::upto(40).unwrap();
        job.limit = Surd::from(41);
        for method in METHODS {
            let error = job.measure(method, 1).unwrap_err().to_string();
            assert_eq!(error, format!("{method}: its steps of g are not those of the fastest method"));
        }
    }
}
