//! g by windows of corners: how it grows, and how it is stopped and gone on with.
//!
//! # The feedback
//! g is constant on half-open intervals between sums of lengths: reach changes only at corners (the corner law of
//! [`corners`](crate::games::squares::sweep)), and a change of reach at y is felt by g at y + s for each length s. A change of g
//! makes new corners, the first of them where it happens, all of them felt no sooner than the shortest length further on.
//! So a sweep by windows of at most that width always knows what it needs.

use itertools::Itertools;
use num_traits::Zero;

use super::grundy::{Grundy, GrundyError, lattice_for, window_width};
use super::rules::Lengths;
use crate::games::squares::sweep::{Cells, Reach, Transition, pays_threads, threads};
use crate::lattice::{Lattice, Point};
use crate::number::Surd;
use crate::sweep::{Nimber, NimberCounts};

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
            return Ok(threads::in_pool(|| growing.finish()));
        }
        Ok(growing.finish())
    }
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
        // beyond the box of this lattice there are no points, and no steps are needed
        let steps: Vec<_> = kept.iter().map_while(point).collect();
        let rest = kept.get(steps.len());
        if rest.is_some_and(|&(a, b, _)| self.lattice.is_in_box(a, b)) {
            return Err(GrundyError::NotSteps);
        }
        let begins = steps.first().is_none_or(|&step| step == (Point::ORIGIN, 0));
        let ascends = steps.windows(2).all(|pair| pair[0].0.key < pair[1].0.key && pair[0].1 != pair[1].1);
        // a Grundy value is at most the number of moves of the longest play; so no value asks for more memory than g does
        let (shortest, _) = self.options.shortest_and_longest();
        let possible = steps.iter().all(|&(at, value)| i64::from(value) <= at.key / shortest);
        if begins && ascends && possible { Ok(steps) } else { Err(GrundyError::NotSteps) }
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
        self.feel(|felt| felt.key < known)
    }

    /// Feels all transitions that are felt now, and tells the value of g then.
    fn feel(&mut self, is_now: impl Fn(Point) -> bool) -> Nimber {
        for (length, seen) in &mut self.delays {
            while let Some(transition) = self.transitions.get(*seen).filter(|t| is_now(t.at + *length)) {
                self.counts.add(transition.nimber, if transition.held { 1 } else { -1 });
                *seen += 1;
            }
        }
        self.counts.settle();
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
            let value = self.feel(|felt| felt == at);
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

#[cfg(test)]
mod tests {
    use super::*;

    impl Growing {
        /// Grows to the end, showing all transitions; gives the key of the shortest length, and the cells.
        pub(in crate::games::squares) fn log(mut self, mut show: impl FnMut(&Transition)) -> (i64, Cells) {
            let (shortest, _) = self.options.shortest_and_longest();
            loop {
                let mut ahead = self.clone();
                let before = ahead.options.transitions.len();
                if !self.advance() {
                    return (shortest, self.cells);
                }
                ahead.sweep();
                ahead.options.transitions[before..].iter().for_each(&mut show);
            }
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
        assert_eq!(wrong(&|steps| steps[9].0 = i64::MAX).map(|_| ()), Ok(())); // beyond the box: the end
        assert_eq!(wrong(&|steps| steps.swap(3, 4)), Err(GrundyError::NotSteps));
        assert_eq!(wrong(&|steps| steps[5].2 = steps[4].2), Err(GrundyError::NotSteps));
        // more than pieces that fit, and more than counts for them would fit the memory
        assert_eq!(wrong(&|steps| steps[5].2 = Nimber::MAX), Err(GrundyError::NotSteps));
    }
}
