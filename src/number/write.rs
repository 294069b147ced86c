//! Writing exact numbers: the one closed form `(a+b*sqrt(d))/r` in lowest terms.

use std::fmt;
use std::io::Write;

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

use super::digits::{ascii, write_whole};
use super::radicand::Radicand;
use super::surd::Surd;

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

/// The integers of a closed form.
pub(crate) trait Coefficient: Signed {
    /// Appends the absolute value to a text.
    fn write_size(&self, text: &mut Vec<u8>);
}

impl Coefficient for i64 {
    fn write_size(&self, text: &mut Vec<u8>) {
        write_whole(text, self.unsigned_abs());
    }
}

impl Coefficient for i128 {
    fn write_size(&self, text: &mut Vec<u8>) {
        match u64::try_from(self.unsigned_abs()) {
            Ok(size) => write_whole(text, size),
            // a vector takes everything
            Err(_) => _ = write!(text, "{}", self.unsigned_abs()),
        }
    }
}

impl Coefficient for BigInt {
    fn write_size(&self, text: &mut Vec<u8>) {
        match self.magnitude().to_u64() {
            Some(size) => write_whole(text, size),
            // a vector takes everything
            None => _ = write!(text, "{}", self.magnitude()),
        }
    }
}

/// Appends (a + b√d)/r, given as [a, b, r] in lowest terms; b is 0 if d is absent.
pub(crate) fn write_closed_form<I: Coefficient>(
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
    write_whole(text, d.get());
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
}
