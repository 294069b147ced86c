//! The sum of M(n) by prefix sums, stored for both ends of the series of each block.
//!
//! The sum in [`TakeAway::sum_of_largest_moves`] stores the sum over the tail of each block and
//! looks from any n to the right, up to the end of its block. This one stores S(n) = M(1) + … +
//! M(n) at the left end of each block and at c, and looks to the left. Both read the same blocks.

use num_bigint::BigUint;

use crate::games::stones::blocks::{Block, blocks_up_to};
use crate::games::stones::{PileError, TakeAway};

/// M(1) + … + M(limit), by the prefix sums S(H_i − 1) and S(c) of every block.
///
/// With n = H_i + y in the block of H_i: S(n) = S(H_i − 1) + y(y + 1)/2 if y ≤ c, and otherwise
/// S(H_i − 1) + c(c + 1)/2 + S(y) − S(c). At the end of the block y is H_j − 1, an end itself.
///
/// # Errors
/// As [`TakeAway::sum_of_largest_moves`].
///
/// # Cost
/// As [`TakeAway::sum_of_largest_moves`]. S(n) takes one step for each remainder of n, down to one
/// that is in the series of its block.
///
/// ```
/// use nimsweep::check::rivals::stones::sum_by_prefixes;
/// use nimsweep::games::stones::TakeAway;
/// use num_bigint::BigUint;
///
/// let (limit, modulus) = (BigUint::from(10_u32).pow(1000), BigUint::from(10_u32).pow(8));
/// let game = TakeAway::FIBONACCI_NIM;
/// let by_blocks = game.sum_of_largest_moves(&limit)?;
/// assert_eq!(by_blocks % &modulus, sum_by_prefixes(game, &limit)? % modulus);
/// # Ok::<(), nimsweep::games::stones::PileError>(())
/// ```
pub fn sum_by_prefixes(game: TakeAway, limit: &BigUint) -> Result<BigUint, PileError> {
    let blocks = blocks_up_to(game.ratio(), limit)?;
    let mut prefixes: Vec<Prefix> = Vec::with_capacity(blocks.len());
    let mut before = BigUint::ZERO;
    for block in &blocks {
        let series_end = block.series_end(game.ratio());
        // M(n) < n, so S(c) is at most the series
        let excess = triangle(&series_end) - prefix_sum(&blocks, &prefixes, series_end.clone());
        let to_the_end = &before + &excess;
        prefixes.push(Prefix { before, excess, series_end });
        // the step comes before the block, or is the block itself, which was stored just now
        before = to_the_end + &prefixes[block.length].before;
    }
    Ok(prefix_sum(&blocks, &prefixes, limit.clone()))
}

/// What is stored for the block of H_i.
struct Prefix {
    /// S(H_i − 1).
    before: BigUint,
    /// c(c + 1)/2 − S(c).
    excess: BigUint,
    /// c.
    series_end: BigUint,
}

/// 1 + 2 + … + n.
fn triangle(n: &BigUint) -> BigUint {
    (n * (n + 1_u32)) >> 1_u32
}

/// S(n), if the prefixes of all blocks are stored that n and its remainders lie in.
fn prefix_sum(blocks: &[Block], prefixes: &[Prefix], n: BigUint) -> BigUint {
    let (mut rest, mut sum) = (n, BigUint::ZERO);
    // `rest` shrinks; below 1 there is no block
    while let Some(at) = blocks[..prefixes.len()].partition_point(|block| block.first <= rest).checked_sub(1)
    {
        let (block, prefix) = (&blocks[at], &prefixes[at]);
        rest -= &block.first;
        sum += &prefix.before;
        if rest <= prefix.series_end {
            return sum + triangle(&rest);
        }
        sum += &prefix.excess;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_that_would_fill_the_memory_are_refused_by_both_methods() {
        let game = TakeAway::new(u64::MAX.try_into().unwrap());
        let limit = BigUint::from(1_u32) << 200_u32;
        assert!(matches!(sum_by_prefixes(game, &limit), Err(PileError::TooLarge { bits: 201, .. })));
        assert_eq!(game.sum_of_largest_moves(&limit), sum_by_prefixes(game, &limit));
    }
}
