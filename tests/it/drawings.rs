//! Drawings made of characters: what they show is what the exact answers say, at every width.

use std::process::Output;

use nimsweep::draw::{Segment, Strip, strips};
use nimsweep::games::squares::{Digit, Grundy, Lengths, Position};
use nimsweep::number::Surd;
use proptest::prelude::*;

use crate::property;
use crate::support::{Start, command, lengths, object, printed, refusal, surd};

/// What the program prints for this many columns.
#[track_caller]
fn drawn(call: &str, columns: &str) -> String {
    let Output { status, stdout, stderr } = command(call).env("COLUMNS", columns).run().unwrap();
    assert!(status.success() && stderr.is_empty(), "{call}");
    String::from_utf8(stdout).unwrap()
}

/// The longest line, unless it is a single word such as g(10...0), which is never cut.
fn width(text: &str) -> usize {
    let lines = text.lines().filter(|line| line.trim().contains(' '));
    lines.map(|line| line.chars().count()).max().unwrap()
}

/// The rows of strips in a drawing: without the label and the space after it.
fn rows(text: &str) -> Vec<Vec<char>> {
    let is_strip = |line: &&str| line.contains(['·', '█', '▓', '▌', '▐', '▒', '│']) && !line.contains("wins");
    let rows = text.lines().take_while(|line| !line.contains('┌')).filter(is_strip);
    rows.map(|line| line.trim_start().split_once(' ').unwrap().1.chars().collect()).collect()
}

proptest! {
    #![proptest_config(property::config())]

    /// Each cell of each strip says what the exact intervals say of its places.
    #[test]
    fn every_winning_place_is_in_a_cell_that_shows_it(
        set in prop::sample::select(vec!["1", "1,sqrt2", "1,5/2", "2/3,sqrt5"]),
        segments in prop::collection::vec((0..9_i64, 0..5_i64, 1..4_i64), 1..4),
        columns in 0..320_usize,
        rule in prop::sample::select(vec!["7", "7", "3", "3,7", "7,3"]),
    ) {
        let lengths: Lengths = lengths(set);
        let digits: Vec<_> = rule.split(',').take(lengths.as_slice().len()).map(|digit| digit.parse().unwrap()).collect();
        let lengths = Lengths::with_rule(lengths.as_slice().to_vec(), &digits).unwrap();
        let root = lengths.longest() - &surd("1");
        let segments: Vec<Surd> = segments
            .into_iter()
            .map(|(a, b, part)| (Surd::from(a) + root.abs() * Surd::from(b)) / Surd::from(part))
            .collect();
        let grundy = Grundy::new(&lengths, segments.iter().max().unwrap()).unwrap();
        let position = Position::new(&lengths, segments.clone()).unwrap();
        let sum = position.moves(&grundy, None).unwrap();
        let drawable: Vec<Segment<'_>> = segments
            .iter()
            .zip(&sum.segments)
            .map(|(length, moves)| {
                let strip = moves.placements.iter();
                let strip = strip.map(|p| Strip { length: &p.length, digit: p.digit, winning: p.winning.iter().collect() });
                Segment { head: None, length, strips: strip.collect() }
            })
            .collect();
        let text = strips(&drawable, None, columns);
        prop_assert!(width(&text) <= columns.max(20), "{text}");

        let of_strips = drawable.iter().flat_map(|segment| {
            segment.strips.iter().map(move |strip| (segment.length - strip.length, strip))
        });
        let rows = rows(&text);
        prop_assert_eq!(rows.len(), of_strips.clone().count());
        let Some(axis) = text.lines().find(|line| line.contains('┌')) else { return Ok(()) };
        let cells = Surd::from(axis.trim_start().chars().count() as u64);
        let longest = segments.iter().max().unwrap();
        for ((last, strip), row) in of_strips.zip(rows) {
            let cell = |place: &Surd| {
                let cell: usize = (place * &cells / longest).floor().try_into().unwrap();
                cell.min(row.len() - 1)
            };
            for interval in &strip.winning {
                if interval.start == interval.end {
                    prop_assert_ne!(row[cell(&interval.start)], '·');
                } else {
                    // every cell that has an inner part of it
                    let middle = (&interval.start + &interval.end) / Surd::from(2);
                    for cell in &row[cell(&interval.start)..=cell(&middle)] {
                        prop_assert!("█▓▌▐▒".contains(*cell), "{text}");
                    }
                }
            }
            // a single place that loses between two intervals
            for pair in strip.winning.windows(2).filter(|pair| pair[0].end == pair[1].start) {
                prop_assert!("▓▌▐▒".contains(row[cell(&pair[0].end)]), "{text}");
            }
            if strip.digit == Digit::AtAnEnd {
                let is_taken = |&(_, sign): &(usize, &char)| *sign != ' ';
                let taken: Vec<usize> = row.iter().enumerate().filter(is_taken).map(|(index, _)| index).collect();
                let mut ends = [cell(&surd("0")), cell(&last)].to_vec();
                ends.dedup();
                prop_assert_eq!(taken, ends, "{}", text);
            }
            // places of our own choice win or lose as their cells say
            for part in 0..=97 {
                let place = &last * Surd::from(part) / Surd::from(97);
                let wins = strip.winning.iter().any(|interval| interval.contains(&place));
                match row[cell(&place)] {
                    '·' | ' ' => prop_assert!(!wins, "{place} wins\n{text}"),
                    // the ends of intervals may be open
                    '█' | '▓' => prop_assert!(
                        wins || strip.winning.iter().any(|i| i.start == place || i.end == place),
                        "{place} loses\n{text}"
                    ),
                    _ => {}
                }
            }
        }
    }
}

#[test]
fn drawings_keep_to_the_width() {
    for columns in ["20", "37", "60", "80", "140", "300"] {
        for call in [
            "moves 20+3sqrt2 --draw",
            "moves 5 7.5 3+sqrt2 --draw",
            "moves 10^100 --lengths 1 --within 0 20 --draw",
            "moves 30 --lengths 1/7,22/7+sqrt2 --draw",
            "gain --range 2 100 --draw",
            "gain --range 315 315.001 --draw",
            // ends and segments of several fields
            "gain --range sqrt3 5+sqrt5 --draw",
            "gain --range sqrt3 10^-70+sqrt3 --draw",
            "moves 5 --within sqrt3 4 --draw",
            "moves 5+sqrt2 --within 0 sqrt3 --draw",
            "moves 5+sqrt2 --within sqrt3 9 --draw",
            "moves 1+sqrt2 2+sqrt3 3+sqrt5 --lengths 1,2 --draw",
            "gain --range 5/6+sqrt73/6 4 --lengths 1 --draw",
        ] {
            let text = drawn(call, columns);
            assert!(width(&text) <= columns.parse().unwrap(), "{call}\n{text}");
        }
    }
    // as wide as usual if nobody says how wide, and never narrower than can be read
    assert_eq!(drawn("moves 9 --draw", "none"), drawn("moves 9 --draw", "80"));
    assert_eq!(drawn("moves 9 --draw", "3"), drawn("moves 9 --draw", "20"));
}

#[test]
fn a_drawing_of_moves_begins_as_the_text() {
    for call in ["moves 4+sqrt2", "moves 2 3 --lengths 1", "moves 30 --lengths 1 --within 2 10", "moves 1/2"]
    {
        let text = printed(call);
        let drawing = drawn(&format!("{call} --draw"), "200");
        let head = |text: &str| text.lines().next().unwrap().to_owned();
        assert_eq!(head(&drawing), head(&text));
        // a segment of a sum has its value above its strips
        let segments = |text: &str| text.lines().filter(|line| line.starts_with("segment")).count();
        assert_eq!(segments(&drawing), segments(&text));
    }
    assert!(drawn("moves 1/2 --draw", "80").ends_with("\nno piece fits\npieces 1, √2\n"));
}

#[test]
fn the_curve_has_the_certified_maximum() {
    for range in ["2 10", "2 100", "5/6+sqrt73/6 4 --lengths 1"] {
        let drawing = drawn(&format!("gain --range {range} --draw"), "90");
        let of_range = printed(&format!("range {range}"));
        let maximum: Vec<&str> = of_range.lines().take_while(|line| !line.starts_with("a random")).collect();
        assert!(drawing.starts_with(&maximum.join("\n")), "{drawing}");
        let value = object(&format!("range {range}"))["value"].as_str().unwrap().to_owned();
        assert!(drawing.contains(&format!("maximum {value}")), "{drawing}");
        let places = object(&format!("range {range}"))["places"].as_array().unwrap().len();
        assert_eq!(drawing.matches('●').count(), places, "{drawing}");
    }
}

#[test]
fn a_drawing_is_not_another_format() {
    for (call, says) in [
        ("moves 5 --draw --json", "'--draw' cannot be used with '--json'"),
        ("moves 5 --draw --random", "'--draw' cannot be used with '--random'"),
        ("gain --range 2 5 --draw --json", "'--draw' cannot be used with '--json'"),
        ("gain --range 2 5 --draw --csv", "'--draw' cannot be used with '--csv [<FILE>]'"),
        ("gain --range 2 5 --draw --top 3", "'--draw' cannot be used with '--top <K>'"),
        ("gain --at 5 --draw", "cannot be used with"),
        ("gain --range 5 2 --draw", "the range from 5 to 2 is reversed"),
    ] {
        let line = refusal(call);
        assert!(line.contains(says), "{call}: {line}");
    }
}
