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
//! | [`corners`] | the corner events of a step function, window by window, without a queue |
//!
//! # What the corners cost
//! The figures are for the Grundy function of the squares with lengths 1 and √2, whose corners are nearly all the work. K is the
//! number of steps below L, N the largest nimber, and the corners are the pairs i ≤ j with p_i + p_j < L.
//!
//! | L | K | N | corners | corners for each step |
//! | --- | --- | --- | --- | --- |
//! | 200 | 452 | 76 | 34,322 | 76 |
//! | 500 | 1,829 | 211 | 485,252 | 265 |
//! | 1000 | 5,302 | 469 | 4,044,323 | 763 |
//! | 2000 | 14,861 | 1,010 | 32,626,908 | 2,195 |
//! | 5000 | 62,810 | 2,554 | 537,161,722 | 8,552 |
//! | 10000 | 203,657 | 4,940 | 5,033,113,382 | 24,714 |
//!
//! **Growth.** From line to line K grows like L^1.53, L^1.54, L^1.49, L^1.57, L^1.70, and the corners like L^2.89, L^3.06, L^3.01,
//! L^3.06, L^3.23: as K² should, but for the corners beyond L, and faster towards the end. N grows like L. So a nimber is held by
//! more and more cells at once, K/N of them: 9 at 500, 15 at 2000, 41 at 10000.
//!
//! **Each corner** is two updates of the table, one up and one down, of the same line: a code is read, two sums and a mask
//! find the entry, and the entry is read and written. Codes are read once for two steps. There is no comparison, no branch
//! but for the end of a run, and no allocation. **Each window** costs, besides, its lines times the nimbers, eight counts of 16
//! bits at a time: 24 lines of 256 at L = 500, 206 lines of 8,192 at 10000.
//!
//! | L | time, one thread | for each corner | counting corners | settling lines | all else |
//! | --- | --- | --- | --- | --- | --- |
//! | 500 | 2.6 ms | 5.4 ns | 46 % | 24 % | 30 % |
//! | 2000 | 57 ms | 1.7 ns | 68 % | 16 % | 16 % |
//! | 10000 | 10.0 s | 2.0 ns | 88 % | 9 % | 3 % |
//!
//! At 500 a block has three or four steps, and beginning its runs is more work than the updates (23 of the 49 instructions
//! for each corner count it; shares there are of instructions, else of time). From 2000 on the updates are the work. From 5000
//! on the table is larger than the second cache, and memory takes back what longer runs gain.
//!
//! **How far from the floor.** Two updates are two loads and two stores, which a processor that stores once a cycle does in
//! no less than two cycles, 0.8 ns at 2.6 GHz. So the counting is within a factor of two of what any program can do that updates a
//! count for each corner; fewer updates would be another method.
//!
//! **Threads.** Each takes a step of its own, so that on two cores the sweep to 10000 takes 6.2 s instead of 10.0 s, and
//! that to 5000 0.69 s instead of 1.01 s. Running counts, a tenth to a sixth of the work, stay with one thread. Below L = 2500
//! threads are left asleep: waking them costs more than they do.
//!
//! **Memory** is that of the steps, 16 bytes each besides 8 for the codes, and of one table for each thread: 24 MB at 5000 and
//! 72 MB at 10000, with the decimals of a table of g and all.
//!
//! # What was tried to look at fewer corners
//! Only 166,430 of 32,626,908 corners up to 2000 turn a nimber on or off. Yet none of these wins anything:
//! - **Cover with long cells, look for a witness only where that leaves a nimber bare.** Presence in a window is a set of
//!   bits, one for each nimber and place. Up to 2000, the 19 % of steps that are longest make 9 % of the cells, and leave 478
//!   nimbers of a window (on average) with a gap. But all cells still leave 209: reach really lacks these for a while, and
//!   that a nimber is absent only all cells can tell. So every cell has to be looked at; and a look at a cell (4 to 5 ns, with
//!   both ends of its run to find) costs more than to count it (2 ns). At 5000 it took three to four times as long.
//! - **The sparse space.** As in octal games (*Winning Ways*, chapter 4), the values of g favour one half of the nimbers: those with
//!   an odd number of bits in common with the mask …011011011. Of the length up to 10000, 78 % has such values, and 73 % of
//!   that up to 2000. An odd nimber in reach then needs a cell of one favoured and one other value, which only 35 % of all cells
//!   are; but the other half, which would have to be witnessed, is absent often enough to need the rest of them.
//! - **Tables for classes of nimbers**, which keep to the cache and share nothing between threads: runs become so short that a
//!   mispredicted end of a loop costs more than the cache saves (twice the time for two classes, four times for four).
//! - **Narrower windows** make smaller tables and shorter runs, and take as long.
//! - **Convolution.** The Walsh transform turns reach into products, one for each of N characters; but each is a convolution
//!   over all lattice points, of which there are far more than steps, and g feeds back into it.
//!
//! *Deliberately absent:* no length, no game, no rule. Keys are anything that is ordered and copied; only [`corners`]
//! looks at the integer keys of [`exact`](crate::exact).

pub mod corners;
pub mod counts;
pub mod engine;
pub mod queue;

pub use counts::{Nimber, NimberCounts, NimberSet};
pub use engine::{Progress, State, run};
pub use queue::Queue;
