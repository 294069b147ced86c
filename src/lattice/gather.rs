//! Gathering what meets at one point without comparing: a map by points, and a sort that counts.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::point::Point;

/// Something for each point.
pub(crate) type PointMap<K, T> = HashMap<Point<K>, T, BuildHasherDefault<PointHasher>>;

/// Hashes a point by its key: one product, whose high half depends on all of it.
#[derive(Default)]
pub(crate) struct PointHasher(u64);

impl Hasher for PointHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write_i64(&mut self, key: i64) {
        let product = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15); // 2⁶⁴ over the golden ratio
        self.0 = product ^ (product >> 32);
    }

    fn write_i128(&mut self, key: i128) {
        // keys whose lower halves are equal differ in the upper ones
        self.write_i64(key as i64 ^ (key >> 64) as i64);
    }

    fn write_i32(&mut self, _row: i32) {} // the key names the row, too

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| hash.wrapping_mul(257) ^ u64::from(byte));
    }
}

/// Items by their groups, which are numbered from 0, those of one group in the order in which they
/// come; and where each group begins, and the last one ends.
///
/// # Cost
/// O(n + g) for n items of g groups, and `items` twice.
pub(crate) fn by_group<T: Copy + Default>(
    groups: usize,
    items: impl Iterator<Item = (usize, T)> + Clone,
) -> (Vec<T>, Vec<usize>) {
    let mut starts = vec![0; groups + 1];
    items.clone().for_each(|(group, _)| starts[group + 1] += 1);
    for group in 0..groups {
        starts[group + 1] += starts[group];
    }
    let mut next = starts.clone();
    let mut sorted = vec![T::default(); starts[groups]];
    for (group, item) in items {
        sorted[next[group]] = item;
        next[group] += 1;
    }
    (sorted, starts)
}
