//! The number p + q√d: its radicand, its canonical form, its parts, and what the field defines:
//! conjugate, norm, trace, reciprocal.

use std::fmt;

use num_bigint::BigInt;
use num_integer::{Integer, Roots};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::ratio::{common_divisor, fraction, over};
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
/// It is (a + b√d)/r with integers, in lowest terms: r ≥ 1 and gcd(a, b, r) = 1; and d is present
/// exactly when b ≠ 0. By the irrationality of √d these are then determined by the number, so equal
/// numbers are equal field by field.
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
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Surd {
    a: BigInt,
    b: BigInt,
    r: BigInt,
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
        let [p, q] = [rational, coefficient].map(in_lowest_terms);
        // over the least common multiple of both denominators nothing is left in common
        let common = common_divisor(p.denom(), q.denom());
        let factors = [q.denom(), p.denom()].map(|denominator| over(denominator, &common));
        let (a, b) = (p.numer() * &factors[0], q.numer() * &factors[1]);
        Self::canonical(a, b, p.denom() * &factors[0], Some(radicand))
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
        match inside {
            None => Self::reduced(outside, BigInt::zero(), r, None),
            Some(_) => Self::reduced(BigInt::zero(), outside, r, inside),
        }
    }

    /// (a + b√d)/r in lowest terms: a vanished root takes its radicand along.
    pub(super) fn canonical(a: BigInt, b: BigInt, r: BigInt, radicand: Option<Radicand>) -> Self {
        let radicand = radicand.filter(|_| !b.is_zero());
        debug_assert!(radicand.is_some() || b.is_zero(), "a root without its radicand");
        Self { a, b, r, radicand }
    }

    /// (a + b√d)/r for r ≠ 0, in any terms.
    #[inline(never)]
    pub(super) fn reduced(a: BigInt, b: BigInt, r: BigInt, radicand: Option<Radicand>) -> Self {
        let common = common_divisor(&common_divisor(&r, &a), &b) * r.signum();
        Self::canonical(over(&a, &common), over(&b, &common), over(&r, &common), radicand)
    }

    /// (a + b√d)/D for D ≠ 0; b counts for nothing without a radicand.
    pub(crate) fn of_coordinates(a: i64, b: i64, denominator: &BigInt, radicand: Option<Radicand>) -> Self {
        let b = if radicand.is_some() { b } else { 0 };
        Self::reduced(a.into(), b.into(), denominator.clone(), radicand)
    }

    /// p of p + q√d.
    #[must_use]
    pub fn rational_part(&self) -> BigRational {
        fraction(&self.a, &self.r)
    }

    /// q of p + q√d.
    #[must_use]
    pub fn root_coefficient(&self) -> BigRational {
        fraction(&self.b, &self.r)
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
        Self::canonical(self.a.clone(), -&self.b, self.r.clone(), self.radicand)
    }

    /// The norm p² − d·q², the product with the conjugate; x² for a rational x. It is 0 for 0 only.
    #[must_use]
    pub fn norm(&self) -> BigRational {
        fraction(&norm(&self.a, &self.b, self.radicand), &(&self.r * &self.r))
    }

    /// What n has in common with the norm a² − d·b² of the numerator, or with a if it is rational.
    pub(super) fn shared_with(&self, n: &BigInt) -> BigInt {
        if n.is_one() {
            return BigInt::one();
        }
        let [a, b] = [&self.a, &self.b].map(|x| if x.bits() > n.bits() { x % n } else { x.clone() });
        common_divisor(&if self.radicand.is_some() { norm(&a, &b, self.radicand) } else { a }, n)
    }

    /// The trace 2p, the sum with the conjugate.
    #[must_use]
    pub fn trace(&self) -> BigRational {
        fraction(&(&self.a * 2), &self.r)
    }

    /// 1/x.
    ///
    /// # Errors
    /// [`Error`] for 0.
    pub fn reciprocal(&self) -> Result<Self, Error> {
        if self.is_zero() {
            return Err(error!(Domain, "division by zero"));
        }
        // r·(a − b√d)/(a² − d·b²), where only r and the norm of a/g + (b/g)·√d, for g = gcd(a, b),
        // can have something in common
        let common = common_divisor(&self.a, &self.b);
        let (a, b) = (over(&self.a, &common), over(&self.b, &common));
        let norm = norm(&a, &b, self.radicand);
        let shared = common_divisor(&self.r, &norm);
        let (r, norm) = (over(&self.r, &shared) * norm.signum(), over(&norm.abs(), &shared));
        Ok(Self::canonical(a * &r, -b * r, norm * common, self.radicand))
    }

    /// The form (a + b√d)/r with integers, r ≥ 1 and gcd(a, b, r) = 1.
    ///
    /// ```
    /// use nimsweep::number::Surd;
    ///
    /// let number: Surd = "1/2+2*sqrt(2)/3".parse()?;
    /// assert_eq!(number.over_common_denominator(), (&3.into(), &4.into(), &6.into()));
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    #[must_use]
    pub fn over_common_denominator(&self) -> (&BigInt, &BigInt, &BigInt) {
        (&self.a, &self.b, &self.r)
    }

    /// Whether this number lies in Q(√d), or in Q for `None`.
    #[must_use]
    pub(crate) fn lies_in(&self, radicand: Option<Radicand>) -> bool {
        self.radicand.is_none() || self.radicand == radicand
    }

    /// The largest size in bits of the integers a, b and r of (a + b√d)/r: what arithmetic with
    /// this number costs.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.a.bits().max(self.b.bits()).max(self.r.bits())
    }

    /// The number as a rational, if it is one.
    #[must_use]
    pub fn as_rational(&self) -> Option<BigRational> {
        self.radicand.is_none().then(|| BigRational::new_raw(self.a.clone(), self.r.clone()))
    }

    /// |p| + |q|·(⌊√d⌋ + 1), rounded up: a whole number that |x| does not exceed.
    #[must_use]
    pub(crate) fn magnitude_bound(&self) -> BigInt {
        let root: BigInt = self.radicand.map_or(0, |d| d.get().isqrt() + 1).into();
        (self.a.abs() + self.b.abs() * root).div_ceil(&self.r)
    }
}

impl Default for Surd {
    fn default() -> Self {
        Self::zero()
    }
}

/// a² − d·b², the norm of a + b√d.
fn norm(a: &BigInt, b: &BigInt, radicand: Option<Radicand>) -> BigInt {
    a * a - radicand.map_or(BigInt::ZERO, |d| b * b * d.get())
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
        assert_eq!(number.over_common_denominator(), (&(-3).into(), &0.into(), &2.into()));
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
