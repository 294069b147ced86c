//! An argument that is an exact number: an integer, a fraction, a text, or a number of this package.

use nimsweep::number::Surd;
use num_bigint::BigInt;
use num_rational::BigRational;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFloat, PyInt, PyString, PyType};

use super::surd::PySurd;
use crate::algebraic::PyAlgebraic;
use crate::errors::{DomainError, InexactError, ParseError};

/// An exact number that Python code hands over.
///
/// It is made from `int`, `fractions.Fraction` and whatever else is registered as
/// `numbers.Rational`, `str`, `Surd`, and from an `Algebraic` that has a closed form.
///
/// # Errors
/// `InexactError` for a float or another real number that is not exact, `ParseError` for a text that
/// is no number, `DomainError` for an `Algebraic` without closed form, and `TypeError` for
/// everything else.
#[derive(Clone, Debug)]
pub struct Exact(pub Surd);

impl<'py> FromPyObject<'_, 'py> for Exact {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Some(number) = number(&object)? {
            return Ok(Self(number));
        }
        if let Ok(text) = object.cast::<PyString>() {
            return read(text.to_str()?).map(Self);
        }
        if let Ok(algebraic) = object.cast::<PyAlgebraic>() {
            let number = algebraic.get().number();
            let closed = number.as_surd().cloned();
            return closed.map(Self).ok_or_else(|| {
                DomainError::new_err(format!("{number} has no closed form p+q*sqrt(d), which is needed here"))
            });
        }
        Err(refusal(&object))
    }
}

/// The number that an object is, if it is a `Surd`, an `int` or another `numbers.Rational`.
pub fn number(object: &Bound<'_, PyAny>) -> PyResult<Option<Surd>> {
    if let Ok(surd) = object.cast::<PySurd>() {
        return Ok(Some(surd.get().0.clone()));
    }
    if object.is_instance_of::<PyInt>() {
        return integer(object).map(Some);
    }
    if is_registered_as(object, "Rational")? {
        // integers of other packages have a denominator, too, and most fractions an order of it
        let rational: BigRational = object.extract()?;
        return Ok(Some(rational.into()));
    }
    Ok(None)
}

fn integer(object: &Bound<'_, PyAny>) -> PyResult<Surd> {
    match object.extract::<i64>() {
        Ok(small) => Ok(small.into()),
        Err(_) => Ok(object.extract::<BigInt>()?.into()),
    }
}

/// Reads a number from a text.
pub fn read(text: &str) -> PyResult<Surd> {
    text.parse().map_err(|error: nimsweep::number::ParseSurdError| ParseError::new_err(error.to_string()))
}

/// Why an object is no exact number.
pub fn refusal(object: &Bound<'_, PyAny>) -> PyErr {
    let is_real = object.is_instance_of::<PyFloat>() || is_registered_as(object, "Real").unwrap_or(false);
    if !is_real {
        let kind = object.get_type().name();
        let kind = kind.map_or_else(|_| "this object".to_owned(), |name| name.to_string());
        return PyTypeError::new_err(format!(
            "an exact number is needed, not {kind}: an int, a Fraction, a Surd, or a text such as '1+sqrt2'"
        ));
    }
    let shown = object.str().map_or_else(|_| "this".to_owned(), |text| text.to_string());
    InexactError::new_err(match shown.parse::<Surd>() {
        Ok(number) => match number.as_rational() {
            Some(fraction) if !fraction.is_integer() => format!(
                "{shown} is not exact: write '{number}' or Fraction({}, {})",
                fraction.numer(),
                fraction.denom()
            ),
            _ => format!("{shown} is not exact: write {number}"),
        },
        Err(_) => format!("{shown} is not an exact number"),
    })
}

/// Whether the object's class is registered as one of the module `numbers`.
fn is_registered_as(object: &Bound<'_, PyAny>, name: &str) -> PyResult<bool> {
    static REAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static RATIONAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = if name == "Real" { &REAL } else { &RATIONAL };
    object.is_instance(class.import(object.py(), "numbers", name)?)
}
