//! The certified maximum of the gain on a range.
//!
//! # Certificate
//! Floats with rigorous error bounds discard a piece only if an upper bound of e on it is below a
//! value that e reaches, and the inside of a piece only if a bound shows that e' has no zero there.
//! What remains is compared exactly: ends of pieces as numbers of the field, zeros of e', isolated
//! by Sturm's theorem, as algebraic numbers.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use super::domain::DomainError;
use super::grundy::Grundy;
use super::pieces::{GainCurve, GainForm, Place};
use super::survey::{Bounded, Survey};
use super::winning::{Watch, unwatched};
use crate::algebraic::Algebraic;
use crate::number::{Radicand, Surd};

/// Where a maximum lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MaximumKind {
    /// At an end of the range.
    Endpoint,
    /// At a breakpoint of e inside the range.
    Breakpoint,
    /// Inside a piece of e, where e' vanishes.
    Interior,
}

/// The certified maximum of the gain on a range.
///
/// ```
/// use nimsweep::games::squares::{Grundy, Lengths, Maximum, MaximumKind};
///
/// let grundy = Grundy::new(&"1, 100".parse::<Lengths>()?, &"237".parse()?)?;
/// let Maximum { value, at, kind } = grundy.maximum(&"236".parse()?, &"237".parse()?)?;
/// assert_eq!(kind, MaximumKind::Interior);
/// assert_eq!(at.to_decimal(8), "236.05804133");
/// assert_eq!(value.to_decimal(8), "14.56180163");
/// assert_eq!(value.as_surd(), None); // a zero of the derivative, outside of the field
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maximum {
    /// f: the greatest value of e on the range.
    pub value: Algebraic,
    /// The least L of the range where e has this value.
    pub at: Algebraic,
    /// What kind of place that is.
    pub kind: MaximumKind,
}

/// The part of the work after which W is known, and that after which the pieces are surveyed.
const PHASES: [f64; 2] = [0.5, 0.9];

impl Grundy {
    /// f(from, to): the maximum of e(L) over from ≤ L ≤ to, for ends of any field.
    ///
    /// # Errors
    /// [`DomainError`] for a range that is reversed, begins below the longest length or ends beyond
    /// the limit.
    ///
    /// # Cost
    /// That of [`Grundy::winning_measure`], and O(1) for each piece of e in the range; exact
    /// arithmetic only for the few places that floats cannot distinguish from the best.
    ///
    /// ```
    /// use nimsweep::games::squares::{Grundy, MaximumKind, Lengths};
    ///
    /// let grundy = Grundy::new(&Lengths::default(), &"10".parse()?)?;
    /// let maximum = grundy.maximum(&"2".parse()?, &"10".parse()?)?;
    /// assert_eq!(maximum.value.to_decimal(8), "2.61969775");
    /// assert_eq!(maximum.at.as_surd().unwrap().to_string(), "5+2*sqrt(2)");
    /// assert_eq!(maximum.kind, MaximumKind::Breakpoint);
    /// assert!(grundy.maximum(&"2".parse()?, &"11".parse()?).is_err()); // beyond the limit
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn maximum(&self, from: &Surd, to: &Surd) -> Result<Maximum, DomainError> {
        Ok(self.gain_curve(from, to)?.maximum())
    }

    /// The same for long ranges: `watch` is called now and then with the part of the work that is
    /// done, from 0 to 1, and may break it off; the result is `None` then.
    ///
    /// # Errors
    /// As [`Grundy::maximum`].
    pub fn maximum_watched(
        &self,
        from: &Surd,
        to: &Surd,
        watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Option<Maximum>, DomainError> {
        let curve = self.gain_curve_watched(from, to, &mut |done| watch(PHASES[0] * done))?;
        let search =
            |curve: GainCurve| curve.maximum_watched(&mut |done| watch(PHASES[0] + (1.0 - PHASES[0]) * done));
        Ok(curve.and_then(search).ok())
    }
}

impl GainCurve {
    /// The maximum of e on the range.
    ///
    /// # Cost
    /// O(1) for each piece, and exact arithmetic for the few candidates.
    #[must_use]
    pub fn maximum(&self) -> Maximum {
        let Ok(maximum) = self.maximum_watched(&mut unwatched);
        maximum
    }

    fn maximum_watched<B>(&self, watch: Watch<'_, B>) -> Result<Maximum, B> {
        let search = Search { survey: Survey::new(self), curve: self, radicand: self.radicand() };
        let surveyed = (PHASES[1] - PHASES[0]) / (1.0 - PHASES[0]);
        let (pieces, reached) = search.survey.in_question(&mut |done| watch(surveyed * done))?;
        let mut best: Option<Maximum> = None;
        for (index, piece) in pieces.iter().enumerate() {
            let done = surveyed + (1.0 - surveyed) * index as f64 / pieces.len() as f64;
            if let ControlFlow::Break(value) = watch(done) {
                return Err(value);
            }
            for candidate in search.candidates(piece, reached) {
                if best.as_ref().is_none_or(|best| candidate.beats(best)) {
                    best = Some(candidate);
                }
            }
        }
        // there is one: the place where e is known to reach that much is a candidate
        debug_assert!(best.is_some(), "no candidate for the maximum");
        Ok(best.unwrap_or_else(|| search.at_place(&self.form(self.passed()), Place::From)))
    }
}

impl Maximum {
    /// Whether this is greater, or as great and further to the left.
    fn beats(&self, other: &Self) -> bool {
        self.value.cmp(&other.value).then_with(|| other.at.cmp(&self.at)) == Ordering::Greater
    }
}

/// A range, and everything that stays the same while its pieces are searched.
struct Search<'a> {
    curve: &'a GainCurve,
    radicand: Option<Radicand>,
    survey: Survey<'a>,
}

impl Search<'_> {
    /// What could be the maximum on a piece: its start, the end of the range, and the roots of e'
    /// inside, unless e is convex there. If another piece follows, it begins with the end of this.
    fn candidates(&self, bounded: &Bounded, reached: f64) -> Vec<Maximum> {
        let form = self.curve.form(&bounded.passed);
        let mut candidates = vec![];
        if bounded.at_start.upper() >= reached {
            candidates.push(self.at_place(&form, bounded.start));
        }
        if bounded.end == Place::To && bounded.at_end.upper() >= reached {
            candidates.push(self.at_place(&form, bounded.end));
        }
        let inside_in_question = bounded.inside.upper() >= reached;
        if inside_in_question && !form.is_convex() && !self.survey.is_monotonic(bounded) {
            candidates.extend(self.inside(&form, bounded));
        }
        candidates
    }

    fn at_place(&self, form: &GainForm, place: Place) -> Maximum {
        let exact = self.curve.exact(place);
        let at_end = exact == *self.curve.from() || exact == *self.curve.to();
        let kind = if at_end { MaximumKind::Endpoint } else { MaximumKind::Breakpoint };
        let at = Algebraic::of(exact, self.radicand);
        Maximum { value: form.value(&at), at, kind }
    }

    fn inside(&self, form: &GainForm, bounded: &Bounded) -> Vec<Maximum> {
        let (start, end) = (self.curve.exact(bounded.start), self.curve.exact(bounded.end));
        let roots = Algebraic::roots_of(&form.derivative_numerator(), self.radicand);
        let inside = roots.into_iter().filter(|root| *root > start && *root < end);
        inside.map(|at| Maximum { value: form.value(&at), at, kind: MaximumKind::Interior }).collect()
    }
}
