//! Coins: the functions behind the module `nimsweep.coins`.

use nimsweep::Error;
use nimsweep::games::coins::{Coin, Modulus, Removal, Row, Stack, value_table};
use nimsweep::internal::fair_rows_watched;
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use pyo3::prelude::*;

use crate::errors::DomainError;
use crate::failure::Failure;
use crate::interrupt;
use crate::number::Exact;
use crate::whole::Whole;

/// Rows of no more stacks take less than some milliseconds.
const SHORT_ROW: usize = 100;

/// The value of a row of stacks.
#[pyfunction]
pub fn coins_value(py: Python<'_>, stacks: Vec<String>) -> Result<BigRational, Failure> {
    about(py, stacks, |row| row.value())
}

/// The stack that is worth a number.
#[pyfunction]
pub fn coins_stalk(value: Exact) -> Result<String, Failure> {
    let Exact(number) = value;
    let refused = || DomainError::new_err(format!("{number} is not rational, as the values of stacks are"));
    Ok(Stack::of_value(&number.as_rational().ok_or_else(refused)?)?.to_string())
}

/// The winning moves of Gary, who owns the gold coins, or of Sally: the stack, and the coin in its
/// text, each from 0.
#[pyfunction]
pub fn coins_winning_moves(
    py: Python<'_>,
    stacks: Vec<String>,
    gold: bool,
) -> Result<Vec<(usize, usize)>, Failure> {
    about(py, stacks, move |row| {
        let moves = row.winning_moves(if gold { Coin::Gold } else { Coin::Silver });
        moves.into_iter().map(|Removal { stack, below }| (stack, row.stacks[stack].place(below))).collect()
    })
}

/// The number of fair rows of n stacks, perhaps modulo a number.
#[pyfunction]
pub fn coins_count(
    py: Python<'_>,
    n: Whole,
    height: Whole,
    modulus: Option<Whole>,
) -> Result<BigUint, Failure> {
    let (stacks, height) = (n.small("the number of stacks")?, short(&height)?);
    let modulus = modulus.map(|modulus| Modulus::new(modulus.0)).transpose()?;
    interrupt::run(py, None, move |watch| Ok(fair_rows_watched(height, stacks, modulus.as_ref(), watch)?))
}

/// The values of all stacks of a height, ascending, each with the number of stacks that have it.
#[pyfunction]
pub fn coins_table(py: Python<'_>, height: Whole) -> Result<Vec<(BigRational, u64)>, Failure> {
    let height = short(&height)?;
    interrupt::unwatched(py, move || {
        let unit = BigInt::from(1) << height.saturating_sub(1);
        let value = |numerator: i64| BigRational::new(numerator.into(), unit.clone());
        Ok(value_table(height)?.into_iter().map(|entry| (value(entry.numerator), entry.stacks)).collect())
    })
}

/// An answer about a row; Ctrl-C stops it if the row is long.
fn about<T: Send + 'static>(
    py: Python<'_>,
    stacks: Vec<String>,
    answer: impl FnOnce(Row) -> T + Send + 'static,
) -> Result<T, Failure> {
    let is_short = stacks.len() <= SHORT_ROW;
    let work = move || {
        let row = stacks.iter().map(|stack| stack.parse::<Stack>()).collect::<Result<Row, Error>>()?;
        Ok(answer(row))
    };
    if is_short { work() } else { interrupt::unwatched(py, work) }
}

/// A height; one that no table has is refused there.
fn short(height: &Whole) -> Result<u32, Failure> {
    Ok(u32::try_from(height.small("the height")?).unwrap_or(u32::MAX))
}
