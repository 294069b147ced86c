//! The nimbers that change at each place of a stretch.

use super::super::transitions::{Transition, Transitions};
use super::layout::{Set, bits_from};
use crate::lattice::{Key, Point};
use crate::sweep::Nimber;

/// For each place of a stretch the nimbers that come into reach or leave it there.
///
/// # Invariant
/// The bit of a nimber at a place is set exactly if its set of places has one of this place and the
/// one before it, but not both.
#[derive(Clone, Debug)]
pub(super) struct Changes<const N: usize> {
    /// The bits of the places in a set.
    places: Set<N>,
    /// For each place, from the bit below the first one on, a bit for each nimber; 64 of them in a
    /// group.
    groups: Vec<u64>,
    /// How many groups a place has.
    of_place: usize,
}

impl<const N: usize> Default for Changes<N> {
    fn default() -> Self {
        Self { places: [0; N], groups: vec![], of_place: 0 }
    }
}

impl<const N: usize> Changes<N> {
    /// The changes of a stretch with so many places, given the set of each nimber, of which there
    /// are a multiple of 64.
    pub(super) fn find(&mut self, places: usize, present: &[Set<N>]) {
        let (first, beyond) = (bits_from::<N>(1), bits_from::<N>(places + 1));
        self.places = std::array::from_fn(|word| first[word] & !beyond[word]);
        self.of_place = present.len() / 64;
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
        for (word, (bits, inside)) in places.iter().zip(&self.places).enumerate() {
            // a place differs from the one before, or both from what they were
            let mut changed = (bits ^ (bits << 1 | before)) & inside;
            before = bits >> 63;
            while changed != 0 {
                let place = 64 * word + changed.trailing_zeros() as usize;
                self.groups[place * self.of_place + nimber / 64] ^= 1 << (nimber % 64);
                changed &= changed - 1;
            }
        }
    }

    /// Appends the transitions at a place, given the sets of all nimbers.
    pub(super) fn report<K: Key>(
        &self,
        place: usize,
        at: Point<K>,
        present: &[Set<N>],
        transitions: &mut Transitions<K>,
    ) {
        let groups = &self.groups[place * self.of_place..][..self.of_place];
        for (group, &changed) in groups.iter().enumerate() {
            let mut changed = changed;
            while changed != 0 {
                let nimber = group * 64 + changed.trailing_zeros() as usize;
                let held = present[nimber][place / 64] >> (place % 64) & 1 == 1;
                transitions.push(Transition { at, nimber: nimber as Nimber, held });
                changed &= changed - 1;
            }
        }
    }
}
