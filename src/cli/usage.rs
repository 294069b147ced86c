//! What comes from the tree of commands: arguments, help and version, mistakes in one line,
//! completions for shells, and manual pages.
//!
//! The parser of the command line takes `-2` for a number, but `-2+13*sqrt2/5` for options. Where a
//! list of numbers may stand, such an argument is marked before it is parsed, and the mark is
//! removed when it is read. Everything else that begins with a minus is an option, so that a
//! misspelt one is found.

use std::convert::Infallible;
use std::ffi::OsString;
use std::io::Write;

use clap::error::{ContextKind, ContextValue};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, Parser};
use clap_complete::Shell;
use itertools::Itertools;

use super::failure::Failure;
use crate::number::quoted;

/// `nimsweep completions SHELL`
#[derive(Debug, Args)]
#[command(
    name = "completions",
    after_help = "Example:\n  nimsweep completions bash\n  nimsweep completions zsh"
)]
pub(super) struct Completions {
    /// The shell that completes
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

/// `nimsweep man [COMMAND]`
#[derive(Debug, Args)]
#[command(
    name = "man",
    after_help = "The page is written in roff: nimsweep man gain > nimsweep-gain.1\n\n\
    Example:\n  nimsweep man\n  nimsweep man gain\n  nimsweep man stones sum"
)]
pub(super) struct Man {
    /// The command; without one, the page of the program
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
}

impl Completions {
    /// Writes the script for the tree of commands.
    pub(super) fn run(&self, mut tree: Command, out: &mut dyn Write) -> Result<(), Failure> {
        // in memory first, because its writer panics where it cannot write
        let mut script = vec![];
        clap_complete::generate(self.shell, &mut tree, "nimsweep", &mut script);
        Ok(out.write_all(&script)?)
    }
}

impl Man {
    /// Writes the page of a command of the tree.
    pub(super) fn run(&self, mut tree: Command, out: &mut dyn Write) -> Result<(), Failure> {
        tree.build();
        let (mut command, mut name) = (&tree, "nimsweep".to_owned());
        for word in &self.command {
            let Some(inner) = command.find_subcommand(word) else {
                let names = command.get_subcommands().map(Command::get_name).join(", ");
                let names = if names.is_empty() { "none" } else { &names };
                let reason = format!("'{name}' has no command '{}'; its commands: {names}", quoted(word));
                return Err(Failure::Usage { reason, command: "nimsweep".to_owned() });
            };
            name += &format!(" {}", inner.get_name());
            command = inner;
        }
        let mut page = vec![];
        let version = concat!("nimsweep ", env!("CARGO_PKG_VERSION"));
        clap_mangen::Man::new(command.clone()).source(version).render(&mut page)?;
        Ok(out.write_all(&page)?)
    }
}

/// Reads the arguments of a call. Help and version are results, written to `out`; there is nothing
/// else to do then.
///
/// # Errors
/// [`Failure::Usage`] for any mistake.
pub(super) fn read<A: Parser>(
    arguments: &[OsString],
    out: &mut dyn Write,
    colored: bool,
) -> Result<Option<A>, Failure> {
    let mut tree = A::command();
    // only for what looks like a negative number all of the tree is built
    let is_marked = arguments.iter().any(is_negative);
    let call = if is_marked { marked(tree.clone(), arguments) } else { arguments.to_vec() };
    let read = tree.try_get_matches_from_mut(call);
    match read.and_then(|matches| Ok((A::from_arg_matches(&matches)?, matches))) {
        Ok((arguments, matches)) => refuse_misplaced(&tree, &matches).map(|()| Some(arguments)),
        Err(error) if error.use_stderr() => {
            let command = command_of(&A::command(), arguments);
            Err(Failure::Usage { reason: mistake::<A>(with_quotes(error)), command })
        }
        Err(error) => {
            let text = error.render();
            if colored { write!(out, "{}", text.ansi()) } else { write!(out, "{text}") }?;
            Ok(None)
        }
    }
}

/// Options of the main job before another command would be ignored.
fn refuse_misplaced(tree: &Command, matches: &ArgMatches) -> Result<(), Failure> {
    let Some(command) = matches.subcommand_name() else { return Ok(()) };
    let is_given = |option: &&Arg| {
        let source = matches.value_source(option.get_id().as_str());
        !option.is_global_set() && source == Some(ValueSource::CommandLine)
    };
    let Some(option) = tree.get_arguments().filter(is_given).find_map(Arg::get_long) else { return Ok(()) };
    let reason = format!("--{option} stands before the command '{command}'; write it after the command");
    Err(Failure::Usage { reason, command: format!("nimsweep {command}") })
}

/// The first paragraph of the parser's message, and what may have been meant.
fn mistake<A: Parser>(error: clap::Error) -> String {
    let text = error.render().to_string();
    let line = text.lines().map(str::trim).take_while(|line| !line.is_empty()).join(" ");
    let reason = line.trim_start_matches("error: ");
    // the command `help` has no ideas about its argument, but the same word as a command may have
    let without_help = || {
        let word = words(error.get(ContextKind::InvalidSubcommand)?).first()?;
        suggestions(&A::command().try_get_matches_from(["nimsweep", word]).err()?)
    };
    match suggestions(&error).or_else(without_help) {
        Some(meant) => format!("{reason} (did you mean {meant}?)"),
        None => reason.to_owned(),
    }
}

/// The same error, with what was typed escaped and shortened.
fn with_quotes(mut error: clap::Error) -> clap::Error {
    let quotes = error.context().filter_map(|(kind, value)| match value {
        ContextValue::String(text) => Some((kind, ContextValue::String(quoted(text)))),
        _ => None,
    });
    for (kind, value) in quotes.collect::<Vec<_>>() {
        error.insert(kind, value);
    }
    error
}

/// What may have been meant, if the parser has an idea.
fn suggestions(error: &clap::Error) -> Option<String> {
    let kinds = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let words = kinds.into_iter().filter_map(|kind| error.get(kind)).flat_map(words);
    let meant = words.rev().join(" or "); // the parser puts the likeliest last
    Some(meant).filter(|meant| !meant.is_empty())
}

fn words(value: &ContextValue) -> &[String] {
    match value {
        ContextValue::String(word) => std::slice::from_ref(word),
        ContextValue::Strings(words) => words,
        _ => &[],
    }
}

/// The command of a call as far as it is one, such as `nimsweep stones sum`.
fn command_of(tree: &Command, arguments: &[OsString]) -> String {
    let (mut command, mut name) = (tree, "nimsweep".to_owned());
    for argument in arguments.iter().skip(1) {
        if let Some(inner) = command.find_subcommand(argument) {
            command = inner;
            name += &format!(" {}", inner.get_name());
        }
    }
    name
}

/// Stands before a number that begins with a minus; no system passes it in an argument.
const MARK: char = '\0';

/// Reads one number of a list.
pub(super) fn unmarked(argument: &str) -> Result<String, Infallible> {
    Ok(argument.strip_prefix(MARK).unwrap_or(argument).to_owned())
}

/// Whether an argument can only be a number: a minus, and what else a number begins with.
fn is_negative(argument: &OsString) -> bool {
    let number = argument.to_str().and_then(|text| text.strip_prefix('-'));
    number.is_some_and(|number| {
        number.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | '(' | '√'))
            || number.starts_with("sqrt")
    })
}

/// Marks the numbers that begin with a minus, if the command takes a list of them. Values of
/// options stay as they are.
fn marked(mut tree: Command, arguments: &[OsString]) -> Vec<OsString> {
    tree.build(); // so that every option knows how many values it takes
    let (mut command, mut values) = (&tree, 0);
    let mut marked = arguments.to_vec();
    for (index, argument) in arguments.iter().enumerate() {
        let text = argument.to_string_lossy();
        let inner = command.find_subcommand(argument).filter(|_| index > 0 && values == 0);
        if let Some(inner) = inner {
            command = inner;
        } else if values > 0 {
            values -= 1;
        } else if argument == "--" {
            break; // whatever follows is no option
        } else if let Some(option) = command.get_arguments().find(|option| is_named(option, &text)) {
            values = option.get_num_args().map_or(0, |number| number.min_values());
        } else if is_negative(argument) && command.get_positionals().any(Arg::is_allow_negative_numbers_set) {
            marked[index] = format!("{MARK}{text}").into();
        }
    }
    marked
}

/// Whether an argument names an option, with its values in the next arguments.
fn is_named(option: &Arg, argument: &str) -> bool {
    let long = argument.strip_prefix("--");
    let short = argument.strip_prefix('-').and_then(|short| short.parse().ok());
    long.is_some_and(|long| option.get_long() == Some(long))
        || short.is_some_and(|short| option.get_short() == Some(short))
}
