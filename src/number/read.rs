//! Reading exact numbers: `2`, `2.5`, `7/2`, `sqrt2`, `5+2*sqrt(2)`, `(1+√5)/2`.
//!
//! The grammar is that of [`Surd::from_str`].
//!
//! Any text is read or refused in a fraction of a second. Each operation is charged with an
//! estimate of its work (`cost`) before it is done, and a text whose work exceeds `MOST_WORK` is
//! refused.

use std::iter::Peekable;
use std::str::{CharIndices, FromStr};

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use thiserror::Error;

use super::cost;
use super::excerpt::quoted;
use super::ratio::over_power_of_ten;
use super::surd::{ArithmeticError, Radicand, Surd};

/// The deepest nesting of parentheses and roots that is read; it bounds the stack.
const DEEPEST_NESTING: usize = 32;
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
/// The most work that reading a text may take, in operations on machine words: about
/// half a second.
const MOST_WORK: u64 = 1 << 29;

/// A text is not a number p + q√d, and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("cannot read '{input}': {problem}")]
pub struct ParseSurdError {
    /// The text, shortened if it is long, with control characters escaped.
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
    #[error("unexpected '{}' at column {column}; {EXAMPLES}", quoted(&found.to_string()))]
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
    #[error(
        "more than {DEEPEST_NESTING} parentheses or roots inside one another at column {column}; write the number with \
         fewer"
    )]
    TooDeep {
        /// The place of the first that is too deep, counted in characters from 1.
        column: usize,
    },
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
    /// The calculation would take too long.
    #[error("the calculation takes too long; write the number with fewer digits and operations")]
    TooMuchWork,
    /// Two different roots, or a division by zero.
    #[error(transparent)]
    Arithmetic(#[from] ArithmeticError),
}

const EXAMPLES: &str = "write a number such as 2, 2.5, 7/2, sqrt(2) or 5+2*sqrt(2)";

impl FromStr for Surd {
    type Err = ParseSurdError;

    /// Reads a number by this grammar:
    ///
    /// ```text
    /// expression = term { ("+" | "-") term }
    /// term       = factor { ["*" | "/"] factor }
    /// factor     = { "+" | "-" } power
    /// power      = atom [ "^" ["+" | "-"] digits ]
    /// atom       = number | ("sqrt" | "√") atom | "(" expression ")" | "phi" | "φ"
    /// number     = digits [ "." digits ] [ "e" ["+" | "-"] digits ]
    /// ```
    ///
    /// A sign that is left out is a product, as in `2sqrt2` and `3(1+√5)`. Quotients and products
    /// are taken from left to right, so `1/2sqrt2` is √2/2. White space may stand between words,
    /// but not for a sign: `1 sqrt2` is two numbers. φ is (1+√5)/2.
    ///
    /// ```
    /// use nimsweep::number::Surd;
    ///
    /// let number: Surd = "(1+√5)/2 - 0.5".parse()?;
    /// assert_eq!(number.to_string(), "sqrt(5)/2");
    /// let error = "1 sqrt2".parse::<Surd>().unwrap_err().to_string();
    /// assert!(error.starts_with("cannot read '1 sqrt2': unexpected 's' at column 3"));
    /// # Ok::<(), nimsweep::number::ParseSurdError>(())
    /// ```
    ///
    /// # Errors
    /// [`ParseSurdError`], whose text says what is wrong, where, and what would be right.
    ///
    /// # Cost
    /// Linear in the text but for the arithmetic, which may take about half a second. A text
    /// that would take longer is refused.
    fn from_str(input: &str) -> Result<Self, ParseSurdError> {
        read(input, &mut Budget(MOST_WORK))
    }
}

/// Reads several numbers with the limits that hold for one text, so that a list takes no longer
/// than one number may.
pub(crate) fn read_list<'a>(
    inputs: impl Iterator<Item = &'a str> + Clone,
) -> Result<Vec<Surd>, ParseSurdError> {
    // with what stands between them
    let length = inputs.clone().map(|input| input.len() + 1).sum();
    if length > LONGEST_INPUT + 1 {
        let input = inputs.clone().next().map(quoted).unwrap_or_default();
        return Err(ParseSurdError { input, problem: ParseProblem::TooLong { length } });
    }
    let mut budget = Budget(MOST_WORK);
    inputs.map(|input| read(input, &mut budget)).collect()
}

fn read(input: &str, budget: &mut Budget) -> Result<Surd, ParseSurdError> {
    read_all(input, budget).map_err(|problem| ParseSurdError { input: quoted(input), problem })
}

fn read_all(input: &str, budget: &mut Budget) -> Result<Surd, ParseProblem> {
    if input.len() > LONGEST_INPUT {
        return Err(ParseProblem::TooLong { length: input.len() });
    }
    if input.trim().is_empty() {
        return Err(ParseProblem::Empty);
    }
    let mut reader = Reader { input, rest: input.char_indices().peekable(), depth: 0, budget };
    let value = reader.expression()?;
    if reader.peek().is_some() { Err(reader.unexpected()) } else { Ok(value) }
}

/// How much work is left.
struct Budget(u64);

impl Budget {
    /// Takes what an operation needs, which is done after that.
    fn spend(&mut self, work: u64) -> Result<(), ParseProblem> {
        self.0 = self.0.checked_sub(work).ok_or(ParseProblem::TooMuchWork)?;
        Ok(())
    }

    fn product(&mut self, x: &Surd, y: &Surd) -> Result<Surd, ParseProblem> {
        self.spend(cost::of_product(x, y))?;
        bounded(x.try_mul(y)?)
    }
}

struct Reader<'a> {
    input: &'a str,
    rest: Peekable<CharIndices<'a>>,
    depth: usize,
    budget: &'a mut Budget,
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

    /// The place of the next character, counted in characters from 1.
    fn column(&mut self) -> usize {
        let at = self.rest.peek().map_or(self.input.len(), |&(at, _)| at);
        self.input[..at].chars().count() + 1
    }

    fn unexpected(&mut self) -> ParseProblem {
        match self.rest.peek() {
            None => ParseProblem::UnexpectedEnd,
            Some(&(_, found)) => ParseProblem::Unexpected { found, column: self.column() },
        }
    }

    fn expression(&mut self) -> Result<Surd, ParseProblem> {
        let mut sum = self.term()?;
        while let Some(sign) = self.take_if(|c| matches!(c, '+' | '-' | '−')) {
            let term = self.term()?;
            self.budget.spend(cost::of_sum(&sum, &term))?;
            sum = bounded(if sign == '+' { sum.try_add(&term)? } else { sum.try_sub(&term)? })?;
        }
        Ok(sum)
    }

    fn term(&mut self) -> Result<Surd, ParseProblem> {
        let mut product = self.factor()?;
        loop {
            product = match self.peek() {
                Some('/' | '÷') => {
                    self.rest.next();
                    let divisor = self.factor()?;
                    self.budget.spend(cost::of_quotient(&product, &divisor))?;
                    bounded(product.try_div(&divisor)?)?
                }
                Some('*' | '·' | '×') => {
                    self.rest.next();
                    let factor = self.factor()?;
                    self.budget.product(&product, &factor)?
                }
                Some('(' | '√' | 's' | 'φ' | 'ϕ' | 'p') if !self.is_parted() => {
                    let factor = self.power()?;
                    self.budget.product(&product, &factor)?
                }
                _ => return Ok(product),
            };
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
        let bits = power_bits(&base, exponent);
        if bits > LARGEST_POWER_BITS {
            return Err(ParseProblem::PowerTooLarge);
        }
        if base.radicand().is_none() {
            self.budget.spend(cost::of_rational_power(bits))?;
        } else if exponent < 0 {
            self.budget.spend(cost::of_reciprocal(&base))?;
        }
        base.power_by(exponent, |x, y| self.budget.product(x, y))
    }

    fn atom(&mut self) -> Result<Surd, ParseProblem> {
        match self.peek() {
            Some('(' | '√' | 's') => {
                self.depth += 1;
                if self.depth > DEEPEST_NESTING {
                    return Err(ParseProblem::TooDeep { column: self.column() });
                }
                let value = self.nested()?;
                self.depth -= 1;
                Ok(value)
            }
            Some('0'..='9' | '.') => self.number(),
            Some('φ' | 'ϕ') => {
                self.rest.next();
                Ok(golden_ratio())
            }
            Some('p') => self.word("phi").map(|()| golden_ratio()),
            _ => Err(self.unexpected()),
        }
    }

    fn word(&mut self, word: &str) -> Result<(), ParseProblem> {
        word.chars().try_for_each(|letter| {
            self.rest.next_if(|&(_, c)| c == letter).map(drop).ok_or_else(|| self.unexpected())
        })
    }

    /// What stands in parentheses, or the root of what follows.
    fn nested(&mut self) -> Result<Surd, ParseProblem> {
        if self.take_if(|c| c == '(').is_some() {
            let value = self.expression()?;
            self.take_if(|c| c == ')').ok_or_else(|| self.unexpected())?;
            return Ok(value);
        }
        if self.take_if(|c| c == '√').is_none() {
            self.word("sqrt")?;
        }
        self.square_root()
    }

    /// The root of the next atom, if it is a number p + q√d.
    fn square_root(&mut self) -> Result<Surd, ParseProblem> {
        let x = self.atom()?;
        if x.is_negative() {
            return Err(ParseProblem::NegativeRoot);
        }
        if x.radicand().is_some() {
            if x.bits() > LARGEST_NESTED_BITS {
                return Err(ParseProblem::NestedRootTooLarge);
            }
            self.budget.spend(cost::of_nested_root(&x))?;
        }
        let root = x.charged_sqrt(&mut |work| self.budget.spend(work))?;
        root.ok_or(match x.radicand() {
            None => ParseProblem::RadicandTooLarge,
            Some(_) => ParseProblem::NestedRoot,
        })
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
        let decimals = (digits.len() - whole_digits) as i64; // at most 100,000
        let mut power = -decimals;
        if self.rest.next_if(|&(_, c)| matches!(c, 'e' | 'E')).is_some() {
            let exponent = self.signed_exponent()?;
            if u64::from(exponent.unsigned_abs()) * 4 > LARGEST_POWER_BITS {
                return Err(ParseProblem::PowerTooLarge);
            }
            power += i64::from(exponent);
        }
        self.budget.spend(cost::of_digits(digits.len()))?;
        // ASCII digits, at least one: always a number
        let mantissa = BigInt::parse_bytes(digits.as_bytes(), 10).unwrap_or_default();
        // at most 600,000 in absolute value
        let size = power.unsigned_abs() as u32;
        let bits = u64::from(size) * 17 / 5; // 10^n has fewer than 3.4·n
        self.budget.spend(cost::of_rational_power(bits))?;
        Ok(if power < 0 {
            self.budget.spend(cost::of_decimal(digits.len(), bits))?;
            Surd::canonical(over_power_of_ten(mantissa, size), BigRational::zero(), None)
        } else {
            self.budget.product(&mantissa.into(), &BigInt::from(10).pow(size).into())?
        })
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

/// (1+√5)/2
fn golden_ratio() -> Surd {
    let half = BigRational::new(BigInt::one(), 2.into());
    Surd::canonical(half.clone(), half, Radicand::split(5).1)
}

/// Refuses numbers from which hostile input could build ever larger ones.
fn bounded(number: Surd) -> Result<Surd, ParseProblem> {
    if number.bits() > LARGEST_BITS { Err(ParseProblem::NumberTooLarge) } else { Ok(number) }
}

/// The size in bits of a power, at least nearly: 1 and more bits than base-2 logarithms say.
fn power_bits(base: &Surd, exponent: i32) -> u64 {
    if *base == Surd::one() || *base == -Surd::one() {
        return 1;
    }
    let exponent = exponent.unsigned_abs();
    let by_digits = base.bits().saturating_mul(exponent.into());
    let Some(base) = base.as_rational() else { return by_digits };
    let largest = base.numer().magnitude().max(base.denom().magnitude());
    // n^e has ⌊e·log₂ n⌋ + 1 bits, and a float gives log₂ of a power of 2 exactly
    let by_logarithm = (f64::from(exponent) * binary_logarithm(largest)).floor() + 1.0;
    by_digits.min(by_logarithm as u64)
}

/// log₂ n for n ≥ 1.
fn binary_logarithm(n: &BigUint) -> f64 {
    let shift = n.bits().saturating_sub(64);
    let leading = (n >> shift).to_f64().unwrap_or(1.0);
    leading.log2() + shift as f64
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
            ("φ", "(1+sqrt(5))/2"),
            ("2phi-1", "sqrt(5)"),
            ("phi^2-ϕ", "1"),
            ("√5φ", "(5+sqrt(5))/2"),
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
        assert_eq!(message("2pi"), format!("cannot read '2pi': unexpected 'i' at column 3; {examples}"));
        assert_eq!(message("1 φ"), format!("cannot read '1 φ': unexpected 'φ' at column 3; {examples}"));
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
        assert!(message("2\n3").starts_with(r"cannot read '2\n3'"));
        let escape = message("2\u{1b}");
        assert!(escape.starts_with(r"cannot read '2\u{1b}': unexpected '\u{1b}' at column 2"), "{escape}");
    }

    #[test]
    fn large_numbers_are_read_up_to_their_true_size() {
        let bits = |text: &str| text.parse::<Surd>().map(|number| number.bits());
        for (power, expected) in [
            ("2^1999999", 2_000_000),
            ("2^-1999999", 2_000_000),
            ("2^1000001", 1_000_002),
            ("3^1261859", 2_000_000),
            ("3^-999999", 1_584_961),
            ("(-1)^999999999", 1),
            ("10^500000", 1_660_965),
            ("1e500000", 1_660_965),
            ("1e-490000", 1_627_745),
            ("(1+√2)^1999999", 2_543_105),
        ] {
            assert_eq!(bits(power), Ok(expected), "{power}");
        }
        for power in ["2^2000000", "(1/2)^2000000", "3^1261860", "1e500001"] {
            assert!(message(power).contains("the power is too large; at most 2000000 binary"), "{power}");
        }
        // terms that share no divisor, and long decimals
        let harmonic = (1..5000).map(|n| format!("1/{n}")).collect::<Vec<_>>().join("+");
        assert!(bits(&harmonic).unwrap() > 7000);
        let decimal = format!("0.{}", "3".repeat(99_000));
        assert_eq!(decimal.parse::<Surd>().unwrap().to_decimal(99_000), decimal);
    }

    #[test]
    fn a_list_has_the_limits_of_one_number() {
        let read = |text: &str| read_list(text.split(','));
        assert_eq!(read("1,1/2").unwrap(), [Surd::one(), Surd::one() / 2]);
        let refusal = |text: &str| read(text).unwrap_err().problem;
        assert_eq!(refusal(&["1"; 60_000].join(",")), ParseProblem::TooLong { length: 120_000 });
        assert_eq!(refusal(&["10^500000"; 3000].join(",")), ParseProblem::TooMuchWork);
        assert_eq!(refusal("1,,2"), ParseProblem::Empty);
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
        for slow in [
            "3^1000000/3^999999",
            "(1/3+√2/7)^200000",
            "(7/3)^500000*(3/7)^500000",
            "(1/3^80000+√2/7^60000)^-1",
        ] {
            assert!(message(slow).contains("the calculation takes too long; write"), "{slow}");
        }
        for repeated in ["10^500000+", "0*√18446744073709551557+", "(1/3+√2/7)/"] {
            let text = repeated.repeat(3000) + "1";
            assert!(message(&text).contains("the calculation takes too long"), "{repeated}");
        }
        let factors = |factor| [factor; 10_000].join("*");
        assert!(message(&factors("9^499999")).contains("the number is too large; at most 4000000"));
        assert!(message(&factors("3^99999")).contains("the number is too large"));
    }
}
