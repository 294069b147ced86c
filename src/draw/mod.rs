//! Drawings made of characters: winning places as strips, the gain as a curve, and g as steps.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `mod` | text that fits the width; places in cells, round numbers as ticks, and the line below a drawing |
//! | `strips` | winning places: a row of cells for each length of each segment |
//! | `board` | the board of a game: pieces and free segments in rows |
//! | `curve` | the gain, and g: curves of Braille dots above their axis |
//! | `ascii` | a drawing in the letters of ASCII |
//!
//! Places are assigned to cells exactly. Only the height of a curve is rounded from floats.

mod ascii;
#[cfg(feature = "cli")]
mod board;
mod curve;
mod strips;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use crate::number::Surd;
use crate::plot::round_step;

pub use ascii::ascii;
#[cfg(feature = "cli")]
pub(crate) use board::{Part, board, with_some_decimals};
pub use curve::curve;
#[cfg(feature = "serde")]
pub(crate) use curve::{steps, with_maxima};
pub use strips::{Segment, Strip, strips};

/// The fewest columns of a drawing. With fewer there is nothing to see, so that fewer count as
/// these.
pub const LEAST_COLUMNS: usize = 20;

/// A text beside a drawing of this width.
#[cfg(feature = "serde")]
pub(crate) fn fitting(text: &str, columns: usize) -> String {
    wrapped(text, columns.max(LEAST_COLUMNS)).join("\n")
}

/// The text in lines of at most this many characters, broken at spaces; only a longer word has a
/// longer line. Lines after the first of each paragraph are indented.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    text.lines().flat_map(|paragraph| wrapped_paragraph(paragraph, width)).collect()
}

fn wrapped_paragraph(text: &str, width: usize) -> Vec<String> {
    let words = text.trim_start_matches(' ');
    let (own, further) = (text.len() - words.len(), 2);
    let mut lines = vec![];
    let (mut line, mut length) = (" ".repeat(own), own);
    for (index, word) in words.split(' ').enumerate() {
        let letters = word.chars().count();
        if index > 0 && !word.is_empty() && length + 1 + letters > width {
            lines.push(line.trim_end().to_owned());
            (line, length) = (" ".repeat(own + further), own + further);
        } else if index > 0 {
            line.push(' ');
            length += 1;
        }
        line += word;
        length += letters;
    }
    lines.push(line);
    lines
}

/// Short texts beside each other, in lines of at most this many characters.
fn side_by_side(texts: impl IntoIterator<Item = String>, width: usize) -> Vec<String> {
    const BETWEEN: &str = "   ";
    let mut lines: Vec<String> = vec![];
    for text in texts {
        match lines.last_mut() {
            Some(line) if line.chars().chain(BETWEEN.chars()).chain(text.chars()).count() <= width => {
                *line += BETWEEN;
                *line += &text;
            }
            _ => lines.extend(wrapped(&text, width)),
        }
    }
    lines
}

/// The number in at most this many characters, at least one: its closed form, or decimals, or the
/// beginning of them.
fn short(number: &Surd, width: usize) -> String {
    const DECIMALS: usize = 4;
    let exact = format!("{number:#}");
    if exact.chars().count() <= width {
        return exact;
    }
    let mut decimals = (0..=DECIMALS).rev().map(|digits| number.to_decimal(digits));
    let beginning = || exact.chars().take(width.saturating_sub(1)).chain(['…']).collect();
    decimals.find(|text| text.len() <= width).unwrap_or_else(beginning)
}

/// The places from `from` to `to`, spread over cells of equal width.
struct Axis {
    from: Surd,
    to: Surd,
    cells: usize,
}

/// Decimals of numbers whose quotient would have too large a number under a root. A place that
/// agrees so far with the border of a cell may be in the wrong one.
const DECIMALS: usize = 60;

fn rounded(number: &Surd) -> Surd {
    // decimals can always be read
    number.to_decimal(DECIMALS).parse().unwrap_or_default()
}

impl Axis {
    /// How long it is.
    fn width(&self) -> Surd {
        &self.to - &self.from
    }

    /// The place in units of cells: 0 at the beginning, and the number of cells at the end.
    fn position(&self, place: &Surd) -> Surd {
        let (behind, width) = (place - &self.from, self.width());
        if width.is_zero() {
            return width;
        }
        let share = behind.try_div(&width);
        share.unwrap_or_else(|_| rounded(&behind) / rounded(&width)) * Surd::from(self.cells as u64)
    }

    /// The cell of a place; the end of the axis is in the last cell.
    fn cell(&self, place: &Surd) -> usize {
        let position = self.position(place).clamp(Surd::zero(), Surd::from(self.cells as u64));
        position.floor().to_usize().unwrap_or(0).min(self.cells.saturating_sub(1))
    }

    /// The multiples of 1, 2 or 5 times a power of ten on the axis, at least this many cells apart;
    /// none on an axis without width. Each comes with its text.
    fn ticks(&self, apart: usize) -> Vec<(Surd, String)> {
        let least = self.width() * Surd::from(apart as u64) / Surd::from(self.cells.max(1) as u64);
        let Some((step, digits)) = round_step(&least) else { return vec![] };
        let (first, last) = ((&self.from / &step).ceil(), (&self.to / &step).floor());
        let Some(count) = (last - &first).to_usize() else { return vec![] };
        let tick = |index| {
            let at = Surd::from(BigRational::from(&first + BigInt::from(index))) * &step;
            let text = at.to_decimal(digits);
            (at, text)
        };
        (0..=count.min(self.cells)).map(tick).collect()
    }

    /// The axis and its labels: the ends in closed form, and round numbers if they fit between.
    fn lines(&self) -> [String; 2] {
        const APART: usize = 10;
        let mut line = vec!['─'; self.cells];
        let mut labels = vec![' '; self.cells];
        let half = self.cells / 2;
        let (start, end) = (short(&self.from, half.saturating_sub(1)), short(&self.to, half));
        put(&mut labels, 0, &start);
        if self.from == self.to {
            return ["┬".to_owned(), start];
        }
        put(&mut labels, self.cells.saturating_sub(end.chars().count()), &end);
        for (at, text) in self.ticks(APART) {
            let cell = self.cell(&at);
            line[cell] = '┬';
            let length = text.len();
            let start = (cell + usize::from(length % 2 == 0)).saturating_sub(length / 2);
            // if it fits, with two spaces on both sides
            let around = start.saturating_sub(2)..(start + length + 2).min(labels.len());
            if start + length <= labels.len() && labels[around].iter().all(|&c| c == ' ') {
                put(&mut labels, start, &text);
            }
        }
        if let [first, .., last] = &mut line[..] {
            (*first, *last) = ('┌', '┐');
        }
        [line.into_iter().collect(), labels.into_iter().collect::<String>().trim_end().to_owned()]
    }
}

/// Puts a text into a row of characters.
fn put(row: &mut [char], start: usize, text: &str) {
    row.iter_mut().skip(start).zip(text.chars()).for_each(|(place, letter)| *place = letter);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_long_word_has_a_long_line() {
        let text = "one two three\nabcdefghijklmnopqrstuvwxyz end";
        assert_eq!(wrapped(text, 10), ["one two", "  three", "abcdefghijklmnopqrstuvwxyz", "  end"]);
        assert_eq!(wrapped(" one  two   three", 9), [" one  two", "   three"]);
        assert_eq!(wrapped("    and L", 40), ["    and L"]);
        assert_eq!(wrapped(text, 40), text.lines().collect::<Vec<_>>());
        assert_eq!(wrapped("", 10), [""; 0]);
    }

    #[test]
    fn a_number_is_shortened_only_if_it_must_be() {
        let number: Surd = "5+20*sqrt(2)".parse().unwrap();
        for (width, expected) in [(6, "5+20√2"), (5, "33.28"), (4, "33.3"), (2, "33"), (1, "…")] {
            assert_eq!(short(&number, width), expected);
        }
    }

    fn axis(from: &str, to: &str, cells: usize) -> Axis {
        Axis { from: from.parse().unwrap(), to: to.parse().unwrap(), cells }
    }

    #[test]
    fn ticks_are_round_numbers() {
        let texts = |from, to, cells| {
            axis(from, to, cells).ticks(10).into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(texts("0", "20+3sqrt2", 60), "0 5 10 15 20");
        assert_eq!(texts("2", "500", 80), "100 200 300 400 500");
        assert_eq!(texts("1/3", "1/2", 40), "0.35 0.40 0.45 0.50");
        assert_eq!(
            texts("10^100", "10^100+1", 20),
            format!("1{0}.0 1{0}.5 1{1}1.0", "0".repeat(100), "0".repeat(99))
        );
        assert_eq!(texts("3", "3", 40), "");
    }

    #[test]
    fn a_place_between_cells_belongs_to_the_right_one() {
        let axis = axis("0", "sqrt2", 20);
        for (place, cell) in
            [("0", 0), ("sqrt2/20", 1), ("0.0707", 0), ("0.0708", 1), ("1.4142", 19), ("sqrt2", 19)]
        {
            assert_eq!(axis.cell(&place.parse().unwrap()), cell, "{place}");
        }
    }

    #[test]
    fn numbers_of_several_fields_have_places() {
        let axis = axis("sqrt3", "5+sqrt2", 40);
        // (√5 − √3)/(5 + √2 − √3) = 0.1076…
        for (place, cell) in [("sqrt3", 0), ("sqrt5", 4), ("5+sqrt2", 39), ("4", 19), ("6", 36)] {
            assert_eq!(axis.cell(&place.parse().unwrap()), cell, "{place}");
        }
        let texts: Vec<_> = axis.ticks(10).into_iter().map(|(_, text)| text).collect();
        assert_eq!(texts, ["2", "4", "6"]);
        // two ends that agree in all decimals
        let narrow = Axis { to: "sqrt3+10^-70".parse().unwrap(), ..axis };
        assert_eq!(narrow.cell(&"sqrt5".parse().unwrap()), 39);
        assert_eq!(narrow.cell(&"sqrt3".parse().unwrap()), 0);
    }

    #[test]
    fn the_ends_are_labelled_in_closed_form() {
        let [line, labels] = axis("0", "20+3sqrt2", 60).lines();
        assert_eq!(line, "┌───────────┬───────────┬────────────┬───────────┬─────────┐");
        assert_eq!(labels, "0           5           10           15          20   20+3√2");
        for cells in 8..300 {
            for line in axis("1/7", "123456+789*sqrt(2)", cells).lines() {
                assert!(line.chars().count() <= cells, "{line}");
            }
        }
    }
}
