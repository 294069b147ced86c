//! Numbers with a number of significant digits, for the formats that Python makes of them.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

use super::real::Real;

/// What a function of the module `nimsweep.writing` makes of a number.
pub fn written<'py>(
    number: &Bound<'py, PyAny>,
    how: &str,
    arguments: impl PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    number.py().import("nimsweep.writing")?.getattr(how)?.call1(arguments)
}

/// Whether a number is negative, its first digits, rounded half away from zero, and the place of
/// the first one: 0 for units.
pub fn significant(py: Python<'_>, number: &impl Real, count: usize) -> PyResult<(bool, String, i64)> {
    number.patiently(py, count, move |number| number.rounded(|x| of_rational(x, count)))
}

fn of_rational(x: &BigRational, count: usize) -> (bool, String, i64) {
    let (n, m) = (x.numer().abs(), x.denom());
    if n.is_zero() {
        return (false, "0".repeat(count), 0);
    }
    // n/m > 2^(bits of n − 1 − bits of m), so that this is the exponent, or one or two less
    let mut exponent = ((n.bits() as f64 - m.bits() as f64) * std::f64::consts::LOG10_2).floor() as i64 - 1;
    loop {
        let shift = count as i64 - 1 - exponent;
        let scale = num_traits::pow(BigInt::from(10), shift.unsigned_abs() as usize);
        let (n, m) = if shift < 0 { (n.clone(), m * &scale) } else { (&n * &scale, m.clone()) };
        let rounded: BigInt = (n * 2 + &m) / (m * 2);
        let digits = rounded.to_string();
        if digits.len() <= count {
            return (x.is_negative(), digits, exponent);
        }
        exponent += 1;
    }
}
