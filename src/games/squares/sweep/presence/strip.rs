//! The strip of rows that corners lie in, for each sum of two blocks.

use std::ops::{Range, RangeInclusive};

use super::super::steps::Steps;

/// So many blocks are taken together, which makes the bounds a little wider.
const TOGETHER: usize = 4;

/// For each sum of two blocks bounds of the rows that their corners meet.
///
/// [`Steps::rows_of_blocks`] finds them for one sum; here each pair of blocks is looked at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Strip {
    /// The least and the greatest row of some blocks.
    rows: [Vec<i64>; 2],
    /// For each sum of two of those, the least and the greatest row of a corner.
    bounds: [Vec<i64>; 2],
}

impl Strip {
    /// Adds the blocks that are new.
    ///
    /// # Cost
    /// O(blocks) for each of them.
    pub(super) fn extend<K>(&mut self, steps: &Steps<K>) {
        let Self { rows: [least, greatest], bounds: [lower, upper] } = self;
        // the last blocks may have got more steps since
        least.pop();
        greatest.pop();
        let first = least.len();
        let least_rows = steps.least_rows.chunks(TOGETHER).skip(first);
        least.extend(least_rows.filter_map(|rows| rows.iter().min()));
        let greatest_rows = steps.greatest_rows.chunks(TOGETHER).skip(first);
        greatest.extend(greatest_rows.filter_map(|rows| rows.iter().max()));
        lower.resize(2 * least.len(), i64::MAX);
        upper.resize(2 * least.len(), i64::MIN);
        for blocks in first..least.len() {
            for (bound, rows) in lower[blocks..=2 * blocks].iter_mut().zip(&*least) {
                *bound = (*bound).min(rows + least[blocks]);
            }
            for (bound, rows) in upper[blocks..=2 * blocks].iter_mut().zip(&*greatest) {
                *bound = (*bound).max(rows + greatest[blocks]);
            }
        }
    }

    /// Bounds of the rows of all corners of known blocks with one of these sums; none if there are
    /// none.
    pub(super) fn rows(&self, sums: Range<usize>) -> Option<RangeInclusive<i32>> {
        // with t = 4t' + r and u = 4u' + q, r and q below 4, t' + u' is (t + u)/4, or one less
        let first = (sums.start / TOGETHER).saturating_sub(1);
        let [lower, upper] = &self.bounds;
        let past = sums.end.div_ceil(TOGETHER).min(lower.len());
        let least = lower.get(first..past)?.iter().min()?;
        let greatest = upper.get(first..past)?.iter().max()?;
        // where no pair of blocks has steps, the bounds are none
        Some(i32::try_from(*least).ok()?..=i32::try_from(*greatest).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::steps::tests::steps;
    use super::*;

    #[test]
    fn bounds_hold_the_rows_of_each_sum_and_few_more() {
        let steps = steps(80);
        let mut strip = Strip::default();
        // half of the steps first, which end inside a block
        strip.extend(&steps.of_steps(steps.iter().take(40)));
        strip.extend(&steps);
        let mut more = 0;
        for sum in 0..30 {
            let Some(rows) = steps.rows_of_blocks(sum) else { continue };
            let bounds = strip.rows(sum..sum + 1).unwrap();
            assert!(bounds.start() <= rows.start() && rows.end() <= bounds.end(), "{sum}");
            more += bounds.end() - bounds.start() - (rows.end() - rows.start());
        }
        assert!(more < 200, "{more}");
        assert_eq!(strip.rows(1000..1001), None);
    }
}
