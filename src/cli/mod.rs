//! The command line: what was typed becomes a question, and its answer becomes text, a table or
//! JSON.
//!
//! | file | one purpose |
//! | --- | --- |
//! | `call` · `arguments` | reading a call; the tree of commands, and what each of them runs |
//! | `mistakes` | what is wrong with a call, in one line |
//! | `help` · `completions` | help in two depths, manual pages, recipes; completions for shells |
//! | `runner` · `guard` | what runs a command, with its arguments; numbers that begin with a minus |
//! | `guessed_numbers` | numbers as other programs write them, in several words, or with two readings |
//! | `guesses` | what people type, and the call that it means |
//! | `by_table` | arguments by a table, and the question that they are |
//! | `asked` | a command that is a question: its keys and options, and the run that finds the answer |
//! | `options` | how an answer is written, its certificate, the run; and which command has which |
//! | `explore` | the page of the explorer |
//! | `game` | a game of squares at a terminal |
//! | `plot` | pictures, to standard output or a file |
//! | `check` | everything that is known, compared |
//! | `verify` | what a certificate proves |
//! | `bench` | events per second, by every method |
//! | `batch` | many questions, a line each |
//! | `long_run` | answers that may take hours: threads, certificate, progress, interrupt, resume |
//! | `checkpoint_file` | the file of a checkpoint: its text, its lock, and when it is saved |
//! | `interrupt` · `progress` | signals; a progress bar for people |
//! | `png` | pictures as PNG, with the feature of that name |
//! | `output` | results and remarks on a stream; the terminal |
//! | `files` | files that are complete or absent |
//! | `system` | what differs between operating systems |
//! | `failure` | why there is no result, and the exit code |
//!
//! No two files use each other. Values are read, and questions answered, by [`ask`](crate::ask).
//!
//! *Deliberately absent:* mathematics.
//!
//! Results go to standard output, remarks to standard error. Exit codes: 0 for success, 1 if a
//! check failed or a certificate is refused, 2 for bad input, 130 after Ctrl-C, SIGTERM or SIGHUP.
//! A closed pipe ends the program quietly.

mod arguments;
mod asked;
mod batch;
mod bench;
mod by_table;
mod call;
mod check;
mod checkpoint_file;
mod completions;
mod explore;
mod failure;
mod files;
mod game;
mod guard;
mod guessed_numbers;
mod guesses;
mod help;
mod interrupt;
mod long_run;
mod mistakes;
mod options;
mod output;
mod plot;
#[cfg(feature = "png")]
mod png;
mod progress;
mod runner;
mod system;
mod verify;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use interrupt::Interrupt;
use output::{Color, Terminal, alarming, said, standard_output};

pub use bench::{Job, METHODS};
pub use checkpoint_file::CheckpointError;
pub use failure::Failure;
pub use files::OutputError;

/// Runs the program on the arguments of the process.
pub fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let color = Color::of_call(&arguments);
    let (terminal, messages) = (Terminal::of_process(color), io::stderr().is_terminal());
    let interrupt = Interrupt::of_process();
    let mut out = standard_output();
    let result = call::run(&arguments, &mut out, &interrupt, terminal).and_then(|()| Ok(out.flush()?));
    let _hold = interrupt.hold();
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Output(error)) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            // nothing can be done if standard error is closed
            let _ = io::stderr().write_all(message(&failure, messages, color.applies(messages)).as_bytes());
            ExitCode::from(failure.exit_code())
        }
    }
}

/// One line; for a person at a terminal two more, if a number is wrong at one place.
fn message(failure: &Failure, for_person: bool, colored: bool) -> String {
    let mut text = format!("{} {}\n", alarming("nimsweep:", colored), said(failure.to_string()));
    let mark = if let Failure::Refused(error) = failure { error.mark() } else { None };
    if let Some(mark) = mark.filter(|_| for_person) {
        let below = " ".repeat(mark.column - 1);
        text += &format!("  {}\n  {below}{}\n", mark.text, alarming("^", colored));
    }
    text
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
/// nimsweep::internal::run(["nimsweep", "grundy", "--at", "7", "--json"], &mut out)?;
/// assert!(String::from_utf8(out)?.contains(r#""value": "#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run<I>(arguments: I, out: &mut dyn Write) -> Result<(), Failure>
where
    I: IntoIterator,
    I::Item: Into<OsString> + Clone,
{
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    call::run(&arguments, out, &Interrupt::never(), Terminal::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_sees_where_a_number_is_wrong() {
        let failure = |call: &str| run(call.split(' '), &mut vec![]).unwrap_err();
        let below = |call: &str| {
            let text = message(&failure(call), true, false);
            assert!(text.starts_with(&format!("nimsweep: {}\n", failure(call))), "{text}");
            text.lines().skip(1).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(below("nimsweep gain --at 4+2x"), "  4+2x\n     ^");
        assert_eq!(below("nimsweep range 2 √2√"), "  √2√\n     ^");
        assert_eq!(below("nimsweep moves --at 5 --lengths 1,two"), "  two\n  ^");
        assert_eq!(below("nimsweep halving play 3*2^y"), "  3*2^y\n      ^");
        assert_eq!(below("nimsweep moves --at 4\u{1b}x"), "  4 x\n   ^");
        assert_eq!(
            below(&format!("nimsweep gain --at {}", "(".repeat(21))),
            format!("  {}\n  {}^", "(".repeat(21), " ".repeat(20))
        );
        // at the end of a long number only its surroundings are shown
        let long = below(&format!("nimsweep gain --at {}x1", "1".repeat(200)));
        assert_eq!(long, format!("  …{}x1\n  {}^", "1".repeat(39), " ".repeat(40)));
        // other mistakes have no place in a number
        assert_eq!(below("nimsweep gain --at 1/0"), "");
        assert_eq!(below("nimsweep gain --at 1"), "");
        // nobody looks, and one line is enough
        let failure = failure("nimsweep gain --at 4x");
        assert_eq!(message(&failure, false, false).lines().count(), 1);
        assert!(message(&failure, true, true).contains("\u{1b}[1;31m^\u{1b}[0m"));
    }
}
