//! The verifier: from the lines of a certificate to what they prove.
//!
//! Two players place pieces of given lengths S on a segment of length L, in turns and without
//! overlap; a player who cannot move loses. A piece leaves two segments. So g(L) is the least of
//! 0, 1, 2, … that is not g(x) xor g(L − s − x) for any s in S and any place x of the piece: their
//! *mex*. The gain is
//!
//! ```text
//! e(L) = (L/|S|)·Σ W(L − s)/(L − s),      W(y) = measure { x in [0, y] : g(x) = g(y − x) }.
//! ```
//!
//! What is proven of an accepted certificate, in this order:
//!
//! 1. g has the stated values on [0, limit] (`mex`);
//! 2. e has the stated maximum on the stated range, at the stated place (`gain`); or
//! 3. the stated moves of a sum of segments are those that win (`claim`); or
//! 4. g has the stated period, by the period theorem (`claim`). That no smaller one is a period,
//!    or that it does not begin sooner, is not proven.
//!
//! Octal games on whole numbers have certificates, too: of their values, and of periods. For two
//! lengths, and for {a, b, a + b}, with the digit 3 a theorem can take the place of the values. For
//! all lengths of a region the values are found again, in each of its cells.
//!
//! The verifier follows these definitions and nothing else: no sweep, no windows, no engine. Of
//! this crate it uses exact numbers and integer keys.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `table` | the head and the steps |
//! | `mex` | the steps are those of g |
//! | `gain` | W as a sum of trapezoids, e in pieces, and bounds of it |
//! | `claim` | the claim, and winning places |
//! | `octal` | octal games: their values and periods |
//! | `region` | the periods of all lengths of a region |
//! | `theorem` | two lengths, and additive games: the period by a theorem |
//! | `proven` | what is proven, in words |

mod claim;
mod gain;
mod mex;
mod octal;
mod proven;
mod region;
mod table;
mod theorem;

use std::io::BufRead;

use super::certificate::{FIRST_LINE, Lines, VerifyError};
use crate::watch::{Watch, unwatched};
use table::StepTable;

pub use proven::{Proven, ProvenClaim, ProvenGame, ProvenRange};

/// Reads a certificate and proves what it claims, from the definition of the game.
///
/// With the feature `parallel` the nimbers are shared among the threads of the current pool.
///
/// # Errors
/// [`VerifyError`] with the first line that fails.
///
/// # Cost
/// For K steps O(K² log K) integer operations, and memory for K steps and the pairs of one nimber.
/// For N values of an octal game O(N²) for each of its digits from 4 on, but about O(N·r) if only r
/// values are rare, as in many games. What is read is bounded: lines of 8,000 bytes, 2²² steps or
/// values.
pub fn verify(input: impl BufRead) -> Result<Proven, VerifyError> {
    verify_watched(input, &mut unwatched)
}

/// As [`verify`], watched; [`VerifyError::Stopped`] if that stops it.
///
/// # Errors
/// As [`verify`].
pub fn verify_watched(input: impl BufRead, watch: Watch<'_>) -> Result<Proven, VerifyError> {
    let mut lines = Lines::new(input);
    lines.next()?;
    lines.need(lines.says(FIRST_LINE), "not a certificate of version 1")?;
    match lines.next()? {
        "octal" => return octal::verify(&mut lines),
        "regions" => return region::verify(&mut lines),
        _ => {}
    }
    let mut table = StepTable::read_game(&mut lines)?;
    if lines.is_named("theorem") {
        return theorem::verify(&table, &mut lines);
    }
    table.read_steps(&mut lines)?;
    mex::check(&table, watch)?;
    let claim = claim::check(&table, &mut lines)?;
    let (lengths, rule, limit) = (table.numbers(), table.rule(), table.number(&table.limit));
    let game = ProvenGame::Squares { lengths, rule, limit, steps: table.values.len() };
    Ok(Proven { game, claim })
}
