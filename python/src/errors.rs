//! The exceptions of the package, which `nimsweep/errors.py` defines.

pyo3::import_exception!(nimsweep.errors, NimsweepError);
pyo3::import_exception!(nimsweep.errors, InexactError);
pyo3::import_exception!(nimsweep.errors, ParseError);
pyo3::import_exception!(nimsweep.errors, DomainError);
pyo3::import_exception!(nimsweep.errors, FieldError);
pyo3::import_exception!(nimsweep.errors, TooLargeError);
pyo3::import_exception!(nimsweep.errors, IllegalMoveError);
