//! The classes of moves: all that win in a position, an interval of places, one move, and a turn.

use std::sync::Arc;

use nimsweep::games::squares::{Grundy, Interval, Move, Position, SumMoves};
use nimsweep::number::Surd;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

use super::hash::hashed;
use super::{Numbers, Rule, asked_again, numbers, ruled};
use crate::column::{Index, picked, sequence};
use crate::failure::Failure;
use crate::number::{Exact, PySurd, surd_to_py};
use crate::picture::{self, Look, Rows, svg};
use crate::whole::Whole;

/// The winning moves in a position: a segment, or a sum of segments.
///
/// It is a sequence of tuples (segment, length, interval): a piece of that length wins in that
/// segment, counted from 0, exactly if its left end lies in one of the intervals.
///
/// >>> from nimsweep import Game, Move
/// >>> moves = Game().moves("4+sqrt2")
/// >>> moves.value, moves.is_p_position
/// (5, False)
/// >>> for segment, length, interval in moves:
/// ...     print(segment, length, interval)
/// 0 1 [2, 1+sqrt(2)]
/// 0 sqrt(2) {2}
/// >>> Move(0, 1, "9/4") in moves
/// True
#[pyclass(name = "Moves", module = "nimsweep", frozen)]
pub struct PyMoves {
    grundy: Arc<Grundy>,
    position: Position,
    within: Option<[Surd; 2]>,
    value: u32,
    values: Vec<u32>,
    winning: Vec<Winning>,
}

/// Where a piece wins.
#[derive(PartialEq)]
struct Winning {
    segment: usize,
    length: Surd,
    interval: Interval,
}

impl PyMoves {
    /// All winning moves of a position, or those within a part of each segment.
    pub fn of(grundy: Arc<Grundy>, position: Position, within: Option<[Surd; 2]>) -> Result<Self, Failure> {
        let part = within.as_ref().map(|[from, to]| [from, to]);
        let SumMoves { grundy: value, segments } = position.moves(&grundy, part)?;
        let values = segments.iter().map(|moves| moves.grundy).collect();
        let mut winning = vec![];
        for (segment, moves) in segments.into_iter().enumerate() {
            for placements in moves.placements {
                let length = placements.length;
                let found = placements.winning.into_iter();
                winning.extend(found.map(|interval| Winning { segment, length: length.clone(), interval }));
            }
        }
        Ok(Self { grundy, position, within, value, values, winning })
    }

    fn picture(&self, look: &Look) -> Result<String, Failure> {
        picture::of_moves(&self.grundy, &self.position, look)
    }

    fn head(&self) -> String {
        let outcome = match self.value {
            0 => "a P-position: the player to move loses",
            _ => "an N-position: the player to move wins",
        };
        let part = self.within.as_ref().map(|[from, to]| format!("; places from {from} to {to}"));
        format!("{} with the value {}, {outcome}{}", self.position, self.value, part.unwrap_or_default())
    }
}

#[pymethods]
impl PyMoves {
    /// The value of the position: the player to move wins exactly if it is not 0.
    #[getter]
    fn value(&self) -> u32 {
        self.value
    }

    /// Whether the player to move loses.
    #[getter]
    fn is_p_position(&self) -> bool {
        self.value == 0
    }

    /// The segments.
    #[getter]
    fn segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        numbers(py, self.position.segments())
    }

    /// The Grundy value of each segment.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.values)
    }

    fn __len__(&self) -> usize {
        self.winning.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: Index<'py>) -> PyResult<Bound<'py, PyAny>> {
        static WINNING: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let class = WINNING.import(py, "nimsweep.results", "Winning")?;
        picked(py, index, self.winning.len(), |index| {
            let Winning { segment, length, interval } = &self.winning[index];
            class.call1((segment, surd_to_py(py, length.clone())?, PyInterval(interval.clone())))
        })
    }

    /// Whether a move wins, which is a Move or a tuple (segment, length, place); or whether a tuple
    /// (segment, length, interval) is one of the rows.
    fn __contains__(&self, item: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok((segment, length, interval)) = item.extract::<(Whole, Exact, Bound<'_, PyInterval>)>() {
            let row =
                Winning { segment: segment.count(), length: length.0, interval: interval.get().0.clone() };
            return Ok(self.winning.contains(&row));
        }
        let Step(Move { segment, length, place }) = item.extract()?;
        let mut own = self.winning.iter().filter(|one| one.segment == segment && one.length == length);
        Ok(own.any(|one| one.interval.contains(&place)))
    }

    /// The moves follow from the position and the part of it.
    fn __eq__(&self, other: &Self) -> bool {
        self.position == other.position && self.within == other.within
    }

    fn __hash__(&self) -> u64 {
        hashed(&(&self.position, &self.within))
    }

    /// The question is pickled, and answered again when it is loaded.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (lengths, segments) = (self.position.lengths(), self.position.segments());
        asked_again(py, lengths, "moves", segments, self.within.as_ref())
    }

    fn _repr_html_(&self, py: Python<'_>) -> String {
        const ROWS: usize = 12;
        py.detach(|| {
            let rows = self.winning.iter().take(ROWS);
            let rows = rows.map(|Winning { segment, length, interval }| {
                vec![segment.to_string(), length.to_string(), interval.to_string()]
            });
            let rows = Rows {
                titles: &["segment", "length", "place"],
                shown: rows.collect(),
                all: self.winning.len(),
            };
            // of a part there is no picture: its segment may be longer than anything that can be
            // drawn
            let whole = self.within.is_none();
            let svg = whole.then(|| self.picture(&Look::usual()).ok());
            picture::html(&self.head(), svg.flatten(), Some(&rows))
        })
    }

    fn __repr__(&self) -> String {
        format!("<Moves in {}>", self.head())
    }
}

sequence!(PyMoves);

svg! {
    /// The winning places as strips, as an `<svg>` element.
    PyMoves
}

/// A set of places from `start` to `end`, each end belonging to it or not; or a single place.
#[pyclass(name = "Interval", module = "nimsweep", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PyInterval(Interval);

#[pymethods]
impl PyInterval {
    /// The left end.
    #[getter]
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PySurd>> {
        surd_to_py(py, self.0.start.clone())
    }

    /// The right end.
    #[getter]
    fn end<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PySurd>> {
        surd_to_py(py, self.0.end.clone())
    }

    /// Whether the left end belongs to the interval.
    #[getter]
    fn start_included(&self) -> bool {
        self.0.start_included
    }

    /// Whether the right end belongs to the interval.
    #[getter]
    fn end_included(&self) -> bool {
        self.0.end_included
    }

    /// The place of the interval with the fewest digits.
    fn simplest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PySurd>> {
        surd_to_py(py, self.0.simplest_place())
    }

    fn __contains__(&self, place: Exact) -> bool {
        self.0.contains(&place.0)
    }

    /// An interval from its parts, for pickle.
    #[staticmethod]
    fn _of_parts(start: Exact, end: Exact, start_included: bool, end_included: bool) -> Self {
        Self(Interval { start: start.0, end: end.0, start_included, end_included })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, own) = (slf.py(), slf.get());
        let parts = (own.start(py)?, own.end(py)?, own.start_included(), own.end_included());
        Ok((slf.get_type().getattr("_of_parts")?, parts.into_pyobject(py)?))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Interval {}>", self.0)
    }
}

/// A piece of the given length that is placed in a segment, counted from 0, with its left end at a
/// place, counted from the left end of the segment.
///
/// >>> from nimsweep import Move
/// >>> Move(0, "sqrt2", 1)
/// Move(0, 'sqrt(2)', '1')
#[pyclass(name = "Move", module = "nimsweep", frozen)]
#[derive(Clone)]
pub struct PyMove(pub Move);

#[pymethods]
impl PyMove {
    #[new]
    fn new(segment: Whole, length: Exact, place: Exact) -> PyResult<Self> {
        let segment = segment.index("the number of the segment")?;
        Ok(Self(Move { segment, length: length.0, place: place.0 }))
    }

    /// The segment, counted from 0.
    #[getter]
    fn segment(&self) -> usize {
        self.0.segment
    }

    /// The length of the piece.
    #[getter]
    fn length<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PySurd>> {
        surd_to_py(py, self.0.length.clone())
    }

    /// The place of its left end.
    #[getter]
    fn place<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PySurd>> {
        surd_to_py(py, self.0.place.clone())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn __hash__(&self) -> u64 {
        hashed(&self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let (py, own) = (slf.py(), slf.get());
        let parts = (own.segment(), own.length(py)?, own.place(py)?);
        Ok((slf.get_type(), parts.into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        let Move { segment, length, place } = &self.0;
        format!("Move({segment}, '{length}', '{place}')")
    }
}

/// A move that is handed over: a Move, or a tuple (segment, length, place).
pub struct Step(pub Move);

impl<'py> FromPyObject<'_, 'py> for Step {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(step) = object.cast::<PyMove>() {
            return Ok(Self(step.get().0.clone()));
        }
        let parts = object.cast::<PyTuple>().ok().filter(|parts| parts.len() == 3);
        let Some(parts) = parts else {
            return Err(PyTypeError::new_err("a move is a Move or a tuple (segment, length, place)"));
        };
        let (segment, length, place): (Whole, Exact, Exact) = parts.extract()?;
        let segment = segment.index("the number of the segment")?;
        Ok(Self(Move { segment, length: length.0, place: place.0 }))
    }
}

/// A turn of the game: a position, perhaps after a move, and a perfect reply.
///
/// >>> from nimsweep import Game
/// >>> turn = Game().play(5, move=(0, 1, 2))
/// >>> [str(segment) for segment in turn.segments], turn.value
/// (['2', '2'], 0)
/// >>> turn.wins  # the player to move loses; the reply is only a legal move
/// False
#[pyclass(name = "Turn", module = "nimsweep", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub struct PyTurn {
    /// The position in which the reply is made.
    position: Position,
    value: u32,
    reply: Option<Move>,
    after: Option<Position>,
}

impl PyTurn {
    /// The turn of the player to move in a position.
    pub fn of(grundy: &Grundy, position: Position) -> Result<Self, Failure> {
        let value = position.value(grundy)?;
        let reply = position.best_reply(grundy)?.or_else(|| position.legal_move());
        let after = reply.as_ref().map(|reply| position.after(reply)).transpose()?;
        Ok(Self { position, value, reply, after })
    }
}

#[pymethods]
impl PyTurn {
    /// The segments, after the move if there was one.
    #[getter]
    fn segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        numbers(py, self.position.segments())
    }

    /// The value of the position.
    #[getter]
    fn value(&self) -> u32 {
        self.value
    }

    /// Whether the player to move wins.
    #[getter]
    fn wins(&self) -> bool {
        self.value != 0
    }

    /// Whether no piece fits any more: the player to move has lost.
    #[getter]
    fn is_over(&self) -> bool {
        self.reply.is_none()
    }

    /// A move of the player to move: one that wins if there is one, else a legal one; None if the
    /// game is over.
    #[getter]
    fn reply(&self) -> Option<PyMove> {
        self.reply.clone().map(PyMove)
    }

    /// The segments after the reply, or None if the game is over.
    #[getter]
    fn after<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.after.as_ref().map(|after| numbers(py, after.segments())).transpose()
    }

    /// A turn from its parts, for pickle.
    #[staticmethod]
    #[pyo3(signature = (lengths, segments, value, reply, rule = None))]
    fn _of_parts(
        lengths: Numbers,
        segments: Vec<Exact>,
        value: u32,
        reply: Option<Step>,
        rule: Option<Rule>,
    ) -> Result<Self, Failure> {
        let segments = segments.into_iter().map(|number| number.0);
        let position = Position::new(&ruled(lengths, rule)?, segments)?;
        let reply = reply.map(|step| step.0);
        let after = reply.as_ref().map(|reply| position.after(reply)).transpose()?;
        Ok(Self { position, value, reply, after })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, own) = (slf.py(), slf.get());
        let lengths = numbers(py, own.position.lengths().as_slice())?;
        let (segments, value, reply) = (own.segments(py)?, own.value, own.reply());
        let parts = match own.position.lengths().rule() {
            Some(rule) => (lengths, segments, value, reply, rule).into_pyobject(py)?,
            None => (lengths, segments, value, reply).into_pyobject(py)?,
        };
        Ok((slf.get_type().getattr("_of_parts")?, parts))
    }

    fn __repr__(&self) -> String {
        let position = &self.position;
        let Some(reply) = &self.reply else { return format!("<Turn: no piece fits in {position}>") };
        let wins = if self.value == 0 { "no move wins" } else { "a winning move" };
        let Move { segment, length, place } = reply;
        format!("<Turn in {position}: {wins}, length {length} at {place} in segment {segment}>")
    }
}
