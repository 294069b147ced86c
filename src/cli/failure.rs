//! Why a command has no result, and the exit code that says so.

use std::io;
use std::path::PathBuf;

use super::checkpoint_file::CheckpointError;
use super::files::OutputError;
use crate::error::{Advice, Error};
use crate::number::abridged;
use crate::proof::VerifyError;

/// Why a command has no result: one line that says what is wrong and what would be right.
#[derive(Debug, thiserror::Error)]
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
    /// There is no answer; its key is an option as it is typed, or the name of an argument.
    #[error("{}", refusal(.0))]
    Refused(Error),
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
    /// Ctrl-C ended a long run.
    #[error("interrupted {when}; {how_to_resume}")]
    Interrupted {
        /// How far the run was.
        when: String,
        /// What was saved, and how to use it.
        how_to_resume: String,
    },
}

/// The sentence with the advice in words of the command line.
fn refusal(error: &Error) -> String {
    error.advising(|advice| match advice {
        Advice::Upto => ", or a larger --upto",
        Advice::ForDays { is_kept: true } => ", --checkpoint FILE to keep the work, or --for-days",
        Advice::ForDays { is_kept: false } => ", or --for-days",
    })
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
        let is_unread = |error: &Error| {
            error.mark().is_some() || error.key().is_some_and(|key| ["CODE", "STACK"].contains(&key))
        };
        matches!(self, Self::Usage { .. } | Self::NothingAsked { .. })
            || matches!(self, Self::Refused(error) if is_unread(error))
    }
}

impl From<Error> for Failure {
    /// A key is the long name of an option.
    fn from(error: Error) -> Self {
        let option = error.key().map(|key| format!("--{key}"));
        Self::Refused(match option {
            Some(option) => error.at(option),
            None => error,
        })
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error.into())
    }
}
