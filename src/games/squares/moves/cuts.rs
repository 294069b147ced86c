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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Surd;

    /// Many steps on both sides: in the middle of each interval, and at its start, the values are
    /// those of the two parts.
    #[test]
    fn the_values_of_both_parts_are_those_of_their_lengths() {
        let grundy = Grundy::new(&"1,sqrt2".parse().unwrap(), &"40".parse().unwrap()).unwrap();
        for y in ["40", "28+8sqrt2", "39.9", "10sqrt3", "0"] {
            let y: Surd = y.parse().unwrap();
            let values = |x: &Surd| [x.clone(), &y - x].map(|part| grundy.value_at(&part).unwrap());
            let place = |cut: Cut| match cut {
                Cut::Breakpoint(at) => grundy.lattice().exact(at),
                Cut::Mirrored(at) => &y - grundy.lattice().exact(at),
            };
            let cuts: Vec<_> = cut_intervals(&grundy, grundy.lattice().bound(&y, true)).collect();
            assert!(cuts.iter().map(|cut| place(cut.start)).is_sorted(), "{y}");
            assert_eq!(cuts.len(), 2 * grundy.up_to(&y).unwrap().steps().len(), "{y}");
            for (index, cut) in cuts.iter().enumerate() {
                let start = place(cut.start);
                let end = cuts.get(index + 1).map_or_else(|| start.clone(), |next| place(next.start));
                if start < end {
                    let middle = (&start + end) / Surd::from(2);
                    assert_eq!(cut.inside, Some(values(&middle)), "{y} at {middle}");
                }
                assert!(
                    cuts.iter().any(|other| place(other.start) == start && other.at_start == values(&start))
                );
            }
        }
    }
}
