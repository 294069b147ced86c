//! Spot checks: steps of g, computed anew at some places from the steps below them.

use std::ops::RangeInclusive;

use super::super::places::{mixed, spread};
use super::method::{Choice, Reach};
use super::steps::Steps;
use super::transitions::{Transition, Transitions};
use crate::lattice::{Key, Lattice, Point};
use crate::sweep::NimberCounts;

/// The most places that are looked at.
const MOST_PLACES: usize = 36;
/// No more than one part in so many of all windows is swept for it.
const PART: usize = 4;

/// Whether the steps below a key are those that follow from the steps below each of them, at a few
/// dozen places.
///
/// The line is cut into as many stretches as there are places. In each, one window is chosen by a
/// hash of all steps, so that an edit cannot avoid the places that were known before it.
///
/// # Cost
/// For each place O(steps), and the windows one length before it, for each length.
pub fn agree_at_places<K: Key>(lattice: &Lattice, steps: &Steps<K>, known: K, choice: Choice) -> bool {
    let mut reach = Reach::new(choice);
    places(lattice, steps, known).into_iter().all(|window| agrees(lattice, steps, window, &mut reach))
}

/// The windows below a key that are looked at.
fn places<K: Key>(lattice: &Lattice, steps: &Steps<K>, known: K) -> Vec<usize> {
    let windows = steps.windows_in(known);
    // one length before a window of the same width there are at most two
    let swept_for_a_place = 2 * lattice.generators().len();
    let count = (windows / PART / swept_for_a_place).clamp(1, MOST_PLACES).min(windows);
    // of a long key the lower half, which changes most
    let low_half = |key: K| -> u64 { key.into() as u64 };
    let seed = steps.iter().fold(0, |hash, (at, value)| mixed(hash ^ low_half(at.key)) ^ u64::from(value));
    spread(count, windows, seed).collect()
}

/// Whether the steps in a window of g, and the value just below it, follow from the steps below.
fn agrees<K: Key>(lattice: &Lattice, steps: &Steps<K>, window: usize, reach: &mut Reach<K>) -> bool {
    let keys = steps.keys_of_window(window);
    let mut delayed = Delayed { counts: NimberCounts::default(), transitions: vec![] };
    for (length, windows) in windows_before(lattice, steps, window) {
        delayed.add(steps, length, windows, reach);
    }
    delayed.transitions.sort_unstable();
    delayed.counts.settle();
    // the first step of the window, or the one after step 0, which is given
    let mut next = steps.keys.partition_point(|&key| key < keys.start).max(1);
    let mut value = delayed.counts.mex();
    let mut is_inside = false;
    for moment in delayed.transitions.chunk_by(|a, b| a.at == b.at) {
        let at = moment[0].at;
        if at.key >= keys.end {
            break;
        }
        if at.key >= keys.start && !is_inside {
            is_inside = true;
            if value != steps.values[next - 1] {
                return false;
            }
        }
        for transition in moment {
            delayed.counts.add(transition.nimber, if transition.held { 1 } else { -1 });
        }
        delayed.counts.settle();
        let changed = delayed.counts.mex();
        if is_inside && changed != value {
            if next == steps.len() || steps.start(next) != at || steps.values[next] != changed {
                return false;
            }
            next += 1;
        }
        value = changed;
    }
    value == steps.values[next - 1] && steps.keys.get(next).is_none_or(|&key| key >= keys.end)
}

/// For each length, the windows whose transitions are due in a window of g.
fn windows_before<K: Key>(
    lattice: &Lattice,
    steps: &Steps<K>,
    window: usize,
) -> impl Iterator<Item = (Point<K>, RangeInclusive<usize>)> {
    let keys = steps.keys_of_window(window);
    lattice.generators().iter().filter_map(move |&length| {
        let length = Point::of(length);
        let (zero, one) = (K::default(), K::nearest(1));
        let (first, last) = (keys.start - length.key, keys.end - one - length.key);
        (last >= zero).then(|| (length, steps.windows_in(first)..=steps.windows_in(last)))
    })
}

/// Reach at the delays of the lengths.
struct Delayed<K> {
    counts: NimberCounts,
    /// When each transition is due.
    transitions: Vec<Transition<K>>,
}

impl<K: Key> Delayed<K> {
    fn add(
        &mut self,
        steps: &Steps<K>,
        length: Point<K>,
        windows: RangeInclusive<usize>,
        reach: &mut Reach<K>,
    ) {
        reach.begin_at(steps, *windows.start());
        for nimber in steps.held_below(steps.keys_of_window(*windows.start()).start) {
            self.counts.add(nimber, 1);
        }
        let mut transitions = Transitions::default();
        for window in windows {
            reach.sweep(steps, window, &mut transitions);
        }
        let due = |transition: Transition<K>| Transition { at: transition.at + length, ..transition };
        self.transitions.extend(transitions.iter().map(due));
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Whether a key lies in a window that is looked at.
    pub(crate) fn is_looked_at<K: Key>(lattice: &Lattice, steps: &Steps<K>, known: K, key: K) -> bool {
        places(lattice, steps, known).contains(&steps.windows_in(key))
    }

    /// How many places are looked at.
    pub(crate) fn count<K: Key>(lattice: &Lattice, steps: &Steps<K>, known: K) -> usize {
        places(lattice, steps, known).len()
    }

    /// Whether all windows below a key agree.
    pub(crate) fn agree_everywhere<K: Key>(lattice: &Lattice, steps: &Steps<K>, known: K) -> bool {
        let mut reach = Reach::new(Choice::default());
        (0..steps.windows_in(known)).all(|window| agrees(lattice, steps, window, &mut reach))
    }
}
