//! The event engine: events in the order of their keys, and a state that schedules later events.
//!
//! The engine is one loop ([`run_until`]): it takes all events of the smallest key, applies each to
//! the state, then lets the state settle and schedule what follows. A key can be of any ordered
//! type. In this example, keys are exact numbers:
//!
//! ```
//! use nimsweep::number::Surd;
//! use nimsweep::sweep::{Queue, State, run_until};
//!
//! /// Counts how many intervals [from, to) cover a place, and keeps the greatest count.
//! #[derive(Default)]
//! struct Cover { now: i64, most: i64 }
//!
//! impl State for Cover {
//!     type Key = Surd;
//!     type Event = i64;
//!     fn apply(&mut self, _: &Surd, difference: i64) { self.now += difference; }
//!     fn settle(&mut self, _: &Surd, _: &mut Queue<Surd, i64>) {
//!         self.most = self.most.max(self.now);
//!     }
//! }
//!
//! let mut queue = Queue::default();
//! for (from, to) in [("0", "sqrt2"), ("1", "1+sqrt2"), ("sqrt2", "2")] {
//!     queue.schedule(from.parse()?, 1);
//!     queue.schedule(to.parse()?, -1);
//! }
//! let mut cover = Cover::default();
//! run_until(&mut cover, &mut queue, |_| false);
//! // at √2 one interval ends and another begins, in one moment because the keys are equal
//! assert_eq!(cover.most, 2);
//! # Ok::<(), nimsweep::number::ParseSurdError>(())
//! ```
//!
//! | file | one purpose |
//! | --- | --- |
//! | `engine` | the loop, and what a state has to do |
//! | `queue` | events ordered by key, taken one key at a time |
//! | `counts` | how often each nimber is held now, and the mex |
//!
//! *Deliberately absent:* no length, no game, no rule.

mod counts;
mod engine;
mod queue;

pub use counts::{Nimber, NimberCounts, NimberSet};
pub use engine::{State, Work, run_until};
pub use queue::Queue;
