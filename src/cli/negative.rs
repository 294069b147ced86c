//! Numbers that begin with a minus, among arguments that are not options.
//!
//! The parser of the command line takes `-2` for a number, but `-2+13*sqrt2/5` for options. Where a
//! list of numbers may stand, such an argument is marked before it is parsed, and the mark is
//! removed when it is read. Everything else that begins with a minus is an option, so that a
//! misspelt one is found.

use std::convert::Infallible;
use std::ffi::OsString;

use clap::{Arg, Command};

/// Stands before a number that begins with a minus; no system passes it in an argument.
const MARK: char = '\0';

/// Whether an argument can only be a number: a minus, and what else a number begins with.
pub(super) fn is_negative(argument: &OsString) -> bool {
    let number = argument.to_str().and_then(|text| text.strip_prefix('-'));
    number.is_some_and(|number| {
        number.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | '(' | '√'))
            || number.starts_with("sqrt")
    })
}

/// Marks the numbers that begin with a minus, if the command takes a list of them. Values of
/// options stay as they are.
pub(super) fn marked(mut root: Command, arguments: &[OsString]) -> Vec<OsString> {
    root.build(); // so that every option knows how many values it takes
    let (mut command, mut values) = (&root, 0);
    let mut marked = vec![];
    for (index, argument) in arguments.iter().enumerate() {
        let text = argument.to_string_lossy();
        let inner = Some(command).filter(|_| index > 0 && values == 0);
        if let Some(inner) = inner.and_then(|command| command.find_subcommand(argument)) {
            command = inner;
        } else if values > 0 {
            values -= 1;
        } else if argument == "--" {
            // whatever follows is no option
            marked.extend_from_slice(&arguments[index..]);
            break;
        } else if let Some(option) = command.get_arguments().find(|option| is_named(option, &text)) {
            values = option.get_num_args().map_or(0, |number| number.min_values());
        } else if is_negative(argument) && command.get_positionals().any(Arg::is_allow_negative_numbers_set) {
            marked.push(format!("{MARK}{text}").into());
            continue;
        }
        marked.push(argument.clone());
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

/// Reads one number of a list.
pub(super) fn unmarked(argument: &str) -> Result<String, Infallible> {
    Ok(argument.strip_prefix(MARK).unwrap_or(argument).to_owned())
}
