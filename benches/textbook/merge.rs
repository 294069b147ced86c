//! Corners in order from a heap or a tree of pending ones: for each step its next corner, and no
//! more.

use std::cmp::Reverse;
use std::collections::binary_heap::PeekMut;
use std::collections::{BTreeMap, BinaryHeap};

use super::line::{Line, Pair};

/// Corners that wait for their keys.
pub(super) trait Pending: Default {
    fn schedule(&mut self, key: i64, pair: Pair);
    /// The smallest key at which a corner waits.
    fn next_key(&self) -> Option<i64>;
    /// Replaces each corner at this key, if it is the smallest, by the one that follows it, if
    /// there is one.
    fn replace_at(&mut self, key: i64, follow: impl FnMut(Pair) -> Option<(i64, Pair)>);
}

/// The corners one by one, the smallest key on top: key and pair as one integer, which is compared
/// faster than a tuple.
#[derive(Default)]
pub(super) struct Heap(BinaryHeap<Reverse<u128>>);

/// The key in the upper 64 bits, i in the next 32 and j in the last 32. Keys of corners are at
/// least 0, so that packed corners are in the order of (key, i, j), and none is changed by packing.
fn packed(key: i64, (i, j): Pair) -> u128 {
    // a key is a sum of places on the line, none below 0: it is the same number without a sign
    (u128::from(key.cast_unsigned()) << 64) | (u128::from(i) << 32) | u128::from(j)
}

/// The packed numbers; each part is cut to the bits that it had.
fn unpacked(corner: u128) -> (i64, Pair) {
    (((corner >> 64) as u64).cast_signed(), ((corner >> 32) as u32, corner as u32))
}

impl Pending for Heap {
    fn schedule(&mut self, key: i64, pair: Pair) {
        self.0.push(Reverse(packed(key, pair)));
    }

    fn next_key(&self) -> Option<i64> {
        self.0.peek().map(|Reverse(corner)| unpacked(*corner).0)
    }

    fn replace_at(&mut self, key: i64, mut follow: impl FnMut(Pair) -> Option<(i64, Pair)>) {
        while let Some(mut top) = self.0.peek_mut().filter(|top| unpacked(top.0).0 == key) {
            // replacing the top is one pass down the heap; removing it and pushing another is two
            match follow(unpacked(top.0).1) {
                Some((key, pair)) => *top = Reverse(packed(key, pair)),
                None => drop(PeekMut::pop(top)),
            }
        }
    }
}

/// For each key its corners.
#[derive(Default)]
pub(super) struct Tree(BTreeMap<i64, Vec<Pair>>);

impl Pending for Tree {
    fn schedule(&mut self, key: i64, pair: Pair) {
        self.0.entry(key).or_default().push(pair);
    }

    fn next_key(&self) -> Option<i64> {
        self.0.keys().next().copied()
    }

    fn replace_at(&mut self, key: i64, follow: impl FnMut(Pair) -> Option<(i64, Pair)>) {
        let corners = self.0.remove(&key).unwrap_or_default();
        for (key, pair) in corners.into_iter().filter_map(follow) {
            self.schedule(key, pair);
        }
    }
}

/// Lets g grow as far as it is wanted.
pub(super) fn sweep<P: Pending>(line: &mut Line) {
    let mut pending = P::default();
    pending.schedule(0, (0, 0));
    while let Some(key) = [pending.next_key(), line.next_change()].into_iter().flatten().min() {
        if line.next_change() == Some(key) && line.apply(key) {
            // the first corner of a new step is with the step at 0, right here
            let pair = (line.last(), 0);
            line.corner(pair).into_iter().for_each(|key| pending.schedule(key, pair));
        }
        pending.replace_at(key, |(i, j)| {
            line.take((i, j));
            let next = (i, j + 1);
            if j < i { Some((line.corner(next)?, next)) } else { None }
        });
        line.settle(key);
    }
}
