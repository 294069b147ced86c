//! Checks of take at most half, and the rival that serves only to be compared: Grundy values by a
//! sweep that knows no closed form.

use num_bigint::BigUint;

use super::compare::{Entry, Tally};
use super::reference::Reference;
use crate::error::Error;
use crate::games::halving::{grundy_value, is_p_position, winning_move};
use crate::sweep::{Nimber, NimberCounts, Queue, State, run_until};

/// All checks of this game.
pub(super) const CHECKS: &[Entry] = &[
    ("published figures", ["statement of the game", "closed form"], published),
    ("Grundy values and winning moves, n <= 1000", ["mex over all options", "closed form"], table),
    ("Grundy values, n <= 100000", ["event engine: nimber counts", "closed form"], sweep),
];

fn published(reference: &Reference, tally: &mut Tally) -> Result<(), Error> {
    for figure in reference.published("halving") {
        let figure = figure?;
        if figure.figure != "winner" {
            return Err(figure.unknown());
        }
        let found = if is_p_position(&figure.argument()?) { "Bob" } else { "Alice" };
        tally.compare(&figure.row, figure.exact.as_deref().unwrap_or_default(), found)?;
    }
    Ok(())
}

fn table(reference: &Reference, tally: &mut Tally) -> Result<(), Error> {
    reference.each("halving.csv", |row| {
        let n: BigUint = row.read(0)?;
        let moves = winning_move(&n).map_or_else(String::new, |taken| taken.to_string());
        tally.compare(row, row.text(1)?, grundy_value(&n).to_string())?;
        tally.compare(row, row.text(2)?, moves)
    })
}

fn sweep(_: &Reference, tally: &mut Tally) -> Result<(), Error> {
    for (n, swept) in halving_by_sweep(100_000).into_iter().enumerate() {
        tally.compare(format_args!("n = {n}"), BigUint::from(swept), grundy_value(&n.into()))?;
    }
    Ok(())
}

/// The Grundy values of 0, 1, …, `limit`, by a sweep instead of the closed form.
///
/// A position p ≥ 1 of value v is an option of every n in \[p+1, 2p\], and 0 is an option of 1. So
/// the value v enters at p + 1 and leaves at 2p + 1, and the mex at n gives g(n).
///
/// # Cost
/// Two events a position, O(log limit) each, and a mex that skips up to limit/128 full words of the
/// nimber set. Memory: O(limit).
///
/// ```
/// use nimsweep::internal::halving_by_sweep;
///
/// assert_eq!(halving_by_sweep(8), [0, 1, 0, 1, 2, 0, 3, 1, 4]);
/// ```
#[must_use]
pub fn halving_by_sweep(limit: u32) -> Vec<Nimber> {
    let (mut sweep, mut queue) = (Reachable::default(), Queue::default());
    queue.visit(0);
    run_until(&mut sweep, &mut queue, |&n| n > limit.into());
    sweep.values
}

/// The values that n can reach, and g(0), …, g(n).
#[derive(Default)]
struct Reachable {
    counts: NimberCounts,
    values: Vec<Nimber>,
}

impl State for Reachable {
    /// The number of stones: at most 2·limit + 1 < 2³³.
    type Key = u64;
    /// A nimber, and how its count changes.
    type Event = (Nimber, i64);

    fn apply(&mut self, _: &u64, (nimber, difference): (Nimber, i64)) {
        self.counts.add(nimber, difference);
    }

    fn settle(&mut self, &n: &u64, queue: &mut Queue<u64, (Nimber, i64)>) {
        self.counts.settle();
        let value = self.counts.mex();
        self.values.push(value);
        queue.schedule(n + 1, (value, 1));
        queue.schedule((2 * n).max(1) + 1, (value, -1)); // 1 may take its only stone
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_begins_with_the_ends_of_the_game() {
        assert_eq!(halving_by_sweep(0), [0]);
        assert_eq!(halving_by_sweep(1), [0, 1]);
    }
}
