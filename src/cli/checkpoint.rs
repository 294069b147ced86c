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

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Take, Write};
use std::path::{Path, PathBuf};

use itertools::Itertools;
use serde::Deserialize;
use serde::de::{Deserializer, Error as _, SeqAccess, Visitor};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::games::squares::{KeptStep, Lengths};
use crate::number::{Surd, abridged, brief_list, quoted, read_list};
use crate::proof::VerifyError;

const FORMAT: &str = "nimsweep checkpoint 1";
/// The most steps of a checkpoint. For the lengths 1 and √2 there are about as many up to 250,000,
/// which takes days.
const MOST_STEPS: usize = 1 << 26;
/// The most bytes of a file that is read as a checkpoint: 32 for a step, which is more than a line
/// of the file has.
const MOST_BYTES: u64 = 32 * MOST_STEPS as u64;
/// The most bytes of all texts in a checkpoint together: twice what is read as lengths.
const MOST_TEXT: u64 = 200_000;

/// A checkpoint cannot be used or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file cannot be read.
    #[error("cannot read the checkpoint '{}': {source}; give a file that --checkpoint has made", abridged(path.display()))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is something else, or a part of a checkpoint.
    #[error("'{}' is not a complete checkpoint of nimsweep: {reason}; give another file, or start again without --resume", abridged(path.display()))]
    Incomplete {
        /// The file.
        path: PathBuf,
        /// What its reader found.
        reason: String,
    },
    /// The file is of another version of the program.
    #[error("'{}' has the format '{found}'; this program reads '{FORMAT}'", abridged(path.display()))]
    Format {
        /// The file.
        path: PathBuf,
        /// The format that it names.
        found: String,
    },
    /// The file is not as it was written.
    #[error("the checkpoint '{}' is damaged: its sha256 does not match; give another file, or start again without --resume", abridged(path.display()))]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// Its steps are not those of g.
    #[error("the checkpoint '{}' is refused: {}; give another file, or start again without --resume", abridged(path.display()), of_step(source))]
    Refused {
        /// The file.
        path: PathBuf,
        /// The first step that fails.
        source: VerifyError,
    },
    /// The file is of another game.
    #[error("the checkpoint '{}' is for the lengths {}, not for {}; give the same --lengths or another file", abridged(path.display()), brief_list(theirs.as_slice()), brief_list(ours.as_slice()))]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The lengths of the checkpoint.
        theirs: Lengths,
        /// The lengths of this run.
        ours: Lengths,
    },
    /// There is a file already.
    #[error("'{}' already exists and would be overwritten; resume from it with --resume, or give --checkpoint another file", abridged(path.display()))]
    Occupied {
        /// The file.
        path: PathBuf,
    },
    /// Another run has the file.
    #[error("'{}' is in use by another run; wait for its end, or give --checkpoint another file", abridged(path.display()))]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// Another run has put more there.
    #[error("'{}' now has {theirs} steps, this run has {ours}; it is left as it is", abridged(path.display()))]
    Overtaken {
        /// The file.
        path: PathBuf,
        /// How many steps it has.
        theirs: usize,
        /// How many steps this run would save.
        ours: usize,
    },
    /// The file cannot be written.
    #[error("cannot write the checkpoint '{}': {source}; give a file in a folder that can be written", abridged(path.display()))]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// In a checkpoint the verifier counts steps, not lines.
fn of_step(error: &VerifyError) -> String {
    match error {
        VerifyError::Refused { line, reason } => format!("step {line}: {reason}"),
        other => other.to_string(),
    }
}

/// A checkpoint as it stands in its file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    format: String,
    lengths: Vec<String>,
    #[serde(deserialize_with = "steps")]
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

    /// The checkpoint in a file, read as a stream: no more is kept in memory than its steps.
    fn of_file(path: &Path) -> Result<Self, CheckpointError> {
        let unreadable = |source| CheckpointError::Unreadable { path: path.to_owned(), source };
        let incomplete = |error: serde_json::Error| match error.io_error_kind() {
            Some(_) => unreadable(error.into()),
            None => {
                let is_empty = error.is_eof() && (error.line(), error.column()) == (1, 0);
                let reason = if is_empty { "it is empty".to_owned() } else { abridged(error) };
                CheckpointError::Incomplete { path: path.to_owned(), reason }
            }
        };
        let file = || Stream::open(path).map_err(unreadable);
        let record: Result<Self, _> = serde_json::from_reader(file()?);
        let format = match &record {
            Ok(record) => record.format.clone(),
            // perhaps it has a format with other keys
            Err(_) => serde_json::from_reader::<_, Head>(file()?).map_err(incomplete)?.format,
        };
        if format != FORMAT {
            return Err(CheckpointError::Format { path: path.to_owned(), found: quoted(&format) });
        }
        let record = record.map_err(incomplete)?;
        if record.sha256 != record.sum() {
            return Err(CheckpointError::Damaged { path: path.to_owned() });
        }
        Ok(record)
    }
}

/// The bytes of a checkpoint, with a limit on what would be kept of them in memory: the texts
/// between quotation marks, all together. What is outside of them becomes steps, which are counted.
struct Stream {
    file: Take<File>,
    is_text: bool,
    is_escaped: bool,
    /// Quotation marks, and bytes between them.
    text: u64,
}

impl Stream {
    /// Opens a regular file: a device has no end, a pipe may have no beginning.
    fn open(path: &Path) -> io::Result<BufReader<Self>> {
        // a pipe would wait for its other end when it is opened
        if !fs::metadata(path)?.is_file() {
            return Err(not_regular());
        }
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(not_regular());
        }
        if metadata.len() > MOST_BYTES {
            return Err(io::Error::other(format!("it has more than {MOST_BYTES} bytes")));
        }
        // the file may grow while it is read
        let file = file.take(MOST_BYTES);
        Ok(BufReader::with_capacity(1 << 16, Self { file, is_text: false, is_escaped: false, text: 0 }))
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        for &byte in &buffer[..count] {
            let is_mark = byte == b'"' && !self.is_escaped;
            self.text += u64::from(self.is_text || is_mark);
            self.is_text ^= is_mark;
            self.is_escaped = self.is_text && byte == b'\\' && !self.is_escaped;
        }
        if self.text > MOST_TEXT {
            return Err(io::Error::other(format!("it has texts of more than {MOST_TEXT} bytes")));
        }
        Ok(count)
    }
}

/// Reads the steps, and refuses more than there may be.
fn steps<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<KeptStep>, D::Error> {
    struct OfList;

    impl<'de> Visitor<'de> for OfList {
        type Value = Vec<KeptStep>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of steps")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut steps = vec![];
            while let Some(step) = list.next_element()? {
                if steps.len() == MOST_STEPS {
                    return Err(A::Error::custom(format_args!("it has more than {MOST_STEPS} steps")));
                }
                steps.push(step);
            }
            Ok(steps)
        }
    }

    deserializer.deserialize_seq(OfList)
}

fn not_regular() -> io::Error {
    io::Error::other("it is not a regular file")
}

/// Reads the steps of a checkpoint for these lengths.
pub(super) fn load(path: &Path, ours: &Lengths) -> Result<Vec<KeptStep>, CheckpointError> {
    let record = Record::of_file(path)?;
    let damaged = || CheckpointError::Damaged { path: path.to_owned() };
    let lengths = read_list(record.lengths.iter().map(String::as_str)).map_err(|_| damaged())?;
    let theirs = Lengths::new(lengths).map_err(|_| damaged())?;
    if theirs != *ours {
        return Err(CheckpointError::Foreign { path: path.to_owned(), theirs, ours: ours.clone() });
    }
    Ok(record.steps)
}

/// Writes a checkpoint.
pub(super) fn write(out: &mut dyn Write, lengths: &Lengths, steps: Vec<KeptStep>) -> io::Result<()> {
    if steps.len() > MOST_STEPS {
        return Err(io::Error::other(format!("it would have more than {MOST_STEPS} steps")));
    }
    Record::new(lengths, steps).write(out)
}
