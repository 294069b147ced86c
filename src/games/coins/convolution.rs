//! How many rows have each value: a sweep over (number of stacks, value), one stack at a time.
//!
//! An event is a number of rows, its key how many stacks they have and their value. Events of one key are merged: rows of
//! that value that were reached by different last stacks. When a key settles, it schedules its sums with the values of all
//! single stacks, at one stack more; so every later key is greater, whatever the sign of the value.

use num_bigint::BigUint;
use num_traits::Zero;

use super::limits::{CountError, at_most};
use super::polynomial::ValuePolynomial;
use super::table::{Atom, atoms};
use super::value::Dyadic;
use crate::sweep::{Queue, State, Work, run_until};

/// About the most events of a sweep, under a minute.
const MOST_EVENTS: u64 = 1 << 25;

/// How many rows have each value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    /// The values, ascending, and for each how many rows have it.
    pub rows: Vec<(Dyadic, BigUint)>,
    /// How much work the sweep was.
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

/// The number of rows of `stacks` stacks of `height` coins for each value, by the sweep.
///
/// # Errors
/// [`CountError::TooTall`] where there is no table of that height, [`CountError::TooManyStacks`] where n²·2^(2h−1)·h, which
/// is about the number of events, is above 2^25.
///
/// # Cost
/// At most 2^h·n·(n·2^(h−1)·h + 1) events for n stacks of h coins: k < n stacks have at most k·2^h·h + 1 values, multiples
/// of 2^(1−h) from −k·h to k·h, and 2^h events follow from each. Each event costs O(log q), q being the events that wait,
/// and a sum of h·n bits.
///
/// ```
/// use nimsweep::games::coins::distribution;
///
/// let two = distribution(1, 2)?; // GG has the value 2, GS and SG 0, SS −2
/// let rows: Vec<String> = two.rows.iter().map(|(value, count)| format!("{count} of {value}")).collect();
/// assert_eq!(rows, ["1 of -2", "2 of 0", "1 of 2"]);
/// assert_eq!(distribution(2, 10)?.fair(), 63594_u32.into());
/// # Ok::<(), nimsweep::games::coins::CountError>(())
/// ```
pub fn distribution(height: u32, stacks: u64) -> Result<Distribution, CountError> {
    let polynomial = ValuePolynomial::of_height(height)?;
    at_most((MOST_EVENTS / polynomial.products_per_stack()).isqrt(), height, stacks)?;
    let mut state = Convolution { atoms: atoms(height)?, stacks, arriving: BigUint::ZERO, rows: vec![] };
    let mut queue = Queue::default();
    queue.schedule((0, Dyadic::ZERO), BigUint::from(1_u32));
    let work = run_until(&mut state, &mut queue, |&(count, _)| count > stacks);
    Ok(Distribution { rows: state.rows, work })
}

/// The state of the sweep: what arrives at the current key, and what has arrived at the last number of stacks.
struct Convolution {
    atoms: Vec<Atom>,
    stacks: u64,
    arriving: BigUint,
    rows: Vec<(Dyadic, BigUint)>,
}

impl State for Convolution {
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
            self.atoms.iter().map(|atom| ((stacks + 1, value.plus(atom.value)), &rows * atom.multiplicity)),
        );
    }
}
