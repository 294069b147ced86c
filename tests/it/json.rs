//! The page of the JSON objects names every key of every command, and its kind: those of its
//! examples, and of all objects that other tests ask for.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::named_keys::{Kinds, assert_named, collect, named, sections};
use crate::support::object;

#[test]
#[should_panic(expected = "does not say that largest_nimbre is")]
fn a_key_that_the_page_does_not_name_is_seen() {
    assert_named(["period"], &serde_json::json!({ "upto": "5", "largest_nimbre": 3 }));
}

#[test]
fn the_page_names_every_key_of_every_command() {
    let mut commands = BTreeSet::new();
    for section in sections() {
        let command = section.split('`').next().unwrap();
        let examples = section.split("\n\n").find(|text| text.starts_with("Example")).unwrap();
        let calls = examples.split('`').filter_map(|part| part.strip_prefix("nimsweep "));
        let mut found = Kinds::new();
        calls.for_each(|call| collect(&object(call), "", &mut found));
        let named = named(section);
        if command.starts_with("check") {
            // no example has a difference
            assert!(named.keys().eq(found.keys()), "{command}");
            assert!(found.iter().all(|(key, kinds)| kinds.is_subset(&named[key])), "{command}");
        } else {
            assert_eq!(named, found, "{command}");
        }
        commands.insert(command.to_owned());
    }
    // all that ask knows, and those of the program alone
    let error = nimsweep::ask::ask(r#"{"command": ""}"#).unwrap_err().to_string();
    let known = error.split("the commands are ").nth(1).unwrap().split(", ");
    for command in known.chain(["check", "bench", "explore", "verify"]) {
        let command = if command == "grundy summary" { "grundy --summary" } else { command };
        assert!(commands.iter().any(|named| named.starts_with(command)), "{command} is not on the page");
    }
}

#[test]
fn what_must_be_exact_is_never_a_number_with_a_fraction() {
    for section in sections().filter(|section| !section.starts_with("check")) {
        let examples = section.lines().find(|line| line.starts_with("Example")).unwrap();
        for call in examples.split('`').filter_map(|part| part.strip_prefix("nimsweep ")) {
            let mut floats = vec![];
            find_floats(&object(call), "", &mut floats);
            let of_bench = call.starts_with("bench") && floats.iter().all(|key| key.contains("second"));
            assert!(of_bench || floats.is_empty(), "{call}: {floats:?}");
        }
    }
}

fn find_floats(value: &Value, path: &str, floats: &mut Vec<String>) {
    match value {
        Value::Number(number) if number.is_f64() => floats.push(path.to_owned()),
        Value::Array(list) => list.iter().for_each(|entry| find_floats(entry, path, floats)),
        Value::Object(object) => object.iter().for_each(|(key, entry)| find_floats(entry, key, floats)),
        _ => {}
    }
}
