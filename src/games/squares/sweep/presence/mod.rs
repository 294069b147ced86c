//! Reach by presence: at which places each nimber is held, not how often.
//!
//! # Cells cover places
//! The line is cut into stretches of up to 256 places. A place is a point of the lattice that
//! corners may meet. For each nimber a *set of places* has one bit for each. By the corner law the
//! cell (i, j) holds its nimber from the place of the corner (i, j) up to that of (i + 1, j + 1).
//! So it adds a set that is the xor of two: the places from the first corner on, and those from the
//! second on. Sets only grow, in any order. Nothing is counted, so nothing can overflow, and a
//! stretch needs nothing from the one before it.
//!
//! # Most cells are only looked at
//! A nimber below the mex is held by dozens of cells at once, and a cell whose nimber is present
//! everywhere already adds nothing. So the cells of the longest steps come first. They live the
//! longest, and soon most nimbers are present everywhere. A list of those that are still *bare*
//! somewhere has a bit for each nimber, and fits the registers of a processor with vectors of 512
//! bits. Every other cell is looked up in that list, 32 cells at a time, and few of them are in it.
//!
//! # Places of corners
//! A linear code of the points of the lattice names those of a stretch ([`LinearCode`] has the
//! proof). Codes add like points, so that the code of a corner is the sum of two codes, and a table
//! has for each code the places from there on.
//!
//! # What is not known yet
//! When a stretch is covered, its own steps are not known yet, and a step without an end is not in
//! the lists. The cells of such steps, whose other step is one of the first few, are added at the
//! end of each window. Their corners may lie in rows that were not foreseen; then the stretch is
//! covered again, up to the end of the window, where all rows are known.
//!
//! # Threads
//! Other threads cover the next stretches in the same way: more cells are added to them later.
//! Whoever covers a stretch also lists in order which nimbers come and go in it. Later cells change
//! that for few nimbers. So little is left that has to be done window by window.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `lists` | steps as lists of codes and values, long ones and short ones |
//! | `runs` | which pairs of steps have a cell that is alive in a stretch |
//! | `cover` | cells cover places |
//! | `look` | by vectors, or one by one |
//! | `vector` | the look at 32 cells at once |
//! | `set` | a set of nimbers |
//! | `changes` | which nimbers come and go from place to place |
//! | `plan` | where a stretch lies, and which rows it meets |
//! | `stretch` | one stretch, from its places to its transitions |
//!
//! [`LinearCode`]: lists::LinearCode

mod changes;
mod cover;
mod lists;
mod look;
mod plan;
mod runs;
mod set;
mod stretch;
#[cfg(target_arch = "x86_64")]
mod vector;

use std::collections::VecDeque;
use std::ops::Range;

use self::cover::MOST_NIMBERS;
use self::lists::Lists;
use self::plan::{PART_OF_THE_LINE, Plan};
use self::runs::margin;
use self::set::NimberSet;
use self::stretch::Stretch;
use super::steps::Steps;
use super::strip::Strip;
use super::threads;
use super::transition::Transitions;
use crate::lattice::Key;
use crate::sweep::Nimber;

pub(super) use self::look::Look;
pub use self::look::VectorsError;

/// Steps are near to each other within so many average lengths of a step.
const NEAR: i64 = 12;
/// The fewest steps with which this begins.
const FEWEST_STEPS: usize = 16;
/// The fewest steps with which other threads pay, as measured for some sets of lengths.
pub(super) const WORTH_THREADS: usize = 1 << 12;

/// The reach of a step function by presence, window by window.
#[derive(Clone, Debug)]
pub(super) struct Presence<K> {
    look: Look,
    /// The nimbers that are held after the windows that were swept.
    held: NimberSet,
    strip: Strip,
    lists: Lists<K>,
    /// Stretches that are covered: the next one, and those that follow it.
    stretches: VecDeque<Stretch<K>>,
    /// Stretches that are done.
    spare: Vec<Stretch<K>>,
}

/// A window cannot be swept by presence.
#[derive(Debug)]
pub(super) struct NotServed;

impl<K: Key> Presence<K> {
    /// A sweep that has just done all windows before some place, just below which these nimbers are
    /// held.
    pub(super) fn with(look: Look, nimbers: &[Nimber]) -> Self {
        Self {
            look,
            held: NimberSet::of(nimbers),
            strip: Strip::default(),
            lists: Lists::default(),
            stretches: VecDeque::new(),
            spare: vec![],
        }
    }

    /// Whether the windows from this one on may be swept by presence, as far as that is known
    /// before.
    pub(super) fn serves(steps: &Steps<K>) -> bool {
        steps.rows_name_points() && steps.len() >= FEWEST_STEPS && steps.nimbers() <= MOST_NIMBERS
    }

    /// Whether several threads are faster than one.
    pub(super) fn gains_from_threads(steps: &Steps<K>) -> bool {
        steps.len() >= WORTH_THREADS
    }

    /// The nimbers that are held after the windows that were swept, ascending.
    pub(super) fn held(&self) -> impl Iterator<Item = Nimber> {
        self.held.iter()
    }

    /// Sweeps the next window, and appends its transitions in order.
    ///
    /// # Errors
    /// [`NotServed`]; then some transitions may have been appended, and the sweep is of no more
    /// use.
    pub(super) fn sweep(
        &mut self,
        steps: &Steps<K>,
        window: usize,
        transitions: &mut Transitions<K>,
    ) -> Result<(), NotServed> {
        if !Self::serves(steps) {
            return Err(NotServed);
        }
        let Range { start: mut from, end } = steps.keys_of_window(window);
        while from < end {
            let to = self.complete(steps, from, end)?;
            if let Some(stretch) = self.stretches.front_mut() {
                stretch.report(from..to, &mut self.held, transitions);
            }
            from = to;
        }
        Ok(())
    }

    /// Completes the stretch that a part of a window begins in, up to the end of either, which is
    /// returned.
    fn complete(&mut self, steps: &Steps<K>, from: K, end: K) -> Result<K, NotServed> {
        let is_done = |stretch: &Stretch<K>| stretch.keys().end <= from;
        if self.stretches.front().is_some_and(is_done) {
            self.spare.extend(self.stretches.pop_front());
        }
        for most in [None, Some(end)] {
            if self.stretches.is_empty() {
                self.cover_ahead(steps, from, most)?;
            }
            let stretch = self.stretches.front_mut().ok_or(NotServed)?;
            let to = end.min(stretch.keys().end);
            if stretch.complete(steps, to) {
                return Ok(to);
            }
            // now all rows are known up to the end
            self.spare.extend(self.stretches.drain(..));
        }
        Err(NotServed)
    }

    /// Covers the next stretches by all steps that are known: one for each thread, or only one that
    /// extends no further than this.
    fn cover_ahead(&mut self, steps: &Steps<K>, from: K, most: Option<K>) -> Result<(), NotServed> {
        let count = match most {
            None if Self::gains_from_threads(steps) => 1 + threads::others(),
            _ => 1,
        };
        self.strip.extend(steps);
        self.lists.measure(steps);
        let known = steps.len() - 1;
        let near = (steps.keys[known] / K::from(known as i64)).times(NEAR);
        let margin = margin(near, self.lists.longest(), self.lists.mark());
        let Self { look, strip, lists, stretches, spare, .. } = self;
        let width = Plan::new(steps, strip, from, most, margin).ok_or(NotServed)?.width;
        lists.extend(steps, width).ok_or(NotServed)?;
        let lists = &*lists;
        let last = from + from / K::from(PART_OF_THE_LINE);
        let mut next = from;
        let prepared = std::iter::from_fn(|| {
            let plan = Plan::new(steps, strip, next, most, margin).filter(|_| next <= last)?;
            // all stretches that are covered at once have to have the code of the lists
            let code = lists.code_for(steps, plan.width)?;
            let stretch = Stretch::new(steps, plan, code, spare.pop())?;
            next = stretch.keys().end;
            Some(stretch)
        });
        let cover = |stretch: &mut Stretch<K>| {
            stretch.prepare(steps);
            stretch.cover(*look, steps, lists, near);
        };
        stretches.extend(threads::make(count, prepared, cover));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::windows::ReachSweep;
    use super::*;
    use crate::lattice::{Lattice, Point};
    use crate::number::Surd;

    /// The transitions of windows by counts and by presence, each with the steps below its end.
    fn logs(steps: &Steps<i64>, windows: Range<usize>, mut show: impl FnMut(usize, &Presence<i64>)) {
        let known = |window: usize| {
            let end = steps.keys_of_window(window).end;
            steps.of_steps(steps.iter().take_while(|(at, _)| at.key < end))
        };
        let mut counts = ReachSweep::before_window(&known(windows.start), windows.start);
        let mut presence = Presence::with(Look::Plain, &counts.held());
        for window in windows {
            let (mut expected, mut found) = (Transitions::default(), Transitions::default());
            counts.sweep(&known(window), window, &mut expected);
            presence.sweep(&known(window), window, &mut found).unwrap();
            assert_eq!(found, expected, "window {window}");
            assert!(presence.held().eq(counts.held()), "window {window}");
            show(window, &presence);
        }
    }

    /// Whole numbers, and one more step far from their row.
    fn steps_with_one_more(row: usize) -> (Steps<i64>, i64) {
        let lengths = [Surd::from(1), "sqrt2".parse().unwrap()];
        let lattice = Lattice::spanned_by(&lengths, &"60".parse().unwrap()).unwrap();
        let [one, root] = lattice.generators()[..] else { panic!("two lengths") };
        let along = |count: usize, step: Point| (0..count).fold(Point::ORIGIN, |sum, _| sum + step);
        let more = along(row, root);
        let mut points: Vec<_> = (0..50).map(|count| along(count, one)).chain([more]).collect();
        points.sort_unstable();
        let mut steps = Steps::starting_with(0, Point::of(one).key, lattice.row_keys());
        for (step, &point) in points.iter().enumerate().skip(1) {
            steps.push(Point::of(point), (step * step % 31) as Nimber + 32 * (step % 2) as Nimber);
        }
        (steps, Point::<i64>::of(more).key)
    }

    #[test]
    fn a_corner_in_a_row_that_was_not_foreseen_is_not_missed() {
        let (steps, more) = steps_with_one_more(25);
        let mut stretch_began_before = false;
        logs(&steps, 34..49, |window, presence| {
            let stretch = presence.stretches.front().unwrap().keys();
            stretch_began_before |= stretch.contains(&more) && steps.windows_in(more) > window;
        });
        assert!(stretch_began_before, "the stretch with this step was not covered before it was known");
    }

    #[test]
    fn a_sweep_may_begin_at_any_window() {
        let (steps, _) = steps_with_one_more(14);
        for window in 17..40 {
            logs(&steps, window..window + 5, |_, _| ());
        }
    }
}
