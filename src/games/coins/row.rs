//! Stacks side by side: who wins, and by which move.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use num_rational::BigRational;
use num_traits::Signed;

use super::stack::{Coin, Stack};
use crate::error::Error;

/// A row of stacks: a position of the game.
///
/// A text separates the stacks by commas, a plus or white space: `SG, SG + SS`.
///
/// ```
/// use nimsweep::games::coins::{Outcome, Row};
///
/// let row: Row = "SG SG SS GG".parse()?;
/// assert_eq!(row.value().to_string(), "1");
/// assert_eq!(row.outcome(), Outcome::Gary);
/// assert_eq!(format!("{row}: {}", row.outcome()), "SG, SG, SS, GG: Gary wins");
/// # Ok::<(), nimsweep::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Row {
    /// The stacks from left to right.
    pub stacks: Vec<Stack>,
}

/// Who wins a row. As its value is a number, no player gains by moving, and in no row does the
/// first player win whether that is Gary or Sally.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Gary wins, moving first or second: the value is positive.
    Gary,
    /// Sally wins, moving first or second: the value is negative.
    Sally,
    /// The player who moves first loses: the value is 0, and the row is fair, a P-position.
    Fair,
}

impl fmt::Display for Outcome {
    /// In words, such as `Gary wins`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Gary => "Gary wins",
            Self::Sally => "Sally wins",
            Self::Fair => "the player who moves first loses",
        })
    }
}

/// A move: the removal of a coin with everything above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Removal {
    /// Which stack, from the left, counted from 0.
    pub stack: usize,
    /// How many coins of that stack remain.
    pub below: usize,
}

impl Row {
    /// The sum of the values of the stacks.
    ///
    /// # Cost
    /// That of [`Stack::value`] for each stack, and a sum of fractions.
    #[must_use]
    pub fn value(&self) -> BigRational {
        self.stacks.iter().map(Stack::value).sum()
    }

    /// Who wins.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self.value() {
            value if value.is_positive() => Outcome::Gary,
            value if value.is_negative() => Outcome::Sally,
            _ => Outcome::Fair,
        }
    }

    /// The winning moves of the player who owns the coins `coin`: those that leave a value of 0 or
    /// of the player's sign. Stack by stack from the bottom up.
    ///
    /// In each stack the higher coins leave the better values, so that they are the highest ones.
    ///
    /// # Cost
    /// That of [`Row::value`], and O(log h) values of each stack of h coins.
    ///
    /// ```
    /// use nimsweep::games::coins::{Coin, Removal, Row};
    ///
    /// let row: Row = "GG GS".parse()?; // 2 − 1/2
    /// // the top coins: their removal leaves 1 − 1/2 and 2 − 1
    /// let tops = [Removal { stack: 0, below: 1 }, Removal { stack: 1, below: 1 }];
    /// assert_eq!(row.winning_moves(Coin::Gold), tops);
    /// assert_eq!(row.winning_moves(Coin::Silver), []);
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    #[must_use]
    pub fn winning_moves(&self, coin: Coin) -> Vec<Removal> {
        let (value, loses) = (
            self.value(),
            if coin == Coin::Gold { BigRational::is_negative } else { BigRational::is_positive },
        );
        let of_stack = |(stack, coins): (usize, &Stack)| {
            let others = &value - coins.value();
            let own = coins.coins().iter().positions(|&other| other == coin).collect_vec();
            let first = own.partition_point(|&below| loses(&(&others + coins.value_below(below))));
            own.into_iter().skip(first).map(move |below| Removal { stack, below })
        };
        self.stacks.iter().enumerate().flat_map(of_stack).collect()
    }
}

impl fmt::Display for Row {
    /// The stacks from left to right, separated by commas.
    ///
    /// A text has no empty stacks: one in the row is written as nothing, and is not read again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.stacks.iter().format(", "))
    }
}

impl FromStr for Row {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let words =
            text.split(|c: char| matches!(c, ',' | '+') || c.is_whitespace()).filter(|word| !word.is_empty());
        words.map(str::parse).collect()
    }
}

impl FromIterator<Stack> for Row {
    fn from_iter<I: IntoIterator<Item = Stack>>(stacks: I) -> Self {
        Self { stacks: stacks.into_iter().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_separated_by_commas_or_white_space() {
        let row: Row = " SG,gs ,, GGG\n".parse().unwrap();
        let names: Vec<String> = row.stacks.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["SG", "GS", "GGG"]);
        assert_eq!("".parse::<Row>().unwrap().outcome(), Outcome::Fair);
    }

    #[test]
    fn a_row_is_read_as_it_is_written() {
        for text in ["", "SG", "SG, GS, GGG"] {
            assert_eq!(text.parse::<Row>().unwrap().to_string(), text);
        }
        let words = ["SS", "GG", "GG, SS"].map(|row| row.parse::<Row>().unwrap().outcome().to_string());
        assert_eq!(words, ["Sally wins", "Gary wins", "the player who moves first loses"]);
        assert_eq!([Coin::Gold, Coin::Silver].map(|coin| coin.to_string()), ["G", "S"]);
    }
}
