//! The order of `Surd` among all real numbers of Python, and its hash.

use std::borrow::Cow;
use std::cmp::Ordering;

use nimsweep::algebraic::Algebraic;
use nimsweep::number::Surd;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyComplex, PyComplexMethods, PyFloat};

use super::exact::{finite_decimal, is_decimal, number};
use super::surd::PySurd;
use crate::algebraic::{PyAlgebraic, compared};

/// What a number is compared with.
pub enum Other<'a> {
    /// A number p + q√d; a finite float or decimal is the rational number that it stands for.
    Number(Cow<'a, Surd>),
    /// A root of a polynomial.
    Root(&'a Algebraic),
    /// A float that is greater than every number, or less.
    Infinite(Ordering),
    /// A float that is not a number, or a number that is not real.
    NotANumber,
}

impl<'a> Other<'a> {
    /// Some object, if it can be compared with a real number by this operator.
    pub fn of(object: &'a Bound<'_, PyAny>, operator: CompareOp) -> PyResult<Option<Self>> {
        if let Some(number) = number(object)? {
            return Ok(Some(Self::Number(number)));
        }
        if let Ok(algebraic) = object.cast::<PyAlgebraic>() {
            return Ok(Some(Self::Root(algebraic.get().number())));
        }
        if let Ok(float) = object.cast::<PyFloat>() {
            return Ok(Some(Self::float(float.value())));
        }
        // complex numbers are equal or not, but have no order
        if let (Ok(complex), CompareOp::Eq | CompareOp::Ne) = (object.cast::<PyComplex>(), operator) {
            let is_real = complex.imag() == 0.0;
            return Ok(Some(if is_real { Self::float(complex.real()) } else { Self::NotANumber }));
        }
        if is_decimal(object)? { Self::decimal(object) } else { Ok(None) }
    }

    fn float(float: f64) -> Self {
        match Surd::try_from(float) {
            Ok(exact) => Self::Number(Cow::Owned(exact)),
            Err(_) if float.is_nan() => Self::NotANumber,
            Err(_) => Self::Infinite(if float > 0.0 { Ordering::Greater } else { Ordering::Less }),
        }
    }

    /// A `decimal.Decimal`, unless its exponent is too large.
    fn decimal(object: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        let is = |name| object.call_method0(name)?.is_truthy();
        if is("is_nan")? {
            return Ok(Some(Self::NotANumber));
        }
        if is("is_infinite")? {
            let side = if is("is_signed")? { Ordering::Less } else { Ordering::Greater };
            return Ok(Some(Self::Infinite(side)));
        }
        Ok(finite_decimal(object)?.map(|exact| Self::Number(Cow::Owned(exact))))
    }
}

/// How one number compares with another one.
pub enum Relation {
    /// Less, equal or greater.
    Ordered(Ordering),
    /// Neither: the other one is not a real number.
    Unordered,
}

impl From<Ordering> for Relation {
    fn from(order: Ordering) -> Self {
        Self::Ordered(order)
    }
}

impl Relation {
    /// What a comparison with an operator gives.
    pub fn holds(self, operator: CompareOp) -> bool {
        match self {
            Self::Ordered(order) => operator.matches(order),
            Self::Unordered => matches!(operator, CompareOp::Ne),
        }
    }
}

/// The hash of a fraction, as Python's manual defines it for all rational numbers: modulo the prime
/// `sys.hash_info.modulus`.
fn hash_of_fraction(py: Python<'_>, x: &BigRational) -> PyResult<isize> {
    static INFO: PyOnceLock<(u64, isize)> = PyOnceLock::new();
    let &(prime, infinite) = INFO.get_or_try_init(py, || {
        let info = py.import("sys")?.getattr("hash_info")?;
        Ok::<_, PyErr>((info.getattr("modulus")?.extract()?, info.getattr("inf")?.extract()?))
    })?;
    let rest = |n: &BigInt| (n.magnitude() % prime).to_u64().unwrap_or_default();
    // both are below the prime, which is below 2⁶²
    let product = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(prime)) as u64;
    let (mut hash, mut power, mut exponent) = (rest(x.numer()), rest(x.denom()), prime - 2);
    let sign = if x.is_negative() { -1 } else { 1 };
    if power == 0 {
        return Ok(sign * infinite);
    }
    // the inverse of the denominator is its power to the prime less 2
    while exponent > 0 {
        if exponent % 2 == 1 {
            hash = product(hash, power);
        }
        power = product(power, power);
        exponent /= 2;
    }
    let hash = sign * hash as isize;
    Ok(if hash == -1 { -2 } else { hash })
}

#[pymethods]
impl PySurd {
    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        operator: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let Some(other) = Other::of(other, operator)? else { return Ok(py.NotImplemented().into_bound(py)) };
        let relation = match other {
            Other::Number(other) => self.0.cmp(&other).into(),
            Other::Root(root) => compared(py, root, &self.0)?.reverse().into(),
            Other::Infinite(side) => side.reverse().into(),
            Other::NotANumber => Relation::Unordered,
        };
        relation.holds(operator).into_bound_py_any(py)
    }

    /// That of the equal int or Fraction; for an irrational number that of the nearest float, so
    /// that it is the same for an `Algebraic`.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        match self.0.as_rational() {
            Some(x) if x.is_integer() => x.numer().into_bound_py_any(py)?.hash(),
            Some(x) => hash_of_fraction(py, &x),
            None => PyFloat::new(py, self.0.to_f64().unwrap_or(f64::INFINITY)).hash(),
        }
    }
}
