//! Floats with a bound of their error: to discard candidates, never to decide.

use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Sub};

use num_traits::ToPrimitive;
use ordered_float::OrderedFloat;

use super::surd::Surd;

/// Half the distance from 1 to the next float: one operation is off by at most this factor.
const UNIT: f64 = f64::EPSILON / 2.0;

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
/// # Ok::<(), nimsweep::number::ParseSurdError>(())
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
        let value = number.to_f64().unwrap_or(f64::INFINITY);
        if value.is_finite() { Self::new(value, UNIT * value.abs()) } else { Self::unknown() }
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
    pub fn max(self, other: Self) -> Self {
        std::cmp::max_by_key(self, other, |x| OrderedFloat(x.upper())).widened()
    }

    /// The smaller of two numbers, as far as its lower bound goes: that of the one with the smaller
    /// lower bound.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        std::cmp::min_by_key(self, other, |x| OrderedFloat(x.lower())).widened()
    }

    /// The same with an allowance for the rounding in [`Approximate::upper`] and
    /// [`Approximate::lower`], by which it was chosen.
    fn widened(self) -> Self {
        Self::new(self.value, self.error + 8.0 * UNIT * self.value.abs())
    }

    /// A number of which nothing is known.
    #[must_use]
    pub fn unknown() -> Self {
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

#[cfg(test)]
mod tests {
    use num_rational::BigRational;

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
}
