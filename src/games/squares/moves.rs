//! Which first moves win: for each length the exact intervals of x after which the opponent is lost.
//!
//! A piece of length s at x wins exactly when g(x) = g(y − x) for y = L − s. Steps of g are closed on the left, so x moves to
//! the next step at a breakpoint p_i itself, but y − x falls to the step before only just after x = y − p_j. Therefore an
//! interval may begin or end open, and single points occur: at a corner y = p_i + p_j the cell that enters holds only x = p_i.

use num_traits::Zero;
use std::cmp::Ordering;
use std::fmt;

use thiserror::Error;

use super::grundy::{Grundy, GrundyError};
use super::rules::Lengths;
use crate::number::Surd;
use crate::number::{ArithmeticError, common_radicand};
use crate::sweep::Nimber;

/// A set of places from `start` to `end`, each end belonging to it or not; `start` = `end` is a single point.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Interval {
    /// The left end.
    pub start: Surd,
    /// The right end.
    pub end: Surd,
    /// Whether the left end belongs to the interval.
    pub start_included: bool,
    /// Whether the right end belongs to the interval.
    pub end_included: bool,
}

impl fmt::Display for Interval {
    /// `[0, 1)`, or `{1/2}` for a single point.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.start == self.end {
            return write!(f, "{{{}}}", self.start);
        }
        let (open, close) =
            (if self.start_included { '[' } else { '(' }, if self.end_included { ']' } else { ')' });
        write!(f, "{open}{}, {}{close}", self.start, self.end)
    }
}

/// The winning places of one length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placements {
    /// The length of the piece.
    pub length: Surd,
    /// Where it wins, as disjoint intervals in ascending order; none where it loses everywhere.
    pub winning: Vec<Interval>,
}

/// All winning first moves from one segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// g(L): zero exactly where no move wins.
    pub grundy: Nimber,
    /// For each length that fits, in ascending order, where it wins.
    pub placements: Vec<Placements>,
}

/// The winning moves cannot be given.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MovesError {
    /// The Grundy values cannot be computed.
    #[error(transparent)]
    Grundy(#[from] GrundyError),
    /// The ends of the intervals would have two roots.
    #[error(
        "the winning places of {segment} have no closed form, for the lengths are in another field: {source}"
    )]
    Field {
        /// The length of the segment.
        segment: Surd,
        /// Which roots.
        source: ArithmeticError,
    },
}

impl Moves {
    /// The winning first moves on a segment of length L ≥ 0, in the field of the lengths.
    ///
    /// # Errors
    /// [`MovesError`] for a negative or too large length, or one of another field.
    ///
    /// # Cost
    /// That of [`Grundy::new`] up to L, and O(K) exact numbers for each length.
    ///
    /// ```
    /// use nimsweep::games::squares::{Lengths, Moves};
    ///
    /// let moves = Moves::from_segment(&Lengths::default(), &"3".parse()?)?;
    /// assert_eq!(moves.placements[0].winning[0].to_string(), "{1}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_segment(lengths: &Lengths, segment: &Surd) -> Result<Self, MovesError> {
        common_radicand(lengths.radicand(), segment.radicand())
            .map_err(|source| MovesError::Field { segment: segment.clone(), source })?;
        let grundy = Grundy::new(lengths, segment)?;
        let fitting = lengths.as_slice().iter().filter(|length| *length <= segment);
        let placements = fitting.map(|length| Placements {
            length: length.clone(),
            winning: winning_places(&grundy, &(segment - length)),
        });
        let placements = placements.collect();
        Ok(Self { grundy: grundy.value_at(segment).unwrap_or_default(), placements })
    }

    /// Whether the player to move wins.
    #[must_use]
    pub fn is_winning(&self) -> bool {
        self.grundy != 0
    }
}

/// All x in [0, y] with g(x) = g(y − x).
///
/// The line is cut at every p_i and every y − p_j into points and the open stretches between them, on each of which both
/// values are constant; winning neighbours are joined.
fn winning_places(grundy: &Grundy, y: &Surd) -> Vec<Interval> {
    let lattice = grundy.lattice();
    let values = grundy.steps().values();
    let points: Vec<Surd> = grundy
        .steps()
        .breakpoints()
        .iter()
        .map(|&point| lattice.exact(point))
        .take_while(|point| point <= y)
        .collect();
    let mut places = Places::default();
    // at x = 0: step 0 from the left, the last step that begins at or below y from the right
    let (mut i, mut j) = (0, points.len() - 1);
    let mut x = Surd::zero();
    loop {
        // the point x: i has moved on to the step that begins here, j has not yet left the one that ends here
        places.point(&x, values[i] == values[j]);
        if (y - &points[j]) == x {
            if j == 0 {
                return places.finish(&x);
            }
            j -= 1;
        }
        places.stretch(&x, values[i] == values[j]);
        let mirrored = y - &points[j];
        match points.get(i + 1).map(|next| next.cmp(&mirrored)) {
            Some(Ordering::Less | Ordering::Equal) => {
                i += 1;
                x = points[i].clone();
            }
            Some(Ordering::Greater) | None => x = mirrored,
        }
    }
}

/// Joins winning points and stretches into intervals.
#[derive(Default)]
struct Places {
    found: Vec<Interval>,
    /// The left end of the interval that is open now, and whether it belongs to it.
    open: Option<(Surd, bool)>,
}

impl Places {
    fn point(&mut self, x: &Surd, wins: bool) {
        match (wins, self.open.take()) {
            (true, None) => self.open = Some((x.clone(), true)),
            (false, Some(open)) => self.close(open, x, false),
            (_, open) => self.open = open,
        }
    }

    /// The open stretch right of `x`, the last point seen.
    fn stretch(&mut self, x: &Surd, wins: bool) {
        match (wins, self.open.take()) {
            (true, None) => self.open = Some((x.clone(), false)),
            (false, Some(open)) => self.close(open, x, true),
            (_, open) => self.open = open,
        }
    }

    fn close(&mut self, (start, start_included): (Surd, bool), end: &Surd, end_included: bool) {
        self.found.push(Interval { start, end: end.clone(), start_included, end_included });
    }

    fn finish(mut self, end: &Surd) -> Vec<Interval> {
        if let Some(open) = self.open.take() {
            self.close(open, end, true);
        }
        self.found
    }
}
