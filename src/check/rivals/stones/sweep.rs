//! The openings by a sweep: intervals of n in which a remainder is a winning target.
//!
//! A remainder N ≥ 1 is a P-position under every bound below T(N). So it is a winning target from
//! n = N + x exactly if K·x < T(N), that is, from N + 1 up to N + ⌊(T(N) − 1)/K⌋. The remainder 0
//! is a winning target from every n, if the whole pile may be taken. Hence, at n,
//!
//! > T(n) = n − (the largest active target),  M(n) = n − (the smallest active target except 0),
//!
//! and T(n) opens the interval of n itself: the sweep feeds itself, and no term of the K-sequence
//! occurs.

use std::collections::BTreeSet;

use crate::games::stones::{Opening, TakeAway};
use crate::sweep::{Queue, State, run_until};

/// The openings from n = 1, …, `limit`, by a sweep over n.
///
/// A remainder N ≥ 1 is a winning target from N + 1 up to N + ⌊(T(N) − 1)/K⌋. At n, the largest
/// active target gives T(n), and the smallest except 0 gives M(n).
///
/// # Cost
/// At most three events for each n, O(log limit) each. Memory: O(limit).
///
/// ```
/// use nimsweep::check::rivals::stones::sweep;
/// use nimsweep::games::stones::TakeAway;
///
/// let game = TakeAway::FIBONACCI_NIM;
/// for ((_, by_the_law), by_the_sweep) in game.openings().zip(sweep(game, 1000)) {
///     assert_eq!(by_the_law, by_the_sweep);
/// }
/// ```
#[must_use]
pub fn sweep(game: TakeAway, limit: u32) -> Vec<Opening<u64>> {
    let ratio = game.ratio().get();
    let mut state = Targets { ratio, active: BTreeSet::new(), openings: vec![] };
    let mut queue = Queue::default();
    queue.visit(1);
    run_until(&mut state, &mut queue, |&n| n > limit.into());
    state.openings
}

/// What happens at a number of stones.
enum Event {
    /// This remainder becomes a winning target.
    Opens(u64),
    /// This remainder is no longer a winning target.
    Closes(u64),
}

/// The remainders except 0 that are winning targets from n, and the openings from 1, …, n.
struct Targets {
    ratio: u64,
    active: BTreeSet<u64>,
    openings: Vec<Opening<u64>>,
}

impl State for Targets {
    /// The number of stones. The last event is at most at 2·limit < 2³³, since T(n) ≤ n.
    type Key = u64;
    type Event = Event;

    fn apply(&mut self, _: &u64, event: Event) {
        match event {
            Event::Opens(target) => {
                self.active.insert(target);
            }
            // an interval is never empty, so it closes at a later key than it opens
            Event::Closes(target) => {
                self.active.remove(&target);
            }
        }
    }

    fn settle(&mut self, &n: &u64, queue: &mut Queue<u64, Event>) {
        let threshold = n - self.active.last().unwrap_or(&0);
        let largest = self.active.first().map(|target| n - target);
        self.openings.push(Opening { threshold, largest });
        queue.visit(n + 1);
        let length = (threshold - 1) / self.ratio;
        if length > 0 {
            queue.schedule(n + 1, Event::Opens(n));
            queue.schedule(n + 1 + length, Event::Closes(n));
        }
    }
}
