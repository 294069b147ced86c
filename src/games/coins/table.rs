//! How many stacks of a height have each value.

use thiserror::Error;

use super::stack::Coin;
use super::value::{Dyadic, Grown};

/// The greatest height of a table: 2^20 stacks.
pub const TALLEST_TABLE: u32 = 20;

/// A value, and how many stacks have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Atom {
    /// The value.
    pub value: Dyadic,
    /// How many stacks.
    pub multiplicity: u64,
}

/// A table of more stacks than memory should hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a table of height {height} would hold 2^{height} stacks; a height of at most {TALLEST_TABLE} is possible"
)]
pub struct TableTooTall {
    /// The height that was asked for.
    pub height: u32,
}

/// The values of all stacks of `height` coins, ascending, each with the number of stacks that have it.
///
/// They are found from the game: the best options are kept while a stack grows coin by coin, and equal values are merged.
/// (It turns out that each value occurs once: different stacks are different sign expansions.)
///
/// # Errors
/// [`TableTooTall`] above [`TALLEST_TABLE`].
///
/// # Cost
/// O(2^h) simplest numbers and a sort for h coins.
///
/// ```
/// use nimsweep::games::coins::atoms;
///
/// let table: Vec<_> = atoms(2)?.iter().map(|atom| (atom.value.to_string(), atom.multiplicity)).collect();
/// assert_eq!(table, [("-2", 1), ("-1/2", 1), ("1/2", 1), ("2", 1)].map(|(value, n)| (value.to_owned(), n)));
/// # Ok::<(), nimsweep::games::coins::TableTooTall>(())
/// ```
pub fn atoms(height: u32) -> Result<Vec<Atom>, TableTooTall> {
    if height > TALLEST_TABLE {
        return Err(TableTooTall { height });
    }
    let mut values = Vec::with_capacity(1 << height);
    collect(Grown::default(), height, &mut values);
    values.sort_unstable();
    let groups = values.chunk_by(|a, b| a == b);
    Ok(groups.map(|group| Atom { value: group[0], multiplicity: group.len() as u64 }).collect())
}

/// The values of all stacks with `more` coins on what has grown so far.
fn collect(grown: Grown, more: u32, values: &mut Vec<Dyadic>) {
    if more == 0 {
        values.push(grown.value);
        return;
    }
    for coin in [Coin::Gold, Coin::Silver] {
        collect(grown.with(coin), more - 1, values);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_end_where_memory_would() {
        assert_eq!(atoms(TALLEST_TABLE).unwrap().len(), 1 << 20);
        let message = "a table of height 21 would hold 2^21 stacks; a height of at most 20 is possible";
        assert_eq!(atoms(21).unwrap_err().to_string(), message);
    }

    #[test]
    fn stacks_that_differ_have_values_that_differ() {
        for height in 0..=12 {
            let table = atoms(height).unwrap();
            assert_eq!(table.len(), 1 << height);
            assert!(table.iter().all(|atom| atom.multiplicity == 1));
        }
    }
}
