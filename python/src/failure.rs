//! Why there is no answer: an exception to raise, or work that was asked to stop.

use nimsweep::internal::Stopped;
use nimsweep::{Error, ErrorKind};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors;

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// The work was asked to stop; the caller knows why.
    Stopped,
    /// An exception.
    Raised(PyErr),
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Self::Raised(error)
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Raised(error) => error,
            // not reached: who asks to stop raises an exception of its own
            Failure::Stopped => PyRuntimeError::new_err("the work was stopped"),
        }
    }
}

impl From<Stopped> for Failure {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let text = error.to_string();
        Self::Raised(match error.kind() {
            ErrorKind::Stopped => return Self::Stopped,
            ErrorKind::Parse | ErrorKind::Ambiguous => errors::ParseError::new_err(text),
            ErrorKind::Domain | ErrorKind::BeyondTable => errors::DomainError::new_err(text),
            ErrorKind::IllegalMove => errors::IllegalMoveError::new_err(text),
            ErrorKind::Days => errors::TooLargeError::new_err(text + ", or make the game with for_days=True"),
            ErrorKind::Setting => errors::NimsweepError::new_err(text),
            _ => errors::TooLargeError::new_err(text),
        })
    }
}
