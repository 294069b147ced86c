//! Puzzles: the question of one, as JSON, and its answer.

use nimsweep::ask::ask;
use pyo3::prelude::*;

use crate::errors::DomainError;

/// The answer to a question of a puzzle, both as JSON.
#[pyfunction]
pub fn puzzle_answer(question: &str) -> PyResult<String> {
    ask(question).map(|answer| answer.to_json()).map_err(|error| DomainError::new_err(error.to_string()))
}
