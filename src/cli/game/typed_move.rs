//! A move as it is typed: a segment, a length and a place.

use itertools::Itertools;
use num_traits::Zero;

use crate::games::squares::{Lengths, Move, Position};
use crate::number::{NumberStyle, Surd, join_words, quoted};

/// Reads the words of a move in a position, whose segments have these numbers.
pub(super) fn read(words: &[&str], position: &Position, numbers: &[Option<usize>]) -> Result<Move, String> {
    // as a winning move is told: length 1 at 0 in segment 2
    let words = words.strip_prefix(&["length"]).unwrap_or(words);
    let words = join_words(words.iter().copied(), false).map_err(|error| error.to_string())?;
    let words = &words.iter().map(String::as_str).collect::<Vec<_>>()[..];
    let mut called = numbers.iter().flatten();
    let only = called.next().filter(|_| called.next().is_none()).map(ToString::to_string);
    let example = || example(position, numbers).unwrap_or_default();
    let (number, length, place) = match (words, &only) {
        // as a move is told
        (&[length, "at", place, "in", "segment", number] | &[length, "at", place, "in", number], _) => {
            (number, length, place)
        }
        (&[length, "at", place] | &[length, place], Some(only)) => (only.as_str(), length, place),
        (&[number, length, place], _) => (number, length, place),
        (&[_, _], None) => {
            return Err(format!("a move is a segment number, a length and a place, such as {}", example()));
        }
        _ => return Err(format!("that is not a move; type a move such as {}, or help", example())),
    };
    let called = number.parse().ok();
    let segment = numbers.iter().position(|number| number.is_some() && *number == called);
    let segment = segment.ok_or_else(|| {
        let left = if only.is_some() { "the only segment left is" } else { "segments left:" };
        format!(
            "there is no segment '{}'; {left} {}",
            quoted(number),
            numbers.iter().flatten().sorted().format(", ")
        )
    })?;
    let segment_length = &position.segments()[segment];
    let number = |text: &str| text.parse::<Surd>().map_err(|error| error.to_string());
    let typed = number(length)?;
    if let Some(piece) = piece_of(length, &typed, position.lengths()) {
        let (typed, piece) = (quoted(length), NumberStyle::Letters.text(&piece));
        return Err(format!(
            "there is no piece of length {typed}; type {piece} for the piece of length {piece}"
        ));
    }
    let last = segment_length - &typed;
    let place = match place {
        "start" | "left" => Surd::zero(),
        "mid" | "middle" => last / 2,
        "end" | "right" => last,
        place => number(place)?,
    };
    Ok(Move { segment, length: typed, place })
}

/// A move that is legal in a position whose segments have these numbers: in the last one.
pub(super) fn example(position: &Position, numbers: &[Option<usize>]) -> Option<String> {
    let mut segments = position.segments().iter().zip(numbers).rev();
    let (segment, number) = segments.find_map(|(segment, number)| Some((segment, (*number)?)))?;
    let fitting = position.lengths().as_slice().iter().rev().find(|length| *length <= segment)?;
    Some(format!("{number} {} end", NumberStyle::Letters.text(fitting)))
}

/// The length of a piece, if the text is not such a length, but agrees with one of them in all its
/// decimals, perhaps rounded.
fn piece_of(text: &str, typed: &Surd, lengths: &Lengths) -> Option<Surd> {
    // decimals behind a number have to agree with it
    let agrees = |length: &&Surd| format!("{length}≈{text}").parse::<Surd>().is_ok();
    let mut agreeing = lengths.as_slice().iter().filter(agrees);
    let is_decimal = text.contains('.') && !lengths.as_slice().contains(typed);
    agreeing.next().filter(|_| is_decimal && agreeing.next().is_none()).cloned()
}
