//! Fair rows of stacks of two coins as a sum of products of two binomials, exactly.

use std::iter::successors;

use num_bigint::BigUint;

use crate::games::coins::CountError;
use crate::games::coins::binomial::IndexPairs;
use crate::games::coins::count::{values_of_two_coins, within_memory};

/// The number of fair rows of `stacks` stacks of two coins, by the
/// [factor law](crate::games::coins#the-factor-law) over the integers.
///
/// # Errors
/// [`CountError::TooMuchMemory`] from about 2^31 stacks on.
///
/// # Cost
/// O(n) products of an n-bit number by a machine word, and n/5 products of two n-bit numbers, for n
/// stacks. Memory for a few numbers of n bits.
///
/// ```
/// use nimsweep::check::rivals::coins::fair_rows_by_exact_binomials;
///
/// assert_eq!(fair_rows_by_exact_binomials(10)?, 63594_u32.into());
/// # Ok::<(), nimsweep::games::coins::CountError>(())
/// ```
pub fn fair_rows_by_exact_binomials(stacks: u64) -> Result<BigUint, CountError> {
    within_memory(2, stacks, 4, stacks.into())?;
    let row = || {
        successors(Some((0, BigUint::from(1_u32))), move |(i, binomial)| {
            (*i < stacks).then(|| (i + 1, binomial * (stacks - i) / (i + 1)))
        })
        .map(|(_, binomial)| binomial)
    };
    let products =
        pairs(IndexPairs::new(values_of_two_coins()?, stacks).iter(), row(), row()).map(|(a, b)| a * b);
    Ok(products.fold(BigUint::ZERO, |sum, product| sum + product))
}

/// The elements of two sequences at pairs of indices that ascend in both.
///
/// From one pair to the next the indices grow little, so the skips fit `usize`.
fn pairs<A, B>(
    indices: impl Iterator<Item = (u64, u64)>,
    mut first: impl Iterator<Item = A>,
    mut second: impl Iterator<Item = B>,
) -> impl Iterator<Item = (A, B)> {
    let mut next = (0, 0); // the indices of the next element of either sequence
    indices.filter_map(move |(i, j)| {
        let skipped = (i - next.0, j - next.1);
        next = (i + 1, j + 1);
        first.nth(skipped.0 as usize).zip(second.nth(skipped.1 as usize))
    })
}
