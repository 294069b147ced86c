//! What all real numbers of the package have in common: they are rational, or known to any number
//! of decimals.

use nimsweep::algebraic::Algebraic;
use nimsweep::number::Surd;
use num_bigint::BigInt;
use num_rational::BigRational;
use pyo3::prelude::*;

use crate::patience::{self, LARGE, SMALL_DEGREE};

/// A real number that is known exactly.
pub trait Real: Clone + Send + 'static {
    /// Whether work with this many decimals may take more than some milliseconds.
    fn is_slow(&self, digits: usize) -> bool;

    /// The result of work with about this many decimals; Ctrl-C stops it if it may take long.
    fn patiently<T: Send + 'static>(
        &self,
        py: Python<'_>,
        digits: usize,
        work: impl FnOnce(&Self) -> T + Send + 'static,
    ) -> PyResult<T> {
        if !self.is_slow(digits) {
            return Ok(work(self));
        }
        let number = self.clone();
        patience::at_leisure(py, move || work(&number))
    }

    /// The number, if it is rational.
    fn as_rational(&self) -> Option<BigRational>;

    /// The number with this many decimals, rounded half away from zero.
    fn to_decimal(&self, digits: usize) -> String;

    /// Two rational numbers: the number itself, twice, or two that enclose it, 10^−digits apart.
    fn ends(&self, digits: usize) -> [BigRational; 2] {
        match self.as_rational() {
            Some(rational) => [rational.clone(), rational],
            None => interval(&self.to_decimal(digits)),
        }
    }

    /// What a rounding that keeps the order makes of the number.
    ///
    /// The ends of shorter and shorter intervals are rounded, until both give the same. This comes
    /// to an end if the results change at rational numbers only: an irrational number is none of
    /// these.
    fn rounded<T: PartialEq>(&self, round: impl Fn(&BigRational) -> T) -> T {
        let mut digits = 24;
        loop {
            let [low, high] = self.ends(digits).map(|end| round(&end));
            if low == high {
                return low;
            }
            digits *= 2;
        }
    }
}

impl Real for Surd {
    fn is_slow(&self, digits: usize) -> bool {
        // a decimal needs less than four bits
        self.bits().saturating_add(digits as u64 * 4) >= LARGE
    }

    fn as_rational(&self) -> Option<BigRational> {
        self.as_rational()
    }

    fn to_decimal(&self, digits: usize) -> String {
        self.to_decimal(digits)
    }
}

impl Real for Algebraic {
    fn is_slow(&self, digits: usize) -> bool {
        match self {
            Self::Closed(number) => number.is_slow(digits),
            // refinement to 128 digits costs little more than a step of it for a small degree
            Self::Root(_) => self.degree_bound().max(digits / 128) > SMALL_DEGREE,
        }
    }

    fn as_rational(&self) -> Option<BigRational> {
        self.as_surd().and_then(Surd::as_rational)
    }

    fn to_decimal(&self, digits: usize) -> String {
        self.to_decimal(digits)
    }
}

/// The numbers that round to a decimal lie between these two: half a unit of the last place to
/// either side.
fn interval(decimal: &str) -> [BigRational; 2] {
    let places = decimal.find('.').map_or(0, |point| decimal.len() - point - 1);
    // decimals of the library are digits, with a point and a sign
    let twice: BigInt = decimal.replace('.', "").parse::<BigInt>().unwrap_or_default() * 2;
    let unit: BigInt = num_traits::pow(BigInt::from(10), places) * 2;
    [twice.clone() - 1, twice + 1].map(|end| BigRational::new(end, unit.clone()))
}
