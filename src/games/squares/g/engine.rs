//! g by the general event engine: plain, slow, and the reference that all else is tested
//! against.

use itertools::Itertools;

use super::super::rules::Digit;
use super::steps::Steps;
use super::transitions::Transition;
use crate::lattice::{Key, Lattice, Point};
use crate::sweep::{Nimber, NimberCounts, Queue, State, run_until};

/// g by the general engine, as it grows.
///
/// # Cost
/// O(log K) for each corner of K steps.
#[derive(Clone, Debug)]
pub struct EngineRun<K> {
    /// g is wanted for keys below this one, and known below the other.
    end: K,
    known: K,
    line: EngineLine<K>,
    queue: Queue<Point<K>, Event>,
}

impl<K: Key> EngineRun<K> {
    /// Nothing is known yet; g is wanted for keys below `end`.
    pub fn new(lattice: &Lattice, digits: &[Digit], end: i128) -> Self {
        let line = EngineLine {
            lengths: lattice
                .generators()
                .iter()
                .map(|&length| Point::of(length))
                .zip_eq(digits.iter().copied())
                .collect(),
            steps: Steps::zero_on(lattice),
            reach: NimberCounts::default(),
            options: NimberCounts::default(),
            corners: vec![],
            log: vec![],
        };
        let mut queue = Queue::default();
        queue.schedule(Point::default(), Event::Corner { i: 0, j: 0 });
        line.schedule_step(Point::default(), None, &mut queue);
        Self { end: K::nearest(end), known: K::default(), line, queue }
    }

    /// Sweeps as far as a window is wide, and passes each transition of reach on, in order; returns
    /// whether there was anything left to do.
    pub fn advance(&mut self, log: impl FnMut(Transition<K>)) -> bool {
        if self.known >= self.end {
            return false;
        }
        self.known = self.end.min(self.known + self.line.steps.window_width());
        // corners are needed up to the shortest length below the end, values up to the end; what is
        // more does no harm
        run_until(&mut self.line, &mut self.queue, |at| at.key >= self.known);
        self.line.log.drain(..).for_each(log);
        true
    }

    /// The part of the line that is swept, from 0 to 1.
    pub fn progress(&self) -> f64 {
        let [known, end]: [i128; 2] = [self.known.into(), self.end.into()];
        known as f64 / end.max(1) as f64
    }

    /// The steps so far.
    pub fn steps(&self) -> &Steps<K> {
        &self.line.steps
    }
}

/// What happens at a place. Steps are numbered by 32 bits: more of them would have more corners
/// than a life has nanoseconds.
#[derive(Clone, Debug)]
enum Event {
    /// The corner of steps i ≥ j.
    Corner { i: u32, j: u32 },
    /// A transition of reach, or a step of g, is due at the delay of a length.
    Option { nimber: Nimber, held: bool },
}

/// The state of the queue's sweep along the line.
#[derive(Clone, Debug)]
struct EngineLine<K> {
    lengths: Vec<(Point<K>, Digit)>,
    steps: Steps<K>,
    reach: NimberCounts,
    options: NimberCounts,
    /// The corners of this moment, each of which has a successor.
    corners: Vec<(u32, u32)>,
    /// The transitions of reach since they were last passed on.
    log: Vec<Transition<K>>,
}

impl<K: Key> State for EngineLine<K> {
    type Key = Point<K>;
    type Event = Event;

    fn apply(&mut self, _: &Point<K>, event: Event) {
        match event {
            Event::Option { nimber, held } => self.options.add(nimber, if held { 1 } else { -1 }),
            Event::Corner { i, j } => self.take(i, j),
        }
    }

    fn settle(&mut self, &at: &Point<K>, queue: &mut Queue<Point<K>, Event>) {
        self.settle_value(at, queue);
        self.settle_corners(at, queue);
    }
}

impl<K: Key> EngineLine<K> {
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

    fn settle_value(&mut self, at: Point<K>, queue: &mut Queue<Point<K>, Event>) {
        self.options.settle();
        let (before, value) = (self.steps.last_value(), self.options.mex());
        if value != before {
            self.steps.push(at, value);
            self.schedule_step(at, Some(before), queue);
            // the first corner of a new step is with the step at 0, right here
            self.take(self.steps.len() as u32 - 1, 0);
        }
    }

    /// The last step begins, after a value before it: it is due at the delays of digit 3.
    fn schedule_step(&self, at: Point<K>, before: Option<Nimber>, queue: &mut Queue<Point<K>, Event>) {
        for &(length, _) in self.lengths.iter().filter(|(_, digit)| *digit == Digit::AtAnEnd) {
            let left = before.map(|nimber| Event::Option { nimber, held: false });
            let entered = Event::Option { nimber: self.steps.last_value(), held: true };
            left.into_iter().chain([entered]).for_each(|event| queue.schedule(at + length, event));
        }
    }

    fn settle_corners(&mut self, at: Point<K>, queue: &mut Queue<Point<K>, Event>) {
        for &(nimber, held) in self.reach.settle() {
            self.log.push(Transition { at, nimber, held });
            for &(length, _) in self.lengths.iter().filter(|(_, digit)| *digit == Digit::Anywhere) {
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
