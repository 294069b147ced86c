//! An argument that is an exact number: an integer, a fraction, a text, or one of this package.

use std::borrow::Cow;

use nimsweep::Error;
use nimsweep::number::Surd;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use pyo3::exceptions::{PyTypeError, PyZeroDivisionError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFloat, PyInt, PyString, PyType};

use super::surd::PySurd;
use crate::algebraic::PyAlgebraic;
use crate::errors::{DomainError, InexactError, ParseError, kind};
use crate::patience::{self, LARGE};

/// Decimals with a larger exponent are not taken.
const LARGEST_EXPONENT: i64 = 1_000_000;

/// An exact number that Python code hands over.
///
/// It is made from `int` and anything else with `__index__`, `fractions.Fraction` and anything else
/// with a numerator and a denominator, `decimal.Decimal`, `str`, `Surd`, an `Algebraic` with a
/// closed form, and a number of SymPy that is one.
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
        if let Some(number) = finite_decimal(&object)? {
            return Ok(Self(number));
        }
        if let Some(text) = sympy_text(&object)? {
            let number = text.parse();
            return number.map(Self).map_err(|_| {
                DomainError::new_err(format!(
                    "{text} is not read as a number p+q*sqrt(d), which is needed here"
                ))
            });
        }
        // anything else that can index a list is an integer, too
        match index(&object)? {
            Some(index) => Ok(Self(index.into())),
            None => Err(refusal(&object)),
        }
    }
}

/// The number that an object is, if it is a `Surd`, an `int`, or anything with a numerator and a
/// denominator.
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
    } else {
        return Ok(rational(object)?.map(Cow::Owned));
    };
    Ok(Some(Cow::Owned(exact)))
}

/// The value of an object with integers as numerator and denominator, such as a
/// `fractions.Fraction`, an integer of NumPy, or a rational number of SymPy or FLINT.
fn rational(object: &Bound<'_, PyAny>) -> PyResult<Option<Surd>> {
    let py = object.py();
    // the most usual other operands, which have neither
    if object.is_instance_of::<PyFloat>() || object.is_instance_of::<PyString>() {
        return Ok(None);
    }
    let Some(numerator) = object.getattr_opt(intern!(py, "numerator"))? else { return Ok(None) };
    let Some(denominator) = object.getattr_opt(intern!(py, "denominator"))? else { return Ok(None) };
    let (Some(numerator), Some(denominator)) = (index(&numerator)?, index(&denominator)?) else {
        return Ok(None);
    };
    if denominator.is_zero() {
        return Err(PyZeroDivisionError::new_err("a fraction has the denominator 0"));
    }
    let is_large = numerator.bits().max(denominator.bits()) >= LARGE;
    // common factors are divided out once, here; that takes long for large numbers
    let reduced = move || Surd::from(BigRational::new_raw(numerator, denominator));
    if is_large { patience::at_leisure(py, reduced).map(Some) } else { Ok(Some(reduced())) }
}

/// The integer that an object stands for, if it can index a list.
fn index(object: &Bound<'_, PyAny>) -> PyResult<Option<BigInt>> {
    if let Ok(small) = object.extract::<i64>() {
        return Ok(Some(small.into()));
    }
    let py = object.py();
    match object.get_type().hasattr(intern!(py, "__index__"))? {
        true => object.call_method0(intern!(py, "__index__"))?.extract().map(Some),
        false => Ok(None),
    }
}

fn read(text: &Bound<'_, PyString>) -> PyResult<Surd> {
    read_text(text)?.parse().map_err(|error: Error| ParseError::new_err(error.to_string()))
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

/// The value of a finite `decimal.Decimal`, unless its exponent would make an integer too large for
/// the memory.
pub(super) fn finite_decimal(object: &Bound<'_, PyAny>) -> PyResult<Option<Surd>> {
    if !is_decimal(object)? || !object.call_method0("is_finite")?.is_truthy()? {
        return Ok(None);
    }
    let exponent: i64 = object.call_method0("adjusted")?.extract()?;
    if exponent.abs() > LARGEST_EXPONENT {
        return Ok(None);
    }
    let ratio: (BigInt, BigInt) = object.call_method0("as_integer_ratio")?.extract()?;
    // in lowest terms, and the denominator is positive
    Ok(Some(Surd::from(BigRational::new_raw(ratio.0, ratio.1))))
}

/// The text of an expression of SymPy without floats, which SymPy writes as this package reads it.
fn sympy_text(object: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let py = object.py();
    // if it was not imported, this is not an expression of it
    let modules = py.import("sys")?.getattr("modules")?;
    let Ok(sympy) = modules.get_item("sympy") else { return Ok(None) };
    if !object.is_instance(&sympy.getattr("Expr")?)? {
        return Ok(None);
    }
    let has_float = object.call_method1("has", (sympy.getattr("Float")?,))?.is_truthy()?;
    // names of numbers, such as GoldenRatio, become roots
    let expanded = sympy.call_method1("expand_func", (object,))?;
    let text = expanded.str()?.to_string();
    if has_float {
        Err(InexactError::new_err(format!("{text} has a float, and is not exact")))
    } else {
        Ok(Some(text))
    }
}

/// Why an object is not an exact number.
pub(super) fn refusal(object: &Bound<'_, PyAny>) -> PyErr {
    let is_real = object.is_instance_of::<PyFloat>() || is_real(object).unwrap_or(false);
    if !is_real {
        if is_decimal(object).unwrap_or(false) {
            return DomainError::new_err(format!(
                "a finite number with an exponent of up to {LARGEST_EXPONENT} is needed, not {}",
                text_of(object)
            ));
        }
        return PyTypeError::new_err(format!(
            "an exact number is needed, not {}: write an int, a Fraction, a Surd, or a text such as '1+sqrt2'",
            kind(object)
        ));
    }
    let shown = text_of(object);
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

/// An object as `str` writes it, for a message.
pub fn text_of(object: &Bound<'_, PyAny>) -> String {
    object.str().map_or_else(|_| "this".to_owned(), |text| text.to_string())
}

/// Whether an object is a `decimal.Decimal`.
pub(super) fn is_decimal(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    static DECIMAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    object.is_instance(DECIMAL.import(object.py(), "decimal", "Decimal")?)
}

fn is_real(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    static REAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    object.is_instance(REAL.import(object.py(), "numbers", "Real")?)
}
