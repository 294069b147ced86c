//! What is wrong with a call that the parser has refused, or takes for another one, in one line.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches};
use itertools::Itertools;

use super::failure::Failure;
use super::guard::unguarded;
use super::guesses::slips;
use super::help::no_command;
use crate::number::quoted;

/// Options of the main job before another command would be ignored.
pub(super) fn refuse_misplaced(tree: &clap::Command, matches: &ArgMatches) -> Result<(), Failure> {
    let Some(command) = matches.subcommand_name() else { return Ok(()) };
    let is_given = |option: &&Arg| {
        let source = matches.value_source(option.get_id().as_str());
        !option.is_global_set() && source == Some(ValueSource::CommandLine)
    };
    let Some(option) = tree.get_arguments().filter(is_given).find_map(Arg::get_long) else { return Ok(()) };
    let reason = format!("--{option} comes before the command '{command}'; write it after the command");
    Err(Failure::Usage { reason, command: format!("nimsweep {command}") })
}

/// `moves 4 --lengths 1 2`: the last number may be a length or a segment.
pub(super) fn parted_lengths(matches: &ArgMatches, call: &[OsString]) -> Option<String> {
    let mut inner = matches;
    while let Some((_, command)) = inner.subcommand() {
        inner = command;
    }
    let length = inner.try_get_one::<String>("lengths").ok()??;
    let mut segments = inner.try_get_many::<String>("segments").ok()??;
    let place = inner.index_of("lengths")? + 1;
    let before = inner.indices_of("segments")?.position(|index| index == place)?;
    // --lengths=1 is one word
    if before == 0 || !call.iter().any(|word| word == "--lengths") {
        return None;
    }
    let (length, next) = (quoted(length), quoted(segments.nth(before)?));
    Some(format!(
        "'--lengths {length} {next}' is ambiguous: --lengths {length},{next}, or the segment {next}, which is then written \
         before --lengths"
    ))
}

/// The first paragraph of the parser's message, and what may have been meant. The tree is built,
/// and these words of the call name its command.
pub(super) fn mistake(error: clap::Error, tree: &clap::Command, words: &[String]) -> String {
    let command = words.iter().try_fold(tree, |command, word| command.find_subcommand(word)).unwrap_or(tree);
    let meant = meant(&error, tree, command);
    let unknown = error.get(ContextKind::InvalidSubcommand).and_then(|value| self::words(value).first());
    if let (ErrorKind::InvalidSubcommand, Some(word), []) = (error.kind(), unknown, &meant[..]) {
        // the command `help` has no commands of its own
        let command = if command.has_subcommands() { command } else { tree };
        return no_command(command, command.get_bin_name().unwrap_or("nimsweep"), unguarded(word));
    }
    let text = with_quotes(error).render().to_string();
    let line = text.lines().map(str::trim).take_while(|line| !line.is_empty()).join(" ");
    let reason = line.trim_start_matches("error: ");
    match &meant[..] {
        [] => reason.to_owned(),
        meant => format!("{reason} (did you mean {}?)", meant.join(" or ")),
    }
}

/// An error, with what was typed escaped and shortened.
fn with_quotes(mut error: clap::Error) -> clap::Error {
    let quotes = error.context().filter_map(|(kind, value)| match value {
        ContextValue::String(text) => Some((kind, ContextValue::String(quoted(unguarded(text))))),
        _ => None,
    });
    for (kind, value) in quotes.collect::<Vec<_>>() {
        error.insert(kind, value);
    }
    error
}

/// What may have been meant by a word that the parser does not know: the name of a command or an
/// option, or a value.
fn meant(error: &clap::Error, tree: &clap::Command, command: &clap::Command) -> Vec<String> {
    let word = |kind| error.get(kind).and_then(|value| words(value).first()).map(String::as_str);
    if let Some(value) = word(ContextKind::InvalidValue) {
        let known = error.get(ContextKind::ValidValue).map(words).unwrap_or_default();
        return slips(value, known.iter().map(String::as_str));
    }
    if let Some(option) = word(ContextKind::InvalidArg) {
        let known = command.get_arguments().filter_map(clap::Arg::get_long);
        let options = slips(option.trim_start_matches('-'), known).into_iter();
        return options.map(|name| format!("--{name}")).collect();
    }
    let Some(name) = word(ContextKind::InvalidSubcommand) else { return vec![] };
    // the command `help` has no commands of its own
    let inner = if command.has_subcommands() { command } else { tree };
    slips(name, inner.get_subcommands().map(clap::Command::get_name))
}

fn words(value: &ContextValue) -> &[String] {
    match value {
        ContextValue::String(word) => std::slice::from_ref(word),
        ContextValue::Strings(words) => words,
        _ => &[],
    }
}

/// The words of a call that name its command, such as `stones sum`; `help` in front is not one.
pub(super) fn words_of(tree: &clap::Command, arguments: &[OsString]) -> Vec<String> {
    let (mut command, mut words) = (tree, vec![]);
    for (index, argument) in arguments.iter().enumerate().skip(1) {
        match command.find_subcommand(argument) {
            Some(inner) => {
                command = inner;
                words.extend(Some(inner.get_name().to_owned()).filter(|name| name != "help"));
            }
            // no command at all; a later word may be the value of an option
            None if index == 1 && !argument.to_string_lossy().starts_with('-') => break,
            None => {}
        }
    }
    words
}

/// Whether all that a call lacks is what it asks for.
pub(super) fn asks_nothing(error: &clap::Error) -> bool {
    matches!(error.kind(), ErrorKind::MissingRequiredArgument | ErrorKind::MissingSubcommand)
}
