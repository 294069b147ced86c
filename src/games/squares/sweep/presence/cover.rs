//! Cells cover places: only those whose nimber is still bare somewhere have to.

use std::ops::Range;

use super::lists::List;

/// How many words a set of places has.
pub(super) const WORDS: usize = 4;

/// A set of places, one bit for each.
pub(super) type Places = [u64; WORDS];

/// How many places a set can have.
pub(super) const MOST_PLACES: usize = 64 * WORDS;

/// How many codes a table has.
pub(super) const CODES: usize = 8192;

/// How many nimbers there may be.
pub(super) const MOST_NIMBERS: usize = 1 << 15;

/// After so many cells for each nimber that have covered something, those that are still bare are
/// listed anew.
#[cfg(target_arch = "x86_64")]
pub(super) const CELLS_FOR_A_LIST: usize = 2;

/// All places from a rank on.
pub(super) fn places_from(rank: usize) -> Places {
    let mut places = [0; WORDS];
    for (word, bits) in places.iter_mut().enumerate() {
        let below = rank.saturating_sub(64 * word);
        *bits = if below < 64 { u64::MAX << below } else { 0 };
    }
    places
}

/// For each code of a corner the places from there on.
pub(super) type CornerPlaces = [Places; CODES];

/// Where cells cover places.
pub(super) struct Cover<'a> {
    pub(super) corners: &'a CornerPlaces,
    /// The code of the first corner.
    pub(super) base: u16,
    /// For each nimber the places where it is present; as many as a power of two.
    pub(super) present: &'a mut [Places],
}

impl Cover<'_> {
    /// Covers the places of all cells of some pairs: for each of some steps of the first list and
    /// each of a run of the second. Cells whose nimber is present everywhere are omitted.
    pub(super) fn cover_one_by_one<const TOGETHER: usize>(
        &mut self,
        first: &List,
        second: &List,
        runs: impl Iterator<Item = ([usize; TOGETHER], Range<usize>)>,
    ) {
        for (together, run) in runs {
            for i in together {
                let (start, end) = (self.entry(first.starts[i]), self.entry(first.ends[i]));
                for j in run.clone() {
                    let nimber = usize::from(first.values[i] ^ second.values[j]);
                    if self.present[nimber] != [u64::MAX; WORDS] {
                        let (start, end) =
                            (start.wrapping_add(second.starts[j]), end.wrapping_add(second.ends[j]));
                        let from = self.corners[usize::from(start) % CODES];
                        let to = self.corners[usize::from(end) % CODES];
                        add_cell(&mut self.present[nimber], from, to);
                    }
                }
            }
        }
    }

    /// The first of two codes whose sum is that of a corner, such that the sum is the entry of the
    /// corner in the table. Sums wrap around, as codes do.
    pub(super) fn entry(&self, code: u16) -> u16 {
        code.wrapping_sub(self.base)
    }
}

/// Adds the places of a cell, given the places from its first corner on, and from its second.
pub(super) fn add_cell(present: &mut Places, from: Places, to: Places) {
    for ((present, from), to) in present.iter_mut().zip(from).zip(to) {
        *present |= from ^ to;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_from_a_rank_are_the_upper_ones() {
        for rank in 0..=MOST_PLACES {
            let places = places_from(rank);
            let has = |place: usize| places[place / 64] >> (place % 64) & 1 == 1;
            assert!((0..MOST_PLACES).all(|place| has(place) == (place >= rank)), "{rank}");
        }
    }
}
