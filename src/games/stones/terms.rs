//! The K-sequence, upwards and downwards, and the representation of a number by it.

use std::collections::VecDeque;
use std::iter::FusedIterator;
use std::mem::replace;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::{PileError, Ratio, TakeAway};

/// The memory, in bits, that the terms of one computation may take: one gigabyte.
pub(super) const MOST_BITS: u128 = 1 << 33;

/// The most words that are added on the way up: a minute or two.
const MOST_WORK: u128 = 1 << 34;

/// What a kept number takes beyond its own bits: its place in the list, and what the allocator adds.
pub(super) const OVERHEAD_BITS: u128 = 512;

impl TakeAway {
    /// The [K-sequence](super#the-k-sequence), without end. Its terms are the piles that are lost for the first player.
    ///
    /// # Cost
    /// Two additions a term, amortised. Keeps the terms from 1/K of the last one: O(K·log K) of them.
    ///
    /// ```
    /// use nimsweep::games::stones::{Ratio, TakeAway};
    ///
    /// let terms = TakeAway::new(Ratio::try_from(3)?).terms();
    /// let start = terms.take(9).map(|term| term.try_into().unwrap());
    /// assert_eq!(start.collect::<Vec<u32>>(), [1, 2, 3, 4, 6, 8, 11, 15, 21]);
    /// # Ok::<(), nimsweep::games::stones::RatioError>(())
    /// ```
    #[must_use]
    pub fn terms(self) -> Terms {
        Terms { window: Window::first(self.ratio()) }
    }

    /// The [representation](super#the-representation-law) of n by the K-sequence, largest term first; Zeckendorf's
    /// for K = 2, binary for K = 1.
    ///
    /// # Errors
    /// [`PileError::TooLarge`] where the O(K·log K) terms between n/K and n might take more than a gigabyte: for K from
    /// about 700,000 at n of 20 digits; or where it might take more than a minute or two: for K from about 1,400 at n of
    /// 10,000 digits, or from 3 at n of 200,000 digits. Never for n ≤ K + 1.
    ///
    /// # Cost
    /// For n of b bits, climbs O(K·b) terms and goes down again, O(b) each: O(K·b²) in all.
    /// Memory: the terms between n/K and n only, so that K = 2 keeps three numbers, however large n is.
    ///
    /// ```
    /// use nimsweep::games::stones::TakeAway;
    ///
    /// let terms = TakeAway::FIBONACCI_NIM.representation(&100_u32.into())?;
    /// assert_eq!(terms.map(|term| term.to_string()).collect::<Vec<_>>(), ["89", "8", "3"]);
    /// # Ok::<(), nimsweep::games::stones::PileError>(())
    /// ```
    pub fn representation(self, n: &BigUint) -> Result<Representation, PileError> {
        Ok(Representation { window: Window::up_to(self.ratio(), n)?, rest: n.clone() })
    }
}

/// The terms of the K-sequence in ascending order, without end: see [`TakeAway::terms`].
#[derive(Clone, Debug)]
pub struct Terms {
    window: Window,
}

impl Iterator for Terms {
    type Item = BigUint;

    fn next(&mut self) -> Option<BigUint> {
        let next = self.window.next_term();
        self.window.climb_to(next).into()
    }
}

impl FusedIterator for Terms {}

/// The terms of a representation in descending order: see [`TakeAway::representation`].
#[derive(Clone, Debug)]
pub struct Representation {
    window: Window,
    rest: BigUint,
}

impl Representation {
    /// What is left of the number: the sum of the terms to come.
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
        // comes to an end: the lowest term is 1
        while self.window.last > self.rest {
            self.window.descend();
        }
        self.rest -= &self.window.last;
        Some(self.window.last.clone())
    }
}

impl FusedIterator for Representation {}

/// A term H_i of the sequence with as many of those before it as the next step up or down needs.
///
/// # Invariant
/// `earlier` ends with H_{i−1}, has no gaps, and begins with the step from H_{i−1} to H_i or before it, once it has been
/// [deepened](Window::deepen); on the way up it begins with the step from H_i to the next term or before it.
#[derive(Clone, Debug)]
struct Window {
    ratio: Ratio,
    earlier: VecDeque<BigUint>,
    last: BigUint,
}

impl Window {
    fn first(ratio: Ratio) -> Self {
        Self { ratio, earlier: VecDeque::new(), last: BigUint::one() }
    }

    /// The window of the largest term that does not exceed n, ready to go down.
    fn up_to(ratio: Ratio, n: &BigUint) -> Result<Self, PileError> {
        if ratio.is_trivial(n) {
            // n is a term, and no representation goes below it
            return Ok(Self { ratio, earlier: VecDeque::new(), last: n.clone() });
        }
        let too_large = window_bits(ratio, n.bits()).is_none_or(|bits| bits > MOST_BITS);
        if too_large || climb_work(ratio, n.bits()).is_none_or(|work| work > MOST_WORK) {
            return Err(PileError::TooLarge { ratio, bits: n.bits() });
        }
        let mut window = Self::first(ratio);
        loop {
            let next = window.next_term();
            if next > *n {
                break;
            }
            window.climb_to(next);
        }
        window.deepen();
        Ok(window)
    }

    /// H_i + H_j with the least j that has K·H_j ≥ H_i. Such j never fall, so what is before them is dropped.
    fn next_term(&mut self) -> BigUint {
        while self.earlier.front().is_some_and(|term| term * self.ratio.get() < self.last) {
            self.earlier.pop_front();
        }
        &self.last + self.earlier.front().unwrap_or(&self.last)
    }

    /// Makes `next` the last term, and gives the last one before.
    fn climb_to(&mut self, next: BigUint) -> BigUint {
        let last = replace(&mut self.last, next);
        self.earlier.push_back(last.clone());
        last
    }

    /// Goes down by one term; stays at the first.
    fn descend(&mut self) {
        if let Some(before) = self.earlier.pop_back() {
            self.last = before;
            self.deepen();
        }
    }

    /// Puts one more term before the window if the next step down needs it.
    ///
    /// The index j of the step from H_i to H_{i+1} grows by at most 1 with i: K·H_{j+1} ≥ K·H_j + H_j ≥ H_i + H_j = H_{i+1},
    /// as the step from H_j is at least H_j/K. So a step that is below the window is the very term before the window.
    /// A term that is alone is double the one before: j = i happens for K = 1 and for i = 1 only.
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

/// A bound for the memory that a window at numbers of that many bits takes; none where it exceeds every memory.
///
/// A step is at least H/K, so that terms grow by (1 + 1/K) and from H/K to H there are at most
/// 2 + ln K/ln(1 + 1/K) ≤ 2 + (K + 1)·ln K of them.
fn window_bits(ratio: Ratio, bits: u64) -> Option<u128> {
    let k = u128::from(ratio.get());
    // (K + 1)·ln K + 2 ≤ (K + 1)·(⌊log₂ K⌋ + 1) + 2 < 2⁶⁵·2⁷
    let terms = (k + 1) * u128::from(k.ilog2() + 1) + 2;
    terms.checked_mul(u128::from(bits) + OVERHEAD_BITS)
}

/// A bound for the words that are added on the way up to a number of that many bits, each term being b/64 of them and some
/// overhead; none where it exceeds 2¹²⁸.
fn climb_work(ratio: Ratio, bits: u64) -> Option<u128> {
    most_terms(ratio, bits)?.checked_mul((u128::from(bits) + OVERHEAD_BITS) / 64)
}

/// A bound for the number of terms up to 2^b, for b `bits`; none where it exceeds 2¹²⁸.
///
/// Each term is at least 1 + 1/K times the one before, and ln(1 + 1/K) ≥ 1/(K + 1): there are at most
/// 1 + (K + 1)·b·ln 2 of them, hence (K + 1)·(7b/10 + 2), rounded down.
pub(super) fn most_terms(ratio: Ratio, bits: u64) -> Option<u128> {
    (u128::from(ratio.get()) + 1).checked_mul(7 * u128::from(bits) / 10 + 2)
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
                let top = top.max(ratio as usize + 2); // below there, representations need no window
                let mut window = Window::up_to(game(ratio).ratio(), &up[top]).unwrap();
                for term in up[..=top].iter().rev() {
                    assert_eq!(window.last, *term, "ratio {ratio}");
                    window.descend();
                }
                assert!(window.last.is_one() && window.earlier.is_empty());
            }
        }
    }

    #[test]
    fn the_window_stays_within_its_bound() {
        for ratio in [1, 2, 3, 10, 100, 1000_u64] {
            let mut terms = game(ratio).terms();
            let most = terms
                .by_ref()
                .take(20_000)
                .fold((0, 0), |(most, at), term| (most.max(at), at.max(term.bits())))
                .0;
            let bound = window_bits(game(ratio).ratio(), 0).unwrap() / OVERHEAD_BITS;
            assert!((terms.window.earlier.len() as u128) < bound, "ratio {ratio}, {most} bits");
        }
    }

    #[test]
    fn every_number_up_to_ratio_plus_one_is_a_term_however_large() {
        let n = BigUint::from(u64::MAX) + 1_u32;
        let terms: Vec<BigUint> = game(u64::MAX).representation(&n).unwrap().collect();
        assert_eq!(terms, [n]);
    }

    #[test]
    fn numbers_that_would_take_minutes_are_refused() {
        let digits = |digits| BigUint::from(10_u32).pow(digits);
        assert!(game(5000).representation(&digits(9999)).is_err());
        assert!(game(2).representation(&digits(600_000)).is_err());
        assert!(game(5000).representation(&digits(100)).is_ok());
        assert!(game(2).representation(&digits(10_000)).is_ok());
    }

    #[test]
    fn ratios_that_would_fill_the_memory_are_refused() {
        let n = BigUint::from(u64::MAX) + 2_u32;
        let error = game(u64::MAX).representation(&n).unwrap_err();
        assert_eq!(
            error.to_string(),
            "ratio 18446744073709551615 has too many terms below a number of 65 bits; \
             take a smaller ratio or number"
        );
    }
}
