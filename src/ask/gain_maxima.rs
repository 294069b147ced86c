//! The question of the greatest local maxima of the gain on a range.

use std::fmt;

use serde::Serialize;

use super::columns::Columns;
use super::error::AskError;
use super::maximum::MaximumAnswer;
use super::table::{Rows, Table};
use super::text;
use super::values::{DEFAULT_DIGITS, DEFAULT_LENGTHS, count, digits, lengths};
use super::words::RawQuestion;
use crate::games::squares::{Grundy, Lengths};
use crate::number::Surd;

/// The `top` greatest local maxima of the gain e(L) for from ≤ L ≤ to.
#[derive(Clone, Debug)]
pub(super) struct GainMaximaQuestion {
    pub(super) lengths: Lengths,
    from: Surd,
    pub(super) to: Surd,
    digits: usize,
    top: usize,
}

impl GainMaximaQuestion {
    pub(super) fn read(words: &RawQuestion) -> Result<Self, AskError> {
        let [from, to] = words.range()?;
        let lengths = lengths("lengths", words.one_or("lengths", DEFAULT_LENGTHS)?)?;
        let digits = digits("digits", words.one_or("digits", DEFAULT_DIGITS)?)?;
        let top = count("top", words.one("top")?)?;
        lengths.check_range(&from, &to)?;
        Ok(Self { lengths, from, to, digits, top })
    }

    /// The answer from g up to `to` or further.
    pub(super) fn answer(&self, grundy: &Grundy) -> Result<GainMaxima, AskError> {
        let maxima = grundy.gain_curve(&self.from, &self.to)?.local_maxima(self.top);
        Ok(GainMaxima {
            lengths: self.lengths.clone(),
            range: [self.from.clone(), self.to.clone()],
            digits: self.digits,
            top: self.top,
            maxima: maxima.iter().map(|maximum| MaximumAnswer::new(maximum, self.digits)).collect(),
        })
    }
}

/// The answer to [`GainMaximaQuestion`].
#[derive(Clone, Debug, Serialize)]
pub(super) struct GainMaxima {
    #[serde(serialize_with = "text::lengths")]
    lengths: Lengths,
    range: [Surd; 2],
    digits: usize,
    top: usize,
    maxima: Vec<MaximumAnswer>,
}

impl Table for GainMaxima {
    fn titles(&self) -> &'static [&'static str] {
        &["value", "at", "kind", "value_exact", "at_exact"]
    }

    fn rows(&self) -> Rows<'_> {
        Rows::of(self.maxima.iter(), |row, maximum| {
            row.push_plain(&maximum.value);
            row.push_plain(&maximum.at);
            row.push_plain(maximum.kind);
            row.push_optional(maximum.value_exact.as_ref());
            row.push_optional(maximum.at_exact.as_ref());
        })
    }
}

impl fmt::Display for GainMaxima {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Columns::of(self).fmt(f)
    }
}
