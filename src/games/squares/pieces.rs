//! e(L), the expected gain of a random first piece, as what it is: pieces with exact forms.
//!
//! # The gain
//! Each length s in S has the same probability to be that of the first piece, which then falls
//! uniformly on the segment of length L. It wins with probability rho(L − s), rho(y) = W(y)/y and
//! rho(0) = 1, and winning pays L:
//!
//! ```text
//! e(L) = (L/|S|) · Σ_s rho(L − s),     L ≥ max(S).
//! ```
//!
//! # Pieces
//! Between corners W(L − s) = m_s·(L − s) + c_s with a whole number m_s and c_s in the field,
//! so that
//!
//! ```text
//! e(L)  = (1/|S|) · Σ_s ( m_s·L + c_s + c_s·s/(L − s) ),
//! e'(L) = (1/|S|) · Σ_s ( m_s − c_s·s/(L − s)² ),      e''(L) = (2/|S|) · Σ_s c_s·s/(L − s)³.
//! ```
//!
//! If every c_s ≥ 0 the piece is convex and its maximum lies at an end. Otherwise a maximum
//! inside is possible; it is a root of e'.

use std::ops::ControlFlow;

use itertools::Itertools;
use num_traits::{One, ToPrimitive, Zero};

use super::domain::DomainError;
use super::grundy::Grundy;
use super::rules::Lengths;
use super::winning;
use crate::algebraic::{Algebraic, PartialFractions, Polynomial};
use crate::lattice::{Lattice, Point};
use crate::number::{Surd, WideSurd};
use crate::piecewise::{LinearForm, PiecewiseLinear};

/// The gain e on a range of lengths L, in pieces.
///
/// ```
/// use nimsweep::games::squares::{Grundy, Lengths};
///
/// let grundy = Grundy::new(&Lengths::default(), &"10".parse()?)?;
/// let curve = grundy.gain_curve(&"3".parse()?, &"4".parse()?)?;
/// for piece in curve.pieces() {
///     assert!(piece.start < piece.end);
///     let term = &piece.form.terms[0]; // W(L − 1) = slope·(L − 1) + offset
///     println!("[{}, {}]: {}, {}", piece.start, piece.end, term.slope, term.offset);
/// }
/// let last = curve.pieces().last().unwrap();
/// assert_eq!(last.form.value_at(&"4".parse()?).to_decimal(8), "1.11974851");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GainCurve {
    lengths: Lengths,
    winning: PiecewiseLinear,
    from: Surd,
    to: Surd,
    /// For each length, how many breakpoints of W lie at or below `from` minus that length.
    passed: Vec<usize>,
}

/// One piece of e: its ends, between which e has one form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GainPiece {
    /// Where the piece begins.
    pub start: Surd,
    /// Where it ends.
    pub end: Surd,
    /// What e is between.
    pub form: GainForm,
}

/// The exact form of e on a piece: e(L) = (L/|S|) · Σ_s W(L − s)/(L − s), one term for each
/// length s.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GainForm {
    /// The terms, in ascending order of lengths.
    pub terms: Vec<GainTerm>,
}

/// A piece by the places of its ends, without its numbers.
pub(crate) struct PlacedPiece {
    pub(crate) start: Place,
    pub(crate) end: Place,
    /// For each length, how many breakpoints of W lie at or below the start minus that length.
    pub(crate) passed: Vec<usize>,
}

/// What one length s contributes to e: W(L − s) = slope·(L − s) + offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GainTerm {
    /// s: the length of the piece.
    pub length: Surd,
    /// m_s, a whole number.
    pub slope: i64,
    /// c_s, in the field of the lengths.
    pub offset: Surd,
}

impl Grundy {
    /// The gain e on the range [from, to], whose ends may lie in any field.
    ///
    /// # Errors
    /// [`DomainError`] for a range that is reversed, begins below the longest length or ends beyond
    /// the limit.
    ///
    /// # Cost
    /// That of [`Grundy::winning_measure`].
    pub fn gain_curve(&self, from: &Surd, to: &Surd) -> Result<GainCurve, DomainError> {
        Ok(GainCurve::new(self.lengths(), self.winning_measure(from, to)?, from, to))
    }

    /// The same for long ranges: `watch` is called now and then with the part of the work that is
    /// done, from 0 to 1, and may break it off; the result is `None` then.
    ///
    /// # Errors
    /// As [`Grundy::gain_curve`].
    pub fn gain_curve_watched(
        &self,
        from: &Surd,
        to: &Surd,
        watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Option<GainCurve>, DomainError> {
        self.check_range(from, to)?;
        let winning = winning::measure(self, from, to, watch)?.ok();
        Ok(winning.map(|winning| GainCurve::new(self.lengths(), winning, from, to)))
    }
}

/// A place L on the range: one of its ends, or a breakpoint of e between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// The lower end of the range.
    From,
    /// A breakpoint of e.
    Breakpoint(Point),
    /// The upper end of the range.
    To,
}

impl GainCurve {
    /// The gain on [from, to] for any winning measure W that is given as a piecewise-linear
    /// function.
    ///
    /// W has to be known from `from` − max(S) on, with breakpoints on the lattice of the lengths
    /// ([`Lengths::lattice`]). For the game itself, [`Grundy::gain_curve`] makes it.
    #[must_use]
    pub fn new(lengths: &Lengths, winning: PiecewiseLinear, from: &Surd, to: &Surd) -> Self {
        let lattice = winning.lattice();
        let start = lattice.threshold(from, true);
        let passed = |&length: &Point| {
            winning.breakpoints().partition_point(|&breakpoint| (breakpoint + length).key < start)
        };
        let passed = lattice.generators().iter().map(passed).collect();
        Self { lengths: lengths.clone(), winning, from: from.clone(), to: to.clone(), passed }
    }

    /// The lengths of the pieces of the game.
    #[must_use]
    pub fn lengths(&self) -> &Lengths {
        &self.lengths
    }

    /// Where the range begins.
    #[must_use]
    pub fn from(&self) -> &Surd {
        &self.from
    }

    /// Where the range ends.
    #[must_use]
    pub fn to(&self) -> &Surd {
        &self.to
    }

    /// W, where the range needs it.
    #[must_use]
    pub fn winning_measure(&self) -> &PiecewiseLinear {
        &self.winning
    }

    /// The pieces from left to right; a range of one place has one piece without width.
    ///
    /// # Cost
    /// |S| + 2 exact numbers for each piece.
    pub fn pieces(&self) -> impl Iterator<Item = GainPiece> {
        self.placed_pieces().map(|PlacedPiece { start, end, passed }| GainPiece {
            start: self.exact(start),
            end: self.exact(end),
            form: self.form(&passed),
        })
    }

    /// The same without exact numbers.
    pub(crate) fn placed_pieces(&self) -> impl Iterator<Item = PlacedPiece> {
        let mut breakpoints = self.breakpoints().peekable();
        let mut passed = self.passed.clone();
        let mut start = Some(Place::From);
        std::iter::from_fn(move || {
            let from = start?;
            // several lengths may have a breakpoint at one place
            while let Some((_, length)) =
                breakpoints.next_if(|&(breakpoint, _)| Place::Breakpoint(breakpoint) == from)
            {
                passed[length] += 1;
            }
            let to = breakpoints.peek().map_or(Place::To, |&(breakpoint, _)| Place::Breakpoint(breakpoint));
            start = Some(to).filter(|&to| to != Place::To);
            Some(PlacedPiece { start: from, end: to, passed: passed.clone() })
        })
    }

    /// For each length, how many breakpoints of W lie at or below `from` minus that length.
    pub(crate) fn passed(&self) -> &[usize] {
        &self.passed
    }

    /// For each length, how many breakpoints of W lie at or below a place minus that length; for
    /// the end of the range, how many lie below.
    pub(super) fn passed_at(&self, place: Place) -> Vec<usize> {
        let past = match place {
            Place::From => return self.passed.clone(),
            Place::Breakpoint(point) => point.key + 1,
            Place::To => self.winning.lattice().threshold(&self.to, false),
        };
        let lengths = self.winning.lattice().generators().iter().zip(&self.passed);
        let passed = lengths.map(|(&length, &passed)| {
            let breakpoints = &self.winning.breakpoints()[passed..];
            passed + breakpoints.partition_point(|&breakpoint| (breakpoint + length).key < past)
        });
        passed.collect()
    }

    /// The breakpoints of e strictly between the ends of the range, ascending, each with the index
    /// of its length: those of W, moved by each length, merged.
    pub(crate) fn breakpoints(&self) -> impl Iterator<Item = (Point, usize)> {
        self.breakpoints_between(&self.passed, &self.passed_at(Place::To))
    }

    /// The same from where so many breakpoints of W have been passed for each length, to where so
    /// many have.
    pub(super) fn breakpoints_between<'a>(
        &'a self,
        first: &[usize],
        past: &[usize],
    ) -> impl Iterator<Item = (Point, usize)> + use<'a> {
        let lengths = self.winning.lattice().generators().iter().zip(first.iter().zip(past)).enumerate();
        let moved = lengths.map(|(index, (&length, (&first, &past)))| {
            self.winning.breakpoints()[first..past]
                .iter()
                .map(move |&breakpoint| (breakpoint + length, index))
        });
        moved.kmerge_by(|(left, _), (right, _)| left.key < right.key) // the key names the point
    }

    pub(crate) fn exact(&self, place: Place) -> Surd {
        match place {
            Place::Breakpoint(point) => self.winning.lattice().exact(point),
            Place::From => self.from.clone(),
            Place::To => self.to.clone(),
        }
    }

    /// The form of e after so many breakpoints of W for each length.
    pub(crate) fn form(&self, passed: &[usize]) -> GainForm {
        GainForm::new(self.winning.lattice(), &self.lengths, self.linear_forms(passed))
    }

    /// The form of W at L − s for each length s, after so many breakpoints.
    pub(crate) fn linear_forms(&self, passed: &[usize]) -> impl Iterator<Item = LinearForm> {
        passed.iter().map(|&breakpoints| self.winning.form_after(breakpoints))
    }

    /// The value of [`GainForm::value_at`] at a point, by machine integers if they suffice.
    #[cfg_attr(not(feature = "serde"), allow(dead_code, reason = "only tables of answers need it"))]
    pub(crate) fn value_in_integers(&self, point: Point, passed: &[usize]) -> Option<WideSurd> {
        let lattice = self.winning.lattice();
        let number = |coordinates, r| WideSurd::new(coordinates, r, lattice.scale().radicand());
        let mut sum = number((0, 0), 1);
        for (&length, form) in lattice.generators().iter().zip(self.linear_forms(passed)) {
            sum = sum.plus(number((form.slope, 0), 1))?;
            let offset = (form.a, form.b);
            if offset != (0, 0) {
                // L − s and c have one denominator
                let rest = lattice.coordinates(point - length);
                sum = sum.plus(number(offset, 1).over(number(rest, 1))?)?;
            }
        }
        let count = i64::try_from(passed.len()).ok()?;
        let denominator = lattice.denominator().to_i64()?.checked_mul(count)?;
        sum.times(number(lattice.coordinates(point), denominator))
    }
}

impl GainTerm {
    /// L − s.
    fn rest(&self) -> Polynomial {
        Polynomial::with_root(&self.length)
    }

    /// W(L − s) = m·(L − s) + c.
    fn measure(&self) -> Polynomial {
        &(&Polynomial::constant(self.slope.into()) * &self.rest())
            + &Polynomial::constant(self.offset.clone())
    }

    /// rho(L − s) as a fraction. If W is proportional, it is defined at L = s, too, without a
    /// denominator that could vanish.
    fn probability(&self) -> (Polynomial, Polynomial) {
        if self.offset.is_zero() {
            return (Polynomial::constant(self.slope.into()), Polynomial::constant(Surd::one()));
        }
        (self.measure(), self.rest())
    }
}

impl GainForm {
    pub(super) fn new(lattice: &Lattice, lengths: &Lengths, forms: impl Iterator<Item = LinearForm>) -> Self {
        let terms = lengths.as_slice().iter().zip(forms).map(|(length, form)| GainTerm {
            length: length.clone(),
            slope: form.slope,
            offset: form.offset(lattice),
        });
        Self { terms: terms.collect() }
    }

    /// Whether e'' ≥ 0 is certain: every c_s ≥ 0.
    #[must_use]
    pub fn is_convex(&self) -> bool {
        self.terms.iter().all(|term| !term.offset.is_negative())
    }

    /// e(L) for an L of any field, on the piece that has this form.
    ///
    /// # Panics
    /// If L is a length s with c_s ≠ 0: then e is not defined, and L is not on the piece.
    #[must_use]
    pub fn value_at(&self, segment: &Surd) -> Algebraic {
        let own = self.terms.iter().find_map(|term| term.length.radicand().or(term.offset.radicand()));
        if own.is_some() && !segment.lies_in(own) {
            return self.fractions().value_at(segment);
        }
        let probabilities = self.terms.iter().map(|term| match &term.offset {
            offset if offset.is_zero() => Surd::from(term.slope), // also for L = s
            offset => offset / &(segment - &term.length) + term.slope,
        });
        Algebraic::InField(probabilities.sum::<Surd>() * segment / Surd::from(self.terms.len() as u64))
    }

    /// e by partial fractions: (1/|S|) · Σ ( m·L + c + c·s/(L − s) ).
    pub(super) fn fractions(&self) -> PartialFractions {
        let share = Surd::one() / Surd::from(self.terms.len() as u64);
        // each is below 2³⁴, see `LinearForm`, and there are fewer than 2²⁹ lengths
        let slope: i64 = self.terms.iter().map(|term| term.slope).sum();
        let constant = self.terms.iter().map(|term| &term.offset).sum::<Surd>();
        let pole = |term: &GainTerm| (term.length.clone(), &term.offset * &term.length * &share);
        PartialFractions::new(&share * slope, constant * &share, self.terms.iter().map(pole))
    }

    /// e as one fraction of polynomials in L: L·Σ rho(L − s) over |S|.
    #[must_use]
    pub fn fraction(&self) -> (Polynomial, Polynomial) {
        let zero = (Polynomial::default(), Polynomial::constant(Surd::one()));
        let (numerator, denominator) = self
            .terms
            .iter()
            .map(GainTerm::probability)
            .fold(zero, |sum, term| (&(&sum.0 * &term.1) + &(&term.0 * &sum.1), &sum.1 * &term.1));
        let segment = Polynomial::with_root(&Surd::zero());
        let count = Polynomial::constant(Surd::from(self.terms.len() as u64));
        (&numerator * &segment, &denominator * &count)
    }

    /// A polynomial with the roots of e' on the piece: Σ (m·(L − s)² − c·s) Π_{t ≠ s} (L
    /// − t)².
    #[must_use]
    pub fn derivative_numerator(&self) -> Polynomial {
        let squares = self.terms.iter().map(|term| &term.rest() * &term.rest()).collect_vec();
        let summands = self.terms.iter().enumerate().map(|(index, term)| {
            let own = &(&Polynomial::constant(term.slope.into()) * &squares[index])
                - &Polynomial::constant(&term.offset * &term.length);
            let others = squares.iter().enumerate().filter(|&(other, _)| other != index);
            others.fold(own, |product, (_, square)| &product * square)
        });
        summands.fold(Polynomial::default(), |sum, summand| &sum + &summand)
    }
}
