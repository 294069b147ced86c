//! What the parser of the command line says: help, version, and mistakes in one line.

use std::ffi::OsString;
use std::io::Write;

use clap::error::{ContextKind, ContextValue};
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches};
use itertools::Itertools;

use super::arguments::Arguments;
use super::failure::Failure;
use super::negative;
use crate::number::quoted;

/// Reads the arguments of a call. Help and version are results, written to `out`; there is nothing
/// else to do then.
///
/// # Errors
/// [`Failure::Usage`] for any mistake.
pub(super) fn read(
    arguments: Vec<OsString>,
    out: &mut dyn Write,
    colored: bool,
) -> Result<Option<Arguments>, Failure> {
    let read = parsed(&arguments).and_then(|matches| {
        let arguments = Arguments::from_arg_matches(&matches)?;
        Ok((matches, arguments))
    });
    match read {
        Ok((matches, arguments)) => refuse_misplaced(&matches).map(|()| Some(arguments)),
        Err(error) if error.use_stderr() => {
            Err(Failure::Usage { reason: mistake(&with_quotes(error)), command: command_of(&arguments) })
        }
        Err(error) => {
            let text = error.render();
            if colored { write!(out, "{}", text.ansi()) } else { write!(out, "{text}") }?;
            Ok(None)
        }
    }
}

/// The tree of commands is built a second time only for what looks like a negative number.
fn parsed(arguments: &[OsString]) -> Result<ArgMatches, clap::Error> {
    let command = Arguments::command();
    if arguments.iter().any(negative::is_negative) {
        return command.clone().try_get_matches_from(negative::marked(command, arguments));
    }
    command.try_get_matches_from(arguments)
}

/// Options of the main job before another command would be ignored.
fn refuse_misplaced(matches: &ArgMatches) -> Result<(), Failure> {
    let Some(command) = matches.subcommand_name() else { return Ok(()) };
    let parser = Arguments::command();
    let given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    let options = parser.get_arguments().filter(|option| !option.is_global_set());
    let misplaced = options.filter(|option| given(option.get_id().as_str())).find_map(|o| o.get_long());
    misplaced.map_or(Ok(()), |option| {
        let reason = format!("--{option} stands before the command '{command}'; write it after the command");
        Err(Failure::Usage { reason, command: format!("nimsweep {command}") })
    })
}

/// The first paragraph of the parser's message, and what may have been meant.
fn mistake(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let paragraph = text.lines().map(str::trim).take_while(|line| !line.is_empty());
    let line = paragraph.collect::<Vec<_>>().join(" ");
    let reason = line.trim_start_matches("error: ");
    match suggestions(error).or_else(|| suggestions(&without_help(error)?)) {
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

/// The command `help` has no ideas about its argument, but the same word as a command may have.
fn without_help(error: &clap::Error) -> Option<clap::Error> {
    let word = words(error.get(ContextKind::InvalidSubcommand)?).first()?;
    Arguments::command().try_get_matches_from(["nimsweep", word]).err()
}

fn words(value: &ContextValue) -> &[String] {
    match value {
        ContextValue::String(word) => std::slice::from_ref(word),
        ContextValue::Strings(words) => words,
        _ => &[],
    }
}

/// The command of a call as far as it is one, such as `nimsweep stones sum`.
fn command_of(arguments: &[OsString]) -> String {
    let root = Arguments::command();
    let (mut command, mut name) = (&root, "nimsweep".to_owned());
    for argument in arguments.iter().skip(1) {
        if let Some(inner) = command.find_subcommand(argument) {
            command = inner;
            name += &format!(" {}", inner.get_name());
        }
    }
    name
}
