//! Why a question has no answer.

use thiserror::Error;

use super::limits::{NoPeriod, TooLong};
use super::values::ValueError;
use crate::games::coins::{CountError, TableTooTall};
use crate::games::squares::{Lengths, SquaresError};
use crate::games::stones::PileError;
use crate::number::{Surd, brief, brief_list};
use crate::plot::PlotError;
use crate::proof::CertificateError;

/// A question has no answer: what is wrong, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AskError {
    /// The question is not a JSON object with a command and its keys.
    #[error(
        "cannot read the question: {reason}; write an object such as {{\"command\": \"moves\", \"at\": \"5\"}}"
    )]
    Question {
        /// What its reader found.
        reason: String,
    },
    /// There is no such command.
    #[error("there is no command '{command}'; the commands are {commands}")]
    Command {
        /// The name that was given.
        command: String,
        /// The names that there are.
        commands: String,
    },
    /// A key is missing or unknown, or its value cannot be used.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// The Grundy values are those of another game.
    #[error("the Grundy values are for the lengths {}, not for {ours}; compute those for {ours}", brief_list(theirs.as_slice()), ours = brief_list(ours.as_slice()))]
    OtherLengths {
        /// The lengths of the question.
        ours: Lengths,
        /// The lengths of the Grundy values.
        theirs: Lengths,
    },
    /// The squares have no answer, or a move cannot be made.
    #[error(transparent)]
    Squares(#[from] SquaresError),
    /// A segment is too long to compute g for it, and no period is known that would answer.
    #[error(
        "g is computed up to {upto}, and shows no period there that would answer for the length {}; \
         give a shorter length, or a larger upto",
        brief(length),
        upto = brief(upto)
    )]
    NoPeriod {
        /// The length of the segment.
        length: Surd,
        /// How far a period was looked for.
        upto: Surd,
    },
    /// There is no such picture.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// A certificate cannot state the answer.
    #[error("no certificate of this answer: {0}")]
    Certificate(#[from] CertificateError),
    /// There is no certificate of such an answer.
    #[error(
        "there are certificates of ranges, of the gain at one length, of tables of g, and of winning moves only"
    )]
    Uncertified,
    /// The stones have no answer for that pile.
    #[error(transparent)]
    Stones(#[from] PileError),
    /// The rows cannot be counted.
    #[error(transparent)]
    Coins(#[from] CountError),
    /// The stacks are too tall for a table.
    #[error(transparent)]
    CoinsTable(#[from] TableTooTall),
    /// The answer would take more than some minutes.
    #[error(transparent)]
    TooLong(#[from] TooLong),
}

impl From<NoPeriod> for AskError {
    fn from(NoPeriod { length, upto }: NoPeriod) -> Self {
        Self::NoPeriod { length, upto }
    }
}
