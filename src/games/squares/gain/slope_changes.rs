//! Where the slope of W_t changes, and by how much: the jumps of g in pairs, added up by place.
//! Many pairs meet at one place, and most of them cancel.

use std::cell::Cell;
use std::ops::Range;

use super::super::g::pairs_of;
use super::super::grundy::Grundy;
use crate::lattice::{Gathered, Key, Point, by_group};
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
    let window = K::nearest(window.start)..K::nearest(window.end);
    let mut sums = Gathered::with_room_for(jumps.points.len());
    jumps.each_run(target, window, watch, |one, others, mut change| {
        for &other in others {
            *sums.at(one + other).1 += change;
            change = -change;
        }
    })?;
    let found = sums.points().iter().copied().filter(|&(_, change)| change != 0);
    let mut found: Vec<SlopeChange<K>> = found.collect();
    found.sort_unstable_by_key(|(at, _)| at.key); // the key alone names the point
    Ok(found)
}

/// Where g comes to a value or leaves it, for each value in ascending order. It comes to it first,
/// and the two take turns.
struct Jumps<K> {
    points: Vec<Point<K>>,
    /// Their keys.
    keys: Vec<K>,
    /// Where the jumps of each value begin, and how many there are of all.
    starts: Vec<usize>,
}

impl<K: Key> Jumps<K> {
    fn of(grundy: &Grundy) -> Self {
        let values = grundy.steps().values();
        // each step ends the value before it, and comes to its own
        let starts = grundy.steps().breakpoints();
        let jumps = (0..2 * values.len() - 1)
            .map(|jump| (values[jump / 2] as usize, Point::of(starts[jump.div_ceil(2)])));
        // counted, as a general sort would take 3 % of all instructions of the main job
        let (points, starts) = by_group(grundy.largest_nimber() as usize + 1, jumps);
        Self { keys: points.iter().map(|at| at.key).collect(), points, starts }
    }

    /// Calls `add` with a jump, a run of others whose sums with it lie in a window of keys, and by
    /// how much it changes the slope of W_t together with the first of the run. The sign turns from
    /// each of the run to the next.
    fn each_run(
        &self,
        target: Nimber,
        window: Range<K>,
        watch: Watch<'_>,
        mut add: impl FnMut(Point<K>, &[Point<K>], i64),
    ) -> Result<(), Stopped> {
        let values = self.starts.len() - 1;
        // a pair changes the slope by the product of +1 for each arrival and −1 for each departure,
        // in both orders
        let mut add_run = |(own, i): (usize, usize), (theirs, run): (usize, Range<usize>)| {
            let (one, others) = (self.points[own + i], &self.points[theirs..][run.clone()]);
            if own + i == theirs + run.start {
                add(one, &others[..1], -1); // a jump with itself comes in one order only
            }
            add(one, others, if (i + run.start) % 2 == 0 { 2 } else { -2 });
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use itertools::iproduct;

    use super::*;
    use crate::games::squares::Lengths;
    use crate::watch::unwatched;

    /// Against the sum over all ordered pairs of jumps, for keys of both types.
    #[test]
    fn slope_changes_are_the_sums_of_all_pairs() {
        for (lengths, limit) in [
            ("1,sqrt2", "40"),
            ("1", "30"),
            ("3,1+sqrt2", "60"),
            ("1,(1+sqrt5)/2", "25"),
            // all rows are negative
            ("3-sqrt2,6-2sqrt2", "30"),
            ("60,sqrt10-3", "61"),
            ("300001/100000,3", "50"),
            ("1,1000001/1000000", "12"),
        ] {
            let lengths: Lengths = lengths.parse().unwrap();
            let grundy = Grundy::new(&lengths, &limit.parse().unwrap()).unwrap();
            let points = grundy.steps().breakpoints();
            let values = grundy.steps().values();
            let end = points[points.len() - 1].key;
            for (window, target) in iproduct!([0..end, end / 3..end / 2, 0..0], [0, 1, 6]) {
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
