//! When and where a run is saved: at its start, at regular times, and at its end.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::checkpoint::{self, CheckpointError};
use super::files::real_place;
use crate::games::squares::{GrundyRun, KeptStep, Lengths};

/// Keeps the checkpoint of a run. The file only ever grows: all runs for the same lengths share one
/// g.
pub(super) struct Keeper {
    path: PathBuf,
    lengths: Lengths,
    every: Duration,
    /// How many steps the file has.
    saved: usize,
    due: Instant,
}

impl Keeper {
    /// Saves what is known already, so that a place that cannot be written is refused now and not
    /// after an hour.
    ///
    /// `from` is the file that the run resumes from; no other file with something in it is
    /// overwritten.
    pub(super) fn begin(
        path: &Path,
        every: Duration,
        lengths: &Lengths,
        from: Option<&Path>,
        known: Vec<KeptStep>,
    ) -> Result<Self, CheckpointError> {
        if from.is_none_or(|from| real_place(from) != real_place(path)) && is_occupied(path) {
            return Err(CheckpointError::Occupied { path: path.to_owned() });
        }
        let saved = known.len();
        checkpoint::save(path, lengths, known)?;
        let (path, lengths) = (path.to_owned(), lengths.clone());
        Ok(Self { path, lengths, every, saved, due: Instant::now() + every })
    }

    /// The file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Saves if it is time to.
    pub(super) fn keep(&mut self, growing: &GrundyRun) -> Result<(), CheckpointError> {
        if Instant::now() < self.due {
            return Ok(());
        }
        let result = self.save(growing);
        // counted from the end of the writing: a slow place must not take all the time
        self.due = Instant::now() + self.every;
        result
    }

    /// Saves what the file does not have yet.
    pub(super) fn save(&mut self, growing: &GrundyRun) -> Result<(), CheckpointError> {
        let steps = growing.steps();
        let count = steps.len();
        if count > self.saved {
            checkpoint::save(&self.path, &self.lengths, steps.collect())?;
            self.saved = count;
        }
        Ok(())
    }
}

/// Whether there is a file with something in it.
fn is_occupied(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() > 0)
}
