//! The map of the modules, as the page for contributors and the documentation of the crate have to
//! show it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::ORDER;
use super::library::{Library, Module};

impl Library {
    /// The rows of the map, each below all rows that it uses, so that arrows run one way: a module,
    /// its purpose, and what it uses.
    fn map(&self) -> Vec<(String, String, String)> {
        let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let in_map = |module: &&Module| !matches!(node(module).as_str(), "" | "docs" | "games" | "internal");
        for module in self.modules.iter().filter(in_map) {
            uses.entry(node(module)).or_default();
        }
        for (from, to) in self.uses().filter(|(from, to)| in_map(from) && in_map(to)) {
            if node(from) != node(to) {
                uses.get_mut(&node(from)).unwrap().insert(node(to));
            }
        }
        let games: BTreeSet<String> =
            uses.keys().filter(|name| name.starts_with("games::")).cloned().collect();
        let place = |name: &String| {
            let outer = name.split("::").next().unwrap();
            ORDER.iter().position(|listed| *listed == outer).unwrap_or_else(|| panic!("where is {outer}?"))
        };
        let mut names: Vec<&String> = uses.keys().collect();
        names.sort_by_key(|name| (place(name), *name));
        for (index, name) in names.iter().enumerate() {
            let below = names[index..].iter().find(|below| uses[*name].contains(**below));
            assert!(below.is_none(), "{name} uses {below:?}, which is below it on the map");
        }
        names.into_iter().map(|name| self.row(name, &uses[name], &games)).collect()
    }

    fn row(&self, name: &str, used: &BTreeSet<String>, games: &BTreeSet<String>) -> (String, String, String) {
        let module = self.modules.iter().find(|module| module.path.join("::") == name).unwrap();
        let mut used = used.clone();
        if used.is_superset(games) {
            used.retain(|name| !games.contains(name));
            used.insert("games".to_owned());
        }
        let used: Vec<String> = used.into_iter().collect();
        let used = if used.is_empty() { "–".to_owned() } else { used.join(", ") };
        (name.to_owned(), module.purpose.clone(), used)
    }
}

/// The part of the map to which a module belongs: a module of the crate, or one game.
fn node(module: &Module) -> String {
    let depth = if module.path.first().is_some_and(|first| first == "games") { 2 } else { 1 };
    module.path.iter().take(depth).cloned().collect::<Vec<_>>().join("::")
}

/// Fails with the right text if a file does not show it.
fn shows(file: &str, expected: &str) {
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains(expected), "the map in {file} is stale; it should be:\n{expected}");
}

#[test]
fn the_page_for_contributors_shows_the_map_of_the_modules() {
    let rows = Library::read().map().into_iter();
    let rows = rows.map(|(name, purpose, uses)| format!("| `{name}` | {purpose} | {uses} |\n"));
    let table: String = rows.collect();
    shows(
        "CONTRIBUTING.md",
        &format!(
            "<!-- map -->\n| module | purpose | uses |\n| --- | --- | --- |\n{table}<!-- end of map -->"
        ),
    );
}

#[test]
fn the_crate_documentation_shows_the_arrows() {
    let rows = Library::read().map().into_iter();
    let rows: String = rows.map(|(name, _, uses)| format!("//! {name:14} {uses}\n")).collect();
    shows("src/lib.rs", &format!("//! ```text\n//! {:14} uses\n{rows}//! ```\n", "module"));
}
