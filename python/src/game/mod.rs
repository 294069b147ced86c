//! The class `Game`: squares on the line, with pieces of given lengths.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `known` | g as far as it is known, without Python |
//! | `table` | g on [0, L] as columns, rows and a function |
//! | `maximum` | a maximum of the gain |
//! | `gain` | the gain at one length, and as pieces |
//! | `moves` | winning moves, and a turn of the game |
//! | `period` | a proven period |
//! | `hash` | hashes of results, which agree with their equality |

mod gain;
mod hash;
mod known;
mod maximum;
mod moves;
mod period;
mod table;

use std::ops::ControlFlow;
use std::sync::Arc;

use nimsweep::algebraic::Algebraic;
use nimsweep::games::squares::{Digit, Grundy, Lengths, Maximum, Period, Position, SquaresError};
use nimsweep::internal::check_numbers;
use nimsweep::number::Surd;
use nimsweep::proof::{Certificate, GainClaim};
use num_traits::ToPrimitive;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyIterator, PyMapping, PyString, PyTuple};

use crate::errors::{DomainError, ParseError, kind};
use crate::failure::Failure;
use crate::interrupt;
use crate::number::{Exact, read_text, surd_to_py};
use crate::whole::Whole;

use self::known::Known;
use self::moves::Step;

pub use self::gain::{PyGain, PyGainPiece, PyGainPieces};
pub use self::hash::hashed;
pub use self::maximum::PyMaximum;
pub use self::moves::{PyInterval, PyMove, PyMoves, PyTurn};
pub use self::period::PyPeriod;
pub use self::table::PyGrundyTable;

/// The most threads that may be asked for.
const MOST_THREADS: usize = 1024;

/// Squares on the line: players place pieces of the given lengths on a segment, and the player who
/// places the last one wins.
///
/// The lengths are a text such as "1,sqrt2", or several numbers; `threads` is how many threads
/// compute, one for each core if it is not given.
///
/// The rule has a digit for each length, in the order in which the lengths are given, or one digit
/// for all: with 7 a piece may lie anywhere, which is so without a rule; with 3 only at an end of
/// its segment. It is a text such as "3,7", a digit, or several digits.
///
/// What is computed is kept in the object and extended on demand, so that asking again is free.
/// Threads may share a game. Ctrl-C ends any call and leaves the game as it is, with what it has
/// computed so far. `progress` is a function that is called about every 50 ms with the share of the
/// work that is done, from 0 to 1, or None if no share is known, and at last with 1; an exception
/// from it ends the call as Ctrl-C does.
///
/// >>> from nimsweep import Game
/// >>> game = Game("1,sqrt2")
/// >>> game.g("5+2*sqrt2")
/// 2
/// >>> print(game.maximum(2, 10).value)
/// (200+29*sqrt(2))/92
/// >>> Game("1,sqrt2,1+sqrt2", rule=3).period()  # a subtraction game
/// <Period 2+sqrt(2) from 0 on>
#[pyclass(name = "Game", module = "nimsweep", frozen)]
pub struct PyGame {
    known: Arc<Known>,
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(
        signature = (lengths = Numbers::default(), *more, rule = None, threads = None),
        text_signature = "(lengths='1,sqrt2', *, rule=None, threads=None)"
    )]
    fn new(
        lengths: Numbers,
        more: &Bound<'_, PyTuple>,
        rule: Option<Rule>,
        threads: Option<Whole>,
    ) -> Result<Self, Failure> {
        if !more.is_empty() {
            let reason = "give all lengths as one text such as '1,sqrt2', or as one list";
            return Err(PyTypeError::new_err(reason).into());
        }
        let threads = threads.map(|threads| {
            let count = Some(threads.count()).filter(|count| (1..=MOST_THREADS).contains(count));
            let reason =
                || format!("{} is not a number of threads; give one from 1 to {MOST_THREADS}", threads.0);
            count.ok_or_else(|| DomainError::new_err(reason()))
        });
        Ok(Self { known: Arc::new(Known::new(ruled(lengths, rule)?, threads.transpose()?)?) })
    }

    /// The lengths of the pieces, ascending.
    #[getter]
    fn lengths<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        numbers(py, self.known.lengths().as_slice())
    }

    /// The digits of the lengths, by ascending length, such as "3,7", or one for all; None if all
    /// are 7.
    ///
    /// >>> from nimsweep import Game
    /// >>> Game("sqrt2,1", rule="3,7").rule
    /// '7,3'
    #[getter]
    fn rule(&self) -> Option<String> {
        self.known.lengths().rule()
    }

    /// The greatest length up to which g is known.
    #[getter]
    fn known<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(surd_to_py(py, self.known.table().limit().clone())?.into_any())
    }

    /// The Grundy value g(L) of a segment of any length.
    ///
    /// The table is extended to L; for lengths with a common measure, and for subtraction games, a
    /// period is looked for first.
    ///
    /// >>> from nimsweep import Game
    /// >>> Game().g("4+sqrt2")
    /// 5
    /// >>> Game("1").g(10**100)  # Kayles has a period
    /// 1
    fn g(&self, py: Python<'_>, length: Exact) -> Result<u32, Failure> {
        let Exact(length) = length;
        if let Some(table) = self.known.answering(&length) {
            return Ok(table.value_at(&length)?);
        }
        let known = Arc::clone(&self.known);
        interrupt::run(py, None, move |watch| Ok(known.about(&length, watch)?.value_at(&length)?))
    }

    /// The table of g on [0, upto].
    ///
    /// >>> from nimsweep import Game
    /// >>> table = Game().grundy(500)
    /// >>> len(table), table.largest, table.corners
    /// (1829, 211, 485252)
    #[pyo3(signature = (upto, *, progress = None))]
    fn grundy(
        &self,
        py: Python<'_>,
        upto: Exact,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> Result<PyGrundyTable, Failure> {
        let (known, Exact(upto)) = (Arc::clone(&self.known), upto);
        let grundy = interrupt::run(py, progress, move |watch| {
            let table = known.to(&upto, &|done| watch.at(done))?;
            Ok(if *table.limit() == upto { table } else { Arc::new(table.up_to(&upto)?) })
        });
        Ok(PyGrundyTable::new(grundy?))
    }

    /// f(a, b): the certified maximum of the gain e(L) for a ≤ L ≤ b. All digits must be 7.
    ///
    /// >>> from nimsweep import Game
    /// >>> Game().maximum(200, 500).decimal(8)
    /// '20.11208767'
    #[pyo3(signature = (a, b, *, progress = None))]
    fn maximum(
        &self,
        py: Python<'_>,
        a: Exact,
        b: Exact,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> Result<PyMaximum, Failure> {
        self.on_range(py, [a.0, b.0], progress, |table, [a, b], watch| {
            Ok(table.watched(watch).maxima(a, b)?.map(PyMaximum::from))
        })
    }

    /// The greatest local maxima of the gain on [a, b], at most `top` of them, by falling value.
    ///
    /// >>> from nimsweep import Game
    /// >>> [maximum.decimal(4) for maximum in Game().maxima(2, 10, top=3)]
    /// ['2.6197', '2.0000', '1.1197']
    #[pyo3(
        signature = (a, b, *, top = Whole::from(10), progress = None),
        text_signature = "($self, a, b, *, top=10, progress=None)"
    )]
    fn maxima(
        &self,
        py: Python<'_>,
        a: Exact,
        b: Exact,
        top: Whole,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> Result<Vec<PyMaximum>, Failure> {
        self.on_range(py, [a.0, b.0], progress, move |table, [a, b], watch| {
            let maxima = table.watched(watch).local_maxima(a, b, top.count())?;
            Ok(maxima.map(|maxima| maxima.into_iter().map(PyMaximum::from).collect()))
        })
    }

    /// The gain e(L) of a random first piece: L times the probability that it wins. It is defined
    /// from the longest length on, if all digits are 7.
    ///
    /// >>> from nimsweep import Game
    /// >>> print(Game().gain(4).value)
    /// (32-6*sqrt(2))/21
    #[pyo3(signature = (length, *, progress = None))]
    fn gain(
        &self,
        py: Python<'_>,
        length: Exact,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> Result<PyGain, Failure> {
        let (known, Exact(length)) = (Arc::clone(&self.known), length);
        interrupt::run(py, progress, move |watch| {
            known.lengths().check_gain(&length)?;
            let gain = known.to(&length, &|done| watch.at(done))?.gain_at(&length)?;
            Ok(PyGain::new(length, gain))
        })
    }

    /// The gain on [a, b] as pieces with exact forms.
    ///
    /// >>> from nimsweep import Game
    /// >>> Game().gain_pieces(2, 10)
    /// <GainPieces: e from 2 to 10 for the lengths 1, sqrt(2): 20 pieces>
    #[pyo3(signature = (a, b, *, progress = None))]
    fn gain_pieces(
        &self,
        py: Python<'_>,
        a: Exact,
        b: Exact,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> Result<PyGainPieces, Failure> {
        self.on_range(py, [a.0, b.0], progress, |table, [a, b], watch| {
            let Some(curve) = table.watched(&mut |done| watch(done / 2.0)).gain_curve(a, b)? else {
                return Ok(None);
            };
            let width = axis(b) - axis(a);
            let mut pieces = vec![];
            for piece in curve.pieces() {
                let done = if width > 0.0 { (axis(&piece.start) - axis(a)) / width } else { 1.0 };
                if watch(0.5 + done / 2.0).is_break() {
                    return Ok(None);
                }
                pieces.push(piece);
            }
            Ok(Some(PyGainPieces::new(Arc::clone(table), [a.clone(), b.clone()], pieces)))
        })
    }

    /// The winning moves on a segment, or in a sum of segments: for each length of a piece the
    /// exact intervals of places where it wins.
    ///
    /// `within` is a part (from, to) of each segment to which the places are limited; by a period,
    /// the segment may then be of any length. The segments must lie in the field of the lengths.
    ///
    /// >>> from nimsweep import Game
    /// >>> for winning in Game().moves(2, 4):
    /// ...     print(*winning)
    /// 1 1 (0, 1)
    /// 1 1 (2, 3)
    /// 1 sqrt(2) [0, 2-sqrt(2)]
    /// 1 sqrt(2) [2, 4-sqrt(2)]
    #[pyo3(signature = (*segments, within = None))]
    fn moves(
        &self,
        py: Python<'_>,
        segments: &Bound<'_, PyTuple>,
        within: Option<Part>,
    ) -> Result<PyMoves, Failure> {
        let position = self.position(segments)?;
        let within = within.map(|part| part.0);
        self.about(py, position, |grundy, position| PyMoves::of(grundy, position, within))
    }

    /// The value of a sum of segments: the player to move wins exactly if it is not 0.
    ///
    /// >>> from nimsweep import Game
    /// >>> Game().value(2, 3)
    /// 1
    #[pyo3(signature = (*segments))]
    fn value(&self, py: Python<'_>, segments: &Bound<'_, PyTuple>) -> Result<u32, Failure> {
        let position = self.position(segments)?;
        self.about(py, position, |grundy, position| Ok(position.value(&grundy)?))
    }

    /// A winning move in a sum of segments, or None if no move wins.
    ///
    /// >>> from nimsweep import Game
    /// >>> Game().best_reply(2, 3)
    /// Move(1, '1', '0')
    #[pyo3(signature = (*segments))]
    fn best_reply(&self, py: Python<'_>, segments: &Bound<'_, PyTuple>) -> Result<Option<PyMove>, Failure> {
        let position = self.position(segments)?;
        self.about(py, position, |grundy, position| Ok(position.best_reply(&grundy)?.map(PyMove)))
    }

    /// One turn of a game: `move`, a Move or a tuple (segment, length, place), is made in the
    /// segments if it is given, and answered perfectly.
    ///
    /// >>> from nimsweep import Game
    /// >>> turn = Game().play(2, 3, move=(1, 1, 0))
    /// >>> print(*turn.segments)
    /// 2 0 2
    /// >>> turn.wins
    /// False
    #[pyo3(signature = (*segments, r#move = None))]
    fn play(
        &self,
        py: Python<'_>,
        segments: &Bound<'_, PyTuple>,
        r#move: Option<Step>,
    ) -> Result<PyTurn, Failure> {
        let position = self.position(segments)?;
        let left = r#move.map(|step| position.after(&step.0)).transpose()?;
        self.about(py, left.unwrap_or(position), |grundy, position| PyTurn::of(&grundy, position))
    }

    /// The least period of g, if the steps up to `upto` prove one; else None. Steps of g beyond
    /// `upto` make no difference.
    ///
    /// Without `upto` it is looked for up to 20,000 times the common measure of the lengths, or
    /// 1000 times the shortest length if there is no common measure, and at least up to 20 times
    /// the longest length.
    ///
    /// >>> from nimsweep import Game
    /// >>> Game("1").period()
    /// <Period 12 from 71 on>
    /// >>> Game().period(upto=50) is None
    /// True
    #[pyo3(signature = (upto = None, *, progress = None))]
    fn period(
        &self,
        py: Python<'_>,
        upto: Option<Exact>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> Result<Option<PyPeriod>, Failure> {
        let known = Arc::clone(&self.known);
        interrupt::run(py, progress, move |watch| {
            let upto = upto.map(|upto| upto.0);
            if let Some(upto) = &upto {
                table::check_end(upto)?;
            }
            let table = known.with_period(upto.as_ref(), watch)?;
            let period = table.and_then(|table| table.period().cloned());
            // steps beyond the limit do not count here, so that the answer is always the same
            let is_seen = |period: &Period| upto.is_none_or(|upto| &period.seen_to + &period.length <= upto);
            Ok(period.filter(is_seen).map(PyPeriod))
        })
    }

    /// The certificate of f(a, b): the answer with all that proves it, as text, which
    /// `nimsweep verify` and other programs check.
    ///
    /// >>> from nimsweep import Game
    /// >>> Game().certificate(2, 10).splitlines()[0]
    /// 'nimsweep certificate 1'
    #[pyo3(signature = (a, b, *, progress = None))]
    fn certificate(
        &self,
        py: Python<'_>,
        a: Exact,
        b: Exact,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> Result<String, Failure> {
        check_numbers(self.known.lengths(), [&a.0, &b.0])?;
        self.on_range(py, [a.0, b.0], progress, |table, [a, b], watch| {
            let Some(maxima) = table.watched(watch).maxima(a, b)? else { return Ok(None) };
            let Maximum { value, at, .. } = maxima.first;
            let claim = GainClaim { from: a.clone(), to: b.clone(), at, value };
            let mut text = vec![];
            // steps beyond the range are not needed
            Certificate::new(table.up_to(b)?, claim.into())?.write(&mut text).map_err(PyErr::from)?;
            Ok(Some(String::from_utf8_lossy(&text).into_owned()))
        })
    }

    /// Games with the same pieces are equal, however far their tables go.
    fn __eq__(&self, other: &Self) -> bool {
        self.known.lengths() == other.known.lengths()
    }

    fn __hash__(&self) -> u64 {
        hashed(self.known.lengths())
    }

    /// A game is sent to other processes without its table.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let options = PyDict::new(py);
        options.set_item("threads", self.known.threads())?;
        if let Some(rule) = self.rule() {
            options.set_item("rule", rule)?;
        }
        Ok((PyTuple::new(py, [self.lengths(py)?])?, options))
    }

    fn __repr__(&self) -> String {
        let rule = self.rule().map_or_else(String::new, |rule| format!(", rule='{rule}'"));
        format!("Game('{}'{rule})", self.known.lengths())
    }
}

/// The digits of a rule, which is a text such as "3,7", a digit, or several digits.
#[pyfunction]
pub fn rule_digits(rule: Rule) -> Vec<u8> {
    rule.0.into_iter().map(Digit::number).collect()
}

/// A question to a new game, as what pickle needs: a function, and its arguments.
///
/// What a table or a list of moves holds follows from the question, which is much smaller.
fn asked_again<'py>(
    py: Python<'py>,
    lengths: &Lengths,
    method: &str,
    arguments: &[Surd],
    within: Option<&[Surd; 2]>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
    let rule = PyDict::new(py);
    if let Some(digits) = lengths.rule() {
        rule.set_item("rule", digits)?;
    }
    let game = py.get_type::<PyGame>().call((numbers(py, lengths.as_slice())?,), Some(&rule))?;
    let arguments = arguments.iter().map(|number| surd_to_py(py, number.clone()).map(Bound::into_any));
    let arguments = std::iter::once(Ok(method.into_pyobject(py)?.into_any())).chain(arguments);
    let options = PyDict::new(py);
    if let Some(within) = within {
        options.set_item("within", numbers(py, within)?)?;
    }
    let arguments = PyTuple::new(py, arguments.collect::<PyResult<Vec<_>>>()?)?;
    let question = py.import("operator")?.getattr("methodcaller")?.call(arguments, Some(&options))?;
    Ok((question, PyTuple::new(py, [game])?))
}

impl PyGame {
    fn position(&self, segments: &Bound<'_, PyTuple>) -> Result<Position, Failure> {
        if segments.is_empty() {
            return Err(PyTypeError::new_err("give the length of at least one segment").into());
        }
        let segments = segments.iter().map(|segment| segment.extract::<Exact>().map(|exact| exact.0));
        let segments = segments.collect::<PyResult<Vec<_>>>()?;
        Ok(Position::new(self.known.lengths(), segments)?)
    }

    /// Answers a question about the gain on a range, from a table that goes as far. An answer is
    /// missing if the watch has broken it off.
    fn on_range<T: Send + 'static>(
        &self,
        py: Python<'_>,
        [a, b]: [Surd; 2],
        progress: Option<&Bound<'_, PyAny>>,
        answer: impl FnOnce(&Arc<Grundy>, [&Surd; 2], &mut Watched<'_>) -> Result<Option<T>, Failure>
        + Send
        + 'static,
    ) -> Result<T, Failure> {
        let known = Arc::clone(&self.known);
        interrupt::run(py, progress, move |watch| {
            known.lengths().check_range(&a, &b)?;
            // if g has to be computed first, that is the first half
            let first = if b > *known.table().limit() { 0.5 } else { 0.0 };
            let table = known.to(&b, &|done| watch.at(first * done))?;
            let answer = answer(&table, [&a, &b], &mut |done| watch.at(first + (1.0 - first) * done));
            answer?.ok_or(Failure::Stopped)
        })
    }

    /// Answers a question about a position from a table that goes as far, or has a period.
    fn about<T: Send + 'static>(
        &self,
        py: Python<'_>,
        position: Position,
        answer: impl FnOnce(Arc<Grundy>, Position) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let known = Arc::clone(&self.known);
        interrupt::run(py, None, move |watch| {
            let longest = position.segments().iter().max().cloned().unwrap_or_default();
            answer(known.about(&longest, watch)?, position)
        })
    }
}

/// Is called with the share of the work that is done, and may break it off.
type Watched<'a> = dyn FnMut(f64) -> ControlFlow<()> + 'a;

/// A place on an axis.
fn axis(place: &Surd) -> f64 {
    place.to_f64().unwrap_or(f64::NAN)
}

/// Lengths of pieces that are handed over, in the order given: a text, or several numbers.
pub struct Numbers(Vec<Surd>);

impl Default for Numbers {
    fn default() -> Self {
        Self(Lengths::default().as_slice().to_vec())
    }
}

impl<'py> FromPyObject<'_, 'py> for Numbers {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(read_lengths(&object)?))
    }
}

/// The pieces of these lengths: they may lie anywhere, unless there is a rule.
fn ruled(Numbers(lengths): Numbers, rule: Option<Rule>) -> Result<Lengths, Failure> {
    Ok(match rule {
        None => Lengths::new(lengths)?,
        Some(Rule(digits)) => Lengths::with_rule(lengths, &digits)?,
    })
}

/// Lengths from a text, or from several numbers, in the order given.
fn read_lengths(lengths: &Bound<'_, PyAny>) -> Result<Vec<Surd>, Failure> {
    if let Ok(text) = lengths.cast::<PyString>() {
        let text = read_text(text)?;
        let is_missing = |length: &str| length.trim().is_empty();
        if text.contains(',') && text.split(',').any(is_missing) {
            let reason = format!("a length is missing beside a comma in '{text}'; write such as '1,sqrt2'");
            return Err(ParseError::new_err(reason).into());
        }
        // one limit holds for all lengths together, and only this checks it
        text.parse::<Lengths>()?;
        let typed: Result<Vec<Surd>, SquaresError> = text.split(',').map(|one| Ok(one.parse()?)).collect();
        return Ok(typed?);
    }
    let items = several(lengths).ok_or_else(|| {
        let kind = kind(lengths);
        PyTypeError::new_err(format!("lengths are a text such as '1,sqrt2' or several numbers, not {kind}"))
    })?;
    let numbers = items.map(|item| item?.extract::<Exact>().map(|exact| exact.0));
    let numbers = numbers.collect::<PyResult<Vec<_>>>()?;
    Lengths::new(numbers.iter().cloned())?;
    Ok(numbers)
}

/// The items of an object, unless it has none that could be lengths or digits.
fn several<'py>(object: &Bound<'py, PyAny>) -> Option<Bound<'py, PyIterator>> {
    // bytes would be numbers, and a mapping its keys
    let is_data = object.is_instance_of::<PyBytes>() || object.is_instance_of::<PyByteArray>();
    if is_data || object.is_instance_of::<PyMapping>() { None } else { object.try_iter().ok() }
}

/// A rule that is handed over: a text, a digit, or several digits.
pub struct Rule(Vec<Digit>);

impl<'py> FromPyObject<'_, 'py> for Rule {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(read_rule(&object)?))
    }
}

/// The digits of a text, which are separated by commas, of one digit, or of several.
fn read_rule(rule: &Bound<'_, PyAny>) -> Result<Vec<Digit>, Failure> {
    if let Ok(text) = rule.cast::<PyString>() {
        return Ok(Digit::of_rule(&read_text(text)?)?);
    }
    if let Some(digit) = read_digit(rule)? {
        return Ok(vec![digit]);
    }
    let refused = |given: &Bound<'_, PyAny>| {
        let kind = kind(given);
        PyTypeError::new_err(format!("a rule is a text such as '3,7', a digit or several digits, not {kind}"))
    };
    let digits = several(rule).ok_or_else(|| refused(rule))?.map(|item| {
        let item = item?;
        read_digit(&item)?.ok_or_else(|| refused(&item).into())
    });
    digits.collect()
}

/// A digit from a text or a whole number; `None` if the object is neither.
fn read_digit(digit: &Bound<'_, PyAny>) -> Result<Option<Digit>, Failure> {
    if let Ok(text) = digit.cast::<PyString>() {
        return Ok(Some(read_text(text)?.parse()?));
    }
    let Ok(number) = digit.call_method0("__index__") else { return Ok(None) };
    Ok(Some(number.str()?.to_string().parse()?))
}

/// The lengths of pieces, and their rule unless all digits are 7.
fn named(lengths: &Lengths) -> String {
    let rule = lengths.rule().map_or_else(String::new, |rule| format!(" with the rule {rule}"));
    format!("{lengths}{rule}")
}

/// A part of each segment that is handed over: a tuple (from, to).
struct Part([Surd; 2]);

impl<'py> FromPyObject<'_, 'py> for Part {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let ends = object.cast::<PyTuple>().ok().filter(|ends| ends.len() == 2);
        let Some(ends) = ends else {
            return Err(PyTypeError::new_err("within is a tuple (from, to) of two exact numbers"));
        };
        let (from, to): (Exact, Exact) = ends.extract()?;
        Ok(Self([from.0, to.0]))
    }
}

/// A tuple of numbers.
fn numbers<'py>(py: Python<'py>, numbers: &[Surd]) -> PyResult<Bound<'py, PyAny>> {
    let numbers = numbers.iter().map(|number| surd_to_py(py, number.clone()));
    Ok(PyTuple::new(py, numbers.collect::<PyResult<Vec<_>>>()?)?.into_any())
}

/// Eight digits, and the closed form if there is one.
fn closed_form(number: &Algebraic) -> String {
    let digits = number.to_decimal(8);
    number.as_surd().map_or_else(|| digits.clone(), |closed| format!("{digits} = {closed}"))
}
