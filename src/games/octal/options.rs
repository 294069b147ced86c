//! The options of the next value, from the pairs of parts of the last sums, looked at as far as
//! needed.

use std::collections::VecDeque;

use super::code::Code;
use super::single_heaps::SingleHeaps;
use super::sparse_space::SparseSpace;
use crate::sweep::Nimber;

/// The nimbers G(a) xor G(b) with a + b = `sum`, a ≥ 1 and b ≥ 1, that have been found so far.
#[derive(Clone, Debug)]
pub(super) struct PairSet {
    /// At least 2.
    sum: usize,
    /// All pairs with 1 ≤ a below this one have been looked at.
    looked_at: usize,
    /// In the place of a nimber 1 if it was found, else 0: a byte is faster to set than a bit.
    found: Blocks,
}

/// A byte for each nimber, 64 of them together: a power of two of blocks, so that the nimbers of
/// all pairs have a byte.
type Blocks = Vec<[u8; 64]>;

impl PairSet {
    /// No pair has been looked at; in the memory of a set that is not needed any more.
    fn new(sum: usize, nimbers: usize, used: Option<Self>) -> Self {
        let mut found = used.map_or_else(Vec::new, |set| set.found);
        clear(&mut found, nimbers);
        Self { sum, looked_at: 1, found }
    }

    /// Sets the byte of each nimber found.
    pub(super) fn add_to(&self, options: &mut [[u8; 64]]) {
        for (options, found) in options.iter_mut().zip(&self.found) {
            for nimber in 0..64 {
                options[nimber] |= found[nimber];
            }
        }
    }

    /// The pairs a ≤ b of the sum that are left to look at.
    fn left(&self) -> usize {
        self.sum / 2 + 1 - self.looked_at
    }
}

/// Looks at pairs, and remembers how many.
#[derive(Clone, Debug)]
pub(super) struct PairReader {
    /// The nimbers of all pairs are below this power of two, at least 64.
    pub(super) nimbers: usize,
    /// How many pairs have been looked at, by all calls.
    pub(super) pairs: u64,
}

impl Default for PairReader {
    fn default() -> Self {
        Self { nimbers: 64, pairs: 0 }
    }
}

impl PairReader {
    /// Makes space for a value, and for its xor with all values so far.
    pub(super) fn include(&mut self, value: Nimber) {
        self.nimbers = self.nimbers.max((value as usize + 1).next_power_of_two());
    }

    /// The nimbers of all pairs of a sum.
    pub(super) fn whole(&mut self, sum: usize, values: &[Nimber]) -> PairSet {
        let mut set = PairSet::new(sum, self.nimbers, None);
        self.visit(&mut set, values, usize::MAX);
        set
    }

    /// Visits the next `count` pairs of a sum, or at all that are left.
    pub(super) fn visit(&mut self, set: &mut PairSet, values: &[Nimber], count: usize) {
        let (from, count) = (set.looked_at, count.min(set.left()));
        // a in from..from + count, and so b = sum − a in after − count..after
        let after = set.sum + 1 - from;
        let (ascending, descending) = (&values[from..from + count], &values[after - count..after]);
        // every xor is below the power of two; the mask changes nothing, and saves a check
        let found = set.found.as_flattened_mut();
        let mask = found.len() - 1;
        let mut mark = |nimber: Nimber| found[nimber as usize & mask] = 1;
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
        set.looked_at += count;
        self.pairs += count as u64;
    }

    /// Looks at the pairs of a sum in which one part is in an ascending list, whose parts are all
    /// at least 1.
    fn look_at_parts(&mut self, set: &mut PairSet, values: &[Nimber], parts: &[usize]) {
        // those of at least the sum are the last ones, and few
        let others = parts.iter().rev().take_while(|&&part| part >= set.sum).count();
        let parts = &parts[..parts.len() - others];
        let (sum, found) = (set.sum, set.found.as_flattened_mut());
        let mask = found.len() - 1;
        for &part in parts {
            found[(values[part] ^ values[sum - part]) as usize & mask] = 1;
        }
        self.pairs += parts.len() as u64;
    }
}

/// So many nimbers have the byte 0.
fn clear(blocks: &mut Blocks, nimbers: usize) {
    blocks.fill([0; 64]);
    blocks.resize(nimbers / 64, [0; 64]);
}

/// The lowest bits of 64 bytes that are 0 or 1, that of byte i as bit i.
fn word(bytes: &[u8; 64]) -> u64 {
    let eighths = bytes.as_chunks::<8>().0.iter().enumerate();
    eighths.fold(0, |word, (eighth, &bytes)| word | gathered(u64::from_le_bytes(bytes)) << (8 * eighth))
}

/// The lowest bits of eight bytes that are 0 or 1, as one byte: that of byte i becomes bit i.
fn gathered(bytes: u64) -> u64 {
    // bit 8i moves to bit 56 + i by the factor 2^(56 − 7i); all other products of a byte i and a
    // factor 2^(56 − 7j) lie at bit 56 + i + 7(i − j): above 63 for i > j, below 56 for i < j, and
    // at different bits, so that there is no carry
    bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The pair sets R(m) that the next values need.
///
/// Each has all common values of its sum, and the rare ones of the pairs that were looked at.
#[derive(Clone, Debug)]
pub(super) struct HeapOptions {
    /// The most bytes that the sets may have. An older set is computed again whenever it is needed.
    most_bytes: usize,
    space: SparseSpace,
    reader: PairReader,
    single_heaps: SingleHeaps,
    /// Of consecutive sums, ascending.
    sets: VecDeque<PairSet>,
    /// In the place of a nimber 1 if it is an option of n, else 0.
    options: Blocks,
    /// The nimbers that are missing, as bits, 64 to a word.
    missing: Vec<u64>,
    /// How many sets of 64 nimbers have been joined or searched so far.
    blocks: u64,
}

impl HeapOptions {
    /// Nothing has been looked at.
    pub(super) fn new(most_bytes: usize) -> Self {
        Self {
            most_bytes,
            space: SparseSpace::default(),
            reader: PairReader::default(),
            single_heaps: SingleHeaps::default(),
            sets: VecDeque::new(),
            options: vec![],
            missing: vec![],
            blocks: 0,
        }
    }

    /// The work so far: one for each pair and each single heap that was looked at, and four for
    /// each 64 nimbers of a sum.
    pub(super) fn work(&self) -> u64 {
        self.reader.pairs + self.single_heaps.heaps + 4 * self.blocks
    }

    /// Adds the value of n.
    pub(super) fn note(&mut self, n: usize, value: Nimber) {
        self.reader.include(value);
        self.space.note(n, value);
    }

    /// Looks for the best mask. If it is another one, the sets get all their values.
    pub(super) fn choose_space(&mut self, values: &[Nimber], code: &Code) {
        let space = SparseSpace::best(values, code);
        if !space.agrees_with(&self.space) {
            for set in &mut self.sets {
                self.reader.visit(set, values, usize::MAX);
            }
        }
        self.space = space;
    }

    /// The value of n, from all values below it.
    ///
    /// From call to call n grows by 1; the first n may be any.
    pub(super) fn value(&mut self, values: &[Nimber], code: &Code) -> Nimber {
        let n = values.len();
        self.move_to(n, values, code);
        self.collect_options(n, values, code);
        let common = self.find_missing_rare(n);
        self.drop_options(n, values, code);
        let rare = first_bit(&self.missing);
        // at most n, and n pairs were looked at for it
        rare.unwrap_or(common) as Nimber
    }

    /// Adds the sets of the sums that n needs, and drops those that neither n nor any later number
    /// needs.
    fn move_to(&mut self, n: usize, values: &[Nimber], code: &Code) {
        let (Some(first), Some(last)) = (code.splitting().next(), code.splitting().next_back()) else {
            return;
        };
        let Some(newest) = n.checked_sub(first) else { return };
        // a set takes at most as much again besides its nimbers; these are a power of two, and a
        // shift takes less time than a division
        let most = self.most_bytes >> (self.reader.nimbers.ilog2() + 1);
        let oldest = n.saturating_sub(last).max((newest + 1).saturating_sub(most)).max(2);
        let mut used = None;
        while self.sets.front().is_some_and(|set| set.sum < oldest) {
            used = self.sets.pop_front();
        }
        for sum in self.sets.back().map_or(oldest, |last| last.sum + 1)..=newest {
            let mut set = PairSet::new(sum, self.reader.nimbers, used.take());
            self.reader.look_at_parts(&mut set, values, self.space.rare());
            // few rare options are in none of these pairs, which are looked at for all sums
            self.reader.visit(&mut set, values, self.reader.nimbers / 2);
            self.sets.push_back(set);
        }
    }

    /// All options of n that are known: all common ones, and some rare ones.
    fn collect_options(&mut self, n: usize, values: &[Nimber], code: &Code) {
        // twice as many as the values need: if any nimber is common for n, one is none of them
        clear(&mut self.options, 2 * self.reader.nimbers);
        if !code.shrinking().is_empty() {
            let options = &mut self.options.as_flattened_mut()[..self.reader.nimbers];
            self.single_heaps.mark(options, values, code.shrinking());
        }
        for sum in code.sums(n) {
            self.blocks += (self.reader.nimbers / 64) as u64;
            match self.sets.get(self.place(sum)) {
                Some(set) => set.add_to(&mut self.options),
                None => self.reader.whole(sum, values).add_to(&mut self.options),
            }
        }
        // nothing has the value 0, as some heap may have, too
        if self.options[0][0] == 0 && code.may_take_all(n) {
            self.options[0][0] = 1;
        }
    }

    /// Where the set of a sum is, if it is kept.
    fn place(&self, sum: usize) -> usize {
        self.sets.front().map_or(usize::MAX, |first| sum.wrapping_sub(first.sum))
    }

    /// Finds the rare nimbers below the least common one that is not an option, which it returns:
    /// those that are not options either.
    fn find_missing_rare(&mut self, n: usize) -> usize {
        self.missing.clear();
        for (index, block) in self.options.iter().enumerate() {
            let (missing, common) = (!word(block), self.space.common_of_word(n, index));
            if missing & common != 0 {
                let bit = (missing & common).trailing_zeros();
                self.missing.push(missing & ((1 << bit) - 1));
                return 64 * index + bit as usize;
            }
            self.missing.push(missing);
        }
        // without common nimbers some rare one is missing
        64 * self.options.len()
    }

    /// Drops the missing nimbers that are options after all.
    fn drop_options(&mut self, n: usize, values: &[Nimber], code: &Code) {
        for sum in code.sums(n) {
            let place = self.place(sum);
            let Some(set) = self.sets.get_mut(place) else { continue };
            let mut count = self.reader.nimbers;
            while set.left() > 0 && self.missing.iter().any(|&word| word != 0) {
                self.reader.visit(set, values, count);
                self.blocks += set.found.len() as u64;
                for (missing, found) in self.missing.iter_mut().zip(&set.found) {
                    *missing &= !word(found);
                }
                count = count.saturating_mul(2);
            }
        }
    }
}

fn first_bit(words: &[u64]) -> Option<usize> {
    let word = words.iter().position(|&word| word != 0)?;
    Some(64 * word + words[word].trailing_zeros() as usize)
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
        let mut reader = PairReader::default();
        values.iter().for_each(|&value| reader.include(value));
        for sum in [2, 3, 4, 77, 300, 499] {
            let mut expected = vec![0; reader.nimbers];
            (1..sum).for_each(|a| expected[(values[a] ^ values[sum - a]) as usize] = 1);
            for count in [1, 2, 30, 1000] {
                let mut set = PairSet::new(sum, reader.nimbers, None);
                let before = reader.pairs;
                while set.left() > 0 {
                    reader.visit(&mut set, &values, count);
                }
                assert_eq!(set.found.as_flattened(), expected, "{sum} by {count}");
                assert_eq!(reader.pairs - before, sum as u64 / 2, "{sum} by {count}");
            }
            let all: Vec<usize> = (1..500).collect();
            let mut by_parts = PairSet::new(sum, reader.nimbers, None);
            reader.look_at_parts(&mut by_parts, &values, &all);
            assert_eq!(by_parts.found.as_flattened(), expected, "{sum}");
        }
    }
}
