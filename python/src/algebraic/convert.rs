//! Integers, floats and decimals near an `Algebraic`, and numbers of SymPy and mpmath.

use nimsweep::algebraic::Algebraic;
use num_bigint::BigInt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::class::PyAlgebraic;
use crate::number::{
    Digits, Places, Real, fraction, mpmath_number, nearest_float, rounded_to, surd_to_py, sympy_number,
};
use crate::patience;

#[pymethods]
impl PyAlgebraic {
    /// The number as a Fraction; ValueError for an irrational one.
    ///
    /// >>> Algebraic("5/2").as_fraction()
    /// Fraction(5, 2)
    fn as_fraction<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.closed_form() {
            Some(number) => fraction(py, number),
            None => Err(crate::errors::DomainError::new_err(format!("{self} is irrational"))),
        }
    }

    /// The number with so many decimals, rounded half away from zero. Every digit is proven.
    ///
    /// >>> Algebraic.roots([-2, 0, 0, 1])[0].decimal(20)
    /// '1.25992104989487316477'
    fn decimal(&self, py: Python<'_>, digits: Digits) -> PyResult<String> {
        let (number, Digits(digits)) = (self.0.clone(), digits);
        // refinement to 128 digits costs little more than a step of it for a small degree
        let size = number.degree_bound().max(digits / 128);
        patience::roots(py, size, move || number.to_decimal(digits))
    }

    /// The largest integer that is not greater, as by math.floor.
    fn floor(&self) -> BigInt {
        self.__floor__()
    }

    fn __floor__(&self) -> BigInt {
        self.0.rounded(|x| x.floor().to_integer())
    }

    fn __ceil__(&self) -> BigInt {
        self.0.rounded(|x| x.ceil().to_integer())
    }

    fn __trunc__(&self) -> BigInt {
        self.0.rounded(|x| x.trunc().to_integer())
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
        let number = self.0.clone();
        let rounded = patience::at_leisure(py, move || {
            number.rounded(|x| rounded_to(&x.clone().into(), places.unwrap_or(Places(0))))
        })?;
        match places {
            None => Ok(rounded.floor().into_pyobject(py)?.into_any()),
            Some(_) => Ok(surd_to_py(py, rounded)?.into_any()),
        }
    }

    fn _sympy_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if let Algebraic::InField(number) = &self.0 {
            return sympy_number(py, number);
        }
        let defining = self.defining(py)?;
        let sympy = py.import("sympy")?;
        let descending = PyList::new(py, defining.coefficients.into_iter().rev())?;
        let variable = sympy.call_method1("Symbol", ("x",))?;
        let polynomial = sympy.getattr("Poly")?.call1((descending, variable))?;
        // real roots are counted from the least one, and none is at an end
        let below = PyDict::new(py);
        below.set_item("sup", fraction(py, &defining.interval[0])?)?;
        let index = polynomial.call_method("count_roots", (), Some(&below))?;
        sympy.call_method1("CRootOf", (polynomial, index))
    }

    fn _mpmath_<'py>(&self, py: Python<'py>, precision: u32, rounding: &str) -> PyResult<Bound<'py, PyAny>> {
        mpmath_number(py, &self.0, precision, rounding)
    }
}
