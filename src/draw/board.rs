//! The board of a game: rows of pieces and free segments to scale, each with what it is called.

use itertools::Itertools;
use num_traits::{ToPrimitive, Zero};

use super::{Axis, LEAST_COLUMNS, put, side_by_side};
use crate::games::squares::Lengths;
use crate::number::{NumberStyle, Surd};

/// The pieces of the first length, the second, the third, and again.
const SHADES: [char; 3] = ['█', '▓', '▒'];
/// Where a piece begins beside another one.
const BESIDE: &str = "│";
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

/// The rows, drawn to one scale with at most this many columns; or an overview, where the shortest
/// piece would have less than two cells.
pub(crate) fn board(rows: &[Vec<Part>], lengths: &Lengths, columns: usize) -> String {
    let columns = columns.max(LEAST_COLUMNS);
    let longest = rows.iter().map(|row| width(row)).max().unwrap_or_default();
    let is_overview = Surd::from(columns as u64) * lengths.shortest() < Surd::from(2) * &longest;
    let axis = Axis { from: Surd::zero(), to: longest, cells: columns };

    let mut lines = vec![];
    let mut unlabelled = vec![];
    for row in rows {
        let row = drawn(row, &axis);
        lines.extend(labels(&row, columns, &mut unlabelled));
        lines.push(if is_overview { overview(&row) } else { strip(&row, lengths) });
    }
    lines.extend(side_by_side(unlabelled, columns));
    lines.extend(side_by_side(legend(&lines.concat(), rows, lengths, is_overview), columns));
    lines.join("\n")
}

/// How long a row is.
fn width(row: &[Part]) -> Surd {
    row.iter().map(Part::length).fold(Surd::zero(), |sum, length| sum + length)
}

/// A part of a row, and from which cell to which it goes.
struct Drawn<'a> {
    part: &'a Part,
    start: usize,
    end: usize,
}

fn drawn<'a>(row: &'a [Part], axis: &Axis) -> Vec<Drawn<'a>> {
    let (mut place, mut start) = (Surd::zero(), 0);
    let parts = row.iter().map(|part| {
        place += part.length();
        let end = axis.position(&place).floor().to_usize().unwrap_or(0);
        Drawn { part, start: std::mem::replace(&mut start, end), end }
    });
    parts.collect()
}

/// A row to scale: `[·······]███[····]`.
fn strip(row: &[Drawn<'_>], lengths: &Lengths) -> String {
    let mut strip = String::new();
    let mut is_beside_a_piece = false;
    for &Drawn { part, start, end } in row {
        let width = end - start;
        let filled = |sign| vec![sign; width];
        let cells = match part {
            Part::Piece { length } => {
                let kind = lengths.as_slice().iter().position(|other| other == length).unwrap_or(0);
                let mut cells = filled(SHADES[kind % SHADES.len()]);
                let text = format!("{length:#}");
                if let Some(around @ 2..) = width.checked_sub(text.chars().count()) {
                    put(&mut cells, around / 2, &text);
                }
                // pieces that touch are told apart
                if is_beside_a_piece {
                    put(&mut cells, 0, BESIDE);
                }
                cells
            }
            Part::Free { number: None, .. } => filled(CLOSED),
            Part::Free { .. } => {
                let mut cells = filled(FREE);
                put(&mut cells, 0, "[");
                put(&mut cells, width.saturating_sub(1), "]");
                cells
            }
        };
        strip.extend(cells);
        if !part.length().is_zero() {
            is_beside_a_piece = matches!(part, Part::Piece { .. });
        }
    }
    strip
}

/// A row of which each cell says whether a piece fits there: everywhere, in a part, or nowhere.
fn overview(row: &[Drawn<'_>]) -> String {
    let mut strip = vec![FREE; row.last().map_or(0, |part| part.end)];
    for run in row.split(|drawn| drawn.part.number().is_some()) {
        let (Some(first), Some(last)) = (run.first(), run.last()) else { continue };
        // both ends are in cells with other parts
        strip.iter_mut().take(last.end + 1).skip(first.start).for_each(|cell| *cell = PART);
        strip[first.start..last.end].iter_mut().skip(1).for_each(|cell| *cell = FULL);
    }
    strip.into_iter().collect()
}

/// The line above a row with the numbers of its segments, and their lengths where there is room;
/// the others are added to those that are not labelled.
fn labels(row: &[Drawn<'_>], columns: usize, unlabelled: &mut Vec<String>) -> Option<String> {
    let mut labels = vec![' '; columns];
    let segments = row.iter().filter_map(|drawn| Some((drawn, drawn.part.number()?, name(drawn.part)?)));
    let segments = segments.collect_vec();
    // of segments that are too narrow for their numbers the first one has its own
    let mut past = 0;
    for (index, (drawn, number, name)) in segments.iter().enumerate() {
        let (start, end) = (drawn.start, drawn.end);
        let next = segments.get(index + 1).map_or(columns + 1, |(next, ..)| next.start);
        let has_room = start < end && name.chars().count() <= next.saturating_sub(start + 1);
        if !has_room {
            unlabelled.push(name.clone());
        }
        let text = if has_room { name.clone() } else { number.to_string() };
        let stop = start + text.chars().count();
        if start < end && start >= past && stop <= columns {
            past = stop + 1;
            put(&mut labels, start, &text);
        }
    }
    let line = labels.into_iter().collect::<String>();
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
fn legend(seen: &str, rows: &[Vec<Part>], lengths: &Lengths, is_overview: bool) -> Vec<String> {
    let mut meanings = vec![(CLOSED, "too short".to_owned())];
    if is_overview {
        meanings.extend([(FULL, "full".to_owned()), (PART, "full in a part".to_owned())]);
    } else {
        let is_of = |part: &Part, own| matches!(part, Part::Piece { length } if length == own);
        let is_placed = |length| rows.iter().flatten().any(|part| is_of(part, length));
        let shades = SHADES.into_iter().cycle().zip(lengths.as_slice());
        let placed = shades.filter(|(_, length)| is_placed(*length));
        meanings.extend(placed.map(|(shade, length)| (shade, format!("length {length:#}"))));
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
        let drawing = board(&rows, &Lengths::default(), 40);
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
        let drawing = board(&rows, &Lengths::default(), 60);
        let expected = "\
12     3     2: 20
[···]██[··]██[·············································]
12: 1+√2 ≈ 2.414   3: 3/2 = 1.500
█ length 1";
        assert_eq!(drawing, expected);
    }

    #[test]
    fn long_rows_are_an_overview() {
        let rows = [row(&[("100", Some(1)), ("=1", None), ("1/2", None), ("=1", None), ("97.5", Some(2))])];
        let drawing = board(&rows, &Lengths::default(), 40);
        let expected = "\
1: 100              2: 195/2 = 97.500
····················╸···················
╸ full in a part";
        assert_eq!(drawing, expected);
    }

    #[test]
    fn an_overview_shows_where_nothing_fits() {
        let pieces = std::iter::repeat_n(("=1", None), 30);
        let parts: Vec<_> = [("34", Some(1))].into_iter().chain(pieces).chain([("56", Some(2))]).collect();
        let drawing = board(&[row(&parts)], &Lengths::default(), 40);
        let expected = "\
1: 34                2: 56
···········╸━━━━━━━━━╸··················
━ full   ╸ full in a part";
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
                let drawing = board(&[parts.clone()], &Lengths::default(), columns);
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

    /// Kinds that share a shade are told apart by what is on the board.
    #[test]
    fn the_legend_names_the_pieces_that_are_placed() {
        let lengths: Lengths = "1,2,3,4".parse().unwrap();
        for (placed, legend) in
            [("=4", "█ length 4"), ("=3", "▒ length 3"), ("=2", "▓ length 2"), ("=1", "█ length 1")]
        {
            let drawing = board(&[row(&[("2", Some(1)), (placed, None), ("5", Some(2))])], &lengths, 60);
            assert_eq!(drawing.lines().last(), Some(legend), "{drawing}");
        }
        let both = board(&[row(&[("=1", None), ("=4", None), ("5", Some(1))])], &lengths, 60);
        assert_eq!(both.lines().last(), Some("█ length 1   █ length 4"), "{both}");
    }
}
