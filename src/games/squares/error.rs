//! Why the squares have no answer: one type of error, and its kinds.

use itertools::Itertools;
use thiserror::Error;

use crate::lattice::LatticeError;
use crate::number::{ArithmeticError, ParseSurdError, Surd, brief, brief_list, quoted};
use crate::piecewise::CoefficientError;
use crate::sweep::Nimber;
use crate::watch::Stopped;

/// Why the squares have no answer: what is wrong, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SquaresError {
    /// A length is not a number.
    #[error(transparent)]
    Parse(#[from] ParseSurdError),
    /// No length, one that is not positive, two of different fields, or numbers beyond the keys.
    #[error(transparent)]
    Lattice(#[from] LatticeError),
    /// A length twice, perhaps written differently.
    #[error("the length {} is given twice; give each length once", brief(length))]
    Duplicate {
        /// The length.
        length: Surd,
    },
    /// A digit that real lengths do not have.
    #[error(
        "'{}' is not a digit of a rule; give 3 (a piece at an end of its segment) or 7 (anywhere); other digits are those of octal games",
        quoted(digit)
    )]
    Digit {
        /// What was given.
        digit: String,
    },
    /// Neither a digit for each length nor one for all.
    #[error("{digits} digits are given for {lengths} lengths; give a digit for each length, or one for all")]
    DigitCount {
        /// How many digits there are.
        digits: usize,
        /// How many lengths there are.
        lengths: usize,
    },
    /// The gain asks for a random place, which a piece at an end does not have.
    #[error(
        "the gain e(L) and random places are for pieces that may lie anywhere; pieces of length {} may lie only at an end (digit 3); give all lengths the digit 7",
        brief(length)
    )]
    NoGain {
        /// The length whose digit is not 7.
        length: Surd,
    },
    /// There is no method of this name.
    #[error("there is no method '{}'; the methods are {}", quoted(name), known.iter().join(", "))]
    UnknownMethod {
        /// The name that was given.
        name: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// The steps to continue from are not those of g.
    #[error("the steps to continue from are not those of g for these lengths; start from the beginning")]
    NotSteps,
    /// A table that is to come in seconds.
    #[error(
        "computing g up to {} would take more than a few seconds; give segments of at most {}",
        brief(limit),
        brief(most)
    )]
    TooSlow {
        /// How far g is needed.
        limit: Box<Surd>,
        /// How far it is computed.
        most: Box<Surd>,
    },
    /// A segment for which g is not computed, and no period is known that would answer.
    #[error(
        "g was computed up to {}, where no period was found that would answer for the length {}; give a shorter length",
        brief(upto),
        brief(length)
    )]
    NoPeriod {
        /// The length of the segment.
        length: Box<Surd>,
        /// How far a period was looked for.
        upto: Box<Surd>,
    },
    /// A run would take days, and nothing says that it may.
    #[error("g up to {} would take {} on two cores; give a shorter length", brief(limit), in_words(*days))]
    Days {
        /// Up to where g is needed.
        limit: Surd,
        /// How long it would take.
        days: u64,
    },
    /// Who watches the work has ended it.
    #[error("the work was stopped before it was finished")]
    Stopped,
    /// A segment has no negative length.
    #[error("the length {} is negative; a segment has a length of at least 0", brief(length))]
    Negative {
        /// The length of the segment.
        length: Surd,
    },
    /// g is not known there.
    #[error("g is known only up to {}; compute it up to {length}", brief(limit), length = brief(length))]
    BeyondTable {
        /// The length of the segment.
        length: Surd,
        /// The greatest length for which g is known.
        limit: Surd,
    },
    /// The segment is shorter than the longest piece.
    #[error(
        "the gain e(L) is defined only for L >= {}, the longest length; {} is too small",
        brief(longest),
        brief(length)
    )]
    BelowLongest {
        /// The length of the segment.
        length: Surd,
        /// The longest length of a piece.
        longest: Surd,
    },
    /// The range ends before it begins.
    #[error("the range from {} to {} is reversed; give the smaller end first", brief(from), brief(to))]
    Reversed {
        /// Where the range begins.
        from: Surd,
        /// Where it ends.
        to: Surd,
    },
    /// A proven period gives g, but it has too many steps to list them.
    #[error(
        "g has too many steps below {} to list all places; ask for those of a part of the segment (within)",
        brief(segment)
    )]
    TooLong {
        /// The length of the segment.
        segment: Surd,
    },
    /// The winning measure needs numbers that are too large.
    #[error(
        "winning measures up to {} need numbers that are too large: {source}; give a smaller range, or lengths with smaller numerators and denominators",
        brief(limit)
    )]
    Measure {
        /// The greatest length for which g is known.
        limit: Surd,
        /// Which numbers.
        source: CoefficientError,
    },
    /// The Grundy values are those of other lengths than the position.
    #[error("the Grundy values are for other lengths; compute them for {lengths}")]
    OtherLengths {
        /// The lengths of the position, and their rule unless all digits are 7.
        lengths: String,
    },
    /// Winning places and their measure would have two roots.
    #[error(
        "{} is in a different field from the lengths, so its winning places have no closed form: {source}",
        brief(segment)
    )]
    Field {
        /// The length of the segment.
        segment: Surd,
        /// Which roots.
        source: ArithmeticError,
    },
    /// A move in a segment that the position does not have.
    #[error("there is no segment number {}; the position has {count}", segment + 1)]
    NoSegment {
        /// The segment, counted from 0.
        segment: usize,
        /// How many there are.
        count: usize,
    },
    /// A move with a piece of a length that no piece has.
    #[error("there is no piece of length {}; the lengths are {}", brief(length), brief_list(lengths))]
    NoPiece {
        /// The length.
        length: Surd,
        /// The lengths that there are.
        lengths: Vec<Surd>,
    },
    /// A move with a piece that does not fit.
    #[error("a piece of length {} does not fit into a segment of length {}", brief(length), brief(segment))]
    TooShort {
        /// The length of the piece.
        length: Surd,
        /// The length of the segment.
        segment: Surd,
    },
    /// A move whose piece would lie over an end.
    #[error(
        "a piece of length {} cannot lie at {}; its left end must be from 0 to {}",
        brief(length),
        brief(place),
        brief(last)
    )]
    Outside {
        /// The length of the piece.
        length: Surd,
        /// The place of its left end.
        place: Box<Surd>,
        /// The last place at which it fits.
        last: Box<Surd>,
    },
    /// A move with a piece of the digit 3 that would not lie at an end.
    #[error(
        "a piece of length {} may lie only at an end (digit 3) and not at {}; its left end must be 0 or {}",
        brief(length),
        brief(place),
        brief(last)
    )]
    NotAtAnEnd {
        /// The length of the piece.
        length: Surd,
        /// The place of its left end.
        place: Box<Surd>,
        /// The last place at which it fits.
        last: Box<Surd>,
    },
    /// A move whose parts could not be played on: their winning places would have two roots.
    #[error("a place in another field leaves segments whose winning places have no closed form: {0}")]
    PlaceField(ArithmeticError),
}

/// The kinds of [`SquaresError`], for callers that answer each kind in their own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SquaresErrorKind {
    /// A text is neither a number nor a known name.
    Parse,
    /// The question has no answer for these lengths, that segment or that range.
    Domain,
    /// Numbers of different fields meet.
    Field,
    /// The answer needs larger numbers or more memory than there is.
    TooLarge,
    /// A move cannot be made.
    IllegalMove,
    /// The environment, or steps that were kept, cannot be used.
    Setting,
    /// The work was ended from outside.
    Stopped,
}

impl From<Stopped> for SquaresError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl SquaresError {
    /// Of which kind it is.
    ///
    /// ```
    /// use nimsweep::games::squares::{Lengths, SquaresErrorKind};
    ///
    /// let error = "1,sqrt2,sqrt3".parse::<Lengths>().unwrap_err();
    /// assert_eq!(error.kind(), SquaresErrorKind::Field);
    /// ```
    #[must_use]
    pub fn kind(&self) -> SquaresErrorKind {
        use SquaresErrorKind as Kind;
        match self {
            Self::Parse(_) | Self::Digit { .. } | Self::UnknownMethod { .. } => Kind::Parse,
            Self::Lattice(LatticeError::Arithmetic(_)) | Self::Field { .. } => Kind::Field,
            Self::Lattice(LatticeError::NoLength | LatticeError::NotPositive { .. })
            | Self::Duplicate { .. }
            | Self::DigitCount { .. }
            | Self::NoGain { .. }
            | Self::Negative { .. }
            | Self::BeyondTable { .. }
            | Self::BelowLongest { .. }
            | Self::Reversed { .. }
            | Self::OtherLengths { .. } => Kind::Domain,
            Self::Lattice(_)
            | Self::TooLong { .. }
            | Self::Measure { .. }
            | Self::TooSlow { .. }
            | Self::NoPeriod { .. }
            | Self::Days { .. } => Kind::TooLarge,
            Self::NoSegment { .. }
            | Self::NoPiece { .. }
            | Self::TooShort { .. }
            | Self::Outside { .. }
            | Self::NotAtAnEnd { .. }
            | Self::PlaceField(_) => Kind::IllegalMove,
            Self::NotSteps => Kind::Setting,
            Self::Stopped => Kind::Stopped,
        }
    }
}

/// A value, or `None` if g is not known that far.
pub(crate) fn known_value(value: Result<Nimber, SquaresError>) -> Result<Option<Nimber>, SquaresError> {
    match value {
        Err(SquaresError::BeyondTable { .. }) => Ok(None),
        value => value.map(Some),
    }
}

/// So many days are about a century.
pub(crate) const A_CENTURY: u64 = 36_525;

/// Some days as people say them.
pub(crate) fn in_words(days: u64) -> String {
    match days {
        ..2 => "about a day".to_owned(),
        2..11 => format!("about {days} days"),
        11..548 => format!("about {} weeks", (days + 3) / 7),
        548..A_CENTURY => format!("about {} years", (days + 182) / 365),
        _ => "more than a century".to_owned(),
    }
}
