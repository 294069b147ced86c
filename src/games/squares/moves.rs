//! Which first moves win: for each length the exact intervals of x that leave a P-position.
//!
//! A piece of length s at x wins exactly when g(x) = g(y − x) for y = L − s. Steps of g are
//! closed on the left, so x comes to a step at its breakpoint p_i itself, but y − x falls to the
//! step before only just after x = y − p_j. Therefore an interval may begin or end open, and
//! single points occur: at a corner y = p_i + p_j the cell that enters holds only x = p_i.

use std::fmt;

use super::domain::DomainError;
use super::grundy::Grundy;
use super::line::{Cut, Target, stretches};
use crate::lattice::Point;
use crate::number::{Surd, common_radicand};
use crate::sweep::Nimber;

/// A set of places from `start` to `end`, each end belonging to it or not; `start` = `end` is a
/// single point.
///
/// ```
/// use nimsweep::games::squares::Interval;
///
/// let (start, end) = ("1".parse()?, "sqrt2".parse()?);
/// let interval = Interval { start, end, start_included: true, end_included: false };
/// assert_eq!(interval.to_string(), "[1, sqrt(2))");
/// # Ok::<(), nimsweep::number::ParseSurdError>(())
/// ```
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
        let open = if self.start_included { '[' } else { '(' };
        let close = if self.end_included { ']' } else { ')' };
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
///
/// ```
/// use nimsweep::games::squares::{Grundy, Lengths, Moves};
///
/// let grundy = Grundy::new(&Lengths::default(), &"6".parse()?)?;
/// let moves: Moves = grundy.moves_at(&"4+sqrt2".parse()?)?;
/// assert!(!moves.is_p_position());
/// assert_eq!(moves.placements[0].winning[0].to_string(), "[2, 1+sqrt(2)]");
/// assert_eq!(moves.placements[1].winning[0].to_string(), "{2}"); // a single place
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// g(L): zero exactly where no move wins.
    pub grundy: Nimber,
    /// For each length that fits, in ascending order, where it wins.
    pub placements: Vec<Placements>,
}

impl Moves {
    /// Whether the segment is a P-position: the player to move loses.
    #[must_use]
    pub fn is_p_position(&self) -> bool {
        self.grundy == 0
    }
}

impl Grundy {
    /// The winning first moves on a segment of length 0 ≤ L ≤ limit in the field of the
    /// lengths.
    ///
    /// # Errors
    /// [`DomainError`] for a negative length, one beyond the limit, or one of another field, where
    /// the ends of the intervals would have two roots.
    ///
    /// # Cost
    /// O(K) integer operations for K steps below L, and one exact number for each end of an
    /// interval.
    ///
    /// ```
    /// use nimsweep::games::squares::{Grundy, Lengths};
    ///
    /// let grundy = Grundy::new(&Lengths::default(), &"10".parse()?)?;
    /// let moves = grundy.moves_at(&"3".parse()?)?;
    /// assert_eq!(moves.placements[0].winning[0].to_string(), "{1}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves_at(&self, segment: &Surd) -> Result<Moves, DomainError> {
        common_radicand(self.lengths().radicand(), segment.radicand())
            .map_err(|source| DomainError::Field { segment: segment.clone(), source })?;
        let grundy = self.value_at(segment)?;
        let lengths = self.lengths().as_slice().iter().zip(self.lattice().generators());
        let fitting = lengths.filter(|(length, _)| *length <= segment);
        let placements = fitting.map(|(length, &point)| Placements {
            length: length.clone(),
            winning: self.winning_places(segment, &(segment - length), point),
        });
        Ok(Moves { grundy, placements: placements.collect() })
    }

    /// All x in [0, y] with g(x) = g(y − x), for y = L − s.
    fn winning_places(&self, segment: &Surd, y: &Surd, length: Point) -> Vec<Interval> {
        let exact = |cut: Cut| match cut {
            Cut::Breakpoint(point) => self.lattice().exact(point),
            Cut::Mirrored(point) => y - self.lattice().exact(point),
        };
        let mut places = Places::default();
        for stretch in stretches(self, Target::rest(self.lattice(), segment, length)) {
            places.at(stretch.start, stretch.at_start == 0, true);
            // at x = y nothing follows, which ends an open interval with its end included
            places.at(stretch.start, stretch.inside == Some(0), false);
        }
        let found = places.found.into_iter();
        let interval = |(start, end): (End, End)| Interval {
            start: exact(start.cut),
            end: exact(end.cut),
            start_included: start.included,
            end_included: end.included,
        };
        found.map(interval).collect()
    }
}

/// An end of an interval.
#[derive(Clone, Copy, Debug)]
struct End {
    cut: Cut,
    included: bool,
}

/// Joins winning points and the open stretches between them to intervals.
#[derive(Default)]
struct Places {
    found: Vec<(End, End)>,
    /// The left end of the interval that is open now.
    open: Option<End>,
}

impl Places {
    /// Takes the point at a cut, or the stretch that follows it: whether it wins.
    fn at(&mut self, cut: Cut, wins: bool, is_point: bool) {
        match (wins, self.open) {
            // it begins with the point, or just after it
            (true, None) => self.open = Some(End { cut, included: is_point }),
            // it ends just before the point, or with it
            (false, Some(start)) => {
                self.found.push((start, End { cut, included: !is_point }));
                self.open = None;
            }
            _ => {}
        }
    }
}
