//! Reach by collecting the corners of a window by their places: for every lattice, and slow.

use super::steps::{Steps, pairs_of};
use super::transitions::{Transition, Transitions};
use crate::lattice::{Gathered, Key, by_group};
use crate::sweep::{Nimber, NimberCounts};

/// Reach by sorted places, window by window. Many corners share few places, so that only these are
/// sorted.
///
/// # Invariant
/// After each window the counts are those of the cells that are alive just below its end.
#[derive(Clone, Debug)]
pub(super) struct Sorted<K> {
    counts: NimberCounts,
    /// The corners of a window: the number of its place, what nimber comes, and which goes.
    corners: Vec<(usize, Nimber, Nimber)>,
    /// The places of a window, numbered as they come.
    places: Gathered<K, ()>,
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
        Self { counts, corners: vec![], places: Gathered::default() }
    }

    /// Sweeps the next window, and appends its transitions in order.
    ///
    /// # Cost
    /// O(c + p log p) for c corners at p places in the window.
    pub(super) fn sweep(&mut self, steps: &Steps<K>, window: usize, transitions: &mut Transitions<K>) {
        /// A nimber that no corner has: values are below 2³¹.
        const NONE: Nimber = Nimber::MAX;
        let Self { counts, corners, places } = self;
        corners.clear();
        places.clear();
        for (i, run) in pairs_of(&steps.keys, steps.keys_of_window(window)) {
            for j in run {
                let (place, ()) = places.at(steps.start(i) + steps.start(j));
                let goes = if i > 0 { steps.values[i - 1] ^ steps.values[j - 1] } else { NONE };
                corners.push((place, steps.values[i] ^ steps.values[j], goes));
            }
        }
        let by_place = corners.iter().map(|&(place, comes, goes)| (place, (comes, goes)));
        let (changes, starts) = by_group(places.points().len(), by_place);
        let mut in_order: Vec<_> = places.points().iter().enumerate().collect();
        in_order.sort_unstable_by_key(|(_, (at, ()))| at.key);
        for (number, &(at, ())) in in_order {
            for &(comes, goes) in &changes[starts[number]..starts[number + 1]] {
                counts.add(comes, 1);
                if goes != NONE {
                    counts.add(goes, -1);
                }
            }
            counts
                .settle()
                .iter()
                .for_each(|&(nimber, held)| transitions.push(Transition { at, nimber, held }));
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
