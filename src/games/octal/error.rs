//! Why an octal game has no answer.

use num_bigint::BigUint;
use thiserror::Error;

use crate::number::abridged;

/// Why a text is not an octal code, or a question has no answer: what is wrong, and what would be
/// right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OctalError {
    /// The text has no point, or no digit after it.
    #[error(
        "'{text}' is not an octal code; write a point and a digit for each number of tokens, such as 0.77 or \
         4.007, or a name such as kayles"
    )]
    NoDigits {
        /// The text, shortened.
        text: String,
    },
    /// The name of a game that has no code, or of several games.
    #[error("{reason}; give a code such as 0.77")]
    NoCode {
        /// Why it has none, or which codes it may mean.
        reason: &'static str,
    },
    /// Before the point there is neither 0 nor 4.
    #[error(
        "an octal code begins with 0, or with 4 if a heap may be split without taking; here '{text}' is before the point"
    )]
    BeforePoint {
        /// What is before the point, shortened.
        text: String,
    },
    /// A sign after the point is not an octal digit.
    #[error("'{sign}' at place {place} after the point is not an octal digit; use 0 to 7")]
    Digit {
        /// The sign.
        sign: char,
        /// The place, from 1 on.
        place: usize,
    },
    /// More digits than are read.
    #[error("the code has {digits} digits after the point; at most {most} are read")]
    TooLong {
        /// How many digits there are, without zeros at the end.
        digits: usize,
        /// How many are read.
        most: usize,
    },
    /// A board on which nobody can have three in a row.
    #[error("three in a row needs a board of at least {fewest} squares")]
    SmallBoard {
        /// The fewest squares.
        fewest: usize,
    },
    /// A value beyond those that are computed, and no period is proven.
    #[error(
        "G({}) is not known: the values up to {known} prove no period; give a smaller heap",
        abridged(heap)
    )]
    Beyond {
        /// The heap.
        heap: Box<BigUint>,
        /// The last heap whose value is known.
        known: usize,
    },
}
