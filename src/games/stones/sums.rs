//! The sum of M(n) for n up to a limit, block by block, by the [block law](super#the-block-law);
//! the blocks that the terms of the K-sequence divide all numbers into; and products of two terms,
//! each found from earlier ones by one addition.
//!
//! For each block the sum over all of it is stored. The sum from any n to the end of its block then
//! takes one step down for each tail that n and its remainders lie in.

use std::collections::VecDeque;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::sequence::most_terms;
use super::{Ratio, TakeAway, too_many_terms};
use crate::error::Error;
use crate::games::{MOST_BITS, OVERHEAD_BITS};

impl TakeAway {
    /// M(1) + … + M(limit), block by block, each from a smaller one.
    ///
    /// For the sum modulo m reduce the exact one: it has only twice as many digits as the limit.
    ///
    /// # Errors
    /// [`Error`] if the K-sequence up to the limit may need more than a gigabyte: for
    /// K = 2 limits from about 11,000 digits on, for limits of 20 digits K from about 80,000 on.
    /// Never for a limit ≤ K + 1.
    ///
    /// # Cost
    /// O(K·b) blocks for a limit of b bits; for each a few sums of 2b bits, so O(b²) in all for one
    /// K; or, if K is so large that it would take too many sums, a product of b bits. At the limit
    /// itself there may be as many steps down the tails as blocks. What fits into the gigabyte
    /// takes some seconds at most.
    ///
    /// ```
    /// use nimsweep::games::stones::TakeAway;
    /// use num_bigint::BigUint;
    ///
    /// let (limit, modulus) = (BigUint::from(10_u32).pow(17), BigUint::from(10_u32).pow(8));
    /// let sum = TakeAway::FIBONACCI_NIM.sum_of_largest_moves(&limit)?;
    /// assert_eq!(sum % modulus, BigUint::from(85_992_830_u32));
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    pub fn sum_of_largest_moves(self, limit: &BigUint) -> Result<BigUint, Error> {
        let blocks = blocks_up_to(self.ratio(), limit)?;
        let sums = BlockSums::of(self.ratio(), &blocks, Products::pay_off(&blocks));
        let sum: BigUint = sums.scaled.iter().sum();
        // the part of the last block beyond the limit is subtracted again
        let beyond = sums.to_the_end(blocks.len().checked_sub(1), limit);
        Ok((sum - beyond) / scale(self.ratio()))
    }
}

/// 2K: the sums of blocks are stored 2K times as large, which makes the block law one of integers.
fn scale(ratio: Ratio) -> BigUint {
    BigUint::from(ratio.get()) << 1_u32
}

/// The sum of M(n) over each block.
struct BlockSums<'a> {
    ratio: Ratio,
    blocks: &'a [Block],
    /// 2K times the sum over each block, for as many blocks as are known.
    scaled: Vec<BigUint>,
}

impl<'a> BlockSums<'a> {
    /// Those of all blocks, by [`Products`] or by one multiplication a block.
    fn of(ratio: Ratio, blocks: &'a [Block], by_products: bool) -> Self {
        let mut sums = Self { ratio, blocks, scaled: Vec::with_capacity(blocks.len()) };
        let mut products = by_products.then(Products::of_first_block);
        let (k, mut residues) = (u128::from(ratio.get()), Vec::with_capacity(blocks.len()));
        for (i, block) in blocks.iter().enumerate() {
            // H_i modulo K, as the sum of the terms that H_i is the sum of
            let residue = i.checked_sub(1).map_or(1 % k, |before| {
                let step: usize = blocks[before].length;
                (residues[before] + residues[step]) % k
            });
            residues.push(residue);
            if let Some(products) = products.as_mut().filter(|_| i > 0) {
                products.advance(blocks, i);
            }
            let sum = match block.tail_block() {
                // H_j = 1: the only number of the block is H_i itself
                None => BigUint::zero(),
                Some(inner) if blocks[i - 1].length == inner => {
                    let growth = sums.growth(i, inner, residue, products.as_ref());
                    &sums.scaled[inner] + growth
                }
                late => {
                    let end = block.series_end(ratio);
                    twice_triangle(&end) * ratio.get() + sums.to_the_end(late, &end)
                }
            };
            sums.scaled.push(sum);
        }
        sums
    }

    /// 2K times the excess of the sum over the block of H_i over that over the block of h =
    /// H_{j−1}, if i is not late: h·(2·H_i − K·h + K − 2·(1 + ρ)) for ρ = (H_i − 1) mod K.
    ///
    /// It is not negative: K·h < H_i, and ρ < K.
    fn growth(&self, i: usize, inner: usize, residue: u128, products: Option<&Products>) -> BigUint {
        let k = self.ratio.get();
        // 1 + ρ, which is K if K divides H_i
        let unit = if residue == 0 { k.into() } else { residue };
        let (first, h) = (&self.blocks[i].first, &self.blocks[inner].first);
        match products {
            Some(products) => {
                let more = (products.of(i, inner) << 1_u32) + h * k;
                more - products.of(inner, inner) * k - h * (unit << 1_u32)
            }
            None => h * ((first << 1_u32) + k - h * k - (unit << 1_u32)),
        }
    }

    /// 2K times the sum of M(n) for `below` < n, n up to the end of the block of that index.
    /// `below` is in that block, too.
    ///
    /// The sums of all blocks up to this one have to be known.
    fn to_the_end(&self, mut index: Option<usize>, below: &BigUint) -> BigUint {
        let mut below = below.clone();
        while let Some(at) = index {
            let block = &self.blocks[at];
            below -= &block.first;
            // K·y < H_i: y is in the series
            if &below * self.ratio.get() < block.first {
                return &self.scaled[at] - twice_triangle(&below) * self.ratio.get();
            }
            index = block.tail_block();
        }
        BigUint::zero()
    }
}

/// n·(n + 1), twice the sum 1 + 2 + … + n.
fn twice_triangle(n: &BigUint) -> BigUint {
    n * (n + 1_u32)
}

/// The numbers from one term H_i of the K-sequence to the next.
pub(super) struct Block {
    /// H_i.
    first: BigUint,
    /// The index from 0 of the block that begins with H_j, the length of this one.
    length: usize,
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

    /// c = ⌊(H_i − 1)/K⌋, the largest y with K·y < H_i: up to here M(H_i + y) = y.
    fn series_end(&self, ratio: Ratio) -> BigUint {
        (&self.first - 1_u32) / ratio.get()
    }
}

/// All blocks that begin at or below the limit; none if every number up to it is a term, so that M
/// is 0 for all of them.
fn blocks_up_to(ratio: Ratio, limit: &BigUint) -> Result<Vec<Block>, Error> {
    if ratio.is_trivial(limit) {
        return Ok(vec![]);
    }
    if sum_bits(ratio, limit.bits()) > MOST_BITS {
        return Err(too_many_terms(ratio, limit.bits()));
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

/// An upper bound for the memory, in bits, of a sum to a limit of this many bits.
///
/// For each of the [terms](most_terms) numbers of at most six times its size are stored, four of
/// them at most; products of terms are few beside them. As sizes go down from b by at least
/// log₂(1 + 1/K) each, they are b/2 on average over the bound for the number of terms.
fn sum_bits(ratio: Ratio, bits: u64) -> u128 {
    most_terms(ratio, bits).saturating_mul(3 * u128::from(bits) + 4 * OVERHEAD_BITS)
}

/// The products H_i·H_k of the first numbers of blocks, for the last blocks i and for k from the
/// one before the step to i itself.
///
/// With H_{i+1} = H_i + H_j the products of H_{i+1} are sums of two products, and these are kept:
/// H_{i+1}·H_k = H_i·H_k + H_j·H_k. Here k is at least j − 1, as steps never fall, so that either
/// H_j·H_k or, for k = j − 1, H_k·H_j belongs to one of the blocks from j on.
pub(super) struct Products {
    /// The index of the block of the first row.
    first: usize,
    rows: VecDeque<ProductRow>,
}

/// The products of one H_i with H_k for k = `from`, …, i.
struct ProductRow {
    from: usize,
    products: Vec<BigUint>,
}

/// A multiplication of numbers of b bits takes as long as b/320 sums of 2b bits, or longer.
const BITS_FOR_A_SUM: u64 = 320;

impl Products {
    /// Whether a few sums for each block take less time than one multiplication, by measurement.
    pub(super) fn pay_off(blocks: &[Block]) -> bool {
        // i − j never falls from one block to the next
        blocks.last().is_some_and(|last| {
            let sums = blocks.len() - last.before_step();
            sums as u64 <= last.first.bits() / BITS_FOR_A_SUM
        })
    }

    /// Those of the first block: 1·1.
    pub(super) fn of_first_block() -> Self {
        Self { first: 0, rows: [ProductRow { from: 0, products: vec![BigUint::one()] }].into() }
    }

    /// Moves on to the block of index i ≥ 1, from the one before it.
    pub(super) fn advance(&mut self, blocks: &[Block], i: usize) {
        let (step, from) = (blocks[i - 1].length, blocks[i].before_step());
        let mut products: Vec<BigUint> =
            (from..i).map(|k| self.of(i - 1, k) + self.of(step.max(k), step.min(k))).collect();
        // H_i·H_i = H_i·H_{i−1} + H_i·H_step, where `from` ≤ step ≤ i − 1
        products.push(&products[i - 1 - from] + &products[step - from]);
        self.rows.push_back(ProductRow { from, products });
        // neither this block nor a later one reads what lies before
        self.rows.drain(..from - self.first);
        self.first = from;
    }

    /// H_i·H_k for k ≤ i.
    pub(super) fn of(&self, i: usize, k: usize) -> &BigUint {
        let row = &self.rows[i - self.first];
        &row.products[k - row.from]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(ratio: u64, limit: u64) -> Vec<Block> {
        blocks_up_to(ratio.try_into().unwrap(), &limit.into()).unwrap()
    }

    #[test]
    fn the_tail_law() {
        for ratio in 1..=20 {
            let blocks = blocks(ratio, 1_000_000);
            for block in &blocks {
                let length = &blocks[block.length].first;
                let series_end = block.series_end(ratio.try_into().unwrap());
                assert!(series_end < *length);
                match block.tail_block() {
                    Some(inner) => {
                        let rest = &series_end - &blocks[inner].first; // not negative
                        let inner_end = blocks[inner].series_end(ratio.try_into().unwrap());
                        assert!(rest <= inner_end, "ratio {ratio}");
                    }
                    None => assert!(length.is_one() && series_end.is_zero(), "ratio {ratio}"),
                }
            }
        }
    }

    #[test]
    fn the_block_law_by_products_and_by_multiplications() {
        for ratio in 1..=20_u64 {
            let game = TakeAway::new(ratio.try_into().unwrap());
            let blocks = blocks(ratio, 2_000_000_000_000_000_000);
            let both = [true, false].map(|by_products| BlockSums::of(game.ratio(), &blocks, by_products));
            assert_eq!(both[0].scaled, both[1].scaled, "ratio {ratio}");
            // the same from M(n) itself
            let mut openings = game.openings();
            for (sum, pair) in both[0].scaled.iter().zip(blocks.windows(2)) {
                let next = u64::try_from(&pair[1].first).unwrap();
                if next > 20_000 {
                    break;
                }
                let first = u64::try_from(&pair[0].first).unwrap();
                let moves = openings.by_ref().take((next - first) as usize);
                let expected: u64 = moves.map(|(_, opening)| *opening.largest().unwrap_or(&0)).sum();
                assert_eq!(*sum, BigUint::from(2 * ratio * expected), "ratio {ratio}, block of {first}");
            }
        }
    }

    #[test]
    fn products_pay_off_where_they_are_few_and_long() {
        let pay_off = |ratio: u64, bits: u32| {
            Products::pay_off(&blocks_up_to(ratio.try_into().unwrap(), &(BigUint::one() << bits)).unwrap())
        };
        assert!(pay_off(2, 1000) && !pay_off(2, 500));
        assert!(pay_off(5, 4000) && !pay_off(50, 4000));
    }

    #[test]
    fn sums_that_would_fill_the_memory_are_refused() {
        let game = TakeAway::new(u64::MAX.try_into().unwrap());
        let limit = BigUint::one() << 200_u32;
        assert_eq!(game.sum_of_largest_moves(&limit), Err(too_many_terms(game.ratio(), 201)));
        assert_eq!(game.sum_of_largest_moves(&BigUint::from(u64::MAX)), Ok(BigUint::zero()));
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

    #[test]
    fn products_are_those_of_the_terms() {
        for ratio in 1..=30 {
            let limit = BigUint::one() << 60_u32;
            let blocks = blocks_up_to(ratio.try_into().unwrap(), &limit).unwrap();
            let mut products = Products::of_first_block();
            for i in 1..blocks.len() {
                products.advance(&blocks, i);
                for k in blocks[i].before_step()..=i {
                    assert_eq!(*products.of(i, k), &blocks[i].first * &blocks[k].first, "ratio {ratio}");
                }
            }
        }
    }
}
