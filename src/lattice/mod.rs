//! The sums of given lengths as integer keys: a lattice of numbers (a + b√d)/D whose keys provably keep their order.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `key` | the integer key of a + b√d, and the bound that makes it keep the order |
//! | `points` | [`Lattice`]: the points that sums of given lengths reach |
//! | `rows` | where the points of a row lie |

mod key;
mod points;
mod rows;

pub use key::{KeyError, KeyScale};
pub use points::{Lattice, LatticeError, Point};
pub use rows::RowKeys;
