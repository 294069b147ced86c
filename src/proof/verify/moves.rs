//! The winning places of a piece, by a walk along the segment.

use itertools::Itertools;

use super::table::{Pair, Table};

/// A maximal interval of winning places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Places {
    start: Pair,
    end: Pair,
    start_included: bool,
    end_included: bool,
}

impl Places {
    /// The integers that state it.
    pub(super) fn integers(&self) -> [i64; 6] {
        let Self { start, end, start_included, end_included } = *self;
        [start.a, start.b, end.a, end.b, start_included.into(), end_included.into()]
    }
}

/// The maximal intervals of places x from 0 to y with g(x) xor g(y − x) = target, for a y from 0 to
/// the limit.
///
/// Both sides change at the places p and y − p only, for the steps p. At such a place itself, and
/// right behind it, where y − x is a little smaller, the steps of both sides are looked up.
pub(super) fn winning_places(table: &Table, y: Pair, target: u64) -> Vec<Places> {
    let starts = &table.starts[..=table.step_at(y)];
    let places = starts.iter().flat_map(|&start| [start, y - start]);
    let places = places.sorted_by(|&x, &y| table.compare(x, y)).dedup();
    let mut found: Vec<Places> = vec![];
    let mut is_open = false;
    for x in places {
        let own = table.values[table.step_at(x)];
        let wins = |other: usize| own ^ table.values[other] == target;
        let (here, behind) = (wins(table.step_at(y - x)), table.step_before(y - x).is_some_and(wins));
        if is_open && let Some(last) = found.last_mut() {
            (last.end, last.end_included) = (x, here);
        }
        if here && !is_open {
            found.push(Places { start: x, end: x, start_included: true, end_included: true });
        }
        if behind && !here {
            found.push(Places { start: x, end: x, start_included: false, end_included: false });
        }
        is_open = behind;
    }
    found
}
