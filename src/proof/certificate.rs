//! The lines of a certificate: words with one space between them, read with bounds on everything.

use std::fmt;
use std::io::{self, BufRead, Read};
use std::str::FromStr;

use itertools::Itertools;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use crate::error::Error;
use crate::number::{Radicand, Surd, power_of_ten};

/// What the first line says.
pub(super) const FIRST_LINE: &str = "nimsweep certificate 1";
/// The most bytes of a line, with its end.
pub(super) const LONGEST_LINE: usize = 8000;
/// The most digits of the integers of a region.
pub(super) const REGION_DIGITS: usize = 200;
/// Shares of a region are counted in parts of this.
pub(super) const MILLION: u64 = 1_000_000;
/// The most digits of the integers of the table and of a claim.
pub(super) const TABLE_DIGITS: usize = 18;
/// The most digits of the integers of a place and of a value.
pub(super) const VALUE_DIGITS: usize = 2000;
/// The most digits before the point of a decimal number.
const WHOLE_DIGITS: usize = 1000;
/// The most steps.
pub(super) const MOST_STEPS: usize = 1 << 22;
/// The most segments of a position.
pub(super) const MOST_SEGMENTS: usize = 1000;
/// The most digits after the point of the code of an octal game.
pub(super) const MOST_DIGITS: usize = 1000;
/// How many values of an octal game a line has, if there are as many left.
pub(super) const ROW: usize = 100;
/// The most lengths.
pub(super) const MOST_LENGTHS: usize = 64;
/// The decimals of a decimal number.
pub(super) const PLACES: usize = 20;
/// The most square roots of which none is a product of others: the degree of a field is at most
/// 128.
const MOST_RANK: u32 = 7;
/// So many roots has a field of this degree.
pub(super) const MOST_ROOTS: usize = 127;
/// What is refused.
pub(super) const LARGE_FIELD: &str =
    "the roots have a field of a degree above 128, or products with more than 18 digits under the root";

/// The numbers under all square roots of the field of these roots, in ascending order: products of
/// them without squares; `None` if the [field is too large](LARGE_FIELD).
pub(super) fn roots_of_field(radicands: &[Radicand]) -> Option<Vec<Radicand>> {
    let roots = || radicands.iter().map(|d| Surd::square_root_of(d.get()));
    let is_fitting = roots().sum::<Surd>().rank() <= MOST_RANK;
    // nothing cancels: all terms are positive
    let all = is_fitting.then(|| Surd::try_product(roots().map(|root| root + 1).collect()))?;
    let field: Vec<_> = all.ok()?.radicands().collect();
    field.iter().all(|d| BigInt::from(d.get()) < power_of_ten(TABLE_DIGITS)).then_some(field)
}

/// A certificate proves nothing, or not here.
#[derive(Debug)]
#[non_exhaustive]
pub enum VerifyError {
    /// A line is malformed, or what it says is not true.
    Refused {
        /// The number of the line, from 1.
        line: u64,
        /// What is wrong.
        reason: String,
    },
    /// The certificate cannot be read.
    Unreadable {
        /// What the system said.
        source: io::Error,
    },
    /// The numbers are larger than this verifier calculates with.
    TooLarge {
        /// What is too large.
        source: Error,
    },
    /// Who watches the work has stopped it.
    Stopped,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused { line, reason } => write!(f, "line {line}: {reason}"),
            Self::Unreadable { source } => write!(f, "cannot read the certificate: {source}"),
            Self::TooLarge { source } => write!(
                f,
                "the numbers are too large to be verified here: {source}; data/check_certificate.py has no such limit"
            ),
            Self::Stopped => f.write_str("the certificate was not read to its end"),
        }
    }
}

impl std::error::Error for VerifyError {}

/// The lines of a certificate, one after the other.
pub(super) struct Lines<R> {
    input: R,
    number: u64,
    line: String,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, number: 0, line: String::new() }
    }

    /// The number of the line that was read last.
    pub(super) fn line_number(&self) -> u64 {
        self.number
    }

    /// The refusal of this line.
    pub(super) fn refused(&self, reason: impl Into<String>) -> VerifyError {
        VerifyError::Refused { line: self.number, reason: reason.into() }
    }

    /// Refuses this line unless something holds.
    pub(super) fn need(&self, holds: bool, reason: impl Into<String>) -> Result<(), VerifyError> {
        if holds { Ok(()) } else { Err(self.refused(reason)) }
    }

    /// Reads a line, and keeps no more of it than a line may have; returns its first word.
    pub(super) fn next(&mut self) -> Result<&str, VerifyError> {
        self.number += 1;
        let mut bytes = vec![];
        let mut input = (&mut self.input).take(LONGEST_LINE as u64);
        input.read_until(b'\n', &mut bytes).map_err(|source| VerifyError::Unreadable { source })?;
        let is_whole = bytes.pop_if(|byte| *byte == b'\n').is_some();
        let is_cut = bytes.len() == LONGEST_LINE;
        self.need(is_whole || !is_cut, "the line is too long")?;
        self.need(is_whole, "the file ends too early")?;
        // as systems and tools that change line ends write it
        bytes.pop_if(|byte| *byte == b'\r');
        self.line = String::from_utf8_lossy(&bytes).into_owned();
        Ok(self.line.split(' ').next().unwrap_or_default())
    }

    /// Refuses this line unless it is the last one, and nothing follows it.
    pub(super) fn end(&mut self) -> Result<(), VerifyError> {
        self.need_name("end")?;
        let rest = self.input.fill_buf().map_err(|source| VerifyError::Unreadable { source })?;
        let is_end = rest.is_empty() && self.says("end");
        self.need(is_end, "nothing may follow 'end'")
    }

    /// The line after its first word.
    pub(super) fn rest(&self) -> &str {
        self.line.split_once(' ').map_or("", |(_, rest)| rest)
    }

    /// Whether the line says this and nothing else.
    pub(super) fn says(&self, text: &str) -> bool {
        self.line == text
    }

    /// Reads a line that begins with a name.
    pub(super) fn named(&mut self, name: &str) -> Result<(), VerifyError> {
        self.next()?;
        self.need_name(name)
    }

    /// Refuses this line unless it begins with a name.
    pub(super) fn need_name(&self, name: &str) -> Result<(), VerifyError> {
        self.need(self.is_named(name), format!("expected '{name}'"))
    }

    /// Whether the line begins with a name.
    pub(super) fn is_named(&self, name: &str) -> bool {
        self.line.split(' ').next() == Some(name)
    }

    /// Reads a line of a name and N integers.
    pub(super) fn read<const N: usize>(&mut self, name: &str) -> Result<[i64; N], VerifyError> {
        self.named(name)?;
        self.some_integers()
    }

    /// Reads a line that can only have one name and these integers.
    pub(super) fn expect(&mut self, name: &str, integers: &[i64]) -> Result<(), VerifyError> {
        self.named(name)?;
        let found = self.integers(None)?;
        self.need(found == integers, format!("expected '{name} {}'", integers.iter().format(" ")))
    }

    /// The words after the first one, `count` of them: integers of at most `digits` digits.
    fn words(&self, count: Option<usize>, digits: usize) -> Result<Vec<&str>, VerifyError> {
        let words: Vec<&str> = self.line.split(' ').skip(1).collect();
        if let Some(count) = count {
            let plural = if count == 1 { "" } else { "s" };
            self.need(words.len() == count, format!("expected {count} integer{plural}"))?;
        }
        self.need(words.iter().all(|word| is_integer(word)), "expected integers")?;
        let is_short = |word: &&str| word.trim_start_matches('-').len() <= digits;
        self.need(words.iter().all(is_short), format!("an integer has more than {digits} digits"))?;
        Ok(words)
    }

    /// The N integers of this line, of at most `digits` digits, in a type that holds them.
    fn array<T: FromStr + Default, const N: usize>(&self, digits: usize) -> Result<[T; N], VerifyError> {
        let words = self.words(Some(N), digits)?;
        Ok(std::array::from_fn(|index| words[index].parse().unwrap_or_default()))
    }

    /// All integers of this line, or so many.
    pub(super) fn integers(&self, count: Option<usize>) -> Result<Vec<i64>, VerifyError> {
        let words = self.words(count, TABLE_DIGITS)?;
        Ok(words.into_iter().map(|word| word.parse().unwrap_or_default()).collect())
    }

    /// The N integers of this line.
    pub(super) fn some_integers<const N: usize>(&self) -> Result<[i64; N], VerifyError> {
        self.array(TABLE_DIGITS)
    }

    /// All integers of this line, as long as those of a region.
    pub(super) fn big_integers(&self) -> Result<Vec<BigInt>, VerifyError> {
        let words = self.words(None, REGION_DIGITS)?;
        Ok(words.into_iter().map(|word| word.parse().unwrap_or_default()).collect())
    }

    /// The N integers of this line, as long as those of a region.
    pub(super) fn some_big_integers<const N: usize>(&self) -> Result<[BigInt; N], VerifyError> {
        self.array(REGION_DIGITS)
    }

    /// Reads a line with a name and a whole number, which may be as long as those of a place.
    pub(super) fn integer(&mut self, name: &str) -> Result<BigInt, VerifyError> {
        self.named(name)?;
        let [integer] = self.array(VALUE_DIGITS)?;
        Ok(integer)
    }

    /// Reads a line with a name and the number (a + Σ b√d)/r in lowest terms, for these d; without
    /// any there is one b, which is 0.
    pub(super) fn number(&mut self, name: &str, radicands: &[Radicand]) -> Result<Surd, VerifyError> {
        self.named(name)?;
        let words = self.words(Some(radicands.len().max(1) + 2), VALUE_DIGITS)?;
        let mut x: Vec<BigInt> = words.iter().map(|word| word.parse().unwrap_or_default()).collect();
        let common = x.iter().fold(BigInt::ZERO, |common, x| common.gcd(x));
        let r = x.pop().unwrap_or_default();
        let is_lowest = r.is_positive() && common.is_one() && (!radicands.is_empty() || x[1].is_zero());
        let reason = "expected a b … r with r > 0, without common divisor, and b = 0 if the radicand is 0";
        self.need(is_lowest, reason)?;
        Ok(Surd::of_coordinates(&x, &r, radicands.iter().copied()))
    }

    /// Reads a line with a decimal number; returns it and its text.
    pub(super) fn decimal(&mut self) -> Result<(Surd, String), VerifyError> {
        self.next()?;
        let text = self.line.strip_prefix("decimal ").unwrap_or_default();
        let (whole, places) = text.split_once('.').unwrap_or_default();
        let is_whole = is_integer(whole) && is_digits(whole) && whole.len() <= WHOLE_DIGITS;
        let is_decimal = is_whole && is_digits(places) && places.len() == PLACES;
        self.need(is_decimal, format!("expected 'decimal' and a number with {PLACES} decimals"))?;
        let digits: BigInt = format!("{whole}{places}").parse().unwrap_or_default(); // digits only
        Ok((BigRational::new(digits, power_of_ten(PLACES)).into(), text.to_owned()))
    }
}

/// `0`, or a digit from 1 to 9 and further digits, perhaps after a minus sign.
fn is_integer(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    word == "0" || digits.starts_with(|c: char| ('1'..='9').contains(&c)) && is_digits(digits)
}

/// Whether all characters are digits from 0 to 9.
fn is_digits(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_written_in_one_way() {
        for word in ["0", "7", "-7", "10", "-120"] {
            assert!(is_integer(word), "{word}");
        }
        for word in ["", "-", "-0", "00", "01", "+1", "1.", "1e3", "--1", "1-", "½", "٣", " 1"] {
            assert!(!is_integer(word), "{word}");
        }
    }

    #[test]
    fn an_endless_line_is_refused_without_being_read() {
        let mut lines = Lines::new(io::BufReader::new(io::repeat(b'x')));
        assert_eq!(lines.next().unwrap_err().to_string(), "line 1: the line is too long");
        // the longest line that may be
        let text = format!("{}\nx", "x".repeat(7999));
        let mut lines = Lines::new(text.as_bytes());
        assert_eq!(lines.next().unwrap().len(), 7999);
        assert_eq!(lines.next().unwrap_err().to_string(), "line 2: the file ends too early");
    }
}
