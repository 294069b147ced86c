//! g as far as it is known: kept, extended on demand, and shared by all threads.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use nimsweep::games::squares::{Grundy, Lengths, Position, SquaresError, Step};
use nimsweep::internal::{self, Effort, Need, Patience, Stage, period_limit};
use nimsweep::number::Surd;

use crate::failure::Failure;
use crate::interrupt::Watch;

/// The Grundy values of one set of lengths, as far as they are known.
///
/// A question within the table is answered while another thread extends it: that thread replaces
/// the table when the next one is complete.
#[derive(Debug)]
pub struct Known {
    lengths: Lengths,
    threads: Option<NonZeroUsize>,
    table: RwLock<Arc<Grundy>>,
    /// Held by the thread that extends the table.
    owner: Mutex<internal::Known>,
}

/// Is called with the share of the line that is known, and breaks the work off.
pub type Report<'a> = &'a (dyn Fn(f64) -> ControlFlow<()> + Sync);

impl Known {
    /// Nothing is known yet but g(0) = 0.
    pub fn new(lengths: Lengths, threads: Option<NonZeroUsize>) -> Result<Self, SquaresError> {
        let effort = Effort { threads, patience: Patience::Days, ..Effort::default() };
        let owner = internal::Known::new(&lengths, effort)?;
        let table = RwLock::new(Arc::clone(owner.table()));
        Ok(Self { lengths, threads, table, owner: Mutex::new(owner) })
    }

    /// The lengths of the pieces.
    pub fn lengths(&self) -> &Lengths {
        &self.lengths
    }

    /// How many threads compute, if that was given.
    pub fn threads(&self) -> Option<usize> {
        self.threads.map(NonZeroUsize::get)
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
        let table = self.table();
        if limit <= table.limit() {
            return Ok(table);
        }
        self.extend(|owner, watch| owner.to(limit, watch).map(drop), watch)
    }

    /// Takes over steps of g, which are checked, and goes on to the limit.
    pub fn restore(&self, limit: &Surd, steps: &[Step], watch: Report<'_>) -> Result<(), Failure> {
        let restored = |owner: &mut internal::Known, watch: internal::Watch<'_>| {
            owner.resume(steps, limit)?;
            owner.to(limit, watch).map(drop)
        };
        self.extend(restored, watch).map(drop)
    }

    /// The table after more of it is known.
    fn extend(
        &self,
        more: impl FnOnce(&mut internal::Known, internal::Watch<'_>) -> Result<(), SquaresError>,
        watch: Report<'_>,
    ) -> Result<Arc<Grundy>, Failure> {
        let mut owner = self.owner.lock().unwrap_or_else(PoisonError::into_inner);
        more(&mut owner, &mut |stage| match stage {
            Stage::Begun(run) | Stage::Growing(run) | Stage::Complete(run) => watch(run.progress()),
            _ => ControlFlow::Continue(()),
        })?;
        *self.table.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(owner.table());
        Ok(Arc::clone(owner.table()))
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
        let required = Need::reply(position).required();
        if required == longest {
            return self.about(&longest, watch);
        }
        if self.has_likely_period() {
            let table = self.to(&period_limit(&self.lengths).min(longest), &|done| watch.at(done))?;
            if table.period().is_some() {
                return Ok(table);
            }
        }
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
