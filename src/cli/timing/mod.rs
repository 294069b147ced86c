//! How fast the events are: the Grundy values of the squares by eight methods, timed and compared.
//!
//! All methods do the same job: find the steps of g on [0, L], taking each of the corners p_i + p_j
//! < L, i ≥ j, once. Five of them are the crate's own: the windows of corners by counts, by words
//! and by presence, the fastest of these as answers use it, and the general engine. The other three
//! are ordinary code on the standard library, written well:
//!
//! - *`BinaryHeap`* merges one row of corners for each step of g: only the next corner of a step
//!   waits, so that the heap holds a few thousand entries of 16 bytes and not the millions of all
//!   corners.
//! - *`BTreeMap`* merges in the same way, and keeps the corners of one key in one list.
//! - *Collect and sort* uses windows as wide as the shortest length, the widest in which all
//!   corners are known.
//!
//! The three share how corners are counted and how g grows from them, so that they differ only in
//! how they order events. They know integer keys and nothing else of the crate's sweep: no rows, no
//! tables. A [`Job`] compares what each method finds with what the windows found; a method that
//! disagrees reports an error instead of a time.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `job` | the job, its methods, and how long each of them takes |
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
//! # Ok::<(), nimsweep::cli::timing::TimingError>(())
//! ```

mod job;
mod line;
mod merge;
mod sort;

pub use job::{Found, Job, Measurement, Method, TimingError};
