//! How fast the events are: the Grundy function of the squares by five methods, timed and compared.
//!
//! All methods do the same job: find the steps of g on [0, L], taking each of the corners p_i + p_j < L, i ≥ j, once. Two
//! of them are the crate's own, the windows of corners and the general engine; the other three are what one would write in
//! an afternoon with the standard library, and are meant to be written well:
//!
//! - *`BinaryHeap`* merges one row of corners for each step of g: only the next corner of a step waits, so that the heap
//!   holds a few thousand entries of 16 bytes and not the millions of all corners.
//! - *`BTreeMap`* merges in the same way, and keeps the corners of one key in one list.
//! - *Collect and sort* goes by windows as wide as the shortest length, as wide as a sweep can be that feeds itself.
//!
//! The three share how corners are counted and how g grows from them, so that they differ in the order of events alone. They know
//! integer keys and nothing else of the crate's sweep: no rows, no tables. A [`Job`] compares what each method finds with
//! what the windows found, so that a wrong method has no time.
//!
//! | file | one purpose |
//! | --- | --- |
//! | [`job`] | the job, its methods, and how long each of them takes |
//! | `line` | g as it grows from corners that come in order |
//! | `merge` | corners in order from a heap or a tree of pending ones |
//! | `sort` | corners in order by collecting and sorting |
//!
//! ```
//! use nimsweep::cli::timing::{Job, Method};
//!
//! let job = Job::upto(60)?;
//! for method in Method::ALL {
//!     assert!(job.measure(method, 1)?.events_per_second > 0.0);
//! }
//! # Ok::<(), nimsweep::cli::timing::SpeedError>(())
//! ```

pub mod job;
mod line;
mod merge;
mod sort;

pub use job::{Found, Job, Measurement, Method, SpeedError};
