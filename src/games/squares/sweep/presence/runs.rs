//! Which pairs of steps have a cell that is alive in a window.

use std::ops::Range;

use super::super::steps::Steps;
use super::lists::List;
use crate::lattice::Key;

/// The pairs of steps of two lists whose cells are alive somewhere in a window of keys: for each
/// `TOGETHER` steps of the first list that are near to each other a run of the second.
///
/// A run also has some pairs whose cells are alive only beside the window, within a *margin* of it:
/// see [`margin`]. Of two steps that are not near to each other each is taken alone, as often as
/// others are taken together.
pub(super) struct Runs<'a, K, const TOGETHER: usize> {
    pub(super) steps: &'a Steps<K>,
    pub(super) first: &'a List,
    pub(super) second: &'a List,
    pub(super) window: Range<K>,
    /// Steps are near to each other if they begin and end within this distance.
    pub(super) near: K,
    /// Whether both lists are one, of which only pairs in order are wanted.
    pub(super) in_order: bool,
    /// The next step of the first list.
    pub(super) next: usize,
}

/// How far beside the window the corners of pairs may lie, given the distance of steps that are
/// taken together, the longest step and the greatest distance of marks.
///
/// # Proof
/// Let the steps i ≤ k be the first and the last of those that are taken together, so that end(k)
/// ≤ start(i) + near, if i < k. The run begins with a step j that has not ended at a mark that lies
/// at most one mark below window.start − end(k). Hence start(j) ≥ window.start − end(k) − mark −
/// longest, and all corners lie at or above start(i) + start(j) ≥ window.start − mark − longest −
/// (end(k) − start(i)). The run ends with a step j that begins less than a mark above window.end −
/// start(i), so that all corners lie below window.end + mark + longest + (end(k) − start(i)). For
/// i = k the last difference is at most the longest step.
pub(super) fn margin<K: Key>(near: K, longest: K, mark: K) -> K {
    near.max(longest) + longest + mark
}

impl<K: Key, const TOGETHER: usize> Iterator for Runs<'_, K, TOGETHER> {
    type Item = ([usize; TOGETHER], Range<usize>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let Self { steps, first, second, .. } = *self;
        loop {
            let index = self.next;
            let mut last = first.step(index)?;
            let start = steps.keys[last];
            let mut together = [index; TOGETHER];
            self.next = index + 1;
            let is_near = |&step: &usize| steps.keys[step + 1] - start <= self.near;
            if let Some(step) = first.step(index + TOGETHER - 1).filter(is_near) {
                last = step;
                together = std::array::from_fn(|other| index + other);
                self.next = index + TOGETHER;
            }
            let least = if self.in_order { index } else { 0 };
            let past = second.begun_below(self.window.end - start);
            if past <= least {
                return None;
            }
            let run = second.ended_at(self.window.start - steps.keys[last + 1]).max(least)..past;
            if !run.is_empty() {
                return Some((together, run));
            }
        }
    }
}
