//! An argument that is an exact number: an integer, a fraction, a text, or one of this package.

use std::borrow::Cow;

use nimsweep::number::{ParseSurdError, Surd};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use pyo3::exceptions::{PyTypeError, PyZeroDivisionError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFloat, PyInt, PyString, PyType};

use super::surd::PySurd;
use crate::algebraic::PyAlgebraic;
use crate::errors::{DomainError, InexactError, ParseError, kind};
use crate::patience::{self, LARGE};

/// An exact number that Python code hands over.
///
/// It is made from `int` and anything else with `__index__`, `fractions.Fraction` and anything else
/// registered as `numbers.Rational`, `str`, `Surd`, and from an `Algebraic` that has a closed form.
///
/// # Errors
/// `InexactError` for a float or another real number that is not exact, `ParseError` for a text
/// that is not a number, `DomainError` for an `Algebraic` without closed form, and `TypeError` for
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
            return read(&text).map(Self);
        }
        if let Ok(algebraic) = object.cast::<PyAlgebraic>() {
            let number = algebraic.get();
            return match number.closed_form() {
                Some(closed) => Ok(Self(closed.clone())),
                None => Err(DomainError::new_err(format!(
                    "{} has no closed form p+q*sqrt(d), which is needed here",
                    number.__str__(object.py())?
                ))),
            };
        }
        // anything else that can index a list is an integer, too
        if let Ok(index) = object.call_method0("__index__") {
            return Ok(Self(index.extract::<BigInt>()?.into()));
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
        rational(object)?
    } else {
        return Ok(None);
    };
    Ok(Some(Cow::Owned(exact)))
}

/// The value of a `numbers.Rational`.
fn rational(object: &Bound<'_, PyAny>) -> PyResult<Surd> {
    let py = object.py();
    // the int of such a number may have a class of its own
    let part = |name| py.get_type::<PyInt>().call1((object.getattr(name)?,))?.extract::<BigInt>();
    let (numerator, denominator) = (part("numerator")?, part("denominator")?);
    if denominator.is_zero() {
        return Err(PyZeroDivisionError::new_err("a fraction has the denominator 0"));
    }
    let is_large = numerator.bits().max(denominator.bits()) >= LARGE;
    // common factors are divided out once, here; that takes long for large numbers
    let reduced = move || Surd::from(BigRational::new_raw(numerator, denominator));
    if is_large { patience::at_leisure(py, reduced) } else { Ok(reduced()) }
}

fn read(text: &Bound<'_, PyString>) -> PyResult<Surd> {
    read_text(text)?.parse().map_err(|error: ParseSurdError| ParseError::new_err(error.to_string()))
}

/// A text of Python as one of Rust.
///
/// # Errors
/// `ParseError` for half of a surrogate pair, which is not a character.
pub fn read_text(text: &Bound<'_, PyString>) -> PyResult<String> {
    text.to_cow().map(Cow::into_owned).map_err(|_| {
        let shown = text.repr().map_or_else(|_| "this".to_owned(), |text| text.to_string());
        ParseError::new_err(format!("the text {shown} has a character that is half of a surrogate pair"))
    })
}

/// Why an object is not an exact number.
pub(super) fn refusal(object: &Bound<'_, PyAny>) -> PyErr {
    let is_real = object.is_instance_of::<PyFloat>() || is_registered_as(Kind::Real, object).unwrap_or(false);
    if !is_real {
        if is_decimal(object).unwrap_or(false) {
            return PyTypeError::new_err("an exact number is needed, not Decimal: write Fraction(x)");
        }
        return PyTypeError::new_err(format!(
            "an exact number is needed, not {}: write an int, a Fraction, a Surd, or a text such as '1+sqrt2'",
            kind(object)
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

/// Whether an object is a `decimal.Decimal`.
pub(super) fn is_decimal(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    static DECIMAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    object.is_instance(DECIMAL.import(object.py(), "decimal", "Decimal")?)
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
