//! Proven digits: floor and ceiling of p + q√d, and its decimals rounded half away from zero.

use std::fmt::{self, Write};

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::radicand::Radicand;
use super::surd::Surd;

impl Surd {
    /// The largest integer that is not greater.
    ///
    /// For (a + b√d)/r with integers and r ≥ 1 let t = b√d. Then ⌊(a + t)/r⌋ = ⌊(a + ⌊t⌋)/r⌋, because a + t reaches a
    /// multiple of r no sooner than a + ⌊t⌋ does, and ⌊b√d⌋ comes from the integer square root of b²d:
    /// ⌊√(b²d)⌋ for b > 0, and −⌊√(b²d)⌋ − 1 for b < 0, the root being irrational.
    ///
    /// ```
    /// use nimsweep::number::Surd;
    ///
    /// assert_eq!("5*sqrt(2)".parse::<Surd>()?.floor(), 7.into());
    /// assert_eq!("-sqrt(2)/2".parse::<Surd>()?.floor(), (-1).into());
    /// # Ok::<(), nimsweep::number::ParseSurdError>(())
    /// ```
    #[must_use]
    pub fn floor(&self) -> BigInt {
        let (a, b, r) = self.over_common_denominator();
        let root = (&b * &b * self.radicand().map_or(0, Radicand::get)).sqrt();
        let whole_root = if b < BigInt::zero() { -root - 1 } else { root };
        (a + whole_root).div_floor(&r)
    }

    /// The smallest integer that is not less: −⌊−x⌋.
    #[must_use]
    pub fn ceil(&self) -> BigInt {
        -(-self).floor()
    }

    /// The number with `digits` decimals, rounded half away from zero. Every digit printed is proven.
    ///
    /// It is ⌊10ⁿ·|x| + 1/2⌋, taken exactly by [`Surd::floor`]. A tie can only arise for a rational number, and goes
    /// away from zero; what rounds to zero carries no sign.
    ///
    /// # Cost
    /// One integer square root of about 6.7·`digits` bits.
    ///
    /// ```
    /// use nimsweep::number::Surd;
    ///
    /// let x: Surd = "5+2*sqrt(2)".parse()?;
    /// assert_eq!(x.to_decimal(8), "7.82842712");
    /// assert_eq!("-5/2".parse::<Surd>()?.to_decimal(0), "-3");
    /// # Ok::<(), nimsweep::number::ParseSurdError>(())
    /// ```
    #[must_use]
    pub fn to_decimal(&self, digits: usize) -> String {
        let half = BigRational::new(BigInt::one(), 2.into());
        let scaled = self.abs() * Self::from(power_of_ten(digits)) + Self::from(half);
        place_point(&scaled.floor(), self.is_negative(), digits)
    }
}

/// 10ⁿ.
pub(crate) fn power_of_ten(digits: usize) -> BigInt {
    num_traits::pow(BigInt::from(10), digits)
}

/// Writes magnitude/10ⁿ, with a minus sign where asked for and where anything but zero is left.
pub(crate) fn place_point<I: Zero + fmt::Display>(magnitude: &I, negative: bool, digits: usize) -> String {
    let sign = if negative && !magnitude.is_zero() { "-" } else { "" };
    let mut text = String::with_capacity(digits + 24); // room for the point, the sign and 64 bits
    let _ = write!(text, "{sign}{magnitude:0>width$}", width = digits + 1); // a string takes everything
    if digits > 0 {
        text.insert(text.len() - digits, '.');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surd(text: &str) -> Surd {
        text.parse().unwrap()
    }

    #[test]
    fn digits_of_the_root_of_two() {
        // the first fifty decimals, https://oeis.org/A002193
        let expected = "1.41421356237309504880168872420969807856967187537695";
        assert_eq!(surd("sqrt(2)").to_decimal(50), expected);
        assert_eq!(surd("-sqrt(2)").to_decimal(50), format!("-{expected}"));
    }

    #[test]
    fn ties_of_rationals_go_away_from_zero() {
        for (text, digits, expected) in [
            ("1/2", 0, "1"),
            ("-1/2", 0, "-1"),
            ("5/2", 0, "3"),
            ("1/8", 2, "0.13"),
            ("-1/8", 2, "-0.13"),
            ("1/200", 2, "0.01"),
            ("499/100000", 2, "0.00"),
            ("-499/100000", 2, "0.00"),
            ("0", 3, "0.000"),
            ("999999/1000000", 5, "1.00000"),
        ] {
            assert_eq!(surd(text).to_decimal(digits), expected, "{text} to {digits} digits");
        }
    }

    #[test]
    fn cancellation_loses_no_digit() {
        // (√2 − 1)^60 = a − b√2 with huge a and b; its reciprocal (1 + √2)^60 has the digits to check it by.
        let tiny = surd("-1+sqrt(2)").try_pow(60).unwrap();
        let decimal = tiny.to_decimal(40);
        assert!(decimal.starts_with("0.0000000000000000000000108"), "{decimal}");
        let back = surd(&decimal) * surd("1+sqrt(2)").try_pow(60).unwrap();
        assert!((back - Surd::one()).abs() < surd("1/10^15"));
        approx::assert_relative_eq!(
            num_traits::ToPrimitive::to_f64(&tiny).unwrap(),
            (1.0 + 2_f64.sqrt()).powi(-60),
            max_relative = 1e-12
        );
    }

    #[test]
    fn floor_and_ceiling_around_integers() {
        for (text, floor, ceil) in [
            ("3", 3, 3),
            ("-3", -3, -3),
            ("7/2", 3, 4),
            ("-7/2", -4, -3),
            ("sqrt(2)", 1, 2),
            ("-sqrt(2)", -2, -1),
            ("(1-3*sqrt(2))/2", -2, -1),
            ("(7-5*sqrt(2))/3", -1, 0),
        ] {
            assert_eq!(surd(text).floor(), floor.into(), "floor of {text}");
            assert_eq!(surd(text).ceil(), ceil.into(), "ceiling of {text}");
        }
    }
}
