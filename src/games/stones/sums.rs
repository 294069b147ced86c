//! The sum of M(n) for n up to a limit, by two routes: block by block with tails, and by prefix sums.
//!
//! M(n) is the largest winning first move from n, 0 where there is none. The **block** of H_i holds n = H_i + y for
//! 0 ≤ y < H_j, where H_j = H_{i+1} − H_i. With c = ⌊(H_i − 1)/K⌋ the rule [above](super#the-winning-move-law) gives the remainder
//! y itself up to c, an arithmetic series, and M(y) for the **tail** c < y < H_j.
//!
//! # The tail law
//! The tail of a block lies in one block, that of H_{j−1}, and reaches to its end; where j = 1 it is empty.
//!
//! *Proof.* j is least with K·H_j ≥ H_i. So K·H_{j−1} ≤ H_i − 1, that is H_{j−1} ≤ c, and K·c < H_i ≤ K·H_j gives c < H_j. If
//! j = 1, then 0 ≤ c < H_1 = 1 leaves no y. ∎
//!
//! So c lies in the block of H_{j−1}, too, and for all but finitely many i even in its series. Call i *late* if the step to
//! H_i was H_j already, as the next one is. If i ≥ 2 is not late, it was H_{j−1}, and H_i = H_{i−1} + H_{j−1} ≤
//! (K + 1)·H_{j−1}. With K·c < H_i this leaves K·(c − H_{j−1}) < H_{j−1}.
//!
//! *Few are late.* Let i be late, j ≥ 2, and H_m = H_j − H_{j−1}. From K·H_{j−1} < H_{i−1} = H_i − H_j follows K·H_j − H_i <
//! K·H_m − H_j. The left side is not negative, so the step from H_j is H_m as well: j is late, too, and its slack,
//! K·H_m − H_j, is greater than that of i. The last in such a chain of late ones has the step 1 and a slack below K.
//! So no chain is longer than K, and as each H_j is the step from finitely many terms, there are finitely many chains. ∎
//!
//! Both routes read the blocks; what they keep of each differs. The first keeps the sum over its tail, and so looks from
//! any n to the right, up to the end of a block. The second keeps S(n) = M(1) + … + M(n) at its left end and at c, and looks
//! to the left.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::terms::{MOST_BITS, OVERHEAD_BITS, most_terms};
use super::{PileError, Ratio, TakeAway};

impl TakeAway {
    /// M(1) + … + M(limit), block by block: arithmetic series, and the tail of each block from those of smaller ones.
    ///
    /// For a sum modulo m reduce the exact one: its size is only twice that of the limit.
    ///
    /// # Errors
    /// [`PileError::TooLarge`] where the K-sequence up to the limit might take more than a gigabyte: for K = 2 limits
    /// from about 11,000 digits, for limits of 20 digits K from about 80,000. Never for a limit ≤ K + 1.
    ///
    /// # Cost
    /// O(K·b) blocks for a limit of b bits; for each a few products of b bits and, but for [finitely many](self#the-tail-law),
    /// one step down the tails. At the limit itself there may be as many steps as blocks.
    ///
    /// ```
    /// use nimsweep::games::stones::TakeAway;
    /// use num_bigint::BigUint;
    ///
    /// let (limit, modulus) = (BigUint::from(10_u32).pow(1000), BigUint::from(10_u32).pow(8));
    /// let game = TakeAway::FIBONACCI_NIM;
    /// assert_eq!(game.sum_by_blocks(&limit)? % &modulus, game.sum_by_prefixes(&limit)? % modulus);
    /// # Ok::<(), nimsweep::games::stones::PileError>(())
    /// ```
    pub fn sum_by_blocks(self, limit: &BigUint) -> Result<BigUint, PileError> {
        let blocks = blocks_up_to(self.ratio(), limit)?;
        let mut tails = Vec::with_capacity(blocks.len());
        let mut sum = BigUint::zero();
        for block in &blocks {
            let tail = sum_to_the_end(&blocks, &tails, block.tail_block(), &block.series_end);
            sum += triangle(&block.series_end) + &tail;
            tails.push(tail);
        }
        // of the last block, what lies beyond the limit is too much
        Ok(sum - sum_to_the_end(&blocks, &tails, blocks.len().checked_sub(1), limit))
    }

    /// M(1) + … + M(limit), by the prefix sums S(H_i − 1) and S(c) of every block, kept as they are found.
    ///
    /// With n = H_i + y in the block of H_i: S(n) = S(H_i − 1) + y(y + 1)/2 where y ≤ c, and otherwise
    /// S(H_i − 1) + c(c + 1)/2 + S(y) − S(c). At the end of the block y is H_j − 1, an end itself.
    ///
    /// # Errors
    /// As [`TakeAway::sum_by_blocks`].
    ///
    /// # Cost
    /// As [`TakeAway::sum_by_blocks`]: to find S(n) is to go down the remainders of n until one is in the series of its block.
    pub fn sum_by_prefixes(self, limit: &BigUint) -> Result<BigUint, PileError> {
        let blocks = blocks_up_to(self.ratio(), limit)?;
        let mut prefixes: Vec<Prefix> = Vec::with_capacity(blocks.len());
        let mut before = BigUint::zero();
        for block in &blocks {
            // M(n) < n, so that S(c) is at most the series
            let excess =
                triangle(&block.series_end) - prefix_sum(&blocks, &prefixes, block.series_end.clone());
            let to_the_end = &before + &excess;
            prefixes.push(Prefix { before, excess });
            before = to_the_end + &prefixes[block.length].before;
        }
        Ok(prefix_sum(&blocks, &prefixes, limit.clone()))
    }
}

/// The numbers from one term H_i of the K-sequence to the next.
struct Block {
    /// H_i.
    first: BigUint,
    /// c: the largest y that is M(H_i + y) itself.
    series_end: BigUint,
    /// Which block, counted from 0, begins with H_j, the length of this one.
    length: usize,
}

impl Block {
    /// The block in which the [tail](self#the-tail-law) lies.
    fn tail_block(&self) -> Option<usize> {
        self.length.checked_sub(1)
    }
}

/// What is known at a block of H_i.
struct Prefix {
    /// S(H_i − 1).
    before: BigUint,
    /// c(c + 1)/2 − S(c).
    excess: BigUint,
}

/// All blocks that begin at or below the limit; none where every number up to it is a term, hence lost.
fn blocks_up_to(ratio: Ratio, limit: &BigUint) -> Result<Vec<Block>, PileError> {
    if ratio.is_trivial(limit) {
        return Ok(vec![]);
    }
    if sum_bits(ratio, limit.bits()).is_none_or(|bits| bits > MOST_BITS) {
        return Err(PileError::TooLarge { ratio, bits: limit.bits() });
    }
    let mut blocks: Vec<Block> = vec![];
    let (mut first, mut length) = (BigUint::one(), 0);
    while first <= *limit {
        // the first block is as long as its own first number, which is not in the list yet
        while blocks.get(length).is_some_and(|block| &block.first * ratio.get() < first) {
            length += 1;
        }
        let next = &first + blocks.get(length).map_or(&first, |block| &block.first);
        blocks.push(Block { series_end: ratio.largest_below(&first), first, length });
        first = next;
    }
    Ok(blocks)
}

/// A bound for the memory that a sum to a limit of that many bits takes; none where it exceeds every memory.
///
/// What is kept of each of the [terms](most_terms) is at most six times its size, in four numbers; and as sizes go down from
/// b by no less than log₂(1 + 1/K) each, they are b/2 on average over the bound of their number.
fn sum_bits(ratio: Ratio, bits: u64) -> Option<u128> {
    most_terms(ratio, bits)?.checked_mul(3 * u128::from(bits) + 4 * OVERHEAD_BITS)
}

/// 1 + 2 + … + n.
fn triangle(n: &BigUint) -> BigUint {
    (n * (n + 1_u32)) >> 1_u32
}

/// The sum of M(n) for `below` < n and n in the block of that index, up to its end. `below` is in the block, too.
///
/// Needs the tails of all blocks up to this.
fn sum_to_the_end(blocks: &[Block], tails: &[BigUint], mut index: Option<usize>, below: &BigUint) -> BigUint {
    let mut below = below.clone();
    while let Some(at) = index {
        let block = &blocks[at];
        below -= &block.first;
        if below <= block.series_end {
            return triangle(&block.series_end) - triangle(&below) + &tails[at];
        }
        index = block.tail_block();
    }
    BigUint::zero()
}

/// S(n), from what is known of all blocks that n and its remainders lie in.
fn prefix_sum(blocks: &[Block], prefixes: &[Prefix], n: BigUint) -> BigUint {
    let (mut rest, mut sum) = (n, BigUint::zero());
    // `rest` shrinks; below 1 there is no block
    while let Some(at) = blocks[..prefixes.len()].partition_point(|block| block.first <= rest).checked_sub(1)
    {
        let (block, prefix) = (&blocks[at], &prefixes[at]);
        rest -= &block.first;
        sum += &prefix.before;
        if rest <= block.series_end {
            return sum + triangle(&rest);
        }
        sum += &prefix.excess;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(ratio: u64, limit: u64) -> Vec<Block> {
        blocks_up_to(ratio.try_into().unwrap(), &limit.into()).unwrap()
    }

    #[test]
    fn the_blocks_follow_each_other_without_gaps() {
        for ratio in 1..=20 {
            let blocks = blocks(ratio, 1_000_000);
            let terms = TakeAway::new(ratio.try_into().unwrap()).terms();
            for (block, term) in blocks.iter().zip(terms) {
                assert_eq!(block.first, term, "ratio {ratio}");
            }
            for pair in blocks.windows(2) {
                assert_eq!(&pair[0].first + &blocks[pair[0].length].first, pair[1].first, "ratio {ratio}");
            }
        }
    }

    #[test]
    fn the_tail_law() {
        for ratio in 1..=20 {
            let blocks = blocks(ratio, 1_000_000);
            for block in &blocks {
                let length = &blocks[block.length].first;
                assert!(block.series_end < *length);
                match block.tail_block() {
                    Some(inner) => {
                        let rest = &block.series_end - &blocks[inner].first; // not negative
                        assert!(rest <= blocks[inner].series_end, "ratio {ratio}");
                    }
                    None => assert!(length.is_one() && block.series_end.is_zero(), "ratio {ratio}"),
                }
            }
        }
    }

    #[test]
    fn there_are_no_more_terms_than_the_memory_bound_assumes() {
        for (ratio, limit) in [(1, 1 << 60), (2, u64::MAX), (3, 100), (50, 1 << 50), (2000, 1 << 40)] {
            let bits = 64 - limit.leading_zeros() as usize;
            assert!(
                blocks(ratio, limit).len() <= (ratio as usize + 1) * (7 * bits / 10 + 2),
                "ratio {ratio}"
            );
        }
    }

    #[test]
    fn sums_that_would_fill_the_memory_are_refused() {
        let game = TakeAway::new(u64::MAX.try_into().unwrap());
        let limit = BigUint::one() << 200_u32;
        assert!(matches!(game.sum_by_blocks(&limit), Err(PileError::TooLarge { bits: 201, .. })));
        assert_eq!(game.sum_by_blocks(&limit), game.sum_by_prefixes(&limit));
        assert_eq!(game.sum_by_blocks(&BigUint::from(u64::MAX)), Ok(BigUint::zero()));
    }
}
