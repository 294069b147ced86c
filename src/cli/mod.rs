//! The command line: what was typed becomes a question, and its answer becomes text, a table or
//! JSON.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `arguments` | the tree of commands |
//! | `range` · `gain` · `grundy` · `moves` | the squares, one command each |
//! | `stones` · `coins` · `halving` | one game each |
//! | `check` | everything that is known, compared |
//! | `bench` · [`timing`] | events per second, by every method |
//! | `options` | options that several commands take |
//! | `long_run` · `run` | answers that may take hours: threads, progress, interrupt, resume |
//! | `keeper` · `place` | when a run is saved; its file, locked against other runs |
//! | `checkpoint` | a checkpoint as a text |
//! | `interrupt` · `progress` | signals; a progress bar for people |
//! | `output` · `format` | standard output; results on a stream |
//! | `files` | files that are complete or absent |
//! | `failure` | why there is no result, and the exit code |
//!
//! No two files use each other. Values are read, and questions answered, by [`ask`](crate::ask).
//!
//! *Deliberately absent:* mathematics.
//!
//! Results go to standard output, remarks to standard error. Exit codes: 0 for success, 1 if a
//! check failed, 2 for bad input, 130 after Ctrl-C or SIGTERM. A closed pipe ends the program
//! quietly.

mod arguments;
mod bench;
mod check;
mod checkpoint;
mod coins;
mod failure;
mod files;
mod format;
mod gain;
mod grundy;
mod halving;
mod interrupt;
mod keeper;
mod long_run;
mod moves;
mod options;
mod output;
mod place;
mod progress;
mod range;
mod run;
mod stones;
pub mod timing;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ContextValue;

use arguments::{Arguments, Command};
use format::remark;
use interrupt::Interrupt;
use output::standard_output;

use crate::number::quoted;

pub use checkpoint::CheckpointError;
pub use failure::Failure;
pub use files::OutputError;

/// Runs the program on the arguments of the process.
pub fn main() -> ExitCode {
    let interrupt = Interrupt::of_process();
    let mut out = standard_output();
    let result = answer(std::env::args_os(), &mut out, interrupt.clone()).and_then(|()| Ok(out.flush()?));
    let _hold = interrupt.hold();
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Output(error)) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            remark(&failure.to_string());
            ExitCode::from(failure.exit_code())
        }
    }
}

/// Runs the program on any arguments, the first of which is its name, and writes the results to
/// `out`.
///
/// Signals are left to the caller.
///
/// # Errors
/// [`Failure`], for bad input and for output that cannot be written.
///
/// ```
/// let mut out = vec![];
/// nimsweep::cli::run(["nimsweep", "grundy", "--at", "7", "--json"], &mut out)?;
/// assert!(String::from_utf8(out)?.contains(r#""value": "#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run<I>(arguments: I, out: &mut dyn Write) -> Result<(), Failure>
where
    I: IntoIterator,
    I::Item: Into<OsString> + Clone,
{
    answer(arguments, out, Interrupt::never())
}

fn answer<I>(arguments: I, out: &mut dyn Write, interrupt: Interrupt) -> Result<(), Failure>
where
    I: IntoIterator,
    I::Item: Into<OsString> + Clone,
{
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => return explain(&with_quotes(error), out),
    };
    match arguments.command {
        None => arguments.range.run(out, interrupt),
        Some(Command::Gain(command)) => command.run(out, interrupt),
        Some(Command::Grundy(command)) => command.run(out, interrupt),
        Some(Command::Moves(command)) => command.run(out, interrupt),
        Some(Command::Stones(command)) => command.run(out),
        Some(Command::Coins(command)) => command.run(out),
        Some(Command::Halving(command)) => command.run(out),
        Some(Command::Check(command)) => command.run(out),
        Some(Command::Bench(command)) => command.run(out),
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

/// Help and version are results; any other message of the parser becomes one line.
fn explain(error: &clap::Error, out: &mut dyn Write) -> Result<(), Failure> {
    let text = error.render().to_string();
    if !error.use_stderr() {
        write!(out, "{text}")?;
        return Ok(());
    }
    let paragraph = text.lines().map(str::trim).take_while(|line| !line.is_empty());
    let line = paragraph.collect::<Vec<_>>().join(" ");
    Err(Failure::Usage(line.trim_start_matches("error: ").to_owned()))
}
