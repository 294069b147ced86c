//! The registry of commands: every name, with the keys that are read for it. The options and
//! arguments of the command line are these keys.

use std::str::FromStr;

use itertools::Itertools;

use super::question::Question;
pub(crate) use super::raw_question::{Keys, RawQuestion};
use super::{
    coins, compare, explain, gain, grundy, moves, number, octal, piles, play, plot, puzzle, regions,
};
#[cfg(feature = "cli")]
pub(crate) use super::{play::is_one_turn, raw_question::PictureExtras};
use crate::error::{Error, error};
use crate::number::{abridged, quoted};

/// A command: its name, its [keys](RawQuestion::keys_of), and how their values are read.
type Command = (&'static str, &'static str, fn(&Keys) -> Result<Question, Error>);

/// All commands.
const COMMANDS: [Command; 30] = [
    ("range", "range... squares digits", gain::read_range),
    ("gain", "at range... top squares digits", gain::read_gain),
    ("grundy", "at upto where squares digits", grundy::read_grundy),
    ("grundy summary", "upto squares digits", grundy::read_summary),
    ("moves", "at segments... within... upto random! squares digits", moves::read_moves),
    ("explain", "at segments... within... upto squares", explain::read_explain),
    ("compare", "games... rule... upto digits", compare::read_compare),
    ("period", "upto squares", grundy::read_period),
    ("play", "segments... segment length place squares digits", play::read_play),
    ("plot gain", "upto range... squares picture", plot::read_gain),
    ("plot grundy", "upto range... squares picture", plot::read_grundy),
    ("plot compare", "upto range... games... rule... picture", plot::read_compare),
    ("plot moves", "segments... squares picture", plot::read_moves),
    ("plot pairs", "upto squares picture", plot::read_pairs),
    ("plot growth", "upto squares picture", plot::read_growth),
    ("plot octal", "octal upto picture", plot::read_octal),
    ("puzzle", "date segments... segment length place squares", puzzle::read_puzzle),
    ("regions", "lengths rule for share cells", regions::read_regions),
    ("octal", "octal heaps... at moves... upto from for_days!", octal::read_octal),
    ("stones sum", "n mod ratio", piles::read_stones_sum),
    ("stones move", "n atmost ratio", piles::read_stones_move),
    ("stones table", "n ratio", piles::read_stones_table),
    ("coins count", "stacks mod height", coins::read_count),
    ("coins value", "stack", coins::read_value),
    ("coins stalk", "value", coins::read_stalk),
    ("coins row", "stacks...", coins::read_row),
    ("coins table", "height", coins::read_table),
    ("halving play", "n", piles::read_halving_play),
    ("halving table", "n", piles::read_halving_table),
    ("number", "number digits", number::read_number),
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
        let (_, list, read) = self.asked_by()?;
        read(&self.keys_of(list)?).map(|question| question.of_size(self.is_large))
    }

    /// The keys, each with its texts.
    #[cfg(feature = "cli")]
    pub(crate) fn keys(&self) -> Result<Keys, Error> {
        self.keys_of(self.asked_by()?.1)
    }

    fn asked_by(&self) -> Result<Command, Error> {
        COMMANDS.iter().copied().find(|(name, ..)| *name == self.command).ok_or_else(|| {
            let (command, commands) = (quoted(&self.command), names().join(", "));
            error!(Parse, "there is no command '{command}'; the commands are {commands}")
        })
    }
}

/// The names of all commands.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|(name, ..)| *name)
}
