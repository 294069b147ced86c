//! The engine behind the classes `GainPieces` and `GainPiece`: the gain on a range as columns, as
//! rows, and as a function.

use std::sync::Arc;

use nimsweep::games::squares::{GainForm, GainPiece, GainTerm, Grundy};
use nimsweep::number::{Surd, check_products};
use nimsweep::plot;
use pyo3::prelude::*;

use super::axis;
use crate::column::array;
use crate::errors::{DomainError, no_row};
use crate::failure::Failure;
use crate::number::{Exact, PySurd};
use crate::picture::Look;

/// A term of a form: length, slope and offset.
type Term = (Exact, i64, Exact);

/// The pieces of the gain on a range.
#[pyclass(name = "Pieces", module = "nimsweep._engine", frozen)]
pub struct PyPieces {
    grundy: Arc<Grundy>,
    range: [Surd; 2],
    pieces: Vec<GainPiece>,
}

impl PyPieces {
    /// The pieces on a range, from a g that goes as far.
    pub fn new(grundy: Arc<Grundy>, range: [Surd; 2], pieces: Vec<GainPiece>) -> Self {
        Self { grundy, range, pieces }
    }

    fn floats<'py>(
        &self,
        py: Python<'py>,
        number: impl Fn(&GainPiece) -> f64 + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let number = &number;
        array(py, self.pieces.iter().map(number))
    }
}

#[pymethods]
impl PyPieces {
    /// Where the pieces begin, as the nearest floats.
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.floats(py, |piece| axis(&piece.start))
    }

    /// Where the pieces end.
    fn end<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.floats(py, |piece| axis(&piece.end))
    }

    /// e at the starts.
    fn at_start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.floats(py, |piece| piece.form.nearest_float_at(&piece.start))
    }

    /// e at the ends.
    fn at_end<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.floats(py, |piece| piece.form.nearest_float_at(&piece.end))
    }

    /// Start, end and terms of a piece.
    fn row(&self, index: usize) -> PyResult<(PySurd, PySurd, Vec<(PySurd, i64, PySurd)>)> {
        let GainPiece { start, end, form } =
            self.pieces.get(index).ok_or_else(|| no_row(self.pieces.len()))?.clone();
        let terms = form.terms.into_iter();
        let terms = terms.map(|GainTerm { length, slope, offset }| (PySurd(length), slope, PySurd(offset)));
        Ok((PySurd(start), PySurd(end), terms.collect()))
    }

    /// e(L) for an L on the range.
    fn at(&self, length: Exact) -> Result<PySurd, Failure> {
        let (Exact(length), [from, to]) = (length, &self.range);
        let past = self.pieces.partition_point(|piece| piece.start <= length);
        let piece = past.checked_sub(1).and_then(|index| self.pieces.get(index));
        match piece.filter(|piece| length <= piece.end) {
            Some(piece) => value(&piece.form, &length),
            None => {
                Err(DomainError::new_err(format!("{length} is not on the range from {from} to {to}")).into())
            }
        }
    }

    fn picture(&self, py: Python<'_>, look: Look) -> Result<String, Failure> {
        let [from, to] = &self.range;
        Ok(py.detach(|| plot::gain(&self.grundy, from, to, &look.0)).map(|picture| picture.svg())?)
    }

    fn __len__(&self) -> usize {
        self.pieces.len()
    }
}

fn form(terms: Vec<Term>) -> GainForm {
    let terms = terms.into_iter();
    let terms = terms.map(|(length, slope, offset)| GainTerm { length: length.0, slope, offset: offset.0 });
    GainForm { terms: terms.collect() }
}

/// e(L) by the terms of a piece.
#[pyfunction]
pub fn form_value(terms: Vec<Term>, length: Exact) -> Result<PySurd, Failure> {
    value(&form(terms), &length.0)
}

fn value(form: &GainForm, length: &Surd) -> Result<PySurd, Failure> {
    let numbers = form.terms.iter().flat_map(|term| [&term.length, &term.offset]);
    check_products(numbers.chain([length]))?;
    Ok(PySurd(form.value_at(length)))
}

/// Whether e is certainly convex on the piece with these terms.
#[pyfunction]
pub fn form_is_convex(terms: Vec<Term>) -> bool {
    form(terms).is_convex()
}
