//! `nimsweep explore`: the page of the explorer, with the library in it as WebAssembly: one text,
//! joined from its files, that needs nothing else.
//!
//! Its content security policy allows the one script and the one style in it, by their sums, and
//! nothing from elsewhere.

use std::path::PathBuf;
use std::slice;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use clap::Args;
use itertools::Itertools;
use serde::Serialize;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::failure::Failure;
use super::files::{self, free_name};
use super::output;
use super::runner::{Call, Runs};
use crate::ask::limits::shown_limit;
use crate::ask::values::{self, DEFAULT_LENGTHS};
use crate::ask::{ReplyFields, pieces};
use crate::error::Error;
use crate::games::squares::drive::Patience;
use crate::games::squares::need::Need;
use crate::games::squares::{Grundy, GrundyRun, Lengths};
use crate::number::Surd;

/// The text of a file of the explorer.
macro_rules! text {
    ($name:literal) => {
        include_str!(concat!("../../explorer/", $name))
    };
}

/// The files of the script with their names, each after those that it uses, as in `modules.txt`.
macro_rules! modules {
    ($($name:literal)*) => {
        [$(($name, text!($name))),*]
    };
}

const TEMPLATE: &str = text!("page.html");
const STYLE: &str = text!("style.css");
const WORKER: &str = text!("worker.js");
const MODULES: [(&str, &str); 22] = modules! {
    "notation.js" "elements.js" "engine.js" "address.js" "view.js" "rule.js" "pictures.js" "gestures.js" "breakpoints.js" "take.js" "cursor.js"
    "curves.js" "options.js" "position.js" "row.js" "turns.js" "board.js" "aim.js" "deal.js" "game.js" "puzzle.js" "page.js"
};
const ENGINE: &[u8] = include_bytes!("../../explorer/engine.wasm.gz");

/// `nimsweep explore -o FILE`
#[derive(Debug, Args)]
pub(super) struct Explore {
    /// Lengths with which the page begins
    #[arg(long, value_name = "LIST", default_value = DEFAULT_LENGTHS)]
    lengths: String,
    /// Where pieces may be: 7 anywhere, 3 only at an end
    ///
    /// One digit for each length, in the order typed, or one for all; 'anywhere' and 'ends' are 7
    /// and 3. With 7 a piece may be anywhere in its segment, with 3 only at an end. [default: 7]
    #[arg(long, value_name = "DIGITS")]
    rule: Option<String>,
    /// Greatest length of the first curves
    ///
    /// [default: 20 times the longest, or as far as it gets in about a second]
    #[arg(long, value_name = "L")]
    upto: Option<String>,
    /// The file of the page, or - for standard output
    ///
    /// [default: a new file, such as nimsweep.html, on a terminal, and else standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print one JSON object about the page
    #[arg(long, requires = "output")]
    json: bool,
}

/// What was written.
#[derive(Serialize)]
struct PageReport<'a> {
    #[serde(flatten)]
    pieces: ReplyFields,
    upto: &'a Surd,
    file: String,
    bytes: usize,
}

impl Runs for Explore {
    fn run(self, Call { out, terminal, .. }: Call<'_>) -> Result<(), Failure> {
        let (lengths, upto) = self.view()?;
        let page = page(&lengths, &upto);
        let new = (terminal.shows && self.output.is_none()).then(|| free_name("nimsweep", "html"));
        let Some(file) = files::named(new.as_deref().or(self.output.as_deref())) else {
            if self.json {
                let reason = "the page and the JSON object cannot both go to standard output; give a file";
                return Err(Error::of_key("output", reason).into());
            }
            return Ok(out.write_all(page.as_bytes())?);
        };
        files::check_place(file)?;
        files::replace(file, |out| out.write_all(page.as_bytes()))?;
        if self.json {
            let (lengths, file) = (lengths.clone(), file.display().to_string());
            output::json(
                out,
                &PageReport { pieces: pieces(&lengths), upto: &upto, file, bytes: page.len() },
            )?;
        } else if terminal.shows && !files::is_stream(file) {
            writeln!(out, "the page is in {}; open it in a browser", file.display())?;
        }
        Ok(())
    }
}

impl Explore {
    /// What the page begins with. Everything that the page would refuse is refused here.
    fn view(&self) -> Result<(Lengths, Surd), Failure> {
        let lengths = values::lengths(["lengths", "rule"], &self.lengths, self.rule.as_deref())?;
        let upto = match &self.upto {
            Some(upto) => values::segment("upto", upto)?,
            None => shown_limit(slice::from_ref(&lengths)),
        };
        let nothing = Grundy::new(&lengths, &Surd::default())?;
        let need = Need::table(upto.clone());
        need.next(&nothing, Patience::Seconds).map_err(|error| error.at("upto"))?;
        if upto <= *lengths.longest() {
            let longest = lengths.longest();
            let begins = if lengths.all_anywhere() { "the gain begins at" } else { "the curve goes beyond" };
            let reason = format!("{begins} the longest length, {longest}; give more than that");
            return Err(Error::of_key("upto", reason).into());
        }
        // refused if the keys do not suffice
        GrundyRun::new(&lengths, &upto)?;
        Ok((lengths, upto))
    }
}

/// The whole page, which begins with these lengths and this limit. Lines of the template that are
/// marks become the parts.
fn page(lengths: &Lengths, upto: &Surd) -> String {
    let style = format!("\n{STYLE}");
    let script = format!("\n{}", joined(MODULES.map(|(_, text)| text)));
    let mut html = String::new();
    for line in TEMPLATE.lines() {
        match line.trim() {
            "<!-- policy -->" => html += &policy(&script, &style),
            "<!-- style -->" => html += &format!("<style>{style}</style>"),
            "<!-- data -->" => html += &data(lengths, upto),
            "<!-- script -->" => html += &format!("<script type=\"module\">{script}</script>"),
            _ => html += line,
        }
        html.push('\n');
    }
    html
}

/// What the script reads: blocks that are not scripts themselves.
fn data(lengths: &Lengths, upto: &Surd) -> String {
    let mut start = json!({ "lengths": lengths.as_slice().iter().join(","), "upto": upto.to_string() });
    if let Some(rule) = lengths.rule() {
        start["rule"] = rule.into();
    }
    // no text can end the block
    let start = start.to_string().replace('<', "\\u003c");
    let (worker, engine) = (joined([WORKER]), STANDARD.encode(ENGINE));
    format!(
        "<script type=\"application/json\" id=\"start\">{start}</script>\n\
         <script type=\"text/plain\" id=\"worker\">\n{worker}</script>\n\
         <script type=\"text/plain\" id=\"engine\">{engine}</script>"
    )
}

/// Modules as one script: without the lines that import, and without the word `export`.
fn joined<const N: usize>(modules: [&str; N]) -> String {
    let lines = modules.into_iter().flat_map(str::lines).filter(|line| !line.starts_with("import "));
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
        let joined = joined(["import { a } from \"./a.js\";\nexport const b = a; // export\nexport\n"]);
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
