//! The steps are those of g: on a step of value v each n < v is reached everywhere, and v nowhere.
//!
//! Let g have the value v_i on the step i, from p_i to q_i. Of the parts x and y − x that a piece
//! leaves, one lies in the step i and the other in the step j for some x exactly while p_i + p_j ≤
//! y < q_i + q_j: the cell (i, j) is *alive* then, and holds the nimber v_i xor v_j. So a segment
//! of length L has a move to n if and only if for some length s a cell that holds n is alive at
//! L − s.
//!
//! A piece of the digit 3 leaves the parts 0 and L − s only. So it can leave n if and only if L − s
//! lies in a step of the value n.
//!
//! For each n, the times of all cells that hold it are united and moved by each length of the digit
//! 7, the steps of the value n are moved by each length of the digit 3, and all are united. The
//! result has to have each step of a greater value inside, and to miss each step of the value n.
//! Steps of smaller values are free.
//!
//! Numbers are compared by integer keys that sort like them, also the sums of three.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

#[cfg(feature = "parallel")]
use rayon::prelude::*;

use super::table::{StepTable, TablePoints};
use crate::lattice::{Key, Point};
use crate::proof::certificate::VerifyError;
use crate::watch::{SharedWatch, Stopped, Watch, part};

/// How many steps are proven first; then twice as many are, and so on. That takes a third more
/// time, but an early error is found early, whatever follows.
const FIRST_STEPS: usize = 1024;
/// From this many collected intervals on, they are united in between.
const MOST_COLLECTED: usize = 1 << 20;

/// Proves that the steps are those of g.
pub(super) fn check(table: &StepTable, watch: Watch<'_>) -> Result<(), VerifyError> {
    let (points, _) = table.points(&[], 3)?; // each a step, a length or the limit
    let all = table.values.len();
    let doubled = std::iter::successors(Some(FIRST_STEPS), |count| Some(2 * count));
    for count in doubled.take_while(|&count| count < all).chain([all]) {
        // the work grows like the square of their number
        let [before, after] = [count / 2, count].map(|count| (count as f64 / all as f64).powi(2));
        let mut watch = part(watch, [before, after]);
        let refused = match points.scale.is_narrow {
            true => FirstSteps::<i64>::first(count, table, &points).refused(&mut watch),
            false => FirstSteps::<i128>::first(count, table, &points).refused(&mut watch),
        };
        if let Some((step, reason)) = refused.map_err(|Stopped| VerifyError::Stopped)? {
            return Err(VerifyError::Refused { line: table.first_line + step as u64, reason });
        }
    }
    Ok(())
}

/// The first steps of a table, by their keys.
struct FirstSteps<K> {
    /// Where each step begins and ends, and its value.
    steps: Vec<(Range<K>, u64)>,
    /// The steps of each value, ascending.
    classes: BTreeMap<u64, Vec<Range<K>>>,
    /// The lengths of the digit 7, and those of the digit 3.
    shifts: [Vec<K>; 2],
    /// The key just above the greatest that a move can leave, which is that of the end less the
    /// shortest length.
    past: K,
}

impl<K: Key> FirstSteps<K> {
    fn first(count: usize, table: &StepTable, points: &TablePoints) -> Self {
        let key = |point: &Point| K::nearest(point.key);
        // whatever is greater than the limit has a key that is greater by at least 1
        let end = points.starts.get(count).map_or_else(|| key(&points.limit) + K::from(1), key);
        let ends = points.starts[1..count].iter().map(key).chain([end]);
        let ranges = points.starts.iter().map(key).zip(ends).map(|(start, end)| start..end);
        let steps: Vec<_> = ranges.zip(table.values.iter().copied()).collect();
        let mut classes: BTreeMap<u64, Vec<Range<K>>> = BTreeMap::new();
        for (range, value) in &steps {
            classes.entry(*value).or_default().push(range.clone());
        }
        let shifts = [true, false].map(|is_anywhere| {
            let pieces = points.lengths.iter().zip(&table.is_anywhere);
            pieces.filter(|piece| *piece.1 == is_anywhere).map(|(length, _)| key(length)).collect()
        });
        let past = end - key(&points.lengths[0]); // the shortest: they ascend
        Self { steps, classes, shifts, past }
    }

    /// The first step that is refused for the least nimber, with the reason.
    fn refused(&self, watch: Watch<'_>) -> Result<Option<(usize, String)>, Stopped> {
        let largest = self.classes.keys().copied().max().unwrap_or(0);
        let (seen, watch) = (AtomicU64::new(0), SharedWatch::new(watch));
        let look = |nimber| {
            let done = seen.fetch_add(1, Ordering::Relaxed) as f64 / (largest + 1) as f64;
            watch.tell(done).map(|()| self.refused_for(nimber)).transpose()
        };
        #[cfg(feature = "parallel")]
        let refused = (0..=largest).into_par_iter().find_map_first(look);
        #[cfg(not(feature = "parallel"))]
        let refused = (0..=largest).find_map(look);
        refused.transpose()
    }

    /// The first step that a nimber refuses.
    fn refused_for(&self, nimber: u64) -> Option<(usize, String)> {
        let reached = self.reached(nimber);
        let mut reached = reached.iter().peekable();
        for (step, (range, value)) in self.steps.iter().enumerate() {
            while reached.next_if(|reached| reached.end <= range.start).is_some() {}
            let next = reached.peek();
            let is_inside = next.is_some_and(|next| next.start <= range.start && range.end <= next.end);
            if *value > nimber && !is_inside {
                return Some((step, format!("not every L here has a move to {nimber}")));
            }
            if *value == nimber && next.is_some_and(|next| next.start < range.end) {
                return Some((step, format!("some L here has a move to {nimber}")));
            }
        }
        None
    }

    /// The lengths of a segment up to the end that have a move to the nimber.
    fn reached(&self, nimber: u64) -> Vec<Range<K>> {
        let [anywhere, at_an_end] = &self.shifts;
        let alive = if anywhere.is_empty() { vec![] } else { self.alive(nimber) };
        let steps = self.classes.get(&nimber).map_or(&[][..], Vec::as_slice);
        let moved = |ranges: &[Range<K>], shifts: &[K]| -> Vec<Range<K>> {
            let of = |&shift: &K| ranges.iter().map(move |range| range.start + shift..range.end + shift);
            shifts.iter().flat_map(of).collect()
        };
        united([moved(&alive, anywhere), moved(steps, at_an_end)].concat())
    }

    /// Where cells that hold the nimber are alive.
    fn alive(&self, nimber: u64) -> Vec<Range<K>> {
        let (mut alive, mut most) = (vec![], MOST_COLLECTED);
        // both orders of a pair are alive at the same time
        for (value, ours) in self.classes.iter().filter(|&(&value, _)| value <= value ^ nimber) {
            let theirs = self.classes.get(&(value ^ nimber)).map_or(&[][..], Vec::as_slice);
            for (index, first) in ours.iter().enumerate() {
                let theirs = if nimber == 0 { &theirs[index..] } else { theirs };
                let cells = theirs.iter().map(|second| first.start + second.start..first.end + second.end);
                let cells = cells.take_while(|cell| cell.start < self.past);
                alive.extend(cells.map(|cell| cell.start..cell.end.min(self.past)));
                if alive.len() > most {
                    alive = united(alive);
                    most = MOST_COLLECTED.max(2 * alive.len());
                }
            }
        }
        united(alive)
    }
}

/// Half-open intervals in ascending order, those that overlap or touch being one.
fn united<K: Key>(mut ranges: Vec<Range<K>>) -> Vec<Range<K>> {
    ranges.sort_unstable_by_key(|range| range.start);
    ranges.dedup_by(|range, last| {
        let is_one = range.start <= last.end;
        if is_one {
            last.end = last.end.max(range.end);
        }
        is_one
    });
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_that_overlap_or_touch_are_one() {
        let ranges = vec![5..7, 0..1, 6..6, 1..3, 9..12, 10..11, 2..3];
        assert_eq!(united::<i64>(ranges), [0..3, 5..7, 9..12]);
        assert_eq!(united::<i128>(vec![]), []);
    }
}
