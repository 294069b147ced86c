//! Whole numbers and closed forms as text: for programs, for people, and in the notation of other
//! programs.
//!
//! A text is a vector of bytes while it is written: a string would check them.

use std::fmt;
use std::io::Write;
use std::iter::once;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::radicand::Radicand;
use super::surd::Surd;

/// The string of a text.
pub(super) fn string(text: Vec<u8>) -> String {
    // only whole characters are written
    String::from_utf8(text).unwrap_or_default()
}

/// Appends an integer.
pub(crate) fn write_integer<I: itoa::Integer + TryInto<u64> + Copy>(text: &mut Vec<u8>, number: I) {
    let mut buffer = itoa::Buffer::new();
    match number.try_into() {
        Ok(digit @ 0..10) => text.push(b'0' + digit as u8), // most numbers of a table
        Ok(small) => text.extend_from_slice(buffer.format(small).as_bytes()), // sooner than 128 bits
        Err(_) => text.extend_from_slice(buffer.format(number).as_bytes()),
    }
}

/// The integers of closed forms and decimals.
pub(super) trait Coefficient: Signed + Integer {
    /// Appends the absolute value to a text.
    fn write_size(&self, text: &mut Vec<u8>);
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

/// How closed forms of numbers are written. All but those of LaTeX are read back here; the last two
/// are read by the programs that they are named after.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum NumberStyle {
    /// (1+2*sqrt(2))/3, for programs: the one form of JSON, CSV and certificates
    #[cfg_attr(feature = "cli", value(skip))]
    Program,
    /// 1/3+2√2/3, for people: nothing but a sign stands behind a denominator
    #[default]
    #[cfg_attr(feature = "cli", value(skip))]
    People,
    /// 1/3+2sqrt2/3, for keyboards, and for terminals without √; a shell takes it as it is
    #[cfg_attr(feature = "cli", value(skip))]
    Letters,
    /// \frac{1+2\sqrt{2}}{3}
    Latex,
    /// (1+2*Sqrt[2])/3
    Mathematica,
}

impl NumberStyle {
    pub(crate) fn is_for_people(self) -> bool {
        matches!(self, Self::People | Self::Letters)
    }

    /// The closed form of a number.
    pub(crate) fn text(self, number: &Surd) -> String {
        let mut text = vec![];
        let (whole, roots, r) = number.over_common_denominator();
        let roots = roots.iter().map(|(d, part)| (part, Some(*d)));
        let terms: Vec<_> = once((whole, None)).chain(roots).collect();
        self.write(&mut text, &terms, r);
        string(text)
    }

    /// The closed form, and decimals if they say more: `5+2√2 ≈ 7.83`, `1/2 = 0.50`.
    pub(crate) fn with_decimals(self, number: &Surd, digits: usize) -> String {
        let exact = self.text(number);
        let sign = match number.exact_digits(0..=digits) {
            Some(0) => return exact,
            Some(_) => '=',
            None => '≈',
        };
        format!("{exact} {sign} {}", number.to_decimal(digits))
    }

    /// Appends (n + Σ c√d)/r in lowest terms, given as n and all c, each with its d; only n may
    /// be 0.
    pub(super) fn write<I: Coefficient>(self, text: &mut Vec<u8>, terms: &[(&I, Option<Radicand>)], r: &I) {
        let terms = if terms.len() > 1 && terms[0].0.is_zero() { &terms[1..] } else { terms };
        if !self.is_for_people() {
            return self.write_over(text, terms, r, false);
        }
        for (index, &(number, root)) in terms.iter().enumerate() {
            let common = number.gcd(r);
            let [above, below] = [number, r].map(|part| part.div_floor(&common));
            self.write_over(text, &[(&above, root)], &below, index > 0);
        }
    }

    /// Appends a fraction with its terms above the bar, and the sign of a first one, if it
    /// is needed.
    fn write_over<I: Coefficient>(
        self,
        text: &mut Vec<u8>,
        terms: &[(&I, Option<Radicand>)],
        below: &I,
        is_added: bool,
    ) {
        let [begins, bar, ends]: [&[u8]; 3] = match self {
            _ if below.is_one() => [b"", b"", b""],
            Self::Latex => [br"\frac{", b"}{", b"}"],
            _ if terms.len() > 1 => [b"(", b")/", b""],
            _ => [b"", b"/", b""],
        };
        // the sign of a single term stands before the fraction
        if terms.len() > 1 {
            text.extend_from_slice(begins);
        }
        for (index, &(number, root)) in terms.iter().enumerate() {
            if number.is_negative() {
                text.push(b'-');
            } else if is_added || index > 0 {
                text.push(b'+');
            }
            if terms.len() == 1 {
                text.extend_from_slice(begins);
            }
            self.write_size(text, number, root);
        }
        text.extend_from_slice(bar);
        if !below.is_one() {
            below.write_size(text);
        }
        text.extend_from_slice(ends);
    }

    /// Appends |b|, or |b|√d with a coefficient of 1 left out.
    fn write_size<I: Coefficient>(self, text: &mut Vec<u8>, b: &I, root: Option<Radicand>) {
        let Some(d) = root else { return b.write_size(text) };
        let [times, begins, ends]: [&[u8]; 3] = match self {
            Self::Program => [b"*", b"sqrt(", b")"],
            Self::People => [b"", "√".as_bytes(), b""],
            Self::Letters => [b"", b"sqrt", b""],
            Self::Latex => [b"", br"\sqrt{", b"}"],
            Self::Mathematica => [b"*", b"Sqrt[", b"]"],
        };
        if !b.is_one() && -I::one() != *b {
            b.write_size(text);
            text.extend_from_slice(times);
        }
        text.extend_from_slice(begins);
        write_integer(text, d.get());
        text.extend_from_slice(ends);
    }
}

/// The closed form in LaTeX, without dollar signs.
pub fn latex(number: &Surd) -> String {
    NumberStyle::Latex.text(number)
}

impl fmt::Display for Surd {
    /// The one closed form (a+b*sqrt(d)+…)/r in lowest terms, d ascending, which
    /// [`FromStr`](std::str::FromStr) reads back: `7/2`, `sqrt(2)`, `10+sqrt(2)`, `-3*sqrt(2)/2`,
    /// `(1+sqrt(5))/2`. The alternate form `{:#}` is for people, a fraction for each term:
    /// `-3√2/2`, `1/2+√5/2`. With a precision, as in `{:.8}`, the decimals of
    /// [`to_decimal`](Surd::to_decimal).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(digits) = f.precision() {
            // not by `pad`, which takes a precision as a number of characters and would cut the
            // closed form
            let decimal = self.to_decimal(digits);
            let magnitude = decimal.trim_start_matches('-');
            return f.pad_integral(magnitude.len() == decimal.len(), "", magnitude);
        }
        let style = if f.alternate() { NumberStyle::People } else { NumberStyle::Program };
        f.pad(&style.text(self))
    }
}

/// A linear form as text, from its coefficients of 1 and each letter: `1+x`, `1/2+3y/2`, `0`.
pub(crate) fn linear_form(form: &[BigRational], letters: &[char]) -> String {
    let mut text = String::new();
    for (index, coefficient) in form.iter().enumerate().filter(|(_, coefficient)| !coefficient.is_zero()) {
        let sign = if coefficient.is_negative() { "-" } else { "+" };
        let size = coefficient.abs();
        let over = if size.is_integer() { String::new() } else { format!("/{}", size.denom()) };
        let letter = index.checked_sub(1).and_then(|index| letters.get(index));
        text += if text.is_empty() && sign == "+" { "" } else { sign };
        text += &match letter {
            None => size.to_string(),
            Some(letter) if size.numer().is_one() => format!("{letter}{over}"),
            Some(letter) => format!("{}{letter}{over}", size.numer()),
        };
    }
    if text.is_empty() { "0".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use num_traits::One;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_style_has_its_form() {
        use NumberStyle::{Latex, Letters, Mathematica, People, Program};
        for (number, forms) in [
            ("7", ["7", "7", "7", "7", "7"]),
            ("-7/2", ["-7/2", "-7/2", "-7/2", r"-\frac{7}{2}", "-7/2"]),
            ("√2", ["sqrt(2)", "√2", "sqrt2", r"\sqrt{2}", "Sqrt[2]"]),
            ("-√2", ["-sqrt(2)", "-√2", "-sqrt2", r"-\sqrt{2}", "-Sqrt[2]"]),
            ("10-3√2", ["10-3*sqrt(2)", "10-3√2", "10-3sqrt2", r"10-3\sqrt{2}", "10-3*Sqrt[2]"]),
            ("√2/2", ["sqrt(2)/2", "√2/2", "sqrt2/2", r"\frac{\sqrt{2}}{2}", "Sqrt[2]/2"]),
            ("-2√3/3", ["-2*sqrt(3)/3", "-2√3/3", "-2sqrt3/3", r"-\frac{2\sqrt{3}}{3}", "-2*Sqrt[3]/3"]),
            (
                "32/21-2√2/7",
                [
                    "(32-6*sqrt(2))/21",
                    "32/21-2√2/7",
                    "32/21-2sqrt2/7",
                    r"\frac{32-6\sqrt{2}}{21}",
                    "(32-6*Sqrt[2])/21",
                ],
            ),
            (
                "-1/2+√5/2",
                ["(-1+sqrt(5))/2", "-1/2+√5/2", "-1/2+sqrt5/2", r"\frac{-1+\sqrt{5}}{2}", "(-1+Sqrt[5])/2"],
            ),
            ("1+√2/2", ["(2+sqrt(2))/2", "1+√2/2", "1+sqrt2/2", r"\frac{2+\sqrt{2}}{2}", "(2+Sqrt[2])/2"]),
        ] {
            let number: Surd = number.parse().unwrap();
            assert_eq!(
                [Program, People, Letters, Latex, Mathematica].map(|style| style.text(&number)),
                forms
            );
        }
    }

    #[test]
    fn an_equals_sign_stands_between_equal_numbers_only() {
        for (number, digits, expected) in [
            ("5+2√2", 2, "5+2√2 ≈ 7.83"),
            ("239/10", 3, "239/10 = 23.900"),
            ("239/10", 0, "239/10 ≈ 24"),
            ("7", 1, "7"),
        ] {
            let number: Surd = number.parse().unwrap();
            assert_eq!(NumberStyle::People.with_decimals(&number, digits), expected);
        }
    }

    /// The number of a text by a grammar of its own, in which a product is never implied behind a
    /// quotient: terms with a sign between, each of them `7`, `7/2`, `3√2` or `3√2/2`.
    fn read_by_terms(text: &str) -> Option<Surd> {
        let whole = |text: &str| match text {
            "" => None,
            _ => text.bytes().all(|c| c.is_ascii_digit()).then(|| text.parse::<BigInt>().ok())?,
        };
        let mut rest = text;
        let mut sum = Surd::from(0_u64);
        while !rest.is_empty() {
            let unsigned = rest.strip_prefix(['+', '-']);
            let is_negative = rest.starts_with('-');
            if unsigned.is_none() && rest.len() < text.len() {
                return None;
            }
            rest = unsigned.unwrap_or(rest);
            let (term, after) = rest.split_at(rest.find(['+', '-']).unwrap_or(rest.len()));
            rest = after;
            let (above, below) = match term.split_once('/') {
                Some((above, below)) => (above, whole(below)?),
                None => (term, BigInt::one()),
            };
            let value = match above.split_once('√') {
                Some((factor, root)) => {
                    let factor = if factor.is_empty() { BigInt::one() } else { whole(factor)? };
                    Surd::from(factor) * Surd::square_root_of(u64::try_from(whole(root)?).ok()?)
                }
                None => Surd::from(whole(above)?),
            };
            let value = value / Surd::from(below);
            sum = if is_negative { sum - value } else { sum + value };
        }
        Some(sum)
    }

    #[test]
    fn an_implied_product_behind_a_quotient_is_not_read_by_terms() {
        assert_eq!(read_by_terms("1/2√2"), None);
        assert_eq!(
            read_by_terms("-3+2√5/7").map(|number| number.to_string()).as_deref(),
            Some("(-21+2*sqrt(5))/7")
        );
    }

    proptest! {
        #![proptest_config(crate::property::cases(1000))]

        /// Nothing is lost: what is written reads back as the number, by the reader and by another
        /// grammar.
        #[test]
        fn every_form_is_read_back(a in -99_i64..99, b in -9_i64..9, r in 1_i64..30, d in prop::sample::select(vec![2_u64, 3, 5, 94])) {
            let number = (Surd::from(a) + Surd::from(b) * Surd::square_root_of(d)) / Surd::from(r);
            let people = NumberStyle::People.text(&number);
            prop_assert_eq!(format!("{number:#}"), &people[..]);
            prop_assert_eq!(read_by_terms(&people), Some(number.clone()), "{}", people);
            prop_assert_eq!(people.parse::<Surd>(), Ok(number.clone()));
            prop_assert_eq!(NumberStyle::Letters.text(&number), people.replace('√', "sqrt"));
            prop_assert_eq!(NumberStyle::Letters.text(&number).parse::<Surd>(), Ok(number.clone()));
            prop_assert_eq!(number.to_string().parse::<Surd>(), Ok(number.clone()));
            prop_assert_eq!(NumberStyle::Mathematica.text(&number).replace("Sqrt[", "sqrt(").replace(']', ")"), number.to_string());
            let latex = NumberStyle::Latex.text(&number);
            let back = latex.replace("}{", ")/(").replace(r"\frac{", "((").replace(r"\sqrt{", "sqrt(").replace('}', ")");
            let closed = if latex.contains("frac") { back + ")" } else { back };
            prop_assert_eq!(closed.parse::<Surd>().map_err(|_| closed), Ok(number));
        }
    }
}
