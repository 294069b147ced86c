//! The classes of the gain: at one length, and as pieces with exact forms.

use std::sync::Arc;

use nimsweep::games::squares::{Chance, Gain, GainForm, GainPiece, GainTerm, Grundy};
use nimsweep::number::Surd;
use num_traits::ToPrimitive;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

use super::hash::{float_bits, hashed};
use super::{asked_again, closed_form};
use crate::algebraic::{Root, algebraic_to_py};
use crate::column::{Index, column, columns, picked, sequence};
use crate::errors::DomainError;
use crate::failure::Failure;
use crate::number::{Digits, Exact, PySurd, decimal, formatted, nearest_float, surd_to_py};
use crate::picture::{self, Look, Rows, svg};

/// The gain e(L) of a random first piece: L times the probability that it wins.
///
/// >>> from nimsweep import Game
/// >>> gain = Game().gain(4)
/// >>> gain
/// <Gain 1.11974851 = (32-6*sqrt(2))/21 at L = 4>
/// >>> for chance in gain.chances:
/// ...     print(chance.length, chance.probability)
/// 1 1/3
/// sqrt(2) (3-sqrt(2))/7
#[pyclass(name = "Gain", module = "nimsweep", frozen)]
pub struct PyGain {
    at: Surd,
    gain: Gain,
}

impl PyGain {
    /// The gain at a length.
    pub fn new(at: Surd, gain: Gain) -> Self {
        Self { at, gain }
    }
}

#[pymethods]
impl PyGain {
    /// The length L of the segment.
    #[getter]
    fn at<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PySurd>> {
        surd_to_py(py, self.at.clone())
    }

    /// e(L), exact: a Surd if it has a closed form, else an Algebraic.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        algebraic_to_py(py, self.gain.value.clone())
    }

    /// For each length of a piece, ascending, a tuple (length, measure, probability): the measure
    /// of its winning places, and the probability that a random place wins.
    #[getter]
    fn chances<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        static CHANCE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let class = CHANCE.import(py, "nimsweep.results", "Chance")?;
        let chances = self.gain.chances.iter().map(|Chance { length, measure, probability }| {
            let [measure, probability] =
                [measure, probability].map(|number| algebraic_to_py(py, number.clone()));
            class.call1((surd_to_py(py, length.clone())?, measure?, probability?))
        });
        PyTuple::new(py, chances.collect::<PyResult<Vec<_>>>()?)
    }

    /// The value with proven digits after the point, rounded to the nearest.
    #[pyo3(signature = (digits = Digits(8)), text_signature = "($self, digits=8)")]
    fn decimal(&self, py: Python<'_>, digits: Digits) -> PyResult<String> {
        decimal(py, &self.gain.value, digits)
    }

    fn __float__(&self, py: Python<'_>) -> PyResult<f64> {
        nearest_float(py, &self.gain.value)
    }

    /// The value in a format of floats, as that of Surd; without a format as by str.
    fn __format__(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        if format.is_empty() { Ok(self.__repr__()) } else { formatted(py, &self.gain.value, format) }
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.at == other.at && self.gain == other.gain
    }

    fn __hash__(&self) -> u64 {
        hashed(&(&self.at, float_bits(&self.gain.value)))
    }

    /// A gain from its parts, for pickle.
    #[staticmethod]
    fn _of_parts(at: Exact, value: Root, chances: Vec<(Exact, Root, Root)>) -> Self {
        let chances = chances.into_iter().map(|(length, measure, probability)| Chance {
            length: length.0,
            measure: measure.0,
            probability: probability.0,
        });
        Self { at: at.0, gain: Gain { value: value.0, chances: chances.collect() } }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, own) = (slf.py(), slf.get());
        let parts = (own.at(py)?, own.value(py)?, own.chances(py)?);
        Ok((slf.get_type().getattr("_of_parts")?, parts.into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        format!("<Gain {} at L = {}>", closed_form(&self.gain.value), self.at)
    }
}

/// The gain e on a range of lengths, as pieces that each have one exact form.
///
/// It is a sequence of pieces, and a function: called at an L of the range it is e(L), exactly. The
/// columns start, end, at_start and at_end are numpy arrays, which can only be read.
///
/// >>> from nimsweep import Game
/// >>> pieces = Game().gain_pieces(2, 10)
/// >>> len(pieces)
/// 20
/// >>> print(pieces("4+sqrt2"))
/// (-12+11*sqrt(2))/14
/// >>> piece = pieces[0]
/// >>> print(piece.start, piece.end, piece(2))
/// 2 1+sqrt(2) 2
#[pyclass(name = "GainPieces", module = "nimsweep", frozen)]
pub struct PyGainPieces {
    grundy: Arc<Grundy>,
    range: [Surd; 2],
    pieces: Vec<GainPiece>,
    columns: [PyOnceLock<Py<PyAny>>; 4],
}

impl PyGainPieces {
    /// The pieces on a range, from a g that goes as far.
    pub fn new(grundy: Arc<Grundy>, range: [Surd; 2], pieces: Vec<GainPiece>) -> Self {
        Self { grundy, range, pieces, columns: [(); 4].map(|()| PyOnceLock::new()) }
    }

    /// A column of numbers of all pieces.
    fn floats<'py>(
        &self,
        py: Python<'py>,
        index: usize,
        number: impl Fn(&GainPiece) -> Option<f64> + Send + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let floats = || self.pieces.iter().map(|piece| number(piece).unwrap_or(f64::NAN)).collect::<Vec<_>>();
        column(py, &self.columns[index], floats)
    }
}

#[pymethods]
impl PyGainPieces {
    /// Where the pieces begin, as the nearest floats.
    #[getter]
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.floats(py, 0, |piece| piece.start.to_f64())
    }

    /// Where the pieces end, as the nearest floats.
    #[getter]
    fn end<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.floats(py, 1, |piece| piece.end.to_f64())
    }

    /// e at the starts, as the nearest floats.
    #[getter]
    fn at_start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.floats(py, 2, |piece| Some(piece.form.nearest_float_at(&piece.start)))
    }

    /// e at the ends, as the nearest floats.
    #[getter]
    fn at_end<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.floats(py, 3, |piece| Some(piece.form.nearest_float_at(&piece.end)))
    }

    /// e(L) for an L on the range, exact.
    fn __call__<'py>(&self, py: Python<'py>, length: Exact) -> PyResult<Bound<'py, PyAny>> {
        let (Exact(length), [from, to]) = (length, &self.range);
        let past = self.pieces.partition_point(|piece| piece.start <= length);
        let piece = past.checked_sub(1).and_then(|index| self.pieces.get(index));
        match piece.filter(|piece| length <= piece.end) {
            Some(piece) => algebraic_to_py(py, piece.form.value_at(&length)),
            None => Err(DomainError::new_err(format!("{length} is not on the range from {from} to {to}"))),
        }
    }

    fn __len__(&self) -> usize {
        self.pieces.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: Index<'py>) -> PyResult<Bound<'py, PyAny>> {
        let piece = |index: usize| Ok(Bound::new(py, PyGainPiece(self.pieces[index].clone()))?.into_any());
        picked(py, index, self.pieces.len(), piece)
    }

    fn _repr_html_(&self, py: Python<'_>) -> String {
        const ROWS: usize = 8;
        py.detach(|| {
            let rows = self.pieces.iter().take(ROWS);
            let rows = rows.map(|piece| {
                let value = piece.form.value_at(&piece.start).to_decimal(8);
                vec![piece.start.to_string(), piece.end.to_string(), value]
            });
            let rows =
                Rows { titles: &["start", "end", "e(start)"], shown: rows.collect(), all: self.pieces.len() };
            picture::html(&self.head(), self.picture(&Look::in_notebook()).ok(), Some(&rows))
        })
    }

    /// The pieces follow from the lengths and the range.
    fn __eq__(&self, other: &Self) -> bool {
        self.grundy.lengths() == other.grundy.lengths() && self.range == other.range
    }

    fn __hash__(&self) -> u64 {
        hashed(&(self.grundy.lengths(), &self.range))
    }

    /// The question is pickled, and answered again when it is loaded.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        asked_again(py, self.grundy.lengths(), "gain_pieces", &self.range, None)
    }

    fn __repr__(&self) -> String {
        format!("<GainPieces: {}>", self.head())
    }
}

columns!(PyGainPieces: "start", "end", "at_start", "at_end");

sequence!(PyGainPieces);

svg! {
    /// The curve of e on the range with its certified maximum, as an `<svg>` element.
    PyGainPieces
}

impl PyGainPieces {
    fn picture(&self, look: &Look) -> Result<String, Failure> {
        let [from, to] = &self.range;
        picture::of_gain(&self.grundy, from, to, look)
    }

    /// What the columns do not say.
    fn about(&self) -> Vec<(&'static str, String)> {
        vec![("lengths", self.grundy.lengths().to_string())]
    }

    fn head(&self) -> String {
        let [from, to] = &self.range;
        format!(
            "e from {from} to {to} for the lengths {}: {} pieces",
            self.grundy.lengths(),
            self.pieces.len()
        )
    }
}

/// One piece of the gain: its exact ends, and the form of e between them.
///
/// With one term (length s, slope m, offset c) for each of the n lengths,
/// e(L) = (L/n)·Σ (m + c/(L − s)).
#[pyclass(name = "GainPiece", module = "nimsweep", frozen, eq)]
#[derive(PartialEq)]
pub struct PyGainPiece(GainPiece);

#[pymethods]
impl PyGainPiece {
    /// Where the piece begins.
    #[getter]
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PySurd>> {
        surd_to_py(py, self.0.start.clone())
    }

    /// Where it ends.
    #[getter]
    fn end<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PySurd>> {
        surd_to_py(py, self.0.end.clone())
    }

    /// For each length s, ascending, a tuple (length, slope, offset): the measure of the winning
    /// places is slope·(L − s) + offset.
    #[getter]
    fn terms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        static TERM: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let class = TERM.import(py, "nimsweep.results", "Term")?;
        let terms = self.0.form.terms.iter().map(|term| {
            class.call1((
                surd_to_py(py, term.length.clone())?,
                term.slope,
                surd_to_py(py, term.offset.clone())?,
            ))
        });
        PyTuple::new(py, terms.collect::<PyResult<Vec<_>>>()?)
    }

    /// Whether e is certainly convex on the piece, so that its maximum is at an end.
    #[getter]
    fn is_convex(&self) -> bool {
        self.0.form.is_convex()
    }

    /// e(L) for an L on the piece, exact.
    fn __call__<'py>(&self, py: Python<'py>, length: Exact) -> PyResult<Bound<'py, PyAny>> {
        let GainPiece { start, end, form } = &self.0;
        let Exact(length) = length;
        if length < *start || length > *end {
            return Err(DomainError::new_err(format!("{length} is not on the piece from {start} to {end}")));
        }
        algebraic_to_py(py, GainForm::value_at(form, &length))
    }

    fn __hash__(&self) -> u64 {
        hashed(&[&self.0.start, &self.0.end])
    }

    /// A piece from its parts, for pickle.
    #[staticmethod]
    fn _of_parts(start: Exact, end: Exact, terms: Vec<(Exact, i64, Exact)>) -> Self {
        let terms = terms.into_iter().map(|(length, slope, offset)| GainTerm {
            length: length.0,
            slope,
            offset: offset.0,
        });
        Self(GainPiece { start: start.0, end: end.0, form: GainForm { terms: terms.collect() } })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, own) = (slf.py(), slf.get());
        let parts = (own.start(py)?, own.end(py)?, own.terms(py)?);
        Ok((slf.get_type().getattr("_of_parts")?, parts.into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        format!("<GainPiece from {} to {}>", self.0.start, self.0.end)
    }
}
