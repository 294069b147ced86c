//! Exact numbers: p + q√d with its order, reading, printing, proven digits, and the integer keys of the sweep.
//!
//! | file | one purpose |
//! | --- | --- |
//! | [`radicand`] | the square-free d under the root |
//! | [`surd`] | [`Surd`], a number p + q√d: canonical form, field operations, total order |
//! | [`parse`] | reading `5+2*sqrt(2)` and printing it |
//! | [`decimal`] | floor, and decimals with proof |
//! | [`key`] | the integer key of a + b√d and the bound that makes it preserve order |
//! | [`lattice`] | the points that sums of given lengths can reach, named by key and row |
//! | [`notation`] | closed forms and decimals of many lattice points |
//! | [`polynomial`] | polynomials over Q(√d), Sturm's theorem, isolation of real roots |
//! | [`algebraic`] | a real root of such a polynomial: comparison and digits |
//! | [`approximate`] | floats with a bound of their error, to sort candidates out |
//!
//! *Deliberately absent:* this room knows no event and no game, and nothing in it is decided by a float.

pub mod algebraic;
pub mod approximate;
pub mod decimal;
pub mod key;
pub mod lattice;
pub mod notation;
pub mod parse;
pub mod polynomial;
pub mod radicand;
pub mod surd;

pub use algebraic::Algebraic;
pub use approximate::Approximate;
pub use key::{KeyError, KeyScale};
pub use lattice::{Lattice, LatticeError, Point, RowKeys};
pub use notation::Notation;
pub use parse::ParseSurdError;
pub use polynomial::Polynomial;
pub use radicand::{NotSquareFree, Radicand};
pub use surd::{ArithmeticError, Surd};
