//! The class `Period`: a proven period of g.

use nimsweep::games::squares::Period;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::number::{Exact, PySurd, surd_to_py};

/// A proven period: g(L + length) = g(L) for all L ≥ start, and for no smaller length.
///
/// >>> from nimsweep import Game
/// >>> period = Game("1").period()  # Kayles
/// >>> print(period.length, period.start)
/// 12 71
#[pyclass(name = "Period", module = "nimsweep", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub struct PyPeriod(pub Period);

#[pymethods]
impl PyPeriod {
    /// The length p of the period.
    #[getter]
    fn length<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PySurd>> {
        surd_to_py(py, self.0.length.clone())
    }

    /// The least N from which on g has the period.
    #[getter]
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PySurd>> {
        surd_to_py(py, self.0.from.clone())
    }

    /// 2N + p + M, with the longest length M, or N + M in a subtraction game: that g repeats was
    /// seen up to here, and the period theorem gives the rest.
    #[getter]
    fn seen_to<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PySurd>> {
        surd_to_py(py, self.0.seen_to.clone())
    }

    /// A period from its parts, for pickle.
    #[staticmethod]
    fn _of_parts(length: Exact, start: Exact, seen_to: Exact) -> Self {
        Self(Period { length: length.0, from: start.0, seen_to: seen_to.0 })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, own) = (slf.py(), slf.get());
        let parts = (own.length(py)?, own.start(py)?, own.seen_to(py)?);
        Ok((slf.get_type().getattr("_of_parts")?, parts.into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        format!("<Period {} from {} on>", self.0.length, self.0.from)
    }
}
