//! The number p + q√d: its radicand, its canonical form, its parts, and what the field defines:
//! conjugate, norm, trace, reciprocal.

use std::fmt;
use std::hash::{Hash, Hasher};

use num_bigint::BigInt;
use num_integer::Roots;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::ratio::{common_divisor, difference, inverse, of_machine_integer, product, quotient, sum};
use crate::error::{Error, error};

/// A square-free integer d ≥ 2: the d of the field Q(√d).
///
/// Every real quadratic field is Q(√d) for exactly one such d, so two fields are the same exactly
/// when their radicands are equal.
///
/// ```
/// use nimsweep::number::Radicand;
///
/// assert_eq!(Radicand::new(6)?.get(), 6);
/// assert!(Radicand::new(8).is_err()); // √8 = 2√2
/// # Ok::<(), nimsweep::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Radicand(u64);

impl Radicand {
    /// The radicand `d`, which must be square-free and at least 2.
    ///
    /// # Errors
    /// [`Error`] for 0, 1 and every multiple of a square above 1.
    ///
    /// # Cost
    /// As [`Radicand::split`].
    pub fn new(d: u64) -> Result<Self, Error> {
        match Self::split(d) {
            (1, Some(radicand)) => Ok(radicand),
            _ => Err(error!(Domain, "{d} is not a square-free integer of at least 2")),
        }
    }

    /// Takes the square out of a root: √n = outside·√inside, with `None` if the root of n is
    /// whole.
    ///
    /// Trial division by every t with t³ ≤ m, m being what is left of n. After that m has no prime
    /// factor up to its own cube root, so at most two prime factors: it is a square or square-free.
    ///
    /// # Cost
    /// O(n^(1/3)) divisions: some 5 ms for the largest `u64`.
    ///
    /// ```
    /// use nimsweep::number::Radicand;
    ///
    /// assert_eq!(Radicand::split(72), (6, Some(Radicand::new(2)?)));
    /// assert_eq!(Radicand::split(49), (7, None));
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    #[must_use]
    pub fn split(n: u64) -> (u64, Option<Self>) {
        if n == 0 {
            return (0, None);
        }
        let (mut rest, mut outside, mut inside) = (n, 1, 1);
        let mut end = rest.cbrt();
        // all primes are among 2, 3 and 6k ± 1
        let candidates = [2, 3].into_iter().chain((5..).step_by(6).flat_map(|t| [t, t + 2]));
        for t in candidates {
            if t > end {
                break;
            }
            if rest % t == 0 {
                // t³ ≤ rest, so t² fits
                while rest % (t * t) == 0 {
                    rest /= t * t;
                    outside *= t;
                }
                if rest % t == 0 {
                    rest /= t;
                    inside *= t;
                }
                end = rest.cbrt();
            }
        }
        let root = rest.isqrt();
        if root * root == rest {
            outside *= root;
        } else {
            inside *= rest;
        }
        (outside, (inside > 1).then_some(Self(inside)))
    }

    /// The integer d itself.
    #[must_use]
    pub fn get(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Radicand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A real number p + q√d with rational p, q and one square-free d ≥ 2, or a plain rational.
///
/// # Canonical form
/// p and q are in lowest terms, and d is present exactly when q ≠ 0. By the irrationality of √d the
/// triple (p, q, d) is then determined by the number, so equal numbers are equal field by field.
///
/// # Order
/// By real value, over all fields at once ([`Ord`]); floats with a proven bound of their error
/// decide if they can, integers if they cannot. Numbers are compared with `i64` as they are.
///
/// # Arithmetic
/// Sums and products of two fields leave both of them. `try_add`, `try_sub`, `try_mul`, `try_div`
/// and `try_pow` return an error then; the operators panic, and are for code that has brought
/// everything into one field, as [`Lengths`](crate::games::squares::Lengths) does. The traits of
/// num-traits are there, but for `Signed`, which would force a remainder upon a field:
/// [`sign`](Surd::sign), [`is_positive`](Surd::is_positive), [`is_negative`](Surd::is_negative) and
/// [`abs`](Surd::abs) are methods. To a float by
/// [`to_f64`](num_traits::ToPrimitive::to_f64), from one by `TryFrom`, to decimals by
/// [`to_decimal`](Surd::to_decimal).
///
/// ```
/// use nimsweep::number::Surd;
///
/// let x: Surd = "1+sqrt(2)".parse()?;
/// assert_eq!((&x * &x).to_string(), "3+2*sqrt(2)");
/// assert_eq!((1 / &x).to_string(), "-1+sqrt(2)");
/// assert_eq!((3 + 2 * (&x - 1)).sqrt(), Some(x));
/// // 41/29 < √2 < 99/70 < √3, whatever the field
/// let mut list = ["sqrt3", "99/70", "sqrt2", "41/29"].map(|text| text.parse::<Surd>().unwrap());
/// list.sort();
/// assert!(list[3] < 2);
/// assert_eq!(list.map(|x| x.to_string()), ["41/29", "sqrt(2)", "99/70", "sqrt(3)"]);
/// # Ok::<(), nimsweep::Error>(())
/// ```
///
/// The default is zero.
#[derive(Clone, Default)]
pub struct Surd {
    rational: BigRational,
    coefficient: BigRational,
    radicand: Option<Radicand>,
}

/// The radicand of the smallest field that holds both, `None` being Q.
///
/// # Errors
/// Of the kind [`Field`](crate::ErrorKind::Field) if two roots are present.
pub fn common_radicand(left: Option<Radicand>, right: Option<Radicand>) -> Result<Option<Radicand>, Error> {
    match (left, right) {
        (Some(left), Some(right)) if left != right => {
            Err(error!(Field, "√{left} and √{right} are not in one quadratic field; use one root throughout"))
        }
        (left, right) => Ok(left.or(right)),
    }
}

impl Surd {
    /// The number `rational` + `coefficient`·√`radicand`.
    ///
    /// # Panics
    /// If a denominator is 0, which only [`Ratio::new_raw`](num_rational::Ratio::new_raw) makes.
    ///
    /// ```
    /// use nimsweep::number::{Radicand, Surd};
    /// use num_rational::BigRational;
    ///
    /// let half = BigRational::new(1.into(), 2.into());
    /// let golden = Surd::new(half.clone(), half, Radicand::new(5)?);
    /// assert_eq!(golden.to_string(), "(1+sqrt(5))/2");
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    #[must_use]
    pub fn new(rational: BigRational, coefficient: BigRational, radicand: Radicand) -> Self {
        Self::canonical(in_lowest_terms(rational), in_lowest_terms(coefficient), Some(radicand))
    }

    /// The number a + b√d, or a where there is no d.
    pub(crate) fn in_field(
        a: impl Into<BigRational>,
        b: impl Into<BigRational>,
        radicand: Option<Radicand>,
    ) -> Self {
        match radicand {
            None => a.into().into(),
            Some(d) => Self::new(a.into(), b.into(), d),
        }
    }

    /// The square root of `n`, with its square part taken out: √8 = 2√2, √9 = 3.
    #[must_use]
    pub fn square_root_of(n: u64) -> Self {
        let (outside, inside) = Radicand::split(n);
        Self::multiple_of_root(BigInt::from(outside).into(), inside)
    }

    /// coefficient·√inside, the root of `None` being 1.
    pub(super) fn multiple_of_root(coefficient: BigRational, inside: Option<Radicand>) -> Self {
        let (rational, coefficient) = match inside {
            None => (coefficient, BigRational::zero()),
            Some(_) => (BigRational::zero(), coefficient),
        };
        Self::canonical(rational, coefficient, inside)
    }

    /// The canonical form for p and q in lowest terms: a vanished root takes its radicand along.
    pub(super) fn canonical(
        rational: BigRational,
        coefficient: BigRational,
        radicand: Option<Radicand>,
    ) -> Self {
        let radicand = radicand.filter(|_| !coefficient.is_zero());
        debug_assert!(radicand.is_some() || coefficient.is_zero(), "a root without its radicand");
        Self { rational, coefficient, radicand }
    }

    /// (a + b√d)/D for D ≠ 0; b counts for nothing without a radicand.
    pub(crate) fn of_coordinates(a: i64, b: i64, denominator: &BigInt, radicand: Option<Radicand>) -> Self {
        let b = if radicand.is_some() { b } else { 0 };
        let [rational, coefficient] = [a, b].map(|x| of_machine_integer(x, denominator));
        Self::canonical(rational, coefficient, radicand)
    }

    /// p of p + q√d.
    #[must_use]
    pub fn rational_part(&self) -> &BigRational {
        &self.rational
    }

    /// q of p + q√d.
    #[must_use]
    pub fn root_coefficient(&self) -> &BigRational {
        &self.coefficient
    }

    /// d of p + q√d, and `None` for a rational number.
    #[must_use]
    pub fn radicand(&self) -> Option<Radicand> {
        self.radicand
    }

    /// The conjugate p − q√d: the other root of the minimal polynomial. A rational number is its
    /// own conjugate.
    ///
    /// ```
    /// use nimsweep::number::Surd;
    ///
    /// let x: Surd = "(1+sqrt5)/2".parse()?;
    /// assert_eq!(x.conjugate().to_string(), "(1-sqrt(5))/2");
    /// let (trace, norm) = (Surd::from(x.trace()), Surd::from(x.norm()));
    /// assert_eq!(&x * &x - trace * &x + norm, 0); // x² − x − 1
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    #[must_use]
    pub fn conjugate(&self) -> Self {
        Self::canonical(self.rational.clone(), -&self.coefficient, self.radicand)
    }

    /// The norm p² − d·q², the product with the conjugate; x² for a rational x. It is 0 for 0 only.
    #[must_use]
    pub fn norm(&self) -> BigRational {
        let square = product(&self.rational, &self.rational);
        let Some(d) = self.radicand else { return square };
        let d = BigRational::from_integer(d.get().into());
        difference(&square, &product(&product(&self.coefficient, &self.coefficient), &d))
    }

    /// The trace 2p, the sum with the conjugate.
    #[must_use]
    pub fn trace(&self) -> BigRational {
        sum(&self.rational, &self.rational)
    }

    /// 1/x.
    ///
    /// # Errors
    /// [`Error`] for 0.
    pub fn reciprocal(&self) -> Result<Self, Error> {
        if self.is_zero() {
            return Err(error!(Domain, "division by zero"));
        }
        if self.radicand.is_none() {
            return Ok(Self::canonical(inverse(&self.rational), BigRational::zero(), None));
        }
        let norm = self.norm();
        let (p, q) = (quotient(&self.rational, &norm), quotient(&self.coefficient, &norm));
        Ok(Self::canonical(p, -q, self.radicand))
    }

    /// The form (a + b√d)/r with integers, r ≥ 1 and gcd(a, b, r) = 1.
    ///
    /// ```
    /// use nimsweep::number::Surd;
    ///
    /// let (a, b, r) = "1/2+2*sqrt(2)/3".parse::<Surd>()?.over_common_denominator();
    /// assert_eq!((a, b, r), (3.into(), 4.into(), 6.into()));
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    #[must_use]
    pub fn over_common_denominator(&self) -> (BigInt, BigInt, BigInt) {
        let [(a, n), (b, m)] = [&self.rational, &self.coefficient].map(|x| (x.numer(), x.denom()));
        if n == m {
            return (a.clone(), b.clone(), n.clone());
        }
        let divisor = common_divisor(n, m);
        let (n_left, m_left) = (n / &divisor, m / divisor);
        (a * &m_left, b * n_left, n * m_left)
    }

    /// The integers n₁, m₁, n₂, m₂ of n₁/m₁ + (n₂/m₂)·√d, with m₁ and m₂ positive.
    pub(super) fn parts(&self) -> [&BigInt; 4] {
        let (p, q) = (&self.rational, &self.coefficient);
        [p.numer(), p.denom(), q.numer(), q.denom()]
    }

    /// Whether this number lies in Q(√d), or in Q for `None`.
    #[must_use]
    pub(crate) fn lies_in(&self, radicand: Option<Radicand>) -> bool {
        self.radicand.is_none() || self.radicand == radicand
    }

    /// The larger of the numerators' and denominators' sizes in bits: what arithmetic with this
    /// number costs.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.parts().map(BigInt::bits).into_iter().max().unwrap_or(0)
    }

    /// The number as a rational, if it is one.
    #[must_use]
    pub fn as_rational(&self) -> Option<&BigRational> {
        self.radicand.is_none().then_some(&self.rational)
    }

    /// |p| + |q|·(⌊√d⌋ + 1), rounded up: a whole number that |x| does not exceed.
    #[must_use]
    pub(crate) fn magnitude_bound(&self) -> BigInt {
        let root: BigInt = self.radicand.map_or(0, |d| d.get().isqrt() + 1).into();
        (self.rational.abs() + self.coefficient.abs() * root).ceil().to_integer()
    }
}

impl Eq for Surd {}

impl PartialEq for Surd {
    /// Field by field, as the form is canonical.
    fn eq(&self, other: &Self) -> bool {
        self.radicand == other.radicand && self.parts() == other.parts()
    }
}

impl Hash for Surd {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.radicand.hash(state);
        self.parts().hash(state);
    }
}

/// A ratio in lowest terms, with a denominator of at least 1; only `Ratio::new_raw` makes others.
pub(super) fn in_lowest_terms(x: BigRational) -> BigRational {
    let is_reduced = x.denom().is_positive() && common_divisor(x.numer(), x.denom()).is_one();
    if is_reduced { x } else { x.reduced() }
}

impl fmt::Debug for Surd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Surd({self})")
    }
}

/// As the text of [`Display`](fmt::Display), so that nothing is rounded.
#[cfg(feature = "serde")]
impl serde::Serialize for Surd {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// From any text that [`FromStr`](std::str::FromStr) reads: the canonical form is guarded at this
/// door, too.
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Surd {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <String as serde::Deserialize>::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use num_traits::ToPrimitive;

    use super::*;

    #[test]
    fn ratios_that_are_not_in_lowest_terms_are_reduced_at_the_door() {
        let raw = |n: i64, m: i64| BigRational::new_raw(n.into(), m.into());
        let two = Radicand::new(2).unwrap();
        let number = Surd::new(raw(6, -4), raw(0, -7), two);
        assert_eq!(number, Surd::from(raw(-3, 2)));
        assert_eq!(number.parts().map(|n| n.to_i64().unwrap()), [-3, 2, 0, 1]);
        let huge = BigInt::from(3) << 100_u32;
        let number = Surd::new(raw(1, 1), BigRational::new_raw(huge.clone(), huge * 2), two);
        assert_eq!(number, "1+sqrt2/2".parse::<Surd>().unwrap());
    }

    #[test]
    fn conjugate_norm_and_trace_belong_together() {
        for text in ["7/3", "0", "sqrt2", "(3-2sqrt7)/5", "-11+sqrt(94)/3"] {
            let x: Surd = text.parse().unwrap();
            assert_eq!(&x * &x.conjugate(), Surd::from(x.norm()), "{text}");
            assert_eq!(&x + &x.conjugate(), Surd::from(x.trace()), "{text}");
            assert_eq!(x.norm().is_zero(), x.is_zero(), "{text}");
        }
    }

    #[test]
    fn split_multiplies_back_and_leaves_no_square() {
        for n in 1..5_000_u64 {
            let (outside, inside) = Radicand::split(n);
            let inside = inside.map_or(1, Radicand::get);
            assert_eq!(outside * outside * inside, n);
            assert!((2..=70).all(|t| inside % (t * t) != 0), "{n} leaves {inside}");
        }
    }

    #[test]
    fn split_at_the_edge_of_u64() {
        let largest_square = 4_294_967_295_u64 * 4_294_967_295;
        assert_eq!(Radicand::split(largest_square), (4_294_967_295, None));
        assert_eq!(Radicand::split(4_294_967_291 * 4_294_967_291), (4_294_967_291, None));
        let (outside, inside) = Radicand::split(u64::MAX);
        assert_eq!((outside, inside.map(Radicand::get)), (1, Some(u64::MAX)));
    }

    #[test]
    fn zero_and_one_are_no_radicands() {
        assert_eq!(Radicand::split(0), (0, None));
        assert_eq!(Radicand::split(1), (1, None));
        assert!(Radicand::new(0).is_err() && Radicand::new(1).is_err());
    }
}
