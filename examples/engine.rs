//! `sweep::run_until`: the event engine, for any ordered keys and any state.

use nimsweep::number::Surd;
use nimsweep::sweep::{Queue, State, run_until};

/// Two lighthouses flash every 1 and every √2 seconds; the state counts flashes and collects times.
#[derive(Default)]
struct Flashes {
    now: Vec<Surd>,
    log: Vec<String>,
}

impl State for Flashes {
    type Key = Surd;
    type Event = Surd;

    /// Remembers which lighthouse flashes now, by its period.
    fn apply(&mut self, _: &Surd, period: Surd) {
        self.now.push(period);
    }

    /// Called once for each time: schedules the next flash of each.
    fn settle(&mut self, time: &Surd, queue: &mut Queue<Surd, Surd>) {
        self.log.push(format!("{time}: {}", self.now.len()));
        for period in self.now.drain(..) {
            queue.schedule(time + &period, period);
        }
    }
}

fn main() {
    let (mut flashes, mut queue) = (Flashes::default(), Queue::default());
    for period in [Surd::from(1), Surd::square_root_of(2)] {
        queue.schedule(Surd::from(0), period);
    }
    let end = Surd::from(3);
    let work = run_until(&mut flashes, &mut queue, |time| *time >= end);
    println!("{}", flashes.log.join(", "));
    assert_eq!(flashes.log, ["0: 2", "1: 1", "sqrt(2): 1", "2: 1", "2*sqrt(2): 1"]);
    assert_eq!((work.events, work.rounds), (6, 5)); // both flash at 0, in one moment
}
