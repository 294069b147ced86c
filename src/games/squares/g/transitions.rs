//! What sweeps of reach report: a nimber comes into reach or leaves it.

use crate::lattice::{Key, Point};
use crate::sweep::Nimber;

/// A nimber comes into reach or leaves it.
///
/// # Order
/// By place, then by nimber: the order in which all sources report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Transition<K> {
    /// Where on the line.
    pub at: Point<K>,
    /// Which nimber.
    pub nimber: Nimber,
    /// Whether it is held from here on.
    pub held: bool,
}

/// Transitions in order, those of one place together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transitions<K> {
    moments: Vec<Moment<K>>,
    changes: Vec<Change>,
}

/// A place where something changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment<K> {
    /// Where on the line.
    pub at: Point<K>,
    /// How many changes there are up to this place, its own among them.
    pub past: usize,
}

/// A change at some place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Which nimber.
    pub nimber: Nimber,
    /// Whether it is held from here on.
    pub held: bool,
}

impl<K: Key> Transitions<K> {
    /// Appends a transition, which must not come before the last one.
    pub fn push(&mut self, Transition { at, nimber, held }: Transition<K>) {
        self.changes.push(Change { nimber, held });
        let past = self.changes.len();
        match self.moments.last_mut() {
            Some(last) if last.at == at => last.past = past,
            _ => self.moments.push(Moment { at, past }),
        }
    }

    /// Appends what changes at one place, which must be beyond all so far.
    #[inline]
    pub fn push_at(&mut self, at: Point<K>, push: impl FnOnce(&mut Vec<Change>)) {
        let before = self.changes.len();
        push(&mut self.changes);
        let past = self.changes.len();
        if past > before {
            self.moments.push(Moment { at, past });
        }
    }

    /// How many transitions there are.
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// Keeps this many transitions, and drops the later ones.
    pub fn truncate(&mut self, length: usize) {
        self.changes.truncate(length);
        let begins_below = |moment: &Moment<K>| moment.past < length;
        let whole = self.moments.partition_point(begins_below);
        self.moments.truncate(whole + usize::from(length > 0));
        if let Some(last) = self.moments.last_mut() {
            last.past = length;
        }
    }

    /// The places where something changes.
    pub fn moments(&self) -> &[Moment<K>] {
        &self.moments
    }

    /// The changes of all places, one after the other.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Drops this many of the first places; returns how many changes they had.
    pub fn forget(&mut self, moments: usize) -> usize {
        let forgotten = self.moments[..moments].last().map_or(0, |moment| moment.past);
        self.moments.drain(..moments);
        self.changes.drain(..forgotten);
        for moment in &mut self.moments {
            moment.past -= forgotten; // of an earlier place
        }
        forgotten
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl<K: Key> Transitions<K> {
        /// The transitions, in order.
        pub(crate) fn iter(&self) -> impl Iterator<Item = Transition<K>> {
            let mut moments = self.moments.iter();
            let mut moment = moments.next();
            self.changes.iter().enumerate().filter_map(move |(index, &Change { nimber, held })| {
                while moment?.past <= index {
                    moment = moments.next();
                }
                Some(Transition { at: moment?.at, nimber, held })
            })
        }
    }

    #[test]
    fn transitions_are_kept_dropped_and_forgotten() {
        let all: Vec<_> =
            [(1, 5, true), (1, 7, true), (4, 5, false), (4, 6, true), (4, 9, true), (6, 7, false)]
                .map(|(key, nimber, held)| Transition { at: Point { key, row: 0 }, nimber, held })
                .to_vec();
        for length in 0..=all.len() {
            let mut transitions = Transitions::<i64>::default();
            all.iter().for_each(|&transition| transitions.push(transition));
            transitions.truncate(length);
            assert!(transitions.iter().eq(all[..length].iter().copied()), "{length}");
            // what is appended then belongs to the last place, if it is the same
            all[length..].iter().for_each(|&transition| transitions.push(transition));
            assert_eq!(transitions.moments().len(), 3, "{length}");
            assert_eq!(transitions.forget(1), 2);
            assert!(transitions.iter().eq(all[2..].iter().copied()), "{length}");
            assert_eq!(transitions.moments()[0].past, 3);
        }
    }
}
