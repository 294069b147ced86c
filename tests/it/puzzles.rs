//! The puzzles of the days: each has one winning move only, up to mirror, of the kind that its
//! grade promises; by the sweep, and for whole lengths by the definition.

use std::collections::BTreeSet;

use nimsweep::games::squares::{Grundy, Lengths, Position};
use nimsweep::number::Surd;
use serde_json::Value;

use crate::support::{object, printed, refusal, surd};

/// The puzzles of the table: grade, lengths, segments.
fn table() -> Vec<(usize, Vec<Surd>, Vec<Surd>)> {
    let rows = csv::Reader::from_path("data/puzzles.csv").unwrap().into_records();
    let list = |text: &str| text.split(' ').map(surd).collect();
    rows.map(Result::unwrap).map(|row| (row[0].parse().unwrap(), list(&row[1]), list(&row[2]))).collect()
}

#[test]
fn each_puzzle_has_one_move_of_its_grade() {
    let (rows, mut seen) = (table(), BTreeSet::new());
    assert_eq!(rows.len(), 52 * 7);
    for (index, (grade, lengths, segments)) in rows.into_iter().enumerate() {
        assert_eq!(grade, index % 7 + 1);
        assert_eq!(segments.len(), if [3, 6, 7].contains(&grade) { 3 } else { 2 });
        let lengths = Lengths::new(lengths).unwrap();
        let grundy = Grundy::new(&lengths, segments.iter().max().unwrap()).unwrap();
        let position = Position::new(&lengths, segments.clone()).unwrap();
        let moves = position.moves(&grundy, None).unwrap();
        let only = moves.only_move().unwrap_or_else(|| panic!("{segments:?}"));
        // each of its places leaves 0, and so does its mirror image
        let rest = &segments[only.segment] - &only.length;
        let mirrored = &rest - &only.places.start;
        for place in [only.places.simplest_place(), &rest - only.places.simplest_place()] {
            let step =
                nimsweep::games::squares::Move { segment: only.segment, length: only.length.clone(), place };
            assert_eq!(position.after(&step).unwrap().value(&grundy).unwrap(), 0, "{step}");
        }
        assert_eq!(only.places.start == only.places.end, grade >= 4, "{segments:?}");
        assert!(grade != 4 || only.places.start == Surd::default());
        let is_irrational = [&only.places.start, &mirrored].iter().any(|place| place.as_rational().is_none());
        assert!(grade < 7 || is_irrational, "{segments:?}: {}", only.places);
        assert!(seen.insert(format!("{lengths:?} {segments:?}")), "{segments:?} comes twice");
    }
}

/// Pieces of 8 and 12 quarters at whole quarters: the only places that win are one run of them and
/// its mirror image.
#[test]
fn puzzles_with_whole_lengths_are_as_the_definition_has_it() {
    let pieces = [8_usize, 12];
    let mut values: Vec<usize> = vec![];
    for length in 0..=100 {
        let fitting = pieces.into_iter().filter(|piece| *piece <= length);
        let options: BTreeSet<usize> = fitting
            .flat_map(|piece| (0..=length - piece).map(move |x| (x, length - piece - x)))
            .map(|(x, other)| values[x] ^ values[other])
            .collect();
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    let whole = [surd("2"), surd("3")];
    let rows: Vec<_> = table().into_iter().filter(|(_, lengths, _)| *lengths == whole).collect();
    assert!(rows.len() > 40);
    for (_, _, segments) in rows {
        let quarters = |length: &Surd| (length * Surd::from(4)).to_decimal(0).parse::<usize>().unwrap();
        let segments: Vec<usize> = segments.iter().map(quarters).collect();
        let sum = segments.iter().fold(0, |sum, segment| sum ^ values[*segment]);
        let mut winning = vec![];
        for (index, &segment) in segments.iter().enumerate() {
            for piece in pieces.into_iter().filter(|piece| *piece <= segment) {
                let rest = segment - piece;
                let wins = |x: &usize| sum ^ values[segment] ^ values[*x] ^ values[rest - x] == 0;
                let places: Vec<usize> = (0..=rest).filter(wins).collect();
                if !places.is_empty() {
                    winning.push((index, piece, rest, places));
                }
            }
        }
        let [(_, _, rest, places)] = &winning[..] else { panic!("{segments:?}: {winning:?}") };
        let runs = 1 + places.windows(2).filter(|pair| pair[1] != pair[0] + 1).count();
        assert!(runs <= 2, "{segments:?}: {places:?}");
        assert!(places.iter().all(|x| places.contains(&(rest - x))));
    }
}

#[test]
fn a_date_has_its_puzzle() {
    for (date, day) in [
        ("2000-01-01", "Saturday"),
        ("2024-02-29", "Thursday"),
        ("2026-11-25", "Wednesday"),
        ("2100-03-01", "Monday"),
        ("2999-12-31", "Tuesday"),
    ] {
        let text = printed(&format!("puzzle {date}"));
        assert!(text.starts_with(&format!("the puzzle of {day}, {date}, grade ")), "{text}");
    }
    // the days of 52 weeks come again after them
    let first = object("puzzle 2026-11-25");
    assert_eq!(first["grade"], 3);
    for (date, is_same) in [("2027-11-24", true), ("2026-12-02", false)] {
        let other = object(&format!("puzzle {date}"));
        assert_eq!(first["segments"] == other["segments"], is_same, "{date}");
    }
    let today: Value = object("puzzle");
    let date = today["date"].as_str().unwrap();
    assert_eq!(object(&format!("puzzle {date}")), today);
    for date in
        ["2023-02-29", "1999-12-31", "3000-01-01", "2026-13-01", "2026-11-31", "2026-1-1", "26-11-25", "now"]
    {
        let line = refusal(&format!("puzzle {date}"));
        assert!(line.contains("is not a date from 2000 to 2999; write such as 2026-11-25"), "{line}");
    }
}
