//! What follows from the values: the value of any heap, winning moves, exceptions, the largest
//! value, and how many are rare.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::code::Move;
use super::period::Period;
use super::sparse_space::SparseSpace;
use super::values::Values;
use crate::error::{Error, error};
use crate::number::abridged;
use crate::sweep::Nimber;

/// The mask that makes the fewest values rare, and how many these are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RareValues {
    /// How many of the known values are rare, that of the empty heap included.
    #[cfg_attr(feature = "serde", serde(rename = "rare"))]
    pub count: usize,
    /// A value is rare if it has an even number of bits in common with the mask; of all masks that
    /// make the fewest values rare, the least.
    pub mask: Nimber,
}

impl Values {
    /// G(n), for n of any size once a period is proven.
    ///
    /// # Errors
    /// [`Error`] if G(n) is not computed and no period is proven.
    ///
    /// # Cost
    /// A division.
    ///
    /// ```
    /// use nimsweep::games::octal::Values;
    /// use num_bigint::BigUint;
    ///
    /// let mut kayles = Values::new("0.77".parse()?);
    /// while kayles.advance(200) {}
    /// assert_eq!(kayles.value_at(&BigUint::from(10_u32).pow(100))?, 1);
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    pub fn value_at(&self, n: &BigUint) -> Result<Nimber, Error> {
        self.known_at(n).ok_or_else(|| self.beyond(n))
    }

    /// [`value_at`](Self::value_at), or `None` if it is not known.
    #[must_use]
    pub fn known_at(&self, n: &BigUint) -> Option<Nimber> {
        let known = |n: &BigUint| self.as_slice().get(n.to_usize()?).copied();
        let by_period = || {
            // it begins within the table
            let period = self.period()?;
            known(&((n - period.from) % period.length + period.from))
        };
        known(n).or_else(by_period)
    }

    fn beyond(&self, heap: &BigUint) -> Error {
        let (heap, known) = (abridged(heap), self.as_slice().len().saturating_sub(1));
        error!(
            BeyondTable,
            "G({heap}) is not known: the values up to {known} prove no period; give a smaller heap"
        )
    }

    /// The winning moves in a sum of heaps: those that leave heaps whose values have the xor 0.
    /// Each comes with the number of its heap, from 0; by that, by the number of tokens that they
    /// take, and then by the smaller heap.
    ///
    /// # Errors
    /// [`Error`] if not all values of these heaps are computed.
    ///
    /// # Cost
    /// None if the value of the sum is 0, and else O(n) for each heap of n and each number of
    /// tokens whose taking may leave two heaps.
    ///
    /// ```
    /// use nimsweep::games::octal::{Move, Values};
    ///
    /// let mut kayles = Values::new("0.77".parse()?);
    /// while kayles.advance(200) {}
    /// let moves: Vec<(usize, Move)> = kayles.winning_moves(&[5])?.collect();
    /// assert_eq!(moves, [(0, Move { taken: 1, left: [2, 2] })]);
    /// let moves: Vec<(usize, Move)> = kayles.winning_moves(&[1, 11])?.collect();
    /// assert_eq!(moves, [(1, Move { taken: 1, left: [3, 7] })]);
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    pub fn winning_moves(&self, heaps: &[usize]) -> Result<impl Iterator<Item = (usize, Move)>, Error> {
        let values = self.as_slice();
        if let Some(&unknown) = heaps.iter().find(|&&n| n >= values.len()) {
            return Err(self.beyond(&unknown.into()));
        }
        let sum = heaps.iter().fold(0, |sum, &n| sum ^ values[n]);
        // no move leaves the value of its own heap
        let searched = if sum == 0 { &[] } else { heaps };
        Ok(searched.iter().enumerate().flat_map(move |(number, &n)| {
            let wins = move |of: &Move| values[of.left[0]] ^ values[of.left[1]] == sum ^ values[n];
            self.code().moves(n).filter(wins).map(move |of| (number, of))
        }))
    }

    /// The exceptions, ascending: the n whose value is not the one that the proven period,
    /// continued down to 0, has there (*Winning Ways*, chapter 4). All are below
    /// [`from`](super::Period::from), and the last one is next to it. `None` if no period is
    /// proven.
    ///
    /// ```
    /// use nimsweep::games::octal::Values;
    ///
    /// let mut kayles = Values::new("0.77".parse()?);
    /// while kayles.advance(200) {}
    /// let exceptions: Vec<usize> = kayles.exceptions().into_iter().flatten().collect();
    /// assert_eq!(exceptions, [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]);
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    #[must_use]
    pub fn exceptions(&self) -> Option<impl Iterator<Item = usize>> {
        let (Period { length, from, .. }, values) = (self.period()?, self.as_slice());
        // the last n of the first period with the same remainder; the proof has seen them all
        let pattern = move |n: usize| values[from + length - 1 - (from - 1 - n) % length];
        Some((0..from).filter(move |&n| values[n] != pattern(n)))
    }

    /// The largest value that is known, and the smallest heap that has it; of all heaps, if a
    /// period is proven. `None` if no value is known.
    #[must_use]
    pub fn largest(&self) -> Option<(Nimber, usize)> {
        let values = self.as_slice();
        let largest = *values.iter().max()?;
        Some((largest, values.iter().position(|&value| value == largest)?))
    }

    /// The mask that makes the fewest of the known values rare.
    ///
    /// # Cost
    /// O(values), and O(v·log v) for the largest value v.
    #[must_use]
    pub fn rare_values(&self) -> RareValues {
        self.rare_by(false)
    }

    /// As [`rare_values`](Values::rare_values), but with the parity of n: at odd n the values with
    /// an odd number of bits in common with the mask are rare, or at even n, whichever the
    /// [rule](super) asks for. `None` if moves that leave two heaps may take both an odd and an
    /// even number of tokens, or if there are none.
    ///
    /// ```
    /// use nimsweep::games::octal::Values;
    ///
    /// let mut game = Values::new("0.106".parse()?);
    /// while game.advance(10_000) {}
    /// let by_parity = game.rare_values_by_parity().unwrap();
    /// assert!(game.rare_values().count > 4000 && by_parity.count < 20);
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    #[must_use]
    pub fn rare_values_by_parity(&self) -> Option<RareValues> {
        self.code().parity_of_splitting()?;
        Some(self.rare_by(true))
    }

    fn rare_by(&self, parity: bool) -> RareValues {
        let space = SparseSpace::with_fewest_rare(self.as_slice(), self.code(), parity);
        let values = self.as_slice().iter().enumerate();
        let count = values.filter(|&(n, &value)| !space.is_common(n, value)).count();
        RareValues { mask: space.mask(), count }
    }
}
