//! What an error message repeats of a text or number: on one line, no longer than a person reads.

use std::fmt::Display;

use itertools::Itertools;

use super::surd::Surd;

/// How much of what was typed a message repeats, in characters.
const MOST_QUOTED: usize = 60;
/// How long a path or the message of another library may be, in characters.
const MOST_ABRIDGED: usize = 200;
/// Up to which size in bits a number is written out: some 60 digits.
const MOST_BITS: u64 = 200;
/// How many numbers of a list are written.
const MOST_NUMBERS: usize = 8;

/// Something that was typed: its beginning, with control characters, line breaks and invisible
/// characters escaped.
///
/// ```text
/// "4\nx" as 4\nx, and 100 times "1" as 60 times "1" and …
/// ```
pub(crate) fn quoted(text: &str) -> String {
    let mut quote = escaped(text.chars().take(MOST_QUOTED));
    if text.chars().nth(MOST_QUOTED).is_some() {
        quote.push('…');
    }
    quote
}

/// The name of a file or the message of another library: its beginning and its end, escaped as by
/// [`quoted`]. Names of files are displayed with a replacement for bytes that are not text.
pub(crate) fn abridged(text: impl Display) -> String {
    let text = text.to_string();
    let length = text.chars().count();
    if length <= MOST_ABRIDGED {
        return escaped(text.chars());
    }
    let part = MOST_ABRIDGED / 2;
    let (start, end) = (text.chars().take(part), text.chars().skip(length - part));
    format!("{}…{}", escaped(start), escaped(end))
}

fn escaped(text: impl Iterator<Item = char>) -> String {
    let is_plain = |c| matches!(c, ' '..='~');
    text.map(|c| if is_plain(c) { c.to_string() } else { c.escape_debug().to_string() }).collect()
}

/// An exact number for people in full, or only its size if it is long.
pub(crate) fn brief(number: &Surd) -> String {
    let bits = number.bits();
    if bits <= MOST_BITS { format!("{number:#}") } else { format!("(a number of {bits} binary digits)") }
}

/// A list of numbers, of which the first are written.
pub(crate) fn brief_list(numbers: &[Surd]) -> String {
    let list = numbers.iter().take(MOST_NUMBERS).map(brief).join(", ");
    match numbers.len().saturating_sub(MOST_NUMBERS) {
        0 => list,
        more => format!("{list}, … ({more} more)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_is_quoted_on_one_short_line() {
        assert_eq!(quoted("5+2√2 'a' \"b\""), "5+2√2 'a' \"b\"");
        assert_eq!(quoted("4\nx\t\u{1b}[31m\u{202e}\u{7f}\r"), r"4\nx\t\u{1b}[31m\u{202e}\u{7f}\r");
        assert_eq!(quoted(&"1".repeat(60)), "1".repeat(60));
        assert_eq!(quoted(&"√".repeat(61)), format!("{}…", "√".repeat(60)));
    }

    #[test]
    fn long_names_keep_both_ends() {
        assert_eq!(abridged("a/b\n.json"), r"a/b\n.json");
        let long = abridged(format!("/start{}end.json", "x".repeat(5000)));
        assert!(long.starts_with("/startxxx") && long.ends_with("xend.json"), "{long}");
        assert_eq!(long.chars().count(), 201);
    }

    #[test]
    fn long_numbers_are_named_by_their_size() {
        let number = |text: &str| text.parse::<Surd>().unwrap();
        assert_eq!(brief(&number("-5/2")), "-5/2");
        assert_eq!(brief(&number("2^200")), "(a number of 201 binary digits)");
        let list: Vec<Surd> = (1..=10).map(Surd::from).collect();
        assert_eq!(brief_list(&list), "1, 2, 3, 4, 5, 6, 7, 8, … (2 more)");
    }
}
