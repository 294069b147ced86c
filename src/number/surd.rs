//! The number p + Σ q√d: its radicands, its canonical form, its parts, and what its field defines:
//! conjugates, norm, trace, reciprocal.

use std::fmt;
use std::iter::once;

use itertools::Itertools;
use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::radicand::Radicand;
use super::ratio::{common_divisor, fraction, over};
use super::root_sum::{RootSum, factors_of_roots};
use crate::error::{Error, error};

/// A real number p + Σ q√d with rational p and q: a number of Q, of a quadratic field Q(√d), or of
/// a field of several square roots.
///
/// # Canonical form
/// It is (n + Σ c√d)/r with integers, in lowest terms: r ≥ 1, and no integer above 1 divides n, r
/// and all c; the d are square-free and ascend, and no c is 0. Roots of different square-free
/// numbers are independent over Q (Besicovitch 1940), so these are determined by the number, and
/// equal numbers are equal field by field.
///
/// # Order
/// By real value, over all fields at once ([`Ord`]); floats with a proven bound of their error
/// decide if they can, integers if they cannot. Numbers are compared with `i64` as they are.
///
/// # Arithmetic
/// Sums and differences are of this form for all numbers, products and quotients as long as the
/// numbers under their roots fit 64 bits. `try_mul`, `try_div` and `try_pow` return an error
/// where an operator panics. The traits of num-traits are there, but for `Signed`, which would
/// force a remainder upon a field: [`sign`](Surd::sign), [`is_positive`](Surd::is_positive),
/// [`is_negative`](Surd::is_negative) and [`abs`](Surd::abs) are methods. To a float by
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
/// assert_eq!((&list[1] + &list[3]).pow(2).to_string(), "5+2*sqrt(6)");
/// assert_eq!(list.map(|x| x.to_string()), ["41/29", "sqrt(2)", "99/70", "sqrt(3)"]);
/// # use num_traits::Pow;
/// # Ok::<(), nimsweep::Error>(())
/// ```
///
/// The default is zero.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Surd {
    numerator: RootSum,
    denominator: BigInt,
}

/// The numbers under all roots of these numbers, in ascending order.
pub(crate) fn all_radicands<'n>(numbers: impl IntoIterator<Item = &'n Surd>) -> Vec<Radicand> {
    numbers.into_iter().flat_map(Surd::radicands).sorted().dedup().collect()
}

/// Checks that products of these numbers, however many, are numbers: that the least common multiple
/// of the numbers under their roots fits 64 bits. A root of a product has a divisor of it.
///
/// # Errors
/// [`Error`] if it does not fit.
///
/// ```
/// use nimsweep::number::{Surd, check_products};
///
/// let numbers = ["sqrt6+sqrt10", "sqrt18446744073709551557"];
/// let numbers = numbers.map(|text| text.parse::<Surd>().unwrap());
/// assert!(check_products(&numbers[..1]).is_ok() && check_products(&numbers).is_err());
/// ```
pub fn check_products<'n>(numbers: impl IntoIterator<Item = &'n Surd>) -> Result<(), Error> {
    let mut radicands = numbers.into_iter().flat_map(Surd::radicands).map(Radicand::get);
    let multiple = radicands.try_fold(1_u64, |multiple, d| (multiple / multiple.gcd(&d)).checked_mul(d));
    multiple.map(drop).ok_or_else(|| {
        error!(TooLarge, "the numbers under the roots are too large together: their least common multiple needs more than 64 binary digits")
    })
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
        let [p, q] = [rational, coefficient].map(in_lowest_terms);
        // over the least common multiple of both denominators nothing is left in common
        let common = common_divisor(p.denom(), q.denom());
        let factors = [q.denom(), p.denom()].map(|denominator| over(denominator, &common));
        let (a, b) = (p.numer() * &factors[0], q.numer() * &factors[1]);
        Self::canonical(RootSum::with_root(a, b, radicand), p.denom() * &factors[0])
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
        Self::multiple_of_root(outside.into(), BigInt::one(), inside)
    }

    /// √inside·outside/r for r ≥ 1, the root of `None` being 1.
    pub(super) fn multiple_of_root(outside: BigInt, r: BigInt, inside: Option<Radicand>) -> Self {
        Self::reduced(
            match inside {
                None => RootSum::integer(outside),
                Some(d) => RootSum::with_root(BigInt::ZERO, outside, d),
            },
            r,
        )
    }

    /// A quotient in lowest terms.
    pub(super) fn canonical(numerator: RootSum, denominator: BigInt) -> Self {
        Self { numerator, denominator }
    }

    /// numerator/r for r ≠ 0, in any terms.
    pub(super) fn reduced(mut numerator: RootSum, r: BigInt) -> Self {
        let common = numerator.common_divisor(&r) * r.signum();
        numerator.divide_by(&common);
        Self::canonical(numerator, over(&r, &common))
    }

    /// (a + Σ b√d)/D for D ≠ 0, and the d in ascending order.
    pub(crate) fn of_coordinates(
        coordinates: &[impl Clone + Into<BigInt> + Zero],
        denominator: &BigInt,
        radicands: impl Iterator<Item = Radicand>,
    ) -> Self {
        let mut parts = coordinates.iter();
        let whole = parts.next().map_or(BigInt::ZERO, |whole| whole.clone().into());
        let roots = radicands.zip(parts).filter(|(_, part)| !part.is_zero());
        let roots = roots.map(|(d, part)| (d, part.clone().into())).collect();
        Self::reduced(RootSum { whole, roots }, denominator.clone())
    }

    /// n + Σ c√d of (n + Σ c√d)/r.
    pub(super) fn numerator(&self) -> &RootSum {
        &self.numerator
    }

    /// r of (n + Σ c√d)/r.
    pub(super) fn denominator(&self) -> &BigInt {
        &self.denominator
    }

    /// p of p + Σ q√d.
    #[must_use]
    pub fn rational_part(&self) -> BigRational {
        fraction(&self.numerator.whole, &self.denominator)
    }

    /// All d and q of p + Σ q√d, in ascending order of d.
    ///
    /// ```
    /// use nimsweep::number::Surd;
    ///
    /// let x: Surd = "sqrt2/2+5-sqrt3".parse()?;
    /// let roots: Vec<_> = x.roots().map(|(d, q)| (d.get(), q.to_string())).collect();
    /// assert_eq!(roots, [(2, "1/2".to_owned()), (3, "-1".to_owned())]);
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    pub fn roots(&self) -> impl ExactSizeIterator<Item = (Radicand, BigRational)> {
        self.numerator.roots.iter().map(|(d, part)| (*d, fraction(part, &self.denominator)))
    }

    /// All d of p + Σ q√d, in ascending order.
    pub(crate) fn radicands(&self) -> impl ExactSizeIterator<Item = Radicand> {
        self.numerator.roots.iter().map(|(d, _)| *d)
    }

    /// Whether this is a rational number.
    #[must_use]
    pub fn is_rational(&self) -> bool {
        self.numerator.roots.is_empty()
    }

    /// Whether this is an integer.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.is_rational() && self.denominator.is_one()
    }

    /// The rank m of the numbers under the roots, up to squares: the degree over Q is 2^m.
    ///
    /// ```
    /// use nimsweep::number::Surd;
    ///
    /// let rank = |text: &str| text.parse::<Surd>().map(|number| number.rank());
    /// // √6 = √2·√3
    /// assert_eq!([rank("5/7")?, rank("1+sqrt2")?, rank("sqrt2+sqrt3+sqrt6")?], [0, 1, 2]);
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    #[must_use]
    pub fn rank(&self) -> u32 {
        self.conjugations().len() as u32
    }

    /// A p for each of independent [conjugations](Self::conjugate), of which all are products.
    fn conjugations(&self) -> Vec<u64> {
        let radicands: Vec<u64> = self.radicands().map(Radicand::get).collect();
        let mut basis = Vec::<BigUint>::new();
        // each p has a prime that no other p has, and all conjugations change signs by such primes
        let is_independent = |p: &u64| {
            // which d have it
            let mut column = BigUint::ZERO;
            for (row, d) in (0..).zip(&radicands) {
                column.set_bit(row, d % p == 0);
            }
            for other in &basis {
                column = (&column ^ other).min(column);
            }
            let is_new = !column.is_zero();
            basis.extend(is_new.then_some(column));
            is_new
        };
        factors_of_roots(radicands.clone()).filter(is_independent).collect()
    }

    /// The conjugates of this number over Q, this one first: the roots of its minimal polynomial.
    ///
    /// # Cost
    /// There are as many as the degree, 2^[rank](Surd::rank).
    ///
    /// ```
    /// use nimsweep::number::Surd;
    ///
    /// let x: Surd = "(1+sqrt5)/2".parse()?;
    /// assert_eq!(x.conjugates()[1].to_string(), "(1-sqrt(5))/2");
    /// let (trace, norm) = (Surd::from(x.trace()), Surd::from(x.norm()?));
    /// assert_eq!(&x * &x - trace * &x + norm, 0); // x² − x − 1
    /// let x: Surd = "sqrt2+sqrt3+sqrt6".parse()?;
    /// assert_eq!(x.conjugates().len(), 4); // as √6 = √2·√3
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    #[must_use]
    pub fn conjugates(&self) -> Vec<Self> {
        let mut all = vec![self.clone()];
        for p in self.conjugations() {
            all.extend(all.clone().iter().map(|number| number.conjugate(p)));
        }
        all
    }

    /// The conjugate with the other sign of √d for each d that a p as of [`divisor_of_roots`]
    /// divides.
    pub(crate) fn conjugate(&self, p: u64) -> Self {
        Self::canonical(self.numerator.conjugate(p), self.denominator.clone())
    }

    /// The norm, the product of all [conjugates](Surd::conjugates): p² − d·q² for p + q√d. It is 0
    /// for 0 only.
    ///
    /// # Errors
    /// [`Error`] if a number under a root does not fit 64 bits on the way; never for less than
    /// three roots.
    pub fn norm(&self) -> Result<BigRational, Error> {
        let mut numbers = self.conjugates();
        // the later half are those by the last p, of which the products are free
        while numbers.len() > 1 {
            let half = numbers.split_off(numbers.len() / 2);
            numbers = numbers.iter().zip(&half).map(|(x, y)| x.try_mul(y)).collect::<Result<_, _>>()?;
        }
        Ok(numbers[0].rational_part())
    }

    /// What n has in common with the norm a² − d·b² of the numerator a + b√d, or with a if it is
    /// rational; with anything if it has several roots.
    pub(super) fn shared_with(&self, n: &BigInt) -> BigInt {
        if n.is_one() {
            return BigInt::one();
        }
        let rest = |x: &BigInt| if x.bits() > n.bits() { x % n } else { x.clone() };
        let whole = rest(&self.numerator.whole);
        match &self.numerator.roots[..] {
            [] => common_divisor(&whole, n),
            [(d, part)] => {
                let part = rest(part);
                common_divisor(&(&whole * &whole - &part * &part * d.get()), n)
            }
            _ => n.clone(),
        }
    }

    /// The trace, the sum of all [conjugates](Surd::conjugates): 2p for p + q√d.
    #[must_use]
    pub fn trace(&self) -> BigRational {
        fraction(&(&self.numerator.whole << self.rank()), &self.denominator)
    }

    /// 1/x.
    ///
    /// x·x' has fewer roots than x for a conjugate x': for n + c√d it is the norm n² − d·c².
    ///
    /// # Errors
    /// [`Error`] for 0, and if a number under a root does not fit 64 bits.
    pub fn reciprocal(&self) -> Result<Self, Error> {
        let Some(p) = self.numerator.conjugation() else {
            let whole = &self.numerator.whole;
            return match whole.sign() {
                Sign::NoSign => Err(error!(Domain, "division by zero")),
                _ => {
                    let numerator = RootSum::integer(&self.denominator * whole.signum());
                    Ok(Self::canonical(numerator, whole.abs()))
                }
            };
        };
        // x = g·y/r, for the common divisor g of the parts of y
        let common = self.numerator.common_divisor(&BigInt::ZERO);
        let y = self.numerator.map(&|part| over(part, &common));
        let (conjugate, norm) = (y.conjugate(p), y.norm(p)?);
        if norm.roots.is_empty() {
            // r·y'/(g·y·y'), where only r and y·y' can have something in common
            let shared = common_divisor(&self.denominator, &norm.whole);
            let r = over(&self.denominator, &shared) * norm.whole.signum();
            let denominator = over(&norm.whole.abs(), &shared) * common;
            return Ok(Self::canonical(conjugate.map(&|part| part * &r), denominator));
        }
        let [conjugate, norm] = [conjugate, norm].map(|sum| Self::canonical(sum, BigInt::one()));
        let rest = Self::canonical(RootSum::integer(self.denominator.clone()), common);
        conjugate.try_mul(&norm.reciprocal()?)?.try_mul(&rest)
    }

    /// The form (n + Σ c√d)/r with integers, r ≥ 1 and without a divisor of all: n, each d with its
    /// c, and r.
    ///
    /// ```
    /// use nimsweep::number::{Radicand, Surd};
    ///
    /// let number: Surd = "1/2+2*sqrt(2)/3".parse()?;
    /// let roots = [(Radicand::new(2)?, 4.into())];
    /// assert_eq!(number.over_common_denominator(), (&3.into(), &roots[..], &6.into()));
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    #[must_use]
    pub fn over_common_denominator(&self) -> (&BigInt, &[(Radicand, BigInt)], &BigInt) {
        (&self.numerator.whole, &self.numerator.roots, &self.denominator)
    }

    /// n and all c of (n + Σ c√d)/r in lowest terms for these d, which ascend; `None` if there are
    /// others.
    pub(crate) fn coordinates_in(&self, radicands: &[Radicand]) -> Option<Vec<&BigInt>> {
        static ZERO: BigInt = BigInt::ZERO;
        let mut roots = self.numerator.roots.iter().peekable();
        let parts = radicands.iter().map(|d| roots.next_if(|(e, _)| d == e).map_or(&ZERO, |(_, part)| part));
        let coordinates = once(&self.numerator.whole).chain(parts).collect();
        roots.next().is_none().then_some(coordinates)
    }

    /// The largest size in bits of the integers of (n + Σ c√d)/r: what arithmetic with this number
    /// costs.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.numerator.parts().map(BigInt::bits).fold(self.denominator.bits(), u64::max)
    }

    /// The number as a rational, if it is one.
    #[must_use]
    pub fn as_rational(&self) -> Option<BigRational> {
        let (whole, denominator) = (&self.numerator.whole, &self.denominator);
        self.is_rational().then(|| BigRational::new_raw(whole.clone(), denominator.clone()))
    }

    /// |p| + Σ |q|·(⌊√d⌋ + 1), rounded up: a whole number that |x| does not exceed.
    #[must_use]
    pub(crate) fn magnitude_bound(&self) -> BigInt {
        let roots = self.numerator.roots.iter().map(|(d, part)| part.abs() * (d.get().isqrt() + 1));
        (self.numerator.whole.abs() + roots.sum::<BigInt>()).div_ceil(&self.denominator)
    }
}

impl Default for Surd {
    fn default() -> Self {
        Self::zero()
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
    use super::*;

    #[test]
    fn ratios_that_are_not_in_lowest_terms_are_reduced_at_the_door() {
        let raw = |n: i64, m: i64| BigRational::new_raw(n.into(), m.into());
        let two = Radicand::new(2).unwrap();
        let number = Surd::new(raw(6, -4), raw(0, -7), two);
        assert_eq!(number, Surd::from(raw(-3, 2)));
        assert_eq!(number.over_common_denominator(), (&(-3).into(), &[][..], &2.into()));
        let huge = BigInt::from(3) << 100_u32;
        let number = Surd::new(raw(1, 1), BigRational::new_raw(huge.clone(), huge * 2), two);
        assert_eq!(number, "1+sqrt2/2".parse::<Surd>().unwrap());
    }

    #[test]
    fn conjugates_norm_and_trace_belong_together() {
        for (text, degree) in [
            ("7/3", 1),
            ("0", 1),
            ("sqrt2", 2),
            ("(3-2sqrt7)/5", 2),
            ("-11+sqrt(94)/3", 2),
            ("sqrt2-sqrt3/7+5", 4),
            ("sqrt6+sqrt10+sqrt15", 4),
            ("1+sqrt2+sqrt3+sqrt5", 8),
            ("sqrt2-sqrt6+sqrt(15)-sqrt5", 8),
            ("sqrt30+sqrt42+sqrt70+sqrt105", 16),
        ] {
            let x: Surd = text.parse().unwrap();
            let conjugates = x.conjugates();
            assert_eq!((conjugates.len(), &conjugates[0]), (degree, &x), "{text}");
            assert_eq!(conjugates.iter().collect::<std::collections::HashSet<_>>().len(), degree, "{text}");
            assert_eq!(conjugates.iter().product::<Surd>(), Surd::from(x.norm().unwrap()), "{text}");
            assert_eq!(conjugates.iter().sum::<Surd>(), Surd::from(x.trace()), "{text}");
            assert_eq!(x.norm().unwrap().is_zero(), x.is_zero(), "{text}");
        }
    }
}
