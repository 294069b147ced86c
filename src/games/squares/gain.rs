//! The gain at one length of the segment, with the winning probability of each length of the first
//! piece.

use super::domain::DomainError;
use super::grundy::Grundy;
use super::pieces::{GainForm, GainTerm};
use super::winning;
use crate::algebraic::{Algebraic, PartialFractions};
use crate::number::Surd;
use num_traits::Zero;

/// What one length of the first piece contributes at one segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    /// The length of the piece.
    pub length: Surd,
    /// W(L − s): the measure of the winning places.
    pub measure: Algebraic,
    /// rho(L − s): the probability that a random place wins.
    pub probability: Algebraic,
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
/// assert_eq!(chances[0].probability.as_surd().unwrap().to_string(), "1/3");
/// assert_eq!(chances[1].probability.as_surd().unwrap().to_string(), "(3-sqrt(2))/7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gain {
    /// e(L).
    pub value: Algebraic,
    /// What each length contributes, in ascending order of lengths.
    pub chances: Vec<Chance>,
}

impl Grundy {
    /// e(L) with the winning measures and probabilities, exact, for a segment of length
    /// max(S) ≤ L ≤ limit of any field.
    ///
    /// Whatever lies in a quadratic field has its closed form. If L lies in another field than the
    /// lengths, some results may be algebraic numbers of degree 4.
    ///
    /// # Errors
    /// [`DomainError`] for a segment below the longest length or beyond the limit, or if a
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
    /// assert_eq!(gain.chances[0].probability.as_surd(), Some(&"1/3".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn gain_at(&self, segment: &Surd) -> Result<Gain, DomainError> {
        self.check_range(segment, segment)?;
        let (lengths, lattice) = (self.lengths(), self.lattice());
        let forms = lattice.generators().iter().map(|&length| winning::form_at(self, segment, length));
        let forms: Vec<_> = forms.collect::<Result<_, _>>()?;
        let form = GainForm::new(lattice, lengths, forms.into_iter());
        let chances = form.terms.iter().map(|term| Chance::of(term, segment)).collect();
        Ok(Gain { value: form.value_at(segment), chances })
    }
}

impl Chance {
    /// W(L − s) = m·L + (c − m·s), and rho(L − s) = m + c/(L − s).
    fn of(term: &GainTerm, segment: &Surd) -> Self {
        let (slope, offset) = (Surd::from(term.slope), &term.offset);
        let measure = PartialFractions::new(slope.clone(), offset - &slope * &term.length, []);
        let pole = (term.length.clone(), offset.clone());
        let probability = PartialFractions::new(Surd::zero(), slope, [pole]);
        Self {
            length: term.length.clone(),
            measure: measure.value_at(segment),
            probability: probability.value_at(segment),
        }
    }
}
