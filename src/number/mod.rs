//! Exact numbers p + Σ q√d: one type with its order, reading, writing and proven digits.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `surd` | [`Surd`], a number p + Σ q√d: its radicands, canonical form, conjugates, norm, trace, reciprocal |
//! | `radicand` | [`Radicand`]: square-free integers, and the square part of any |
//! | `root_sum` | whole combinations of square roots: sums, products, conjugates, sign and floor |
//! | `ratio` | sums and products of fractions in lowest terms, common divisors |
//! | `ops` | operators, the operations that return errors, the traits of num-traits |
//! | `order` | the sign rule, and the order: floats with a proven bound first, then integers |
//! | `sqrt` | the square root, if it is a sum of roots |
//! | `rounding` | floor, ceiling, rounding, decimals with proof, the simplest fraction between two numbers |
//! | `continued_fraction` | [`ContinuedFraction`] of a number, and its convergents |
//! | `convert` | from integers, rationals and floats; to rationals, integers and the nearest float |
//! | `interval` | numbers known up to an error: floats that discard candidates, dyadic numbers at any precision |
//! | `double` | numbers of twice the digits of floats, with a bound of their error |
//! | `read` | reading `5+2*sqrt(2)` |
//! | `words` | numbers in several words |
//! | `cost` | how much work an operation is, known beforehand |
//! | `style` | whole numbers and closed forms as text, in the styles of programs, people, LaTeX and Mathematica |
//! | `write` | decimals as text; [`Notation`]: many numbers (a + b√d)/D as text |
//! | `excerpt` | what error messages repeat of texts and numbers |
//!
//! *Deliberately absent:* this module knows no event and no game, and nothing in it is decided by a
//! float without a proven bound of its error.

mod continued_fraction;
mod convert;
mod cost;
mod double;
mod excerpt;
mod interval;
mod ops;
mod order;
mod radicand;
mod ratio;
mod read;
mod root_sum;
mod rounding;
mod sqrt;
pub(crate) mod style;
mod surd;
#[cfg(feature = "serde")]
mod words;
pub(crate) mod write;

pub use continued_fraction::ContinuedFraction;
pub use interval::Approximate;
pub use radicand::Radicand;
pub use surd::{Surd, check_products};

pub(crate) use root_sum::{divisor_of_roots, factors_of_roots};
pub(crate) use surd::all_radicands;
pub(crate) use {
    convert::integer_parts,
    double::Double,
    excerpt::{abridged, brief, brief_list, quoted},
    interval::{Enclosure, near_float},
    read::{letters_of, read_form, read_list},
    style::{NumberStyle, linear_form},
    write::power_of_ten,
};
#[cfg(feature = "serde")]
pub(crate) use {
    interval::refined,
    read::{are_digits, read_words},
    style::write_integer,
    words::join_words,
    write::{Notation, WideSurd},
};
#[cfg(feature = "cli")]
pub(crate) use {read::begins_negative_number, words::is_open};
