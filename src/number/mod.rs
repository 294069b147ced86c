//! Exact numbers p + q√d: one type with its order, reading, writing and proven digits.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `radicand` | the square-free d under the root |
//! | `surd` | [`Surd`], a number p + q√d: canonical form, field operations, total order |
//! | `read` | reading `5+2*sqrt(2)` |
//! | `write` | writing it |
//! | `decimal` | floor, and decimals with proof |
//! | `float` | conversion to machine numbers |
//! | `approximate` | floats with a bound of their error, to discard candidates |
//!
//! *Deliberately absent:* this module knows no event and no game, and nothing in it is decided by a float.

mod approximate;
mod decimal;
mod float;
mod radicand;
mod read;
mod surd;
mod write;

pub use approximate::Approximate;
pub use radicand::{NotSquareFree, Radicand};
pub use read::{ParseProblem, ParseSurdError};
pub use surd::{ArithmeticError, Surd, common_radicand};

pub(crate) use decimal::{place_point, power_of_ten};
pub(crate) use write::write_closed_form;
