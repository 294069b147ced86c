//! The question of the range: where is the gain greatest, and how great is it there?

use std::fmt;
use std::ops::ControlFlow;

use serde::ser::{Serialize, Serializer};

use super::error::AskError;
use super::text::{self, Both, closed_form};
use super::values::{DEFAULT_DIGITS, DEFAULT_LENGTHS, ValueError, digits, lengths, segment};
use super::words::RawQuestion;
use crate::games::squares::{Grundy, Lengths, Maximum, MaximumKind};
use crate::number::Surd;
use crate::sweep::Nimber;

/// The certified maximum f(from, to) of the gain e(L) over from ≤ L ≤ to.
#[derive(Clone, Debug)]
pub(super) struct RangeQuestion {
    pub(super) lengths: Lengths,
    from: Surd,
    pub(super) to: Surd,
    digits: usize,
}

impl RangeQuestion {
    pub(super) fn read(words: &RawQuestion) -> Result<Self, AskError> {
        const KEY: &str = "range";
        words.expect_keys(&[KEY, "lengths", "digits"])?;
        let [from, to] = words.list(KEY)? else {
            return Err(
                ValueError::new(KEY, "a range has two ends; give a list such as [\"2\", \"10\"]").into()
            );
        };
        let (from, to) = (segment(KEY, from)?, segment(KEY, to)?);
        let lengths = lengths("lengths", words.one_or("lengths", DEFAULT_LENGTHS)?)?;
        let digits = digits("digits", words.one_or("digits", DEFAULT_DIGITS)?)?;
        lengths.check_range(&from, &to)?;
        Ok(Self { lengths, from, to, digits })
    }

    /// The answer from g up to `to`.
    pub(super) fn answer(&self, grundy: &Grundy) -> Result<Range, AskError> {
        Ok(self.with(grundy, &grundy.maximum(&self.from, &self.to)?))
    }

    /// The same, or `None` if `watch` breaks the search off.
    pub(super) fn answer_watched(
        &self,
        grundy: &Grundy,
        watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Option<Range>, AskError> {
        let maximum = grundy.maxima_watched(&self.from, &self.to, watch)?;
        Ok(maximum.and_then(|maxima| maxima.first().map(|maximum| self.with(grundy, maximum))))
    }

    fn with(&self, grundy: &Grundy, maximum: &Maximum) -> Range {
        let Maximum { value, at, kind } = maximum;
        Range {
            lengths: self.lengths.clone(),
            range: [self.from.clone(), self.to.clone()],
            digits: self.digits,
            value: value.to_decimal(self.digits),
            at: at.to_decimal(self.digits),
            at_exact: closed_form(at),
            value_exact: closed_form(value),
            kind: *kind,
            steps: grundy.steps().len(),
            largest_nimber: grundy.largest_nimber(),
            corner_events: grundy.corners(),
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
    value: String,
    at: String,
    at_exact: Option<String>,
    value_exact: Option<String>,
    #[serde(serialize_with = "name")]
    kind: MaximumKind,
    steps: usize,
    largest_nimber: Nimber,
    corner_events: u64,
}

fn name<S: Serializer>(kind: &MaximumKind, serializer: S) -> Result<S::Ok, S::Error> {
    let name = match kind {
        MaximumKind::Endpoint => "endpoint",
        MaximumKind::Breakpoint => "breakpoint",
        MaximumKind::Interior => "interior",
    };
    name.serialize(serializer)
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = match self.kind {
            MaximumKind::Endpoint => "an end of the range",
            MaximumKind::Breakpoint => "a breakpoint of e",
            MaximumKind::Interior => "inside a piece of e, where its derivative vanishes",
        };
        let [from, to] = &self.range;
        let value = Both { decimal: &self.value, exact: self.value_exact.as_ref() };
        let at = Both { decimal: &self.at, exact: self.at_exact.as_ref() };
        writeln!(f, "f({from}, {to}) = {value}")?;
        writeln!(f, "attained at L = {at}, {place}")?;
        write!(
            f,
            "lengths {}; work: {} steps of g on [0, {to}], largest nimber {}, {} corner events",
            self.lengths, self.steps, self.largest_nimber, self.corner_events,
        )
    }
}
