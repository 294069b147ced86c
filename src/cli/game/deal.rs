//! Random positions, with the outcome that was asked for.

use std::error::Error;

use crate::games::squares::need::quick_limit;
use crate::games::squares::{Grundy, Lengths, Position};
use crate::number::{Surd, quoted};

/// Random segments are at most this many times the longest piece.
const SIZE: u64 = 6;
/// Random positions are tried so often; of those with few segments about one in ten is lost.
const MOST_TRIES: usize = 5000;
/// A random position has at most so many segments.
pub(super) const MOST_SEGMENTS: usize = 9;

/// The longest segment of a random position: one whose g comes in seconds.
pub(super) fn longest_segment(lengths: &Lengths) -> Surd {
    (Surd::from(SIZE) * lengths.longest()).min(quick_limit(lengths))
}

/// What is done for a line, or the sentence that refuses it.
pub(super) type Told<T> = Result<T, Box<dyn Error>>;

/// A random position of so many segments that the player who moves can win (`won`), or cannot
/// (`lost`).
pub(super) fn deal(grundy: &Grundy, outcome: &str, count: usize) -> Told<Position> {
    let lengths = grundy.lengths();
    let is_won = match outcome {
        "won" => true,
        "lost" => false,
        _ => {
            return Err(format!("'{}' is not an outcome; type new won or new lost", quoted(outcome)).into());
        }
    };
    if !(1..=MOST_SEGMENTS).contains(&count) {
        return Err(format!("give a number of segments from 1 to {MOST_SEGMENTS}").into());
    }
    if !is_won && count == 1 && lengths.all_anywhere() {
        return Err("the first player wins on every single segment; type new lost 2".into());
    }
    let limit = longest_segment(lengths);
    for _ in 0..MOST_TRIES {
        let position = Position::new(
            lengths,
            (0..count).map(|_| lengths.random_segment(&limit, &mut |end| fastrand::u64(..end))),
        )?;
        if (position.value(grundy)? != 0) == is_won {
            return Ok(position);
        }
    }
    Err(format!("no position of {count} segments with this outcome was found; try another number").into())
}
