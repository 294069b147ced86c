//! What can be asked: which lengths of a segment, and which ranges, have an answer.

use thiserror::Error;

use super::rules::Lengths;
use crate::number::{ArithmeticError, Surd, brief, brief_list};
use crate::piecewise::CoefficientError;

/// A question has no answer for that segment or range.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DomainError {
    /// A segment has no negative length.
    #[error("the length {} is negative; a segment has a length of at least 0", brief(length))]
    Negative {
        /// The length of the segment.
        length: Surd,
    },
    /// g is not known there.
    #[error("g is known up to {} only, and {length} lies beyond; compute g up to {length}", brief(limit), length = brief(length))]
    BeyondTable {
        /// The length of the segment.
        length: Surd,
        /// Up to where g is known.
        limit: Surd,
    },
    /// The segment is shorter than the longest piece.
    #[error(
        "the gain e(L) is defined for L of at least {}, the longest length; {} is below it",
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
        "winning measures up to {} need numbers that are too large: {source}; give a smaller range, or lengths of \
         smaller numbers and denominators",
        brief(limit)
    )]
    Measure {
        /// Up to where g is known.
        limit: Surd,
        /// Which numbers.
        source: CoefficientError,
    },
    /// The Grundy values are those of other lengths than the position.
    #[error("the Grundy values are for other lengths; compute them for {}", brief_list(lengths.as_slice()))]
    OtherLengths {
        /// The lengths of the position.
        lengths: Lengths,
    },
    /// Winning places and their measure would have two roots.
    #[error(
        "{} lies in another field than the lengths, so that its winning places have no closed form: {source}",
        brief(segment)
    )]
    Field {
        /// The length of the segment.
        segment: Surd,
        /// Which roots.
        source: ArithmeticError,
    },
}

impl Lengths {
    /// Checks that the gain e(L) is defined for a segment: it is from the longest length on.
    ///
    /// # Errors
    /// [`DomainError::BelowLongest`].
    pub fn check_gain(&self, segment: &Surd) -> Result<(), DomainError> {
        if segment < self.longest() {
            let (length, longest) = (segment.clone(), self.longest().clone());
            return Err(DomainError::BelowLongest { length, longest });
        }
        Ok(())
    }

    /// Checks that the gain is defined on a range, before any work is done for it.
    ///
    /// # Errors
    /// [`DomainError::Reversed`] or [`DomainError::BelowLongest`].
    pub fn check_range(&self, from: &Surd, to: &Surd) -> Result<(), DomainError> {
        if from > to {
            return Err(DomainError::Reversed { from: from.clone(), to: to.clone() });
        }
        self.check_gain(from)
    }
}
