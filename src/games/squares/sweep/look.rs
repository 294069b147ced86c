//! Cells cover places: all cells of some pairs, or only those whose nimber is still bare somewhere.

use std::ops::Range;

use super::lists::List;

/// How many words of 64 places a set of places has.
pub(super) const WORDS: usize = 4;
/// A set of places.
pub(super) type Places = [u64; WORDS];
/// How many codes a table has.
pub(super) const TABLE: usize = 4096;

/// Where cells are covered.
pub(super) struct Cover<'a> {
    /// For each code: the places from that corner on.
    pub(super) table: &'a [Places; TABLE],
    /// The code of the first entry, for a sum of two codes.
    pub(super) base: u16,
    /// For each nimber the places where it is present.
    pub(super) present: &'a mut [Places],
}

impl Cover<'_> {
    #[inline]
    pub(super) fn cell(&mut self, start: u16, end: u16, nimber: u16) {
        let (from, to) = (self.table[start as usize % TABLE], self.table[end as usize % TABLE]);
        let mask = self.present.len() - 1;
        let present = &mut self.present[nimber as usize & mask];
        for word in 0..WORDS {
            present[word] |= from[word] ^ to[word];
        }
    }

    /// The nimbers that are not present everywhere, as words of 16.
    pub(super) fn bare(&self) -> Vec<[u16; 32]> {
        let mut bare = vec![[0_u16; 32]; (self.present.len() / 1024).max(1) * 2];
        for (nimber, places) in self.present.iter().enumerate() {
            if places.iter().fold(u64::MAX, |all, &word| all & word) != u64::MAX {
                bare[nimber / 512][nimber / 16 % 32] |= 1 << (nimber % 16);
            }
        }
        bare
    }
}

/// As plain code: the reference.
pub(super) fn cover_plain<const TOGETHER: usize>(
    cover: &mut Cover<'_>,
    earlier: &List,
    later: &List,
    runs: impl Iterator<Item = ([usize; TOGETHER], Range<usize>)>,
) {
    let bare = cover.bare();
    for (i, run) in runs.flat_map(|(together, run)| together.map(|i| (i, run.clone()))) {
        let start = earlier.starts[i].wrapping_sub(cover.base);
        let end = earlier.ends[i].wrapping_sub(cover.base);
        let value = earlier.values[i];
        for j in run {
            let nimber = value ^ later.values[j];
            let place = nimber as usize;
            let looked = bare[place / 512][place / 16 % 32] >> (place % 16) & 1 == 1;
            if looked {
                cover.cell(start.wrapping_add(later.starts[j]), end.wrapping_add(later.ends[j]), nimber);
            }
        }
    }
}
