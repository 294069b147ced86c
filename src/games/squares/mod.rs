//! Squares on the line: pieces of given lengths are placed on a segment, and whoever places the
//! last one wins.
//!
//! [`Grundy`] computes g once and answers every question about it: Grundy values, winning moves,
//! the gain of a random first piece and its certified maximum.
//!
//! The pipeline can be read off the file names; a file never uses one to its right:
//!
//! ```text
//! rules ─► domain, sweep, octal ─► grundy, multiples ─► growing ─► line ─► winning, moves
//!       ─► pieces ─► gain, survey ─► maximum
//! ```
//!
//! | file | one purpose |
//! | --- | --- |
//! | `rules` | the rule of the game, and the lengths of its pieces |
//! | `domain` | which segments and ranges a question may be about |
//! | `sweep` | reach and g by windows of corners, and by the general engine |
//! | `octal` | g for lengths with a common measure, as an octal game |
//! | `grundy` | the Grundy values g(L) as a step function, to be asked |
//! | `multiples` | the octal game, read as steps of g |
//! | `growing` | g window by window: watched, stopped and resumed |
//! | `line` | the line x + z = y through the cells of g |
//! | `winning` | W(y): the measure of first moves that leave a P-position; the slope law |
//! | `moves` | which first moves win, as exact intervals |
//! | `pieces` | e(L), the expected gain, as pieces with exact forms |
//! | `gain` | e at one length, with the chances of each length |
//! | `survey` | which pieces of e may hold its maximum, by floats with bounds |
//! | `maximum` | the certified maximum of e on a range |
//!
//! # The corner law
//! Let a step function have the value v_i on \[p_i, p_{i+1}), and let
//!
//! ```text
//! reach(y) = { v(x) xor v(y − x) : 0 ≤ x ≤ y }.
//! ```
//!
//! The cell (i, j) lets reach(y) hold v_i xor v_j exactly while p_i + p_j ≤ y < p_{i+1} +
//! p_{j+1}: exactly then there is an x in \[p_i, p_{i+1}) with y − x in \[p_j, p_{j+1}). Hence at
//! the corner y = p_i + p_j the cell (i, j) enters, the cell (i−1, j−1) leaves, and nothing
//! else changes.
//!
//! Cells (i, j) and (j, i) hold the same nimber at the same time, so pairs i ≤ j suffice.
//!
//! # The winning measure
//! A first piece of length s on a segment of length L leaves x and y − x with y = L − s. That is a
//! P-position exactly when g(x) = g(y − x). So W(y) = measure { x in [0, y] : g(x) = g(y − x) }
//! serves all lengths at once.
//!
//! # The slope law
//! Let 1_v be the indicator of g = v. Then W = Σ_v 1_v ∗ 1_v (convolution), and the derivative
//! of 1_v has a mass of \[v_i = v\] − \[v_{i−1} = v\] at each breakpoint p_i. Over ordered pairs,
//! W'' therefore has at p_i + p_j the mass
//!
//! ```text
//! Σ_v ([v_i = v] − [v_{i−1} = v]) · ([v_j = v] − [v_{j−1} = v])
//!     = [v_i = v_j] + [v_{i−1} = v_{j−1}] − [v_i = v_{j−1}] − [v_{i−1} = v_j],
//! ```
//!
//! terms that do not exist counting 0. The left form says how to find them: for each value v, list
//! where g comes to v (+1) and where it leaves v (−1), and pair each list with itself. These are
//! far fewer pairs than all corners.
//!
//! # Sources
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
mod multiples;
mod octal;
mod pieces;
mod rules;
mod survey;
mod sweep;
mod winning;

pub use domain::DomainError;
pub use gain::{Chance, Gain};
pub use growing::{GrundyRun, KeptStep};
pub use grundy::{Grundy, GrundyError};
pub use maximum::{Maximum, MaximumKind};
pub use moves::{Interval, Moves, Placements};
pub use pieces::{GainCurve, GainForm, GainPiece, GainTerm};
pub use rules::{Lengths, LengthsError};
