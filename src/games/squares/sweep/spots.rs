//! Spot checks: steps of g, computed anew at some places from the steps below them.

use std::ops::RangeInclusive;

use super::steps::Steps;
use super::windows::{ReachSweep, Transition};
use crate::lattice::{Lattice, Point};
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
pub fn agree_at_places(lattice: &Lattice, steps: &Steps, known: i64) -> bool {
    places(lattice, steps, known).into_iter().all(|window| agrees(lattice, steps, window))
}

/// The windows below a key that are looked at.
fn places(lattice: &Lattice, steps: &Steps, known: i64) -> Vec<usize> {
    let windows = (known / steps.window_width()).max(0) as usize;
    // one length before a window of the same width there are at most two
    let swept_for_a_place = 2 * lattice.generators().len();
    let count = (windows / PART / swept_for_a_place).clamp(1, MOST_PLACES).min(windows);
    let seed = steps.iter().fold(0, |hash, (at, value)| mixed(hash ^ at.key as u64) ^ u64::from(value));
    let stretch = |number: usize| windows * number / count; // far below 2^64
    (0..count)
        .map(|number| {
            let (start, end) = (stretch(number), stretch(number + 1));
            // count ≤ windows, so that no stretch is empty
            start + (mixed(seed.wrapping_add(number as u64)) % (end - start) as u64) as usize
        })
        .collect()
}

/// A hash of a number: the finalizer of SplitMix64.
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// Whether the steps in a window of g, and the value just below it, follow from the steps below.
fn agrees(lattice: &Lattice, steps: &Steps, window: usize) -> bool {
    let keys = steps.keys_of_window(window);
    let mut delayed = Delayed::default();
    for (length, windows) in windows_before(lattice, steps, window) {
        delayed.add(steps, length, windows);
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
fn windows_before(
    lattice: &Lattice,
    steps: &Steps,
    window: usize,
) -> impl Iterator<Item = (Point, RangeInclusive<usize>)> {
    let keys = steps.keys_of_window(window);
    lattice.generators().iter().filter_map(move |&length| {
        let last = keys.end - 1 - length.key;
        let first = (keys.start - length.key).max(0);
        (last >= 0).then(|| {
            (length, (first / steps.window_width()) as usize..=(last / steps.window_width()) as usize)
        })
    })
}

/// Reach at the delays of the lengths.
#[derive(Default)]
struct Delayed {
    counts: NimberCounts,
    /// When each transition is due.
    transitions: Vec<Transition>,
}

impl Delayed {
    fn add(&mut self, steps: &Steps, length: Point, windows: RangeInclusive<usize>) {
        let mut reach = ReachSweep::before_window(steps, *windows.start());
        for nimber in reach.held() {
            self.counts.add(nimber, 1);
        }
        let before = self.transitions.len();
        for window in windows {
            reach.sweep(steps, window, &mut self.transitions);
        }
        for transition in &mut self.transitions[before..] {
            transition.at = transition.at + length;
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Whether a key lies in a window that is looked at.
    pub(crate) fn is_looked_at(lattice: &Lattice, steps: &Steps, known: i64, key: i64) -> bool {
        places(lattice, steps, known).contains(&((key / steps.window_width()) as usize))
    }

    /// How many places are looked at.
    pub(crate) fn count(lattice: &Lattice, steps: &Steps, known: i64) -> usize {
        places(lattice, steps, known).len()
    }

    /// Whether all windows below a key agree.
    pub(crate) fn agree_everywhere(lattice: &Lattice, steps: &Steps, known: i64) -> bool {
        (0..(known / steps.window_width()) as usize).all(|window| agrees(lattice, steps, window))
    }
}
