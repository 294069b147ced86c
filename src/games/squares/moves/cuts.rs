//! The line x + z = y, walked through the cells of g: where the two parts of y change their steps.

use std::iter::from_fn;

use super::super::grundy::Grundy;
use crate::lattice::{Point, UpperBound};
use crate::sweep::Nimber;

/// A place x in [0, y] where one of the two parts changes its step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// x = p_i: the left part comes to step i.
    Breakpoint(Point),
    /// x = y − p_j: the right part leaves step j, just after x.
    Mirrored(Point),
}

/// A cut with the values g(x) and g(y − x) of the two parts there and from there on.
#[derive(Clone, Copy, Debug)]
pub struct CutInterval {
    /// The place x.
    pub start: Cut,
    /// The values at x itself.
    pub at_start: [Nimber; 2],
    /// The values on the open interval from x to the next cut; none at x = y.
    pub inside: Option<[Nimber; 2]>,
}

/// The nimber of two parts with these values.
pub fn xor([left, right]: [Nimber; 2]) -> Nimber {
    left ^ right
}

/// The cuts of [0, y] in ascending order, the first at x = 0 and the last at x = y, for a y ≥ 0 up
/// to the limit of `grundy`, which is the bound: the sums of two breakpoints up to it are admitted.
///
/// Steps are closed on the left: x comes to step i at x = p_i itself, but y − x leaves step j
/// only just after x = y − p_j. If p_i = y − p_j, two cuts are at one place, and the empty interval
/// between them has the values of the place.
///
/// # Cost
/// O(1) integer operations for each of at most 2K cuts, for K steps below y, and an exact
/// comparison for each sum of two breakpoints whose key is in doubt: for none if y is a point.
pub fn cut_intervals<'t>(
    grundy: &'t Grundy,
    y: UpperBound<'t>,
) -> impl Iterator<Item = CutInterval> + use<'t> {
    let (starts, values) = (grundy.steps().breakpoints(), grundy.steps().values());
    // at x = 0: the left part is in step 0, the right one in the last step that begins at or below
    // y
    let mut i = 0;
    let mut j = starts.partition_point(|&start| y.admits(start)).saturating_sub(1);
    let mut cut = Some(Cut::Breakpoint(Point::ORIGIN));
    from_fn(move || {
        let start = cut?;
        let at_start = [values[i], values[j]];
        if matches!(start, Cut::Mirrored(_)) {
            match j.checked_sub(1) {
                Some(before) => j = before,
                None => {
                    // the right part leaves step 0 at x = y
                    cut = None;
                    return Some(CutInterval { start, at_start, inside: None });
                }
            }
        }
        let inside = Some([values[i], values[j]]);
        // p_{i+1} ≤ y − p_j: the left part changes its step before the right one
        let next = starts.get(i + 1).filter(|&&next| y.admits(next + starts[j]));
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
