//! The question of the range: where is the gain greatest, and how great is it there?

use std::fmt;
use std::ops::ControlFlow;

use super::error::AskError;
use super::maximum::{MaximumAnswer, PlaceAnswer, maximum_text};
use super::text;
use super::values::{DEFAULT_DIGITS, DEFAULT_LENGTHS, digits, lengths};
use super::words::RawQuestion;
use crate::games::squares::{Grundy, Lengths, Maxima, Maximum};
use crate::number::Surd;
use crate::sweep::Nimber;

/// The certified maximum f(from, to) of the gain e(L) over from ≤ L ≤ to.
#[derive(Clone, Debug)]
pub(super) struct RangeQuestion {
    pub(super) lengths: Lengths,
    pub(super) from: Surd,
    pub(super) to: Surd,
    digits: usize,
}

impl RangeQuestion {
    pub(super) fn read(words: &RawQuestion) -> Result<Self, AskError> {
        words.expect_keys(&["range", "lengths", "digits", "method"])?;
        let [from, to] = words.range()?;
        let lengths = lengths("lengths", words.one_or("lengths", DEFAULT_LENGTHS)?)?;
        let digits = digits("digits", words.one_or("digits", DEFAULT_DIGITS)?)?;
        lengths.check_range(&from, &to)?;
        Ok(Self { lengths, from, to, digits })
    }

    /// The answer from g up to `to`.
    pub(super) fn answer(&self, grundy: &Grundy) -> Result<Range, AskError> {
        Ok(self.with(grundy, &grundy.gain_curve(&self.from, &self.to)?.maxima()))
    }

    /// The same, or `None` if `watch` breaks the search off.
    pub(super) fn answer_watched(
        &self,
        grundy: &Grundy,
        watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Option<Range>, AskError> {
        let maxima = grundy.watched(watch).maxima(&self.from, &self.to)?;
        Ok(maxima.map(|maxima| self.with(grundy, &maxima)))
    }

    fn with(&self, grundy: &Grundy, maxima: &Maxima) -> Range {
        let answer = |maximum| MaximumAnswer::new(maximum, self.digits);
        let maximum = answer(&maxima.first);
        let others: Vec<_> = maxima.others.iter().map(answer).collect();
        let places = std::iter::once(&maximum).chain(&others).map(MaximumAnswer::place).collect();
        Range {
            lengths: self.lengths.clone(),
            range: [self.from.clone(), self.to.clone()],
            digits: self.digits,
            maximum,
            places,
            steps: grundy.steps().len(),
            largest_nimber: grundy.largest_nimber(),
            corner_events: grundy.corners(),
            others,
            exact: maxima.first.clone(),
        }
    }
}

/// The answer to [`RangeQuestion`].
#[derive(Clone, Debug, serde::Serialize)]
pub(super) struct Range {
    #[serde(serialize_with = "text::lengths")]
    lengths: Lengths,
    range: [Surd; 2],
    digits: usize,
    #[serde(flatten)]
    maximum: MaximumAnswer,
    places: Vec<PlaceAnswer>,
    steps: usize,
    largest_nimber: Nimber,
    corner_events: u64,
    /// The maximum at the other places.
    #[serde(skip)]
    others: Vec<MaximumAnswer>,
    /// The maximum itself.
    #[serde(skip)]
    pub(super) exact: Maximum,
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [_, to] = &self.range;
        writeln!(f, "{}", maximum_text(&self.range, &self.maximum, &self.others))?;
        write!(
            f,
            "lengths {}; work: {} steps of g on [0, {to}], largest nimber {}, {} corner events",
            self.lengths, self.steps, self.largest_nimber, self.corner_events,
        )
    }
}
