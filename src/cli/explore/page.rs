//! The page of the explorer, joined from its files: one text that needs nothing else.
//!
//! Its content security policy allows the one script and the one style in it, by their sums, and
//! nothing from elsewhere.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use itertools::Itertools;
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::games::squares::Lengths;
use crate::number::Surd;

/// The text of a file of the explorer.
macro_rules! text {
    ($name:literal) => {
        include_str!(concat!("../../../explorer/", $name))
    };
}

/// The files of the script with their names, each after those that it uses, as in `modules.txt`.
macro_rules! modules {
    ($($name:literal),* $(,)?) => {
        [$(($name, text!($name))),*]
    };
}

const TEMPLATE: &str = text!("page.html");
const STYLE: &str = text!("style.css");
const WORKER: &str = text!("worker.js");
const MODULES: [(&str, &str); 20] = modules![
    "notation.js",
    "fractions.js",
    "elements.js",
    "engine.js",
    "address.js",
    "view.js",
    "pictures.js",
    "gestures.js",
    "breakpoints.js",
    "cursor.js",
    "curves.js",
    "lanes.js",
    "position.js",
    "row.js",
    "board.js",
    "aim.js",
    "turns.js",
    "deal.js",
    "game.js",
    "page.js",
];
const ENGINE: &[u8] = include_bytes!("../../../explorer/engine.wasm.gz");

/// What a page begins with.
pub(super) struct Page<'a> {
    pub(super) lengths: &'a Lengths,
    pub(super) upto: &'a Surd,
}

impl Page<'_> {
    /// The whole page. Lines of the template that are marks become the parts.
    pub(super) fn to_html(&self) -> String {
        let style = format!("\n{STYLE}");
        let script = format!("\n{}", joined(MODULES.iter().map(|(_, text)| *text)));
        let mut html = String::new();
        for line in TEMPLATE.lines() {
            match line.trim() {
                "<!-- policy -->" => html += &policy(&script, &style),
                "<!-- style -->" => html += &format!("<style>{style}</style>"),
                "<!-- data -->" => html += &self.data(),
                "<!-- script -->" => html += &format!("<script type=\"module\">{script}</script>"),
                _ => html += line,
            }
            html.push('\n');
        }
        html
    }

    /// What the script reads: blocks that are not scripts themselves.
    fn data(&self) -> String {
        let start =
            json!({ "lengths": self.lengths.as_slice().iter().join(","), "upto": self.upto.to_string() });
        // no text can end the block
        let start = start.to_string().replace('<', "\\u003c");
        let worker = joined([WORKER].into_iter());
        let engine = STANDARD.encode(ENGINE);
        format!(
            "<script type=\"application/json\" id=\"start\">{start}</script>\n\
             <script type=\"text/plain\" id=\"worker\">\n{worker}</script>\n\
             <script type=\"text/plain\" id=\"engine\">{engine}</script>"
        )
    }
}

/// Modules as one script: without the lines that import, and without the word `export`.
fn joined<'a>(modules: impl Iterator<Item = &'a str>) -> String {
    let lines = modules.flat_map(str::lines).filter(|line| !line.starts_with("import "));
    let plain = lines.map(|line| line.strip_prefix("export ").unwrap_or(line));
    plain.flat_map(|line| [line, "\n"]).collect()
}

/// The content security policy, as an element of the head.
fn policy(script: &str, style: &str) -> String {
    let sum = |text: &str| STANDARD.encode(Sha256::digest(text));
    format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         script-src 'sha256-{}' 'wasm-unsafe-eval'; worker-src blob:; style-src 'sha256-{}'; \
         base-uri 'none'; form-action 'none'\">",
        sum(script),
        sum(style)
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_modules_are_those_of_the_list() {
        let listed = text!("modules.txt").lines().filter(|line| !line.starts_with("worker:"));
        assert_eq!(listed.collect::<Vec<_>>(), MODULES.map(|(name, _)| name));
        let folder = std::fs::read_dir("explorer").unwrap().map(|entry| entry.unwrap().file_name());
        let scripts = folder.map(|name| name.into_string().unwrap()).filter(|name| name.ends_with(".js"));
        let known: BTreeSet<_> = MODULES.iter().map(|(name, _)| *name).chain(["worker.js"]).collect();
        assert_eq!(scripts.collect::<BTreeSet<_>>(), known.into_iter().map(str::to_owned).collect());
    }

    #[test]
    fn a_module_imports_only_what_stands_before_it() {
        for (index, (name, text)) in MODULES.iter().enumerate() {
            for line in text.lines().filter(|line| line.starts_with("import ")) {
                let from = line.strip_suffix("\";").and_then(|line| line.split_once(" } from \"./"));
                let (_, from) = from.unwrap_or_else(|| panic!("{name}: {line}"));
                assert!(MODULES[..index].iter().any(|(before, _)| *before == from), "{name}: {line}");
            }
        }
    }

    /// The name that a line declares for the whole module.
    fn declared(line: &str) -> Option<&str> {
        let line = line.strip_prefix("export ").unwrap_or(line);
        let line = line.strip_prefix("async ").unwrap_or(line);
        let kinds = ["function* ", "function ", "const ", "let ", "class "];
        let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
        rest.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').next()
    }

    #[test]
    fn names_of_modules_do_not_collide() {
        let names: Vec<_> = MODULES.iter().flat_map(|(_, text)| text.lines().filter_map(declared)).collect();
        assert!(names.iter().all_unique(), "{:?}", names.iter().duplicates().collect::<Vec<_>>());
    }

    #[test]
    fn scripts_and_styles_are_one_block_each() {
        let texts = MODULES.iter().copied().chain([("worker.js", WORKER), ("style.css", STYLE)]);
        for (name, text) in texts {
            let text = text.to_lowercase();
            for ends in ["</script", "</style", "<!--", "\r"] {
                assert!(!text.contains(ends), "{name} contains {ends:?}");
            }
        }
        let joined =
            joined(["import { a } from \"./a.js\";\nexport const b = a; // export\nexport\n"].into_iter());
        assert_eq!(joined, "const b = a; // export\nexport\n");
    }

    #[test]
    fn each_mark_stands_once_in_the_template() {
        for mark in ["policy", "style", "data", "script"] {
            let mark = format!("<!-- {mark} -->");
            assert_eq!(TEMPLATE.lines().filter(|line| line.trim() == mark).count(), 1, "{mark}");
            assert_eq!(TEMPLATE.matches(&mark).count(), 1, "{mark}");
        }
    }
}
