//! The strip of rows that corners lie in, for each sum of blocks.

use std::ops::{Range, RangeInclusive};

use super::steps::Steps;

/// For each sum of two blocks bounds of the rows that their corners meet.
#[derive(Clone, Debug, Default)]
pub(super) struct Strip {
    least: Vec<i64>,
    greatest: Vec<i64>,
    /// How many blocks are in. The last of them may have had fewer steps then.
    blocks: usize,
}

impl Strip {
    /// Adds the blocks that are new.
    pub(super) fn extend<K>(&mut self, steps: &Steps<K>) {
        let blocks = steps.least_rows.len();
        self.least.resize(2 * blocks, i64::MAX);
        self.greatest.resize(2 * blocks, i64::MIN);
        for block in self.blocks.saturating_sub(1)..blocks {
            let (least, greatest) = (steps.least_rows[block], steps.greatest_rows[block]);
            for (bound, rows) in self.least[block..=2 * block].iter_mut().zip(&steps.least_rows) {
                *bound = (*bound).min(rows + least);
            }
            for (bound, rows) in self.greatest[block..=2 * block].iter_mut().zip(&steps.greatest_rows) {
                *bound = (*bound).max(rows + greatest);
            }
        }
        self.blocks = blocks;
    }

    /// Bounds of the rows that corners of known blocks meet whose sum is one of these.
    pub(super) fn rows(&self, sums: Range<usize>) -> Option<RangeInclusive<i32>> {
        let sums = sums.start..sums.end.min(self.least.len());
        let least = self.least.get(sums.clone())?.iter().min()?;
        let greatest = self.greatest.get(sums)?.iter().max()?;
        Some(i32::try_from(*least).ok()?..=i32::try_from(*greatest).ok()?)
    }
}
