//! The rules of the code: which module may use which, files without circles, one path for each
//! type, the map of the modules, comments, and words.
//!
//! Paths are read from the code of `src` without comments and without unit tests: `crate::…`,
//! `super::…`, `self::…`, and paths that begin with a module that the file declares. A name that a
//! module re-exports counts as a use of the file that defines it. A re-export alone is no use: a
//! `mod.rs` that only declares and re-exports its files is in no circle with them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

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
const PIPELINE: [&str; 16] = [
    "rules",
    "domain",
    "period",
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

// Reading the sources.

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        entries.flat_map(|path| if path.is_dir() { files_in(&path) } else { vec![path] }).collect();
    files.sort();
    files
}

/// All Rust files of the folders, each with its path and its text.
fn rust_files(folders: &[&str]) -> Vec<(String, String)> {
    let files = folders.iter().flat_map(|folder| files_in(Path::new(folder)));
    let rust = files.filter(|path| path.extension().is_some_and(|end| end == "rs"));
    rust.map(|path| (path.to_str().unwrap().to_owned(), fs::read_to_string(&path).unwrap())).collect()
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

/// The code without comments and without unit tests.
fn code_of(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap();
    let lines = text.lines().filter(|line| !is_comment(line));
    lines.flat_map(|line| [line.split(" // ").next().unwrap(), "\n"]).collect()
}

/// Identifiers, `::`, and other signs, each a token.
fn tokens_of(code: &str) -> Vec<&str> {
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

/// A path from the root of the crate.
type ModulePath = Vec<String>;

/// A file of `src` as a module.
struct Module {
    file: String,
    path: ModulePath,
    /// The first paragraph of its documentation.
    purpose: String,
    /// The modules that it declares, and whether they are public.
    children: BTreeMap<String, bool>,
    /// The absolute paths that it names for its own use.
    uses: BTreeSet<ModulePath>,
    /// The absolute path of each name that it re-exports.
    exports: BTreeMap<String, ModulePath>,
}

impl Module {
    fn read(file: &str, text: &str) -> Self {
        let inner = file.trim_start_matches("src/").trim_end_matches(".rs");
        let path: ModulePath =
            inner.split('/').filter(|part| !["lib", "mod"].contains(part)).map(str::to_owned).collect();
        let first = text.lines().map_while(|line| line.strip_prefix("//! "));
        let purpose = first.collect::<Vec<_>>().join(" ");
        let code = code_of(text);
        let tokens = tokens_of(&code);
        let children =
            tokens.windows(3).enumerate().filter(|(_, three)| three[0] == "mod" && three[2] == ";");
        let is_public = |at: usize| at > 0 && tokens[at - 1] == "pub";
        let children = children.map(|(at, three)| (three[1].to_owned(), is_public(at))).collect();
        let mut module = Self {
            file: file.to_owned(),
            path,
            purpose,
            children,
            uses: BTreeSet::new(),
            exports: BTreeMap::new(),
        };
        module.read_paths(&tokens);
        module
    }

    fn read_paths(&mut self, tokens: &[&str]) {
        let (mut own_words, mut exporting, mut at) = (BTreeSet::new(), false, 0);
        while at < tokens.len() {
            match tokens[at] {
                "use" => exporting = at > 0 && ["pub", ")"].contains(&tokens[at - 1]),
                ";" => exporting = false,
                _ => {}
            }
            let begins = at == 0 || tokens[at - 1] != "::";
            if begins && tokens.get(at + 1) == Some(&"::") && self.root_of(tokens[at]).is_some() {
                let mut paths = vec![];
                at = read_tree(tokens, at, &mut vec![], &mut paths);
                for path in paths {
                    let Some(path) = self.absolute(&path) else { continue };
                    if exporting {
                        self.exports.insert(path.last().unwrap().clone(), path);
                    } else {
                        self.uses.insert(path);
                    }
                }
            } else {
                own_words.insert(tokens[at]);
                at += 1;
            }
        }
        // a name that the file re-exports and needs itself
        let needed = self.exports.iter().filter(|(name, _)| own_words.contains(name.as_str()));
        self.uses.extend(needed.map(|(_, path)| path.clone()));
    }

    /// The module that the first word of a path means.
    fn root_of(&self, word: &str) -> Option<ModulePath> {
        match word {
            "crate" => Some(vec![]),
            "self" => Some(self.path.clone()),
            "super" => self.path.split_last().map(|(_, above)| above.to_vec()),
            child => self.children.contains_key(child).then(|| {
                let child = child.to_owned();
                self.path.iter().cloned().chain([child]).collect()
            }),
        }
    }

    fn absolute(&self, path: &[&str]) -> Option<ModulePath> {
        let mut absolute = self.root_of(path[0])?;
        for &word in &path[1..] {
            match word {
                "super" => drop(absolute.pop()),
                "self" | "*" => {}
                _ => absolute.push(word.to_owned()),
            }
        }
        Some(absolute)
    }
}

/// Reads the path, or the tree `a::{b, c::d}` of paths, that begins at a token; returns where it
/// ends.
fn read_tree<'a>(
    tokens: &[&'a str],
    mut at: usize,
    start: &mut Vec<&'a str>,
    paths: &mut Vec<Vec<&'a str>>,
) -> usize {
    let depth = start.len();
    loop {
        if tokens[at] == "{" {
            at += 1;
            while tokens[at] != "}" {
                at = read_tree(tokens, at, start, paths);
                // `as name` and the comma
                while ![",", "}"].contains(&tokens[at]) {
                    at += 1;
                }
                at += usize::from(tokens[at] == ",");
            }
            start.truncate(depth);
            return at + 1;
        }
        start.push(tokens[at]);
        at += 1;
        let goes_on = tokens.get(at) == Some(&"::")
            && tokens
                .get(at + 1)
                .is_some_and(|next| next.starts_with(|c: char| c.is_alphanumeric() || "_{*".contains(c)));
        if !goes_on {
            paths.push(start.clone());
            start.truncate(depth);
            return at;
        }
        at += 1;
    }
}

/// The library as a graph of files.
struct Library {
    modules: Vec<Module>,
}

impl Library {
    fn read() -> Self {
        let files = rust_files(&["src"]);
        let of_library = files.iter().filter(|(file, _)| file != "src/main.rs");
        Self { modules: of_library.map(|(file, text)| Module::read(file, text)).collect() }
    }

    /// The module whose file defines what a path names.
    fn target(&self, path: &[String]) -> &Module {
        let prefixes = (0..=path.len()).rev().map(|length| path.split_at(length));
        let (module, rest) = prefixes
            .filter_map(|(start, rest)| Some((self.modules.iter().find(|m| m.path == start)?, rest)))
            .next()
            .unwrap();
        match rest.first().and_then(|name| module.exports.get(name)) {
            Some(export) => self.target(export),
            None => module,
        }
    }

    /// Every use of a file by another one.
    fn uses(&self) -> impl Iterator<Item = (&Module, &Module)> {
        let uses = self
            .modules
            .iter()
            .flat_map(move |module| module.uses.iter().map(move |path| (module, self.target(path))));
        uses.filter(|(from, to)| from.file != to.file)
    }

    /// Every file that can be reached from a file by uses.
    fn reached_from<'a>(
        &self,
        start: &'a str,
        uses: &BTreeMap<&'a str, BTreeSet<&'a str>>,
    ) -> BTreeSet<&'a str> {
        let (mut reached, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(file) = open.pop() {
            let next = uses.get(file).into_iter().flatten();
            open.extend(next.filter(|file| reached.insert(**file)));
        }
        reached
    }

    /// The rows of the map, each below all rows that it uses: a module, its purpose, and what it
    /// uses.
    fn map(&self) -> Vec<(String, String, String)> {
        let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let in_map = |module: &&Module| !matches!(node(module).as_str(), "" | "docs" | "games");
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
            ALLOWED.iter().position(|(listed, _)| *listed == outer)
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

// The rules.

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
    // the call of a function that needs more of a processor than all have, after it was asked
    let allowed = |file: &str| usize::from(file == "src/games/squares/sweep/presence/look.rs");
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

// The map.

/// Fails with the right text if a file does not show it.
fn shows(file: &str, expected: &str) {
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains(expected), "the map in {file} is stale; it should be:\n{expected}");
}

#[test]
fn the_readme_shows_the_map_of_the_modules() {
    let rows = Library::read().map().into_iter();
    let rows = rows.map(|(name, purpose, uses)| format!("| `{name}` | {purpose} | {uses} |\n"));
    let table: String = rows.collect();
    shows(
        "README.md",
        &format!(
            "<!-- map -->\n| module | purpose | uses |\n| --- | --- | --- |\n{table}<!-- end of map -->"
        ),
    );
}

#[test]
fn the_crate_documentation_shows_the_arrows() {
    let rows = Library::read().map().into_iter();
    let rows: String = rows.map(|(name, _, uses)| format!("//! {name:16} {uses}\n")).collect();
    shows("src/lib.rs", &format!("//! ```text\n//! {:16} uses\n{rows}//! ```\n", "module"));
}

#[test]
fn paths_are_read_from_code() {
    let text = "//! Purpose,\n//! in short.\n//!\n//! More: crate::comment::No.\npub mod key;\nmod other;\n\
                pub use key::{Key, deep::Deep as D};\nuse crate::a::{self, b::{C, D}, E};\n\
                fn f() -> Key { other::g(super::h) }\n#[cfg(test)]\nmod tests { use crate::tests::No; }\n";
    let module = Module::read("src/outer/inner/mod.rs", text);
    let texts = |paths: &BTreeSet<ModulePath>| paths.iter().map(|path| path.join("::")).collect::<Vec<_>>();
    assert_eq!(module.purpose, "Purpose, in short.");
    assert_eq!(
        texts(&module.uses),
        ["a", "a::E", "a::b::C", "a::b::D", "outer::h", "outer::inner::key::Key", "outer::inner::other::g"]
    );
    assert_eq!(module.exports["Deep"].join("::"), "outer::inner::key::deep::Deep");
    assert_eq!(module.children, BTreeMap::from([("key".into(), true), ("other".into(), false)]));
}
