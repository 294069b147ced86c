//! Options that several commands take.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::failure::Failure;
use super::{files, format};
use crate::ask::values::{DEFAULT_DIGITS, DEFAULT_LENGTHS};
use crate::ask::{Answer, AskError, Question, RawQuestion};

/// The game of the squares that is asked about.
#[derive(Debug, Args)]
pub(super) struct PiecesOption {
    /// Lengths of the pieces, separated by commas; if they have roots, all of the same number
    #[arg(long, value_name = "LIST", default_value = DEFAULT_LENGTHS, allow_hyphen_values = true)]
    pub(super) lengths: String,
}

/// Options that every command of the squares takes whose answer has decimals.
#[derive(Debug, Args)]
pub(super) struct SquaresOptions {
    #[command(flatten)]
    pieces: PiecesOption,
    /// Decimals, each of them proven
    #[arg(long, value_name = "N", default_value = DEFAULT_DIGITS, allow_hyphen_values = true)]
    digits: String,
}

impl SquaresOptions {
    /// The question of a command with these options.
    pub(super) fn words(&self, command: &str) -> RawQuestion {
        RawQuestion::new(command).with("lengths", &self.pieces.lengths).with("digits", &self.digits)
    }
}

/// How a result is written.
#[derive(Debug, Args)]
pub(super) struct Format {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Format {
    pub(super) fn write(&self, out: &mut dyn Write, answer: &Answer) -> Result<(), Failure> {
        Ok(if self.json { format::answer(out, answer) } else { format::text(out, answer) }?)
    }
}

/// How a table is written.
#[derive(Debug, Args)]
pub(super) struct TableFormat {
    /// Write the table as CSV to a file, or to standard output for - or no name
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-", conflicts_with = "json")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    format: Format,
}

impl TableFormat {
    /// The file for CSV, if there is to be one.
    pub(super) fn file(&self) -> Option<&Path> {
        files::named(self.csv.as_deref())
    }

    pub(super) fn write(&self, out: &mut dyn Write, answer: &Answer) -> Result<(), Failure> {
        let table = answer.table().filter(|_| self.csv.is_some());
        match (table, self.file()) {
            (Some(table), Some(place)) => files::replace(place, |file| format::csv(file, table))?,
            (Some(table), None) => format::csv(out, table)?,
            (None, _) => self.format.write(out, answer)?,
        }
        Ok(())
    }
}

/// Reads a question. The keys of `arguments` are not options, but positional arguments of the given
/// names.
pub(super) fn question(words: &RawQuestion, arguments: &[(&str, &str)]) -> Result<Question, Failure> {
    Question::read(words).map_err(|error| match error {
        AskError::Value(error) => match arguments.iter().find(|(key, _)| *key == error.key) {
            Some((_, name)) => {
                Failure::Value { option: (*name).to_owned(), reason: error.reason, mark: error.mark }
            }
            None => error.into(),
        },
        other => other.into(),
    })
}
