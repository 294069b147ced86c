//! Why a text is not an exact number.

use thiserror::Error;

use super::excerpt::quoted;
use super::surd::ArithmeticError;

/// The deepest nesting of parentheses and roots that is read; it bounds the stack.
pub(super) const DEEPEST_NESTING: usize = 20;
/// The longest text that is read, in bytes.
pub(super) const LONGEST_INPUT: usize = 100_000;
/// The largest size in bits of a power, some 600,000 decimal digits; it bounds time and memory.
pub(super) const LARGEST_POWER_BITS: u64 = 2_000_000;
/// The largest size in bits of a sum or product: what a power may have, and a little to calculate
/// with.
pub(super) const LARGEST_BITS: u64 = 2 * LARGEST_POWER_BITS;
/// The largest size in bits of an irrational number whose root is read; it bounds the time of the
/// root of its norm.
pub(super) const LARGEST_NESTED_BITS: u64 = 1 << 15;

/// What would be right.
pub(super) const EXAMPLES: &str = "write a number such as 2, 2.5, 7/2, sqrt2 or 5+2sqrt2";

/// A text is not a number p + q√d, and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("cannot read '{input}': {problem}")]
pub struct ParseSurdError {
    /// The text, shortened if it is long, with control characters escaped.
    pub input: String,
    /// What is wrong with it.
    pub problem: ParseProblem,
}

/// What is wrong with a text that should be a number.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseProblem {
    /// Nothing is there.
    #[error("it is empty; {EXAMPLES}")]
    Empty,
    /// The text is longer than any number that a computation here could use.
    #[error("it has {length} bytes; at most {LONGEST_INPUT} are read")]
    TooLong {
        /// The length in bytes.
        length: usize,
    },
    /// A character that cannot stand where it stands.
    #[error("unexpected '{}' at column {column}; {EXAMPLES}", quoted(&found.to_string()))]
    Unexpected {
        /// The character.
        found: char,
        /// Its place, counted in characters from 1.
        column: usize,
    },
    /// An equality of two numbers that differ.
    #[error("'=' means that both sides are equal, and they are not; write ≈ before decimals")]
    Equality,
    /// A form that is not linear in its letters.
    #[error("the term {term} is not linear; write, for example, 1+x/2")]
    NotLinear {
        /// The term.
        term: String,
    },
    /// The text ends where a number should follow.
    #[error("it ends where a number should follow; {EXAMPLES}")]
    UnexpectedEnd,
    /// Parentheses or roots inside one another, too deep.
    #[error(
        "more than {DEEPEST_NESTING} parentheses or roots inside one another at column {column}; write the number with \
         fewer"
    )]
    TooDeep {
        /// The place of the first that is too deep, counted in characters from 1.
        column: usize,
    },
    /// A root of a negative number.
    #[error("the root of a negative number is not real; write the root of a number of at least 0")]
    NegativeRoot,
    /// A root of an irrational number that is not the square of a number p + q√d.
    #[error(
        "the root of this irrational number is not of the form p+q*sqrt(d); write sqrt of a rational number, or of \
         the square of a number p+q*sqrt(d)"
    )]
    NestedRoot,
    /// An irrational number under a root that is too large to look for its root.
    #[error(
        "the irrational number under the root is too large; at most {LARGEST_NESTED_BITS} binary digits are read"
    )]
    NestedRootTooLarge,
    /// What stands under the root, as an integer and with its square part taken out, does not fit
    /// 64 bits.
    #[error("the number under the root is too large; at most {} is read", u64::MAX)]
    RadicandTooLarge,
    /// A power that would fill the memory.
    #[error("the power is too large; at most {LARGEST_POWER_BITS} binary digits are read")]
    PowerTooLarge,
    /// A sum or product that would fill the memory.
    #[error("the number is too large; at most {LARGEST_BITS} binary digits are read")]
    NumberTooLarge,
    /// The calculation would take too long.
    #[error("the calculation takes too long; write the number with fewer digits and operations")]
    TooMuchWork,
    /// An exponent that is not a multiple of a half, and a power that is not found.
    #[error("this exponent is not supported; write a multiple of 1/2, as in 2^3 or 2^(1/2)")]
    Exponent,
    /// A number that is not a p + q√d, such as π or ∛2.
    #[error("'{number}' is in no field Q(sqrt(d)), and numbers are exact; a number near it is {near}")]
    NotQuadratic {
        /// How it is written.
        number: String,
        /// A fraction near it.
        near: String,
    },
    /// A text that others read in another way.
    #[error("it is ambiguous: {}", .readings.join(", or "))]
    TwoReadings {
        /// Both, each as it would be written if it was meant.
        readings: [String; 2],
    },
    /// Decimals behind a number, and another number than they say.
    #[error("the decimals after the number differ from it by {difference}; write the number alone")]
    OtherDecimals {
        /// The distance of the two, with some decimals.
        difference: String,
    },
    /// Two different roots, or a division by zero.
    #[error(transparent)]
    Arithmetic(#[from] ArithmeticError),
}
