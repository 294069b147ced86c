//! Drawings made of characters: winning places as strips, and the gain as a curve.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `mod` | text that fits the width |
//! | `axis` | places in cells, round numbers as ticks, and the line below a drawing |
//! | `strips` | winning places: a row of cells for each length of each segment |
//! | `curve` | the gain: a curve of Braille dots above its axis |
//!
//! Places are assigned to cells exactly. Only the height of a curve is rounded from floats.

mod axis;
mod curve;
mod strips;

use crate::number::Surd;

pub use curve::curve;
#[cfg(feature = "serde")]
pub(crate) use curve::with_maxima;
pub use strips::{Segment, Strip, strips};

/// The fewest columns of a drawing. With fewer there is nothing to see, so that fewer count as
/// these.
pub const LEAST_COLUMNS: usize = 20;

/// A drawing below a text of the same width.
#[cfg(feature = "serde")]
pub(crate) fn below(head: &str, drawing: &str, columns: usize) -> String {
    let columns = columns.max(LEAST_COLUMNS);
    wrapped(head, columns).into_iter().chain([drawing.to_owned()]).collect::<Vec<_>>().join("\n")
}

/// The text in lines of at most this many characters, broken at spaces; a longer word is cut. Lines
/// after the first of each paragraph are indented.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    text.lines().flat_map(|paragraph| wrapped_paragraph(paragraph, width)).collect()
}

fn wrapped_paragraph(text: &str, width: usize) -> Vec<String> {
    const INDENT: &str = "  ";
    let mut lines = vec![];
    let words = text.trim_start_matches(' ');
    let own_indent = (text.len() - words.len()).min(width / 2);
    let mut line = " ".repeat(own_indent);
    // how long the line is, and whether a word is on it
    let (mut length, mut has_word) = (own_indent, false);
    for word in words.split(' ') {
        let mut rest: Vec<char> = word.chars().collect();
        if has_word && length + 1 + rest.len() > width {
            lines.push(std::mem::replace(&mut line, INDENT.to_owned()));
            length = INDENT.len();
        } else if has_word {
            line.push(' ');
            length += 1;
        }
        while length + rest.len() > width {
            // the width is larger than the indent
            let tail = rest.split_off(width - length);
            line.extend(std::mem::replace(&mut rest, tail));
            lines.push(std::mem::replace(&mut line, INDENT.to_owned()));
            length = INDENT.len();
        }
        length += rest.len();
        line.extend(rest);
        has_word = true;
    }
    lines.push(line);
    lines
}

/// The number in at most this many characters, at least one: its closed form, or decimals, or the
/// beginning of them.
fn short(number: &Surd, width: usize) -> String {
    const DECIMALS: usize = 4;
    let exact = number.to_string();
    if exact.chars().count() <= width {
        return exact;
    }
    let decimals = (0..=DECIMALS).rev().map(|digits| number.to_decimal(digits));
    decimals
        .into_iter()
        .find(|text| text.len() <= width)
        .unwrap_or_else(|| exact.chars().take(width.saturating_sub(1)).chain(['…']).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_asked_for() {
        let text = "one two three\nabcdefghijklmnopqrstuvwxyz end";
        assert_eq!(
            wrapped(text, 10),
            ["one two", "  three", "abcdefghij", "  klmnopqr", "  stuvwxyz", "  end"]
        );
        assert_eq!(wrapped("    and L", 40), ["    and L"]);
        assert_eq!(wrapped(text, 40), text.lines().collect::<Vec<_>>());
        assert_eq!(wrapped("", 10), [""; 0]);
    }

    #[test]
    fn a_number_is_shortened_only_if_it_must_be() {
        let number: Surd = "5+20*sqrt(2)".parse().unwrap();
        for (width, expected) in [(12, "5+20*sqrt(2)"), (11, "33.2843"), (4, "33.3"), (2, "33"), (1, "…")] {
            assert_eq!(short(&number, width), expected);
        }
    }
}
