//! How the text of an answer is written: the notation of its numbers, its letters, and its width.

use std::fmt::Display;

use crate::draw::wrapped;
use crate::number::NumberStyle;

/// How a text for people is written; at first in lines of any length.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TextStyle {
    pub(crate) numbers: NumberStyle,
    /// Whether the text is the longer one.
    pub(crate) is_verbose: bool,
    /// Whether √ and ≈ are written as letters.
    pub(crate) in_letters: bool,
    /// How many columns a line has, unless a word is longer.
    pub(crate) columns: Option<usize>,
    /// How many columns a table may have: those that do not fit are left out.
    pub(crate) table_columns: Option<usize>,
    /// Whether a key is named as an option of the program.
    pub(crate) names_options: bool,
}

impl TextStyle {
    /// A key with a value, as who reads the text gives it.
    pub(crate) fn key(&self, key: &str, value: impl Display) -> String {
        if self.names_options { format!("--{key} {value}") } else { format!("{key}={value}") }
    }

    /// A text in lines that fit, in the letters of this style.
    pub(crate) fn fitted(&self, text: String) -> String {
        // what belongs together
        const UNBROKEN: [(&str, &str); 3] =
            [("≈ ", "≈\u{a0}"), (" = ", "\u{a0}=\u{a0}"), ("--upto ", "--upto\u{a0}")];
        let Some(columns) = self.columns else { return self.spelled(&text).replace(NO_BREAK, " ") };
        let text =
            UNBROKEN.iter().fold(text, |text, (with_blank, unbroken)| text.replace(with_blank, unbroken));
        let text = match text.split_once(')') {
            Some((name, rest)) if name.starts_with("f(") => unbroken(name) + ")" + rest,
            _ => text,
        };
        // what is too long for a line breaks behind its sign
        let fits = |word: &&str| word.trim_end().chars().count() <= columns;
        let words = text.split_inclusive([' ', '\n']);
        let text: String = words
            .map(|word| if fits(&word) { word.to_owned() } else { word.replace("=\u{a0}", "= ") })
            .collect();
        wrapped(&self.spelled(&text), columns).join("\n").replace(NO_BREAK, " ")
    }

    /// A text with the letters of this style, and all else as it is.
    pub(crate) fn spelled(&self, text: &str) -> String {
        if self.in_letters { text.replace('√', "sqrt").replace('≈', "about") } else { text.to_owned() }
    }
}

/// A blank at which no line breaks; it is written as any other.
const NO_BREAK: &str = "\u{a0}";

/// A text that stays in one line, such as a call that is to be copied.
pub(crate) fn unbroken(text: &str) -> String {
    text.replace(' ', NO_BREAK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_never_breaks_inside_a_number_or_behind_its_sign() {
        let text = "f(2, 10) = 50/23+29√2/92 ≈ 2.6196977533\n  measure     √2   1.41";
        let style = |columns| TextStyle { columns, ..TextStyle::default() };
        for (columns, expected) in [
            (None, "f(2, 10) = 50/23+29√2/92 ≈ 2.6196977533\n  measure     √2   1.41"),
            (Some(39), "f(2, 10) = 50/23+29√2/92 ≈ 2.6196977533\n  measure     √2   1.41"),
            (Some(38), "f(2, 10) = 50/23+29√2/92\n  ≈ 2.6196977533\n  measure     √2   1.41"),
            (Some(20), "f(2, 10) =\n  50/23+29√2/92\n  ≈ 2.6196977533\n  measure     √2\n    1.41"),
            (Some(5), "f(2, 10) =\n  50/23+29√2/92\n  ≈ 2.6196977533\n  measure\n    √2\n    1.41"),
        ] {
            assert_eq!(style(columns).fitted(text.to_owned()), expected, "{columns:?}");
        }
        // a call stays one line, which is copied whole
        let call = "nimsweep puzzle 2026-11-29 --segment N";
        let text = format!("a try: {}", unbroken(call));
        for (columns, between) in [(None, " "), (Some(50), " "), (Some(20), "\n  ")] {
            assert_eq!(style(columns).fitted(text.clone()), format!("a try:{between}{call}"));
        }
        let letters = TextStyle { in_letters: true, ..style(Some(24)) };
        assert_eq!(letters.fitted("1+√2 ≈ 2.41421356".to_owned()), "1+sqrt2 about 2.41421356");
    }
}
