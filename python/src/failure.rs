//! Why there is no answer: an exception to raise, or work that was asked to stop.

use nimsweep::games::squares::{SquaresError, SquaresErrorKind};
use nimsweep::internal::Stopped;
use nimsweep::lattice::LatticeError;
use nimsweep::plot::PlotError;
use nimsweep::proof::CertificateError;
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

impl From<LatticeError> for Failure {
    fn from(error: LatticeError) -> Self {
        let text = error.to_string();
        Self::Raised(match error {
            LatticeError::Arithmetic(_) => errors::FieldError::new_err(text),
            LatticeError::NoLength | LatticeError::NotPositive { .. } => errors::DomainError::new_err(text),
            _ => errors::TooLargeError::new_err(text),
        })
    }
}

impl From<SquaresError> for Failure {
    fn from(error: SquaresError) -> Self {
        if error == SquaresError::Stopped {
            return Self::Stopped;
        }
        let text = match error {
            // in the counting of Python
            SquaresError::NoSegment { segment, count } => {
                format!("there is no segment {segment}; segments are counted from 0, and there are {count}")
            }
            SquaresError::Days { .. } => format!("{error}, or make the game with for_days=True"),
            _ => error.to_string(),
        };
        Self::Raised(match error.kind() {
            SquaresErrorKind::Parse => errors::ParseError::new_err(text),
            SquaresErrorKind::Domain => errors::DomainError::new_err(text),
            SquaresErrorKind::Field => errors::FieldError::new_err(text),
            SquaresErrorKind::TooLarge => errors::TooLargeError::new_err(text),
            SquaresErrorKind::IllegalMove => errors::IllegalMoveError::new_err(text),
            _ => errors::NimsweepError::new_err(text),
        })
    }
}

impl From<PlotError> for Failure {
    fn from(error: PlotError) -> Self {
        match error {
            PlotError::Domain(error) => error.into(),
            error => errors::DomainError::new_err(error.to_string()).into(),
        }
    }
}

impl From<CertificateError> for Failure {
    fn from(error: CertificateError) -> Self {
        let text = format!("no certificate of this answer: {error}");
        Self::Raised(match error {
            CertificateError::Field { .. } => errors::FieldError::new_err(text),
            _ => errors::TooLargeError::new_err(text),
        })
    }
}
