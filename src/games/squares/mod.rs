//! Squares on the line: pieces of given lengths are placed on a segment, and the player who
//! places the last one wins.
//!
//! [`Grundy`] computes g once and answers every question about it: Grundy values, winning moves,
//! the gain of a random first piece and its certified maximum.
//!
//! Files and folders in the order of the pipeline: each uses only those above it.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `error` | refusals that several questions have, and days in words |
//! | `rules` | the rule of the game, the lengths of its pieces, and which questions have an answer |
//! | `period` | the period theorem, and the least period that steps prove |
//! | `occurrence` | how often each value occurs, by the steps of g and their period |
//! | `theorem` | what gives g for every L: two lengths, and additive games |
//! | `g` | reach and g by places, by sorting, and by the general engine |
//! | `common_measure` | lengths with a common measure: the octal law |
//! | `multiples` | g at whole multiples of it, by the octal game |
//! | `grundy` | the Grundy values g(L) as a step function, extended by a proven period |
//! | `grundy_run` | g window by window: stopped and resumed |
//! | `common_steps` | the steps of one game or of several on a range, exact |
//! | `drive` | a run to its end: by whom, how long at most, and who watches |
//! | `moves` | the line x + z = y through the cells of g; winning moves; sums of segments |
//! | `need` | what an answer needs of g, and how far that is computed |
//! | `known` | g as far as it is known: the one owner |
//! | `gain` | where the slope of W_t changes; W_t; e as exact forms, and in floats |
//! | `maximum` | the certified maximum of e on a range, and its greatest local maxima |
//!
//! # The corner law
//! Let a step function have the value v_i on \[p_i, p_{i+1}), and let
//!
//! ```text
//! reach(y) = { v(x) xor v(y − x) : 0 ≤ x ≤ y }.
//! ```
//!
//! The cell (i, j) lets reach(y) hold v_i xor v_j exactly while p_i + p_j ≤ y < p_{i+1} + p_{j+1}:
//! exactly then there is an x in \[p_i, p_{i+1}) with y − x in \[p_j, p_{j+1}). Hence at y, for
//! each corner p_i + p_j = y, the cell (i, j) enters, and the cell (i−1, j−1) leaves if there is
//! one. Nothing else changes. The last step never ends.
//!
//! Cells (i, j) and (j, i) hold the same nimber at the same time, so pairs i ≤ j suffice.
//!
//! # Sums of segments
//! A position is a list of segments L_1, …, L_k; its value is G = g(L_1) xor … xor g(L_k), and the
//! player to move wins exactly when G ≠ 0. A piece of length s at x in segment i leaves g(x) xor
//! g(y − x) of that segment, with y = L_i − s (with the digit 3, x = 0 or x = y). It wins exactly
//! when this is the *target* t = G xor g(L_i), which the other segments leave.
//!
//! # The mirror strategy
//! If all digits are 7, a single segment of at least the shortest length is an N-position: the
//! first player places a piece in the middle, and then copies each move at the other side. So g(L)
//! = 0 exactly for L below the shortest length. Who wins is a question for sums of segments; for a
//! single one it is *where* to win.
//!
//! # The winning measure
//! W_t(y) = measure { x in [0, y] : g(x) xor g(y − x) = t } serves all lengths at once. For a
//! single segment t is 0, and W = W_0 is the measure of the places that leave a P-position. The W_t
//! of one y add up to y.
//!
//! # The slope law
//! Let 1_v be the indicator of g = v. Then W_t = Σ_v 1_v ∗ 1_{v xor t} (convolution), and the
//! derivative of 1_v has a mass of \[v_i = v\] − \[v_{i−1} = v\] at each breakpoint p_i. Over
//! ordered pairs, W_t'' therefore has at p_i + p_j the mass
//!
//! ```text
//! Σ_v ([v_i = v] − [v_{i−1} = v]) · ([v_j = v xor t] − [v_{j−1} = v xor t]),
//! ```
//!
//! terms that do not exist counting 0. It says how to find them: for each value v, list where g
//! comes to v (+1) and where it leaves v (−1), and pair each list with that of v xor t. These are
//! far fewer pairs than all corners.
//!
//! # Sources
//! Project Euler, problem 644, *Squares on the line*. With the single length 1 this is Kayles on
//! the whole part of L (Guy and Smith, *The G-values of various games*, Proc. Cambridge Philos.
//! Soc. 52 (1956)).

mod common_measure;
mod common_steps;
pub(crate) mod drive;
mod error;
mod g;
mod gain;
mod grundy;
mod grundy_run;
pub(crate) mod known;
mod maximum;
mod moves;
mod multiples;
pub(crate) mod need;
mod occurrence;
mod period;
mod rules;
mod theorem;

pub(crate) use common_steps::{CommonStep, common_steps};
pub(crate) use error::reversed;
#[cfg(feature = "serde")]
pub(crate) use error::{in_words, negative};
pub use g::Method;
#[cfg(feature = "cli")]
pub(crate) use g::{VECTORS_VARIABLE, use_vectors, vectors};
pub use gain::{Chance, Gain, GainCurve, GainForm, GainPiece, GainTerm, Watched};
pub(crate) use gain::{FloatPiece, Floats, middle};
#[cfg(feature = "serde")]
pub(crate) use gain::{PieceEnd, PieceEnds};
pub use grundy::Grundy;
pub use grundy_run::{GrundyRun, Step};
pub use maximum::{Maxima, Maximum, MaximumKind};
pub use moves::{Interval, Move, Moves, OnlyMove, OptionRange, Placements, Position, SumMoves, Turn};
#[doc(hidden)]
pub use occurrence::Occurrence;
pub use period::Period;
pub use rules::{Digit, Lengths, Piece};
pub use theorem::Theorem;
