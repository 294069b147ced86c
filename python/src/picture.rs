//! How a picture is to look.

use nimsweep::plot;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::failure::Failure;
use crate::number::read_text;

/// How a picture is to look: a tuple (size, title, dark) of Python.
pub struct Look(pub plot::Look);

impl<'py> FromPyObject<'_, 'py> for Look {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        type Parts<'py> = (Option<Bound<'py, PyString>>, Option<Bound<'py, PyString>>, bool);
        let (size, title, dark): Parts<'py> = object.extract()?;
        let size = size.map(|size| Ok::<_, Failure>(read_text(&size)?.parse()?)).transpose()?;
        let title = title.map(|title| read_text(&title)).transpose()?;
        Ok(Self(plot::Look { size, title, dark, ..plot::Look::default() }))
    }
}
