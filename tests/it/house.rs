//! The rules of the code: which module may use which, files without circles, one path for each
//! type, the map of the modules, comments, and words.

mod library;
mod map;
mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use library::{Library, Module, ModulePath};
use sources::{code_of, files_in, is_comment, rust_files, tokens_of};

/// Which modules a module may use. Nothing points back, and `sweep` stands alone.
const ALLOWED: [(&str, &[&str]); 12] = [
    ("number", &[]),
    ("sweep", &[]),
    ("algebraic", &["number"]),
    ("lattice", &["number"]),
    ("piecewise", &["number", "lattice"]),
    ("games", &["number", "algebraic", "lattice", "sweep", "piecewise"]),
    ("plot", &["number", "algebraic", "lattice", "piecewise", "games"]),
    ("draw", &["number", "games"]),
    ("check", &["number", "algebraic", "lattice", "sweep", "piecewise", "games"]),
    ("proof", &["number", "algebraic", "lattice", "piecewise", "games"]),
    (
        "ask",
        &["number", "algebraic", "lattice", "sweep", "piecewise", "games", "plot", "draw", "check", "proof"],
    ),
    (
        "cli",
        &[
            "number",
            "algebraic",
            "lattice",
            "sweep",
            "piecewise",
            "games",
            "plot",
            "draw",
            "check",
            "proof",
            "ask",
        ],
    ),
];

/// The pipeline of the squares: a file uses none to its right.
const PIPELINE: [&str; 17] = [
    "rules",
    "domain",
    "period",
    "g",
    "grundy",
    "multiples",
    "growing",
    "beyond",
    "line",
    "winning",
    "moves",
    "position",
    "pieces",
    "gain",
    "survey",
    "maximum",
    "local_maxima",
];

/// Words and phrases that the prose avoids, because a plainer or more exact one exists.
const AVOIDED: [&str; 30] = [
    "room",
    "rooms",
    "house",
    "houses",
    "feel",
    "feels",
    "felt",
    "tell",
    "tells",
    "told",
    "parted",
    "dear",
    "dearer",
    "go on with",
    "goes on with",
    "going on with",
    "gone on with",
    "go on from",
    "goes on from",
    "leave aside",
    "leaves aside",
    "left aside",
    "a whole one",
    "without a word",
    "sort out",
    "sorts out",
    "are off",
    "is worth while",
    "as wished",
    "our business",
];

/// The sources of the explorer's engine, a package of its own.
const ENGINE: &str = "explorer/engine/src";

/// The sources of the Python package: the compiled part, a package of its own, and the other.
const PYTHON: [&str; 2] = ["python/src", "python/nimsweep"];

/// What does not keep a rule yet: the rule, and how the path of the file begins.
const EXCEPTIONS: &[(Rule, &str)] = &[];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    Purpose,
    Arrow,
    Pipeline,
    Circle,
    OnePath,
    Unsafe,
    CommentWidth,
    Words,
}

/// Fails with all violations of a rule, except those that are known.
fn none_violates(rule: Rule, violations: impl IntoIterator<Item = (String, String)>) {
    let known = |path: &str| EXCEPTIONS.iter().any(|(of, start)| *of == rule && path.starts_with(start));
    let new = violations.into_iter().filter(|(path, _)| !known(path));
    let lines: Vec<String> = new.map(|(path, what)| format!("{path}: {what}")).collect();
    assert!(lines.is_empty(), "{rule:?}\n{}", lines.join("\n"));
}

#[test]
fn every_file_begins_with_its_purpose() {
    let files = rust_files(&["src", "tests", "benches", ENGINE, PYTHON[0]]).into_iter();
    let without = files.filter(|(_, text)| !text.starts_with("//! "));
    none_violates(Rule::Purpose, without.map(|(file, _)| (file, "does not begin with //! ".into())));
}

#[test]
fn arrows_run_one_way() {
    let library = Library::read();
    let outer = |module: &Module| module.path.first().cloned().unwrap_or_default();
    let wrong = library.uses().filter(|(from, to)| {
        let (from, to) = (outer(from), outer(to));
        let allowed = ALLOWED.iter().find(|(name, _)| *name == from);
        let (_, allowed) = allowed.unwrap_or_else(|| panic!("say what the module '{from}' may use"));
        from != to && !allowed.contains(&to.as_str())
    });
    none_violates(Rule::Arrow, wrong.map(|(from, to)| (from.file.clone(), format!("uses {}", to.file))));
}

#[test]
fn a_file_of_the_pipeline_uses_none_to_its_right() {
    let library = Library::read();
    let place = |module: &Module| match &module.path[..] {
        [games, squares, file] if games == "games" && squares == "squares" => {
            PIPELINE.iter().position(|name| name == file)
        }
        _ => None,
    };
    let wrong = library.uses().filter(|(from, to)| place(from).zip(place(to)).is_some_and(|(a, b)| a < b));
    none_violates(Rule::Pipeline, wrong.map(|(from, to)| (from.file.clone(), format!("uses {}", to.file))));
}

/// A certificate convinces because the verifier shares nothing with what it verifies.
#[test]
fn the_verifier_uses_numbers_and_lattices_only() {
    let library = Library::read();
    let allowed = ["src/number/", "src/lattice/", "src/proof/verify/", "src/proof/certificate.rs"];
    let is_part = |module: &Module| allowed[2..].iter().any(|start| module.file.starts_with(start));
    let uses = library.uses().filter(|(from, _)| is_part(from)).collect::<Vec<_>>();
    assert!(uses.len() > 10, "{}", uses.len());
    let wrong = uses.into_iter().filter(|(_, to)| !allowed.iter().any(|start| to.file.starts_with(start)));
    none_violates(Rule::Arrow, wrong.map(|(from, to)| (from.file.clone(), format!("uses {}", to.file))));
}

#[test]
fn files_do_not_use_each_other_in_a_circle() {
    let library = Library::read();
    let mut uses: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (from, to) in library.uses() {
        uses.entry(&from.file).or_default().insert(&to.file);
    }
    let in_circle = uses.iter().flat_map(|(&from, used)| used.iter().map(move |&to| (from, to)));
    let in_circle = in_circle.filter(|(from, to)| library.reached_from(to, &uses).contains(from));
    none_violates(
        Rule::Circle,
        in_circle.map(|(from, to)| (from.into(), format!("uses {to}, and is used by it"))),
    );
}

#[test]
fn a_type_has_one_public_path() {
    let library = Library::read();
    let twice = library.modules.iter().flat_map(|module| {
        let public = module.children.iter().filter(|(_, public)| **public).map(|(name, _)| name);
        let exported = |name: &&String| {
            let child: ModulePath = module.path.iter().chain([*name]).cloned().collect();
            module.exports.values().any(|path| path.starts_with(&child))
        };
        public.filter(exported).map(|name| (module.file.clone(), format!("{name} is public and re-exported")))
    });
    none_violates(Rule::OnePath, twice.collect::<Vec<_>>());
}

#[test]
fn nothing_is_unsafe() {
    // in a string, as in the policy of a page, another sign follows the word
    let opens = |next: &str| ["{", "(", "fn", "impl", "trait", "extern"].contains(&next);
    let unsafes = |text: &str| {
        let code = code_of(text);
        let tokens = tokens_of(&code);
        tokens.windows(2).filter(|pair| pair[0] == "unsafe" && opens(pair[1])).count()
    };
    assert!(unsafes("fn f() { unsafe { g() } }") == 1 && unsafes("unsafe fn f() { unsafe { g() } }") == 2);
    // calls of functions that need more of a processor than all have, after it was asked; and a
    // descriptor that the program was started with, of which it knows the number only
    let exceptions = [("src/games/squares/g/places/kernel.rs", 2), ("src/cli/output.rs", 1)];
    let allowed = |file: &str| exceptions.iter().find(|(its, _)| *its == file).map_or(0, |(_, count)| *count);
    let library = rust_files(&["src", "benches", PYTHON[0]]);
    // an export of WebAssembly needs an attribute that counts as unsafe
    let engine = rust_files(&[ENGINE]).into_iter();
    let engine = engine.map(|(file, text)| (file, text.replace("#[unsafe(no_mangle)]", "")));
    let found = library.into_iter().chain(engine).filter(|(file, text)| unsafes(text) != allowed(file));
    none_violates(Rule::Unsafe, found.map(|(file, _)| (file, "has unsafe code".into())));
}

#[test]
fn comment_lines_have_at_most_100_columns() {
    let files = rust_files(&["src", "tests", "benches", ENGINE, PYTHON[0]]);
    let wide = files.iter().flat_map(|(file, text)| {
        let lines = text.lines().enumerate().filter(|(_, line)| is_comment(line));
        // rows of a table cannot be broken
        let is_row = |line: &str| line.trim_start().trim_start_matches(['/', '!']).starts_with(" | ");
        let wide = lines.filter(move |(_, line)| !is_row(line) && line.chars().count() > 100);
        wide.map(move |(index, line)| (file.clone(), format!("line {}: {line}", index + 1)))
    });
    none_violates(Rule::CommentWidth, wide.collect::<Vec<_>>());
}

/// The text outside of its ``` blocks and inline code, as words with one space between them.
fn prose<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let mut in_block = false;
    let lines = lines.filter(|line| {
        let is_fence = line.trim_start().starts_with("```");
        in_block ^= is_fence;
        !in_block && !is_fence
    });
    let text = lines.flat_map(|line| [line, " "]).collect::<String>().to_lowercase();
    let text: String = text.split('`').step_by(2).collect();
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.flat_map(|word| [word, " "]).collect()
}

#[test]
fn prose_avoids_some_words() {
    let doc =
        |line: &'static str| line.trim_start().strip_prefix("//!").or(line.trim_start().strip_prefix("///"));
    let sources = rust_files(&["src", PYTHON[0]]).into_iter().map(|(file, text)| {
        let text: &'static str = text.leak();
        (file, prose(text.lines().filter_map(doc)))
    });
    let docstrings = |text: &str| text.split("\"\"\"").skip(1).step_by(2).collect::<Vec<_>>().join("\n");
    let python = PYTHON.into_iter().flat_map(|folder| files_in(Path::new(folder)));
    let python = python.filter(|path| path.extension().is_some_and(|end| end == "py"));
    let python = python.map(|path| {
        let text = fs::read_to_string(&path).unwrap();
        (path.to_str().unwrap().to_owned(), prose(docstrings(&text).lines()))
    });
    let is_page = |path: &PathBuf| path.extension().is_some_and(|end| end == "md");
    let pages = files_in(Path::new("docs")).into_iter().filter(is_page);
    let pages = pages
        .chain(["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "python/README.md"].map(PathBuf::from))
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            (path.to_str().unwrap().to_owned(), prose(text.lines()))
        });
    let found = sources.chain(python).chain(pages).flat_map(|(file, prose)| {
        let prose = format!(" {prose}");
        let words = AVOIDED.iter().filter(move |word| prose.contains(&format!(" {word} ")));
        words.map(move |word| (file.clone(), format!("'{word}'")))
    });
    none_violates(Rule::Words, found.collect::<Vec<_>>());
}
