//! The changes of a stretch: found as soon as it is covered, by any thread, so that a report is
//! little more than a copy.

use std::mem;
use std::ops::Range;

use super::cover::{MOST_PLACES, Places, WORDS, places_from};
use super::set::NimberSet;
use crate::sweep::Nimber;

/// A nimber comes to be held at a place, or is held no longer: one number, in the order of
/// transitions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Change(u32);

impl Change {
    /// The bits of a nimber and of whether it is held: there are at most 2¹⁵ nimbers and 2⁸ places.
    const LOW_BITS: u32 = 16;

    fn new(place: usize, nimber: Nimber, held: bool) -> Self {
        Self((place as u32) << Self::LOW_BITS | nimber << 1 | u32::from(held))
    }

    pub(super) fn place(self) -> usize {
        (self.0 >> Self::LOW_BITS) as usize
    }

    pub(super) fn nimber(self) -> Nimber {
        (self.0 & ((1 << Self::LOW_BITS) - 1)) >> 1
    }

    pub(super) fn is_held(self) -> bool {
        self.0 & 1 == 1
    }
}

/// What changes from place to place of a stretch.
///
/// Some nimbers come to be present at more places later. They are *revised*: their changes are
/// found again for each report.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes {
    /// The nimbers that are present at the first place; of those that are revised any.
    first: NimberSet,
    /// The changes at all other places, in order; those of revised nimbers are void.
    found: Vec<Change>,
    /// How many of them lie below the part that is reported next.
    passed: usize,
    revised: Vec<Nimber>,
    is_revised: NimberSet,
    /// The changes of the part that was reported last.
    part: Vec<Change>,
}

impl Changes {
    /// Finds all changes of a stretch with so many places, given the places where each nimber is
    /// present.
    pub(super) fn find(&mut self, present: &[Places], count: usize) {
        let Self { first, found, passed, revised, is_revised, part } = self;
        revised.clear();
        is_revised.clear();
        *passed = 0;
        first.clear();
        first.make_room(present.len());
        part.clear();
        // beyond the last place all are present
        let nowhere = places_from(count);
        let inside = places_between(1..count);
        for (nimber, places) in (0..).zip(present) {
            if *places == [u64::MAX; WORDS] {
                first.put(nimber, true);
            } else if *places != nowhere {
                first.put(nimber, is_present_at_first(places));
                add_changes(nimber, places, &inside, part);
            }
        }
        sort_by_place(part, found);
    }

    /// From now on a nimber is revised, since it is present at more places than before.
    pub(super) fn revise(&mut self, nimber: Nimber) {
        self.is_revised.make_room(nimber as usize + 1);
        if !self.is_revised.has(nimber) {
            self.is_revised.put(nimber, true);
            self.revised.push(nimber);
        }
    }

    /// The changes at some places, in order, given the places where each nimber is present, and
    /// which nimbers are held just below these places. They are changed to those that are held at
    /// the last of them. The places follow those of the report before.
    pub(super) fn report(
        &mut self,
        present: &[Places],
        places: Range<usize>,
        held: &mut NimberSet,
    ) -> &[Change] {
        let Self { first, found, passed, revised, is_revised, part } = self;
        part.clear();
        held.make_room(present.len());
        if places.start == 0 {
            first.make_room(present.len());
            for &nimber in &*revised {
                first.put(nimber, is_present_at_first(&present[nimber as usize]));
            }
            part.extend(held.changes_to(first).map(|(nimber, held)| Change::new(0, nimber, held)));
            mem::swap(held, first);
        }
        let from = part.len();
        let ahead = &found[*passed..];
        let ahead = &ahead[..ahead.partition_point(|change| change.place() < places.end)];
        *passed += ahead.len();
        if revised.is_empty() {
            part.extend(ahead);
        } else {
            is_revised.make_room(present.len());
            part.extend(ahead.iter().filter(|change| !is_revised.has(change.nimber())));
            let again = part.len();
            let inside = places_between(places.start.max(1)..places.end);
            for &nimber in &*revised {
                add_changes(nimber, &present[nimber as usize], &inside, part);
            }
            part[again..].sort_unstable();
            // two runs, each in order
            part[from..].sort();
        }
        for change in &part[from..] {
            held.put(change.nimber(), change.is_held());
        }
        part
    }
}

/// The places of a range, and no others.
fn places_between(range: Range<usize>) -> Places {
    let (from, to) = (places_from(range.start), places_from(range.end.max(range.start)));
    std::array::from_fn(|word| from[word] ^ to[word])
}

fn is_present_at_first(places: &Places) -> bool {
    places[0] & 1 == 1
}

/// Appends the changes of a nimber that is present at some places: those inside of a set that has
/// not the first place.
fn add_changes(nimber: Nimber, present: &Places, inside: &Places, changes: &mut Vec<Change>) {
    let mut before = 0;
    for (word, (bits, inside)) in present.iter().zip(inside).enumerate() {
        let mut different = (bits ^ (bits << 1 | before)) & inside;
        before = bits >> 63;
        while different != 0 {
            let bit = different.trailing_zeros();
            changes.push(Change::new(64 * word + bit as usize, nimber, bits >> bit & 1 == 1));
            different &= different - 1;
        }
    }
}

/// Sorts changes that are in the order of their nimbers.
fn sort_by_place(by_nimber: &[Change], sorted: &mut Vec<Change>) {
    let mut next = [0; MOST_PLACES];
    for change in by_nimber {
        next[change.place() % MOST_PLACES] += 1;
    }
    let mut sum = 0;
    for count in &mut next {
        sum += mem::replace(count, sum);
    }
    sorted.resize(by_nimber.len(), Change::default());
    for &change in by_nimber {
        let index = &mut next[change.place() % MOST_PLACES];
        sorted[*index] = change;
        *index += 1;
    }
}
