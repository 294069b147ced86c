//! The house keeps its arrows: cli → check, speed → games → sweep, piecewise → exact, and every file says what it is for.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// The lines that are no comments: a link in the documentation is no use of the code.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim_start().starts_with("//"))
}

#[test]
fn every_file_begins_with_its_purpose() {
    let files = ["src", "tests", "benches"].map(|folder| sources(Path::new(folder)));
    for file in files.iter().flatten() {
        assert!(fs::read_to_string(file).unwrap().starts_with("//! "), "{}", file.display());
    }
}

#[test]
fn arrows_run_one_way() {
    for (room, forbidden) in [
        ("number", &["algebraic", "lattice", "sweep", "piecewise", "games", "check", "cli"][..]),
        ("algebraic", &["lattice", "sweep", "piecewise", "games", "check", "cli"]),
        ("lattice", &["algebraic", "sweep", "piecewise", "games", "check", "cli"]),
        ("sweep", &["number", "algebraic", "lattice", "piecewise", "games", "check", "cli"]),
        ("piecewise", &["sweep", "games", "check", "cli"]),
        ("games", &["check", "cli"]),
        ("check", &["cli"]),
    ] {
        for file in sources(&Path::new("src").join(room)) {
            let text = fs::read_to_string(&file).unwrap();
            for line in code(&text) {
                // which rooms a list names could stand on other lines
                assert!(!line.contains("crate::{"), "{}: name each room: {line}", file.display());
                let uses = |room: &&str| line.contains(&format!("crate::{room}"));
                assert!(!forbidden.iter().any(uses), "{}: {line}", file.display());
            }
        }
    }
}

#[test]
fn a_file_of_the_pipeline_uses_none_to_its_right() {
    let pipeline = [
        "rules", "domain", "grundy", "growing", "line", "winning", "moves", "pieces", "gain", "survey",
        "maximum",
    ];
    for (index, name) in pipeline.iter().enumerate() {
        let text = fs::read_to_string(format!("src/games/squares/{name}.rs")).unwrap();
        let text = text.split("#[cfg(test)]").next().unwrap();
        for later in &pipeline[index + 1..] {
            let uses = |line: &str| line.contains(&format!("super::{later}"));
            assert!(!code(text).any(uses), "{name} uses {later}");
        }
    }
}
