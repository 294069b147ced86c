//! Numbers that begin with a minus.
//!
//! The parser of the command line takes `-2` for a number, but `-2+13*sqrt2/5` for options. So such
//! a number is guarded by a character, which is put before it, and removed from every text when it
//! is read. Everything else that begins with a minus is an option, so that a misspelt one is found;
//! but behind an option that takes one text stands its value.

use std::convert::Infallible;
use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Arg, Command};

use crate::number::begins_negative_number;

/// No argument has it: the system ends arguments there.
const GUARD: char = '\0';

/// These arguments, with guards.
pub(super) fn guarded(arguments: &[OsString]) -> Vec<OsString> {
    let end = arguments.iter().position(|word| word == "--").unwrap_or(arguments.len());
    let guard = |(index, word): (usize, &OsString)| match word.to_str() {
        Some(text) if (1..end).contains(&index) && begins_negative_number(text) => {
            format!("{GUARD}{text}").into()
        }
        _ => word.clone(),
    };
    arguments.iter().enumerate().map(guard).collect()
}

/// A text without its guard.
pub(super) fn unguarded(text: &str) -> &str {
    text.strip_prefix(GUARD).unwrap_or(text)
}

/// A command whose texts are read without guards.
pub(super) fn with_numbers(command: Command) -> Command {
    command.mut_args(|argument| {
        if takes::<String>(&argument) {
            let is_one = argument.get_num_args().is_none_or(|count| count.max_values() <= 2);
            let takes_minus = argument.get_long().is_some() && is_one;
            let argument =
                argument.value_parser(|text: &str| Ok::<_, Infallible>(unguarded(text).to_owned()));
            if takes_minus { argument.allow_hyphen_values(true) } else { argument }
        } else if takes::<PathBuf>(&argument) {
            argument.value_parser(PathBufValueParser::new().try_map(file))
        } else {
            argument
        }
    })
}

/// A file, which is more often forgotten than called by a number.
fn file(path: PathBuf) -> Result<PathBuf, String> {
    match path.to_str().and_then(|text| text.strip_prefix(GUARD)) {
        Some(number) => Err(format!("a file is needed; for a file of that name, write ./{number}")),
        None => Ok(path),
    }
}

fn takes<T: 'static>(argument: &Arg) -> bool {
    argument.get_value_parser().type_id() == std::any::TypeId::of::<T>()
        && argument.get_action().takes_values()
}
