//! The question of the gain as a function: the pieces of e on a range, with their exact forms.

use std::io::Write;

use serde::Serialize;

use super::error::AskError;
use super::maximum::{MaximumAnswer, maximum_text};
use super::table::{Rows, Table};
use super::table_answer::TableAnswer;
use super::text::{self, closed_form};
use super::values::{DEFAULT_DIGITS, DEFAULT_LENGTHS, digits, lengths};
use super::words::RawQuestion;
use crate::algebraic::Algebraic;
use crate::draw;
use crate::games::squares::{GainCurve, Grundy, Lengths, Place, PlacedPiece};
use crate::number::{Surd, WideSurd};

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
        let curve = &self.curve;
        let lattice = curve.winning_measure().lattice();
        let notation = lattice.notation(self.digits);
        Rows::of(curve.placed_pieces(), move |row, PlacedPiece { start, end, passed }| {
            let coordinates = [start, end].map(|place| match place {
                Place::Breakpoint(point) => Ok(lattice.coordinates(point)),
                end => Err(curve.exact(end)),
            });
            for place in &coordinates {
                match place {
                    Ok((a, b)) => row.push_closed_form(&notation, *a, *b),
                    Err(end) => row.push_text(end),
                }
            }
            let forms = || curve.linear_forms(&passed);
            // a vector takes everything
            row.push_list(forms(), |text, form| _ = write!(text, "{}", form.slope));
            row.push_list(forms(), |text, form| notation.write_closed_form(text, form.a, form.b));
            let value = PieceValue::of(curve, start, &passed);
            match &value {
                PieceValue::Wide(value) => {
                    row.push_written(|text| notation.write_wide_closed_form(text, *value));
                }
                PieceValue::Exact(value) => row.push_optional(closed_form(value)),
            }
            for place in &coordinates {
                match place {
                    Ok((a, b)) => row.push_decimal(&notation, *a, *b),
                    Err(end) => row.push_plain(end.to_decimal(self.digits)),
                }
            }
            match value {
                PieceValue::Wide(value) => row.push_written(|text| notation.write_wide_decimal(text, value)),
                PieceValue::Exact(value) => row.push_plain(value.to_decimal(self.digits)),
            }
        })
    }
}

/// The gain at the start of a piece: by machine integers if they suffice.
enum PieceValue {
    Wide(WideSurd),
    Exact(Algebraic),
}

impl PieceValue {
    fn of(curve: &GainCurve, start: Place, passed: &[usize]) -> Self {
        let wide = match start {
            Place::Breakpoint(point) => curve.value_in_integers(point, passed),
            Place::From | Place::To => None,
        };
        wide.map_or_else(|| Self::Exact(curve.form(passed).value_at(&curve.exact(start))), Self::Wide)
    }
}
