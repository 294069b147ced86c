//! Real roots of polynomials over Q(√d): found, compared and written with proven digits.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `polynomial` | [`Polynomial`] over Q(√d): division, Sturm's theorem, isolation of real roots |
//! | `root` | [`Algebraic`], a real root of such a polynomial: found, refined, its digits |
//! | `order` | the order of such numbers |
//! | `write` | writing them |
//! | `quotient` | the value of p(x)/q(x) at such a number x |

mod order;
mod polynomial;
mod quotient;
mod root;
#[cfg(feature = "serde")]
mod serde;
mod write;

pub use polynomial::Polynomial;
pub use root::{Algebraic, Root};
