//! The K-sequence, upwards and downwards, and the representation of a number by it.

use std::collections::VecDeque;
use std::iter::FusedIterator;
use std::mem::replace;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::{Ratio, TakeAway, too_many_terms};
use crate::error::Error;
use crate::games::{MOST_BITS, OVERHEAD_BITS};

impl TakeAway {
    /// The [K-sequence](super#the-k-sequence), without end. Its terms are the piles from which the
    /// start is a P-position.
    ///
    /// # Cost
    /// Two additions a term, amortised. The iterator keeps the terms from 1/K of the last one on:
    /// O(K·log K) of them.
    ///
    /// ```
    /// use nimsweep::games::stones::{Ratio, TakeAway};
    ///
    /// let terms = TakeAway::new(Ratio::try_from(3)?).terms();
    /// let start = terms.take(9).map(|term| term.try_into().unwrap());
    /// assert_eq!(start.collect::<Vec<u32>>(), [1, 2, 3, 4, 6, 8, 11, 15, 21]);
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    #[must_use]
    pub fn terms(self) -> Terms {
        Terms { recent: RecentTerms::first(self.ratio()) }
    }

    /// The [representation](super#the-representation-law) of n by the K-sequence, largest term
    /// first: Zeckendorf's for K = 2, binary for K = 1.
    ///
    /// # Errors
    /// [`Error`] if the O(K·log K) terms between n/K and n may need more than a
    /// gigabyte: for K from about 700,000 on if n has 20 digits. Never for n ≤ K + 1.
    ///
    /// # Cost
    /// For n of b bits it walks up O(K·b) terms and down again, O(b) each: O(K·b²) in all;
    /// [`TakeAway::work`] estimates it. Memory: the terms between n/K and n only, so that K = 2
    /// keeps three numbers, however large n is.
    ///
    /// ```
    /// use nimsweep::games::stones::TakeAway;
    ///
    /// let terms = TakeAway::FIBONACCI_NIM.representation(&100_u32.into())?;
    /// assert_eq!(terms.map(|term| term.to_string()).collect::<Vec<_>>(), ["89", "8", "3"]);
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    pub fn representation(self, n: &BigUint) -> Result<Representation, Error> {
        Ok(Representation { recent: RecentTerms::up_to(self.ratio(), n)?, rest: n.clone() })
    }

    /// An estimate of the work of a representation of n, and so of [`TakeAway::opening`] and of all
    /// [`TakeAway::winning_moves`]: how many words of 64 bits are added on the way up to n. It is 0
    /// for n ≤ K + 1.
    ///
    /// Some hundred million words take a second. An estimate above 2¹²⁸ − 1 is returned as
    /// 2¹²⁸ − 1.
    ///
    /// ```
    /// use nimsweep::games::stones::TakeAway;
    /// use num_bigint::BigUint;
    ///
    /// let game = TakeAway::FIBONACCI_NIM;
    /// assert!(game.work(&BigUint::from(10_u32).pow(1000)) < 1 << 20); // a few milliseconds
    /// assert!(game.work(&BigUint::from(10_u32).pow(600_000)) > 1 << 34); // minutes
    /// ```
    #[must_use]
    pub fn work(self, n: &BigUint) -> u128 {
        if self.ratio().is_trivial(n) {
            return 0;
        }
        // each term has at most b/64 words, to which an overhead is added
        most_terms(self.ratio(), n.bits()).saturating_mul((u128::from(n.bits()) + OVERHEAD_BITS) / 64)
    }
}

/// The terms of the K-sequence in ascending order, without end: see [`TakeAway::terms`].
#[derive(Clone, Debug)]
pub struct Terms {
    recent: RecentTerms,
}

impl Iterator for Terms {
    type Item = BigUint;

    fn next(&mut self) -> Option<BigUint> {
        let next = self.recent.next_term();
        self.recent.climb_to(next).into()
    }
}

impl FusedIterator for Terms {}

/// The terms of a representation in descending order: see [`TakeAway::representation`].
#[derive(Clone, Debug)]
pub struct Representation {
    recent: RecentTerms,
    rest: BigUint,
}

impl Representation {
    /// The remainder of the number: the sum of the terms that the iterator has not yet returned.
    #[must_use]
    pub fn rest(&self) -> &BigUint {
        &self.rest
    }
}

impl Iterator for Representation {
    type Item = BigUint;

    fn next(&mut self) -> Option<BigUint> {
        if self.rest.is_zero() {
            return None;
        }
        // ends, because the lowest term is 1
        while self.recent.last > self.rest {
            self.recent.descend();
        }
        self.rest -= &self.recent.last;
        Some(self.recent.last.clone())
    }
}

impl FusedIterator for Representation {}

/// A term H_i of the sequence with as many earlier terms as the next step up or down needs.
///
/// # Invariant
/// `earlier` ends with H_{i−1} and has no gaps. On the way up it begins with the step from H_i to
/// the next term, or before it. On the way down, that is after [`deepen`](RecentTerms::deepen), it
/// begins with the step from H_{i−1} to H_i, or before it.
#[derive(Clone, Debug)]
struct RecentTerms {
    ratio: Ratio,
    earlier: VecDeque<BigUint>,
    last: BigUint,
}

impl RecentTerms {
    fn first(ratio: Ratio) -> Self {
        Self { ratio, earlier: VecDeque::new(), last: BigUint::one() }
    }

    /// The largest term that does not exceed n, with the earlier terms that the way down needs.
    fn up_to(ratio: Ratio, n: &BigUint) -> Result<Self, Error> {
        if ratio.is_trivial(n) {
            // n is a term, its own representation, and no step down follows
            return Ok(Self { ratio, earlier: VecDeque::new(), last: n.clone() });
        }
        if recent_bits(ratio, n.bits()) > MOST_BITS {
            return Err(too_many_terms(ratio, n.bits()));
        }
        let mut recent = Self::first(ratio);
        loop {
            let next = recent.next_term();
            if next > *n {
                break;
            }
            recent.climb_to(next);
        }
        recent.deepen();
        Ok(recent)
    }

    /// H_i + H_j with the least j that has K·H_j ≥ H_i. As i grows, j never falls, so the terms
    /// before H_j are dropped.
    fn next_term(&mut self) -> BigUint {
        while self.earlier.front().is_some_and(|term| term * self.ratio.get() < self.last) {
            self.earlier.pop_front();
        }
        &self.last + self.earlier.front().unwrap_or(&self.last)
    }

    /// Makes `next` the last term, and returns the one that was last.
    fn climb_to(&mut self, next: BigUint) -> BigUint {
        let last = replace(&mut self.last, next);
        self.earlier.push_back(last.clone());
        last
    }

    /// Goes down by one term; does nothing at the first.
    fn descend(&mut self) {
        if let Some(before) = self.earlier.pop_back() {
            self.last = before;
            self.deepen();
        }
    }

    /// Puts one more term in front of `earlier` if the next step down needs it.
    ///
    /// As i grows by 1, the index j of the step from H_i grows by at most 1: the step law among the
    /// proofs of the [game](super#the-tail-law). So a step below the first term of `earlier` is the
    /// term just before it. If `earlier` is empty, the last term is twice the one before it,
    /// because j = i holds only for K = 1 and for i = 1.
    fn deepen(&mut self) {
        match (self.earlier.front(), self.earlier.back()) {
            (Some(lowest), Some(before)) => {
                let step = &self.last - before;
                if step < *lowest {
                    self.earlier.push_front(step);
                }
            }
            _ if self.last.is_one() => {}
            _ => self.earlier.push_front(&self.last >> 1_u32),
        }
    }
}

/// An upper bound for the memory, in bits, of the [`RecentTerms`] at numbers of this many bits.
///
/// A step is at least H/K, so that terms grow by (1 + 1/K) and from H/K to H there are at most
/// 2 + ln K/ln(1 + 1/K) ≤ 2 + (K + 1)·ln K of them.
fn recent_bits(ratio: Ratio, bits: u64) -> u128 {
    let k = u128::from(ratio.get());
    // (K + 1)·ln K + 2 ≤ (K + 1)·(⌊log₂ K⌋ + 1) + 2 < 2⁶⁵·2⁷
    let terms = (k + 1) * u128::from(k.ilog2() + 1) + 2;
    terms.saturating_mul(u128::from(bits) + OVERHEAD_BITS)
}

/// An upper bound for the number of terms up to 2^b, for b `bits`.
///
/// Each term is at least 1 + 1/K times the one before it, and ln(1 + 1/K) ≥ 1/(K + 1): there are at
/// most 1 + (K + 1)·b·ln 2 of them, hence at most (K + 1)·(7b/10 + 2), rounded down.
pub(super) fn most_terms(ratio: Ratio, bits: u64) -> u128 {
    (u128::from(ratio.get()) + 1).saturating_mul(7 * u128::from(bits) / 10 + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(ratio: u64) -> TakeAway {
        TakeAway::new(ratio.try_into().unwrap())
    }

    #[test]
    fn going_down_meets_the_terms_of_going_up() {
        for ratio in 1..=40 {
            let up: Vec<BigUint> = game(ratio).terms().take(600).collect();
            for top in [40, 41, 42, 137, 599] {
                let top = top.max(ratio as usize + 2); // up to there no step down happens
                let mut recent = RecentTerms::up_to(game(ratio).ratio(), &up[top]).unwrap();
                for term in up[..=top].iter().rev() {
                    assert_eq!(recent.last, *term, "ratio {ratio}");
                    recent.descend();
                }
                assert!(recent.last.is_one() && recent.earlier.is_empty());
            }
        }
    }

    #[test]
    fn the_step_law_holds() {
        for ratio in 1..=60 {
            let terms: Vec<BigUint> = game(ratio).terms().take(1500).collect();
            let step = |i: usize| terms.partition_point(|term| term * ratio < terms[i]);
            let mut last = step(0);
            for i in 1..terms.len() - 1 {
                let next = step(i);
                assert_eq!(&terms[i] + &terms[next], terms[i + 1], "ratio {ratio}");
                assert!(next == last || next == last + 1, "ratio {ratio}: from step {last} to {next}");
                last = next;
            }
        }
    }

    #[test]
    fn the_recent_terms_stay_within_their_bound() {
        for ratio in [1, 2, 3, 10, 100, 1000_u64] {
            let mut terms = game(ratio).terms();
            let most = terms
                .by_ref()
                .take(20_000)
                .fold((0, 0), |(most, at), term| (most.max(at), at.max(term.bits())))
                .0;
            let bound = recent_bits(game(ratio).ratio(), 0) / OVERHEAD_BITS;
            assert!((terms.recent.earlier.len() as u128) < bound, "ratio {ratio}, {most} bits");
        }
    }

    #[test]
    fn every_number_up_to_ratio_plus_one_is_a_term_however_large() {
        let n = BigUint::from(u64::MAX) + 1_u32;
        let terms: Vec<BigUint> = game(u64::MAX).representation(&n).unwrap().collect();
        assert_eq!(terms, [n]);
    }

    #[test]
    fn work_grows_with_the_number_and_the_ratio() {
        let work = |ratio, digits| game(ratio).work(&BigUint::from(10_u32).pow(digits));
        assert!(work(2, 100) < work(3, 100) && work(2, 100) < work(2, 101));
        // every number up to K + 1 is a term, and found at once
        assert_eq!(game(9999).work(&10_000_u32.into()), 0);
        assert!(game(9999).work(&10_001_u32.into()) > 0);
        assert_eq!(game(u64::MAX).work(&(BigUint::one() << 64_u32)), 0);
    }

    #[test]
    fn ratios_that_would_fill_the_memory_are_refused() {
        let n = BigUint::from(u64::MAX) + 2_u32;
        let error = game(u64::MAX).representation(&n).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the terms of the ratio 18446744073709551615 up to a number of 65 bits may take more than a \
             gigabyte of memory; give a smaller ratio or number"
        );
    }
}
