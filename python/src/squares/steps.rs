//! The engine behind the class `GrundyTable`: g on [0, L] as columns, as rows, and as a function.

use std::sync::Arc;

use nimsweep::Error;
use nimsweep::games::squares::Grundy;
use nimsweep::number::{Radicand, Surd};
use nimsweep::plot;
use nimsweep::proof::{Certificate, Claim};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use pyo3::prelude::*;

use crate::certificate::text_of;
use crate::column::array;
use crate::errors::no_row;
use crate::failure::Failure;
use crate::interrupt;
use crate::number::{Exact, PySurd};
use crate::picture::Look;

/// The steps of g on [0, L].
#[pyclass(name = "Steps", module = "nimsweep._engine", frozen)]
pub struct PySteps {
    grundy: Arc<Grundy>,
}

impl PySteps {
    /// The steps of a table.
    pub fn new(grundy: Arc<Grundy>) -> Self {
        Self { grundy }
    }

    fn nearest_starts(&self) -> impl ExactSizeIterator<Item = f64> {
        let starts = self.grundy.steps().breakpoints().iter();
        starts.map(|&start| self.grundy.lattice().exact(start).to_f64().unwrap_or(f64::NAN))
    }
}

#[pymethods]
impl PySteps {
    /// One coordinate of the starts: the whole part, or that of one of the roots.
    fn coordinate<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let starts = self.grundy.steps().breakpoints().iter();
        let coordinate = |&start| self.grundy.lattice().coordinates(start).get(index).copied();
        array(py, starts.map(|start| coordinate(start).unwrap_or(0)))
    }

    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, self.grundy.steps().values().iter().map(|&value| i64::from(value)))
    }

    /// The starts as the nearest floats.
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, self.nearest_starts())
    }

    /// The ends as the nearest floats.
    fn end<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let last = self.grundy.limit().to_f64().unwrap_or(f64::NAN);
        let ends: Vec<_> = py.detach(|| self.nearest_starts().skip(1).chain([last]).collect());
        array(py, ends.into_iter())
    }

    #[getter]
    fn denominator(&self) -> BigInt {
        self.grundy.lattice().denominator().clone()
    }

    /// The numbers under the roots, in ascending order.
    #[getter]
    fn roots(&self) -> Vec<u64> {
        self.grundy.lattice().radicands().map(Radicand::get).collect()
    }

    #[getter]
    fn upto(&self) -> PySurd {
        PySurd(self.grundy.limit().clone())
    }

    #[getter]
    fn corners(&self) -> u64 {
        self.grundy.corners()
    }

    #[getter]
    fn largest(&self) -> u32 {
        self.grundy.largest_nimber()
    }

    /// Start, end and value of a step.
    fn row(&self, index: usize) -> PyResult<(PySurd, PySurd, u32)> {
        let (steps, lattice) = (self.grundy.steps(), self.grundy.lattice());
        let starts = steps.breakpoints();
        let start = starts.get(index).ok_or_else(|| no_row(starts.len()))?;
        let end =
            starts.get(index + 1).map_or_else(|| self.grundy.limit().clone(), |&end| lattice.exact(end));
        Ok((PySurd(lattice.exact(*start)), PySurd(end), steps.values()[index]))
    }

    fn at(&self, length: Exact) -> Result<u32, Failure> {
        Ok(self.grundy.value_at(&length.0)?)
    }

    /// g at several lengths.
    fn values<'py>(&self, py: Python<'py>, lengths: Vec<Exact>) -> Result<Bound<'py, PyAny>, Failure> {
        let values = lengths.iter().map(|length| Ok(self.grundy.value_at(&length.0)?.into()));
        let values = values.collect::<Result<Vec<i64>, Error>>()?;
        Ok(array(py, values.into_iter())?)
    }

    fn picture(&self, py: Python<'_>, look: Look) -> Result<String, Failure> {
        let (grundy, zero) = (&self.grundy, Surd::default());
        Ok(py.detach(|| plot::grundy(grundy, &zero, grundy.limit(), &look.0)).map(|picture| picture.svg())?)
    }

    fn certificate(&self, py: Python<'_>) -> Result<String, Failure> {
        let grundy = Arc::clone(&self.grundy);
        interrupt::unwatched(py, move || text_of(&Certificate::new(Grundy::clone(&grundy), Claim::Grundy)?))
    }

    fn __len__(&self) -> usize {
        self.grundy.steps().len()
    }
}
