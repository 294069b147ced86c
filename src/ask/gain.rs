//! The question of the gain at one length, with the chances of each piece.

use std::fmt;

use serde::Serialize;

use super::error::AskError;
use super::text::{self, Both, closed_form};
use super::values::{DEFAULT_DIGITS, DEFAULT_LENGTHS, digits, lengths, segment};
use super::words::RawQuestion;
use crate::algebraic::Algebraic;
use crate::games::squares::{Chance, Grundy, Lengths};
use crate::number::Surd;

/// The gain e(L) of a random first piece.
#[derive(Clone, Debug)]
pub(super) struct GainQuestion {
    pub(super) lengths: Lengths,
    pub(super) at: Surd,
    digits: usize,
}

impl GainQuestion {
    pub(super) fn read(words: &RawQuestion) -> Result<Self, AskError> {
        let at = segment("at", words.one("at")?)?;
        let lengths = lengths("lengths", words.one_or("lengths", DEFAULT_LENGTHS)?)?;
        let digits = digits("digits", words.one_or("digits", DEFAULT_DIGITS)?)?;
        lengths.check_gain(&at)?;
        Ok(Self { lengths, at, digits })
    }

    /// The answer from g up to `at` or further.
    pub(super) fn answer(&self, grundy: &Grundy) -> Result<Gain, AskError> {
        let gain = grundy.gain_at(&self.at)?;
        let decimals = |number: fn(&Chance) -> &Algebraic| {
            gain.chances.iter().map(|chance| number(chance).to_decimal(self.digits)).collect()
        };
        let closed = |number: fn(&Chance) -> &Algebraic| {
            gain.chances.iter().map(|chance| closed_form(number(chance))).collect()
        };
        Ok(Gain {
            at: self.at.clone(),
            digits: self.digits,
            value: gain.value.to_decimal(self.digits),
            value_exact: closed_form(&gain.value),
            lengths: self.lengths.clone(),
            probabilities: decimals(|chance| &chance.probability),
            probabilities_exact: closed(|chance| &chance.probability),
            measures: decimals(|chance| &chance.measure),
            measures_exact: closed(|chance| &chance.measure),
            exact: gain.value,
        })
    }
}

/// The answer to [`GainQuestion`]. Each list has one entry for each length.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Gain {
    pub(super) at: Surd,
    digits: usize,
    value: String,
    value_exact: Option<String>,
    #[serde(serialize_with = "text::lengths")]
    lengths: Lengths,
    probabilities: Vec<String>,
    probabilities_exact: Vec<Option<String>>,
    measures: Vec<String>,
    measures_exact: Vec<Option<String>>,
    /// The value itself.
    #[serde(skip)]
    pub(super) exact: Algebraic,
}

impl fmt::Display for Gain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let remark = "no closed form";
        let value = Both { decimal: &self.value, exact: self.value_exact.as_ref(), remark };
        write!(f, "e({}) = {value}", self.at)?;
        let probabilities = self.probabilities.iter().zip(&self.probabilities_exact);
        let measures = self.measures.iter().zip(&self.measures_exact);
        let both = |(decimal, exact): (_, &'_ Option<String>)| (decimal, exact.clone());
        for ((length, probability), measure) in
            self.lengths.as_slice().iter().zip(probabilities.map(both)).zip(measures.map(both))
        {
            let [probability, measure] = [&probability, &measure].map(|(decimal, exact)| Both {
                decimal,
                exact: exact.as_ref(),
                remark,
            });
            write!(f, "\npiece of length {length}:")?;
            write!(f, "\n  winning probability {probability}")?;
            write!(f, "\n  winning measure     {measure}")?;
        }
        Ok(())
    }
}
