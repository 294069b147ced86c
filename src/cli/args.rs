//! What may be typed, and what it means: options as text, parsed into values of the library at once.

use std::str::FromStr;

use clap::{Args, Parser, Subcommand};

use super::{Failure, gain, grundy, moves, range};
use crate::exact::{ParseSurdError, Surd};
use crate::games::squares::{Lengths, LengthsError};

/// The most decimals that are written.
pub const MOST_DIGITS: usize = 10_000;

/// An exact sweep-line engine for combinatorial games.
#[derive(Debug, Parser)]
#[command(
    name = "nimsweep",
    version,
    about = "Exact answers for combinatorial games, by a sweep line over Q(sqrt(d))",
    long_about = "Exact answers for combinatorial games, by a sweep line over Q(sqrt(d)).\n\n\
        Without a command: the certified maximum of the expected gain e(L) over A <= L <= B in the game of squares on \
        the line, in which players place pieces of the given lengths on a segment and the last to place one wins.",
    after_help = "Numbers: 2, 2.5, 7/2, sqrt2, sqrt(2), 5+2*sqrt(2), (1+sqrt5)/2.\n\n\
        Example:\n  nimsweep --range 200 500\n  nimsweep --range 2 10 --lengths 1,sqrt2 --digits 50 --json",
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true
)]
pub struct Arguments {
    /// What to do instead of the main job.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The main job.
    #[command(flatten)]
    pub range: range::Range,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// The expected gain e(L) of a random first piece, and the winning chance of each length
    Gain(gain::Gain),
    /// Grundy values g(L): at one length, or the table of all steps
    Grundy(grundy::Grundy),
    /// The winning first moves on a segment, as exact intervals
    Moves(moves::Moves),
}

/// Options that every command of the squares takes.
#[derive(Debug, Args)]
pub struct Common {
    /// Lengths of the pieces, of one field
    #[arg(long, value_name = "LIST", default_value = "1,sqrt2", allow_hyphen_values = true)]
    lengths: String,
    /// Decimals, every one of them proven
    #[arg(long, value_name = "N", default_value = "8", allow_hyphen_values = true)]
    digits: String,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

impl Common {
    /// The lengths of the pieces.
    pub(super) fn lengths(&self) -> Result<Lengths, Failure> {
        let reason = |error: LengthsError| match error {
            LengthsError::Parse(ParseSurdError { input, .. }) if input.is_empty() => {
                "there is an empty length; give lengths with one comma between them, such as 1,sqrt2"
                    .to_owned()
            }
            other => other.to_string(),
        };
        self.lengths.parse().map_err(|error| Failure::Value { option: "--lengths", reason: reason(error) })
    }

    /// How many decimals are written.
    pub(super) fn digits(&self) -> Result<usize, Failure> {
        let digits = self.digits.parse().ok().filter(|&digits| digits <= MOST_DIGITS);
        digits.ok_or_else(|| Failure::Value {
            option: "--digits",
            reason: format!(
                "'{}' is not a number of decimals; give a whole number from 0 to {MOST_DIGITS}",
                self.digits.escape_debug()
            ),
        })
    }
}

/// Reads the number that an option was given.
pub(super) fn number(option: &'static str, text: &str) -> Result<Surd, Failure> {
    Surd::from_str(text).map_err(|error| Failure::Value { option, reason: error.to_string() })
}

/// Reads the length of a segment that an option was given: a number of at least 0.
pub(super) fn segment(option: &'static str, text: &str) -> Result<Surd, Failure> {
    let length = number(option, text)?;
    if length.is_negative() {
        let reason = format!("the length {length} is negative; a segment has a length of at least 0");
        return Err(Failure::Value { option, reason });
    }
    Ok(length)
}
