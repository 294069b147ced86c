//! The question of one turn of a game: a move is made if there is one, and answered perfectly.

use itertools::Itertools;
use serde::Deserialize;

use super::answer::outcome;
use super::question::{DecimalsKey, Keys, Question, SquaresKeys};
use super::reply::{Reply, Value, fields};
use super::values::{missing, number, segments, whole_in};
use crate::error::Error;
use crate::games::squares::need::Need;
use crate::games::squares::{self, Grundy, Lengths, Position, Turn, known_value};
use crate::number::Surd;

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
    /// Segment of the move, counted from 1
    ///
    /// You can leave it out if there is only one.
    segment: Option<String>,
    /// Length of the piece that is placed
    length: Option<String>,
    /// Where its left end is in the segment
    place: Option<String>,
}

impl Keys for PlayKeys {
    const COMMAND: &'static str = "play";

    fn read(&self) -> Result<Question, Error> {
        let segments = segments("segments", &self.segments)?;
        let (lengths, digits) = (self.squares.lengths()?, self.decimals.digits()?);
        let before = Position::new(&lengths, segments)?;
        let step = self.step.read(before.segments().len(), Self::COMMAND)?;
        // refused before g is computed
        let left = step.as_ref().map_or_else(|| Ok(before.clone()), |step| before.after(step))?;
        self.squares.question(lengths, Need::reply(&left), None, move |grundy, _| {
            turn(grundy, &before, step.clone(), digits)
        })
    }
}

impl PlayKeys {
    /// The lengths of the pieces, and of the segments, if there are any.
    pub(crate) fn lengths(&self) -> Result<(Lengths, Vec<Surd>), Error> {
        let segments = if self.has_segments() { segments("segments", &self.segments)? } else { vec![] };
        Ok((self.squares.lengths()?, segments))
    }

    pub(crate) fn method(&self) -> Result<squares::Method, Error> {
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
    pub(super) fn read(&self, segments: usize, command: &str) -> Result<Option<squares::Move>, Error> {
        let Self { segment, length, place } = self;
        if !self.is_some() {
            return Ok(None);
        }
        let given = |key, text: &'_ Option<String>| text.clone().ok_or_else(|| missing(key, command));
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
fn turn(
    grundy: &Grundy,
    before: &Position,
    step: Option<squares::Move>,
    digits: usize,
) -> Result<Reply, Error> {
    let Turn { left, value, reply, wins, after } = before.turn(step.as_ref(), grundy)?;
    let values = left.segments().iter().map(|segment| known_value(grundy.value_at(segment)));
    let placed = |step: &squares::Move| {
        let squares::Move { segment, length, place } = step;
        let place_decimal = Value::Decimal(place.clone().into(), digits);
        fields! { segment: segment + 1, length, place, place_decimal } // an index into a list
    };
    let (before, over) = (before.clone(), left.is_over());
    let list = |position: &Position| Value::from_iter(position.segments());
    let fields = fields! {
        digits, segments: list(&before), move: step.as_ref().map(placed), left: list(&left),
        // as far as they are known, and that of the sum unless only a pairing move is
        values: values.collect::<Result<Vec<_>, _>>()?, grundy: value,
        wins, over, reply: reply.as_ref().map(placed), reply_wins: wins, after: after.as_ref().map(list),
    };
    Ok(Reply::new(fields).text(move |f, style| {
        let text = |number: &Surd| style.numbers.text(number);
        let sum = |position: &Position| position.segments().iter().map(text).join(" + ");
        let placed = |squares::Move { segment, length, place }: &squares::Move| {
            format!("length {} at {} in segment {}", text(length), text(place), segment + 1)
        };
        if let Some(step) = &step {
            writeln!(f, "in {}: {} leaves {}", sum(&before), placed(step), sum(&left))?;
        }
        let value = value.map_or_else(|| "not 0".to_owned(), |value| value.to_string());
        write!(f, "value of {}: {value}, ", sum(&left))?;
        if over {
            return f.write_str("no piece fits: the player to move has lost");
        }
        f.write_str(outcome(!wins))?;
        if let (Some(reply), Some(after)) = (&reply, &after) {
            let kind = if wins { "a winning move" } else { "no move wins; a legal move" };
            write!(f, "\n{kind}: {} leaves {}", placed(reply), sum(after))?;
        }
        Ok(())
    }))
}
