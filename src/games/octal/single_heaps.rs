//! Options that are one heap, looked at for several heaps at once.

use crate::sweep::Nimber;

/// The values of the single heaps that a move may leave of n, for a block of consecutive n.
///
/// A move that takes more tokens than the block has rows leaves a heap below the block. For all
/// rows together these heaps lie side by side, and reading them in order is three times as fast as
/// reading for one n after the other what all of its moves leave.
#[derive(Clone, Debug, Default)]
pub(super) struct SingleHeaps {
    /// The n of the first row.
    first: usize,
    /// In each row a byte for each nimber: 1 if a move that takes at least [`ROWS`] tokens leaves
    /// it, else 0.
    marks: Vec<u8>,
}

/// The rows of a block.
const ROWS: usize = 16;

impl SingleHeaps {
    /// Sets the byte of each nimber that a single heap has which a move leaves of the next n, if
    /// all values below it are known. The moves take these numbers of tokens, which ascend.
    ///
    /// From call to call n grows by 1; the first n may be any. There is a power of two of bytes, more
    /// than the largest value.
    pub(super) fn mark(&mut self, bytes: &mut [u8], values: &[Nimber], taken: &[usize]) {
        let (n, mask) = (values.len(), bytes.len() - 1);
        let near = taken.partition_point(|&taken| taken < ROWS);
        if !(self.first..self.first + ROWS).contains(&n) || self.marks.is_empty() {
            self.begin(bytes.len(), values, &taken[near..]);
        }
        // values of the block itself may be larger than those that its rows have space for
        let width = self.marks.len() / ROWS;
        let row = &self.marks[(n - self.first) * width..][..width];
        bytes.iter_mut().zip(row).for_each(|(byte, mark)| *byte |= mark);
        for taken in taken[..near].iter().take_while(|&&taken| taken < n) {
            bytes[values[n - taken] as usize & mask] = 1;
        }
    }

    /// Begins a block with the next n and looks at all heaps below it.
    fn begin(&mut self, width: usize, values: &[Nimber], far: &[usize]) {
        self.first = values.len();
        self.marks.clear();
        self.marks.resize(ROWS * width, 0);
        for taken in far {
            // the first rows may have too few tokens for this move, and keep a heap of at least 1
            let skipped = (taken + 1).saturating_sub(self.first);
            if skipped >= ROWS {
                break;
            }
            let left = &values[self.first + skipped - taken..self.first + ROWS - taken];
            for (row, &value) in self.marks.chunks_exact_mut(width).skip(skipped).zip(left) {
                row[value as usize & (width - 1)] = 1;
            }
        }
    }
}
