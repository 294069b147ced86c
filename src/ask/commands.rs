//! The registry of commands: every name, with the keys that are read for it.

use std::str::FromStr;

use super::coins::{CoinsCountKeys, CoinsRowKeys, CoinsTableKeys, CoinsValueKeys};
use super::error::AskError;
use super::gain::{GainKeys, RangeKeys};
use super::grundy::{GrundyKeys, SummaryKeys};
use super::halving::{HalvingPlayKeys, HalvingTableKeys};
use super::moves::MovesKeys;
use super::period::PeriodKeys;
use super::play::PlayKeys;
use super::plot::{PlotGain, PlotGrowth, PlotGrundy, PlotKeys, PlotMoves, PlotPairs};
use super::question::{Keys, Question};
use super::raw_question::RawQuestion;
use super::stones::{StonesMoveKeys, StonesSumKeys, StonesTableKeys};
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
const COMMANDS: [Command; 21] = [
    Command::of::<RangeKeys>(),
    Command::of::<GainKeys>(),
    Command::of::<GrundyKeys>(),
    Command::of::<SummaryKeys>(),
    Command::of::<MovesKeys>(),
    Command::of::<PeriodKeys>(),
    Command::of::<PlayKeys>(),
    Command::of::<PlotKeys<PlotGain>>(),
    Command::of::<PlotKeys<PlotGrundy>>(),
    Command::of::<PlotKeys<PlotMoves>>(),
    Command::of::<PlotKeys<PlotPairs>>(),
    Command::of::<PlotKeys<PlotGrowth>>(),
    Command::of::<StonesSumKeys>(),
    Command::of::<StonesMoveKeys>(),
    Command::of::<StonesTableKeys>(),
    Command::of::<CoinsCountKeys>(),
    Command::of::<CoinsValueKeys>(),
    Command::of::<CoinsRowKeys>(),
    Command::of::<CoinsTableKeys>(),
    Command::of::<HalvingPlayKeys>(),
    Command::of::<HalvingTableKeys>(),
];

impl Question {
    /// Reads the values of a question.
    ///
    /// # Errors
    /// [`AskError`] for an unknown command, and for a key that is unknown, missing, or has a value
    /// that cannot be used.
    pub fn read(words: &RawQuestion) -> Result<Self, AskError> {
        match COMMANDS.iter().find(|command| command.name == words.command()) {
            Some(command) => (command.read)(words),
            None => Err(AskError::Command {
                command: quoted(words.command()),
                commands: COMMANDS.map(|command| command.name).join(", "),
            }),
        }
    }
}

impl FromStr for Question {
    type Err = AskError;

    /// Reads a question as JSON.
    fn from_str(text: &str) -> Result<Self, AskError> {
        let unreadable = |error: serde_json::Error| AskError::Question { reason: abridged(error) };
        Self::read(&serde_json::from_str(text).map_err(unreadable)?)
    }
}
