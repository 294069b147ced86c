//! The class `Algebraic`: how it is made, its polynomial, its texts.

use nimsweep::algebraic::{Algebraic, DefiningPolynomial, Polynomial};
use nimsweep::number::{Surd, check_products};
use num_bigint::BigInt;
use num_traits::One;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::errors::{DomainError, TooLargeError};
use crate::number::{Exact, PySurd, Real, fraction, latex, significant, surd_to_py, written};
use crate::patience::at_leisure;

/// Polynomials of larger degrees are computed only if they are asked for.
const LARGEST_SHOWN_DEGREE: usize = 16;
/// Polynomials of larger degrees take too long.
const LARGEST_DEGREE: usize = 200;

/// A real root of a polynomial, exactly.
///
/// Algebraic.roots finds all real roots of a polynomial, its coefficients being any
/// numbers of one field, the constant term first. A root that is p + q√d is shown so.
///
/// >>> from nimsweep import Algebraic, Surd
/// >>> Algebraic.roots([2, 0, 0, -1])
/// [Algebraic.root([-2, 0, 0, 1], '5/4', '3/2')]
/// >>> Algebraic.roots([-1, -1, 1])
/// [Algebraic('(1-sqrt(5))/2'), Algebraic('(1+sqrt(5))/2')]
/// >>> x = Algebraic.roots([2, 0, 0, -1])[0]
/// >>> x.decimal(30), f"{x:.3f}", float(x)
/// ('1.259921049894873164767210607278', '1.260', 1.2599210498948732)
///
/// The order is exact, also among numbers of all kinds; there is no arithmetic.
///
/// >>> x < Surd("sqrt2"), x == Algebraic.roots([-4, 0, 0, 0, 0, 0, 1])[1]
/// (True, True)
///
/// Algebraic(x) is a number p + q√d as an object of this class.
#[pyclass(name = "Algebraic", module = "nimsweep", frozen)]
#[derive(Clone, Debug)]
pub struct PyAlgebraic(pub(super) Algebraic);

impl PyAlgebraic {
    /// The number itself.
    pub fn number(&self) -> &Algebraic {
        &self.0
    }

    /// The number as p + q√d, if it is one.
    pub fn closed_form(&self) -> Option<&Surd> {
        self.0.as_surd()
    }

    /// The polynomial over Z and an interval; by bounds or Sturm's theorem, which may take long.
    pub(super) fn defining(&self, py: Python<'_>) -> PyResult<DefiningPolynomial> {
        let Self(number) = self;
        let number = number.clone();
        let defining = at_leisure(py, move || number.defining_polynomial(LARGEST_DEGREE))?;
        defining.map_err(|error| TooLargeError::new_err(error.to_string()))
    }
}

/// The number as an object of Python: a `Surd` if it has a closed form, else an `Algebraic`.
fn algebraic_to_py(py: Python<'_>, number: Algebraic) -> PyResult<Bound<'_, PyAny>> {
    match number {
        Algebraic::Closed(number) => Ok(surd_to_py(py, number)?.into_any()),
        root @ Algebraic::Root(_) => Ok(Bound::new(py, PyAlgebraic(root))?.into_any()),
    }
}

/// An exact number or an `Algebraic`, as an argument or a result.
pub struct Root(pub Algebraic);

impl<'py> FromPyObject<'_, 'py> for Root {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.cast::<PyAlgebraic>() {
            Ok(number) => Ok(Self(number.get().0.clone())),
            Err(_) => Ok(Self(object.extract::<Exact>()?.0.into())),
        }
    }
}

impl<'py> IntoPyObject<'py> for Root {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        algebraic_to_py(py, self.0)
    }
}

#[pymethods]
impl PyAlgebraic {
    #[new]
    fn new(number: &Bound<'_, PyAny>) -> PyResult<Self> {
        match number.extract::<Root>() {
            Ok(Root(root)) => Ok(Self(root)),
            // a number of SymPy that has no closed form
            Err(error) if error.is_instance_of::<DomainError>(number.py()) => {
                let root = written(number, "root_of_sympy", (number,))?;
                root.cast::<Self>().map(|root| root.get().clone()).map_err(|_| error)
            }
            Err(error) => Err(error),
        }
    }

    fn __bool__(&self) -> bool {
        // a root of a polynomial without closed form is not 0
        self.closed_form().is_none_or(|number| *number != 0)
    }

    /// The real roots of a polynomial, each once, in ascending order.
    ///
    /// The coefficients are exact numbers of one field, the constant term first.
    ///
    /// >>> Algebraic.roots([0, "-sqrt2", 1])
    /// [Algebraic('0'), Algebraic('sqrt(2)')]
    /// >>> Algebraic.roots([1, 0, 1])
    /// []
    ///
    /// Meant for degrees up to some dozens; Ctrl-C stops it.
    #[staticmethod]
    fn roots(py: Python<'_>, coefficients: &Bound<'_, PyAny>) -> PyResult<Vec<Self>> {
        let polynomial = polynomial(coefficients)?;
        at_leisure(py, move || Algebraic::roots_of(&polynomial).into_iter().map(Self).collect())
    }

    /// The only root of a polynomial between two rational numbers.
    ///
    /// The coefficients are integers or fractions, the constant term first. ValueError if none or
    /// more than one root lies between the ends.
    ///
    /// >>> Algebraic.root([-2, 0, 0, 1], 1, 2)
    /// Algebraic.root([-2, 0, 0, 1], '5/4', '3/2')
    #[staticmethod]
    fn root(py: Python<'_>, coefficients: &Bound<'_, PyAny>, low: Exact, high: Exact) -> PyResult<Self> {
        let polynomial = polynomial(coefficients)?;
        if polynomial.coefficients().iter().chain([&low.0, &high.0]).any(|number| !number.is_rational()) {
            return Err(DomainError::new_err("the coefficients and the ends must be rational numbers"));
        }
        let interval = [low.0, high.0];
        let root = at_leisure(py, move || {
            let coefficients = integer_coefficients(&polynomial);
            DefiningPolynomial { coefficients, interval, minimal: false }.root().map(Self)
        })?;
        root.ok_or_else(|| DomainError::new_err("not exactly one root lies between the ends"))
    }

    /// The number as a Surd, if it is p + q√d; else None.
    ///
    /// >>> Algebraic.roots([-3, 0, 4])[1].as_surd()
    /// Surd('sqrt(3)/2')
    fn as_surd<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PySurd>>> {
        self.closed_form().map(|number| surd_to_py(py, number.clone())).transpose()
    }

    /// The integer coefficients of a polynomial with this root and no root twice, the constant term
    /// first; the minimal polynomial, except in rare cases.
    ///
    /// >>> Algebraic.roots(["-sqrt2", 0, 1])[1].polynomial
    /// (-2, 0, 0, 0, 1)
    #[getter]
    fn polynomial<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.defining(py)?.coefficients)
    }

    /// Two fractions between which the polynomial has no other root.
    ///
    /// >>> Algebraic.roots([-2, 0, 0, 1])[0].interval
    /// (Fraction(5, 4), Fraction(3, 2))
    #[getter]
    fn interval<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let [low, high] = self.defining(py)?.interval;
        Ok((fraction(py, &low)?, fraction(py, &high)?))
    }

    /// The degree of the polynomial is at most this; known without computing it.
    ///
    /// >>> Algebraic.roots(["-sqrt2", 0, 1])[1].degree_bound
    /// 4
    #[getter]
    fn degree_bound(&self) -> usize {
        self.0.degree_bound()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        if self.closed_form().is_some() {
            return Ok(format!("Algebraic('{}')", self.__str__(py)?));
        }
        if self.0.degree_bound() > LARGEST_SHOWN_DEGREE {
            return Ok(format!("<Algebraic {}>", self.__str__(py)?));
        }
        let DefiningPolynomial { coefficients, interval: [low, high], .. } = self.defining(py)?;
        let coefficients: Vec<String> = coefficients.iter().map(ToString::to_string).collect();
        Ok(format!("Algebraic.root([{}], '{low}', '{high}')", coefficients.join(", ")))
    }

    pub(crate) fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let degree = self.0.degree_bound();
        self.0.patiently(py, 0, move |number| match number {
            Algebraic::Root(_) if degree > LARGEST_SHOWN_DEGREE => {
                format!("{number:.20}, a root of a polynomial of degree {degree} or less")
            }
            _ => number.to_string(),
        })
    }

    /// As the format of Surd.
    ///
    /// >>> f"{Algebraic.roots([-2, 0, 0, 1])[0]:.10f}"
    /// '1.2599210499'
    fn __format__<'py>(slf: &Bound<'py, Self>, format: &str) -> PyResult<Bound<'py, PyAny>> {
        written(slf, "formatted", (slf, format))
    }

    /// Whether the number is negative, its digits, and the place of the first one.
    fn _significant(&self, py: Python<'_>, count: usize) -> PyResult<(bool, String, i64)> {
        significant(py, &self.0, count)
    }

    fn _repr_latex_(&self, py: Python<'_>) -> PyResult<String> {
        self.0.patiently(py, 0, |number| match number.as_surd() {
            Some(closed) => format!("${}$", latex(closed)),
            None => format!("$\\approx {number:.20}$"),
        })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (py, own) = (slf.py(), slf.get());
        let class = slf.get_type();
        if let Some(number) = own.closed_form() {
            let arguments = (surd_to_py(py, number.clone())?,).into_pyobject(py)?;
            return Ok((class.into_any(), arguments.into_any()));
        }
        let DefiningPolynomial { coefficients, interval: [low, high], .. } = own.defining(py)?;
        let arguments = (coefficients, fraction(py, &low)?, fraction(py, &high)?).into_pyobject(py)?;
        Ok((class.getattr("root")?, arguments.into_any()))
    }
}

/// A polynomial that is not 0.
fn polynomial(coefficients: &Bound<'_, PyAny>) -> PyResult<Polynomial> {
    if coefficients.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("the coefficients are several numbers, such as [-2, 0, 1]"));
    }
    let numbers = coefficients.try_iter()?.map(|number| Ok(number?.extract::<Exact>()?.0));
    let polynomial = Polynomial::new(numbers.collect::<PyResult<_>>()?);
    check_products(polynomial.coefficients()).map_err(|error| TooLargeError::new_err(error.to_string()))?;
    if polynomial.is_zero() {
        return Err(DomainError::new_err("every number is a root of the polynomial 0"));
    }
    Ok(polynomial)
}

/// The coefficients of a rational polynomial, times a common denominator.
fn integer_coefficients(polynomial: &Polynomial) -> Vec<BigInt> {
    let parts = polynomial.coefficients().iter().map(Surd::over_common_denominator);
    let common = parts.clone().fold(BigInt::one(), |common, (_, _, r)| num_integer::lcm(common, r.clone()));
    parts.map(|(a, _, r)| a * (&common / r)).collect()
}
