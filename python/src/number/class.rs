//! How a `Surd` is made, its parts, and what the field defines.

use nimsweep::number::{ContinuedFraction, Surd};
use num_bigint::BigInt;
use num_rational::BigRational;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};

use super::exact::Exact;
use super::operators::{arithmetic, square_root};
use super::surd::{PySurd, listed};
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
        Ok(Self(a + b.try_mul(&root).map_err(arithmetic)?))
    }

    /// p of p + Σ q√d.
    ///
    /// >>> Surd("(1+sqrt5)/2").rational_part
    /// Fraction(1, 2)
    #[getter]
    fn rational_part(&self) -> BigRational {
        self.0.rational_part()
    }

    /// Each square-free d of p + Σ q√d with its q, in ascending order.
    ///
    /// >>> Surd("sqrt8-3*sqrt3").roots, Surd("7/2").roots
    /// ({2: Fraction(2, 1), 3: Fraction(-3, 1)}, {})
    #[getter]
    fn roots<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let roots = PyDict::new(py);
        self.0.roots().try_for_each(|(d, q)| roots.set_item(d.get(), q))?;
        Ok(roots)
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

    /// The roots of the minimal polynomial, this number first.
    ///
    /// >>> Surd("(1+sqrt5)/2").conjugates()
    /// (Surd('(1+sqrt(5))/2'), Surd('(1-sqrt(5))/2'))
    /// >>> len(Surd("sqrt2+sqrt3+sqrt6").conjugates())  # √6 = √2·√3
    /// 4
    fn conjugates<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.few_conjugates()?;
        listed(py, &self.0.conjugates())
    }

    /// The complex conjugate, which every number of Python has: the number itself, since it is
    /// real.
    fn conjugate(&self) -> Self {
        self.clone()
    }

    /// The product of all conjugates.
    ///
    /// >>> Surd("(1+sqrt5)/2").norm()
    /// Fraction(-1, 1)
    fn norm(&self) -> PyResult<BigRational> {
        self.few_conjugates()?;
        self.0.norm().map_err(arithmetic)
    }

    /// The sum of all conjugates.
    ///
    /// >>> Surd("(1+sqrt5)/2").trace()
    /// Fraction(1, 1)
    fn trace(&self) -> BigRational {
        self.0.trace()
    }

    /// The terms of the regular continued fraction, at most so many, and how many of them at the
    /// end repeat forever: 0 if it ends, None if other terms follow.
    ///
    /// >>> Surd("sqrt7").continued_fraction()
    /// ([2, 1, 1, 1, 4], 4)
    /// >>> Surd("355/113").continued_fraction(), Surd("sqrt2+sqrt3").continued_fraction(8)
    /// (([3, 7, 16], 0), ([3, 6, 1, 5, 7, 1, 1, 4], None))
    #[pyo3(signature = (most = 100))]
    fn continued_fraction(&self, py: Python<'_>, most: usize) -> PyResult<(Vec<BigInt>, Option<usize>)> {
        let number = self.0.clone();
        let ContinuedFraction { terms, period } =
            patience::at_leisure(py, move || number.continued_fraction(most))?;
        Ok((terms, period))
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

    /// The square root that is not negative, if it is found as a sum of roots; else a DomainError.
    ///
    /// >>> Surd("3+2*sqrt2").sqrt(), Surd("5+2*sqrt6").sqrt(), Surd(12).sqrt()
    /// (Surd('1+sqrt(2)'), Surd('sqrt(2)+sqrt(3)'), Surd('2*sqrt(3)'))
    /// >>> Surd("sqrt2").sqrt()
    /// Traceback (most recent call last):
    ///     ...
    /// nimsweep.errors.DomainError: the root of √2 is not found as a sum of square roots
    ///
    /// Of a fraction with large prime factors, a square part may be missed; the root of a number
    /// with several roots is not looked for.
    fn sqrt(&self) -> PyResult<Self> {
        square_root(&self.0).map(Self)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        static MAKE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let make = || Ok::<_, PyErr>(py.import("nimsweep._engine")?.getattr("_surd")?.unbind());
        let (whole, roots, r) = self.0.over_common_denominator();
        let roots = roots.iter().map(|(d, part)| (d.get(), part.clone())).collect();
        let parts = (whole.clone(), roots, r.clone());
        Ok((MAKE.get_or_try_init(py, make)?.bind(py).clone(), parts))
    }
}

impl PySurd {
    /// Refuses numbers whose conjugates fill the memory.
    fn few_conjugates(&self) -> PyResult<()> {
        match self.0.rank() {
            0..=12 => Ok(()),
            rank => Err(TooLargeError::new_err(format!(
                "there are 2^{rank} conjugates; at most 2^12 are computed"
            ))),
        }
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

/// n, each d with its c, and r of (n + Σ c√d)/r.
type Parts = (BigInt, Vec<(u64, BigInt)>, BigInt);

/// (n + Σ c√d)/r, for pickle.
#[pyfunction]
#[pyo3(name = "_surd")]
pub fn surd_of(whole: BigInt, roots: Vec<(u64, BigInt)>, r: BigInt) -> PyResult<PySurd> {
    let root = |(d, part): (u64, BigInt)| Surd::square_root_of(d) * Surd::from(part);
    let number = roots.into_iter().map(root).fold(Surd::from(whole), |sum, term| sum + term);
    number.try_div(&r.into()).map(PySurd).map_err(arithmetic)
}

/// √d for an integer d ≥ 1, with its square part taken out.
fn square_root_of_integer(d: &Surd) -> PyResult<Surd> {
    if !d.is_integer() || *d < 1 {
        return Err(DomainError::new_err("the number under the root must be an integer of at least 1"));
    }
    d.sqrt().ok_or_else(|| {
        let most: BigInt = u64::MAX.into();
        TooLargeError::new_err(format!("the number under the root is too large; at most {most} is taken"))
    })
}
