//! The class `GrundyTable`: g on [0, L] as columns, as rows, and as a function.

use std::sync::Arc;

use nimsweep::games::squares::Grundy;
use nimsweep::number::Surd;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

use super::asked_again;
use super::hash::hashed;
use crate::column::{Index, column, columns, picked, sequence};
use crate::failure::Failure;
use crate::number::{Exact, surd_to_py};
use crate::picture::{self, Look, svg};

/// The Grundy values g(L) for 0 ≤ L ≤ `upto`: steps, on each of which g is constant.
///
/// Step i begins at (`a[i]` + `b[i]`·√`radicand`)/`denominator` and has the value `value[i]`; it
/// ends just before the next one begins, and the last one at `upto`. The columns start, end, a, b
/// and value are numpy arrays, which can only be read. It is a sequence of rows (start, end, value)
/// with exact ends.
///
/// >>> from nimsweep import Game
/// >>> table = Game().grundy(5)
/// >>> len(table), table.largest
/// (6, 4)
/// >>> table.value
/// array([0, 1, 2, 3, 4, 1])
/// >>> table.to_pandas().tail(2)
///       start       end  a  b  value
/// 4  4.000000  4.414214  4  0      4
/// 5  4.414214  5.000000  3  1      1
/// >>> print(*table[4])
/// 4 3+sqrt(2) 4
/// >>> table("1+sqrt2")  # g(1 + √2)
/// 2
#[pyclass(name = "GrundyTable", module = "nimsweep", frozen)]
pub struct PyGrundyTable {
    grundy: Arc<Grundy>,
    a: PyOnceLock<Py<PyAny>>,
    b: PyOnceLock<Py<PyAny>>,
    value: PyOnceLock<Py<PyAny>>,
    start: PyOnceLock<Py<PyAny>>,
    end: PyOnceLock<Py<PyAny>>,
}

impl PyGrundyTable {
    /// The table on [0, upto] of a function that goes as far.
    pub fn new(grundy: Arc<Grundy>) -> Self {
        let [a, b, value, start, end] = [(); 5].map(|()| PyOnceLock::new());
        Self { grundy, a, b, value, start, end }
    }

    /// The coordinates of all starts.
    fn coordinates(&self) -> impl Iterator<Item = (i64, i64)> {
        let starts = self.grundy.steps().breakpoints().iter();
        starts.map(|&start| self.grundy.lattice().coordinates(start))
    }

    fn nearest_starts(&self) -> impl Iterator<Item = f64> {
        let starts = self.grundy.steps().breakpoints().iter();
        starts.map(|&start| self.grundy.lattice().exact(start).to_f64().unwrap_or(f64::NAN))
    }

    /// What the columns do not say.
    fn about(&self) -> Vec<(&'static str, String)> {
        let lattice = self.grundy.lattice();
        let radicand = lattice.scale().radicand().map(|radicand| ("radicand", radicand.get().to_string()));
        let rule = self.grundy.lengths().rule().map(|rule| ("rule", rule));
        let lengths = ("lengths", self.grundy.lengths().to_string());
        let rest =
            [("denominator", lattice.denominator().to_string()), ("upto", self.grundy.limit().to_string())];
        [lengths].into_iter().chain(rule).chain(radicand).chain(rest).collect()
    }

    fn picture(&self, look: &Look) -> Result<String, Failure> {
        picture::of_grundy(&self.grundy, look)
    }

    fn row<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        static STEP: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let (steps, lattice) = (self.grundy.steps(), self.grundy.lattice());
        let starts = steps.breakpoints();
        let end =
            starts.get(index + 1).map_or_else(|| self.grundy.limit().clone(), |&end| lattice.exact(end));
        let [start, end] = [lattice.exact(starts[index]), end].map(|end| surd_to_py(py, end));
        STEP.import(py, "nimsweep.results", "Step")?.call1((start?, end?, steps.values()[index]))
    }
}

#[pymethods]
impl PyGrundyTable {
    /// The coordinates a of the starts, as int64.
    #[getter]
    fn a<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        column(py, &self.a, || self.coordinates().map(|(a, _)| a).collect::<Vec<_>>())
    }

    /// The coordinates b of the starts, as int64.
    #[getter]
    fn b<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        column(py, &self.b, || self.coordinates().map(|(_, b)| b).collect::<Vec<_>>())
    }

    /// The values of g, as int64.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let values =
            || self.grundy.steps().values().iter().map(|&value| i64::from(value)).collect::<Vec<_>>();
        column(py, &self.value, values)
    }

    /// The starts as the nearest floats.
    #[getter]
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        column(py, &self.start, || self.nearest_starts().collect::<Vec<_>>())
    }

    /// The ends as the nearest floats.
    #[getter]
    fn end<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let last = self.grundy.limit().to_f64().unwrap_or(f64::NAN);
        column(py, &self.end, || self.nearest_starts().skip(1).chain([last]).collect::<Vec<_>>())
    }

    /// The common denominator of all starts.
    #[getter]
    fn denominator(&self) -> BigInt {
        self.grundy.lattice().denominator().clone()
    }

    /// The radicand d of √d, or None if all lengths are rational.
    #[getter]
    fn radicand(&self) -> Option<u64> {
        self.grundy.lattice().scale().radicand().map(|radicand| radicand.get())
    }

    /// The lengths of the pieces, ascending.
    #[getter]
    fn lengths<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        super::numbers(py, self.grundy.lengths().as_slice())
    }

    /// The digits of the lengths, as a Game has them.
    #[getter]
    fn rule(&self) -> Option<String> {
        self.grundy.lengths().rule()
    }

    /// Where the table ends.
    #[getter]
    fn upto<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(surd_to_py(py, self.grundy.limit().clone())?.into_any())
    }

    /// The number of corners p_i + p_j, i ≤ j, of starts below `upto`: the events of the sweep.
    #[getter]
    fn corners(&self) -> u64 {
        self.grundy.corners()
    }

    /// The largest value.
    #[getter]
    fn largest(&self) -> u32 {
        self.grundy.largest_nimber()
    }

    /// g(L).
    fn __call__(&self, length: Exact) -> Result<u32, Failure> {
        Ok(self.grundy.value_at(&length.0)?)
    }

    fn __len__(&self) -> usize {
        self.grundy.steps().len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: Index<'py>) -> PyResult<Bound<'py, PyAny>> {
        picked(py, index, self.__len__(), |index| self.row(py, index))
    }

    fn _repr_html_(&self, py: Python<'_>) -> String {
        const ROWS: usize = 12;
        py.detach(|| {
            let rows = self.grundy.intervals().take(ROWS);
            let rows =
                rows.map(|(start, end, value)| vec![start.to_string(), end.to_string(), value.to_string()]);
            let rows = picture::Rows {
                titles: &["start", "end", "value"],
                shown: rows.collect(),
                all: self.__len__(),
            };
            let head = format!(
                "g up to {} for the lengths {}: {} steps, the largest value {}",
                self.grundy.limit(),
                super::named(self.grundy.lengths()),
                self.__len__(),
                self.largest()
            );
            picture::html(&head, self.picture(&Look::in_notebook()).ok(), Some(&rows))
        })
    }

    /// The steps follow from the lengths and the end.
    fn __eq__(&self, other: &Self) -> bool {
        self.grundy.lengths() == other.grundy.lengths() && self.grundy.limit() == other.grundy.limit()
    }

    fn __hash__(&self) -> u64 {
        hashed(&(self.grundy.lengths(), self.grundy.limit()))
    }

    /// The question is pickled, and answered again when it is loaded.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        asked_again(py, self.grundy.lengths(), "grundy", std::slice::from_ref(self.grundy.limit()), None)
    }

    fn __repr__(&self) -> String {
        let (lengths, limit) = (super::named(self.grundy.lengths()), self.grundy.limit());
        format!("<GrundyTable of the lengths {lengths} up to {limit}: {} steps>", self.__len__())
    }
}

columns!(PyGrundyTable: "start", "end", "a", "b", "value");

sequence!(PyGrundyTable);

svg! {
    /// The picture of g on [0, upto] as an `<svg>` element.
    PyGrundyTable
}

/// Refuses a negative end.
pub fn check_end(end: &Surd) -> Result<(), Failure> {
    if end.is_negative() {
        let error = nimsweep::games::squares::SquaresError::Negative { length: end.clone() };
        return Err(error.into());
    }
    Ok(())
}
