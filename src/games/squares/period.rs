//! The period theorem: a period of g that is seen for long enough holds forever.
//!
//! # The period theorem
//! Let M be the longest length. If g(L + p) = g(L) for N ≤ L < 2N + p + M, then for all L ≥ N.
//!
//! *Proof* by induction on L; that is well-founded, as options are shorter by at least the shortest
//! length. Let L ≥ 2N + p + M, and let g(y + p) = g(y) for all y with N ≤ y < L.
//! - A move on L + p leaves parts x ≤ z with x + z = L + p − s ≥ 2N + 2p. So z − p ≥ N and
//!   z − p < L, hence g(z) = g(z − p), and the move on L that leaves x and z − p has the same
//!   value.
//! - A move on L leaves parts x ≤ z with x + z = L − s ≥ 2N + p. So N ≤ z < L, hence
//!   g(z + p) = g(z), and the move on L + p that leaves x and z + p has the same value.
//!
//! So both have options of the same values, and the same mex. ∎
//!
//! A piece of the digit 3 leaves the parts 0 and z only, and z is one of those above: the proof
//! holds for any digits. If all digits are 3, less has to be seen: let g(L + p) = g(L) for N ≤ L <
//! N + M. Then for all L ≥ N, by induction: for L ≥ N + M the options of L + p are the g(L + p −
//! s), and g(L + p − s) = g(L − s) as N ≤ L − s < L. ∎
//!
//! The lengths may be any positive numbers. For octal games it is the theorem of Guy and Smith,
//! *The G-values of various games*, Proc. Cambridge Philos. Soc. 52 (1956).
//!
//! # The least period
//! Of all distances from the last step that is known to an earlier one, [`Period::of`] takes the
//! least that the theorem proves to be a period p, from N on. No period is smaller.
//!
//! *Proof.* Let p' < p be a period of g, from anywhere on. It is one from N on: for L ≥ N and some
//! k that is large enough, g(L + p') = g(L + kp + p') = g(L + kp) = g(L). As g(L) ≠ g(L − s) for
//! each length s ≤ L, because a piece at the end of the segment leaves the value g(L − s), g has a
//! breakpoint b > N; then all b + kp' > N with whole k are breakpoints. What is known reaches to
//! limit ≥ 2N + 2p + M, so that the last step begins above limit − p' > N + p'; if all digits are 3
//! only to limit ≥ N + p + M, but then let p' be the least period of all, of which p is a multiple,
//! so that limit − p' ≥ N + p' + M. A step of the same
//! value begins p' before it, and its end plus p' is a breakpoint, which lies beyond the limit.
//! From there back to N the steps agree with those p' further on. So p' is one of the distances, it
//! was seen from some N' ≤ N on, and 2N' + 2p' + M < 2N + 2p + M ≤ limit, or without the factors
//! 2 if all digits are 3: the theorem proves it.
//! But p is the least distance of that kind. ∎

use num_bigint::BigInt;
use num_traits::Zero;

use super::super::octal::common_prefixes;
use super::rules::Lengths;
use crate::lattice::{Lattice, Point};
use crate::number::Surd;
use crate::piecewise::StepFunction;
use crate::sweep::Nimber;

/// A proven period: g(L + `length`) = g(L) for all L ≥ `from`, and for no smaller length.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    /// p, the least period.
    pub length: Surd,
    /// N, the least number from which on g has this period.
    pub from: Surd,
    /// That g(L + p) = g(L) up to here was seen, and the theorem gives the rest: 2N + p + M, or N +
    /// M if all digits are 3.
    pub seen_to: Surd,
}

impl Period {
    /// That of a theorem, which holds from 0 on.
    pub(super) fn of_theorem(length: Surd, lengths: &Lengths) -> Self {
        Self { length, from: Surd::zero(), seen_to: lengths.longest().clone() }
    }

    /// The least period that the steps of g on [0, limit] prove, if there is one.
    ///
    /// # Cost
    /// O(K) for K steps.
    pub(super) fn of(
        lattice: &Lattice,
        steps: &StepFunction<Point, Nimber>,
        limit: &Surd,
        lengths: &Lengths,
    ) -> Option<Self> {
        let is_subtraction = lengths.all_at_an_end();
        let (starts, values) = (steps.breakpoints(), steps.values());
        // all steps but the last, which has no end, from right to left: value and width
        let widths = starts.windows(2).map(|pair| pair[1].key - pair[0].key);
        let reversed: Vec<(Nimber, i128)> = values.iter().copied().zip(widths).rev().collect();
        let (last, end) = (starts.len() - 1, lattice.bound(limit, true).keys_in_doubt());
        // sums of several points may lie outside the box in which keys are proven. A point has a
        // row of at most half a side, and a key is off by at most half its row; so with six points
        // and the bound itself, the order is certain from this distance on
        let doubt = 3 * lattice.scale().doubt() + 2;
        let common = common_prefixes(reversed.len(), reversed.len(), |a, b| reversed[a] == reversed[b]);
        (1..=last).find_map(|steps| {
            // the last step against the one that many steps before it, which must not end before it
            let before = last - steps;
            let length = starts[last] - starts[before];
            let end_before = starts[before + 1];
            if values[before] != values[last] || end_before.key + length.key < end.start - doubt {
                return None;
            }
            let first = before - common.get(steps).map_or(0, |&common| common as usize);
            let (start, less) = match first.checked_sub(1) {
                // the part of the next step to the left that is still equal
                Some(left) if values[left] == values[left + steps] => {
                    let widths = [left, left + steps].map(|step| starts[step + 1] - starts[step]);
                    (starts[first], widths[0].min(widths[1]))
                }
                _ => (starts[first], Point::ORIGIN),
            };
            // most fail by far
            let factor = if is_subtraction { 1 } else { 2 };
            if factor * (start.key - less.key + length.key) > end.end + doubt {
                return None;
            }
            // a difference of two points has coordinates, one of three perhaps not
            let (from, length) = (lattice.exact(start) - lattice.exact(less), lattice.exact(length));
            let ends_before = lattice.exact(end_before) + &length <= *limit;
            let seen_to =
                if is_subtraction { from.clone() } else { &from + &from + &length } + lengths.longest();
            (!ends_before && &seen_to + &length <= *limit).then_some(Self { length, from, seen_to })
        })
    }

    /// k ≥ 0 such that L − k·p is a length of the same Grundy value, in [N, N + p) if k > 0.
    ///
    /// L may lie in any field.
    pub(crate) fn periods_below(&self, length: &Surd) -> BigInt {
        (length - &self.from).try_div_floor(&self.length).unwrap_or_default().max(BigInt::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use num_traits::ToPrimitive;

    use super::*;

    /// Made-up steps 0, 1, 0, 1, … of width 1 up to 20, and then one that has no end yet.
    #[test]
    fn the_last_step_is_part_of_the_proof() {
        let lengths: crate::games::squares::Lengths = "1".parse().unwrap();
        let surd = |text: &str| text.parse::<Surd>().unwrap();
        let lattice = lengths.lattice(&surd("40")).unwrap();
        let found = |last: Nimber, limit: &str| {
            let values = (0..20).map(|n| n % 2).chain([last]);
            let steps = (0..).map(|n| lattice.point(&[n]).unwrap()).zip(values);
            let period = Period::of(&lattice, &StepFunction::ascending(steps), &surd(limit), &lengths);
            period.map(|period| (period.length.to_string(), period.from.to_string()))
        };
        let proven = Some(("2".to_owned(), "0".to_owned()));
        for limit in ["20", "41/2", "21-1/10^30"] {
            assert_eq!(found(0, limit), proven, "{limit}");
            assert_eq!(found(5, limit), None, "another value");
        }
        // it is longer than the one before it
        for limit in ["21", "21+1/10^30", "22", "30"] {
            assert_eq!(found(0, limit), None, "{limit}");
        }
    }

    #[test]
    fn lengths_of_any_field_are_reduced_into_the_first_periods() {
        let surd = |text: &str| text.parse::<Surd>().unwrap();
        for (length, from) in [("12", "71"), ("12sqrt2", "71sqrt2"), ("1/100", "0")] {
            let seen_to = surd(from) + surd(length);
            let period = Period { length: surd(length), from: surd(from), seen_to };
            for at in ["0", "50", "84", "10^20", "sqrt3*10^9", "sqrt2*10^12+1/3"] {
                let at = surd(at);
                let periods = period.periods_below(&at);
                let reduced = at.to_f64().unwrap()
                    - Surd::from(periods.clone()).to_f64().unwrap() * period.length.to_f64().unwrap();
                let (from, length) = (period.from.to_f64().unwrap(), period.length.to_f64().unwrap());
                let slack = at.to_f64().unwrap() * 1e-12;
                if periods.is_zero() {
                    assert!(reduced < from + length + slack);
                } else {
                    assert!(from - slack <= reduced && reduced < from + length + slack, "{reduced}");
                }
            }
        }
    }
}
