//! The engine of the Python package: exact numbers, the squares and the other games.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod algebraic;
mod column;
mod errors;
mod failure;
mod game;
mod interrupt;
mod number;
mod patience;
mod picture;

use pyo3::prelude::*;

/// The compiled part of the package `nimsweep`.
#[pymodule(gil_used = false)]
mod _engine {
    use super::*;

    #[pymodule_export]
    use super::algebraic::PyAlgebraic;
    #[pymodule_export]
    use super::game::{
        PyGain, PyGainPiece, PyGainPieces, PyGame, PyGrundyTable, PyInterval, PyMaximum, PyMove, PyMoves,
        PyPeriod, PyTurn,
    };
    #[pymodule_export]
    use super::number::PySurd;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        number::register(module.py())?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
