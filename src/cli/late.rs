//! Arguments of a command that are made when the command is read.
//!
//! A call reads one command, and the arguments of all of them would take a fourth of the time of a
//! short call.

use clap::builder::Resettable;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::help::in_two_depths;

/// These arguments, made when their command is called, explained or completed.
#[derive(Debug)]
pub(super) struct Late<T>(pub(super) T);

impl<T: Args> Args for Late<T> {
    fn augment_args(command: Command) -> Command {
        command.defer(|command| {
            // arguments bring a description of their own, but that of the command stays
            let about = Resettable::from(command.get_about().cloned());
            let long_about = Resettable::from(command.get_long_about().cloned());
            // what the command has by now, such as the options of all commands, stands last
            let earlier: Vec<_> = command.get_arguments().map(|argument| argument.get_id().clone()).collect();
            let command = T::augment_args(command).about(about).long_about(long_about);
            let command =
                earlier.iter().fold(command, |command, id| command.mut_arg(id, |argument| argument));
            in_two_depths(command)
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<T: FromArgMatches> FromArgMatches for Late<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        T::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}
