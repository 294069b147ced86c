//! When and where a run is saved: at its start, at regular times, and at its end.

use std::path::Path;
use std::time::{Duration, Instant};

use super::checkpoint::CheckpointError;
use super::place::Place;
use crate::games::squares::{GrundyRun, KeptStep, Lengths};

/// Keeps the checkpoint of a run. The file only ever grows: all runs for the same lengths share one
/// g.
pub(super) struct Keeper {
    place: Place,
    lengths: Lengths,
    every: Duration,
    /// How many steps the file has.
    saved: usize,
    due: Instant,
}

impl Keeper {
    /// Saves what is known already, so that a place that cannot be written is refused now and not
    /// after an hour.
    pub(super) fn begin(
        mut place: Place,
        every: Duration,
        lengths: &Lengths,
        known: Vec<KeptStep>,
    ) -> Result<Self, CheckpointError> {
        let saved = known.len();
        place.replace(lengths, known)?;
        Ok(Self { place, lengths: lengths.clone(), every, saved, due: Instant::now() + every })
    }

    /// The file.
    pub(super) fn path(&self) -> &Path {
        self.place.path()
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
            self.place.replace(&self.lengths, steps.collect())?;
            self.saved = count;
        }
        Ok(())
    }
}
