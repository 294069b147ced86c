//! The class `Surd`: how it is made, its parts.

use nimsweep::number::Surd;
use pyo3::prelude::*;

use super::exact::Exact;

/// A real number p + q√d with rational p and q, exactly.
#[pyclass(name = "Surd", module = "nimsweep", frozen)]
pub struct PySurd(pub Surd);

/// The number as an object of Python.
pub fn surd_to_py(py: Python<'_>, number: Surd) -> PyResult<Bound<'_, PySurd>> {
    Bound::new(py, PySurd(number))
}

#[pymethods]
impl PySurd {
    #[new]
    fn new(number: Exact) -> Self {
        Self(number.0)
    }

    fn __repr__(&self) -> String {
        format!("Surd('{}')", self.0)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }
}
