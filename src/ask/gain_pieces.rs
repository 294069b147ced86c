//! The question of the gain as a function: the pieces of e on a range, with their exact forms.

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
use crate::number::{Notation, Surd, WideSurd, write_integer};

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
        let notation = curve.winning_measure().lattice().notation(self.digits);
        let (mut start_texts, mut end_texts) = <([Vec<u8>; 2], [Vec<u8>; 2])>::default();
        self.write_place(&notation, &mut end_texts, Place::From);
        Rows::of(curve.placed_pieces(), move |row, PlacedPiece { start, end, passed }| {
            // a piece begins where the one before it ends
            std::mem::swap(&mut start_texts, &mut end_texts);
            self.write_place(&notation, &mut end_texts, end);
            let forms = || curve.linear_forms(&passed);
            let value = PieceValue::of(curve, start, &passed);
            row.push_plain(&start_texts[0]);
            row.push_plain(&end_texts[0]);
            row.push_list(forms(), |text, form| write_integer(text, form.slope));
            row.push_list(forms(), |text, form| notation.write_closed_form(text, form.a, form.b));
            match &value {
                PieceValue::Wide(value) => {
                    row.push_written(|text| notation.write_wide_closed_form(text, *value))
                }
                PieceValue::Exact(value) => row.push_optional(closed_form(value)),
            }
            row.push_plain(&start_texts[1]);
            row.push_plain(&end_texts[1]);
            match &value {
                PieceValue::Wide(value) => row.push_written(|text| notation.write_wide_decimal(text, *value)),
                PieceValue::Exact(value) => row.push_plain(value.to_decimal(self.digits)),
            }
        })
    }
}

impl Pieces {
    /// The closed form and the decimals of a place.
    fn write_place(&self, notation: &Notation, [exact, decimal]: &mut [Vec<u8>; 2], place: Place) {
        exact.clear();
        decimal.clear();
        match place {
            Place::Breakpoint(point) => {
                let (a, b) = self.curve.winning_measure().lattice().coordinates(point);
                notation.write_closed_form(exact, a, b);
                notation.write_decimal(decimal, a, b);
            }
            Place::From | Place::To => {
                let end = self.curve.exact(place);
                exact.extend_from_slice(end.to_string().as_bytes());
                decimal.extend_from_slice(end.to_decimal(self.digits).as_bytes());
            }
        }
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
