//! What a release is made of: the packed crate, one version everywhere, the changelog, and what is
//! left for the owner.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Start, printed, process};

/// The files in a folder and below it, by their paths from the root of the repository.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let mut files = vec![];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        // what is built, what tools keep, and links, which lead to files that are met elsewhere
        let is_made = name == "target" || name == ".git" || name == "node_modules" || name.ends_with("cache");
        if !is_made && !path.is_symlink() && path.is_dir() {
            files.extend(files_in(&path));
        } else if !is_made && !path.is_symlink() {
            files.push(path.strip_prefix(".").map(Path::to_path_buf).unwrap_or(path));
        }
    }
    files
}

/// The files of a folder with an extension, with slashes.
fn with_extension(folder: &str, extension: &str) -> Vec<String> {
    let files = files_in(Path::new(folder)).into_iter();
    let files = files.filter(|path| path.extension().is_some_and(|end| end == extension));
    files.map(|path| path.to_str().unwrap().replace('\\', "/")).collect()
}

/// The sources, the tables and pages that they include, the page of the explorer, examples, and
/// what the page of a crate shows. Neither tests of the program, nor benches, pictures, Python.
#[test]
fn the_packed_crate_has_what_its_users_need() {
    let output =
        process(env!("CARGO")).args(["package", "--list", "--allow-dirty", "--offline"]).run().unwrap();
    assert!(output.status.success(), "{output:?}");
    let found = String::from_utf8(output.stdout).unwrap().replace('\\', "/");
    // only in a clone, not in an archive of the sources
    let found: BTreeSet<_> = found.lines().filter(|file| *file != ".cargo_vcs_info.json").collect();

    let mut needed: BTreeSet<String> = with_extension("src", "rs").into_iter().collect();
    needed.extend(with_extension("examples", "rs"));
    let pages = with_extension("docs", "md").into_iter();
    needed.extend(pages.filter(|page| !["docs/releasing.md", "docs/writing.md"].contains(&page.as_str())));
    let modules = fs::read_to_string("explorer/modules.txt").unwrap();
    let scripts = modules.split_whitespace().filter(|word| word.ends_with(".js"));
    needed.extend(scripts.map(|name| format!("explorer/{name}")));
    let explorer = ["engine.wasm.gz", "modules.txt", "page.html", "style.css", "worker.js"];
    needed.extend(explorer.map(|name| format!("explorer/{name}")));
    let tables = [
        "digits",
        "fair_rows",
        "halving",
        "kayles",
        "octal",
        "octal_periods",
        "periods",
        "published",
        "puzzles",
        "squares",
        "stones",
        "sums",
        "targets",
    ];
    needed.extend(tables.map(|name| format!("data/{name}.csv")));
    let fonts = ["KaTeX_Main-Regular.ttf", "KaTeX_Math-Italic.ttf", "LICENSE", "outlines.txt"];
    needed.extend(fonts.map(|name| format!("data/fonts/{name}")));
    let others = [
        "CHANGELOG.md",
        "Cargo.lock",
        "Cargo.toml",
        "Cargo.toml.orig",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "src/cli/arguments.txt",
        "src/cli/commands.txt",
        "src/cli/guesses.txt",
        "src/cli/help.txt",
        "tests/it/property.rs",
    ];
    needed.extend(others.map(str::to_owned));

    let needed: BTreeSet<_> = needed.iter().map(String::as_str).collect();
    let missing: Vec<_> = needed.difference(&found).collect();
    let needless: Vec<_> = found.difference(&needed).collect();
    assert!(missing.is_empty() && needless.is_empty(), "missing: {missing:?}, needless: {needless:?}");
}

#[test]
fn there_is_one_version() {
    let version = env!("CARGO_PKG_VERSION");
    for (file, line) in [
        ("python/Cargo.toml", format!("version = \"{version}\"")),
        ("CITATION.cff", format!("version: {version}")),
        ("docs/library.md", format!("  version = {{{version}}},")),
    ] {
        let text = fs::read_to_string(file).unwrap();
        assert!(text.lines().any(|found| found == line), "{file} has no line '{line}'; run .ci/version");
    }
    // nowhere else: `.ci/version` would not find it there, and a test would fail with the next one
    for file in with_extension("python", "py").into_iter().chain(with_extension("tests", "rs")) {
        let text = fs::read_to_string(&file).unwrap();
        assert!(!text.contains(&format!("\"{version}\"")), "{file} has the version in quotation marks");
    }
}

/// `data/0.1.0` has what version 0.1.0 wrote for `grundy --upto 40 --checkpoint` and for
/// `range 2 10 --certificate`. The page *versions and promises* says that they stay readable.
#[test]
fn files_of_an_earlier_version_are_read() {
    for limit in ["30", "60"] {
        let table = format!("grundy --upto {limit}");
        let resumed = printed(&format!("{table} --resume data/0.1.0/checkpoint.json"));
        assert_eq!(resumed, printed(&table));
    }
    let verified = printed("verify data/0.1.0/range.cert");
    assert!(verified.contains("proven: on [2, 10] the gain is greatest at L = 5+2√2"), "{verified}");
}

/// The form of <https://keepachangelog.com>: the newest version first, dated once it is released,
/// and below it what was added, changed and so on.
#[test]
fn the_changelog_is_short_and_in_order() {
    let text = fs::read_to_string("CHANGELOG.md").unwrap();
    let versions: Vec<_> = text.split("\n## ").skip(1).collect();
    let number = |section: &str| -> Vec<u32> {
        section.split(' ').next().unwrap().split('.').map(|part| part.parse().unwrap()).collect()
    };
    assert!(versions.is_sorted_by(|newer, older| number(newer) > number(older)));
    let own = env!("CARGO_PKG_VERSION");
    match own.strip_suffix("-dev") {
        Some(next) => assert!(versions[0].starts_with(&format!("{next} (unreleased)\n")), "{own}"),
        None => assert!(versions.iter().any(|section| section.starts_with(&format!("{own} - "))), "{own}"),
    }
    for (index, section) in versions.iter().enumerate() {
        let head = section.lines().next().unwrap();
        let date = head.split_once(" - ").map(|(_, date)| date);
        let is_date = |date: &str| date.len() == 10 && date.split('-').count() == 3;
        assert!(date.is_some_and(is_date) || index == 0 && head.ends_with(" (unreleased)"), "{head}");
        assert!(section.lines().count() <= 60, "{head} is too long for readers");
        let kinds = section.lines().filter_map(|line| line.strip_prefix("### "));
        let kinds: Vec<_> = kinds.collect();
        let known = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];
        // the next version has just its heading at first
        assert!(
            (date.is_none() || !kinds.is_empty()) && kinds.iter().all(|kind| known.contains(kind)),
            "{head}: {kinds:?}"
        );
    }
}

/// The page for maintainers lists every place that only the owner can fill in, also when all of
/// them are filled in.
#[test]
fn what_is_left_for_the_owner_is_listed() {
    let mark = ["TODO", "(owner)"].concat();
    let page = fs::read_to_string("docs/releasing.md").unwrap();
    let rows = page.lines().skip_while(|line| *line != "| file | what to fill in |").skip(2);
    let rows = rows.map_while(|line| line.strip_prefix("| `")?.split('`').next());
    let listed: BTreeSet<_> = rows.map(str::to_owned).collect();
    let speak_of_it = ["docs/releasing.md", ".ci/version"];
    let files = files_in(Path::new(".")).into_iter();
    let marked = files.filter(|path| String::from_utf8_lossy(&fs::read(path).unwrap()).contains(&mark));
    let marked = marked.map(|path| path.to_str().unwrap().replace('\\', "/"));
    let marked: BTreeSet<_> = marked.filter(|file| !speak_of_it.contains(&file.as_str())).collect();
    assert!(marked.is_empty() || marked == listed, "{marked:?} and {listed:?} differ");
}
