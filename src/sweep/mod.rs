//! The sweep: events in key order, equal keys merged, and a state that may schedule later events.
//!
//! The whole machine is one loop ([`engine::run`]): take every event of the smallest key, apply each to the state,
//! then let the state settle and schedule what follows.
//!
//! ```
//! use nimsweep::sweep::{Queue, State, run};
//!
//! /// Counts how many intervals [from, to) cover a key, and remembers the most.
//! #[derive(Default)]
//! struct Cover { now: i64, most: i64 }
//!
//! impl State for Cover {
//!     type Key = u32;
//!     type Event = i64;
//!     fn apply(&mut self, _: u32, difference: i64) { self.now += difference; }
//!     fn settle(&mut self, _: u32, _: &mut Queue<u32, i64>) { self.most = self.most.max(self.now); }
//! }
//!
//! let mut queue = Queue::default();
//! for (from, to) in [(0, 5), (3, 9), (5, 6)] {
//!     queue.schedule(from, 1);
//!     queue.schedule(to, -1);
//! }
//! let mut cover = Cover::default();
//! run(&mut cover, &mut queue, 100);
//! assert_eq!(cover.most, 2); // at 5 one interval ends where another begins: equal keys are one moment
//! ```
//!
//! | file | one purpose |
//! | --- | --- |
//! | [`engine`] | the loop, and what a state has to do |
//! | [`queue`] | events ordered by key, taken one key at a time |
//! | [`counts`] | how often each nimber is held now, and the mex |
//!
//! *Deliberately absent:* no length, no game, no rule. Keys are anything that is ordered and copied.

pub mod counts;
pub mod engine;
pub mod queue;

pub use counts::{Nimber, NimberCounts, NimberSet};
pub use engine::{Progress, State, run};
pub use queue::Queue;
