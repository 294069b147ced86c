//! What runs a command: its arguments, and the call that they come from.
//!
//! A call reads one command, and the arguments of all of them would take a fourth of the time of a
//! short call. So they are made when their command is read, explained or completed.

use std::io::Write;

use clap::builder::Resettable;
use clap::{ArgMatches, Args, Command};

use super::failure::Failure;
use super::guard::with_numbers;
use super::help::in_two_depths;
use super::interrupt::Interrupt;
use super::output::Terminal;

/// The call that a command runs for.
pub(super) struct Call<'a> {
    pub(super) out: &'a mut dyn Write,
    pub(super) interrupt: Interrupt,
    pub(super) terminal: Terminal,
}

/// The arguments of a command.
pub(super) trait Runs: Args {
    /// Does what the call asks for.
    ///
    /// # Errors
    /// Why the command has no result.
    fn run(self, call: Call<'_>) -> Result<(), Failure>;
}

/// The name of a command, and what runs it.
pub(super) struct Runner {
    pub(super) name: &'static str,
    /// Adds the arguments to a command.
    pub(super) arguments: fn(Command) -> Command,
    pub(super) run: fn(&ArgMatches, Call<'_>) -> Result<(), Failure>,
}

impl Runner {
    pub(super) const fn of<T: Runs>(name: &'static str) -> Self {
        let arguments = |command| with_arguments(command, T::augment_args);
        Self { name, arguments, run: run::<T> }
    }
}

/// Adds arguments to a command.
pub(super) fn with_arguments(command: Command, augment: impl FnOnce(Command) -> Command) -> Command {
    // arguments bring a description of their own, but that of the command stays
    let about = Resettable::from(command.get_about().cloned());
    // what the command has by now, such as the options of all commands, stands last
    let earlier: Vec<_> = command.get_arguments().map(|argument| argument.get_id().clone()).collect();
    let command = with_numbers(augment(command).about(about).long_about(None));
    in_two_depths(earlier.iter().fold(command, |command, id| command.mut_arg(id, |argument| argument)))
}

fn run<T: Runs>(matches: &ArgMatches, call: Call<'_>) -> Result<(), Failure> {
    // the parser has refused what the arguments do not take
    let usage =
        |error: clap::Error| Failure::Usage { reason: error.to_string(), command: "nimsweep".to_owned() };
    T::from_arg_matches(matches).map_err(usage)?.run(call)
}
