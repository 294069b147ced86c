//! Products of two terms of the K-sequence, each found from earlier ones by one addition.

use std::collections::VecDeque;

use num_bigint::BigUint;
use num_traits::One;

use super::blocks::Block;

/// The products H_i·H_k of the first numbers of blocks, for the last blocks i and for k from the
/// one before the step to i itself.
///
/// With H_{i+1} = H_i + H_j the products of H_{i+1} are sums of two products, and these are kept:
/// H_{i+1}·H_k = H_i·H_k + H_j·H_k. Here k is at least j − 1, as steps never fall, so that either
/// H_j·H_k or, for k = j − 1, H_k·H_j belongs to one of the blocks from j on.
pub(super) struct Products {
    /// The index of the block of the first row.
    first: usize,
    rows: VecDeque<Row>,
}

/// The products of one H_i with H_k for k = `from`, …, i.
struct Row {
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
        Self { first: 0, rows: [Row { from: 0, products: vec![BigUint::one()] }].into() }
    }

    /// Goes on to the block of index i ≥ 1, from the one before it.
    pub(super) fn advance(&mut self, blocks: &[Block], i: usize) {
        let (step, from) = (blocks[i - 1].length, blocks[i].before_step());
        let mut products: Vec<BigUint> =
            (from..i).map(|k| self.of(i - 1, k) + self.of(step.max(k), step.min(k))).collect();
        // H_i·H_i = H_i·H_{i−1} + H_i·H_step, where `from` ≤ step ≤ i − 1
        products.push(&products[i - 1 - from] + &products[step - from]);
        self.rows.push_back(Row { from, products });
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
    use super::super::blocks::blocks_up_to;
    use super::*;

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
