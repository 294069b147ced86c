//! The class `Surd`.

use nimsweep::number::Surd;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A real number p + Σ q√d with rational p and q, exactly.
///
/// `Surd(x)` takes an int, a Fraction or anything else with a numerator and a denominator, a
/// Decimal, a text such as '1+sqrt2', a number of SymPy, or another Surd; `Surd(a, b, d)` is
/// a + b√d. Floats are refused, as they have lost the exact value.
///
/// >>> from fractions import Fraction
/// >>> from nimsweep import Surd
/// >>> Surd("1+sqrt2")
/// Surd('1+sqrt(2)')
/// >>> Surd(1, 2, 8)
/// Surd('1+4*sqrt(2)')
/// >>> Surd(Fraction(1, 2)) == Fraction(1, 2)
/// True
/// >>> Surd(0.1)
/// Traceback (most recent call last):
///     ...
/// nimsweep.errors.InexactError: 0.1 is not exact: write '1/10' or Fraction(1, 10)
///
/// Sums and products are exact, with integers and fractions, too.
///
/// >>> x = Surd("1+sqrt2")
/// >>> x * x, 1 / x, x ** -2
/// (Surd('3+2*sqrt(2)'), Surd('-1+sqrt(2)'), Surd('3-2*sqrt(2)'))
/// >>> 1 / (x + Surd("sqrt3"))
/// Surd('(2+sqrt(2)-sqrt(6))/4')
/// >>> sorted([Surd("sqrt3"), Fraction(99, 70), Surd("sqrt2"), 1.5])
/// [Surd('sqrt(2)'), Fraction(99, 70), 1.5, Surd('sqrt(3)')]
#[pyclass(name = "Surd", module = "nimsweep", frozen)]
#[derive(Clone, Debug)]
pub struct PySurd(pub Surd);

/// The number as an object of Python.
pub fn surd_to_py(py: Python<'_>, number: Surd) -> PyResult<Bound<'_, PySurd>> {
    Bound::new(py, PySurd(number))
}

/// A tuple of numbers.
pub fn listed<'py>(py: Python<'py>, numbers: &[Surd]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, numbers.iter().cloned().map(PySurd))
}
