//! Questions as JSON, as a batch of the program takes them.

use nimsweep::ask::ask;
use pyo3::prelude::*;

use crate::errors::DomainError;

/// The answer to a question, both as JSON.
#[pyfunction]
pub fn json_answer(question: &str) -> PyResult<String> {
    ask(question).map(|answer| answer.to_json()).map_err(|error| DomainError::new_err(error.to_string()))
}
