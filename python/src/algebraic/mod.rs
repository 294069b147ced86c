//! Real algebraic numbers for Python.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `class` | the class `Algebraic`: how it is made, its polynomial, its texts |
//! | `order` | its order and its hash |
//! | `convert` | integers, floats, decimals, and numbers of other packages |

mod class;
mod convert;
mod order;

pub use class::{PyAlgebraic, Root};
pub use order::compared;
