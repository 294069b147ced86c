//! e in floats with bounds of their error, and the walk along its pieces.
//!
//! With D the common denominator of the lattice, lengths and measures are taken D-fold, so that
//! those of lattice points have whole coordinates, and cancel exactly before they become floats.

use super::curve::{GainCurve, PieceEnd};
use crate::lattice::Coordinates;
use crate::number::{Approximate, Surd};
use crate::piecewise::LinearForm;
use crate::watch::Stopped;

/// A range of e, with what its floats are made of.
pub struct Floats<'a> {
    pub curve: &'a GainCurve,
    /// Each √d.
    pub roots: Vec<Approximate>,
    /// D.
    pub denominator: Approximate,
    /// The ends of the range, D-fold.
    ends: [Approximate; 2],
    /// The coordinates of the lengths.
    coordinates: Vec<Coordinates>,
    /// The lengths, D-fold.
    lengths: Vec<Approximate>,
    /// D·|S|.
    pub divisor: Approximate,
}

/// What floats know of e at a place.
#[derive(Clone, Debug)]
pub struct Sample {
    pub place: PieceEnd,
    /// L, D-fold.
    at: Approximate,
    /// e(L).
    pub value: Approximate,
    /// For each length, W(L − s), D-fold.
    pub measures: Vec<Approximate>,
    /// For each length, L/(L − s).
    pub ratios: Vec<Approximate>,
}

/// A piece of e, with what floats know of it.
pub struct FloatPiece<'a> {
    floats: &'a Floats<'a>,
    pub start: &'a Sample,
    pub end: &'a Sample,
    /// For each length, how many breakpoints of W lie at or below the start minus that length.
    pub passed: &'a [usize],
}

/// A walk along pieces of e.
pub struct FloatWalk<'a> {
    floats: &'a Floats<'a>,
    /// The place that was reached, and the one before it.
    samples: [Sample; 2],
}

/// The middle of the bounds of a number.
pub fn middle(number: Approximate) -> f64 {
    f64::midpoint(number.lower(), number.upper())
}

impl<'a> Floats<'a> {
    pub fn new(curve: &'a GainCurve) -> Self {
        let lattice = curve.winning_measure().lattice();
        let roots = lattice.radicands().map(|d| Approximate::of(&Surd::square_root_of(d.get()))).collect();
        let denominator = Approximate::of(&lattice.denominator().clone().into());
        let mut floats = Self {
            curve,
            roots,
            denominator,
            ends: [curve.from(), curve.to()].map(|end| Approximate::of(end) * denominator),
            coordinates: lattice.generators().iter().map(|&length| lattice.coordinates(length)).collect(),
            lengths: vec![],
            divisor: denominator * Approximate::integer(lattice.generators().len() as i64),
        };
        floats.lengths = floats.coordinates.iter().map(|length| floats.number(length)).collect();
        floats
    }

    /// a + Σ b√d.
    fn number(&self, coordinates: &[i64]) -> Approximate {
        let mut terms = coordinates.iter().copied().map(Approximate::integer);
        let whole = terms.next().unwrap_or_default();
        terms.zip(&self.roots).fold(whole, |sum, (part, root)| sum + part * *root)
    }

    /// The place L, D-fold, and its coordinates if it is a breakpoint.
    fn located(&self, place: PieceEnd) -> (Approximate, Option<Coordinates>) {
        match place {
            PieceEnd::From => (self.ends[0], None),
            PieceEnd::Breakpoint(point) => {
                let coordinates = self.curve.winning_measure().lattice().coordinates(point);
                (self.number(&coordinates), Some(coordinates))
            }
            PieceEnd::To => (self.ends[1], None),
        }
    }

    /// The form of W(L − s) for each length, with the length, D-fold.
    fn forms(&self, passed: &[usize]) -> impl Iterator<Item = (LinearForm<'_>, Approximate)> {
        self.curve.linear_forms(passed).zip(self.lengths.iter().copied())
    }

    /// e(L) for a place L that is located, on the piece after this many breakpoints of W for each
    /// length; calls `note` with W(L − s), D-fold, and L/(L − s) for each length.
    fn value(
        &self,
        (at, coordinates): (Approximate, Option<Coordinates>),
        passed: &[usize],
        mut note: impl FnMut(Approximate, Approximate),
    ) -> Approximate {
        let mut sum = Approximate::default();
        for ((form, length), less) in self.forms(passed).zip(&self.coordinates) {
            let (slope, rest) = (Approximate::integer(form.slope), at - length);
            let ratio = at / rest;
            let (measure, share) = match &coordinates {
                Some(coordinates) => {
                    // coordinates have fewer than 62 bits
                    let rest: Coordinates = coordinates.iter().zip(less).map(|(x, less)| x - less).collect();
                    let value = form.at(&rest);
                    let measure = value.map_or(Approximate::unknown(), |value| self.number(&value));
                    (measure, measure * ratio)
                }
                None if form.is_proportional() => (slope * rest, slope * at), // also at L = s
                None => {
                    let offset = self.number(form.offset);
                    (slope * rest + offset, (slope + offset / rest) * at)
                }
            };
            sum = sum + share;
            note(measure, ratio);
        }
        sum / self.divisor
    }

    /// Takes a sample at a place, on the piece after this many breakpoints of W for each length.
    fn take(&self, sample: &mut Sample, place: PieceEnd, passed: &[usize]) {
        let located = self.located(place);
        (sample.place, sample.at) = (place, located.0);
        sample.measures.clear();
        sample.ratios.clear();
        sample.value = self.value(located, passed, |measure, ratio| {
            sample.measures.push(measure);
            sample.ratios.push(ratio);
        });
    }

    /// For each length, m − c·s/(L − s)² at a place L: their mean is e'(L).
    pub fn slopes_at(&self, place: PieceEnd, passed: &[usize]) -> impl Iterator<Item = Approximate> {
        let (at, _) = self.located(place);
        self.forms(passed).map(move |(form, length)| {
            let slope = Approximate::integer(form.slope);
            if form.is_proportional() {
                return slope; // also at L = s
            }
            let rest = at - length;
            slope - self.number(form.offset) * length / (rest * rest)
        })
    }

    /// A walk that stands at the lower end of the range.
    pub fn walk(&'a self) -> FloatWalk<'a> {
        let unknown = Approximate::unknown();
        let [measures, ratios] = [const { vec![] }; 2];
        let mut start = Sample { place: PieceEnd::From, at: unknown, value: unknown, measures, ratios };
        self.take(&mut start, PieceEnd::From, &self.curve.passed_at(PieceEnd::From));
        FloatWalk { floats: self, samples: [start.clone(), start] }
    }

    /// Calls `visit` with every piece of the range, from left to right.
    pub fn for_each_piece(&self, mut visit: impl FnMut(&FloatPiece<'_>)) {
        let _ = self.walk().along(PieceEnd::From, PieceEnd::To, |piece| {
            visit(piece);
            Ok(())
        });
    }
}

impl FloatWalk<'_> {
    /// What is known of the place that was reached.
    pub fn here(&self) -> &Sample {
        &self.samples[0]
    }

    /// Walks from one place to another; `visit`, which is called with each piece between, may stop
    /// it.
    pub fn along(
        &mut self,
        start: PieceEnd,
        end: PieceEnd,
        mut visit: impl FnMut(&FloatPiece<'_>) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let Self { floats, samples } = self;
        let mut walk = floats.curve.walk(start, end);
        while let Some([start, end]) = walk.next_piece() {
            let passed = walk.passed();
            if samples[0].place != start {
                floats.take(&mut samples[0], start, passed);
            }
            samples.swap(0, 1);
            floats.take(&mut samples[0], end, passed);
            let [end, start] = &*samples;
            visit(&FloatPiece { floats, start, end, passed })?;
        }
        Ok(())
    }
}

impl FloatPiece<'_> {
    /// L and e(L) at both ends.
    pub fn ends(&self) -> [(f64, f64); 2] {
        let end = |end: &Sample| (middle(end.at / self.floats.denominator), middle(end.value));
        [self.start, self.end].map(end)
    }

    /// e(L) by the form of this piece.
    pub fn value(&self, at: f64) -> f64 {
        let at = Approximate::new(at, 0.0) * self.floats.denominator;
        middle(self.floats.value((at, None), self.passed, |_, _| ()))
    }

    /// s, m and c for each length.
    fn terms(&self) -> impl Iterator<Item = [f64; 3]> {
        let floats = self.floats;
        floats.forms(self.passed).map(|(form, length)| {
            let offset = floats.number(form.offset);
            let [length, offset] = [length, offset].map(|number| middle(number / floats.denominator));
            [length, form.slope as f64, offset]
        })
    }

    /// e'(L) = (1/|S|) · Σ ( m − c·s/(L − s)² ).
    pub fn slope(&self, at: f64) -> f64 {
        let slope = |[length, slope, offset]: [f64; 3]| match offset {
            0.0 => slope, // also at L = s
            _ => slope - offset * length / (at - length).powi(2),
        };
        self.terms().map(slope).sum::<f64>() / self.passed.len() as f64
    }

    /// (k!/|S|) · Σ |c|·s/(P − s)^(k+1): no less than the derivative of this order k ≥ 2 on the
    /// piece from P on, but for the rounding of some floats.
    pub fn derivative_bound(&self, order: i32, from: f64) -> f64 {
        let factorial: f64 = (1..=order).map(f64::from).product();
        let bound = |[length, _, offset]: [f64; 3]| match offset {
            0.0 => 0.0, // also at P = s
            _ => offset.abs() * length / (from - length).powi(order + 1),
        };
        factorial * self.terms().map(bound).sum::<f64>() / self.passed.len() as f64
    }
}

#[cfg(test)]
mod tests {
    use num_traits::ToPrimitive;

    use super::super::super::{Grundy, Lengths};
    use super::*;

    /// Against exact differences, which are the derivative at some place between, times h^k. With
    /// one length the summand is all there is, so that the bound is nearly reached.
    #[test]
    fn the_bound_of_a_derivative_holds_and_is_near() {
        for lengths in ["1/10", "30", "1/10,sqrt2/10", "7,10"] {
            let lengths: Lengths = lengths.parse().unwrap();
            let [from, to] = [2, 6].map(|times| lengths.longest() * &Surd::from(times));
            let grundy = Grundy::new(&lengths, &to).unwrap();
            let curve = grundy.gain_curve(&from, &to).unwrap();
            let (mut pieces, mut curved) = (curve.pieces(), 0);
            Floats::new(&curve).for_each_piece(|piece| {
                let exact = pieces.next().unwrap();
                let h = (&exact.end - &exact.start) / Surd::from(1000);
                let value = |k: i64| {
                    let at = &exact.start + &h * &Surd::from(k);
                    exact.form.value_at(&at)
                };
                let (start, h) = (piece.ends()[0].0, h.to_f64().unwrap());
                for (order, factors) in [(2, &[1, -2, 1][..]), (4, &[1, -4, 6, -4, 1])] {
                    let terms = factors.iter().zip(0..).map(|(&factor, k)| value(k) * Surd::from(factor));
                    let difference = terms.sum::<Surd>().to_f64().unwrap().abs() / h.powi(order);
                    let bound = piece.derivative_bound(order, start);
                    assert!(difference <= bound * (1.0 + 1e-9), "{difference} exceeds {bound} for {lengths}");
                    if lengths.as_slice().len() == 1 {
                        assert!(bound * 0.95 <= difference, "{bound} for {difference} and {lengths}");
                    }
                    curved += usize::from(difference > 0.0);
                }
            });
            assert!(curved > 1, "{lengths}");
        }
    }
}
