//! How far g has to be known for segments of any length: a period may answer beyond it.

use super::error::AskError;
use crate::games::squares::{Grundy, Lengths};
use crate::number::Surd;

/// Lengths with a common measure u: a period is looked for up to so many times u.
const TIMES_MEASURE: i64 = 20_000;
/// Lengths without: up to so many times the shortest length.
const TIMES_SHORTEST: i64 = 1000;
/// Both at least up to so many times the longest length: to prove a period p that begins at N, g
/// has to be known up to 2·(N + p) and the longest length.
const TIMES_LONGEST: i64 = 20;
/// Without a period, g is computed up to so many times the common measure,
const COMPUTED: i64 = 10_000_000;
/// and at least up to so many times the shortest length: then steps are far fewer than multiples.
const SWEPT: i64 = 100_000;

/// How far g has to be known for some segments.
#[derive(Clone, Debug)]
pub(super) struct Extent {
    /// The longest segment whose value the answer cannot do without.
    required: Surd,
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
        let searched = searched(lengths);
        let (first, last) = match upto {
            Some(upto) => (searched.min(upto.clone()), upto),
            None if lengths.common_measure().is_none() => (longest.clone(), longest.clone()),
            None if longest > most_computed(lengths) => (searched.clone(), searched),
            None => (searched, longest.clone()),
        };
        let [first, last] = [first, last].map(|limit| limit.min(longest.clone()));
        Self { required: longest.clone(), longest, first, last }
    }

    /// For segments of which the answer can do without the values of all that are longer than the
    /// required one, if they are too long to compute g for them.
    pub(super) fn with_required(
        lengths: &Lengths,
        longest: Surd,
        required: impl FnOnce() -> Option<Surd>,
    ) -> Self {
        let most = most_computed(lengths);
        let required = Some(()).filter(|()| longest > most).map(|()| required().unwrap_or_default());
        let Some(required) = required.filter(|required| *required <= most) else {
            return Self::new(lengths, longest, None);
        };
        let last = searched(lengths).max(required.clone());
        Self { required, longest, first: last.clone(), last }
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
        if self.last > *grundy.limit() {
            return Ok(Some(&self.last));
        }
        if self.required <= *grundy.limit() {
            return Ok(None);
        }
        let (length, upto) = (self.required.clone(), self.last.clone());
        Err(AskError::NoPeriod { length, upto })
    }
}

/// Up to where a period is looked for, unless a question says otherwise: 20,000 times the common
/// measure of the lengths, or 1000 times the shortest one if there is none, and at least 20 times
/// the longest one.
///
/// ```
/// use nimsweep::ask::period_limit;
///
/// assert_eq!(period_limit(&"1/2, 3".parse()?), 10_000);
/// assert_eq!(period_limit(&"1, sqrt2".parse()?), 1000);
/// assert_eq!(period_limit(&"1, 30000".parse()?), 600_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn period_limit(lengths: &Lengths) -> Surd {
    let limit = match lengths.common_measure() {
        Some(measure) => Surd::from(TIMES_MEASURE) * measure,
        None => Surd::from(TIMES_SHORTEST) * lengths.shortest(),
    };
    limit.max(Surd::from(TIMES_LONGEST) * lengths.longest())
}

/// The same for the sake of another answer, which does not wait that long for a period that there
/// may not be.
fn searched(lengths: &Lengths) -> Surd {
    period_limit(lengths).min(most_computed(lengths) / Surd::from(10))
}

/// Up to where g is computed for a single answer.
pub(super) fn most_computed(lengths: &Lengths) -> Surd {
    let most = Surd::from(SWEPT) * lengths.shortest();
    match lengths.common_measure() {
        Some(measure) => most.max(Surd::from(COMPUTED) * measure),
        None => most,
    }
}
