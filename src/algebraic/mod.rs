//! Real roots of polynomials over Q(√d): found, compared and written with proven digits.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `polynomial` | [`Polynomial`] over Q(√d): division, Sturm's theorem, isolation of real roots |
//! | `root` | [`Algebraic`], a real root of such a polynomial: found, refined, its digits |
//! | `order` | the order of such numbers |
//! | `closed` | the closed form of a number, in whatever quadratic field it lies |
//! | `convert` | from numbers p + q√d, and to them, to integers and to floats |
//! | `write` | writing them |
//! | `quotient` | the value of p(x)/q(x) at such a number x |
//! | `fractions` | functions m·x + c + Σ r/(x − s): values, derivatives, numerators |
//! | `tower` | sums and products of numbers of two quadratic fields |
//! | `peak` | their local maxima: isolated and refined by intervals |
//! | `critical` | their places and values: digits, polynomials, closed forms |
//! | `extreme` | values and maxima as algebraic numbers |
//! | `defining` | the polynomial over Z and the interval that define a number |
//! | `relation` | the quadratic equation of a number, if it has one |
//! | `critical_values` | the polynomial of the values at the zeros of the derivative |
//! | `integral` | polynomials with integer coefficients: norms, common divisors |
//! | `modular` | polynomials modulo primes |

mod closed;
mod convert;
mod critical;
mod critical_values;
mod defining;
mod extreme;
mod fractions;
mod integral;
mod modular;
mod order;
mod peak;
mod polynomial;
mod quotient;
mod relation;
mod root;
#[cfg(feature = "serde")]
mod serde;
mod tower;
mod write;

pub use defining::DefiningPolynomial;
pub use polynomial::Polynomial;
pub use root::{Algebraic, Root};

pub(crate) use fractions::PartialFractions;
pub(crate) use peak::Peak;
