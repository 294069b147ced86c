//! Take at most K times: from n stones the first move takes 1 … n − 1, each later one at most K times the one before.
//!
//! Whoever takes the last stone wins. K = 2 is Fibonacci nim, K = 1 gives the powers of two; K is any whole number from
//! 1. Questions: is the first player lost, which first moves win, and what is the sum of M(n), the largest of them?
//!
//! ```
//! use nimsweep::games::stones::TakeAway;
//! use num_bigint::BigUint;
//!
//! let game = TakeAway::FIBONACCI_NIM;
//! let moves: Vec<BigUint> = game.winning_moves(&17_u32.into())?.collect();
//! assert_eq!(moves, [4_u32, 1].map(BigUint::from));
//! assert_eq!(game.sum_by_blocks(&100_u32.into())?, BigUint::from(728_u32));
//! # Ok::<(), nimsweep::games::stones::PileError>(())
//! ```
//!
//! | file | one purpose |
//! | --- | --- |
//! | [`terms`] | the K-sequence and the representation of a number by it |
//! | [`moves`] | the verdict on a pile of any size: threshold, winning moves |
//! | [`sums`] | the sum of M(n), by two routes |
//! | [`table`] | the same verdicts for n = 1, 2, 3, … |
//! | [`sweep`] | the same table by the sweep, which knows no K-sequence |
//!
//! # The K-sequence
//! H_1 = 1, and H_{i+1} = H_i + H_j with the least j for which K·H_j ≥ H_i. So K = 1 gives 1, 2, 4, 8, …; K = 2 gives
//! 1, 2, 3, 5, 8, …; K = 3 gives 1, 2, 3, 4, 6, 8, 11, 15, 21, …
//!
//! # The representation law
//! Every N ≥ 0 is a sum of terms a_1 < … < a_t of the K-sequence with K·a_r < a_{r+1} (the **gap rule**), in one way
//! only: the greedy one. Its smallest term a_1 is called z(N), and z(0) = ∞.
//!
//! *Proof.* Greedy: let H_i be the largest term in N. What is left is below H_{i+1} − H_i = H_j, so every later term lies
//! before H_j in the sequence, and K times it is less than H_i because j is least. Only one way: a sum by the gap rule
//! with the largest term H_i is below H_{i+1}, for its second largest term lies before H_j, so (by induction) all
//! the terms but H_i sum to less than H_j. So the largest term is the greedy one, and induction does the rest. ∎
//!
//! # The threshold law
//! Let T(N) be the least bound under which N stones are won by the player to move, T(0) = ∞. Then T(N) = z(N).
//!
//! *Proof,* by induction on N. The move x wins exactly if K·x < T(N−x). The move x = z(N) = a_1 leaves 0 or a number whose
//! smallest term a_2 exceeds K·a_1: it wins. Let x < a_1, and let the representation of a_1 − x end in its smallest term
//! b. All its terms are below a_1, so with a_2, …, a_t they obey the gap rule: z(N−x) = b. Were K·x < b, then the terms of
//! x, none above x, followed by those of a_1 − x would represent a_1 by two or more terms; but a_1 is a term itself. So
//! K·x ≥ T(N−x): the move x loses. ∎
//!
//! # The winning-move law
//! The moves that win from n, whatever their bound allows, are those of the partial sums s_r = a_1 + … + a_r with
//! r = t (the whole pile) or K·s_r < a_{r+1}.
//!
//! *Proof.* These win: z(n − s_r) = a_{r+1}. Conversely let K·x < z(n−x). The terms of x, none above x, followed by
//! those of n − x obey the gap rule, so they are the representation of n, and x is one of its partial sums. ∎
//!
//! So there are at most as many winning moves as n has terms: no more than its number of bits (K = 1: every one bit of n
//! but the leading one ends a winning first move). The first move may not take the whole pile, hence:
//! - n is lost exactly if it is a term of the sequence (t = 1; this includes n = 1, where no move exists at all); else
//!   the smallest winning first move is s_1 = T(n).
//! - M(n), the largest winning first move, 0 where there is none, follows with n = H_i + y, H_i the largest term in n, and
//!   c_i = ⌊(H_i − 1)/K⌋, the largest y with K·y < H_i:
//!
//! > M(n) = 0 if y = 0;  y if 1 ≤ y ≤ c_i;  M(y) otherwise,
//!
//! for y = s_{t−1} has H_i as next term, and where that sum fails, all the others are those of y.
//!
//! # Sources
//! M. J. Whinihan, *Fibonacci Nim*, Fibonacci Quarterly 1 (1963), 9–13, for K = 2;
//! A. J. Schwenk, *Take-Away Games*, Fibonacci Quarterly 8 (1970), 225–234, for the sequence of every such rule.

pub mod moves;
pub mod sums;
pub mod sweep;
pub mod table;
pub mod terms;

use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

use num_bigint::BigUint;
use thiserror::Error;

pub use moves::{Opening, WinningMoves};
pub use table::Table;
pub use terms::{Representation, Terms};

/// K of "at most K times what was just taken": a whole number from 1 to 2⁶⁴ − 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ratio(NonZeroU64);

/// Why a text or number is no [`Ratio`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RatioError {
    /// With K = 0 nobody could move twice.
    #[error("the ratio is 0, and no second move could be made; write 1 or more")]
    Zero,
    /// Not a whole number, or too large.
    #[error("cannot read the ratio '{0}': write a whole number from 1 to 18446744073709551615, such as 2")]
    NotWhole(String),
}

impl Ratio {
    /// The ratio as a number.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0.get()
    }

    /// Whether n is at most K + 1. All whole numbers up to there are terms of the sequence, since the step from any
    /// H_i ≤ K is H_1 = 1.
    fn is_trivial(self, n: &BigUint) -> bool {
        *n <= BigUint::from(self.get()) + 1_u32
    }

    /// c = ⌊(term − 1)/K⌋: up to there remainders y have K·y < term. The term is at least 1.
    fn largest_below(self, term: &BigUint) -> BigUint {
        (term - 1_u32) / self.get()
    }
}

impl TryFrom<u64> for Ratio {
    type Error = RatioError;

    fn try_from(ratio: u64) -> Result<Self, RatioError> {
        NonZeroU64::new(ratio).map(Self).ok_or(RatioError::Zero)
    }
}

impl FromStr for Ratio {
    type Err = RatioError;

    fn from_str(text: &str) -> Result<Self, RatioError> {
        text.trim().parse::<u64>().map_err(|_| RatioError::NotWhole(text.into()))?.try_into()
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The game: one pile, each later move at most [`Ratio`] times the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TakeAway {
    ratio: Ratio,
}

/// Why a pile gets no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PileError {
    /// There is nothing to take.
    #[error("a pile of 0 stones has no first move; give a pile of 1 stone or more")]
    Empty,
    /// The terms of the sequence that would have to be kept do not fit into memory, or to go through them takes minutes.
    #[error("ratio {ratio} has too many terms below a number of {bits} bits; take a smaller ratio or number")]
    TooLarge {
        /// The ratio.
        ratio: Ratio,
        /// The size of the number.
        bits: u64,
    },
}

impl TakeAway {
    /// Each move at most twice the one before: Fibonacci nim, the game of Project Euler 366.
    pub const FIBONACCI_NIM: Self = Self::new(Ratio(NonZeroU64::MIN.saturating_add(1)));

    /// The game with this ratio.
    #[must_use]
    pub const fn new(ratio: Ratio) -> Self {
        Self { ratio }
    }

    /// K: how many times the last move the next may be.
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
        assert_eq!("0".parse::<Ratio>(), Err(RatioError::Zero));
        let error = "2.5".parse::<Ratio>().unwrap_err().to_string();
        assert_eq!(
            error,
            "cannot read the ratio '2.5': write a whole number from 1 to 18446744073709551615, such as 2"
        );
        assert!("-1".parse::<Ratio>().is_err());
    }
}
