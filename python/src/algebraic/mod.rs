//! Real algebraic numbers for Python.

use std::fmt;

use nimsweep::algebraic::Algebraic;
use nimsweep::number::Surd;
use pyo3::prelude::*;

use crate::number::surd_to_py;

/// A real root of a polynomial, exactly.
#[pyclass(name = "Algebraic", module = "nimsweep", frozen)]
pub struct PyAlgebraic(Algebraic);

impl PyAlgebraic {
    /// The number itself.
    pub fn number(&self) -> &Algebraic {
        &self.0
    }

    /// The number as p + q√d, if it is one.
    pub fn closed_form(&self) -> Option<&Surd> {
        self.0.as_surd()
    }
}

impl fmt::Display for PyAlgebraic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The number as an object of Python: a `Surd` if it has a closed form, else an `Algebraic`.
pub fn algebraic_to_py(py: Python<'_>, number: Algebraic) -> PyResult<Bound<'_, PyAny>> {
    match number {
        Algebraic::InField(number) => Ok(surd_to_py(py, number)?.into_any()),
        root @ Algebraic::OutsideField(_) => Ok(Bound::new(py, PyAlgebraic(root))?.into_any()),
    }
}

#[pymethods]
impl PyAlgebraic {
    fn __str__(&self) -> String {
        self.0.to_string()
    }
}
