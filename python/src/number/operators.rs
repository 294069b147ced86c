//! The arithmetic of `Surd`.

// of pyo3, if a macro names the method
#![expect(unsafe_op_in_unsafe_fn)]

use std::borrow::Cow;

use nimsweep::number::Surd;
use nimsweep::{Error, ErrorKind};
use num_bigint::{BigInt, Sign};
use num_traits::{ToPrimitive, Zero};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyZeroDivisionError;
use pyo3::prelude::*;
use pyo3::types::PyFloat;

use super::exact::{finite_decimal, is_decimal, number, refusal};
use super::surd::PySurd;
use crate::errors::{DomainError, TooLargeError};
use crate::patience;

/// Larger powers do not fit the memory of many computers.
const LARGEST_POWER_BITS: u64 = 1 << 30;

/// The exception for an operation without a result.
pub(super) fn arithmetic(error: Error) -> PyErr {
    match error.kind() {
        ErrorKind::TooLarge => TooLargeError::new_err(error.to_string()),
        _ => PyZeroDivisionError::new_err(error.to_string()),
    }
}

/// An operation of two numbers.
type Operation<T> = fn(&Surd, &Surd) -> Result<T, Error>;

/// Which operand stands left of the operator.
#[derive(Clone, Copy)]
enum Left {
    Own,
    Other,
}

/// The result of an operation with an object, or `NotImplemented` if that may know better.
fn apply<'py, T, R>(
    own: &PySurd,
    other: &Bound<'py, PyAny>,
    left: Left,
    operation: Operation<T>,
    result: fn(T) -> R,
) -> PyResult<Bound<'py, PyAny>>
where
    T: Send + 'static,
    R: IntoPyObject<'py>,
{
    let py = other.py();
    let Some(other) = operand(other)? else { return Ok(py.NotImplemented().into_bound(py)) };
    let (x, y): (&Surd, &Surd) = match left {
        Left::Own => (&own.0, &other),
        Left::Other => (&other, &own.0),
    };
    let value = patience::two(py, x, y, operation)?.map_err(arithmetic)?;
    result(value).into_bound_py_any(py)
}

/// The number that an operand is; none if it may know better how to calculate with a `Surd`.
fn operand<'a>(object: &'a Bound<'_, PyAny>) -> PyResult<Option<Cow<'a, Surd>>> {
    // a result with a float would look exact and not be so
    if object.is_instance_of::<PyFloat>() {
        return Err(refusal(object));
    }
    match number(object)? {
        None if is_decimal(object)? => {
            finite_decimal(object)?.map(|exact| Some(Cow::Owned(exact))).ok_or_else(|| refusal(object))
        }
        number => Ok(number),
    }
}

fn quotient_and_remainder(x: &Surd, y: &Surd) -> Result<(BigInt, Surd), Error> {
    let quotient = x.try_div_floor(y)?;
    let remainder = x - y.try_mul(&quotient.clone().into())?;
    Ok((quotient, remainder))
}

fn remainder(x: &Surd, y: &Surd) -> Result<Surd, Error> {
    quotient_and_remainder(x, y).map(|(_, remainder)| remainder)
}

/// The power of a number; the exponent is an integer, or half of one.
fn power(py: Python<'_>, base: &Surd, exponent: &Surd) -> PyResult<Surd> {
    let two = BigInt::from(2);
    let (numerator, base) = match exponent.as_rational() {
        Some(e) if e.is_integer() => (e.to_integer(), base.clone()),
        Some(e) if *e.denom() == two => (e.numer().clone(), square_root(base)?),
        _ => {
            let reason = "an exponent must be an integer, or half of one";
            return Err(DomainError::new_err(reason));
        }
    };
    if base.is_zero() || base == 1 || base == -1 {
        let parity = i32::from(numerator.bit(0));
        // 0 to any negative power is refused
        let exponent = match (numerator.is_zero(), numerator.sign()) {
            (false, Sign::Minus) => -2 + parity,
            (false, _) => 2 - parity,
            (true, _) => 0,
        };
        return base.try_pow(exponent).map_err(arithmetic);
    }
    let exponent = numerator.to_i32().filter(|e| power_bits(&base, *e) <= LARGEST_POWER_BITS);
    let Some(exponent) = exponent else {
        return Err(TooLargeError::new_err(format!(
            "the power is too large; at most {LARGEST_POWER_BITS} binary digits are computed"
        )));
    };
    let bits = power_bits(&base, exponent);
    patience::one(py, bits, &base, move |base| base.try_pow(exponent))?.map_err(arithmetic)
}

/// The square root that is not negative.
pub(super) fn square_root(number: &Surd) -> PyResult<Surd> {
    number.sqrt().ok_or_else(|| {
        DomainError::new_err(if number.is_negative() {
            "the root of a negative number is not real".to_owned()
        } else {
            format!("the root of {number:#} is not found as a sum of square roots")
        })
    })
}

/// An upper bound of the size of a power in binary digits.
fn power_bits(base: &Surd, exponent: i32) -> u64 {
    // p + q√d of n binary digits has powers of up to n + 33 digits for each factor, each root more
    // adds a digit at most, and a reciprocal has at most twice as many
    let root = if base.is_rational() { 0 } else { 32 + base.roots().len() as u64 };
    (base.bits() + root).saturating_mul(exponent.unsigned_abs().into())
}

/// The methods of an operator with a `Surd` on its left, and on its right.
macro_rules! operators {
    ($($left:ident, $right:ident: $operation:expr, $result:expr;)+) => {
        #[pymethods]
        impl PySurd {$(
            fn $left<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                apply(self, other, Left::Own, $operation, $result)
            }

            fn $right<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                apply(self, other, Left::Other, $operation, $result)
            }
        )+}
    };
}

operators! {
    __add__, __radd__: |x, y| Ok(x + y), PySurd;
    __sub__, __rsub__: |x, y| Ok(x - y), PySurd;
    __mul__, __rmul__: Surd::try_mul, PySurd;
    __truediv__, __rtruediv__: Surd::try_div, PySurd;
    __floordiv__, __rfloordiv__: Surd::try_div_floor, |quotient| quotient;
    __mod__, __rmod__: remainder, PySurd;
    __divmod__, __rdivmod__: quotient_and_remainder, |(quotient, rest)| (quotient, PySurd(rest));
}

#[pymethods]
impl PySurd {
    fn __pow__<'py>(
        &self,
        exponent: &Bound<'py, PyAny>,
        modulo: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = exponent.py();
        match operand(exponent)?.filter(|_| modulo.is_none()) {
            Some(exponent) => power(py, &self.0, &exponent).map(PySurd)?.into_bound_py_any(py),
            None => Ok(py.NotImplemented().into_bound(py)),
        }
    }

    fn __rpow__<'py>(
        &self,
        base: &Bound<'py, PyAny>,
        modulo: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = base.py();
        match operand(base)?.filter(|_| modulo.is_none()) {
            Some(base) => power(py, &base, &self.0).map(PySurd)?.into_bound_py_any(py),
            None => Ok(py.NotImplemented().into_bound(py)),
        }
    }

    fn __neg__(&self) -> Self {
        Self(-&self.0)
    }

    fn __pos__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __abs__(&self) -> Self {
        Self(self.0.abs())
    }

    fn __bool__(&self) -> bool {
        !self.0.is_zero()
    }
}
