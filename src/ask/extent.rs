//! How far g has to be known for segments of any length: a period may answer beyond it.

use super::error::AskError;
use crate::games::squares::{Grundy, Lengths};
use crate::number::Surd;

/// Lengths with a common measure u: a period is looked for up to so many times u.
const TIMES_MEASURE: i64 = 20_000;
/// Lengths without: up to so many times the shortest length.
const TIMES_SHORTEST: i64 = 1000;
/// Without a period, g is computed up to so many times the common measure,
const COMPUTED: i64 = 10_000_000;
/// and at least up to so many times the shortest length: then steps are far fewer than multiples.
const SWEPT: i64 = 100_000;

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
            (Some(upto), _) => (period_limit(lengths).min(upto.clone()), upto),
            (None, Some(measure)) => {
                let searched = period_limit(lengths);
                let is_far = longest > Surd::from(COMPUTED) * measure
                    && longest > Surd::from(SWEPT) * lengths.shortest();
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
            let (length, upto) = (self.longest.clone(), self.last.clone());
            return Err(AskError::NoPeriod { length, upto });
        }
        Ok(Some(&self.last))
    }
}

/// Up to where a period is looked for, unless a question says otherwise: 20,000 times the common
/// measure of the lengths, or 1000 times the shortest one if there is none.
///
/// ```
/// use nimsweep::ask::period_limit;
///
/// assert_eq!(period_limit(&"1/2, 3".parse()?), 10_000);
/// assert_eq!(period_limit(&"1, sqrt2".parse()?), 1000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn period_limit(lengths: &Lengths) -> Surd {
    match lengths.common_measure() {
        Some(measure) => Surd::from(TIMES_MEASURE) * measure,
        None => Surd::from(TIMES_SHORTEST) * lengths.shortest(),
    }
}
