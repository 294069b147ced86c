//! The Grundy values of a segment as a step function of its length.
//!
//! g is constant on half-open intervals between sums of lengths. Two sweeps find it, by windows ([`growing`](super::growing))
//! and by the general engine ([`by_queue`](super::by_queue)), and write the same log.

use thiserror::Error;

use super::rules::Lengths;
use crate::games::squares::sweep::Cells;
use crate::lattice::{Lattice, LatticeError, Point};
use crate::number::Surd;
use crate::piecewise::Step;
use crate::sweep::Nimber;

/// The Grundy values g(L) of all segments of length 0 ≤ L ≤ limit.
///
/// ```
/// use nimsweep::games::squares::{Grundy, Lengths};
///
/// let grundy = Grundy::new(&Lengths::default(), &"20".parse()?)?;
/// assert_eq!(grundy.value_at(&"1/2".parse()?), Some(0)); // no piece fits
/// assert_eq!(grundy.value_at(&"1".parse()?), Some(1));
/// assert_eq!(grundy.breakpoint(1).to_string(), "1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Grundy {
    lengths: Lengths,
    lattice: Lattice,
    limit: Surd,
    steps: Step<Point, Nimber>,
    corners: u64,
}

/// The Grundy values cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GrundyError {
    /// The limit is negative.
    #[error("the length {limit} is negative; a segment has a length of at least 0")]
    Negative {
        /// The limit.
        limit: Surd,
    },
    /// Steps from which a sweep should go on are none.
    #[error("the steps to go on from are not those of g for these lengths; start anew")]
    NotSteps,
    /// The limit does not fit the keys.
    #[error(transparent)]
    Lattice(#[from] LatticeError),
}

impl Grundy {
    /// The function that a sweep has found.
    pub(super) fn of(lengths: &Lengths, lattice: Lattice, limit: &Surd, cells: Cells) -> Self {
        let corners = cells.corners_in(0..lattice.threshold(limit, false));
        let steps = Step::ascending(cells.steps());
        Self { lengths: lengths.clone(), lattice, limit: limit.clone(), steps, corners }
    }

    /// The lengths of the pieces.
    #[must_use]
    pub fn lengths(&self) -> &Lengths {
        &self.lengths
    }

    /// The lattice of all sums of lengths, which holds the breakpoints.
    #[must_use]
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// Up to where g is known.
    #[must_use]
    pub fn limit(&self) -> &Surd {
        &self.limit
    }

    /// g as a step function of lattice points.
    #[must_use]
    pub fn steps(&self) -> &Step<Point, Nimber> {
        &self.steps
    }

    /// The exact place where step number `index`, from 0, begins.
    ///
    /// # Panics
    /// Where there is no such step.
    #[must_use]
    pub fn breakpoint(&self, index: usize) -> Surd {
        self.lattice.exact(self.steps.breakpoints()[index])
    }

    /// g(L), or `None` outside of [0, limit]. L may lie in any field.
    #[must_use]
    pub fn value_at(&self, length: &Surd) -> Option<Nimber> {
        if *length > self.limit {
            return None;
        }
        self.steps.value_by(|&point| self.lattice.compare(point, length)).copied()
    }

    /// The largest value on [0, limit].
    #[must_use]
    pub fn largest_nimber(&self) -> Nimber {
        self.steps.values().iter().copied().max().unwrap_or_default()
    }

    /// How many corners p_i + p_j, i ≤ j, of breakpoints lie below the limit.
    #[must_use]
    pub fn corners(&self) -> u64 {
        self.corners
    }

    /// The steps as (start, end, value), exact, the last one ending at the limit.
    pub fn intervals(&self) -> impl ExactSizeIterator<Item = (Surd, Surd, Nimber)> {
        self.steps.intervals().map(|(&start, end, &value)| {
            let end = end.map_or_else(|| self.limit.clone(), |&end| self.lattice.exact(end));
            (self.lattice.exact(start), end, value)
        })
    }
}

impl PartialEq for Grundy {
    /// The same function on the same segment; how it was computed does not matter.
    fn eq(&self, other: &Self) -> bool {
        self.lengths == other.lengths && self.limit == other.limit && self.steps == other.steps
    }
}

/// The lattice of a run.
pub(super) fn lattice_for(lengths: &Lengths, limit: &Surd) -> Result<Lattice, GrundyError> {
    if limit.is_negative() {
        return Err(GrundyError::Negative { limit: limit.clone() });
    }
    Ok(lengths.lattice(limit)?)
}

/// The width of the windows: no more than the shortest length, so that the function is known where a window needs it, and
/// no more than the spacing of the lattice, so that a row names a point; unless that makes so many windows that to sort
/// the corners of wide ones is less work.
pub(super) fn window_width(lattice: &Lattice) -> i64 {
    const MOST_WINDOWS_FOR_A_LENGTH: i64 = 16;
    let shortest = lattice.generators().iter().map(|point| point.key).min().unwrap_or(1);
    let spacing =
        lattice.row_keys().spacing.filter(|spacing| shortest / spacing <= MOST_WINDOWS_FOR_A_LENGTH);
    spacing.map_or(shortest, |spacing| spacing.min(shortest))
}
