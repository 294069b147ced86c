//! Options that are one heap, looked at for several heaps at once.

use crate::sweep::Nimber;

/// The values of the single heaps that a move may leave of n, for a block of consecutive n.
///
/// A move that takes at least as many tokens as the block has rows leaves a heap below the block.
/// For all rows together these heaps lie side by side, and reading them in order is faster than
/// reading for one n after the other what all of its moves leave.
#[derive(Clone, Debug, Default)]
pub(super) struct SingleHeaps {
    /// The n of the first row.
    first: usize,
    /// In each row a byte for each nimber: 1 if a move that takes at least [`ROWS`] tokens leaves
    /// it, else 0.
    marks: Vec<u8>,
    /// How many heaps have been looked at, at most, by all calls.
    pub(super) heaps: u64,
}

/// The rows of a block.
const ROWS: usize = 16;
/// A row has at least this many bytes. A fixed number makes checks needless.
const NARROW: usize = 256;

impl SingleHeaps {
    /// Makes the byte of a nimber 1 if a move on the next n leaves a single heap of this value,
    /// else 0. All values below n are known. The moves take these numbers of tokens, which ascend.
    ///
    /// From call to call n grows by 1; the first n may be any. There is a power of two of bytes,
    /// more than the largest value, and before the call all of them are 0.
    pub(super) fn mark(&mut self, bytes: &mut [u8], values: &[Nimber], taken: &[usize]) {
        let (n, mask) = (values.len(), bytes.len() - 1);
        let near = taken.iter().take_while(|&&taken| taken < ROWS).count();
        if n >= self.first + ROWS || self.marks.is_empty() {
            self.begin(bytes.len().max(NARROW), values, &taken[near..]);
            self.heaps += (ROWS * (taken.len() - near)) as u64;
        }
        self.heaps += near as u64;
        // values of the block itself may be larger than those that its rows have space for
        let width = self.marks.len() / ROWS;
        let shared = width.min(bytes.len());
        bytes[..shared].copy_from_slice(&self.marks[(n - self.first) * width..][..shared]);
        for taken in taken[..near].iter().take_while(|&&taken| taken < n) {
            bytes[values[n - taken] as usize & mask] = 1;
        }
    }

    /// Begins a block with the next n, and looks at all heaps below it.
    fn begin(&mut self, width: usize, values: &[Nimber], far: &[usize]) {
        let n = values.len();
        self.first = n;
        self.marks.clear();
        self.marks.resize(ROWS * width, 0);
        for taken in far {
            // the first rows may have too few tokens for this move, which leaves at least 1
            let skipped = taken.saturating_add(1).saturating_sub(n);
            if skipped >= ROWS {
                break;
            }
            let left = &values[n + skipped - taken..n + ROWS - taken];
            let narrow = self.marks.as_chunks_mut::<NARROW>().0.first_chunk_mut::<ROWS>();
            if let (Some(rows), Some(left), NARROW) = (narrow, left.first_chunk::<ROWS>(), width) {
                for row in 0..ROWS {
                    rows[row][left[row] as usize & (NARROW - 1)] = 1;
                }
                continue;
            }
            for (row, &value) in (skipped..).zip(left) {
                self.marks[row * width + (value as usize & (width - 1))] = 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::{btree_set, vec};
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(crate::property::cases(300))]

        /// From any n on: blocks of narrow and wide rows, and values that grow within a block.
        #[test]
        fn what_is_marked_are_the_values_of_all_heaps_that_are_left(
            values in vec(prop_oneof![0..300_u32, 0..2000_u32], 60..140),
            start in 1..60_usize,
            taken in btree_set(1..70_usize, 0..25),
            is_far in any::<bool>(),
        ) {
            let taken: Vec<usize> = taken.into_iter().chain(is_far.then_some(usize::MAX)).collect();
            let mut single_heaps = SingleHeaps::default();
            for n in start..values.len() {
                let largest = values[..n].iter().copied().max().unwrap_or(0);
                let count = (largest as usize + 1).next_power_of_two().max(64);
                let (mut found, mut expected) = (vec![0; count], vec![0; count]);
                single_heaps.mark(&mut found, &values[..n], &taken);
                let left = taken.iter().filter(|&&taken| taken < n).map(|taken| values[n - taken]);
                left.for_each(|value| expected[value as usize] = 1);
                prop_assert_eq!(found, expected, "n = {}", n);
            }
        }
    }
}
