//! Checks of the gold and silver coins, and the rivals that serve only to be compared: values by
//! Berlekamp's rule, and fair rows by multinomials and by a sweep.

use itertools::Itertools;
use num_bigint::BigUint;
use num_traits::Zero;

use super::compare::{Difference, Row, Tally, answer};
use super::reference::Reference;
use crate::games::coins::count::{values_of_two_coins, within_memory};
use crate::games::coins::{
    Coin, CountError, Dyadic, Modulus, Stack, ValueCount, fair_rows, fair_rows_by_binomials, value_table,
};
use crate::sweep::{Queue, State, Work, run_until};

/// All checks of this game.
pub(super) const CHECKS: &[Row] = &[
    ("published figures", ["problem statement", "options and recurrence"], published),
    ("fair rows of stacks of 0 to 5 coins", ["fractions, one stack at a time", "recurrence"], table),
    (
        "values of all stacks of up to 14 coins",
        ["simplest number of the options", "Berlekamp's rule"],
        values,
    ),
    ("fair rows of stacks of 1 to 4 coins", ["event engine: multiplicities", "recurrence"], sweep),
    ("fair rows of up to 150 stacks of 2 coins", ["sum of multinomials", "recurrence"], multinomials),
    ("fair rows of stacks of 2 coins modulo m", ["split binomials", "recurrence, exact"], residues),
];

fn published(reference: &Reference, tally: &mut Tally) -> Result<(), Difference> {
    for figure in reference.published("coins") {
        let figure = figure?;
        let expected = figure.exact.as_deref().unwrap_or_default();
        let found = match figure.figure.as_str() {
            "value" => figure.argument::<Stack>()?.value().to_string(),
            "fair rows" => answer(&figure.row, fair_rows(2, figure.argument()?))?.to_string(),
            _ => return Err(figure.unknown().into()),
        };
        tally.compare(&figure.row, expected, found)?;
    }
    Ok(())
}

fn table(reference: &Reference, tally: &mut Tally) -> Result<(), Difference> {
    for row in reference.rows("fair_rows.csv") {
        let row = row?;
        let found = answer(&row, fair_rows(row.read(0)?, row.read(1)?))?;
        tally.compare(&row, row.text(2)?, found.to_string())?;
    }
    Ok(())
}

fn values(_: &Reference, tally: &mut Tally) -> Result<(), Difference> {
    for height in 1..=14 {
        for coins in (0..height).map(|_| ['G', 'S']).multi_cartesian_product() {
            let text = String::from_iter(coins);
            let stack: Stack = answer(&text, text.parse())?;
            tally.compare(stack, stack.value(), value_by_sign_expansion(stack))?;
        }
    }
    Ok(())
}

fn sweep(_: &Reference, tally: &mut Tally) -> Result<(), Difference> {
    for (height, most) in [(1, 40), (2, 30), (3, 15), (4, 8)] {
        for stacks in 0..=most {
            let place = format_args!("{stacks} stacks of {height}");
            let swept = answer(place, distribution(height, stacks))?.fair();
            tally.compare(place, swept, answer(place, fair_rows(height, stacks))?)?;
        }
    }
    Ok(())
}

fn multinomials(_: &Reference, tally: &mut Tally) -> Result<(), Difference> {
    for stacks in 0..=150 {
        let place = format_args!("{stacks} stacks");
        let by_sum = answer(place, fair_rows_by_multinomials(stacks))?;
        tally.compare(place, by_sum, answer(place, fair_rows(2, stacks))?)?;
    }
    Ok(())
}

fn residues(_: &Reference, tally: &mut Tally) -> Result<(), Difference> {
    for stacks in [1, 2, 3, 10, 99, 256, 625, 1000] {
        let exact = answer(stacks, fair_rows(2, stacks))?;
        for modulus in [
            "1",
            "2",
            "7",
            "64",
            "1000",
            "30030",
            "65537",
            "989898989",
            "340282366920938463463374607431768211456",
        ] {
            let place = format_args!("{stacks} stacks modulo {modulus}");
            let modulus: Modulus = answer(place, modulus.parse())?;
            tally.compare(
                place,
                answer(place, fair_rows_by_binomials(stacks, &modulus))?,
                &exact % modulus.get(),
            )?;
        }
    }
    Ok(())
}

/// The value of a stack by Berlekamp's rule.
///
/// From the bottom up each coin counts ±1 until the colour changes for the first time. That coin
/// counts ±1/2, the next ±1/4, and so on; + for gold, − for silver. This is the sign expansion of
/// the number: Berlekamp (1974); *Winning Ways*, chapter 3, "Hackenbush strings"; Conway, *On
/// Numbers and Games*, chapter 3. The rule does not look at options, so it checks [`Stack::value`].
///
/// # Cost
/// O(h) for h coins.
///
/// ```
/// use nimsweep::internal::value_by_sign_expansion;
///
/// // GSSGGG: 3 gold coins, then −1/2, −1/4, +1/8
/// assert_eq!(value_by_sign_expansion("GSSGGG".parse()?).to_string(), "19/8");
/// # Ok::<(), nimsweep::games::coins::StackError>(())
/// ```
#[must_use]
pub fn value_by_sign_expansion(stack: Stack) -> Dyadic {
    let (mut units, mut weight, mut changed) = (0, Dyadic::ONE.units, false);
    let lowest = stack.coin(0);
    for coin in stack.coins() {
        changed |= Some(coin) != lowest;
        if changed {
            weight /= 2; // at most 59 times, because the lowest coin is no change
        }
        units += if coin == Coin::Gold { weight } else { -weight };
    }
    Dyadic { units }
}

/// The number of fair rows of `stacks` stacks of two coins, by multinomial coefficients.
///
/// Let ±A, ±B be the values of the stacks of two coins, scaled to integers. A row with a, b, c, d
/// stacks of values A, B, −B, −A is fair if A·(a−d) + B·(b−c) = 0, and n!/(a!·b!·c!·d!) rows have
/// these numbers.
///
/// # Errors
/// [`CountError::TooMuchMemory`] if the factorials up to n! may need more than a gigabyte.
///
/// # Cost
/// O(n²) products and quotients of numbers of O(n log n) bits for n stacks.
///
/// ```
/// use nimsweep::internal::fair_rows_by_multinomials;
///
/// assert_eq!(fair_rows_by_multinomials(10)?, 63594_u32.into());
/// # Ok::<(), nimsweep::games::coins::CountError>(())
/// ```
pub fn fair_rows_by_multinomials(stacks: u64) -> Result<BigUint, CountError> {
    // n! has at most n·log₂ n bits
    let bits = u128::from(stacks) * u128::from(u64::BITS - stacks.leading_zeros());
    within_memory(2, stacks, u128::from(stacks) + 1, bits)?;
    let mut factorials = vec![BigUint::from(1_u32)];
    for k in 1..=stacks {
        factorials.push(&factorials[k as usize - 1] * k); // (k − 1)! is at index k − 1
    }
    let factorial = |k: u64| &factorials[k as usize];
    let arrangements = |[a, b, c, d]: [u64; 4]| {
        factorial(stacks) / ((factorial(a) * factorial(b)) * (factorial(c) * factorial(d)))
    };
    let values = values_of_two_coins()?;
    Ok(fair_numbers(values, stacks).map(arrangements).fold(BigUint::ZERO, |sum, rows| sum + rows))
}

/// All numbers \[a, b, c, d\] of stacks of values A, B, −B, −A in fair rows of n stacks.
///
/// Given a and d, b and c have the sum n − a − d and the difference A·(d−a)/B.
fn fair_numbers(values: [u64; 2], stacks: u64) -> impl Iterator<Item = [u64; 4]> {
    let [outer, inner] = values.map(|value| value as i64); // A and B are 4 and 1
    let n = stacks as i64; // below 2^24, because more do not fit into memory
    let numbers = move |(a, d): (i64, i64)| {
        let (sum, scaled) = (n - a - d, outer * (d - a));
        let difference = scaled / inner;
        let possible = scaled % inner == 0 && difference.abs() <= sum && (sum + difference) % 2 == 0;
        possible.then(|| [a, (sum + difference) / 2, (sum - difference) / 2, d].map(|count| count as u64))
    };
    (0..=n).flat_map(move |a| (0..=n - a).map(move |d| (a, d))).filter_map(numbers)
}

/// How many rows have each value: see [`distribution`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    /// The values, ascending, and for each how many rows have it.
    pub rows: Vec<(Dyadic, BigUint)>,
    /// The work of the sweep.
    pub work: Work,
}

impl Distribution {
    /// How many rows have a value.
    #[must_use]
    pub fn count(&self, value: Dyadic) -> BigUint {
        let place = self.rows.binary_search_by_key(&value, |&(value, _)| value);
        place.map_or(BigUint::ZERO, |place| self.rows[place].1.clone())
    }

    /// How many rows are fair: those of value 0.
    #[must_use]
    pub fn fair(&self) -> BigUint {
        self.count(Dyadic::ZERO)
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
/// [`CountError::TooTall`] above height 20, [`CountError::TooMuchMemory`] if the values and the
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
/// # Ok::<(), nimsweep::games::coins::CountError>(())
/// ```
pub fn distribution(height: u32, stacks: u64) -> Result<Distribution, CountError> {
    let single = value_table(height)?;
    // each of at most n·h·2^h + 1 values schedules one event for each single stack
    let values = u128::from(stacks).saturating_mul(u128::from(height) << height).saturating_add(1);
    let waiting = values.saturating_mul(single.len() as u128);
    within_memory(height, stacks, waiting, u128::from(height) * u128::from(stacks))?;
    let mut state = Arrivals { single, stacks, arriving: BigUint::ZERO, rows: vec![] };
    let mut queue = Queue::default();
    queue.schedule((0, Dyadic::ZERO), BigUint::from(1_u32));
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
    rows: Vec<(Dyadic, BigUint)>,
}

impl State for Arrivals {
    type Key = (u64, Dyadic);
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
        queue.extend(
            self.single.iter().map(|last| ((stacks + 1, value.plus(last.value)), &rows * last.stacks)),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fair_numbers_are_those_of_value_zero() {
        for n in 0..=24_u64 {
            let mut expected = vec![];
            for (a, b, c) in itertools::iproduct!(0..=n, 0..=n, 0..=n) {
                if let Some(d) = n.checked_sub(a + b + c).filter(|d| 4 * a + b == 4 * d + c) {
                    expected.push([a, b, c, d]);
                }
            }
            let mut found: Vec<_> = fair_numbers([4, 1], n).collect();
            found.sort_unstable();
            assert_eq!(found, expected, "n = {n}");
        }
    }
}
