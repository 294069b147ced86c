//! The puzzles of the days: each has one winning move only, up to mirror, of the kind that its
//! grade promises; by the sweep, and for whole lengths by the definition.

use std::collections::BTreeSet;

use nimsweep::ask::ask;
use nimsweep::games::squares::{Grundy, Interval, Lengths, Move, Position};
use nimsweep::number::Surd;
use serde_json::{Value, json};

use crate::support::{object, printed, refusal, surd};

/// The puzzles of the table, from a Monday on: lengths, segments.
fn table() -> Vec<(Vec<Surd>, Vec<Surd>)> {
    let rows = csv::Reader::from_path("data/puzzles.csv").unwrap().into_records();
    let list = |text: &str| text.split(' ').map(surd).collect();
    rows.map(Result::unwrap).map(|row| (list(&row[0]), list(&row[1]))).collect()
}

#[test]
fn each_puzzle_has_one_move_of_its_grade() {
    let (rows, mut seen) = (table(), BTreeSet::new());
    assert_eq!(rows.len(), 52 * 7);
    for (index, (lengths, segments)) in rows.into_iter().enumerate() {
        let grade = index % 7 + 1;
        assert_eq!(segments.len(), if [3, 6, 7].contains(&grade) { 3 } else { 2 });
        let lengths = Lengths::new(lengths).unwrap();
        let grundy = Grundy::new(&lengths, segments.iter().max().unwrap()).unwrap();
        let position = Position::new(&lengths, segments.clone()).unwrap();
        let moves = position.moves(&grundy, None).unwrap();
        let only = moves.only_move().unwrap_or_else(|| panic!("{segments:?}"));
        // each of its places leaves 0, and so does its mirror image
        let rest = &segments[only.segment] - &only.length;
        let [first, last] = [only.places.first().unwrap(), only.places.last().unwrap()];
        assert_eq!(&first.start + &last.end, rest);
        for place in only.places.iter().map(Interval::simplest_place) {
            let step = Move { segment: only.segment, length: only.length.clone(), place };
            assert_eq!(position.after(&step).unwrap().value(&grundy).unwrap(), 0, "{step}");
        }
        assert_eq!(first.is_place(), grade >= 4, "{segments:?}");
        assert!(grade != 4 || first.start == Surd::default());
        let is_irrational = [first, last].iter().any(|place| place.start.as_rational().is_none());
        assert!(grade < 7 || is_irrational, "{segments:?}: {first} {last}");
        assert!(seen.insert(format!("{lengths:?} {segments:?}")), "{segments:?} comes twice");
    }
}

/// Pieces of the lengths 2 and 3: g is the same at all lengths strictly between two whole numbers.
/// So lengths are classes: 2n is the number n, and 2n + 1 all between n and n + 1. Of a length of
/// an even class both parts are whole or both are not, and their classes add up to it; of one of an
/// odd class one part is whole, or both are not, and their classes add up to one more or one less.
#[test]
fn puzzles_with_whole_lengths_are_as_the_definition_has_it() {
    let pieces = [2_usize, 3];
    let parts = |class: usize| {
        let sums = if class.is_multiple_of(2) { vec![class] } else { vec![class - 1, class, class + 1] };
        let all = sums.into_iter().flat_map(|sum| (0..=sum).map(move |a| (a, sum - a)));
        all.filter(move |(a, b)| (a + b) % 2 == 1 || a % 2 == 1 || class.is_multiple_of(2))
    };
    let mut values: Vec<u32> = vec![];
    for class in 0..60 {
        let fitting = pieces.into_iter().filter(|piece| 2 * piece <= class);
        let options: BTreeSet<u32> =
            fitting.flat_map(|piece| parts(class - 2 * piece)).map(|(a, b)| values[a] ^ values[b]).collect();
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    let whole = [surd("2"), surd("3")];
    let rows: Vec<_> = table().into_iter().filter(|(lengths, _)| *lengths == whole).collect();
    assert!(rows.len() > 40);
    for (_, segments) in rows {
        let segments: Vec<usize> =
            segments.iter().map(|length| length.to_string().parse().unwrap()).collect();
        let sum = segments.iter().fold(0, |sum, segment| sum ^ values[2 * segment]);
        let mut winning = vec![];
        for (index, &segment) in segments.iter().enumerate() {
            for piece in pieces.into_iter().filter(|piece| *piece <= segment) {
                let wins = |(a, b): &(usize, usize)| sum ^ values[2 * segment] == values[*a] ^ values[*b];
                let places: Vec<_> = parts(2 * (segment - piece)).filter(wins).map(|(a, _)| a).collect();
                if !places.is_empty() {
                    winning.push((index, piece, segment - piece, places));
                }
            }
        }
        let [(index, piece, rest, places)] = &winning[..] else { panic!("{segments:?}: {winning:?}") };
        let runs = 1 + places.windows(2).filter(|pair| pair[1] != pair[0] + 1).count();
        assert!(runs <= 2, "{segments:?}: {places:?}");
        assert!(places.iter().all(|x| places.contains(&(2 * rest - x))));
        // a try at each quarter
        let distance = |x: usize| {
            let ends = places.iter().map(|class| (class / 2 * 4, class.div_ceil(2) * 4));
            ends.map(|(start, end)| start.saturating_sub(x).max(x.saturating_sub(end))).min().unwrap()
        };
        for x in 0..=4 * rest {
            let question = json!({
                "command": "puzzle", "segments": segments, "lengths": "2,3",
                "segment": index + 1, "length": piece, "place": format!("{x}/4"),
            });
            let answer: Value = serde_json::from_str(&ask(&question.to_string()).unwrap().to_json()).unwrap();
            let wins = places.contains(&(x / 4 * 2 + usize::from(x % 4 != 0)));
            let off = match distance(x) {
                _ if wins => None,
                0 => Some("less than 10^-9".to_owned()), // at an end that does not belong to its interval
                distance => Some(format!("{:.2}", distance as f64 / 4.0)),
            };
            assert_eq!(
                (&answer["try"]["wins"], &answer["try"]["off"]),
                (&json!(wins), &json!(off)),
                "{question}"
            );
            let shared = answer["try"]["shared"].as_str().unwrap();
            assert!(shared.contains(if wins { " ◆◆◆" } else { " ◆◆◇ off by " }), "{shared}");
        }
    }
}

#[test]
fn a_date_has_its_puzzle() {
    for (date, day) in [
        ("2000-01-01", "Saturday"),
        ("2001-01-01", "Monday"),
        ("2024-02-29", "Thursday"),
        ("2026-11-25", "Wednesday"),
        ("2100-03-01", "Monday"),
        ("2999-12-31", "Tuesday"),
    ] {
        let text = printed(&format!("puzzle {date}"));
        assert!(text.starts_with(&format!("Puzzle for {day}, {date} (difficulty ")), "{text}");
    }
    // the days of 52 weeks come again after them
    let first = object("puzzle 2026-11-25");
    assert_eq!(first["difficulty"], 3);
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
        assert!(line.contains("is not a date from 2000 to 2999; write it as in 2026-11-25"), "{line}");
    }
}

#[test]
fn a_try_says_what_it_leaves() {
    let tried = |question: &str| object(&format!("puzzle --segments {question}"))["try"].clone();
    // a place that is rounded to the one that wins
    let near = tried("11/2 6 --segment 2 --length 1 --place 1.00000000000000000001");
    assert_eq!((&near["wins"], &near["off"]), (&json!(false), &json!("less than 10^-9")));
    for (question, marks, why) in [
        (
            "2 3 --lengths 1 --segment 2 --length 1 --place 0",
            "2,3 --lengths 1 ◆◆◆",
            "it leaves 2, 2: mirror every move",
        ),
        (
            "1 1/2 --lengths 1 --segment 1 --length 1 --place 0",
            "1,1/2 --lengths 1 ◆◆◆",
            "it leaves no room for another piece",
        ),
        // the right piece in the other segment is not off by a distance
        (
            "2 3 --lengths 1 --segment 1 --length 1 --place 0",
            "2,3 --lengths 1 ◇◆◇",
            "it leaves 1, 3, of value 1 xor 3 = 2: the other player can leave 0 and win",
        ),
        (
            "5.5 6 --segment 1 --length sqrt2 --place 0",
            "11/2,6 ◇◇◇",
            "it leaves 11/2-√2, 6, of value 4 xor 6 = 2: the other player can leave 0 and win",
        ),
    ] {
        let tried = tried(question);
        assert_eq!((&tried["shared"], &tried["why"]), (&json!(format!("nimsweep {marks}")), &json!(why)));
    }
    for (question, reason) in [
        ("--segments 2 2", "this is not a puzzle: no move wins"),
        ("--segments 7 9 5", "this is not a puzzle: more than one move wins"),
        // two pieces, each in its segment at one interval and its mirror image
        ("--segments 12 5 --lengths 2,3", "this is not a puzzle: more than one move wins"),
        // one piece in one segment, at two intervals and their mirror images
        ("--segments 4 2+sqrt2 --lengths 1,1+sqrt2", "this is not a puzzle: more than one move wins"),
        ("--segments 3+sqrt2 13/4 --lengths 1,3/2", "this is not a puzzle: more than one move wins"),
        // behind segments a date would be a difference of numbers
        (
            "--segments 5.5 6 2026-11-28",
            "2026-11-28 is a date, not a length; give it alone, for the puzzle of that day",
        ),
        ("--segments 10^30 --lengths 1", "too many places to try them all; give shorter segments"),
        ("2026-11-25 --rule 3", "the puzzle of the day has its own lengths and rule"),
        ("2026-11-25 --segment 1 --length 9 --place 0", "there is no piece of length 9"),
    ] {
        assert!(refusal(&format!("puzzle {question}")).contains(reason), "{question}");
    }
}

/// The calls that are printed write a certificate, and find it true.
#[test]
fn the_answer_is_proven() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzle.cert").display().to_string();
    let tried = object("puzzle 2026-11-29 --segment 1 --length 1 --place 0")["try"].clone();
    let calls = tried["proof"].as_str().unwrap().replace("puzzle.cert", &file);
    let [write, check] = calls.split(" && ").collect::<Vec<_>>()[..] else { panic!("{calls}") };
    printed(write.strip_prefix("nimsweep ").unwrap());
    assert!(printed(check.strip_prefix("nimsweep ").unwrap()).starts_with("proven"));
}
