//! The strip of rows that corners lie in, coarsely: by blocks of several windows.

use std::ops::{Range, RangeInclusive};

use super::steps::Steps;

/// How many windows a coarse block has.
const WINDOWS: usize = 4;

/// For each sum of two coarse blocks bounds of the rows that their corners meet.
///
/// [`Steps::rows_of_blocks`] finds them for one sum of blocks; here each pair is looked at once,
/// and the bounds are a little wider.
#[derive(Clone, Debug, Default)]
pub(super) struct Strip {
    /// The least and the greatest row of each coarse block.
    blocks: Vec<(i64, i64)>,
    /// The least and the greatest row of the corners of each sum.
    sums: Vec<(i64, i64)>,
}

impl Strip {
    /// Adds the blocks that are new. The last one that was there may have had fewer steps then.
    ///
    /// # Cost
    /// O(coarse blocks) for each new one.
    pub(super) fn extend<K>(&mut self, steps: &Steps<K>) {
        let rows = || steps.least_rows.chunks(WINDOWS).zip(steps.greatest_rows.chunks(WINDOWS));
        let last = self.blocks.pop();
        for (block, (least, greatest)) in rows().enumerate().skip(self.blocks.len()) {
            let least = least.iter().copied().fold(i64::MAX, i64::min);
            let greatest = greatest.iter().copied().fold(i64::MIN, i64::max);
            self.blocks.push((least, greatest));
            if last == Some((least, greatest)) && self.sums.len() == 2 * block + 1 {
                continue; // it has had these rows before
            }
            self.sums.resize(2 * block + 1, (i64::MAX, i64::MIN));
            for (bounds, rows) in self.sums[block..].iter_mut().zip(&self.blocks) {
                *bounds = (bounds.0.min(least + rows.0), bounds.1.max(greatest + rows.1));
            }
        }
    }

    /// Bounds of the rows that corners of known steps meet in these windows, if there are any.
    pub(super) fn rows(&self, windows: Range<usize>) -> Option<RangeInclusive<i32>> {
        // coarse sum n lies in the windows from n·WINDOWS up to (n + 2)·WINDOWS
        let first = (windows.start / WINDOWS).saturating_sub(1);
        let past = windows.end.div_ceil(WINDOWS).min(self.sums.len());
        let bounds = self.sums.get(first..past)?;
        let least = bounds.iter().map(|bounds| bounds.0).min()?;
        let greatest = bounds.iter().map(|bounds| bounds.1).max()?;
        Some(i32::try_from(least).ok()?..=i32::try_from(greatest).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::super::steps::both;
    use super::super::steps::tests::steps;
    use super::*;

    #[test]
    fn bounds_hold_the_rows_of_each_window_and_few_more() {
        let steps = steps(80);
        let mut strip = Strip::default();
        // half of the steps first, which end inside a block
        strip.extend(&steps.of_steps(steps.iter().take(40)));
        strip.extend(&steps);
        let mut more = 0;
        for window in 1..30 {
            // the corners of a window are those of two sums of blocks
            let [before, own] = [window - 1, window].map(|sum| steps.rows_of_blocks(sum));
            let Some(rows) = both(before, own) else { continue };
            let bounds = strip.rows(window..window + 1).unwrap();
            assert!(bounds.start() <= rows.start() && rows.end() <= bounds.end(), "{window}");
            more += bounds.end() - bounds.start() - (rows.end() - rows.start());
        }
        assert!(more < 200, "{more}");
        assert_eq!(strip.rows(1000..1001), None);
    }
}
