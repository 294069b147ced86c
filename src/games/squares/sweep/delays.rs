//! The nimbers of all options of a segment: reach, read at one delay for each length.

use itertools::Itertools;

use super::steps::Steps;
use super::windows::Transition;
use crate::lattice::{Key, Lattice, Point};
use crate::sweep::{Nimber, NimberCounts};

/// The union of reach(L − s) over the lengths s, as L moves along the line.
///
/// A transition of reach at y is due at L = y + s, once for each length s.
#[derive(Clone, Debug)]
pub struct Delays<K> {
    /// The lengths, each with how many transitions have been applied at its delay.
    lengths: Vec<(Point<K>, usize)>,
    transitions: Vec<Transition<K>>,
    /// For each nimber, at how many delays reach holds it.
    counts: NimberCounts,
}

impl<K: Key> Delays<K> {
    /// No transition yet: reach holds nothing.
    pub fn new(lattice: &Lattice) -> Self {
        let lengths = lattice.generators().iter().map(|&length| (Point::of(length), 0)).collect();
        Self { lengths, transitions: vec![], counts: NimberCounts::default() }
    }

    /// The keys of the shortest and the longest length.
    pub fn shortest_and_longest(&self) -> (K, K) {
        let keys = self.lengths.iter().map(|(length, _)| length.key);
        keys.minmax().into_option().unwrap_or_default()
    }

    /// Starts from a reach that holds these nimbers, due at every delay already.
    pub fn hold(&mut self, nimbers: &[Nimber]) {
        for &nimber in nimbers {
            self.counts.add(nimber, self.lengths.len() as i64);
        }
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
            let value = self.apply_due(|due| due == at);
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
        due.min()
    }

    /// Applies every transition due now at its delay; returns the new g.
    fn apply_due(&mut self, is_due: impl Fn(Point<K>) -> bool) -> Nimber {
        for (length, applied) in &mut self.lengths {
            while let Some(next) = self.transitions.get(*applied).filter(|t| is_due(t.at + *length)) {
                self.counts.add(next.nimber, if next.held { 1 } else { -1 });
                *applied += 1;
            }
        }
        self.counts.settle();
        self.counts.mex()
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
