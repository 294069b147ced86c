//! The engine behind the class `OctalGame`: it returns numbers, tuples and lists.

use std::sync::Arc;

use nimsweep::Error;
use nimsweep::games::octal::{Code, Move, NamedBoard, Period, Values};
use nimsweep::internal::{Watch, tell};
use nimsweep::proof::Certificate;
use parking_lot::{Mutex, MutexGuard};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::certificate::text_of;
use crate::column::array;
use crate::errors::{TooLargeError, kind};
use crate::failure::Failure;
use crate::interrupt::{self, locked};
use crate::number::read_text;
use crate::whole::Whole;

/// Values are computed up to here; they take 400 MB.
const MOST: usize = 100_000_000;
/// How far a period is looked for, unless a question says otherwise.
const SEARCHED: usize = 1_000_000;
/// The most winning moves that are listed; they take about 2 GB.
const MOST_MOVES: usize = 10_000_000;

/// An octal game, and its values as far as they are known.
#[pyclass(module = "nimsweep._engine", frozen)]
pub struct Octal {
    known: Arc<Known>,
    /// If its heaps are counted by the squares of boards.
    board: Option<NamedBoard>,
}

#[pymethods]
impl Octal {
    #[new]
    fn new(code: Text) -> Result<Self, Failure> {
        let (board, code): (_, Code) = (NamedBoard::named(&code.0), code.0.parse()?);
        Ok(Self { known: Arc::new(Known { values: Mutex::new(Values::new(code.clone())), code }), board })
    }

    /// The name of the game if it has boards, else nothing.
    #[getter]
    fn name(&self) -> Option<&'static str> {
        self.board.map(NamedBoard::name)
    }

    #[getter]
    fn code(&self) -> String {
        self.known.code.to_string()
    }

    fn g(&self, py: Python<'_>, n: Whole) -> Result<u32, Failure> {
        let n = self.heap_of(n)?;
        let known = Arc::clone(&self.known);
        let answer = move |watch: Watch<'_>| {
            let last = Some(n.count()).filter(|&n| n <= MOST).unwrap_or(SEARCHED);
            let values = known.computed(last + 1, watch, |values| values.known_at(&n.0).is_some())?;
            values.value_at(&n.0).map_err(|error| {
                TooLargeError::new_err(format!("{error}, or look further with period(upto=...)")).into()
            })
        };
        interrupt::run_at_once(py, None, || true, answer)
    }

    /// G(0), ..., G(upto).
    fn values<'py>(
        &self,
        py: Python<'py>,
        upto: Whole,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        let values = self.by_values(py, &upto, progress, |values| Ok(values.as_slice().to_vec()))?;
        Ok(array(py, values.into_iter().map(i64::from))?)
    }

    /// Length, start, and to where it was seen.
    fn period(
        &self,
        py: Python<'_>,
        upto: Whole,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> Result<Option<(usize, usize, usize)>, Failure> {
        let parts = |period: Period| (period.length, period.from, period.seen_to);
        self.by_values(py, &upto, progress, move |values| Ok(values.period().map(parts)))
    }

    fn exceptions(
        &self,
        py: Python<'_>,
        upto: Whole,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> Result<Option<Vec<usize>>, Failure> {
        self.by_values(py, &upto, progress, |values| Ok(values.exceptions().map(Iterator::collect)))
    }

    fn largest(
        &self,
        py: Python<'_>,
        upto: Whole,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> Result<(u32, usize), Failure> {
        // there is at least G(0)
        self.by_values(py, &upto, progress, |values| Ok(values.largest().unwrap_or_default()))
    }

    /// How many are rare, the mask, and whether the parity of n counts.
    fn rare_values(
        &self,
        py: Python<'_>,
        upto: Whole,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> Result<(usize, u32, bool), Failure> {
        self.by_values(py, &upto, progress, |values| {
            let rare = values.rare_values();
            let by_parity = values.rare_values_by_parity().filter(|by_parity| by_parity.count < rare.count);
            let best = by_parity.unwrap_or(rare);
            Ok((best.count, best.mask, by_parity.is_some()))
        })
    }

    /// The heaps of the winning moves, the numbers of tokens taken, and the heaps left.
    fn moves<'py>(
        &self,
        py: Python<'py>,
        heaps: Vec<Whole>,
    ) -> Result<Vec<(usize, usize, Bound<'py, PyTuple>)>, Failure> {
        let heaps = heaps.into_iter().map(|n| heap(&self.heap_of(n)?, "n"));
        let heaps = heaps.collect::<Result<Vec<_>, _>>()?;
        let known = Arc::clone(&self.known);
        let moves = interrupt::run(py, None, move |watch| {
            let largest = heaps.iter().copied().max().unwrap_or_default();
            let values = known.computed(largest + 1, watch, |_| false)?;
            Ok(values.winning_moves(&heaps)?.take(MOST_MOVES + 1).collect::<Vec<_>>())
        })?;
        if moves.len() > MOST_MOVES {
            let reason = format!("there are more than {MOST_MOVES} winning moves; give a smaller n");
            return Err(TooLargeError::new_err(reason).into());
        }
        let moves = moves.into_iter().map(|(index, Move { taken, left })| {
            Ok((
                index,
                taken,
                PyTuple::new(py, left.into_iter().filter(|&heap| heap > 0).collect::<Vec<_>>())?,
            ))
        });
        Ok(moves.collect::<PyResult<_>>()?)
    }

    fn certificate(
        &self,
        py: Python<'_>,
        upto: Whole,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> Result<String, Failure> {
        self.by_values(py, &upto, progress, |values| {
            text_of(&Certificate::octal(values.code(), values.as_slice(), values.period())?)
        })
    }
}

impl Octal {
    /// The heap of a board with this many squares, or else of this many tokens.
    fn heap_of(&self, n: Whole) -> Result<Whole, Error> {
        match self.board {
            Some(board) => board.heap(&n.0).map(Whole),
            None => Ok(n),
        }
    }

    /// An answer that follows from the values up to a heap, and from these alone, so that it is
    /// always the same.
    fn by_values<T: Send + 'static>(
        &self,
        py: Python<'_>,
        upto: &Whole,
        progress: Option<&Bound<'_, PyAny>>,
        answer: impl FnOnce(&Values) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let end = heap(upto, "upto")? + 1;
        let known = Arc::clone(&self.known);
        interrupt::run(py, progress, move |watch| {
            let values = known.computed(end, watch, |_| false)?;
            if values.as_slice().len() == end { answer(&values) } else { answer(&values.up_to(end)) }
        })
    }
}

/// The values of one game, as far as they are known.
struct Known {
    code: Code,
    values: Mutex<Values>,
}

impl Known {
    /// The values below `end`, or fewer if these are enough. Meanwhile other threads can ask, or
    /// compute the next ones.
    fn computed(
        &self,
        end: usize,
        watch: Watch<'_>,
        are_enough: impl Fn(&Values) -> bool,
    ) -> Result<MutexGuard<'_, Values>, Failure> {
        let mut values = locked(&self.values, &mut *watch)?;
        while !are_enough(&values) && values.advance(end) {
            tell(watch, values.as_slice().len() as f64 / end as f64)?;
            MutexGuard::bump(&mut values);
        }
        Ok(values)
    }
}

/// The size of a heap up to which all values are computed.
fn heap(n: &Whole, name: &str) -> Result<usize, Failure> {
    let refused = || TooLargeError::new_err(format!("{name} is too large: values are computed up to {MOST}"));
    Ok(Some(n.count()).filter(|&n| n <= MOST).ok_or_else(refused)?)
}

/// A code that is handed over as a text.
struct Text(String);

impl<'py> FromPyObject<'_, 'py> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let refused = |_| {
            PyTypeError::new_err(format!("an octal code is a text such as '0.77', not {}", kind(&object)))
        };
        read_text(&*object.cast::<PyString>().map_err(refused)?).map(Self)
    }
}
