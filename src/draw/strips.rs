//! Winning places as strips: a row of cells for each length of each segment, all to one scale.

use num_bigint::BigInt;
use num_traits::{One, ToPrimitive, Zero};

use super::{Axis, LEAST_COLUMNS, short, side_by_side, wrapped};
use crate::games::squares::{Digit, Interval};
use crate::number::Surd;

/// What a strip consists of.
const WINS: char = '█';
const LEFT: char = '▌';
const RIGHT: char = '▐';
const PART: char = '▒';
const SINGLE: char = '│';
const GAP: char = '▓';
const LOSES: char = '·';

/// A segment, and the strips that are drawn for it.
#[derive(Clone, Debug)]
pub struct Segment<'a> {
    /// What stands above the strips, if anything.
    pub head: Option<String>,
    /// The length L of the segment.
    pub length: &'a Surd,
    /// A strip for each length that fits.
    pub strips: Vec<Strip<'a>>,
}

/// The winning places of the pieces of one length.
#[derive(Clone, Debug)]
pub struct Strip<'a> {
    /// The length s of the pieces.
    pub length: &'a Surd,
    /// Their digit: where they may lie.
    pub digit: Digit,
    /// Where their left ends win, as disjoint intervals of [0, L − s] in ascending order.
    pub winning: Vec<&'a Interval>,
}

/// Winning places, drawn with at most this many columns.
///
/// A row is drawn for each length s of each segment L. It goes from 0 to L − s, the places of the
/// left end of a piece, and all rows have one scale. A cell says whether all its places win, all
/// but single places, some, only single places, or none; so every winning interval is visible, and
/// every single place that wins among others that lose, or loses among others that win. Of a piece
/// that may lie only at an end, the two places are drawn.
/// If only a part from A to B of the segments is asked for, that part is drawn.
///
/// ```
/// use nimsweep::draw::{Segment, Strip, strips};
/// use nimsweep::games::squares::{Grundy, Lengths};
/// use nimsweep::number::Surd;
///
/// let length: Surd = "5".parse()?;
/// let moves = Grundy::new(&Lengths::default(), &length)?.moves_at(&length)?;
/// let of_lengths = moves.placements.iter();
/// let strips_of = of_lengths.map(|of| {
///     Strip { length: &of.length, digit: of.digit, winning: of.winning.iter().collect() }
/// });
/// let segment = Segment { head: None, length: &length, strips: strips_of.collect() };
/// assert!(strips(&[segment], None, 80).starts_with(" 1 ····"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn strips(segments: &[Segment<'_>], within: Option<&[Surd; 2]>, columns: usize) -> String {
    let columns = columns.max(LEAST_COLUMNS);
    let (mut lines, seen) = rows(segments, within, columns);
    lines.extend(legend(&seen, columns));
    lines.join("\n")
}

/// The lines of a drawing above its legend, and its rows alone.
fn rows(segments: &[Segment<'_>], within: Option<&[Surd; 2]>, columns: usize) -> (Vec<String>, Vec<String>) {
    let lengths = segments.iter().flat_map(|segment| &segment.strips).map(|strip| strip.length);
    let labels = lengths.map(|length| short(length, columns / 3));
    let margin = labels.map(|label| label.chars().count()).max().map_or(0, |length| length + 1);
    let longest = segments.iter().map(|segment| segment.length).max().cloned().unwrap_or_default();
    let (from, to) = match within {
        Some([from, to]) => (from.clone(), to.min(&longest).clone()),
        None => (Surd::zero(), longest),
    };
    // a label takes at most a third of the columns
    let axis = Axis { from, to, cells: columns - margin };
    let mut lines = vec![];
    let mut seen = vec![];
    for segment in segments {
        if let Some(head) = &segment.head {
            lines.extend(wrapped(head, columns));
        }
        if segment.strips.is_empty() {
            lines.extend(wrapped("no piece fits", columns));
        }
        for strip in &segment.strips {
            let row = row(&axis, &(segment.length - strip.length), strip);
            let name = short(strip.length, columns / 3);
            lines.push(format!("{name:>width$} {row}", width = margin - 1).trim_end().to_owned());
            seen.push(row);
        }
    }
    if !seen.is_empty() {
        lines.extend(axis.lines().map(|line| " ".repeat(margin) + &line));
    }
    (lines, seen)
}

/// What the characters mean that are seen, in lines of at most this many columns.
fn legend(seen: &[String], columns: usize) -> Vec<String> {
    let is_seen = |sign: char| seen.iter().any(|row| row.contains(sign));
    let parts: String = [LEFT, RIGHT, PART].into_iter().filter(|&sign| is_seen(sign)).collect();
    let meanings = [
        (is_seen(WINS), format!("{WINS} wins")),
        (is_seen(GAP), format!("{GAP} wins except at single places")),
        (!parts.is_empty(), format!("{parts} wins in a part")),
        (is_seen(SINGLE), format!("{SINGLE} wins at single places")),
        (is_seen(LOSES), format!("{LOSES} loses")),
    ];
    let seen = meanings.into_iter().filter(|(is_seen, _)| *is_seen).map(|(_, meaning)| meaning);
    side_by_side(seen, columns)
}

/// What is known of the places of a cell.
#[derive(Clone, Debug, Default)]
struct DrawnCell {
    /// The width of the winning places.
    winning: Surd,
    /// Whether the places at its left and at its right end win, but for the ends themselves.
    at_left: bool,
    at_right: bool,
    /// Whether a place wins that is not a part of an interval.
    single: bool,
    /// Whether a place loses between two intervals.
    gap: bool,
    /// Whether a piece may lie there.
    taken: bool,
}

/// The cells of the places from 0 to `last`, as far as they are on the axis.
fn row(axis: &Axis, last: &Surd, Strip { digit, winning, .. }: &Strip<'_>) -> String {
    if *last < axis.from {
        return String::new();
    }
    let end = axis.position(last.min(&axis.to));
    let count = index(&end.ceil()).clamp(1, axis.cells);
    let is_anywhere = *digit == Digit::Anywhere;
    let mut cells = vec![DrawnCell { taken: is_anywhere, ..DrawnCell::default() }; count];
    // between two cells a place is in the right one, but for the last place of all
    let cell_of = |place: &Surd| index(&axis.position(place).floor()).min(count - 1);
    let ends = [Surd::zero(), last.clone()];
    for end in ends.iter().filter(|end| (&axis.from..=&axis.to).contains(end)) {
        cells[cell_of(end)].taken = true;
    }
    for pair in winning.windows(2).filter(|pair| pair[0].end == pair[1].start) {
        cells[cell_of(&pair[0].end)].gap = true;
    }
    for interval in winning {
        let [from, to] = [&interval.start, &interval.end].map(|place| axis.position(place));
        let first = index(&from.floor()).min(count - 1);
        if from == to {
            cells[first].single = true;
            continue;
        }
        // `to` lies beyond the left end of its cell, so that the range is not empty
        let after = index(&to.ceil()).clamp(first + 1, count);
        for (number, cell) in cells[first..after].iter_mut().enumerate() {
            // fewer than 300 cells
            let left = Surd::from((first + number) as u64);
            let right = (&left + Surd::one()).min(end.clone());
            cell.at_left |= from <= left;
            cell.at_right |= to >= right;
            cell.winning = &cell.winning + to.clone().min(right) - from.clone().max(left);
        }
    }
    let width = |number: usize| (&end - Surd::from(number as u64)).min(Surd::one());
    cells.iter().enumerate().map(|(number, cell)| cell.sign(&width(number))).collect()
}

impl DrawnCell {
    /// The sign for a cell of this width.
    fn sign(&self, width: &Surd) -> char {
        match (self.at_left, self.at_right) {
            _ if !self.taken => ' ',
            _ if self.winning.is_zero() && self.single => SINGLE,
            _ if self.winning.is_zero() => LOSES,
            _ if self.winning == *width && self.gap => GAP,
            _ if self.winning == *width => WINS,
            (true, false) => LEFT,
            (false, true) => RIGHT,
            _ => PART,
        }
    }
}

/// A number of cells, which is at least 0 and at most that of the axis.
fn index(number: &BigInt) -> usize {
    number.to_usize().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::squares::{Grundy, Lengths, Position};

    fn drawn(lengths: &str, segments: &[&str], within: Option<[&str; 2]>, columns: usize) -> String {
        let lengths: Lengths = lengths.parse().unwrap();
        let segments: Vec<Surd> = segments.iter().map(|text| text.parse().unwrap()).collect();
        let within = within.map(|ends| ends.map(|end| end.parse::<Surd>().unwrap()));
        let grundy = Grundy::new(&lengths, segments.iter().max().unwrap()).unwrap();
        let position = Position::new(&lengths, segments.clone()).unwrap();
        let sum = position.moves(&grundy, within.as_ref()).unwrap();
        let segments: Vec<_> = segments
            .iter()
            .zip(&sum.segments)
            .map(|(length, moves)| Segment {
                head: None,
                length,
                strips: moves
                    .placements
                    .iter()
                    .map(|places| Strip {
                        length: &places.length,
                        digit: places.digit,
                        winning: places.winning.iter().collect(),
                    })
                    .collect(),
            })
            .collect();
        strips(&segments, within.as_ref(), columns)
    }

    #[test]
    fn strips_of_a_segment() {
        assert_eq!(
            drawn("1,sqrt2", &["4+sqrt2"], None, 40),
            " 1 ·············▐██▌··············
√2 ·············│··············
   ┌────────────┬─────────────┬────────┐
   0            2             4     4+√2
█ wins   ▌▐ wins in a part
│ wins at single places   · loses"
        );
    }

    #[test]
    fn segments_of_a_sum_have_one_scale() {
        assert_eq!(
            drawn("1", &["2", "1/2", "3"], None, 38),
            "\
1 ············
no piece fits
1 │······················│
  ┌───────────┬───────────┬──────────┐
  0           1           2          3
│ wins at single places   · loses"
        );
    }

    #[test]
    fn a_part_of_a_segment_fills_the_width() {
        assert_eq!(
            drawn("1", &["30"], Some(["2", "10"]), 42),
            "\
1 █████·····│····│··············█████····│
  ┌─────────┬─────────┬─────────┬────────┐
  2         4         6         8       10
█ wins   │ wins at single places   · loses"
        );
        // of the first segment nothing is in the part
        assert_eq!(drawn("1", &["1", "30"], Some(["2", "10"]), 42).lines().next(), Some("1"));
    }
}
