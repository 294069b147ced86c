//! How a `Surd` is made, its parts, and what the field defines.

use nimsweep::number::Surd;
use num_bigint::BigInt;
use num_rational::BigRational;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use super::exact::Exact;
use super::operators::{arithmetic, square_root};
use super::surd::PySurd;
use crate::errors::{DomainError, TooLargeError};
use crate::patience;

#[pymethods]
impl PySurd {
    #[new]
    #[pyo3(signature = (a=Given(None), b=Given(None), d=None), text_signature = "(a=0, b=0, d=None)")]
    fn new(a: Given<'_>, b: Given<'_>, d: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let (a, b) = (a.or_zero()?, b.or_zero()?);
        let root = match d {
            Some(d) => square_root_of_integer(&d.extract::<Exact>()?.0)?,
            None if b == 0 => return Ok(Self(a)),
            None => return Err(PyTypeError::new_err("Surd(a, b, d) needs d, the number under the root")),
        };
        Ok(Self(b.try_mul(&root).and_then(|term| a.try_add(&term)).map_err(arithmetic)?))
    }

    /// p of p + q√d.
    ///
    /// >>> Surd("(1+sqrt5)/2").a
    /// Fraction(1, 2)
    #[getter]
    fn a(&self) -> BigRational {
        self.0.rational_part()
    }

    /// q of p + q√d; 0 for a rational number.
    ///
    /// >>> Surd("1-3*sqrt2").b
    /// Fraction(-3, 1)
    #[getter]
    fn b(&self) -> BigRational {
        self.0.root_coefficient()
    }

    /// The square-free d of p + q√d; None for a rational number.
    ///
    /// >>> Surd("sqrt8").d, Surd("7/2").d
    /// (2, None)
    #[getter]
    fn d(&self) -> Option<u64> {
        self.0.radicand().map(|d| d.get())
    }

    /// The number itself.
    #[getter]
    fn real(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    /// 0, as the number is real.
    #[getter]
    fn imag(&self) -> u8 {
        0
    }

    /// p − q√d, the other root of the minimal polynomial.
    ///
    /// >>> Surd("(1+sqrt5)/2").galois_conjugate()
    /// Surd('(1-sqrt(5))/2')
    fn galois_conjugate(&self) -> Self {
        Self(self.0.conjugate())
    }

    /// The complex conjugate, which every number of Python has: the number itself, since it is
    /// real.
    fn conjugate(&self) -> Self {
        self.clone()
    }

    /// p² − d·q², the product with the Galois conjugate; x² for a rational x.
    ///
    /// >>> Surd("(1+sqrt5)/2").norm()
    /// Fraction(-1, 1)
    fn norm(&self) -> BigRational {
        self.0.norm()
    }

    /// 2p, the sum with the Galois conjugate.
    ///
    /// >>> Surd("(1+sqrt5)/2").trace()
    /// Fraction(1, 1)
    fn trace(&self) -> BigRational {
        self.0.trace()
    }

    /// The product of some numbers, 1 of none, by a balanced tree, which is faster than
    /// `math.prod` for many numbers.
    ///
    /// >>> Surd.product([Surd("1+sqrt2"), 3, Surd("sqrt2")])
    /// Surd('6+3*sqrt(2)')
    #[staticmethod]
    fn product(py: Python<'_>, numbers: &Bound<'_, PyAny>) -> PyResult<Self> {
        let numbers = numbers.try_iter()?.map(|number| Ok(number?.extract::<Exact>()?.0));
        let numbers = numbers.collect::<PyResult<Vec<Surd>>>()?;
        patience::product(py, numbers)?.map(Self).map_err(arithmetic)
    }

    /// The square root that is not negative, if it is a number p + q√d; else a DomainError.
    ///
    /// >>> Surd("3+2*sqrt2").sqrt(), Surd(12).sqrt()
    /// (Surd('1+sqrt(2)'), Surd('2*sqrt(3)'))
    /// >>> Surd("sqrt2").sqrt()
    /// Traceback (most recent call last):
    ///     ...
    /// nimsweep.errors.DomainError: the root of √2 is not a number p+q*sqrt(d)
    ///
    /// Of a fraction with large prime factors, a square part may be missed.
    fn sqrt(&self) -> PyResult<Self> {
        square_root(&self.0).map(Self)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        static MAKE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let make = || Ok::<_, PyErr>(py.import("nimsweep._engine")?.getattr("_surd")?.unbind());
        let (a, b, r) = self.0.over_common_denominator();
        let parts = (a.clone(), b.clone(), r.clone(), self.0.radicand().map(|d| d.get()));
        Ok((MAKE.get_or_try_init(py, make)?.bind(py).clone(), parts))
    }
}

/// An argument as it is, if it is given; None is given, too.
struct Given<'py>(Option<Bound<'py, PyAny>>);

impl<'py> FromPyObject<'_, 'py> for Given<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(Some(object.to_owned())))
    }
}

impl Given<'_> {
    fn or_zero(self) -> PyResult<Surd> {
        self.0.map_or_else(|| Ok(Surd::default()), |object| Ok(object.extract::<Exact>()?.0))
    }
}

/// a, b, r and d of (a + b√d)/r.
type Parts = (BigInt, BigInt, BigInt, Option<u64>);

/// (a + b√d)/r, for pickle.
#[pyfunction]
#[pyo3(name = "_surd")]
pub fn surd_of(a: BigInt, b: BigInt, r: BigInt, d: Option<u64>) -> PyResult<PySurd> {
    let term = Surd::from(b).try_mul(&d.map_or_else(Surd::default, Surd::square_root_of));
    let number = term.and_then(|term| term.try_add(&a.into())?.try_div(&r.into()));
    number.map(PySurd).map_err(arithmetic)
}

/// √d for an integer d ≥ 1, with its square part taken out.
fn square_root_of_integer(d: &Surd) -> PyResult<Surd> {
    let is_positive_integer = d.as_rational().is_some_and(|d| d.is_integer()) && *d >= 1;
    if !is_positive_integer {
        return Err(DomainError::new_err("the number under the root must be an integer of at least 1"));
    }
    d.sqrt().ok_or_else(|| {
        let most: BigInt = u64::MAX.into();
        TooLargeError::new_err(format!("the number under the root is too large; at most {most} is taken"))
    })
}
