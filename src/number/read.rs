//! Reading exact numbers: `2`, `2.5`, `7/2`, `sqrt2`, `5+2*sqrt(2)`, `(1+√5)/2`.
//!
//! The grammar is that of [`Surd::from_str`].
//!
//! Any text is read or refused in a fraction of a second. Each operation is charged with an
//! estimate of its work (`cost`) before it is done, and a text whose work exceeds `MOST_WORK` is
//! refused.

use std::collections::BTreeSet;
use std::f64::consts::{E, PI};
use std::str::FromStr;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use super::cost;
use super::excerpt::{brief, quoted};
use super::ratio::over_power_of_ten;
use super::root_sum::RootSum;
use super::surd::Surd;
use crate::error::{Error, Mark, error};

/// The most work that reading a text may take, in operations on machine words: about
/// half a second.
const MOST_WORK: u64 = 1 << 29;

/// The deepest nesting of parentheses and roots that is read; it bounds the stack.
const DEEPEST_NESTING: usize = 20;
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

/// What would be right.
const EXAMPLES: &str = "write a number such as 2, 2.5, 7/2, sqrt2 or 5+2sqrt2";

/// Signs of their own: plus, and what people write for a minus.
pub(super) const SIGNS: [char; 6] = ['+', '-', '−', '–', '—', '－'];
/// The digits of an exponent above the line, in order.
const SUPERSCRIPTS: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";

impl FromStr for Surd {
    type Err = Error;

    /// Reads a number by this grammar:
    ///
    /// ```text
    /// expression = term { ("+" | "-") term }
    /// term       = factor { ["*" | "/"] factor }
    /// factor     = { "+" | "-" } power
    /// power      = atom [ ("^" | "**") ["+" | "-"] exponent | ["⁻"] superscripts ]
    /// exponent   = number | "(" expression ")"
    /// atom       = number | root | "(" expression ")" | "phi" | "φ" | "golden"
    /// root       = ("sqrt" | "√") (atom | "[" expression "]" | "{" expression "}")
    /// number     = digits [ "." digits ] [ "e" ["+" | "-"] digits ] | [ digits ] fraction
    /// digits     = digit { ["_"] digit }
    /// fraction   = "½" | "⅓" | "⅔" | "¼" | "¾" | …
    /// ```
    ///
    /// A sign that is left out is a product, as in `2sqrt2` and `3(1+√5)`, and digits before a
    /// fraction are added to it: `5-2½` is 5/2. Quotients and products are taken from left to
    /// right, so `1/2*sqrt2` is √2/2. White space may stand between words, but not for a sign.
    /// φ is (1+√5)/2. `·`, `×`, `÷`, `−` and `–` are signs, too, `\sqrt{2}` and `Sqrt[2]` roots.
    ///
    /// An exponent is whole, half of that, or that of a root that the number has. Decimals may
    /// follow, as answers have them: `5+2√2 ≈ 7.83` is the number before the sign, if they are less
    /// than a unit of their last place from it. Behind `=` they are equal to it, as in
    /// `5/2 = 2.5`.
    ///
    /// What others read as another number is refused, with both readings: `1/2sqrt2`, `7,5`,
    /// `2.(3)`, `2³√2`, `1 sqrt2` and `2 1/2`, `2 +3`. Of `2^½√2` only one reading is a sum of
    /// square roots: 2.
    ///
    /// ```
    /// use nimsweep::number::Surd;
    ///
    /// let number: Surd = "(1+√5)/2 - 0.5".parse()?;
    /// assert_eq!(number.to_string(), "sqrt(5)/2");
    /// let error = "7,5".parse::<Surd>().unwrap_err().to_string();
    /// assert!(error.ends_with("it is ambiguous: 7.5 as one number, or 7 and 5 as two"));
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error`], of the kind [`Parse`](crate::ErrorKind::Parse), or
    /// [`Ambiguous`](crate::ErrorKind::Ambiguous) for two readings,
    /// [`TooLarge`](crate::ErrorKind::TooLarge) for too much memory or work,
    /// and [`Domain`](crate::ErrorKind::Domain) for a division by zero.
    ///
    /// # Cost
    /// Linear in the text but for the arithmetic, which may take about half a second. A text
    /// that would take longer is refused.
    fn from_str(input: &str) -> Result<Self, Error> {
        read(input, &mut Budget(MOST_WORK))
    }
}

/// Reads several numbers with the limits that hold for one text, so that a list takes no longer
/// than one number may.
pub(crate) fn read_list<'a>(inputs: impl Iterator<Item = &'a str> + Clone) -> Result<Vec<Surd>, Error> {
    // with what stands between them
    let length = inputs.clone().map(|input| input.len() + 1).sum();
    if length > LONGEST_INPUT + 1 {
        let input = inputs.clone().next().unwrap_or_default();
        return Err(of_input(input, too_long(length)));
    }
    let mut budget = Budget(MOST_WORK);
    inputs.map(|input| read(input, &mut budget)).collect()
}

/// Reads numbers in the words of a list, perhaps with commas between several in a word, with the
/// limits that hold for one text.
#[cfg(any(test, feature = "serde"))]
pub(crate) fn read_words(words: &[String]) -> Result<Vec<Surd>, Error> {
    let mut budget = Budget(MOST_WORK);
    for word in words {
        let parts: Vec<&str> = word.split(',').collect();
        // of √2,5 and 1.5,2 nobody thinks as one number
        let is_whole = are_digits(parts[0].trim_start_matches(SIGNS)) || has_points(parts[0]);
        if is_whole && let Some(problem) = comma(&parts, &mut budget) {
            return Err(of_input(word, problem));
        }
    }
    read_list(words.iter().flat_map(|word| word.split(',')))
}

/// Reads a linear form in letters by the grammar of numbers, in which they stand for numbers: the
/// coefficients of 1 and of each letter. A product has at most one factor with letters, and no
/// divisor, power or root has any.
pub(crate) fn read_form(input: &str, letters: &[char]) -> Result<Vec<Surd>, Error> {
    let mut budget = Budget(MOST_WORK);
    // a form is known by its values where all letters are 0, and where one of them is 1
    let mut value = |one: Option<char>| {
        let values = letters.iter().map(|&letter| (letter, u64::from(one == Some(letter)).into()));
        let values: Vec<(char, Surd)> = values.collect();
        read_all(input, &values, &mut budget)
    };
    let mut parts = || {
        let constant = value(None)?;
        let of_letters = letters.iter().map(|&letter| Ok(value(Some(letter))? - &constant));
        let of_letters: Vec<Surd> = of_letters.collect::<Result<_, Error>>()?;
        Ok([constant].into_iter().chain(of_letters).collect())
    };
    parts().map_err(|problem| of_input(input.trim(), problem))
}

/// The letters of a text outside of numbers and their names, in the order of the alphabet.
pub(crate) fn letters_of(input: &str) -> Vec<char> {
    let mut budget = Budget(0);
    let mut reader = Reader::new(input, &[], &mut budget);
    let mut letters = BTreeSet::new();
    while let Some(next) = reader.next() {
        // e may be that of 1e18
        let name = reader.name();
        letters.extend(
            Some(next).filter(|next| name.is_none() && next.is_alphabetic() && !"eE".contains(*next)),
        );
        reader.at += name.unwrap_or(next.len_utf8());
    }
    letters.into_iter().collect()
}

/// Whether digits have a point before the last three, as 2.500 has.
fn has_points(text: &str) -> bool {
    text.rsplit_once('.').is_some_and(|(_, group)| group.len() == 3 && are_digits(group))
}

/// The readings of numbers between commas as one number, with groups of thousands or, in pairs,
/// with decimals, and as several, if there are both.
fn comma(parts: &[&str], budget: &mut Budget) -> Option<Error> {
    let [first, groups @ .., last] = parts else { return None };
    let is_digit = |c: char| c.is_ascii_digit();
    let is_group = |group: &&str| group.len() == 3 && are_digits(group);
    let whole = first.trim_start_matches(SIGNS);
    let is_grouped = groups.iter().all(is_group) && whole.len() <= 3 && are_digits(whole);
    let (one, parts) = match parts {
        _ if is_grouped && last.len() - last.trim_start_matches(is_digit).len() == 3 => {
            (parts.concat(), parts)
        }
        _ if !parts.len().is_multiple_of(2) => return None,
        _ if has_points(first) => (format!("{}.{}", first.replace('.', ""), parts[1]), &parts[..2]),
        _ => (parts[..2].join("."), &parts[..2]),
    };
    let mut is_read = |text: &str| read(text, budget).is_ok();
    let is_at_digits = first.ends_with(is_digit) && parts[1].starts_with(is_digit);
    (is_at_digits && is_read(&one) && parts[1..].iter().all(|part| is_read(part)))
        .then(|| two_readings(&one, parts))
}

/// Whether a word that begins with a minus begins as a number, and not as an option.
#[cfg(feature = "cli")]
pub(crate) fn begins_negative_number(word: &str) -> bool {
    let unsigned = word.trim_start_matches(|c: char| SIGNS.contains(&c) || c.is_whitespace());
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '(') || fraction_of(c).is_some();
    let is_name = Reader::new(unsigned, &[], &mut Budget(0)).is_name();
    word.starts_with('-') && (unsigned.starts_with(is_number) || is_name)
}

fn read(input: &str, budget: &mut Budget) -> Result<Surd, Error> {
    read_all(input, &[], budget).map_err(|problem| of_input(input, problem))
}

/// Why this text is not a number, by what is wrong with it.
pub(super) fn of_input(input: &str, problem: Error) -> Error {
    problem.behind(format_args!("cannot read '{}': ", quoted(input)))
}

fn too_long(length: usize) -> Error {
    error!(TooLarge, "it has {length} bytes; at most {LONGEST_INPUT} are read")
}

fn power_too_large() -> Error {
    error!(TooLarge, "the power is too large; at most {LARGEST_POWER_BITS} binary digits are read")
}

/// An exponent that is not a multiple of a half, and a power that is not found.
fn unsupported() -> Error {
    error!(Parse, "this exponent is not supported; write a multiple of 1/2, as in 2^3 or 2^(1/2)")
}

fn negative_root() -> Error {
    error!(Parse, "the root of a negative number is not real; write the root of a number of at least 0")
}

fn not_nested() -> Error {
    error!(
        Parse,
        "the root of this irrational number is not found as a sum of square roots; write sqrt of a rational number, \
         or of the square of a sum of two terms such as 1+sqrt2"
    )
}

fn read_all(input: &str, letters: &[(char, Surd)], budget: &mut Budget) -> Result<Surd, Error> {
    if input.len() > LONGEST_INPUT {
        return Err(too_long(input.len()));
    }
    if input.trim().is_empty() {
        return Err(error!(Parse, "it is empty; {EXAMPLES}"));
    }
    let mut reader = Reader::new(input, letters, budget);
    let value = reader.expression()?;
    match reader.peek() {
        None => Ok(value),
        Some(sign) if reader.take(&["≈", "=", "about"]) => reader.with_decimals(value, sign == '='),
        Some(_) => Err(reader.readings().unwrap_or_else(|| reader.unexpected())),
    }
}

/// How much work is left.
struct Budget(u64);

impl Budget {
    /// Takes what an operation needs, which is done after that.
    fn spend(&mut self, work: u64) -> Result<(), Error> {
        let too_much = "the calculation takes too long; write the number with fewer digits and operations";
        self.0 = self.0.checked_sub(work).ok_or_else(|| error!(TooLarge, "{too_much}"))?;
        Ok(())
    }

    fn product(&mut self, x: &Surd, y: &Surd) -> Result<Surd, Error> {
        self.spend(cost::of_product(x, y))?;
        bounded(x.try_mul(y)?)
    }
}

struct Reader<'a> {
    input: &'a str,
    /// How much of it is read, in bytes.
    at: usize,
    depth: usize,
    /// Letters that stand for numbers.
    letters: &'a [(char, Surd)],
    /// Whether what was read last has some.
    has_letters: bool,
    budget: &'a mut Budget,
}

/// What a square root begins with.
pub(super) const ROOTS: [&str; 4] = ["√", "sqrt", "Sqrt", r"\sqrt"];
pub(super) const CUBE_ROOTS: [&str; 2] = ["∛", "cbrt"];
const GOLDEN_RATIOS: [&str; 4] = ["φ", "ϕ", "phi", "golden"];
/// Numbers that lie in no field Q(√d).
const OTHERS: [(&str, f64); 3] = [("π", PI), ("pi", PI), ("e", E)];
/// Fractions that are one character, each with its parts.
const FRACTIONS: &str =
    "½1/2 ⅓1/3 ⅔2/3 ¼1/4 ¾3/4 ⅕1/5 ⅖2/5 ⅗3/5 ⅘4/5 ⅙1/6 ⅚5/6 ⅐1/7 ⅛1/8 ⅜3/8 ⅝5/8 ⅞7/8 ⅑1/9 ⅒1/10";

impl<'a> Reader<'a> {
    fn new(input: &'a str, letters: &'a [(char, Surd)], budget: &'a mut Budget) -> Self {
        Self { input, at: 0, depth: 0, letters, has_letters: false, budget }
    }

    fn rest(&self) -> &'a str {
        &self.input[self.at..]
    }

    /// The next character.
    fn next(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The next character that is not white space, left in place.
    fn peek(&mut self) -> Option<char> {
        self.at = self.input.len() - self.rest().trim_start().len();
        self.next()
    }

    /// Whether white space stands before the next character.
    fn is_parted(&self) -> bool {
        self.input[..self.at].ends_with(char::is_whitespace)
    }

    /// Reads one of these words, if one is there.
    fn take(&mut self, words: &[&str]) -> bool {
        self.peek();
        let word = words.iter().find(|word| self.rest().starts_with(**word));
        self.at += word.map_or(0, |word| word.len());
        word.is_some()
    }

    /// A sign of its own: whether it is a minus.
    fn take_sign(&mut self) -> Option<bool> {
        let sign = self.peek().filter(|c| SIGNS.contains(c))?;
        self.at += sign.len_utf8();
        Some(sign != '+')
    }

    /// How many bytes the name has that begins here, if one does.
    fn name(&self) -> Option<usize> {
        let mut names = ROOTS.iter().chain(&CUBE_ROOTS).chain(&GOLDEN_RATIOS);
        let name = names.find(|name| self.rest().starts_with(**name)).copied();
        name.or(self.other().map(|(name, _)| name)).map(str::len)
    }

    /// Whether a name or a letter begins here.
    fn is_name(&self) -> bool {
        self.name().is_some() || self.letter().is_some()
    }

    /// The number for which the letter here stands, if there is one.
    fn letter(&self) -> Option<&'a Surd> {
        self.letters.iter().find(|(letter, _)| self.next() == Some(*letter)).map(|(_, number)| number)
    }

    /// Refuses what was read from this place on if it has letters where a form has none.
    fn linear(&self, begin: usize, has_letters: bool) -> Result<(), Error> {
        if !has_letters {
            return Ok(());
        }
        let term = quoted(self.input[begin..self.at].trim());
        Err(error!(Parse, "the term {term} is not linear; write, for example, 1+x/2"))
    }

    /// The name that begins here of a number that lies in no field Q(√d), and the number. It is no
    /// part of another word.
    fn other(&self) -> Option<(&'static str, f64)> {
        let ends = |behind: &str| !behind.starts_with(char::is_alphabetic);
        OTHERS.into_iter().find(|&(name, _)| self.rest().strip_prefix(name).is_some_and(ends))
    }

    /// A place in the text, counted in characters from 1.
    fn column(&self, at: usize) -> usize {
        self.input[..at].chars().count() + 1
    }

    /// The character here cannot stand here, or the text ends.
    fn unexpected(&self) -> Error {
        let column = self.column(self.at);
        let problem = match self.next() {
            None => error!(Parse, "it ends where a number should follow; {EXAMPLES}"),
            Some(found) => {
                error!(Parse, "unexpected '{}' at column {column}; {EXAMPLES}", quoted(&found.to_string()))
            }
        };
        problem.marked(Mark::new(self.input, column))
    }

    fn expression(&mut self) -> Result<Surd, Error> {
        let mut sum = self.term()?;
        let mut has_letters = self.has_letters;
        loop {
            self.has_letters = has_letters;
            self.peek();
            // `2 -3` may be two numbers, but not in parentheses
            let is_close = self.rest().chars().nth(1).is_some_and(|c| !c.is_whitespace());
            if self.depth == 0 && is_close && self.is_parted() {
                return Ok(sum);
            }
            let Some(is_minus) = self.take_sign() else { return Ok(sum) };
            let term = self.term()?;
            has_letters |= self.has_letters;
            self.budget.spend(cost::of_sum(&sum, &term))?;
            sum = bounded(if is_minus { sum - term } else { sum + term })?;
        }
    }

    fn term(&mut self) -> Result<Surd, Error> {
        self.peek();
        let start = self.at;
        let mut product = self.factor()?;
        let mut has_letters = self.has_letters;
        // where a chain of quotients has its first sign and its last divisor
        let mut quotient = None;
        loop {
            let end = self.at;
            self.peek();
            product = if self.take(&["/", "÷"]) {
                quotient = Some((quotient.map_or(end, |(sign, _)| sign), self.at));
                let divisor = self.factor()?;
                self.linear(start, self.has_letters)?;
                self.budget.spend(cost::of_quotient(&product, &divisor))?;
                bounded(product.try_div(&divisor)?)?
            } else if self.take(&["*", "·", "×"]) {
                quotient = None;
                let factor = self.factor()?;
                self.linear(start, has_letters && self.has_letters)?;
                self.budget.product(&product, &factor)?
            } else if self.begins_factor() {
                let begin = self.at;
                let factor = self.power()?;
                if let Some((sign, last)) = quotient {
                    while self.begins_factor() {
                        self.power()?;
                    }
                    let parts = [start..sign, sign..begin, start..last, last..begin, begin..self.at];
                    let [above, below, head, divisor, factor] = parts.map(|part| self.input[part].trim());
                    let multiple = match above.strip_suffix('1') {
                        Some(signs) if signs.trim_start_matches(SIGNS).is_empty() => signs,
                        _ => above,
                    };
                    return Err(either([
                        format!("{multiple}{factor}{below}"),
                        format!("{head}({divisor}{factor})"),
                    ]));
                }
                self.linear(start, has_letters && self.has_letters)?;
                self.budget.product(&product, &factor)?
            } else {
                self.has_letters = has_letters;
                return Ok(product);
            };
            has_letters |= self.has_letters;
        }
    }

    /// Whether an implied factor stands here.
    fn begins_factor(&self) -> bool {
        !self.is_parted() && (self.next() == Some('(') || self.is_name())
    }

    fn factor(&mut self) -> Result<Surd, Error> {
        let mut negative = false;
        while let Some(is_minus) = self.take_sign() {
            negative ^= is_minus;
        }
        let value = self.power()?;
        Ok(if negative { -value } else { value })
    }

    fn power(&mut self) -> Result<Surd, Error> {
        self.peek();
        let begin = self.at;
        let base = self.atom()?;
        let has_letters = self.has_letters;
        let superscript = self.superscript();
        let exponent = if let Some(exponent) = superscript {
            // there are no roots of a lower degree
            if self.next() == Some('√') && exponent >= 2 {
                let root = match exponent {
                    2 => "square root".to_owned(),
                    3 => "cube root".to_owned(),
                    _ => format!("root of degree {exponent}"),
                };
                let power = &self.input[begin..self.at];
                return Err(either([format!("{power}*{}", self.rest()), format!("a {root}")]));
            }
            Surd::from(exponent)
        } else if self.take(&["**", "^"]) {
            let is_minus = self.take_sign() == Some(true);
            let exponent = if self.peek() == Some('(') { self.atom()? } else { self.number()? };
            if is_minus { -exponent } else { exponent }
        } else {
            return Ok(base);
        };
        self.linear(begin, has_letters || self.has_letters)?;
        self.raised(&base, &exponent, begin)
    }

    /// An exponent above the line, such as that of 2⁻¹, if one is there.
    fn superscript(&mut self) -> Option<i64> {
        let is_minus = self.next() == Some('⁻');
        let signs = self.rest().chars().skip(usize::from(is_minus));
        let mut exponent: Option<i64> = None;
        let mut length = if is_minus { '⁻'.len_utf8() } else { 0 };
        for sign in signs {
            let Some(digit) = SUPERSCRIPTS.chars().position(|other| other == sign) else { break };
            // what is too large for a power is refused there
            exponent = Some(exponent.unwrap_or(0).saturating_mul(10).saturating_add(digit as i64));
            length += sign.len_utf8();
        }
        let exponent = exponent?;
        self.at += length;
        Some(if is_minus { -exponent } else { exponent })
    }

    /// A power of a number whose text begins at this place.
    fn raised(&mut self, base: &Surd, exponent: &Surd, begin: usize) -> Result<Surd, Error> {
        let fraction = exponent.as_rational().ok_or_else(unsupported)?;
        let degree = fraction.denom().to_u32().ok_or_else(unsupported)?;
        let near = || base.nearest_float().powf(exponent.nearest_float());
        if degree.is_even() {
            return match self.root_in_field(base)? {
                None if base.radicands().len() > 1 => Err(not_nested()),
                // there is none, as the root of one with a root is found
                None => Err(self.not_quadratic(begin, near())),
                Some(root) => self.raised(&root, &(exponent * Surd::from(2)), begin),
            };
        }
        let mut root = base.clone();
        if degree > 1 {
            let is_small = |base: &BigRational| base.numer().bits() + base.denom().bits() < 1 << 12;
            let base = base.as_rational().filter(is_small).ok_or_else(unsupported)?;
            if root.is_negative() {
                return Err(negative_root());
            }
            // at most as many steps, each a power of such a size
            self.budget.spend(u64::from(degree.min(1 << 12)) << 12)?;
            // its degree over the rational numbers is odd: 1, or it lies in no quadratic field
            let root_of = |n: &BigInt| Some(n.nth_root(degree)).filter(|root| root.pow(degree) == *n);
            let Some((n, m)) = root_of(base.numer()).zip(root_of(base.denom())) else {
                return Err(self.not_quadratic(begin, near()));
            };
            root = BigRational::new(n, m).into();
        }
        let exponent = fraction.numer().to_i32().ok_or_else(power_too_large)?;
        let bits = power_bits(&root, exponent);
        if bits > LARGEST_POWER_BITS {
            return Err(power_too_large());
        }
        if root.is_rational() {
            self.budget.spend(cost::of_rational_power(bits))?;
        } else if exponent < 0 {
            self.budget.spend(cost::of_reciprocal(&root))?;
        }
        root.power_by(exponent, |x, y| self.budget.product(x, y))
    }

    /// What was read from this place on lies in no field Q(√d).
    fn not_quadratic(&self, begin: usize, near: f64) -> Error {
        let number = quoted(self.input[begin..self.at].trim());
        let ends = [-1e-6, 1e-6].map(|part| Surd::try_from(near + near * part).ok());
        let [Some(low), Some(high)] = ends else { return unsupported() };
        match Surd::simplest_between(&low, &high) {
            Some(near) => error!(
                Parse,
                "'{number}' is in no field Q(sqrt(d)), and numbers are exact; a number near it is {near}"
            ),
            None => unsupported(), // it is rounded to 0
        }
    }

    fn atom(&mut self) -> Result<Surd, Error> {
        let (next, begin) = (self.peek(), self.at);
        if next == Some('(') {
            return self.enclosed(')');
        }
        self.has_letters = false;
        if self.take(&GOLDEN_RATIOS) {
            let argument = self.rest().strip_prefix('(').and_then(|rest| rest.split_once(')'));
            return match argument.filter(|(argument, _)| are_digits(argument)) {
                Some((n, _)) => Err(either([format!("φ*{n}"), format!("the totient of {n}")])),
                None => Ok((Surd::square_root_of(5) + 1) / 2),
            };
        }
        if let Some((name, near)) = self.other() {
            self.at += name.len();
            return Err(self.not_quadratic(begin, near));
        }
        let is_square = self.take(&ROOTS);
        if !is_square && !self.take(&CUBE_ROOTS) {
            let Some(number) = self.letter() else { return self.number() };
            (self.has_letters, self.at) = (true, begin + next.map_or(0, char::len_utf8));
            return Ok(number.clone());
        }
        self.deepen(begin)?;
        let is_tex = self.input[begin..].starts_with('\\');
        let radicand = match self.peek() {
            Some('{') => self.enclosed('}')?,
            // for TeX √23 is √2 times 3, and in brackets stands the degree
            _ if is_tex => return Err(self.unexpected()),
            Some('[') => self.enclosed(']')?,
            _ => self.atom()?,
        };
        self.depth -= 1;
        // in brackets stands the degree for others, but in Mathematica
        let root = &self.input[begin..self.at];
        if matches!(self.next(), Some('(' | '{')) && root.ends_with(']') && !root.starts_with("Sqrt") {
            return Err(either([format!("{root}*{}", self.rest()), format!("{root} as another root")]));
        }
        self.linear(begin, self.has_letters)?;
        if is_square { self.root(&radicand) } else { self.raised(&radicand, &(Surd::one() / 3), begin) }
    }

    /// Goes into a root or into parentheses that begin at this place.
    fn deepen(&mut self, begin: usize) -> Result<(), Error> {
        self.depth += 1;
        if self.depth > DEEPEST_NESTING {
            let column = self.column(begin);
            let problem = error!(
                TooLarge,
                "more than {DEEPEST_NESTING} parentheses or roots inside one another at column {column}; write the number with fewer"
            );
            return Err(problem.marked(Mark::new(self.input, column)));
        }
        Ok(())
    }

    /// What stands in brackets.
    fn enclosed(&mut self, end: char) -> Result<Surd, Error> {
        self.deepen(self.at)?;
        self.at += 1; // each bracket is one byte
        let value = self.expression()?;
        if self.peek() != Some(end) {
            return Err(self.unexpected());
        }
        self.at += 1;
        self.depth -= 1;
        Ok(value)
    }

    /// The root of a number.
    fn root(&mut self, x: &Surd) -> Result<Surd, Error> {
        self.root_in_field(x)?.ok_or_else(not_nested)
    }

    /// The root of a number; `None` if that of an irrational number is not found as a sum of roots.
    fn root_in_field(&mut self, x: &Surd) -> Result<Option<Surd>, Error> {
        self.budget.spend(cost::of_sign(x))?;
        if x.is_negative() {
            return Err(negative_root());
        }
        if !x.is_rational() {
            if x.bits() > LARGEST_NESTED_BITS {
                return Err(error!(
                    TooLarge,
                    "the irrational number under the root is too large; at most {LARGEST_NESTED_BITS} binary digits are read"
                ));
            }
            self.budget.spend(cost::of_nested_root(x))?;
        }
        let root = x.charged_sqrt(&mut |work| self.budget.spend(work))?;
        if root.is_none() && x.is_rational() {
            // as an integer and with its square part taken out, it does not fit 64 bits
            return Err(error!(
                TooLarge,
                "the number under the root is too large; at most {} is read",
                u64::MAX
            ));
        }
        Ok(root)
    }

    fn number(&mut self) -> Result<Surd, Error> {
        self.has_letters = false;
        self.peek();
        let begin = self.at;
        let mut digits = self.digits();
        let whole_digits = digits.len();
        if let Some((sign, fraction)) = self.next().and_then(|sign| Some((sign, fraction_of(sign)?))) {
            self.at += sign.len_utf8();
            let whole = if digits.is_empty() { Surd::zero() } else { self.decimal(&digits, 0)? };
            return Ok(whole + Surd::from(fraction));
        }
        if self.rest().starts_with('.') {
            self.at += 1;
            digits += &self.digits();
            if digits.is_empty() {
                return Err(self.unexpected());
            }
            let repeated = self.rest().strip_prefix('(').and_then(|rest| rest.split_once(')'));
            if let Some((repeated, _)) = repeated.filter(|(text, _)| are_digits(text)) {
                let number = &self.input[begin..self.at];
                return Err(either([
                    format!("{number}*{repeated}"),
                    format!("{number}{repeated}{repeated}…"),
                ]));
            }
        }
        if digits.is_empty() {
            return Err(self.unexpected());
        }
        let decimals = (digits.len() - whole_digits) as i64; // at most 100,000
        let mut power = -decimals;
        let behind = self.rest().strip_prefix(['e', 'E']);
        let exponent = behind.map(|text| text.strip_prefix(SIGNS).unwrap_or(text));
        if exponent.is_some_and(|exponent| exponent.starts_with(|c: char| c.is_ascii_digit())) {
            self.at += 1;
            let is_minus = self.take_sign() == Some(true);
            let size: u32 = self.digits().parse().map_err(|_| power_too_large())?;
            if u64::from(size) * 4 > LARGEST_POWER_BITS {
                return Err(power_too_large());
            }
            power += if is_minus { -i64::from(size) } else { size.into() };
        }
        self.decimal(&digits, power)
    }

    /// Digits times a power of ten, whose exponent is at most 600,000 in absolute value.
    fn decimal(&mut self, digits: &str, power: i64) -> Result<Surd, Error> {
        let size = power.unsigned_abs() as u32;
        let bits = u64::from(size) * 17 / 5; // 10^n has fewer than 3.4·n
        let divisor_bits = if power < 0 { bits } else { 0 };
        self.budget.spend(cost::of_rational_power(bits) + cost::of_decimal(digits.len(), divisor_bits))?;
        // ASCII digits, at least one: always a number
        let mantissa = BigInt::parse_bytes(digits.as_bytes(), 10).unwrap_or_default();
        if power < 0 {
            let ratio = over_power_of_ten(mantissa, size);
            let (n, m) = ratio.into_raw();
            return Ok(Surd::canonical(RootSum::integer(n), m));
        }
        self.budget.product(&mantissa.into(), &BigInt::from(10).pow(size).into())
    }

    /// Digits, perhaps with a low line between two of them.
    fn digits(&mut self) -> String {
        let text = self.rest().as_bytes();
        let is_digit = |at: usize| text.get(at).is_some_and(u8::is_ascii_digit);
        let joins = |at: usize| text[at] == b'_' && at > 0 && is_digit(at - 1) && is_digit(at + 1);
        let length = (0..text.len()).take_while(|&at| is_digit(at) || joins(at)).count();
        let digits = self.rest()[..length].replace('_', "");
        self.at += length;
        digits
    }

    /// A number whose decimals follow, with less than a unit of the last place between them, or
    /// nothing.
    fn with_decimals(&mut self, value: Surd, are_exact: bool) -> Result<Surd, Error> {
        self.peek();
        let is_minus = self.take_sign() == Some(true);
        self.peek();
        let begin = self.at;
        let decimal = self.number()?;
        let text = &self.input[begin..self.at];
        // digits and a point alone
        self.at -= text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len();
        if self.peek().is_some() {
            return Err(self.unexpected());
        }
        let places = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let decimal = if is_minus { -decimal } else { decimal };
        self.budget.spend(cost::of_sum(&value, &decimal))?;
        let difference = (&value - decimal).abs();
        let power = Surd::from(BigInt::from(10).pow(places as u32)); // at most 100,000
        let units = self.budget.product(&difference, &power)?;
        self.budget.spend(cost::of_product(&units, &units))?;
        if if are_exact { units.is_zero() } else { units < Surd::one() } {
            return Ok(value);
        }
        if are_exact {
            let text = "'=' means that both sides are equal, and they are not; write ≈ before decimals";
            return Err(error!(Parse, "{text}"));
        }
        let is_short = difference.bits() <= LARGEST_NESTED_BITS;
        let shown = if is_short { quoted(&difference.to_decimal(places)) } else { brief(&difference) };
        Err(error!(Parse, "the decimals after the number differ from it by {shown}; write the number alone"))
    }

    /// The readings of a text whose rest may be a part of the number before it, or another number,
    /// if all of these can be read.
    fn readings(&mut self) -> Option<Error> {
        let (before, rest) = (self.input[..self.at].trim(), self.rest().trim_end());
        if !self.is_parted() {
            let parts = rest.strip_prefix(',')?.split(',');
            return comma(&[before].into_iter().chain(parts).collect::<Vec<_>>(), self.budget);
        }
        let (one, other) = (joined(before, rest), rest.trim_start_matches('+'));
        let mut is_read = |text: &str| {
            let mut reader = Reader::new(text, self.letters, self.budget);
            reader.expression().is_ok() && reader.peek().is_none()
        };
        (is_read(&one) && is_read(other)).then(|| two_readings(&one, &[before, other]))
    }
}

/// A text with two readings, each as it would be written.
fn either(readings: [String; 2]) -> Error {
    let [one, other] = readings.map(|text| quoted(&text));
    error!(Ambiguous, "it is ambiguous: {one}, or {other}")
}

/// One number, or several.
pub(super) fn two_readings(one: &str, several: &[&str]) -> Error {
    let count = if several.len() == 2 { "two" } else { "several" };
    let (one, several) = (quoted(one), quoted(&several.join(" and ")));
    error!(Ambiguous, "it is ambiguous: {one} as one number, or {several} as {count}")
}

/// A fraction that is one character.
fn fraction_of(sign: char) -> Option<BigRational> {
    FRACTIONS.split(' ').find_map(|fraction| fraction.strip_prefix(sign))?.parse().ok()
}

pub(crate) fn are_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit())
}

/// What a number and what follows it after white space are as one number.
fn joined(before: &str, rest: &str) -> String {
    let head = before.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '_'));
    let whole = &before[head.len()..];
    let is_fraction = rest.split_once('/').is_some_and(|(n, m)| are_digits(n) && are_digits(m));
    let goes_on = |c: char| c.is_ascii_digit() || c == '.' || SIGNS.contains(&c) || fraction_of(c).is_some();
    if is_fraction && are_digits(whole) {
        // a mixed number
        return if head.is_empty() { format!("{whole}+{rest}") } else { format!("{head}({whole}+{rest})") };
    }
    let product = if rest.starts_with(goes_on) { "" } else { "*" };
    format!("{before}{product}{rest}")
}

/// Refuses numbers from which hostile input could build ever larger ones.
fn bounded(number: Surd) -> Result<Surd, Error> {
    if number.bits() > LARGEST_BITS {
        return Err(error!(
            TooLarge,
            "the number is too large; at most {LARGEST_BITS} binary digits are read"
        ));
    }
    // whoever gets it asks for its sign
    if cost::of_sign(&number) > MOST_WORK {
        return Err(error!(
            TooLarge,
            "the number is too large for one with several roots; write it with fewer digits"
        ));
    }
    Ok(number)
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
    // n^e has ⌊e·log₂ n⌋ + 1 bits, and a float gives log₂ of a power of 2 exactly; beyond the
    // floats it is infinite, and the other bound is near enough
    let logarithm = largest.to_f64().unwrap_or(f64::INFINITY).log2();
    by_digits.min(((f64::from(exponent) * logarithm).floor() as u64).saturating_add(1))
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

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
            ("1/2*sqrt2", "sqrt(2)/2"),
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
            ("golden", "(1+sqrt(5))/2"),
            ("½", "1/2"),
            ("2½", "5/2"),
            ("5-2½", "5/2"),
            ("√2½", "sqrt(10)/2"),
            ("√½", "sqrt(2)/2"),
            ("1/½", "2"),
            ("⅔²", "4/9"),
            ("2⁻¹+√2", "(1+2*sqrt(2))/2"),
            ("2⁻¹√2", "sqrt(2)/2"),
            ("2¹√2", "2*sqrt(2)"),
            ("2^½√2", "2"),
            ("5—√2", "5-sqrt(2)"),
            ("5－√2", "5-sqrt(2)"),
            ("2¹⁰", "1024"),
            ("2²³", "8388608"),
            ("2^3(1+√5)", "8+8*sqrt(5)"),
            ("3/2 = 1.5", "3/2"),
            ("2½√2", "5*sqrt(2)/2"),
            ("2^½", "sqrt(2)"),
            ("2^0.5", "sqrt(2)"),
            ("2**.5", "sqrt(2)"),
            ("8^(1/2)", "2*sqrt(2)"),
            ("2^-1½", "sqrt(2)/4"),
            ("(3+2√2)^½", "1+sqrt(2)"),
            ("16^(1/4)", "2"),
            ("8^(2/3)", "4"),
            ("∛(27/8)", "3/2"),
            ("-2²", "-4"),
            ("2**3", "8"),
            (r"5+2\sqrt{2}", "5+2*sqrt(2)"),
            ("Sqrt[2](1+Sqrt[2])", "2+sqrt(2)"),
            ("φ(√5-1)", "2"),
            ("1/2*√2", "sqrt(2)/2"),
            ("3/4*2√2", "3*sqrt(2)/2"),
            ("5–√2", "5-sqrt(2)"),
            ("1_000", "1000"),
            ("(2 -3)", "-1"),
            ("5+2√2 ≈ 7.83", "5+2*sqrt(2)"),
            ("5+2√2≈7.82842712", "5+2*sqrt(2)"),
            ("5+2√2 about 8", "5+2*sqrt(2)"),
            ("-√2 ≈ -1.4142", "-sqrt(2)"),
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
        assert_eq!(
            message("(1+2"),
            format!("cannot read '(1+2': it ends where a number should follow; {examples}")
        );
        assert_eq!(message("1/0"), "cannot read '1/0': division by zero");
        assert_eq!(message("0^-1"), "cannot read '0^-1': division by zero");
        assert_eq!(
            message("√2*√18446744073709551557"),
            "cannot read '√2*√18446744073709551557': √36893488147419103114 would be needed, and numbers under a \
             root have at most 64 binary digits"
        );
        assert_eq!(
            message("√(-2)"),
            "cannot read '√(-2)': the root of a negative number is not real; write the root of a number of at least 0"
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
    fn what_others_read_in_another_way_is_refused_with_both_readings() {
        for (input, readings) in [
            ("7,5", "7.5 as one number, or 7 and 5 as two"),
            ("1,000", "1000 as one number, or 1 and 000 as two"),
            ("1,000,000", "1000000 as one number, or 1 and 000 and 000 as several"),
            ("5,2√2", "5.2√2 as one number, or 5 and 2√2 as two"),
            ("2 1/2", "2+1/2 as one number, or 2 and 1/2 as two"),
            ("3*2 1/2", "3*(2+1/2) as one number, or 3*2 and 1/2 as two"),
            ("1 000", "1000 as one number, or 1 and 000 as two"),
            ("1 √2", "1*√2 as one number, or 1 and √2 as two"),
            ("1 φ", "1*φ as one number, or 1 and φ as two"),
            ("1 + 2 sqrt 15", "1 + 2*sqrt 15 as one number, or 1 + 2 and sqrt 15 as two"),
            ("2 +3", "2+3 as one number, or 2 and 3 as two"),
            ("2 -√3", "2-√3 as one number, or 2 and -√3 as two"),
            ("2.(3)", "2.*3, or 2.33…"),
            ("0.1(6)", "0.1*6, or 0.166…"),
            ("1/2√2", "√2/2, or 1/(2√2)"),
            ("5+29/92sqrt2-1", "29sqrt2/92, or 29/(92sqrt2)"),
            ("( 6 / 2(1+2) )", "6(1+2)/ 2, or 6 /(2(1+2))"),
            ("1/2√2 ≈ 0.7", "√2/2, or 1/(2√2)"),
            ("8/2(2)√2", "8(2)√2/2, or 8/(2(2)√2)"),
            ("-1/3÷2φ", "-φ/3÷2, or -1/3÷(2φ)"),
            ("φ(10)", "φ*10, or the totient of 10"),
            ("√[3](8)", "√[3]*(8), or √[3] as another root"),
            ("2³√2", "2³*√2, or a cube root"),
            ("2⁴√2", "2⁴*√2, or a root of degree 4"),
            ("2²√2", "2²*√2, or a square root"),
            ("2 ½", "2½ as one number, or 2 and ½ as two"),
            ("1.2 1/2", "1.21/2 as one number, or 1.2 and 1/2 as two"),
            ("-1,000", "-1000 as one number, or -1 and 000 as two"),
        ] {
            assert_eq!(message(input), format!("cannot read '{input}': it is ambiguous: {readings}"));
        }
        for input in ["3.5½", "½½", "2½3", "1__0", "1_", "_1", "2^^2", "7, 5", "5,7.5", "2 x", "1 2 3"] {
            assert!(message(input).contains("unexpected"), "{}", message(input));
        }
    }

    #[test]
    fn numbers_of_no_quadratic_field_lead_to_a_fraction_that_is_near() {
        for (input, number, near) in [
            ("π", "π", "355/113"),
            ("2pi", "pi", "355/113"),
            ("1+(e-2)/3", "e", "1264/465"),
            ("2e", "e", "1264/465"),
            ("cbrt(2)", "cbrt(2)", "635/504"),
            ("3+2^(1/3)", "2^(1/3)", "635/504"),
        ] {
            let says = format!(
                "'{number}' is in no field Q(sqrt(d)), and numbers are exact; a number near it is {near}"
            );
            assert_eq!(message(input), format!("cannot read '{input}': {says}"));
        }
        assert!(message("(1+√2)^(1/3)").contains("this exponent is not supported"));
        assert!(message("2^√2").contains("unexpected"));
        assert!(message("2^(√2)").contains("this exponent is not supported"));
        assert!(message("2^(1/4)").ends_with("a number near it is 1697/1427"));
        assert!(message("√√2").contains("the root of this irrational number is not"));
    }

    #[test]
    fn decimals_behind_a_number_agree_with_it() {
        for (input, difference) in
            [("3≈4", "1"), ("5+2√2 ≈ 7.84", "0.01"), ("5/2 ≈ 2.4", "0.1"), ("√2 ≈ -1.4", "2.8")]
        {
            let says = format!(
                "the decimals after the number differ from it by {difference}; write the number alone"
            );
            assert_eq!(message(input), format!("cannot read '{input}': {says}"));
        }
        assert!(message("1/3=0.3").contains("'=' means that both sides are equal, and they are not"));
        assert!(message("3 = 3 = 3").contains("unexpected '=' at column 7"));
        assert!(message("≈ 3").contains("unexpected '≈' at column 1"));
        assert!(message("3 ≈").contains("it ends where a number should follow"));
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
    fn words_of_a_list_may_have_commas_where_nobody_reads_them_as_one_number() {
        let read = |word: &str| read_words(&[word.to_owned()]).map(|numbers| numbers.iter().join(" "));
        for (word, numbers) in [
            ("1,2,3", "1 2 3"),
            ("5,7.5", "5 15/2"),
            ("√2,5", "sqrt(2) 5"),
            ("2,√2,1,500,7", "2 sqrt(2) 1 500 7"),
            ("5,√2", "5 sqrt(2)"),
            ("1,-5", "1 -5"),
            ("2.500,√2", "5/2 sqrt(2)"),
        ] {
            assert_eq!(read(word).as_deref(), Ok(numbers));
        }
        for (word, readings) in [
            ("1,5,7,5", "1.5 as one number, or 1 and 5 as two"),
            ("2.500,75", "2500.75 as one number, or 2.500 and 75 as two"),
            ("1,000,000", "1000000 as one number, or 1 and 000 and 000 as several"),
        ] {
            let error = read(word).unwrap_err().to_string();
            assert_eq!(error, format!("cannot read '{word}': it is ambiguous: {readings}"));
        }
    }

    #[test]
    fn a_list_has_the_limits_of_one_number() {
        let read = |text: &str| read_list(text.split(','));
        assert_eq!(read("1,1/2").unwrap(), [Surd::one(), Surd::one() / 2]);
        let refusal = |text: &str| read(text).unwrap_err().to_string();
        assert!(refusal(&["1"; 60_000].join(",")).starts_with("cannot read '1': it has 120000 bytes"));
        assert!(refusal(&["10^500000"; 3000].join(",")).contains("the calculation takes too long"));
        assert!(refusal("1,,2").starts_with("cannot read '': it is empty"));
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
        for repeated in ["10^500000+", "0*√18446744073709551557+", "(1/7^9999+√2)/"] {
            let text = repeated.repeat(90_000 / repeated.len()) + "1";
            assert!(message(&text).contains("the calculation takes too long"), "{repeated}");
        }
        let factors = |factor| [factor; 10_000].join("*");
        assert!(message(&factors("9^499999")).contains("the number is too large; at most 4000000"));
        assert!(message(&factors("3^99999")).contains("the number is too large"));
    }
}
