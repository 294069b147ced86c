//! e(L), the expected gain of a random first piece: its exact forms, and its value at one length.
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
//!
//! | file | one purpose |
//! | --- | --- |
//! | `slope_changes` | where the slope of W_t changes: the jumps of g in pairs |
//! | `winning_measure` | W_t(y): the measure of moves that leave the nimber t; the slope law |
//! | `mod` | e between two corners as an exact form, and e at one length |
//! | `curve` | e on a range, in pieces |
//! | `floats` | e in floats with bounds of their error, and the walk along its pieces |

mod curve;
mod floats;
mod slope_changes;
mod winning_measure;

use std::ops::Add;

use num_traits::{One, ToPrimitive, Zero};

use super::grundy::Grundy;
use super::rules::Lengths;
use crate::algebraic::PartialFractions;
use crate::error::Error;
use crate::lattice::Lattice;
use crate::number::{Double, Surd};
use crate::piecewise::LinearForm;

#[cfg(feature = "serde")]
pub use curve::PieceEnds;
pub use curve::{GainCurve, GainPiece, PieceEnd, Watched};
pub use floats::{FloatPiece, Floats, middle};
use winning_measure::form_at;

/// The exact form of e on a piece: e(L) = (L/|S|) · Σ_s W(L − s)/(L − s), one term for each
/// length s.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GainForm {
    /// The terms, in ascending order of lengths.
    pub terms: Vec<GainTerm>,
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

/// What one length of the first piece contributes at one segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    /// The length of the piece.
    pub length: Surd,
    /// W(L − s): the measure of the winning places.
    pub measure: Surd,
    /// rho(L − s): the probability that a random place wins.
    pub probability: Surd,
}

/// The gain at one length of the segment.
///
/// ```
/// use nimsweep::games::squares::{Gain, Grundy, Lengths};
///
/// let grundy = Grundy::new(&Lengths::default(), &"4".parse()?)?;
/// let Gain { value, chances } = grundy.gain_at(&"4".parse()?)?;
/// assert_eq!(value.to_decimal(8), "1.11974851");
/// // L times the mean of the two probabilities
/// assert_eq!(chances[0].probability.to_string(), "1/3");
/// assert_eq!(chances[1].probability.to_string(), "(3-sqrt(2))/7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gain {
    /// e(L).
    pub value: Surd,
    /// What each length contributes, in ascending order of lengths.
    pub chances: Vec<Chance>,
}

impl Grundy {
    /// e(L) with the winning measures and probabilities, exact, for a segment of length
    /// max(S) ≤ L ≤ limit of any field.
    ///
    /// # Errors
    /// [`Error`] for a segment below the longest length or beyond the limit, or if a
    /// coefficient of W does not fit 64 bits.
    ///
    /// # Cost
    /// O(K) integer operations for each length and K steps below L, and some exact ones.
    ///
    /// ```
    /// use nimsweep::games::squares::{Grundy, Lengths};
    ///
    /// let grundy = Grundy::new(&Lengths::default(), &"10".parse()?)?;
    /// let gain = grundy.gain_at(&"4".parse()?)?;
    /// assert_eq!(gain.value.to_decimal(8), "1.11974851");
    /// assert_eq!(gain.chances[0].probability.to_string(), "1/3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn gain_at(&self, segment: &Surd) -> Result<Gain, Error> {
        self.check_range(segment, segment)?;
        let (lengths, lattice) = (self.lengths(), self.lattice());
        // that of y = L − s is valid from the last corner at or below y to the next one
        let at = lattice.bound(segment, true);
        let forms = lattice.generators().iter().map(|&length| form_at(self, at.clone().less(length), 0));
        let forms: Vec<_> = forms.collect::<Result<_, _>>()?;
        let form = GainForm::new(lattice, lengths, forms.iter().map(|form| LinearForm::of(form)));
        let chances = form.terms.iter().map(|term| Chance {
            length: term.length.clone(),
            measure: (segment - &term.length) * term.slope + &term.offset,
            probability: term.probability_at(segment),
        });
        Ok(Gain { value: form.value_at(segment), chances: chances.collect() })
    }
}

impl GainTerm {
    /// rho(L − s) = W(L − s)/(L − s).
    fn probability_at(&self, segment: &Surd) -> Surd {
        match &self.offset {
            offset if offset.is_zero() => self.slope.into(), // also for L = s
            offset => offset / &(segment - &self.length) + self.slope,
        }
    }
}

impl GainForm {
    fn new<'c>(lattice: &Lattice, lengths: &Lengths, forms: impl Iterator<Item = LinearForm<'c>>) -> Self {
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

    /// e(L) for an L on the piece that has this form.
    ///
    /// # Panics
    /// If L is a length s with c_s ≠ 0: then e is not defined, and L is not on the piece. If
    /// [`check_products`](crate::number::check_products) refuses L and the lengths.
    #[must_use]
    pub fn value_at(&self, segment: &Surd) -> Surd {
        let probabilities = self.terms.iter().map(|term| term.probability_at(segment));
        probabilities.sum::<Surd>() * segment / Surd::from(self.terms.len() as u64)
    }

    /// The float nearest to e(L), for an L on the piece: that of [`GainForm::value_at`], mostly
    /// found without exact arithmetic.
    ///
    /// # Panics
    /// As [`GainForm::value_at`].
    #[must_use]
    pub fn nearest_float_at(&self, segment: &Surd) -> f64 {
        let at = Double::of(segment);
        let probability = |term: &GainTerm| match &term.offset {
            offset if offset.is_zero() => Double::integer(term.slope),
            offset => Double::integer(term.slope) + Double::of(offset) / (at - Double::of(&term.length)),
        };
        let sum = self.terms.iter().map(probability).fold(Double::integer(0), Add::add);
        let value = sum * at / Double::integer(self.terms.len() as i64); // fewer than 2²⁹ lengths
        let exactly = || self.value_at(segment).to_f64().unwrap_or(f64::NAN);
        value.nearest().unwrap_or_else(exactly)
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
}
