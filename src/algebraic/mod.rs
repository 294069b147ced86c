//! Real roots of polynomials: found, compared and written with proven digits.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `polynomial` | [`Polynomial`], whose coefficients may have roots: division, Sturm's theorem, isolation of real roots |
//! | `integral` | polynomials over the integers and modulo primes: norms, common divisors |
//! | `relation` | the quadratic equation of a number, if it has one |
//! | `extreme` | local maxima of the functions as such numbers |
//! | `fractions` | functions m·x + c + Σ r/(x − s): values and derivatives, exact or on intervals |
//! | `peak` | their local maxima: isolated and refined by intervals |
//! | `critical` | places and values of maxima: digits, polynomials, closed forms |
//! | `root` | [`Root`], a real root of a polynomial: found, refined, its digits |
//! | `number` | [`Algebraic`]: a number p + q√d or a root; its order, floats and text |
//! | `defining` | the polynomial over Z and the interval that define a number |

mod critical;
mod defining;
mod extreme;
mod fractions;
mod integral;
mod number;
mod peak;
mod polynomial;
mod relation;
mod root;

pub use defining::DefiningPolynomial;
pub use number::Algebraic;
pub use polynomial::Polynomial;
pub use root::Root;

pub(crate) use fractions::PartialFractions;
pub(crate) use peak::Peak;
