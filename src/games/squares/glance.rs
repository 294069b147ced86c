//! A first look at the pieces of e by plain floats, with one bound for the errors of all of them.
//!
//! It discards nearly all pieces, before the survey follows the error of each operation.
//!
//! # The bound
//! Let u = 2⁻⁵³. Lengths and measures are taken D-fold. At a breakpoint L of e the difference L − s
//! has whole coordinates (a, b), with |a| + |b|·√d ≤ X, and W(L − s) = m·(L − s) + A + B√d. Let M
//! ≥ |m|·X + |A| + |B|·√d for all forms of W, so that |W| ≤ M. An integer becomes a float with a
//! relative error of u, √d with one of 4u, and each operation adds u. So
//!
//! - L − s is off by at most 8uX, or by a factor of δ = 8uX/(from − s), and W(L − s) by 24uM.
//! - The range begins at twice the longest length or above, so that L/(L − s) = 1 + s/(L − s) is at
//!   most 2. If δ < 1/4, it is off by at most 2δ + 4u.
//! - A product of both is off by (54u + 2δ)·M. Adding |S| of them makes their mean worse by 2|S|uM.
//!
//! Twice the sum of these covers also what the rounding of the bound itself loses. The greater of
//! two numbers is off by no more than they are.

use super::pieces::GainCurve;
use crate::lattice::Point;
use crate::number::Approximate;

/// Half the distance from 1 to the next float.
const UNIT: f64 = f64::EPSILON / 2.0;

/// A walk along the breakpoints of e.
#[derive(Debug)]
pub(super) struct Glance<'a> {
    curve: &'a GainCurve,
    /// √d.
    root: f64,
    /// D·|S|.
    divisor: f64,
    /// No value or bound is further off.
    tolerance: f64,
    lengths: Vec<Length>,
}

/// A length s, and what is known at the last breakpoint.
#[derive(Debug)]
struct Length {
    /// Its coordinates.
    a: i64,
    b: i64,
    /// The length.
    number: f64,
    /// W(L − s).
    measure: f64,
    /// L/(L − s).
    ratio: f64,
}

/// What floats say for certain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// A number that e reaches at a breakpoint.
    pub(super) reached: f64,
    /// A number that e does not exceed on the piece that ends there.
    pub(super) bound: f64,
}

impl<'a> Glance<'a> {
    /// A walk along all breakpoints, given √d and D; `None` if the range begins too low, or numbers
    /// are too large, for the bound to say anything.
    pub(super) fn new(curve: &'a GainCurve, root: Approximate, denominator: Approximate) -> Option<Self> {
        let (winning, longest) = (curve.winning_measure(), curve.lengths().longest());
        let lattice = winning.lattice();
        let (root, divisor) = (root.upper(), denominator.upper());
        // the range may begin in another field
        let [from, length] = [curve.from(), longest].map(Approximate::of);
        let least = ((from - length) * denominator).lower();
        let size = |a: i64, b: i64| a.unsigned_abs() as f64 + b.unsigned_abs() as f64 * root;
        let [a, row] = lattice.scale().sides();
        // differences of two points of the box
        let greatest = 2.0 * size(a, row.checked_mul(lattice.scale().stride())?);
        let forms = (0..=winning.breakpoints().len()).map(|passed| winning.form_after(passed));
        let (slope, offset) = forms.fold((0.0_f64, 0.0_f64), |(slope, offset), form| {
            (slope.max(size(form.slope, 0)), offset.max(size(form.a, form.b)))
        });
        let magnitude = slope * greatest + offset;
        let delta = 8.0 * UNIT * greatest / least;
        if *curve.from() < longest + longest || !(0.0..0.2).contains(&delta) {
            return None;
        }
        let lengths = lattice.generators().iter().map(|&length| {
            let (a, b) = lattice.coordinates(length);
            Length { a, b, number: a as f64 + b as f64 * root, measure: 0.0, ratio: 0.0 }
        });
        let lengths: Vec<_> = lengths.collect();
        let count = lengths.len() as f64;
        let tolerance = magnitude / divisor * (4.0 * delta + (108.0 + 4.0 * count) * UNIT);
        Some(Self { curve, root, divisor: divisor * count, tolerance, lengths })
    }

    /// Looks at a breakpoint, given how many breakpoints of W have been passed for each length.
    pub(super) fn look(&mut self, at: Point, passed: &[usize]) -> Seen {
        let winning = self.curve.winning_measure();
        let (a, b) = winning.lattice().coordinates(at);
        let (mut value, mut bound) = (0.0, 0.0);
        for (length, &passed) in self.lengths.iter_mut().zip(passed) {
            let form = winning.form_after(passed);
            // coordinates have fewer than 62 bits
            let rest = (a - length.a) as f64 + (b - length.b) as f64 * self.root;
            let measure = form.slope as f64 * rest + (form.a as f64 + form.b as f64 * self.root);
            let ratio = 1.0 + length.number / rest;
            value += measure * ratio;
            bound += length.measure.max(measure).max(0.0) * length.ratio;
            (length.measure, length.ratio) = (measure, ratio);
        }
        Seen { reached: value / self.divisor - self.tolerance, bound: bound / self.divisor + self.tolerance }
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;
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

    fn glance(curve: &GainCurve) -> Option<Glance<'_>> {
        let lattice = curve.winning_measure().lattice();
        let root = lattice.scale().radicand().map_or_else(Surd::zero, |d| Surd::square_root_of(d.get()));
        Glance::new(curve, Approximate::of(&root), Approximate::of(&lattice.denominator().clone().into()))
    }

    /// (1/|S|) · Σ_s `measure`(s) · L/(L − s).
    fn mean(curve: &GainCurve, segment: &Surd, measure: impl Fn(&Surd) -> Surd) -> Surd {
        let lengths = curve.lengths().as_slice();
        let sum = lengths.iter().map(|length| measure(length) / (segment - length)).sum::<Surd>();
        sum * segment / Surd::from(lengths.len() as u64)
    }

    /// Compares what is seen at all breakpoints with exact numbers: neither is wrong, nor further
    /// off than twice the tolerance; returns how many breakpoints there were.
    fn compare(curve: &GainCurve, glance: &mut Glance<'_>) -> usize {
        let (winning, lengths) = (curve.winning_measure(), curve.lengths());
        let loss = exact(2.0 * glance.tolerance);
        let measure = |segment: &Surd, length: &Surd| winning.evaluate(&(segment - length));
        let gain = |segment: &Surd| mean(curve, segment, |length| measure(segment, length));
        let (mut passed, mut last, mut looks) = (curve.passed().to_vec(), None, 0);
        for (at, indices) in &curve.breakpoints().chunk_by(|&(at, _)| at) {
            let Seen { reached, bound } = glance.look(at, &passed);
            let (reached, bound) = (exact(reached), exact(bound));
            let end = winning.lattice().exact(at);
            let value = gain(&end);
            assert!(reached <= value && value <= &reached + &loss, "e({end}) for {lengths}");
            if let Some(start) = last.replace(end.clone()) {
                let greatest = mean(curve, &start, |length| {
                    let ends = [&start, &end].map(|place| measure(place, length));
                    ends.into_iter().fold(Surd::zero(), Surd::max)
                });
                assert!(greatest <= bound && bound <= &greatest + &loss, "{start} to {end} for {lengths}");
                let middle = (&start + &end) / Surd::from(2);
                assert!([&start, &middle, &end].into_iter().all(|place| gain(place) <= bound), "{middle}");
            }
            indices.for_each(|(_, index)| passed[index] += 1);
            looks += 1;
        }
        looks
    }

    /// From the lowest place where the bound is proven, twice the longest length.
    #[test]
    fn what_is_seen_holds_and_is_near() {
        for lengths in ["1,sqrt2", "1", "1,3/2", "3,1+sqrt2", "11/10,13/10,sqrt2", "1,(1+sqrt5)/2", "1,6"] {
            let curve = curve(lengths, "2", "12");
            let mut glance = glance(&curve).unwrap();
            assert!(glance.tolerance < 1e-6, "{} for {lengths}", glance.tolerance);
            assert!(compare(&curve, &mut glance) > 5, "{lengths}");
        }
    }

    #[test]
    fn below_twice_the_longest_length_nothing_is_seen() {
        for (from, is_seen) in [("2-1/10^30", false), ("2", true), ("2+1/10^30", true)] {
            for lengths in ["1,sqrt2", "1,6"] {
                assert_eq!(glance(&curve(lengths, from, "4")).is_some(), is_seen, "{from} for {lengths}");
            }
        }
    }

    /// Lengths whose coordinates cancel: those of (√2 − 1)^12 are so large that floats do not know
    /// its multiples.
    #[test]
    fn what_floats_hardly_know_is_seen_with_its_error_or_not_at_all() {
        let seen = [0, 4, 8, 9, 10, 11, 12, 16].map(|power| {
            let curve = curve(&format!("(sqrt2-1)^{power},2*(sqrt2-1)^{power}"), "2", "12");
            let glance = glance(&curve);
            glance.map(|mut glance| assert!(compare(&curve, &mut glance) > 8, "{power}")).is_some()
        });
        assert!(seen[4] && seen.is_sorted_by(|a, b| a >= b) && !seen[7], "{seen:?}");
    }
}
