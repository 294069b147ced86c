//! Numbers as people type them: random expressions in random notations, each with its value by
//! another program, `data/notations.py`. Python and the page's engine are asked the same.

use itertools::Itertools;
use nimsweep::ask::ask;
use nimsweep::number::Surd;
use serde_json::{Value, json};

use crate::support::object;

/// A text and the closed form of its number.
fn cases() -> Vec<(&'static str, &'static str)> {
    let lines = include_str!("../../data/notations.csv").lines().skip(2);
    let cases: Vec<_> = lines.map(|line| line.split_once(',').unwrap()).collect();
    assert_eq!(cases.len(), 5000);
    cases
}

#[test]
fn every_notation_is_its_number() {
    for (text, number) in cases() {
        let read = text.parse::<Surd>().map(|read| read.to_string());
        assert_eq!(read.as_deref(), Ok(number), "{text}");
    }
}

/// Segments in one call that is answered at once, as no piece fits: in groups of one field.
#[test]
fn the_program_and_batch_read_what_the_library_reads() {
    const LENGTHS: &str = "1000000000";
    let root = |number: &str| number.split_once("sqrt(").map_or("", |(_, root)| &root[..1]).to_owned();
    let read = |answer: &Value| -> Vec<String> {
        let segments = answer["segments"].as_array().unwrap_or_else(|| panic!("{answer}"));
        segments.iter().map(|segment| segment["at"].as_str().unwrap().to_owned()).collect()
    };
    for (_, group) in cases().into_iter().into_group_map_by(|(_, number)| root(number)) {
        for group in group.chunks(500) {
            let (texts, numbers): (Vec<_>, Vec<_>) = group.iter().copied().unzip();
            assert_eq!(read(&object(&[&["moves"], &texts[..], &["--lengths", LENGTHS]].concat())), numbers);
            let question = json!({"command": "moves", "segments": texts, "lengths": LENGTHS}).to_string();
            assert_eq!(read(&serde_json::to_value(ask(&question).unwrap()).unwrap()), numbers);
        }
    }
}
