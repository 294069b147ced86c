//! Reach by places: at which points of the line each nimber is held, many points at once.
//!
//! # Places
//! Reach changes at corners only, and corners are points of the lattice. A piece of the line, a
//! *stretch*, is swept at once: some windows, or a part of one. Its *places* are all points that it
//! has in the rows that corners of known steps meet there, and in one row more at either side. The
//! stretch ends where there are 127 or 255 of them, and is at most a tenth of the line below it.
//!
//! What happens to a nimber in the stretch is a *set of places*, one bit for each in ascending
//! order: it is held from that place on, up to the next one. The lowest bit is that of what is just
//! below the stretch.
//!
//! Let A(y) be the set of the places at or above y, and all bits if y lies below the stretch. By
//! the corner law a cell holds its nimber from the corner of its two steps up to that of the steps
//! after them, and so at
//!
//! ```text
//! A(p_i + p_j) xor A(p_{i+1} + p_{j+1}).
//! ```
//!
//! For example the cell (0, 1) of {1, √2}, with g = 0 on [0, 1), 1 on [1, 2) and 2 on [2, 3): it is
//! alive from 0 + 1 up to 1 + 2, and holds 0 xor 1 = 1.
//!
//! ```text
//! place           below    2    1+√2   2√2    3    2+√2   1+2√2
//! at or above 1     1      1     1      1     1     1      1
//! at or above 3     0      0     0      0     1     1      1
//! xor               1      1     1      1     0     0      0      = where the cell holds nimber 1
//! ```
//!
//! This is added to the set of that nimber: one update for a cell. Sets only grow, in any order. So
//! a cell may be added again without harm, and nothing is counted that could overflow. All cells
//! that are alive just below the stretch are added, too, and set the lowest bit. So a stretch needs
//! nothing of the one before it. Where a bit differs from the one before, reach changes.
//!
//! # How a corner finds its places
//! A [linear code](crate::lattice::LinearCode) names the points near a stretch by small numbers. It
//! adds as points do: the code of a corner is the sum of two codes, and the index of A(y) in a
//! table ([`layout`]). The corners of a cell that is alive in a stretch lie at most some steps
//! beside it ([`pairs::Lists::margin`]), and the table reaches so far: below the stretch A(y) has
//! all bits, above it none.
//!
//! # Two ways to cover
//! - *Every* cell is added ([`cover`]), those of four steps with a run of steps together: two
//!   cells that follow each other diagonally share a corner, and so an entry of the table.
//! - *Look*: in a long line a nimber below the mex is held by dozens of cells at once, and most
//!   cells add nothing. A nimber is *bare* as long as it is not held at some place. The nimber of
//!   each cell is looked up, and the cell is added only if it is bare: one cell after the other by
//!   a table of bytes, or 32 at a time by vectors of 512 bits ([`vectors`]). The twentieth of the
//!   steps that are the longest make cells that live the longest. So pairs of long steps come
//!   first, then those with one long step, then the rest, and soon few nimbers are bare. A nimber
//!   that is taken for bare and no longer is costs time, nothing else.
//!
//! Which of them serves is decided by the kernel and the number of steps
//! ([`method`](super::method)). To add every cell needs codes of steps below 2¹⁶; a look takes them
//! modulo 2¹⁶.
//!
//! # Steps that come later
//! When a stretch is covered, its own steps are not known yet. When a window of the run is due, the
//! cells of the steps that came since are added one by one ([`stretch`]); their other step lies in
//! the first fifth of the line, and mostly much nearer to 0. The last step has no end yet: its
//! cells are added up to the end of the window, and once more when the end is known. A corner may
//! lie in a row that was not foreseen, or a value may have more bits than all before. Then this
//! stretch and those after it are dropped, and a new one is covered from where reports stopped to
//! the end of the window, where all rows are known.
//!
//! # Threads
//! From 4,096 steps on, the threads of a pool cover the next stretches at once, one or two for each
//! thread, as far as they begin within a tenth of the line. More cells of these are added later,
//! and little is left that has to be done window by window.
//!
//! # What is not served
//! Places refuse fewer than 16 steps, windows in which a row has several points, values of more
//! than 16 bits, more than 2¹⁶ points near a stretch, and keys near the ends of their type
//! ([`NotServed`]). Then wide sets with a look are tried, and then the window is sorted. What
//! refused is tried again with twice as many steps.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `layout` | the places of a stretch, and which of them lie at or above each corner |
//! | `pairs` | which pairs of steps have a cell that is alive in a stretch |
//! | `cover` | cells cover places: every cell, or those whose nimber is bare |
//! | `vectors` | the look at 32 cells at once |
//! | `kernel` | by which instructions of a processor |
//! | `changes` | which nimbers change at each place |
//! | `stretch` | one stretch, from its places to its transitions |

mod changes;
mod cover;
mod kernel;
mod layout;
mod pairs;
mod stretch;
mod vectors;

use std::collections::VecDeque;
use std::ops::Range;

#[cfg(feature = "parallel")]
use rayon::prelude::*;

use self::layout::{NotServed, Plan, RowStrip};
use self::pairs::Lists;
use self::stretch::Stretch;
use super::steps::Steps;
use super::transitions::Transitions;
use crate::lattice::Key;
use crate::sweep::Nimber;

pub(super) use self::kernel::Kernel;
pub(super) use self::layout::{NARROW, WIDE};
pub(super) use self::pairs::Covering;

/// The fewest steps with which this begins.
const FEWEST_STEPS: usize = 16;

/// Reach by places, window by window: sets of places have N words.
///
/// # Invariants
/// 1. The stretches follow each other without a gap, and the first of them begins where the last
///    window ended, or holds that place, or ends there.
/// 2. All of them have the code of the lists, and the lists have the steps that the last of them
///    was covered with.
#[derive(Clone, Debug)]
pub(super) struct Places<K, const N: usize> {
    kernel: Kernel,
    covering: Covering,
    strip: RowStrip,
    lists: Lists<K>,
    /// Stretches that are covered: the next one, and those that follow it.
    stretches: VecDeque<Stretch<K, N>>,
    /// Stretches that are done, whose tables are used again.
    spare: Vec<Stretch<K, N>>,
}

impl<K: Key, const N: usize> Places<K, N> {
    /// A sweep that begins at any window.
    pub(super) fn new(kernel: Kernel, covering: Covering) -> Self {
        Self {
            kernel,
            covering,
            strip: RowStrip::default(),
            lists: Lists::new(covering, N),
            stretches: VecDeque::new(),
            spare: vec![],
        }
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
        if steps.len() < FEWEST_STEPS {
            return Err(NotServed::FewSteps);
        }
        if !steps.rows_name_points() {
            return Err(NotServed::NoRows);
        }
        let Range { start: mut from, end } = steps.keys_of_window(window);
        while from < end {
            let to = self.complete(steps, from, end)?;
            if let Some(stretch) = self.stretches.front_mut() {
                stretch.report(to, transitions);
            }
            from = to;
        }
        Ok(())
    }

    /// The nimbers that are held after the windows that were swept, ascending.
    pub(super) fn held(&self) -> impl Iterator<Item = Nimber> {
        self.stretches.front().into_iter().flat_map(|stretch| stretch.held())
    }

    /// Completes the stretch that a part of a window begins in, up to the end of either, which is
    /// returned.
    fn complete(&mut self, steps: &Steps<K>, from: K, end: K) -> Result<K, NotServed> {
        if self.stretches.front().is_some_and(|stretch| stretch.keys().end <= from) {
            self.spare.extend(self.stretches.pop_front());
        }
        for most in [None, Some(end)] {
            if self.stretches.is_empty() {
                self.cover_ahead(steps, from, most)?;
            }
            self.lists.add_codes(steps);
            let stretch = self.stretches.front_mut().ok_or(NotServed::Unforeseen)?;
            debug_assert!(stretch.keys().contains(&from), "invariant 1");
            let to = end.min(stretch.keys().end);
            if stretch.complete(steps, &self.lists, to).is_some() {
                return Ok(to);
            }
            // now all rows and values are known up to the end
            self.spare.extend(self.stretches.drain(..));
        }
        Err(NotServed::Unforeseen)
    }

    /// Covers the next stretches by all steps that are known: one for each thread, or only one that
    /// extends no further than this.
    fn cover_ahead(&mut self, steps: &Steps<K>, from: K, most: Option<K>) -> Result<(), NotServed> {
        let count = match most {
            // where sets are narrow, as many places for each thread by more stretches
            None if threads() > 1 && gains_from_threads(steps) => threads() * (WIDE / N),
            _ => 1,
        };
        self.strip.extend(steps);
        self.lists.measure(steps);
        let Self { kernel, covering, strip, lists, stretches, spare } = self;
        let margin = lists.margin();
        let plan = |from: K| Plan::new::<N>(steps, strip, from, most, margin);
        lists.extend(steps, plan(from)?.width)?;
        let (mut next, last) = (from, from + from / K::from(layout::PART_OF_THE_LINE));
        while stretches.len() < count && next <= last {
            match plan(next).and_then(|plan| Stretch::new(steps, plan, lists, spare.pop())) {
                Ok(stretch) => {
                    next = stretch.keys().end;
                    stretches.push_back(stretch);
                }
                Err(reason) if stretches.is_empty() => return Err(reason),
                // it may be served when it is due
                Err(_) => break,
            }
        }
        let (stretches, lists) = (stretches.make_contiguous(), &*lists);
        let cover = |stretch: &mut Stretch<K, N>| stretch.cover(*kernel, *covering, steps, lists);
        // more than one only in a pool: outside, rayon would start threads of its own
        #[cfg(feature = "parallel")]
        if stretches.len() > 1 {
            stretches.par_iter_mut().with_max_len(1).for_each(cover);
            return Ok(());
        }
        stretches.iter_mut().for_each(cover);
        Ok(())
    }
}

/// Whether several threads are faster than one. With few steps, to wake them takes longer than what
/// they would do.
pub(super) fn gains_from_threads<K: Key>(steps: &Steps<K>) -> bool {
    /// As measured for some sets of lengths.
    const FEWEST_STEPS: usize = 1 << 12;
    steps.len() >= FEWEST_STEPS
}

/// How many threads share the work: those of the current rayon pool, or this one alone.
fn threads() -> usize {
    #[cfg(feature = "parallel")]
    if rayon::current_thread_index().is_some() {
        return rayon::current_num_threads();
    }
    1
}

#[cfg(test)]
mod tests {
    use super::super::sort::Sorted;
    use super::super::steps::tests::steps;
    use super::*;
    use crate::lattice::{Lattice, Point};
    use crate::number::Surd;

    /// Steps at whole numbers below a limit, but not at some of them, and one more in some row.
    fn sparse_steps(limit: i64, omitted: Range<i64>, row: usize, value: Nimber) -> Steps<i64> {
        let lengths = [Surd::from(1), "sqrt2".parse().unwrap()];
        let lattice = Lattice::spanned_by(&lengths, &"90".parse().unwrap()).unwrap();
        let [one, root] = lattice.generators()[..] else { panic!("two lengths") };
        let along = |count: usize, step: Point| (0..count).fold(Point::ORIGIN, |sum, _| sum + step);
        let whole = (0..limit).filter(|whole| !omitted.contains(whole));
        let whole = whole.map(|whole| (along(whole as usize, one), (whole * whole % 31) as Nimber + 1));
        let mut points: Vec<_> = whole.chain([(along(row, root), value)]).collect();
        points.sort_unstable();
        points.dedup_by_key(|(at, _)| *at);
        let mut steps = Steps::starting_with(0, Point::of(one).key, lattice.row_keys());
        for &(point, value) in &points[1..] {
            if value != steps.last_value() {
                steps.push(Point::of(point), value);
            }
        }
        steps
    }

    /// These steps, but those of a window with another value.
    fn higher(steps: &Steps<i64>, window: usize, value: Nimber) -> Steps<i64> {
        let replaced = |(at, old): (Point<i64>, Nimber)| {
            (at, if steps.windows_in(at.key) == window { value } else { old })
        };
        steps.of_steps(steps.iter().map(replaced).collect::<Vec<_>>().into_iter())
    }

    /// Sweeps windows, as steps become known, and compares with sorting; returns the windows in
    /// which a stretch begins.
    fn stretches_of<const N: usize>(
        steps: &Steps<i64>,
        windows: Range<usize>,
        covering: Covering,
    ) -> Vec<usize> {
        let known = |window: usize| {
            let end = steps.keys_of_window(window).end;
            steps.of_steps(steps.iter().take_while(|(at, _)| at.key < end))
        };
        let mut sorted = Sorted::before_window(&known(windows.start), windows.start);
        let mut places = Places::<i64, N>::new(Kernel::Plain, covering);
        let (mut begins, mut begin) = (vec![], None);
        for window in windows {
            let (mut expected, mut found) = (Transitions::default(), Transitions::default());
            let known = known(window);
            sorted.sweep(&known, window, &mut expected);
            places.sweep(&known, window, &mut found).unwrap();
            assert_eq!(found, expected, "window {window}, {covering:?}");
            assert!(places.held().eq(known.held_below(known.keys_of_window(window).end)), "window {window}");
            let start = places.stretches.front().map(|stretch| stretch.keys().start);
            if begin.replace(start) != Some(start) {
                begins.push(window);
            }
        }
        begins
    }

    #[test]
    fn stretches_span_several_windows() {
        for covering in [Covering::Every, Covering::Look] {
            assert!((2..14).contains(&stretches_of::<2>(&steps(80), 6..20, covering).len()));
            assert!((2..14).contains(&stretches_of::<4>(&steps(80), 6..20, covering).len()));
        }
    }

    #[test]
    fn a_stretch_is_covered_again_if_its_steps_are_not_those_that_were_foreseen() {
        let all = sparse_steps(60, 0..0, 0, 1);
        let begins_at = |steps: &Steps<i64>, window: usize| {
            stretches_of::<4>(steps, 25..55, Covering::Every).contains(&window)
        };
        let windows: Vec<usize> = (26..55).filter(|&window| !begins_at(&all, window)).collect();
        // in a window in which no stretch begins otherwise
        let begins_only_with = |change: &dyn Fn(usize) -> Steps<i64>| {
            windows.iter().any(|&window| begins_at(&change(window), window))
        };
        assert!(begins_only_with(&|window| higher(&all, window, 99)), "a nimber with more bits");
        assert!(
            begins_only_with(&|window| sparse_steps(60, 0..0, window * 70 / 99, 7)),
            "a corner in a row that was not foreseen"
        );
        for row in 18..40 {
            stretches_of::<2>(&sparse_steps(60, 28..33, row, 7), 25..55, Covering::Look);
        }
    }

    #[test]
    fn a_sweep_may_begin_at_any_window() {
        let steps = sparse_steps(60, 20..22, 14, 9);
        for window in 18..40 {
            stretches_of::<2>(&steps, window..window + 5, Covering::Every);
            stretches_of::<4>(&steps, window..window + 5, Covering::Look);
        }
    }

    #[test]
    fn what_is_not_served_is_refused_with_its_reason() {
        let refusal = |steps: &Steps<i64>, window: usize| {
            Places::<i64, 2>::new(Kernel::Plain, Covering::Look).sweep(
                steps,
                window,
                &mut Transitions::default(),
            )
        };
        let all = steps(80);
        assert_eq!(refusal(&all, 8), Ok(()));
        assert_eq!(refusal(&steps(9), 8), Err(NotServed::FewSteps));
        let [wide, many] = [2, 1].map(|windows| {
            let mut other = Steps::starting_with(0, all.window_width() * windows, all.row_keys());
            let high = |step: usize| if windows == 1 && step == 70 { 1 << 16 } else { 0 };
            let steps = all.iter().enumerate().skip(1);
            steps.for_each(|(step, (at, value))| other.push(at, value + high(step)));
            other
        });
        assert_eq!(refusal(&wide, 8), Err(NotServed::NoRows));
        assert_eq!(refusal(&many, 8), Err(NotServed::Nimbers));
        assert_eq!(refusal(&all, 900), Err(NotServed::NoCorners));
    }
}
