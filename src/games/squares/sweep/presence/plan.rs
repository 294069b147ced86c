//! Where a stretch lies, and which rows the corners in it and beside it meet.

use std::ops::{Range, RangeInclusive};

use super::super::steps::Steps;
use super::super::strip::Strip;
use super::cover::MOST_PLACES;
use crate::lattice::Key;

/// A stretch is at most one part in so many of the line before it, so that its own steps have few
/// cells. For the same reason all that are covered at once begin within such a part.
pub(super) const PART_OF_THE_LINE: i64 = 16;
/// How many rows more than those of the known steps are foreseen at either side.
const MORE_ROWS: i32 = 1;

/// What a stretch is made from.
#[derive(Clone, Debug)]
pub(super) struct Plan<K> {
    /// Where it begins, and the most that it may extend to.
    pub(super) keys: Range<K>,
    /// The rows that corners in it are foreseen to meet.
    pub(super) rows: RangeInclusive<i32>,
    /// How far beside it the corners of cells that are alive in it may lie, and the rows that they
    /// meet, and those that are in it.
    pub(super) margin: K,
    pub(super) all_rows: RangeInclusive<i32>,
    /// The width of all that.
    pub(super) width: K,
}

impl<K: Key> Plan<K> {
    /// The stretch from a key on, that extends no further than another, if one is given. None if
    /// there are no corners there, or if keys are too near to the ends of their type.
    pub(super) fn new(steps: &Steps<K>, strip: &Strip, from: K, most: Option<K>, margin: K) -> Option<Self> {
        let (spacing, width) = (steps.row_keys().spacing()?, steps.window_width());
        let window = steps.windows_in(from);
        let rows = more_rows(steps, strip.rows(window..window + 1)?);
        let count = i64::from(*rows.end()) - i64::from(*rows.start()) + 1;
        // each row has a point in each spacing; some more, so that the places end the stretch
        let points = i128::from(MOST_PLACES as i64 + count / 8);
        let wide = K::nearest(spacing.into().saturating_mul(points) / i128::from(count));
        let end = from + wide.min(from / K::from(PART_OF_THE_LINE)).max(width);
        let end = most.map_or(end, |most| most.min(end));
        let last = steps.windows_in(end - K::from(1)) + 1;
        let rows = more_rows(steps, strip.rows(window..last)?);
        let beside = steps.windows_in(margin) + 1;
        let all_rows = strip.rows(window.saturating_sub(beside)..last + beside)?;
        let all_rows = *all_rows.start().min(rows.start())..=*all_rows.end().max(rows.end());
        // the two corners that the codes lie between are up to a spacing beyond the margins
        let beyond = spacing + spacing;
        if !steps.row_keys().have_room_for(&all_rows, end + margin + beyond) {
            return None;
        }
        let width = end - from + margin + margin + beyond;
        Some(Self { keys: from..end, rows, margin, all_rows, width })
    }
}

/// Some more rows than these, at either side, if there are more.
fn more_rows<K: Key>(steps: &Steps<K>, rows: RangeInclusive<i32>) -> RangeInclusive<i32> {
    let more = if steps.row_keys().are_many() { MORE_ROWS } else { 0 };
    rows.start().saturating_sub(more)..=rows.end().saturating_add(more)
}
