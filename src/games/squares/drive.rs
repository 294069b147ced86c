//! A run to its end: by one thread while that is faster, then by several; watched, and refused if
//! it would take days.

use std::num::NonZeroUsize;
#[cfg(feature = "parallel")]
use std::sync::{Arc, OnceLock};

use super::error::{A_CENTURY, in_words, too_slow};
use super::g::Method;
use super::grundy::Grundy;
use super::grundy_run::GrundyRun;
use super::rules::Lengths;
use crate::error::{Error, ErrorKind, error};
use crate::number::{Surd, brief};
use crate::watch::{Stopped, Watch, tell, unwatched};

/// Who computes g, and how long at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// The method; all of them find the same steps.
    pub method: Method,
    /// How many threads, if that is given; never more than there are cores.
    pub threads: Option<NonZeroUsize>,
    /// How long the work may take.
    pub patience: Patience,
}

/// How long the work may take, on two cores with AVX-512: by what there is to do and not by the
/// clock, so that every machine refuses the same work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Patience {
    /// Some seconds, even in a browser.
    Seconds,
    /// At most about a day.
    #[default]
    Hours,
    /// As long as it takes.
    Days,
}

impl Patience {
    /// That of a question that may take days: where it has to come in seconds, it may not.
    #[cfg(feature = "serde")]
    pub(crate) fn of_days(self) -> Self {
        if self == Self::Hours { Self::Days } else { self }
    }
}

/// Threads that are ready to compute: one for each core, unless their number is given. More than
/// there are cores would only wait for each other.
#[cfg(feature = "parallel")]
pub(crate) fn pool(threads: Option<NonZeroUsize>) -> Result<rayon::ThreadPool, rayon::ThreadPoolBuildError> {
    let most = |threads: NonZeroUsize| {
        std::thread::available_parallelism().map_or(threads, |cores| threads.min(cores)).get()
    };
    // 0 stands for one for each core
    rayon::ThreadPoolBuilder::new().num_threads(threads.map_or(0, most)).build()
}

/// The threads of some runs: they are started when they are needed, and kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pool(#[cfg(feature = "parallel")] Arc<OnceLock<Result<rayon::ThreadPool, String>>>);

impl Pool {
    /// Does work in so many threads; in this one alone if that is asked for, or if no others can be
    /// started, or in those of the current pool.
    pub(crate) fn install<T: Send>(
        &self,
        threads: Option<NonZeroUsize>,
        work: impl FnOnce() -> T + Send,
    ) -> T {
        #[cfg(feature = "parallel")]
        if threads.is_none_or(|threads| threads.get() > 1) && rayon::current_thread_index().is_none() {
            let started = self.0.get_or_init(|| pool(threads).map_err(|error| error.to_string()));
            if let Ok(pool) = started {
                return pool.install(work);
            }
        }
        #[cfg(not(feature = "parallel"))]
        let _ = threads;
        work()
    }

    /// Why no threads could be started, if that has failed.
    #[cfg(feature = "cli")]
    pub(crate) fn refusal(&self) -> Option<&str> {
        #[cfg(feature = "parallel")]
        return self.0.get()?.as_ref().err().map(String::as_str);
        #[cfg(not(feature = "parallel"))]
        None
    }
}

/// The current thread alone, where no other one can be started.
#[cfg(feature = "cli")]
pub(crate) fn pool_of_one() -> Result<rayon::ThreadPool, rayon::ThreadPoolBuildError> {
    rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build()
}

impl Grundy {
    /// Computes g on [0, limit], by windows of corners; for lengths with a common measure by their
    /// octal game, if that is cheaper. The limit may lie in any field.
    ///
    /// # Errors
    /// [`Error`] for a negative limit, or one too large for the keys.
    ///
    /// # Cost
    /// For K steps below the limit, up to K²/2 corners of two nanoseconds each, and O(K) memory. K
    /// depends on the lengths; for {1, √2} there are 1,829 steps up to 500 and 14,861 up to 2000.
    /// With a common measure u, at most (L/u)²/4 pairs of one nanosecond each, but far fewer for
    /// most lengths, and none once a period is proven.
    /// With the feature `parallel`, large windows are shared by the threads of the current rayon
    /// pool; outside of a pool, by a pool of its own with one thread for each core, if it can be
    /// started.
    pub fn new(lengths: &Lengths, limit: &Surd) -> Result<Self, Error> {
        Self::by_method(Method::Fastest, lengths, limit)
    }

    /// As [`new`](Grundy::new), by a method that is given. All methods find the same steps.
    ///
    /// # Errors
    /// As [`Grundy::new`].
    pub fn by_method(method: Method, lengths: &Lengths, limit: &Surd) -> Result<Self, Error> {
        let mut run = GrundyRun::by_method(method, lengths, limit)?;
        let effort = Effort { method, threads: None, patience: Patience::Days };
        run.drive(effort, &Pool::default(), &mut unwatched)?;
        Ok(run.finish())
    }
}

impl GrundyRun {
    /// Computes g up to the limit: by one thread while that is faster, then by those of a pool, or
    /// by the current ones if it is called in a pool.
    ///
    /// # Errors
    /// Of the kind [`Days`](ErrorKind::Days) or [`TooLarge`](ErrorKind::TooLarge) before the work,
    /// or [`Stopped`](ErrorKind::Stopped),
    /// which leaves the run
    /// as far as it is.
    pub(crate) fn drive(&mut self, effort: Effort, pool: &Pool, watch: Watch<'_>) -> Result<(), Error> {
        let mut growth = GrowthShare::default();
        let mut told = |run: &Self| tell(watch, growth.share(run));
        told(self)?;
        self.check(effort, &mut told)?;
        self.advance_while(|run| !run.gains_from_threads(), &mut told)?;
        let is_wide = self.gains_from_threads();
        let mut rest = || self.advance_while(|_| true, &mut told);
        Ok(if is_wide { pool.install(effort.threads, rest) } else { rest() }?)
    }

    /// As [`check_work`](Self::check_work), which needs a first part of the run. For a method other
    /// than the fastest that part is swept by places, which takes a moment.
    fn check(
        &mut self,
        effort: Effort,
        told: &mut (impl FnMut(&Self) -> Result<(), Stopped> + Send),
    ) -> Result<(), Error> {
        let is_trial = |run: &Self| run.corners_to_limit().is_none();
        if effort.method == Method::Fastest || !is_trial(self) {
            self.advance_while(is_trial, told)?;
            return self.check_work(effort);
        }
        let mut by_places = Self::by_method(Method::Places, self.lengths(), self.limit())?;
        // that part is none of this run
        by_places.advance_while(is_trial, &mut |_| told(self))?;
        by_places.check_work(effort)
    }

    /// Sweeps window by window while there is one and a condition holds.
    fn advance_while(
        &mut self,
        condition: impl Fn(&Self) -> bool,
        told: &mut (impl FnMut(&Self) -> Result<(), Stopped> + Send),
    ) -> Result<(), Stopped> {
        while condition(self) && self.advance() {
            told(self)?;
        }
        Ok(())
    }

    /// Refuses a run that takes longer than the patience for it, or more than the memory, also if
    /// most of it is known: a limit is refused or not, whatever was asked for before.
    fn check_work(&self, Effort { method, patience, .. }: Effort) -> Result<(), Error> {
        /// Corners of a day on two cores with AVX-512, which took 272 s for the 1.6·10^11 up to
        /// 30,000.
        const OF_A_DAY: f64 = 5e13;
        /// Corners of some seconds by one thread, even in a browser.
        const OF_SECONDS: f64 = 1.5e9;
        /// Some gigabytes.
        const MOST_STEPS: f64 = 1e8;
        let corners = self.corners_to_limit().unwrap_or_default();
        let (work, steps) = (corners * self.times_slower(method), self.steps_of(corners).unwrap_or(0.0));
        let (limit, days) = (self.limit().clone(), work / OF_A_DAY);
        match patience {
            _ if self.progress() >= 1.0 => Ok(()),
            Patience::Seconds if work > OF_SECONDS => Err(too_slow(&limit, &self.last_step().floor().into())),
            _ if steps > MOST_STEPS => {
                let limit = brief(&limit);
                Err(error!(
                    TooLarge,
                    "g up to {limit} would have about {steps:.0e} steps, more than fit the memory; give a shorter length"
                ))
            }
            Patience::Hours if days > 1.0 => {
                let days = days.round() as u64;
                // nobody is told to wait for a century
                let kind = if days < A_CENTURY { ErrorKind::Days } else { ErrorKind::TooLarge };
                let (limit, time) = (brief(&limit), in_words(days));
                let text = format!("g up to {limit} would take {time} on two cores; give a shorter length");
                Err(Error::new(kind, text))
            }
            _ => Ok(()),
        }
    }
}

/// How the work for g grows along the line.
#[derive(Default)]
struct GrowthShare {
    /// The time up to a part of the line grows like this power of it.
    exponent: f64,
    /// The exponent was found at this part of the line.
    found_at: f64,
    /// The greatest share so far: a better exponent takes nothing back.
    greatest: f64,
}

impl GrowthShare {
    /// The share of the work that is done. How it grows is found now and then only: with a tenth
    /// of the line more, it took 3 % of all instructions of the main job.
    fn share(&mut self, run: &GrundyRun) -> f64 {
        const SELDOM: f64 = 2.0;
        let line = run.progress();
        if line > 0.0 && line >= SELDOM * self.found_at {
            (self.exponent, self.found_at) = (run.growth_of_corners(usize::MAX).1, line);
        }
        self.greatest = self.greatest.max(self.of_line(line));
        self.greatest
    }

    /// The share of the work that a part of the line is.
    fn of_line(&self, line: f64) -> f64 {
        if line > 0.0 { line.powf(self.exponent) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow::{Break, Continue};

    use num_traits::ToPrimitive;

    use super::*;

    fn run(method: Method, limit: u64) -> GrundyRun {
        GrundyRun::by_method(method, &Lengths::default(), &Surd::from(limit)).unwrap()
    }

    #[test]
    fn the_share_of_a_run_grows_from_none_to_all() {
        for method in [Method::Fastest, Method::Sort, Method::Engine] {
            let mut shares = vec![];
            let watch: Watch<'_> = &mut |done| {
                shares.push(done);
                Continue(())
            };
            run(method, 60).drive(Effort { method, ..Effort::default() }, &Pool::default(), watch).unwrap();
            assert!(shares.len() > 2 && shares.is_sorted(), "{method}: {shares:?}");
            assert!(shares[0] <= 0.0 && shares.last() == Some(&1.0), "{method}: {shares:?}");
            assert!(shares.iter().filter(|share| **share >= 1.0).count() == 1, "{method}: {shares:?}");
        }
    }

    /// The times are those of two cores; how they grow is found from a run that is much shorter.
    #[test]
    fn the_share_is_that_of_the_time_for_each_kind_of_growth() {
        for (lengths, trial, (at, seconds), (limit, whole)) in [
            ("1,sqrt2", 900, (10_000, 1.6), (25_000, 35.0)), // many corners
            ("1,sqrt2,2", 5000, (100_000, 0.6), (400_000, 7.8)), // a step for each unit
            ("17,19,23", 3000, (100_000, 0.58), (400_000, 7.5)), // an octal game
        ] {
            let (lengths, limit) = (lengths.parse().unwrap(), Surd::from(limit));
            let mut run = GrundyRun::new(&lengths, &limit).unwrap();
            let part = |at: i32| f64::from(at) / limit.to_f64().unwrap();
            while run.progress() < part(trial) && run.advance() {}
            let mut growth = GrowthShare::default();
            growth.share(&run);
            let ratio = seconds / growth.of_line(part(at)) / whole;
            assert!((0.5..2.0).contains(&ratio), "{lengths}: {ratio} times as long");
        }
    }

    #[test]
    fn a_run_that_is_stopped_anywhere_goes_on() {
        let expected = Grundy::new(&Lengths::default(), &Surd::from(40_u64)).unwrap();
        for method in [Method::Fastest, Method::Places, Method::Sort, Method::Engine] {
            for stages in 0..9 {
                let (mut run, mut left) = (run(method, 40), stages);
                let effort = Effort { method, ..Effort::default() };
                let stopped = run.drive(effort, &Pool::default(), &mut |_| {
                    left -= 1;
                    if left < 0 { Break(()) } else { Continue(()) }
                });
                assert!(stopped.is_ok() || stopped == Err(Stopped.into()), "{stopped:?}");
                assert!(
                    stages > 0 || stopped.is_err() && run.progress() <= 0.0,
                    "not before the first window"
                );
                run.drive(effort, &Pool::default(), &mut unwatched).unwrap();
                assert_eq!(run.finish(), expected, "{method} after {stages}");
            }
        }
    }

    /// By the work, and not by the clock: in a moment.
    #[test]
    fn a_run_of_days_is_refused_before_its_work() {
        for (method, time) in [
            (Method::Fastest, "about 16 weeks"),
            (Method::Places, "about 16 weeks"),
            (Method::Sort, "about 5 years"),
            (Method::Engine, "about 7 years"),
        ] {
            let effort = Effort { method, ..Effort::default() };
            let refused = run(method, 1_000_000).drive(effort, &Pool::default(), &mut unwatched).unwrap_err();
            let says = format!("g up to 1000000 would take {time} on two cores; give a shorter length");
            assert_eq!(refused.to_string(), says, "{method}");
            // also if it has steps of its own to be judged by
            let mut begun = run(method, 1_000_000);
            while begun.corners_to_limit().is_none() && begun.advance() {}
            assert_eq!(begun.drive(effort, &Pool::default(), &mut unwatched), Err(refused), "{method}");
            // it is begun if it may take as long
            let (effort, mut windows) = (Effort { patience: Patience::Days, ..effort }, 0);
            let stopped = run(method, 1_000_000).drive(effort, &Pool::default(), &mut |_| {
                windows += 1;
                if windows < 9 { Continue(()) } else { Break(()) }
            });
            assert_eq!(stopped, Err(Stopped.into()), "{method}");
        }
    }
}
