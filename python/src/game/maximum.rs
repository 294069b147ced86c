//! The class `Maximum`: the certified maximum of the gain on a range, or a local one.

use nimsweep::games::squares::{Maxima, Maximum, MaximumKind};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::closed_form;
use super::hash::{float_bits, hashed};
use crate::algebraic::{Root, algebraic_to_py};
use crate::errors::DomainError;
use crate::number::{Digits, decimal, formatted, nearest_float};

/// A maximum of the gain on a range: its value, its place L, and the kind of that place.
///
/// >>> from nimsweep import Game
/// >>> maximum = Game().maximum(2, 10)
/// >>> maximum
/// <Maximum 2.61969775 = (200+29*sqrt(2))/92 at L = 5+2*sqrt(2), a breakpoint>
/// >>> maximum.kind, maximum.decimal(30)
/// ('breakpoint', '2.619697753356736482774445358718')
#[pyclass(name = "Maximum", module = "nimsweep", frozen)]
pub struct PyMaximum {
    maximum: Maximum,
    others: Vec<Maximum>,
}

impl From<Maximum> for PyMaximum {
    fn from(maximum: Maximum) -> Self {
        Self { maximum, others: vec![] }
    }
}

impl From<Maxima> for PyMaximum {
    fn from(Maxima { first, others }: Maxima) -> Self {
        Self { maximum: first, others }
    }
}

#[pymethods]
impl PyMaximum {
    /// The gain e(L) there, exact: a Surd if it has a closed form, else an Algebraic.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        algebraic_to_py(py, self.maximum.value.clone())
    }

    /// The place L, exact: a Surd if it has a closed form, else an Algebraic.
    #[getter]
    fn at<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        algebraic_to_py(py, self.maximum.at.clone())
    }

    /// What kind of place that is: "endpoint" of the range, "breakpoint" of e, or "interior" of a
    /// piece of e, where its derivative is 0.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.maximum.kind {
            MaximumKind::Endpoint => "endpoint",
            MaximumKind::Breakpoint => "breakpoint",
            MaximumKind::Interior => "interior",
        }
    }

    /// The same value at all other places that have it, in ascending order: mostly none.
    #[getter]
    fn others<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let others = self.others.iter().map(|other| Bound::new(py, Self::from(other.clone())));
        PyTuple::new(py, others.collect::<PyResult<Vec<_>>>()?)
    }

    /// The value with proven digits after the point, rounded to the nearest.
    #[pyo3(signature = (digits = Digits(8)), text_signature = "($self, digits=8)")]
    fn decimal(&self, py: Python<'_>, digits: Digits) -> PyResult<String> {
        decimal(py, &self.maximum.value, digits)
    }

    fn __float__(&self, py: Python<'_>) -> PyResult<f64> {
        nearest_float(py, &self.maximum.value)
    }

    /// The value in a format of floats, as that of Surd; without a format as by str.
    fn __format__(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        if format.is_empty() { Ok(self.__repr__()) } else { formatted(py, &self.maximum.value, format) }
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.maximum == other.maximum && self.others == other.others
    }

    fn __hash__(&self) -> u64 {
        hashed(&[&self.maximum.value, &self.maximum.at].map(float_bits))
    }

    /// A maximum from its parts, for pickle.
    #[staticmethod]
    fn _of_parts(value: Root, at: Root, kind: &str, others: Vec<Bound<'_, Self>>) -> PyResult<Self> {
        let kind = match kind {
            "endpoint" => MaximumKind::Endpoint,
            "breakpoint" => MaximumKind::Breakpoint,
            "interior" => MaximumKind::Interior,
            _ => return Err(DomainError::new_err(format!("'{kind}' is not a kind of maximum"))),
        };
        let others = others.iter().map(|other| other.get().maximum.clone()).collect();
        Ok(Self { maximum: Maximum { value: value.0, at: at.0, kind }, others })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, own) = (slf.py(), slf.get());
        let parts = (own.value(py)?, own.at(py)?, own.kind(), own.others(py)?);
        Ok((slf.get_type().getattr("_of_parts")?, parts.into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        let Maximum { value, at, .. } = &self.maximum;
        let article = if self.maximum.kind == MaximumKind::Breakpoint { "a" } else { "an" };
        let place = at.as_surd().map_or_else(|| at.to_decimal(8), ToString::to_string);
        format!("<Maximum {} at L = {place}, {article} {}>", closed_form(value), self.kind())
    }
}
