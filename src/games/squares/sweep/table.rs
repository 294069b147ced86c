//! A dense table lines × nimbers of what corners change, and the codes by which corners find their
//! entries.

use std::ops::{Range, RangeInclusive};

use super::running::Count;
use super::steps::Steps;
use crate::lattice::{Key, Point};

/// A table of more entries than this is not built: it would be far beyond the cache.
const LARGEST_TABLE_BITS: u32 = 24;

/// How a table names its entries: \[row modulo 2^row_bits\]\[parity\]\[nimber below
/// 2^nimber_bits\].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shape {
    row_bits: u32,
    nimber_bits: u32,
}

impl Shape {
    /// The shape for these rows, `None` where a row does not name a point or the table would be too
    /// large.
    pub(super) fn for_rows<K: Key>(steps: &Steps<K>, rows: &RangeInclusive<i32>) -> Option<Self> {
        let span = usize::try_from(i64::from(*rows.end()) - i64::from(*rows.start()) + 1).ok()?;
        let shape = Self {
            row_bits: span.next_power_of_two().trailing_zeros(),
            nimber_bits: steps.nimbers().trailing_zeros(),
        };
        (steps.rows_name_points() && shape.bits() <= LARGEST_TABLE_BITS).then_some(shape)
    }

    /// A shape that is large enough for both, unless that is much more than the second asks for.
    pub(super) fn or_larger(self, asked: Self) -> Self {
        let enough = self.nimber_bits == asked.nimber_bits
            && self.row_bits >= asked.row_bits
            && self.row_bits <= asked.row_bits + 1;
        if enough { self } else { asked }
    }

    fn bits(self) -> u32 {
        self.row_bits + 1 + self.nimber_bits
    }

    /// How many entries a table has.
    pub(super) fn entries(self) -> usize {
        1 << self.bits()
    }

    /// The bits of a code that hold parity and nimber.
    fn low_bits(self) -> u32 {
        (2 << self.nimber_bits) - 1
    }
}

/// For each step the two codes by which its corners find their entries.
///
/// A code is row·2^(nimber_bits+1) + parity·2^nimber_bits + nimber, modulo 2³². Rows add,
/// parities and nimbers add without carry (xor); so the code of a corner is that of one step plus
/// the row part of the other, xor the low part of the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Codes {
    shape: Shape,
    /// With the value that a step takes, and with the one that it ends.
    codes: Vec<Ends>,
}

/// The codes of a step: with the value that enters, and with the one that leaves.
#[derive(Clone, Copy, Debug)]
struct Ends {
    enter: u32,
    leave: u32,
}

impl Codes {
    pub(super) fn shape(&self) -> Shape {
        self.shape
    }

    /// Begins anew in another shape.
    pub(super) fn restart(&mut self, shape: Shape) {
        *self = Self { shape, ..Self::default() };
    }

    /// Writes the codes of steps that are new.
    pub(super) fn extend<K: Key>(&mut self, steps: &Steps<K>) {
        for step in self.codes.len()..steps.len() {
            let at = Point { key: steps.keys[step], row: steps.rows[step] };
            // row parts wrap around, as rows do modulo 2^row_bits
            let line =
                (at.row as u32) << (self.shape.nimber_bits + 1) | steps.parity(at) << self.shape.nimber_bits;
            let before = step.checked_sub(1).map_or(0, |before| steps.values[before]);
            self.codes.push(Ends { enter: line | steps.values[step], leave: line | before });
        }
    }
}

/// What corners change: for each line and nimber, how many cells enter less how many leave.
#[derive(Clone, Debug, Default)]
pub(super) struct CornerTable<C> {
    entries: Vec<C>,
}

impl<C: Count> CornerTable<C> {
    /// A table of zeros.
    pub(super) fn zeros(shape: Shape) -> Self {
        Self { entries: vec![C::default(); shape.entries()] }
    }

    /// Counts the corners of the blocks t ≤ u with t + u = `sum` and u in `later`.
    pub(super) fn count_blocks<K: Key>(
        &mut self,
        codes: &Codes,
        steps: &Steps<K>,
        sum: usize,
        later: RangeInclusive<usize>,
    ) {
        for (t, u) in steps.block_pairs(sum, later) {
            let mut earlier = t.clone();
            // two at once, which saves reading the run twice; a block with itself has runs of its
            // own
            while earlier.len() >= 2 && t != u {
                self.count(codes, [earlier.start, earlier.start + 1], u.clone());
                earlier.start += 2;
            }
            for i in earlier {
                // only pairs with i ≤ j count, also in a block with itself
                self.count(codes, [i], u.start.max(i)..u.end);
            }
        }
    }

    /// Counts those corners of the blocks t ≤ u with t + u = `sum` that lie at or above a key.
    pub(super) fn count_blocks_from<K: Key>(&mut self, codes: &Codes, steps: &Steps<K>, sum: usize, from: K) {
        for (t, u) in steps.block_pairs(sum, 0..=sum) {
            for i in t {
                // keys of a block ascend: those from `below` on make corners at or above `from`
                let below = steps.keys[u.clone()].partition_point(|&key| key + steps.keys[i] < from);
                // only pairs with i ≤ j count, also in a block with itself
                let first = (u.start + below).max(i);
                self.count(codes, [i], first.min(u.end)..u.end);
            }
        }
    }

    /// Counts the corners of some steps with a run of steps: the cells that enter up, those that
    /// leave down.
    #[inline]
    fn count<const N: usize>(&mut self, codes: &Codes, earlier: [usize; N], run: Range<usize>) {
        // the table has a power of two of entries; a code beyond it wraps around by whole rows
        let mask = self.entries.len() - 1;
        let mut add = |code: u32, difference: i32| {
            let entry = &mut self.entries[code as usize & mask];
            *entry = entry.plus(C::modulo(difference));
        };
        let low_bits = codes.shape.low_bits();
        let split = |code: u32| (code & !low_bits, code & low_bits);
        let ends = earlier.map(|i| (split(codes.codes[i].enter), split(codes.codes[i].leave).1));
        let run = &codes.codes[run];
        for &other in run {
            for ((row, enter), leave) in ends {
                add(row.wrapping_add(other.enter) ^ enter, 1);
                add(row.wrapping_add(other.leave) ^ leave, -1);
            }
        }
        if earlier[0] == 0 {
            // no cell leaves at a corner with the first step
            let ((row, _), leave) = ends[0];
            for other in run {
                add(row.wrapping_add(other.leave) ^ leave, 1);
            }
        }
    }

    /// The line of a point: its row, modulo the rows that the table has, and its parity.
    pub(super) fn line<K: Key>(&mut self, shape: Shape, steps: &Steps<K>, at: Point<K>) -> &mut [C] {
        // a negative row wraps around as two's complement, which is the row modulo 2^row_bits
        let row = at.row as usize & ((1 << shape.row_bits) - 1);
        let start = (row << 1 | steps.parity(at) as usize) << shape.nimber_bits;
        &mut self.entries[start..start + (1 << shape.nimber_bits)]
    }

    /// Moves the line of a point to another table.
    pub(super) fn move_line<K: Key>(&mut self, shape: Shape, steps: &Steps<K>, at: Point<K>, to: &mut Self) {
        let lines = to.line(shape, steps, at).iter_mut().zip(self.line(shape, steps, at));
        for (sum, difference) in lines {
            *sum = sum.plus(*difference);
            *difference = C::default();
        }
    }
}
