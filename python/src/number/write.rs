//! The texts of `Surd`: closed form, LaTeX, and any format.

use nimsweep::internal::latex;
use nimsweep::number::Surd;
use pyo3::prelude::*;

use super::real::Real;
use super::significant::{significant, written};
use super::surd::PySurd;

#[pymethods]
impl PySurd {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Surd('{}')", self.__str__(py)?))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.0.patiently(py, 0, Surd::to_string)
    }

    /// The number in a format of floats (f, e, g or %), with proven digits, rounded half away
    /// from zero; in the closed form if the format has no type.
    ///
    /// >>> f"{Surd('sqrt2'):.20f}", f"{Surd('sqrt2'):+.3e}", f"{Surd('10^6*sqrt2'):,.1f}"
    /// ('1.41421356237309504880', '+1.414e+00', '1,414,213.6')
    fn __format__<'py>(slf: &Bound<'py, Self>, format: &str) -> PyResult<Bound<'py, PyAny>> {
        written(slf, "formatted", (slf, format))
    }

    /// Whether the number is negative, its digits, and the place of the first one.
    fn _significant(&self, py: Python<'_>, count: usize) -> PyResult<(bool, String, i64)> {
        significant(py, &self.0, count)
    }

    fn _sympy_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        written(slf, "sympy_number", (slf,))
    }

    fn _mpmath_<'py>(slf: &Bound<'py, Self>, precision: u32, rounding: &str) -> PyResult<Bound<'py, PyAny>> {
        written(slf, "mpmath_number", (slf, precision, rounding))
    }

    /// The closed form for the LaTeX of SymPy.
    fn _latex(&self, py: Python<'_>, _printer: &Bound<'_, PyAny>) -> PyResult<String> {
        self.0.patiently(py, 0, latex)
    }

    fn _repr_latex_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("${}$", self.0.patiently(py, 0, latex)?))
    }
}
