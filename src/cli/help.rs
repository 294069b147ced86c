//! Help in two depths: a first screen and short help, which a screen of 80 columns shows whole, and
//! all of it; what to type if a command is typed alone; manual pages; and recipes.

use std::io::{self, Write};

use clap::Command;
use clap::builder::styling::Styles;
use clap_mangen::Man;
use itertools::Itertools;

use super::failure::Failure;
use super::output::columns;
use crate::draw::wrapped;
use crate::number::quoted;

/// What help, the first screen and the manual page begin with; the calls of a first hour; the end
/// of the first screen; and the options of the program, besides those of the main job.
fn texts() -> [&'static str; 4] {
    let mut texts = include_str!("help.txt").split("\n---\n");
    [(); 4].map(|()| texts.next().unwrap_or_default())
}

/// The page of recipes: a table of what people want, what they type, and what the answer contains.
const RECIPES: &str = include_str!("../../docs/recipes.md");

/// The day of this version, which manual pages have; `.ci/version` writes it.
const DATE: &str = "2026-11-26";

/// Stands before the examples of a command.
const EXAMPLES: &str = "Examples:\n";

/// How many examples the short help of a command has.
const FEW: usize = 2;

/// The commands as help lists them.
pub(super) const GROUPS: [(&str, &[&str]); 3] = [
    (
        "Squares on the line",
        &[
            "play", "puzzle", "moves", "explain", "grundy", "gain", "range", "period", "compare", "regions",
            "plot", "explore",
        ],
    ),
    ("Other games", &["octal", "stones", "coins", "halving"]),
    ("Files and checks", &["number", "verify", "check", "bench", "batch", "recipes", "completions", "man"]),
];

/// Whether a word is the name of a command.
pub(super) fn is_command(word: &str) -> bool {
    GROUPS.iter().any(|(_, names)| names.contains(&word))
}

/// The heading of the options that only long runs need.
const LONG_RUNS: &str = "Long runs";

/// The titles of the groups of commands, and a line for each command of one.
fn groups(tree: &Command) -> impl Iterator<Item = (&'static str, String)> {
    GROUPS.into_iter().map(|(title, names)| {
        let about = |name: &&str| tree.find_subcommand(name)?.get_about();
        (title, names.iter().filter_map(|name| Some(format!("  {name:13}{}", about(name)?))).join("\n"))
    })
}

/// The text of a first screen, which is written for 80 columns: on fewer, what a call does is below
/// it.
fn laid_out(text: &str) -> String {
    const WRITTEN_FOR: usize = 80;
    let columns = columns();
    if columns >= WRITTEN_FOR {
        return text.to_owned();
    }
    let mut lines: Vec<String> = vec![];
    for line in text.lines() {
        let (call, what) = line.split_at(line.trim_end().rfind("   ").map_or(0, |gap| gap + 3));
        let goes_on = lines.last().is_some_and(|last| !last.is_empty());
        match (call.trim(), lines.last_mut().filter(|_| goes_on && call.trim().is_empty())) {
            ("", Some(last)) if !what.is_empty() => *last += &format!(" {what}"),
            ("", _) => lines.push(what.to_owned()),
            _ => lines.extend([call.trim_end().to_owned(), format!("      {what}")]),
        }
    }
    let fit = |line: &String| match line.starts_with(' ') {
        true => wrapped(line, columns),
        false => vec![line.clone()], // a paragraph, which the parser breaks
    };
    lines.iter().flat_map(fit).join("\n")
}

/// The tree of commands with a first screen, and with its commands in groups.
pub(super) fn with_first_screen(tree: Command) -> Command {
    let [introduction, first_calls, more, options] = texts();
    let header = Styles::styled().get_header().to_owned();
    let heading = |text: &str| format!("{header}{text}:{header:#}");
    let groups =
        groups(&tree).map(|(title, commands)| format!("{}\n{commands}", heading(title))).join("\n\n");
    let all = format!(
        "{introduction}\n\n{first_calls}\n\n{} nimsweep <COMMAND>\n\n{}\n\n{}\n{options}\n\n{}",
        heading("Usage"),
        groups,
        heading("Options"),
        tree.get_after_long_help().map(ToString::to_string).unwrap_or_default(),
    );
    let first_screen = laid_out(&format!("{introduction}\n\n{first_calls}\n\n{more}"));
    tree.help_template("{before-help}").before_help(first_screen).before_long_help(all)
}

/// A command whose `-h` has the first examples, and no options of long runs; `--help` has all that
/// explains it.
pub(super) fn in_two_depths(command: Command) -> Command {
    // a run of these is never long
    let is_short = matches!(command.get_name(), "play" | "puzzle");
    let command = command.mut_args(|option| {
        let is_rare = option.get_help_heading() == Some(LONG_RUNS);
        if is_rare { option.hide_short_help(true).hide(is_short) } else { option }
    });
    let Some(all) = command.get_after_help().map(ToString::to_string) else { return command };
    let short = format!("{EXAMPLES}{}", examples(&command).unwrap_or_default());
    command.after_help(short).after_long_help(all)
}

/// Writes the manual page of a command, which is given word by word.
pub(super) fn write_manual_page<'a>(
    mut tree: Command,
    words: impl Iterator<Item = &'a String>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    tree.build();
    let (mut command, mut name) = (&tree, "nimsweep".to_owned());
    for word in words {
        let Some(inner) = command.find_subcommand(word) else {
            let reason = no_command(command, &name, word);
            return Err(Failure::Usage { reason, command: "nimsweep".to_owned() });
        };
        name += &format!(" {}", inner.get_name());
        command = inner;
    }
    Ok(out.write_all(manual_page(command)?.as_bytes())?)
}

/// That a command with this name has no command of its own that is called so.
pub(super) fn no_command(command: &Command, name: &str, word: &str) -> String {
    let names = command.get_subcommands().map(Command::get_name).join(", ");
    let names = if names.is_empty() { "none" } else { &names };
    format!("'{name}' has no command '{}'; its commands: {names}", quoted(word))
}

/// The manual page of a command of a tree that is built, in roff.
fn manual_page(command: &Command) -> io::Result<String> {
    let text = |text: Option<&_>| text.map(ToString::to_string).unwrap_or_default();
    let usage = command.clone().render_usage().to_string().replace("Usage: ", "");
    let about = text(command.get_about());
    let after = text(command.get_after_long_help().or(command.get_after_help()));
    let (explanation, examples) = after.split_once(EXAMPLES).unwrap_or((&after, ""));
    let is_program = command.get_name() == "nimsweep";
    let [introduction, first_calls, ..] = texts();
    let (usage, about, examples, commands) = if is_program {
        let usage = "nimsweep COMMAND [OPTIONS]\nnimsweep --range A B [OPTIONS]".to_owned();
        let groups = groups(command).map(|(title, commands)| format!(".SS {title}\n.nf\n{commands}\n.fi\n"));
        let commands = format!(
            ".SH COMMANDS\nEach has a page of its own: nimsweep man range.\n{}",
            groups.collect::<String>().replace('-', r"\-")
        );
        (usage, introduction.to_owned(), first_calls, commands)
    } else {
        (usage, about, examples, String::new())
    };
    // options of long runs are hidden from short help, not from here; those of the main job are its
    // own
    let mut command = match is_program {
        false => command.clone(),
        true => {
            let own = |option: &&clap::Arg| ["color", "version", "help"].contains(&option.get_id().as_str());
            let options = command.get_arguments().filter(own).cloned();
            Command::new("nimsweep")
                .disable_help_flag(true)
                .disable_version_flag(true)
                .version(env!("CARGO_PKG_VERSION"))
                .about(text(command.get_about()))
                .args(options)
        }
    };
    command = command.mut_args(|option| option.hide_short_help(false));
    let description = format!("{about}\n\n{explanation}");
    let command = command.override_usage(usage).long_about(description.trim_end().to_owned());
    let page = Man::new(command.after_long_help(examples.to_owned())).date(DATE);
    let mut roff = vec![];
    page.source(concat!("nimsweep ", env!("CARGO_PKG_VERSION"))).render(&mut roff)?;
    let roff = String::from_utf8_lossy(&roff).lines().map(str::trim_end).join("\n");
    // each example stands on a line of its own
    let roff = roff
        .replace(".SH OPTIONS\n", &format!("{commands}.SH OPTIONS\n"))
        .replace(".SH EXTRA\n", ".SH EXAMPLES\n.nf\n")
        .replace("\n.SH VERSION", "\n.fi\n.SH VERSION")
        .replace("\n.br\n\n.br\n", "\n.sp\n");
    Ok(roff + "\n")
}

/// The recipes for a terminal: what people want, and below it what they type.
pub(super) fn recipes() -> String {
    let rows = RECIPES.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" | `"));
    let rows = rows.filter_map(|(want, rest)| Some((want, rest.split_once('`')?.0)));
    let rows = rows.map(|(want, call)| format!("{want}\n  {call}\n"));
    ["I want to ...\n\n".to_owned()].into_iter().chain(rows).collect()
}

/// What to type instead of a command alone: its first examples, each a line.
pub(super) fn examples(command: &Command) -> Option<String> {
    let all = command.get_after_help()?.to_string();
    let (_, examples) = all.split_once(EXAMPLES)?;
    Some(examples.lines().take(FEW).join("\n"))
}
