//! A checkpoint: the steps of g so far, as a file that people can read and that shows any damage.
//!
//! ```text
//! {
//!   "format": "nimsweep checkpoint 1",
//!   "lengths": ["1", "sqrt(2)"],
//!   "steps": [
//!     [0, 0, 0],
//!     [1, 0, 1]
//!   ],
//!   "sha256": "..."
//! }
//! ```
//!
//! A step \[a, b, value\] begins at (a + b√d)/D with the common denominator D of the lengths. The
//! sum `sha256` is that of the canonical text, which has one line for the format, for each length
//! and for each step: `nimsweep checkpoint 1`, `length 1`, `length sqrt(2)`, `step 0 0 0`, `step 1
//! 0 1`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use itertools::Itertools;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::games::squares::{KeptStep, Lengths};
use crate::number::Surd;

const FORMAT: &str = "nimsweep checkpoint 1";

/// A checkpoint cannot be used or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file cannot be read.
    #[error("cannot read the checkpoint '{}': {source}; give a file that --checkpoint has made", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is something else, or a part of a checkpoint.
    #[error("'{}' is not a complete checkpoint of nimsweep: {reason}; give another file, or start again without --resume", path.display())]
    Incomplete {
        /// The file.
        path: PathBuf,
        /// What its reader found.
        reason: String,
    },
    /// The file is of another version of the program.
    #[error("'{}' has the format '{found}'; this program reads '{FORMAT}'", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// The format that it names.
        found: String,
    },
    /// The file is not as it was written.
    #[error("the checkpoint '{}' is damaged: its sha256 does not match; give another file, or start again without --resume", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// The file is of another game.
    #[error("the checkpoint '{}' is for the lengths {theirs}, not for {ours}; give the same --lengths or another file", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The lengths of the checkpoint.
        theirs: Lengths,
        /// The lengths of this run.
        ours: Lengths,
    },
    /// There is a file already.
    #[error("'{}' already exists and would be overwritten; resume from it with --resume, or give --checkpoint another file", path.display())]
    Occupied {
        /// The file.
        path: PathBuf,
    },
    /// Another run has the file.
    #[error("'{}' is in use by another run; wait for its end, or give --checkpoint another file", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// Another run has put more there.
    #[error("'{}' now has {theirs} steps, this run has {ours}; it is left as it is", path.display())]
    Overtaken {
        /// The file.
        path: PathBuf,
        /// How many steps it has.
        theirs: usize,
        /// How many steps this run would save.
        ours: usize,
    },
    /// The file cannot be written.
    #[error("cannot write the checkpoint '{}': {source}; give a file in a folder that can be written", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// A checkpoint as it stands in its file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    format: String,
    lengths: Vec<String>,
    steps: Vec<KeptStep>,
    sha256: String,
}

/// The one thing that every version of the format has.
#[derive(Debug, Deserialize)]
struct Head {
    format: String,
}

impl Record {
    fn new(lengths: &Lengths, steps: Vec<KeptStep>) -> Self {
        let lengths = lengths.as_slice().iter().map(Surd::to_string).collect();
        let mut record = Self { format: FORMAT.to_owned(), lengths, steps, sha256: String::new() };
        record.sha256 = record.sum();
        record
    }

    /// The SHA-256 of the canonical text, in hexadecimal digits.
    fn sum(&self) -> String {
        let mut hasher = Sha256::new();
        hasher.update(format!("{}\n", self.format));
        for length in &self.lengths {
            hasher.update(format!("length {length}\n"));
        }
        for (a, b, value) in &self.steps {
            hasher.update(format!("step {a} {b} {value}\n"));
        }
        hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn write(&self, file: &mut dyn Write) -> io::Result<()> {
        let lengths = self.lengths.iter().map(|length| format!("{length:?}")).join(", ");
        let steps = self.steps.iter().map(|(a, b, value)| format!("    [{a}, {b}, {value}]")).join(",\n");
        writeln!(file, "{{\n  \"format\": \"{}\",\n  \"lengths\": [{lengths}],", self.format)?;
        writeln!(file, "  \"steps\": [\n{steps}\n  ],\n  \"sha256\": \"{}\"\n}}", self.sha256)
    }

    fn of_file(path: &Path) -> Result<Self, CheckpointError> {
        let text =
            read(path).map_err(|source| CheckpointError::Unreadable { path: path.to_owned(), source })?;
        let incomplete = |error: serde_json::Error| CheckpointError::Incomplete {
            path: path.to_owned(),
            reason: if text.is_empty() { "it is empty".to_owned() } else { error.to_string() },
        };
        let Head { format } = serde_json::from_slice(&text).map_err(incomplete)?;
        if format != FORMAT {
            let found = format.chars().take(40).flat_map(char::escape_debug).collect();
            return Err(CheckpointError::Format { path: path.to_owned(), found });
        }
        let record: Self = serde_json::from_slice(&text).map_err(incomplete)?;
        if record.sha256 != record.sum() {
            return Err(CheckpointError::Damaged { path: path.to_owned() });
        }
        Ok(record)
    }
}

/// The bytes of a regular file: a device has no end, a pipe may have no beginning.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    if fs::metadata(path)?.is_file() { fs::read(path) } else { Err(not_regular()) }
}

fn not_regular() -> io::Error {
    io::Error::other("it is not a regular file")
}

/// Reads the steps of a checkpoint for these lengths.
pub(super) fn load(path: &Path, ours: &Lengths) -> Result<Vec<KeptStep>, CheckpointError> {
    let record = Record::of_file(path)?;
    let damaged = || CheckpointError::Damaged { path: path.to_owned() };
    let lengths = record.lengths.iter().map(|length| length.parse::<Surd>()).collect::<Result<Vec<_>, _>>();
    let theirs = Lengths::new(lengths.map_err(|_| damaged())?).map_err(|_| damaged())?;
    if theirs != *ours {
        return Err(CheckpointError::Foreign { path: path.to_owned(), theirs, ours: ours.clone() });
    }
    Ok(record.steps)
}

/// Writes a checkpoint.
pub(super) fn write(out: &mut dyn Write, lengths: &Lengths, steps: Vec<KeptStep>) -> io::Result<()> {
    Record::new(lengths, steps).write(out)
}
