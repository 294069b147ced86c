//! The period theorem of Guy and Smith, and the least period that values prove.
//!
//! # The period theorem
//! Let k be the last place of the code with a digit that is not 0. If n₀ ≥ 1 and G(n + p) = G(n)
//! for n₀ ≤ n < 2·n₀ + p + k, then for all n ≥ n₀.
//!
//! *Proof* by induction on n: let n ≥ 2·n₀ + p + k, and let G(m + p) = G(m) for n₀ ≤ m < n. A
//! move on n takes s ≤ k tokens, and leaves n − s ≥ 2·n₀ + p; one on n + p leaves at least
//! 2·n₀ + 2p. So each leaves something, and what one heap and two heaps are allowed for is the same
//! for both.
//! - One heap: n − s ≥ n₀, so that the move on n + p that takes s leaves the same value. If s = 0,
//!   two heaps are left.
//! - Two heaps a ≤ b, none empty, left of n: b ≥ n₀ and b < n, since a ≥ 1. So G(b + p) = G(b), and
//!   the move on n + p that leaves a and b + p has the same value.
//! - Two heaps a ≤ b left of n + p: b ≥ n₀ + p, and b − p < n, since a ≥ 1. As n₀ ≥ 1, the heap
//!   b − p is not empty, and the move on n that leaves a and b − p has the same value. ∎
//!
//! For n₀ = 0 it is false: in 0.4 the values of 0, 1 and 2 are 0, and that of 3 is 1. That a period
//! holds from 0 on is known if it holds from 1 on, and G(p) = G(0).
//!
//! # Source
//! Guy and Smith, *The G-values of various games*, Proc. Cambridge Philos. Soc. 52 (1956).

use super::prefixes::common_prefixes;
use crate::sweep::Nimber;

/// A proven period: G(n + `length`) = G(n) for all n ≥ `from`, both the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    /// The least place from which on it holds.
    pub from: usize,
    /// The least period.
    pub length: usize,
    /// 2·n₀ + p + k for the larger n₀ of `from` and 1: that G(n + p) = G(n) for all n from `from`
    /// up to below here was seen, and the theorem gives the rest.
    pub seen_to: usize,
}

/// So many of the last values are compared before all of them.
const LAST_VALUES: usize = 32;

impl Period {
    /// The least period that follows from these values by the theorem, where `last_place` is k;
    /// `None` if none does yet.
    ///
    /// It is the least period of the whole sequence: a smaller one would hold from the same place
    /// on, and be proven by the same values.
    ///
    /// # Cost
    /// O(values) time, and two bytes a value.
    pub(super) fn of(values: &[Nimber], last_place: usize) -> Option<Self> {
        // Of N values, let the last t equal those p before them, so that n₀ = N − p − t. Then
        // 2·n₀ + 2p + k ≤ N is N + k ≤ 2t, whence p ≤ N − t ≤ (N − k)/2.
        let count = values.len();
        let needed = (count + last_place).div_ceil(2);
        let longest = count.checked_sub(needed)?;
        // most values that have no period yet are told by their end: no shift repeats it
        let repeats_end = |shift: &usize| {
            (1..=needed.min(LAST_VALUES)).all(|back| values[count - back] == values[count - back - shift])
        };
        let shortest = (1..=longest).find(repeats_end)?;
        // for each shift p, how many values at the end equal those p before them without a gap
        let matched =
            common_prefixes(count, longest + 1, |a, b| values[count - 1 - a] == values[count - 1 - b]);
        (shortest..=longest).find_map(|length| {
            let matched = matched[length] as usize; // up to 2³² − 1 values exact
            if matched < needed {
                return None;
            }
            let from = count - length - matched;
            let seen_to = 2 * from.max(1) + length + last_place;
            (seen_to + length <= count).then_some(Self { from, length, seen_to })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_is_proven_as_soon_as_the_theorem_allows() {
        // from 3 on with period 4, and k = 6: known below 2·3 + 2·4 + 6 = 20
        let value = |n: usize| if n < 3 { 9 } else { (n % 4) as Nimber };
        let values: Vec<Nimber> = (0..40).map(value).collect();
        assert_eq!(Period::of(&values[..19], 6), None);
        for known in 20..40 {
            let period = Period { from: 3, length: 4, seen_to: 16 };
            assert_eq!(Period::of(&values[..known], 6), Some(period), "{known}");
        }
    }

    /// As if it began at 1: 2·1 + 2·3 + 2 = 10.
    #[test]
    fn a_period_from_0_on_needs_what_one_from_1_on_needs() {
        let values: Vec<Nimber> = (0..20).map(|n| n % 3).collect();
        assert_eq!(Period::of(&values[..9], 2), None);
        assert_eq!(Period::of(&values[..10], 2), Some(Period { from: 0, length: 3, seen_to: 7 }));
    }

    /// 0.4: by the theorem with n₀ = 0, the values of 0, 1 and 2 would prove the period 1.
    #[test]
    fn three_equal_values_prove_nothing() {
        for known in 0..=3 {
            assert_eq!(Period::of(&[0; 3][..known], 1), None);
        }
    }
}
