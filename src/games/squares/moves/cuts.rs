//! The line x + z = y, walked through the cells of g: where the two parts of y change their steps.

use std::iter::from_fn;

use super::super::grundy::Grundy;
use crate::lattice::{Lattice, Point};
use crate::number::Surd;
use crate::sweep::Nimber;

/// What a piece leaves of a segment, y = L − s, as far as sums of two breakpoints are compared with
/// it: by their keys.
#[derive(Clone, Copy, Debug)]
pub struct Rest {
    /// A sum is below y exactly when its key is below this one.
    below: i128,
    /// A sum is at most y exactly when its key is below this one.
    through: i128,
}

impl Rest {
    /// y = L − s for a segment of length L, of any field, and a length s of the lattice.
    pub fn of(lattice: &Lattice, segment: &Surd, length: Point) -> Self {
        // p_i + p_j ≤ L − s ⟺ key(p_i + p_j) < T(L) − key(s), as keys are additive
        let [below, through] =
            [false, true].map(|inclusive| lattice.threshold(segment, inclusive) - length.key);
        Self { below, through }
    }

    /// A y just below the key `past`, so close that no sum lies between.
    pub fn just_below(past: i128) -> Self {
        Self { below: past, through: past }
    }
}

/// A place x in [0, y] where one of the two parts changes its step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// x = p_i: the left part comes to step i.
    Breakpoint(Point),
    /// x = y − p_j: the right part leaves step j, just after x.
    Mirrored(Point),
}

/// A cut with the nimbers g(x) xor g(y − x) there and from there on.
#[derive(Clone, Copy, Debug)]
pub struct CutInterval {
    /// The place x.
    pub start: Cut,
    /// The nimber at x itself.
    pub at_start: Nimber,
    /// The nimber on the open interval from x to the next cut; none at x = y.
    pub inside: Option<Nimber>,
}

/// The cuts of [0, y] in ascending order, the first at x = 0 and the last at x = y; y ≥ 0 has to
/// be at most the limit of `grundy`.
///
/// Steps are closed on the left: x comes to step i at x = p_i itself, but y − x leaves step j
/// only just after x = y − p_j.
///
/// # Cost
/// O(1) integer operations for each of at most 2K cuts, for K steps below y.
pub fn cut_intervals(grundy: &Grundy, y: Rest) -> impl Iterator<Item = CutInterval> {
    let (starts, values) = (grundy.steps().breakpoints(), grundy.steps().values());
    // at x = 0: the left part is in step 0, the right one in the last step that begins at or below
    // y
    let mut i = 0;
    let mut j = starts.partition_point(|start| start.key < y.through).saturating_sub(1);
    let mut cut = Some(Cut::Breakpoint(Point::ORIGIN));
    from_fn(move || {
        let start = cut?;
        let at_start = values[i] ^ values[j];
        let sum = starts[i].key + starts[j].key;
        let leaves = matches!(start, Cut::Mirrored(_)) || (y.below..y.through).contains(&sum);
        if leaves {
            match j.checked_sub(1) {
                Some(before) => j = before,
                None => {
                    // the right part leaves step 0 at x = y
                    cut = None;
                    return Some(CutInterval { start, at_start, inside: None });
                }
            }
        }
        let inside = Some(values[i] ^ values[j]);
        // p_{i+1} ≤ y − p_j: the left part changes its step before the right one
        let next = starts.get(i + 1).filter(|next| next.key + starts[j].key < y.through);
        cut = Some(match next {
            Some(&next) => {
                i += 1;
                Cut::Breakpoint(next)
            }
            None => Cut::Mirrored(starts[j]),
        });
        Some(CutInterval { start, at_start, inside })
    })
}
