//! The engine of the Python package: exact numbers, the squares and the other games.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod algebraic;
mod coins;
mod column;
mod copies;
mod errors;
mod failure;
mod game;
mod halving;
mod interrupt;
mod number;
mod octal;
mod patience;
mod picture;
mod stones;
mod whole;

use pyo3::prelude::*;

/// The compiled part of the package `nimsweep`.
#[pymodule(gil_used = false)]
mod _engine {
    use super::*;

    #[pymodule_export]
    use super::algebraic::PyAlgebraic;
    #[pymodule_export]
    use super::coins::{coins_count, coins_table, coins_value, coins_winning_moves};
    #[pymodule_export]
    use super::game::{
        PyGain, PyGainPiece, PyGainPieces, PyGame, PyGrundyTable, PyInterval, PyMaximum, PyMove, PyMoves,
        PyPeriod, PyTurn, rule_digits,
    };
    #[pymodule_export]
    use super::halving::{
        halving_grundy, halving_is_p_position, halving_option_of_value, halving_winning_move,
    };
    #[pymodule_export]
    use super::interrupt::panic_of_work;
    #[pymodule_export]
    use super::number::{PySurd, surd_of};
    #[pymodule_export]
    use super::octal::PyOctalGame;
    #[pymodule_export]
    use super::stones::{stones_opening, stones_representation, stones_sum, stones_winning_moves};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        number::register(module.py())?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
