//! The verifier: from the lines of a certificate to what they prove.
//!
//! It follows the definition of the game and nothing else: no sweep, no windows, no engine. Of this
//! crate it uses exact numbers and integer keys.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `table` | the head and the steps |
//! | `mex` | the steps are those of g |
//! | `measure` | W, as a sum of trapezoids |
//! | `gain` | e, and bounds of it |
//! | `moves` | winning places |
//! | `claim` | the claim |
//! | `proven` | what is proven, in words |

mod claim;
mod gain;
mod measure;
mod mex;
mod moves;
mod proven;
mod table;

use std::io::BufRead;

use mex::Keys;
use table::Table;

use super::certificate::{Lines, VerifyError};
use crate::lattice::KeyError;
use crate::number::Surd;

pub use proven::{Proven, ProvenClaim, ProvenRange};

/// Reads a certificate and proves what it claims, from the definition of the game.
///
/// With the feature `parallel` the nimbers are shared among the threads of the current pool.
///
/// # Errors
/// [`VerifyError`] with the first line that fails.
///
/// # Cost
/// For K steps O(K² log K) integer operations, and memory for K steps and the pairs of one nimber.
/// What is read is bounded: lines of 8,000 bytes, 2²² steps.
pub fn verify(input: impl BufRead) -> Result<Proven, VerifyError> {
    let mut lines = Lines::new(input);
    let table = Table::read(&mut lines)?;
    let keys = Keys::of(&table).map_err(too_large)?;
    mex::check(&table, &keys)?;
    let claim = claim::check(&table, &keys, &mut lines)?;
    let lengths = table.lengths.iter().map(|&length| table.number(length)).collect();
    Ok(Proven { lengths, limit: table.number(table.limit), steps: table.values.len(), claim })
}

/// Proves that steps (a, b, value) are those of g up to the last of them, each beginning at (a +
/// b√d)/D for the common denominator D of the lengths.
///
/// # Errors
/// [`VerifyError`], in which a step counts as a line.
///
/// # Cost
/// As [`verify`].
pub fn verify_steps(lengths: &[Surd], steps: &[(i64, i64, u32)]) -> Result<(), VerifyError> {
    let table = Table::of_steps(lengths, steps)?;
    let keys = Keys::of(&table).map_err(too_large)?;
    mex::check(&table, &keys)
}

fn too_large(source: KeyError) -> VerifyError {
    VerifyError::TooLarge { source }
}
