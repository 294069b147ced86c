//! Comparing two methods entry by entry, up to the first difference.

use std::fmt::Display;

use super::reference::Reference;
use crate::error::{Error, error};
use crate::number::abridged;

/// A comparison of two independent methods.
///
/// ```
/// use nimsweep::check::{self, Check, Reference};
///
/// let of_halving: Vec<Check> = check::all().filter(|check| check.game == "halving").collect();
/// for check in of_halving {
///     assert_ne!(check.methods[0], check.methods[1]);
///     assert!(check.run(&Reference::built_in())? > 0, "{}", check.subject);
/// }
/// # Ok::<(), nimsweep::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// The game.
    pub game: &'static str,
    /// What is compared.
    pub subject: &'static str,
    /// Where the left and the right side come from.
    pub methods: [&'static str; 2],
    pub(super) compare: Compare,
}

/// Compares entry by entry.
pub(super) type Compare = fn(&Reference, &mut Tally) -> Result<(), Error>;

/// A check of a game: its subject, both methods, and the comparison.
pub(super) type Entry = (&'static str, [&'static str; 2], Compare);

impl Check {
    /// Compares, and returns the number of entries, all of which agree.
    ///
    /// # Errors
    /// [`Error`] for the first entry at which both methods differ, or why they cannot be compared.
    ///
    /// # Cost
    /// Less than a few seconds for each check.
    pub fn run(&self, reference: &Reference) -> Result<usize, Error> {
        let mut tally = Tally { entries: 0 };
        (self.compare)(reference, &mut tally)?;
        match tally.entries {
            0 => Err(error!(Domain, "there was no entry to compare")),
            entries => Ok(entries),
        }
    }
}

/// How many entries have agreed so far.
pub(super) struct Tally {
    entries: usize,
}

impl Tally {
    /// Counts an entry on which both methods agree.
    pub(super) fn compare<L, R>(&mut self, place: impl Display, left: L, right: R) -> Result<(), Error>
    where
        L: PartialEq<R> + Display,
        R: Display,
    {
        if left != right {
            let (place, left, right) = (abridged(place), abridged(left), abridged(right));
            return Err(error!(Domain, "{place}: {left} and {right} differ"));
        }
        self.entries += 1;
        Ok(())
    }
}

/// The result of a method, with the place of an error.
pub(super) fn answer<T, E: Display>(place: impl Display, answer: Result<T, E>) -> Result<T, Error> {
    answer.map_err(|error| error!(Domain, "{}: {}", abridged(place), abridged(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_that_differ_are_reported_with_their_place() {
        let mut tally = Tally { entries: 0 };
        assert_eq!(tally.compare("n = 1", 3, 3), Ok(()));
        let difference = tally.compare("n = 2", 3, 4).unwrap_err();
        assert_eq!(difference.to_string(), "n = 2: 3 and 4 differ");
        assert_eq!(tally.entries, 1);
    }

    #[test]
    fn a_check_of_nothing_fails() {
        let empty = Check { game: "", subject: "", methods: ["", ""], compare: |_, _| Ok(()) };
        let refusal = empty.run(&Reference::built_in()).unwrap_err();
        assert_eq!(refusal.text(), "there was no entry to compare");
    }
}
