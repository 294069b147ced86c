//! The question of the gain as a function: the pieces of e on a range, with their exact forms.

use serde::Serialize;

use super::error::AskError;
use super::maximum::{MaximumAnswer, maximum_text};
use super::table::{Rows, Table};
use super::table_answer::TableAnswer;
use super::text::{self, closed_form};
use super::values::{DEFAULT_DIGITS, DEFAULT_LENGTHS, digits, lengths};
use super::words::RawQuestion;
use crate::draw;
use crate::games::squares::{GainCurve, Grundy, Lengths};
use crate::number::Surd;

/// The pieces of the gain e(L) for from ≤ L ≤ to.
#[derive(Clone, Debug)]
pub(super) struct GainPiecesQuestion {
    pub(super) lengths: Lengths,
    from: Surd,
    pub(super) to: Surd,
    digits: usize,
}

impl GainPiecesQuestion {
    pub(super) fn read(words: &RawQuestion) -> Result<Self, AskError> {
        let [from, to] = words.range()?;
        let lengths = lengths("lengths", words.one_or("lengths", DEFAULT_LENGTHS)?)?;
        let digits = digits("digits", words.one_or("digits", DEFAULT_DIGITS)?)?;
        lengths.check_range(&from, &to)?;
        Ok(Self { lengths, from, to, digits })
    }

    /// The answer from g up to `to` or further.
    pub(super) fn answer(&self, grundy: &Grundy) -> Result<GainPieces, AskError> {
        let curve = grundy.gain_curve(&self.from, &self.to)?;
        let head = GainHead {
            lengths: self.lengths.clone(),
            range: [self.from.clone(), self.to.clone()],
            digits: self.digits,
        };
        Ok(TableAnswer { head, key: "pieces", table: Pieces { curve, digits: self.digits } })
    }
}

/// The answer to [`GainPiecesQuestion`].
pub(super) type GainPieces = TableAnswer<GainHead, Pieces>;

/// What [`GainPieces`] are about.
#[derive(Clone, Debug, Serialize)]
pub(super) struct GainHead {
    #[serde(serialize_with = "text::lengths")]
    lengths: Lengths,
    range: [Surd; 2],
    digits: usize,
}

impl GainPieces {
    /// The certified maximum, and the curve.
    pub(super) fn drawing(&self, columns: usize) -> String {
        let Pieces { curve, digits } = &self.table;
        let maxima = curve.maxima();
        let answer = |maximum| MaximumAnswer::new(maximum, *digits);
        let others: Vec<_> = maxima.others.iter().map(answer).collect();
        let head = maximum_text(&self.head.range, &answer(&maxima.first), &others);
        draw::below(&head, &draw::with_maxima(curve, &maxima, columns), columns)
    }
}

/// The pieces themselves.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    curve: GainCurve,
    digits: usize,
}

impl Table for Pieces {
    fn titles(&self) -> &'static [&'static str] {
        &["start", "end", "slopes", "offsets", "value", "start_decimal", "end_decimal", "value_decimal"]
    }

    fn rows(&self) -> Rows<'_> {
        Rows::of(self.curve.pieces(), |row, piece| {
            let terms = &piece.form.terms;
            let value = piece.form.value_at(&piece.start);
            row.push_text(&piece.start);
            row.push_text(&piece.end);
            row.push_list(terms.iter().map(|term| term.slope));
            row.push_list(terms.iter().map(|term| &term.offset));
            row.push_optional(closed_form(&value));
            row.push_plain(piece.start.to_decimal(self.digits));
            row.push_plain(piece.end.to_decimal(self.digits));
            row.push_plain(value.to_decimal(self.digits));
        })
    }
}
