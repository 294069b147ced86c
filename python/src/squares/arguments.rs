//! Lengths, rules and moves that Python hands over.

use nimsweep::Error;
use nimsweep::games::squares::{Digit, Lengths, Move};
use nimsweep::number::Surd;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyIterator, PyMapping, PyString, PyTuple};

use crate::errors::{ParseError, kind};
use crate::failure::Failure;
use crate::number::{Exact, read_text};
use crate::whole::Whole;

/// Lengths of pieces that are handed over, in the order given: a text, or several numbers.
pub struct Numbers(Vec<Surd>);

impl<'py> FromPyObject<'_, 'py> for Numbers {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(read_lengths(&object)?))
    }
}

/// The pieces of these lengths: they may lie anywhere, unless there is a rule.
pub fn ruled(Numbers(lengths): Numbers, rule: Option<Rule>) -> Result<Lengths, Failure> {
    Ok(match rule {
        None => Lengths::new(lengths)?,
        Some(Rule(digits)) => Lengths::with_rule(lengths, &digits)?,
    })
}

/// Lengths from a text, or from several numbers, in the order given.
fn read_lengths(lengths: &Bound<'_, PyAny>) -> Result<Vec<Surd>, Failure> {
    if let Ok(text) = lengths.cast::<PyString>() {
        let text = read_text(text)?;
        let is_missing = |length: &str| length.trim().is_empty();
        if text.contains(',') && text.split(',').any(is_missing) {
            let reason =
                format!("a length is missing beside a comma in '{text}'; write, for example, '1,sqrt2'");
            return Err(ParseError::new_err(reason).into());
        }
        // one limit holds for all lengths together, and only this checks it
        text.parse::<Lengths>()?;
        let typed: Result<Vec<Surd>, Error> = text.split(',').map(|one| one.parse()).collect();
        return Ok(typed?);
    }
    let items = several(lengths).ok_or_else(|| {
        let kind = kind(lengths);
        PyTypeError::new_err(format!("lengths are a text such as '1,sqrt2' or several numbers, not {kind}"))
    })?;
    let numbers = items.map(|item| item?.extract::<Exact>().map(|exact| exact.0));
    let numbers = numbers.collect::<PyResult<Vec<_>>>()?;
    Lengths::new(numbers.iter().cloned())?;
    Ok(numbers)
}

/// The items of an object, unless it has none that could be lengths or digits.
fn several<'py>(object: &Bound<'py, PyAny>) -> Option<Bound<'py, PyIterator>> {
    // bytes would be numbers, and a mapping its keys
    let is_data = object.is_instance_of::<PyBytes>() || object.is_instance_of::<PyByteArray>();
    if is_data || object.is_instance_of::<PyMapping>() { None } else { object.try_iter().ok() }
}

/// A rule that is handed over: a text, a digit, or several digits.
pub struct Rule(pub Vec<Digit>);

impl<'py> FromPyObject<'_, 'py> for Rule {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(read_rule(&object)?))
    }
}

/// The digits of a text, which are separated by commas, of one digit, or of several.
fn read_rule(rule: &Bound<'_, PyAny>) -> Result<Vec<Digit>, Failure> {
    if let Ok(text) = rule.cast::<PyString>() {
        return Ok(Digit::of_rule(&read_text(text)?)?);
    }
    if let Some(digit) = read_digit(rule)? {
        return Ok(vec![digit]);
    }
    let refused = |given: &Bound<'_, PyAny>| {
        let kind = kind(given);
        PyTypeError::new_err(format!("a rule is a text such as '3,7', a digit or several digits, not {kind}"))
    };
    let digits = several(rule).ok_or_else(|| refused(rule))?.map(|item| {
        let item = item?;
        read_digit(&item)?.ok_or_else(|| refused(&item).into())
    });
    digits.collect()
}

/// A digit from a text or a whole number; `None` if the object is neither.
fn read_digit(digit: &Bound<'_, PyAny>) -> Result<Option<Digit>, Failure> {
    if let Ok(text) = digit.cast::<PyString>() {
        return Ok(Some(read_text(text)?.parse()?));
    }
    let Ok(number) = digit.call_method0("__index__") else { return Ok(None) };
    Ok(Some(number.str()?.to_string().parse()?))
}

/// A part of each segment that is handed over: a tuple (from, to).
pub struct Part(pub [Surd; 2]);

impl<'py> FromPyObject<'_, 'py> for Part {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let ends = object.cast::<PyTuple>().ok().filter(|ends| ends.len() == 2);
        let Some(ends) = ends else {
            return Err(PyTypeError::new_err("within is a tuple (from, to) of two exact numbers"));
        };
        let (from, to): (Exact, Exact) = ends.extract()?;
        Ok(Self([from.0, to.0]))
    }
}

/// A move that is handed over: a tuple (segment, length, place).
pub struct Placed(pub Move);

impl<'py> FromPyObject<'_, 'py> for Placed {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (segment, length, place): (Whole, Exact, Exact) = object.extract()?;
        let segment = segment.index("the number of the segment")?;
        Ok(Self(Move { segment, length: length.0, place: place.0 }))
    }
}
