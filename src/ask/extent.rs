//! How far g has to be known for segments of any length: a period may answer beyond it.

use super::error::AskError;
use super::period::searched;
use crate::games::squares::{Grundy, Lengths};
use crate::number::Surd;

/// Without a period, g is computed up to so many times the common measure.
const COMPUTED: i64 = 10_000_000;

/// How far g has to be known for some segments.
#[derive(Clone, Debug)]
pub(super) struct Extent {
    /// The longest segment.
    longest: Surd,
    /// Up to where g is computed at first.
    first: Surd,
    /// Up to where it is computed if there is no period.
    last: Surd,
}

impl Extent {
    /// For segments up to the longest one. A period is looked for up to `upto`, if that is given.
    pub(super) fn new(lengths: &Lengths, longest: Surd, upto: Option<Surd>) -> Self {
        let (first, last) = match (upto, lengths.common_measure()) {
            (Some(upto), _) => (upto.clone(), upto),
            (None, Some(measure)) => {
                let searched = searched(lengths);
                let is_far = longest > Surd::from(COMPUTED) * measure;
                let last = if is_far { searched.clone() } else { longest.clone() };
                (searched, last)
            }
            (None, None) => (longest.clone(), longest.clone()),
        };
        let [first, last] = [first, last].map(|limit| limit.min(longest.clone()));
        Self { longest, first, last }
    }

    /// Up to where g is computed at first.
    pub(super) fn first(&self) -> &Surd {
        &self.first
    }

    /// Whether a segment is longer than the table goes, so that only a period can answer.
    pub(super) fn is_beyond(&self, grundy: &Grundy) -> bool {
        self.longest > *grundy.limit()
    }

    /// Up to where g is computed next, or `None` if the given one answers.
    pub(super) fn next(&self, grundy: &Grundy) -> Result<Option<&Surd>, AskError> {
        if !self.is_beyond(grundy) || grundy.clone().with_period().period().is_some() {
            return Ok(None);
        }
        if self.last <= *grundy.limit() {
            let (length, upto) = (self.longest.clone(), grundy.limit().clone());
            return Err(AskError::NoPeriod { length, upto });
        }
        Ok(Some(&self.last))
    }
}
