//! An argument that is an exact number: an integer, a fraction, a text, or one of this package.

use std::borrow::Cow;

use nimsweep::number::{ParseSurdError, Surd};
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
/// `InexactError` for a float or another real number that is not exact, `ParseError` for a text
/// that is no number, `DomainError` for an `Algebraic` without closed form, and `TypeError` for
/// everything else.
#[derive(Clone, Debug)]
pub struct Exact(pub Surd);

impl<'py> FromPyObject<'_, 'py> for Exact {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Some(number) = number(&object)? {
            return Ok(Self(number.into_owned()));
        }
        if let Ok(text) = object.cast::<PyString>() {
            return read(&text.to_cow()?).map(Self);
        }
        if let Ok(algebraic) = object.cast::<PyAlgebraic>() {
            let number = algebraic.get();
            return number.closed_form().cloned().map(Self).ok_or_else(|| {
                DomainError::new_err(format!("{number} has no closed form p+q*sqrt(d), which is needed here"))
            });
        }
        Err(refusal(&object))
    }
}

/// The number that an object is, if it is a `Surd`, an `int` or another `numbers.Rational`.
pub(super) fn number<'a>(object: &'a Bound<'_, PyAny>) -> PyResult<Option<Cow<'a, Surd>>> {
    if let Ok(surd) = object.cast::<PySurd>() {
        return Ok(Some(Cow::Borrowed(&surd.get().0)));
    }
    let exact = if object.is_instance_of::<PyInt>() {
        // machine integers are taken over in a tenth of the time
        match object.extract::<i64>() {
            Ok(small) => small.into(),
            Err(_) => object.extract::<BigInt>()?.into(),
        }
    } else if is_registered_as(Kind::Rational, object)? {
        object.extract::<BigRational>()?.into()
    } else {
        return Ok(None);
    };
    Ok(Some(Cow::Owned(exact)))
}

fn read(text: &str) -> PyResult<Surd> {
    text.parse().map_err(|error: ParseSurdError| ParseError::new_err(error.to_string()))
}

/// Why an object is no exact number.
pub(super) fn refusal(object: &Bound<'_, PyAny>) -> PyErr {
    let is_real = object.is_instance_of::<PyFloat>() || is_registered_as(Kind::Real, object).unwrap_or(false);
    if !is_real {
        let kind = object.get_type().name();
        let kind = kind.map_or_else(|_| "this object".to_owned(), |name| name.to_string());
        return PyTypeError::new_err(format!(
            "an exact number is needed, not {kind}: write an int, a Fraction, a Surd, or a text such as '1+sqrt2'"
        ));
    }
    let shown = object.str().map_or_else(|_| "this".to_owned(), |text| text.to_string());
    InexactError::new_err(match shown.parse::<Surd>() {
        Err(_) => format!("{shown} is not an exact number"),
        Ok(meant) => match meant.as_rational() {
            Some(x) if !x.is_integer() => {
                format!("{shown} is not exact: write '{meant}' or Fraction({}, {})", x.numer(), x.denom())
            }
            _ => format!("{shown} is not exact: write {meant}"),
        },
    })
}

/// A class of the module `numbers`.
#[derive(Clone, Copy)]
enum Kind {
    Real,
    Rational,
}

fn is_registered_as(kind: Kind, object: &Bound<'_, PyAny>) -> PyResult<bool> {
    static REAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static RATIONAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let (class, name) = match kind {
        Kind::Real => (&REAL, "Real"),
        Kind::Rational => (&RATIONAL, "Rational"),
    };
    object.is_instance(class.import(object.py(), "numbers", name)?)
}
