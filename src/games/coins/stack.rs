//! A stack of gold and silver coins, read and printed top to bottom.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::number::quoted;

/// The greatest height of a [`Stack`]. Its value then has at most 59 binary digits after the point.
pub const TALLEST_STACK: u32 = 60;

/// A coin, and with it the player who may remove it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coin {
    /// Gary's.
    Gold,
    /// Sally's.
    Silver,
}

impl Coin {
    /// G or S.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Gold => 'G',
            Self::Silver => 'S',
        }
    }
}

impl From<Coin> for char {
    fn from(coin: Coin) -> Self {
        coin.letter()
    }
}

impl fmt::Display for Coin {
    /// G or S.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letter().fmt(f)
    }
}

/// A stack of at most [`TALLEST_STACK`] coins.
///
/// # Notation
/// The letters G and S from top to bottom, so that `SG` is a silver coin on a gold one. Lower case
/// is read, too. The empty text is the empty stack.
///
/// # Canonical form
/// One bit a coin from the bottom up, 1 for gold, and zeros above the height. So equal stacks are
/// equal field by field.
///
/// ```
/// use nimsweep::games::coins::{Coin, Stack};
///
/// let stack: Stack = "SSG".parse()?;
/// assert_eq!(stack.height(), 3);
/// assert_eq!(stack.coin(0), Some(Coin::Gold)); // from the bottom
/// assert_eq!(stack.lower_part(2).to_string(), "SG");
/// let error = "GXS".parse::<Stack>().unwrap_err().to_string();
/// assert!(error.starts_with("cannot read a stack: 'X' at column 2 is not a coin"));
/// # Ok::<(), nimsweep::games::coins::StackError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stack {
    height: u32,
    gold: u64,
}

/// Why a text is not a [`Stack`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StackError {
    /// A character that is neither G nor S.
    #[error(
        "cannot read a stack: '{}' at column {column} is not a coin; \
         write G or S for each coin, top to bottom",
        quoted(&found.to_string())
    )]
    NotACoin {
        /// The character.
        found: char,
        /// Its column, counted in characters from 1.
        column: usize,
    },
    /// More coins than a stack can have.
    #[error("cannot read a stack: it has {height} coins; at most {TALLEST_STACK} are possible")]
    TooTall {
        /// How many coins.
        height: usize,
    },
}

impl Stack {
    /// How many coins.
    #[must_use]
    pub fn height(self) -> u32 {
        self.height
    }

    /// The coin with `below` coins under it, and `None` above the top.
    #[must_use]
    pub fn coin(self, below: u32) -> Option<Coin> {
        let gold = |()| if self.gold >> below & 1 == 1 { Coin::Gold } else { Coin::Silver };
        (below < self.height).then_some(()).map(gold)
    }

    /// The coins from the bottom up.
    pub fn coins(self) -> impl DoubleEndedIterator<Item = Coin> {
        (0..self.height).filter_map(move |below| self.coin(below))
    }

    /// The lowest `height` coins; the whole stack if it is not higher.
    ///
    /// The options of a stack are its lower parts: a move leaves the coins below the removed one.
    #[must_use]
    pub fn lower_part(self, height: u32) -> Self {
        let height = height.min(self.height);
        Self { height, gold: self.gold & ((1 << height) - 1) } // height ≤ 60, so the shift is in range
    }

    /// The stack with gold and silver exchanged; its value is the negative.
    #[must_use]
    pub fn exchanged(self) -> Self {
        Self { height: self.height, gold: !self.gold & ((1 << self.height) - 1) }
    }
}

impl FromStr for Stack {
    type Err = StackError;

    fn from_str(text: &str) -> Result<Self, StackError> {
        let mut stack = Self::default();
        for (index, letter) in text.chars().enumerate() {
            let coin = coin_of(letter).ok_or(StackError::NotACoin { found: letter, column: index + 1 })?;
            if stack.height == TALLEST_STACK {
                return Err(StackError::TooTall { height: text.chars().count() });
            }
            // the coins read so far lie above this one
            stack = Self { height: stack.height + 1, gold: stack.gold << 1 | u64::from(coin == Coin::Gold) };
        }
        Ok(stack)
    }
}

fn coin_of(letter: char) -> Option<Coin> {
    match letter {
        'G' | 'g' => Some(Coin::Gold),
        'S' | 's' => Some(Coin::Silver),
        _ => None,
    }
}

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.coins().rev().map(Coin::letter).collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_is_read_and_printed_top_to_bottom() {
        for text in ["", "G", "S", "SG", "GSSGS", &"GS".repeat(30)] {
            let stack: Stack = text.parse().unwrap();
            assert_eq!(stack.to_string(), text);
            assert_eq!(text.to_lowercase().parse(), Ok(stack));
            let bottom_up: String = stack.coins().map(Coin::letter).collect();
            assert_eq!(bottom_up, text.chars().rev().collect::<String>());
        }
    }

    #[test]
    fn lower_parts_and_exchange_keep_the_canonical_form() {
        let stack: Stack = "GSSG".parse().unwrap();
        assert_eq!(stack.lower_part(3), "SSG".parse().unwrap());
        assert_eq!(stack.lower_part(0), Stack::default());
        assert_eq!(stack.lower_part(99), stack);
        assert_eq!(stack.exchanged(), "SGGS".parse().unwrap());
        assert_eq!(stack.coin(4), None);
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let message = |text: &str| text.parse::<Stack>().unwrap_err().to_string();
        let tail = "write G or S for each coin, top to bottom";
        assert_eq!(message("G S"), format!("cannot read a stack: ' ' at column 2 is not a coin; {tail}"));
        assert_eq!(message("Ä"), format!("cannot read a stack: 'Ä' at column 1 is not a coin; {tail}"));
        assert_eq!(message(&"G".repeat(61)), "cannot read a stack: it has 61 coins; at most 60 are possible");
    }
}
