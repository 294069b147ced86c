//! The options of the next value: reach sets of the last sums, looked at as far as needed.

use std::collections::VecDeque;

use super::reach::{Looker, Reach};
use super::split::Split;
use crate::sweep::Nimber;

/// The reach sets R(m) that the next values need.
///
/// Each has all common values of its sum, and the rare ones of the pairs that were looked at.
#[derive(Clone, Debug)]
pub(super) struct Recent {
    split: Split,
    looker: Looker,
    /// Of consecutive sums, ascending.
    sets: VecDeque<Reach>,
    /// Nimbers as bits, 64 to a word: the options of n, and then those that are missing.
    nimbers: Vec<u64>,
}

/// The most words that the sets may have, 128 MB. An older set is found anew whenever it is needed.
const MOST_WORDS: usize = 1 << 24;

impl Recent {
    /// No value is known.
    pub(super) fn new() -> Self {
        Self { split: Split::none(), looker: Looker::new(), sets: VecDeque::new(), nimbers: vec![] }
    }

    /// How many pairs have been looked at so far.
    pub(super) fn pairs(&self) -> u64 {
        self.looker.pairs
    }

    /// Takes note of the value of n.
    pub(super) fn note(&mut self, n: usize, value: Nimber) {
        self.looker.include(value);
        self.split.note(n, value);
    }

    /// Looks for the best mask. If it is another one, the sets get all their values.
    pub(super) fn split_anew(&mut self, values: &[Nimber]) {
        let split = Split::best(values, self.looker.nimbers());
        if !split.agrees_with(&self.split) {
            for reach in &mut self.sets {
                self.looker.look(reach, values, usize::MAX);
            }
        }
        self.split = split;
    }

    /// The value of n, from all values below it.
    ///
    /// From call to call n grows by 1; the first n may be any.
    pub(super) fn value(&mut self, values: &[Nimber], quotients: &[usize]) -> Nimber {
        let n = values.len();
        self.move_to(n, values, quotients);
        self.collect_options(n, values, quotients);
        let common = self.keep_missing_rare();
        self.find_missing(n, values, quotients);
        let rare = first_bit(&self.nimbers);
        // at most n, and n pairs were looked at for it
        rare.unwrap_or(common) as Nimber
    }

    /// Adds the sets of the sums that n needs, and drops those that neither n nor any later number
    /// needs.
    fn move_to(&mut self, n: usize, values: &[Nimber], quotients: &[usize]) {
        let (shortest, longest) = (quotients[0], quotients[quotients.len() - 1]);
        let Some(newest) = n.checked_sub(shortest) else { return };
        // with what a set takes besides
        let most = MOST_WORDS / (self.looker.words() + 8);
        let oldest = n.saturating_sub(longest + 1).max((newest + 1).saturating_sub(most));
        while self.sets.front().is_some_and(|reach| reach.sum < oldest) {
            self.sets.pop_front();
        }
        for sum in self.sets.back().map_or(oldest, |last| last.sum + 1)..=newest {
            let mut reach = Reach::new(sum);
            if self.split.is_none() {
                self.looker.look(&mut reach, values, usize::MAX);
            } else {
                self.looker.look_at_parts(&mut reach, values, self.split.rare());
            }
            self.sets.push_back(reach);
        }
    }

    /// All options of n that are known: all common ones, and some rare ones.
    fn collect_options(&mut self, n: usize, values: &[Nimber], quotients: &[usize]) {
        self.nimbers.clear();
        // twice as many words as the values need: some nimber of each kind is not in them
        self.nimbers.resize(2 * self.looker.words(), 0);
        for sum in sums(n, quotients) {
            let found;
            let reach = match self.sets.get(self.place(sum)) {
                Some(reach) => reach,
                None => {
                    let mut reach = Reach::new(sum);
                    self.looker.look(&mut reach, values, usize::MAX);
                    found = reach;
                    &found
                }
            };
            self.nimbers.iter_mut().zip(reach.held()).for_each(|(nimbers, held)| *nimbers |= held);
        }
    }

    /// Where the set of a sum is, if it is kept.
    fn place(&self, sum: usize) -> usize {
        self.sets.front().map_or(usize::MAX, |first| sum.wrapping_sub(first.sum))
    }

    /// Turns the options into the rare nimbers that are none of them and are less than the least
    /// common one that is none, which it returns.
    fn keep_missing_rare(&mut self) -> usize {
        for word in 0..self.nimbers.len() {
            let common = self.split.common_of_word(word);
            let missing = !self.nimbers[word];
            self.nimbers[word] = missing & !common;
            if missing & common != 0 {
                let bit = (missing & common).trailing_zeros();
                self.nimbers[word] &= (1 << bit) - 1;
                self.nimbers.truncate(word + 1);
                return 64 * word + bit as usize;
            }
        }
        // without common nimbers some rare one is missing
        64 * self.nimbers.len()
    }

    /// Drops the missing nimbers that are options after all.
    fn find_missing(&mut self, n: usize, values: &[Nimber], quotients: &[usize]) {
        for sum in sums(n, quotients) {
            let place = self.place(sum);
            let Some(reach) = self.sets.get_mut(place) else { continue };
            let mut count = self.looker.nimbers();
            while reach.left() > 0 && self.nimbers.iter().any(|&word| word != 0) {
                self.looker.look(reach, values, count);
                self.nimbers.iter_mut().zip(reach.held()).for_each(|(missing, held)| *missing &= !held);
                count = count.saturating_mul(2);
            }
        }
    }
}

/// The sums of the two parts that a move on n leaves, newest first; one may come twice.
pub(super) fn sums(n: usize, quotients: &[usize]) -> impl Iterator<Item = usize> {
    let of_quotient = move |&q: &usize| [n.checked_sub(q), n.checked_sub(q + 1)];
    quotients.iter().flat_map(of_quotient).flatten()
}

fn first_bit(words: &[u64]) -> Option<usize> {
    let word = words.iter().position(|&word| word != 0)?;
    Some(64 * word + words[word].trailing_zeros() as usize)
}
