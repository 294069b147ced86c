//! Reading values: what the text of a key stands for, and why it is refused.
//!
//! The command line gives its options and positional arguments to the same readers.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::Zero;

use crate::error::{Error, ErrorKind};
use crate::games::coins::Modulus;
use crate::games::squares::{Digit, Lengths, negative};
use crate::number::{Surd, are_digits, join_words, quoted, read_list, read_words};

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

/// Two keys are given that exclude each other.
pub(super) fn conflict(key: &'static str, other: &str) -> Error {
    Error::of_key(key, format!("the key '{other}' is given, too; give only one of them"))
}

/// A value of a type that says itself why a text is none.
pub(super) fn parsed<T: FromStr<Err = Error>>(key: &'static str, text: &str) -> Result<T, Error> {
    text.parse().map_err(|error: Error| error.at(key))
}

/// Reads a number p + q√d.
pub(crate) fn number(key: &'static str, text: &str) -> Result<Surd, Error> {
    parsed(key, text)
}

/// A fraction above 0, up to a number.
pub(crate) fn positive(key: &'static str, text: &str, most: u64) -> Result<BigRational, Error> {
    let number = number(key, text)?;
    let is_in_range = number.is_positive() && number <= Surd::from(most);
    let rational = number.as_rational().filter(|_| is_in_range);
    rational.ok_or_else(|| Error::of_key(key, format!("give a number above 0, up to {most}")))
}

/// Reads a whole number of at least 0, of any size: `100`, `10^18`, `1e18`, `3*2^100-1`.
pub(crate) fn whole(key: &'static str, text: &str) -> Result<BigUint, Error> {
    whole_or(key, text, "give a whole number such as 100, 10^18 or 2^64-1")
}

/// Reads a whole number of at least 0; a text that is none is refused with this advice.
fn whole_or(key: &'static str, text: &str, advice: &str) -> Result<BigUint, Error> {
    let refusal = |what: &str| Error::of_key(key, format!("{what}; {advice}"));
    let number = number(key, text).map_err(|error| match error.kind() {
        ErrorKind::TooLarge | ErrorKind::Ambiguous => error,
        _ => error.saying(format_args!("cannot read '{}'; {advice}", quoted(text))),
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
) -> Result<N, Error> {
    let advice = format!("give {what} from {} to {}", range.start(), range.end());
    let number = N::try_from(whole_or(key, text, &advice)?).ok().filter(|number| range.contains(number));
    number.ok_or_else(|| Error::of_key(key, format!("'{}' is out of range; {advice}", quoted(text.trim()))))
}

/// Reads a whole number that fits 64 bits.
pub(crate) fn machine_word(key: &'static str, text: &str) -> Result<u64, Error> {
    whole_in(0..=u64::MAX, "a whole number", key, text)
}

/// Reads the size of a pile or heap of up to 10,000 digits.
pub(crate) fn listed_whole(key: &'static str, text: &str) -> Result<BigUint, Error> {
    let number = whole(key, text)?;
    // 10^d has more than 3.3·d bits
    if number.bits() > MOST_DIGITS as u64 * 10 / 3 {
        let reason = format!("the number has more than {MOST_DIGITS} digits; give a smaller one");
        return Err(Error::of_key(key, reason));
    }
    Ok(number)
}

/// Reads the last row of a table.
pub(crate) fn last_row(key: &'static str, text: &str) -> Result<u64, Error> {
    whole_in(0..=MOST_ROWS, "a number of rows", key, text)
}

/// The largest heap of an octal game up to which all values are computed: these take 400 MB.
pub(super) const MOST_HEAP: usize = 100_000_000;

/// Reads the size of a heap of an octal game up to which all values are computed.
pub(crate) fn heap(key: &'static str, text: &str) -> Result<usize, Error> {
    whole_in(0..=MOST_HEAP, "a heap", key, text)
}

/// Reads how many rows are asked for.
pub(crate) fn count(key: &'static str, text: &str) -> Result<usize, Error> {
    whole_in(1..=MOST_ROWS as usize, "a number of rows", key, text)
}

/// Reads a modulus.
pub(crate) fn modulus(key: &'static str, text: &str) -> Result<Modulus, Error> {
    let reason = "the modulus is 0; give a whole number of at least 1";
    Modulus::new(whole(key, text)?).map_err(|_| Error::of_key(key, reason))
}

/// Reads the length of a segment: a number of at least 0.
pub(crate) fn segment(key: &'static str, text: &str) -> Result<Surd, Error> {
    checked(key, number(key, text)?)
}

/// A length of which shares are asked for.
pub(super) fn segment_with_shares(key: &'static str, text: &str) -> Result<Surd, Error> {
    let length = segment(key, text)?;
    if length.is_zero() {
        return Err(Error::of_key(key, "a segment of length 0 has no shares; give a length above 0"));
    }
    Ok(length)
}

/// A number as the length of a segment.
fn checked(key: &'static str, length: Surd) -> Result<Surd, Error> {
    if length.bits() > MOST_LENGTH_BITS {
        let reason =
            format!("the length has more than {MOST_LENGTH_BITS} binary digits; give one of fewer digits");
        return Err(Error::of_key(key, reason));
    }
    if length.is_negative() {
        return Err(negative(&length).at(key));
    }
    Ok(length)
}

/// Reads the two ends of a range.
pub(crate) fn range(key: &'static str, texts: &[String]) -> Result<[Surd; 2], Error> {
    let [from, to] = texts else {
        return Err(Error::of_key(key, "a range has two ends; give a list such as [\"2\", \"10\"]"));
    };
    Ok([segment(key, from)?, segment(key, to)?])
}

/// Reads the lengths of some segments, at least one, from words as they are typed: with spaces, a
/// plus between spaces, or commas between them.
pub(crate) fn segments(key: &'static str, words: &[String]) -> Result<Vec<Surd>, Error> {
    let words = join_words(words.iter().map(String::as_str), true);
    let words = words.map_err(|error| error.at(key))?;
    some_parts(key, words.iter().map(|word| 1 + word.matches(',').count()).sum(), "segment")?;
    let lengths = read_words(&words).map_err(|error| error.at(key))?;
    lengths.into_iter().map(|length| checked(key, length)).collect()
}

/// Reads some heaps, at least one, from words as they are typed: with spaces, or a plus between
/// spaces, between them.
pub(crate) fn heaps<N>(
    key: &'static str,
    words: &[String],
    read: fn(&'static str, &str) -> Result<N, Error>,
) -> Result<Vec<N>, Error> {
    let refused = |reason: String| Err(Error::of_key(key, reason));
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
fn some_parts(key: &'static str, count: usize, part: &str) -> Result<(), Error> {
    match count {
        0 => Err(Error::of_key(key, format!("there is no {part}; give at least one"))),
        1..=MOST_PARTS => Ok(()),
        _ => Err(Error::of_key(key, format!("there are {count} {part}s; give at most {MOST_PARTS}"))),
    }
}

/// Reads the lengths of the pieces, separated by commas, and their digits, if there is a rule.
pub(crate) fn lengths(
    [key, rule_key]: [&'static str; 2],
    text: &str,
    rule: Option<&str>,
) -> Result<Lengths, Error> {
    // several whole numbers are a list, unless a blank may stand between thousands
    let parts = text.split(',').flat_map(|part| match part.split_whitespace().collect::<Vec<_>>() {
        words if words.len() > 1 && words.iter().all(|word| are_digits(word) && word.len() != 3) => words,
        _ => vec![part],
    });
    let parts: Vec<&str> = parts.collect();
    if parts.len() > 1 && parts.iter().any(|part| part.trim().is_empty()) {
        let reason =
            format!("a number is missing next to a comma in '{}'; write, for example, 1,sqrt2", quoted(text));
        return Err(Error::of_key(key, reason));
    }
    let typed = read_list(parts.into_iter()).map_err(|error| error.at(key))?;
    let lengths = Lengths::new(typed.iter().cloned()).map_err(|error| error.at(key))?;
    let Some(rule) = rule else { return Ok(lengths) };
    // in the order typed, which is not that of the lengths
    let ruled = Digit::of_rule(rule).and_then(|digits| Lengths::with_rule(typed, &digits));
    ruled.map_err(|error| error.at(rule_key))
}

/// Reads how many decimals are written.
pub(crate) fn digits(key: &'static str, text: &str) -> Result<usize, Error> {
    whole_in(0..=MOST_DIGITS, "a number of decimals", key, text)
}
