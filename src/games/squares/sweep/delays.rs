//! The nimbers of all options of a segment: reach, read at one delay for each length.

use itertools::Itertools;

use super::steps::Steps;
use super::transition::Transitions;
use crate::lattice::{Key, Lattice, Point};
use crate::sweep::Nimber;

/// The union of reach(L − s) over the lengths s, as L moves along the line.
///
/// A transition of reach at y is due at L = y + s, once for each length s.
#[derive(Clone, Debug)]
pub struct Delays<K> {
    delays: Vec<Delay<K>>,
    transitions: Transitions<K>,
    /// Below this word every bit is held at some delay.
    full: usize,
}

/// Reach at the delay of one length.
#[derive(Clone, Debug)]
struct Delay<K> {
    length: Point<K>,
    /// How many places with transitions have been passed, and how many changes they had.
    passed: usize,
    applied: usize,
    /// The nimbers that are held, a bit each.
    held: Vec<u64>,
}

impl<K: Key> Delays<K> {
    /// No transition yet: reach holds nothing.
    pub fn new(lattice: &Lattice) -> Self {
        let delay =
            |&length: &Point| Delay { length: Point::of(length), passed: 0, applied: 0, held: vec![] };
        let delays = lattice.generators().iter().map(delay).collect();
        Self { delays, transitions: Transitions::default(), full: 0 }
    }

    /// The keys of the shortest and the longest length.
    pub fn shortest_and_longest(&self) -> (K, K) {
        let keys = self.delays.iter().map(|delay| delay.length.key);
        keys.minmax().into_option().unwrap_or_default()
    }

    /// Starts from a reach that holds these nimbers, due at every delay already.
    pub fn hold(&mut self, nimbers: &[Nimber]) {
        for Delay { held, .. } in &mut self.delays {
            held.clear();
            for &nimber in nimbers {
                flip(held, nimber);
            }
        }
        self.full = 0;
    }

    /// The transitions that are not yet due at every delay; later ones are appended here.
    pub fn transitions(&mut self) -> &mut Transitions<K> {
        &mut self.transitions
    }

    /// Moves L to just below `known`, up to where g is known already; returns g there.
    pub fn skip_to(&mut self, known: K) -> Nimber {
        while self.apply_next(known).is_some() {}
        self.mex()
    }

    /// Moves L to just below `end` and appends the changes of g to its steps.
    pub fn extend(&mut self, steps: &mut Steps<K>, end: K) {
        while let Some(at) = self.apply_next(end) {
            let value = self.mex();
            if value != steps.last_value() {
                steps.push(at, value);
            }
        }
        self.forget();
    }

    /// Applies the next transitions that are due at one place below `end`; returns where.
    fn apply_next(&mut self, end: K) -> Option<Point<K>> {
        let (moments, changes) = (self.transitions.moments(), self.transitions.changes());
        let due = |delay: &Delay<K>| Some(moments.get(delay.passed)?.at.key + delay.length.key);
        let next = self.delays.iter().filter_map(due).fold(end, K::min);
        let mut place = None;
        for Delay { length, passed, applied, held } in &mut self.delays {
            let Some(moment) = moments.get(*passed) else { continue };
            let at = moment.at + *length;
            // the key names the place
            if at.key == next && next < end {
                place = Some(at);
                let words = changes[*applied..moment.past].iter().map(|change| flip(held, change.nimber));
                self.full = words.fold(self.full, usize::min);
                (*passed, *applied) = (*passed + 1, moment.past);
            }
        }
        place
    }

    /// The smallest nimber that is held at no delay.
    fn mex(&mut self) -> Nimber {
        loop {
            let word = |delay: &Delay<K>| delay.held.get(self.full).copied().unwrap_or(0);
            let union = self.delays.iter().map(word).fold(0, |union, word| union | word);
            if union != u64::MAX {
                // there are fewer nimbers than steps
                return self.full as Nimber * u64::BITS + union.trailing_ones();
            }
            self.full += 1;
        }
    }

    /// Drops the transitions that have been applied at all delays, once they are most of the list.
    fn forget(&mut self) {
        let passed = self.delays.iter().map(|delay| delay.passed).min().unwrap_or(0);
        if passed > self.transitions.moments().len() / 2 {
            let forgotten = self.transitions.forget(passed);
            for delay in &mut self.delays {
                // `passed` is the least of them
                delay.passed -= passed;
                delay.applied -= forgotten;
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
