//! Reading exact numbers: `2`, `2.5`, `7/2`, `sqrt2`, `5+2*sqrt(2)`, `(1+√5)/2`.
//!
//! ```text
//! expression = term { ("+" | "-") term }
//! term       = factor { ["*" | "/"] factor }       a left-out sign is a product: 2sqrt2, 3(1+√5)
//! factor     = { "+" | "-" } power
//! power      = atom [ "^" ["+" | "-"] digits ]
//! atom       = number | ("sqrt" | "√") atom | "(" expression ")"
//! number     = digits [ "." digits ] [ "e" ["+" | "-"] digits ]
//! ```
//!
//! Quotients and products are taken from left to right, so `1/2sqrt2` is √2/2. White space may
//! stand between words, but not for a sign: `1 sqrt2` is two numbers.

use std::iter::Peekable;
use std::str::{CharIndices, FromStr};

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;
use thiserror::Error;

use super::decimal::power_of_ten;
use super::surd::{ArithmeticError, Surd};

/// The deepest nesting of parentheses and roots that is read; it bounds the stack.
const DEEPEST_NESTING: usize = 100;
/// The longest text that is read, in bytes.
const LONGEST_INPUT: usize = 100_000;
/// The largest size in bits of a power, some 600,000 decimal digits; it bounds time and memory.
const LARGEST_POWER_BITS: u64 = 2_000_000;
/// The largest size in bits of a sum or product: what a power may have, and a little to calculate
/// with.
const LARGEST_BITS: u64 = 2 * LARGEST_POWER_BITS;
/// The largest size in bits of an irrational number whose root is read; it bounds the time of the
/// root of its norm.
const LARGEST_NESTED_BITS: u64 = 1 << 15;
/// How much of an input an error message repeats, in characters.
const SHOWN_INPUT: usize = 60;

/// A text is not a number p + q√d, and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("cannot read '{input}': {problem}")]
pub struct ParseSurdError {
    /// The text, shortened where it is long, without control characters.
    pub input: String,
    /// What is wrong with it.
    pub problem: ParseProblem,
}

/// What is wrong with a text that should be a number.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseProblem {
    /// Nothing is there.
    #[error("it is empty; {EXAMPLES}")]
    Empty,
    /// The text is longer than any number that a computation here could use.
    #[error("it has {length} bytes; at most {LONGEST_INPUT} are read")]
    TooLong {
        /// The length in bytes.
        length: usize,
    },
    /// A character that cannot stand where it stands.
    #[error("unexpected '{found}' at column {column}; {EXAMPLES}")]
    Unexpected {
        /// The character.
        found: char,
        /// Its place, counted in characters from 1.
        column: usize,
    },
    /// The text ends where a number should follow.
    #[error("it ends where a number should follow; {EXAMPLES}")]
    UnexpectedEnd,
    /// Parentheses or roots inside one another, too deep.
    #[error("more than {DEEPEST_NESTING} parentheses or roots inside one another")]
    TooDeep,
    /// The root of a negative number.
    #[error("the root of a negative number is not real; write sqrt of a number of at least 0")]
    NegativeRoot,
    /// A root of an irrational number that is not the square of a number p + q√d.
    #[error(
        "the root of this irrational number is not of the form p+q*sqrt(d); write sqrt of a rational number, or of \
         the square of a number p+q*sqrt(d)"
    )]
    NestedRoot,
    /// An irrational number under a root that is too large to look for its root.
    #[error(
        "the irrational number under the root is too large; at most {LARGEST_NESTED_BITS} binary digits are read"
    )]
    NestedRootTooLarge,
    /// What stands under the root, as an integer and with its square part taken out, does not fit
    /// 64 bits.
    #[error("the number under the root is too large; at most {} is read", u64::MAX)]
    RadicandTooLarge,
    /// A power that would fill the memory.
    #[error("the power is too large; at most {LARGEST_POWER_BITS} binary digits are read")]
    PowerTooLarge,
    /// A sum or product that would fill the memory.
    #[error("the number is too large; at most {LARGEST_BITS} binary digits are read")]
    NumberTooLarge,
    /// Two different roots, or a division by zero.
    #[error(transparent)]
    Arithmetic(#[from] ArithmeticError),
}

const EXAMPLES: &str = "write a number such as 2, 2.5, 7/2, sqrt(2) or 5+2*sqrt(2)";

impl FromStr for Surd {
    type Err = ParseSurdError;

    /// Reads a number in the notation of the README.
    ///
    /// # Errors
    /// [`ParseSurdError`], whose text says what is wrong, where, and what would be right.
    ///
    /// # Cost
    /// Linear in the text but for the arithmetic; taking the square out of a root is
    /// [`Radicand::split`](super::Radicand::split).
    fn from_str(input: &str) -> Result<Self, ParseSurdError> {
        read(input).map_err(|problem| ParseSurdError { input: shown(input), problem })
    }
}

fn read(input: &str) -> Result<Surd, ParseProblem> {
    if input.len() > LONGEST_INPUT {
        return Err(ParseProblem::TooLong { length: input.len() });
    }
    if input.trim().is_empty() {
        return Err(ParseProblem::Empty);
    }
    let mut reader = Reader { input, rest: input.char_indices().peekable(), depth: 0 };
    let value = reader.expression()?;
    if reader.peek().is_some() { Err(reader.unexpected()) } else { Ok(value) }
}

/// The beginning of an input, fit for one line of a message.
fn shown(input: &str) -> String {
    let mut text: String =
        input.chars().take(SHOWN_INPUT).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if input.chars().nth(SHOWN_INPUT).is_some() {
        text.push('…');
    }
    text
}

struct Reader<'a> {
    input: &'a str,
    rest: Peekable<CharIndices<'a>>,
    depth: usize,
}

impl Reader<'_> {
    /// The next character that is not white space, left in place.
    fn peek(&mut self) -> Option<char> {
        while self.rest.next_if(|(_, c)| c.is_whitespace()).is_some() {}
        self.rest.peek().map(|&(_, c)| c)
    }

    /// Whether white space stands before the next character.
    fn is_parted(&mut self) -> bool {
        let next = self.rest.peek();
        next.is_some_and(|&(at, _)| self.input[..at].ends_with(char::is_whitespace))
    }

    fn take_if(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        self.peek().filter(|&c| wanted(c))?;
        self.rest.next().map(|(_, c)| c)
    }

    fn unexpected(&mut self) -> ParseProblem {
        match self.rest.peek() {
            None => ParseProblem::UnexpectedEnd,
            Some(&(at, found)) => ParseProblem::Unexpected {
                found: if found.is_control() { ' ' } else { found },
                column: self.input[..at].chars().count() + 1,
            },
        }
    }

    fn expression(&mut self) -> Result<Surd, ParseProblem> {
        let mut sum = self.term()?;
        while let Some(sign) = self.take_if(|c| matches!(c, '+' | '-' | '−')) {
            let term = self.term()?;
            sum = bounded(if sign == '+' { sum.try_add(&term)? } else { sum.try_sub(&term)? })?;
        }
        Ok(sum)
    }

    fn term(&mut self) -> Result<Surd, ParseProblem> {
        let mut product = self.factor()?;
        loop {
            product = bounded(match self.peek() {
                Some('/' | '÷') => {
                    self.rest.next();
                    product.try_div(&self.factor()?)?
                }
                Some('*' | '·' | '×') => {
                    self.rest.next();
                    product.try_mul(&self.factor()?)?
                }
                Some('(' | '√' | 's') if !self.is_parted() => product.try_mul(&self.power()?)?,
                _ => return Ok(product),
            })?;
        }
    }

    fn factor(&mut self) -> Result<Surd, ParseProblem> {
        let mut negative = false;
        while let Some(sign) = self.take_if(|c| matches!(c, '+' | '-' | '−')) {
            negative ^= sign != '+';
        }
        let value = self.power()?;
        Ok(if negative { -value } else { value })
    }

    fn power(&mut self) -> Result<Surd, ParseProblem> {
        let base = self.atom()?;
        if self.take_if(|c| c == '^').is_none() {
            return Ok(base);
        }
        let exponent = self.signed_exponent()?;
        let size = base.bits().saturating_mul(exponent.unsigned_abs().into());
        if size > LARGEST_POWER_BITS && base != Surd::one() {
            return Err(ParseProblem::PowerTooLarge);
        }
        Ok(base.try_pow(exponent)?)
    }

    fn atom(&mut self) -> Result<Surd, ParseProblem> {
        self.depth += 1;
        if self.depth > DEEPEST_NESTING {
            return Err(ParseProblem::TooDeep);
        }
        let value = match self.peek() {
            Some('(') => {
                self.rest.next();
                let value = self.expression()?;
                self.take_if(|c| c == ')').ok_or_else(|| self.unexpected())?;
                value
            }
            Some('√') => {
                self.rest.next();
                square_root(self.atom()?)?
            }
            Some('s') => {
                for letter in "sqrt".chars() {
                    self.rest.next_if(|&(_, c)| c == letter).ok_or_else(|| self.unexpected())?;
                }
                square_root(self.atom()?)?
            }
            Some('0'..='9' | '.') => self.number()?,
            _ => return Err(self.unexpected()),
        };
        self.depth -= 1;
        Ok(value)
    }

    fn number(&mut self) -> Result<Surd, ParseProblem> {
        let mut digits = self.digits();
        let whole_digits = digits.len();
        if self.rest.next_if(|&(_, c)| c == '.').is_some() {
            digits += &self.digits();
        }
        if digits.is_empty() {
            return Err(self.unexpected());
        }
        let scale = power_of_ten(digits.len() - whole_digits);
        // ASCII digits, at least one: always a number
        let mantissa = BigInt::parse_bytes(digits.as_bytes(), 10).unwrap_or_default();
        let value = Surd::from(BigRational::new(mantissa, scale));
        if self.rest.next_if(|&(_, c)| matches!(c, 'e' | 'E')).is_none() {
            return Ok(value);
        }
        let exponent = self.signed_exponent()?;
        if u64::from(exponent.unsigned_abs()) * 4 > LARGEST_POWER_BITS {
            return Err(ParseProblem::PowerTooLarge);
        }
        Ok(value.try_mul(&Surd::from(10).try_pow(exponent)?)?)
    }

    fn signed_exponent(&mut self) -> Result<i32, ParseProblem> {
        let sign = self.take_if(|c| matches!(c, '+' | '-' | '−'));
        self.peek();
        let digits = self.digits();
        if digits.is_empty() {
            return Err(self.unexpected());
        }
        let magnitude: i32 = digits.parse().map_err(|_| ParseProblem::PowerTooLarge)?;
        Ok(if matches!(sign, Some('-' | '−')) { -magnitude } else { magnitude })
    }

    fn digits(&mut self) -> String {
        std::iter::from_fn(|| self.rest.next_if(|(_, c)| c.is_ascii_digit())).map(|(_, c)| c).collect()
    }
}

/// Refuses numbers from which hostile input could build ever larger ones.
fn bounded(number: Surd) -> Result<Surd, ParseProblem> {
    if number.bits() > LARGEST_BITS { Err(ParseProblem::NumberTooLarge) } else { Ok(number) }
}

/// √x, where it is a number p + q√d.
fn square_root(x: Surd) -> Result<Surd, ParseProblem> {
    if x.is_negative() {
        return Err(ParseProblem::NegativeRoot);
    }
    if x.radicand().is_some() && x.bits() > LARGEST_NESTED_BITS {
        return Err(ParseProblem::NestedRootTooLarge);
    }
    let problem = || match x.radicand() {
        None => ParseProblem::RadicandTooLarge,
        Some(_) => ParseProblem::NestedRoot,
    };
    x.sqrt().ok_or_else(problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(input: &str) -> String {
        input.parse::<Surd>().unwrap_err().to_string()
    }

    #[test]
    fn every_notation_of_a_length_is_read() {
        for (input, canonical) in [
            ("2", "2"),
            ("2.5", "5/2"),
            (".5", "1/2"),
            ("2.", "2"),
            ("7/2", "7/2"),
            ("sqrt2", "sqrt(2)"),
            ("sqrt(2)", "sqrt(2)"),
            ("√2", "sqrt(2)"),
            ("5+2*sqrt(2)", "5+2*sqrt(2)"),
            ("5+2sqrt2", "5+2*sqrt(2)"),
            ("5 + 2√2", "5+2*sqrt(2)"),
            ("2·√2−1", "-1+2*sqrt(2)"),
            ("(1+sqrt5)/2", "(1+sqrt(5))/2"),
            ("(1+√5)÷2", "(1+sqrt(5))/2"),
            ("√8", "2*sqrt(2)"),
            ("sqrt(7/2)", "sqrt(14)/2"),
            ("sqrt(0.25)", "1/2"),
            ("sqrt(10^40)", "100000000000000000000"),
            ("-3/2*sqrt2", "-3*sqrt(2)/2"),
            ("1/2sqrt2", "sqrt(2)/2"),
            ("1/sqrt2", "sqrt(2)/2"),
            ("3(1+√2)", "3+3*sqrt(2)"),
            ("--2", "2"),
            ("-2^2", "-4"),
            ("2^-2", "1/4"),
            ("1e3", "1000"),
            ("1.5e-1", "3/20"),
            ("10^18", "1000000000000000000"),
            ("sqrt2*sqrt2", "2"),
            ("sqrt(3+2sqrt2)", "1+sqrt(2)"),
            ("√√16", "2"),
            ("√(2*10^40)", "100000000000000000000*sqrt(2)"),
            (" 1 ", "1"),
        ] {
            let value: Surd = input.parse().unwrap();
            assert_eq!(value.to_string(), canonical, "for '{input}'");
            assert_eq!(canonical.parse::<Surd>().unwrap(), value, "back from '{canonical}'");
        }
    }

    #[test]
    fn refusals_say_what_and_where() {
        let examples = EXAMPLES;
        assert_eq!(message(""), format!("cannot read '': it is empty; {examples}"));
        assert_eq!(message("NaN"), format!("cannot read 'NaN': unexpected 'N' at column 1; {examples}"));
        assert_eq!(message("inf"), format!("cannot read 'inf': unexpected 'i' at column 1; {examples}"));
        assert_eq!(message("2x"), format!("cannot read '2x': unexpected 'x' at column 2; {examples}"));
        assert_eq!(
            message("√2√"),
            format!("cannot read '√2√': it ends where a number should follow; {examples}")
        );
        assert_eq!(message("1 √2"), format!("cannot read '1 √2': unexpected '√' at column 3; {examples}"));
        assert_eq!(message("2 3"), format!("cannot read '2 3': unexpected '3' at column 3; {examples}"));
        assert_eq!(
            message("(1+2"),
            format!("cannot read '(1+2': it ends where a number should follow; {examples}")
        );
        assert_eq!(message("1/0"), "cannot read '1/0': division by zero");
        assert_eq!(message("0^-1"), "cannot read '0^-1': division by zero");
        assert_eq!(
            message("1+√2+√3"),
            "cannot read '1+√2+√3': sqrt(2) and sqrt(3) do not lie in one quadratic field; use one root throughout"
        );
        assert_eq!(
            message("√(-2)"),
            "cannot read '√(-2)': the root of a negative number is not real; write sqrt of a number of at least 0"
        );
        assert!(message("√√2").contains("the root of this irrational number is not"));
        assert!(message("√(10^30+1)").contains("too large; at most 18446744073709551615"));
        assert!(message("10^999999999").contains("the power is too large"));
        assert!(message("10^99999999999").contains("the power is too large"));
        assert!(message("1e999999999").contains("the power is too large"));
        assert!(message("2\n3").starts_with("cannot read '2 3'"));
    }

    #[test]
    fn hostile_input_is_refused_in_bounded_time_and_stack() {
        assert!(message(&"(".repeat(90_000)).contains("inside one another"));
        assert!(message(&"√".repeat(30_000)).contains("inside one another"));
        assert!(message(&"1".repeat(100_001)).contains("at most 100000 are read"));
        let long = format!("{}x", "1".repeat(200));
        assert!(message(&long).starts_with(&format!("cannot read '{}…'", "1".repeat(60))));
        assert!("-".repeat(50_000).parse::<Surd>().is_err());
        assert!(message("√(9^499999+√2)").contains("at most 32768 binary digits are read"));
        assert!(message("√(2*9^499999)").contains("the number under the root is too large"));
        let factors = |factor| [factor; 10_000].join("*");
        assert!(message(&factors("9^499999")).contains("the number is too large; at most 4000000"));
        assert!(message(&factors("3^99999")).contains("the number is too large"));
    }
}
