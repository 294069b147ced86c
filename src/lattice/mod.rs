//! Sums of given lengths as integer keys that provably sort like the numbers.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `key` | the integer key of a + Σ b√d, and the bound that makes it keep the order |
//! | `point` | [`Point`]: a key with its row; the integer types of keys |
//! | `rows` | where the points of a row lie, and small numbers that name points |
//! | `gather` | what meets at one point: numbers of points, and a sort that counts |
//! | `span` | [`Lattice`]: the numbers that given lengths span, as points |
//! | `bound` | [`UpperBound`]: which points lie below a number |

mod bound;
mod gather;
pub(crate) mod key;
mod point;
mod rows;
mod span;

pub use bound::UpperBound;
pub(crate) use gather::{Gathered, by_group};
pub use key::Coordinates;
pub(crate) use key::KeyScale;
pub(crate) use point::Key;
pub use point::Point;
pub(crate) use rows::{LinearCode, RowKeys};
pub use span::Lattice;
