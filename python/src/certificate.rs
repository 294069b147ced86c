//! Certificates as texts, and what they prove.

use nimsweep::internal::verify_watched;
use nimsweep::number::Surd;
use nimsweep::proof::{Certificate, Proven, ProvenClaim, ProvenGame, VerifyError};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::errors::{CertificateError, TooLargeError};
use crate::failure::Failure;
use crate::interrupt;
use crate::number::{PySurd, listed};

/// The lines of a certificate.
pub fn text_of(certificate: &Certificate) -> Result<String, Failure> {
    let mut text = vec![];
    certificate.write(&mut text).map_err(PyErr::from)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// What a certificate proves: in words, of which game, and with which numbers.
#[pyfunction]
pub fn verify_certificate<'py>(
    py: Python<'py>,
    text: &[u8],
) -> Result<(String, Bound<'py, PyDict>), Failure> {
    let text = text.to_vec();
    let proven = interrupt::run(py, None, move |watch| {
        verify_watched(&text[..], watch).map_err(|error| {
            Failure::Raised(match error {
                VerifyError::TooLarge { .. } => TooLargeError::new_err(error.to_string()),
                _ => CertificateError::new_err(error.to_string()),
            })
        })
    })?;
    Ok((proven.to_string(), facts(py, &proven)?))
}

/// The numbers that are proven, by the names that the program gives them in JSON.
fn facts<'py>(py: Python<'py>, proven: &Proven) -> PyResult<Bound<'py, PyDict>> {
    let facts = PyDict::new(py);
    let exact = |number: &Surd| PySurd(number.clone()).into_bound_py_any(py);
    match &proven.game {
        ProvenGame::Squares { lengths, rule, limit, steps } => {
            facts.set_item("lengths", listed(py, lengths)?)?;
            facts.set_item("rule", rule)?;
            facts.set_item("limit", exact(limit)?)?;
            facts.set_item("steps", steps)?;
        }
        ProvenGame::Theorem { lengths, rule, theorem } => {
            facts.set_item("lengths", listed(py, lengths)?)?;
            facts.set_item("rule", rule)?;
            facts.set_item("theorem", theorem)?;
        }
        ProvenGame::Region { lengths, rule } => {
            facts.set_item("lengths", PyTuple::new(py, lengths)?)?;
            facts.set_item("rule", rule)?;
        }
        ProvenGame::Octal { octal, limit } => {
            facts.set_item("octal", octal)?;
            facts.set_item("limit", limit.floor())?;
        }
        _ => {}
    }
    let claim = match &proven.claim {
        ProvenClaim::Grundy => "grundy",
        ProvenClaim::Range(range) => {
            let [from, to] = &range.range;
            facts.set_item("range", (exact(from)?, exact(to)?))?;
            facts.set_item("at", &range.at)?;
            facts.set_item("value", &range.value)?;
            let [at, value] = [&range.at_exact, &range.value_exact].map(|exact| exact.clone().map(PySurd));
            facts.set_item("at_exact", at)?;
            facts.set_item("value_exact", value)?;
            "range"
        }
        ProvenClaim::Moves { segments, values, grundy, places } => {
            facts.set_item("segments", listed(py, segments)?)?;
            facts.set_item("values", PyTuple::new(py, values)?)?;
            facts.set_item("grundy", grundy)?;
            facts.set_item("places", places)?;
            "moves"
        }
        ProvenClaim::Period { period, from } => {
            facts.set_item("period", exact(period)?)?;
            facts.set_item("from", exact(from)?)?;
            "period"
        }
        ProvenClaim::Periods { cells, share } => {
            facts.set_item("cells", cells)?;
            facts.set_item("share", share)?;
            "periods"
        }
        ProvenClaim::Aperiodic => "aperiodic",
        _ => "another claim",
    };
    facts.set_item("claim", claim)?;
    Ok(facts)
}
