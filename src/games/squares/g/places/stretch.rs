//! One stretch of the line, from its places to its transitions.

use std::ops::Range;

use super::super::steps::Steps;
use super::super::transitions::Transitions;
use super::changes::Changes;
use super::cover::{Cover, NIMBERS, Task};
use super::kernel::Kernel;
use super::layout::{Layout, NotServed, Plan, Set, bits_from, set_of};
use super::pairs::{Covering, Lists};
use crate::lattice::Key;
use crate::sweep::Nimber;

/// Some windows, or a part of one, with the places where each nimber is held.
///
/// # Invariants
/// 1. `present` has a bit of a nimber exactly at the places where a cell of the steps that are
///    covered holds it, or one of the last step, as far as the stretch is complete; and at those
///    beyond the last place.
/// 2. The cells of all steps before number `covered` with themselves and earlier ones are in.
/// 3. `changes` are those of `present`; those at the first `reported` places have been reported.
#[derive(Clone, Debug)]
pub(super) struct Stretch<K, const N: usize> {
    layout: Layout<K, N>,
    present: Box<[Set<N>; NIMBERS]>,
    /// No nimber of two values has more bits than this number of nimbers, which is a power of two.
    nimbers: usize,
    covered: usize,
    changes: Changes<N>,
    reported: usize,
}

impl<K: Key, const N: usize> Stretch<K, N> {
    /// A stretch with as many places as possible, which is not covered yet.
    pub(super) fn new(
        steps: &Steps<K>,
        plan: Plan<K>,
        lists: &Lists<K>,
        spare: Option<Self>,
    ) -> Result<Self, NotServed> {
        let (code, mask) = lists.code_for(steps, plan.width)?;
        let (layout, present, changes) = match spare {
            Some(Self { layout, present, changes, .. }) => (Some(layout), present, changes),
            None => {
                // from the heap at once, so that only the pages that are used take memory
                let present = vec![[0; N]; NIMBERS].into_boxed_slice().try_into();
                (None, present.map_err(|_| NotServed::Nimbers)?, Changes::default())
            }
        };
        let layout = Layout::new(steps, plan, code, mask, layout)?;
        Ok(Self { layout, present, nimbers: steps.nimbers(), covered: 0, changes, reported: 0 })
    }

    /// Where it lies.
    pub(super) fn keys(&self) -> &Range<K> {
        self.layout.keys()
    }

    /// Covers the places of all cells of the steps in the lists.
    pub(super) fn cover(&mut self, kernel: Kernel, covering: Covering, steps: &Steps<K>, lists: &Lists<K>) {
        let Self { layout, present, nimbers, covered, changes, reported } = self;
        layout.prepare(steps);
        let places = layout.places().len();
        present[..*nimbers].fill(bits_from(places + 1));
        let cover = Cover { above: layout.above(), present, nimbers: *nimbers };
        kernel.run(Task { cover, covering, steps, lists, keys: layout.keys() });
        *covered = lists.known();
        changes.find(places, &present[..*nimbers]);
        *reported = 0;
    }

    /// Covers the places of the cells of all steps that are known by now, up to a key below which
    /// all steps are known. None if some corner or value was not foreseen; then places are missing.
    pub(super) fn complete(&mut self, steps: &Steps<K>, lists: &Lists<K>, end: K) -> Option<()> {
        if steps.nimbers() != self.nimbers {
            return None;
        }
        let last = steps.len() - 1;
        let Range { start: low, end: high } = self.layout.keys().clone();
        let mut first = last;
        for later in std::mem::replace(&mut self.covered, last)..last {
            // its cells with steps before the first ended before what is just below
            first = steps.keys[1..=first].partition_point(|&key| key + steps.keys[later + 1] < low);
            self.complete_step(steps, &lists.codes, first, later, high, None)?;
        }
        // the end of the last step is not known, but that it is no smaller than `end`
        let beyond = bits_from(1 + self.layout.places_below(end));
        self.complete_step(steps, &lists.codes, 0, last, end, Some(beyond))
    }

    /// Covers the places of the cells of a step with earlier ones, from the first of some on, that
    /// begin below an end; up to the places where they end, or to these.
    fn complete_step(
        &mut self,
        steps: &Steps<K>,
        codes: &[u32],
        first: usize,
        later: usize,
        end: K,
        until: Option<Set<N>>,
    ) -> Option<()> {
        let Self { layout, present, changes, .. } = self;
        for earlier in first..=later {
            let corner = steps.start(earlier) + steps.start(later);
            if corner.key >= end {
                break;
            }
            let nimber = (steps.values[earlier] ^ steps.values[later]) as usize;
            let held = &mut present[nimber];
            if *held == [u64::MAX; N] {
                continue; // wherever the corners are
            }
            let from = layout.above_corner(corner, [codes[earlier], codes[later]])?;
            let to = match until {
                Some(places) => places,
                None => {
                    let corner = steps.start(earlier + 1) + steps.start(later + 1);
                    layout.above_corner(corner, [codes[earlier + 1], codes[later + 1]])?
                }
            };
            let more: Set<N> = set_of(|word| from[word] & !to[word] & !held[word]);
            if more != [0; N] {
                *held = set_of(|word| held[word] | more[word]);
                changes.add(nimber, &more);
            }
        }
        Some(())
    }

    /// The nimbers that are held at the last place that was reported, ascending.
    pub(super) fn held(&self) -> impl Iterator<Item = Nimber> {
        let bit = |set: &Set<N>| set[self.reported / 64] >> (self.reported % 64) & 1 == 1;
        (0..).zip(&self.present[..self.nimbers]).filter_map(move |(nimber, set)| bit(set).then_some(nimber))
    }

    /// Appends the transitions below a key up to which the stretch is complete.
    pub(super) fn report(&mut self, end: K, transitions: &mut Transitions<K>) {
        let first = self.reported;
        self.reported = self.layout.places_below(end);
        for index in first..self.reported {
            let at = self.layout.places()[index];
            self.changes.report(index + 1, at, &self.present[..self.nimbers], transitions);
        }
    }
}
