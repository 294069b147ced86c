//! The job that every method does, and how long each method takes.

use std::fmt;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use rayon::ThreadPoolBuilder;
use thiserror::Error;

use super::line::Line;
use super::merge::{self, Heap, Tree};
use super::sort;
use crate::games::squares::{Grundy, GrundyError, GrundyRun, Lengths};
use crate::lattice::Key;
use crate::number::Surd;
use crate::sweep::Nimber;

/// A way to find g.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// [`GrundyRun::by_windows`]: corners window by window, counted by rows.
    Windows,
    /// [`GrundyRun::by_words`]: the same windows, in which each cell sets its places at once.
    Words,
    /// [`GrundyRun::by_presence`]: the same, and most cells are only looked at.
    Presence,
    /// [`GrundyRun::new`]: what answers use, the fastest of these.
    Fastest,
    /// [`Grundy::by_event_engine`]: the general engine.
    Engine,
    /// A `BinaryHeap` of pending corners.
    Heap,
    /// A `BTreeMap` of pending corners.
    Tree,
    /// The corners of a window collected and sorted.
    Sort,
}

impl Method {
    /// All of them, the crate's own first.
    pub const ALL: [Self; 8] = [
        Self::Windows,
        Self::Words,
        Self::Presence,
        Self::Fastest,
        Self::Engine,
        Self::Heap,
        Self::Tree,
        Self::Sort,
    ];

    /// Whether several threads share the work; all other methods use one.
    #[must_use]
    pub fn shares_work(self) -> bool {
        matches!(self, Self::Windows | Self::Presence | Self::Fastest)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Windows => "corner windows",
            Self::Words => "words",
            Self::Presence => "presence",
            Self::Fastest => "fastest",
            Self::Engine => "general engine",
            Self::Heap => "BinaryHeap",
            Self::Tree => "BTreeMap",
            Self::Sort => "collect and sort",
        })
    }
}

/// A method has no time.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TimingError {
    /// There is no g to compute.
    #[error(transparent)]
    Grundy(#[from] GrundyError),
    /// The keys are longer than those of the ordinary methods.
    #[error("{method}: this method has keys of 64 bits only; take smaller numbers")]
    Keys {
        /// Which.
        method: Method,
    },
    /// The system gives no threads.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        /// How many were wanted.
        threads: usize,
        /// What the system said.
        reason: String,
    },
    /// A method disagrees with the windows.
    #[error("{method}: its steps of g are not those of the corner windows")]
    Differs {
        /// Which.
        method: Method,
    },
}

/// The steps of g as keys and values, and how many corners below the limit were taken to find them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Where each step begins, and its value.
    pub steps: Vec<(i128, Nimber)>,
    /// The corners p_i + p_j, i ≥ j, below the limit.
    pub corners: u64,
}

impl From<Grundy> for Found {
    fn from(grundy: Grundy) -> Self {
        let starts = grundy.steps().breakpoints().iter().map(|point| point.key);
        let steps = starts.zip(grundy.steps().values().iter().copied()).collect();
        Self { steps, corners: grundy.corners() }
    }
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

/// The job: g for some lengths on [0, limit].
#[derive(Clone, Debug)]
pub struct Job {
    lengths: Lengths,
    limit: Surd,
    expected: Found,
}

impl Job {
    /// The job, with what it should find as the corner windows find it.
    ///
    /// # Errors
    /// As [`Grundy::new`].
    ///
    /// # Cost
    /// As [`Grundy::new`].
    pub fn new(lengths: Lengths, limit: Surd) -> Result<Self, GrundyError> {
        let expected = GrundyRun::by_windows(&lengths, &limit)?.finish().into();
        Ok(Self { lengths, limit, expected })
    }

    /// The job for the lengths 1 and √2, up to a whole number.
    ///
    /// There all methods take the same corners: those below the limit. For other lengths the
    /// windows may omit some below the limit that change g only beyond it.
    ///
    /// # Errors
    /// As [`Grundy::new`].
    pub fn upto(limit: u32) -> Result<Self, TimingError> {
        Ok(Self::new(Lengths::default(), Surd::from(i64::from(limit)))?)
    }

    /// What every method should find.
    #[must_use]
    pub fn expected(&self) -> &Found {
        &self.expected
    }

    /// How many events the job has: corners p_i + p_j, i ≥ j, below the limit.
    #[must_use]
    pub fn events(&self) -> u64 {
        self.expected.corners
    }

    /// Does the job by one method, with the threads of the current rayon pool; outside of a pool,
    /// by this thread alone.
    ///
    /// # Errors
    /// [`TimingError::Differs`] if the method finds something else than expected, and
    /// [`TimingError::Keys`] if it is none of this crate's own and the keys need more than 64 bits.
    pub fn run(&self, method: Method) -> Result<Found, TimingError> {
        let found = match method {
            Method::Windows => GrundyRun::by_windows(&self.lengths, &self.limit)?.finish().into(),
            Method::Words => GrundyRun::by_words(&self.lengths, &self.limit)?.finish().into(),
            Method::Fastest => GrundyRun::new(&self.lengths, &self.limit)?.finish().into(),
            Method::Presence => GrundyRun::by_presence(&self.lengths, &self.limit)?.finish().into(),
            Method::Engine => Grundy::by_event_engine(&self.lengths, &self.limit)?.into(),
            Method::Heap => self.ordinary(method, merge::sweep::<Heap>)?,
            Method::Tree => self.ordinary(method, merge::sweep::<Tree>)?,
            Method::Sort => self.ordinary(method, sort::sweep)?,
        };
        if found == self.expected { Ok(found) } else { Err(TimingError::Differs { method }) }
    }

    fn ordinary(&self, method: Method, sweep: impl FnOnce(&mut Line)) -> Result<Found, TimingError> {
        let lattice = self.lengths.lattice(&self.limit).map_err(GrundyError::from)?;
        if !lattice.scale().is_narrow() {
            return Err(TimingError::Keys { method });
        }
        let ends = [true, false].map(|inclusive| i64::nearest(lattice.threshold(&self.limit, inclusive)));
        let mut line = Line::new(&lattice, ends[0], ends[1]);
        sweep(&mut line);
        let (steps, corners) = line.finish();
        let steps = steps.into_iter().map(|(start, value)| (start.into(), value)).collect();
        Ok(Found { steps, corners })
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
            let shared = (method.shares_work() && all > 1).then_some((method, all));
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
    fn every_method_finds_the_same_steps_from_the_same_corners() {
        for (lengths, limit) in [
            ("1,sqrt2", "1"),
            ("1,sqrt2", "150"),
            ("1,sqrt2", "61/2+sqrt2"),
            ("1", "40"),
            ("1,sqrt3", "40"),
            ("1,3/2", "60"),
            ("1,sqrt2,2", "30"),
            ("3,1+sqrt2", "90"),
            ("100+sqrt2,101+3sqrt2", "3000"),
        ] {
            let job = Job::new(lengths.parse().unwrap(), limit.parse().unwrap()).unwrap();
            for method in Method::ALL {
                assert_eq!(job.run(method).unwrap(), *job.expected(), "{method} for {lengths} upto {limit}");
            }
        }
    }

    #[test]
    fn methods_of_64_bits_refuse_longer_keys() {
        let job = Job::new("1,999999*sqrt2/10^6,1000001*sqrt2/10^6".parse().unwrap(), "9".parse().unwrap())
            .unwrap();
        for method in Method::ALL {
            let is_own = Method::ALL[..5].contains(&method);
            let refused = matches!(job.run(method), Err(TimingError::Keys { .. }));
            assert_eq!(refused, !is_own, "{method}");
        }
    }

    #[test]
    fn a_method_that_finds_something_else_has_no_time() {
        let mut job = Job::upto(40).unwrap();
        job.expected.corners += 1;
        for method in Method::ALL {
            let error = job.measure(method, 1).unwrap_err().to_string();
            assert_eq!(error, format!("{method}: its steps of g are not those of the corner windows"));
        }
    }
}
