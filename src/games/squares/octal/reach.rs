//! R(m), the nimbers of all pairs of parts of one sum, as far as pairs have been looked at.

use crate::sweep::Nimber;

/// The nimbers G(a) xor G(b) with a + b = `sum` that have been found so far.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    pub(super) sum: usize,
    /// All pairs with a below this one have been looked at.
    looked_at: usize,
    /// Bit v of word w stands for the nimber 64·w + v.
    held: Vec<u64>,
}

impl Reach {
    pub(super) fn new(sum: usize) -> Self {
        Self { sum, looked_at: 0, held: vec![] }
    }

    /// The nimbers found, 64 to a word; words that are not there are 0.
    pub(super) fn held(&self) -> &[u64] {
        &self.held
    }

    /// The pairs a ≤ b of the sum that are left to look at.
    pub(super) fn left(&self) -> usize {
        self.sum / 2 + 1 - self.looked_at
    }
}

/// Looks at pairs, and remembers how many: one byte for each nimber, which is faster to set than a
/// bit.
#[derive(Clone, Debug)]
pub(super) struct Looker {
    /// 1 for a nimber that was found, else 0. A power of two of bytes, at least 64, so that the
    /// nimbers of all pairs are below it.
    bytes: Vec<u8>,
    /// How many pairs have been looked at, by all calls.
    pub(super) pairs: u64,
}

impl Looker {
    pub(super) fn new() -> Self {
        Self { bytes: vec![0; 64], pairs: 0 }
    }

    /// Makes space for a value, and for its xor with all values so far.
    pub(super) fn include(&mut self, value: Nimber) {
        let nimbers = (value as usize + 1).next_power_of_two();
        if nimbers > self.bytes.len() {
            self.bytes.resize(nimbers, 0);
        }
    }

    /// The words of 64 nimbers that hold all nimbers of pairs.
    pub(super) fn words(&self) -> usize {
        self.bytes.len() / 64
    }

    /// The nimbers of all pairs are below this power of two.
    pub(super) fn nimbers(&self) -> usize {
        self.bytes.len()
    }

    /// Looks at the next `count` pairs of a sum, or at all that are left.
    pub(super) fn look(&mut self, reach: &mut Reach, values: &[Nimber], count: usize) {
        let (from, count) = (reach.looked_at, count.min(reach.left()));
        // a in from..from + count, and so b = sum − a in after − count..after
        let after = reach.sum + 1 - from;
        let (ascending, descending) = (&values[from..from + count], &values[after - count..after]);
        // every xor is below the power of two; the mask changes nothing, and saves a check
        let mask = self.bytes.len() - 1;
        let bytes = &mut self.bytes[..];
        let mut mark = |nimber: Nimber| bytes[nimber as usize & mask] = 1;
        // eight pairs at a time, which is faster by a third
        let (eights, rest) = ascending.as_chunks::<8>();
        let (rest_of_others, others) = descending.as_rchunks::<8>();
        for (eight, other) in eights.iter().zip(others.iter().rev()) {
            for i in 0..8 {
                mark(eight[i] ^ other[7 - i]);
            }
        }
        for (a, b) in rest.iter().zip(rest_of_others.iter().rev()) {
            mark(a ^ b);
        }
        reach.looked_at += count;
        self.pairs += count as u64;
        self.move_to(&mut reach.held);
    }

    /// Looks at the pairs of a sum in which one part is in a list.
    pub(super) fn look_at_parts(&mut self, reach: &mut Reach, values: &[Nimber], parts: &[usize]) {
        let parts = &parts[..parts.partition_point(|&part| part <= reach.sum)];
        let mask = self.bytes.len() - 1;
        for &part in parts {
            let nimber = values[part] ^ values[reach.sum - part];
            self.bytes[nimber as usize & mask] = 1;
        }
        self.pairs += parts.len() as u64;
        self.move_to(&mut reach.held);
    }

    /// Moves the nimbers found to a set.
    fn move_to(&mut self, held: &mut Vec<u64>) {
        held.resize(self.words().max(held.len()), 0);
        for (word, bytes) in held.iter_mut().zip(self.bytes.chunks_exact(64)) {
            for (eighth, &bytes) in bytes.as_chunks::<8>().0.iter().enumerate() {
                *word |= gathered(u64::from_le_bytes(bytes)) << (8 * eighth);
            }
        }
        self.bytes.fill(0);
    }
}

/// The lowest bits of eight bytes that are 0 or 1, as one byte: that of byte i becomes bit i.
fn gathered(bytes: u64) -> u64 {
    // bit 8i moves to bit 56 + i by the factor 2^(56 − 7i); all other products of a byte i and a
    // factor 2^(56 − 7j) lie at bit 56 + i + 7(i − j): above 63 for i > j, below 56 for i < j, and
    // at different bits, so that there is no carry
    bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_bytes_become_eight_bits() {
        for bits in 0..256_u64 {
            let bytes = (0..8).map(|i| (bits >> i & 1) << (8 * i)).sum();
            assert_eq!(gathered(bytes), bits);
        }
    }

    #[test]
    fn looking_in_parts_finds_what_looking_at_all_pairs_does() {
        let values: Vec<Nimber> = (0_u32..500).map(|n| n.wrapping_mul(2_654_435_761) >> 23).collect();
        let mut looker = Looker::new();
        values.iter().for_each(|&value| looker.include(value));
        for sum in [0, 1, 2, 77, 300, 499] {
            let mut expected = vec![0_u64; looker.words()];
            for a in 0..=sum {
                let nimber = values[a] ^ values[sum - a];
                expected[nimber as usize / 64] |= 1 << (nimber % 64);
            }
            for count in [1, 2, 30, 1000] {
                let mut reach = Reach::new(sum);
                while reach.left() > 0 {
                    looker.look(&mut reach, &values, count);
                }
                assert_eq!(reach.held(), expected, "{sum} by {count}");
            }
            let mut by_parts = Reach::new(sum);
            let all: Vec<usize> = (0..500).collect();
            looker.look_at_parts(&mut by_parts, &values, &all);
            assert_eq!(by_parts.held(), expected, "{sum}");
        }
    }
}
