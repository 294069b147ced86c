//! The steps are those of g: on a step of value v each n < v is reached everywhere, and v nowhere.
//!
//! Let g have the value v_i on the step i, from p_i to q_i. Of the parts x and y − x that a piece
//! leaves, one lies in the step i and the other in the step j for some x exactly while p_i + p_j ≤
//! y < q_i + q_j: the cell (i, j) is *alive* then, and holds the nimber v_i xor v_j. So a segment
//! of length L has a move to n exactly if for some length s a cell that holds n is alive at L − s.
//!
//! For each n, the times of all cells that hold it are united, moved by each length, and united
//! again. The result has to have each step of a greater value inside, and to miss each step of the
//! value n. Steps of smaller values are free.

use std::collections::HashMap;
use std::ops::Range;

use num_bigint::BigInt;
use num_integer::Integer;
#[cfg(feature = "parallel")]
use rayon::prelude::*;

use super::table::{Pair, Table};
use crate::lattice::{Key, KeyError, KeyScale};
use crate::proof::certificate::VerifyError;

/// How many nimbers are looked at together: a false value may be huge, and the first nimbers then
/// refuse it.
const TOGETHER: u64 = 1024;
/// How many steps are proven first. Then twice as many are, and so on: that takes a third more
/// time, but a table that is false soon is refused soon, whatever follows.
const FIRST_STEPS: usize = 1024;
/// From how many intervals on those that are collected are united in between.
const MOST_COLLECTED: usize = 1 << 20;

/// Proves that the steps are those of g.
pub(super) fn check(table: &Table, keys: &Keys) -> Result<(), VerifyError> {
    let mut count = FIRST_STEPS;
    while count < table.values.len() {
        check_first(table, keys, count)?;
        count *= 2; // below twice the number of steps
    }
    check_first(table, keys, table.values.len())
}

/// Proves so many steps.
fn check_first(table: &Table, keys: &Keys, count: usize) -> Result<(), VerifyError> {
    let checked = match keys.scale.is_narrow() {
        true => Steps::<i64>::of(table, keys, count).check(),
        false => Steps::<i128>::of(table, keys, count).check(),
    };
    let refused = |(step, reason)| VerifyError::Refused { line: table.first_line + step as u64, reason };
    checked.map_err(refused)
}

/// The integer keys of a table: they sort like the numbers, also the sums of three of them.
pub(super) struct Keys {
    pub(super) scale: KeyScale,
}

impl Keys {
    /// The keys for sums of up to three numbers, each a step, a length or the limit.
    pub(super) fn of(table: &Table) -> Result<Self, KeyError> {
        let pairs = || table.starts.iter().chain(&table.lengths).chain([&table.limit]);
        // at most 18 digits each, and a third of what an integer has
        let side = pairs().map(|pair| pair.a.abs()).max().unwrap_or(0);
        let stride = pairs().fold(0, |stride: i64, pair| stride.gcd(&pair.b)).max(1);
        let rows = pairs().map(|pair| (pair.b / stride).abs()).max().unwrap_or(0);
        let [side, rows] = [side, rows].map(|side| BigInt::from(3 * side));
        let scale = KeyScale::for_long_rows(table.radicand, &stride.into(), [&side, &rows])?;
        Ok(Self { scale })
    }

    /// The key of a number.
    pub(super) fn key(&self, pair: Pair) -> i128 {
        self.scale.key(pair.a, pair.b / self.scale.stride())
    }
}

/// Steps by their keys: where they begin and end.
struct Steps<K> {
    starts: Vec<K>,
    ends: Vec<K>,
    values: Vec<u64>,
    /// The steps of each value, ascending.
    classes: Vec<(u64, Vec<Range<K>>)>,
    /// Where each value stands in that list.
    places: HashMap<u64, usize>,
    /// The lengths.
    shifts: Vec<K>,
    /// The key right behind the greatest that a move can leave, which is the limit less the
    /// shortest length.
    past: K,
}

impl<K: Key> Steps<K> {
    /// The first steps, so many of them.
    fn of(table: &Table, keys: &Keys, count: usize) -> Self {
        let key = |&pair: &Pair| K::nearest(keys.key(pair));
        let starts: Vec<K> = table.starts[..count].iter().map(key).collect();
        // whatever is greater than the limit has a key that is greater by at least 1
        let behind = table.starts.get(count).map_or_else(|| key(&table.limit) + K::from(1), key);
        let ends: Vec<K> = starts.iter().skip(1).copied().chain([behind]).collect();
        let shifts: Vec<K> = table.lengths.iter().map(key).collect();
        let past = shifts.first().map_or(behind, |&shortest| behind - shortest);
        let mut steps = Self {
            starts,
            ends,
            values: table.values[..count].to_vec(),
            classes: vec![],
            places: HashMap::new(),
            shifts,
            past,
        };
        for (index, &value) in table.values[..count].iter().enumerate() {
            let next = steps.classes.len();
            let place = *steps.places.entry(value).or_insert(next);
            if place == next {
                steps.classes.push((value, vec![]));
            }
            steps.classes[place].1.push(steps.starts[index]..steps.ends[index]);
        }
        steps
    }

    /// The first step that is refused for the least nimber, with the reason.
    fn check(&self) -> Result<(), (usize, String)> {
        let largest = self.values.iter().copied().max().unwrap_or(0);
        let mut next = 0;
        while next <= largest {
            // values have at most 18 digits
            let together = next..(next + TOGETHER).min(largest + 1);
            next = together.end;
            #[cfg(feature = "parallel")]
            let refused = together.into_par_iter().find_map_first(|nimber| self.refused(nimber));
            #[cfg(not(feature = "parallel"))]
            let refused = together.into_iter().find_map(|nimber| self.refused(nimber));
            if let Some(refused) = refused {
                return Err(refused);
            }
        }
        Ok(())
    }

    /// The first step that a nimber refuses.
    fn refused(&self, nimber: u64) -> Option<(usize, String)> {
        let reached = self.reached(nimber);
        let mut reached = reached.iter().peekable();
        let steps = self.values.iter().enumerate().filter(|&(_, &value)| value >= nimber);
        for (step, &value) in steps {
            let (start, end) = (self.starts[step], self.ends[step]);
            while reached.next_if(|range| range.end <= start).is_some() {}
            let range = reached.peek();
            if value > nimber && range.is_none_or(|range| start < range.start || range.end < end) {
                return Some((step, format!("not every L here has a move to {nimber}")));
            }
            if value == nimber && range.is_some_and(|range| range.start < end) {
                return Some((step, format!("some L here has a move to {nimber}")));
            }
        }
        None
    }

    /// The lengths of a segment up to the limit that have a move to the nimber.
    fn reached(&self, nimber: u64) -> Vec<Range<K>> {
        let (mut alive, mut most) = (vec![], MOST_COLLECTED);
        for (value, ours) in &self.classes {
            // both orders of a pair are alive at the same time
            let Some(&place) = self.places.get(&(value ^ nimber)).filter(|_| *value <= value ^ nimber) else {
                continue;
            };
            let theirs = &self.classes[place].1;
            for (index, first) in ours.iter().enumerate() {
                let theirs = if nimber == 0 { &theirs[index..] } else { theirs };
                let before = theirs.iter().take_while(|second| first.start + second.start < self.past);
                alive.extend(
                    before.map(|second| first.start + second.start..(first.end + second.end).min(self.past)),
                );
                if alive.len() > most {
                    alive = united(alive);
                    most = MOST_COLLECTED.max(2 * alive.len());
                }
            }
        }
        let alive = united(alive);
        let moved = |&shift: &K| alive.iter().map(move |range| range.start + shift..range.end + shift);
        united(self.shifts.iter().flat_map(moved).collect())
    }
}

/// The same half-open intervals in ascending order, those that overlap or touch being one.
fn united<K: Key>(mut ranges: Vec<Range<K>>) -> Vec<Range<K>> {
    ranges.sort_unstable_by_key(|range| range.start);
    ranges.dedup_by(|range, last| {
        let is_one = range.start <= last.end;
        if is_one {
            last.end = last.end.max(range.end);
        }
        is_one
    });
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_that_overlap_or_touch_are_one() {
        let ranges = vec![5..7, 0..1, 6..6, 1..3, 9..12, 10..11, 2..3];
        assert_eq!(united::<i64>(ranges), [0..3, 5..7, 9..12]);
        assert_eq!(united::<i128>(vec![]), []);
    }

    /// Alternating values make millions of cells of one nimber; what is false soon is refused soon.
    #[test]
    fn a_long_table_that_is_false_soon_is_refused_soon() {
        let steps: Vec<_> = (0..2_000_000).map(|a| (a, 0, u32::from(a % 2 == 1))).collect();
        let refused = super::super::verify_steps(&[1.into()], &steps).unwrap_err().to_string();
        assert_eq!(refused, "line 3: some L here has a move to 0");
    }
}
