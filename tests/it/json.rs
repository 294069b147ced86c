//! The page of the JSON objects names every key of every command, and its kind.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;

use crate::support::object;

type Kinds = BTreeMap<String, BTreeSet<String>>;

/// The keys of a value, those of lists with `[]`, each with its kinds.
fn collect(value: &Value, path: &str, kinds: &mut Kinds) {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "list",
        Value::Object(_) => "object",
    };
    if !path.is_empty() {
        kinds.entry(path.to_owned()).or_default().insert(kind.to_owned());
    }
    match value {
        Value::Array(list) => list.iter().for_each(|entry| collect(entry, &format!("{path}[]"), kinds)),
        Value::Object(object) => object.iter().for_each(|(key, entry)| {
            let dot = if path.is_empty() { "" } else { "." };
            collect(entry, &format!("{path}{dot}{key}"), kinds);
        }),
        _ => {}
    }
}

#[test]
fn the_page_names_every_key_of_every_command() {
    let page = fs::read_to_string("docs/json.md").unwrap();
    let mut commands = BTreeSet::new();
    for section in page.split("\n## `").skip(1) {
        let command = section.split('`').next().unwrap();
        let examples = section.split("\n\n").find(|text| text.starts_with("Example")).unwrap();
        let calls = examples.split('`').filter_map(|part| part.strip_prefix("nimsweep "));
        let mut found = Kinds::new();
        calls.for_each(|call| collect(&object(call), "", &mut found));
        let rows = section.lines().filter(|line| line.starts_with("| `"));
        let named: Kinds = rows
            .map(|row| {
                let cells: Vec<&str> = row.split(" | ").collect();
                let key = cells[0].trim_matches(['|', ' ', '`']).to_owned();
                (key, cells[1].split(" or ").map(str::to_owned).collect())
            })
            .collect();
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
    let page = fs::read_to_string("docs/json.md").unwrap();
    for section in page.split("\n## `").skip(1).filter(|section| !section.starts_with("check")) {
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
