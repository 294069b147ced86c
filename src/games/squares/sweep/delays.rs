//! The nimbers of all options of a segment: reach, read at one delay for each length.

use itertools::Itertools;

use super::steps::Steps;
use super::transition::Transition;
use crate::lattice::{Key, Lattice, Point};
use crate::sweep::Nimber;

/// The union of reach(L − s) over the lengths s, as L moves along the line.
///
/// A transition of reach at y is due at L = y + s, once for each length s.
#[derive(Clone, Debug)]
pub struct Delays<K> {
    /// The lengths, each with how many transitions have been applied at its delay.
    lengths: Vec<(Point<K>, usize)>,
    transitions: Vec<Transition<K>>,
    /// For each length, the nimbers that reach holds at its delay, a bit each.
    held: Vec<Vec<u64>>,
    /// Below this word every bit is held at some delay.
    full: usize,
}

impl<K: Key> Delays<K> {
    /// No transition yet: reach holds nothing.
    pub fn new(lattice: &Lattice) -> Self {
        let lengths: Vec<_> = lattice.generators().iter().map(|&length| (Point::of(length), 0)).collect();
        let held = vec![vec![]; lengths.len()];
        Self { lengths, transitions: vec![], held, full: 0 }
    }

    /// The keys of the shortest and the longest length.
    pub fn shortest_and_longest(&self) -> (K, K) {
        let keys = self.lengths.iter().map(|(length, _)| length.key);
        keys.minmax().into_option().unwrap_or_default()
    }

    /// Starts from a reach that holds these nimbers, due at every delay already.
    pub fn hold(&mut self, nimbers: &[Nimber]) {
        for held in &mut self.held {
            held.clear();
            for &nimber in nimbers {
                flip(held, nimber);
            }
        }
        self.full = 0;
    }

    /// The transitions that are not yet due at every delay; later ones are appended here.
    pub fn transitions(&mut self) -> &mut Vec<Transition<K>> {
        &mut self.transitions
    }

    /// Moves L to just below `known`, up to where g is known already; returns g there.
    pub fn skip_to(&mut self, known: K) -> Nimber {
        self.apply_due(|due| due.key < known)
    }

    /// Moves L to just below `end` and appends the changes of g to its steps.
    pub fn extend(&mut self, steps: &mut Steps<K>, end: K) {
        while let Some(at) = self.next_due().filter(|at| at.key < end) {
            let value = self.apply_due(|due| due.key == at.key); // the key names the point
            if value != steps.last_value() {
                steps.push(at, value);
            }
        }
        self.forget();
    }

    /// Where the next transition is due.
    fn next_due(&self) -> Option<Point<K>> {
        let due = self
            .lengths
            .iter()
            .filter_map(|&(length, applied)| Some(self.transitions.get(applied)?.at + length));
        due.min_by_key(|at| at.key)
    }

    /// Applies every transition due now at its delay; returns the new g.
    fn apply_due(&mut self, is_due: impl Fn(Point<K>) -> bool) -> Nimber {
        for ((length, applied), held) in self.lengths.iter_mut().zip(&mut self.held) {
            while let Some(next) = self.transitions.get(*applied).filter(|t| is_due(t.at + *length)) {
                let word = flip(held, next.nimber);
                self.full = self.full.min(word);
                *applied += 1;
            }
        }
        self.mex()
    }

    /// The smallest nimber that is held at no delay.
    fn mex(&mut self) -> Nimber {
        loop {
            let word = |held: &Vec<u64>| held.get(self.full).copied().unwrap_or(0);
            let union = self.held.iter().map(word).fold(0, |union, word| union | word);
            if union != u64::MAX {
                // there are fewer nimbers than steps
                return self.full as Nimber * u64::BITS + union.trailing_ones();
            }
            self.full += 1;
        }
    }

    /// Drops the transitions that have been applied at all delays, once they are most of the list.
    fn forget(&mut self) {
        let applied = self.lengths.iter().map(|&(_, applied)| applied).min().unwrap_or(0);
        if applied > self.transitions.len() / 2 {
            self.transitions.drain(..applied);
            for (_, count) in &mut self.lengths {
                *count -= applied; // `applied` is the least of them
            }
        }
    }
}

/// Adds a nimber to a set or takes it out; returns its word.
fn flip(set: &mut Vec<u64>, nimber: Nimber) -> usize {
    let word = (nimber / u64::BITS) as usize;
    if set.len() <= word {
        set.resize(word + 1, 0);
    }
    set[word] ^= 1 << (nimber % u64::BITS);
    word
}
