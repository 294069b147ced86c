//! Reach by collecting and sorting the corners of a window: for every lattice, and slow.

use super::steps::{Steps, pairs_of};
use super::transitions::{Transition, Transitions};
use crate::lattice::{Key, Point};
use crate::sweep::{Nimber, NimberCounts};

/// Reach by sorted corners, window by window.
///
/// # Invariant
/// After each window the counts are those of the cells that are alive just below its end.
#[derive(Clone, Debug)]
pub(super) struct Sorted<K> {
    counts: NimberCounts,
    /// The corners of a window: at each a nimber comes or goes.
    events: Vec<(Point<K>, Nimber, i64)>,
}

impl<K: Key> Sorted<K> {
    /// The state of a sweep that has just done all windows before this one. All steps below its
    /// beginning must be known.
    ///
    /// # Cost
    /// O(steps).
    pub(super) fn before_window(steps: &Steps<K>, window: usize) -> Self {
        let mut counts = NimberCounts::default();
        steps.nimbers_below(steps.keys_of_window(window).start).for_each(|nimber| counts.add(nimber, 1));
        counts.settle();
        Self { counts, events: vec![] }
    }

    /// Sweeps the next window, and appends its transitions in order.
    ///
    /// # Cost
    /// O(c log c) for c corners in the window.
    pub(super) fn sweep(&mut self, steps: &Steps<K>, window: usize, transitions: &mut Transitions<K>) {
        let Self { counts, events } = self;
        events.clear();
        for (i, run) in pairs_of(&steps.keys, steps.keys_of_window(window)) {
            for j in run {
                let at = steps.start(i) + steps.start(j);
                events.push((at, steps.values[i] ^ steps.values[j], 1));
                if i > 0 {
                    events.push((at, steps.values[i - 1] ^ steps.values[j - 1], -1));
                }
            }
        }
        events.sort_unstable_by_key(|&(at, ..)| at);
        for moment in events.chunk_by(|a, b| a.0 == b.0) {
            moment.iter().for_each(|&(_, nimber, difference)| counts.add(nimber, difference));
            let changes = counts.settle().iter();
            changes
                .for_each(|&(nimber, held)| transitions.push(Transition { at: moment[0].0, nimber, held }));
        }
    }

    /// How often a nimber is held after the windows that were swept.
    pub(super) fn count(&self, nimber: Nimber) -> i64 {
        self.counts.count(nimber)
    }
}

#[cfg(test)]
mod tests {
    use super::super::steps::tests::{alive_by_definition, steps};
    use super::*;

    #[test]
    fn corner_law_holds_after_every_window() {
        let steps = steps(60);
        let mut sorted = Sorted::before_window(&steps, 0);
        let mut held = std::collections::BTreeSet::new();
        for window in 0..14 {
            let mut transitions = Transitions::default();
            sorted.sweep(&steps, window, &mut transitions);
            let transitions: Vec<_> = transitions.iter().collect();
            assert!(transitions.is_sorted());
            for moment in transitions.chunk_by(|a, b| a.at == b.at) {
                for transition in moment {
                    let changed = if transition.held {
                        held.insert(transition.nimber)
                    } else {
                        held.remove(&transition.nimber)
                    };
                    assert!(changed, "{transition:?} changes nothing");
                }
                let mut alive = alive_by_definition(&steps, moment[0].at.key);
                alive.dedup();
                assert!(held.iter().eq(&alive), "at {:?}", moment[0].at);
            }
            assert!(steps.held_below(steps.keys_of_window(window).end).iter().eq(&held));
        }
        assert!(held.len() > 8, "{held:?}");
    }
}
