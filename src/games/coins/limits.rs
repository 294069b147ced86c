//! How many stacks each way of counting can take, and the refusal beyond.

use num_bigint::BigUint;
use thiserror::Error;

use super::table::TableTooTall;

/// Why fair rows are not counted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CountError {
    /// The stacks are too tall for a table of their values.
    #[error(transparent)]
    TooTall(#[from] TableTooTall),
    /// The count would take hours, or more memory than there is.
    #[error(
        "{stacks} stacks of height {height} are too many to count in this way; at most {most} are possible"
    )]
    TooManyStacks {
        /// How many stacks were asked for.
        stacks: u64,
        /// Their height.
        height: u32,
        /// How many stacks of that height can be counted.
        most: u64,
    },
    /// The recurrence divides by a number that has no inverse.
    #[error(
        "the recurrence divides by {divisor}, which has no inverse modulo {modulus}; \
         use a modulus without prime factors up to {largest_divisor}, or another way of counting"
    )]
    NotInvertible {
        /// The modulus.
        modulus: BigUint,
        /// A prime factor of the modulus that is divided by.
        divisor: u64,
        /// The recurrence divides by all numbers up to this one.
        largest_divisor: u64,
    },
}

/// Refuses more than `most` stacks.
pub(super) fn at_most(most: u64, height: u32, stacks: u64) -> Result<(), CountError> {
    if stacks > most { Err(CountError::TooManyStacks { stacks, height, most }) } else { Ok(()) }
}
