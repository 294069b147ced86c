//! The engine behind the class `Game`: squares on the line, with pieces of given lengths. It
//! returns numbers, tuples and lists, from which Python makes its results.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `arguments` | lengths, rules and moves that Python hands over |
//! | `known` | g as far as it is known, without Python |
//! | `steps` | g on [0, L] as columns, rows and a function |
//! | `pieces` | the gain on a range as columns, rows and a function |

mod arguments;
mod known;
mod pieces;
mod steps;

use std::num::NonZeroUsize;
use std::sync::Arc;

use nimsweep::Error;
use nimsweep::games::squares::{
    Chance, Digit, Grundy, Interval, Maximum, MaximumKind, Move, OptionRange, Position, Step, Theorem, Turn,
};
use nimsweep::internal::{Effort, Need, Patience, Watch, check_numbers, part, tell};
use nimsweep::number::Surd;
use nimsweep::plot;
use nimsweep::proof::{Certificate, Claim, GainClaim};
use num_traits::ToPrimitive;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::algebraic::Root;
use crate::certificate::text_of;
use crate::column::array;
use crate::errors::{DomainError, IllegalMoveError};
use crate::failure::Failure;
use crate::interrupt;
use crate::number::{Exact, PySurd, listed};
use crate::picture::Look;
use crate::whole::Whole;

use self::arguments::{Numbers, Part, Placed, Rule, ruled};
use self::known::Known;

pub use self::pieces::{PyPieces, form_is_convex, form_value};
pub use self::steps::PySteps;

/// The most threads that may be asked for.
const MOST_THREADS: usize = 1024;

/// A maximum of the gain: its value, its place, and the kind of that place.
type Place = (Root, Root, &'static str);
/// The ends of an interval, and whether they belong to it.
type Ends = (PySurd, PySurd, bool, bool);
/// The segment, the length of the piece, its places, the part on its right, the values of both
/// parts, and that of all that is left.
type ExplainedRow = (usize, PySurd, Ends, Ends, (u32, u32), u32);
/// The segment, the length of the piece, and the place of its left end.
type Moved = (usize, PySurd, PySurd);

/// Squares on the line, and g as far as it is known.
#[pyclass(module = "nimsweep._engine", frozen)]
pub struct Squares {
    known: Arc<Known>,
}

#[pymethods]
impl Squares {
    #[new]
    fn new(
        lengths: Numbers,
        rule: Option<Rule>,
        threads: Option<Whole>,
        for_days: bool,
    ) -> Result<Self, Failure> {
        let threads = threads.map(|threads| {
            let count = NonZeroUsize::new(threads.count()).filter(|count| count.get() <= MOST_THREADS);
            let reason =
                || format!("{} is not a number of threads; give one from 1 to {MOST_THREADS}", threads.0);
            count.ok_or_else(|| DomainError::new_err(reason()))
        });
        let patience = if for_days { Patience::Days } else { Patience::Hours };
        let effort = Effort { threads: threads.transpose()?, patience, ..Effort::default() };
        Ok(Self { known: Arc::new(Known::new(ruled(lengths, rule)?, effort)?) })
    }

    #[getter]
    fn lengths<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        listed(py, self.known.lengths().as_slice())
    }

    #[getter]
    fn rule(&self) -> Option<String> {
        self.known.lengths().rule()
    }

    #[getter]
    fn threads(&self) -> Option<usize> {
        self.known.effort().threads.map(NonZeroUsize::get)
    }

    #[getter]
    fn for_days(&self) -> bool {
        self.known.effort().patience == Patience::Days
    }

    /// Whether a theorem proves that g has no period.
    #[getter]
    fn aperiodic(&self) -> bool {
        Theorem::of(self.known.lengths()).is_some_and(|theorem| theorem.period().is_none())
    }

    /// The greatest length up to which g is known.
    #[getter]
    fn known(&self) -> PySurd {
        PySurd(self.known.table().limit().clone())
    }

    /// Takes over steps of g on [0, upto], by the coordinates of their starts, for pickle.
    fn restore(&self, py: Python<'_>, upto: Exact, steps: Vec<(Vec<i64>, u32)>) -> Result<(), Failure> {
        let known = Arc::clone(&self.known);
        interrupt::run(py, None, move |watch| {
            let step = |(start, value): (Vec<i64>, u32)| Step { start: start.into(), value };
            let steps: Vec<_> = steps.into_iter().map(step).collect();
            known.restore(&upto.0, &steps, watch)
        })
    }

    /// g at several lengths.
    fn values<'py>(
        &self,
        py: Python<'py>,
        lengths: Vec<Exact>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        let known = Arc::clone(&self.known);
        let values = interrupt::run(py, progress, move |watch| {
            let longest = lengths.iter().map(|length| &length.0).max().cloned().unwrap_or_default();
            let table = known.serving(&Need::segments(known.lengths(), longest, None), watch, 1.0)?;
            let values = lengths.iter().map(|length| Ok(table.value_at(&length.0)?.into()));
            values.collect::<Result<Vec<i64>, Error>>().map_err(Failure::from)
        });
        Ok(array(py, values?.into_iter())?)
    }

    fn grundy(
        &self,
        py: Python<'_>,
        upto: Exact,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> Result<PySteps, Failure> {
        let (known, Exact(upto)) = (Arc::clone(&self.known), upto);
        let grundy = interrupt::run(py, progress, move |watch| known.serving(&Need::table(upto), watch, 1.0));
        Ok(PySteps::new(grundy?))
    }

    /// The places of the greatest gain on [a, b], ascending; or its local maxima, at most `top` of
    /// them, by falling value.
    fn maxima(
        &self,
        py: Python<'_>,
        a: Exact,
        b: Exact,
        top: Option<Whole>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> Result<Vec<Place>, Failure> {
        self.on_range(py, [a.0, b.0], progress, move |table, [a, b], watch| {
            let table = table.watched(watch);
            let maxima = match top {
                Some(top) => table.local_maxima(a, b, top.count())?,
                None => {
                    let maxima = table.maxima(a, b)?;
                    [vec![maxima.first], maxima.others].concat()
                }
            };
            Ok(maxima.into_iter().map(place).collect())
        })
    }

    /// e(L), and for each length of a piece its measure and probability.
    fn gain(
        &self,
        py: Python<'_>,
        length: Exact,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> Result<(PySurd, Vec<(PySurd, PySurd, PySurd)>), Failure> {
        let (known, Exact(length)) = (Arc::clone(&self.known), length);
        interrupt::run(py, progress, move |watch| {
            known.lengths().check_gain(&length)?;
            let gain = known.serving(&Need::table(length.clone()), watch, 1.0)?.gain_at(&length)?;
            let chances = gain.chances.into_iter();
            let chances = chances.map(|Chance { length, measure, probability }| {
                (PySurd(length), PySurd(measure), PySurd(probability))
            });
            Ok((PySurd(gain.value), chances.collect()))
        })
    }

    fn pieces(
        &self,
        py: Python<'_>,
        a: Exact,
        b: Exact,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> Result<PyPieces, Failure> {
        self.on_range(py, [a.0, b.0], progress, |table, [a, b], watch| {
            let curve = table.watched(&mut part(watch, [0.0, 0.5])).gain_curve(a, b)?;
            let width = axis(b) - axis(a);
            let mut pieces = vec![];
            for piece in curve.pieces() {
                let done = if width > 0.0 { (axis(&piece.start) - axis(a)) / width } else { 1.0 };
                tell(watch, 0.5 + done / 2.0)?;
                pieces.push(piece);
            }
            Ok(PyPieces::new(Arc::clone(table), [a.clone(), b.clone()], pieces))
        })
    }

    /// The value of a sum of segments, the value of each, and where which piece wins.
    fn moves(
        &self,
        py: Python<'_>,
        segments: Vec<Exact>,
        within: Option<Part>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> Result<(u32, Vec<u32>, Vec<(usize, PySurd, Ends)>), Failure> {
        self.about(py, segments, all, progress, move |grundy, position| {
            let found = position.moves(&grundy, within.as_ref().map(|Part(ends)| ends))?;
            let values = found.segments.iter().map(|moves| moves.grundy).collect();
            let mut rows = vec![];
            for (segment, moves) in found.segments.into_iter().enumerate() {
                for placements in moves.placements {
                    let winning = placements.winning.into_iter().map(ends);
                    rows.extend(winning.map(|ends| (segment, PySurd(placements.length.clone()), ends)));
                }
            }
            Ok((found.grundy, values, rows))
        })
    }

    /// What each move in a sum of segments leaves, as rows of the fields of `MoveOption`.
    fn explain(
        &self,
        py: Python<'_>,
        segments: Vec<Exact>,
        within: Option<Part>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> Result<Vec<ExplainedRow>, Failure> {
        self.about(py, segments, all, progress, move |grundy, position| {
            let options = position.options(&grundy, within.as_ref().map(|Part(ends)| ends))?;
            let row = |OptionRange { segment, length, places, right, values, xor }| {
                (segment, PySurd(length), ends(places), ends(right), values.into(), xor)
            };
            Ok(options.into_iter().map(row).collect())
        })
    }

    /// Where pieces win in a sum of segments, which are counted from 0, as a picture.
    fn picture(&self, py: Python<'_>, segments: Vec<Exact>, look: Look) -> Result<String, Failure> {
        self.about(py, segments, all, None, move |grundy, position| {
            Ok(plot::moves(&grundy, &position, 0, &look.0).map(|picture| picture.svg())?)
        })
    }

    fn value(
        &self,
        py: Python<'_>,
        segments: Vec<Exact>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> Result<u32, Failure> {
        let (known, position) = (Arc::clone(&self.known), self.position(segments)?);
        let need = move |position: &Position| {
            let longest = position.longest_unpaired().cloned().unwrap_or_default();
            Need::segments(position.lengths(), longest, None)
        };
        let (seen, asked) = (Arc::clone(&known), position.clone());
        interrupt::run_at_once(
            py,
            progress,
            move || seen.is_near(&need(&asked)),
            move |watch| Ok(position.value(&*known.serving(&need(&position), watch, 1.0)?)?),
        )
    }

    fn best_reply(
        &self,
        py: Python<'_>,
        segments: Vec<Exact>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> Result<Option<Moved>, Failure> {
        self.about(py, segments, Need::reply, progress, |grundy, position| {
            Ok(position.best_reply(&grundy)?.map(moved))
        })
    }

    /// The segments after a move, if there is one; their value, unless a pairing move makes it
    /// needless; a perfect reply; and the segments after it.
    fn turn<'py>(
        &self,
        py: Python<'py>,
        segments: Vec<Exact>,
        step: Option<Placed>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> Result<(Bound<'py, PyTuple>, Option<u32>, Option<Moved>, Option<Bound<'py, PyTuple>>), Failure> {
        let (known, before) = (Arc::clone(&self.known), self.position(segments)?);
        let turn = interrupt::run(py, progress, move |watch| {
            let count = before.segments().len();
            // in the counting of Python
            if let Some(Placed(Move { segment, .. })) = step.as_ref().filter(|step| step.0.segment >= count) {
                return Err(IllegalMoveError::new_err(format!(
                    "there is no segment {segment}; segments are counted from 0, and there are {count}"
                ))
                .into());
            }
            let left = step.as_ref().map_or(Ok(before.clone()), |step| before.after(&step.0))?;
            Ok(left.turn(None, &*known.serving(&Need::reply(&left), watch, 1.0)?)?)
        })?;
        let Turn { left, value, reply, after, .. } = turn;
        let after = after.map(|after| listed(py, after.segments())).transpose()?;
        Ok((listed(py, left.segments())?, value, reply.map(moved), after))
    }

    /// Length, start, to where it was seen, and by which theorem.
    fn period(
        &self,
        py: Python<'_>,
        upto: Option<Exact>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> Result<Option<(PySurd, PySurd, PySurd, &'static str)>, Failure> {
        let known = Arc::clone(&self.known);
        interrupt::run(py, progress, move |watch| {
            let upto = upto.map(|upto| upto.0);
            // refused if it is negative
            Position::new(known.table().lengths(), upto.clone())?;
            let table = known.with_period(upto.as_ref(), watch)?;
            let theorem = table.theorem().map_or("period", Theorem::name);
            Ok(table
                .period()
                .cloned()
                .map(|period| (PySurd(period.length), PySurd(period.from), PySurd(period.seen_to), theorem)))
        })
    }

    /// The certificate of the greatest gain on [a, b].
    fn certificate_of_gain(
        &self,
        py: Python<'_>,
        a: Exact,
        b: Exact,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> Result<String, Failure> {
        check_numbers(self.known.lengths(), [&a.0, &b.0])?;
        self.on_range(py, [a.0, b.0], progress, |table, [a, b], watch| {
            let Maximum { value, at, .. } = table.watched(watch).maxima(a, b)?.first;
            let claim = GainClaim { from: a.clone(), to: b.clone(), at, value };
            text_of(&Certificate::new(Grundy::clone(table), claim.into())?)
        })
    }

    /// The certificate of all winning moves in a sum of segments.
    fn certificate_of_moves(&self, py: Python<'_>, segments: Vec<Exact>) -> Result<String, Failure> {
        self.about(py, segments, all, None, |grundy, position| {
            let moves = position.moves(&grundy, None)?;
            let claim = Claim::Moves { segments: position.segments().to_vec(), moves };
            // steps beyond the longest segment are not needed
            let needed = position.longest().filter(|&longest| longest < grundy.limit());
            let grundy =
                needed.map_or_else(|| Ok(Grundy::clone(&grundy)), |longest| grundy.up_to(longest))?;
            text_of(&Certificate::new(grundy, claim)?)
        })
    }

    /// The certificate of the period that the steps up to `upto` prove.
    fn certificate_of_period(&self, py: Python<'_>, upto: Option<Exact>) -> Result<Option<String>, Failure> {
        let known = Arc::clone(&self.known);
        interrupt::run(py, None, move |watch| {
            let table = known.with_period(upto.map(|upto| upto.0).as_ref(), watch)?;
            let claim = Claim::of_period(&table);
            claim.map(|claim| text_of(&Certificate::new(Grundy::clone(&table), claim)?)).transpose()
        })
    }
}

impl Squares {
    /// Answers a question about the gain on a range, from a table that goes as far.
    fn on_range<T: Send + 'static>(
        &self,
        py: Python<'_>,
        [a, b]: [Surd; 2],
        progress: Option<&Bound<'_, PyAny>>,
        answer: impl FnOnce(&Arc<Grundy>, [&Surd; 2], Watch<'_>) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let known = Arc::clone(&self.known);
        interrupt::run(py, progress, move |watch| {
            known.lengths().check_range(&a, &b)?;
            // if g has to be computed first, that is the first half
            let first = if b > *known.table().limit() { 0.5 } else { 0.0 };
            let table = known.serving(&Need::table(b.clone()), watch, first)?;
            answer(&table, [&a, &b], &mut part(watch, [first, 1.0]))
        })
    }

    fn position(&self, segments: Vec<Exact>) -> Result<Position, Error> {
        Position::new(self.known.lengths(), segments.into_iter().map(|segment| segment.0))
    }

    /// Answers a question about a position from a table that serves its need.
    fn about<T: Send + 'static>(
        &self,
        py: Python<'_>,
        segments: Vec<Exact>,
        need: impl FnOnce(&Position) -> Need + Send + 'static,
        progress: Option<&Bound<'_, PyAny>>,
        answer: impl FnOnce(Arc<Grundy>, Position) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let (known, position) = (Arc::clone(&self.known), self.position(segments)?);
        interrupt::run(py, progress, move |watch| {
            answer(known.serving(&need(&position), watch, 1.0)?, position)
        })
    }
}

/// The values of all segments.
fn all(position: &Position) -> Need {
    Need::segments(position.lengths(), position.longest().cloned().unwrap_or_default(), None)
}

/// A place on an axis.
fn axis(place: &Surd) -> f64 {
    place.to_f64().unwrap_or(f64::NAN)
}

fn place(Maximum { value, at, kind }: Maximum) -> Place {
    let kind = match kind {
        MaximumKind::Endpoint => "endpoint",
        MaximumKind::Breakpoint => "breakpoint",
        MaximumKind::Interior => "interior",
    };
    (Root(value), Root(at), kind)
}

fn ends(Interval { start, end, start_included, end_included }: Interval) -> Ends {
    (PySurd(start), PySurd(end), start_included, end_included)
}

fn moved(Move { segment, length, place }: Move) -> Moved {
    (segment, PySurd(length), PySurd(place))
}

/// The place of an interval with the fewest digits.
#[pyfunction]
pub fn simplest_place(start: Exact, end: Exact, start_included: bool, end_included: bool) -> PySurd {
    PySurd(Interval { start: start.0, end: end.0, start_included, end_included }.simplest_place())
}

/// The digits of a rule, which is a text such as "3,7", a digit, or several digits.
#[pyfunction]
pub fn rule_digits(rule: Rule) -> Vec<u8> {
    rule.0.into_iter().map(Digit::number).collect()
}
