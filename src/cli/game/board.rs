//! The rows of a game: which pieces lie where, and what the segments between them are called.

use itertools::Itertools;

use crate::draw::Part;
use crate::games::squares::{Lengths, Move};
use crate::number::Surd;

/// Rows of pieces and segments.
///
/// # Invariants
/// 1. Free parts, from left to right, are the segments of the position; some may be of length 0.
/// 2. A free part has a number if and only if some piece fits. No two have the same one, and a
///    number that was given is not given again.
#[derive(Clone, Debug)]
pub(super) struct Board {
    lengths: Lengths,
    rows: Vec<Vec<Part>>,
    /// The largest number that was given.
    numbered: usize,
}

impl Board {
    /// A row for each segment.
    pub(super) fn new(lengths: &Lengths, segments: &[Surd]) -> Self {
        let mut board = Self { lengths: lengths.clone(), rows: vec![], numbered: 0 };
        for segment in segments {
            let row = vec![board.free(segment.clone(), None)];
            board.rows.push(row);
        }
        board
    }

    /// A free part. It has this number, if there is one and some piece fits, or else the next one.
    fn free(&mut self, length: Surd, number: Option<usize>) -> Part {
        let fits = length >= *self.lengths.shortest();
        let number = fits.then(|| {
            number.unwrap_or_else(|| {
                self.numbered += 1;
                self.numbered
            })
        });
        Part::Free { length, number }
    }

    /// Places a piece by a legal move. Of the two parts that it leaves, the first one that some
    /// piece fits keeps the number.
    pub(super) fn place(&mut self, step: &Move) {
        let free = self.rows.iter().enumerate().flat_map(|(row, parts)| {
            let free = parts.iter().positions(|part| matches!(part, Part::Free { .. }));
            free.map(move |index| (row, index))
        });
        let Some((row, index)) = free.into_iter().nth(step.segment) else { return };
        let Part::Free { length, number } = self.rows[row][index].clone() else { return };
        let left = self.free(step.place.clone(), number);
        let number = number.filter(|_| matches!(left, Part::Free { number: None, .. }));
        let right = self.free(length - &step.length - &step.place, number);
        self.rows[row].splice(index..=index, [left, Part::Piece { length: step.length.clone() }, right]);
    }

    /// The numbers of the segments of the position; none where no piece fits.
    pub(super) fn numbers(&self) -> impl Iterator<Item = Option<usize>> {
        self.rows.iter().flatten().filter_map(|part| match part {
            Part::Free { number, .. } => Some(*number),
            Part::Piece { .. } => None,
        })
    }

    /// Drawn with at most this many columns.
    pub(super) fn drawing(&self, columns: usize) -> String {
        crate::draw::board(&self.rows, &self.lengths, columns)
    }
}
