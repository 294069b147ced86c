//! Exact numbers p + q√d: one type with its order, reading, writing and proven digits.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `radicand` | the square-free d under the root |
//! | `surd` | [`Surd`], a number p + q√d: canonical form, conjugate, norm, trace, reciprocal |
//! | `order` | the sign rule, and the order: floats with a proven bound first, then integers |
//! | `ops` | operators, the operations that return errors, the traits of num-traits |
//! | `ratio` | sums and products of fractions in lowest terms, common divisors |
//! | `convert` | from integers, rationals and floats, to rationals |
//! | `sqrt` | the square root, if it is a number p + q√d |
//! | `read` | reading `5+2*sqrt(2)` |
//! | `work` | how much work an operation is, known beforehand |
//! | `quote` | what error messages repeat of texts and numbers |
//! | `write` | writing it |
//! | `decimal` | floor, ceiling, rounding, and decimals with proof |
//! | `digits` | the digits of machine integers |
//! | `between` | the simplest fraction between two numbers |
//! | `notation` | [`Notation`]: many numbers (a + b√d)/D as text, from machine integers |
//! | `fixed_point` | decimals of such numbers by fixed-point numbers |
//! | `float` | the nearest float |
//! | `approximate` | floats with a bound of their error, to discard candidates |
//! | `enclosure` | intervals of dyadic numbers, at any precision |
//!
//! *Deliberately absent:* this module knows no event and no game, and nothing in it is decided by a
//! float without a proven bound of its error.

mod approximate;
mod between;
mod convert;
mod decimal;
mod digits;
mod enclosure;
mod fixed_point;
mod float;
mod notation;
mod ops;
mod order;
#[cfg_attr(not(feature = "cli"), allow(dead_code, reason = "only messages of the program quote files"))]
mod quote;
mod radicand;
mod ratio;
mod read;
#[cfg(feature = "serde")]
mod serde;
mod sqrt;
mod surd;
mod work;
mod write;

pub use approximate::Approximate;
pub use convert::ConversionError;
pub use notation::Notation;
pub use radicand::{NotSquareFree, Radicand};
pub use read::{ParseProblem, ParseSurdError};
pub use surd::{ArithmeticError, Surd, common_radicand};

pub(crate) use decimal::{place_point, power_of_ten};
#[cfg(feature = "serde")]
pub(crate) use digits::{write_integer, write_whole};
pub(crate) use enclosure::Enclosure;
pub(crate) use notation::WideSurd;
#[cfg_attr(not(feature = "cli"), allow(unused_imports, reason = "as above"))]
pub(crate) use quote::{abridged, brief, brief_integer, brief_list, quoted};
pub(crate) use read::read_list;
