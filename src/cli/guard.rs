//! Numbers that begin with a minus.
//!
//! The parser of the command line takes `-2` for a number, but `-2+13*sqrt2/5` for options. So such
//! a number is guarded by a character, which is put before it, and removed from every text when it
//! is read. Everything else that begins with a minus is an option, so that a misspelt one is found;
//! and behind an option stands its value, in which a minus may come first.

use std::convert::Infallible;
use std::ffi::OsString;

use clap::{Arg, Command};

use crate::number::begins_negative_number;

/// No argument has it: the system ends arguments there.
const GUARD: char = '\0';

/// These arguments, with guards.
pub(super) fn guarded(arguments: &[OsString]) -> Vec<OsString> {
    let end = arguments.iter().position(|word| word == "--").unwrap_or(arguments.len());
    let number =
        |word: &OsString| word.to_str().filter(|text| begins_negative_number(text)).map(str::to_owned);
    let is_option = |word: &OsString| word.to_string_lossy().starts_with('-') && number(word).is_none();
    let guard = |(index, word): (usize, &OsString)| {
        let number = number(word).filter(|_| (1..end).contains(&index) && !is_option(&arguments[index - 1]));
        number.map_or_else(|| word.clone(), |number| format!("{GUARD}{number}").into())
    };
    arguments.iter().enumerate().map(guard).collect()
}

/// A text without its guard.
pub(super) fn unguarded(text: &str) -> &str {
    text.strip_prefix(GUARD).unwrap_or(text)
}

/// A command whose texts are read without guards, and whose options take a minus.
pub(super) fn with_numbers(command: Command) -> Command {
    command.mut_args(|argument| match takes_text(&argument) {
        true if argument.get_long().is_some() && !takes_list(&argument) => {
            argument.value_parser(read).allow_hyphen_values(true)
        }
        true => argument.value_parser(read),
        false => argument,
    })
}

fn read(text: &str) -> Result<String, Infallible> {
    Ok(unguarded(text).to_owned())
}

fn takes_text(argument: &Arg) -> bool {
    argument.get_value_parser().type_id() == std::any::TypeId::of::<String>()
        && argument.get_action().takes_values()
}

/// Whether an option may have any number of values, so that the next option ends them.
fn takes_list(argument: &Arg) -> bool {
    argument.get_num_args().is_some_and(|count| count.max_values() > 2)
}
