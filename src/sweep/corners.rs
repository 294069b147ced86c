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
//! # Windows and blocks
//! The line is cut into windows of equal width. The breakpoints inside window t are block t, and all corners of blocks
//! t and u lie in the windows t + u and t + u + 1. So step n of the sweep takes all pairs of blocks with t + u = n, counts
//! their corners for the windows n and n + 1, and then window n is complete. A sweep that extends the function itself needs
//! windows no wider than its shortest delay: then block n is known when step n comes.
//!
//! # Rows
//! In a window no wider than the spacing of the lattice a point is named by its row ([`RowKeys`]), and in two such windows
//! by its row and the parity of its place m in the row. Rows add, and parities add. So the corner of two steps needs no
//! comparison and no sort: row and parity of the sum choose a line in a dense table lines × nimbers, where the nimber that
//! enters counts up and the one that leaves counts down. When a window is complete, its lines are taken in order of their
//! keys, and each is added to the running counts as a whole. Only a count that becomes zero or leaves zero is a
//! [`Transition`].
//!
//! # Narrow counts
//! Counts and differences are kept in 16 bits, modulo 2¹⁶, while that provably loses nothing. Let B be the number of steps
//! that begin no further than half of the window's end: at most B pairs i ≤ j have their corner at one point, so that no
//! count grows by more than B at a point. As long as every count is below 2¹⁶ − B after each point, it is exact after the
//! next one. Where a count comes near that, the window is swept again with 32 bits, and so are all that follow.
//!
//! How many rows the windows meet is measured, not assumed ([`Cells::rows_of_blocks`]): where breakpoints do not lie in a
//! narrow strip, so that the table would outgrow the cache, the corners of a window are collected and sorted instead.

use std::ops::{Range, RangeInclusive};

use super::counts::Nimber;
use crate::exact::{Point, RowKeys};

/// A step function as the sweep reads it: for each step its key, its row and its value, in ascending order of keys.
///
/// ```
/// use nimsweep::exact::{Point, RowKeys};
/// use nimsweep::sweep::corners::Cells;
///
/// let rows = RowKeys { slant: 7, spacing: Some(5) };
/// let mut cells = Cells::starting_with(0, 5, rows); // value 0 from key 0 on; windows of width 5
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
    row_keys: RowKeys,
    /// For each window from key 0 on, the steps that begin in it.
    blocks: Vec<Block>,
}

/// The steps that begin in one window.
#[derive(Clone, Debug)]
struct Block {
    steps: Range<usize>,
    /// The least and the greatest row, where there is a step.
    rows: Option<(i32, i32)>,
}

impl Cells {
    /// A function that has `value` from key 0 on, for windows of the given width in keys, and rows at the given keys.
    #[must_use]
    pub fn starting_with(value: Nimber, width: i64, row_keys: RowKeys) -> Self {
        let (keys, rows, values, blocks) = (vec![], vec![], vec![], vec![]);
        let mut cells = Self { keys, rows, values, value_bits: 0, width, row_keys, blocks };
        cells.push(Point::ORIGIN, value);
        cells
    }

    /// Adds a step: from `at` on, which must be beyond all steps so far, the function has another value than before.
    pub fn push(&mut self, at: Point, value: Nimber) {
        debug_assert!(self.keys.last().is_none_or(|&last| last < at.key), "steps come in ascending order");
        debug_assert!(self.values.last() != Some(&value), "a step changes the value");
        let step = self.keys.len();
        self.keys.push(at.key);
        self.rows.push(at.row);
        self.values.push(value);
        self.value_bits |= value;
        while self.blocks.len() as i64 * self.width <= at.key {
            self.blocks.push(Block { steps: step..step, rows: None });
        }
        if let Some(block) = self.blocks.last_mut() {
            block.steps.end = step + 1;
            let (least, greatest) = block.rows.unwrap_or((at.row, at.row));
            block.rows = Some((least.min(at.row), greatest.max(at.row)));
        }
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

    /// How many corners p_i + p_j with i ≤ j lie in a window of keys.
    ///
    /// # Cost
    /// O(steps below the end of the window).
    #[must_use]
    pub fn corners_in(&self, window: Range<i64>) -> u64 {
        pairs_of(&self.keys, window).map(|(_, run)| run.len() as u64).sum()
    }

    /// The pairs of blocks t ≤ u with t + u = `sum`.
    fn block_pairs(&self, sum: usize) -> impl Iterator<Item = (&Block, &Block)> {
        (0..=sum / 2).filter_map(move |t| Some((self.blocks.get(t)?, self.blocks.get(sum - t)?)))
    }

    /// Bounds of the rows that corners of the blocks t and u with t + u = `sum` meet: the strip, as it was measured.
    #[must_use]
    pub fn rows_of_blocks(&self, sum: usize) -> Option<RangeInclusive<i32>> {
        let bounds = self.block_pairs(sum).filter_map(|(t, u)| {
            let (a, b) = (t.rows?, u.rows?);
            Some((a.0 + b.0, a.1 + b.1))
        });
        let (least, greatest) = bounds.reduce(|x, y| (x.0.min(y.0), x.1.max(y.1)))?;
        Some(least..=greatest)
    }

    /// Bounds of the rows that the corners of a window meet.
    fn rows_of_window(&self, window: usize) -> Option<RangeInclusive<i32>> {
        let before = window.checked_sub(1).and_then(|sum| self.rows_of_blocks(sum));
        let bounds = before.into_iter().chain(self.rows_of_blocks(window));
        bounds.reduce(|x, y| *x.start().min(y.start())..=*x.end().max(y.end()))
    }

    /// The keys of a window.
    fn keys_of_window(&self, window: usize) -> Range<i64> {
        let from = self.width * window as i64;
        from..from + self.width
    }

    /// Nimbers that any pair of cells can hold are below this power of two, which is at least 64.
    fn nimbers(&self) -> usize {
        (self.value_bits as usize + 1).next_power_of_two().max(64)
    }

    /// B: no more pairs i ≤ j than this have their corner at one point of a window, as p_i is at most half of the point.
    fn most_corners_at_a_point(&self, window: usize) -> usize {
        let end = self.keys_of_window(window).end;
        self.keys.partition_point(|&key| key <= end / 2)
    }

    /// The parity of the place m of a point in its row: key = row·slant + m·spacing.
    fn parity(&self, key: i64, row: i32) -> u32 {
        let along = |spacing: i64| (key - i64::from(row) * self.row_keys.slant) / spacing;
        self.row_keys.spacing.map_or(0, |spacing| (along(spacing) & 1) as u32)
    }
}

/// The runs of pairs i ≤ j of ascending keys whose sum lies in a window: for each i its indices j, ascending.
///
/// Both ends of the run fall as i grows, so two pointers find them.
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
    sweeper: Width,
}

#[derive(Clone, Debug)]
enum Width {
    Narrow(Sweeper<u16>),
    Wide(Sweeper<u32>),
}

impl Default for Reach {
    fn default() -> Self {
        Self { sweeper: Width::Narrow(Sweeper::default()) }
    }
}

impl Reach {
    /// Sweeps window number `window` of the cells, which must be the next one, and appends its transitions in order.
    ///
    /// All steps below the end of the window must be known.
    ///
    /// # Cost
    /// O(corners of the window + lines × nimbers), or with a sort of the corners where rows are many.
    pub fn sweep(&mut self, cells: &Cells, window: usize, transitions: &mut Vec<Transition>) {
        let widened = match &mut self.sweeper {
            Width::Wide(sweeper) => {
                // 32 bits hold more cells than there is memory for
                let _ = sweeper.sweep(cells, window, transitions);
                return;
            }
            Width::Narrow(sweeper) => {
                let (before, length) = (sweeper.clone_counts(), transitions.len());
                if sweeper.sweep(cells, window, transitions).is_ok() {
                    return;
                }
                transitions.truncate(length);
                before
            }
        };
        let mut sweeper = widened;
        let _ = sweeper.sweep(cells, window, transitions);
        self.sweeper = Width::Wide(sweeper);
    }
}

/// How often a nimber is held, modulo some power of two.
trait Count: Copy + Default + Eq + std::ops::BitOr<Output = Self> {
    /// The sum, modulo the power of two.
    fn plus(self, other: Self) -> Self;
    /// An integer, modulo the power of two.
    fn modulo(integer: i32) -> Self;
    /// Whether a count that is at most this one may grow by `growth` and stay below the power of two.
    fn has_room_for(self, growth: usize) -> bool;
}

macro_rules! count {
    ($type:ty) => {
        impl Count for $type {
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            fn modulo(integer: i32) -> Self {
                integer as $type
            }

            fn has_room_for(self, growth: usize) -> bool {
                self as usize + growth <= <$type>::MAX as usize
            }
        }
    };
}

count!(u16);
count!(u32);

/// A count may have come to its power of two.
struct Overflow;

/// The sweep with counts of one width.
#[derive(Clone, Debug)]
struct Sweeper<C> {
    /// How often each nimber is held; the length is a power of two, and at least 64.
    counts: Vec<C>,
    /// One bit for each count that is not zero.
    held: Vec<u64>,
    table: Table<C>,
    /// The rows of a window in the order of their keys.
    order: Vec<(i64, i32)>,
    /// The corners of a window where the table would be too large.
    events: Vec<(Point, Nimber, i32)>,
}

/// A table of more entries than this is not built: it would be far beyond the cache.
const LARGEST_TABLE: usize = 1 << 24;

impl<C: Count> Default for Sweeper<C> {
    fn default() -> Self {
        let counts = vec![C::default(); 64];
        Self { counts, held: vec![0], table: Table::default(), order: vec![], events: vec![] }
    }
}

impl Sweeper<u16> {
    /// The same counts with more room, and with no table yet.
    fn clone_counts(&self) -> Sweeper<u32> {
        let counts = self.counts.iter().copied().map(u32::from).collect();
        Sweeper { counts, held: self.held.clone(), ..Sweeper::default() }
    }
}

impl<C: Count> Sweeper<C> {
    fn sweep(
        &mut self,
        cells: &Cells,
        window: usize,
        transitions: &mut Vec<Transition>,
    ) -> Result<(), Overflow> {
        if cells.nimbers() > self.counts.len() {
            self.counts.resize(cells.nimbers(), C::default());
            self.held.resize(cells.nimbers() / 64, 0);
        }
        let Some(rows) = cells.rows_of_window(window) else { return Ok(()) };
        match Shape::for_rows(cells, &rows) {
            Some(shape) => self.sweep_by_rows(cells, window, rows, shape, transitions),
            None => self.sweep_by_sorting(cells, window, transitions),
        }
    }

    fn sweep_by_rows(
        &mut self,
        cells: &Cells,
        window: usize,
        rows: RangeInclusive<i32>,
        shape: Shape,
        transitions: &mut Vec<Transition>,
    ) -> Result<(), Overflow> {
        let Self { counts, held, table, order, .. } = self;
        table.prepare(cells, window, shape);
        table.count_blocks(cells, window);
        order.clear();
        let keys = cells.keys_of_window(window);
        for row in rows {
            let key = cells.row_keys.first_from(row, keys.start).filter(|&key| key < keys.end);
            order.extend(key.map(|key| (key, row)));
        }
        order.sort_unstable();
        let growth = cells.most_corners_at_a_point(window);
        for &(key, row) in &*order {
            let at = Point { key, row };
            let line = table.line(row, cells.parity(key, row));
            let bound = settle_line(counts, held, line, |nimber, held| {
                transitions.push(Transition { at, nimber, held })
            });
            if !bound.has_room_for(growth) {
                return Err(Overflow);
            }
        }
        Ok(())
    }

    fn sweep_by_sorting(
        &mut self,
        cells: &Cells,
        window: usize,
        transitions: &mut Vec<Transition>,
    ) -> Result<(), Overflow> {
        self.table.forget();
        let Self { counts, held, events, .. } = self;
        events.clear();
        for (i, run) in pairs_of(&cells.keys, cells.keys_of_window(window)) {
            for j in run {
                let at = Point { key: cells.keys[i] + cells.keys[j], row: cells.rows[i] + cells.rows[j] };
                events.push((at, cells.values[i] ^ cells.values[j], 1));
                if i > 0 {
                    events.push((at, cells.values[i - 1] ^ cells.values[j - 1], -1));
                }
            }
        }
        events.sort_unstable();
        let growth = cells.most_corners_at_a_point(window);
        for moment in events.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let (at, nimber, _) = moment[0];
            let count = &mut counts[nimber as usize];
            let before = *count != C::default();
            *count = count.plus(C::modulo(moment.iter().map(|event| event.2).sum()));
            if !count.has_room_for(growth) {
                return Err(Overflow);
            }
            let now = *count != C::default();
            if now != before {
                held[nimber as usize / 64] ^= 1 << (nimber % 64);
                transitions.push(Transition { at, nimber, held: now });
            }
        }
        Ok(())
    }
}

/// How a table names its entries: \[row modulo 2^row_bits\]\[parity\]\[nimber below 2^nimber_bits\].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Shape {
    row_bits: u32,
    nimber_bits: u32,
}

impl Shape {
    /// The shape for these rows, `None` where a row does not name a point or the table would be too large.
    fn for_rows(cells: &Cells, rows: &RangeInclusive<i32>) -> Option<Self> {
        if cells.row_keys.spacing.is_some_and(|spacing| cells.width > spacing) {
            return None;
        }
        let span = usize::try_from(i64::from(*rows.end()) - i64::from(*rows.start()) + 1).ok()?;
        let shape = Self {
            row_bits: span.next_power_of_two().trailing_zeros(),
            nimber_bits: cells.nimbers().trailing_zeros(),
        };
        (shape.row_bits + 1 + shape.nimber_bits <= LARGEST_TABLE.trailing_zeros()).then_some(shape)
    }

    /// A shape with room for both, unless that is much more than the second asks for.
    fn or_larger(self, asked: Self) -> Self {
        let enough = self.nimber_bits == asked.nimber_bits
            && self.row_bits >= asked.row_bits
            && self.row_bits <= asked.row_bits + 1;
        if enough { self } else { asked }
    }

    fn entries(self) -> usize {
        1 << (self.row_bits + 1 + self.nimber_bits)
    }

    /// Where the line of a row and a parity begins.
    fn line(self, row: i32, parity: u32) -> usize {
        let row = row as usize & ((1 << self.row_bits) - 1);
        (row << 1 | parity as usize) << self.nimber_bits
    }
}

/// What the corners of two windows change: for each line and nimber, how many cells enter less how many leave.
///
/// # Codes
/// The index of an entry is the sum of a row part and an exclusive or of a part with parity and nimber, both of which
/// come from the two steps of a corner. So each step has its parts at hand: `row`, `enter` with the value that it takes,
/// and `leave` with the value that it ends.
#[derive(Clone, Debug, Default)]
struct Table<C> {
    shape: Shape,
    entries: Vec<C>,
    row: Vec<u32>,
    enter: Vec<u32>,
    leave: Vec<u32>,
    /// The window that the table is ready for: everything that earlier blocks count for it is in.
    ready_for: Option<usize>,
}

impl<C: Count> Table<C> {
    /// Nothing in the table is of use any more.
    fn forget(&mut self) {
        self.ready_for = None;
    }

    /// Makes the table ready for a window: in a shape with enough room, with what earlier blocks count for it.
    fn prepare(&mut self, cells: &Cells, window: usize, asked: Shape) {
        let shape = self.shape.or_larger(asked);
        if self.ready_for != Some(window) || shape != self.shape {
            self.shape = shape;
            self.entries.clear();
            self.entries.resize(shape.entries(), C::default());
            self.row.clear();
            self.enter.clear();
            self.leave.clear();
            self.encode(cells);
            self.recount(cells, window);
        }
        self.encode(cells);
        self.ready_for = Some(window + 1);
    }

    /// Writes the codes of steps that are new.
    fn encode(&mut self, cells: &Cells) {
        for step in self.row.len()..cells.len() {
            let (key, row) = (cells.keys[step], cells.rows[step]);
            let parity = cells.parity(key, row) << self.shape.nimber_bits;
            // sums of row parts wrap around, as rows do modulo 2^row_bits
            self.row.push((row as u32) << (self.shape.nimber_bits + 1));
            self.enter.push(parity | cells.values[step]);
            self.leave.push(parity | step.checked_sub(1).map_or(0, |before| cells.values[before]));
        }
    }

    /// Counts what the blocks of the step before count for a window: their corners that lie in it.
    fn recount(&mut self, cells: &Cells, window: usize) {
        let Some(sum) = window.checked_sub(1) else { return };
        let from = cells.keys_of_window(window).start;
        let mut entries = std::mem::take(&mut self.entries);
        for (t, u) in cells.block_pairs(sum) {
            for i in t.steps.clone() {
                for j in u.steps.clone().filter(|&j| i <= j && cells.keys[i] + cells.keys[j] >= from) {
                    self.count(&mut entries, i, j..j + 1);
                }
            }
        }
        self.entries = entries;
    }

    /// Counts all corners of the blocks t and u with t + u = `sum`.
    fn count_blocks(&mut self, cells: &Cells, sum: usize) {
        let mut entries = std::mem::take(&mut self.entries);
        for (t, u) in cells.block_pairs(sum) {
            for i in t.steps.clone() {
                self.count(&mut entries, i, u.steps.start.max(i)..u.steps.end);
            }
        }
        self.entries = entries;
    }

    /// Counts the corners of step i with a run of steps: the cells that enter up, those that leave down.
    #[inline]
    fn count(&self, entries: &mut [C], i: usize, run: Range<usize>) {
        let mask = entries.len() - 1; // a power of two
        let mut add = |code: u32, difference: i32| {
            let entry = &mut entries[code as usize & mask];
            *entry = entry.plus(C::modulo(difference));
        };
        let (row, enter, leave) = (self.row[i], self.enter[i], self.leave[i]);
        let codes = self.row[run.clone()].iter().zip(&self.enter[run.clone()]).zip(&self.leave[run]);
        if i == 0 {
            // no cell leaves at a corner with the first step
            for ((&other_row, &other_enter), _) in codes {
                add(row.wrapping_add(other_row).wrapping_add(enter ^ other_enter), 1);
            }
            return;
        }
        for ((&other_row, &other_enter), &other_leave) in codes {
            let line = row.wrapping_add(other_row);
            add(line.wrapping_add(enter ^ other_enter), 1);
            add(line.wrapping_add(leave ^ other_leave), -1);
        }
    }

    /// The line of a row and a parity.
    fn line(&mut self, row: i32, parity: u32) -> &mut [C] {
        let start = self.shape.line(row, parity);
        &mut self.entries[start..start + (1 << self.shape.nimber_bits)]
    }
}

/// Moves a line of differences to the running counts, and reports the nimbers that came or went, in ascending order.
///
/// Returns a number that no count exceeds, less than twice the greatest of them.
fn settle_line<C: Count>(
    counts: &mut [C],
    held: &mut [u64],
    line: &mut [C],
    mut report: impl FnMut(Nimber, bool),
) -> C {
    let zero = C::default();
    let mut bound = zero;
    let chunks = counts.chunks_exact_mut(64).zip(line.chunks_exact_mut(64)).zip(held);
    for (index, ((counts, differences), held)) in chunks.enumerate() {
        // a first pass without branches, which the compiler turns into vector instructions; most lines change nothing
        let mut changed = false;
        for (count, difference) in counts.iter_mut().zip(&mut *differences) {
            let after = count.plus(*difference);
            changed |= (*count == zero) != (after == zero);
            bound = bound | after;
            *count = after;
            *difference = zero;
        }
        if !changed {
            continue;
        }
        let now = counts.iter().rev().fold(0_u64, |bits, &count| bits << 1 | u64::from(count != zero));
        let mut different = now ^ *held;
        *held = now;
        while different != 0 {
            let bit = different.trailing_zeros();
            report(index as Nimber * 64 + bit, now >> bit & 1 == 1);
            different &= different - 1;
        }
    }
    bound
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
        let mut cells = Cells::starting_with(0, one.key, lattice.row_keys());
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
        let (_, cells) = cells(60);
        let mut reach = Reach::default();
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
        let (_, cells) = cells(80);
        let mut by_rows = Sweeper::<u16>::default();
        let (mut by_sorting, mut by_turns) = (Sweeper::<u32>::default(), Sweeper::<u32>::default());
        by_rows.counts.resize(cells.nimbers(), 0);
        for wide in [&mut by_sorting, &mut by_turns] {
            wide.counts.resize(cells.nimbers(), 0);
            wide.held.resize(cells.nimbers() / 64, 0);
        }
        by_rows.held.resize(cells.nimbers() / 64, 0);
        let mut logs = [vec![], vec![], vec![]];
        for window in 0..20 {
            let rows = cells.rows_of_window(window).unwrap();
            let shape = Shape::for_rows(&cells, &rows).unwrap();
            assert!(by_rows.sweep_by_rows(&cells, window, rows.clone(), shape, &mut logs[0]).is_ok());
            assert!(by_sorting.sweep_by_sorting(&cells, window, &mut logs[1]).is_ok());
            // a table that has to be made ready in the middle
            let by_turns = if window % 3 == 2 {
                by_turns.sweep_by_sorting(&cells, window, &mut logs[2])
            } else {
                by_turns.sweep_by_rows(&cells, window, rows, shape, &mut logs[2])
            };
            assert!(by_turns.is_ok());
            assert!(
                by_rows.counts.iter().map(|&count| u32::from(count)).eq(by_sorting.counts.iter().copied())
            );
            assert_eq!(by_rows.held, by_sorting.held);
        }
        assert_eq!(logs[0], logs[1]);
        assert_eq!(logs[0], logs[2]);
        assert!(logs[0].len() > 100);
    }

    #[test]
    fn counts_near_their_power_of_two_are_swept_again_with_more_bits() {
        let (_, cells) = cells(80);
        // a count beside those of the cells, so large that one more corner could wrap it around
        let full = |reach: &mut Reach| {
            let Width::Narrow(sweeper) = &mut reach.sweeper else { panic!("narrow at first") };
            sweeper.counts[63] = u16::MAX - 5;
            sweeper.held[0] = 1 << 63;
        };
        let (mut reach, mut reference) = (Reach::default(), Reach::default());
        full(&mut reach);
        full(&mut reference);
        let Width::Narrow(narrow) = &reference.sweeper else { panic!("narrow at first") };
        reference.sweeper = Width::Wide(narrow.clone_counts());
        let (mut log, mut expected) = (vec![], vec![]);
        for window in 0..20 {
            reach.sweep(&cells, window, &mut log);
            reference.sweep(&cells, window, &mut expected);
        }
        assert!(matches!(reach.sweeper, Width::Wide(_)));
        assert_eq!(log, expected);
        assert!(log.len() > 100);
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
            let rows = cells.rows_of_window(window).unwrap();
            for (i, run) in pairs_of(&cells.keys, cells.keys_of_window(window)) {
                assert!(run.into_iter().all(|j| rows.contains(&(cells.rows[i] + cells.rows[j]))));
            }
        }
    }
}
