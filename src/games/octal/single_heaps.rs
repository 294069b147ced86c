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
}

/// The rows of a block.
const ROWS: usize = 16;

impl SingleHeaps {
    /// Sets the byte of each nimber that a single heap has which a move leaves of the next n, if
    /// all values below it are known. The moves take these numbers of tokens, which ascend.
    ///
    /// From call to call n grows by 1; the first n may be any. There is a power of two of bytes,
    /// more than the largest value.
    pub(super) fn mark(&mut self, bytes: &mut [u8], values: &[Nimber], taken: &[usize]) {
        let (n, mask) = (values.len(), bytes.len() - 1);
        let near = taken.iter().take_while(|&&taken| taken < ROWS).count();
        if n >= self.first + ROWS || self.marks.is_empty() {
            self.first = n;
            self.marks.clear();
            self.marks.resize(ROWS * bytes.len(), 0);
            let far = &taken[near..];
            match bytes.len() {
                64 => mark_rows::<64>(&mut self.marks, values, far),
                128 => mark_rows::<128>(&mut self.marks, values, far),
                256 => mark_rows::<256>(&mut self.marks, values, far),
                width => mark_wide_rows(&mut self.marks, width, values, far),
            }
        }
        // values of the block itself may be larger than those that its rows have space for
        let width = self.marks.len() / ROWS;
        let row = &self.marks[(n - self.first) * width..][..width];
        bytes[..width].copy_from_slice(row);
        for taken in taken[..near].iter().take_while(|&&taken| taken < n) {
            bytes[values[n - taken] as usize & mask] = 1;
        }
    }
}

/// Sets the bytes of a block of rows, of which the first one is that of the next n: those of heaps
/// below it, of which all values are less than the width of a row.
fn mark_rows<const WIDTH: usize>(marks: &mut [u8], values: &[Nimber], far: &[usize]) {
    let far_of_all = far.partition_point(|&taken| taken < values.len());
    // the first rows have too few tokens for other moves
    mark_wide_rows(marks, WIDTH, values, &far[far_of_all..]);
    let (rows, _) = marks.as_chunks_mut::<WIDTH>();
    let Some((rows, _)) = rows.split_first_chunk_mut::<ROWS>() else { return };
    for taken in &far[..far_of_all] {
        let Some(left) = values[values.len() - taken..].first_chunk::<ROWS>() else { continue };
        // both have a size that is known, so that nothing is checked
        for i in 0..ROWS {
            rows[i][left[i] as usize & (WIDTH - 1)] = 1;
        }
    }
}

/// The same for rows of any width.
fn mark_wide_rows(marks: &mut [u8], width: usize, values: &[Nimber], far: &[usize]) {
    let n = values.len();
    for taken in far {
        // the first rows may have too few tokens for this move, which leaves a heap of at least 1
        let skipped = (taken + 1).saturating_sub(n);
        if skipped >= ROWS {
            break;
        }
        let left = &values[n + skipped - taken..n + ROWS - taken];
        for (row, &value) in (skipped..).zip(left) {
            marks[row * width + (value as usize & (width - 1))] = 1;
        }
    }
}
