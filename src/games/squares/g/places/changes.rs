//! The nimbers that change at each place of a stretch.

use super::super::transitions::{Change, Transitions};
use super::layout::{Set, bits_from, set_of};
use crate::lattice::{Key, Point};
use crate::sweep::Nimber;

/// For each place of a stretch the nimbers that come into reach or leave it there.
///
/// # Invariants
/// 1. The bit of a nimber at a place is set if and only if its set of places has one of this place
///    and the one before it, but not both.
/// 2. A place with a bit of any nimber is one of `changed`. Places that were added again may have
///    none.
#[derive(Clone, Debug)]
pub(super) struct Changes<const N: usize> {
    /// The bits of the places in a set.
    places: Set<N>,
    /// For each place, from the bit below the first one on, a bit for each nimber; 64 of them in a
    /// group.
    groups: Vec<u64>,
    /// How many groups a place has.
    of_place: usize,
    /// Few places: the others are skipped.
    changed: Set<N>,
}

impl<const N: usize> Default for Changes<N> {
    fn default() -> Self {
        Self { places: [0; N], groups: vec![], of_place: 0, changed: [0; N] }
    }
}

impl<const N: usize> Changes<N> {
    /// The changes of a stretch with this many places, given the set of each nimber, of which there
    /// are a multiple of 64.
    pub(super) fn find(&mut self, places: usize, present: &[Set<N>]) {
        let (first, beyond) = (bits_from::<N>(1), bits_from::<N>(places + 1));
        self.places = set_of(|word| first[word] & !beyond[word]);
        self.of_place = present.len() / 64;
        self.changed = [0; N];
        self.groups.clear();
        self.groups.resize((places + 1) * self.of_place, 0);
        for (nimber, set) in present.iter().enumerate() {
            if *set != [u64::MAX; N] {
                self.add(nimber, set);
            }
        }
    }

    /// Places are added to the set of a nimber, which did not have them.
    pub(super) fn add(&mut self, nimber: usize, places: &Set<N>) {
        let mut before = 0;
        for (word, &inside) in self.places.iter().enumerate() {
            let bits = places[word];
            // a place differs from the one before, or both from what they were
            let mut changed = (bits ^ (bits << 1 | before)) & inside;
            before = bits >> 63;
            self.changed[word] |= changed;
            while changed != 0 {
                let place = 64 * word + changed.trailing_zeros() as usize;
                self.groups[place * self.of_place + nimber / 64] ^= 1 << (nimber % 64);
                changed &= changed - 1;
            }
        }
    }

    /// Appends the transitions at a place, given the sets of all nimbers.
    #[inline]
    pub(super) fn report<K: Key>(
        &self,
        place: usize,
        at: Point<K>,
        present: &[Set<N>],
        transitions: &mut Transitions<K>,
    ) {
        let (word, bit) = (place / 64, place % 64);
        if self.changed[word] >> bit & 1 == 0 {
            return;
        }
        let groups = &self.groups[place * self.of_place..][..self.of_place];
        transitions.push_at(at, |changes| {
            for (first, &group) in (0..).step_by(64).zip(groups) {
                let mut changed = group;
                while changed != 0 {
                    let nimber: Nimber = first + changed.trailing_zeros();
                    let held = present[nimber as usize][word] >> bit & 1 == 1;
                    changes.push(Change { nimber, held });
                    changed &= changed - 1;
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::mem;

    use super::*;

    /// Part by part, with more places of some nimbers before each part, as later steps add them.
    #[test]
    fn reports_are_what_differs_from_place_to_place() {
        const NIMBERS: usize = 128;
        let mut state = 7_u64;
        let mut below = |end: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % end
        };
        for count in [1, 2, 63, 64, 65, 128, 200, 254, 255] {
            let mut present = vec![bits_from::<4>(count + 1); NIMBERS];
            let run = |from: usize, past: usize| {
                let (from, past) = (bits_from::<4>(from), bits_from::<4>(past));
                set_of(|word| from[word] & !past[word])
            };
            for _ in 0..300 {
                let (nimber, from) = (below(NIMBERS), below(count + 1));
                let more: Set<4> = run(from, from + 1 + below(50));
                present[nimber].iter_mut().zip(more).for_each(|(held, more)| *held |= more);
            }
            present[3] = [u64::MAX; 4];
            let mut changes = Changes::default();
            changes.find(count, &present);
            let (mut found, mut expected) = (Transitions::<i64>::default(), vec![]);
            let has =
                |sets: &[Set<4>], nimber: usize, bit: usize| sets[nimber][bit / 64] >> (bit % 64) & 1 == 1;
            let mut held: Vec<bool> = (0..NIMBERS).map(|nimber| has(&present, nimber, 0)).collect();
            for place in 1..=count {
                if below(9) == 0 {
                    // only at places that were not reported
                    let (nimber, from) = (below(NIMBERS), place + below(count + 1 - place));
                    let all: Set<4> = run(from, from + 1 + below(50));
                    let more = set_of(|word| all[word] & !present[nimber][word]);
                    present[nimber].iter_mut().zip(more).for_each(|(held, more)| *held |= more);
                    changes.add(nimber, &more);
                }
                for (nimber, held) in held.iter_mut().enumerate() {
                    let now = has(&present, nimber, place);
                    if mem::replace(held, now) != now {
                        expected.push((place as i64, nimber as Nimber, now));
                    }
                }
                changes.report(place, Point { key: place as i64, row: 0 }, &present, &mut found);
            }
            let found = found.iter().map(|change| (change.at.key, change.nimber, change.held));
            assert!(found.eq(expected), "{count} places");
        }
    }
}
