//! g by the general event engine: plain, slow, and the reference that the windows are tested against.

use super::grundy::{Grundy, GrundyError, lattice_for, window_width};
use super::rules::Lengths;
use crate::games::squares::sweep::{Cells, Transition};
use crate::lattice::{Lattice, Point};
use crate::number::Surd;
use crate::sweep::{Nimber, NimberCounts, Queue, State, run_until};

impl Grundy {
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
    run_until(&mut line, &mut queue, |moment| moment.at.key >= end);
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

    fn apply(&mut self, _: &Moment, event: Event) {
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

    fn settle(&mut self, &Moment { at, phase }: &Moment, queue: &mut Queue<Moment, Event>) {
        match phase {
            Phase::Value => self.settle_value(at, queue),
            Phase::Corners => self.settle_corners(at, queue),
        }
    }
}

impl<F: FnMut(&Transition)> Line<F> {
    fn settle_value(&mut self, at: Point, queue: &mut Queue<Moment, Event>) {
        self.options.settle();
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
        for &(nimber, held) in self.reach.settle() {
            (self.log)(&Transition { at, nimber, held });
            for &length in &self.lengths {
                let moment = Moment { at: at + length, phase: Phase::Value };
                queue.schedule(moment, Event::Option { nimber, held });
            }
        }
        for (i, j) in self.corners.drain(..).filter(|(i, j)| j < i) {
            let at = self.steps[i].0 + self.steps[j + 1].0;
            queue.schedule(Moment { at, phase: Phase::Corners }, Event::Corner { i, j: j + 1 });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::growing::Growing;
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
            // rows times slant beyond 64 bits
            ("60000,sqrt2-1", "200"),
            ("3000,sqrt10-3", "60"),
            // many more places than steps
            ("1,10001/10000", "9"),
            ("1,1.41421", "9"),
        ] {
            let lengths: Lengths = lengths.parse().unwrap();
            let lattice = lengths.lattice(&limit.parse().unwrap()).unwrap();
            let end = lattice.threshold(&limit.parse().unwrap(), true);
            let (mut left, mut right) = (vec![], vec![]);
            let growing = Growing::new(&lengths, &limit.parse().unwrap()).unwrap();
            let (shortest, windows) = growing.log(|transition| left.push(*transition));
            let queue = by_queue(&lattice, end, |transition| right.push(*transition));
            assert!(windows.steps().eq(queue.steps()), "values for {lengths}");
            // the windows stop where nothing is felt below the end
            left.retain(|transition| transition.at.key < end - shortest);
            right.retain(|transition| transition.at.key < end - shortest);
            assert_eq!(left, right, "log for {lengths}");
            assert!(!left.is_empty());
        }
    }
}
