//! Take at most half: from n stones remove x with 1 ≤ x ≤ max(1, ⌊n/2⌋); whoever faces none loses.
//!
//! The options of n ≥ 2 are the positions from ⌈n/2⌉ to n − 1, those of 1 are 0 alone.
//!
//! # The halving law
//! The Grundy values are g(0) = 0, g(1) = 1, g(2) = 0, g(3) = 1, and for m ≥ 2
//!
//! > g(2m) = m,  g(2m+1) = g(m).
//!
//! *Proof.* Claim: the m values g(m), …, g(2m−1) are those from 0 to m − 1, each once. It holds for m = 2, where they are
//! 0 and 1. Let it hold for m. The options of 2m are the positions of the claim, so g(2m) = m. Those of 2m+1 are the
//! same without m and with 2m: their values are 0 to m without g(m), so g(2m+1) = g(m), and g(m+1), …, g(2m+1)
//! are again those from 0 to m, each once. ∎
//!
//! # Closed form
//! In n + 1 = 2^k·q with q odd, the second half of the law, to which g(3) = g(1) may be added, takes factors 2 off n + 1
//! until an even position, q − 1, is left, or 1 where q = 1. So for n ≥ 1 the odd part q alone tells the value, and each
//! value has one odd part:
//!
//! | q | 1 | 3 | 5 | 7 | 9 | … |
//! | --- | --- | --- | --- | --- | --- | --- |
//! | g(n) | 1 | 0 | 2 | 3 | 4 | (q − 1)/2 |
//!
//! The P-positions are therefore 0 and n = 3·2^k − 1: 2, 5, 11, 23, …
//!
//! # As a sweep
//! A position p ≥ 1 of value v is an option of every n in \[p+1, 2p\], and 0 of n = 1. So the value v comes at p + 1 and
//! goes at 2p + 1, and the mex at n gives g(n), which makes the next two events ([`grundy_table`]).
//!
//! ```
//! use nimsweep::games::halving;
//! use num_bigint::BigUint;
//!
//! let n = BigUint::from(100_u32);
//! assert!(!halving::is_p_position(&n)); // Alice, who moves first, wins
//! assert_eq!(halving::winning_move(&n), Some(BigUint::from(5_u32))); // to 95 = 3·2⁵ − 1
//! assert_eq!(halving::grundy_value(&n), BigUint::from(50_u32));
//! ```

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::sweep::{Nimber, NimberCounts, Queue, State, run_until};

/// Whether the player who moves from n stones loses: n is 0 or 3·2^k − 1.
///
/// By the [closed form](self#closed-form).
///
/// # Cost
/// O(b) for a pile of b bits, as for every function here on one pile.
///
/// ```
/// use nimsweep::games::halving::is_p_position;
/// use num_bigint::BigUint;
///
/// let lost = (0_u32..50).filter(|&n| is_p_position(&n.into()));
/// assert_eq!(lost.collect::<Vec<_>>(), [0, 2, 5, 11, 23, 47]);
/// ```
#[must_use]
pub fn is_p_position(n: &BigUint) -> bool {
    n.is_zero() || odd_part(n + 1_u32) == BigUint::from(3_u32)
}

/// The Grundy value of n stones.
///
/// By the [closed form](self#closed-form).
///
/// ```
/// use nimsweep::games::halving::grundy_value;
/// use num_bigint::BigUint;
///
/// let values = (0_u32..12).map(|n| grundy_value(&n.into()).try_into().unwrap());
/// assert_eq!(values.collect::<Vec<u32>>(), [0, 1, 0, 1, 2, 0, 3, 1, 4, 2, 5, 0]);
/// ```
#[must_use]
pub fn grundy_value(n: &BigUint) -> BigUint {
    if n.is_zero() {
        return BigUint::zero();
    }
    let half = odd_part(n + 1_u32) >> 1_u32;
    // q = 1 and q = 3 have changed places
    if half <= BigUint::one() { BigUint::one() - half } else { half }
}

/// The option of n that has the given Grundy value, where there is one.
///
/// Two options of one value do not occur: for n ≥ 2 they would be p = 2^k·q − 1 with one q, and where p is an option of n,
/// hence p < n ≤ 2p, the next greater is 2p + 1 > n and the next smaller is (p − 1)/2 < n/2. So the greatest of them
/// below n is the only candidate.
///
/// This is what perfect play in a sum of several piles needs: with X the nim-sum of all the piles, a move that wins
/// takes some pile n to its option of value g(n) xor X.
///
/// ```
/// use nimsweep::games::halving::option_of_value;
///
/// assert_eq!(option_of_value(&100_u32.into(), &7_u32.into()), Some(59_u32.into()));
/// assert_eq!(option_of_value(&100_u32.into(), &50_u32.into()), None); // the value of 100 itself
/// ```
#[must_use]
pub fn option_of_value(n: &BigUint, value: &BigUint) -> Option<BigUint> {
    if n.is_one() {
        return value.is_zero().then(BigUint::zero);
    }
    let odd: BigUint = match u8::try_from(value) {
        Ok(0) => 3_u32.into(),
        Ok(1) => BigUint::one(),
        _ => (value << 1_u32) + 1_u32,
    };
    // the greatest 2^k·q ≤ n: one of two neighbouring k, by the sizes in bits
    let mut shift = n.bits().checked_sub(odd.bits())?;
    if &odd << shift > *n {
        shift = shift.checked_sub(1)?;
    }
    let option = (odd << shift) - 1_u32;
    (&option << 1_u32 >= *n).then_some(option)
}

/// How many stones to take from n so as to win, where the position is not lost. There is never a second such move.
///
/// It leaves the one option of value 0: see [`option_of_value`].
///
/// ```
/// use nimsweep::games::halving::winning_move;
///
/// assert_eq!(winning_move(&18_u32.into()), Some(7_u32.into())); // leaves 11 = 3·2² − 1
/// assert_eq!(winning_move(&11_u32.into()), None);
/// ```
#[must_use]
pub fn winning_move(n: &BigUint) -> Option<BigUint> {
    option_of_value(n, &BigUint::zero()).map(|option| n - option)
}

/// The Grundy values of 0, 1, …, `limit`, by the [sweep](self#as-a-sweep) instead of the closed form.
///
/// # Cost
/// Two events a position, O(log limit) each, and a mex that skips up to limit/128 full words of the nimber set.
/// Memory: O(limit).
///
/// ```
/// use nimsweep::games::halving::grundy_table;
///
/// assert_eq!(grundy_table(8), [0, 1, 0, 1, 2, 0, 3, 1, 4]);
/// ```
#[must_use]
pub fn grundy_table(limit: u32) -> Vec<Nimber> {
    let (mut sweep, mut queue) = (Reachable::default(), Queue::default());
    queue.visit(0);
    run_until(&mut sweep, &mut queue, |&n| n > limit.into());
    sweep.values
}

/// n without its factors 2; n is not 0.
fn odd_part(n: BigUint) -> BigUint {
    let twos = n.trailing_zeros().unwrap_or(0);
    n >> twos
}

/// The values that n can reach, and g(0), …, g(n).
#[derive(Default)]
struct Reachable {
    counts: NimberCounts,
    values: Vec<Nimber>,
}

impl State for Reachable {
    /// The number of stones. The last event is at 2·limit + 1 < 2³³.
    type Key = u64;
    /// A nimber, and how its count changes.
    type Event = (Nimber, i64);

    fn apply(&mut self, _: &u64, (nimber, difference): (Nimber, i64)) {
        self.counts.add(nimber, difference);
    }

    fn settle(&mut self, &n: &u64, queue: &mut Queue<u64, (Nimber, i64)>) {
        self.counts.settle();
        let value = self.counts.mex();
        self.values.push(value);
        queue.schedule(n + 1, (value, 1));
        queue.schedule((2 * n).max(1) + 1, (value, -1)); // 1 may take its only stone
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_halving_law_holds_for_the_closed_form() {
        let value = |n: u32| grundy_value(&n.into());
        assert_eq!([0, 1, 2, 3].map(value), [0_u32, 1, 0, 1].map(BigUint::from));
        for m in 2..2000 {
            assert_eq!(value(2 * m), m.into());
            assert_eq!(value(2 * m + 1), value(m));
        }
    }

    #[test]
    fn the_ends_of_the_game_have_their_own_moves() {
        assert_eq!(winning_move(&0_u32.into()), None);
        assert_eq!(winning_move(&1_u32.into()), Some(1_u32.into()));
        assert_eq!(winning_move(&2_u32.into()), None);
        assert_eq!(grundy_table(0), [0]);
        assert_eq!(grundy_table(1), [0, 1]);
    }
}
