//! Copies of what never changes: the object itself.

use pyo3::prelude::*;

use crate::algebraic::PyAlgebraic;
use crate::number::PySurd;

macro_rules! copies {
    ($($class:ty),+) => {$(
        #[pymethods]
        impl $class {
            fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
                slf
            }

            fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
                slf
            }
        }
    )+};
}

copies!(PyAlgebraic, PySurd);
