//! Arguments by the table of `arguments.txt`, and the question that they are: a call and a question
//! in JSON are read by the same struct.

use std::path::PathBuf;
use std::slice;
use std::sync::LazyLock;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, value_parser};
use clap_complete::Shell;
use serde_json::Value;

use super::options::Options;
use crate::ask::commands::RawQuestion;
use crate::number::NumberStyle;

/// What the arguments of a command are. The text says how it is read.
const TABLE: &str = include_str!("arguments.txt");

/// A command that asks a question, as it was typed: its keys and its options.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) question: RawQuestion,
    pub(super) options: Options,
    /// The keys that are typed as an argument, and what help calls that.
    arguments: Vec<(String, String)>,
    /// What was typed for them, behind the command.
    pub(super) words: Vec<String>,
}

/// Adds the arguments of a list, which is named as its command, and the options of that.
pub(super) fn with_question(list: &str, command: Command) -> Command {
    let command = with_rows(list, command);
    let options = format!("options of {list}");
    with_rows(if rows(&options).is_some() { &options } else { "json" }, command)
}

impl Asked {
    /// What the arguments of a list say.
    pub(super) fn of(list: &str, matches: &ArgMatches) -> Self {
        let (mut arguments, mut values) = (vec![], vec![]);
        let (mut words, mut options) = (vec![], vec![]);
        for argument in with_rows(list, Command::new("")).get_arguments() {
            let Some(value) = value(argument, matches) else { continue };
            let id = argument.get_id().as_str();
            let key = if argument.is_positional() && id == "segment" { "at" } else { id }.replace('-', "_");
            if argument.is_positional() {
                let name = match argument.get_value_names().unwrap_or_default() {
                    [name] => name.to_string(),
                    _ => key.clone(),
                };
                arguments.push((key.clone(), name));
            }
            if matches.value_source(id) == Some(ValueSource::CommandLine) {
                let texts = value.as_array().map_or(slice::from_ref(&value), Vec::as_slice);
                let texts = texts.iter().filter_map(Value::as_str).map(str::to_owned);
                let option = format!("--{id}");
                match argument.get_action() {
                    _ if argument.is_positional() => words.extend(texts),
                    ArgAction::Append => options.extend(texts.flat_map(|text| [option.clone(), text])),
                    _ => options.extend([option].into_iter().chain(texts)),
                }
            }
            values.push((key, value));
        }
        words.append(&mut options);
        // a summary is a question of its own
        let is_summary = values.extract_if(.., |(key, _)| key == SUMMARY).count() > 0;
        let command = if is_summary { &format!("{list} {SUMMARY}") } else { list.trim_start_matches('-') };
        let question = RawQuestion::new(command, values);
        Self { question, options: Options::of(matches), arguments, words }
    }

    /// What help calls a key that is typed as an argument.
    pub(super) fn argument(&self, key: &str) -> Option<String> {
        self.arguments.iter().find(|(of, _)| of == key).map(|(_, name)| name.clone())
    }
}

/// The option of `grundy` that asks for another command.
const SUMMARY: &str = "summary";

/// What an argument says in a call. A list that is needed may be empty where a command says that it
/// does without.
fn value(argument: &Arg, matches: &ArgMatches) -> Option<Value> {
    let id = argument.get_id().as_str();
    if matches!(argument.get_action(), ArgAction::SetTrue) {
        return matches.get_flag(id).then_some(Value::Bool(true));
    }
    let texts = matches.get_many::<String>(id).map(|texts| texts.cloned().map(Value::String));
    match argument.get_num_args() {
        None => texts?.next(),
        Some(_) if argument.is_required_set() => Some(texts.into_iter().flatten().collect()),
        Some(_) => Some(texts?.collect()),
    }
}

/// The sections of a text: their names, which stand behind a #, and what follows.
pub(super) fn sections(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    // nowhere else is a #; to look for more than one sign takes ten times as long
    text.split('#').skip(1).filter_map(|section| section.trim_start().split_once('\n'))
}

/// The lists of the table: their names, and their rows.
static LISTS: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| sections(TABLE).collect());

/// The rows of a list.
fn rows(list: &str) -> Option<&'static str> {
    LISTS.iter().find_map(|&(name, rows)| (name == list).then_some(rows))
}

/// Whether there is a list of this name.
pub(super) fn has(list: &str) -> bool {
    rows(list).is_some()
}

/// A command with the arguments of a list.
pub(super) fn with_rows(list: &str, command: Command) -> Command {
    let rows = rows(list).unwrap_or_default().lines().filter(|row| !row.is_empty());
    rows.fold(command, |command, row| {
        if let Some(other) = row.strip_prefix('+') {
            with_rows(other, command)
        } else if let Some(group) = row.strip_prefix("group ") {
            command.group(self::group(group))
        } else {
            command.arg(argument(row))
        }
    })
}

/// A group of keys: its name, what is allowed, and the keys.
fn group(row: &'static str) -> ArgGroup {
    let mut words = row.split(' ');
    let group = ArgGroup::new(words.next().unwrap_or_default());
    words.fold(group, |group, word| match word {
        "*" => group.required(true),
        "+" => group.multiple(true),
        key => group.arg(key),
    })
}

/// An argument or option.
fn argument(row: &'static str) -> Arg {
    let mut parts = row.split('|');
    let [typed, help, more] = [(); 3].map(|()| parts.next().unwrap_or_default());
    let mut words = typed.split(' ');
    let name = words.next().unwrap_or_default();
    let argument = match name.strip_prefix("--") {
        Some(long) => Arg::new(long).long(long),
        None => Arg::new(name),
    };
    let mut values = vec![];
    let argument = words.fold(argument.help(help), |argument, word| match word.split_at(1) {
        ("*", _) => argument.required(true),
        ("~", _) => argument.hide_short_help(true),
        ("@", _) => argument.help_heading("Long runs"),
        ("=", value) => argument.default_value(value),
        ("!", other) => argument.conflicts_with(other),
        ("?", other) => argument.requires(other),
        (".", _) => argument.num_args(1..).action(ArgAction::Append),
        ("&", _) => argument.num_args(1).action(ArgAction::Append),
        ("-", "") => argument.num_args(0..=1).default_missing_value("-"),
        ("-", short) => argument.short(short.chars().next()),
        _ => {
            values.push(word);
            argument
        }
    });
    let argument = if more.is_empty() { argument } else { argument.long_help(format!("{help}\n\n{more}")) };
    match &values[..] {
        [] => argument.action(ArgAction::SetTrue),
        ["SHELL"] => argument.value_names(values).value_parser(value_parser!(Shell)),
        ["FILE"] => argument.value_names(values).value_parser(value_parser!(PathBuf)),
        ["STYLE"] => {
            argument.value_names(values).value_parser(value_parser!(NumberStyle)).hide_possible_values(true)
        }
        [_] => argument.value_names(values),
        _ => argument.num_args(values.len()).value_names(values),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::ask::commands::names;
    use crate::ask::values::DEFAULT_LENGTHS;

    /// The keys of a command as they are read: those that a refusal lists.
    fn as_read(command: &str) -> BTreeSet<String> {
        let refused = RawQuestion::new(command, vec![("?".to_owned(), Value::Null)]).read();
        let reason = refused.unwrap_err().text().to_owned();
        reason.split_once("its keys are ").unwrap().1.split(", ").map(str::to_owned).collect()
    }

    #[test]
    fn the_table_has_the_keys_of_each_question() {
        for command in names().filter(|name| *name != "grundy summary") {
            let table = with_rows(command, Command::new(""));
            let keys = table.get_arguments().map(|argument| match argument.get_id().as_str() {
                "segment" if argument.is_positional() => "at".to_owned(),
                id => id.replace('-', "_"),
            });
            let keys: BTreeSet<String> = keys.filter(|key| key != SUMMARY).collect();
            assert_eq!(keys, as_read(command), "{command}");
        }
        let squares = with_rows("squares", Command::new(""));
        let lengths = squares.get_arguments().find(|argument| argument.get_id() == "lengths").unwrap();
        assert_eq!(lengths.get_default_values(), [DEFAULT_LENGTHS]);
    }
}
