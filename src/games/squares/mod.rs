//! Squares on the line: pieces of given lengths are placed on a segment, and whoever places the last one wins.
//!
//! The pipeline can be read off the file names; a file never uses one to its right:
//!
//! ```text
//! rules ──► grundy ──► growing, by_queue ──► winning ──► survey ──► gain ──► moves
//! ```
//!
//! | file | one purpose |
//! | --- | --- |
//! | [`rules`] | the rule of the game, and the lengths of its pieces |
//! | [`grundy`] | the Grundy values g(L) as a step function |
//! | [`growing`] | g by windows of corners |
//! | [`by_queue`] | g by the general event engine |
//! | [`winning`] | W(y): the measure of first moves that leave a lost position |
//! | `survey` | which pieces of e may hold its maximum, by floats with bounds |
//! | [`gain`] | e(L), the expected gain, and its certified maximum |
//! | [`moves`] | which first moves win, as exact intervals |
//!
//! Project Euler, problem 644, *Squares on the line*. With the single length 1 this is Kayles on the whole part of L
//! (Guy and Smith, *The G-values of various games*, Proc. Cambridge Philos. Soc. 52 (1956)).

pub mod by_queue;
pub mod gain;
pub mod growing;
pub mod grundy;
pub mod moves;
pub mod rules;
mod survey;
pub mod sweep;
pub mod winning;

pub use gain::{Chance, Gain, GainError, Kind, Maximum};
pub use growing::{Growing, KeptStep};
pub use grundy::{Grundy, GrundyError};
pub use moves::{Interval, Moves, MovesError, Placements};
pub use rules::{Lengths, LengthsError};
