//! The question of the winning first moves on a segment.

use std::fmt;

use serde::Serialize;

use super::error::AskError;
use super::text::{self, is_whole, outcome};
use super::values::{DEFAULT_DIGITS, DEFAULT_LENGTHS, digits, lengths, segment};
use super::words::RawQuestion;
use crate::games::squares::{self, Grundy, Lengths};
use crate::number::Surd;
use crate::sweep::Nimber;

/// Where a first piece of each length wins.
#[derive(Clone, Debug)]
pub(super) struct MovesQuestion {
    pub(super) lengths: Lengths,
    pub(super) at: Surd,
    digits: usize,
}

impl MovesQuestion {
    pub(super) fn read(words: &RawQuestion) -> Result<Self, AskError> {
        words.expect_keys(&["at", "lengths", "digits"])?;
        let at = segment("at", words.one("at")?)?;
        let lengths = lengths("lengths", words.one_or("lengths", DEFAULT_LENGTHS)?)?;
        let digits = digits("digits", words.one_or("digits", DEFAULT_DIGITS)?)?;
        Ok(Self { lengths, at, digits })
    }

    /// The answer from g up to `at` or further.
    pub(super) fn answer(&self, grundy: &Grundy) -> Result<Moves, AskError> {
        let moves = grundy.moves_at(&self.at)?;
        let places = |placements: squares::Placements| Places {
            winning: placements.winning.iter().map(|interval| self.interval(interval)).collect(),
            length: placements.length,
        };
        Ok(Moves {
            lengths: self.lengths.clone(),
            at: self.at.clone(),
            digits: self.digits,
            grundy: moves.grundy,
            moves: moves.placements.into_iter().map(places).collect(),
        })
    }

    fn interval(&self, interval: &squares::Interval) -> Interval {
        Interval {
            start: interval.start.to_string(),
            end: interval.end.to_string(),
            start_included: interval.start_included,
            end_included: interval.end_included,
            start_decimal: interval.start.to_decimal(self.digits),
            end_decimal: interval.end.to_decimal(self.digits),
        }
    }
}

/// The answer to [`MovesQuestion`].
#[derive(Clone, Debug, Serialize)]
pub(super) struct Moves {
    #[serde(serialize_with = "text::lengths")]
    lengths: Lengths,
    at: Surd,
    digits: usize,
    grundy: Nimber,
    /// For each length that fits.
    moves: Vec<Places>,
}

/// The places x at which a piece of one length wins.
#[derive(Clone, Debug, Serialize)]
struct Places {
    length: Surd,
    winning: Vec<Interval>,
}

/// An interval of places, or a single place.
#[derive(Clone, Debug, Serialize)]
struct Interval {
    start: String,
    end: String,
    start_included: bool,
    end_included: bool,
    start_decimal: String,
    end_decimal: String,
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "g({}) = {}, {}", self.at, self.grundy, outcome(self.grundy == 0))?;
        if self.moves.is_empty() {
            write!(f, "\nno piece fits")?;
        }
        for Places { length, winning } in &self.moves {
            if winning.is_empty() {
                write!(f, "\npiece of length {length} wins nowhere")?;
                continue;
            }
            write!(f, "\npiece of length {length} wins with its left end at x in")?;
            for interval in winning {
                write!(f, "\n  {interval}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Interval {
    /// `[0, 1)`, or `{1/2}` for a single place; with decimals, if they say more than the closed
    /// forms.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { start, end, start_decimal, end_decimal, .. } = self;
        if start == end {
            write!(f, "{{{start}}}")?;
        } else {
            let open = if self.start_included { '[' } else { '(' };
            let close = if self.end_included { ']' } else { ')' };
            write!(f, "{open}{start}, {end}{close}")?;
        }
        match (is_whole(start) && is_whole(end), start == end) {
            (true, _) => Ok(()),
            (false, true) => write!(f, "   {start_decimal}"),
            (false, false) => write!(f, "   {start_decimal} .. {end_decimal}"),
        }
    }
}
