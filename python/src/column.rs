//! Columns as numpy arrays.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyBytes;

/// A number of a column.
pub trait Item: Copy + Send {
    /// The name of its type for numpy.
    const TYPE: &'static str;
    /// Its bytes as the machine has them.
    fn bytes(self) -> [u8; 8];
}

impl Item for i64 {
    const TYPE: &'static str = "int64";
    fn bytes(self) -> [u8; 8] {
        self.to_ne_bytes()
    }
}

impl Item for f64 {
    const TYPE: &'static str = "float64";
    fn bytes(self) -> [u8; 8] {
        self.to_ne_bytes()
    }
}

/// Numbers as a numpy array that can only be read.
pub fn array<'py, N: Item>(
    py: Python<'py>,
    numbers: impl ExactSizeIterator<Item = N> + Send,
) -> PyResult<Bound<'py, PyAny>> {
    static FROM_BUFFER: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    // a list in memory has less than an isize of bytes
    let bytes = PyBytes::new_with(py, 8 * numbers.len(), |bytes| {
        let places = bytes.as_chunks_mut().0.iter_mut();
        py.detach(|| places.zip(numbers).for_each(|(place, number)| *place = number.bytes()));
        Ok(())
    })?;
    let from_buffer =
        FROM_BUFFER.get_or_try_init(py, || py.import("numpy")?.getattr("frombuffer").map(Bound::unbind))?;
    // numpy does not write to bytes
    Ok(from_buffer.call1(py, (bytes, N::TYPE))?.into_bound(py))
}
