//! The registry of commands: every name, with the keys that are read for it. The options and
//! arguments of the command line are these keys.

use std::str::FromStr;

use itertools::Itertools;

pub(crate) use super::question::Keys;
use super::question::Question;
pub(crate) use super::raw_question::{PictureExtras, RawQuestion};
pub(crate) use super::{
    coins::*, compare::*, explain::*, gain::*, grundy::*, moves::*, octal::*, piles::*, play::*, plot::*,
    puzzle::*, regions::*,
};
use crate::error::{Error, error};
use crate::number::{abridged, quoted};

/// A command.
struct Command {
    name: &'static str,
    read: fn(&RawQuestion) -> Result<Question, Error>,
}

impl Command {
    const fn of<K: Keys>() -> Self {
        Self { name: K::COMMAND, read: |question| question.keys::<K>()?.read() }
    }

    const fn of_picture<S: SubjectKeys>() -> Self {
        let read = |question: &RawQuestion| question.keys::<PlotKeys<S>>()?.with(question.wanted).read();
        Self { name: S::COMMAND, read }
    }
}

/// All commands.
const COMMANDS: [Command; 29] = [
    Command::of::<RangeKeys>(),
    Command::of::<GainKeys>(),
    Command::of::<GrundyKeys>(),
    Command::of::<SummaryKeys>(),
    Command::of::<MovesKeys>(),
    Command::of::<ExplainKeys>(),
    Command::of::<CompareKeys>(),
    Command::of::<PeriodKeys>(),
    Command::of::<PlayKeys>(),
    Command::of_picture::<PlotGain>(),
    Command::of_picture::<PlotGrundy>(),
    Command::of_picture::<PlotCompare>(),
    Command::of_picture::<PlotMoves>(),
    Command::of_picture::<PlotPairs>(),
    Command::of_picture::<PlotGrowth>(),
    Command::of_picture::<PlotOctal>(),
    Command::of::<PuzzleKeys>(),
    Command::of::<RegionsKeys>(),
    Command::of::<OctalKeys>(),
    Command::of::<StonesSumKeys>(),
    Command::of::<StonesMoveKeys>(),
    Command::of::<StonesTableKeys>(),
    Command::of::<CoinsCountKeys>(),
    Command::of::<CoinsValueKeys>(),
    Command::of::<CoinsStalkKeys>(),
    Command::of::<CoinsRowKeys>(),
    Command::of::<CoinsTableKeys>(),
    Command::of::<HalvingPlayKeys>(),
    Command::of::<HalvingTableKeys>(),
];

impl FromStr for Question {
    type Err = Error;

    /// Reads a question as JSON, and its values.
    ///
    /// # Errors
    /// [`Error`] for text that is not a question, an unknown command, and a key that is unknown,
    /// missing, or has a value that cannot be used.
    fn from_str(text: &str) -> Result<Self, Error> {
        let raw: RawQuestion = serde_json::from_str(text).map_err(|error| {
            let reason = abridged(error);
            error!(
                Parse,
                "cannot read the question: {reason}; write an object such as {{\"command\": \"moves\", \"at\": \"5\"}}"
            )
        })?;
        raw.read()
    }
}

impl RawQuestion {
    /// Reads the values by the keys of the command.
    ///
    /// # Errors
    /// As for a question in JSON.
    pub(crate) fn read(&self) -> Result<Question, Error> {
        match COMMANDS.iter().find(|command| command.name == self.command()) {
            Some(command) => (command.read)(self).map(|question| question.of_size(self.is_large)),
            None => {
                let (command, commands) = (quoted(self.command()), names().join(", "));
                Err(error!(Parse, "there is no command '{command}'; the commands are {commands}"))
            }
        }
    }
}

/// The names of all commands.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|command| command.name)
}
