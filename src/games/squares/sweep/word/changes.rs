//! The nimbers that change at each place of a word.

use super::super::transition::{Transition, Transitions};
use super::set::{Bits, Word, bits};
use crate::lattice::{Key, Point};
use crate::sweep::Nimber;

/// For each place of a word the nimbers that come into reach or leave it there.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes {
    /// The bits of the places in a word.
    places: Bits,
    /// For each place, from the bit below the first one on, a bit for each nimber; 64 of them in a
    /// group.
    groups: Vec<u64>,
    /// How many groups a place has.
    of_place: usize,
}

impl Changes {
    /// The changes of a word with so many places, given the word of each nimber, of which there are
    /// a multiple of 64.
    pub(super) fn begin(&mut self, places: usize, words: &[Word]) {
        self.places = !(Bits::MAX << places) << 1;
        self.of_place = words.len() / 64;
        self.groups.clear();
        self.groups.resize((places + 1) * self.of_place, 0);
        for (nimber, &word) in words.iter().enumerate() {
            self.add(nimber, bits(word));
        }
    }

    /// Places are added to the word of a nimber, which did not have them.
    pub(super) fn add(&mut self, nimber: usize, places: Bits) {
        // a place differs from the one before, or both from what they were
        let mut changed = (places ^ places << 1) & self.places;
        while changed != 0 {
            let place = changed.trailing_zeros() as usize;
            self.groups[place * self.of_place + nimber / 64] ^= 1 << (nimber % 64);
            changed &= changed - 1;
        }
    }

    /// Appends the transitions at a place, given the words of all nimbers.
    pub(super) fn report<K: Key>(
        &self,
        place: usize,
        at: Point<K>,
        words: &[Word],
        transitions: &mut Transitions<K>,
    ) {
        let groups = &self.groups[place * self.of_place..][..self.of_place];
        for (group, &changed) in groups.iter().enumerate() {
            let mut changed = changed;
            while changed != 0 {
                let nimber = group * 64 + changed.trailing_zeros() as usize;
                let held = words[nimber][place / 64] >> (place % 64) & 1 == 1;
                transitions.push(Transition { at, nimber: nimber as Nimber, held });
                changed &= changed - 1;
            }
        }
    }
}
