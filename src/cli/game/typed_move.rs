//! A move as it is typed: a segment, a length and a place.

use num_traits::Zero;

use crate::games::squares::{Lengths, Move, Position};
use crate::number::{NumberStyle, Surd, join_words, quoted};

/// A move, and whether it is what was typed.
pub(super) enum TypedMove {
    /// It is.
    Exact(Move),
    /// The length is the beginning of the decimals of that of a piece.
    Meant(Move, String),
}

/// Reads the words of a move in a position, whose segments have these numbers.
pub(super) fn read(
    words: &[&str],
    position: &Position,
    numbers: &[Option<usize>],
) -> Result<TypedMove, String> {
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
            return Err(format!("a move is segment number, length and place; write such as {}", example()));
        }
        _ => return Err(format!("that is not a move; type one such as {}, or help", example())),
    };
    let called = number.parse().ok();
    let segment = numbers.iter().position(|number| number.is_some() && *number == called);
    let segment = segment.ok_or_else(|| no_segment(number, numbers))?;
    let segment_length = &position.segments()[segment];
    let number = |text: &str| text.parse::<Surd>().map_err(|error| error.to_string());
    let typed = number(length)?;
    let piece = piece_of(length, &typed, position.lengths());
    let length_of_piece = piece.clone().unwrap_or(typed);
    let last = segment_length.try_sub(&length_of_piece).map_err(|error| error.to_string())?;
    let place = match place {
        "start" | "left" => Surd::zero(),
        "mid" | "middle" => last / 2,
        "end" | "right" => last,
        place => number(place)?,
    };
    let step = Move { segment, length: length_of_piece, place };
    Ok(match piece {
        None => TypedMove::Exact(step),
        Some(piece) => {
            let (typed, meant) = (quoted(length), NumberStyle::Letters.text(&piece));
            let question = format!("there is no piece of length {typed}; do you mean {meant}? (y/n)");
            TypedMove::Meant(step, question)
        }
    })
}

/// A move that is legal in a position whose segments have these numbers: in the last one.
pub(super) fn example(position: &Position, numbers: &[Option<usize>]) -> Option<String> {
    let mut segments = position.segments().iter().zip(numbers).rev();
    let (segment, number) = segments.find_map(|(segment, number)| Some((segment, (*number)?)))?;
    let fitting = position.lengths().as_slice().iter().rev().find(|length| *length <= segment)?;
    Some(format!("{number} {} end", NumberStyle::Letters.text(fitting)))
}

/// What is said about a number that no segment has.
pub(super) fn no_segment(number: &str, numbers: &[Option<usize>]) -> String {
    let listed: Vec<String> = numbers.iter().flatten().map(ToString::to_string).collect();
    let are = if listed.len() == 1 { "the only one is" } else { "they are" };
    format!("there is no segment '{}'; {are} {}", quoted(number), listed.join(", "))
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
