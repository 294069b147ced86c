//! Reach and g by windows of corners: the same events as from a queue, without queue or sort.
//!
//! The corner law, by which all of this works, stands in the documentation of the
//! [squares](super).
//!
//! # Windows and blocks
//! The line is cut into windows of equal width. The breakpoints inside window t are block t, and
//! all corners of blocks t and u lie in the windows t + u and t + u + 1. So step n of the sweep
//! takes all pairs of blocks with t + u = n, counts their corners for the windows n and n + 1, and
//! then window n is complete. A sweep that extends the function itself needs windows no wider than
//! its shortest delay: then block n is known when step n comes.
//!
//! # Rows
//! In a window no wider than the spacing of the lattice a point is named by its row
//! ([`RowKeys`](crate::lattice::RowKeys)), and in two such windows by its row and the parity of its
//! place m in the row. Rows add, and parities add. So the corner of two steps needs no comparison
//! and no sort: row and parity of the sum choose a line in a dense table lines × nimbers, where
//! the nimber that enters counts up and the one that leaves counts down. When a window is complete,
//! its lines are taken in order of their keys, and each is added to the running counts as a whole.
//! Only a count that becomes zero or leaves zero is a [`Transition`].
//!
//! How many rows the windows meet is measured, not assumed ([`Steps::rows_of_blocks`]). If the
//! breakpoints do not lie in a narrow strip, the table would outgrow the cache; then the corners of
//! a window are collected and sorted instead.
//!
//! # Words
//! Reach needs no counts: a word for each nimber says at which of 127 places it is there, and a
//! cell sets its places at once (`word`). For one thread that is faster than counts wherever a row
//! names a point of a window. Counts take over where it does not, where codes or nimbers do not
//! fit, where a word has too many places, and where three or more threads can share them.
//!
//! # Invariant
//! After each window the running counts are those of the cells that are alive just below its end.
//! With the feature `slow-asserts` they are recomputed from the steps alone and compared after
//! each window, and in builds with debug assertions after each eighth.
//!
//! # Threads
//! When step n comes, most pairs of the steps n + 1, n + 2, … are known, too: all but those with
//! a block beyond n, whose other block is one of the first few. So while one thread does step n,
//! each other counts one of the next steps ahead, into a table of its own; what is missing is added
//! when that step comes. Only the running counts go through the windows one after the other.
//!
//! # Keys
//! All of this is generic over the type of the keys: `i64` where the keys of a lattice fit it, else
//! `i128`. The tables, where most of the work is, know rows and nimbers only.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `steps` | the step function, in blocks |
//! | `strip` | the rows that corners meet, by blocks of several windows |
//! | `transition` | what sweeps of reach report |
//! | `word` | the sweep by words of places |
//! | `table` | the dense table, and how corners find their entries |
//! | `running` | the running counts |
//! | `invariant` | what is checked after a window, and after which |
//! | `threads` | threads that share the work of a window, or this one alone |
//! | `windows` | the sweep of reach, window by window |
//! | `presence` | reach by presence instead of counts |
//! | `reach` | the source that is fastest |
//! | `delays` | the nimbers of all options: reach at one delay for each length |
//! | `run` | g as it grows, window by window: the sweep that extends its own function |
//! | `spots` | steps computed anew at some places, to compare |
//! | `queue` | the same by the general event engine: the reference |

mod delays;
mod method;
mod places;
mod queue;
mod run;
mod sort;
mod spots;
mod steps;
mod threads;
mod transitions;

pub use method::{Choice, Method, UnknownMethod};
pub use queue::EngineRun;
pub use run::Run;
pub use steps::{Steps, pairs_of};
