//! Python's format of floats (`.20f`, `+12.3e`, `,.2f`, `.6g`, `.1%`), with proven digits.

use std::fmt::Display;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::real::Real;

/// More digits than this need gigabytes.
const MOST: usize = 1_000_000_000;

/// The number in a format of Python's mini-language; its closed form, aligned, if the format has no
/// type.
///
/// # Errors
/// `ValueError` says what is wrong with the format.
pub fn formatted<N>(py: Python<'_>, number: &N, format: &str) -> PyResult<String>
where
    N: Real + Display,
{
    let format = Format::read(format).map_err(PyValueError::new_err)?;
    let digits = format.width.max(format.precision.unwrap_or(0));
    number.patiently(py, digits, move |number| format.text_of(number))?.map_err(PyValueError::new_err)
}

/// `[[fill]align][sign][#][0][width][grouping][.precision][type]`.
#[derive(Clone, Debug)]
struct Format {
    fill: char,
    align: Option<char>,
    sign: Option<char>,
    alternate: bool,
    width: usize,
    grouping: Option<char>,
    precision: Option<usize>,
    kind: Option<char>,
}

const ALIGNMENTS: &str = "<>=^";

/// The rest of a format, the next character last.
struct Rest(Vec<char>);

impl Rest {
    fn take(&mut self, wanted: &str) -> Option<char> {
        self.0.pop_if(|c| wanted.contains(*c))
    }

    /// Any character that an alignment follows.
    fn take_fill(&mut self) -> Option<char> {
        let second = self.0.iter().nth_back(1)?;
        if ALIGNMENTS.contains(*second) { self.0.pop() } else { None }
    }

    /// Digits, after those of `first`.
    fn take_number(&mut self, first: &str) -> Option<usize> {
        let mut digits = first.to_owned();
        while let Some(digit) = self.take("0123456789") {
            digits.push(digit);
        }
        digits.parse::<usize>().ok().filter(|&n| n <= MOST)
    }
}

impl Format {
    fn read(text: &str) -> Result<Self, String> {
        let invalid =
            || format!("invalid format '{text}'; write one such as '.20f', '12.3e', ',.2f' or '.6g'");
        let mut rest = Rest(text.chars().rev().collect());
        let fill = rest.take_fill();
        let align = rest.take(ALIGNMENTS);
        let sign = rest.take("+- ");
        let alternate = rest.take("#").is_some();
        let zero = rest.take("0").is_some();
        let width = rest.take_number("0").ok_or_else(invalid)?;
        let grouping = rest.take(",_");
        let precision = match rest.take(".") {
            None => None,
            Some(_) => Some(rest.take_number("").ok_or_else(invalid)?),
        };
        let kind = rest.take("eEfFgG%");
        if !rest.0.is_empty() {
            return Err(invalid());
        }
        let align = if zero { align.or(Some('=')) } else { align };
        let fill = fill.unwrap_or(if zero { '0' } else { ' ' });
        Ok(Self { fill, align, sign, alternate, width, grouping, precision, kind })
    }

    fn text_of<N: Real + Display>(&self, number: &N) -> Result<String, String> {
        let Some(kind) = self.kind else {
            return self.aligned_text(&number.to_string());
        };
        let precision = self.precision.unwrap_or(6);
        let Body { negative, whole, rest } = match kind {
            'f' | 'F' => Body::fixed(&number.to_decimal(precision), ""),
            '%' => Body::fixed(&shifted_by_two(&number.to_decimal(precision + 2)), "%"),
            'e' | 'E' => Body::scientific(&Significant::of(number, precision + 1)),
            _ => Body::general(&Significant::of(number, precision.max(1)), self.alternate),
        };
        // the alternate format has a point even if no digit follows
        let point = if self.alternate && !rest.starts_with('.') { "." } else { "" };
        let rest = format!("{point}{rest}");
        let rest = if kind.is_ascii_uppercase() { rest.to_uppercase() } else { rest };
        Ok(self.laid_out(negative, &whole, &rest))
    }

    /// A text without digits to arrange.
    fn aligned_text(&self, text: &str) -> Result<String, String> {
        let is_plain = self.sign.is_none() && !self.alternate && self.grouping.is_none();
        if !is_plain || self.precision.is_some() || self.align == Some('=') {
            return Err("a format of digits needs a type: write 'f', 'e', 'g' or '%' at its end".to_owned());
        }
        Ok(self.padded(text))
    }

    fn laid_out(&self, negative: bool, whole: &str, rest: &str) -> String {
        let sign = match (negative, self.sign) {
            (true, _) => "-",
            (false, Some('+')) => "+",
            (false, Some(' ')) => " ",
            (false, _) => "",
        };
        let mut whole = whole.to_owned();
        if self.align == Some('=') && self.fill == '0' {
            // zeros take part in the grouping
            let taken = sign.len() + rest.chars().count();
            while self.grouped(&whole).len() + taken < self.width {
                whole.insert(0, '0');
            }
        }
        let digits = self.grouped(&whole) + rest;
        if self.align == Some('=') {
            let padding = self.width.saturating_sub(sign.len() + digits.chars().count());
            return format!("{sign}{}{digits}", self.fill.to_string().repeat(padding));
        }
        self.padded(&format!("{sign}{digits}"))
    }

    /// An integer in groups of three digits.
    fn grouped(&self, whole: &str) -> String {
        let Some(separator) = self.grouping else { return whole.to_owned() };
        let mut text = String::with_capacity(whole.len() * 4 / 3 + 1);
        for (index, digit) in whole.chars().enumerate() {
            if index > 0 && (whole.len() - index).is_multiple_of(3) {
                text.push(separator);
            }
            text.push(digit);
        }
        text
    }

    fn padded(&self, text: &str) -> String {
        let missing = self.width.saturating_sub(text.chars().count());
        let left = match self.align {
            Some('<') => 0,
            Some('^') => missing / 2,
            _ => missing,
        };
        let [left, right] = [left, missing - left].map(|count| self.fill.to_string().repeat(count));
        format!("{left}{text}{right}")
    }
}

/// A number with this many known significant digits, rounded half away from zero.
#[derive(Clone, Debug, PartialEq)]
struct Significant {
    negative: bool,
    digits: String,
    /// The place of the first digit: 0 for units.
    exponent: i64,
}

impl Significant {
    fn of(number: &impl Real, count: usize) -> Self {
        number.rounded(|x| Self::of_rational(x, count))
    }

    fn of_rational(x: &BigRational, count: usize) -> Self {
        let (n, m) = (x.numer().abs(), x.denom());
        if n.is_zero() {
            return Self { negative: false, digits: "0".repeat(count), exponent: 0 };
        }
        // n/m > 2^(bits of n − 1 − bits of m), so that this is the exponent, or one or two less
        let mut exponent =
            ((n.bits() as f64 - m.bits() as f64) * std::f64::consts::LOG10_2).floor() as i64 - 1;
        loop {
            let shift = count as i64 - 1 - exponent;
            let scale = num_traits::pow(BigInt::from(10), shift.unsigned_abs() as usize);
            let (n, m) = if shift < 0 { (n.clone(), m * &scale) } else { (&n * &scale, m.clone()) };
            let rounded: BigInt = (n * 2 + &m) / (m * 2);
            let digits = rounded.to_string();
            if digits.len() <= count {
                return Self { negative: x.is_negative(), digits, exponent };
            }
            exponent += 1;
        }
    }
}

/// What follows the sign: an integer, and a text with the decimals and the exponent.
struct Body {
    negative: bool,
    whole: String,
    rest: String,
}

impl Body {
    fn fixed(decimal: &str, end: &str) -> Self {
        let magnitude = decimal.trim_start_matches('-');
        let point = magnitude.find('.').unwrap_or(magnitude.len());
        let (whole, rest) = magnitude.split_at(point);
        Self {
            negative: magnitude.len() < decimal.len(),
            whole: whole.to_owned(),
            rest: format!("{rest}{end}"),
        }
    }

    /// One digit, the decimals, and the exponent.
    fn scientific(number: &Significant) -> Self {
        let (whole, rest) = number.digits.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        let sign = if number.exponent < 0 { '-' } else { '+' };
        let exponent = number.exponent.abs();
        Self {
            negative: number.negative,
            whole: whole.to_owned(),
            rest: format!("{point}{rest}e{sign}{exponent:02}"),
        }
    }

    /// Fixed if the exponent is small, else scientific; without zeros at the end.
    fn general(number: &Significant, alternate: bool) -> Self {
        let mut number = number.clone();
        let count = number.digits.len();
        if !alternate {
            number.digits.truncate(number.digits.trim_end_matches('0').len().max(1));
        }
        let digits = &number.digits;
        if number.exponent < -4 || number.exponent >= count as i64 {
            return Self::scientific(&number);
        }
        let (whole, decimals) = match usize::try_from(number.exponent) {
            // zeros that were cut off before the point come back
            Ok(exponent) if digits.len() <= exponent => {
                (format!("{digits:0<0$}", exponent + 1), String::new())
            }
            Ok(exponent) => {
                let (whole, decimals) = digits.split_at(exponent + 1);
                (whole.to_owned(), decimals.to_owned())
            }
            Err(_) => {
                let zeros = "0".repeat(number.exponent.unsigned_abs() as usize - 1);
                ("0".to_owned(), zeros + digits)
            }
        };
        let point = if decimals.is_empty() { "" } else { "." };
        Self { negative: number.negative, whole, rest: format!("{point}{decimals}") }
    }
}

/// A decimal with at least two places, times 100.
fn shifted_by_two(decimal: &str) -> String {
    let (sign, magnitude) = decimal.strip_prefix('-').map_or(("", decimal), |magnitude| ("-", magnitude));
    let (whole, decimals) = magnitude.split_once('.').unwrap_or((magnitude, "00"));
    let (moved, decimals) = decimals.split_at(2);
    let whole = format!("{whole}{moved}");
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    if decimals.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{decimals}") }
}
