//! The certified maximum of the gain on a range.
//!
//! # Certificate
//! Floats with rigorous error bounds discard a piece only if an upper bound of e on it is below a
//! value that e reaches, and the inside of a piece only if a bound shows that e' has no zero there.
//! What remains are ends of pieces, with exact values, and local maxima inside, isolated and
//! compared by interval arithmetic. Only those that still agree when 512 binary digits are known,
//! and those that are returned, become algebraic numbers, which are compared exactly.
//!
//! # Ties
//! e may reach its maximum at several places: for the length 1 it is 4/3 at both ends of
//! \[(5 + √73)/6, 4\]. All of them are found, and the least one is the place of the maximum. If e
//! is constant on a piece, as it never is for the game itself, the ends of the piece stand for it.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `bounds` | which pieces of e may hold its maximum, by floats with bounds |
//! | `mod` | the certified maximum of e on a range |
//! | `local` | the greatest local maxima |

mod bounds;
mod local;

use std::sync::Arc;

use super::gain::{Floats, GainCurve, GainForm, PieceEnd, Watched};
use super::grundy::Grundy;
use crate::algebraic::{Algebraic, Peak};
use crate::error::Error;
use crate::number::{Enclosure, Surd};
use crate::watch::{Stopped, Watch, part, tell, unstopped};
use bounds::Bounded;

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

/// A maximum of the gain on a range: the certified greatest one, or a local one.
///
/// ```
/// use nimsweep::games::squares::{Grundy, Lengths, Maximum, MaximumKind};
///
/// let grundy = Grundy::new(&"1, 100".parse::<Lengths>()?, &"237".parse()?)?;
/// let Maximum { value, at, kind } = grundy.maximum(&"236".parse()?, &"237".parse()?)?;
/// assert_eq!(kind, MaximumKind::Interior);
/// assert_eq!(at.to_decimal(8), "236.05804133");
/// assert_eq!(value.to_decimal(8), "14.56180163");
/// assert_eq!(value.as_surd(), None); // a zero of the derivative, outside of all fields
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maximum {
    /// e(L) there; for the greatest one f, the greatest value of e on the range.
    pub value: Algebraic,
    /// The place L.
    pub at: Algebraic,
    /// What kind of place that is.
    pub kind: MaximumKind,
}

/// The greatest value of the gain on a range at every place that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maxima {
    /// The maximum at the least place.
    pub first: Maximum,
    /// The maximum at all other places, in ascending order.
    pub others: Vec<Maximum>,
}

impl Grundy {
    /// f(from, to): the maximum of e(L) over from ≤ L ≤ to, for ends of any field, at the least L
    /// that has it.
    ///
    /// # Errors
    /// [`Error`] for a range that is reversed, begins below the longest length or ends
    /// beyond the limit.
    ///
    /// # Cost
    /// That of [`Grundy::gain_curve`], and O(1) for each piece of e in the range; exact
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
    pub fn maximum(&self, from: &Surd, to: &Surd) -> Result<Maximum, Error> {
        Ok(self.gain_curve(from, to)?.maxima().first)
    }
}

impl Watched<'_> {
    /// [`GainCurve::maxima`] on a range.
    ///
    /// # Errors
    /// As [`Grundy::maximum`], and [`Stopped`](crate::ErrorKind::Stopped).
    pub fn maxima(self, from: &Surd, to: &Surd) -> Result<Maxima, Error> {
        let curve = self.grundy.watched(&mut part(self.watch, [0.0, 0.5])).gain_curve(from, to)?;
        Ok(curve.maxima_watched(&mut part(self.watch, [0.5, 1.0]))?)
    }
}

impl GainCurve {
    /// The maximum of e on the range, at every place that has it, in ascending order.
    ///
    /// # Cost
    /// O(1) for each piece, and exact arithmetic for the few candidates.
    ///
    /// ```
    /// use nimsweep::games::squares::Grundy;
    ///
    /// let grundy = Grundy::new(&"1".parse()?, &"4".parse()?)?;
    /// let maxima = grundy.gain_curve(&"(5+sqrt73)/6".parse()?, &"4".parse()?)?.maxima();
    /// assert_eq!(maxima.first.value.to_string(), "4/3");
    /// assert_eq!(maxima.first.at.to_string(), "(5+sqrt(73))/6");
    /// assert_eq!(maxima.others[0].at.to_string(), "4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn maxima(&self) -> Maxima {
        unstopped(|watch| self.maxima_watched(watch))
    }

    fn maxima_watched(&self, watch: Watch<'_>) -> Result<Maxima, Stopped> {
        let floats = Floats::new(self);
        let (pieces, reached) = floats.in_question(&mut part(watch, [0.0, 0.8]))?;
        let mut candidates = Candidates::default();
        for piece in &pieces {
            candidates.add_ends(self, piece, reached);
        }
        candidates.add_insides(&floats, &pieces, reached, &mut part(watch, [0.8, 1.0]))?;
        let mut maxima = highest(candidates.all, 1).into_iter();
        let first = maxima.next();
        // there is one: the place where e is known to reach that much is a candidate
        debug_assert!(first.is_some(), "no candidate for the maximum");
        let first = first.unwrap_or_else(|| {
            Maximum::at_place(self, &self.form(&self.passed_at(PieceEnd::From)), PieceEnd::From)
        });
        Ok(Maxima { first, others: maxima.collect() })
    }
}

impl Maximum {
    /// At an end of a piece of this form.
    fn at_place(curve: &GainCurve, form: &GainForm, place: PieceEnd) -> Self {
        let exact = curve.exact(place);
        let at_end = exact == *curve.from() || exact == *curve.to();
        let kind = if at_end { MaximumKind::Endpoint } else { MaximumKind::Breakpoint };
        Self { value: form.value_at(&exact).into(), at: exact.into(), kind }
    }
}

/// What could be a maximum.
#[derive(Debug)]
enum Candidate {
    /// An end of a piece.
    End(Box<Maximum>),
    /// A zero of e'.
    Inside(Peak),
}

impl Candidate {
    /// An interval around e there, no longer than 2^−bits.
    fn value(&mut self, bits: usize) -> Enclosure {
        match self {
            Self::End(maximum) => maximum.value.enclosure(bits),
            Self::Inside(peak) => peak.value(bits),
        }
    }

    fn exact(self) -> Maximum {
        match self {
            Self::End(maximum) => *maximum,
            Self::Inside(peak) => {
                let [at, value] = peak.numbers();
                Maximum { value, at, kind: MaximumKind::Interior }
            }
        }
    }
}

/// What could be a maximum on the pieces so far.
#[derive(Default)]
struct Candidates {
    all: Vec<Candidate>,
    /// Whether those are kept, too, that are lower than something that is known.
    keeps_lower: bool,
    /// The greatest value at an end.
    best: Option<Algebraic>,
    /// A number that e reaches.
    floor: Option<Enclosure>,
}

impl Candidates {
    /// The start of a piece, and the end of the range. If another piece follows, it begins with the
    /// end of this.
    fn add_ends(&mut self, curve: &GainCurve, piece: &Bounded, reached: f64) {
        let mut places = vec![];
        if piece.at_start.upper() >= reached {
            places.push(piece.start);
        }
        if piece.end == PieceEnd::To && piece.at_end.upper() >= reached && curve.from() < curve.to() {
            places.push(piece.end);
        }
        if places.is_empty() {
            return;
        }
        let form = curve.form(&piece.passed);
        for place in places {
            let maximum = Maximum::at_place(curve, &form, place);
            if self.best.as_ref().is_some_and(|best| maximum.value < *best) {
                continue;
            }
            if self.best.as_ref() != Some(&maximum.value) {
                self.all.clear();
                self.floor = Some(maximum.value.enclosure(FLOOR_BITS));
                self.best = Some(maximum.value.clone());
            }
            self.all.push(Candidate::End(Box::new(maximum)));
        }
    }

    /// The maxima inside pieces whose bound reaches a number, unless they are lower than something
    /// that is known.
    fn add_insides(
        &mut self,
        floats: &Floats<'_>,
        pieces: &[Bounded],
        reached: f64,
        watch: Watch<'_>,
    ) -> Result<(), Stopped> {
        let open = pieces.iter().enumerate().filter(|(_, piece)| piece.inside.upper() >= reached);
        for (index, piece) in open {
            tell(watch, index as f64 / pieces.len() as f64)?;
            let form = floats.curve.form(&piece.passed);
            if form.is_convex() || floats.is_monotonic(piece) {
                continue;
            }
            let [start, end] = [piece.start, piece.end].map(|end| floats.curve.exact(end));
            for mut peak in Peak::all(&Arc::new(form.fractions()), &start, &end, self.floor.as_ref()) {
                if !self.keeps_lower {
                    let value = peak.value(FLOOR_BITS);
                    if self.floor.as_ref().is_none_or(|floor| floor.low() < value.low()) {
                        self.floor = Some(value);
                    }
                }
                self.all.push(Candidate::Inside(peak));
            }
        }
        Ok(())
    }
}

/// With how many binary digits after the point e is first compared.
const FLOOR_BITS: usize = 64;
/// With how many it is compared last, before algebra decides.
const LAST_BITS: usize = 512;

/// The candidates with the `count` greatest values, and others that are equal to the least of
/// these; by falling value, and those of one value by their place.
fn highest(mut candidates: Vec<Candidate>, count: usize) -> Vec<Maximum> {
    let mut bits = FLOOR_BITS;
    while bits <= LAST_BITS && candidates.len() > count {
        let known: Vec<_> =
            candidates.into_iter().map(|mut one| (one.value(bits).with_bits(bits), one)).collect();
        let mut lows: Vec<_> = known.iter().map(|(value, _)| value.low().clone()).collect();
        lows.sort_unstable_by(|left, right| right.cmp(left));
        let floor = &lows[count.min(lows.len()) - 1];
        candidates =
            known.into_iter().filter(|(value, _)| value.high() >= floor).map(|(_, one)| one).collect();
        bits *= 2;
    }
    let mut maxima: Vec<Maximum> = candidates.into_iter().map(Candidate::exact).collect();
    maxima.sort_by(|left, right| right.value.cmp(&left.value).then_with(|| left.at.cmp(&right.at)));
    if let Some(least) = count.checked_sub(1).and_then(|last| maxima.get(last)).cloned() {
        maxima.retain(|maximum| maximum.value >= least.value);
    }
    maxima
}
