//! Proven digits: floor, ceiling and nearest integer of p + q√d, and its decimals, rounded half
//! away from zero.

use std::fmt;
use std::io::Write;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive};

use super::digits::{ascii, write_last_digits, write_whole};
use super::radicand::Radicand;
use super::surd::Surd;

impl Surd {
    /// The largest integer that is not greater.
    ///
    /// For (a + b√d)/r with integers and r ≥ 1 let t = b√d. Then ⌊(a + t)/r⌋ = ⌊(a + ⌊t⌋)/r⌋,
    /// because a + t reaches a multiple of r no sooner than a + ⌊t⌋ does, and ⌊b√d⌋ comes from the
    /// integer square root of b²d: ⌊√(b²d)⌋ for b > 0, and −⌊√(b²d)⌋ − 1 for b < 0, the root being
    /// irrational.
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
        floor_of(&a, &b, self.radicand(), &r)
    }

    /// The smallest integer that is not less: −⌊−x⌋.
    #[must_use]
    pub fn ceil(&self) -> BigInt {
        -(-self).floor()
    }

    /// The nearest integer, halves going away from zero.
    ///
    /// ```
    /// use nimsweep::number::Surd;
    ///
    /// assert_eq!("5*sqrt(2)".parse::<Surd>()?.round(), 7.into());
    /// assert_eq!("-5/2".parse::<Surd>()?.round(), (-3).into());
    /// # Ok::<(), nimsweep::number::ParseSurdError>(())
    /// ```
    #[must_use]
    pub fn round(&self) -> BigInt {
        let (magnitude, negative) = self.rounded(&BigInt::one());
        if negative { -magnitude } else { magnitude }
    }

    /// The integer part: rounded toward zero.
    pub(crate) fn truncated(&self) -> BigInt {
        if self.is_negative() { self.ceil() } else { self.floor() }
    }

    /// ⌊s·|x| + 1/2⌋ for an integer s ≥ 1, and whether x is negative: for |x| = (a + b√d)/r it is
    /// ⌊(2sa + r + 2sb√d)/(2r)⌋.
    fn rounded(&self, scale: &BigInt) -> (BigInt, bool) {
        let (negative, (mut a, mut b, r)) = (self.is_negative(), self.over_common_denominator());
        if negative {
            (a, b) = (-a, -b);
        }
        let twice: BigInt = scale * 2;
        let magnitude = floor_of(&(&a * &twice + &r), &(&b * &twice), self.radicand(), &(r * 2));
        (magnitude, negative)
    }

    /// The number with `digits` decimals, rounded half away from zero. Every digit printed is
    /// proven.
    ///
    /// It is ⌊10ⁿ·|x| + 1/2⌋, taken exactly by the rule of [`Surd::floor`]. A tie can only arise
    /// for a rational number, and goes away from zero; what rounds to zero carries no sign.
    ///
    /// # Cost
    /// One integer square root of about 6.7·`digits` bits; less than 1 µs if 128 bits suffice.
    /// For many numbers over one denominator see [`Notation`](super::Notation).
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
        let (magnitude, negative) = self.rounded(&power_of_ten(digits));
        place_point(&magnitude, negative, digits)
    }
}

/// ⌊(a + b√d)/r⌋ for r ≥ 1, b being 0 without a root; by the rule of [`Surd::floor`].
pub(super) fn floor_of(a: &BigInt, b: &BigInt, radicand: Option<Radicand>, r: &BigInt) -> BigInt {
    let d = radicand.map_or(0, Radicand::get);
    if let Some(floor) = floor_in_machine_integers(a, b, d, r) {
        return floor.into();
    }
    let root = (b * b * d).sqrt();
    let whole_root = if b.is_negative() { -root - 1 } else { root };
    (a + whole_root).div_floor(r)
}

/// [`floor_of`], if 128 bits suffice.
fn floor_in_machine_integers(a: &BigInt, b: &BigInt, d: u64, r: &BigInt) -> Option<i128> {
    let (a, b, r) = (a.to_i128()?, b.to_i128()?, r.to_i128()?);
    let size = b.unsigned_abs();
    // the root of 128 bits has 64, so that its negation and 1 less fit
    let root = i128::try_from(size.checked_mul(size)?.checked_mul(d.into())?.isqrt()).ok()?;
    let whole_root = if b < 0 { -root - 1 } else { root };
    // Euclid's quotient is the floor, as r is positive
    Some(a.checked_add(whole_root)?.div_euclid(r))
}

/// 10ⁿ.
pub(crate) fn power_of_ten(digits: usize) -> BigInt {
    let small = u32::try_from(digits).ok().and_then(|digits| 10_u64.checked_pow(digits));
    small.map_or_else(|| num_traits::pow(BigInt::from(10), digits), BigInt::from)
}

/// magnitude/10ⁿ, with a minus sign if asked for and if anything but zero is left.
pub(crate) fn place_point(magnitude: &BigInt, negative: bool, digits: usize) -> String {
    let mut text = Vec::with_capacity(digits + 24); // room for the point, the sign and 64 bits
    match magnitude.to_u128() {
        Some(magnitude) => write_with_point(&mut text, magnitude, negative, digits),
        None => {
            text.extend_from_slice(if negative { b"-" } else { b"" });
            write_and_insert_point(&mut text, magnitude, digits);
        }
    }
    ascii(text)
}

/// Appends [magnitude/10ⁿ](place_point) to a text.
pub(super) fn write_with_point(text: &mut Vec<u8>, magnitude: u128, negative: bool, digits: usize) {
    text.extend_from_slice(if negative && magnitude > 0 { b"-" } else { b"" });
    write_without_sign(text, magnitude, digits);
}

/// 10⁰, 10¹, …, 10¹⁹: those that fit 64 bits.
const POWERS_OF_TEN: [u64; 20] = {
    let mut powers = [1; 20];
    let mut exponent = 1;
    while exponent < powers.len() {
        powers[exponent] = powers[exponent - 1] * 10;
        exponent += 1;
    }
    powers
};

fn write_without_sign(text: &mut Vec<u8>, magnitude: u128, digits: usize) {
    const MOST: usize = POWERS_OF_TEN.len() - 1;
    if digits > 3 * MOST {
        // 128 bits have 39 digits: before them there are only zeros, however many
        write_and_insert_point(text, magnitude, digits);
        return;
    }
    if digits > MOST {
        let (high, low) = quotient_and_rest(magnitude, POWERS_OF_TEN[MOST]);
        write_without_sign(text, high, digits - MOST);
        write_last_digits(text, low, MOST);
        return;
    }
    let (whole, rest) = quotient_and_rest(magnitude, POWERS_OF_TEN[digits]);
    match u64::try_from(whole) {
        Ok(whole) => {
            write_whole(text, whole);
            if digits > 0 {
                text.push(b'.');
                write_last_digits(text, rest, digits);
            }
        }
        Err(_) => write_and_insert_point(text, magnitude, digits),
    }
}

/// Quotient and remainder. A division of 64 bits takes a fraction of the time of one of 128.
fn quotient_and_rest(number: u128, divisor: u64) -> (u128, u64) {
    match u64::try_from(number) {
        Ok(number) => ((number / divisor).into(), number % divisor),
        Err(_) => {
            let quotient = number / u128::from(divisor);
            // below the divisor
            (quotient, (number - quotient * u128::from(divisor)) as u64)
        }
    }
}

/// Appends magnitude/10ⁿ to a text, by a format.
fn write_and_insert_point(text: &mut Vec<u8>, magnitude: impl fmt::Display, digits: usize) {
    let start = text.len();
    // a vector takes everything
    let _ = write!(text, "{magnitude}");
    insert_point(text, start, digits);
}

/// Puts the point before the last digits, after a zero if nothing else stands there.
fn insert_point(text: &mut Vec<u8>, start: usize, digits: usize) {
    let missing = (digits + 1).saturating_sub(text.len() - start);
    if missing > 0 {
        text.splice(start..start, std::iter::repeat_n(b'0', missing));
    }
    if digits > 0 {
        text.insert(text.len() - digits, b'.');
    }
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
    fn any_number_of_digits_is_written() {
        for (magnitude, last) in [(0, "0"), (7, "7"), (u128::MAX, "5")] {
            let text = place_point(&magnitude.into(), false, 3_000_000);
            assert!(text.len() == 3_000_002 && text.starts_with("0.00") && text.ends_with(last));
        }
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
    fn machine_integers_are_placed_like_large_ones() {
        let magnitudes =
            [0, 1, 9, 10, 999_999, 10_u128.pow(19), 10_u128.pow(38) - 1, u64::MAX.into(), u128::MAX];
        for (magnitude, digits) in itertools::iproduct!(magnitudes, 0..60) {
            let mut expected = vec![];
            write_and_insert_point(&mut expected, magnitude, digits);
            let expected = ascii(expected);
            assert_eq!(place_point(&magnitude.into(), false, digits), expected);
            let sign = if magnitude > 0 { "-" } else { "" };
            assert_eq!(place_point(&magnitude.into(), true, digits), format!("{sign}{expected}"));
        }
    }

    #[test]
    fn cancellation_loses_no_digit() {
        // (√2 − 1)^60 = a − b√2 with huge a and b; its reciprocal (1 + √2)^60 has the digits to
        // check it by.
        let tiny = surd("-1+sqrt(2)").try_pow(60).unwrap();
        let decimal = tiny.to_decimal(40);
        assert!(decimal.starts_with("0.0000000000000000000000108"), "{decimal}");
        let back = surd(&decimal) * surd("1+sqrt(2)").try_pow(60).unwrap();
        assert!((back - Surd::one()).abs() < surd("1/10^15"));
        approx::assert_relative_eq!(
            tiny.to_f64().unwrap(),
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

    #[test]
    fn machine_integers_give_the_floors_of_large_ones() {
        // the same numbers with a common factor that 128 bits do not hold
        let factor = BigInt::from(3) << 200_u32;
        for d in [None, Radicand::new(2).ok(), Radicand::new(u64::MAX).ok()] {
            for a in [0, 1, -1, 41, -577, i64::MAX, i64::MIN] {
                for b in [0, 1, -1, 29, -408, 408, i64::from(i32::MAX)] {
                    let b = if d.is_some() { b } else { 0 };
                    for r in [1, 2, 7, 1_000_003] {
                        let [a, b, r] = [a, b, r].map(BigInt::from);
                        let large = floor_of(&(&a * &factor), &(&b * &factor), d, &(&r * &factor));
                        assert_eq!(floor_of(&a, &b, d, &r), large, "({a} + {b}√{d:?})/{r}");
                    }
                }
            }
        }
    }

    #[test]
    fn nearest_integers() {
        for (text, nearest) in
            [("5/2", 3), ("-5/2", -3), ("7/3", 2), ("-sqrt(2)", -1), ("-5*sqrt(2)", -7), ("1/2", 1), ("0", 0)]
        {
            assert_eq!(surd(text).round(), nearest.into(), "{text}");
        }
    }
}
