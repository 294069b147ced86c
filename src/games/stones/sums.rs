//! The sum of M(n) for n up to a limit, block by block, by the [tail law](super#the-tail-law).
//!
//! For each block the sum over its tail is stored. The sum from any n to the end of its block then
//! takes one step down for each tail that n and its remainders lie in.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::sequence::{MOST_BITS, OVERHEAD_BITS, most_terms};
use super::{PileError, Ratio, TakeAway};

impl TakeAway {
    /// M(1) + … + M(limit), block by block: arithmetic series, and the tail of each block from
    /// those of smaller ones.
    ///
    /// For the sum modulo m reduce the exact one: it has only twice as many digits as the limit.
    ///
    /// # Errors
    /// [`PileError::TooLarge`] if the K-sequence up to the limit may need more than a gigabyte: for
    /// K = 2 limits from about 11,000 digits on, for limits of 20 digits K from about 80,000 on.
    /// Never for a limit ≤ K + 1.
    ///
    /// # Cost
    /// O(K·b) blocks for a limit of b bits; for each a few products of b bits and, except for
    /// [finitely many](super#the-tail-law), one step down the tails. At the limit itself there may
    /// be as many steps as blocks. What fits into the gigabyte takes some seconds.
    ///
    /// ```
    /// use nimsweep::games::stones::TakeAway;
    /// use num_bigint::BigUint;
    ///
    /// let (limit, modulus) = (BigUint::from(10_u32).pow(18), BigUint::from(10_u32).pow(8));
    /// let sum = TakeAway::FIBONACCI_NIM.sum_of_largest_moves(&limit)?;
    /// assert_eq!(sum % modulus, BigUint::from(88_351_299_u32));
    /// # Ok::<(), nimsweep::games::stones::PileError>(())
    /// ```
    pub fn sum_of_largest_moves(self, limit: &BigUint) -> Result<BigUint, PileError> {
        let blocks = blocks_up_to(self.ratio(), limit)?;
        let mut tails = Vec::with_capacity(blocks.len());
        let mut sum = BigUint::zero();
        for block in &blocks {
            let tail = sum_to_the_end(&blocks, &tails, block.tail_block(), &block.series_end);
            sum += triangle(&block.series_end) + &tail;
            tails.push(tail);
        }
        // of the last block, the part beyond the limit is taken off again
        Ok(sum - sum_to_the_end(&blocks, &tails, blocks.len().checked_sub(1), limit))
    }
}

/// The numbers from one term H_i of the K-sequence to the next.
pub(crate) struct Block {
    /// H_i.
    pub(crate) first: BigUint,
    /// c: up to here M(H_i + y) = y.
    pub(crate) series_end: BigUint,
    /// The index from 0 of the block that begins with H_j, the length of this one.
    pub(crate) length: usize,
}

impl Block {
    /// The block in which the [tail](super#the-tail-law) lies.
    fn tail_block(&self) -> Option<usize> {
        self.length.checked_sub(1)
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
        blocks.push(Block { series_end: ratio.largest_below(&first), first, length });
        first = next;
    }
    Ok(blocks)
}

/// An upper bound for the memory, in bits, of a sum to a limit of so many bits.
///
/// For each of the [terms](most_terms) numbers of at most six times its size are stored, four of
/// them at most. As sizes go down from b by at least log₂(1 + 1/K) each, they are b/2 on average
/// over the bound for the number of terms.
fn sum_bits(ratio: Ratio, bits: u64) -> u128 {
    most_terms(ratio, bits).saturating_mul(3 * u128::from(bits) + 4 * OVERHEAD_BITS)
}

/// 1 + 2 + … + n.
pub(crate) fn triangle(n: &BigUint) -> BigUint {
    (n * (n + 1_u32)) >> 1_u32
}

/// The sum of M(n) for `below` < n, n up to the end of the block of that index. `below` is in that
/// block, too.
///
/// Needs the tails of all blocks up to this one.
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
        assert!(matches!(game.sum_of_largest_moves(&limit), Err(PileError::TooLarge { bits: 201, .. })));
        assert_eq!(game.sum_of_largest_moves(&BigUint::from(u64::MAX)), Ok(BigUint::zero()));
    }
}
