//! Halving: the functions behind the module `nimsweep.halving`.

use nimsweep::games::halving;
use num_bigint::BigUint;
use pyo3::prelude::*;

use crate::whole::Whole;

/// Whether the player who moves from n stones loses.
#[pyfunction]
pub fn halving_is_p_position(n: Whole) -> bool {
    halving::is_p_position(&n.0)
}

/// How many stones to take from n to win.
#[pyfunction]
pub fn halving_winning_move(n: Whole) -> Option<BigUint> {
    halving::winning_move(&n.0)
}

/// The Grundy value of n stones.
#[pyfunction]
pub fn halving_grundy(n: Whole) -> BigUint {
    halving::grundy_value(&n.0)
}

/// The option of n stones that has a Grundy value.
#[pyfunction]
pub fn halving_option_of_value(n: Whole, value: Whole) -> Option<BigUint> {
    halving::option_of_value(&n.0, &value.0)
}
