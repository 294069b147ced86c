//! Why a command has no result, and the exit code that says so.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::checkpoint_file::CheckpointError;
use super::files::OutputError;
use crate::ask::values::Mark;
use crate::ask::{AskError, ValueError};
use crate::check::ReferenceError;
use crate::games::squares::{A_CENTURY, SquaresError};
use crate::number::abridged;
use crate::proof::VerifyError;

/// Why a command has no result: one line that says what is wrong and what would be right.
#[derive(Debug, Error)]
pub enum Failure {
    /// The command line cannot be parsed.
    #[error("{reason}; see '{command} --help'")]
    Usage {
        /// What is wrong, and what may have been meant.
        reason: String,
        /// The command whose help says more, as it is typed.
        command: String,
    },
    /// A command was typed alone, and asks nothing then.
    #[error("'{command}' needs an argument; for example:\n{examples}")]
    NothingAsked {
        /// The command, as it is typed.
        command: String,
        /// What to type, a call on each line.
        examples: String,
    },
    /// The call is refused, and something else is meant: what would be right.
    #[error("{0}")]
    Meaning(String),
    /// An option or argument has an invalid value.
    #[error("{option}: {reason}")]
    Value {
        /// The option as it is typed, or the name of the argument.
        option: String,
        /// What is wrong, and what would be right.
        reason: String,
        /// Where a number cannot be read, if that is what is wrong.
        mark: Option<Mark>,
    },
    /// The game has no answer there.
    #[error(transparent)]
    Ask(AskError),
    /// The reference tables cannot be read.
    #[error(transparent)]
    Reference(#[from] ReferenceError),
    /// Two methods differ.
    #[error("{failed} of {of} checks failed, the first: {first}")]
    Checks {
        /// How many checks failed.
        failed: usize,
        /// How many there are.
        of: usize,
        /// The first that failed, with the first difference.
        first: String,
    },
    /// A certificate proves nothing: the file, or `-` for standard input, and the first line that
    /// fails, or why there is none.
    #[error("{}", certificate_message(&abridged(.0.display()), .1))]
    Certificate(PathBuf, #[source] VerifyError),
    /// The result cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// Standard input cannot be read, for what the system said.
    #[error("cannot read standard input: {0}")]
    Input(#[source] io::Error),
    /// A run cannot be saved or resumed.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A run would take days, and nothing says that it may.
    #[error("{0}{kept}", kept = patience(.0))]
    Days(AskError),
    /// No period answers, and it can be looked for further.
    #[error("{0}, or a larger --upto")]
    Upto(AskError),
    /// Ctrl-C ended a long run.
    #[error("interrupted {when}; {how_to_resume}")]
    Interrupted {
        /// How far the run was.
        when: String,
        /// What was saved, and how to use it.
        how_to_resume: String,
    },
}

/// What lets a run begin that takes days, but not more than a century.
fn patience(error: &AskError) -> &'static str {
    match error {
        AskError::Squares(SquaresError::Days { days, .. }) if *days >= A_CENTURY => "",
        AskError::Squares(_) => ", --checkpoint FILE to keep the work, or --for-days",
        _ => ", or --for-days",
    }
}

fn certificate_message(file: &str, error: &VerifyError) -> String {
    match error {
        VerifyError::Unreadable { source } => {
            format!(
                "cannot read '{file}': {source}; give a file made by --certificate, or - for standard input"
            )
        }
        refusal => format!("the certificate '{file}' is refused: {refusal}"),
    }
}

/// The exit code of a process that Ctrl-C ended, as shells have it: 128 and the number of the
/// signal.
pub(super) const INTERRUPTED: u8 = 130;

impl Failure {
    /// The exit code of the process: 1 if a check failed or a certificate is refused, 130 after
    /// Ctrl-C, else 2.
    pub(super) fn exit_code(&self) -> u8 {
        match self {
            Self::Checks { .. } | Self::Certificate(_, VerifyError::Refused { .. }) => 1,
            Self::Interrupted { .. } => INTERRUPTED,
            _ => 2,
        }
    }

    /// Whether something else may be meant: nothing has been done yet, and something was not read.
    pub(super) fn may_have_another_meaning(&self) -> bool {
        let is_unread =
            |option: &str, mark: &Option<Mark>| mark.is_some() || ["CODE", "STACK"].contains(&option);
        matches!(self, Self::Usage { .. } | Self::NothingAsked { .. })
            || matches!(self, Self::Value { option, mark, .. } if is_unread(option, mark))
    }
}

impl From<ValueError> for Failure {
    /// A key is the long name of an option.
    fn from(ValueError { key, reason, mark }: ValueError) -> Self {
        Self::Value { option: format!("--{key}"), reason, mark }
    }
}

impl From<AskError> for Failure {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Value(error) => error.into(),
            AskError::Days(reason) => Self::Days(*reason),
            AskError::Upto(reason) => Self::Upto(*reason),
            other => Self::Ask(other),
        }
    }
}

impl From<SquaresError> for Failure {
    fn from(error: SquaresError) -> Self {
        Self::Ask(error.into())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error.into())
    }
}
