//! Arithmetic on numbers of any size: Ctrl-C interrupts what may take long.

use nimsweep::Error;
use nimsweep::number::Surd;
use pyo3::prelude::*;

use crate::interrupt;

/// Operations on numbers of fewer binary digits take less than a few milliseconds.
pub const LARGE: u64 = 1 << 14;

/// Operations on roots of polynomials of no larger degree take some milliseconds.
pub const SMALL_DEGREE: usize = 8;

/// The result of an operation on two numbers.
pub fn two<T: Send + 'static>(
    py: Python<'_>,
    x: &Surd,
    y: &Surd,
    operation: impl FnOnce(&Surd, &Surd) -> T + Send + 'static,
) -> PyResult<T> {
    if x.bits().max(y.bits()) < LARGE {
        return Ok(operation(x, y));
    }
    let (x, y) = (x.clone(), y.clone());
    at_leisure(py, move || operation(&x, &y))
}

/// The product of some numbers.
pub fn product(py: Python<'_>, numbers: Vec<Surd>) -> PyResult<Result<Surd, Error>> {
    if numbers.iter().map(Surd::bits).sum::<u64>() < LARGE {
        return Ok(Surd::try_product(numbers));
    }
    at_leisure(py, || Surd::try_product(numbers))
}

/// The result of an operation on a number, with a result of about this many bits.
pub fn one<T: Send + 'static>(
    py: Python<'_>,
    bits: u64,
    x: &Surd,
    operation: impl FnOnce(&Surd) -> T + Send + 'static,
) -> PyResult<T> {
    if bits < LARGE {
        return Ok(operation(x));
    }
    let x = x.clone();
    at_leisure(py, move || operation(&x))
}

/// The result of an operation on roots of polynomials of such degrees.
pub fn roots<T: Send + 'static>(
    py: Python<'_>,
    degree: usize,
    operation: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    if degree <= SMALL_DEGREE { Ok(operation()) } else { at_leisure(py, operation) }
}

/// The result of work that may take long.
///
/// # Errors
/// That of a signal, such as `KeyboardInterrupt`; the work then ends on its own, later.
/// `TooLargeError` if too much work of this kind still runs, see [`interrupt::unwatched`].
pub fn at_leisure<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    Ok(interrupt::unwatched(py, || Ok(work()))?)
}
