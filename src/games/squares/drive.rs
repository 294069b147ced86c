//! A run to its end: by one thread while that is faster, then by several; watched, and refused if
//! it would take days.

use std::error::Error;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use super::error::SquaresError;
use super::g::Method;
use super::grundy::Grundy;
use super::grundy_run::GrundyRun;
use super::rules::Lengths;
use crate::number::Surd;

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

/// How far the work is.
#[derive(Clone, Copy, Debug)]
pub enum Stage<'a> {
    /// A run begins.
    Begun(&'a GrundyRun),
    /// It has swept a window.
    Growing(&'a GrundyRun),
    /// It has reached its limit.
    Complete(&'a GrundyRun),
    /// No threads can be started, so that one computes.
    Alone(&'a dyn Error),
    /// g is complete, and this part of a search in it is done, from 0 to 1.
    Search(f64),
}

/// Is told how far the work is, and may end it.
pub type Watch<'a> = &'a mut (dyn FnMut(Stage<'_>) -> ControlFlow<()> + Send);

/// Nobody watches.
pub fn unwatched(_: Stage<'_>) -> ControlFlow<()> {
    ControlFlow::Continue(())
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
    /// [`SquaresError`] for a negative limit, or one too large for the keys.
    ///
    /// # Cost
    /// For K steps below the limit, up to K²/2 corners of two nanoseconds each, and O(K) memory. K
    /// depends on the lengths; for {1, √2} there are 1,829 steps up to 500 and 14,861 up to 2000.
    /// With a common measure u, at most (L/u)²/4 pairs of one nanosecond each, but far fewer for
    /// most lengths, and none once a period is proven.
    /// With the feature `parallel`, large windows are shared by the threads of the current rayon
    /// pool; outside of a pool, by a pool of its own with one thread for each core, if it can be
    /// started.
    pub fn new(lengths: &Lengths, limit: &Surd) -> Result<Self, SquaresError> {
        Self::by_method(Method::Fastest, lengths, limit)
    }

    /// As [`new`](Grundy::new), by a method that is given. All methods find the same steps.
    ///
    /// # Errors
    /// As [`Grundy::new`].
    pub fn by_method(method: Method, lengths: &Lengths, limit: &Surd) -> Result<Self, SquaresError> {
        let mut run = GrundyRun::by_method(method, lengths, limit)?;
        let effort = Effort { method, threads: None, patience: Patience::Days };
        run.drive(effort, &mut unwatched)?;
        Ok(run.finish())
    }
}

impl GrundyRun {
    /// Computes g up to the limit: by one thread while that is faster, then by a pool of its own,
    /// or by the current one if it is called in one.
    ///
    /// # Errors
    /// [`SquaresError::Days`] before the work, and [`SquaresError::Stopped`], which leaves the run
    /// as far as it is.
    pub(crate) fn drive(&mut self, effort: Effort, watch: Watch<'_>) -> Result<(), SquaresError> {
        told(watch, Stage::Begun(self))?;
        if effort.patience != Patience::Days {
            self.advance_while(|run| run.corners_to_limit().is_none(), watch)?;
            self.check_work(effort)?;
        }
        self.advance_while(|run| !run.gains_from_threads(), watch)?;
        #[cfg(feature = "parallel")]
        self.advance_by(effort.threads, watch)?;
        self.advance_while(|_| true, watch)?;
        told(watch, Stage::Complete(self))
    }

    /// Computes the rest by threads, if there are some.
    #[cfg(feature = "parallel")]
    fn advance_by(&mut self, threads: Option<NonZeroUsize>, watch: Watch<'_>) -> Result<(), SquaresError> {
        let is_alone = threads.is_some_and(|threads| threads.get() == 1);
        if !self.gains_from_threads() || is_alone || rayon::current_thread_index().is_some() {
            return Ok(());
        }
        match pool(threads) {
            Ok(pool) => pool.install(|| self.advance_while(|_| true, watch)),
            Err(error) => told(watch, Stage::Alone(&error)),
        }
    }

    /// Sweeps window by window while there is one and a condition holds.
    fn advance_while(
        &mut self,
        condition: impl Fn(&Self) -> bool,
        watch: Watch<'_>,
    ) -> Result<(), SquaresError> {
        while condition(self) && self.advance() {
            told(watch, Stage::Growing(self))?;
        }
        Ok(())
    }

    /// Refuses a run of days, or of more than seconds, also if most of it is known: a limit is
    /// refused or not, whatever was asked for before.
    fn check_work(&self, Effort { method, patience, .. }: Effort) -> Result<(), SquaresError> {
        /// Corners of a day on two cores with AVX-512, which took 272 s for the 1.6·10^11 up to
        /// 30,000.
        const OF_A_DAY: f64 = 5e13;
        /// Corners of some seconds by one thread, even in a browser.
        const OF_SECONDS: f64 = 1.5e9;
        let work = self.corners_to_limit().unwrap_or_default() * self.times_slower(method);
        let (limit, days) = (self.limit().clone(), work / OF_A_DAY);
        match patience {
            _ if self.progress() >= 1.0 => Ok(()),
            Patience::Seconds if work > OF_SECONDS => Err(SquaresError::TooSlow {
                limit: limit.into(),
                most: Surd::from(self.last_step().floor()).into(),
            }),
            _ if days > 1.0 => Err(SquaresError::Days { limit, days: days.round() as u64 }),
            _ => Ok(()),
        }
    }
}

fn told(watch: Watch<'_>, stage: Stage<'_>) -> Result<(), SquaresError> {
    if watch(stage).is_break() { Err(SquaresError::Stopped) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow::{Break, Continue};

    use super::*;

    fn run(method: Method, limit: u64) -> GrundyRun {
        GrundyRun::by_method(method, &Lengths::default(), &Surd::from(limit)).unwrap()
    }

    #[test]
    fn a_run_begins_grows_and_is_complete() {
        let (mut run, mut stages) = (run(Method::Fastest, 60), String::new());
        let watch: Watch<'_> = &mut |stage| {
            stages.push(match stage {
                Stage::Begun(_) => 'b',
                Stage::Growing(_) => 'g',
                Stage::Complete(_) => 'c',
                Stage::Alone(_) | Stage::Search(_) => '?',
            });
            Continue(())
        };
        run.drive(Effort::default(), watch).unwrap();
        let growing = stages.strip_prefix('b').and_then(|rest| rest.strip_suffix('c')).unwrap();
        assert!(!growing.is_empty() && growing.bytes().all(|stage| stage == b'g'), "{stages}");
    }

    #[test]
    fn a_run_that_is_stopped_anywhere_goes_on() {
        let expected = Grundy::new(&Lengths::default(), &Surd::from(40_u64)).unwrap();
        for method in [Method::Fastest, Method::Places, Method::Sort, Method::Engine] {
            for stages in 0..9 {
                let (mut run, mut left) = (run(method, 40), stages);
                let effort = Effort { method, ..Effort::default() };
                let stopped = run.drive(effort, &mut |_| {
                    left -= 1;
                    if left < 0 { Break(()) } else { Continue(()) }
                });
                assert!(matches!(stopped, Ok(()) | Err(SquaresError::Stopped)), "{stopped:?}");
                assert!(
                    stages > 0 || stopped.is_err() && run.progress() <= 0.0,
                    "not before the first window"
                );
                run.drive(effort, &mut unwatched).unwrap();
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
            let refused = run(method, 1_000_000).drive(effort, &mut unwatched).unwrap_err();
            let says = format!("g up to 1000000 would take {time} on two cores; give a shorter length");
            assert_eq!(refused.to_string(), says, "{method}");
            // it is begun if it may take as long
            let (effort, mut windows) = (Effort { patience: Patience::Days, ..effort }, 0);
            let stopped = run(method, 1_000_000).drive(effort, &mut |_| {
                windows += 1;
                if windows < 9 { Continue(()) } else { Break(()) }
            });
            assert_eq!(stopped, Err(SquaresError::Stopped), "{method}");
        }
    }
}
