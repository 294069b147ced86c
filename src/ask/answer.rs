//! An answer of any command.

use std::fmt;
use std::io;

use serde::Serialize;

use super::coins::{CoinsCount, CoinsRow, CoinsTable, CoinsValue};
use super::gain::Gain;
use super::gain_maxima::GainMaxima;
use super::gain_pieces::GainPieces;
use super::grundy::GrundyAnswer;
use super::halving::{HalvingPlay, HalvingTable};
use super::head::ByMethod;
use super::moves::MovesAnswer;
use super::period::Period;
use super::play::Play;
use super::plot::Plot;
use super::range::Range;
use super::stones::{StonesMove, StonesSum, StonesTable};
use super::summary::Summary;
use super::table::Table;
use super::table_answer::AnyTableAnswer;
use crate::algebraic::Algebraic;
use crate::games::squares::Method;

/// The answer to a question: an object in JSON, and a text for people.
///
/// Serialised, it is the object that the program prints with `--json`; displayed, it is the text
/// that the program prints without, but for the last line break.
///
/// ```
/// let answer = nimsweep::ask::ask(r#"{"command": "coins value", "stack": "SG"}"#)?;
/// assert_eq!(answer.to_string(), "SG = 1/2, Gary wins");
/// assert_eq!(answer.to_json(), "{\n  \"stack\": \"SG\",\n  \"value\": \"1/2\"\n}");
/// # Ok::<(), nimsweep::ask::AskError>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Answer(ByMethod<Kind>);

impl Answer {
    /// Names the method of the question, if that does.
    pub(super) fn by(self, method: Option<Method>) -> Self {
        Self(ByMethod { method, ..self.0 })
    }

    /// The object as JSON text, on several lines.
    ///
    /// # Cost
    /// A table of a million rows has some hundred megabytes: [write](Answer::write_json) that into
    /// a stream.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = vec![];
        // a vector takes everything, and all keys are strings
        let written = self.write_json(&mut text);
        written.ok().and_then(|()| String::from_utf8(text).ok()).unwrap_or_default()
    }

    /// Writes the object as JSON text, on several lines.
    ///
    /// # Errors
    /// If the stream cannot be written. Small pieces are written to it one by one: wrap a file in a
    /// [`BufWriter`](std::io::BufWriter).
    ///
    /// # Cost
    /// Rows of a table are written some thousand bytes at a time, everything else bracket by
    /// bracket.
    pub fn write_json(&self, out: &mut dyn io::Write) -> io::Result<()> {
        match self.table_answer() {
            Some(answer) => answer.write_json(self.0.method, out),
            None => Ok(serde_json::to_writer_pretty(out, self)?),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.object.fmt(f)
    }
}

macro_rules! kinds {
    ($($kind:ident($answer:ty)),*) => {
        #[derive(Clone, Debug, Serialize)]
        #[serde(untagged)]
        enum Kind {
            $($kind(Box<$answer>)),*
        }

        impl fmt::Display for Kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$kind(answer) => answer.fmt(f)),*
                }
            }
        }

        $(impl From<$answer> for Answer {
            fn from(answer: $answer) -> Self {
                Self(ByMethod { method: None, object: Kind::$kind(Box::new(answer)) })
            }
        })*
    };
}

kinds!(
    Range(Range),
    Gain(Gain),
    GainPieces(GainPieces),
    GainMaxima(GainMaxima),
    Grundy(GrundyAnswer),
    Summary(Summary),
    Moves(MovesAnswer),
    Period(Period),
    Play(Play),
    Plot(Plot),
    StonesSum(StonesSum),
    StonesMove(StonesMove),
    StonesTable(StonesTable),
    CoinsCount(CoinsCount),
    CoinsValue(CoinsValue),
    CoinsRow(CoinsRow),
    CoinsTable(CoinsTable),
    HalvingPlay(HalvingPlay),
    HalvingTable(HalvingTable)
);

impl Answer {
    /// The place and the value of a gain, if the answer is one.
    pub(super) fn gain(&self) -> Option<[Algebraic; 2]> {
        match &self.0.object {
            Kind::Range(answer) => Some([answer.exact.at.clone(), answer.exact.value.clone()]),
            Kind::Gain(answer) => Some([answer.at.clone().into(), answer.exact.clone()]),
            _ => None,
        }
    }

    /// The table, if the answer is one.
    #[must_use]
    pub fn table(&self) -> Option<&dyn Table> {
        match &self.0.object {
            Kind::GainMaxima(answer) => Some(&**answer),
            _ => Some(self.table_answer()?.table()),
        }
    }

    /// The answer, if its rows are the objects of a list.
    fn table_answer(&self) -> Option<&dyn AnyTableAnswer> {
        match &self.0.object {
            Kind::Grundy(answer) => Some(answer.table()?),
            Kind::GainPieces(answer) => Some(&**answer),
            Kind::Summary(answer) => Some(&**answer),
            Kind::StonesTable(answer) => Some(&**answer),
            Kind::CoinsTable(answer) => Some(&**answer),
            Kind::HalvingTable(answer) => Some(&**answer),
            _ => None,
        }
    }

    /// The answer as a drawing of characters with at most so many columns, if it can be drawn: the
    /// winning moves, and the pieces of the gain.
    ///
    /// # Cost
    /// For the gain, that of [`GainCurve::maxima`](crate::games::squares::GainCurve::maxima).
    ///
    /// ```
    /// let answer = nimsweep::ask::ask(r#"{"command": "moves", "at": "3", "lengths": "1"}"#)?;
    /// let drawing = answer.drawing(42).unwrap();
    /// let lines: Vec<&str> = drawing.lines().skip(2).collect();
    /// assert_eq!(
    ///     lines,
    ///     [
    ///         "1 ·············│·············",
    ///         "  ┌────────────┬────────────┬────────────┐",
    ///         "  0            1            2            3",
    ///         "│ wins at single places   · loses",
    ///     ]
    /// );
    /// # Ok::<(), nimsweep::ask::AskError>(())
    /// ```
    #[must_use]
    pub fn drawing(&self, columns: usize) -> Option<String> {
        match &self.0.object {
            Kind::Moves(answer) => Some(answer.drawing(columns)),
            Kind::GainPieces(answer) => Some(answer.drawing(columns)),
            _ => None,
        }
    }
}
