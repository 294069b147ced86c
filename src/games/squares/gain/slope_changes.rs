//! Where the slope of W_t changes, and by how much: the jumps of g in pairs, added up by place.
//!
//! # The table of places
//! Many pairs meet at one place, and most of them cancel. A breakpoint with the coordinate a in row
//! r has the *code* a + r·S. Codes add as points do. So a place needs no search: the sum of two
//! codes is its index in a table.
//!
//! For that, no two places may have one code. Let P/Q be the ratio a/r of the last breakpoint, and
//! d₀ ≤ Q·a − P·r ≤ d₁ for all breakpoints: they lie in a band along it. Two places in the band
//! of the sums with one code have Δa = −S·Δr, and so
//!
//! ```text
//! (Q·S + P)·|Δr| = |Q·Δa − P·Δr| ≤ 2·(d₁ − d₀).
//! ```
//!
//! If Q·S + P exceeds that, Δr is 0, and then Δa is. The least such S makes the shortest table. If
//! even that is too long, because the points of a row are sparse, a map takes its place.

use std::cell::Cell;
use std::ops::Range;

use itertools::Itertools;

use super::super::g::pairs_of;
use super::super::grundy::Grundy;
use crate::lattice::{Key, Lattice, Point, PointMap, by_group};
use crate::sweep::Nimber;
use crate::watch::{Stopped, Watch, tell};

/// A place where the slope changes, and by how much.
pub(super) type SlopeChange<K> = (Point<K>, i64);

/// After so many pairs of jumps the watch is called again; they take some 10 ms.
const PAIRS: usize = 1 << 24;

/// Where W_t changes its slope in a window of keys, in ascending order.
pub(super) fn slope_changes<K: Key>(
    grundy: &Grundy,
    target: Nimber,
    window: Range<i128>,
    watch: Watch<'_>,
) -> Result<Vec<SlopeChange<K>>, Stopped> {
    let jumps = Jumps::<K>::of(grundy);
    let table = ChangeTable::of(grundy, &jumps.steps, &window);
    let window = K::nearest(window.start)..K::nearest(window.end);
    let found = match table {
        Some(mut table) => {
            jumps.each_pair(target, window, watch, |i, j, change| table.add(i, j, change))?;
            table.slope_changes()
        }
        None => {
            let points = jumps.steps.iter().map(|&step| Point::<K>::of(grundy.steps().breakpoints()[step]));
            let points = points.collect_vec();
            let mut map = PointMap::<K, i64>::default();
            jumps.each_pair(target, window, watch, |i, j, change| {
                *map.entry(points[i] + points[j]).or_default() += i64::from(change);
            })?;
            map.into_iter().filter(|&(_, change)| change != 0).collect()
        }
    };
    Ok(in_order(found))
}

/// Where g comes to a value or leaves it, for each value in ascending order. It comes to it first,
/// and the two take turns.
struct Jumps<K> {
    keys: Vec<K>,
    /// The step of g that begins there.
    steps: Vec<usize>,
    /// Where the jumps of each value begin, and how many there are of all.
    starts: Vec<usize>,
}

impl<K: Key> Jumps<K> {
    fn of(grundy: &Grundy) -> Self {
        let values = grundy.steps().values();
        // each step ends the value before it, and comes to its own
        let jumps = (0..2 * values.len() - 1).map(|jump| (values[jump / 2] as usize, jump.div_ceil(2)));
        // counted, as a general sort would take 3 % of all instructions of the main job
        let (steps, starts) = by_group(grundy.largest_nimber() as usize + 1, jumps);
        let points = grundy.steps().breakpoints();
        Self { keys: steps.iter().map(|&step| K::nearest(points[step].key)).collect(), steps, starts }
    }

    /// Calls `add` with the indices of two jumps whose sum lies in a window of keys, and by how
    /// much they change the slope of W_t together.
    fn each_pair(
        &self,
        target: Nimber,
        window: Range<K>,
        watch: Watch<'_>,
        mut add: impl FnMut(usize, usize, i32),
    ) -> Result<(), Stopped> {
        let values = self.starts.len() - 1;
        // a pair changes the slope by the product of +1 for each arrival and −1 for each departure,
        // in both orders
        let mut add_run = |(own, i): (usize, usize), (theirs, run): (usize, Range<usize>)| {
            if own + i == theirs + run.start {
                add(own + i, own + i, -1); // a jump with itself comes in one order only
            }
            let mut change = if (i + run.start) % 2 == 0 { 2 } else { -2 };
            for j in run {
                add(own + i, theirs + j, change);
                change = -change;
            }
        };
        // for each value the watch is called, and again within it: a few may have nearly all pairs
        let unseen = Cell::new(0);
        let mut add_watched = |value: usize, part: [usize; 2], one, (theirs, run): (usize, Range<usize>)| {
            unseen.set(unseen.get() + run.len());
            if unseen.get() >= PAIRS {
                unseen.set(0);
                let [i, count] = part;
                tell(watch, (value as f64 + i as f64 / count as f64) / values as f64)?;
            }
            add_run(one, (theirs, run));
            Ok(())
        };
        for value in 0..values {
            unseen.set(PAIRS);
            let partner = value ^ target as usize;
            let own = self.starts[value];
            let keys = &self.keys[own..self.starts[value + 1]];
            let part = |i: usize| [i, keys.len()];
            if partner == value {
                let mut pairs = pairs_of(keys, window.clone());
                pairs.try_for_each(|(i, run)| add_watched(value, part(i), (own, i), (own, run)))?;
            } else if value < partner && partner < values {
                let theirs = self.starts[partner];
                let their_keys = &self.keys[theirs..self.starts[partner + 1]];
                let mut pairs = pairs_between(keys, their_keys, window.clone());
                pairs.try_for_each(|(i, run)| add_watched(value, part(i), (own, i), (theirs, run)))?;
            }
        }
        Ok(())
    }
}

/// The runs of pairs of two ascending lists of keys whose sum lies in a window: for each index i of
/// the first list its indices j of the second, ascending.
///
/// # Cost
/// O(n) for n keys in both, and the pairs themselves.
fn pairs_between<K: Key>(
    first: &[K],
    second: &[K],
    window: Range<K>,
) -> impl Iterator<Item = (usize, Range<usize>)> {
    // both ends of the run fall as i grows
    let (mut start, mut past) = (second.len(), second.len());
    first.iter().enumerate().map(move |(i, &key)| {
        while start > 0 && second[start - 1] + key >= window.start {
            start -= 1;
        }
        while past > 0 && second[past - 1] + key >= window.end {
            past -= 1;
        }
        (i, start.min(past)..past)
    })
}

/// The changes of the slope at all places, by their codes.
struct ChangeTable<'a> {
    lattice: &'a Lattice,
    /// The code of each jump.
    codes: Vec<i64>,
    changes: Vec<i32>,
    /// The places: their rows, and the coordinates a of each.
    rows: Vec<(i64, Range<i64>)>,
    /// S.
    stride: i64,
    /// The least code of a place.
    least: i64,
}

/// Where points lie: those with |a| and |r| below 2²⁹.
struct Band {
    /// P and Q.
    slope: (i64, i64),
    /// d₀ and d₁.
    sides: (i64, i64),
    /// The least and the greatest row.
    rows: (i64, i64),
}

impl Band {
    /// Of points with these coordinates and rows.
    fn of(points: &[(i64, i64)]) -> Option<Self> {
        let slope = match *points.last()? {
            (a, row) if row < 0 => (-a, -row),
            (a, row) => (a, row.max(1)),
        };
        let sides = points.iter().map(|&(a, row)| slope.1 * a - slope.0 * row).minmax().into_option()?;
        let rows = points.iter().map(|&(_, row)| row).minmax().into_option()?;
        Some(Self { slope, sides, rows })
    }

    /// The least S that gives the sums of two points different codes.
    fn stride(&self) -> i64 {
        // below 2⁶² in absolute value
        (2 * (self.sides.1 - self.sides.0) - self.slope.0).div_euclid(self.slope.1) + 1
    }

    /// The rows of the sums of two points, and between which coordinates a each is in the band.
    fn rows_of_sums(&self) -> impl Iterator<Item = (i64, Range<i64>)> {
        let ((p, q), (least, greatest)) = (self.slope, self.sides);
        (2 * self.rows.0..=2 * self.rows.1).map(move |row| {
            let first = -(-(2 * least + p * row)).div_euclid(q); // rounded up
            (row, first..(2 * greatest + p * row).div_euclid(q) + 1)
        })
    }
}

impl<'a> ChangeTable<'a> {
    /// For jumps at these steps and sums in a window of keys; `None` if the table would be much
    /// longer than the list of jumps, or have more rows.
    fn of(grundy: &'a Grundy, jumps: &[usize], window: &Range<i128>) -> Option<Self> {
        /// No table has more places for each jump, or in all.
        const PLACES_FOR_A_JUMP: i64 = 16;
        const MOST_PLACES: i64 = 1 << 28;
        let lattice = grundy.lattice();
        let small = |x: i64| Some(x).filter(|x| x.unsigned_abs() < 1 << 29);
        let points = grundy.steps().breakpoints().iter();
        let points: Option<Vec<_>> =
            points.map(|&at| Some((small(lattice.coordinates(at).0)?, small(at.row.into())?))).collect();
        let points = points?;
        let band = Band::of(&points)?;
        let jump_count = i64::try_from(jumps.len()).ok()?;
        if band.rows.1 - band.rows.0 > jump_count {
            return None; // most rows are empty, and looking at each would take longest
        }
        let stride = small(band.stride())?;
        let code = |(a, row): (i64, i64)| a + row * stride; // below 2⁶⁰
        let scale = lattice.scale();
        let [side, _] = scale.sides;
        // sums lie in the box of the keys
        let rows =
            band.rows_of_sums().map(|(row, sums)| (row, sums.start.max(-side)..sums.end.min(side + 1)));
        let meets_window = |(row, sums): &(i64, Range<i64>)| {
            let key = |a: i64| scale.key(a, *row);
            !sums.is_empty() && key(sums.start) < window.end && window.start <= key(sums.end - 1)
        };
        let rows = rows.filter(meets_window).collect_vec();
        let least = rows.iter().map(|(row, sums)| code((sums.start, *row))).min().unwrap_or(0);
        let greatest = rows.iter().map(|(row, sums)| code((sums.end - 1, *row))).max().unwrap_or(0);
        let places = greatest - least + 1;
        if places > MOST_PLACES.min(PLACES_FOR_A_JUMP * jump_count) {
            return None;
        }
        let codes = jumps.iter().map(|&step| code(points[step])).collect();
        Some(Self { lattice, codes, changes: vec![0; places as usize], rows, stride, least })
    }

    /// Adds a change at the sum of two jumps. At one place that is at most 2 for each jump. There
    /// are two jumps for a step, and steps have different codes: so fewer than 2³⁰ jumps.
    fn add(&mut self, i: usize, j: usize, change: i32) {
        self.changes[(self.codes[i] + self.codes[j] - self.least) as usize] += change;
    }

    /// The places where the slope changes.
    fn slope_changes<K: Key>(&self) -> Vec<SlopeChange<K>> {
        let mut found = Vec::with_capacity(self.codes.len());
        for (row, sums) in &self.rows {
            let code = |a: i64| (a + row * self.stride - self.least) as usize;
            for (place, &change) in self.changes[code(sums.start)..code(sums.end)].iter().enumerate() {
                if change != 0 {
                    let key = K::nearest(self.lattice.scale().key(sums.start + place as i64, *row));
                    found.push((Point { key, row: *row as i32 }, change.into()));
                }
            }
        }
        found
    }
}

/// Sorts by key: into as many buckets of equal width as there are places, or up to twice as many,
/// and then each bucket. Places are spread so evenly that most buckets have one or none.
///
/// # Cost
/// O(n) for n places that are spread evenly, else O(n log n).
fn in_order<K: Key>(changes: Vec<SlopeChange<K>>) -> Vec<SlopeChange<K>> {
    let keys = || changes.iter().map(|(at, _)| at.key); // the key alone names the point
    let Some((least, greatest)) = keys().minmax().into_option() else { return changes };
    let wide = |key: K| -> i128 { key.into() };
    let shift = (0..126).find(|&shift| wide((greatest - least) >> shift) < 2 * changes.len() as i128);
    let bucket = |key: K| wide((key - least) >> shift.unwrap_or(126)) as usize;
    let in_buckets = changes.iter().map(|&change| (bucket(change.0.key), change));
    let (mut sorted, starts) = by_group(bucket(greatest) + 1, in_buckets);
    for (start, past) in starts.into_iter().tuple_windows() {
        if past - start > 1 {
            sorted[start..past].sort_unstable_by_key(|(at, _)| at.key);
        }
    }
    sorted
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use itertools::iproduct;

    use super::*;
    use crate::games::squares::Lengths;
    use crate::watch::unwatched;

    /// Against the sum over all ordered pairs of jumps, with a table and with a map, for keys of
    /// both types.
    #[test]
    fn slope_changes_are_the_sums_of_all_pairs() {
        for (lengths, limit, has_table) in [
            ("1,sqrt2", "40", true),
            ("1", "30", true),
            ("3,1+sqrt2", "60", true),
            ("1,(1+sqrt5)/2", "25", true),
            // all rows are negative
            ("3-sqrt2,6-2sqrt2", "30", true),
            ("300,sqrt10-3", "303", false),
            ("300001/100000,3", "50", false),
            ("1,1000001/1000000", "12", false),
        ] {
            let lengths: Lengths = lengths.parse().unwrap();
            let grundy = Grundy::new(&lengths, &limit.parse().unwrap()).unwrap();
            let points = grundy.steps().breakpoints();
            let values = grundy.steps().values();
            let end = points[points.len() - 1].key;
            for (window, target) in iproduct!([0..end, end / 3..end / 2, 0..0], [0, 1, 6]) {
                let jumps = Jumps::<i128>::of(&grundy);
                assert_eq!(
                    ChangeTable::of(&grundy, &jumps.steps, &(0..end)).is_some(),
                    has_table,
                    "{lengths}"
                );
                let signed = |step: usize| {
                    let before = step.checked_sub(1).map(|before| (values[before], -1));
                    [Some((values[step], 1)), before].into_iter().flatten()
                };
                let mut sums = BTreeMap::new();
                for (i, j) in iproduct!(0..points.len(), 0..points.len()) {
                    for ((v, sign), (w, other)) in iproduct!(signed(i), signed(j)) {
                        let at = points[i] + points[j];
                        if v ^ w == target && window.contains(&at.key) {
                            *sums.entry(at).or_insert(0) += sign * other;
                        }
                    }
                }
                sums.retain(|_, change| *change != 0);
                let expected: Vec<(Point, i64)> = sums.into_iter().collect();
                let wide = slope_changes::<i128>(&grundy, target, window.clone(), &mut unwatched).unwrap();
                assert_eq!(wide, expected, "{lengths}, {window:?}, {target}");
                let narrow = slope_changes::<i64>(&grundy, target, window.clone(), &mut unwatched).unwrap();
                assert!(narrow.iter().map(|&(at, change)| (at.widened(), change)).eq(expected));
            }
        }
    }
}
