//! The steps of one game or of several on a range, exact.

use std::mem::replace;

use itertools::Itertools;

use super::grundy::Grundy;
use crate::error::Error;
use crate::number::Surd;
use crate::sweep::Nimber;

/// A part of a range on which each of N games keeps its Grundy value.
#[derive(Clone, Debug)]
pub(crate) struct CommonStep<const N: usize> {
    pub(crate) start: Surd,
    pub(crate) end: Surd,
    pub(crate) values: [Nimber; N],
}

/// The common steps of some games on [from, to], ascending. The last one is a single place if a
/// value changes at the end of the range.
///
/// # Errors
/// [`Error`] for a range on which a game is not known.
///
/// # Cost
/// O(N) for each step in the range.
pub(crate) fn common_steps<const N: usize>(
    games: [&Grundy; N],
    from: &Surd,
    to: &Surd,
) -> Result<Vec<CommonStep<N>>, Error> {
    let mut values = [0; N];
    for (value, game) in values.iter_mut().zip(games) {
        game.check_limit(to)?;
        *value = game.value_at(from)?;
    }
    let later = (0..).zip(games).map(|(index, game): (usize, _)| {
        let (steps, lattice) = (game.steps(), game.lattice());
        let first = steps.breakpoints().partition_point(|&start| lattice.compare(start, from).is_le());
        let last = steps.breakpoints().partition_point(|&start| lattice.compare(start, to).is_le());
        (first..last).map(move |step| (lattice.exact(steps.breakpoints()[step]), index, steps.values()[step]))
    });
    let (mut common, mut start) = (vec![], from.clone());
    for (at, index, value) in later.kmerge_by(|(first, ..), (second, ..)| first < second) {
        if at > start {
            common.push(CommonStep { start: replace(&mut start, at.clone()), end: at, values });
        }
        values[index] = value;
    }
    common.push(CommonStep { start, end: to.clone(), values });
    Ok(common)
}
