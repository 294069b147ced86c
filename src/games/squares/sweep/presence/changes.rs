//! The changes of a stretch: found as soon as it is covered, by any thread, so that a report is
//! little more than a copy.

use std::mem;
use std::ops::Range;

use itertools::Itertools;

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
    /// The nimbers that were present at all places when the changes were found.
    throughout: NimberSet,
    /// The changes at all other places, in order; those of revised nimbers are void.
    found: Vec<Change>,
    /// How many of them lie below the part that is reported next.
    passed: usize,
    revised: Vec<Nimber>,
    is_revised: NimberSet,
    /// The changes of revised nimbers in the part that was reported last, and all changes there.
    again: Vec<Change>,
    part: Vec<Change>,
}

impl Changes {
    /// Finds all changes of a stretch with so many places, given the places where each nimber is
    /// present.
    pub(super) fn find(&mut self, present: &[Places], count: usize) {
        let Self { first, throughout, found, passed, revised, is_revised, part, .. } = self;
        *passed = 0;
        revised.clear();
        [&mut *first, throughout, is_revised].into_iter().for_each(NimberSet::clear);
        part.clear();
        // beyond the last place all are present
        let nowhere = places_from(count);
        let inside = places_between(1..count);
        for (least, some) in (0..).step_by(64).zip(present.chunks(64)) {
            let [mut at_first, mut everywhere] = [0; 2];
            for (bit, places) in (0..).zip(some) {
                at_first |= u64::from(is_present_at_first(places)) << bit;
                everywhere |= u64::from(*places == [u64::MAX; WORDS]) << bit;
                if everywhere >> bit & 1 == 0 && *places != nowhere {
                    add_changes(least + bit, places, &inside, part);
                }
            }
            first.push_word(at_first);
            throughout.push_word(everywhere);
        }
        is_revised.grow(present.len());
        sort_by_place(part, found);
    }

    /// From now on there are so many nimbers, of which those that are new were not present.
    pub(super) fn grow(&mut self, nimbers: usize) {
        let Self { first, throughout, is_revised, .. } = self;
        [first, throughout, is_revised].into_iter().for_each(|set| set.grow(nimbers));
    }

    /// Whether a nimber was present at all places when the changes were found.
    pub(super) fn is_throughout(&self, nimber: Nimber) -> bool {
        self.throughout.has(nimber)
    }

    /// From now on a nimber is revised, since it is present at more places than before.
    pub(super) fn revise(&mut self, nimber: Nimber) {
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
        let Self { first, found, passed, revised, is_revised, again, part, .. } = self;
        part.clear();
        held.grow(present.len());
        if places.start == 0 {
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
            again.clear();
            let inside = places_between(places.start.max(1)..places.end);
            for &nimber in &*revised {
                add_changes(nimber, &present[nimber as usize], &inside, again);
            }
            again.sort_unstable();
            let ahead = ahead.iter().filter(|change| !is_revised.has(change.nimber()));
            part.extend(ahead.merge(&*again));
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

#[cfg(test)]
mod tests {
    use super::*;

    const NIMBERS: usize = 128;

    fn has(present: &[Places], nimber: usize, place: usize) -> bool {
        present[nimber][place / 64] >> (place % 64) & 1 == 1
    }

    /// Part by part, with more places of some nimbers before each part, as later steps add them.
    #[test]
    fn reports_are_what_differs_from_place_to_place() {
        let mut state = 7_u64;
        let mut below = |end: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % end
        };
        let mut revised = 0;
        for count in [1, 2, 63, 64, 65, 128, 200, 255, 256] {
            let mut present = vec![places_from(count); NIMBERS];
            for _ in 0..300 {
                let (nimber, from) = (below(NIMBERS), below(count));
                let run = places_between(from..count.min(from + 1 + below(50)));
                present[nimber].iter_mut().zip(run).for_each(|(places, run)| *places |= run);
            }
            present[3] = [u64::MAX; WORDS];
            let mut changes = Changes::default();
            changes.find(&present, count);
            let throughout = (0..).zip(&present).filter(|&(nimber, _)| changes.is_throughout(nimber));
            assert!(throughout.map(|(_, places)| places).all(|places| *places == [u64::MAX; WORDS]));
            assert!(changes.is_throughout(3));
            let mut expected_held: Vec<bool> = (0..2 * NIMBERS).map(|nimber| nimber % 3 == 1).collect();
            expected_held[NIMBERS..].fill(false);
            let before = (0..).zip(&expected_held).filter_map(|(nimber, &held)| held.then_some(nimber));
            let mut held = NimberSet::of(&before.collect::<Vec<Nimber>>());
            // more nimbers than there were
            present.resize(2 * NIMBERS, places_from(count));
            changes.grow(2 * NIMBERS);
            held.grow(2 * NIMBERS);
            let mut start = 0;
            while start < count {
                let end = count.min(start + 1 + below(90));
                for _ in 0..below(8) {
                    let (nimber, from) = (below(2 * NIMBERS), start + below(count - start));
                    let run = places_between(from..count.min(from + 1 + below(50)));
                    present[nimber].iter_mut().zip(run).for_each(|(places, run)| *places |= run);
                    changes.revise(nimber as Nimber);
                    revised += 1;
                }
                let mut expected = vec![];
                for place in start..end {
                    for (nimber, held) in expected_held.iter_mut().enumerate() {
                        let now = has(&present, nimber, place);
                        if mem::replace(held, now) != now {
                            expected.push((place, nimber as Nimber, now));
                        }
                    }
                }
                let found = changes.report(&present, start..end, &mut held).iter();
                let found = found.map(|change| (change.place(), change.nimber(), change.is_held()));
                assert!(found.eq(expected), "places {start} to {end} of {count}");
                let now_held = (0..).zip(&expected_held).filter_map(|(nimber, &held)| held.then_some(nimber));
                assert!(held.iter().eq(now_held), "places {start} to {end} of {count}");
                start = end;
            }
        }
        assert!(revised > 50, "{revised}");
    }
}
