//! g by the general event engine: plain, slow, and the reference that the windows are tested
//! against.

use super::steps::Steps;
use super::transition::Transition;
use crate::lattice::{Key, Lattice, Point};
use crate::sweep::{Nimber, NimberCounts, Queue, State, run_until};

/// g for keys below `end`, by the general engine. Each transition of reach is passed to `log`, in
/// order.
///
/// # Cost
/// O(log K) for each corner of K steps.
pub fn sweep_by_queue<K: Key>(lattice: &Lattice, end: K, log: impl FnMut(&Transition<K>)) -> Steps<K> {
    let mut line = Line {
        lengths: lattice.generators().iter().map(|&length| Point::of(length)).collect(),
        steps: Steps::zero_on(lattice),
        reach: NimberCounts::default(),
        options: NimberCounts::default(),
        corners: vec![],
        log,
    };
    let mut queue = Queue::default();
    queue.schedule(Moment { at: Point::default(), phase: Phase::Corners }, Event::Corner { i: 0, j: 0 });
    // corners are needed up to the shortest length below the end, values up to the end; what is
    // more does no harm
    run_until(&mut line, &mut queue, |moment| moment.at.key >= end);
    line.steps
}

/// A place on the line, where first the value of g is settled and then the corners of what is known
/// are taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Moment<K> {
    at: Point<K>,
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
    /// A transition of reach is due at the delay of a length.
    Option { nimber: Nimber, held: bool },
}

/// The state of the queue's sweep along the line.
struct Line<K, F> {
    lengths: Vec<Point<K>>,
    steps: Steps<K>,
    reach: NimberCounts,
    options: NimberCounts,
    /// The corners of this moment, each of which has a successor.
    corners: Vec<(usize, usize)>,
    log: F,
}

impl<K: Key, F: FnMut(&Transition<K>)> State for Line<K, F> {
    type Key = Moment<K>;
    type Event = Event;

    fn apply(&mut self, _: &Moment<K>, event: Event) {
        match event {
            Event::Option { nimber, held } => self.options.add(nimber, if held { 1 } else { -1 }),
            Event::Corner { i, j } => {
                let values = &self.steps.values;
                self.reach.add(values[i] ^ values[j], 1);
                // no cell leaves at a corner with the first step; i ≥ j, so i − 1 is a step
                if j > 0 {
                    self.reach.add(values[i - 1] ^ values[j - 1], -1);
                }
                self.corners.push((i, j));
            }
        }
    }

    fn settle(&mut self, &Moment { at, phase }: &Moment<K>, queue: &mut Queue<Moment<K>, Event>) {
        match phase {
            Phase::Value => self.settle_value(at, queue),
            Phase::Corners => self.settle_corners(at, queue),
        }
    }
}

impl<K: Key, F: FnMut(&Transition<K>)> Line<K, F> {
    fn settle_value(&mut self, at: Point<K>, queue: &mut Queue<Moment<K>, Event>) {
        self.options.settle();
        let value = self.options.mex();
        if value != self.steps.last_value() {
            self.steps.push(at, value);
            // the first corner of a new step is with the step at 0, right here
            let corner = Event::Corner { i: self.steps.len() - 1, j: 0 };
            queue.schedule(Moment { at, phase: Phase::Corners }, corner);
        }
    }

    fn settle_corners(&mut self, at: Point<K>, queue: &mut Queue<Moment<K>, Event>) {
        for &(nimber, held) in self.reach.settle() {
            (self.log)(&Transition { at, nimber, held });
            for &length in &self.lengths {
                let moment = Moment { at: at + length, phase: Phase::Value };
                queue.schedule(moment, Event::Option { nimber, held });
            }
        }
        for (i, j) in self.corners.drain(..).filter(|(i, j)| j < i) {
            // j + 1 ≤ i is a step
            let at = self.steps.start(i) + self.steps.start(j + 1);
            queue.schedule(Moment { at, phase: Phase::Corners }, Event::Corner { i, j: j + 1 });
        }
    }
}
