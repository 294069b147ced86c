//! The expected gain e(L) of a random first piece, and its certified maximum on a range.
//!
//! # The gain
//! A fair coin picks the length s in S of the first piece, which then falls uniformly on the segment of length L. It wins
//! with probability rho(L − s), rho(y) = W(y)/y and rho(0) = 1, and winning pays L:
//!
//! ```text
//! e(L) = (L/|S|) · Σ_s rho(L − s),     L ≥ max(S).
//! ```
//!
//! # Pieces
//! Between corners W(L − s) = m_s·(L − s) + c_s with a whole number m_s and c_s in the field, so that
//!
//! ```text
//! e(L)  = (1/|S|) · Σ_s ( m_s·L + c_s + c_s·s/(L − s) ),
//! e'(L) = (1/|S|) · Σ_s ( m_s − c_s·s/(L − s)² ),      e''(L) = (2/|S|) · Σ_s c_s·s/(L − s)³.
//! ```
//!
//! Where every c_s ≥ 0 the piece is convex and its maximum lies at an end. Otherwise a maximum inside is possible; it is a
//! root of e', found by Sturm's theorem and compared exactly as the algebraic number it is.
//!
//! # Certificate
//! Floats only sort out, by bounds that hold for certain ([`Approximate`](crate::number::Approximate)): a piece is left aside
//! where an upper bound of e on it is below a value that e reaches, and its inside where a bound shows that e' has no zero.
//! Of what remains, exact comparison decides.

use num_traits::{One, Zero};
use std::cmp::Ordering;

use itertools::Itertools;
use thiserror::Error;

use super::grundy::{Grundy, GrundyError};
use super::rules::Lengths;
use super::survey::{Bounded, Place, Survey};
use super::winning;
use crate::algebraic::{Algebraic, Polynomial};
use crate::lattice::Lattice;
use crate::number::common_radicand;
use crate::number::{Radicand, Surd};
use crate::piecewise::{Linear, LinearForm};

/// The gain is not defined where it is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GainError {
    /// The segment is shorter than the longest piece.
    #[error("the gain e(L) is defined for L of at least {longest}, the longest length; {length} is below it")]
    BelowLongest {
        /// The length of the segment.
        length: Surd,
        /// The longest length of a piece.
        longest: Surd,
    },
    /// The range ends before it begins.
    #[error("the range from {from} to {to} is reversed; give the smaller end first")]
    Reversed {
        /// Where the range begins.
        from: Surd,
        /// Where it ends.
        to: Surd,
    },
    /// The range ends beyond the Grundy values that are given.
    #[error("the range ends at {to}, but g is known up to {limit} only; take Grundy values up to {to}")]
    BeyondGrundy {
        /// Where the range ends.
        to: Surd,
        /// Up to where g is known.
        limit: Surd,
    },
    /// The Grundy values cannot be computed.
    #[error(transparent)]
    Grundy(#[from] GrundyError),
}

/// What one length of the first piece contributes at one segment.
#[derive(Clone, Debug)]
pub struct Chance {
    /// The length of the piece.
    pub length: Surd,
    /// W(L − s): the measure of the winning places.
    pub measure: Algebraic,
    /// rho(L − s): the probability that a random place wins.
    pub probability: Algebraic,
}

/// The gain at one length of the segment.
#[derive(Clone, Debug)]
pub struct Gain {
    /// e(L).
    pub value: Algebraic,
    /// What each length contributes, in ascending order of lengths.
    pub chances: Vec<Chance>,
}

impl Gain {
    /// e(L) with the winning measures and probabilities, exact, for a segment of length L ≥ max(S) of any field.
    ///
    /// Where L lies in another field than the lengths, the results are algebraic numbers over the field of the lengths.
    ///
    /// # Errors
    /// [`GainError`] for a segment below the longest length, or beyond the keys.
    ///
    /// # Cost
    /// That of [`Grundy::new`] up to L, besides O(K).
    ///
    /// ```
    /// use nimsweep::games::squares::{Gain, Lengths};
    ///
    /// let gain = Gain::at(&Lengths::default(), &"4".parse()?)?;
    /// assert_eq!(gain.value.to_decimal(8), "1.11974851");
    /// assert_eq!(gain.chances[0].probability.in_field(), Some(&"1/3".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn at(lengths: &Lengths, segment: &Surd) -> Result<Self, GainError> {
        check_defined(lengths, segment)?;
        let grundy = Grundy::new(lengths, segment)?;
        let lattice = grundy.lattice();
        let radicand = common_radicand(lengths.radicand(), segment.radicand()).unwrap_or(lengths.radicand());
        let at = Algebraic::of(segment.clone(), radicand);
        let forms = lattice.generators().iter().map(|&length| winning::form_at(&grundy, segment, length));
        let piece = Piece::new(lattice, lengths, forms);
        let chances = piece.terms.iter().map(|term| term.chance(&at)).collect();
        Ok(Self { value: piece.value_at(&at), chances })
    }
}

/// Where a maximum lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// At an end of the range.
    Endpoint,
    /// At a knot of e inside the range.
    Breakpoint,
    /// Inside a piece of e, where e' vanishes.
    Interior,
}

/// The certified maximum of the gain on a range.
#[derive(Clone, Debug)]
pub struct Maximum {
    /// f: the greatest value of e on the range.
    pub value: Algebraic,
    /// The least L of the range where e has this value.
    pub at: Algebraic,
    /// What kind of place that is.
    pub kind: Kind,
}

/// f(from, to): the maximum of e(L) over from ≤ L ≤ to, for ends of any field; with the Grundy values that it rests on.
///
/// # Errors
/// [`GainError`] for a reversed range, one that begins below the longest length, or one beyond the keys.
///
/// # Cost
/// That of [`Grundy::new`] up to `to`, and O(1) for each piece of e in the range; exact arithmetic only for the few places
/// that floats cannot tell from the best.
///
/// ```
/// use nimsweep::games::squares::{Kind, Lengths, gain};
///
/// let (maximum, _) = gain::maximum(&Lengths::default(), &"2".parse()?, &"10".parse()?)?;
/// assert_eq!(maximum.value.to_decimal(8), "2.61969775");
/// assert_eq!(maximum.at.in_field().unwrap().to_string(), "5+2*sqrt(2)");
/// assert_eq!(maximum.kind, Kind::Breakpoint);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn maximum(lengths: &Lengths, from: &Surd, to: &Surd) -> Result<(Maximum, Grundy), GainError> {
    check_range(lengths, from, to)?;
    let grundy = Grundy::new(lengths, to)?;
    Ok((maximum_on(&grundy, from, to)?, grundy))
}

/// The same as [`maximum`] with Grundy values that are there already, up to `to` or further.
///
/// # Errors
/// As [`check_range`], and [`GainError::BeyondGrundy`].
///
/// ```
/// use nimsweep::games::squares::{Grundy, Lengths, gain};
///
/// let grundy = Grundy::new(&Lengths::default(), &"20".parse()?)?;
/// let maximum = gain::maximum_on(&grundy, &"2".parse()?, &"10".parse()?)?;
/// assert_eq!(maximum.value.to_decimal(8), "2.61969775");
/// assert!(gain::maximum_on(&grundy, &"2".parse()?, &"21".parse()?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn maximum_on(grundy: &Grundy, from: &Surd, to: &Surd) -> Result<Maximum, GainError> {
    let lengths = grundy.lengths();
    check_range(lengths, from, to)?;
    if to > grundy.limit() {
        return Err(GainError::BeyondGrundy { to: to.clone(), limit: grundy.limit().clone() });
    }
    Ok(maximum_of(lengths, &winning::measure(grundy, from, to), from, to))
}

/// Whether the gain is defined on all of [from, to]; costs nothing, so that it can be asked before g is grown.
///
/// # Errors
/// [`GainError`] for a reversed range, or one that begins below the longest length.
pub fn check_range(lengths: &Lengths, from: &Surd, to: &Surd) -> Result<(), GainError> {
    if from > to {
        return Err(GainError::Reversed { from: from.clone(), to: to.clone() });
    }
    check_defined(lengths, from)
}

fn check_defined(lengths: &Lengths, segment: &Surd) -> Result<(), GainError> {
    if segment < lengths.longest() {
        return Err(GainError::BelowLongest { length: segment.clone(), longest: lengths.longest().clone() });
    }
    Ok(())
}

/// The maximum of e on [from, to] for any winning measure W given as a piecewise-linear function.
///
/// W has to be known from `from` − max(S) on, with knots on the lattice of the lengths ([`Lengths::lattice`]). For the game
/// itself, [`maximum`] makes it.
#[must_use]
pub fn maximum_of(lengths: &Lengths, winning: &Linear, from: &Surd, to: &Surd) -> Maximum {
    let search = Search::new(lengths, winning, from, to);
    let (pieces, reached) = search.survey.in_question();
    let candidates = pieces.iter().flat_map(|piece| search.candidates(piece, reached));
    let best = candidates.reduce(|best, candidate| if candidate.beats(&best) { candidate } else { best });
    // there is one: the place where e is known to reach that much is a candidate
    best.unwrap_or_else(|| search.at_place(&search.piece(search.survey.passed_before()), Place::From))
}

impl Maximum {
    /// Whether this is greater, or as great and further to the left.
    fn beats(&self, other: &Self) -> bool {
        match self.value.cmp(&other.value) {
            Ordering::Greater => true,
            Ordering::Equal => self.at < other.at,
            Ordering::Less => false,
        }
    }
}

/// A range, and everything that stays the same while its pieces are searched.
struct Search<'a> {
    lengths: &'a Lengths,
    winning: &'a Linear,
    from: &'a Surd,
    to: &'a Surd,
    radicand: Option<Radicand>,
    survey: Survey<'a>,
}

impl<'a> Search<'a> {
    fn new(lengths: &'a Lengths, winning: &'a Linear, from: &'a Surd, to: &'a Surd) -> Self {
        // One field for everything if there is one; ends of a foreign field become algebraic over that of the lengths.
        let all =
            [from, to].into_iter().try_fold(lengths.radicand(), |d, end| common_radicand(d, end.radicand()));
        let radicand = all.unwrap_or(lengths.radicand());
        Self { lengths, winning, from, to, radicand, survey: Survey::new(winning, from, to) }
    }

    /// The piece of e after so many knots of W for each length.
    fn piece(&self, passed: &[usize]) -> Piece {
        let forms = passed.iter().map(|&knots| self.winning.form_after(knots));
        Piece::new(self.winning.lattice(), self.lengths, forms)
    }

    fn exact(&self, place: Place) -> Surd {
        match place {
            Place::Knot(point) => self.winning.lattice().exact(point),
            Place::From => self.from.clone(),
            Place::To => self.to.clone(),
        }
    }

    /// What could be the maximum on a piece: its start, the end of the range, and the roots of e' inside unless e is convex
    /// there. Where another piece follows, that one begins with the end of this.
    fn candidates(&self, bounded: &Bounded, reached: f64) -> Vec<Maximum> {
        let piece = self.piece(&bounded.passed);
        let mut candidates = vec![];
        if bounded.at_start.upper() >= reached {
            candidates.push(self.at_place(&piece, bounded.start));
        }
        if bounded.end == Place::To && bounded.at_end.upper() >= reached {
            candidates.push(self.at_place(&piece, bounded.end));
        }
        let inside_in_question = bounded.inside.upper() >= reached;
        if inside_in_question && !piece.is_convex() && !self.survey.is_monotonic(bounded) {
            candidates.extend(self.inside(&piece, bounded));
        }
        candidates
    }

    fn at_place(&self, piece: &Piece, place: Place) -> Maximum {
        let exact = self.exact(place);
        let at_end = exact == *self.from || exact == *self.to;
        let kind = if at_end { Kind::Endpoint } else { Kind::Breakpoint };
        let at = Algebraic::of(exact, self.radicand);
        Maximum { value: piece.value_at(&at), at, kind }
    }

    fn inside(&self, piece: &Piece, bounded: &Bounded) -> Vec<Maximum> {
        let (start, end) = (self.exact(bounded.start), self.exact(bounded.end));
        let roots = Algebraic::roots_of(&piece.derivative_numerator(), self.radicand);
        let inside = roots.into_iter().filter(|root| *root > start && *root < end);
        inside.map(|at| Maximum { value: piece.value_at(&at), at, kind: Kind::Interior }).collect()
    }
}

/// One exact piece of e: for each length s the form m·(L − s) + c of W(L − s).
struct Piece {
    terms: Vec<Term>,
}

struct Term {
    length: Surd,
    slope: Surd,
    offset: Surd,
}

impl Term {
    /// L − s.
    fn rest(&self) -> Polynomial {
        Polynomial::with_root(&self.length)
    }

    /// m·(L − s) + c.
    fn measure(&self) -> Polynomial {
        &(&Polynomial::constant(self.slope.clone()) * &self.rest())
            + &Polynomial::constant(self.offset.clone())
    }

    /// rho(L − s) as a fraction; where W is proportional, at L = s too, without a denominator that could vanish.
    fn probability(&self) -> (Polynomial, Polynomial) {
        if self.offset.is_zero() {
            return (Polynomial::constant(self.slope.clone()), Polynomial::constant(Surd::one()));
        }
        (self.measure(), self.rest())
    }

    fn chance(&self, segment: &Algebraic) -> Chance {
        let (numerator, denominator) = self.probability();
        Chance {
            length: self.length.clone(),
            measure: segment.quotient_of(&self.measure(), &Polynomial::constant(Surd::one())),
            probability: segment.quotient_of(&numerator, &denominator),
        }
    }
}

impl Piece {
    fn new(lattice: &Lattice, lengths: &Lengths, forms: impl Iterator<Item = LinearForm>) -> Self {
        let terms = lengths.as_slice().iter().zip(forms).map(|(length, form)| Term {
            length: length.clone(),
            slope: form.slope.into(),
            offset: form.offset(lattice),
        });
        Self { terms: terms.collect() }
    }

    /// Whether e'' ≥ 0 is certain: every c_s ≥ 0.
    fn is_convex(&self) -> bool {
        self.terms.iter().all(|term| !term.offset.is_negative())
    }

    fn value_at(&self, segment: &Algebraic) -> Algebraic {
        let Algebraic::InField(length) = segment else {
            let (numerator, denominator) = self.fraction();
            return segment.quotient_of(&numerator, &denominator);
        };
        let chances = self.terms.iter().map(Term::probability);
        let chances =
            chances.map(|(numerator, denominator)| numerator.evaluate(length) / denominator.evaluate(length));
        let sum = chances.fold(Surd::zero(), |sum, chance| sum + chance);
        Algebraic::InField(sum * length / Surd::from(self.terms.len() as u64))
    }

    /// e as one fraction of polynomials: L·Σ rho(L − s) over |S|.
    fn fraction(&self) -> (Polynomial, Polynomial) {
        let zero = (Polynomial::default(), Polynomial::constant(Surd::one()));
        let (numerator, denominator) = self
            .terms
            .iter()
            .map(Term::probability)
            .fold(zero, |sum, term| (&(&sum.0 * &term.1) + &(&term.0 * &sum.1), &sum.1 * &term.1));
        let segment = Polynomial::with_root(&Surd::zero());
        let count = Polynomial::constant(Surd::from(self.terms.len() as u64));
        (&numerator * &segment, &denominator * &count)
    }

    /// A polynomial with the roots of e' on the piece: Σ (m·(L − s)² − c·s) Π_{t ≠ s} (L − t)².
    fn derivative_numerator(&self) -> Polynomial {
        let squares = self.terms.iter().map(|term| &term.rest() * &term.rest()).collect_vec();
        let summands = self.terms.iter().enumerate().map(|(index, term)| {
            let own = &(&Polynomial::constant(term.slope.clone()) * &squares[index])
                - &Polynomial::constant(&term.offset * &term.length);
            let others = squares.iter().enumerate().filter(|&(other, _)| other != index);
            others.fold(own, |product, (_, square)| &product * square)
        });
        summands.fold(Polynomial::default(), |sum, summand| &sum + &summand)
    }
}
