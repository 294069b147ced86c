//! The Grundy values of a segment as a step function of its length.
//!
//! # The feedback
//! g is constant on half-open intervals between sums of lengths: reach changes only at corners (the corner law of
//! [`corners`](crate::sweep::corners)), and a change of reach at y is felt by g at y + s for each length s. A change of g
//! makes new corners, the first of them where it happens, all of them felt no sooner than the shortest length further on.
//! So a sweep by windows of at most that width always knows what it needs.

use std::cmp::Ordering;

use thiserror::Error;

use super::rules::Lengths;
use crate::exact::{Lattice, LatticeError, Point, Surd};
use crate::piecewise::Step;
use crate::sweep::corners::{Cells, Reach, Transition};
use crate::sweep::{Nimber, NimberCounts, Queue, State, run};

/// The Grundy values g(L) of all segments of length 0 ≤ L ≤ limit.
///
/// ```
/// use nimsweep::games::squares::{Grundy, Lengths};
///
/// let grundy = Grundy::new(&Lengths::default(), &"20".parse()?)?;
/// assert_eq!(grundy.value_at(&"1/2".parse()?), Some(0)); // no piece fits
/// assert_eq!(grundy.value_at(&"1".parse()?), Some(1));
/// assert_eq!(grundy.breakpoint(1).to_string(), "1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Grundy {
    lengths: Lengths,
    lattice: Lattice,
    limit: Surd,
    steps: Step<Point, Nimber>,
    corners: u64,
}

/// The Grundy values cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GrundyError {
    /// The limit is negative.
    #[error("the length {limit} is negative; a segment has a length of at least 0")]
    Negative {
        /// The limit.
        limit: Surd,
    },
    /// The limit does not fit the keys.
    #[error(transparent)]
    Lattice(#[from] LatticeError),
}

impl Grundy {
    /// Computes g on [0, limit], by windows of corners. The limit may lie in any field.
    ///
    /// # Errors
    /// [`GrundyError`] for a negative limit, or one too large for the keys.
    ///
    /// # Cost
    /// For K steps below the limit, up to K²/2 corners of a few nanoseconds each, and O(K) memory. K depends on the
    /// lengths; for {1, √2} there are 1,829 steps up to 500 and 14,861 up to 2000.
    pub fn new(lengths: &Lengths, limit: &Surd) -> Result<Self, GrundyError> {
        let lattice = lattice_for(lengths, limit)?;
        let end = lattice.threshold(limit, true);
        let cells = by_windows(&lattice, end, |_| ());
        Ok(Self::of(lengths, lattice, limit, cells))
    }

    /// The same by the general event queue, without windows or rows: the reference that the fast path is tested against.
    ///
    /// # Errors
    /// As [`Grundy::new`].
    ///
    /// # Cost
    /// O(log K) for each corner.
    pub fn by_queue(lengths: &Lengths, limit: &Surd) -> Result<Self, GrundyError> {
        let lattice = lattice_for(lengths, limit)?;
        let end = lattice.threshold(limit, true);
        let cells = by_queue(&lattice, end, |_| ());
        Ok(Self::of(lengths, lattice, limit, cells))
    }

    fn of(lengths: &Lengths, lattice: Lattice, limit: &Surd, cells: Cells) -> Self {
        let corners = cells.corners_in(0..lattice.threshold(limit, false));
        let steps = Step::ascending(cells.steps());
        Self { lengths: lengths.clone(), lattice, limit: limit.clone(), steps, corners }
    }

    /// The lengths of the pieces.
    #[must_use]
    pub fn lengths(&self) -> &Lengths {
        &self.lengths
    }

    /// The lattice of all sums of lengths, which holds the breakpoints.
    #[must_use]
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// Up to where g is known.
    #[must_use]
    pub fn limit(&self) -> &Surd {
        &self.limit
    }

    /// g as a step function of lattice points.
    #[must_use]
    pub fn steps(&self) -> &Step<Point, Nimber> {
        &self.steps
    }

    /// The exact place where step number `index`, from 0, begins.
    ///
    /// # Panics
    /// Where there is no such step.
    #[must_use]
    pub fn breakpoint(&self, index: usize) -> Surd {
        self.lattice.exact(self.steps.breakpoints()[index])
    }

    /// g(L), or `None` outside of [0, limit]. L may lie in any field.
    #[must_use]
    pub fn value_at(&self, length: &Surd) -> Option<Nimber> {
        if *length > self.limit {
            return None;
        }
        self.steps.value_by(|&point| self.lattice.compare(point, length)).copied()
    }

    /// The largest value on [0, limit].
    #[must_use]
    pub fn largest_nimber(&self) -> Nimber {
        self.steps.values().iter().copied().max().unwrap_or_default()
    }

    /// How many corners p_i + p_j, i ≤ j, of breakpoints lie below the limit.
    #[must_use]
    pub fn corners(&self) -> u64 {
        self.corners
    }

    /// The steps as (start, end, value), exact, the last one ending at the limit.
    pub fn intervals(&self) -> impl ExactSizeIterator<Item = (Surd, Surd, Nimber)> {
        self.steps.intervals().map(|(&start, end, &value)| {
            let end = end.map_or_else(|| self.limit.clone(), |&end| self.lattice.exact(end));
            (self.lattice.exact(start), end, value)
        })
    }
}

fn lattice_for(lengths: &Lengths, limit: &Surd) -> Result<Lattice, GrundyError> {
    if limit.is_negative() {
        return Err(GrundyError::Negative { limit: limit.clone() });
    }
    Ok(lengths.lattice(limit)?)
}

/// The width of the windows: no more than the shortest length, so that the function is known where a window needs it, and
/// no more than the spacing of the lattice, so that a row names a point.
fn window_width(lattice: &Lattice) -> i64 {
    let shortest = lattice.generators().iter().map(|point| point.key).min();
    shortest.into_iter().chain(lattice.row_keys().spacing).min().unwrap_or(1)
}

/// g for keys below `end`, window by window. Each transition of reach is shown to `log`, in order.
fn by_windows(lattice: &Lattice, end: i64, mut log: impl FnMut(&Transition)) -> Cells {
    let width = window_width(lattice);
    let mut cells = Cells::starting_with(0, width, lattice.row_keys());
    let mut reach = Reach::default();
    let mut options = Options::new(lattice);
    // g below `end` is felt from reach below end − shortest
    let windows = ((end - options.shortest()).max(0) + width - 1) / width;
    for window in 0..windows as usize {
        let before = options.transitions.len();
        reach.sweep(&cells, window, &mut options.transitions);
        options.transitions[before..].iter().for_each(&mut log);
        let known = width * (window as i64 + 1) + options.shortest();
        options.extend(&mut cells, known.min(end));
    }
    cells
}

/// The nimbers of the options of a segment: the union of reach(L − s) over the lengths s, as L moves on.
struct Options {
    /// The lengths, each with how many transitions it has felt.
    delays: Vec<(Point, usize)>,
    transitions: Vec<Transition>,
    counts: NimberCounts,
}

impl Options {
    fn new(lattice: &Lattice) -> Self {
        let delays = lattice.generators().iter().map(|&length| (length, 0)).collect();
        Self { delays, transitions: vec![], counts: NimberCounts::default() }
    }

    fn shortest(&self) -> i64 {
        self.delays.iter().map(|(length, _)| length.key).min().unwrap_or(0)
    }

    /// Where the next transition is felt.
    fn next(&self) -> Option<Point> {
        let felt =
            self.delays.iter().filter_map(|&(length, seen)| Some(self.transitions.get(seen)?.at + length));
        felt.min()
    }

    /// Moves L on to just below `end`, and writes the changes of g down.
    fn extend(&mut self, cells: &mut Cells, end: i64) {
        while let Some(at) = self.next().filter(|at| at.key < end) {
            for (length, seen) in &mut self.delays {
                while let Some(transition) = self.transitions.get(*seen).filter(|t| t.at + *length == at) {
                    self.counts.add(transition.nimber, if transition.held { 1 } else { -1 });
                    *seen += 1;
                }
            }
            self.counts.settle(|_, _| ());
            let value = self.counts.mex();
            if value != cells.last_value() {
                cells.push(at, value);
            }
        }
    }
}

/// g for keys below `end`, by the general engine. Each transition of reach is shown to `log`, in order.
fn by_queue(lattice: &Lattice, end: i64, log: impl FnMut(&Transition)) -> Cells {
    let lengths = lattice.generators().to_vec();
    let cells = Cells::starting_with(0, window_width(lattice), lattice.row_keys());
    let mut line = Line {
        lengths,
        steps: vec![(Point::ORIGIN, 0)],
        cells,
        reach: NimberCounts::default(),
        options: NimberCounts::default(),
        corners: vec![],
        log,
    };
    let mut queue = Queue::default();
    queue.schedule(Moment { at: Point::ORIGIN, phase: Phase::Corners }, Event::Corner { i: 0, j: 0 });
    // corners are needed up to the shortest length below the end, values up to the end; what is more does no harm
    run(&mut line, &mut queue, Moment { at: Point { key: end, row: i32::MIN }, phase: Phase::Value });
    line.cells
}

/// A place on the line, where first the value of g is settled and then the corners of what is known are taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Moment {
    at: Point,
    phase: Phase,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Value,
    Corners,
}

enum Event {
    /// The corner of steps i ≥ j.
    Corner { i: usize, j: usize },
    /// A transition of reach is felt at the delay of a length.
    Option { nimber: Nimber, held: bool },
}

/// The state of the queue's sweep along the line.
struct Line<F> {
    lengths: Vec<Point>,
    steps: Vec<(Point, Nimber)>,
    cells: Cells,
    reach: NimberCounts,
    options: NimberCounts,
    /// The corners of this moment, each of which has a successor.
    corners: Vec<(usize, usize)>,
    log: F,
}

impl<F: FnMut(&Transition)> State for Line<F> {
    type Key = Moment;
    type Event = Event;

    fn apply(&mut self, _: Moment, event: Event) {
        match event {
            Event::Option { nimber, held } => self.options.add(nimber, if held { 1 } else { -1 }),
            Event::Corner { i, j } => {
                self.reach.add(self.steps[i].1 ^ self.steps[j].1, 1);
                if j > 0 {
                    self.reach.add(self.steps[i - 1].1 ^ self.steps[j - 1].1, -1);
                }
                self.corners.push((i, j));
            }
        }
    }

    fn settle(&mut self, Moment { at, phase }: Moment, queue: &mut Queue<Moment, Event>) {
        match phase {
            Phase::Value => self.settle_value(at, queue),
            Phase::Corners => self.settle_corners(at, queue),
        }
    }
}

impl<F: FnMut(&Transition)> Line<F> {
    fn settle_value(&mut self, at: Point, queue: &mut Queue<Moment, Event>) {
        self.options.settle(|_, _| ());
        let value = self.options.mex();
        if value != self.cells.last_value() {
            self.cells.push(at, value);
            self.steps.push((at, value));
            // the first corner of a new step is with the step at 0, right here
            let corner = Event::Corner { i: self.steps.len() - 1, j: 0 };
            queue.schedule(Moment { at, phase: Phase::Corners }, corner);
        }
    }

    fn settle_corners(&mut self, at: Point, queue: &mut Queue<Moment, Event>) {
        let (lengths, log) = (&self.lengths, &mut self.log);
        self.reach.settle(|nimber, held| {
            log(&Transition { at, nimber, held });
            let felt = lengths.iter().map(|&length| Moment { at: at + length, phase: Phase::Value });
            queue.extend(felt.map(|moment| (moment, Event::Option { nimber, held })));
        });
        for (i, j) in self.corners.drain(..).filter(|(i, j)| j < i) {
            let at = self.steps[i].0 + self.steps[j + 1].0;
            queue.schedule(Moment { at, phase: Phase::Corners }, Event::Corner { i, j: j + 1 });
        }
    }
}

impl PartialEq for Grundy {
    /// The same function on the same segment; how it was computed does not matter.
    fn eq(&self, other: &Self) -> bool {
        self.lengths == other.lengths
            && self.limit.cmp(&other.limit) == Ordering::Equal
            && self.steps == other.steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two sources, one log: windows and queue see the same transitions, and make the same function.
    #[test]
    fn windows_and_queue_write_the_same_log() {
        for (lengths, limit) in [
            ("1,sqrt2", "60"),
            ("1", "40"),
            ("1,sqrt3", "40"),
            ("1,(1+sqrt5)/2", "40"),
            ("1,3/2", "60"),
            ("1,sqrt2,2", "30"),
            ("3,1+sqrt2", "90"),
            ("sqrt2,2sqrt2", "40"),
            ("11/10,13/10,sqrt2", "25"),
            ("100+sqrt2,101+3sqrt2", "3000"),
        ] {
            let lengths: Lengths = lengths.parse().unwrap();
            let lattice = lengths.lattice(&limit.parse().unwrap()).unwrap();
            let end = lattice.threshold(&limit.parse().unwrap(), true);
            let (mut left, mut right) = (vec![], vec![]);
            let windows = by_windows(&lattice, end, |transition| left.push(*transition));
            let queue = by_queue(&lattice, end, |transition| right.push(*transition));
            assert!(windows.steps().eq(queue.steps()), "values for {lengths}");
            // the windows stop where nothing is felt below the end
            let shortest = lattice.generators().iter().map(|s| s.key).min().unwrap();
            left.retain(|transition| transition.at.key < end - shortest);
            right.retain(|transition| transition.at.key < end - shortest);
            assert_eq!(left, right, "log for {lengths}");
            assert!(!left.is_empty());
        }
    }
}
