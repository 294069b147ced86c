//! One pile: from which bound on it is an N-position, and which moves win; and the openings from
//! n = 1, 2, 3, … stones by the winning-move law, in machine words.

use std::iter::FusedIterator;

use num_bigint::BigUint;
use num_traits::Zero;

use super::{Ratio, Representation, TakeAway, no_stones};
use crate::error::Error;

/// The start from a pile of n stones: the threshold T(n) and the largest winning first move M(n).
///
/// The number n itself is not part of it. Numbers are [`BigUint`], and `u64` in [`Openings`].
///
/// ```
/// use nimsweep::games::stones::TakeAway;
///
/// let opening = TakeAway::FIBONACCI_NIM.opening(&12_u32.into())?; // 12 = 8 + 3 + 1
/// assert_eq!(opening.threshold(), &1_u32.into());
/// assert_eq!(opening.smallest(), Some(&1_u32.into()));
/// assert_eq!(opening.largest(), Some(&1_u32.into())); // 2·(3 + 1) is not below 8
/// # Ok::<(), nimsweep::Error>(())
/// ```
///
/// # Invariant
/// If there is a winning first move, the smallest is T(n).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening<N = BigUint> {
    pub(crate) threshold: N,
    pub(crate) largest: Option<N>,
}

impl<N> Opening<N> {
    /// Whether the start is a P-position: every first move loses, or none exists.
    pub fn is_p_position(&self) -> bool {
        self.largest.is_none()
    }

    /// T(n): the smallest bound that makes n stones an N-position. A bound of n allows the whole
    /// pile to be taken.
    pub fn threshold(&self) -> &N {
        &self.threshold
    }

    /// M(n): the largest winning first move. If there is none, sums count it as 0.
    pub fn largest(&self) -> Option<&N> {
        self.largest.as_ref()
    }

    /// The smallest winning first move.
    pub fn smallest(&self) -> Option<&N> {
        self.largest.as_ref().map(|_| &self.threshold)
    }
}

impl TakeAway {
    /// The start from n stones: one walk down the [representation](TakeAway::representation) of n.
    ///
    /// # Errors
    /// - [`Error`] for n = 0.
    /// - As [`TakeAway::representation`].
    ///
    /// # Cost
    /// As [`TakeAway::representation`]; [`TakeAway::work`] estimates it.
    ///
    /// ```
    /// use nimsweep::games::stones::TakeAway;
    ///
    /// let opening = TakeAway::FIBONACCI_NIM.opening(&17_u32.into())?;
    /// assert_eq!(opening.largest(), Some(&4_u32.into()));
    /// assert_eq!(opening.smallest(), Some(&1_u32.into()));
    /// assert!(TakeAway::FIBONACCI_NIM.opening(&5_u32.into())?.is_p_position());
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    pub fn opening(self, n: &BigUint) -> Result<Opening, Error> {
        if n.is_zero() {
            return Err(no_stones());
        }
        let mut representation = self.representation(n)?;
        let (mut threshold, mut largest) = (n.clone(), None);
        while let Some(term) = representation.next() {
            let rest = representation.rest();
            if largest.is_none() && self.ratio().leaves_too_little(rest, &term) {
                largest = Some(rest.clone());
            }
            threshold = term;
        }
        Ok(Opening { threshold, largest })
    }

    /// Every winning first move from n stones, largest first; none if the start is a P-position.
    ///
    /// There are fewer of them than n has bits
    /// ([the winning-move law](super#the-winning-move-law)). The iterator finds them one by one, so
    /// that huge piles need no memory for a list.
    ///
    /// # Errors
    /// As [`TakeAway::opening`].
    ///
    /// # Cost
    /// As [`TakeAway::representation`], for all of them together.
    ///
    /// ```
    /// use nimsweep::games::stones::{Ratio, TakeAway};
    /// use num_bigint::BigUint;
    ///
    /// // at most the move before: from 22 = 16 + 4 + 2 the moves 2 and 4 + 2 win
    /// let game = TakeAway::new(Ratio::try_from(1)?);
    /// let moves: Vec<BigUint> = game.winning_moves(&22_u32.into())?.collect();
    /// assert_eq!(moves, [6_u32, 2].map(BigUint::from));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_moves(self, n: &BigUint) -> Result<WinningMoves, Error> {
        if n.is_zero() {
            return Err(no_stones());
        }
        self.winning_moves_within(n, n - 1_u32)
    }

    /// Every winning move, largest first, of a player who may take 1 … `bound` of n stones, the
    /// whole pile included. This is the position in the middle of a game, `bound` being K times the
    /// move before.
    ///
    /// It is a P-position if and only if there is none: n = 0, or `bound` is below T(n).
    ///
    /// # Errors
    /// As [`TakeAway::representation`].
    ///
    /// ```
    /// use nimsweep::games::stones::TakeAway;
    ///
    /// // 12 = 8 + 3 + 1, and at most 2 may be taken: 1 wins, for it leaves 8 + 3 and the bound 2
    /// let mut moves = TakeAway::FIBONACCI_NIM.winning_moves_within(&12_u32.into(), 2_u32.into())?;
    /// assert_eq!(moves.next(), Some(1_u32.into()));
    /// assert_eq!(moves.next(), None);
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    pub fn winning_moves_within(self, n: &BigUint, bound: BigUint) -> Result<WinningMoves, Error> {
        let representation = self.representation(n)?;
        let whole_pile = (!n.is_zero() && *n <= bound).then(|| n.clone());
        Ok(WinningMoves { ratio: self.ratio(), whole_pile, representation, bound })
    }

    /// The pairs (n, opening from n) for n = 1, 2, 3, …
    ///
    /// # Cost
    /// For the n-th pair O(t·log s), n having t terms in its representation and s terms below it.
    /// The iterator keeps s words, which is O(K·log n) and at most n.
    ///
    /// ```
    /// use nimsweep::games::stones::TakeAway;
    ///
    /// let openings = TakeAway::FIBONACCI_NIM.openings().take(12);
    /// let largest = openings.map(|(_, opening)| opening.largest().copied().unwrap_or(0));
    /// assert_eq!(largest.collect::<Vec<u64>>(), [0, 0, 0, 1, 0, 1, 2, 0, 1, 2, 3, 1]);
    /// ```
    #[must_use]
    pub fn openings(self) -> Openings {
        Openings { ratio: self.ratio().get(), terms: vec![], step: 0, n: 0 }
    }
}

impl Ratio {
    /// Whether taking `stones` wins if `next_term` is the smallest term of the rest: they are not
    /// 0, and K times as many are fewer than `next_term`.
    fn leaves_too_little(self, stones: &BigUint, next_term: &BigUint) -> bool {
        !stones.is_zero() && stones * self.get() < *next_term
    }
}

/// The winning moves of a position, largest first: see [`TakeAway::winning_moves`].
#[derive(Clone, Debug)]
pub struct WinningMoves {
    ratio: Ratio,
    whole_pile: Option<BigUint>,
    representation: Representation,
    bound: BigUint,
}

impl Iterator for WinningMoves {
    type Item = BigUint;

    fn next(&mut self) -> Option<BigUint> {
        if let Some(pile) = self.whole_pile.take() {
            return Some(pile);
        }
        loop {
            let term = self.representation.next()?;
            let rest = self.representation.rest();
            if *rest <= self.bound && self.ratio.leaves_too_little(rest, &term) {
                return Some(rest.clone());
            }
        }
    }
}

impl FusedIterator for WinningMoves {}

/// An iterator over the openings from n = 1, 2, 3, … to 2⁶⁴ − 1: see [`TakeAway::openings`].
#[derive(Clone, Debug)]
pub struct Openings {
    ratio: u64,
    /// The terms of the K-sequence up to n.
    terms: Vec<u64>,
    /// The index of the term that is added to the last one to give the next.
    step: usize,
    n: u64,
}

impl Iterator for Openings {
    type Item = (u64, Opening<u64>);

    fn next(&mut self) -> Option<(u64, Opening<u64>)> {
        self.n = self.n.checked_add(1)?;
        if self.next_term() == Some(self.n) {
            self.terms.push(self.n);
        }
        Some((self.n, self.opening()))
    }
}

impl FusedIterator for Openings {}

impl Openings {
    /// The term after the last; none beyond 2⁶⁴ − 1.
    fn next_term(&mut self) -> Option<u64> {
        let Some(&last) = self.terms.last() else { return Some(1) };
        while self.is_too_small(self.terms[self.step], last) {
            self.step += 1; // stops at `last` itself at the latest
        }
        last.checked_add(self.terms[self.step])
    }

    /// Whether K·`stones` < `term`.
    fn is_too_small(&self, stones: u64, term: u64) -> bool {
        u128::from(stones) * u128::from(self.ratio) < u128::from(term)
    }

    /// T(n) and M(n) by the [winning-move law](super#the-winning-move-law).
    fn opening(&self) -> Opening<u64> {
        let (mut threshold, mut rest, mut largest) = (self.n, self.n, None);
        // the last term is the largest in n
        let mut below = self.terms.as_slice();
        while let Some(&term) = below.last() {
            threshold = term;
            rest -= threshold;
            if largest.is_none() && rest > 0 && self.is_too_small(rest, threshold) {
                largest = Some(rest);
            }
            below = &below[..below.partition_point(|&term| term <= rest)];
        }
        Opening { threshold, largest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pile_of_one_stone_has_no_first_move_but_a_threshold() {
        for ratio in [1, 2, 3, u64::MAX] {
            let game = TakeAway::new(ratio.try_into().unwrap());
            let opening = game.opening(&1_u32.into()).unwrap();
            assert!(opening.is_p_position() && opening.smallest().is_none());
            assert_eq!(opening.threshold(), &1_u32.into());
            assert_eq!(game.winning_moves(&1_u32.into()).unwrap().count(), 0);
            let reply: Vec<BigUint> =
                game.winning_moves_within(&1_u32.into(), 1_u32.into()).unwrap().collect();
            assert_eq!(reply, [1_u32.into()]);
        }
    }

    #[test]
    fn the_threshold_law() {
        for ratio in 1..=6_u64 {
            let game = TakeAway::new(ratio.try_into().unwrap());
            // T by its definition: the least x that wins, which is K·x < T(N − x)
            let mut thresholds = vec![u64::MAX]; // T(0) = ∞
            for n in 1..=400 {
                let least = (1..=n).find(|x| x * ratio < thresholds[(n - x) as usize]).unwrap();
                let smallest_term = game.representation(&n.into()).unwrap().last();
                assert_eq!(smallest_term, Some(least.into()), "ratio {ratio}, n = {n}");
                thresholds.push(least);
            }
        }
    }

    #[test]
    fn an_empty_pile_is_refused_as_a_start_and_a_p_position_later() {
        let (game, none) = (TakeAway::FIBONACCI_NIM, BigUint::ZERO);
        assert_eq!(game.opening(&none), Err(no_stones()));
        assert_eq!(game.winning_moves(&none).map(|_| ()), Err(no_stones()));
        assert_eq!(game.winning_moves_within(&none, 9_u32.into()).unwrap().count(), 0);
    }
}
