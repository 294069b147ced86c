//! Integers, floats and decimals near an `Algebraic`, and numbers of SymPy and mpmath.

use nimsweep::algebraic::Algebraic;
use num_bigint::BigInt;
use num_rational::BigRational;
use pyo3::prelude::*;

use super::class::PyAlgebraic;
use crate::errors::DomainError;
use crate::number::{
    Digits, Places, Real, decimal, fraction, nearest_float, rounded_to, surd_to_py, written,
};

#[pymethods]
impl PyAlgebraic {
    /// The number as a Fraction; ValueError for an irrational one.
    ///
    /// >>> Algebraic("5/2").as_fraction()
    /// Fraction(5, 2)
    fn as_fraction<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.closed_form() {
            Some(number) => fraction(py, number),
            None => Err(DomainError::new_err(format!("{} is irrational", self.__str__(py)?))),
        }
    }

    /// The number with this many decimals, rounded half away from zero. Every digit is proven.
    ///
    /// >>> Algebraic.roots([-2, 0, 0, 1])[0].decimal(20)
    /// '1.25992104989487316477'
    fn decimal(&self, py: Python<'_>, digits: Digits) -> PyResult<String> {
        decimal(py, &self.0, digits)
    }

    /// The largest integer that is not greater, as by math.floor.
    fn floor(&self, py: Python<'_>) -> PyResult<BigInt> {
        self.rounded(py, |x| x.floor().to_integer())
    }

    fn __floor__(&self, py: Python<'_>) -> PyResult<BigInt> {
        self.floor(py)
    }

    fn __ceil__(&self, py: Python<'_>) -> PyResult<BigInt> {
        self.rounded(py, |x| x.ceil().to_integer())
    }

    fn __trunc__(&self, py: Python<'_>) -> PyResult<BigInt> {
        self.rounded(py, |x| x.trunc().to_integer())
    }

    fn __int__(&self, py: Python<'_>) -> PyResult<BigInt> {
        self.__trunc__(py)
    }

    fn __float__(&self, py: Python<'_>) -> PyResult<f64> {
        nearest_float(py, &self.0)
    }

    /// The nearest integer, or the nearest number with this many decimals; ties go to the even one.
    #[pyo3(signature = (places=None))]
    fn __round__<'py>(&self, py: Python<'py>, places: Option<Places>) -> PyResult<Bound<'py, PyAny>> {
        let wanted = places.unwrap_or(Places(0));
        let digits = wanted.0.unsigned_abs() as usize;
        let round = move |number: &Algebraic| number.rounded(|x| rounded_to(&x.clone().into(), wanted));
        let rounded = self.0.patiently(py, digits, round)?;
        match places {
            None => Ok(rounded.floor().into_pyobject(py)?.into_any()),
            Some(_) => Ok(surd_to_py(py, rounded)?.into_any()),
        }
    }

    fn _sympy_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        written(slf, "sympy_number", (slf,))
    }

    fn _mpmath_<'py>(slf: &Bound<'py, Self>, precision: u32, rounding: &str) -> PyResult<Bound<'py, PyAny>> {
        written(slf, "mpmath_number", (slf, precision, rounding))
    }
}

impl PyAlgebraic {
    /// The integer that a rounding makes of the number.
    fn rounded(&self, py: Python<'_>, round: fn(&BigRational) -> BigInt) -> PyResult<BigInt> {
        self.0.patiently(py, 0, move |number| number.rounded(round))
    }
}
