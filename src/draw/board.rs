//! The board of a game: rows of pieces and free segments to scale, each with what it is called.

use itertools::Itertools;
use num_traits::{ToPrimitive, Zero};

use super::{Axis, LEAST_COLUMNS, Labels, side_by_side, wrapped};
use crate::games::squares::Lengths;
use crate::number::{NumberStyle, Surd};

/// The pieces of the first length, the second, the third, and again.
const SHADES: [char; 3] = ['█', '▓', '▒'];
/// Where a piece begins beside another one.
const BESIDE: char = '│';
const FREE: char = '·';
const CLOSED: char = '╌';
/// In an overview: where no piece fits any more, and where that is so in a part.
const FULL: char = '━';
const PART: char = '╸';

/// What lies beside each other in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A segment, with the number by which it is called; none if no piece fits.
    Free { length: Surd, number: Option<usize> },
    /// A piece.
    Piece { length: Surd },
}

impl Part {
    pub(crate) fn length(&self) -> &Surd {
        match self {
            Self::Free { length, .. } | Self::Piece { length } => length,
        }
    }

    fn number(&self) -> Option<usize> {
        match self {
            Self::Free { number, .. } => *number,
            Self::Piece { .. } => None,
        }
    }
}

/// A place on the board: the row, and the distance from its left end.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    pub(crate) row: usize,
    pub(crate) place: Surd,
}

/// The rows, drawn to one scale with at most this many columns.
///
/// Where the shortest piece would have less than two cells, the rows are an overview, and below it
/// the neighbourhood of a place is drawn to a larger scale.
pub(crate) fn board(rows: &[Vec<Part>], lengths: &Lengths, around: Option<&Spot>, columns: usize) -> String {
    let columns = columns.max(LEAST_COLUMNS);
    let longest = rows.iter().map(|row| width(row)).max().unwrap_or_default();
    let whole = Axis { from: Surd::zero(), to: longest.clone(), cells: columns };
    let is_overview = Surd::from(columns as u64) * lengths.shortest() < Surd::from(2) * &longest;

    let mut lines = vec![];
    let mut labelled = vec![];
    for row in rows {
        let strip = if is_overview { overview(row, &whole) } else { strip(row, lengths, &whole) };
        lines.extend(labels(row, &whole, &mut labelled));
        lines.push(strip);
    }
    if let Some(Spot { row, place }) = around.filter(|_| is_overview) {
        let axis = window(&rows[*row], place, lengths.shortest(), columns);
        lines.extend(wrapped("around the last piece:", columns));
        lines.extend(labels(&rows[*row], &axis, &mut labelled));
        lines.push(strip(&rows[*row], lengths, &axis));
    }
    let parts = rows.iter().flatten();
    let others = parts.filter(|part| part.number().is_some_and(|number| !labelled.contains(&number)));
    lines.extend(side_by_side(others.filter_map(name), columns));
    lines.extend(side_by_side(legend(&lines.concat(), lengths, is_overview), columns));
    lines.join("\n")
}

/// How long a row is.
fn width(row: &[Part]) -> Surd {
    row.iter().map(Part::length).fold(Surd::zero(), |sum, length| sum + length)
}

/// A part of a row on an axis.
struct Drawn<'a> {
    part: &'a Part,
    /// From which cell to which it goes.
    start: usize,
    end: usize,
    /// Whether its ends lie on the axis.
    is_begun: bool,
    is_ended: bool,
}

fn drawn<'a>(row: &'a [Part], axis: &Axis) -> impl Iterator<Item = Drawn<'a>> {
    let mut place = Surd::zero();
    let cell = |place: &Surd| {
        let position = axis.position(place).clamp(Surd::zero(), Surd::from(axis.cells as u64));
        position.floor().to_usize().unwrap_or(0)
    };
    row.iter().map(move |part| {
        let (start, is_begun) = (cell(&place), place >= axis.from);
        place += part.length();
        Drawn { part, start, end: cell(&place), is_begun, is_ended: place <= axis.to }
    })
}

/// A row to scale: `[·······]███[····]`.
fn strip(row: &[Part], lengths: &Lengths, axis: &Axis) -> String {
    let mut strip = String::new();
    let mut is_beside_a_piece = false;
    for Drawn { part, start, end, is_begun, is_ended } in drawn(row, axis) {
        let width = end - start;
        match part {
            Part::Piece { length } => {
                let kind = lengths.as_slice().iter().position(|other| other == length).unwrap_or(0);
                let text = format!("{length:#}");
                let text = if text.chars().count() + 2 <= width { text } else { String::new() };
                let around = width - text.chars().count();
                let shade = |count| SHADES[kind % SHADES.len()].to_string().repeat(count);
                let mut piece: Vec<char> =
                    (shade(around / 2) + &text + &shade(around - around / 2)).chars().collect();
                // pieces that touch are told apart
                if let Some(first) = piece.first_mut().filter(|_| is_beside_a_piece) {
                    *first = BESIDE;
                }
                strip.extend(piece);
            }
            Part::Free { number: None, .. } => strip.extend(std::iter::repeat_n(CLOSED, width)),
            Part::Free { .. } => {
                let mut free = vec![FREE; width];
                if let Some(first) = free.first_mut().filter(|_| is_begun) {
                    *first = '[';
                }
                if let Some(last) = free.last_mut().filter(|_| is_ended) {
                    *last = ']';
                }
                strip.extend(free);
            }
        }
        if !part.length().is_zero() {
            is_beside_a_piece = matches!(part, Part::Piece { .. });
        }
    }
    strip
}

/// A row of which each cell says whether a piece fits there: everywhere, in a part, or nowhere.
fn overview(row: &[Part], axis: &Axis) -> String {
    let mut strip = vec![FREE; drawn(row, axis).last().map_or(0, |part| part.end)];
    let runs = drawn(row, axis).chunk_by(|drawn| drawn.part.number().is_none());
    for (_, run) in runs.into_iter().filter(|(is_full, _)| *is_full) {
        let Some((start, end)) = run.map(|part| (part.start, part.end)).reduce(|a, b| (a.0, b.1)) else {
            continue;
        };
        for cell in strip.iter_mut().take(end + 1).skip(start) {
            *cell = PART;
        }
        for cell in strip.iter_mut().take(end).skip(start + 1) {
            *cell = FULL;
        }
    }
    strip.into_iter().collect()
}

/// The part of a row around a place, in which the shortest piece has four cells.
fn window(row: &[Part], place: &Surd, shortest: &Surd, columns: usize) -> Axis {
    let (end, width) = (width(row), shortest * Surd::from(columns as u64) / Surd::from(4));
    let latest = (&end - &width).max(Surd::zero());
    let from = (place - &width / Surd::from(2)).clamp(Surd::zero(), latest);
    let to = end.min(&from + &width);
    Axis { from, to, cells: columns }
}

/// The line above a row with the numbers of its segments, and their lengths where there is room;
/// these are added to those that are labelled.
fn labels(row: &[Part], axis: &Axis, labelled: &mut Vec<usize>) -> Option<String> {
    let mut labels = Labels { row: vec![' '; axis.cells] };
    // of segments that are too narrow for their numbers the first one has its own
    let mut past = 0;
    let segments: Vec<_> = drawn(row, axis).filter(|drawn| drawn.part.number().is_some()).collect();
    for (index, &Drawn { part, start, end, .. }) in segments.iter().enumerate() {
        let Some((number, name)) = part.number().zip(name(part)).filter(|_| start < end) else { continue };
        let next = segments.get(index + 1).map_or(axis.cells + 1, |next| next.start);
        let room = next.saturating_sub(start + 1);
        let text = if name.chars().count() <= room {
            labelled.push(number);
            name
        } else {
            number.to_string()
        };
        if start >= past && start + text.chars().count() <= axis.cells {
            past = start + text.chars().count() + 1;
            labels.put(start, &text);
        }
    }
    let line = labels.row.into_iter().collect::<String>();
    Some(line.trim_end().to_owned()).filter(|line| !line.is_empty())
}

/// A segment by its number and its length.
fn name(part: &Part) -> Option<String> {
    let number = part.number()?;
    Some(format!("{number}: {}", with_some_decimals(part.length())))
}

/// A number, with three decimals if it is not whole, or more if these would be those of a whole
/// number.
pub(crate) fn with_some_decimals(number: &Surd) -> String {
    let is_enough = |digits: &usize| !number.to_decimal(*digits).ends_with("000");
    NumberStyle::People.with_decimals(number, [3, 6, 9, 12].into_iter().find(is_enough).unwrap_or(3))
}

/// What the characters mean that are seen.
fn legend(seen: &str, lengths: &Lengths, is_overview: bool) -> Vec<String> {
    let mut meanings = vec![(CLOSED, "too short".to_owned())];
    if is_overview {
        meanings.extend([(FULL, "full".to_owned()), (PART, "full in a part".to_owned())]);
    } else {
        let named = |length: &Surd| format!("length {length:#}");
        meanings.extend(SHADES.into_iter().cycle().zip(lengths.as_slice().iter().map(named)));
    }
    let seen = meanings.into_iter().filter(|(sign, _)| seen.contains(*sign));
    seen.map(|(sign, meaning)| format!("{sign} {meaning}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(parts: &[(&str, Option<usize>)]) -> Vec<Part> {
        let part = |&(length, number): &(&str, Option<usize>)| match length.strip_prefix('=') {
            Some(length) => Part::Piece { length: length.parse().unwrap() },
            None => Part::Free { length: length.parse().unwrap(), number },
        };
        parts.iter().map(part).collect()
    }

    #[test]
    fn pieces_and_segments_are_drawn_to_scale() {
        let rows = [
            row(&[("2", Some(1)), ("=1", None), ("1/2", None), ("=sqrt2", None), ("0", None)]),
            row(&[("8", Some(2))]),
        ];
        let drawing = board(&rows, &Lengths::default(), None, 40);
        let expected = "\
1: 2
[········]██1██╌╌▓▓√2▓▓▓
2: 8
[······································]
╌ too short   █ length 1   ▓ length √2";
        assert_eq!(drawing, expected);
    }

    #[test]
    fn decimals_do_not_look_like_a_whole_number() {
        for (number, expected) in [
            ("2", "2"),
            ("3/2", "3/2 = 1.500"),
            ("239/408+sqrt2", "239/408+√2 ≈ 1.999998"),
            ("2-10^-20", "199999999999999999999/100000000000000000000 ≈ 2.000"),
        ] {
            assert_eq!(with_some_decimals(&number.parse().unwrap()), expected);
        }
    }

    #[test]
    fn what_has_no_room_is_listed() {
        let rows =
            [row(&[("1+sqrt2", Some(12)), ("=1", None), ("3/2", Some(3)), ("=1", None), ("20", Some(2))])];
        let drawing = board(&rows, &Lengths::default(), None, 60);
        let expected = "\
12     3     2: 20
[···]██[··]██[·············································]
12: 1+√2 ≈ 2.414   3: 3/2 = 1.500
█ length 1";
        assert_eq!(drawing, expected);
    }

    #[test]
    fn long_rows_are_an_overview_and_a_part_to_scale() {
        let rows = [row(&[("100", Some(1)), ("=1", None), ("1/2", None), ("=1", None), ("97.5", Some(2))])];
        let spot = Spot { row: 0, place: "102".parse().unwrap() };
        let drawing = board(&rows, &Lengths::default(), Some(&spot), 40);
        let expected = "\
1: 100              2: 195/2 = 97.500
····················╸···················
around the last piece:
1: 100                2: 195/2 = 97.500
···········]█1██╌╌█1██[·················
╌ too short   ╸ full in a part";
        assert_eq!(drawing, expected);
    }

    /// A game in which each move is the mirror image of the one before, for many widths.
    #[test]
    fn every_line_fits_the_width() {
        for (length, columns) in
            [(3, 20), (9, 40), (40, 40), (41, 80), (700, 40), (5000, 80), (1_000_000, 23)]
        {
            let mut parts = vec![Part::Free { length: Surd::from(length), number: Some(1) }];
            for count in 1..60 {
                let (longest, _) =
                    parts.iter().enumerate().max_by_key(|(_, part)| part.length().clone()).unwrap();
                let rest = parts[longest].length() - &Surd::square_root_of(2);
                if rest.is_negative() {
                    break;
                }
                let half = rest / Surd::from(2);
                let part = |number| Part::Free { length: half.clone(), number };
                let fits = half >= Surd::from(1);
                let piece = Part::Piece { length: Surd::square_root_of(2) };
                parts.splice(
                    longest..=longest,
                    [part(fits.then_some(count)), piece, part(fits.then_some(100 + count))],
                );
                let spot = Spot { row: 0, place: &Surd::from(length) / Surd::from(3) };
                let drawing = board(&[parts.clone()], &Lengths::default(), Some(&spot), columns);
                for line in drawing.lines() {
                    assert!(line.chars().count() <= columns, "{columns}: {drawing}");
                }
                // every segment is named, with its length
                for number in parts.iter().filter_map(Part::number) {
                    let named = |line: &str| {
                        line.split("  ").any(|text| text.trim().starts_with(&format!("{number}: ")))
                    };
                    assert!(drawing.lines().any(named), "{number} in {drawing}");
                }
            }
        }
    }
}
