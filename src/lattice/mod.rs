//! Sums of given lengths as integer keys that provably sort like the numbers.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `key` | the integer key of a + b√d, and the bound that makes it keep the order |
//! | `basis` | a basis of the group that lengths span, by Euclid's algorithm |
//! | `point` | [`Point`]: a key with its row |
//! | `rows` | where the points of a row lie |
//! | `span` | [`Lattice`]: the numbers that given lengths span, as points |

mod basis;
mod key;
mod point;
mod rows;
mod span;

pub use key::{KeyError, KeyScale};
pub use point::Point;
pub use rows::RowKeys;
pub use span::{Lattice, LatticeError};
