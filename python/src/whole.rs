//! An argument that is a whole number of at least 0.

use num_bigint::BigUint;
use pyo3::prelude::*;

use crate::errors::{DomainError, NimsweepError};
use crate::number::{Exact, text_of};

/// A whole number of at least 0, of any size, that Python code hands over.
pub struct Whole(pub BigUint);

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let reason = || format!("{} is not a whole number of at least 0", text_of(&object));
        // of what kind the error is, the number says; what is wrong, this
        let Exact(number) = object.extract().map_err(|error: PyErr| {
            let is_number = error.is_instance_of::<NimsweepError>(object.py());
            if is_number { PyErr::from_type(error.get_type(object.py()), (reason(),)) } else { error }
        })?;
        let whole = number.as_rational().filter(|number| number.is_integer());
        let whole = whole.and_then(|number| number.numer().to_biguint());
        whole.map(Self).ok_or_else(|| DomainError::new_err(reason()))
    }
}

impl From<u64> for Whole {
    fn from(number: u64) -> Self {
        Self(number.into())
    }
}

impl Whole {
    /// The number as a count of things in memory; as the largest one if it is larger.
    pub fn count(&self) -> usize {
        usize::try_from(&self.0).unwrap_or(usize::MAX)
    }

    /// The number as an index.
    pub fn index(&self, name: &str) -> PyResult<usize> {
        usize::try_from(&self.0).map_err(|_| DomainError::new_err(format!("{name} is too large")))
    }

    /// The number, if it is below 2⁶⁴.
    pub fn small(&self, name: &str) -> PyResult<u64> {
        u64::try_from(&self.0)
            .map_err(|_| DomainError::new_err(format!("{name} is too large; give less than 2^64")))
    }
}
