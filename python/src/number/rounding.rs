//! Integers, fractions, floats and decimals: the number itself where it is one, or the nearest.

use nimsweep::number::Surd;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use super::digits::{Digits, Places};
use super::surd::{PySurd, surd_to_py};
use crate::errors::DomainError;
use crate::patience;

/// The number as a `fractions.Fraction`.
///
/// # Errors
/// `DomainError` for an irrational number.
pub fn fraction<'py>(py: Python<'py>, number: &Surd) -> PyResult<Bound<'py, PyAny>> {
    match number.as_rational() {
        Some(rational) => rational.into_pyobject(py),
        None => Err(DomainError::new_err(format!("{number} is irrational"))),
    }
}

/// The nearest float.
///
/// # Errors
/// `OverflowError` beyond the largest float, as for integers.
pub fn nearest_float(number: &impl ToPrimitive) -> PyResult<f64> {
    number
        .to_f64()
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

    /// The largest integer that is not greater, as by math.floor.
    ///
    /// >>> import math
    /// >>> Surd("1+sqrt2").floor(), math.floor(-Surd("sqrt2"))
    /// (2, -2)
    fn floor(&self) -> BigInt {
        self.0.floor()
    }

    /// The number with so many decimals, rounded half away from zero. Every digit is proven.
    ///
    /// >>> Surd("sqrt2").decimal(30)
    /// '1.414213562373095048801688724210'
    fn decimal(&self, py: Python<'_>, digits: Digits) -> PyResult<String> {
        let (Digits(digits), x) = (digits, &self.0);
        let bits = digits as u64 * 4 + x.bits();
        patience::one(py, bits, x, move |x| x.to_decimal(digits))
    }

    fn __floor__(&self) -> BigInt {
        self.0.floor()
    }

    fn __ceil__(&self) -> BigInt {
        self.0.ceil()
    }

    fn __trunc__(&self) -> BigInt {
        if self.0.is_negative() { self.0.ceil() } else { self.0.floor() }
    }

    fn __int__(&self) -> BigInt {
        self.__trunc__()
    }

    fn __float__(&self) -> PyResult<f64> {
        nearest_float(&self.0)
    }

    /// The nearest integer, or the nearest number with so many decimals; ties go to the even one.
    #[pyo3(signature = (places=None))]
    fn __round__<'py>(&self, py: Python<'py>, places: Option<Places>) -> PyResult<Bound<'py, PyAny>> {
        let Some(places) = places else { return Ok(nearest_integer(&self.0).into_pyobject(py)?.into_any()) };
        let bits = self.0.bits() + 4 * u64::from(places.0.unsigned_abs());
        let rounded = patience::one(py, bits, &self.0, move |x| rounded_to(x, places))?;
        Ok(surd_to_py(py, rounded)?.into_any())
    }
}
