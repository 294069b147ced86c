//! Stacks side by side: who wins, and by which move.

use std::str::FromStr;

use super::stack::{Coin, Stack, StackError};
use super::value::{Dyadic, value_by_options};

/// A row of stacks: a position of the game.
///
/// In a text, commas or white space part the stacks: `SG, SG SS`.
///
/// ```
/// use nimsweep::games::coins::{Outcome, Row};
///
/// let row: Row = "SG SG SS GG".parse()?;
/// assert_eq!(row.value().to_string(), "1");
/// assert_eq!(row.outcome(), Outcome::Gary);
/// # Ok::<(), nimsweep::games::coins::StackError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Row {
    /// The stacks from left to right.
    pub stacks: Vec<Stack>,
}

/// Who wins a row. The value of a row is a number, so nobody ever gains by moving, and no row is won by whoever moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Gary wins, whoever begins: the value is positive.
    Gary,
    /// Sally wins, whoever begins: the value is negative.
    Sally,
    /// Whoever moves first loses: the value is 0, and the row is fair.
    Fair,
}

/// A move: the coin that is removed, with everything above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Which stack, from the left, counted from 0.
    pub stack: usize,
    /// How many coins of that stack stay.
    pub below: u32,
}

impl Row {
    /// The sum of the values of the stacks.
    #[must_use]
    pub fn value(&self) -> Dyadic {
        self.stacks.iter().map(|&stack| value_by_options(stack)).fold(Dyadic::ZERO, Dyadic::plus)
    }

    /// Who wins.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self.value().cmp(&Dyadic::ZERO) {
            std::cmp::Ordering::Greater => Outcome::Gary,
            std::cmp::Ordering::Less => Outcome::Sally,
            std::cmp::Ordering::Equal => Outcome::Fair,
        }
    }

    /// All moves of the player whose coins are `coin`, by stack and from the bottom up.
    pub fn moves(&self, coin: Coin) -> impl Iterator<Item = Move> {
        let of_stack = move |(index, stack): (usize, &Stack)| {
            let own = move |&(_, found): &(usize, Coin)| found == coin;
            // a stack has at most 60 coins
            stack.coins().enumerate().filter(own).map(move |(below, _)| (index, below as u32))
        };
        self.stacks.iter().enumerate().flat_map(of_stack).map(|(stack, below)| Move { stack, below })
    }

    /// The moves after which that player wins: those that leave a value that is not the other's.
    ///
    /// # Cost
    /// Two values of stacks for each coin of the player.
    ///
    /// ```
    /// use nimsweep::games::coins::{Coin, Move, Row};
    ///
    /// let row: Row = "GG GS".parse()?; // 2 − 1/2
    /// let tops = [Move { stack: 0, below: 1 }, Move { stack: 1, below: 1 }]; // leave 1 − 1/2 and 2 − 1
    /// assert_eq!(row.winning_moves(Coin::Gold), tops);
    /// assert_eq!(row.winning_moves(Coin::Silver), []);
    /// # Ok::<(), nimsweep::games::coins::StackError>(())
    /// ```
    #[must_use]
    pub fn winning_moves(&self, coin: Coin) -> Vec<Move> {
        let value = self.value();
        let after = |played: &Move| {
            let stack = self.stacks[played.stack];
            let others = value.plus(-value_by_options(stack));
            others.plus(value_by_options(stack.lower_part(played.below)))
        };
        let wins = |value: Dyadic| match coin {
            Coin::Gold => value >= Dyadic::ZERO,
            Coin::Silver => value <= Dyadic::ZERO,
        };
        self.moves(coin).filter(|played| wins(after(played))).collect()
    }
}

impl FromStr for Row {
    type Err = StackError;

    fn from_str(text: &str) -> Result<Self, StackError> {
        let words = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
        Ok(Self { stacks: words.map(str::parse).collect::<Result<_, _>>()? })
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
    fn rows_are_parted_by_commas_or_white_space() {
        let row: Row = " SG,gs ,, GGG\n".parse().unwrap();
        let names: Vec<String> = row.stacks.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["SG", "GS", "GGG"]);
        assert_eq!("".parse::<Row>().unwrap().outcome(), Outcome::Fair);
    }

    #[test]
    fn a_move_leaves_what_is_below_the_coin() {
        let row: Row = "GSG SG".parse().unwrap();
        let moves: Vec<Move> = row.moves(Coin::Gold).collect();
        let expected = [(0, 0), (0, 2), (1, 0)].map(|(stack, below)| Move { stack, below });
        assert_eq!(moves, expected);
        assert_eq!(row.moves(Coin::Silver).count(), 2);
    }
}
