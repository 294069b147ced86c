//! The corner events of a step function, window by window: the same events as from a queue, without queue or sort.
//!
//! # The corner law
//! Let a step function have the value v_i on \[p_i, p_{i+1}). The cell (i, j) lets
//! reach(y) = { v(x) xor v(y − x) : 0 ≤ x ≤ y } hold v_i xor v_j exactly while p_i + p_j ≤ y < p_{i+1} + p_{j+1}:
//! some x with x ∈ \[p_i, p_{i+1}) and y − x ∈ \[p_j, p_{j+1}) exists exactly then. Hence at the corner y = p_i + p_j the
//! cell (i, j) enters, the cell (i−1, j−1) leaves, and nothing else changes there.
//!
//! Cells (i, j) and (j, i) hold the same nimber at the same time, so pairs i ≤ j suffice.
//!
//! # Windows
//! All corners of a window [from, to) of keys come from breakpoints below `to`. A sweep that extends the function itself
//! therefore needs windows no wider than its shortest delay. For each i, the j with p_i + p_j in the window are a run
//! of consecutive indices, and both its ends fall as i grows: two pointers find all pairs.
//!
//! # Rows
//! In a window no wider than the spacing of the lattice a point is named by its row ([`RowKeys`]), and rows add. So every
//! event of the window is one step to row(i) + row(j) of a dense table rows × nimbers, where at each corner the nimber
//! that enters counts up and the one that leaves counts down. Then the rows are taken in order of their keys, and each
//! is added to the running counts as a whole. Only a count that becomes zero or leaves zero is a [`Transition`].
//!
//! How many rows a window meets is measured, not assumed ([`Cells::rows_of_window`]): where breakpoints do not lie in a
//! narrow strip, so that the table would be much larger than the events of the window are many, the events are collected and sorted.

use std::ops::{Range, RangeInclusive};

use super::counts::Nimber;
use crate::exact::{Point, RowKeys};

/// A step function as the sweep reads it: for each step its key, its row and its value, in ascending order of keys.
///
/// ```
/// use nimsweep::exact::Point;
/// use nimsweep::sweep::corners::Cells;
///
/// let mut cells = Cells::starting_with(0, 10); // value 0 from key 0 on; windows of width 10
/// cells.push(Point { key: 7, row: 1 }, 3);
/// assert_eq!(cells.len(), 2);
/// assert_eq!(cells.corners_in(0..14), 2); // at 0 + 0 and 0 + 7; the third, 7 + 7, comes at 14
/// ```
#[derive(Clone, Debug)]
pub struct Cells {
    keys: Vec<i64>,
    rows: Vec<i32>,
    values: Vec<Nimber>,
    /// The bits that any value has.
    value_bits: Nimber,
    /// The width of a window.
    width: i64,
    /// For each window of this width from key 0 on: the least and the greatest row of its breakpoints.
    strip: Vec<Option<(i32, i32)>>,
}

impl Cells {
    /// A function that has `value` from key 0 on, for windows of the given width in keys.
    #[must_use]
    pub fn starting_with(value: Nimber, width: i64) -> Self {
        let (keys, rows, values, strip) = (vec![], vec![], vec![], vec![]);
        let mut cells = Self { keys, rows, values, value_bits: 0, width, strip };
        cells.push(Point::ORIGIN, value);
        cells
    }

    /// Adds a step: from `at` on, which must be beyond all steps so far, the function has another value than before.
    pub fn push(&mut self, at: Point, value: Nimber) {
        debug_assert!(self.keys.last().is_none_or(|&last| last < at.key), "steps come in ascending order");
        debug_assert!(self.values.last() != Some(&value), "a step changes the value");
        self.keys.push(at.key);
        self.rows.push(at.row);
        self.values.push(value);
        self.value_bits |= value;
        // the quotient of non-negative 64-bit numbers fits the address space of the windows already made
        let window = usize::try_from(at.key / self.width).unwrap_or(0);
        self.strip.resize(self.strip.len().max(window + 1), None);
        let (least, greatest) = self.strip[window].unwrap_or((at.row, at.row));
        self.strip[window] = Some((least.min(at.row), greatest.max(at.row)));
    }

    /// How many steps there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Never: there is a value from key 0 on.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The value of the last step.
    #[must_use]
    pub fn last_value(&self) -> Nimber {
        self.values.last().copied().unwrap_or_default()
    }

    /// The steps: where each begins, and its value.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = (Point, Nimber)> {
        let points = self.keys.iter().zip(&self.rows).map(|(&key, &row)| Point { key, row });
        points.zip(self.values.iter().copied())
    }

    /// The runs of pairs i ≤ j whose corner lies in a window of keys: for each i its indices j, ascending.
    ///
    /// # Cost
    /// O(steps below the end of the window), besides the pairs themselves.
    pub fn pairs_in(&self, window: Range<i64>) -> impl Iterator<Item = (usize, Range<usize>)> {
        pairs_of(&self.keys, window)
    }

    /// How many corners p_i + p_j with i ≤ j lie in a window of keys.
    #[must_use]
    pub fn corners_in(&self, window: Range<i64>) -> u64 {
        self.pairs_in(window).map(|(_, run)| run.len() as u64).sum()
    }

    /// Bounds of the rows that the corners of a window meet: the strip, as it was measured.
    ///
    /// `window` counts windows of the width of these cells from key 0 on. Two breakpoints whose sum lies in window n lie
    /// in windows t and n − t, or t and n − t − 1.
    #[must_use]
    pub fn rows_of_window(&self, window: usize) -> Option<RangeInclusive<i32>> {
        let pairs = (0..=window).flat_map(|t| {
            let partners = [Some(window - t), (window - t).checked_sub(1)];
            partners.into_iter().flatten().map(move |u| (t, u)).filter(|(t, u)| t <= u)
        });
        let bounds = pairs.filter_map(|(t, u)| {
            let (a, b) = ((*self.strip.get(t)?)?, (*self.strip.get(u)?)?);
            Some((a.0 + b.0, a.1 + b.1))
        });
        let (least, greatest) = bounds.reduce(|x, y| (x.0.min(y.0), x.1.max(y.1)))?;
        Some(least..=greatest)
    }

    /// Nimbers that any pair of cells can hold are below this power of two.
    fn nimbers(&self) -> usize {
        (self.value_bits as usize + 1).next_power_of_two()
    }
}

/// The runs of pairs i ≤ j of ascending keys whose sum lies in a window: for each i its indices j, ascending.
///
/// # Cost
/// O(n) for n keys, besides the pairs themselves.
pub fn pairs_of(keys: &[i64], window: Range<i64>) -> impl Iterator<Item = (usize, Range<usize>)> {
    let below = |end: i64| keys.partition_point(|&key| key < end);
    let (mut first, mut past) = (below(window.start), below(window.end));
    keys.iter().enumerate().map_while(move |(i, &key)| {
        while first > i && keys[first - 1] >= window.start - key {
            first -= 1;
        }
        while past > i && keys[past - 1] >= window.end - key {
            past -= 1;
        }
        // the ends only fall, so once nothing is left at or above i, nothing comes
        (past > i).then(|| (i, first.max(i)..past))
    })
}

/// A nimber comes into reach or leaves it.
///
/// # Order
/// By place, then by nimber: the order in which both sources report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Transition {
    /// Where on the line.
    pub at: Point,
    /// Which nimber.
    pub nimber: Nimber,
    /// Whether it is held from here on.
    pub held: bool,
}

/// The reach of a step function, swept window by window.
///
/// For an example see the Grundy function of the squares, which feeds the transitions back into the function.
#[derive(Clone, Debug)]
pub struct Reach {
    row_keys: RowKeys,
    /// How often each nimber is held; the length is a power of two, and at least 64.
    counts: Vec<i32>,
    /// One bit for each count that is not zero.
    held: Vec<u64>,
    /// rows × nimbers: what the corners of a window change.
    table: Vec<i32>,
    /// The rows of a window in the order of their keys.
    order: Vec<(i64, i32)>,
    /// The events of a window where the table would be too large.
    events: Vec<(Point, Nimber, i32)>,
    events_seen: u64,
}

/// The table of a window has at most so many entries for each event in it; beyond, the events are sorted.
const TABLE_ENTRIES_PER_EVENT: usize = 64;
/// A table of so many entries is always allowed: it stays in the cache.
const SMALL_TABLE: usize = 1 << 16;

impl Reach {
    /// Nothing is held yet; no window has been swept.
    #[must_use]
    pub fn new(row_keys: RowKeys) -> Self {
        let (counts, held) = (vec![0; 64], vec![0]);
        let (table, order, events) = (vec![], vec![], vec![]);
        Self { row_keys, counts, held, table, order, events, events_seen: 0 }
    }

    /// How many corners have been swept.
    #[must_use]
    pub fn corners(&self) -> u64 {
        self.events_seen
    }

    /// Sweeps window number `window` of the cells, which must be the next one, and appends its transitions in order.
    ///
    /// All steps below the end of the window must be known.
    ///
    /// # Cost
    /// O(steps + corners of the window + rows × nimbers), or with a sort of the corners where rows are many.
    pub fn sweep(&mut self, cells: &Cells, window: usize, transitions: &mut Vec<Transition>) {
        let Some(rows) = cells.rows_of_window(window) else { return };
        self.widen(cells.nimbers());
        let from = cells.width * window as i64;
        let keys = from..from + cells.width;
        let corners = cells.corners_in(keys.clone());
        self.events_seen += corners;
        let entries = rows.clone().count().saturating_mul(self.counts.len());
        let by_rows = entries <= SMALL_TABLE || entries as u64 / TABLE_ENTRIES_PER_EVENT as u64 <= corners;
        if by_rows && self.fits_rows(cells.width) {
            self.sweep_by_rows(cells, keys, rows, transitions);
        } else {
            self.sweep_by_sorting(cells, keys, transitions);
        }
    }

    /// Whether a row names one point in windows of this width.
    fn fits_rows(&self, width: i64) -> bool {
        self.row_keys.spacing.is_none_or(|spacing| width <= spacing)
    }

    /// Makes room for nimbers below a power of two.
    fn widen(&mut self, nimbers: usize) {
        if nimbers > self.counts.len() {
            self.counts.resize(nimbers, 0);
            self.held.resize(nimbers / 64, 0);
        }
    }

    fn sweep_by_rows(
        &mut self,
        cells: &Cells,
        window: Range<i64>,
        rows: RangeInclusive<i32>,
        transitions: &mut Vec<Transition>,
    ) {
        let Self { row_keys, counts, held, table, order, .. } = self;
        let nimbers = counts.len();
        table.clear();
        table.resize(rows.clone().count() * nimbers, 0);
        count_corners(cells, window.clone(), *rows.start(), nimbers, table);
        order.clear();
        for row in rows.clone() {
            order.extend(row_keys.first_from(row, window.start).map(|key| (key, row)));
        }
        order.sort_unstable();
        for &(key, row) in &*order {
            let offset = (row - rows.start()) as usize * nimbers;
            let at = Point { key, row };
            settle_row(counts, held, &table[offset..offset + nimbers], |nimber, held| {
                transitions.push(Transition { at, nimber, held });
            });
        }
    }

    fn sweep_by_sorting(&mut self, cells: &Cells, window: Range<i64>, transitions: &mut Vec<Transition>) {
        let mut events = std::mem::take(&mut self.events);
        events.clear();
        for (i, run) in cells.pairs_in(window) {
            for j in run {
                let at = Point { key: cells.keys[i] + cells.keys[j], row: cells.rows[i] + cells.rows[j] };
                events.push((at, cells.values[i] ^ cells.values[j], 1));
                if i > 0 {
                    events.push((at, cells.values[i - 1] ^ cells.values[j - 1], -1));
                }
            }
        }
        events.sort_unstable();
        for moment in events.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let (at, nimber, _) = moment[0];
            let count = &mut self.counts[nimber as usize];
            let before = *count > 0;
            *count += moment.iter().map(|event| event.2).sum::<i32>();
            let held = *count > 0;
            if held != before {
                self.held[nimber as usize / 64] ^= 1 << (nimber % 64);
                transitions.push(Transition { at, nimber, held });
            }
        }
        self.events = events;
    }
}

/// Counts every corner of a window into a table of rows × nimbers: the cell that enters up, the one that leaves down.
///
/// `nimbers` is a power of two above every nimber, so that row and nimber make the index without a carry.
fn count_corners(cells: &Cells, window: Range<i64>, first_row: i32, nimbers: usize, table: &mut [i32]) {
    for (i, run) in cells.pairs_in(window) {
        let base = cells.rows[i] - first_row;
        let entering = cells.values[i];
        let rows = &cells.rows[run.clone()];
        let values = &cells.values[run.clone()];
        let place = |row: i32, nimber: Nimber| (base + row) as usize * nimbers + nimber as usize;
        if i == 0 {
            for (&row, &value) in rows.iter().zip(values) {
                table[place(row, entering ^ value)] += 1;
            }
            continue;
        }
        let leaving = cells.values[i - 1];
        let values_before = &cells.values[run.start - 1..run.end - 1];
        for ((&row, &value), &before) in rows.iter().zip(values).zip(values_before) {
            table[place(row, entering ^ value)] += 1;
            table[place(row, leaving ^ before)] -= 1;
        }
    }
}

/// Adds a row of differences to the running counts, and reports the nimbers that came or went, in ascending order.
///
/// A count never exceeds the number of cells that a line x + y = const crosses, at most twice the steps: it fits `i32`.
fn settle_row(counts: &mut [i32], held: &mut [u64], row: &[i32], mut report: impl FnMut(Nimber, bool)) {
    let chunks = counts.chunks_exact_mut(64).zip(row.chunks_exact(64)).zip(held);
    for (index, ((counts, differences), held)) in chunks.enumerate() {
        // a first pass without branches, which the compiler turns into vector instructions; most rows change nothing
        let mut changed = false;
        for (count, difference) in counts.iter_mut().zip(differences) {
            let after = *count + difference;
            changed |= (*count == 0) != (after == 0);
            *count = after;
        }
        if !changed {
            continue;
        }
        let now = counts.iter().rev().fold(0_u64, |bits, &count| bits << 1 | u64::from(count != 0));
        let mut different = now ^ *held;
        *held = now;
        while different != 0 {
            let bit = different.trailing_zeros();
            report(index as Nimber * 64 + bit, now >> bit & 1 == 1);
            different &= different - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::{Lattice, Surd};

    /// A step function on the lattice of 1 and √2 with arbitrary values, in windows of width 1.
    fn cells(count: usize) -> (Lattice, Cells) {
        let lengths = [Surd::one(), "sqrt2".parse().unwrap()];
        let lattice = Lattice::spanned_by(&lengths, &"60".parse().unwrap()).unwrap();
        let [one, root] = lattice.generators()[..] else { panic!("two lengths") };
        let mut points = vec![Point::ORIGIN];
        for b in 0..9 {
            for a in 0..9 {
                let along = |n: i32, p: Point| (0..n).fold(Point::ORIGIN, |sum, _| sum + p);
                points.push(along(a, one) + along(b, root));
            }
        }
        points.sort();
        points.dedup();
        let mut cells = Cells::starting_with(0, one.key);
        let mut value = 0_u32;
        for (step, &point) in points.iter().enumerate().skip(1).take(count) {
            value ^= (1 + step as u32 * 7 % 5) ^ u32::from(step.is_multiple_of(11)) << 6;
            cells.push(point, value);
        }
        (lattice, cells)
    }

    /// The law as it is stated: which cells of all pairs hold which nimber at y.
    fn reach_by_definition(cells: &Cells, y: i64) -> Vec<Nimber> {
        let end = |i: usize| cells.keys.get(i + 1).copied().unwrap_or(i64::MAX / 4);
        let mut held = vec![];
        for i in 0..cells.len() {
            for j in 0..cells.len() {
                if cells.keys[i] + cells.keys[j] <= y && y < end(i) + end(j) {
                    held.push(cells.values[i] ^ cells.values[j]);
                }
            }
        }
        held.sort_unstable();
        held.dedup();
        held
    }

    #[test]
    fn corner_law_holds_after_every_window() {
        let (lattice, cells) = cells(60);
        let mut reach = Reach::new(lattice.row_keys());
        let mut transitions = vec![];
        let mut held = std::collections::BTreeSet::new();
        for window in 0..14 {
            transitions.clear();
            reach.sweep(&cells, window, &mut transitions);
            assert!(transitions.is_sorted());
            for moment in transitions.chunk_by(|a, b| a.at == b.at) {
                for transition in moment {
                    let changed = if transition.held {
                        held.insert(transition.nimber)
                    } else {
                        held.remove(&transition.nimber)
                    };
                    assert!(changed, "{transition:?} changes nothing");
                }
                assert!(
                    held.iter().eq(&reach_by_definition(&cells, moment[0].at.key)),
                    "at {:?}",
                    moment[0].at
                );
            }
        }
        assert!(held.len() > 8, "{held:?}");
    }

    #[test]
    fn rows_and_sorting_write_the_same_transitions() {
        let (lattice, cells) = cells(80);
        let (mut by_rows, mut by_sorting) = (Reach::new(lattice.row_keys()), Reach::new(lattice.row_keys()));
        let (mut left, mut right) = (vec![], vec![]);
        for window in 0..20 {
            let Some(rows) = cells.rows_of_window(window) else { continue };
            let keys = cells.width * window as i64..cells.width * (window as i64 + 1);
            by_rows.widen(cells.nimbers());
            by_sorting.widen(cells.nimbers());
            by_rows.sweep_by_rows(&cells, keys.clone(), rows, &mut left);
            by_sorting.sweep_by_sorting(&cells, keys, &mut right);
            assert_eq!(
                (by_rows.counts.clone(), by_rows.held.clone()),
                (by_sorting.counts.clone(), by_sorting.held.clone())
            );
        }
        assert_eq!(left, right);
        assert!(left.len() > 100);
    }

    #[test]
    fn pairs_of_a_window_are_those_with_their_sum_in_it() {
        let keys = [0, 3, 4, 9, 10, 16];
        for (from, to) in [(0, 1), (0, 40), (7, 13), (12, 14), (20, 33), (32, 33), (33, 40)] {
            let found: Vec<_> =
                pairs_of(&keys, from..to).flat_map(|(i, run)| run.map(move |j| (i, j))).collect();
            let expected: Vec<_> = (0..6)
                .flat_map(|i| (i..6).map(move |j| (i, j)))
                .filter(|&(i, j)| (from..to).contains(&(keys[i] + keys[j])))
                .collect();
            assert_eq!(found, expected, "sums from {from} to {to}");
        }
    }

    #[test]
    fn the_measured_strip_holds_every_corner() {
        let (_, cells) = cells(80);
        for window in 0..20 {
            let keys = cells.width * window as i64..cells.width * (window as i64 + 1);
            let rows = cells.rows_of_window(window);
            for (i, run) in cells.pairs_in(keys.clone()) {
                assert!(
                    run.into_iter().all(|j| rows.clone().unwrap().contains(&(cells.rows[i] + cells.rows[j])))
                );
            }
        }
    }
}
