//! The sums of given lengths as integer keys: a lattice of numbers (a + b√d)/D whose keys provably keep their order.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `key` | the integer key of a + b√d, and the bound that makes it keep the order |
//! | `point` | [`Point`]: a point by its key and its row |
//! | `rows` | [`RowKeys`]: where the points of a row lie |
//! | `span` | [`Lattice`]: the points that sums of given lengths reach |
//! | `notation` | closed forms and decimals of many lattice points |

mod key;
mod notation;
mod point;
mod rows;
mod span;

pub use key::{KeyError, KeyScale};
pub use notation::Notation;
pub use point::Point;
pub use rows::RowKeys;
pub use span::{Lattice, LatticeError};
