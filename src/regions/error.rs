//! Why there is no such region.

use thiserror::Error;

/// Why there is no such region.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RegionError {
    /// A length or a condition cannot be read.
    #[error("'{text}' {reason}")]
    Form {
        /// Where it stands: `lengths`, or `for`.
        key: &'static str,
        /// What was typed.
        text: String,
        /// What is wrong, and what would be right.
        reason: String,
    },
    /// No letter, or too many.
    #[error(
        "the lengths have {count} letters; give one or two, such as in 1,x,y; for numbers alone, ask for their period"
    )]
    Letters {
        /// How many there are.
        count: usize,
    },
    /// The digits are not those of the lengths.
    #[error("{0}")]
    Rule(String),
    /// A coefficient is too large.
    #[error(
        "the numbers in the lengths are too large; over a common denominator, give numerators of at most 2^30"
    )]
    Large,
    /// No point fulfils the conditions.
    #[error("the conditions contradict each other; no point satisfies all of them")]
    Empty,
    /// The region has no end.
    #[error("the region is unbounded; bound each letter from below and from above, such as 1<x<3")]
    Unbounded,
    /// A length is not positive.
    #[error(
        "the length {length} is not positive on all of the region and its edges; add a condition such as 1/100<{length}"
    )]
    NotPositive {
        /// Which one.
        length: String,
    },
}

impl RegionError {
    /// Which of the three texts is wrong: `lengths`, `rule` or `for`, the conditions.
    #[must_use]
    pub fn key(&self) -> &'static str {
        match self {
            Self::Form { key, .. } => key,
            Self::Letters { .. } | Self::Large => "lengths",
            Self::Rule(_) => "rule",
            Self::Empty | Self::Unbounded | Self::NotPositive { .. } => "for",
        }
    }
}
