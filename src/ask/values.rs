//! Reading values: what the text of a key stands for, and why it is refused.
//!
//! The command line gives its options and positional arguments to the same readers.

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use num_bigint::BigUint;
use num_rational::BigRational;
use thiserror::Error;

use crate::games::coins::Modulus;
use crate::games::squares::{Digit, Lengths};
use crate::number::{
    ParseProblem, ParseSurdError, Surd, are_digits, brief, join_words, quoted, read_list, read_words,
};

/// The lengths of the pieces, unless a question says otherwise.
pub(crate) const DEFAULT_LENGTHS: &str = "1,sqrt2";
/// The number of decimals, unless a question says otherwise.
pub(crate) const DEFAULT_DIGITS: &str = "8";

/// The most decimals that are written, and the most digits of a pile whose moves are listed.
const MOST_DIGITS: usize = 10_000;
/// The most binary digits of the parts of a length: far more than the sweep can use.
const MOST_LENGTH_BITS: u64 = 1 << 14;
/// The most segments, or heaps, of a position.
const MOST_PARTS: usize = 1000;
/// The most rows of a table.
const MOST_ROWS: u64 = 1_000_000;

/// The value of a key is missing, cannot be read, or is out of range.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{key}: {reason}")]
#[non_exhaustive]
pub struct ValueError {
    /// The key of the question.
    pub key: Cow<'static, str>,
    /// What is wrong, and what would be right.
    pub reason: String,
    /// Where a number cannot be read, if that is what is wrong.
    pub mark: Option<Mark>,
}

/// The place at which the text of a number cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The text on one line, without what is far from the place.
    pub text: String,
    /// The place in that text, counted in characters from 1; it may be right behind the text.
    pub column: usize,
}

impl ValueError {
    pub(crate) fn new(key: impl Into<Cow<'static, str>>, reason: impl Display) -> Self {
        Self { key: key.into(), reason: reason.to_string(), mark: None }
    }

    /// A key that the command needs is not there.
    pub(super) fn missing(key: &'static str, command: &str) -> Self {
        Self::new(key, format!("the key is missing; '{command}' needs it"))
    }

    /// Two keys are given that exclude each other.
    pub(super) fn conflict(key: &'static str, other: &str) -> Self {
        Self::new(key, format!("the key '{other}' is given, too; give only one of them"))
    }

    /// Adds the place at which a text cannot be read.
    fn at(self, mark: Option<Mark>) -> Self {
        Self { mark, ..self }
    }
}

impl Mark {
    /// `None` if the problem has no place, or the text goes on after the end that it reports.
    fn of(text: &str, problem: &ParseProblem) -> Option<Self> {
        /// How much of the text is shown on each side of the place.
        const AROUND: usize = 39;
        let column = match problem {
            ParseProblem::Unexpected { column, .. } | ParseProblem::TooDeep { column } => *column,
            ParseProblem::UnexpectedEnd => text.chars().count() + 1,
            _ => return None,
        };
        // columns count from 1, so that this is the number of characters before the place
        let before = column.checked_sub(1)?;
        let hidden = before.saturating_sub(AROUND);
        // one column for each character, as the place is counted
        let plain = text
            .chars()
            .map(|c| if c.is_alphanumeric() || c.is_ascii_graphic() || c == '√' { c } else { ' ' });
        let near = plain.skip(hidden).take(before - hidden + 1 + AROUND);
        let dots = if hidden > 0 { "…" } else { "" };
        Some(Self {
            text: dots.chars().chain(near).collect(),
            column: column - hidden + dots.chars().count(),
        })
    }
}

/// A value of a type that says itself why a text is none.
pub(super) fn parsed<T: FromStr<Err: Display>>(key: &'static str, text: &str) -> Result<T, ValueError> {
    text.parse().map_err(|error| ValueError::new(key, error))
}

/// Reads a number p + q√d.
pub(crate) fn number(key: &'static str, text: &str) -> Result<Surd, ValueError> {
    Surd::from_str(text).map_err(|error| {
        let mark = Mark::of(text, &error.problem);
        ValueError::new(key, error).at(mark)
    })
}

/// A fraction above 0, up to a number.
pub(crate) fn positive(key: &'static str, text: &str, most: u64) -> Result<BigRational, ValueError> {
    let number = number(key, text)?;
    let is_in_range = number.is_positive() && number <= Surd::from(most);
    let rational = number.as_rational().filter(|_| is_in_range).cloned();
    rational.ok_or_else(|| ValueError::new(key, format!("give a number above 0, up to {most}")))
}

/// Reads a whole number of at least 0, of any size: `100`, `10^18`, `1e18`, `3*2^100-1`.
pub(crate) fn whole(key: &'static str, text: &str) -> Result<BigUint, ValueError> {
    whole_or(key, text, "give a whole number such as 100, 10^18 or 2^64-1")
}

/// Reads a whole number of at least 0; a text that is none is refused with this advice.
fn whole_or(key: &'static str, text: &str, advice: &str) -> Result<BigUint, ValueError> {
    let refusal = |what: &str| ValueError::new(key, format!("{what}; {advice}"));
    let number = Surd::from_str(text).map_err(|error| match error.problem {
        ParseProblem::TooLong { .. }
        | ParseProblem::PowerTooLarge
        | ParseProblem::NumberTooLarge
        | ParseProblem::TwoReadings { .. }
        | ParseProblem::TooMuchWork => ValueError::new(key, error),
        problem => refusal(&format!("cannot read '{}'", error.input)).at(Mark::of(text, &problem)),
    })?;
    if number.is_negative() {
        return Err(refusal(&format!("'{}' is negative", quoted(text.trim()))));
    }
    let integer = number.as_rational().filter(|number| number.is_integer());
    // not negative, so no sign is lost
    integer
        .map(|number| number.numer().magnitude().clone())
        .ok_or_else(|| refusal(&format!("'{}' is not a whole number", quoted(text.trim()))))
}

/// Reads a whole number in a range, which `what` names: `a number of rows`.
pub(crate) fn whole_in<N: TryFrom<BigUint> + PartialOrd + Display>(
    range: RangeInclusive<N>,
    what: &str,
    key: &'static str,
    text: &str,
) -> Result<N, ValueError> {
    let advice = format!("give {what} from {} to {}", range.start(), range.end());
    let number = N::try_from(whole_or(key, text, &advice)?).ok().filter(|number| range.contains(number));
    number.ok_or_else(|| ValueError::new(key, format!("'{}' is out of range; {advice}", quoted(text.trim()))))
}

/// Reads a whole number that fits 64 bits.
pub(crate) fn machine_word(key: &'static str, text: &str) -> Result<u64, ValueError> {
    whole_in(0..=u64::MAX, "a whole number", key, text)
}

/// Reads the size of a pile or heap of up to 10,000 digits.
pub(crate) fn listed_whole(key: &'static str, text: &str) -> Result<BigUint, ValueError> {
    let number = whole(key, text)?;
    // 10^d has more than 3.3·d bits
    if number.bits() > MOST_DIGITS as u64 * 10 / 3 {
        let reason = format!("the number has more than {MOST_DIGITS} digits; give a smaller one");
        return Err(ValueError::new(key, reason));
    }
    Ok(number)
}

/// Reads the last row of a table.
pub(crate) fn last_row(key: &'static str, text: &str) -> Result<u64, ValueError> {
    whole_in(0..=MOST_ROWS, "a number of rows", key, text)
}

/// The largest heap of an octal game up to which all values are computed: these take 400 MB.
pub(super) const MOST_HEAP: usize = 100_000_000;

/// Reads the size of a heap of an octal game up to which all values are computed.
pub(crate) fn heap(key: &'static str, text: &str) -> Result<usize, ValueError> {
    whole_in(0..=MOST_HEAP, "a heap", key, text)
}

/// Reads how many rows are asked for.
pub(crate) fn count(key: &'static str, text: &str) -> Result<usize, ValueError> {
    whole_in(1..=MOST_ROWS as usize, "a number of rows", key, text)
}

/// Reads a modulus.
pub(crate) fn modulus(key: &'static str, text: &str) -> Result<Modulus, ValueError> {
    let reason = "the modulus is 0; give a whole number of at least 1";
    Modulus::new(whole(key, text)?).map_err(|_| ValueError::new(key, reason))
}

/// Reads the length of a segment: a number of at least 0.
pub(crate) fn segment(key: &'static str, text: &str) -> Result<Surd, ValueError> {
    checked(key, number(key, text)?)
}

/// A number as the length of a segment.
fn checked(key: &'static str, length: Surd) -> Result<Surd, ValueError> {
    if length.bits() > MOST_LENGTH_BITS {
        let reason =
            format!("the length has more than {MOST_LENGTH_BITS} binary digits; give one of fewer digits");
        return Err(ValueError::new(key, reason));
    }
    if length.is_negative() {
        let reason =
            format!("the length {} is negative; a segment has a length of at least 0", brief(&length));
        return Err(ValueError::new(key, reason));
    }
    Ok(length)
}

/// Reads the two ends of a range.
pub(crate) fn range(key: &'static str, texts: &[String]) -> Result<[Surd; 2], ValueError> {
    let [from, to] = texts else {
        return Err(ValueError::new(key, "a range has two ends; give a list such as [\"2\", \"10\"]"));
    };
    Ok([segment(key, from)?, segment(key, to)?])
}

/// Reads the lengths of some segments, at least one, from words as they are typed: with spaces, a
/// plus between spaces, or commas between them.
pub(crate) fn segments(key: &'static str, words: &[String]) -> Result<Vec<Surd>, ValueError> {
    let words = join_words(words.iter().map(String::as_str), true);
    let words = words.map_err(|error| ValueError::new(key, error))?;
    some_parts(key, words.iter().map(|word| 1 + word.matches(',').count()).sum(), "segment")?;
    let lengths = read_words(&words).map_err(|error| of_list(key, error))?;
    lengths.into_iter().map(|length| checked(key, length)).collect()
}

/// Reads some heaps, at least one, from words as they are typed: with spaces, or a plus between
/// spaces, between them.
pub(crate) fn heaps<N>(
    key: &'static str,
    words: &[String],
    read: fn(&'static str, &str) -> Result<N, ValueError>,
) -> Result<Vec<N>, ValueError> {
    let refused = |reason: String| Err(ValueError::new(key, reason));
    let text = words.join(" ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_heap = |index: usize| words.get(index).is_some_and(|word| *word != "+");
    let mut heaps = vec![];
    for (index, word) in words.iter().enumerate() {
        match *word {
            "+" if index > 0 && is_heap(index - 1) && is_heap(index + 1) => {}
            "+" => return refused("put a plus between two heaps, as in 3 + 5".to_owned()),
            word if word.contains([',', '+']) => {
                let word = quoted(word);
                return refused(format!(
                    "'{word}' may be one heap or several; write several with spaces: 3 5 7"
                ));
            }
            word => heaps.push(read(key, word)?),
        }
    }
    some_parts(key, heaps.len(), "heap")?;
    Ok(heaps)
}

/// Refuses a position of none of these parts, or of too many.
fn some_parts(key: &'static str, count: usize, part: &str) -> Result<(), ValueError> {
    match count {
        0 => Err(ValueError::new(key, format!("there is no {part}; give at least one"))),
        1..=MOST_PARTS => Ok(()),
        _ => Err(ValueError::new(key, format!("there are {count} {part}s; give at most {MOST_PARTS}"))),
    }
}

/// Why a number of a list is refused, with the place in it.
fn of_list(key: &'static str, error: ParseSurdError) -> ValueError {
    // the beginning of one number; an escape would move the place
    let shown = Some(&error.input).filter(|text| !text.contains(['\\', '…']));
    let mark = shown.and_then(|text| Mark::of(text, &error.problem));
    ValueError::new(key, error).at(mark)
}

/// Reads the lengths of the pieces, separated by commas, and their digits, if there is a rule.
pub(crate) fn lengths(
    [key, rule_key]: [&'static str; 2],
    text: &str,
    rule: Option<&str>,
) -> Result<Lengths, ValueError> {
    // several whole numbers are a list, unless a blank may stand between thousands
    let parts = text.split(',').flat_map(|part| match part.split_whitespace().collect::<Vec<_>>() {
        words if words.len() > 1 && words.iter().all(|word| are_digits(word) && word.len() != 3) => words,
        _ => vec![part],
    });
    let parts: Vec<&str> = parts.collect();
    if parts.len() > 1 && parts.iter().any(|part| part.trim().is_empty()) {
        let reason =
            format!("a number is missing next to a comma in '{}'; write, for example, 1,sqrt2", quoted(text));
        return Err(ValueError::new(key, reason));
    }
    let typed = read_list(parts.into_iter()).map_err(|error| of_list(key, error))?;
    let lengths = Lengths::new(typed.iter().cloned()).map_err(|error| ValueError::new(key, error))?;
    let Some(rule) = rule else { return Ok(lengths) };
    // in the order typed, which is not that of the lengths
    let ruled = Digit::of_rule(rule).and_then(|digits| Lengths::with_rule(typed, &digits));
    ruled.map_err(|error| ValueError::new(rule_key, error))
}

/// Reads how many decimals are written.
pub(crate) fn digits(key: &'static str, text: &str) -> Result<usize, ValueError> {
    whole_in(0..=MOST_DIGITS, "a number of decimals", key, text)
}
