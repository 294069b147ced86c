//! The rules of the code: which module may use which, tables of files and their order, files
//! without circles, one path for each type, the map of the modules, and comments.

mod library;
mod map;
pub mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use library::{Library, Module, ModulePath};
use sources::{code_of, is_comment, rust_files, tokens_of};

/// The modules in the order of the map: each may use those before it, if the map says so.
const ORDER: [&str; 15] = [
    "watch",
    "error",
    "number",
    "sweep",
    "algebraic",
    "lattice",
    "piecewise",
    "games",
    "regions",
    "plot",
    "draw",
    "proof",
    "ask",
    "check",
    "cli",
];

/// The sources of the explorer's engine, a package of its own.
const ENGINE: &str = "explorer/engine/src";

/// The sources of the compiled part of the Python package, a package of its own.
const PYTHON: &str = "python/src";

/// Known exceptions: the rule that is broken, and how the path of the file begins.
const EXCEPTIONS: &[(Rule, &str)] = &[];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    Purpose,
    Arrow,
    Pipeline,
    Table,
    Circle,
    OnePath,
    Unsafe,
    CommentWidth,
    Bound,
    OneMeaning,
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
    let files = rust_files(&["src", "tests", "benches", ENGINE, PYTHON]).into_iter();
    let without = files.filter(|(_, text)| !text.starts_with("//! "));
    none_violates(Rule::Purpose, without.map(|(file, _)| (file, "does not begin with //! ".into())));
}

#[test]
fn arrows_run_one_way() {
    let library = Library::read();
    let place = |module: &Module| {
        let outer = module.path.first().cloned().unwrap_or_default();
        ORDER.iter().position(|listed| *listed == outer).unwrap_or_else(|| panic!("where is '{outer}'?"))
    };
    let wrong = library.uses().filter(|(from, to)| place(to) > place(from));
    none_violates(Rule::Arrow, wrong.map(|(from, to)| (from.file.clone(), format!("uses {}", to.file))));
}

/// A folder of the squares with a table lists its files in the order of the pipeline, each below
/// all that it uses.
#[test]
fn a_file_of_the_pipeline_uses_none_below_it() {
    let library = Library::read();
    let wrong = library.uses().filter_map(|(from, to)| {
        let folder = library.last_folder_of_both(from, to)?;
        let is_pipeline = folder.path.starts_with(&["games", "squares"].map(str::to_owned));
        let [user, used] = [from, to].map(|file| folder.place_of(file));
        (is_pipeline && user? < used?).then(|| (from.file.clone(), format!("uses {}", to.file)))
    });
    none_violates(Rule::Pipeline, wrong.collect::<Vec<_>>());
    let squares = library.module(&["games", "squares"].map(str::to_owned)).unwrap();
    assert!(squares.listed.len() > 8, "{:?}", squares.listed);
}

#[test]
fn a_table_of_files_lists_all_files_of_its_folder() {
    let library = Library::read();
    let tables = library.modules.iter().filter(|module| !module.listed.is_empty());
    let wrong = tables.filter_map(|module| {
        let listed: BTreeSet<_> = module.listed.iter().filter(|name| *name != "mod").collect();
        let missing: Vec<_> = module.children.keys().filter(|name| !listed.contains(name)).collect();
        let gone: Vec<_> = listed.into_iter().filter(|name| !module.children.contains_key(*name)).collect();
        let what = format!("does not list {missing:?}, or lists {gone:?}, which are not files");
        (!missing.is_empty() || !gone.is_empty()).then(|| (module.file.clone(), what))
    });
    none_violates(Rule::Table, wrong.collect::<Vec<_>>());
}

/// A certificate convinces because the verifier shares nothing with what it verifies.
#[test]
fn the_verifier_uses_numbers_and_lattices_only() {
    let library = Library::read();
    let allowed = [
        "src/error.rs",
        "src/number/",
        "src/lattice/",
        "src/watch.rs",
        "src/proof/verify/",
        "src/proof/certificate.rs",
    ];
    let is_part = |module: &Module| allowed[4..].iter().any(|start| module.file.starts_with(start));
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
    // calls of functions that need vectors which some processors lack, after the processor was
    // checked; and a descriptor that the program inherited, known only by its number
    let exceptions = [("src/games/squares/g/places/kernel.rs", 2), ("src/cli/system/unix.rs", 1)];
    let allowed = |file: &str| exceptions.iter().find(|(its, _)| *its == file).map_or(0, |(_, count)| *count);
    let library = rust_files(&["src", "benches", PYTHON]);
    // an export of WebAssembly needs an attribute that counts as unsafe
    let engine = rust_files(&[ENGINE]).into_iter();
    let engine = engine.map(|(file, text)| (file, text.replace("#[unsafe(no_mangle)]", "")));
    let found = library.into_iter().chain(engine).filter(|(file, text)| unsafes(text) != allowed(file));
    none_violates(Rule::Unsafe, found.map(|(file, _)| (file, "has unsafe code".into())));
}

/// Two notions may have the name of another type: the periods and the moves of octal games.
#[test]
fn a_type_has_a_name_of_its_own() {
    const SHARED: [&str; 2] = ["Move", "Period"];
    let mut files: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in rust_files(&["src"]) {
        // in the first column, so that associated types are none, and above the tests
        let code = text.split("\n#[cfg(test)]\nmod ").next().unwrap();
        for line in code.lines() {
            let mut words = line.split(' ').skip_while(|word| word.starts_with("pub"));
            let is_type = ["struct", "enum", "trait", "type"].contains(&words.next().unwrap_or_default());
            let name = words.next().unwrap_or_default();
            let name = name.split(|c: char| !c.is_alphanumeric()).next().unwrap().to_owned();
            if is_type && !SHARED.contains(&name.as_str()) {
                files.entry(name).or_default().push(path.clone());
            }
        }
    }
    assert!(files.len() > 300, "{}", files.len());
    let several = files.into_iter().filter(|(_, files)| files.len() > 1);
    none_violates(
        Rule::OneMeaning,
        several.map(|(name, files)| (files[0].clone(), format!("{name}, and in {files:?}"))),
    );
}

#[test]
fn comment_lines_have_at_most_100_columns() {
    let files = rust_files(&["src", "tests", "benches", ENGINE, PYTHON]);
    let wide = files.iter().flat_map(|(file, text)| {
        let lines = text.lines().enumerate().filter(|(_, line)| is_comment(line));
        // rows of a table cannot be broken
        let is_row = |line: &str| line.trim_start().trim_start_matches(['/', '!']).starts_with(" | ");
        let wide = lines.filter(move |(_, line)| !is_row(line) && line.chars().count() > 100);
        wide.map(move |(index, line)| (file.clone(), format!("line {}: {line}", index + 1)))
    });
    none_violates(Rule::CommentWidth, wide.collect::<Vec<_>>());
}

/// A test that waits for a program without a bound can wait forever.
#[test]
fn only_the_support_of_tests_starts_programs() {
    let unbounded = ["Command::new(", "cargo_bin(", ".spawn()", ".output()", ".status()"];
    let exceptions = ["tests/it/support.rs", "tests/it/house.rs"];
    let wrong = rust_files(&["tests"]).into_iter().filter(|(file, _)| !exceptions.contains(&file.as_str()));
    let wrong = wrong.flat_map(|(file, text)| {
        let code = code_of(&text);
        let found = unbounded.into_iter().filter(|call| code.contains(call)).collect::<Vec<_>>();
        found
            .into_iter()
            .map(move |call| (file.clone(), format!("has {call}; see Start in tests/it/support.rs")))
    });
    none_violates(Rule::Bound, wrong.collect::<Vec<_>>());
}

/// One function decides how far g is computed, and one type computes it.
#[test]
fn g_has_one_owner() {
    for (call, files) in [
        ("ThreadPoolBuilder", &["src/games/squares/drive.rs", "src/cli/bench.rs"][..]),
        (".continued_to(", &["src/games/squares/known.rs"]),
        (
            "Owners::default()",
            &[
                "python/src/squares/known.rs",
                "src/ask/question.rs",
                "src/cli/asked.rs",
                "src/cli/game/mod.rs",
                "src/cli/long_run.rs",
            ],
        ),
        // of tables that are shown or searched by default
        ("quick_limit(", &["src/games/squares/need.rs", "src/cli/game/deal.rs"]),
        ("table_limit(", &["src/ask/compare.rs", "src/ask/limits.rs"]),
        ("period_limit(", &["src/ask/grundy.rs", "python/src/squares/known.rs"]),
        ("most_computed(", &["src/games/squares/need.rs"]),
        (".corners_to_limit(", &["src/games/squares/drive.rs"]),
    ] {
        let text_has = |text: &str| {
            let code = code_of(text);
            // not where it is defined, nor in tests
            let code = code.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            code.replace(&format!("fn {call}"), "").contains(call)
        };
        let found = rust_files(&["src", ENGINE, PYTHON]).into_iter().filter(|(_, text)| text_has(text));
        let found: BTreeSet<String> = found.map(|(file, _)| file).collect();
        assert_eq!(found, files.iter().map(ToString::to_string).collect(), "{call}");
    }
}

/// To add a command touches few files: its game, its keys, the two lists of commands, the maps, and
/// what people may type for it.
#[test]
fn few_files_name_a_command() {
    let names_play = |text: &str| {
        let code = code_of(text);
        tokens_of(&code).iter().any(|token| *token == "play" || token.starts_with("Play"))
    };
    // the first screen of the program shows this game, but need not show a new command
    let files = rust_files(&["src"]).into_iter().filter(|(file, _)| file != "src/cli/help.rs");
    let files = files.filter(|(_, text)| names_play(text));
    let files: Vec<String> = files.map(|(file, _)| file).collect();
    assert!(files.iter().any(|file| file == "src/ask/commands.rs"), "{files:?}");
    assert!(files.len() <= 9, "{} files name the command 'play':\n{}", files.len(), files.join("\n"));
}

/// The phrases of the page on writing that must not come back: of each row the last words before a
/// comma, without a number in front; and *is no* in place of *is not a*.
#[test]
fn translated_phrases_do_not_come_back() {
    let page = fs::read_to_string("docs/writing.md").unwrap();
    let (_, table) = page.split_once("| never | write |\n| --- | --- |\n").unwrap();
    let rows = table.lines().take_while(|line| line.starts_with('|'));
    let phrases = rows.skip(1).map(|row| row.split('|').nth(1).unwrap().trim().trim_start_matches("1 "));
    let phrases: Vec<_> = phrases.collect();
    assert!(phrases.len() > 5, "{phrases:?}");
    let places = [
        "src",
        "tests",
        "docs",
        "explorer",
        "python",
        "site",
        "benches",
        "examples",
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
    ];
    let mut found = vec![];
    for (path, text) in sources::texts_of(&places, &["rs", "md", "py", "pyi", "js", "html", "txt"]) {
        if path.ends_with("docs/writing.md") || path.ends_with("tests/it/house.rs") {
            continue;
        }
        let words: Vec<_> = text.split_whitespace().collect();
        let is_no = |words: &&[&str]| match words {
            [before, "is" | "are", "no", noun] => {
                let is_idiom = ["longer", "more", "smaller", "reason", "matter", "proof", "change"];
                !before.to_lowercase().ends_with("there")
                    && noun.starts_with(char::is_lowercase)
                    && !is_idiom.iter().any(|word| noun.starts_with(word))
            }
            _ => false,
        };
        let text = words.join(" ");
        let said = phrases.iter().filter(|phrase| text.contains(**phrase)).map(ToString::to_string);
        let said = said.chain(words.windows(4).filter(is_no).map(|words| words.join(" ")));
        found.extend(said.map(|said| format!("{}: {said}", path.display())));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
