//! The order of `Algebraic` among all real numbers of Python, and its hash.

use std::cmp::Ordering;

use nimsweep::algebraic::Algebraic;
use nimsweep::number::Surd;
use num_traits::ToPrimitive;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::PyFloat;

use super::class::PyAlgebraic;
use crate::number::{Other, Real, Relation, surd_to_py};
use crate::patience;

/// The order of a root and a number.
pub fn compared(py: Python<'_>, root: &Algebraic, number: &Surd) -> PyResult<Ordering> {
    let (degree, root, number) = (root.degree_bound(), root.clone(), number.clone());
    let order = patience::roots(py, degree, move || root.partial_cmp(&number))?;
    Ok(order.unwrap_or(Ordering::Equal)) // real numbers have an order
}

#[pymethods]
impl PyAlgebraic {
    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        operator: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let Some(other) = Other::of(other, operator)? else { return Ok(py.NotImplemented().into_bound(py)) };
        let relation = match other {
            Other::Number(number) => compared(py, &self.0, &number)?.into(),
            Other::Root(other) => {
                let degrees = self.0.degree_bound().max(other.degree_bound());
                let (root, other) = (self.0.clone(), other.clone());
                patience::roots(py, degrees, move || root.cmp(&other))?.into()
            }
            Other::Infinite(side) => side.reverse().into(),
            Other::NotANumber => Relation::Unordered,
        };
        relation.holds(operator).into_bound_py_any(py)
    }

    /// That of the equal Surd; of any other number that of the nearest float.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        match &self.0 {
            Algebraic::Closed(number) => surd_to_py(py, number.clone())?.hash(),
            root => {
                let float = root.patiently(py, 0, ToPrimitive::to_f64)?;
                PyFloat::new(py, float.unwrap_or(f64::INFINITY)).hash()
            }
        }
    }
}
