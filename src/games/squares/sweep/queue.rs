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
    queue.schedule(Point::default(), Event::Corner { i: 0, j: 0 });
    // corners are needed up to the shortest length below the end, values up to the end; what is
    // more does no harm
    run_until(&mut line, &mut queue, |at| at.key >= end);
    line.steps
}

/// What happens at a place. Steps are numbered by 32 bits: more of them would have more corners
/// than a life has nanoseconds.
enum Event {
    /// The corner of steps i ≥ j.
    Corner { i: u32, j: u32 },
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
    corners: Vec<(u32, u32)>,
    log: F,
}

impl<K: Key, F: FnMut(&Transition<K>)> State for Line<K, F> {
    type Key = Point<K>;
    type Event = Event;

    fn apply(&mut self, _: &Point<K>, event: Event) {
        match event {
            Event::Option { nimber, held } => self.options.add(nimber, if held { 1 } else { -1 }),
            Event::Corner { i, j } => self.take(i, j),
        }
    }

    fn settle(&mut self, &at: &Point<K>, queue: &mut Queue<Point<K>, Event>) {
        self.settle_value(at);
        self.settle_corners(at, queue);
    }
}

impl<K: Key, F: FnMut(&Transition<K>)> Line<K, F> {
    /// The corner of steps i ≥ j: their cell enters, and cell (i − 1, j − 1) leaves.
    fn take(&mut self, i: u32, j: u32) {
        let values = &self.steps.values;
        let (step, partner) = (i as usize, j as usize);
        self.reach.add(values[step] ^ values[partner], 1);
        // no cell leaves at a corner with the first step; i ≥ j, so i − 1 is a step
        if j > 0 {
            self.reach.add(values[step - 1] ^ values[partner - 1], -1);
        }
        self.corners.push((i, j));
    }

    fn settle_value(&mut self, at: Point<K>) {
        self.options.settle();
        let value = self.options.mex();
        if value != self.steps.last_value() {
            self.steps.push(at, value);
            // the first corner of a new step is with the step at 0, right here
            self.take(self.steps.len() as u32 - 1, 0);
        }
    }

    fn settle_corners(&mut self, at: Point<K>, queue: &mut Queue<Point<K>, Event>) {
        for &(nimber, held) in self.reach.settle() {
            (self.log)(&Transition { at, nimber, held });
            for &length in &self.lengths {
                queue.schedule(at + length, Event::Option { nimber, held });
            }
        }
        for (i, j) in self.corners.drain(..).filter(|(i, j)| j < i) {
            // j + 1 ≤ i is a step
            let at = self.steps.start(i as usize) + self.steps.start(j as usize + 1);
            queue.schedule(at, Event::Corner { i, j: j + 1 });
        }
    }
}
