//! Take at most K times: from n stones the first move takes 1 … n − 1 stones, each later one at
//! most K times as many as the move before it.
//!
//! The player who takes the last stone wins. K is any integer from 1 on: K = 2 is Fibonacci nim,
//! and K = 1 leads to the powers of two. A *position* is a number of stones and the largest number
//! that the next move may take. It is an N-position if the player to move wins, else a P-position.
//! The questions: is the start from n stones a P-position, which first moves win, and what is the
//! sum of M(n), the largest winning first move?
//!
//! ```
//! use nimsweep::games::stones::TakeAway;
//! use num_bigint::BigUint;
//!
//! let game = TakeAway::FIBONACCI_NIM;
//! let moves: Vec<BigUint> = game.winning_moves(&17_u32.into())?.collect();
//! assert_eq!(moves, [4_u32, 1].map(BigUint::from));
//! assert_eq!(game.sum_of_largest_moves(&100_u32.into())?, BigUint::from(728_u32));
//! # Ok::<(), nimsweep::Error>(())
//! ```
//!
//! | file | purpose |
//! | --- | --- |
//! | `sequence` | the K-sequence and the representation of a number by it |
//! | `moves` | one pile of any size: threshold and winning moves; both for n = 1, 2, 3, … |
//! | `sums` | the sum of M(n), by the numbers from one term to the next |
//!
//! # The K-sequence
//! H_1 = 1, and H_{i+1} = H_i + H_j with the least j for which K·H_j ≥ H_i. So K = 1 gives
//! 1, 2, 4, 8, …; K = 2 gives 1, 2, 3, 5, 8, …; K = 3 gives 1, 2, 3, 4, 6, 8, 11, 15, 21, …
//!
//! # The representation law
//! Every N ≥ 0 is a sum of terms a_1 < … < a_t of the K-sequence with K·a_r < a_{r+1} (the **gap
//! rule**). This representation is unique, and the greedy algorithm finds it. Its smallest term a_1
//! is called z(N), and z(0) = ∞.
//!
//! *Proof.* Existence: let H_i be the largest term in N. The remainder is below
//! H_{i+1} − H_i = H_j, so every later term comes before H_j in the sequence, and K times it is
//! less than H_i because j is least. Uniqueness: a sum by the gap rule with the largest term H_i is
//! below H_{i+1}, because its second largest term comes before H_j, so by induction all the terms
//! except H_i sum to less than H_j. Hence the largest term is the greedy one; apply induction to
//! the remainder. ∎
//!
//! # The threshold law
//! Let T(N) be the least bound under which N stones are an N-position, and T(0) = ∞. Then
//! T(N) = z(N).
//!
//! *Proof,* by induction on N. The move x wins if and only if K·x < T(N−x). The move x = z(N) = a_1
//! leaves 0 or a number whose smallest term a_2 exceeds K·a_1: it wins. Let x < a_1, and let b be
//! the smallest term in the representation of a_1 − x. All terms of a_1 − x are below a_1, so
//! together with a_2, …, a_t they satisfy the gap rule, and z(N−x) = b. Suppose K·x < b. Then the
//! terms of x, none above x, followed by those of a_1 − x would represent a_1 by two or more terms;
//! but a_1 is a term itself. So K·x ≥ T(N−x): the move x loses. ∎
//!
//! # The winning-move law
//! The moves that win from n under a bound that allows them are the partial sums
//! s_r = a_1 + … + a_r with r = t (the whole pile) or K·s_r < a_{r+1}.
//!
//! *Proof.* These win: z(n − s_r) = a_{r+1}. Conversely let K·x < z(n−x). The terms of x, none
//! above x, followed by those of n − x satisfy the gap rule, so they are the representation of n,
//! and x is one of its partial sums. ∎
//!
//! So there are at most as many winning moves as n has terms, which is at most the number of its
//! bits. (For K = 1 every one bit of n except the leading one gives a winning first move.) The
//! first move may not take the whole pile, hence:
//! - The start from n is a P-position if and only if n is a term of the sequence (t = 1; this
//!   includes n = 1, where no first move exists). Otherwise the smallest winning first move is
//!   s_1 = T(n).
//! - Let M(n) be the largest winning first move, 0 if there is none. Write n = H_i + y with the
//!   largest term H_i in n, and c_i = ⌊(H_i − 1)/K⌋, the largest y with K·y < H_i. Then
//!
//! > M(n) = 0 if y = 0;  y if 1 ≤ y ≤ c_i;  M(y) otherwise.
//!
//! The reason: after the partial sum y = s_{t−1} the next term is H_i, and if y does not win, all
//! other winning first moves are those of y.
//!
//! # The tail law
//! The sum of M(n) goes block by block. The **block** of H_i holds n = H_i + y for 0 ≤ y < H_j,
//! where H_j = H_{i+1} − H_i. Let c = ⌊(H_i − 1)/K⌋. By the winning-move law M(n) is the remainder
//! y itself for y ≤ c, an arithmetic series, and M(y) on the **tail** c < y < H_j. The law: the
//! tail of a block lies in one block, that of H_{j−1}, and reaches to its end. If j = 1, it is
//! empty.
//!
//! *Proof.* j is least with K·H_j ≥ H_i. So K·H_{j−1} ≤ H_i − 1, that is H_{j−1} ≤ c, and
//! K·c < H_i ≤ K·H_j gives c < H_j. If j = 1, then 0 ≤ c < H_1 = 1 leaves no y. ∎
//!
//! *The step law:* if the step to H_i, i ≥ 2, is H_p, then j is p or p + 1. For j ≥ p because
//! K·H_j ≥ H_i > H_{i−1} and p is least with K·H_p ≥ H_{i−1}. And j ≤ p + 1: let
//! H_{p+1} = H_p + H_q with K·H_q ≥ H_p. Then
//! K·H_{p+1} = K·H_p + K·H_q ≥ H_{i−1} + H_p = H_i. ∎
//!
//! So c lies in the block of H_{j−1}, too, and for all but finitely many i even in its series. Call
//! i *late* if the step to H_i was H_j already, as the next one is. If i ≥ 2 is not late, the step
//! to H_i was H_{j−1} by the step law, and H_i = H_{i−1} + H_{j−1} ≤ (K + 1)·H_{j−1}. With
//! K·c < H_i this gives K·(c − H_{j−1}) < H_{j−1}: c is in the series.
//!
//! *Few are late.* Let i be late, j ≥ 2, and H_m = H_j − H_{j−1}. From
//! K·H_{j−1} < H_{i−1} = H_i − H_j follows K·H_j − H_i < K·H_m − H_j. The left side is not
//! negative, so the step from H_j is H_m as well: j is late, too, and its slack, K·H_m − H_j, is
//! greater than that of i. The last in such a chain of late indices has the step 1 and a slack
//! below K. So no chain is longer than K, and as each H_j is the step from finitely many terms,
//! there are finitely many chains. ∎
//!
//! # The block law
//! Let A_i be the sum of M(n) over the block of H_i. If i ≥ 2 is not late and j ≥ 2, then
//!
//! > A_i = A_{j−1} + h·(2c − h + 1)/2,  where h = H_{j−1} and c = ⌊(H_i − 1)/K⌋.
//!
//! *Proof.* By the tail law both blocks have the same M(y) for c < y < H_j, and c is in the series
//! of the block of h: M(y) = y − h for h ≤ y ≤ c. So A_i − A_{j−1} is the sum of all y < h and of
//! y − (y − h) = h for h ≤ y ≤ c: h(h − 1)/2 + h·(c − h + 1). ∎
//!
//! With K·c = H_i − 1 − ρ, where ρ = (H_i − 1) mod K, all of this is 2K times an integer:
//! 2K·A_i = 2K·A_{j−1} + h·(2·H_i − K·h + K − 2·(1 + ρ)).
//!
//! # Sources
//! M. J. Whinihan, *Fibonacci Nim*, Fibonacci Quarterly 1 (1963), 9–13, for K = 2; A. J. Schwenk,
//! *Take-Away Games*, Fibonacci Quarterly 8 (1970), 225–234, for the sequence of every such rule.

mod moves;
mod sequence;
pub(crate) mod sums;

use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

use num_bigint::BigUint;

use crate::error::{Error, error};
use crate::number::quoted;

pub use moves::{Opening, Openings, WinningMoves};
pub use sequence::{Representation, Terms};

/// K in "at most K times as many as the move before": an integer from 1 to 2⁶⁴ − 1.
///
/// ```
/// use nimsweep::games::stones::{Ratio, TakeAway};
///
/// let ratio: Ratio = "3".parse()?;
/// assert_eq!(TakeAway::new(ratio).ratio().get(), 3);
/// assert!(Ratio::try_from(0).is_err());
/// # Ok::<(), nimsweep::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ratio(NonZeroU64);

impl Ratio {
    /// The ratio as a number.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0.get()
    }

    /// Whether n is at most K + 1. All integers from 1 to K + 1 are terms of the sequence, since
    /// the step from any H_i ≤ K is H_1 = 1.
    fn is_trivial(self, n: &BigUint) -> bool {
        *n <= BigUint::from(self.get()) + 1_u32
    }
}

impl TryFrom<u64> for Ratio {
    type Error = Error;

    fn try_from(ratio: u64) -> Result<Self, Error> {
        let text = "with the ratio 0 there would be no second move; give 1 or more";
        NonZeroU64::new(ratio).map(Self).ok_or_else(|| error!(Domain, "{text}"))
    }
}

impl FromStr for Ratio {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let refusal = |_| {
            let most = u64::MAX;
            error!(
                Parse,
                "cannot read the ratio '{}': write a whole number from 1 to {most}, such as 2",
                quoted(text)
            )
        };
        text.trim().parse::<u64>().map_err(refusal)?.try_into()
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The game: one pile, each later move at most [`Ratio`] times the one before it.
///
/// ```
/// use nimsweep::games::stones::{Ratio, TakeAway};
///
/// let game = TakeAway::new(Ratio::try_from(1)?);
/// let p_positions = game.openings().filter(|(_, opening)| opening.is_p_position());
/// assert_eq!(p_positions.map(|(n, _)| n).take(6).collect::<Vec<_>>(), [1, 2, 4, 8, 16, 32]);
/// # Ok::<(), nimsweep::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TakeAway {
    ratio: Ratio,
}

/// There is nothing to take.
pub(crate) fn no_stones() -> Error {
    error!(Domain, "a pile of 0 stones has no first move; give a pile of 1 stone or more")
}

/// The terms of the sequence that have to be kept may need more than a gigabyte.
fn too_many_terms(ratio: Ratio, bits: u64) -> Error {
    error!(
        TooLarge,
        "the terms of the ratio {ratio} up to a number of {bits} bits may take more than a gigabyte of memory; give a \
         smaller ratio or number"
    )
}

impl TakeAway {
    /// Each move at most twice the one before: Fibonacci nim, the game of Project Euler 366.
    pub const FIBONACCI_NIM: Self = Self::new(Ratio(NonZeroU64::MIN.saturating_add(1)));

    /// The game with this ratio.
    #[must_use]
    pub const fn new(ratio: Ratio) -> Self {
        Self { ratio }
    }

    /// K: the next move takes at most K times as many stones as the last.
    #[must_use]
    pub const fn ratio(self) -> Ratio {
        self.ratio
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_a_whole_number_from_one() {
        assert_eq!("2".parse(), Ok(TakeAway::FIBONACCI_NIM.ratio()));
        assert_eq!(" 7 ".parse::<Ratio>().unwrap().to_string(), "7");
        assert!("0".parse::<Ratio>().unwrap_err().text().starts_with("with the ratio 0 "));
        let error = "2.5".parse::<Ratio>().unwrap_err().to_string();
        assert_eq!(
            error,
            "cannot read the ratio '2.5': write a whole number from 1 to 18446744073709551615, such as 2"
        );
        assert!("-1".parse::<Ratio>().is_err());
    }
}
