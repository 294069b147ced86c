//! The points that a picture draws, exact and as decimals.

use std::iter::once;

use super::growth::counts;
use super::grundy::steps_on;
use crate::algebraic::Algebraic;
use crate::error::Error;
use crate::games::octal::Values;
use crate::games::squares::{Grundy, Interval, Placements, Position};
use crate::number::Surd;

/// What a picture draws, as rows.
#[derive(Clone, Debug)]
pub(crate) struct Points {
    /// The names of the columns, with commas between: those of the cells, and then those of the
    /// decimals of the numbers.
    pub(crate) titles: &'static str,
    pub(crate) rows: Vec<Vec<Cell>>,
}

/// A part of a row.
#[derive(Clone, Debug)]
pub(crate) enum Cell {
    /// A number, whose decimals follow at the end of the row.
    Number(Algebraic),
    /// The length of a piece.
    Length(Surd),
    Count(u64),
    Flag(bool),
}

fn number(at: &Surd) -> Cell {
    Cell::Number(at.clone().into())
}

/// L and the values where a common step begins, and at the ends of the range.
fn step_rows<const N: usize>(games: [&Grundy; N], from: &Surd, to: &Surd) -> Result<Vec<Vec<Cell>>, Error> {
    let steps = steps_on(games, from, to)?;
    let last = steps.last().filter(|step| step.start < *to).map(|step| (to, step.values));
    let starts = steps.iter().map(|step| (&step.start, step.values)).chain(last);
    let row = |(at, values): (&Surd, [u32; N])| {
        once(number(at)).chain(values.map(|value| Cell::Count(value.into()))).collect()
    };
    Ok(starts.map(row).collect())
}

impl Points {
    /// The points of [`gain`](super::gain()).
    /// L and e(L) where a piece of e begins, and at the end of the range.
    pub(crate) fn of_gain(grundy: &Grundy, from: &Surd, to: &Surd) -> Result<Self, Error> {
        let curve = grundy.gain_curve(from, to)?;
        let starts = curve.piece_ends().map(|piece| {
            let at = curve.exact(piece.start);
            vec![number(&at), Cell::Number(curve.form(&piece.passed).value_at(&at).into())]
        });
        let last = vec![number(to), Cell::Number(grundy.gain_at(to)?.value.into())];
        let titles = "L,e,L_decimal,e_decimal";
        Ok(Self { titles, rows: starts.chain(once(last)).collect() })
    }

    /// L and g(L) where a step begins, and at the ends of the range.
    pub(crate) fn of_steps(grundy: &Grundy, from: &Surd, to: &Surd) -> Result<Self, Error> {
        Ok(Self { titles: "L,g,L_decimal", rows: step_rows([grundy], from, to)? })
    }

    /// L and the values of two games where a step of either begins, and at the ends of the range.
    pub(crate) fn of_both(games: [&Grundy; 2], from: &Surd, to: &Surd) -> Result<Self, Error> {
        let titles = "L,g_first,g_second,L_decimal";
        Ok(Self { titles, rows: step_rows(games, from, to)? })
    }

    /// All winning places.
    pub(crate) fn of_moves(grundy: &Grundy, position: &Position) -> Result<Self, Error> {
        let moves = position.moves(grundy, None)?;
        let pieces = (1..).zip(&moves.segments);
        let pieces = pieces.flat_map(|(segment, own)| own.placements.iter().map(move |of| (segment, of)));
        let rows = pieces.flat_map(|(segment, Placements { length, winning, .. })| {
            winning.iter().map(move |Interval { start, end, start_included, end_included }| {
                vec![
                    Cell::Count(segment),
                    Cell::Length(length.clone()),
                    number(start),
                    number(end),
                    Cell::Flag(*start_included),
                    Cell::Flag(*end_included),
                ]
            })
        });
        let titles = "segment,length,start,end,start_included,end_included,start_decimal,end_decimal";
        Ok(Self { titles, rows: rows.collect() })
    }

    /// The values of an octal game.
    pub(crate) fn of_octal(values: &Values) -> Self {
        let rows =
            (0..).zip(values.as_slice()).map(|(n, &value)| vec![Cell::Count(n), Cell::Count(value.into())]);
        Self { titles: "n,value", rows: rows.collect() }
    }

    /// How much there is up to some lengths.
    pub(crate) fn of_growth(grundy: &Grundy, upto: &Surd) -> Result<Self, Error> {
        let counts = counts(grundy, upto)?;
        let row = |(at, counts): &(Surd, [u64; 3])| once(number(at)).chain(counts.map(Cell::Count)).collect();
        let titles = "L,corner_events,steps,largest_nimber,L_decimal";
        Ok(Self { titles, rows: counts.iter().rev().map(row).collect() })
    }
}
