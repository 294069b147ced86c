//! Rare and common values: the mask that makes the fewest values of a sequence rare.

use super::code::Code;
use crate::sweep::Nimber;

/// A mask, and where the values are that it makes rare.
///
/// A value v of a sum m, or of two heaps that have m tokens together, is common if v has an odd
/// number of bits in common with the mask; with parity, if that number plus m is odd. The value of
/// n is one of the sum n − k for each splitting place k, all of which have the same parity then.
/// Without mask and parity all values are rare; then the places are not listed.
/// By default no value is common.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SparseSpace {
    mask: Nimber,
    /// Whether the parity of the sum counts.
    parity: bool,
    /// What the sum of two heaps that n leaves is less than n, modulo 2.
    place: usize,
    /// The n ≥ 1 with a rare G(n), ascending.
    rare: Vec<usize>,
}

/// A mask is used if at most one value in 8 is rare: otherwise looking at pairs along the sequence
/// is faster than looking for the partners of rare parts.
const RARE_PART: usize = 8;

impl SparseSpace {
    /// The mask that makes the fewest of these values rare, or none if that are many.
    ///
    /// # Cost
    /// O(values), and O(v·log v) for the largest value v.
    pub(super) fn best(values: &[Nimber], code: &Code) -> Self {
        if code.splitting().next().is_none() {
            // there are no pairs, whose nimbers a mask foretells
            return Self::default();
        }
        let mut space = Self::with_fewest_rare(values, code, false);
        let mut rare = space.rare_of(values);
        if code.parity_of_splitting().is_some() {
            let by_parity = Self::with_fewest_rare(values, code, true);
            let rare_by_parity = by_parity.rare_of(values);
            if rare_by_parity.len() < rare.len() {
                (space, rare) = (by_parity, rare_by_parity);
            }
        }
        if rare.len() * RARE_PART <= values.len() { Self { rare, ..space } } else { Self::default() }
    }

    /// The mask that makes the fewest of these values rare, with or without parity; of several, the
    /// least. The rare places are not listed.
    ///
    /// # Method
    /// For each mask, the number of rare values less that of common ones is an entry of the Walsh
    /// transform of the counts of all values. With parity a value counts negative if its sum is
    /// odd.
    pub(super) fn with_fewest_rare(values: &[Nimber], code: &Code, parity: bool) -> Self {
        let mut space = Self { parity, place: code.splitting().next().unwrap_or(0), ..Self::default() };
        let largest = values.iter().max().map_or(0, |&largest| largest as usize);
        let mut excess = vec![0_i64; (largest + 1).next_power_of_two()];
        for (n, &value) in values.iter().enumerate() {
            // far fewer than 2^63 values
            excess[value as usize] += if space.counts_odd(n) { -1 } else { 1 };
        }
        space.mask = common_mask(excess, 0);
        space
    }

    /// The n ≥ 1 with a rare value, ascending; not all if these are too many.
    fn rare_of(&self, values: &[Nimber]) -> Vec<usize> {
        let rare = (1..values.len()).filter(|&n| !self.is_common(n, values[n]));
        rare.take(values.len() / RARE_PART + 1).collect()
    }

    /// The mask.
    pub(super) fn mask(&self) -> Nimber {
        self.mask
    }

    /// Whether no value is common.
    pub(super) fn is_none(&self) -> bool {
        self.mask == 0 && !self.parity
    }

    /// Whether G(n) is common if it is this value.
    pub(super) fn is_common(&self, n: usize, value: Nimber) -> bool {
        ((value & self.mask).count_ones() & 1 == 1) != self.counts_odd(n)
    }

    /// Whether the parity of the sums that n leaves adds one.
    fn counts_odd(&self, n: usize) -> bool {
        self.parity && (n + self.place) % 2 == 1
    }

    /// The n ≥ 1 with a rare G(n), ascending; none if no value is common.
    pub(super) fn rare(&self) -> &[usize] {
        &self.rare
    }

    /// Adds the next value of the sequence.
    pub(super) fn note(&mut self, n: usize, value: Nimber) {
        if n > 0 && !self.is_none() && !self.is_common(n, value) {
            self.rare.push(n);
        }
    }

    /// Whether the same values are common.
    pub(super) fn agrees_with(&self, other: &Self) -> bool {
        (self.mask, self.parity) == (other.mask, other.parity)
    }

    /// The nimbers 64·`word` … 64·`word` + 63 that are common as the value of n, as bits.
    #[inline]
    pub(super) fn common_of_word(&self, n: usize, word: usize) -> u64 {
        // bit v is set if v has an odd number of bits in common with the low six bits of the mask
        let low = (0..6).filter(|bit| self.mask >> bit & 1 == 1).fold(0, |odd, bit| odd ^ BIT_SET[bit]);
        let high = (word as u64 * 64) & u64::from(self.mask);
        if (high.count_ones() & 1 == 1) != self.counts_odd(n) { !low } else { low }
    }
}

/// The mask with which the values that have an odd number of bits in common with it have the
/// greatest weight; of several within the tolerance, the least. The weights are those of 0, 1, 2,
/// …, a power of two of them, and their sum is below 2⁶².
pub(crate) fn common_mask(mut weights: Vec<i64>, tolerance: i64) -> Nimber {
    walsh_transform(&mut weights);
    let least = weights.iter().min().map_or(0, |least| least + tolerance);
    (0..).zip(weights).find(|&(_, excess)| excess <= least).map_or(0, |(mask, _)| mask)
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

    fn code(text: &str) -> Code {
        text.parse().unwrap()
    }

    #[test]
    fn the_mask_makes_the_fewest_values_rare() {
        // values that have an odd number of bits in common with 11, and the three others 0, 3, 9
        let values: Vec<Nimber> =
            (0..64).filter(|value: &Nimber| (value & 11).count_ones() & 1 == 1).collect();
        let values = [&[0, 0, 3, 9][..], &values].concat();
        let space = SparseSpace::best(&values, &code("0.77"));
        assert_eq!((space.mask, space.parity, space.rare()), (11, false, &[1, 2, 3][..]));
    }

    #[test]
    fn the_parity_counts_if_all_places_have_the_same() {
        // with the mask 3 and the parity of n, only the first values are rare
        let odd = |n: usize| if (n / 2).is_multiple_of(2) { 1 } else { 2 };
        let even = |n: usize| if (n / 2).is_multiple_of(2) { 0 } else { 3 };
        let values: Vec<Nimber> =
            (0..200).map(|n| if n % 2 == 1 || n < 6 { odd(n) } else { even(n) }).collect();
        for text in ["0.007", "0.00707", "0.307"] {
            let space = SparseSpace::best(&values, &code(text));
            assert_eq!((space.mask, space.parity, space.rare()), (3, true, &[2, 4][..]), "{text}");
        }
        // two heaps together have another parity, or may have either
        for text in ["0.07", "4.0", "0.077"] {
            assert_eq!(SparseSpace::best(&values, &code(text)), SparseSpace::default(), "{text}");
        }
    }

    #[test]
    fn no_mask_is_better_than_one_with_many_rare_values() {
        let values: Vec<Nimber> = (0..64).collect();
        assert_eq!(SparseSpace::best(&values, &code("0.777")), SparseSpace::default());
    }

    #[test]
    fn words_of_common_nimbers() {
        for mask in [0, 1, 6, 63, 64, 0b1011_0110_1111] {
            for (parity, place, n) in [(false, 0, 1), (true, 0, 1), (true, 1, 1), (true, 3, 2)] {
                let space = SparseSpace { mask, parity, place, rare: vec![] };
                for nimber in 0..1024 {
                    let bit = space.common_of_word(n, nimber / 64) >> (nimber % 64) & 1;
                    assert_eq!(bit == 1, space.is_common(n, nimber as Nimber), "{nimber} by {mask}");
                }
            }
        }
    }

    #[test]
    fn spaces_agree_if_the_same_values_are_common() {
        let spaces = [0, 1, 2, 3, 64]
            .map(|mask| [false, true].map(|parity| SparseSpace { mask, parity, place: 1, rare: vec![] }));
        let common = |space: &SparseSpace| -> Vec<bool> {
            (0..256).map(|number| space.is_common(number % 2, number as Nimber / 2)).collect()
        };
        for left in spaces.as_flattened() {
            for right in spaces.as_flattened() {
                assert_eq!(left.agrees_with(right), common(left) == common(right), "{left:?}, {right:?}");
            }
        }
    }
}
