//! Gathering what meets at one point without comparing: numbers of points, and a sort that counts.

use super::point::{Key, Point};

/// Points, each with a number, in the order in which they came, and what is gathered there: an open
/// table.
///
/// # Invariants
/// 1. The number of each point stands in the first slot, at or behind that of its hash, that has no
///    other one.
/// 2. At most half of the slots are taken, and there is a power of two of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gathered<K, V> {
    /// By their numbers.
    points: Vec<(Point<K>, V)>,
    slots: Vec<u32>,
}

impl<K: Key, V: Default> Gathered<K, V> {
    const FREE: u32 = u32::MAX;

    /// No points yet, but room for so many.
    pub fn with_room_for(points: usize) -> Self {
        Self {
            points: Vec::with_capacity(points),
            slots: vec![Self::FREE; (2 * points).next_power_of_two().max(64)],
        }
    }

    /// The number of a point, a new one if it has none yet, and what is gathered there.
    #[inline]
    pub fn at(&mut self, at: Point<K>) -> (usize, &mut V) {
        if 2 * self.points.len() >= self.slots.len() {
            self.grow();
        }
        let (slot, mut number) = self.slot(at.key);
        if number == Self::FREE {
            // 2³² points would fill 100 GB
            number = self.points.len() as u32;
            self.slots[slot] = number;
            self.points.push((at, V::default()));
        }
        (number as usize, &mut self.points[number as usize].1)
    }

    /// The slot of a point, or the one that it would have, and what stands there; the key names the
    /// row, too.
    #[inline]
    fn slot(&self, key: K) -> (usize, u32) {
        let wide: i128 = key.into();
        // keys whose lower halves are equal differ in the upper ones; 2⁶⁴ over the golden ratio
        let product = (wide as u64 ^ (wide >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let (mut slot, mask) = ((product >> 32) as usize, self.slots.len() - 1);
        loop {
            slot &= mask;
            let number = self.slots[slot];
            if number == Self::FREE || self.points[number as usize].0.key == key {
                return (slot, number);
            }
            slot += 1;
        }
    }

    #[cold]
    fn grow(&mut self) {
        self.slots = vec![Self::FREE; (2 * self.slots.len()).max(64)];
        for (number, (at, _)) in (0..).zip(&self.points) {
            let (slot, _) = self.slot(at.key);
            self.slots[slot] = number;
        }
    }

    /// The points, by their numbers, each with what is gathered there.
    pub fn points(&self) -> &[(Point<K>, V)] {
        &self.points
    }

    /// Forgets all points.
    pub fn clear(&mut self) {
        self.points.clear();
        self.slots.fill(Self::FREE);
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

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Keys that share their hashes, or their lower halves, among them.
    #[test]
    fn each_point_has_one_number() {
        let keys = (0..4000_i128).map(|n| (n * n % 1777 - 800) << (n % 3 * 40)).collect::<Vec<_>>();
        let (mut numbers, mut expected) = (Gathered::default(), HashMap::new());
        for turn in 0..2 {
            for &key in &keys {
                let next = expected.len();
                let at = Point { key, row: 7 };
                let (number, count) = expected.entry(at).or_insert((next, 0));
                *count += 1;
                let (found, sum) = numbers.at(at);
                *sum += 1;
                assert_eq!((found, *sum), (*number, *count), "{key} in turn {turn}");
            }
            assert!(numbers.points().len() > 700 && numbers.points().len() == expected.len());
            assert!(
                numbers.points().iter().enumerate().all(|(number, (at, sum))| expected[at] == (number, *sum))
            );
            numbers.clear();
            expected.clear();
        }
    }

    #[test]
    fn items_of_a_group_keep_their_order() {
        let items = [(2, 'a'), (0, 'b'), (2, 'c'), (3, 'd'), (0, 'e')];
        assert_eq!(by_group(5, items.into_iter()), ("beacd".chars().collect(), vec![0, 2, 2, 4, 5, 5]));
        assert_eq!(by_group(0, [].into_iter()), (Vec::<char>::new(), vec![0]));
    }
}
