//! The command line: what was typed becomes values of the library, and its results become text, tables and JSON.
//!
//! | file | one purpose |
//! | --- | --- |
//! | [`args`] | what may be typed, and what it means |
//! | [`range`] · [`gain`] · [`grundy`] · [`moves`] | the squares, one command each |
//! | [`stones`] · [`coins`] · [`halving`] | one game each |
//! | [`check`] | everything that is known, compared |
//! | [`mod@bench`] | events per second, by every method |
//! | [`long_run`] | g grown for as long as it takes: threads, stopping, going on |
//! | `checkpoint` · `keeper` | a run as a file; when and where it is saved |
//! | `interrupt` · `progress` | Ctrl-C; a progress bar for people |
//! | [`output`] | standard output, tables, JSON, and files that are whole or absent |
//!
//! *Deliberately absent:* mathematics.
//!
//! Results go to standard output, remarks to standard error. Exit codes: 0 for success, 1 where a check failed, 2 for bad
//! input, 130 where Ctrl-C ended a long run. A closed pipe ends the program quietly.

pub mod args;
pub mod bench;
pub mod check;
mod checkpoint;
pub mod coins;
pub mod gain;
pub mod grundy;
pub mod halving;
mod interrupt;
mod keeper;
pub mod long_run;
pub mod moves;
pub mod output;
mod patience;
mod progress;
pub mod range;
pub mod stones;
pub mod timing;

use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use thiserror::Error;

use args::{Arguments, Command};
pub use checkpoint::CheckpointError;
use interrupt::Interrupt;
use output::OutputError;

use crate::check::ReferenceError;
use crate::games::coins::{CountError, TableTooTall};
use crate::games::squares::{DomainError, GrundyError};
use crate::games::stones::PileError;

/// Why a command has no result: one line that says what was wrong and what would be right.
#[derive(Debug, Error)]
pub enum Failure {
    /// The words of the call are off.
    #[error("{0}; see 'nimsweep --help'")]
    Usage(String),
    /// The value of an option is off.
    #[error("{option}: {reason}")]
    Value {
        /// The option, as it is typed.
        option: &'static str,
        /// What is wrong, and what would be right.
        reason: String,
    },
    /// A game has no answer there, and says why.
    #[error(transparent)]
    Game(Box<dyn Error + Send + Sync>),
    /// Two methods differ.
    #[error("{failed} of {of} checks failed, the first of them: {first}")]
    Checks {
        /// How many checks failed.
        failed: usize,
        /// How many there are.
        of: usize,
        /// The first that failed, with the first difference.
        first: String,
    },
    /// The result cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// A run cannot be kept, or not go on.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The system gives no threads.
    #[error("cannot start the threads: {0}; give fewer --threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// Ctrl-C ended a long run.
    #[error("stopped after the step of g at L = {at}; {how_to_go_on}")]
    Interrupted {
        /// Where g stopped to grow, in decimals.
        at: String,
        /// What was kept, and how to use it.
        how_to_go_on: String,
    },
}

/// What a process that Ctrl-C ended ends with, as shells have it: 128 and the number of the signal.
const INTERRUPTED: u8 = 130;

impl Failure {
    /// A value that its type refuses.
    fn value(option: &'static str, error: impl Error) -> Self {
        Self::Value { option, reason: error.to_string() }
    }

    /// What the process ends with: 1 where a check failed, 130 after Ctrl-C, else 2.
    fn exit_code(&self) -> u8 {
        match self {
            Self::Checks { .. } => 1,
            Self::Interrupted { .. } => INTERRUPTED,
            _ => 2,
        }
    }
}

macro_rules! failure_of_a_game {
    ($($error:ty),*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self::Game(error.into())
            }
        })*
    };
}

failure_of_a_game!(DomainError, GrundyError, PileError, CountError, TableTooTall, ReferenceError);

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error.into())
    }
}

/// Runs the program on the arguments of the process.
pub fn main() -> ExitCode {
    let mut out = io::BufWriter::new(io::stdout().lock());
    match answer(std::env::args_os(), &mut out, Interrupt::OfProcess).and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Output(error)) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            // nothing can be done where standard error is closed, too
            let _ = writeln!(io::stderr(), "nimsweep: {failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}

/// Runs the program on any arguments, the first of which is its name, and writes the results to `out`.
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
    answer(arguments, out, Interrupt::Never)
}

fn answer<I>(arguments: I, out: &mut dyn Write, interrupt: Interrupt) -> Result<(), Failure>
where
    I: IntoIterator,
    I::Item: Into<OsString> + Clone,
{
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => return explain(&error, out),
    };
    match arguments.command {
        None => arguments.range.run(out, interrupt),
        Some(Command::Gain(command)) => command.run(out),
        Some(Command::Grundy(command)) => command.run(out, interrupt),
        Some(Command::Moves(command)) => command.run(out),
        Some(Command::Stones(command)) => command.run(out),
        Some(Command::Coins(command)) => command.run(out),
        Some(Command::Halving(command)) => command.run(out),
        Some(Command::Check(command)) => command.run(out),
        Some(Command::Bench(command)) => command.run(out),
    }
}

/// Help and version are results; any other complaint of the parser becomes one line.
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
