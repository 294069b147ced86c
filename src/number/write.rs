//! Numbers as text: whole ones, decimals, and the one closed form `(a+b*sqrt(d))/r` in lowest
//! terms.
//!
//! A text is a vector of bytes while it is written, all of which are ASCII: a string would check
//! them.

use std::fmt;
use std::io::Write;
use std::iter::repeat_n;

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

use super::surd::{Radicand, Surd};

/// The string of a text.
pub(super) fn ascii(text: Vec<u8>) -> String {
    // every byte is ASCII
    String::from_utf8(text).unwrap_or_default()
}

/// Appends an integer.
pub(crate) fn write_integer<I: itoa::Integer + TryInto<u8>>(text: &mut Vec<u8>, number: I) {
    match number.try_into() {
        Ok(digit @ 0..10) => text.push(b'0' + digit), // most numbers of a table
        _ => text.extend_from_slice(itoa::Buffer::new().format(number).as_bytes()),
    }
}

/// The integers of closed forms and decimals.
pub(super) trait Coefficient: Signed {
    /// Appends the absolute value to a text.
    fn write_size(&self, text: &mut Vec<u8>);
}

impl Coefficient for i64 {
    fn write_size(&self, text: &mut Vec<u8>) {
        write_integer(text, self.unsigned_abs());
    }
}

impl Coefficient for i128 {
    fn write_size(&self, text: &mut Vec<u8>) {
        write_integer(text, self.unsigned_abs());
    }
}

impl Coefficient for BigInt {
    fn write_size(&self, text: &mut Vec<u8>) {
        match self.magnitude().to_u128() {
            Some(size) => write_integer(text, size),
            // a vector takes everything
            None => _ = write!(text, "{}", self.magnitude()),
        }
    }
}

/// Appends magnitude/10ⁿ to a text, with a minus sign if asked for and if anything but zero is
/// left.
pub(super) fn write_decimal<I: Coefficient>(
    text: &mut Vec<u8>,
    magnitude: &I,
    negative: bool,
    digits: usize,
) {
    if negative && !magnitude.is_zero() {
        text.push(b'-');
    }
    let start = text.len();
    magnitude.write_size(text);
    // the point stands after a digit
    let missing = (digits + 1).saturating_sub(text.len() - start);
    text.splice(start..start, repeat_n(b'0', missing));
    if digits > 0 {
        text.insert(text.len() - digits, b'.');
    }
}

/// magnitude/10ⁿ, with a minus sign if asked for and if anything but zero is left.
pub(crate) fn place_point(magnitude: &BigInt, negative: bool, digits: usize) -> String {
    let mut text = Vec::with_capacity(digits + 24); // enough for the point, the sign and 64 bits
    write_decimal(&mut text, magnitude, negative, digits);
    ascii(text)
}

impl fmt::Display for Surd {
    /// The one closed form (a+b*sqrt(d))/r in lowest terms, which [`FromStr`](std::str::FromStr)
    /// reads back: `7/2`, `sqrt(2)`, `10+sqrt(2)`, `-3*sqrt(2)/2`, `(1+sqrt(5))/2`. With a
    /// precision, as in `{:.8}`, the decimals of [`to_decimal`](Surd::to_decimal).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(digits) = f.precision() {
            // not by `pad`, which takes a precision as a number of characters and would cut the
            // closed form
            let decimal = self.to_decimal(digits);
            let magnitude = decimal.trim_start_matches('-');
            return f.pad_integral(magnitude.len() == decimal.len(), "", magnitude);
        }
        let mut text = vec![];
        write_closed_form(&mut text, &self.over_common_denominator().into(), self.radicand());
        f.pad(&ascii(text))
    }
}

/// Appends (a + b√d)/r, given as [a, b, r] in lowest terms; b is 0 if d is absent.
pub(super) fn write_closed_form<I: Coefficient>(
    text: &mut Vec<u8>,
    [a, b, r]: &[I; 3],
    radicand: Option<Radicand>,
) {
    let root = radicand.filter(|_| !b.is_zero());
    let two_terms = root.is_some() && !a.is_zero();
    let in_brackets = two_terms && !r.is_one();
    if in_brackets {
        text.push(b'(');
    }
    if root.is_none() || two_terms {
        write_sign(text, a, false);
        a.write_size(text);
    }
    if let Some(d) = root {
        write_sign(text, b, two_terms);
        write_root(text, b, d);
    }
    if in_brackets {
        text.push(b')');
    }
    if !r.is_one() {
        text.push(b'/');
        r.write_size(text);
    }
}

/// Appends the sign of a number, if it is needed.
fn write_sign<I: Coefficient>(text: &mut Vec<u8>, number: &I, with_plus: bool) {
    if number.is_negative() {
        text.push(b'-');
    } else if with_plus {
        text.push(b'+');
    }
}

/// Appends |b|√d, with a coefficient of 1 left out.
fn write_root<I: Coefficient>(text: &mut Vec<u8>, b: &I, d: Radicand) {
    if !b.is_one() && !(-I::one() == *b) {
        b.write_size(text);
        text.push(b'*');
    }
    text.extend_from_slice(b"sqrt(");
    write_integer(text, d.get());
    text.push(b')');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_precision_asks_for_decimals_and_cuts_nothing() {
        let number: Surd = "-10-sqrt2".parse().unwrap();
        assert_eq!(
            format!("{number:.3}|{number:>10.2}|{number:.0}|{number:14}|"),
            "-11.414|    -11.41|-11|-10-sqrt(2)   |"
        );
        assert_eq!(format!("{:.2}", Surd::from(3) / Surd::from(8)), "0.38");
    }

    #[test]
    fn any_number_of_digits_is_written() {
        for (magnitude, last) in [(0, "0"), (7, "7"), (u128::MAX, "5")] {
            let text = place_point(&magnitude.into(), false, 3_000_000);
            assert!(text.len() == 3_000_002 && text.starts_with("0.00") && text.ends_with(last));
        }
    }

    #[test]
    fn the_point_stands_before_the_last_digits() {
        let magnitudes = [0, 1, 9, 10, 999_999, 10_u128.pow(38) - 1, u64::MAX.into(), u128::MAX];
        for (magnitude, digits) in itertools::iproduct!(magnitudes, 0..60) {
            // at least one digit stands before the point
            let all = format!("{magnitude:0>0$}", digits + 1);
            let (whole, fraction) = all.split_at(all.len() - digits);
            let point = if digits > 0 { "." } else { "" };
            let expected = format!("{whole}{point}{fraction}");
            assert_eq!(place_point(&magnitude.into(), false, digits), expected);
            let sign = if magnitude > 0 { "-" } else { "" };
            assert_eq!(place_point(&magnitude.into(), true, digits), format!("{sign}{expected}"));
        }
    }
}
