//! Arguments that are numbers of decimals.

use pyo3::prelude::*;

use crate::errors::{DomainError, TooLargeError};

/// More decimals than this need gigabytes.
const MOST: usize = 1_000_000_000;

/// How many decimals are wanted: from 0 to a thousand million.
#[derive(Clone, Copy, Debug)]
pub struct Digits(pub usize);

impl<'py> FromPyObject<'_, 'py> for Digits {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let digits: num_bigint::BigInt = object.extract()?;
        if digits.sign() == num_bigint::Sign::Minus {
            return Err(DomainError::new_err(format!("{digits} decimals are asked for; write 0 or more")));
        }
        match usize::try_from(digits) {
            Ok(digits) if digits <= MOST => Ok(Self(digits)),
            _ => Err(TooLargeError::new_err(format!("at most {MOST} decimals are written"))),
        }
    }
}

/// More places than this are not rounded to.
const MOST_PLACES: i32 = 1_000_000;

/// To how many decimals a number is rounded; to tens for −1.
#[derive(Clone, Copy, Debug)]
pub struct Places(pub i32);

impl<'py> FromPyObject<'_, 'py> for Places {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let places: num_bigint::BigInt = object.extract()?;
        match i32::try_from(places) {
            Ok(places) if places.unsigned_abs() <= MOST_PLACES.unsigned_abs() => Ok(Self(places)),
            _ => Err(TooLargeError::new_err(format!("at most {MOST_PLACES} places are rounded to"))),
        }
    }
}
