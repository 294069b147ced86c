//! Numbers that begin with a minus.
//!
//! The parser of the command line takes `-2` for a number, but `-2+13*sqrt2/5` for options. Where a
//! list of numbers may stand, such an argument is guarded by a character, which is put before it
//! and removed when it is read. Everything else that begins with a minus is an option, so that a
//! misspelt one is found.

use std::convert::Infallible;
use std::ffi::OsString;

use clap::{Arg, Command};

use crate::number::begins_negative_number;

/// Stands before a number that begins with a minus; no system passes it in an argument.
const GUARD: char = '\0';

/// The same tree, which removes the guard of each number of a list when it is read.
pub(super) fn unguarding(tree: Command) -> Command {
    let read = |number: &str| Ok::<_, Infallible>(number.strip_prefix(GUARD).unwrap_or(number).to_owned());
    tree.mut_args(|argument| if takes_numbers(&argument) { argument.value_parser(read) } else { argument })
        .mut_subcommands(unguarding)
}

/// Whether an argument is a list of numbers that may be negative.
fn takes_numbers(argument: &Arg) -> bool {
    argument.is_positional() && argument.is_allow_negative_numbers_set()
}

/// Whether an argument can only be a number.
pub(super) fn is_negative(argument: &OsString) -> bool {
    argument.to_str().is_some_and(begins_negative_number)
}

/// Guards the numbers that begin with a minus, if the command takes a list of them. Values of
/// options stay as they are. The tree is built, so that every option knows how many values it
/// takes.
pub(super) fn guarded(tree: &Command, arguments: &[OsString]) -> Vec<OsString> {
    let (mut command, mut values) = (tree, 0);
    let mut guarded = arguments.to_vec();
    for (index, argument) in arguments.iter().enumerate() {
        let text = argument.to_string_lossy();
        let inner = command.find_subcommand(argument).filter(|_| index > 0 && values == 0);
        if let Some(inner) = inner {
            command = inner;
        } else if values > 0 {
            values -= 1;
        } else if argument == "--" {
            break; // whatever follows is not an option
        } else if let Some(option) = command.get_arguments().find(|option| is_named(option, &text)) {
            values = option.get_num_args().map_or(0, |number| number.min_values());
        } else if is_negative(argument) && command.get_arguments().any(takes_numbers) {
            guarded[index] = format!("{GUARD}{text}").into();
        }
    }
    guarded
}

/// Whether an argument names an option, with its values in the next arguments.
fn is_named(option: &Arg, argument: &str) -> bool {
    let long = argument.strip_prefix("--");
    let short = argument.strip_prefix('-').and_then(|short| short.parse().ok());
    long.is_some_and(|long| option.get_long() == Some(long))
        || short.is_some_and(|short| option.get_short() == Some(short))
}
