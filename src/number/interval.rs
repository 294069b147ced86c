//! Numbers that are known up to an error: as floats with a bound of it, to discard candidates and
//! never to decide; and as intervals of dyadic numbers, at any precision.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Sub};

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use ordered_float::OrderedFloat;

use super::surd::Surd;

/// Half the distance from 1 to the next float: one operation is off by at most this factor.
const UNIT: f64 = f64::EPSILON / 2.0;
/// The largest integers that are converted to floats quickly, in bits: their quotients stay within
/// the range of floats.
const LARGEST_BITS: u64 = 1000;

/// A real number that lies in [value − error, value + error], for certain.
///
/// # Error bound
/// Each operation adds the bound of its own rounding, |result|·2⁻⁵³, to what its operands' errors
/// make of it. The bounds are sums and products of non-negative floats in fewer than 16 operations,
/// so that the factor 1 + 32·2⁻⁵³ at the end of each makes up for their own rounding; the smallest
/// normal float makes up for underflow.
///
/// ```
/// use nimsweep::number::{Approximate, Surd};
///
/// let root = Approximate::of(&"sqrt2".parse::<Surd>()?);
/// let square = root * root;
/// assert!(square.lower() <= 2.0 && 2.0 <= square.upper());
/// assert!(square.upper() - square.lower() < 1e-14);
/// # Ok::<(), nimsweep::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Approximate {
    value: f64,
    error: f64,
}

impl Approximate {
    /// The number `value`, up to an absolute error.
    #[must_use]
    pub fn new(value: f64, error: f64) -> Self {
        Self { value, error: error * (1.0 + 32.0 * UNIT) + f64::MIN_POSITIVE }
    }

    /// An integer; exact if it is below 2⁵³ in absolute value.
    #[must_use]
    pub fn integer(n: i64) -> Self {
        let value = n as f64;
        Self::new(value, if n.unsigned_abs() < 1 << 53 { 0.0 } else { UNIT * value.abs() })
    }

    /// An exact number; nothing is known of one beyond the floats.
    #[must_use]
    pub fn of(number: &Surd) -> Self {
        let value = number.nearest_float();
        if value.is_finite() { Self::new(value, UNIT * value.abs()) } else { Self::unknown() }
    }

    /// An exact number in half the time of [`Approximate::of`], with a greater error.
    ///
    /// It is x = p + q√d with p = a/r, q = b/r as P ⊕ Q, where P = a ⊘ r and Q = (b ⊘ r) ⊗ √d;
    /// up to 8u·(|P| + |Q|) + 2⁻¹⁰²², for u = 2⁻⁵³. Each root more adds its Q, and u to the 8u.
    /// `None` if an integer has more than 1000 bits or the bound is not finite.
    ///
    /// # Error bound
    /// A non-zero integer of at most 1000 bits becomes a float with a relative error of at most u
    /// ([`float`]). Each operation adds its own rounding, u, and at most 2⁻¹⁰⁷⁵ if its result is
    /// subnormal. To first order:
    ///
    /// | value | relative error | because |
    /// | --- | --- | --- |
    /// | P, b ⊘ r | 3u | two conversions and the quotient |
    /// | √d as a float | 1.5u | half of the conversion's u, and the root's rounding |
    /// | Q | 5.5u | the sum of the two lines above, and the product |
    ///
    /// Terms of second order are below 20u², so that 3.1u and 5.6u hold for certain. Subnormal
    /// results: a quotient is off by at most 2⁻¹⁰⁷⁵ more, times √d < 2³² in Q. The sum is off by
    /// u·|P ⊕ Q| ≤ u(1 + u)(|P| + |Q|); and as |p| ≤ (1 + 4u)|P| + 2⁻¹⁰⁷⁴,
    /// |q√d| ≤ (1 + 6u)|Q| + 2⁻¹⁰⁴²,
    /// ```text
    /// |x − P ⊕ Q| ≤ 3.2u·|P| + 5.7u·|Q| + 1.1u·(|P| + |Q|) + 2⁻¹⁰⁴¹
    ///             ≤ 6.8u·(|P| + |Q|) + 2⁻¹⁰⁴¹
    /// ```
    /// The bound is computed in two roundings, each by a factor of at least 1 − u, and the product
    /// with 8u = 2⁻⁵⁰ is exact or below 2⁻¹⁰²²; so it is at least 7u·(|P| + |Q|) + 2⁻¹⁰²³. Of n
    /// roots each is off by 5.7u·|Q| + 2⁻¹⁰⁴¹, and n sums, with n < 2²⁴ in any memory, by at most
    /// (n + 0.1)u·(|P| + Σ |Q|): together (5.8 + n)u·(|P| + Σ |Q|) + n·2⁻¹⁰⁴¹, below (7 + n)u and
    /// 2⁻¹⁰²² with room for the roundings of the bound. Where P, Q or a sum overflows, the bound
    /// is not finite.
    pub(super) fn quickly(x: &Surd) -> Option<Self> {
        let (whole, roots, r) = x.over_common_denominator();
        let r = float(r)?;
        let mut value = float(whole)? / r;
        let mut size = value.abs();
        for (d, part) in roots {
            let q = float(part)? / r * (d.get() as f64).sqrt();
            (value, size) = (value + q, size + q.abs());
        }
        let error = (7 + roots.len()) as f64 * UNIT * size + f64::MIN_POSITIVE;
        error.is_finite().then_some(Self { value, error })
    }

    /// No more than the number.
    #[must_use]
    pub fn lower(self) -> f64 {
        self.value - self.error * (1.0 + 4.0 * UNIT) - 2.0 * UNIT * self.value.abs()
    }

    /// No less than the number.
    #[must_use]
    pub fn upper(self) -> f64 {
        self.value + self.error * (1.0 + 4.0 * UNIT) + 2.0 * UNIT * self.value.abs()
    }

    /// The sign, if it is certain.
    #[must_use]
    pub fn certain_sign(self) -> Option<Ordering> {
        if self.lower() > 0.0 {
            Some(Ordering::Greater)
        } else if self.upper() < 0.0 {
            Some(Ordering::Less)
        } else {
            None
        }
    }

    /// The greater of two numbers, as far as its upper bound goes: that of the one with the greater
    /// upper bound.
    #[must_use]
    pub(crate) fn max(self, other: Self) -> Self {
        std::cmp::max_by_key(self, other, |x| OrderedFloat(x.upper())).widened()
    }

    /// The smaller of two numbers, as far as its lower bound goes: that of the one with the smaller
    /// lower bound.
    #[must_use]
    pub(crate) fn min(self, other: Self) -> Self {
        std::cmp::min_by_key(self, other, |x| OrderedFloat(x.lower())).widened()
    }

    /// This number with an allowance for the rounding in [`Approximate::upper`] and
    /// [`Approximate::lower`], by which it was chosen.
    fn widened(self) -> Self {
        Self::new(self.value, self.error + 8.0 * UNIT * self.value.abs())
    }

    /// A number of which nothing is known.
    #[must_use]
    pub(crate) fn unknown() -> Self {
        Self { value: 0.0, error: f64::INFINITY }
    }

    /// What came out of an operation, unless it went beyond the floats.
    fn rounded(value: f64, error: f64) -> Self {
        let error = error + UNIT * value.abs();
        if value.is_finite() && error.is_finite() { Self::new(value, error) } else { Self::unknown() }
    }
}

impl Add for Approximate {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::rounded(self.value + other.value, self.error + other.error)
    }
}

impl Sub for Approximate {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::rounded(self.value - other.value, self.error + other.error)
    }
}

impl Mul for Approximate {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let error =
            self.value.abs() * other.error + other.value.abs() * self.error + self.error * other.error;
        Self::rounded(self.value * other.value, error)
    }
}

impl Div for Approximate {
    type Output = Self;

    /// The quotient; unknown if the divisor may be zero.
    fn div(self, other: Self) -> Self {
        let least = other.value.abs() - other.error;
        if least <= other.value.abs() / 2.0 {
            return Self::unknown();
        }
        let quotient = self.value / other.value;
        // x/y − v/w = (x − v)/y + v·(w − y)/(w·y)
        Self::rounded(quotient, (self.error + quotient.abs() * other.error) / least)
    }
}

/// The float next to an integer of at most 1000 bits, `None` for a larger one.
fn float(n: &BigInt) -> Option<f64> {
    let mut digits = n.iter_u64_digits();
    let count = digits.len() as u64;
    let size = match (digits.next_back(), digits.next_back()) {
        (None, _) => 0.0,
        (Some(digit), None) => digit as f64,
        (Some(first), Some(second)) => {
            let shift = first.leading_zeros();
            let bits = 64 * count - u64::from(shift);
            if bits > LARGEST_BITS {
                return None;
            }
            // the first 64 bits, of which the last one is set if any bit behind them is: it decides
            // only between two floats that are equally near
            let two = (u128::from(first) << 64 | u128::from(second)) << shift;
            let is_longer = two as u64 != 0 || digits.any(|digit| digit != 0);
            let leading = (two >> 64) as u64 | u64::from(is_longer);
            // neither the power of two nor the product overflows
            leading as f64 * f64::from_bits((1023 + bits - 64) << 52)
        }
    };
    Some(if n.is_negative() { -size } else { size })
}

/// A float for pictures, off by at most 2⁻⁵⁰ of the number and sooner found than the nearest one:
/// that is taken if p and q√d cancel.
pub(crate) fn near_float(number: &Surd) -> f64 {
    let near = Approximate::quickly(number).filter(|near| near.error <= 8.5 * UNIT * near.value.abs());
    near.map_or_else(|| number.nearest_float(), |near| near.value)
}

/// What intervals of more and more bits tell, as soon as one tells it.
#[cfg(feature = "serde")]
pub(crate) fn refined<T>(mut told: impl FnMut(usize) -> Option<T>) -> T {
    let mut bits = 64;
    loop {
        if let Some(told) = told(bits) {
            return told;
        }
        bits *= 2;
    }
}

/// A real number that lies in [low/2^bits, high/2^bits], for certain.
///
/// Of two numbers of bits the result of an operation has the greater one. Sums and differences are
/// exact; products and quotients are rounded outward, to the next multiple of 2^−bits.
#[derive(Clone, Debug)]
pub(crate) struct Enclosure {
    low: BigInt,
    high: BigInt,
    bits: usize,
}

impl Enclosure {
    /// The narrowest interval of this many bits around a number.
    pub(crate) fn of(number: &Surd, bits: usize) -> Self {
        let low = number.numerator().map(&|part| part << bits).floor_over(number.denominator());
        let is_exact = number.as_rational().is_some_and(|x| ((x.numer() << bits) % x.denom()).is_zero());
        let high = if is_exact { low.clone() } else { &low + 1 };
        Self { low, high, bits }
    }

    /// From low/2^bits to high/2^bits, for low ≤ high.
    pub(crate) fn between(low: BigInt, high: BigInt, bits: usize) -> Self {
        debug_assert!(low <= high, "the ends of an interval are reversed");
        Self { low, high, bits }
    }

    /// x/2^bits.
    pub(crate) fn point(x: &BigInt, bits: usize) -> Self {
        Self::between(x.clone(), x.clone(), bits)
    }

    /// The lower end, 2^bits-fold.
    pub(crate) fn low(&self) -> &BigInt {
        &self.low
    }

    /// The upper end, 2^bits-fold.
    pub(crate) fn high(&self) -> &BigInt {
        &self.high
    }

    /// How many binary digits the ends have after the point.
    pub(crate) fn bits(&self) -> usize {
        self.bits
    }

    /// The distance of the ends, 2^bits-fold.
    pub(crate) fn width(&self) -> BigInt {
        &self.high - &self.low
    }

    /// The number with this many bits.
    pub(crate) fn with_bits(&self, bits: usize) -> Self {
        let (low, high) = if bits >= self.bits {
            (&self.low << (bits - self.bits), &self.high << (bits - self.bits))
        } else {
            let shift = self.bits - bits;
            (&self.low >> shift, -(-&self.high >> shift))
        };
        Self { low, high, bits }
    }

    /// The sign, if it is certain.
    pub(crate) fn sign(&self) -> Option<Ordering> {
        let sign = self.low.cmp(&BigInt::ZERO);
        (sign == self.high.cmp(&BigInt::ZERO)).then_some(sign)
    }

    /// Both with the bits of the finer one.
    fn aligned<'a>(&'a self, other: &'a Self) -> [Cow<'a, Self>; 2] {
        let bits = self.bits.max(other.bits);
        [self, other].map(|x| if x.bits == bits { Cow::Borrowed(x) } else { Cow::Owned(x.with_bits(bits)) })
    }

    /// The order of two numbers, if it is certain.
    pub(crate) fn order(&self, other: &Self) -> Option<Ordering> {
        (self - other).sign()
    }

    /// The quotient, unless the divisor may be zero.
    pub(crate) fn quotient(&self, divisor: &Self) -> Option<Self> {
        if divisor.sign().is_none_or(Ordering::is_eq) {
            return None;
        }
        let [dividend, divisor] = self.aligned(divisor);
        let [a, b] = [&dividend.low, &dividend.high].map(|x| x << divisor.bits);
        // the extreme quotients lie at ends, whatever the signs are
        let pairs = [(&a, &divisor.low), (&a, &divisor.high), (&b, &divisor.low), (&b, &divisor.high)];
        let low = pairs.iter().map(|(x, y)| x.div_floor(y)).min()?;
        let high = pairs.iter().map(|(x, y)| -(-*x).div_floor(y)).max()?;
        Some(Self { low, high, bits: divisor.bits })
    }

    /// The numbers that both hold, if there are any.
    pub(crate) fn intersection(&self, other: &Self) -> Option<Self> {
        let [a, b] = self.aligned(other);
        let (low, high) = ((&a.low).max(&b.low), (&a.high).min(&b.high));
        (low <= high).then(|| Self::between(low.clone(), high.clone(), a.bits))
    }

    /// The parts left and right of a place between the ends, which is given 2^bits-fold.
    pub(crate) fn cut_at(&self, place: BigInt) -> [Self; 2] {
        let left = Self::between(self.low.clone(), place.clone(), self.bits);
        [left, Self::between(place, self.high.clone(), self.bits)]
    }

    /// The ends as exact numbers.
    pub(crate) fn ends(&self) -> [Surd; 2] {
        let scale = BigInt::one() << self.bits;
        [&self.low, &self.high].map(|x| num_rational::BigRational::new(x.clone(), scale.clone()).into())
    }

    /// What is the same at both ends, if it is.
    pub(crate) fn agreed<T: PartialEq>(&self, of: impl Fn(&Surd) -> T) -> Option<T> {
        let [low, high] = self.ends().map(|end| of(&end));
        (low == high).then_some(low)
    }

    /// The greatest absolute value, 2^bits-fold.
    pub(crate) fn magnitude(&self) -> BigInt {
        self.low.abs().max(self.high.abs())
    }
}

impl Add for &Enclosure {
    type Output = Enclosure;

    fn add(self, other: &Enclosure) -> Enclosure {
        let [a, b] = self.aligned(other);
        Enclosure { low: &a.low + &b.low, high: &a.high + &b.high, bits: a.bits }
    }
}

impl Sub for &Enclosure {
    type Output = Enclosure;

    fn sub(self, other: &Enclosure) -> Enclosure {
        let [a, b] = self.aligned(other);
        Enclosure { low: &a.low - &b.high, high: &a.high - &b.low, bits: a.bits }
    }
}

impl Mul for &Enclosure {
    type Output = Enclosure;

    fn mul(self, other: &Enclosure) -> Enclosure {
        let [a, b] = self.aligned(other);
        let mut products = [&a.low * &b.low, &a.low * &b.high, &a.high * &b.low, &a.high * &b.high];
        products.sort_unstable();
        let [low, .., high] = products;
        Enclosure { low: low >> a.bits, high: -(-high >> a.bits), bits: a.bits }
    }
}

#[cfg(test)]
mod tests {
    use num_rational::BigRational;
    use num_traits::ToPrimitive;
    use proptest::prelude::*;

    use super::*;

    fn contains(x: Approximate, exact: &str) -> bool {
        let exact: Surd = exact.parse().unwrap();
        let at = |bound: f64| Surd::from(num_rational::BigRational::from_float(bound).unwrap());
        at(x.lower()) <= exact && exact <= at(x.upper())
    }

    #[test]
    fn bounds_hold_through_cancellation() {
        // 577 − 408√2 ≈ 0.00087: 19 bits are lost, and the bound knows
        let root = Approximate::of(&"sqrt2".parse().unwrap());
        let difference = Approximate::integer(577) - Approximate::integer(408) * root;
        assert!(contains(difference, "577-408sqrt2"));
        assert_eq!(difference.certain_sign(), Some(Ordering::Greater));
        let quotient = Approximate::integer(1) / difference;
        assert!(contains(quotient, "577+408sqrt2"));
        // beyond the floats' reach: 2^60-ish convergents
        let close = Approximate::integer(1_572_584_048_032_918_633)
            - Approximate::integer(1_111_984_844_349_868_137) * root;
        assert_eq!(close.certain_sign(), None);
        assert!(contains(close, "1572584048032918633-1111984844349868137sqrt2"));
    }

    #[test]
    fn products_of_rough_numbers_hold_all_products() {
        for (value, error, other, other_error) in
            [(1.0, 1.0, 1.0, 1.0), (-3.0, 2.0, 0.5, 4.0), (0.0, 1.0, 0.0, 8.0), (1e3, 0.0, -1.0, 2.0)]
        {
            let product = Approximate::new(value, error) * Approximate::new(other, other_error);
            for (sign, other_sign) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
                let exact = (value + sign * error) * (other + other_sign * other_error);
                assert!(product.lower() <= exact && exact <= product.upper(), "{exact} in {product:?}");
            }
        }
    }

    #[test]
    fn small_integers_are_exact_and_errors_add_up() {
        let [three, root] = [Approximate::integer(3), Approximate::of(&"sqrt2".parse().unwrap())];
        let nothing = three + Approximate::integer(-3);
        assert!(nothing.upper() < 1e-300 && nothing.lower() > -1e-300, "{nothing:?}");
        // the errors are added, however the terms are ordered
        let (left, right) = (Approximate::integer(577), Approximate::integer(-408) * root);
        for sum in [left + right, right + left] {
            assert!(contains(sum, "577-408sqrt2") && sum.lower() < sum.upper(), "{sum:?}");
        }
    }

    #[test]
    fn numbers_beyond_the_floats_are_bounded_by_what_is_known() {
        for text in ["10^400", "-10^400*sqrt2"] {
            let huge = Approximate::of(&text.parse().unwrap());
            assert_eq!((huge.lower(), huge.upper()), (f64::NEG_INFINITY, f64::INFINITY));
            assert_eq!(huge.max(Approximate::integer(1)).upper(), f64::INFINITY);
        }
        let tiny = Approximate::of(&"sqrt2/10^400".parse().unwrap());
        assert!(contains(tiny, "sqrt2/10^400") && tiny.upper() < 1e-300);
    }

    #[test]
    fn a_divisor_that_may_be_zero_leaves_nothing_known() {
        let root = Approximate::of(&"sqrt2".parse().unwrap());
        let unknown = Approximate::integer(1) / (root - root);
        assert_eq!((unknown.lower(), unknown.upper()), (f64::NEG_INFINITY, f64::INFINITY));
        assert_eq!((unknown * unknown).certain_sign(), None);
        assert_eq!((unknown + root).certain_sign(), None);
    }

    /// Floats that are numbers exactly, with no error but that of an operation.
    fn exact(value: f64) -> Approximate {
        Approximate::new(value, 0.0)
    }

    #[test]
    fn each_operation_adds_the_bound_of_its_rounding() {
        // none of these is a float: 1 + 2⁻⁵³ and the difference, 0.1·0.1, 1/3
        let tiny = UNIT;
        for (result, value) in [
            (exact(1.0) + exact(tiny), 1.0 + tiny),
            (exact(1.0) - exact(tiny / 2.0), 1.0 - tiny / 2.0),
            (exact(0.1) * exact(0.1), 0.1 * 0.1),
            (exact(1.0) / exact(3.0), 1.0 / 3.0),
        ] {
            // what the bounds alone allow for is their own rounding, and not that of the value
            assert_eq!(result.value, value);
            assert!(result.error >= UNIT * value, "{result:?}");
            assert!(result.error <= 2.0 * UNIT * value, "{result:?}");
        }
    }

    #[test]
    fn the_rounding_of_a_thousand_sums_stays_inside_of_the_bound() {
        // each sum is rounded down by 2⁻⁵³·0.99: together far more than the ends allow for
        let term = exact(UNIT * 0.99);
        let sum = (0..1000).fold(exact(1.0), |sum, _| sum + term);
        let float: BigRational = BigRational::from_float(UNIT * 0.99).unwrap();
        let exact_sum = Surd::from(float * BigRational::from_integer(1000.into())) + 1;
        assert_eq!(sum.value, 1.0);
        let upper = Surd::from(BigRational::from_float(sum.upper()).unwrap());
        assert!(exact_sum <= upper, "{sum:?}");
    }

    #[test]
    fn the_greater_is_widened_by_the_rounding_that_chose_it() {
        // upper bounds are compared as floats, each of which is off by some units: the other number
        // may be greater by as much, and has to lie below the bound all the same
        for (x, y) in [(3.0, 2.0), (-2.0, -3.0), (1e300, 1.0)] {
            let (greater, smaller) = (exact(x).max(exact(y)), exact(x).min(exact(y)));
            assert_eq!((greater.value, smaller.value), (x, y));
            assert!(greater.error >= 8.0 * UNIT * f64::abs(x), "{greater:?}");
            assert!(smaller.error >= 8.0 * UNIT * f64::abs(y), "{smaller:?}");
            assert!(greater.error <= 16.0 * UNIT * f64::abs(x), "{greater:?}");
        }
    }

    fn holds(enclosure: &Enclosure, number: &Surd) -> bool {
        let [low, high] = enclosure.ends();
        low <= *number && *number <= high
    }

    fn rational(n: i64, m: i64) -> Surd {
        Surd::from(n) / Surd::from(m)
    }

    proptest! {
        #![proptest_config(crate::property::config())]
        #[test]
        fn results_hold_the_exact_results(
            (a, b, c) in (-1000_i64..1000, -50_i64..50, 1_i64..40),
            (p, q, r) in (-1000_i64..1000, -50_i64..50, 1_i64..40),
            (bits, others) in (0_usize..70, 0_usize..70),
        ) {
            let root = Surd::square_root_of(7);
            let (x, y) = (rational(a, c) + rational(b, c) * &root, rational(p, r) + rational(q, r) * &root);
            let (u, v) = (Enclosure::of(&x, bits), Enclosure::of(&y, others));
            prop_assert!(holds(&u, &x) && u.width() <= BigInt::one());
            prop_assert!(holds(&(&u + &v), &(&x + &y)) && holds(&(&u - &v), &(&x - &y)));
            prop_assert!(holds(&(&u * &v), &(&x * &y)));
            prop_assert!(u.quotient(&v).is_none_or(|quotient| holds(&quotient, &(&x / &y))));
            prop_assert!(holds(&u.with_bits(bits / 2), &x) && holds(&u.with_bits(bits + 3), &x));
            prop_assert!(u.sign().is_none_or(|sign| sign == x.sign()));
            prop_assert!(u.order(&v).is_none_or(|order| order == x.cmp(&y)));
            prop_assert_eq!((&u * &v).bits(), bits.max(others));
        }
    }

    proptest! {
        #![proptest_config(crate::property::config())]

        #[test]
        fn integers_become_floats_within_the_bound((n, shift, low) in (any::<i128>(), 0_u32..1000, any::<u64>())) {
            let n = (BigInt::from(n) << shift) + low;
            match float(&n) {
                None => prop_assert!(n.bits() > LARGEST_BITS),
                Some(float) => {
                    let error = (of_float(float) - Surd::from(n.clone())).abs();
                    let bound = Surd::from(n).abs() * of_float(UNIT);
                    prop_assert!(error <= bound);
                }
            }
        }
    }

    /// Half-way between two floats, and next to that: the last bit decides, however far behind.
    #[test]
    fn the_nearest_float_is_found_where_two_are_nearly_as_near() {
        let one = BigInt::from(1);
        for leading in [(1_u64 << 53) + 1, (1 << 53) + 3, (1 << 54) - 1, u64::MAX] {
            for shift in [0, 1, 9, 10, 11, 12, 64, 75, 128, 139, 500, 936] {
                let tie: BigInt = BigInt::from(leading) << shift;
                for n in [&tie - &one, tie.clone(), &tie + &one, -&tie - &one] {
                    assert_eq!(float(&n), n.to_f64(), "{n}");
                }
            }
        }
        assert_eq!(float(&((&one << 1000) - &one)), Some(2_f64.powi(1000)));
        assert_eq!(float(&(one << 1000)), None);
    }

    #[test]
    fn floats_for_pictures_are_near_also_where_terms_cancel() {
        for text in ["0", "7/3", "343+41sqrt2", "-10^20-sqrt3/7", "665857-470832sqrt2", "(1-sqrt2)^60"] {
            let x: Surd = text.parse().unwrap();
            let difference = (of_float(near_float(&x)) - &x).abs();
            assert!(difference <= x.abs() * of_float(8.75 * UNIT), "{text}");
        }
    }

    fn of_float(float: f64) -> Surd {
        Surd::try_from(float).unwrap()
    }

    #[test]
    fn what_may_be_zero_divides_nothing() {
        let [one, small] = ["1", "2^-9"].map(|text| Enclosure::of(&text.parse().unwrap(), 8));
        assert!(one.quotient(&small).is_none() && small.sign().is_none());
        assert_eq!(one.quotient(&one).unwrap().ends(), [Surd::one(), Surd::one()]);
    }
}
