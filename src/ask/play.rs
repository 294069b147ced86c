//! The question of one turn of a game: a move is made if there is one, and answered perfectly.

use std::fmt;

use itertools::Itertools;
use serde::{Deserialize, Serialize};

use super::answer::{Object, outcome};
use super::question::{AskError, DecimalsKey, Keys, Question, SquaresKeys};
use super::text_style::TextStyle;
use super::values::{ValueError, number, segments, whole_in};
use crate::games::squares::need::Need;
use crate::games::squares::{self, Grundy, Lengths, Position, Turn, known_value};
use crate::number::Surd;
use crate::sweep::Nimber;

/// The keys of `play`: all three of a move, or none.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct PlayKeys {
    /// Lengths of the segments
    segments: Vec<String>,
    step: MoveKeys,
    squares: SquaresKeys,
    decimals: DecimalsKey,
}

/// The keys of a move: all three, or none.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct MoveKeys {
    /// Segment of the move, counted from 1; 1 if there is only one
    segment: Option<String>,
    /// Length of the piece that is placed
    length: Option<String>,
    /// Where its left end lies in the segment
    place: Option<String>,
}

impl Keys for PlayKeys {
    const COMMAND: &'static str = "play";

    fn read(&self) -> Result<Question, AskError> {
        let segments = segments("segments", &self.segments)?;
        let (lengths, digits) = (self.squares.lengths()?, self.decimals.digits()?);
        let before = Position::new(&lengths, segments)?;
        let step = self.step.read(before.segments().len(), Self::COMMAND)?;
        // refused before g is computed
        let left = step.as_ref().map_or_else(|| Ok(before.clone()), |step| before.after(step))?;
        self.squares.question(lengths, Need::reply(&left), None, move |grundy, _| {
            TurnAnswer::new(grundy, &before, step.as_ref(), digits)
        })
    }
}

impl PlayKeys {
    /// The lengths of the pieces, and of the segments, if there are any.
    pub(crate) fn lengths(&self) -> Result<(Lengths, Vec<Surd>), ValueError> {
        let segments = if self.has_segments() { segments("segments", &self.segments)? } else { vec![] };
        Ok((self.squares.lengths()?, segments))
    }

    pub(crate) fn method(&self) -> Result<squares::Method, ValueError> {
        Ok(self.squares.method()?.unwrap_or_default())
    }

    pub(crate) fn has_segments(&self) -> bool {
        !self.segments.is_empty()
    }

    /// Whether a key is only for one turn.
    pub(crate) fn is_one_turn(&self) -> bool {
        self.step.is_some() || self.decimals.digits.is_some() || self.squares.for_days
    }
}

impl MoveKeys {
    /// Whether a move is made.
    fn is_some(&self) -> bool {
        [&self.segment, &self.length, &self.place].into_iter().any(Option::is_some)
    }

    /// The move, if one is made, in one of some segments.
    pub(super) fn read(&self, segments: usize, command: &str) -> Result<Option<squares::Move>, ValueError> {
        let Self { segment, length, place } = self;
        if !self.is_some() {
            return Ok(None);
        }
        let given =
            |key, text: &'_ Option<String>| text.clone().ok_or_else(|| ValueError::missing(key, command));
        let text = if segments == 1 {
            segment.clone().unwrap_or_else(|| "1".to_owned())
        } else {
            given("segment", segment)?
        };
        let (length, place) = (given("length", length)?, given("place", place)?);
        let segment = whole_in(1..=segments, "the number of a segment", "segment", &text)? - 1;
        Ok(Some(squares::Move {
            segment,
            length: number("length", &length)?,
            place: number("place", &place)?,
        }))
    }
}

/// The position after a turn.
#[derive(Debug, Serialize)]
struct TurnAnswer {
    digits: usize,
    /// The segments before the move.
    segments: Vec<Surd>,
    #[serde(rename = "move")]
    step: Option<PlacedPiece>,
    /// The segments after the move.
    left: Vec<Surd>,
    /// Their Grundy values, as far as they are known.
    values: Vec<Option<Nimber>>,
    /// The value of their sum, unless only a pairing move is known.
    grundy: Option<Nimber>,
    /// Whether the player who moves now wins.
    wins: bool,
    /// Whether no piece fits any more.
    over: bool,
    /// A move of that player: one that wins if there is one, else the one that resists most.
    reply: Option<PlacedPiece>,
    reply_wins: bool,
    /// The segments after the reply.
    after: Option<Vec<Surd>>,
}

/// A piece that is placed.
#[derive(Debug, Serialize)]
struct PlacedPiece {
    /// Counted from 1.
    segment: usize,
    length: Surd,
    place: Surd,
    place_decimal: String,
}

impl TurnAnswer {
    fn new(
        grundy: &Grundy,
        before: &Position,
        step: Option<&squares::Move>,
        digits: usize,
    ) -> Result<Self, AskError> {
        let Turn { left, value, reply, wins, after } = before.turn(step, grundy)?;
        let values = left.segments().iter().map(|segment| known_value(grundy.value_at(segment)));
        let placed = |step: &squares::Move| PlacedPiece {
            segment: step.segment + 1, // an index into a list
            length: step.length.clone(),
            place: step.place.clone(),
            place_decimal: step.place.to_decimal(digits),
        };
        Ok(Self {
            digits,
            segments: before.segments().to_vec(),
            step: step.map(placed),
            left: left.segments().to_vec(),
            values: values.collect::<Result<_, _>>()?,
            grundy: value,
            wins,
            over: left.is_over(),
            reply: reply.as_ref().map(placed),
            reply_wins: wins,
            after: after.map(|after| after.segments().to_vec()),
        })
    }
}

impl Object for TurnAnswer {
    fn write_text(&self, f: &mut fmt::Formatter<'_>, style: &TextStyle) -> fmt::Result {
        let Self { segments, step, left, grundy, over, reply, after, .. } = self;
        let text = |number: &Surd| style.numbers.text(number);
        let sum = |segments: &[Surd]| segments.iter().map(text).join(" + ");
        let placed = |PlacedPiece { segment, length, place, .. }: &PlacedPiece| {
            format!("length {} at {} in segment {segment}", text(length), text(place))
        };
        if let Some(step) = step {
            writeln!(f, "in {}: {} leaves {}", sum(segments), placed(step), sum(left))?;
        }
        let value = grundy.map_or_else(|| "not 0".to_owned(), |value| value.to_string());
        write!(f, "value of {}: {value}, ", sum(left))?;
        if *over {
            return f.write_str("no piece fits: the player to move has lost");
        }
        f.write_str(outcome(!self.wins))?;
        if let (Some(reply), Some(after)) = (reply, after) {
            let kind = if self.reply_wins { "a winning move" } else { "no move wins; a legal one" };
            write!(f, "\n{kind}: {} leaves {}", placed(reply), sum(after))?;
        }
        Ok(())
    }
}
