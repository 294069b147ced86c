//! Take at most half: from n stones take x with 1 ≤ x ≤ max(1, ⌊n/2⌋); the player who faces 0
//! stones loses.
//!
//! The options of n ≥ 2 are the positions from ⌈n/2⌉ to n − 1, those of 1 are 0 alone.
//!
//! # The halving law
//! The Grundy values are g(0) = 0, g(1) = 1, g(2) = 0, g(3) = 1, and for m ≥ 2
//!
//! > g(2m) = m,  g(2m+1) = g(m).
//!
//! *Proof.* Claim: the m values g(m), …, g(2m−1) are the numbers from 0 to m − 1, each once. For
//! m = 2 they are 0 and 1. Let the claim hold for m. The options of 2m are the positions of the
//! claim, so g(2m) = m. The options of 2m+1 are the same without m and with 2m: their values are 0
//! to m without g(m), so g(2m+1) = g(m), and g(m+1), …, g(2m+1) are again the numbers from 0 to m,
//! each once. ∎
//!
//! # Closed form
//! Let n + 1 = 2^k·q with q odd. The second half of the law holds for m = 1 as well: g(3) = g(1).
//! It removes factors 2 from n + 1 until the position is q − 1, which is even, or 1 if q = 1. So
//! for n ≥ 1 the odd part q determines the value, and each value belongs to one odd part:
//!
//! | q | 1 | 3 | 5 | 7 | 9 | … |
//! | --- | --- | --- | --- | --- | --- | --- |
//! | g(n) | 1 | 0 | 2 | 3 | 4 | (q − 1)/2 |
//!
//! The P-positions are therefore 0 and n = 3·2^k − 1: 2, 5, 11, 23, …
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

/// Whether n stones are a P-position, that is, the player to move loses: n is 0 or 3·2^k − 1.
///
/// By the [closed form](self#closed-form).
///
/// # Cost
/// O(b) for a pile of b bits, as for every function of this module.
///
/// ```
/// use nimsweep::games::halving::is_p_position;
/// use num_bigint::BigUint;
///
/// let found = (0_u32..50).filter(|&n| is_p_position(&n.into()));
/// assert_eq!(found.collect::<Vec<_>>(), [0, 2, 5, 11, 23, 47]);
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
    // q = 1 has the value 1, and q = 3 the value 0
    if half <= BigUint::one() { BigUint::one() - half } else { half }
}

/// The option of n that has the given Grundy value, if there is one.
///
/// No two options have the same value. For n ≥ 2 they would be numbers p = 2^k·q − 1 with the same
/// q. If p is an option of n, then p < n ≤ 2p; the next greater such number is 2p + 1 > n, and the
/// next smaller one is (p − 1)/2 < n/2. So the greatest of them below n is the only candidate.
///
/// Perfect play in a sum of several piles needs just this: let X be the nim-sum of all piles; a
/// winning move takes some pile n to its option of value g(n) xor X.
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
    // the greatest 2^k·q ≤ n: by the numbers of bits, k is this difference or one less
    let shift = n.bits().checked_sub(odd.bits())?;
    let mut next = odd << shift;
    if next > *n {
        if shift == 0 {
            return None;
        }
        next >>= 1_u32;
    }
    let option = next - 1_u32;
    (&option << 1_u32 >= *n).then_some(option)
}

/// How many stones to take from n to win, if n is an N-position. There is no second winning move.
///
/// The move leaves the only option of value 0: see [`option_of_value`].
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

/// A pile of at most 2⁶³ stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pile {
    /// n.
    pub stones: u64,
    /// Its [Grundy value](grundy_value).
    pub grundy: u64,
    /// Its only [winning move](winning_move), if there is one.
    pub winning_move: Option<u64>,
}

/// The piles of 0, 1, 2, … stones, to 2⁶³.
///
/// The winning move leaves the greatest P-position p below n. For p ≥ 2 the next one is 2p + 1, so
/// that n ≤ 2p, and the move takes at most half. The P-position 0 is left by the only stone of
/// n = 1.
///
/// # Cost
/// Some ten machine operations for each pile.
///
/// ```
/// use nimsweep::games::halving;
///
/// let moves = halving::piles().take(10).map(|pile| pile.winning_move.unwrap_or(0));
/// assert_eq!(moves.collect::<Vec<_>>(), [0, 1, 0, 1, 2, 0, 1, 2, 3, 4]);
/// ```
pub fn piles() -> impl Iterator<Item = Pile> {
    let mut last_p_position = 0;
    (0..=1 << 63).map(move |stones: u64| {
        let half = ((stones + 1) >> (stones + 1).trailing_zeros()) / 2;
        // as `grundy_value`
        let grundy = match (stones, half) {
            (0, _) => 0,
            (_, 0 | 1) => 1 - half,
            _ => half,
        };
        if grundy == 0 {
            last_p_position = stones;
        }
        let winning_move = Some(stones - last_p_position).filter(|&stones| stones > 0);
        Pile { stones, grundy, winning_move }
    })
}

/// n without its factors 2; n is not 0.
fn odd_part(n: BigUint) -> BigUint {
    let twos = n.trailing_zeros().unwrap_or(0);
    n >> twos
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
    }

    #[test]
    fn piles_of_machine_words_are_those_of_any_size() {
        for (n, pile) in (0..5000).zip(piles()) {
            let (stones, big) = (pile.stones, BigUint::from(pile.stones));
            assert_eq!((stones, pile.grundy.into()), (n, grundy_value(&big)));
            assert_eq!(pile.winning_move.map(BigUint::from), winning_move(&big), "{n}");
        }
    }
}
