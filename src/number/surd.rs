//! Exact numbers p + q√d: one canonical form, field operations and the real order.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Div, Mul, Neg, Sub};

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
#[cfg(feature = "serde")]
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use super::radicand::Radicand;

/// A real number p + q√d with rational p, q and one square-free d ≥ 2, or a plain rational.
///
/// # Canonical form
/// `radicand` is present exactly when q ≠ 0. By the irrationality of √d the triple (p, q, d) is then determined by the
/// number, so equal numbers are equal field by field, and `Eq` and `Hash` are derived.
///
/// # Order
/// By real value, over all fields at once. The sign of p + q√d needs no root: where p and q agree in sign it is
/// theirs; where they differ, p² against d·q² decides. Numbers of two fields are parted by squaring once more
/// (see [`Ord`]). No float takes part.
///
/// # Arithmetic
/// Sums and products of two fields leave both of them. The `checked_…` methods say so by an error; the operators are
/// for code that has brought everything into one field, as [`Lengths`](crate::games::squares::Lengths) does.
///
/// ```
/// use nimsweep::number::Surd;
///
/// let x: Surd = "1+sqrt(2)".parse()?;
/// assert_eq!((&x * &x).to_string(), "3+2*sqrt(2)");
/// assert_eq!((Surd::from(1) / &x).to_string(), "-1+sqrt(2)");
/// // 41/29 < √2 < 99/70 < √3, whatever the field
/// let mut list = ["sqrt3", "99/70", "sqrt2", "41/29"].map(|text| text.parse::<Surd>().unwrap());
/// list.sort();
/// assert_eq!(list.map(|x| x.to_string()), ["41/29", "sqrt(2)", "99/70", "sqrt(3)"]);
/// # Ok::<(), nimsweep::number::ParseSurdError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Surd {
    rational: BigRational,
    coefficient: BigRational,
    radicand: Option<Radicand>,
}

/// Why an operation on exact numbers has no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ArithmeticError {
    /// The operands lie in two different quadratic fields, and the result in neither.
    #[error("sqrt({left}) and sqrt({right}) do not lie in one quadratic field; use one root throughout")]
    TwoFields {
        /// The radicand of the left operand.
        left: Radicand,
        /// The radicand of the right operand.
        right: Radicand,
    },
    /// The divisor is zero.
    #[error("division by zero")]
    DivisionByZero,
}

/// The radicand of the smallest field that holds both, `None` being Q.
///
/// # Errors
/// [`ArithmeticError::TwoFields`] where two roots are present.
pub fn common_radicand(
    left: Option<Radicand>,
    right: Option<Radicand>,
) -> Result<Option<Radicand>, ArithmeticError> {
    match (left, right) {
        (Some(left), Some(right)) if left != right => Err(ArithmeticError::TwoFields { left, right }),
        (left, right) => Ok(left.or(right)),
    }
}

impl Surd {
    /// The number `rational` + `coefficient`·√`radicand`.
    ///
    /// ```
    /// use nimsweep::number::{Radicand, Surd};
    /// use num_rational::BigRational;
    ///
    /// let half = BigRational::new(1.into(), 2.into());
    /// let golden = Surd::new(half.clone(), half, Radicand::new(5)?);
    /// assert_eq!(golden.to_string(), "(1+sqrt(5))/2");
    /// # Ok::<(), nimsweep::number::NotSquareFree>(())
    /// ```
    #[must_use]
    pub fn new(rational: BigRational, coefficient: BigRational, radicand: Radicand) -> Self {
        Self::canonical(rational, coefficient, Some(radicand))
    }

    /// The square root of `n`, with its square part taken out: √8 = 2√2, √9 = 3.
    #[must_use]
    pub fn square_root_of(n: u64) -> Self {
        match Radicand::split(n) {
            (outside, None) => outside.into(),
            (outside, Some(inside)) => {
                Self::new(BigRational::zero(), BigRational::from_integer(outside.into()), inside)
            }
        }
    }

    /// The one door to the canonical form: a vanished root takes its radicand along.
    fn canonical(rational: BigRational, coefficient: BigRational, radicand: Option<Radicand>) -> Self {
        let radicand = radicand.filter(|_| !coefficient.is_zero());
        debug_assert!(radicand.is_some() || coefficient.is_zero(), "a root without its radicand");
        Self { rational, coefficient, radicand }
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

    /// The other root of the minimal polynomial: p − q√d.
    #[must_use]
    pub fn conjugate(&self) -> Self {
        Self::canonical(self.rational.clone(), -&self.coefficient, self.radicand)
    }

    /// The sign, by the **sign rule**: that of p and q where they agree; else p² against d·q² decides.
    ///
    /// From p + q√d = (p² − d·q²)/(p − q√d): where p > 0 > q the divisor is positive, where p < 0 < q negative.
    /// Equality p² = d·q² with q ≠ 0 would make √d rational.
    #[must_use]
    pub fn sign(&self) -> Ordering {
        let (p, q) = (self.rational.cmp(&BigRational::zero()), self.coefficient.cmp(&BigRational::zero()));
        let Some(d) = self.radicand else { return p };
        if p != q.reverse() {
            return p.then(q);
        }
        let p_squared = &self.rational * &self.rational;
        let dq_squared = &self.coefficient * &self.coefficient * BigRational::from_integer(d.get().into());
        if p.is_gt() { p_squared.cmp(&dq_squared) } else { dq_squared.cmp(&p_squared) }
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.sign().is_lt() { -self } else { self.clone() }
    }

    /// 1/x.
    ///
    /// # Errors
    /// [`ArithmeticError::DivisionByZero`] for 0.
    pub fn reciprocal(&self) -> Result<Self, ArithmeticError> {
        if self.is_zero() {
            return Err(ArithmeticError::DivisionByZero);
        }
        let d = BigRational::from_integer(self.radicand.map_or(0, Radicand::get).into());
        // the norm p² − d·q² vanishes only at 0
        let norm = &self.rational * &self.rational - &self.coefficient * &self.coefficient * d;
        let conjugate = self.conjugate();
        Ok(Self::canonical(conjugate.rational / &norm, conjugate.coefficient / &norm, self.radicand))
    }

    /// The sum.
    ///
    /// # Errors
    /// [`ArithmeticError::TwoFields`] where the operands have different roots.
    pub fn try_add(&self, other: &Self) -> Result<Self, ArithmeticError> {
        let radicand = common_radicand(self.radicand, other.radicand)?;
        Ok(Self::canonical(
            sum(&self.rational, &other.rational),
            sum(&self.coefficient, &other.coefficient),
            radicand,
        ))
    }

    /// The difference.
    ///
    /// # Errors
    /// As [`Surd::try_add`].
    pub fn try_sub(&self, other: &Self) -> Result<Self, ArithmeticError> {
        self.try_add(&-other)
    }

    /// The product.
    ///
    /// # Errors
    /// As [`Surd::try_add`].
    pub fn try_mul(&self, other: &Self) -> Result<Self, ArithmeticError> {
        let radicand = common_radicand(self.radicand, other.radicand)?;
        let d = BigRational::from_integer(radicand.map_or(0, Radicand::get).into());
        let product_of_roots = product(&product(&self.coefficient, &other.coefficient), &d);
        Ok(Self::canonical(
            sum(&product(&self.rational, &other.rational), &product_of_roots),
            sum(&product(&self.rational, &other.coefficient), &product(&self.coefficient, &other.rational)),
            radicand,
        ))
    }

    /// The quotient.
    ///
    /// # Errors
    /// [`ArithmeticError::DivisionByZero`] for a zero divisor, else as [`Surd::try_add`].
    pub fn try_div(&self, other: &Self) -> Result<Self, ArithmeticError> {
        self.try_mul(&other.reciprocal()?)
    }

    /// x to a whole power, 0⁰ being 1.
    ///
    /// # Errors
    /// [`ArithmeticError::DivisionByZero`] for a negative power of 0.
    ///
    /// # Cost
    /// O(log |exponent|) products; the result has about |exponent| times the digits of x.
    pub fn try_pow(&self, exponent: i32) -> Result<Self, ArithmeticError> {
        let mut square = if exponent < 0 { self.reciprocal()? } else { self.clone() };
        let mut result = Self::one();
        let mut rest = exponent.unsigned_abs();
        while rest > 0 {
            if rest & 1 == 1 {
                result = &result * &square;
            }
            rest >>= 1;
            if rest > 0 {
                square = &square * &square;
            }
        }
        Ok(result)
    }

    /// The form (a + b√d)/r with integers, r ≥ 1 and gcd(a, b, r) = 1.
    ///
    /// ```
    /// use nimsweep::number::Surd;
    ///
    /// let (a, b, r) = "1/2+2*sqrt(2)/3".parse::<Surd>()?.over_common_denominator();
    /// assert_eq!((a, b, r), (3.into(), 4.into(), 6.into()));
    /// # Ok::<(), nimsweep::number::ParseSurdError>(())
    /// ```
    #[must_use]
    pub fn over_common_denominator(&self) -> (BigInt, BigInt, BigInt) {
        let denominator = num_integer::lcm(self.rational.denom().clone(), self.coefficient.denom().clone());
        let scaled = |x: &BigRational| x.numer() * (&denominator / x.denom());
        (scaled(&self.rational), scaled(&self.coefficient), denominator)
    }

    /// Whether this number lies in Q(√d), or in Q for `None`.
    #[must_use]
    pub fn lies_in(&self, radicand: Option<Radicand>) -> bool {
        self.radicand.is_none() || self.radicand == radicand
    }

    /// The larger of the numerators' and denominators' sizes in bits: what arithmetic with this number costs.
    #[must_use]
    pub fn bits(&self) -> u64 {
        [&self.rational, &self.coefficient]
            .into_iter()
            .flat_map(|x| [x.numer().bits(), x.denom().bits()])
            .max()
            .unwrap_or(0)
    }

    /// Whether this is positive.
    #[must_use]
    pub fn is_positive(&self) -> bool {
        self.sign().is_gt()
    }

    /// Whether this is negative.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.sign().is_lt()
    }

    /// The number as a rational, where it is one.
    #[must_use]
    pub fn to_rational(&self) -> Option<&BigRational> {
        self.radicand.is_none().then_some(&self.rational)
    }

    /// |p| + |q|·(⌊√d⌋ + 1), rounded up: a whole number that |x| does not exceed.
    #[must_use]
    pub fn magnitude_bound(&self) -> BigInt {
        let root: BigInt = self.radicand.map_or(0, |d| d.get().isqrt() + 1).into();
        (self.rational.abs() + self.coefficient.abs() * root).ceil().to_integer()
    }
}

/// The sum; whole numbers are spared the common divisor with 1, whose search is quadratic in their digits.
fn sum(a: &BigRational, b: &BigRational) -> BigRational {
    if a.is_integer() && b.is_integer() { (a.numer() + b.numer()).into() } else { a + b }
}

/// The product, as [`sum`].
fn product(a: &BigRational, b: &BigRational) -> BigRational {
    if a.is_integer() && b.is_integer() { (a.numer() * b.numer()).into() } else { a * b }
}

impl Zero for Surd {
    fn zero() -> Self {
        BigRational::zero().into()
    }

    fn is_zero(&self) -> bool {
        self.radicand.is_none() && self.rational.is_zero()
    }
}

impl One for Surd {
    fn one() -> Self {
        BigRational::one().into()
    }
}

impl From<BigRational> for Surd {
    fn from(rational: BigRational) -> Self {
        Self::canonical(rational, BigRational::zero(), None)
    }
}

impl From<BigInt> for Surd {
    fn from(integer: BigInt) -> Self {
        BigRational::from_integer(integer).into()
    }
}

impl From<i64> for Surd {
    fn from(integer: i64) -> Self {
        BigInt::from(integer).into()
    }
}

impl From<u64> for Surd {
    fn from(integer: u64) -> Self {
        BigInt::from(integer).into()
    }
}

impl From<i32> for Surd {
    fn from(integer: i32) -> Self {
        BigInt::from(integer).into()
    }
}

impl PartialOrd for Surd {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Surd {
    /// By real value.
    ///
    /// Within one field the sign of the difference decides. For x = p + q√d and y = p' + q'√d' of two fields let
    /// u = (p − p') + q√d and v = q'√d'. The signs of u and v decide where they differ; else u² and v² do,
    /// and those lie in one field, v² being rational. They are never equal: x = y would put x in both fields, so in Q.
    fn cmp(&self, other: &Self) -> Ordering {
        if let Ok(difference) = self.try_sub(other) {
            return difference.sign();
        }
        let left = Self::canonical(&self.rational - &other.rational, self.coefficient.clone(), self.radicand);
        let right = Self::canonical(BigRational::zero(), other.coefficient.clone(), other.radicand);
        let by_sign = left.sign().cmp(&right.sign());
        let by_square = || (&left * &left).cmp(&(&right * &right));
        by_sign.then_with(|| if right.sign().is_gt() { by_square() } else { by_square().reverse() })
    }
}

impl Neg for &Surd {
    type Output = Surd;

    fn neg(self) -> Surd {
        Surd::canonical(-&self.rational, -&self.coefficient, self.radicand)
    }
}

impl Neg for Surd {
    type Output = Surd;

    fn neg(self) -> Surd {
        -&self
    }
}

/// What an operator does where the method of the same name gives an error, as integer division does.
#[cold]
#[track_caller]
#[allow(
    clippy::panic,
    reason = "operators have no other way to refuse; every input goes through the checked methods"
)]
fn refuse(error: &ArithmeticError) -> ! {
    panic!("{error}")
}

macro_rules! operator {
    ($trait:ident, $method:ident, $checked:ident) => {
        /// # Panics
        #[doc = concat!("Where [`Surd::", stringify!($checked), "`] gives an error.")]
        impl $trait<&Surd> for &Surd {
            type Output = Surd;

            #[track_caller]
            fn $method(self, other: &Surd) -> Surd {
                self.$checked(other).unwrap_or_else(|error| refuse(&error))
            }
        }

        impl $trait<Surd> for Surd {
            type Output = Surd;

            #[track_caller]
            fn $method(self, other: Surd) -> Surd {
                (&self).$method(&other)
            }
        }

        impl $trait<&Surd> for Surd {
            type Output = Surd;

            #[track_caller]
            fn $method(self, other: &Surd) -> Surd {
                (&self).$method(other)
            }
        }

        impl $trait<Surd> for &Surd {
            type Output = Surd;

            #[track_caller]
            fn $method(self, other: Surd) -> Surd {
                self.$method(&other)
            }
        }
    };
}

operator!(Add, add, try_add);
operator!(Sub, sub, try_sub);
operator!(Mul, mul, try_mul);
operator!(Div, div, try_div);

impl fmt::Debug for Surd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Surd({self})")
    }
}

#[cfg(feature = "serde")]
impl Serialize for Surd {
    /// As the text of [`Display`](fmt::Display), so that nothing is rounded.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> Deserialize<'de> for Surd {
    /// From any text that [`FromStr`](std::str::FromStr) reads: the canonical form is guarded at this door, too.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
