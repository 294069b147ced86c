//! The keys that the page of the JSON objects names, with their kinds, and those of an object.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::LazyLock;

use itertools::Itertools;
use serde_json::Value;

pub type Kinds = BTreeMap<String, BTreeSet<String>>;

/// The keys of a value, those of lists with `[]`, each with its kinds.
pub fn collect(value: &Value, path: &str, kinds: &mut Kinds) {
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

static PAGE: LazyLock<String> = LazyLock::new(|| fs::read_to_string("docs/json.md").unwrap());

/// What the page says of each command: from its name on.
pub fn sections() -> impl Iterator<Item = &'static str> {
    PAGE.split("\n## `").skip(1)
}

/// The keys that a section names.
pub fn named(section: &str) -> Kinds {
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let row = |row: &str| {
        let cells: Vec<&str> = row.split(" | ").collect();
        let key = cells[0].trim_matches(['|', ' ', '`']).to_owned();
        (key, cells[1].split(" or ").map(str::to_owned).collect())
    };
    rows.map(row).collect()
}

/// Checks that the page names each key of an object, and its kind, for some command that begins
/// with the first word of the call that does so; the main job is `range`.
#[track_caller]
pub fn assert_named<'w>(words: impl IntoIterator<Item = &'w str>, answer: &Value) {
    static NAMED: LazyLock<BTreeMap<&str, Vec<Kinds>>> = LazyLock::new(|| {
        let word = |section: &'static str| section.split(['`', ' ']).next().unwrap();
        sections().map(|section| (word(section), named(section))).into_group_map().into_iter().collect()
    });
    let command = words.into_iter().find_map(|word| NAMED.get(word)).unwrap_or(&NAMED["range"]);
    let mut found = Kinds::new();
    collect(answer, "", &mut found);
    for (key, kinds) in found {
        // the head of the page says which answers have these
        let is_named = matches!(key.as_str(), "method" | "rule" | "games[].rule")
            || command.iter().any(|named| named.get(&key).is_some_and(|named| kinds.is_subset(named)));
        assert!(is_named, "docs/json.md does not say that {key} is {kinds:?}: {answer}");
    }
}
