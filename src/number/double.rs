//! Numbers of twice the digits of floats, with a bound of their error: mostly they know the nearest
//! float.

use std::ops::{Add, Div, Mul, Sub};

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::radicand::Radicand;
use super::surd::Surd;

/// One operation is off by at most this part of its result: 16u² for u = 2⁻⁵³.
const PART: f64 = 1.0 / (1_u128 << 102) as f64;
/// Twice as much as the rounding of a bound, which is made of fewer than 8 operations.
const SLACK: f64 = 16.0 * f64::EPSILON;
/// Splitting a float into two halves multiplies by this: 2²⁷ + 1.
const SPLITTER: f64 = ((1 << 27) + 1) as f64;
/// Results beyond this, or below its reciprocal, are not trusted: parts of a product may overflow
/// there, or underflow. It is about 2⁹⁰⁰.
const RANGE: f64 = 8e270;

/// A real number that lies within an error of high + low, for certain.
///
/// # Invariants
/// 1. high is the float next to high + low.
/// 2. The error is infinite if nothing is known.
///
/// # Error bound
/// The operations are those of double-word arithmetic in M. Joldes, J.-M. Muller and V. Popescu,
/// "Tight and rigorous error bounds for basic building blocks of double-word arithmetic", ACM
/// Transactions on Mathematical Software 44 (2017): the sum is `AccurateDWPlusDW` (off by at most
/// 3u²/(1 − 4u) of the result), the product `DWTimesDW1` (7u²), the quotient `DWDivDW2` (15u² +
/// 56u³). To these the errors of the operands are added, as for
/// [`Approximate`](super::Approximate).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Double {
    high: f64,
    low: f64,
    error: f64,
}

/// Two floats whose sum is that of a and b exactly: the nearest one first.
fn sum_of(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let of_b = sum - a;
    (sum, (a - (sum - of_b)) + (b - of_b))
}

/// Two floats whose sum is that of a and b exactly, where a is 0 or no smaller than b.
fn quick_sum_of(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// Two floats whose sum is the product exactly, unless something over- or underflows.
fn product_of(a: f64, b: f64) -> (f64, f64) {
    let halves = |x: f64| {
        let scaled = SPLITTER * x;
        let high = scaled - (scaled - x);
        (high, x - high)
    };
    let (product, (a, less_a), (b, less_b)) = (a * b, halves(a), halves(b));
    (product, ((a * b - product) + a * less_b + less_a * b) + less_a * less_b)
}

impl Double {
    /// Nothing is known.
    const UNKNOWN: Self = Self { high: 0.0, low: 0.0, error: f64::INFINITY };

    /// An integer, exactly.
    pub(crate) fn integer(n: i64) -> Self {
        let high = n as f64;
        // both are at most 2⁶³, and the difference at most 2⁹
        let low = (i128::from(n) - high as i128) as f64;
        Self { high, low, error: 0.0 }
    }

    /// An exact number; nothing is known of one whose integers exceed 63 bits.
    pub(crate) fn of(number: &Surd) -> Self {
        let (whole, roots, r) = number.over_common_denominator();
        let over_r = |n: &BigInt| match (n.to_i64(), r.to_i64()) {
            (Some(n), Some(1)) => Self::integer(n),
            (Some(n), Some(m)) => Self::integer(n) / Self::integer(m),
            _ => Self::UNKNOWN,
        };
        roots.iter().fold(over_r(whole), |sum, (d, part)| sum + over_r(part) * Self::root(*d))
    }

    /// √d.
    fn root(d: Radicand) -> Self {
        let Ok(d) = i64::try_from(d.get()) else { return Self::UNKNOWN };
        let high = (d as f64).sqrt();
        // one step of Newton's method: √d = h + (d − h²)/(2h) − r²/(2h) with r = √d − h, which is
        // at most u·(1 + u)·√d
        let (square, less) = product_of(high, high);
        let whole = Self::integer(d);
        let rest = (whole.high - square) + (whole.low - less);
        let (high, low) = quick_sum_of(high, rest / (2.0 * high));
        Self { high, low, error: high * PART }
    }

    /// The float that is nearest to the number, if that is certain.
    pub(crate) fn nearest(self) -> Option<f64> {
        // rounding keeps the order: where both ends round to the same float, so does the number
        let room = self.error * (1.0 + SLACK) + self.low.abs() * SLACK;
        let is_nearest = |end: f64| self.high + end == self.high;
        (is_nearest(self.low + room) && is_nearest(self.low - room)).then_some(self.high)
    }

    /// What came out of an operation, to which the errors of its operands have made this one.
    fn rounded((high, low): (f64, f64), error: f64) -> Self {
        let (size, error) = (high.abs(), (error + high.abs() * PART) * (1.0 + SLACK));
        let is_in_range = size == 0.0 || (RANGE.recip()..RANGE).contains(&size);
        if is_in_range && error < RANGE { Self { high, low, error } } else { Self::UNKNOWN }
    }
}

impl Add for Double {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (sum, rest) = sum_of(self.high, other.high);
        let (low_sum, low_rest) = sum_of(self.low, other.low);
        let (high, low) = quick_sum_of(sum, rest + low_sum);
        Self::rounded(quick_sum_of(high, low_rest + low), self.error + other.error)
    }
}

impl Sub for Double {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + Self { high: -other.high, low: -other.low, error: other.error }
    }
}

impl Mul for Double {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let (product, rest) = product_of(self.high, other.high);
        if product == 0.0 && self.high != 0.0 && other.high != 0.0 {
            return Self::UNKNOWN; // underflow
        }
        let rest = rest + (self.high * other.low + self.low * other.high);
        // what |low| adds to the factors is less than the slack
        let error = self.high.abs() * other.error + other.high.abs() * self.error + self.error * other.error;
        Self::rounded(quick_sum_of(product, rest), error)
    }
}

impl Div for Double {
    type Output = Self;

    /// The quotient; unknown if the divisor may be zero.
    fn div(self, other: Self) -> Self {
        let least = other.high.abs() - other.error;
        if least.is_nan() || least <= other.high.abs() / 2.0 {
            return Self::UNKNOWN;
        }
        let quotient = self.high / other.high;
        if quotient == 0.0 && self.high != 0.0 {
            return Self::UNKNOWN; // underflow
        }
        let (product, rest) = product_of(other.high, quotient);
        let (back, less) = quick_sum_of(product, other.low * quotient);
        let (back, less) = quick_sum_of(back, less + rest);
        let low = ((self.high - back) + (self.low - less)) / other.high;
        // x/y − v/w = (x − v)/y + v·(w − y)/(w·y), and |low| is less than the slack
        let error = (self.error + quotient.abs() * other.error) / (least * (1.0 - SLACK));
        Self::rounded(quick_sum_of(quotient, low), error)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn exact(x: f64) -> Surd {
        Surd::try_from(x).unwrap()
    }

    /// Whether the number lies where it is said to lie, and how many bits are known.
    fn check(double: Double, number: &Surd) -> Option<f64> {
        if double.error.is_infinite() {
            return None;
        }
        let distance = (number - &(exact(double.high) + exact(double.low))).abs();
        assert!(distance <= exact(double.error), "{double:?} is not {number}");
        let sum = double.high + double.low;
        assert_eq!(sum, double.high, "the first part is not the nearest float");
        Some((double.high.abs() / double.error).log2())
    }

    fn number((a, b, d, r): (i64, i64, u8, i64)) -> Surd {
        let root = Surd::square_root_of(u64::from(d) + 2);
        (Surd::from(a) + Surd::from(b) * root) / Surd::from(r)
    }

    fn parts() -> impl Strategy<Value = (i64, i64, i64)> {
        let any = || prop_oneof![-1000_i64..1000, any::<i64>()];
        (any(), any(), prop_oneof![Just(1), 1_i64..100, 1..i64::MAX])
    }

    proptest! {
        #![proptest_config(crate::property::config())]

        #[test]
        fn errors_are_within_their_bounds((a, b, r) in parts(), (p, q, s) in parts(), d in any::<u8>()) {
            let (x, y) = (number((a, b, d, r)), number((p, q, d, s)));
            let (u, v) = (Double::of(&x), Double::of(&y));
            check(u, &x);
            check(v, &y);
            check(u + v, &(&x + &y));
            check(u - v, &(&x - &y));
            check(u * v, &(&x * &y));
            if y != 0 {
                check(u / v, &(&x / &y));
            }
            // close to each other: most digits cancel
            check(u * v / v - u, &Surd::from(0));
        }

        #[test]
        fn the_nearest_float_is_the_one((a, b, r) in parts(), d in any::<u8>()) {
            let x = number((a, b, d, r));
            if let Some(float) = Double::of(&x).nearest() {
                prop_assert_eq!(float, x.exactly_nearest_float());
            }
        }
    }

    #[test]
    fn most_numbers_are_known_to_a_hundred_bits() {
        for text in ["sqrt2", "343+41sqrt2", "1/3", "(31415926535+2718281828*sqrt2)/1618033989"] {
            let x: Surd = text.parse().unwrap();
            let double = Double::of(&x);
            assert!(check(double, &x).unwrap() > 98.0, "{text}");
            assert_eq!(double.nearest(), Some(x.exactly_nearest_float()), "{text}");
        }
        assert_eq!(Double::of(&Surd::from(0)).nearest(), Some(0.0));
        // beyond what is certain: a tie, cancellation, integers of more bits
        for text in ["9007199254740993", "10^30", "1572584048032918633-1111984844349868137sqrt2", "1/10^300"]
        {
            let double = Double::of(&text.parse().unwrap());
            assert_eq!(double.nearest(), None, "{text}: {double:?}");
        }
    }

    #[test]
    fn what_leaves_the_range_is_not_known() {
        let mut square = Double::integer(i64::MAX);
        for _ in 0..5 {
            square = square * square;
        }
        assert!(square.nearest().is_none() && square.error.is_infinite());
        let mut small = Double::integer(1) / Double::integer(i64::MAX);
        for _ in 0..5 {
            small = small * small;
        }
        assert!(small.error.is_infinite());
        assert!((Double::integer(1) / (Double::integer(2) - Double::integer(2))).error.is_infinite());
        assert_eq!((Double::integer(0) * Double::integer(7)).nearest(), Some(0.0));
    }
}
