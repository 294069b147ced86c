//! Real roots of polynomials over Q(√d): found, compared and written with proven digits.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `polynomial` | [`Polynomial`] over Q(√d): division, Sturm's theorem, isolation of real roots |
//! | `root` | [`Algebraic`], a real root of such a polynomial: comparison and digits |

mod polynomial;
mod root;

pub use polynomial::Polynomial;
pub use root::{Algebraic, Root};
