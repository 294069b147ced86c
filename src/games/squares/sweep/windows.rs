//! The reach of a step function, swept window by window, by one thread or several.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use super::invariant::{is_checked, live_counts};
use super::running::{Count, Overflow, Running};
use super::steps::{Steps, both, pairs_of};
use super::table::{Codes, CornerTable, Shape};
use super::threads;
use super::transition::{Transition, Transitions};
use super::word::WordSweep;
use crate::lattice::{Key, Point};
use crate::sweep::Nimber;

/// The reach of a step function, swept window by window.
///
/// For an example see the `growing` file of the squares, which feeds the transitions back into the
/// function.
#[derive(Clone, Debug)]
pub struct ReachSweep<K> {
    sweeper: Kind<K>,
}

#[derive(Clone, Debug)]
enum Kind<K> {
    Word(WordSweep<K>),
    Narrow(Sweeper<K, u16>),
    Wide(Sweeper<K, u32>),
}

impl<K: Key> Default for ReachSweep<K> {
    fn default() -> Self {
        Self { sweeper: Kind::Word(WordSweep::default()) }
    }
}

impl<K: Key> ReachSweep<K> {
    /// A sweep that counts from the beginning.
    pub(super) fn by_counts() -> Self {
        Self { sweeper: Kind::Narrow(Sweeper::default()) }
    }

    /// The state of a sweep that has just done all windows before this one, found without sweeping
    /// them.
    ///
    /// All steps below the beginning of the window must be known.
    ///
    /// # Cost
    /// O(steps).
    #[must_use]
    pub fn before_window(steps: &Steps<K>, window: usize) -> Self {
        let mut running = Running::<u32>::default();
        running.grow(steps.nimbers());
        for nimber in steps.nimbers_below(steps.keys_of_window(window).start) {
            running.change(nimber, 1);
        }
        let sweeper = match running.narrowed(steps.most_corners_at_a_point(window)) {
            Some(running) => Kind::Narrow(Sweeper::with(running)),
            None => Kind::Wide(Sweeper::with(running)),
        };
        Self { sweeper }
    }

    /// Goes on, in its own way, as if it had just done all windows before this one.
    ///
    /// All steps below the beginning of the window must be known.
    ///
    /// # Cost
    /// O(steps).
    pub fn continue_before(&mut self, steps: &Steps<K>, window: usize) {
        let before = Self::before_window(steps, window);
        let is_by_words = match &mut self.sweeper {
            Kind::Word(sweeper) => sweeper.hold(steps, &before.held()),
            Kind::Narrow(_) | Kind::Wide(_) => false,
        };
        if !is_by_words {
            *self = before;
        }
    }

    /// Whether words have served all windows so far.
    pub(super) fn is_by_words(&self) -> bool {
        matches!(self.sweeper, Kind::Word(_))
    }

    /// The nimbers that are held after the windows that were swept, ascending.
    #[must_use]
    pub fn held(&self) -> Vec<Nimber> {
        match &self.sweeper {
            Kind::Word(sweeper) => sweeper.held().collect(),
            Kind::Narrow(sweeper) => sweeper.front.running.held().collect(),
            Kind::Wide(sweeper) => sweeper.front.running.held().collect(),
        }
    }

    /// Sweeps window number `window` of the steps, which must be the next one, and appends its
    /// transitions in order.
    ///
    /// All steps below the end of the window must be known. Inside a rayon pool of several threads
    /// they share the work of large windows; the transitions are the same for any number of them.
    ///
    /// # Cost
    /// O(corners of the window + lines × nimbers), or with a sort of the corners where rows are
    /// many.
    pub fn sweep(&mut self, steps: &Steps<K>, window: usize, transitions: &mut Transitions<K>) {
        self.sweep_window(steps, window, transitions);
        if is_checked(window) {
            self.check_counts(steps, window);
        }
    }

    /// Compares what is counted or held with what the invariant asks for.
    #[allow(clippy::panic, reason = "a broken invariant is a bug of this crate")]
    fn check_counts(&self, steps: &Steps<K>, window: usize) {
        let expected = live_counts(steps, window);
        let same = match &self.sweeper {
            Kind::Word(sweeper) => sweeper.held().eq(expected.held()),
            Kind::Narrow(sweeper) => sweeper.front.running.widened().has_counts_of(&expected),
            Kind::Wide(sweeper) => sweeper.front.running.has_counts_of(&expected),
        };
        assert!(same, "after window {window} the running counts are not those of the live cells");
    }

    fn sweep_window(&mut self, steps: &Steps<K>, window: usize, transitions: &mut Transitions<K>) {
        let running = match &mut self.sweeper {
            Kind::Word(sweeper) => {
                let gains_from_counts = threads::others() > 1 && gains_from_threads(steps, window);
                if !gains_from_counts && sweeper.sweep(steps, window, transitions) {
                    return;
                }
                // words cannot serve this window, or threads share the counts
                *self = Self::before_window(steps, window);
                return self.sweep_window(steps, window, transitions);
            }
            Kind::Wide(sweeper) => {
                // 32 bits hold more cells than there is memory for
                let _ = sweeper.sweep(steps, window, transitions);
                return;
            }
            Kind::Narrow(sweeper) => {
                let (before, length) = (sweeper.front.running.clone(), transitions.len());
                if sweeper.sweep(steps, window, transitions).is_ok() {
                    return;
                }
                transitions.truncate(length);
                before.widened()
            }
        };
        let mut sweeper = Sweeper::with(running);
        let _ = sweeper.sweep(steps, window, transitions);
        self.sweeper = Kind::Wide(sweeper);
    }
}

/// The sweep with counts of one width.
#[derive(Clone, Debug)]
struct Sweeper<K, C> {
    front: Front<C>,
    codes: Codes,
    /// The last sum of blocks, with bounds of the rows of their corners.
    strip: Option<(usize, Option<RangeInclusive<i32>>)>,
    /// The window that the open table is ready for: everything that earlier blocks count for it is
    /// in.
    ready_for: Option<usize>,
    /// Tables of the next sums of blocks, of which all pairs are counted whose later block is at
    /// most `known`.
    ahead: VecDeque<CornerTable<C>>,
    known: usize,
    /// Tables of zeros.
    spare: Vec<CornerTable<C>>,
    /// The points of a window, in order.
    points: Vec<Point<K>>,
    /// The corners of a window where a table would be too large.
    events: Vec<(Point<K>, Nimber, i32)>,
}

/// Where the sweep is: the running counts, and the table that is being added to them.
#[derive(Clone, Debug)]
struct Front<C> {
    running: Running<C>,
    open: CornerTable<C>,
}

/// A window that is swept by rows.
#[derive(Clone, Copy)]
struct Window<'a, K> {
    number: usize,
    steps: &'a Steps<K>,
    shape: Shape,
    points: &'a [Point<K>],
}

impl<K: Key, C: Count> Default for Sweeper<K, C> {
    fn default() -> Self {
        Self {
            front: Front { running: Running::default(), open: CornerTable::default() },
            codes: Codes::default(),
            strip: None,
            ready_for: None,
            ahead: VecDeque::new(),
            known: 0,
            spare: vec![],
            points: vec![],
            events: vec![],
        }
    }
}

impl<C: Count> Front<C> {
    /// Adds the lines of a window to the running counts, from the open table and another one, and
    /// appends the transitions.
    fn settle<K: Key>(
        &mut self,
        window: Window<'_, K>,
        mut other: Option<&mut CornerTable<C>>,
        transitions: &mut Transitions<K>,
    ) -> Result<(), Overflow> {
        let Window { number, steps, shape, points } = window;
        let growth = steps.most_corners_at_a_point(number);
        for &at in points {
            if let Some(table) = &mut other {
                table.move_line(shape, steps, at, &mut self.open);
            }
            let line = self.open.line(shape, steps, at);
            let report = |nimber, held| transitions.push(Transition { at, nimber, held });
            if !self.running.settle(line, report).has_room_for(growth) {
                return Err(Overflow);
            }
        }
        Ok(())
    }
}

impl<K: Key, C: Count> Sweeper<K, C> {
    /// With these running counts, and no table yet.
    fn with(running: Running<C>) -> Self {
        let front = Front { running, open: CornerTable::default() };
        Self { front, ..Self::default() }
    }

    fn sweep(
        &mut self,
        steps: &Steps<K>,
        window: usize,
        transitions: &mut Transitions<K>,
    ) -> Result<(), Overflow> {
        self.front.running.grow(steps.nimbers());
        if !self.front.running.bound().has_room_for(steps.most_corners_at_a_point(window)) {
            return Err(Overflow);
        }
        let Some(rows) = self.rows_of_window(steps, window) else { return Ok(()) };
        match Shape::for_rows(steps, &rows) {
            Some(shape) => {
                let tables = tables_ahead(steps, window, shape);
                self.sweep_by_rows(steps, window, rows, shape, tables, transitions)
            }
            None => self.sweep_by_sorting(steps, window, transitions),
        }
    }

    /// Bounds of the rows that the corners of a window meet.
    fn rows_of_window(&mut self, steps: &Steps<K>, window: usize) -> Option<RangeInclusive<i32>> {
        let before = window.checked_sub(1).and_then(|sum| match self.strip.take() {
            Some((known, rows)) if known == sum => rows,
            _ => steps.rows_of_blocks(sum),
        });
        let rows = steps.rows_of_blocks(window);
        self.strip = Some((window, rows.clone()));
        both(before, rows)
    }

    fn sweep_by_rows(
        &mut self,
        steps: &Steps<K>,
        window: usize,
        rows: RangeInclusive<i32>,
        asked: Shape,
        tables: usize,
        transitions: &mut Transitions<K>,
    ) -> Result<(), Overflow> {
        self.prepare(steps, window, asked);
        self.points.clear();
        self.points.extend(steps.points_of_window(window, rows));
        self.points.sort_unstable();
        match self.ahead.pop_front() {
            None => self.sweep_and_count_ahead(steps, window, tables, transitions),
            Some(table) => self.sweep_counted(steps, window, table, transitions),
        }
    }

    /// Counts the pairs of a window and settles it, while other threads count what is known of the
    /// pairs of the next ones, into so many tables.
    ///
    /// Each pair is counted into one table by one thread, and differences add up in any order to
    /// the same: so the number of threads changes nothing.
    fn sweep_and_count_ahead(
        &mut self,
        steps: &Steps<K>,
        number: usize,
        tables: usize,
        transitions: &mut Transitions<K>,
    ) -> Result<(), Overflow> {
        let shape = self.codes.shape();
        self.ahead.extend((0..tables).map(|_| self.spare.pop().unwrap_or_else(|| CornerTable::zeros(shape))));
        self.known = number;
        let Self { front, codes, ahead, points, .. } = self;
        let (codes, points) = (&*codes, &points[..]);
        let mut sweep = || {
            front.open.count_blocks(codes, steps, number, 0..=number);
            front.settle(Window { number, steps, shape, points }, None, transitions)
        };
        if tables == 0 {
            return sweep();
        }
        let count_ahead = || {
            threads::for_each(ahead.make_contiguous(), |later, table| {
                table.count_blocks(codes, steps, number + 1 + later, 0..=number);
            });
        };
        threads::join(sweep, count_ahead)
    }

    /// Settles a window of which a table was counted ahead, after the pairs that were not known
    /// then.
    fn sweep_counted(
        &mut self,
        steps: &Steps<K>,
        number: usize,
        mut table: CornerTable<C>,
        transitions: &mut Transitions<K>,
    ) -> Result<(), Overflow> {
        let window = Window { number, steps, shape: self.codes.shape(), points: &self.points };
        table.count_blocks(&self.codes, steps, number, self.known + 1..=number);
        self.front.settle(window, Some(&mut table), transitions)?;
        // all that was left in the open table was for this window
        self.spare.push(std::mem::replace(&mut self.front.open, table));
        Ok(())
    }

    /// Makes codes and tables ready for a window: in a shape that is large enough, with what
    /// earlier blocks count for it.
    fn prepare(&mut self, steps: &Steps<K>, window: usize, asked: Shape) {
        let shape = self.codes.shape().or_larger(asked);
        if self.ready_for != Some(window) || shape != self.codes.shape() {
            self.ahead.clear();
            self.spare.clear();
            self.codes.restart(shape);
            self.codes.extend(steps);
            self.front.open = CornerTable::zeros(shape);
            if let Some(sum) = window.checked_sub(1) {
                self.front.open.count_blocks_from(
                    &self.codes,
                    steps,
                    sum,
                    steps.keys_of_window(window).start,
                );
            }
        }
        self.codes.extend(steps);
        self.ready_for = Some(window + 1);
    }

    fn sweep_by_sorting(
        &mut self,
        steps: &Steps<K>,
        window: usize,
        transitions: &mut Transitions<K>,
    ) -> Result<(), Overflow> {
        self.ready_for = None;
        let Self { front: Front { running, .. }, events, .. } = self;
        events.clear();
        for (i, run) in pairs_of(&steps.keys, steps.keys_of_window(window)) {
            for j in run {
                let at = Point { key: steps.keys[i] + steps.keys[j], row: steps.rows[i] + steps.rows[j] };
                events.push((at, steps.values[i] ^ steps.values[j], 1));
                if i > 0 {
                    events.push((at, steps.values[i - 1] ^ steps.values[j - 1], -1));
                }
            }
        }
        events.sort_unstable();
        let growth = steps.most_corners_at_a_point(window);
        for moment in events.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let (at, nimber, _) = moment[0];
            let (change, count) = running.change(nimber, moment.iter().map(|event| event.2).sum());
            if !count.has_room_for(growth) {
                return Err(Overflow);
            }
            if let Some(held) = change {
                transitions.push(Transition { at, nimber, held });
            }
        }
        Ok(())
    }
}

/// The fewest corners of a window for which other threads pay.
const WORTH_THREADS: usize = 1 << 16;
/// The most entries of all tables that are counted ahead.
const MOST_ENTRIES_AHEAD: usize = 1 << 25;

/// Whether a window is so large that other threads would make the sweep faster.
///
/// Below that, starting and waking them takes longer than what they would do.
#[must_use]
pub fn gains_from_threads<K: Key>(steps: &Steps<K>, window: usize) -> bool {
    // of the K²/2 pairs of all sums up to twice this one, which is where most are
    steps.len() * steps.len() / (2 * window.max(1)) >= WORTH_THREADS
}

/// How many sums of blocks are counted ahead, while this one is swept: one for each other thread
/// where that pays.
fn tables_ahead<K: Key>(steps: &Steps<K>, sum: usize, shape: Shape) -> usize {
    if !gains_from_threads(steps, sum) {
        return 0;
    }
    // what is left to be counted later grows with the square of the number of tables
    threads::others().min(sum / 8).min(MOST_ENTRIES_AHEAD / shape.entries())
}

#[cfg(test)]
mod tests {
    use super::super::steps::tests::{alive_by_definition, steps};
    use super::*;

    #[test]
    fn corner_law_holds_after_every_window() {
        let steps = steps(60);
        let mut reach = ReachSweep::default();
        let mut held = std::collections::BTreeSet::new();
        for window in 0..14 {
            let mut transitions = Transitions::default();
            reach.sweep(&steps, window, &mut transitions);
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
            assert!(held.iter().eq(&reach.held()));
        }
        assert!(held.len() > 8, "{held:?}");
    }

    /// A sweep of one kind, with its own counts.
    fn sweeper<C: Count>(steps: &Steps<i64>) -> Sweeper<i64, C> {
        let mut sweeper = Sweeper::default();
        sweeper.front.running.grow(steps.nimbers());
        sweeper
    }

    #[test]
    fn rows_and_sorting_write_the_same_transitions() {
        let steps = steps(80);
        let mut by_rows = sweeper::<u16>(&steps);
        let (mut by_sorting, mut by_turns) = (sweeper::<u32>(&steps), sweeper::<u32>(&steps));
        let mut logs: [Transitions<i64>; 3] = Default::default();
        for window in 0..20 {
            let rows = by_rows.rows_of_window(&steps, window).unwrap();
            let shape = Shape::for_rows(&steps, &rows).unwrap();
            assert!(by_rows.sweep_by_rows(&steps, window, rows.clone(), shape, 0, &mut logs[0]).is_ok());
            assert!(by_sorting.sweep_by_sorting(&steps, window, &mut logs[1]).is_ok());
            // a table that has to be made ready in the middle
            let by_turns = if window % 3 == 2 {
                by_turns.sweep_by_sorting(&steps, window, &mut logs[2])
            } else {
                by_turns.sweep_by_rows(&steps, window, rows, shape, window % 2, &mut logs[2])
            };
            assert!(by_turns.is_ok());
            assert_eq!(by_rows.front.running.widened(), by_sorting.front.running);
        }
        assert_eq!(logs[0], logs[1]);
        assert_eq!(logs[0], logs[2]);
        assert!(logs[0].len() > 100);
    }

    #[test]
    fn tables_counted_ahead_change_nothing() {
        let steps = steps(80);
        // the steps become known window by window, as when the sweep feeds itself
        let known = |window: usize| {
            let first = steps.iter().take_while(|(at, _)| at.key < steps.keys_of_window(window).end);
            steps.of_steps(first)
        };
        let swept = |tables: fn(usize) -> usize| {
            let (mut sweeper, mut log) = (Sweeper::<i64, u16>::default(), Transitions::default());
            for window in 0..20 {
                let steps = known(window);
                sweeper.front.running.grow(steps.nimbers());
                let rows = sweeper.rows_of_window(&steps, window).unwrap();
                let shape = Shape::for_rows(&steps, &rows).unwrap();
                let swept = sweeper.sweep_by_rows(&steps, window, rows, shape, tables(window), &mut log);
                assert!(swept.is_ok());
            }
            (log, sweeper.front.running)
        };
        let expected = swept(|_| 0);
        assert!(expected.0.len() > 100);
        assert_eq!(swept(|_| 1), expected);
        assert_eq!(swept(|_| 3), expected);
        assert_eq!(swept(|window| window % 5), expected);
    }

    #[test]
    fn a_sweep_may_begin_at_any_window() {
        let steps = steps(80);
        let mut reach = ReachSweep::default();
        for window in 0..20 {
            let mut by_words = ReachSweep::default();
            by_words.continue_before(&steps, window);
            assert!(by_words.is_by_words() && by_words.held() == reach.held(), "window {window}");
            let mut from_here = ReachSweep::before_window(&steps, window);
            let (mut log, mut expected) = (Transitions::default(), Transitions::default());
            assert_eq!(from_here.held(), reach.held());
            reach.sweep(&steps, window, &mut expected);
            from_here.sweep(&steps, window, &mut log);
            assert_eq!(log, expected, "window {window}");
            let mut log = Transitions::default();
            by_words.sweep(&steps, window, &mut log);
            assert_eq!(log, expected, "window {window} by words");
        }
    }

    #[test]
    fn counts_near_their_power_of_two_are_swept_again_with_more_bits() {
        let steps = steps(80);
        // a count beside those of the cells, so large that one more corner could wrap it around
        let mut full = sweeper::<u16>(&steps);
        full.front.running.change(63, i32::from(u16::MAX) - 5);
        let running = full.front.running.widened();
        let mut reach = ReachSweep { sweeper: Kind::Narrow(full) };
        let mut reference = ReachSweep { sweeper: Kind::Wide(Sweeper::with(running)) };
        let (mut log, mut expected) = (Transitions::default(), Transitions::default());
        for window in 0..20 {
            // the planted count is that of no cell, so the invariant is not asked for
            reach.sweep_window(&steps, window, &mut log);
            reference.sweep_window(&steps, window, &mut expected);
        }
        assert!(matches!(reach.sweeper, Kind::Wide(_)));
        assert_eq!(log, expected);
        assert!(log.len() > 100);
    }

    #[test]
    #[should_panic(expected = "after window 8 the running counts are not those of the live cells")]
    fn a_count_that_is_wrong_breaks_the_invariant() {
        let steps = steps(80);
        let mut reach = ReachSweep { sweeper: Kind::Narrow(sweeper(&steps)) };
        for window in 0..8 {
            reach.sweep(&steps, window, &mut Transitions::default());
        }
        let Kind::Narrow(sweeper) = &mut reach.sweeper else { panic!("few cells need no wide counts") };
        sweeper.front.running.change(5, 1);
        reach.sweep(&steps, 8, &mut Transitions::default());
    }
}
