//! The blocks that the terms of the K-sequence divide all numbers into.

use num_bigint::BigUint;
use num_traits::One;

use super::sequence::{MOST_BITS, OVERHEAD_BITS, most_terms};
use super::{PileError, Ratio};

/// The numbers from one term H_i of the K-sequence to the next.
pub(crate) struct Block {
    /// H_i.
    pub(crate) first: BigUint,
    /// The index from 0 of the block that begins with H_j, the length of this one.
    pub(crate) length: usize,
}

impl Block {
    /// The block in which the [tail](super#the-tail-law) lies.
    pub(super) fn tail_block(&self) -> Option<usize> {
        self.length.checked_sub(1)
    }

    /// The index of the block before the one of the step; 0 if the step is the first block.
    pub(super) fn before_step(&self) -> usize {
        self.length.saturating_sub(1)
    }

    /// c: up to here M(H_i + y) = y.
    pub(crate) fn series_end(&self, ratio: Ratio) -> BigUint {
        ratio.largest_below(&self.first)
    }
}

/// All blocks that begin at or below the limit; none if every number up to it is a term, so that M
/// is 0 for all of them.
pub(crate) fn blocks_up_to(ratio: Ratio, limit: &BigUint) -> Result<Vec<Block>, PileError> {
    if ratio.is_trivial(limit) {
        return Ok(vec![]);
    }
    if sum_bits(ratio, limit.bits()) > MOST_BITS {
        return Err(PileError::TooLarge { ratio, bits: limit.bits() });
    }
    let mut blocks: Vec<Block> = vec![];
    let (mut first, mut length) = (BigUint::one(), 0);
    while first <= *limit {
        // `length` is j − 1, for blocks are counted from 0; it stops at i − 1, this very block, at
        // the latest, which is not in the list yet: then the step is its own first number
        while blocks.get(length).is_some_and(|block| &block.first * ratio.get() < first) {
            length += 1;
        }
        let next = &first + blocks.get(length).map_or(&first, |block| &block.first);
        blocks.push(Block { first, length });
        first = next;
    }
    Ok(blocks)
}

/// An upper bound for the memory, in bits, of a sum to a limit of so many bits.
///
/// For each of the [terms](most_terms) numbers of at most six times its size are stored, four of
/// them at most; products of terms are few beside them. As sizes go down from b by at least
/// log₂(1 + 1/K) each, they are b/2 on average over the bound for the number of terms.
fn sum_bits(ratio: Ratio, bits: u64) -> u128 {
    most_terms(ratio, bits).saturating_mul(3 * u128::from(bits) + 4 * OVERHEAD_BITS)
}

#[cfg(test)]
mod tests {
    use super::super::TakeAway;
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
    fn there_are_no_more_terms_than_the_memory_bound_assumes() {
        for (ratio, limit) in [(1, 1 << 60), (2, u64::MAX), (3, 100), (50, 1 << 50), (2000, 1 << 40)] {
            let bits = 64 - limit.leading_zeros() as usize;
            assert!(
                blocks(ratio, limit).len() <= (ratio as usize + 1) * (7 * bits / 10 + 2),
                "ratio {ratio}"
            );
        }
    }
}
