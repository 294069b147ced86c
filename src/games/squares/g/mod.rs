//! g as a step function, from the reach of its own steps: one sweep, three ways to find reach.
//!
//! The corner law, by which all of this works, is in the documentation of the
//! [squares](super).
//!
//! # The sweep
//! The line is cut into *windows* of equal width, no wider than the shortest length. When window n
//! is due, all steps of g below its end are known, because a change of reach at y reaches g no
//! sooner than the shortest length further on. So window by window:
//!
//! ```text
//! steps of g ──► reach in this window, as transitions ──► read at one delay for each length
//!     ▲           places, or sorted corners                     │ union, mex
//!     └───────────────── changes of g ◄─────────────────────────┘
//! ```
//!
//! # Three methods, one log
//! - **Places** ([`places`]): the places where a nimber is held are bits of a set, and a cell adds
//!   the xor of two sets. This serves wherever a row of the lattice has at most one point in a
//!   window, and the points near a stretch have small codes; with any number of threads and on
//!   every processor. It is tried from 16 steps on.
//! - **Sort** ([`sort`]): the corners of a window are collected and sorted, and nimbers are
//!   counted. This serves every lattice. For the main job it takes some milliseconds more; at L =
//!   5000 it takes thirty times as long.
//! - **Engine** ([`engine`]): the general event engine, with counts of nimbers and nothing of the
//!   rest of this module but the steps: the reference.
//!
//! All three find the same steps, and the same transitions in the same order; a test compares them.
//! Which one serves, by which instructions of the processor, how wide the sets are, and which cells
//! cover places is [one decision](method).
//!
//! # Keys
//! Every sum of lengths has a key, by which it is ordered, and a *row*: points of the same row
//! differ by a multiple of one length, the *spacing* of the rows. In {1, √2} the row of a + b√2 is
//! b, and the spacing is 1.
//!
//! All of this is generic over the type of the keys: `i64` where the keys of a lattice fit it, else
//! `i128`. The covering of places, where most of the work is, knows codes and nimbers only.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `steps` | the step function: keys, rows and values |
//! | `transitions` | what sweeps of reach report |
//! | `places` | reach by places, many points at once |
//! | `sort` | reach by sorted corners |
//! | `method` | which of them, and why: one decision |
//! | `delays` | the nimbers of all options: reach, or g itself, at one delay for each length |
//! | `run` | g as it grows, window by window: the sweep that extends its own function |
//! | `engine` | g by the general event engine: the reference |

mod delays;
mod engine;
mod method;
mod places;
mod run;
mod sort;
mod steps;
mod transitions;

pub use engine::EngineRun;
pub use method::{Choice, Method};
#[cfg(feature = "cli")]
pub use method::{VARIABLE as VECTORS_VARIABLE, use_vectors, vectors};
pub use run::{Run, Trust};
pub use steps::{Steps, count_of_pairs, pairs_of};
