//! Which moves win: for each length the exact intervals of x that leave a given nimber.
//!
//! A piece of length s at x leaves the nimber g(x) xor g(y − x) for y = L − s. It wins on a single
//! segment exactly when that is 0, and beside others when it is the nimber that they leave.
//!
//! Steps of g are closed on the left, so x comes to a step at its breakpoint p_i itself, but y − x
//! falls to the step before only just after x = y − p_j. Therefore an interval may begin or end
//! open, and single points occur: at a corner y = p_i + p_j the cell that enters holds only x =
//! p_i.

pub(super) mod cuts;
mod deal;
mod only;
mod options;
mod position;
mod resistance;
mod turn;

use std::borrow::Cow;
use std::fmt;

use itertools::Itertools;
use num_traits::Zero;

use cuts::{Cut, cut_intervals, xor};

use super::error::reversed;
use super::grundy::Grundy;
use super::rules::{Digit, Piece};
use crate::error::Error;
use crate::number::{NumberStyle, Surd};
use crate::sweep::Nimber;

pub use only::OnlyMove;
pub use options::OptionRange;
pub use position::{Move, Position, SumMoves};
pub use turn::Turn;

/// A set of places from `start` to `end`, each end belonging to it or not; `start` = `end` is a
/// single point.
///
/// ```
/// use nimsweep::games::squares::Interval;
///
/// let (start, end) = ("1".parse()?, "sqrt2".parse()?);
/// let interval = Interval { start, end, start_included: true, end_included: false };
/// assert_eq!(interval.to_string(), "[1, sqrt(2))");
/// # Ok::<(), nimsweep::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
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

impl Interval {
    /// A single place.
    fn of_place(place: Surd) -> Self {
        Self { start: place.clone(), end: place, start_included: true, end_included: true }
    }

    /// Whether a place, of any field, belongs to the interval.
    #[must_use]
    pub fn contains(&self, place: &Surd) -> bool {
        let [start, end] = [place.cmp(&self.start), self.end.cmp(place)];
        (start.is_gt() || start.is_eq() && self.start_included)
            && (end.is_gt() || end.is_eq() && self.end_included)
    }

    /// Whether it is a single place.
    #[must_use]
    pub fn is_place(&self) -> bool {
        self.start == self.end
    }

    /// How far a place is from the interval, whether its ends belong to it or not; 0 inside.
    #[must_use]
    pub fn distance(&self, place: &Surd) -> Surd {
        (&self.start - place).max(place - &self.end).max(Surd::default())
    }

    /// The place of the interval with the fewest digits: an end, or the
    /// [simplest fraction](Surd::simplest_between) inside.
    #[must_use]
    pub fn simplest_place(&self) -> Surd {
        let inside = Surd::simplest_between(&self.start, &self.end).map(Surd::from);
        let ends = [(&self.start, self.start_included), (&self.end, self.end_included)];
        let ends = ends.into_iter().filter(|&(_, included)| included).map(|(end, _)| end.clone());
        // there is one: an interval without an inside is a point, whose ends belong to it
        inside.into_iter().chain(ends).min_by_key(Surd::bits).unwrap_or_else(|| self.start.clone())
    }

    /// The part of it in the closed interval between two places, unless that is empty.
    fn clipped(mut self, [from, to]: &[Surd; 2]) -> Option<Self> {
        if self.start < *from {
            (self.start, self.start_included) = (from.clone(), true);
        }
        if self.end > *to {
            (self.end, self.end_included) = (to.clone(), true);
        }
        let is_point = self.start == self.end && self.start_included && self.end_included;
        (self.start < self.end || is_point).then_some(self)
    }

    /// `[0, 1)`, or `{1/2}` for a single point.
    pub(crate) fn text(&self, numbers: NumberStyle) -> String {
        let [start, end] = [&self.start, &self.end].map(|end| numbers.text(end));
        if start == end {
            return format!("{{{start}}}");
        }
        let open = if self.start_included { '[' } else { '(' };
        let close = if self.end_included { ']' } else { ')' };
        format!("{open}{start}, {end}{close}")
    }
}

impl fmt::Display for Interval {
    /// `[0, 1)`, or `{1/2}` for a single point.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(NumberStyle::Program))
    }
}

/// The winning places of one length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placements {
    /// The length of the piece.
    pub length: Surd,
    /// The digit of the length: where it may lie.
    pub digit: Digit,
    /// Where it wins, as disjoint intervals in ascending order; none if it loses everywhere.
    pub winning: Vec<Interval>,
}

/// The winning moves in one segment, which may be alone or one of a sum.
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
    /// g(L) of the segment. If it is alone, no move wins exactly when this is 0.
    pub grundy: Nimber,
    /// For each length that fits, in ascending order, where it wins.
    pub placements: Vec<Placements>,
}

impl Moves {
    /// Whether the segment alone is a P-position: the player to move loses.
    #[must_use]
    pub fn is_p_position(&self) -> bool {
        self.grundy == 0
    }
}

/// Ranges of places, and the values that the parts have there.
type Ranges = Vec<(Interval, [Nimber; 2])>;

impl Grundy {
    /// The winning first moves on a segment in the field of the lengths.
    ///
    /// # Errors
    /// [`Error`] for a negative length, one beyond what is known, or one of another field,
    /// for which the ends of the intervals would have two roots.
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
    pub fn moves_at(&self, segment: &Surd) -> Result<Moves, Error> {
        let placements = self.placements(segment, 0, None)?;
        Ok(Moves { grundy: self.value_at(segment)?, placements })
    }

    /// For each length that fits a segment in the field of the lengths, where a piece leaves the
    /// nimber `target`: everywhere, or with its left end `within` a part [from, to] of the segment.
    ///
    /// # Errors
    /// As [`Grundy::moves_at`]; [`Error`] for a part that ends before it begins,
    /// and if the part has more places than fit the memory.
    ///
    /// # Cost
    /// As [`Grundy::moves_at`]. By a [period](Grundy::with_period), a part of a segment of any
    /// length takes O(K) for K steps of g below its width and 2(N + p).
    ///
    /// ```
    /// use nimsweep::games::squares::{Grundy, Lengths};
    /// use nimsweep::number::Surd;
    ///
    /// let kayles = Grundy::new(&"1".parse::<Lengths>()?, &"200".parse()?)?.with_period();
    /// let part = ["2", "10"].map(|end| end.parse::<Surd>().unwrap());
    /// let placements = kayles.placements(&"10^100".parse()?, 0, Some(&part))?;
    /// let places = placements[0].winning.iter().map(|interval| interval.to_string());
    /// assert_eq!(places.collect::<Vec<_>>(), ["(7, 8)", "(9, 10)"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn placements(
        &self,
        segment: &Surd,
        target: Nimber,
        within: Option<&[Surd; 2]>,
    ) -> Result<Vec<Placements>, Error> {
        let ranges = self.ranges(segment, within, Some(target))?.into_iter();
        let placements = |(Piece { length, digit }, found): (Piece, Ranges)| {
            let winning = found.into_iter().map(|(interval, _)| interval).collect();
            Placements { length, digit, winning }
        };
        Ok(ranges.map(placements).collect())
    }

    /// For each length that fits, the ranges of x on which g(x) xor g(y − x) is the target; without
    /// one, those on which both values stay, up to the middle if there is no part.
    fn ranges(
        &self,
        segment: &Surd,
        within: Option<&[Surd; 2]>,
        target: Option<Nimber>,
    ) -> Result<Vec<(Piece, Ranges)>, Error> {
        if let Some([from, to]) = within.filter(|[from, to]| from > to) {
            return Err(reversed(from, to));
        }
        self.value_at(segment)?;
        let fitting = self.lengths().pieces().enumerate().filter(|(_, piece)| piece.length <= *segment);
        // one table for all lengths, unless none needs one, or the part is shifted by periods
        let needs_table = within.is_none() && !self.lengths().all_at_an_end();
        let table = if needs_table { self.table_to(segment)? } else { Cow::Borrowed(self) };
        let ranges = fitting.map(|(index, piece)| {
            let rest = segment - &piece.length;
            let half = target.is_none().then(|| [Surd::zero(), &rest / Surd::from(2)]);
            let part = within.or(half.as_ref());
            let found = match piece.digit {
                Digit::Anywhere => table.places(segment, index, part, target)?,
                Digit::AtAnEnd => self.ends(rest, part, target)?,
            };
            Ok((piece, found))
        });
        ranges.collect()
    }

    /// The ends 0 and y of [0, y], if they leave the target.
    fn ends(&self, y: Surd, within: Option<&[Surd; 2]>, target: Option<Nimber>) -> Result<Ranges, Error> {
        let value = self.value_at(&y)?;
        let ends = [(Surd::zero(), [0, value]), (y, [value, 0])].into_iter().dedup_by(|a, b| a.0 == b.0);
        let is_within = |end: &Surd| within.is_none_or(|[from, to]| from <= end && end <= to);
        let ends = ends.filter(|(end, _)| is_within(end));
        Ok(ends
            .filter_map(|(end, values)| Some((Interval::of_place(end), counted(values, target)?)))
            .collect())
    }

    /// The intervals of x in [0, y] on which g(x) xor g(y − x) is the target, or without one both
    /// values stay, for y = L − s and the length s of this index.
    fn places(
        &self,
        segment: &Surd,
        index: usize,
        within: Option<&[Surd; 2]>,
        target: Option<Nimber>,
    ) -> Result<Ranges, Error> {
        let length = &self.lengths().as_slice()[index];
        let y = segment - length;
        if within.is_some_and(|[from, _]| *from > y) {
            return Ok(vec![]);
        }
        let [left, right] = self.whole_periods(&y, within);
        let segment = segment - &left - right;
        let table = self.table_to(&segment)?;
        let lattice = table.lattice();
        let y = &segment - length;
        let exact = |cut: Cut| match cut {
            Cut::Breakpoint(point) => &left + lattice.exact(point),
            Cut::Mirrored(point) => &left + &y - lattice.exact(point),
        };
        let mut places = AlikePlaces { found: vec![], open: None };
        let bound = lattice.bound(&segment, true).less(lattice.generators()[index]);
        for interval in cut_intervals(&table, bound) {
            places.at(interval.start, counted(interval.at_start, target), true);
            // at x = y nothing follows, which ends an open interval with its end included
            places.at(interval.start, interval.inside.and_then(|values| counted(values, target)), false);
        }
        let intervals = places.found.into_iter().filter_map(|(start, end, value)| {
            let interval = Interval {
                start: exact(start.cut),
                end: exact(end.cut),
                start_included: start.included,
                end_included: end.included,
            };
            let interval = match within {
                Some(part) => interval.clipped(part)?,
                None => interval,
            };
            Some((interval, value))
        });
        Ok(intervals.collect())
    }

    /// Whole periods that x and y − x may lose without a change of g, as long as x lies within the
    /// part.
    fn whole_periods(&self, y: &Surd, within: Option<&[Surd; 2]>) -> [Surd; 2] {
        let none = || [Surd::zero(), Surd::zero()];
        let (Some(period), Some([from, to])) = (self.period(), within) else { return none() };
        if y <= self.limit() {
            return none();
        }
        // rounded to whole numbers away from the part, which may be of another field
        let [least_left, least_right] = [Surd::from(from.floor()), y - Surd::from(to.ceil())];
        [least_left, least_right].map(|least| Surd::from(period.periods_below(&least)) * &period.length)
    }
}

/// What tells two intervals apart: the values, or only whether they leave the target.
fn counted(values: [Nimber; 2], target: Option<Nimber>) -> Option<[Nimber; 2]> {
    target.map_or(Some(values), |target| (xor(values) == target).then_some([0, target]))
}

/// An end of an interval.
#[derive(Clone, Copy, Debug)]
struct End {
    cut: Cut,
    included: bool,
}

/// Joins points and the open intervals between them to intervals of one value.
struct AlikePlaces {
    found: Vec<(End, End, [Nimber; 2])>,
    /// The left end of the interval that is open now, and its value.
    open: Option<(End, [Nimber; 2])>,
}

impl AlikePlaces {
    /// Takes the point at a cut, or the interval that follows it: its value, if it counts.
    fn at(&mut self, cut: Cut, value: Option<[Nimber; 2]>, is_point: bool) {
        if self.open.map(|(_, value)| value) == value {
            return;
        }
        // it ends just before the point, or with it
        if let Some((start, before)) = self.open {
            self.found.push((start, End { cut, included: !is_point }, before));
        }
        // it begins with the point, or just after it
        self.open = value.map(|value| (End { cut, included: is_point }, value));
    }
}
