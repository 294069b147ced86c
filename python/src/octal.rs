//! The class `OctalGame`: an octal game on heaps of tokens, given by its code.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nimsweep::games::octal::{Code, Move, OctalError, Values};
use nimsweep::proof::Certificate;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple, PyType};

use crate::column::array;
use crate::errors::{ParseError, TooLargeError, kind};
use crate::failure::Failure;
use crate::game::hashed;
use crate::interrupt::{self, Watch};
use crate::number::read_text;
use crate::whole::Whole;

/// Values are computed up to here; they take 400 MB.
const MOST: usize = 100_000_000;
/// How far a period is looked for, unless a question says otherwise.
const SEARCHED: usize = 1_000_000;
/// The most winning moves that are listed; they take about 2 GB.
const MOST_MOVES: usize = 10_000_000;

/// An octal game on heaps of tokens, given by its code, such as "0.77" or "4.007": 0, or 4 if a
/// heap may be split without taking; a point; and a digit for each number of tokens.
///
/// The digit says what a move that takes as many tokens may leave of its heap: it is the sum of 1
/// for nothing, 2 for one heap, and 4 for two heaps, none of them empty. The player who makes the
/// last move wins.
///
/// The values G(n) are kept in the object and computed on demand. The answers of methods with the
/// argument `upto` follow from G(0), ..., G(upto), no matter which values are known already.
/// Threads may share a game. Ctrl-C ends any call; what is computed by then is kept. `progress` is
/// called as by a Game. Games are equal if their codes are.
///
/// >>> from nimsweep import OctalGame
/// >>> kayles = OctalGame("0.77")
/// >>> [kayles.g(n) for n in range(10)]
/// [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
/// >>> kayles.period()
/// OctalPeriod(length=12, start=71, seen_to=156)
#[pyclass(name = "OctalGame", module = "nimsweep", frozen)]
pub struct PyOctalGame {
    known: Arc<Known>,
}

#[pymethods]
impl PyOctalGame {
    #[new]
    fn new(code: Text) -> Result<Self, Failure> {
        let code: Code = code.0.parse()?;
        Ok(Self { known: Arc::new(Known { values: Mutex::new(Values::new(code.clone())), code }) })
    }

    /// The code, without zeros at the end.
    ///
    /// >>> from nimsweep import OctalGame
    /// >>> OctalGame(".770").code
    /// '0.77'
    #[getter]
    fn code(&self) -> String {
        self.known.code.to_string()
    }

    /// The value G(n) of a heap of n tokens. The xor of the values of several heaps is that of
    /// their sum; the player to move wins exactly if it is not 0.
    ///
    /// Values are computed up to n, or until a period is proven, which answers for every n. Beyond
    /// 10^8 the answer needs a period; it is looked for up to 10^6, unless `period` has already
    /// found it.
    ///
    /// >>> from nimsweep import OctalGame
    /// >>> OctalGame("0.77").g(10**100)
    /// 1
    fn g(&self, py: Python<'_>, n: Whole) -> Result<u32, Failure> {
        // another thread may be computing values
        if let Ok(values) = self.known.values.try_lock()
            && let Ok(value) = values.value_at(&n.0)
        {
            return Ok(value);
        }
        let known = Arc::clone(&self.known);
        interrupt::run(py, None, move |watch| {
            let last = Some(n.count()).filter(|&n| n <= MOST).unwrap_or(SEARCHED);
            let values = known.computed(last + 1, watch, |values| values.value_at(&n.0).is_ok())?;
            Ok(values.value_at(&n.0)?)
        })
    }

    /// G(0), G(1), ..., G(upto), as an array that can only be read.
    ///
    /// >>> from nimsweep import OctalGame
    /// >>> OctalGame("0.137").values(9)  # Dawson's chess
    /// array([0, 1, 1, 2, 0, 3, 1, 1, 0, 3])
    #[pyo3(signature = (upto, *, progress = None))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        upto: Whole,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        let values = self.by_values(py, &upto, progress, |values| Ok(values.as_slice().to_vec()))?;
        Ok(array(py, values.into_iter().map(i64::from))?)
    }

    /// The least period, if the values up to `upto` prove one; else None: G(n + length) = G(n) for
    /// all n >= start, both the least. The result has the attributes length, start and seen_to.
    ///
    /// >>> from nimsweep import OctalGame
    /// >>> period = OctalGame("0.07").period()
    /// >>> period.length, period.start
    /// (34, 53)
    /// >>> OctalGame("0.07").period(upto=100) is None
    /// True
    #[pyo3(
        signature = (upto = Whole::from(SEARCHED as u64), *, progress = None),
        text_signature = "($self, upto=1000000, *, progress=None)"
    )]
    fn period<'py>(
        &self,
        py: Python<'py>,
        upto: Whole,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> Result<Option<Bound<'py, PyAny>>, Failure> {
        static PERIOD: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let period = self.by_values(py, &upto, progress, |values| Ok(values.period()))?;
        let class = PERIOD.import(py, "nimsweep.results", "OctalPeriod")?;
        Ok(period.map(|of| class.call1((of.length, of.from, of.seen_to))).transpose()?)
    }

    /// The exceptions: the n with G(n) != G(n + p) for the least period p, ascending; None if the
    /// values up to `upto` prove no period.
    ///
    /// >>> from nimsweep import OctalGame
    /// >>> OctalGame("0.77").exceptions()
    /// [0, 3, 10, 11, 15, 16, 18, 21, 27, 28, 34, 39, 45, 57, 58, 70]
    #[pyo3(
        signature = (upto = Whole::from(SEARCHED as u64), *, progress = None),
        text_signature = "($self, upto=1000000, *, progress=None)"
    )]
    fn exceptions(
        &self,
        py: Python<'_>,
        upto: Whole,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> Result<Option<Vec<usize>>, Failure> {
        self.by_values(py, &upto, progress, |values| Ok(values.exceptions().map(Iterator::collect)))
    }

    /// The largest value up to `upto`, and the smallest heap that has it; of all heaps, if the
    /// values up to there prove a period.
    ///
    /// >>> from nimsweep import OctalGame
    /// >>> OctalGame("0.77").largest()
    /// (8, 27)
    #[pyo3(
        signature = (upto = Whole::from(SEARCHED as u64), *, progress = None),
        text_signature = "($self, upto=1000000, *, progress=None)"
    )]
    fn largest(
        &self,
        py: Python<'_>,
        upto: Whole,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> Result<(u32, usize), Failure> {
        // there is at least G(0)
        self.by_values(py, &upto, progress, |values| Ok(values.largest().unwrap_or_default()))
    }

    /// How many of G(0), ..., G(upto) are rare, and the mask that makes the fewest rare. The result
    /// has the attributes rare, mask and parity.
    ///
    /// A value is rare if it has an even number of bits in common with the mask. If fewer values
    /// are rare when n counts, too, `parity` is True: then rare values have an even number of such
    /// bits for the n of one parity, and an odd number for the others.
    ///
    /// >>> from nimsweep import OctalGame
    /// >>> OctalGame("0.106").rare_values(10_000)
    /// RareValues(rare=15, mask=13, parity=True)
    #[pyo3(
        signature = (upto = Whole::from(SEARCHED as u64), *, progress = None),
        text_signature = "($self, upto=1000000, *, progress=None)"
    )]
    fn rare_values<'py>(
        &self,
        py: Python<'py>,
        upto: Whole,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        static RARE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let (rare, parity) = self.by_values(py, &upto, progress, |values| {
            let rare = values.rare_values();
            let by_parity = values.rare_values_by_parity().filter(|by_parity| by_parity.count < rare.count);
            Ok((by_parity.unwrap_or(rare), by_parity.is_some()))
        })?;
        let class = RARE.import(py, "nimsweep.results", "RareValues")?;
        Ok(class.call1((rare.count, rare.mask, parity))?)
    }

    /// The winning moves from a heap of n tokens: tuples of the number of tokens taken, and the
    /// heaps that are left. No move wins if G(n) = 0.
    ///
    /// >>> from nimsweep import OctalGame
    /// >>> OctalGame("0.77").moves(9)
    /// [(1, (4, 4))]
    fn moves<'py>(&self, py: Python<'py>, n: Whole) -> Result<Vec<(usize, Bound<'py, PyTuple>)>, Failure> {
        let n = heap(&n, "n")?;
        let known = Arc::clone(&self.known);
        let moves = interrupt::run(py, None, move |watch| {
            let values = known.computed(n, watch, |_| false)?;
            Ok(values.winning_moves(n)?.take(MOST_MOVES + 1).collect::<Vec<_>>())
        })?;
        if moves.len() > MOST_MOVES {
            let reason = format!("there are more than {MOST_MOVES} winning moves; give a smaller n");
            return Err(TooLargeError::new_err(reason).into());
        }
        let moves = moves.into_iter().map(|Move { taken, left }| {
            Ok((taken, PyTuple::new(py, left.into_iter().filter(|&heap| heap > 0).collect::<Vec<_>>())?))
        });
        Ok(moves.collect::<PyResult<_>>()?)
    }

    /// The certificate of the least period: the values that prove it, as text, which
    /// `nimsweep verify` and other programs check. If the values up to `upto` prove no period, it
    /// is one of these values.
    ///
    /// >>> from nimsweep import OctalGame
    /// >>> OctalGame("0.77").certificate().splitlines()[-2]
    /// 'period 12 71'
    #[pyo3(
        signature = (upto = Whole::from(SEARCHED as u64), *, progress = None),
        text_signature = "($self, upto=1000000, *, progress=None)"
    )]
    fn certificate(
        &self,
        py: Python<'_>,
        upto: Whole,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> Result<String, Failure> {
        self.by_values(py, &upto, progress, |values| {
            let mut text = vec![];
            let certificate = Certificate::octal(values.code(), values.as_slice(), values.period())?;
            certificate.write(&mut text).map_err(PyErr::from)?;
            Ok(String::from_utf8_lossy(&text).into_owned())
        })
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.known.code == other.known.code
    }

    fn __hash__(&self) -> u64 {
        hashed(&self.known.code)
    }

    /// A game is copied and sent to other processes without its values.
    fn __getnewargs__(&self) -> (String,) {
        (self.code(),)
    }

    fn __repr__(&self) -> String {
        format!("OctalGame('{}')", self.known.code)
    }
}

impl PyOctalGame {
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
        watch: &Watch,
        are_enough: impl Fn(&Values) -> bool,
    ) -> Result<MutexGuard<'_, Values>, Failure> {
        loop {
            let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
            if are_enough(&values) || !values.advance(end) {
                return Ok(values);
            }
            if watch.at(values.as_slice().len() as f64 / end as f64).is_break() {
                return Err(Failure::Stopped);
            }
        }
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

impl From<OctalError> for Failure {
    fn from(error: OctalError) -> Self {
        Self::Raised(match &error {
            OctalError::Beyond { known, .. } => TooLargeError::new_err(format!(
                "G(n) is not known for this n: the values up to {known} prove no period; give a smaller n, or \
                 look further with period(upto=...)"
            )),
            OctalError::TooLong { .. } => TooLargeError::new_err(error.to_string()),
            _ => ParseError::new_err(error.to_string()),
        })
    }
}
