//! Sums of given lengths as integer keys that provably sort like the numbers.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `width` | the integer types of keys: 64 bits where they suffice, else 128 |
//! | `key` | the integer key of a + b√d, and the bound that makes it keep the order |
//! | `threshold` | where a bound divides the keys |
//! | `basis` | a basis of the group that lengths span, by Euclid's algorithm |
//! | `point` | [`Point`]: a key with its row |
//! | `rows` | where the points of a row lie, and small numbers that name points |
//! | `span` | [`Lattice`]: the numbers that given lengths span, as points |

mod basis;
mod key;
mod point;
mod rows;
mod span;
mod threshold;
mod width;

pub use key::{KeyError, KeyScale};
pub use point::Point;
pub(crate) use rows::{LinearCode, RowKeys};
pub use span::{Lattice, LatticeError};
pub(crate) use width::Key;
