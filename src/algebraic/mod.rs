//! Real roots of polynomials over Q(√d): found, compared and written with proven digits.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `number` | [`Algebraic`]: a number p + q√d or a root; its order, floats and text |
//! | `root` | [`Root`], a real root of a polynomial over Q(√d): found, refined, compared, its digits |
//! | `polynomial` | [`Polynomial`] over Q(√d): division, Sturm's theorem, isolation of real roots |
//! | `integral` | polynomials with integer coefficients: norms, common divisors |
//! | `modular` | polynomials modulo primes |
//! | `relation` | the quadratic equation of a number, if it has one |
//! | `defining` | the polynomial over Z and the interval that define a number |
//! | `fractions` | functions m·x + c + Σ r/(x − s): values and derivatives, exact or on intervals |
//! | `peak` | their local maxima: isolated and refined by intervals |
//! | `critical` | places and values of maxima: digits, polynomials, closed forms |
//! | `serde` | numbers in JSON and other formats |

mod critical;
mod defining;
mod fractions;
mod integral;
mod modular;
mod number;
mod peak;
mod polynomial;
mod relation;
mod root;
#[cfg(feature = "serde")]
mod serde;

pub use defining::DefiningPolynomial;
pub use number::Algebraic;
pub use polynomial::Polynomial;
pub use root::Root;

pub(crate) use fractions::PartialFractions;
pub(crate) use peak::Peak;
