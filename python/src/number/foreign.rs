//! Numbers of SymPy and mpmath.

use nimsweep::number::Surd;
use num_rational::BigRational;
use pyo3::prelude::*;

use super::real::Real;
use super::surd::PySurd;

/// p + q·sqrt(d) as a number of SymPy.
pub fn sympy_number<'py>(py: Python<'py>, number: &Surd) -> PyResult<Bound<'py, PyAny>> {
    let sympy = py.import("sympy")?;
    let rational = |x: &BigRational| sympy.call_method1("Rational", (x.numer(), x.denom()));
    let p = rational(number.rational_part())?;
    let Some(d) = number.radicand() else { return Ok(p) };
    let root = sympy.call_method1("sqrt", (d.get(),))?;
    p.add(rational(number.root_coefficient())?.mul(root)?)
}

/// The number of mpmath with `precision` bits next to a number, in the direction that mpmath calls
/// `rounding`.
pub fn mpmath_number<'py>(
    py: Python<'py>,
    number: &impl Real,
    precision: u32,
    rounding: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let mpmath = py.import("mpmath")?;
    let library = mpmath.getattr("libmp")?;
    let mut digits = precision as usize / 3 + 8;
    loop {
        let [low, high] = number.patiently(py, digits, move |number| number.ends(digits))?;
        let round = |x: &BigRational| {
            library.call_method1("from_rational", (x.numer(), x.denom(), precision, rounding))
        };
        let (low, high) = (round(&low)?, round(&high)?);
        // it changes at rational numbers only, so that this comes to an end for every other number
        if low.eq(high)? {
            return mpmath.getattr("mp")?.call_method1("make_mpf", (low,));
        }
        digits *= 2;
    }
}

#[pymethods]
impl PySurd {
    fn _sympy_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        sympy_number(py, &self.0)
    }

    fn _mpmath_<'py>(&self, py: Python<'py>, precision: u32, rounding: &str) -> PyResult<Bound<'py, PyAny>> {
        mpmath_number(py, &self.0, precision, rounding)
    }
}
