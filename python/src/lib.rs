//! The engine of the Python package: exact numbers, the squares and the other games.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod algebraic;
mod answer;
mod certificate;
mod coins;
mod column;
mod copies;
mod errors;
mod failure;
mod halving;
mod interrupt;
mod number;
mod octal;
mod patience;
mod picture;
mod squares;
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
    use super::answer::json_answer;
    #[pymodule_export]
    use super::certificate::verify_certificate;
    #[pymodule_export]
    use super::coins::{coins_count, coins_stalk, coins_table, coins_value, coins_winning_moves};
    #[pymodule_export]
    use super::halving::{
        halving_grundy, halving_is_p_position, halving_option_of_value, halving_winning_move,
    };
    #[pymodule_export]
    use super::interrupt::panic_of_work;
    #[pymodule_export]
    use super::number::{PySurd, surd_of};
    #[pymodule_export]
    use super::octal::Octal;
    #[pymodule_export]
    use super::squares::{
        PyPieces, PySteps, Squares, form_is_convex, form_value, rule_digits, simplest_place,
    };
    #[pymodule_export]
    use super::stones::{stones_opening, stones_representation, stones_sum, stones_winning_moves};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        number::register(module.py())?;
        // Python has its own spelling of a version that is being made
        module.add("__version__", env!("CARGO_PKG_VERSION").replace("-dev", ".dev0"))
    }
}
