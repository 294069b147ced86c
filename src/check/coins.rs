//! Checks of the gold and silver coins, and the rival that serves only to be compared: fair rows by
//! a sweep.

use num_bigint::BigUint;
use num_traits::Zero;

use super::compare::{Entry, Tally, answer};
use super::reference::Reference;
use crate::error::Error;
use crate::games::coins::count::within_memory;
use crate::games::coins::{Stack, ValueCount, fair_rows, value_table};
use crate::sweep::{Queue, State, Work, run_until};

/// All checks of this game.
pub(super) const CHECKS: &[Entry] = &[
    ("published figures", ["problem statement", "options and recurrence"], published),
    ("fair rows of stacks of 0 to 5 coins", ["fractions, one stack at a time", "recurrence"], table),
    ("fair rows of stacks of 1 to 4 coins", ["event engine: multiplicities", "recurrence"], sweep),
];

fn published(reference: &Reference, tally: &mut Tally) -> Result<(), Error> {
    for figure in reference.published("coins") {
        let figure = figure?;
        let expected = figure.exact.as_deref().unwrap_or_default();
        let found = match figure.figure.as_str() {
            "value" => figure.argument::<Stack>()?.value().to_string(),
            "fair rows" => answer(&figure.row, fair_rows(2, figure.argument()?))?.to_string(),
            _ => return Err(figure.unknown()),
        };
        tally.compare(&figure.row, expected, found)?;
    }
    Ok(())
}

fn table(reference: &Reference, tally: &mut Tally) -> Result<(), Error> {
    reference.each("fair_rows.csv", |row| {
        let found = answer(row, fair_rows(row.read(0)?, row.read(1)?))?;
        tally.compare(row, row.text(2)?, found.to_string())
    })
}

fn sweep(_: &Reference, tally: &mut Tally) -> Result<(), Error> {
    for (height, most) in [(1, 40), (2, 30), (3, 15), (4, 8)] {
        for stacks in 0..=most {
            let place = format_args!("{stacks} stacks of {height}");
            let swept = answer(place, distribution(height, stacks))?.fair();
            tally.compare(place, swept, answer(place, fair_rows(height, stacks))?)?;
        }
    }
    Ok(())
}

/// How many rows have each value: see [`distribution`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    /// The values times 2^(h−1) for h coins, ascending, and for each how many rows have it.
    pub rows: Vec<(i64, BigUint)>,
    /// The work of the sweep.
    pub work: Work,
}

impl Distribution {
    /// How many rows are fair: those of value 0.
    #[must_use]
    pub fn fair(&self) -> BigUint {
        let place = self.rows.binary_search_by_key(&0, |&(value, _)| value);
        place.map_or(BigUint::ZERO, |place| self.rows[place].1.clone())
    }
}

/// The number of rows of `stacks` stacks of `height` coins for each value, by a sweep over (number
/// of stacks, value), one stack at a time.
///
/// An event is a number of rows; its key is their number of stacks and their value. Events of one
/// key are added up: they are rows of that value with different last stacks. When a key settles, it
/// schedules its sums with the values of all single stacks, at one stack more. So every later key
/// is greater, whatever the sign of the value.
///
/// # Errors
/// [`Error`] above height 20, and if the values and the
/// waiting events may need more than a gigabyte.
///
/// # Cost
/// At most 2^h·n·(n·2^(h−1)·h + 1) events for n stacks of h coins: k < n stacks have at most
/// k·2^h·h + 1 values, the multiples of 2^(1−h) from −k·h to k·h, and each of them schedules 2^h
/// events. Each event costs O(log q), q being the number of waiting events, and a sum of h·n bits.
///
/// ```
/// use nimsweep::internal::distribution;
///
/// let two = distribution(1, 2)?; // GG has the value 2, GS and SG 0, SS −2
/// let rows = two.rows.iter().map(|(value, count)| format!("{count} of {value}"));
/// assert_eq!(rows.collect::<Vec<_>>(), ["1 of -2", "2 of 0", "1 of 2"]);
/// assert_eq!(distribution(2, 10)?.fair(), 63594_u32.into());
/// # Ok::<(), nimsweep::Error>(())
/// ```
pub fn distribution(height: u32, stacks: u64) -> Result<Distribution, Error> {
    let single = value_table(height)?;
    // each of at most n·h·2^h + 1 values schedules one event for each single stack
    let values = u128::from(stacks).saturating_mul(u128::from(height) << height).saturating_add(1);
    let waiting = values.saturating_mul(single.len() as u128);
    within_memory(height, stacks, waiting, u128::from(height) * u128::from(stacks))?;
    let mut state = Arrivals { single, stacks, arriving: BigUint::ZERO, rows: vec![] };
    let mut queue = Queue::default();
    queue.schedule((0, 0), BigUint::from(1_u32));
    let work = run_until(&mut state, &mut queue, |&(count, _)| count > stacks);
    Ok(Distribution { rows: state.rows, work })
}

/// The state of the sweep: the rows of the current key so far, and those of all keys with the last
/// number of stacks.
struct Arrivals {
    /// The values of single stacks.
    single: Vec<ValueCount>,
    stacks: u64,
    arriving: BigUint,
    rows: Vec<(i64, BigUint)>,
}

impl State for Arrivals {
    type Key = (u64, i64);
    type Event = BigUint;

    fn apply(&mut self, _: &Self::Key, rows: BigUint) {
        self.arriving += rows;
    }

    fn settle(&mut self, &(stacks, value): &Self::Key, queue: &mut Queue<Self::Key, BigUint>) {
        let rows = std::mem::take(&mut self.arriving);
        debug_assert!(!rows.is_zero(), "a key without rows");
        if stacks == self.stacks {
            self.rows.push((value, rows));
            return;
        }
        // fewer than 2⁶³ values fit the memory
        let sum = |last: &ValueCount| ((stacks + 1, value + last.numerator), &rows * last.stacks);
        queue.extend(self.single.iter().map(sum));
    }
}
