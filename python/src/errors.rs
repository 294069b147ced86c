//! The exceptions of the package, which `nimsweep/errors.py` defines, and what their messages need.

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

pyo3::import_exception!(nimsweep.errors, NimsweepError);
pyo3::import_exception!(nimsweep.errors, CertificateError);
pyo3::import_exception!(nimsweep.errors, InexactError);
pyo3::import_exception!(nimsweep.errors, InternalError);
pyo3::import_exception!(nimsweep.errors, ParseError);
pyo3::import_exception!(nimsweep.errors, DomainError);
pyo3::import_exception!(nimsweep.errors, TooLargeError);
pyo3::import_exception!(nimsweep.errors, IllegalMoveError);

/// The name of the type of an object, for a message.
pub fn kind(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "this object".to_owned(), |name| name.to_string())
}

/// The refusal of a row that a table does not have.
pub fn no_row(length: usize) -> PyErr {
    PyIndexError::new_err(format!("there are {length} rows"))
}
