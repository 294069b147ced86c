//! The Grundy values of a segment as a step function of its length.
//!
//! # The feedback
//! g is constant on half-open intervals between sums of lengths: reach changes only at corners (the corner law of
//! [`corners`](crate::sweep::corners)), and a change of reach at y is felt by g at y + s for each length s. A change of g
//! makes new corners, the first of them where it happens, all of them felt no sooner than the shortest length further on.
//! So a sweep by windows of at most that width always knows what it needs.

use std::cmp::Ordering;

use itertools::Itertools;
use thiserror::Error;

use super::rules::Lengths;
use crate::exact::{Lattice, LatticeError, Point, Surd};
use crate::piecewise::Step;
use crate::sweep::corners::{Cells, Reach, Transition, pays_threads};
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
    /// Steps from which a sweep should go on are none.
    #[error("the steps to go on from are not those of g for these lengths; start anew")]
    NotSteps,
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
    /// For K steps below the limit, up to K²/2 corners of two nanoseconds each, and O(K) memory. K depends on the lengths; for
    /// {1, √2} there are 1,829 steps up to 500 and 14,861 up to 2000. Large windows are shared by the threads of the
    /// current rayon pool.
    pub fn new(lengths: &Lengths, limit: &Surd) -> Result<Self, GrundyError> {
        let mut growing = Growing::new(lengths, limit)?;
        while !growing.pays_threads() && growing.advance() {}
        if growing.pays_threads() {
            return Ok(rayon::scope(|_| growing.finish()));
        }
        Ok(growing.finish())
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

/// g as it grows, window by window: for those who want to watch, to stop, and to go on another time.
///
/// The steps are all that has to be kept: a sweep that [resumes](Growing::resume) with them finds everything else from them, and
/// goes on to the same function.
///
/// ```
/// use nimsweep::games::squares::{Growing, Grundy, Lengths};
///
/// let (lengths, limit) = (Lengths::default(), "30".parse()?);
/// let mut growing = Growing::new(&lengths, &limit)?;
/// while growing.advance() && growing.done() < 0.5 {}
/// let kept = growing.steps().collect();
///
/// let mut resumed = Growing::resume(&lengths, &limit, kept)?;
/// while resumed.advance() {}
/// assert_eq!(resumed.finish(), Grundy::new(&lengths, &limit)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Growing {
    lengths: Lengths,
    limit: Surd,
    lattice: Lattice,
    width: i64,
    /// g is wanted for keys below this one.
    end: i64,
    cells: Cells,
    reach: Reach,
    options: Options,
    /// The next window.
    window: usize,
}

/// A step of g as it is kept: the coordinates (a, b) of where it begins in the [lattice](Grundy::lattice), and the value.
pub type KeptStep = (i64, i64, Nimber);

impl Growing {
    /// Nothing is known yet but g(0) = 0.
    ///
    /// # Errors
    /// As [`Grundy::new`].
    pub fn new(lengths: &Lengths, limit: &Surd) -> Result<Self, GrundyError> {
        let lattice = lattice_for(lengths, limit)?;
        let width = window_width(&lattice);
        Ok(Self {
            lengths: lengths.clone(),
            limit: limit.clone(),
            width,
            end: lattice.threshold(limit, true),
            cells: Cells::starting_with(0, width, lattice.row_keys()),
            reach: Reach::default(),
            options: Options::new(&lattice),
            window: 0,
            lattice,
        })
    }

    /// Goes on from steps that were kept, all there are up to some place. The limit may be another one than then.
    ///
    /// # Errors
    /// As [`Grundy::new`], and [`GrundyError::NotSteps`] where the steps cannot be those of g.
    ///
    /// # Cost
    /// O(steps), and the windows within the longest length of the end of what is known.
    pub fn resume(lengths: &Lengths, limit: &Surd, kept: Vec<KeptStep>) -> Result<Self, GrundyError> {
        let mut growing = Self::new(lengths, limit)?;
        let steps = growing.points_of(&kept)?;
        let Some(&(last, _)) = steps.last() else { return Ok(growing) };
        // the windows after which g was known up to the last step, or less
        let (shortest, longest) = growing.options.shortest_and_longest();
        let windows = ((last.key.min(growing.end) + 1 - shortest) / growing.width).max(0);
        let known = (windows * growing.width + shortest).min(growing.end);
        for &(at, value) in steps[1..].iter().take_while(|(at, _)| at.key < known) {
            growing.cells.push(at, value);
        }
        // what is felt from there on happened no more than the longest length before
        let first = ((known - longest) / growing.width).max(0);
        growing.window = first as usize;
        growing.reach = Reach::before_window(&growing.cells, growing.window);
        growing.options.hold(&growing.reach.held());
        while growing.window < windows as usize {
            growing.sweep();
        }
        let value = growing.options.feel_before(known);
        if value == growing.cells.last_value() { Ok(growing) } else { Err(GrundyError::NotSteps) }
    }

    /// The steps that were kept, as points.
    fn points_of(&self, kept: &[KeptStep]) -> Result<Vec<(Point, Nimber)>, GrundyError> {
        let point = |&(a, b, value): &KeptStep| Some((self.lattice.point(a, b)?, value));
        // beyond the limit of this lattice there are no points, and no steps are needed
        let steps: Vec<_> = kept.iter().map_while(point).collect();
        let begins = steps.first().is_none_or(|&step| step == (Point::ORIGIN, 0));
        let ascends = steps.windows(2).all(|pair| pair[0].0.key < pair[1].0.key && pair[0].1 != pair[1].1);
        if begins && ascends { Ok(steps) } else { Err(GrundyError::NotSteps) }
    }

    /// Sweeps the next window, and tells whether there was one.
    pub fn advance(&mut self) -> bool {
        let (shortest, _) = self.options.shortest_and_longest();
        // g below the end is felt from reach below end − shortest
        if self.window as i64 * self.width >= self.end - shortest {
            return false;
        }
        self.sweep();
        let known = self.width * self.window as i64 + shortest;
        self.options.extend(&mut self.cells, known.min(self.end));
        true
    }

    fn sweep(&mut self) {
        self.reach.sweep(&self.cells, self.window, &mut self.options.transitions);
        self.window += 1;
    }

    /// Whether the windows have become so large that it is worth while to go on inside a rayon pool of several threads.
    ///
    /// It changes nothing but the time.
    #[must_use]
    pub fn pays_threads(&self) -> bool {
        pays_threads(&self.cells, self.window)
    }

    /// The part of the line that is swept, from 0 to 1.
    #[must_use]
    pub fn done(&self) -> f64 {
        let (shortest, _) = self.options.shortest_and_longest();
        let windows = (self.end - shortest).max(1) as f64 / self.width as f64;
        (self.window as f64 / windows).min(1.0)
    }

    /// The steps so far.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = KeptStep> {
        self.cells.steps().map(|(at, value)| {
            let (a, b) = self.lattice.coordinates(at);
            (a, b, value)
        })
    }

    /// Where the last step so far begins.
    #[must_use]
    pub fn last_step(&self) -> Surd {
        self.cells.steps().next_back().map_or_else(Surd::zero, |(at, _)| self.lattice.exact(at))
    }

    /// g, when nothing is left to [advance](Growing::advance) to.
    #[must_use]
    pub fn finish(mut self) -> Grundy {
        while self.advance() {}
        Grundy::of(&self.lengths, self.lattice, &self.limit, self.cells)
    }
}

/// The nimbers of the options of a segment: the union of reach(L − s) over the lengths s, as L moves on.
#[derive(Clone, Debug)]
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

    fn shortest_and_longest(&self) -> (i64, i64) {
        let keys = self.delays.iter().map(|(length, _)| length.key);
        keys.minmax().into_option().unwrap_or((0, 0))
    }

    /// Begins with a reach that holds these nimbers, felt at every delay.
    fn hold(&mut self, nimbers: &[Nimber]) {
        for &nimber in nimbers {
            self.counts.add(nimber, self.delays.len() as i64);
        }
    }

    /// Moves L on to just below `known`, where the value is known already, and tells it.
    fn feel_before(&mut self, known: i64) -> Nimber {
        for (length, seen) in &mut self.delays {
            while let Some(transition) = self.transitions.get(*seen).filter(|t| t.at.key + length.key < known)
            {
                self.counts.add(transition.nimber, if transition.held { 1 } else { -1 });
                *seen += 1;
            }
        }
        self.counts.settle(|_, _| ());
        self.counts.mex()
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
        self.forget();
    }

    /// Drops the transitions that all delays have felt, once they are most of what is kept.
    fn forget(&mut self) {
        let felt = self.delays.iter().map(|&(_, seen)| seen).min().unwrap_or(0);
        if felt > self.transitions.len() / 2 {
            self.transitions.drain(..felt);
            for (_, seen) in &mut self.delays {
                *seen -= felt;
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

    impl Growing {
        /// Advances, and shows the transitions of that window.
        fn watch(&mut self, show: impl FnMut(&Transition)) -> bool {
            let mut ahead = self.clone();
            let before = ahead.options.transitions.len();
            let (shortest, _) = ahead.options.shortest_and_longest();
            if ahead.window as i64 * ahead.width < ahead.end - shortest {
                ahead.sweep();
                ahead.options.transitions[before..].iter().for_each(show);
            }
            self.advance()
        }
    }

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
            let mut growing = Growing::new(&lengths, &limit.parse().unwrap()).unwrap();
            while growing.watch(|transition| left.push(*transition)) {}
            let windows = growing.cells;
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

    #[test]
    fn a_sweep_that_was_stopped_anywhere_goes_on_to_the_same_function() {
        for (lengths, limit) in
            [("1,sqrt2", "40"), ("1,(1+sqrt5)/2", "25"), ("3,1+sqrt2", "60"), ("1,3/2", "20")]
        {
            let (lengths, limit): (Lengths, Surd) = (lengths.parse().unwrap(), limit.parse().unwrap());
            let expected = Grundy::new(&lengths, &limit).unwrap();
            let mut growing = Growing::new(&lengths, &limit).unwrap();
            while growing.advance() {
                let resumed = Growing::resume(&lengths, &limit, growing.steps().collect()).unwrap();
                assert!(resumed.done() <= growing.done());
                assert_eq!(resumed.finish(), expected, "{lengths} from {}", growing.last_step());
                // to other limits
                for limit in ["0", "1/2", "3/2", "7"].map(|limit| limit.parse().unwrap()) {
                    let shorter = Growing::resume(&lengths, &limit, growing.steps().collect()).unwrap();
                    assert_eq!(
                        shorter.finish(),
                        Grundy::new(&lengths, &limit).unwrap(),
                        "{lengths} to {limit}"
                    );
                }
                let limit = &limit + &Surd::from(9);
                let longer = Growing::resume(&lengths, &limit, growing.steps().collect()).unwrap();
                assert_eq!(
                    longer.finish().steps().len(),
                    Grundy::new(&lengths, &limit).unwrap().steps().len()
                );
            }
        }
    }

    #[test]
    fn steps_that_are_none_are_refused() {
        let (lengths, limit) = (Lengths::default(), Surd::from(40));
        let grown =
            |kept: Vec<KeptStep>| Growing::resume(&lengths, &limit, kept).map(|growing| growing.finish());
        let steps: Vec<KeptStep> = {
            let mut growing = Growing::new(&lengths, &limit).unwrap();
            while growing.advance() {}
            growing.steps().collect()
        };
        assert!(grown(steps.clone()).is_ok() && grown(vec![]).is_ok());
        let wrong = |change: &dyn Fn(&mut Vec<KeptStep>)| {
            let mut steps = steps.clone();
            change(&mut steps);
            grown(steps)
        };
        assert_eq!(wrong(&|steps| steps[0].2 = 1), Err(GrundyError::NotSteps));
        assert_eq!(wrong(&|steps| steps.swap(3, 4)), Err(GrundyError::NotSteps));
        assert_eq!(wrong(&|steps| steps[5].2 = steps[4].2), Err(GrundyError::NotSteps));
    }
}
