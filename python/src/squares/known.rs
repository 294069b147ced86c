//! g as far as it is known: kept, extended on demand, and shared by all threads.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::thread::available_parallelism;

use nimsweep::games::squares::{Grundy, GrundyRun, Lengths, Method, Position, SquaresError, Step};
use nimsweep::internal::{period_limit, required_by_reply};
use nimsweep::number::Surd;
use rayon::ThreadPoolBuilder;

use crate::failure::Failure;
use crate::interrupt::Watch;

/// The Grundy values of one set of lengths, as far as they are known.
///
/// A question within the table is answered while another thread extends it: that thread replaces
/// the table when the next one is complete.
#[derive(Debug)]
pub struct Known {
    lengths: Lengths,
    /// At most this many, and no more than one for each core.
    threads: Option<usize>,
    table: RwLock<Arc<Grundy>>,
    /// Held by the thread that extends the table.
    stopped: Mutex<Option<Stopped>>,
}

/// Is called with the share of the line that is known, and breaks the work off.
pub type Report<'a> = &'a (dyn Fn(f64) -> ControlFlow<()> + Sync);

/// A run that was stopped before it reached its limit.
#[derive(Debug)]
struct Stopped {
    run: GrundyRun,
    limit: Surd,
}

impl Known {
    /// Nothing is known yet but g(0) = 0.
    pub fn new(lengths: Lengths, threads: Option<usize>) -> Result<Self, SquaresError> {
        let table = RwLock::new(Arc::new(Grundy::new(&lengths, &Surd::from(0))?));
        Ok(Self { lengths, threads, table, stopped: Mutex::new(None) })
    }

    /// The lengths of the pieces.
    pub fn lengths(&self) -> &Lengths {
        &self.lengths
    }

    /// How many threads compute, if that was given.
    pub fn threads(&self) -> Option<usize> {
        self.threads
    }

    /// The table as it is now, with the period if one is proven.
    pub fn table(&self) -> Arc<Grundy> {
        // a thread that panicked has not changed it: it is replaced as a whole
        Arc::clone(&self.table.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The table as it is now, if it answers for segments of this length.
    pub fn answering(&self, length: &Surd) -> Option<Arc<Grundy>> {
        Some(self.table()).filter(|table| length <= table.limit() || table.period().is_some())
    }

    /// A table that goes to `limit` or further, extended if necessary.
    pub fn to(&self, limit: &Surd, watch: Report<'_>) -> Result<Arc<Grundy>, Failure> {
        let reaches = || Some(self.table()).filter(|table| limit <= table.limit());
        if let Some(table) = reaches() {
            return Ok(table);
        }
        let mut stopped = self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
        // another thread may have come that far meanwhile
        reaches().map_or_else(|| self.grow(&mut stopped, limit, watch), Ok)
    }

    /// Takes over steps of g, which are checked, and goes on to the limit.
    pub fn restore(&self, limit: &Surd, steps: &[Step], watch: Report<'_>) -> Result<(), Failure> {
        let mut run = GrundyRun::resume(Method::Fastest, &self.lengths, limit, steps)?;
        if self.advance(&mut run, watch).is_break() {
            return Err(Failure::Stopped);
        }
        *self.table.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(run.finish().with_period());
        Ok(())
    }

    fn grow(
        &self,
        stopped: &mut MutexGuard<'_, Option<Stopped>>,
        limit: &Surd,
        watch: Report<'_>,
    ) -> Result<Arc<Grundy>, Failure> {
        let mut run = self.next_run(stopped, limit)?;
        if self.advance(&mut run, watch).is_break() {
            // of two runs that were stopped, the one that went further is kept
            let is_further = |other: &Stopped| other.run.last_step() >= run.last_step();
            if !stopped.as_ref().is_some_and(is_further) {
                **stopped = Some(Stopped { run, limit: limit.clone() });
            }
            return Err(Failure::Stopped);
        }
        let table = Arc::new(run.finish().with_period());
        *self.table.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&table);
        // the stopped run is of use only if it goes further
        if stopped.as_ref().is_some_and(|other| other.run.last_step() <= *limit) {
            **stopped = None;
        }
        Ok(table)
    }

    /// The run to a limit, from the most that is known.
    fn next_run(
        &self,
        stopped: &mut MutexGuard<'_, Option<Stopped>>,
        limit: &Surd,
    ) -> Result<GrundyRun, Failure> {
        if let Some(Stopped { run, .. }) = stopped.take_if(|stopped| stopped.limit == *limit) {
            return Ok(run);
        }
        let table = self.table();
        let further = stopped.as_ref().filter(|stopped| stopped.run.last_step() > *table.limit());
        Ok(match further {
            Some(Stopped { run, .. }) => run.continued_to(Method::Fastest, limit)?,
            None => table.continued_to(Method::Fastest, limit)?,
        })
    }

    /// Computes g to the end of the run, by several threads as soon as that is faster.
    fn advance(&self, run: &mut GrundyRun, watch: Report<'_>) -> ControlFlow<()> {
        watch(run.progress())?;
        sweep(run, |run| !run.gains_from_threads(), watch)?;
        if run.gains_from_threads() && self.threads != Some(1) {
            // more threads than cores would only wait for each other
            let most =
                |threads: usize| available_parallelism().map_or(threads, |cores| threads.min(cores.into()));
            // 0 stands for one thread for each core; without a pool one thread gives the same
            if let Ok(pool) = ThreadPoolBuilder::new().num_threads(self.threads.map_or(0, most)).build() {
                pool.install(|| sweep(run, |_| true, watch))?;
            }
        }
        sweep(run, |_| true, watch)
    }

    /// A table that answers for segments of this length, perhaps by a period.
    ///
    /// For lengths with a common measure, and for subtraction games, a period is looked for first,
    /// because it answers for all segments; for others the table has to go as far as the segment.
    pub fn about(&self, length: &Surd, watch: &Watch) -> Result<Arc<Grundy>, Failure> {
        let report = |done| watch.at(done);
        if let Some(table) = self.answering(length) {
            return Ok(table);
        }
        let searched = period_limit(&self.lengths);
        if self.has_likely_period() && searched < *length {
            let table = self.to(&searched, &report)?;
            if table.period().is_some() {
                return Ok(table);
            }
        }
        self.to(length, &report)
    }

    /// A table for a reply, which goes as far as that needs, or has a period; it knows nothing if a
    /// pairing move wins that needs no value. What else is known does not count, so that the answer
    /// is always the same.
    pub fn for_reply(&self, position: &Position, watch: &Watch) -> Result<Arc<Grundy>, Failure> {
        let longest = position.longest().cloned().unwrap_or_default();
        let required = required_by_reply(position);
        if required.as_ref() == Some(&longest) {
            return self.about(&longest, watch);
        }
        if self.has_likely_period() {
            let table = self.to(&period_limit(&self.lengths).min(longest), &|done| watch.at(done))?;
            if table.period().is_some() {
                return Ok(table);
            }
        }
        let required = required.unwrap_or_default();
        Ok(Arc::new(self.about(&required, watch)?.up_to(&required)?))
    }

    /// Lengths with a common measure, and subtraction games.
    fn has_likely_period(&self) -> bool {
        self.lengths.common_measure().is_some() || self.lengths.all_at_an_end()
    }

    /// A table whose period is proven, if that shows in the steps up to a limit.
    pub fn with_period(&self, upto: Option<&Surd>, watch: &Watch) -> Result<Option<Arc<Grundy>>, Failure> {
        let searched = period_limit(&self.lengths);
        let last = upto.unwrap_or(&searched);
        // a short search is enough for most
        for limit in [last.min(&searched), last] {
            if self.table().period().is_none() {
                self.to(limit, &|done| watch.at(done))?;
            }
        }
        Ok(Some(self.table()).filter(|table| table.period().is_some()))
    }
}

/// Sweeps window by window as long as there is one and it is wanted.
fn sweep(run: &mut GrundyRun, wanted: impl Fn(&GrundyRun) -> bool, watch: Report<'_>) -> ControlFlow<()> {
    while wanted(run) && run.advance() {
        watch(run.progress())?;
    }
    ControlFlow::Continue(())
}
