//! The library as a graph of files: which file uses which.
//!
//! Paths are read from the code of `src` without comments and without unit tests: `crate::…`,
//! `super::…`, `self::…`, and paths that begin with a module that the file declares. A name that a
//! module re-exports counts as a use of the file that defines it. A re-export alone is not a use: a
//! `mod.rs` that only declares and re-exports its files is in no circle with them.

use std::collections::{BTreeMap, BTreeSet};

use super::sources::{code_of, rust_files, tokens_of};

/// A path from the root of the crate.
pub type ModulePath = Vec<String>;

/// A file of `src` as a module.
pub struct Module {
    pub file: String,
    pub path: ModulePath,
    /// The first paragraph of its documentation.
    pub purpose: String,
    /// The names that its table of files lists, if it has one, in the order of the table.
    pub listed: Vec<String>,
    /// The modules that it declares, and whether they are public.
    pub children: BTreeMap<String, bool>,
    /// The absolute paths that it names for its own use.
    pub uses: BTreeSet<ModulePath>,
    /// The absolute path of each name that it re-exports.
    pub exports: BTreeMap<String, ModulePath>,
}

impl Module {
    pub fn read(file: &str, text: &str) -> Self {
        let inner = file.trim_start_matches("src/").trim_end_matches(".rs");
        let path: ModulePath =
            inner.split('/').filter(|part| !["lib", "mod"].contains(part)).map(str::to_owned).collect();
        let first = text.lines().map_while(|line| line.strip_prefix("//! "));
        let purpose = first.collect::<Vec<_>>().join(" ");
        let rows = text.lines().map_while(|line| line.strip_prefix("//!"));
        let rows = rows.skip_while(|line| *line != " | file | one purpose |").skip(2);
        let cells = rows.map_while(|line| line.strip_prefix(" | ")?.split(" | ").next());
        let listed = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect();
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
            listed,
            children,
            uses: BTreeSet::new(),
            exports: BTreeMap::new(),
        };
        module.read_paths(&tokens);
        module
    }

    /// The place of a file of this folder in its table; that of a folder for what is in it.
    pub fn place_of(&self, file: &Self) -> Option<usize> {
        let name = file.path.get(self.path.len()).map_or("mod", String::as_str);
        self.listed.iter().position(|listed| listed == name)
    }

    fn read_paths(&mut self, tokens: &[&str]) {
        let (mut own_words, mut exporting, mut at) = (BTreeSet::new(), false, 0);
        let mut in_text = false;
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
                let before = at.checked_sub(1).map_or("", |before| tokens[before]);
                in_text ^= tokens[at] == "\"" && !["\\", "'"].contains(&before);
                // neither the name of a module is a use of what it exports under the same name, nor
                // is a word of a message
                if before != "mod" && !in_text {
                    own_words.insert(tokens[at]);
                }
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
pub struct Library {
    pub modules: Vec<Module>,
}

impl Library {
    pub fn read() -> Self {
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

    pub fn module(&self, path: &[String]) -> Option<&Module> {
        self.modules.iter().find(|module| module.path == path)
    }

    /// The innermost folder that holds two files.
    pub fn last_folder_of_both(&self, one: &Module, other: &Module) -> Option<&Module> {
        let common = one.path.iter().zip(&other.path).take_while(|(a, b)| a == b).count();
        self.module(&one.path[..common])
    }

    /// Every use of a file by another one.
    pub fn uses(&self) -> impl Iterator<Item = (&Module, &Module)> {
        let uses = self
            .modules
            .iter()
            .flat_map(move |module| module.uses.iter().map(move |path| (module, self.target(path))));
        uses.filter(|(from, to)| from.file != to.file)
    }

    /// Every file that can be reached from a file by uses.
    pub fn reached_from<'a>(
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
}

#[test]
fn paths_are_read_from_code() {
    let text = "//! Purpose,\n//! in short.\n//!\n//! More: crate::comment::No.\n//!\n\
                //! | file | one purpose |\n//! | --- | --- |\n//! | `key` · `other` | both |\npub mod key;\nmod other;\n\
                pub use key::{Key, deep::Deep as D};\nuse crate::a::{self, b::{C, D}, E};\n\
                fn f() -> Key { other::g(super::h) }\n#[cfg(test)]\nmod tests { use crate::tests::No; }\n";
    let module = Module::read("src/outer/inner/mod.rs", text);
    let texts = |paths: &BTreeSet<ModulePath>| paths.iter().map(|path| path.join("::")).collect::<Vec<_>>();
    assert_eq!(module.purpose, "Purpose, in short.");
    assert_eq!(module.listed, ["key", "other"]);
    assert_eq!(
        texts(&module.uses),
        ["a", "a::E", "a::b::C", "a::b::D", "outer::h", "outer::inner::key::Key", "outer::inner::other::g"]
    );
    assert_eq!(module.exports["Deep"].join("::"), "outer::inner::key::deep::Deep");
    assert_eq!(module.children, BTreeMap::from([("key".into(), true), ("other".into(), false)]));
}
