//! A first look at the range by plain floats, in blocks of several pieces of e.
//!
//! It discards nearly all blocks, before the survey looks at each piece of the others and follows
//! the error of each operation.
//!
//! # The bound of a block
//! On P ≤ L ≤ Q the rests L − s of a length s lie between two breakpoints of W, y ≤ P − s and z ≥
//! Q − s, or ends of what is known of W. Between breakpoints W is linear. So with the maximum over
//! all breakpoints from y to z
//!
//! ```text
//! e(L) = (1/|S|) · Σ_s W(L − s) · L/(L − s) ≤ (1/|S|) · Σ_s max(W(y), …, W(z), 0) · (1 + s/y).
//! ```
//!
//! # The error
//! Let u = 2⁻⁵³. Lengths and measures are taken D-fold. A breakpoint y of W has whole coordinates
//! (a, b) with |a| + |b|·√d ≤ X, and W(y) = m·y + A + B√d. Let M ≥ |m|·X + |A| + |B|·√d for all
//! forms of W, so that |W| ≤ M. An integer becomes a float with a relative error of u, √d with one
//! of 4u, and each operation adds u. So
//!
//! - y is off by at most 8uX, an end of what is known by 12uX, which is a factor of at most δ =
//!   12uX/(from − max(S)), and W by 24uM.
//! - The range begins at twice the longest length or above, so that 1 + s/y is at most 2. If δ <
//!   1/4, it is off by at most 2δ + 4u.
//! - A product of both is off by (54u + 2δ)·M. Adding |S| of them makes their mean worse by 2|S|uM.
//!
//! Twice the sum of these covers also what the rounding of the bound itself loses. The greater of
//! two numbers is off by no more than they are.

use std::ops::Range;

use super::pieces::{GainCurve, Place};
use crate::number::Approximate;
use crate::piecewise::LinearForm;

/// Half the distance from 1 to the next float.
const UNIT: f64 = f64::EPSILON / 2.0;

/// How many breakpoints of W a block has for the longest length; for the others about as many.
const SIZE: usize = 8;

/// A stretch of the range, and a number that e does not exceed there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) bound: f64,
    pub(super) start: Place,
    pub(super) end: Place,
}

/// The blocks of the range from left to right, given √d and D; `None` if the range begins too low,
/// or numbers are too large, for the bound to say anything.
///
/// # Cost
/// A few float operations for each breakpoint of W, and for each length.
pub(super) fn blocks(curve: &GainCurve, root: Approximate, denominator: Approximate) -> Option<Vec<Block>> {
    let (winning, lengths) = (curve.winning_measure(), curve.lengths());
    let (lattice, breakpoints) = (winning.lattice(), winning.breakpoints());
    let (mut passed, last) = (curve.passed().to_vec(), curve.passed_at(Place::To));
    let known = *passed.iter().min()?..*last.iter().max()?;
    let ends = [(curve.from(), lengths.longest()), (curve.to(), lengths.shortest())];
    // the range may begin and end in another field
    let ends = ends.map(|(end, length)| (Approximate::of(end) - Approximate::of(length)) * denominator);
    let knots = Knots::new(curve, known.clone(), root.upper(), ends);
    let tolerance = knots.tolerance(curve, denominator.upper())?;

    let generators = lattice.generators();
    let numbers: Vec<_> = generators.iter().map(|&s| knots.float(lattice.coordinates(s))).collect();
    let divisor = denominator.upper() * generators.len() as f64;
    let longest = generators.len() - 1;
    let mut blocks = Vec::with_capacity(known.len() / SIZE + 1);
    let mut start = Place::From;
    while start != Place::To {
        let next = passed[longest] + SIZE - 1;
        let end = if next < last[longest] {
            Place::Breakpoint(breakpoints[next] + generators[longest])
        } else {
            Place::To
        };
        let mut sum = 0.0;
        for (index, passed) in passed.iter_mut().enumerate() {
            let first = *passed;
            match end {
                Place::Breakpoint(end) => {
                    let rest = end.key - generators[index].key;
                    *passed += breakpoints[first..].iter().take_while(|at| at.key <= rest).count();
                }
                _ => *passed = last[index],
            }
            // from the breakpoint at or below the first rest to the one above the last
            let (first, past) = (first - known.start, *passed + 1 - known.start);
            let greatest = knots.measures[first..=past].iter().copied().fold(0.0, f64::max);
            sum += greatest * (1.0 + numbers[index] / knots.places[first]);
        }
        blocks.push(Block { bound: sum / divisor + tolerance, start, end });
        start = end;
    }
    Some(blocks)
}

/// W where it changes its form, and at the ends of what is known, D-fold.
struct Knots {
    /// √d.
    root: f64,
    places: Vec<f64>,
    measures: Vec<f64>,
    /// The greatest |m|, and the greatest |A| + |B|·√d.
    slope: f64,
    offset: f64,
}

impl Knots {
    /// At these breakpoints of W, and at both ends.
    fn new(curve: &GainCurve, known: Range<usize>, root: f64, ends: [Approximate; 2]) -> Self {
        let winning = curve.winning_measure();
        let lattice = winning.lattice();
        let [places, measures] = [(); 2].map(|()| Vec::with_capacity(known.len() + 2));
        let mut knots = Self { root, places, measures, slope: 0.0, offset: 0.0 };
        let [from, to] = ends.map(Approximate::upper);
        knots.push(from, winning.form_after(known.start));
        for index in known.clone() {
            let place = knots.float(lattice.coordinates(winning.breakpoints()[index]));
            knots.push(place, winning.form_after(index + 1));
        }
        knots.push(to, winning.form_after(known.end));
        knots
    }

    fn push(&mut self, place: f64, form: LinearForm) {
        self.places.push(place);
        self.measures.push(form.slope as f64 * place + self.float((form.a, form.b)));
        self.slope = self.slope.max((form.slope as f64).abs());
        self.offset = self.offset.max(self.size((form.a, form.b)));
    }

    /// a + b√d.
    fn float(&self, (a, b): (i64, i64)) -> f64 {
        a as f64 + b as f64 * self.root
    }

    /// |a| + |b|·√d.
    fn size(&self, (a, b): (i64, i64)) -> f64 {
        (a as f64).abs() + (b as f64).abs() * self.root
    }

    /// No bound of a block is further off; `None` where that is not proven.
    fn tolerance(&self, curve: &GainCurve, denominator: f64) -> Option<f64> {
        let (scale, longest) = (curve.winning_measure().lattice().scale(), curve.lengths().longest());
        let [a, row] = scale.sides();
        // the box has all sums of lengths up to the limit
        let greatest = self.size((a, row.checked_mul(scale.stride())?)).max(*self.places.last()?);
        let magnitude = self.slope * greatest + self.offset;
        let delta = 12.0 * UNIT * greatest / self.places[0];
        if *curve.from() < longest + longest || !(0.0..0.2).contains(&delta) {
            return None;
        }
        let count = curve.lengths().as_slice().len() as f64;
        Some(magnitude / denominator * (4.0 * delta + (108.0 + 4.0 * count) * UNIT))
    }
}

#[cfg(test)]
mod tests {
    use num_rational::BigRational;
    use num_traits::Zero;

    use super::*;
    use crate::games::squares::{Grundy, Lengths};
    use crate::number::Surd;

    fn surd(text: &str) -> Surd {
        text.parse().unwrap()
    }

    fn exact(float: f64) -> Surd {
        BigRational::from_float(float).unwrap().into()
    }

    /// The gain from `from` to `to` times the longest length.
    fn curve(lengths: &str, from: &str, to: &str) -> GainCurve {
        let lengths: Lengths = lengths.parse().unwrap();
        let [from, to] = [from, to].map(|times| surd(times) * lengths.longest());
        Grundy::new(&lengths, &to).unwrap().gain_curve(&from, &to).unwrap()
    }

    fn seen(curve: &GainCurve) -> Option<Vec<Block>> {
        let lattice = curve.winning_measure().lattice();
        let root = lattice.scale().radicand().map_or_else(Surd::zero, |d| Surd::square_root_of(d.get()));
        blocks(curve, Approximate::of(&root), Approximate::of(&lattice.denominator().clone().into()))
    }

    /// Compares the bounds of all blocks with exact numbers at all breakpoints, and between them.
    fn compare(curve: &GainCurve, blocks: &[Block]) {
        let (winning, lengths) = (curve.winning_measure(), curve.lengths().as_slice());
        let gain = |segment: &Surd| {
            let rests = lengths.iter().map(|length| segment - length);
            let sum = rests.fold(Surd::zero(), |sum, rest| sum + winning.evaluate(&rest) / rest);
            sum * segment / Surd::from(lengths.len() as u64)
        };
        assert!(blocks[0].start == Place::From && blocks[blocks.len() - 1].end == Place::To);
        assert!(blocks.windows(2).all(|pair| pair[0].end == pair[1].start));
        for block in blocks {
            let [first, past] = [block.start, block.end].map(|place| curve.passed_at(place));
            let inside = curve.breakpoints_between(&first, &past).map(|(at, _)| Place::Breakpoint(at));
            let places = [block.start].into_iter().chain(inside).chain([block.end]);
            let places: Vec<Surd> = places.map(|place| curve.exact(place)).collect();
            let middles = places.windows(2).map(|pair| (&pair[0] + &pair[1]) / Surd::from(2));
            for at in middles.chain(places.iter().cloned()) {
                assert!(gain(&at) <= exact(block.bound), "e({at})");
            }
        }
    }

    /// From the lowest place where the bound is proven, twice the longest length.
    #[test]
    fn bounds_hold_on_their_blocks() {
        for lengths in ["1,sqrt2", "1", "1,3/2", "3,1+sqrt2", "11/10,13/10,sqrt2", "1,(1+sqrt5)/2", "1,6"] {
            for to in ["2", "17/8", "12"] {
                let curve = curve(lengths, "2", to);
                compare(&curve, &seen(&curve).unwrap());
            }
        }
    }

    #[test]
    fn few_blocks_reach_the_maximum() {
        for (lengths, most) in [("1,sqrt2", 8), ("3,1+sqrt2", 3), ("1", 3)] {
            let curve = curve(lengths, "20", "60");
            let blocks = seen(&curve).unwrap();
            let maximum = curve.maximum().value;
            let reach = blocks.iter().filter(|block| maximum <= exact(block.bound)).count();
            assert!((1..=most).contains(&reach), "{reach} of {} for {lengths}", blocks.len());
        }
    }

    #[test]
    fn below_twice_the_longest_length_nothing_is_seen() {
        for (from, is_seen) in [("2-1/10^30", false), ("2", true), ("2+1/10^30", true)] {
            for lengths in ["1,sqrt2", "1,6"] {
                assert_eq!(seen(&curve(lengths, from, "4")).is_some(), is_seen, "{from} for {lengths}");
            }
        }
    }

    /// Lengths whose coordinates cancel: those of (√2 − 1)^12 are so large that floats do not know
    /// its multiples.
    #[test]
    fn what_floats_hardly_know_is_seen_with_its_error_or_not_at_all() {
        let seen = [0, 4, 8, 9, 10, 11, 12, 16].map(|power| {
            let curve = curve(&format!("(sqrt2-1)^{power},2*(sqrt2-1)^{power}"), "2", "12");
            seen(&curve).map(|blocks| compare(&curve, &blocks)).is_some()
        });
        assert!(seen[4] && seen.is_sorted_by(|a, b| a >= b) && !seen[7], "{seen:?}");
    }
}
