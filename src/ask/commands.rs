//! The registry of commands: every name, with the keys that are read for it. The options and
//! arguments of the command line are these keys.

use std::str::FromStr;

pub(crate) use super::question::Keys;
use super::question::{AskError, Question};
pub(crate) use super::raw_question::RawQuestion;
pub(crate) use super::{
    coins::*, compare::*, explain::*, gain::*, grundy::*, moves::*, octal::*, piles::*, play::*, plot::*,
    puzzle::*, regions::*,
};
use crate::number::{abridged, quoted};

/// A command.
struct Command {
    name: &'static str,
    read: fn(&RawQuestion) -> Result<Question, AskError>,
}

impl Command {
    const fn of<K: Keys>() -> Self {
        Self { name: K::COMMAND, read: |question| question.keys::<K>()?.read() }
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
    Command::of::<PlotKeys<PlotGain>>(),
    Command::of::<PlotKeys<PlotGrundy>>(),
    Command::of::<PlotKeys<PlotCompare>>(),
    Command::of::<PlotKeys<PlotMoves>>(),
    Command::of::<PlotKeys<PlotPairs>>(),
    Command::of::<PlotKeys<PlotGrowth>>(),
    Command::of::<PlotKeys<PlotOctal>>(),
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
    type Err = AskError;

    /// Reads a question as JSON, and its values.
    ///
    /// # Errors
    /// [`AskError`] for text that is not a question, an unknown command, and a key that is unknown,
    /// missing, or has a value that cannot be used.
    fn from_str(text: &str) -> Result<Self, AskError> {
        let raw: RawQuestion =
            serde_json::from_str(text).map_err(|error| AskError::Question { reason: abridged(error) })?;
        match COMMANDS.iter().find(|command| command.name == raw.command()) {
            Some(command) => (command.read)(&raw).map(|question| question.of_size(raw.is_large)),
            None => Err(AskError::Command {
                command: quoted(raw.command()),
                commands: COMMANDS.map(|command| command.name).join(", "),
            }),
        }
    }
}
