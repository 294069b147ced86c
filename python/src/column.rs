//! Sequences of rows, and their columns as numpy arrays and as tables of other libraries.

use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyList, PyRange, PySlice, PyTuple};

use crate::errors::kind;

/// What a sequence is indexed with.
pub enum Index<'py> {
    /// One row, from the end if negative.
    At(isize),
    /// Several rows.
    Slice(Bound<'py, PySlice>),
}

impl<'py> FromPyObject<'_, 'py> for Index<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(slice) = object.cast::<PySlice>() {
            return Ok(Self::Slice(slice.to_owned()));
        }
        object.extract().map(Self::At).map_err(|error| {
            if error.is_instance_of::<PyOverflowError>(object.py()) {
                return PyIndexError::new_err("the index is beyond all rows");
            }
            PyTypeError::new_err(format!("rows are picked by an int or a slice, not {}", kind(&object)))
        })
    }
}

/// The row or the list of rows that an index picks.
pub fn picked<'py>(
    py: Python<'py>,
    index: Index<'py>,
    length: usize,
    row: impl Fn(usize) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    match index {
        Index::At(index) => {
            let place = if index < 0 { index.checked_add_unsigned(length) } else { Some(index) };
            let place = place.and_then(|place| usize::try_from(place).ok()).filter(|&place| place < length);
            row(place.ok_or_else(|| PyIndexError::new_err(format!("there are {length} rows")))?)
        }
        Index::Slice(slice) => {
            // no list has more items than an isize counts
            let slice = slice.indices(length as isize)?;
            let places = (0..slice.slicelength).map(|count| slice.start + slice.step * count as isize);
            let rows = places.map(|place| row(place as usize)).collect::<PyResult<Vec<_>>>()?;
            Ok(PyList::new(py, rows)?.into_any())
        }
    }
}

/// An iterator over the rows of a sequence, perhaps from the last one on.
pub fn rows<'py>(sequence: &Bound<'py, PyAny>, reversed: bool) -> PyResult<Bound<'py, PyAny>> {
    let py = sequence.py();
    // no list has more items than an isize counts
    let length = sequence.len()? as isize;
    let places = match reversed {
        false => PyRange::new(py, 0, length)?,
        true => PyRange::new_with_step(py, length - 1, -1, -1)?,
    };
    py.import("builtins")?.getattr("map")?.call1((sequence.getattr("__getitem__")?, places))
}

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

/// A column as a numpy array that can only be read; it is made once.
pub fn column<'py, N: Item>(
    py: Python<'py>,
    kept: &PyOnceLock<Py<PyAny>>,
    numbers: impl FnOnce() -> Vec<N> + Send,
) -> PyResult<Bound<'py, PyAny>> {
    let make = || Ok::<_, PyErr>(array(py, py.detach(numbers).into_iter())?.unbind());
    Ok(kept.get_or_try_init(py, make)?.bind(py).clone())
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

/// The attributes of these names, by their names.
pub fn by_names<'py>(object: &Bound<'py, PyAny>, names: &[&str]) -> PyResult<Bound<'py, PyDict>> {
    let columns = PyDict::new(object.py());
    for name in names {
        columns.set_item(name, object.getattr(*name)?)?;
    }
    Ok(columns)
}

/// Columns as what a function of `nimsweep.results` makes of them.
pub fn frame<'py>(
    py: Python<'py>,
    how: &str,
    arguments: impl pyo3::call::PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("nimsweep.results")?.getattr(how)?.call1(arguments)
}

/// The methods of a class with these getters of columns: all columns at once, by their names or as
/// a table of another library.
macro_rules! columns {
    ($class:ty: $($name:literal),+) => {
        #[pyo3::pymethods]
        impl $class {
            /// The columns by their names.
            fn columns<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
                $crate::column::by_names(slf, &[$($name),+])
            }

            /// The columns as a pandas.DataFrame.
            fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                $crate::column::frame(slf.py(), "to_pandas", (Self::columns(slf)?,))
            }

            /// The columns as a polars.DataFrame.
            fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                $crate::column::frame(slf.py(), "to_polars", (Self::columns(slf)?,))
            }

            /// The columns as a pyarrow.Table, with what they do not say, such as the lengths, as
            /// metadata.
            fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                let about: std::collections::HashMap<_, _> = slf.get().about().into_iter().collect();
                $crate::column::frame(slf.py(), "to_arrow", (Self::columns(slf)?, about))
            }

            /// The columns as a numpy array with a field for each.
            #[pyo3(signature = (dtype = None, copy = None))]
            fn __array__<'py>(
                slf: &Bound<'py, Self>,
                dtype: Option<Bound<'py, PyAny>>,
                copy: Option<bool>,
            ) -> PyResult<Bound<'py, PyAny>> {
                $crate::column::frame(slf.py(), "to_array", (Self::columns(slf)?, dtype, copy))
            }

            /// The columns as an Arrow stream, by the PyCapsule interface; it needs pyarrow.
            #[pyo3(signature = (requested_schema = None))]
            fn __arrow_c_stream__<'py>(
                slf: &Bound<'py, Self>,
                requested_schema: Option<Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                Self::to_arrow(slf)?.call_method1("__arrow_c_stream__", (requested_schema,))
            }
        }
    };
}
pub(crate) use columns;

/// The methods of a sequence that follow from its length and its rows.
macro_rules! sequence {
    ($class:ty) => {
        #[pyo3::pymethods]
        impl $class {
            fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                $crate::column::rows(slf, false)
            }

            fn __reversed__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                $crate::column::rows(slf, true)
            }

            /// The place of the first row that is equal to this one.
            #[pyo3(signature = (row, *places))]
            fn index<'py>(
                slf: &Bound<'py, Self>,
                row: Bound<'py, PyAny>,
                places: Vec<Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                $crate::column::mixed_in(slf, "index", [row].into_iter().chain(places))
            }

            /// How many rows are equal to this one.
            fn count<'py>(slf: &Bound<'py, Self>, row: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                $crate::column::mixed_in(slf, "count", [row])
            }
        }
    };
}
pub(crate) use sequence;

/// A method that `collections.abc.Sequence` has for every sequence.
pub fn mixed_in<'py>(
    sequence: &Bound<'py, PyAny>,
    method: &str,
    arguments: impl IntoIterator<Item = Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = sequence.py();
    let class = py.import("collections.abc")?.getattr("Sequence")?;
    let arguments: Vec<_> = [sequence.clone()].into_iter().chain(arguments).collect();
    class.getattr(method)?.call1(PyTuple::new(py, arguments)?)
}
