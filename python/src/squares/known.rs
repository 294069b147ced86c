//! g as far as it is known: kept, extended on demand, and shared by all threads.

use std::borrow::Cow;
use std::sync::Arc;

use nimsweep::Error;
use nimsweep::games::squares::{Grundy, Lengths, Step};
use nimsweep::internal::{self, Effort, Need, Watch, part, period_limit};
use nimsweep::number::Surd;
use parking_lot::{Mutex, RwLock};

use crate::failure::Failure;
use crate::interrupt::locked;

/// A table of so many steps takes some milliseconds.
const FEW_STEPS: usize = 1 << 11;

/// The Grundy values of one set of lengths, as far as they are known.
///
/// A question within the table is answered while another thread extends it: that thread replaces
/// the table when the next one is complete.
#[derive(Debug)]
pub struct Known {
    lengths: Lengths,
    effort: Effort,
    table: RwLock<Arc<Grundy>>,
    /// Held by the thread that extends the table.
    owner: Mutex<internal::Owners>,
}

impl Known {
    /// Nothing is known yet but g(0) = 0.
    pub fn new(lengths: Lengths, effort: Effort) -> Result<Self, Error> {
        let mut owners = internal::Owners::default();
        let table = RwLock::new(Arc::clone(owners.one(&lengths, effort)?.table()));
        Ok(Self { lengths, effort, table, owner: Mutex::new(owners) })
    }

    /// The lengths of the pieces.
    pub fn lengths(&self) -> &Lengths {
        &self.lengths
    }

    /// Who computes, and how long at most.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// The table as it is now, with the period if one is proven.
    pub fn table(&self) -> Arc<Grundy> {
        Arc::clone(&self.table.read())
    }

    /// Takes over steps of g, which are checked, and goes on to the limit.
    pub fn restore(&self, limit: &Surd, steps: &[Step], watch: Watch<'_>) -> Result<(), Failure> {
        let restored = |owner: &mut internal::Known, watch: Watch<'_>| {
            owner.resume(steps, limit)?;
            owner.to(limit, watch).map(drop)
        };
        self.extend(restored, watch).map(drop)
    }

    /// The table after more of it is known.
    fn extend(
        &self,
        more: impl FnOnce(&mut internal::Known, Watch<'_>) -> Result<(), Error>,
        watch: Watch<'_>,
    ) -> Result<Arc<Grundy>, Failure> {
        let mut owners = locked(&self.owner, &mut *watch)?;
        let owner = owners.one(&self.lengths, self.effort)?;
        more(owner, watch)?;
        *self.table.write() = Arc::clone(owner.table());
        Ok(Arc::clone(owner.table()))
    }

    /// Whether a need is served by the table, or by one that may be computed in a moment.
    pub fn is_near(&self, need: &Need) -> bool {
        let table = self.table();
        // a run looks at its watch when it has swept its last windows again, which takes less time
        // than all of a table
        table.steps().len() <= FEW_STEPS
            || need.next(&table, self.effort.patience).is_ok_and(|next| next.is_none())
    }

    /// A table that serves a need, the same whatever else is known; to compute it is a share of the
    /// work that is watched.
    pub fn serving(&self, need: &Need, watch: Watch<'_>, share: f64) -> Result<Arc<Grundy>, Failure> {
        let table = self.table();
        let table = match need.next(&table, self.effort.patience)? {
            None => table,
            Some(_) => {
                let serve =
                    |owner: &mut internal::Known, watch: Watch<'_>| owner.serve(need, watch).map(drop);
                self.extend(serve, &mut part(watch, [0.0, share]))?
            }
        };
        Ok(match need.part_of(&table)? {
            Cow::Borrowed(_) => table,
            Cow::Owned(part) => Arc::new(part),
        })
    }

    /// A table that shows whether there is a period.
    pub fn with_period(&self, upto: Option<&Surd>, watch: Watch<'_>) -> Result<Arc<Grundy>, Failure> {
        let upto = upto.cloned().unwrap_or_else(|| period_limit(&self.lengths));
        self.serving(&Need::segments(&self.lengths, upto.clone(), Some(upto)), watch, 1.0)
    }
}
