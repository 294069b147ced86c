//! The points that a picture draws, exact and as decimals.

use std::iter::once;

use super::PlotError;
use super::growth::counts;
use super::grundy::check_range;
use crate::algebraic::Algebraic;
use crate::games::octal::Values;
use crate::games::squares::{Grundy, Interval, Position};
use crate::number::Surd;

/// How many decimals a number of a point has.
const DECIMALS: usize = 12;

/// A number of a point.
#[derive(Clone, Debug)]
pub(crate) struct Number {
    /// Its closed form p + q√d, if there is one.
    pub(crate) exact: Option<Surd>,
    pub(crate) decimal: String,
}

impl Number {
    fn of(number: &Surd) -> Self {
        Self { exact: Some(number.clone()), decimal: number.to_decimal(DECIMALS) }
    }

    fn of_algebraic(number: &Algebraic) -> Self {
        Self { exact: number.as_surd().cloned(), decimal: number.to_decimal(DECIMALS) }
    }
}

/// The places of a piece of some length in a segment.
#[derive(Clone, Debug)]
pub(crate) struct PointStrip {
    /// The number of the segment, from 1 on.
    pub(crate) segment: usize,
    pub(crate) length: Surd,
    /// Where the piece wins.
    pub(crate) winning: Vec<Winning>,
}

/// From where to where a piece wins.
#[derive(Clone, Debug)]
pub(crate) struct Winning {
    pub(crate) ends: [Number; 2],
    /// Whether the ends belong to it.
    pub(crate) included: [bool; 2],
}

/// What a picture draws.
#[derive(Clone, Debug)]
pub(crate) enum Points {
    /// L and e(L) where a piece of e begins, and at the end of the range.
    Gain(Vec<[Number; 2]>),
    /// L and g(L) where a step begins, and at the end of the range.
    Steps(Vec<(Number, u32)>),
    /// All winning places.
    Moves(Vec<PointStrip>),
    /// L, the corner events up to there, the steps, and the largest value.
    Growth(Vec<(Number, [u64; 3])>),
    /// The values of the heaps from 0 on.
    Octal(Vec<u32>),
}

impl Points {
    /// The points of [`gain`](super::gain()).
    pub(crate) fn of_gain(grundy: &Grundy, from: &Surd, to: &Surd) -> Result<Self, PlotError> {
        let curve = grundy.gain_curve(from, to)?;
        let point = |at: &Surd, value: &Algebraic| [Number::of(at), Number::of_algebraic(value)];
        let starts = curve.piece_ends().map(|piece| {
            let at = curve.exact(piece.start);
            point(&at, &curve.form(&piece.passed).value_at(&at))
        });
        Ok(Self::Gain(starts.chain(once(point(to, &grundy.gain_at(to)?.value))).collect()))
    }

    /// The points of [`grundy`](super::grundy()), and of each side of [`pairs`](super::pairs()).
    pub(crate) fn of_steps(grundy: &Grundy, from: &Surd, to: &Surd) -> Result<Self, PlotError> {
        check_range(grundy, from, to)?;
        let (lattice, steps) = (grundy.lattice(), grundy.steps());
        let inside = steps.breakpoints().iter().zip(steps.values()).filter(|&(&start, _)| {
            lattice.compare(start, from).is_gt() && lattice.compare(start, to).is_lt()
        });
        let inside = inside.map(|(&start, &value)| (Number::of(&lattice.exact(start)), value));
        let end = |at: &Surd| Ok::<_, PlotError>((Number::of(at), grundy.value_at(at)?));
        Ok(Self::Steps(once(end(from)?).chain(inside).chain(once(end(to)?)).collect()))
    }

    /// The places of [`moves`](super::moves()).
    pub(crate) fn of_moves(grundy: &Grundy, position: &Position) -> Result<Self, PlotError> {
        let winning = |interval: &Interval| Winning {
            ends: [&interval.start, &interval.end].map(Number::of),
            included: [interval.start_included, interval.end_included],
        };
        let moves = position.moves(grundy, None)?;
        let strips = (1..).zip(&moves.segments).flat_map(|(segment, own)| {
            own.placements.iter().map(move |one| PointStrip {
                segment,
                length: one.length.clone(),
                winning: one.winning.iter().map(winning).collect(),
            })
        });
        Ok(Self::Moves(strips.collect()))
    }

    /// The values of [`octal`](super::octal()).
    pub(crate) fn of_octal(values: &Values) -> Self {
        Self::Octal(values.as_slice().to_vec())
    }

    /// The points of [`growth`](super::growth()).
    pub(crate) fn of_growth(grundy: &Grundy, upto: &Surd) -> Result<Self, PlotError> {
        let counts = counts(grundy, upto)?;
        Ok(Self::Growth(counts.iter().rev().map(|(at, counts)| (Number::of(at), *counts)).collect()))
    }
}
