//! Squares on the line: pieces of given lengths are placed on a segment, and whoever places the
//! last one wins.
//!
//! [`Grundy`] computes g once and answers every question about it: Grundy values, winning moves,
//! the gain of a random first piece and its certified maximum.
//!
//! The pipeline can be read off the file names; a file never uses one to its right:
//!
//! ```text
//! rules ─► domain, sweep ─► grundy ─► growing ─► line ─► winning, moves
//!       ─► pieces ─► gain, survey ─► maximum
//! ```
//!
//! | file | one purpose |
//! | --- | --- |
//! | `rules` | the rule of the game, and the lengths of its pieces |
//! | `domain` | which segments and ranges a question may be about |
//! | `sweep` | reach and g by windows of corners, and by the general engine |
//! | `grundy` | the Grundy values g(L) as a step function, to be asked |
//! | `growing` | g window by window: watched, stopped and resumed |
//! | `line` | the line x + z = y through the cells of g |
//! | `winning` | W(y): the measure of first moves that leave a P-position; the slope law |
//! | `moves` | which first moves win, as exact intervals |
//! | `pieces` | e(L), the expected gain, as pieces with exact forms |
//! | `gain` | e at one length, with the chances of each length |
//! | `survey` | which pieces of e may hold its maximum, by floats with bounds |
//! | `maximum` | the certified maximum of e on a range |
//!
//! Project Euler, problem 644, *Squares on the line*. With the single length 1 this is Kayles on
//! the whole part of L (Guy and Smith, *The G-values of various games*, Proc. Cambridge Philos.
//! Soc. 52 (1956)).

mod domain;
mod gain;
mod growing;
mod grundy;
mod line;
mod maximum;
mod moves;
mod pieces;
mod rules;
mod survey;
mod sweep;
mod winning;

pub use domain::DomainError;
pub use gain::{Chance, Gain};
pub use growing::{Growing, KeptStep};
pub use grundy::{Grundy, GrundyError};
pub use maximum::{Kind, Maximum};
pub use moves::{Interval, Moves, Placements};
pub use pieces::{GainCurve, GainForm, GainPiece, GainTerm};
pub use rules::{Lengths, LengthsError};
