//! Rare and common values: the mask that makes the fewest values of a sequence rare.

use crate::sweep::Nimber;

/// A mask, and where the values are that it makes rare.
///
/// A value is common if it has an odd number of bits in common with the mask. With the mask 0 all
/// values are rare; then the places are not listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SparseSpace {
    mask: Nimber,
    /// The n with a rare G(n), ascending.
    rare: Vec<usize>,
}

/// A mask is used if at most one value in 8 is rare: otherwise looking at pairs along the sequence
/// is faster than looking for the partners of rare parts.
const RARE_PART: usize = 8;

impl SparseSpace {
    /// No value is common.
    pub(super) fn none() -> Self {
        Self { mask: 0, rare: vec![] }
    }

    /// The mask that makes the fewest of these values rare, or none if that are many. All values
    /// have to be below `nimbers`, a power of two.
    ///
    /// # Method
    /// For each mask, the number of rare values less that of common ones is an entry of the Walsh
    /// transform of the counts of all values.
    ///
    /// # Cost
    /// O(values), and O(v·log v) for v nimbers.
    pub(super) fn best(values: &[Nimber], nimbers: usize) -> Self {
        let mut excess = vec![0_i64; nimbers];
        for &value in values {
            excess[value as usize] += 1; // far fewer than 2^63 values
        }
        walsh_transform(&mut excess);
        let best = (0..).zip(&excess).min_by_key(|&(_, excess)| *excess);
        let mask = best.map_or(0, |(mask, _): (Nimber, _)| mask);
        let space = Self { mask, rare: vec![] };
        let rare = (0..values.len()).filter(|&n| !space.is_common(values[n]));
        let rare: Vec<usize> = rare.take(values.len() / RARE_PART + 1).collect();
        if rare.len() * RARE_PART <= values.len() { Self { mask, rare } } else { Self::none() }
    }

    /// Whether no value is common.
    pub(super) fn is_none(&self) -> bool {
        self.mask == 0
    }

    fn is_common(&self, value: Nimber) -> bool {
        (value & self.mask).count_ones() & 1 == 1
    }

    /// The n with a rare G(n), ascending; none if no value is common.
    pub(super) fn rare(&self) -> &[usize] {
        &self.rare
    }

    /// Adds the next value of the sequence.
    pub(super) fn note(&mut self, n: usize, value: Nimber) {
        if !self.is_none() && !self.is_common(value) {
            self.rare.push(n);
        }
    }

    /// Whether the masks are the same.
    pub(super) fn agrees_with(&self, other: &Self) -> bool {
        self.mask == other.mask
    }

    /// The common ones of the nimbers 64·`word` … 64·`word` + 63, as bits.
    pub(super) fn common_of_word(&self, word: usize) -> u64 {
        // bit v is set if v has an odd number of bits in common with the low six bits of the mask
        let low = (0..6).filter(|bit| self.mask >> bit & 1 == 1).fold(0, |odd, bit| odd ^ BIT_SET[bit]);
        let high = (word as u64 * 64) & u64::from(self.mask);
        if high.count_ones() & 1 == 1 { !low } else { low }
    }
}

/// For each of six bits, the numbers 0 … 63 that have it.
const BIT_SET: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// Replaces the entry at each mask by the sum of all entries, in which an entry counts negative if
/// its index has an odd number of bits in common with the mask.
fn walsh_transform(entries: &mut [i64]) {
    let mut half = 1;
    while half < entries.len() {
        for block in entries.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mask_makes_the_fewest_values_rare() {
        // values that have an odd number of bits in common with 11, and the three others 0, 3, 9
        let values: Vec<Nimber> =
            (0..64).filter(|value: &Nimber| (value & 11).count_ones() & 1 == 1).collect();
        let values = [&[0, 3, 9][..], &values].concat();
        let space = SparseSpace::best(&values, 64);
        assert_eq!((space.mask, space.rare()), (11, &[0, 1, 2][..]));
        for mask in 0..64 {
            let other = SparseSpace { mask, rare: vec![] };
            assert!(values.iter().filter(|&&value| !other.is_common(value)).count() >= 3, "{mask}");
        }
    }

    #[test]
    fn no_mask_is_better_than_one_with_many_rare_values() {
        let values: Vec<Nimber> = (0..64).collect();
        assert_eq!(SparseSpace::best(&values, 64), SparseSpace::none());
    }

    #[test]
    fn words_of_common_nimbers() {
        for mask in [0, 1, 6, 63, 64, 0b1011_0110_1111] {
            let space = SparseSpace { mask, rare: vec![] };
            for nimber in 0..1024 {
                let bit = space.common_of_word(nimber / 64) >> (nimber % 64) & 1;
                assert_eq!(bit == 1, space.is_common(nimber as Nimber), "{nimber} by {mask}");
            }
        }
    }
}
