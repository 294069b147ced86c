//! The openings from n = 1, 2, 3, … stones by the winning-move law, in machine words.

use std::iter::FusedIterator;

use super::{Opening, TakeAway};

impl TakeAway {
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
