//! W(y): the measure of the x in [0, y] that leave a lost position, as a piecewise-linear function.
//!
//! A first piece of length s on a segment of length L leaves x and y − x with y = L − s, and the opponent is lost exactly
//! when g(x) = g(y − x). So W(y) = measure { x in [0, y] : g(x) = g(y − x) } serves all lengths at once.
//!
//! # The slope law
//! Let 1_v be the indicator of g = v. Then W = Σ_v 1_v ∗ 1_v (convolution), and the derivative of 1_v has a mass of
//! \[v_i = v\] − \[v_{i−1} = v\] at each breakpoint p_i. So W'' has at p_i + p_j, over ordered pairs, the mass
//!
//! ```text
//! Σ_v ([v_i = v] − [v_{i−1} = v]) · ([v_j = v] − [v_{j−1} = v])
//!     = [v_i = v_j] + [v_{i−1} = v_{j−1}] − [v_i = v_{j−1}] − [v_{i−1} = v_j],
//! ```
//!
//! terms that do not exist counting 0. The left form says how to find them: for each value v, list where g comes to v (+1)
//! and where it leaves v (−1), and pair each list with itself. These are far fewer pairs than all corners.

use num_traits::Zero;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use itertools::Itertools;

use super::grundy::Grundy;
use crate::games::squares::sweep::pairs_of;
use crate::lattice::Point;
use crate::number::Surd;
use crate::piecewise::{Linear, LinearForm};

/// W on all y with L₀ − max(S) ≤ y ≤ L₁ − min(S), where a range [L₀, L₁] of segments needs it.
///
/// The range has to lie in [max(S), limit of `grundy`]; its ends may be of any field.
///
/// # Cost
/// O(K) for K steps of g, O(1) for each pair of jumps of one value whose sum is inside the range, and a sort of the places
/// where the slope changes there.
///
/// ```
/// use nimsweep::games::squares::{Grundy, Lengths, winning};
///
/// let grundy = Grundy::new(&Lengths::default(), &"10".parse()?)?;
/// let measure = winning::measure(&grundy, &"2".parse()?, &"10".parse()?);
/// assert_eq!(measure.evaluate(&"1".parse()?).to_string(), "1"); // every x in [0, 1] leaves two segments of value 0
/// assert_eq!(measure.evaluate(&"3".parse()?).to_string(), "1"); // x in [1, 2]
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn measure(grundy: &Grundy, from: &Surd, to: &Surd) -> Linear {
    let lattice = grundy.lattice();
    let (shortest, longest) = shortest_and_longest(grundy);
    // y + s ≤ L ⟺ key(y) < T(L) − key(s), also where L − s has no closed form
    let start = lattice.threshold(from, true) - longest.key;
    let end = lattice.threshold(to, false) - shortest.key;
    let changes = slope_changes(grundy, start..end);
    Linear::new(lattice, form_below(grundy, start), changes)
}

/// The linear form of W at y = L − s, valid from the last corner at or below y to the next one; for one length s of the
/// lattice and any L ≥ s up to the limit of `grundy`, of any field.
#[must_use]
pub fn form_at(grundy: &Grundy, segment: &Surd, length: Point) -> LinearForm {
    form_below(grundy, grundy.lattice().threshold(segment, true) - length.key)
}

fn shortest_and_longest(grundy: &Grundy) -> (Point, Point) {
    let lengths = grundy.lattice().generators();
    lengths.iter().copied().minmax().into_option().unwrap_or((Point::ORIGIN, Point::ORIGIN))
}

/// A place x in [0, y], as the linear form of y that it is: a breakpoint p_i, or y − p_j.
#[derive(Clone, Copy)]
enum Place {
    Breakpoint(Point),
    Mirrored(Point),
}

/// W just below the key `past`, by its definition: the line x + (y − x) = y is walked from x = 0 through the cells (i, j)
/// that it meets, and the stretches with v_i = v_j are added up.
fn form_below(grundy: &Grundy, past: i64) -> LinearForm {
    let lattice = grundy.lattice();
    let (points, values) = (grundy.steps().breakpoints(), grundy.steps().values());
    let mut j = points.partition_point(|point| point.key < past).saturating_sub(1);
    let mut i = 0;
    let mut place = Place::Breakpoint(Point::ORIGIN);
    let mut sum = LinearForm::default();
    let mut add = |sign: i64, place: Place| {
        let (slope, point, sign_of_point) = match place {
            Place::Breakpoint(point) => (0, point, sign),
            Place::Mirrored(point) => (sign, point, -sign),
        };
        let (a, b) = lattice.coordinates(point);
        sum += LinearForm { slope, a: sign_of_point * a, b: sign_of_point * b };
    };
    loop {
        let winning = values[i] == values[j];
        // p_{i+1} ≤ y − p_j: x leaves step i before y − x leaves step j
        let upward = points.get(i + 1).filter(|next| next.key + points[j].key < past);
        let next = upward.map_or(Place::Mirrored(points[j]), |&next| Place::Breakpoint(next));
        if winning {
            add(1, next);
            add(-1, place);
        }
        match (upward, j.checked_sub(1)) {
            (Some(_), _) => i += 1,
            (None, Some(before)) => j = before,
            (None, None) => return sum,
        }
        place = next;
    }
}

/// Where W changes its slope in a window of keys, and by how much, in ascending order.
///
/// Many pairs meet at one place, and most of them cancel; so changes are added up by place before they are put in order.
fn slope_changes(grundy: &Grundy, window: Range<i64>) -> Vec<(Point, i64)> {
    let mut changes = HashMap::<Point, i64, BuildHasherDefault<PlaceHasher>>::default();
    for Jumps { keys, jumps } in jumps_by_value(grundy) {
        for (i, run) in pairs_of(&keys, window.clone()) {
            let (first, first_sign) = jumps[i];
            for j in run {
                let (second, second_sign) = jumps[j];
                let ordered_pairs = if i == j { 1 } else { 2 };
                *changes.entry(first + second).or_default() += ordered_pairs * first_sign * second_sign;
            }
        }
    }
    let mut changes = changes.into_iter().filter(|&(_, change)| change != 0).collect_vec();
    changes.sort_unstable_by_key(|(at, _)| at.key); // the key alone names the point
    changes
}

/// Hashes a place by its key: one product, whose high half depends on all of it.
#[derive(Default)]
struct PlaceHasher(u64);

impl Hasher for PlaceHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write_i64(&mut self, key: i64) {
        let product = key.cast_unsigned().wrapping_mul(0x9e37_79b9_7f4a_7c15); // 2⁶⁴ over the golden ratio
        self.0 = product ^ (product >> 32);
    }

    fn write_i32(&mut self, _row: i32) {} // the key names the row, too

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| hash.wrapping_mul(257) ^ u64::from(byte));
    }
}

/// Where g comes to a value (+1) or leaves it (−1), in ascending order.
#[derive(Clone, Default)]
struct Jumps {
    keys: Vec<i64>,
    jumps: Vec<(Point, i64)>,
}

impl Jumps {
    fn push(&mut self, at: Point, sign: i64) {
        self.keys.push(at.key);
        self.jumps.push((at, sign));
    }
}

/// The jumps of each value from 0 to the largest.
fn jumps_by_value(grundy: &Grundy) -> Vec<Jumps> {
    let mut jumps = vec![Jumps::default(); grundy.largest_nimber() as usize + 1];
    let mut before = None;
    for (&at, _, &value) in grundy.steps().intervals() {
        if let Some(before) = before.replace(value as usize) {
            jumps[before].push(at, -1);
        }
        jumps[value as usize].push(at, 1);
    }
    jumps
}

/// The exact W(y) by its definition, for tests and single questions: y in the field of the lengths, y ≤ limit.
///
/// # Panics
/// Where y lies in another quadratic field than the lengths.
///
/// # Cost
/// O(K) for K steps below y.
#[must_use]
pub fn at(grundy: &Grundy, y: &Surd) -> Surd {
    if y.sign() != Ordering::Greater {
        return Surd::zero();
    }
    form_below(grundy, grundy.lattice().threshold(y, true)).evaluate(grundy.lattice(), y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::squares::Lengths;

    /// The slope law, against the walk through the cells at places between, at and beside the knots.
    #[test]
    fn slope_law_agrees_with_the_walk() {
        for lengths in ["1,sqrt2", "1", "1,3/2", "3,1+sqrt2", "1,(1+sqrt5)/2"] {
            let lengths: Lengths = lengths.parse().unwrap();
            let to: Surd = "30".parse().unwrap();
            let grundy = Grundy::new(&lengths, &to).unwrap();
            let measure = measure(&grundy, &"8".parse().unwrap(), &to);
            let knots: Vec<Surd> = measure.knots().iter().map(|&p| grundy.lattice().exact(p)).collect();
            assert!(knots.len() > 5, "{} knots for {lengths}", knots.len());
            for (a, b) in knots.iter().tuple_windows() {
                let between = (a + b) / Surd::from(2);
                assert_eq!(measure.evaluate(a), at(&grundy, a), "W({a}) for {lengths}");
                assert_eq!(measure.evaluate(&between), at(&grundy, &between), "W({between}) for {lengths}");
            }
        }
    }

    /// With one length and one place there is no window at all: it would end before it begins.
    #[test]
    fn a_range_of_one_place_is_enough() {
        let place: Surd = "10".parse().unwrap();
        let grundy = Grundy::new(&"1".parse().unwrap(), &place).unwrap();
        let y: Surd = "9".parse().unwrap();
        assert_eq!(measure(&grundy, &place, &place).evaluate(&y), at(&grundy, &y));
    }
}
