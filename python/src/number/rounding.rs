//! Integers, fractions, floats and decimals: the number itself if it is one, or the nearest.

use nimsweep::number::Surd;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use super::digits::{Digits, Places};
use super::real::Real;
use super::surd::{PySurd, surd_to_py};
use crate::errors::DomainError;

/// The number as a `fractions.Fraction`.
///
/// # Errors
/// `DomainError` for an irrational number.
pub fn fraction<'py>(py: Python<'py>, number: &Surd) -> PyResult<Bound<'py, PyAny>> {
    match number.as_rational() {
        Some(rational) => rational.into_pyobject(py),
        None => Err(irrational(number)),
    }
}

fn irrational(number: &Surd) -> PyErr {
    DomainError::new_err(format!("{number:#} is irrational"))
}

/// A float is found from about this many decimals.
const FLOAT_DIGITS: usize = 24;

/// The number with this many decimals, as proven digits.
pub fn decimal(py: Python<'_>, number: &impl Real, Digits(digits): Digits) -> PyResult<String> {
    number.patiently(py, digits, move |number| number.to_decimal(digits))
}

/// The nearest float.
///
/// # Errors
/// `OverflowError` beyond the largest float, as for integers.
pub fn nearest_float(py: Python<'_>, number: &(impl Real + ToPrimitive)) -> PyResult<f64> {
    number
        .patiently(py, FLOAT_DIGITS, ToPrimitive::to_f64)?
        .filter(|float| float.is_finite())
        .ok_or_else(|| PyOverflowError::new_err("the number is too large for a float"))
}

/// The nearest integer, of two the even one.
fn nearest_integer(x: &Surd) -> BigInt {
    let half = Surd::from(BigRational::new(1.into(), 2.into()));
    let above = (x + &half).floor();
    let is_tie = &Surd::from(above.clone()) - x == half;
    if is_tie && above.bit(0) { above - 1 } else { above }
}

/// The nearest multiple of 10^−places, of two the even one.
pub fn rounded_to(x: &Surd, Places(places): Places) -> Surd {
    let scale = Surd::from(num_traits::pow(BigInt::from(10), places.unsigned_abs() as usize));
    let nearest = |x: Surd| Surd::from(nearest_integer(&x));
    if places < 0 { nearest(x / &scale) * scale } else { nearest(x * &scale) / scale }
}

#[pymethods]
impl PySurd {
    /// The number as a Fraction; ValueError for an irrational one.
    ///
    /// >>> Surd("2.5").as_fraction()
    /// Fraction(5, 2)
    fn as_fraction<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, &self.0)
    }

    /// Whether the number is an integer.
    fn is_integer(&self) -> bool {
        self.0.as_rational().is_some_and(|x| x.is_integer())
    }

    /// Numerator and denominator, in lowest terms; ValueError for an irrational number.
    ///
    /// >>> Surd("2.5").as_integer_ratio()
    /// (5, 2)
    fn as_integer_ratio(&self) -> PyResult<(BigInt, BigInt)> {
        self.0.as_rational().map(BigRational::into_raw).ok_or_else(|| irrational(&self.0))
    }

    /// The nearest integer, of two the even one, as a Surd; numpy.rint calls it.
    fn rint(&self, py: Python<'_>) -> PyResult<Self> {
        Ok(Self(self.0.patiently(py, 0, nearest_integer)?.into()))
    }

    /// The largest integer that is not greater, as by math.floor.
    ///
    /// >>> import math
    /// >>> Surd("1+sqrt2").floor(), math.floor(-Surd("sqrt2"))
    /// (2, -2)
    fn floor(&self, py: Python<'_>) -> PyResult<BigInt> {
        self.0.patiently(py, 0, Surd::floor)
    }

    /// The number with this many decimals, rounded half away from zero. Every digit is proven.
    ///
    /// >>> Surd("sqrt2").decimal(30)
    /// '1.414213562373095048801688724210'
    fn decimal(&self, py: Python<'_>, digits: Digits) -> PyResult<String> {
        decimal(py, &self.0, digits)
    }

    fn __floor__(&self, py: Python<'_>) -> PyResult<BigInt> {
        self.floor(py)
    }

    fn __ceil__(&self, py: Python<'_>) -> PyResult<BigInt> {
        self.0.patiently(py, 0, Surd::ceil)
    }

    fn __trunc__(&self, py: Python<'_>) -> PyResult<BigInt> {
        if self.0.is_negative() { self.__ceil__(py) } else { self.floor(py) }
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
        let Some(Places(count)) = places else {
            return Ok(self.0.patiently(py, 0, nearest_integer)?.into_pyobject(py)?.into_any());
        };
        let digits = count.unsigned_abs() as usize;
        let rounded = self.0.patiently(py, digits, move |x| rounded_to(x, Places(count)))?;
        Ok(surd_to_py(py, rounded)?.into_any())
    }
}
