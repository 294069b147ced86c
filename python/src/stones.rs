//! Stones: the functions behind the module `nimsweep.stones`.

use nimsweep::games::coins::Modulus;
use nimsweep::games::stones::{Ratio, TakeAway};
use num_bigint::BigUint;
use pyo3::prelude::*;

use crate::failure::Failure;
use crate::interrupt;
use crate::whole::Whole;

/// Work below this estimate, see [`TakeAway::work`], is done before a thread would have started.
const LITTLE_WORK: u128 = 10_000;

/// The winning first moves from n stones, or later ones that may take so many, ascending.
#[pyfunction]
pub fn stones_winning_moves(
    py: Python<'_>,
    n: Whole,
    ratio: Whole,
    atmost: Option<Whole>,
) -> Result<Vec<BigUint>, Failure> {
    about(py, n, ratio, |game, n| {
        let moves = match atmost {
            None => game.winning_moves(n)?,
            Some(bound) => game.winning_moves_within(n, bound.0)?,
        };
        let mut moves: Vec<_> = moves.collect();
        moves.reverse();
        Ok(moves)
    })
}

/// T(n), and M(n) if there is a winning first move.
#[pyfunction]
pub fn stones_opening(py: Python<'_>, n: Whole, ratio: Whole) -> Result<(BigUint, Option<BigUint>), Failure> {
    about(py, n, ratio, |game, n| {
        let opening = game.opening(n)?;
        Ok((opening.threshold().clone(), opening.largest().cloned()))
    })
}

/// The terms of the K-sequence that n is the sum of, by the gap rule, falling.
#[pyfunction]
pub fn stones_representation(py: Python<'_>, n: Whole, ratio: Whole) -> Result<Vec<BigUint>, Failure> {
    about(py, n, ratio, |game, n| Ok(game.representation(n)?.collect()))
}

/// M(1) + … + M(n), perhaps modulo a number.
#[pyfunction]
pub fn stones_sum(
    py: Python<'_>,
    n: Whole,
    ratio: Whole,
    modulus: Option<Whole>,
) -> Result<BigUint, Failure> {
    let game = game(&ratio)?;
    let modulus = modulus.map(|modulus| Modulus::new(modulus.0)).transpose()?;
    interrupt::unwatched(py, move || {
        let mut sum = game.sum_of_largest_moves(&n.0)?;
        if let Some(modulus) = &modulus {
            sum %= modulus.get();
        }
        Ok(sum)
    })
}

fn about<T: Send + 'static>(
    py: Python<'_>,
    n: Whole,
    ratio: Whole,
    answer: impl FnOnce(TakeAway, &BigUint) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let game = game(&ratio)?;
    if game.work(&n.0) < LITTLE_WORK {
        return answer(game, &n.0);
    }
    interrupt::unwatched(py, move || answer(game, &n.0))
}

fn game(ratio: &Whole) -> Result<TakeAway, Failure> {
    Ok(TakeAway::new(Ratio::try_from(ratio.small("the ratio")?)?))
}
