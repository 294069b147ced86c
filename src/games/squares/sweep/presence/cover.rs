//! Cells cover places: only those whose nimber is still bare somewhere have to.

use std::ops::Range;

use super::lists::List;
#[cfg(target_arch = "x86_64")]
use super::vector;

/// How many words a set of places has.
pub(super) const WORDS: usize = 4;

/// A set of places, one bit for each.
pub(super) type Places = [u64; WORDS];

/// How many places a set can have.
pub(super) const MOST_PLACES: usize = 64 * WORDS;

/// How many codes a table has.
pub(super) const CODES: usize = 4096;

/// How many nimbers there may be.
pub(super) const MOST_NIMBERS: usize = 1 << 15;

/// After so many cells for each nimber that have covered something, those that are still bare are
/// listed anew.
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

/// How cells are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// One by one: slower than counts, and the reference.
    Plain,
    /// Many at once, by vectors of the processor.
    Vectors,
}

impl Look {
    /// By vectors, if this processor has those that are needed and the variable `NIMSWEEP_VECTORS`
    /// is not `off`.
    pub(crate) fn by_vectors() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        if vector::is_supported() && std::env::var_os("NIMSWEEP_VECTORS").is_none_or(|value| value != "off") {
            return Some(Self::Vectors);
        }
        None
    }
}

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
    /// each of a run of the second.
    ///
    /// Some cells whose nimber is present everywhere are omitted.
    pub(super) fn cover<const TOGETHER: usize>(
        &mut self,
        look: Look,
        first: &List,
        second: &List,
        runs: impl Iterator<Item = ([usize; TOGETHER], Range<usize>)>,
    ) {
        match look {
            #[cfg(target_arch = "x86_64")]
            Look::Vectors if vector::is_supported() => {
                #[allow(unsafe_code, reason = "a function may need more of a processor than all have")]
                // SAFETY: this processor has all that the function needs, as was just asked for
                unsafe {
                    vector::cover(self, first, second, runs);
                }
            }
            _ => self.cover_one_by_one(first, second, runs),
        }
    }

    fn cover_one_by_one<const TOGETHER: usize>(
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

    /// Of the two codes whose sum is that of a corner, the first, so that the sum is the place of the
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
    use super::super::super::steps::tests::steps;
    use super::super::lists::Lists;
    use super::super::runs::Runs;
    use super::*;
    use crate::lattice::Key;
    use crate::sweep::Nimber;

    #[test]
    fn places_from_a_rank_are_the_upper_ones() {
        for rank in 0..=MOST_PLACES {
            let places = places_from(rank);
            let has = |place: usize| places[place / 64] >> (place % 64) & 1 == 1;
            assert!((0..MOST_PLACES).all(|place| has(place) == (place >= rank)), "{rank}");
        }
    }

    /// What is covered by all pairs of steps whose values lie below a power of two, with a table of
    /// arbitrary places, so that a wrong code or nimber is seen.
    fn covered(look: Look, nimbers: usize, window: [i64; 2]) -> Vec<Places> {
        let known = steps(80);
        // values with bits all the way up
        let scaled = known.iter().enumerate().map(|(step, (at, value))| {
            let high = (step as Nimber).wrapping_mul(0x9e37_79b9) >> 7;
            (at, if step == 0 { 0 } else { (value | high) % nimbers as Nimber })
        });
        let mut last = 0;
        let scaled = scaled.filter(|(at, value)| {
            let differs = at.key == 0 || *value != last;
            last = *value;
            differs
        });
        let steps = known.of_steps(scaled.collect::<Vec<_>>().into_iter());
        let mut lists = Lists::default();
        lists.measure(&steps);
        lists.extend(&steps, i64::nearest(1 << 40)).unwrap();
        let mut corners = Box::new([[0; WORDS]; CODES]);
        let mut state = 1_u64;
        for word in corners.as_flattened_mut() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // few places, so that nimbers stay bare for a while
            *word = 1 << (state >> 58) | 1 << (state >> 50 & 63);
        }
        let mut present = vec![[0; WORDS]; nimbers];
        let mut cover = Cover { corners: &corners, base: 77, present: &mut present };
        let (steps, window, near) = (&steps, window[0]..window[1], window[1] / 4);
        let (long, short) = (&lists.long, &lists.short);
        let runs = Runs::<_, 1> { steps, first: long, second: short, window, near, in_order: false, next: 0 };
        let window = runs.window.clone();
        cover.cover(look, long, short, runs);
        let runs = Runs::<_, 2> { steps, first: short, second: short, window, near, in_order: true, next: 0 };
        cover.cover(look, short, short, runs);
        present
    }

    #[test]
    fn vectors_cover_what_cells_cover_one_by_one() {
        let width = steps(1).window_width();
        let Some(vectors) = Look::by_vectors() else { return };
        for bits in 6..=15 {
            for [from, to] in [[0, 30], [5, 6], [7, 12], [9, 13], [20, 31]] {
                let window = [from * width, to * width];
                let plain = covered(Look::Plain, 1 << bits, window);
                assert!(plain.iter().any(|places| *places != [0; WORDS]), "{bits} {from}");
                assert!(covered(vectors, 1 << bits, window) == plain, "{bits} bits, windows {from} to {to}");
            }
        }
    }
}
