//! The strip of rows that corners lie in, for each sum of two blocks.

use std::ops::{Range, RangeInclusive};

use super::super::steps::Steps;

/// For each sum of two blocks bounds of the rows that their corners meet.
///
/// [`Steps::rows_of_blocks`] finds them for one sum; here each pair of blocks is looked at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Strip {
    least: Vec<i64>,
    greatest: Vec<i64>,
    /// How many blocks are in. The last of them may have got more steps since.
    blocks: usize,
}

impl Strip {
    /// Adds the blocks that are new.
    ///
    /// # Cost
    /// O(blocks) for each of them.
    pub(super) fn extend<K>(&mut self, steps: &Steps<K>) {
        let (least, greatest) = (&steps.least_rows, &steps.greatest_rows);
        self.least.resize(2 * least.len(), i64::MAX);
        self.greatest.resize(2 * least.len(), i64::MIN);
        for block in self.blocks.saturating_sub(1)..least.len() {
            let sums = block..=2 * block;
            for (bound, rows) in self.least[sums.clone()].iter_mut().zip(least) {
                *bound = (*bound).min(rows + least[block]);
            }
            for (bound, rows) in self.greatest[sums].iter_mut().zip(greatest) {
                *bound = (*bound).max(rows + greatest[block]);
            }
        }
        self.blocks = least.len();
    }

    /// Bounds of the rows of all corners of known blocks with one of these sums; none if there are
    /// none.
    pub(super) fn rows(&self, sums: Range<usize>) -> Option<RangeInclusive<i32>> {
        let sums = sums.start..sums.end.min(self.least.len());
        let least = self.least.get(sums.clone())?.iter().min()?;
        let greatest = self.greatest.get(sums)?.iter().max()?;
        // where no pair of blocks has steps, the bounds are none
        Some(i32::try_from(*least).ok()?..=i32::try_from(*greatest).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use super::super::super::steps::tests::steps;

    #[test]
    fn bounds_are_those_of_each_sum() {
        let steps = steps(80);
        let mut strip = Strip::default();
        // half of the steps first, which end inside a block
        strip.extend(&steps.of_steps(steps.iter().take(40)));
        strip.extend(&steps);
        for sum in 0..30 {
            assert_eq!(strip.rows(sum..sum + 1), steps.rows_of_blocks(sum), "{sum}");
        }
        let rows = strip.rows(3..9).unwrap();
        let each = (3..9).filter_map(|sum| steps.rows_of_blocks(sum));
        assert_eq!(Some(rows), each.reduce(|a, b| *a.start().min(b.start())..=*a.end().max(b.end())));
    }
}
