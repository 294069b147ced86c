//! The question of one turn of a game: a move is made if there is one, and answered perfectly.

use itertools::Itertools;

use super::answer::outcome;
use super::question::Question;
use super::raw_question::Keys;
use super::reply::{Reply, Value, fields};
use super::values::{number, segments, whole_in};
use crate::error::Error;
use crate::games::squares::need::Need;
use crate::games::squares::{Grundy, Move, Position, Turn};
use crate::number::Surd;

/// The question of `play`.
pub(super) fn read_play(keys: &Keys) -> Result<Question, Error> {
    let segments = segments("segments", keys.needed_list("segments")?)?;
    let (lengths, digits) = (keys.lengths()?, keys.digits()?);
    let before = Position::new(&lengths, segments)?;
    let step = read_move(keys, before.segments().len())?;
    // refused before g is computed
    let left = step.as_ref().map_or_else(|| Ok(before.clone()), |step| before.after(step))?;
    keys.question(lengths, Need::reply(&left), None, move |grundy, _| {
        turn(grundy, &before, step.clone(), digits)
    })
}

/// The keys of a move: all three, or none; the segment may be left out if there is only one.
const MOVE: [&str; 3] = ["segment", "length", "place"];

/// Whether a key is only for one turn.
#[cfg(feature = "cli")]
pub(crate) fn is_one_turn(keys: &Keys) -> bool {
    MOVE.iter().chain(&["digits", "for_days"]).any(|key| keys.has(key))
}

/// The move, if one is made, in one of some segments.
pub(super) fn read_move(keys: &Keys, segments: usize) -> Result<Option<Move>, Error> {
    if !MOVE.iter().any(|key| keys.has(key)) {
        return Ok(None);
    }
    let index = |key, text: &str| whole_in(1..=segments, "the number of a segment", key, text);
    let segment = match segments == 1 && !keys.has("segment") {
        true => 1,
        false => keys.needed("segment", index)?,
    };
    let (length, place) = (keys.needed("length", number)?, keys.needed("place", number)?);
    Ok(Some(Move { segment: segment - 1, length, place }))
}

/// The position after a turn.
fn turn(grundy: &Grundy, before: &Position, step: Option<Move>, digits: usize) -> Result<Reply, Error> {
    let Turn { left, value, reply, wins, after } = before.turn(step.as_ref(), grundy)?;
    let values = left.segments().iter().map(|segment| grundy.known_at(segment));
    let placed = |step: &Move| {
        let Move { segment, length, place } = step;
        let place_decimal = Value::Decimal(place.clone().into(), digits);
        fields! { segment: segment + 1, length, place, place_decimal } // an index into a list
    };
    let (before, over) = (before.clone(), left.is_over());
    let list = |position: &Position| Value::from_iter(position.segments());
    let fields = fields! {
        digits, segments: list(&before), move: step.as_ref().map(placed), left: list(&left),
        // as far as they are known, and that of the sum unless only a pairing move is
        values: values.collect::<Vec<_>>(), grundy: value,
        wins, over, reply: reply.as_ref().map(placed), reply_wins: wins, after: after.as_ref().map(list),
    };
    Ok(Reply::new(fields).text(move |f, style| {
        let text = |number: &Surd| style.numbers.text(number);
        let sum = |position: &Position| position.segments().iter().map(text).join(" + ");
        let placed = |Move { segment, length, place }: &Move| {
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
