//! A polynomial over Z and an interval that together define a number.

use itertools::Itertools;
use num_bigint::BigInt;
use num_traits::Zero;

use super::integral::Integral;
use super::number::Algebraic;
use super::polynomial::Polynomial;
use super::root::Root;
use crate::error::{Error, error};
use crate::number::{Enclosure, Surd, check_products};

/// A square-free polynomial over Z and an interval that holds exactly one of its roots. The
/// coefficients have no common divisor, and the leading one is positive.
///
/// ```
/// use nimsweep::algebraic::{Algebraic, Polynomial};
///
/// let root = &Algebraic::roots_of(&Polynomial::from(&[-2_i64, 0, 0, 1][..]))[0];
/// let defining = root.defining_polynomial(32).unwrap();
/// let texts: Vec<String> = defining.coefficients.iter().map(ToString::to_string).collect();
/// assert_eq!(texts, ["-2", "0", "0", "1"]);
/// assert_eq!(defining.interval.map(|end| end.to_string()), ["5/4", "3/2"]);
/// assert!(defining.minimal);
/// ```
///
/// In JSON an object with the keys `coefficients`, `interval` and `minimal`; all numbers are
/// strings.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DefiningPolynomial {
    /// The coefficients, the constant term first.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_texts"))]
    pub coefficients: Vec<BigInt>,
    /// Two rational numbers: the polynomial has different signs there, and one root between them.
    pub interval: [Surd; 2],
    /// Whether it is proven that the polynomial is irreducible: then it is the minimal one. If not,
    /// the polynomial may still be irreducible, but hardly ever is.
    pub minimal: bool,
}

impl Algebraic {
    /// A polynomial with this number as a root: the minimal one of a number in closed form.
    ///
    /// # Errors
    /// [`Error`] if its degree may be greater than `most`, and as
    /// [`check_products`](crate::number::check_products).
    ///
    /// # Cost
    /// For a maximum of the gain some milliseconds for degree 8, a tenth of a second for degree 32.
    pub fn defining_polynomial(&self, most: usize) -> Result<DefiningPolynomial, Error> {
        let degree = self.degree_bound();
        if degree > most {
            return Err(error!(
                TooLarge,
                "the polynomial of this number has a degree of up to {degree}; at most {most} is computed"
            ));
        }
        let (polynomial, interval, minimal) = match self {
            Self::Closed(number) => {
                check_products([number])?;
                // it is irreducible: each product with a conjugate has a field of half the degree
                (&Integral::norm_of(&Polynomial::with_root(number)), isolating_interval(number), true)
            }
            Self::Root(root) => {
                let polynomial = root.integral();
                (polynomial, root.interval(), polynomial.is_surely_irreducible())
            }
        };
        Ok(DefiningPolynomial { coefficients: polynomial.coefficients().to_vec(), interval, minimal })
    }
}

/// Two rational numbers with this one, and no conjugate, between them.
fn isolating_interval(number: &Surd) -> [Surd; 2] {
    let conjugates = number.conjugates();
    let mut scale = Surd::from(4);
    loop {
        let floor = (number * &scale).floor();
        // a rational number lies in the middle
        let low = &floor - BigInt::from(u8::from(number.is_rational()));
        let ends = [low, floor + 1].map(|end| Surd::from(end) / &scale);
        if conjugates[1..].iter().all(|conjugate| *conjugate < ends[0] || *conjugate > ends[1]) {
            return ends;
        }
        scale *= 2;
    }
}

impl DefiningPolynomial {
    /// The root of the polynomial between the ends of the interval: the inverse of
    /// [`Algebraic::defining_polynomial`].
    ///
    /// `None` if the ends are not rational numbers in ascending order, or not exactly one root lies
    /// between them. A root at an end does not count, multiple roots count once.
    ///
    /// # Cost
    /// Small if the interval comes from [`Algebraic::defining_polynomial`]; else that of
    /// [`Algebraic::roots_of`].
    ///
    /// ```
    /// use nimsweep::algebraic::{Algebraic, Polynomial};
    ///
    /// let root = &Algebraic::roots_of(&Polynomial::from([-2, 0, 0, 1]))[0];
    /// let defining = root.defining_polynomial(32).unwrap();
    /// assert_eq!(defining.root().as_ref(), Some(root));
    /// ```
    #[must_use]
    pub fn root(&self) -> Option<Algebraic> {
        let [low, high] = &self.interval;
        if low >= high || [low, high].iter().any(|end| !end.is_rational()) {
            return None;
        }
        if self.coefficients.iter().all(Zero::is_zero) {
            return None;
        }
        let polynomial = Integral::primitive(self.coefficients.clone()).square_free();
        if let Some(place) = dyadic_interval(low, high).filter(|place| polynomial.has_one_root_on(place)) {
            return Some(Algebraic::of(Root::isolated(polynomial, place)));
        }
        let roots = Algebraic::roots_of(&polynomial.polynomial());
        roots.into_iter().filter(|root| root > low && root < high).exactly_one().ok()
    }
}

/// The interval with these ends, if their denominators are powers of two.
fn dyadic_interval(low: &Surd, high: &Surd) -> Option<Enclosure> {
    let bits = usize::try_from(low.bits().max(high.bits())).ok()?;
    let [low, high] = [low, high].map(|end| Enclosure::of(end, bits));
    let is_exact = low.width().is_zero() && high.width().is_zero();
    is_exact.then(|| Enclosure::between(low.low().clone(), high.low().clone(), bits))
}

#[cfg(feature = "serde")]
impl serde::Serialize for Algebraic {
    /// In the field, the text of the closed form; beyond it, the [defining
    /// polynomial](Self::defining_polynomial) with the interval of its root.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Closed(number) => number.serialize(serializer),
            Self::Root(_) => self.defining_polynomial(usize::MAX).ok().serialize(serializer),
        }
    }
}

/// Long integers as a list of strings.
#[cfg(feature = "serde")]
fn as_texts<S: serde::Serializer>(numbers: &[BigInt], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(numbers.iter().map(ToString::to_string))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_over_a_field_has_a_polynomial_over_the_integers() {
        let nested = Polynomial::new(["-2-sqrt2", "0", "1"].map(|c| c.parse().unwrap()).to_vec());
        let roots = Algebraic::roots_of(&nested);
        let defining = roots[1].defining_polynomial(4).unwrap();
        assert_eq!(defining.coefficients, [2, 0, -4, 0, 1].map(BigInt::from));
        assert!(defining.minimal);
        assert!(roots[1] > defining.interval[0] && roots[1] < defining.interval[1]);
        assert!(roots[1].defining_polynomial(3).is_err() && roots[1].degree_bound() == 4);
    }

    #[test]
    fn a_number_in_closed_form_has_its_minimal_polynomial() {
        for (text, coefficients) in [
            ("-7/3", vec![7, 3]),
            ("0", vec![0, 1]),
            ("(1+sqrt5)/2", vec![-1, -1, 1]),
            ("sqrt2+sqrt3", vec![1, 0, -10, 0, 1]),
            ("sqrt2+sqrt3+sqrt6", vec![-23, -48, -22, 0, 1]),
        ] {
            let number = Algebraic::from(text.parse::<Surd>().unwrap());
            let defining = number.defining_polynomial(4).unwrap();
            let expected: Vec<_> = coefficients.into_iter().map(BigInt::from).collect();
            assert_eq!((&defining.coefficients, defining.minimal), (&expected, true), "{text}");
            assert_eq!(defining.root().as_ref(), Some(&number), "{text}");
            assert!(number.degree_bound() == 1 || number.defining_polynomial(1).is_err(), "{text}");
        }
        let large: Surd = "sqrt18446744073709551557+sqrt18446744073709551533".parse().unwrap();
        assert!(Algebraic::from(large).defining_polynomial(9).is_err());
    }

    #[test]
    fn the_polynomial_and_the_interval_give_the_number_back() {
        // (x³ − 2)(x − 3)(2x − 1)(x² − 3)², each root from an interval of its own
        let factors = [&[-2_i64, 0, 0, 1][..], &[-3, 1], &[-1, 2], &[-3, 0, 1], &[-3, 0, 1]];
        let product = factors.map(Polynomial::from).iter().fold(Polynomial::from([1]), |p, f| &p * f);
        let coefficients = Integral::norm_of(&product).coefficients().to_vec();
        let between = |low: &str, high: &str| {
            let interval = [low, high].map(|end| end.parse().unwrap());
            DefiningPolynomial { coefficients: coefficients.clone(), interval, minimal: false }.root()
        };
        assert_eq!(between("1", "3/2").unwrap().to_decimal(10), "1.2599210499");
        assert_eq!(between("6/5", "13/10"), between("1", "3/2"));
        assert_eq!(between("1.7", "1.8"), Some(Algebraic::from("sqrt3".parse::<Surd>().unwrap())));
        for (low, high, root) in
            [("2", "5", "3"), ("0", "1", "1/2"), ("1/3", "0.6", "1/2"), ("3/8", "5/8", "1/2")]
        {
            let found = between(low, high).unwrap();
            assert_eq!(found.as_surd(), Some(&root.parse().unwrap()), "{low} .. {high}");
        }
        for (low, high) in [("1", "2"), ("4", "5"), ("3", "4"), ("1/2", "3/4"), ("2", "1"), ("1", "sqrt2")] {
            assert_eq!(between(low, high), None, "{low} .. {high}");
        }
        let interval = ["0", "1"].map(|end| end.parse().unwrap());
        let zero = DefiningPolynomial { coefficients: vec![BigInt::ZERO; 2], interval, minimal: false };
        assert_eq!(zero.root(), None);
    }

    #[test]
    fn what_is_not_minimal_is_not_called_so() {
        // (x³ − 2)(x² + 1)
        let product = &Polynomial::from(&[-2_i64, 0, 0, 1][..]) * &Polynomial::from(&[1_i64, 0, 1][..]);
        let root = &Algebraic::roots_of(&product)[0];
        let defining = root.defining_polynomial(9).unwrap();
        assert_eq!((defining.coefficients.len(), defining.minimal), (6, false));
    }
}
