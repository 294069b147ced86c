//! Reading sources: their files, what is a comment, and the code as tokens.

use std::fs;
use std::path::{Path, PathBuf};

pub fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        entries.flat_map(|path| if path.is_dir() { files_in(&path) } else { vec![path] }).collect();
    files.sort();
    files
}

/// All texts of the folders and files that end in one of these ways, without packages of others.
pub fn texts_of(places: &[&str], ends: &[&str]) -> Vec<(PathBuf, String)> {
    let files = places
        .iter()
        .map(Path::new)
        .flat_map(|place| if place.is_dir() { files_in(place) } else { vec![place.to_owned()] });
    let is_text = |path: &PathBuf| {
        let is_foreign = path.iter().any(|part| part == "node_modules" || part == "target");
        !is_foreign && path.extension().is_some_and(|end| ends.iter().any(|own| end == *own))
    };
    files.filter(is_text).map(|path| (path.clone(), fs::read_to_string(&path).unwrap())).collect()
}

/// All Rust files of the folders, each with its path and its text.
pub fn rust_files(folders: &[&str]) -> Vec<(String, String)> {
    let files = folders.iter().flat_map(|folder| files_in(Path::new(folder)));
    let rust = files.filter(|path| path.extension().is_some_and(|end| end == "rs"));
    rust.map(|path| (path.to_str().unwrap().to_owned(), fs::read_to_string(&path).unwrap())).collect()
}

pub fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

/// The code without comments and without unit tests.
pub fn code_of(text: &str) -> String {
    let of_tests = ["#[cfg(test)]\nmod ", "#[cfg(test)]\npub(super) mod "];
    let text = of_tests.iter().fold(text, |text, begins| text.split(begins).next().unwrap());
    let lines = text.lines().filter(|line| !is_comment(line));
    lines.flat_map(|line| [line.split(" // ").next().unwrap(), "\n"]).collect()
}

/// Identifiers, `::`, and other signs, each a token.
pub fn tokens_of(code: &str) -> Vec<&str> {
    let mut tokens = vec![];
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let in_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if in_word(first) {
            rest.find(|c| !in_word(c)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(length);
        if !first.is_whitespace() {
            tokens.push(token);
        }
        rest = after;
    }
    tokens
}
