//! What sweeps of reach report: a nimber comes into reach or leaves it.

use crate::lattice::Point;
use crate::sweep::Nimber;

/// A nimber comes into reach or leaves it.
///
/// # Order
/// By place, then by nimber: the order in which both sources report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Transition<K> {
    /// Where on the line.
    pub at: Point<K>,
    /// Which nimber.
    pub nimber: Nimber,
    /// Whether it is held from here on.
    pub held: bool,
}
