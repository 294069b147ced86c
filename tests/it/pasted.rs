//! What is printed can be typed: the numbers of answers, pasted without quotes into a shell.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;
use nimsweep::number::Surd;
use serde_json::Value;

use crate::support::{Start, command, printed, process, skip};

/// Random calls that print numbers: what to ask, and of which game.
fn calls() -> Vec<String> {
    let mut random = fastrand::Rng::with_seed(49);
    let games = [
        ("1,sqrt2", "sqrt2"),
        ("1,2", ""),
        ("1,sqrt3", "sqrt3"),
        ("1,(1+sqrt5)/2", "sqrt5"),
        ("3,1+sqrt2", "sqrt2"),
        ("1/2,3", ""),
        ("1,1.4142135", ""),
    ];
    let call = |_| {
        let (game, root) = games[random.usize(..games.len())];
        let mut number = || {
            let whole = random.u8(3..40);
            match random.u8(..5) {
                1 => format!("{whole}/3"),
                2 => format!("{whole}.25"),
                3 if !root.is_empty() => format!("{whole}+{root}/7"),
                4 if !root.is_empty() => format!("{whole}{root}"),
                _ => whole.to_string(),
            }
        };
        let (first, second) = (number(), number());
        let question = match random.u8(..5) {
            0 => format!("range {} {}", random.u8(4..20), random.u8(20..60)),
            1 => format!("gain {first}"),
            2 => format!("moves {first} {second} --random"),
            3 => format!("grundy {first}"),
            _ => format!("period --upto {first}"),
        };
        format!("{question} --lengths {game}")
    };
    (0..200).map(call).collect()
}

/// All exact numbers in a JSON object.
fn numbers_in(value: &Value, found: &mut BTreeSet<Surd>) {
    match value {
        Value::String(text) => found.extend(text.parse::<Surd>()),
        Value::Number(number) => found.extend(number.as_u64().map(Surd::from)),
        Value::Array(values) => values.iter().for_each(|value| numbers_in(value, found)),
        Value::Object(values) => values.values().for_each(|value| numbers_in(value, found)),
        Value::Null | Value::Bool(_) => {}
    }
}

/// The numbers with a root, a denominator or a point in a text, as one would mark them to copy.
fn marked_in(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !"0123456789+-*/.√".contains(c));
    let words = words.map(|word| word.trim_matches(['.', '+', '/', '*']));
    words
        .filter(|word| word.contains(['√', '/', '.']) && word.contains(|c: char| c.is_ascii_digit()))
        .collect()
}

#[test]
fn each_printed_number_is_read_as_the_same_number_in_a_shell() {
    let mut exact: BTreeMap<String, BTreeSet<Surd>> = BTreeMap::new();
    for call in calls() {
        let output = command(&call).run().unwrap();
        let Ok(text) = String::from_utf8(output.stdout) else { panic!("{call}") };
        // a gain below the longest piece is refused
        if !output.status.success() {
            continue;
        }
        let object: Value = serde_json::from_str(&printed(&format!("{call} --json"))).unwrap();
        let mut known = BTreeSet::new();
        numbers_in(&object, &mut known);
        // a probability beside a maximum and an advice are in no object
        let lines =
            text.lines().filter(|line| !line.contains("with probability") && !line.contains("--upto"));
        for word in lines.flat_map(marked_in) {
            exact.entry(word.to_owned()).or_default().extend(known.iter().cloned());
        }
    }
    let with_root = exact.keys().filter(|word| word.contains('√')).count();
    assert!(with_root > 100 && exact.len() > 300, "{with_root} of {}", exact.len());
    let script = format!("printf '%s\\n' {}", exact.keys().join(" "));
    for shell in ["bash", "zsh"] {
        let Ok(output) = process(shell).args(["-c", &script]).run() else {
            skip(&format!("there is no {shell}"));
            continue;
        };
        let complaints = String::from_utf8(output.stderr).unwrap();
        assert_eq!(complaints, "", "{shell}");
        let words = String::from_utf8(output.stdout).unwrap();
        assert_eq!(words.lines().count(), exact.len(), "{shell}");
        for ((word, known), read) in exact.iter().zip(words.lines()) {
            let number = read.parse();
            assert!(number.is_ok_and(|number| known.contains(&number)), "{shell} reads {word} as {read}");
        }
    }
}
