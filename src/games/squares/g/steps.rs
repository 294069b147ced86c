//! A step function as the sweep reads it: keys, rows and values of its steps.

use std::ops::Range;

use crate::lattice::{Key, Lattice, Point, RowKeys};
use crate::sweep::Nimber;

/// A step function as the sweep reads it: for each step its key, its row and its value, in
/// ascending order of keys, which are of the type K.
#[derive(Clone, Debug)]
pub struct Steps<K> {
    pub(super) keys: Vec<K>,
    pub(super) rows: Vec<i64>,
    pub(super) values: Vec<Nimber>,
    /// The bits that any value has.
    value_bits: Nimber,
    /// The width of a window.
    width: K,
    row_keys: RowKeys<K>,
    /// The least and the greatest row of the steps that begin in each window, from key 0 on;
    /// [`NO_ROWS`](Self::NO_ROWS) where there is no step.
    rows_of_windows: Vec<(i64, i64)>,
}

impl<K: Key> Steps<K> {
    /// The least and the greatest row of no steps: beyond all rows, also in sums.
    pub(super) const NO_ROWS: (i64, i64) = (1 << 40, -(1 << 40));

    /// A function that has `value` from key 0 on, for windows of the given width in keys, and rows
    /// at the given keys.
    ///
    /// A width below 1, which would cut the line into nothing, is taken as 1.
    #[must_use]
    pub fn starting_with(value: Nimber, width: K, row_keys: RowKeys<K>) -> Self {
        let mut steps = Self {
            keys: vec![],
            rows: vec![],
            values: vec![],
            value_bits: 0,
            width: width.max(K::nearest(1)),
            row_keys,
            rows_of_windows: vec![],
        };
        steps.push(Point::default(), value);
        steps
    }

    /// The function that is 0 from 0 on, on a lattice, with windows of the best width.
    ///
    /// That is no more than the shortest length, so that the steps are known where a window needs
    /// them, and no more than the spacing of the lattice, so that a row names a point; unless the
    /// spacing makes windows so narrow that it is less work to sort the corners of wide ones.
    #[must_use]
    pub fn zero_on(lattice: &Lattice) -> Self {
        const MOST_WINDOWS_FOR_A_LENGTH: i128 = 16;
        let lengths = lattice.generators().iter();
        let shortest = lengths.map(|&point| Point::of(point).key).min().unwrap_or_default();
        let row_keys: RowKeys<K> = lattice.row_keys();
        let most = K::nearest(MOST_WINDOWS_FOR_A_LENGTH);
        let spacing = row_keys.spacing().filter(|&spacing| shortest / spacing <= most);
        let width = spacing.map_or(shortest, |spacing| spacing.min(shortest));
        Self::starting_with(0, width, row_keys)
    }

    /// Adds a step: from `at` on, which must be beyond all steps so far, the function has another
    /// value than before.
    pub fn push(&mut self, at: Point<K>, value: Nimber) {
        debug_assert!(self.keys.last().is_none_or(|&last| last < at.key), "steps come in ascending order");
        debug_assert!(self.values.last() != Some(&value), "a step changes the value");
        self.keys.push(at.key);
        self.rows.push(at.row);
        self.values.push(value);
        self.value_bits |= value;
        while self.width * K::from(self.rows_of_windows.len() as i64) <= at.key {
            self.rows_of_windows.push(Self::NO_ROWS);
        }
        if let Some((least, greatest)) = self.rows_of_windows.last_mut() {
            (*least, *greatest) = (at.row.min(*least), at.row.max(*greatest));
        }
    }

    /// How many steps there are: at least one.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "there is always a first step")]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// The width of a window in keys, at least 1.
    #[must_use]
    pub fn window_width(&self) -> K {
        self.width
    }

    /// How many whole windows lie below a key; none if it is negative.
    #[must_use]
    pub fn windows_in(&self, key: K) -> usize {
        // no run comes through more windows than there are numbers of this type
        let windows: i128 = (key / self.width).into();
        usize::try_from(windows).unwrap_or(if windows < 0 { 0 } else { usize::MAX })
    }

    /// Where a step begins.
    pub(super) fn start(&self, step: usize) -> Point<K> {
        Point { key: self.keys[step], row: self.rows[step] }
    }

    /// The value of the last step.
    #[must_use]
    pub fn last_value(&self) -> Nimber {
        self.values.last().copied().unwrap_or_default()
    }

    /// The steps: where each begins, and its value.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Point<K>, Nimber)> + ExactSizeIterator {
        let points = self.keys.iter().zip(&self.rows).map(|(&key, &row)| Point { key, row });
        points.zip(self.values.iter().copied())
    }

    /// The steps, with points of the type that holds every key.
    pub fn points(&self) -> impl DoubleEndedIterator<Item = (Point, Nimber)> + ExactSizeIterator {
        self.iter().map(|(at, value)| (at.widened(), value))
    }

    /// How many corners p_i + p_j with i ≤ j lie in a window of keys.
    ///
    /// # Cost
    /// O(steps below the end of the window).
    #[must_use]
    pub fn corners_in(&self, window: Range<K>) -> u64 {
        count_of_pairs(&self.keys, window)
    }

    /// The corners below the last one of the first so many steps, or the steps, and the power of a
    /// key like which those below it grow, by the last doubling: at least 1, as all windows take
    /// some time.
    ///
    /// # Cost
    /// As [`corners_in`](Steps::corners_in).
    #[must_use]
    pub fn growth(&self, steps: usize, of_corners: bool) -> (f64, f64) {
        let last = self.keys.iter().take(steps).next_back().copied().unwrap_or_default();
        let below = |key| match of_corners {
            true => self.corners_in(K::default()..key) as f64,
            false => self.keys.partition_point(|&start| start < key) as f64,
        };
        let (all, half) = (below(last), below(last / K::nearest(2)));
        // the corner 0 + 0 lies below half of the last key, unless that is 0
        (all, if half > 0.0 { (all / half).log2().max(1.0) } else { 1.0 })
    }

    /// The nimbers v_i xor v_j of all cells i ≤ j that are alive just below a key, each as often
    /// as there are cells.
    ///
    /// All steps below that key must be known.
    ///
    /// # Cost
    /// O(steps below the key): the cells are met in one walk along x + y = key.
    pub fn nimbers_below(&self, key: K) -> impl Iterator<Item = Nimber> {
        // the cells of step i meet the line where y runs from just below key − p_{i+1} to just
        // below key − p_i
        let below = self.keys.partition_point(|&start| start < key);
        let mut past = below;
        (0..below).flat_map(move |i| {
            let end = past;
            while past > 0 && self.keys.get(i + 1).is_none_or(|&next| self.keys[past - 1] >= key - next) {
                past -= 1;
            }
            // the last of the steps below key − p_{i+1} is met again by step i + 1
            let first = past.saturating_sub(1);
            (first.max(i)..end).map(move |j| self.values[i] ^ self.values[j])
        })
    }

    /// The nimbers of these cells, ascending, each once.
    ///
    /// # Cost
    /// O(steps below the key).
    pub(super) fn held_below(&self, key: K) -> Vec<Nimber> {
        let mut held = vec![false; self.nimbers()];
        self.nimbers_below(key).for_each(|nimber| held[nimber as usize] = true);
        (0..).zip(held).filter_map(|(nimber, is_held)| is_held.then_some(nimber)).collect()
    }

    /// The least and the greatest row of the steps that begin in each window.
    pub(super) fn rows_of_windows(&self) -> &[(i64, i64)] {
        &self.rows_of_windows
    }

    /// The keys of a window.
    pub(super) fn keys_of_window(&self, window: usize) -> Range<K> {
        let from = self.width * K::from(window as i64);
        from..from + self.width
    }

    /// Whether there are rows, and each names a point of a window, by a code of two bytes at most.
    pub fn rows_name_points(&self) -> bool {
        let is_short = |spacing: K| self.row_keys.slope() >> 16 < spacing.into();
        self.row_keys.spacing().is_some_and(|spacing| self.width <= spacing && is_short(spacing))
    }

    /// Nimbers that any pair of cells can hold are below this power of two, which is at least 64.
    pub(super) fn nimbers(&self) -> usize {
        (self.value_bits as usize + 1).next_power_of_two().max(64)
    }

    /// How the points of the rows lie.
    pub(super) fn row_keys(&self) -> RowKeys<K> {
        self.row_keys
    }
}

/// The runs of pairs i ≤ j of ascending keys whose sum lies in a window: for each i its indices
/// j, ascending.
///
/// Both ends of the run fall as i grows, so two pointers find them. Sums of two keys must fit
/// their type; the window may be any.
///
/// # Cost
/// O(n) for n keys, without the pairs themselves.
pub fn pairs_of<K: Key>(keys: &[K], window: Range<K>) -> impl Iterator<Item = (usize, Range<usize>)> {
    let below = |end: K| keys.partition_point(|&key| key < end);
    let (mut first, mut past) = (below(window.start), below(window.end));
    keys.iter().enumerate().map_while(move |(i, &key)| {
        while first > i && keys[first - 1] + key >= window.start {
            first -= 1;
        }
        while past > i && keys[past - 1] + key >= window.end {
            past -= 1;
        }
        // the ends only fall, so once nothing is left at or above i, nothing comes
        (past > i).then(|| (i, first.max(i).min(past)..past))
    })
}

/// How many pairs i ≤ j have their sum in a window.
///
/// # Cost
/// O(n) for n keys.
pub fn count_of_pairs<K: Key>(keys: &[K], window: Range<K>) -> u64 {
    pairs_of(keys, window).map(|(_, run)| run.len() as u64).sum()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::lattice::Lattice;
    use crate::number::Surd;

    /// A step function on the lattice of 1 and √2 with arbitrary values, in windows of width 1.
    pub(crate) fn steps(count: usize) -> Steps<i64> {
        let lengths = [Surd::from(1), "sqrt2".parse().unwrap()];
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
        let mut steps = Steps::starting_with(0, Point::of(one).key, lattice.row_keys());
        let mut value = 0_u32;
        for (step, &point) in points.iter().enumerate().skip(1).take(count) {
            value ^= (1 + step as u32 * 7 % 5) ^ u32::from(step.is_multiple_of(11)) << 6;
            steps.push(Point::of(point), value);
        }
        steps
    }

    /// The law as it is stated: which of all pairs i ≤ j hold which nimber at y.
    pub(crate) fn alive_by_definition(steps: &Steps<i64>, y: i64) -> Vec<Nimber> {
        let end = |i: usize| steps.keys.get(i + 1).copied().unwrap_or(i64::MAX / 4);
        let mut held = vec![];
        for i in 0..steps.len() {
            for j in i..steps.len() {
                if steps.keys[i] + steps.keys[j] <= y && y < end(i) + end(j) {
                    held.push(steps.values[i] ^ steps.values[j]);
                }
            }
        }
        held.sort_unstable();
        held
    }

    impl<K: Key> Steps<K> {
        /// The function that has only these steps, the first of which is at 0.
        pub(crate) fn of_steps(&self, first: impl Iterator<Item = (Point<K>, Nimber)>) -> Self {
            let mut steps = Self::starting_with(0, self.width, self.row_keys);
            first.skip(1).for_each(|(at, value)| steps.push(at, value));
            steps
        }
    }

    #[test]
    fn pairs_of_a_window_are_those_with_their_sum_in_it() {
        let keys = [0_i64, 3, 4, 9, 10, 16];
        for (from, to) in [(0, 1), (0, 40), (7, 13), (12, 14), (20, 33), (32, 33), (33, 40)] {
            let mut found = vec![];
            for (i, run) in pairs_of(&keys, from..to) {
                found.extend(run.map(|j| (i, j)));
            }
            let all = (0..keys.len()).flat_map(|i| (i..keys.len()).map(move |j| (i, j)));
            let expected: Vec<_> = all.filter(|&(i, j)| (from..to).contains(&(keys[i] + keys[j]))).collect();
            assert_eq!(found, expected, "{from}..{to}");
        }
    }

    #[test]
    fn a_window_of_all_keys_has_all_pairs() {
        let steps = steps(20);
        assert_eq!(steps.corners_in(i64::MIN..i64::MAX), 21 * 22 / 2);
    }

    #[test]
    fn windows_have_a_width() {
        let rows: RowKeys<i64> = steps(1).row_keys;
        for width in [1, 0, i64::MIN] {
            let mut steps = Steps::starting_with(0, width, rows);
            steps.push(Point { key: 7, row: 1 }, 3);
            assert_eq!(steps.keys_of_window(3), 3..4, "width {width}");
        }
    }

    #[test]
    fn a_walk_along_the_line_meets_all_cells_that_are_alive() {
        let steps = steps(60);
        for key in (1..steps.width * 14).step_by(steps.width as usize / 7) {
            let mut met: Vec<Nimber> = steps.nimbers_below(key).collect();
            met.sort_unstable();
            assert_eq!(met, alive_by_definition(&steps, key - 1), "below {key}");
        }
        // at breakpoints themselves, where cells come and go
        for &key in &steps.keys[1..50] {
            let mut met: Vec<Nimber> = steps.nimbers_below(key).collect();
            met.sort_unstable();
            assert_eq!(met, alive_by_definition(&steps, key - 1), "below {key}");
        }
    }
}
