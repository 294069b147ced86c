//! e as straight lines and cubics with proven errors.
//!
//! # The error of a line
//! On a piece from P to Q with Q − P = h the chord is off by at most h²/8 · max |e''|, and
//!
//! ```text
//! |e''(L)| ≤ (2/|S|) · Σ_s |c_s|·s/(P − s)³      for P ≤ L ≤ Q.
//! ```
//!
//! # The error of a cubic
//! The cubic with the values and the derivatives of e at P and at Q is off by at most h⁴/384 ·
//! max |e''''|, and |e''''(L)| ≤ (24/|S|) · Σ_s |c_s|·s/(P − s)⁵. As x = P + h·t is linear in t,
//! its control points lie at P + h/3 and Q − h/3, on the tangents.
//!
//! A piece that neither draws well enough is halved.

use num_traits::Zero;

use super::outline::Outline;
use super::path::Spot;
use crate::games::squares::GainCurve;
use crate::lattice::Lattice;
use crate::number::{Approximate, Surd};
use crate::piecewise::LinearForm;

/// How far a line or a cubic may be from e, in pixels.
pub(super) const FITTED: f64 = 0.03;

/// What floats know of e at a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) at: Approximate,
    pub(super) value: Approximate,
}

/// One piece of e in floats: its ends, and its form (1/|S|) · Σ ( m·L + c + c·s/(L − s) ).
pub(super) struct Piece<'a> {
    pub(super) start: Known,
    pub(super) end: Known,
    terms: &'a [Term],
}

/// What one length s contributes: W(L − s) = m·(L − s) + c.
#[derive(Clone, Copy)]
struct Term {
    length: Approximate,
    slope: Approximate,
    offset: Approximate,
    /// Whether c = 0.
    is_proportional: bool,
}

/// Calls `visit` with every piece of e, from left to right.
pub(super) fn for_each_piece(curve: &GainCurve, mut visit: impl FnMut(&Piece<'_>)) {
    let walk = Walk::new(curve);
    let mut passed = curve.passed().to_vec();
    let mut terms = walk.terms(&passed);
    let mut start = walk.end(curve.from(), &terms);
    let mut breakpoints = curve.breakpoints().peekable();
    while let Some((point, length)) = breakpoints.next() {
        let end = walk.breakpoint(walk.lattice.coordinates(point), &passed);
        visit(&Piece { start, end, terms: &terms });
        passed[length] += 1;
        // several lengths may have a breakpoint at one place
        while let Some((_, length)) = breakpoints.next_if(|(next, _)| *next == point) {
            passed[length] += 1;
        }
        terms = walk.terms(&passed);
        start = end;
    }
    visit(&Piece { start, end: walk.end(curve.to(), &terms), terms: &terms });
}

struct Walk<'a> {
    curve: &'a GainCurve,
    lattice: &'a Lattice,
    /// √d.
    root: Approximate,
    denominator: Approximate,
    /// The lengths, as coordinates and as numbers.
    lengths: Vec<((i64, i64), Approximate)>,
}

impl<'a> Walk<'a> {
    fn new(curve: &'a GainCurve) -> Self {
        let lattice = curve.winning_measure().lattice();
        let root = lattice.scale().radicand().map_or_else(Surd::zero, |d| Surd::square_root_of(d.get()));
        let denominator = Approximate::of(&lattice.denominator().clone().into());
        let coordinates = lattice.generators().iter().map(|&length| lattice.coordinates(length));
        let numbers = curve.lengths().as_slice().iter().map(Approximate::of);
        let lengths = coordinates.zip(numbers).collect();
        Self { curve, lattice, root: Approximate::of(&root), denominator, lengths }
    }

    /// (a + b√d)/D.
    fn number(&self, (a, b): (i64, i64)) -> Approximate {
        (Approximate::integer(a) + Approximate::integer(b) * self.root) / self.denominator
    }

    fn form(&self, passed: usize) -> LinearForm {
        self.curve.winning_measure().form_after(passed)
    }

    fn terms(&self, passed: &[usize]) -> Vec<Term> {
        let term = |(&passed, &(_, length)): (&usize, &((i64, i64), Approximate))| {
            let form = self.form(passed);
            Term {
                length,
                slope: Approximate::integer(form.slope),
                offset: self.number((form.a, form.b)),
                is_proportional: (form.a, form.b) == (0, 0),
            }
        };
        passed.iter().zip(&self.lengths).map(term).collect()
    }

    /// e at a breakpoint, where W has whole coordinates that cancel before they become floats.
    fn breakpoint(&self, (a, b): (i64, i64), passed: &[usize]) -> Known {
        let at = self.number((a, b));
        let mut sum = Approximate::default();
        for (&passed, &((less_a, less_b), length)) in passed.iter().zip(&self.lengths) {
            // coordinates have fewer than 62 bits
            let value = self.form(passed).at((a - less_a, b - less_b));
            let measure = value.map_or(Approximate::unknown(), |value| self.number(value));
            sum = sum + measure * (at / (at - length));
        }
        Known { at, value: sum / Approximate::integer(self.lengths.len() as i64) }
    }

    /// e at an end of the range.
    fn end(&self, end: &Surd, terms: &[Term]) -> Known {
        let at = Approximate::of(end);
        Known { at, value: value(terms, at) }
    }
}

/// e(L) = (1/|S|) · Σ L·(m + c/(L − s)).
fn value(terms: &[Term], at: Approximate) -> Approximate {
    let share = |term: &Term| match term.is_proportional {
        true => term.slope, // also at L = s
        false => term.slope + term.offset / (at - term.length),
    };
    let sum = terms.iter().map(share).fold(Approximate::default(), |sum, share| sum + share);
    sum * at / Approximate::integer(terms.len() as i64)
}

/// The middle of the bounds of a number.
pub(super) fn middle(number: Approximate) -> f64 {
    f64::midpoint(number.lower(), number.upper())
}

impl Piece<'_> {
    /// (k!/|S|) · Σ |c|·s/(P − s)^(k+1): no less than the derivative of this order k ≥ 2 on the
    /// piece from P on, but for the rounding of some floats.
    fn derivative_bound(&self, order: i32, from: f64) -> f64 {
        let factorial: f64 = (1..=order).map(f64::from).product();
        let bound = |term: &Term| {
            let [length, offset] = [term.length, term.offset].map(middle);
            if term.is_proportional { 0.0 } else { offset.abs() * length / (from - length).powi(order + 1) }
        };
        factorial * self.terms.iter().map(bound).sum::<f64>() / self.terms.len() as f64
    }

    /// e'(L) = (1/|S|) · Σ ( m − c·s/(L − s)² ).
    fn slope(&self, at: f64) -> f64 {
        let slope = |term: &Term| {
            let [length, slope, offset] = [term.length, term.slope, term.offset].map(middle);
            if term.is_proportional { slope } else { slope - offset * length / (at - length).powi(2) }
        };
        self.terms.iter().map(slope).sum::<f64>() / self.terms.len() as f64
    }

    /// Draws the piece from where the outline is; `place` says where L and e lie, and `scale` how
    /// many pixels a unit of e has.
    pub(super) fn draw(&self, outline: &mut Outline, place: &impl Fn(f64, f64) -> Spot, scale: f64) {
        let ends = [self.start, self.end].map(|end| (middle(end.at), middle(end.value)));
        self.draw_part(outline, place, scale, ends, MOST_HALVINGS);
    }

    fn draw_part(
        &self,
        outline: &mut Outline,
        place: &impl Fn(f64, f64) -> Spot,
        scale: f64,
        [(start, low), (end, high)]: [(f64, f64); 2],
        halvings: u32,
    ) {
        let h = end - start;
        if h * h / 8.0 * self.derivative_bound(2, start) * scale <= FITTED {
            return outline.line(place(end, high));
        }
        if halvings == 0 || h.powi(4) / 384.0 * self.derivative_bound(4, start) * scale <= FITTED {
            let controls = [
                place(start + h / 3.0, low + h / 3.0 * self.slope(start)),
                place(end - h / 3.0, high - h / 3.0 * self.slope(end)),
            ];
            return outline.cubic(controls, place(end, high));
        }
        let at = f64::midpoint(start, end);
        let between = (at, middle(value(self.terms, Approximate::new(at, 0.0))));
        self.draw_part(outline, place, scale, [(start, low), between], halvings - 1);
        self.draw_part(outline, place, scale, [between, (end, high)], halvings - 1);
    }
}

/// A cubic of a 2⁻²⁰th of a piece is far below any tolerance.
const MOST_HALVINGS: u32 = 20;
