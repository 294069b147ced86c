//! Questions about coins: stacks of gold and silver coins in a row.

use std::fmt;

use itertools::Itertools;
use num_bigint::BigInt;
use serde::Serialize;

use super::error::AskError;
use super::patience;
use super::table::{Rows, Table};
use super::table_answer::TableAnswer;
use super::text::modulo;
use super::values::{ValueError, machine_word, modulus};
use super::words::RawQuestion;
use crate::games::coins::{
    Coin, Modulus, Outcome, Removal, Row, Stack, ValueCount, fair_rows, fair_rows_modulo, value_table,
};
use crate::number::Notation;

/// The number of coins in a stack, unless a question says otherwise.
pub(crate) const DEFAULT_HEIGHT: &str = "2";

/// Reads a height. Which heights are too large depends on the question, and is decided there.
fn height(text: &str) -> Result<u32, ValueError> {
    Ok(u32::try_from(machine_word("height", text)?).unwrap_or(u32::MAX))
}

fn stack(key: &'static str, text: &str) -> Result<Stack, ValueError> {
    text.parse().map_err(|error| ValueError::new(key, error))
}

/// The number of fair rows of so many stacks.
#[derive(Clone, Debug)]
pub(super) struct CountQuestion {
    stacks: u64,
    height: u32,
    modulus: Option<Modulus>,
}

impl CountQuestion {
    pub(super) fn read(words: &RawQuestion) -> Result<Self, ValueError> {
        words.expect_keys(&["stacks", "height", "mod"])?;
        let stacks = machine_word("stacks", words.one("stacks")?)?;
        let height = height(words.one_or("height", DEFAULT_HEIGHT)?)?;
        let modulus = words.any("mod")?.map(|text| modulus("mod", text)).transpose()?;
        Ok(Self { stacks, height, modulus })
    }

    pub(super) fn answer(&self) -> Result<CoinsCount, AskError> {
        let Self { stacks, height, ref modulus } = *self;
        patience::rows(height, stacks, modulus.as_ref())?;
        let count = match modulus {
            None => fair_rows(height, stacks)?,
            Some(modulus) => fair_rows_modulo(height, stacks, modulus)?,
        };
        let modulus = modulus.as_ref().map(Modulus::to_string);
        Ok(CoinsCount { stacks, height, modulus, count: count.to_string() })
    }
}

/// The answer to [`CountQuestion`].
#[derive(Clone, Debug, Serialize)]
pub(super) struct CoinsCount {
    stacks: u64,
    height: u32,
    modulus: Option<String>,
    count: String,
}

impl fmt::Display for CoinsCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stacks, height, modulus, count } = self;
        write!(f, "fair rows of {stacks} stacks of {height} coins{}: {count}", modulo(modulus.as_ref()))
    }
}

/// The value of a stack.
#[derive(Clone, Debug)]
pub(super) struct ValueQuestion {
    stack: Stack,
}

impl ValueQuestion {
    pub(super) fn read(words: &RawQuestion) -> Result<Self, ValueError> {
        words.expect_keys(&["stack"])?;
        Ok(Self { stack: stack("stack", words.one("stack")?)? })
    }

    pub(super) fn answer(&self) -> CoinsValue {
        CoinsValue {
            stack: self.stack.to_string(),
            value: self.stack.value().to_string(),
            outcome: Row::from_iter([self.stack]).outcome(),
        }
    }
}

/// The answer to [`ValueQuestion`].
#[derive(Clone, Debug, Serialize)]
pub(super) struct CoinsValue {
    stack: String,
    value: String,
    #[serde(skip)]
    outcome: Outcome,
}

impl fmt::Display for CoinsValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}, {}", self.stack, self.value, self.outcome)
    }
}

/// The value of a row of stacks, who wins it, and by which moves.
#[derive(Clone, Debug)]
pub(super) struct RowQuestion {
    row: Row,
}

impl RowQuestion {
    pub(super) fn read(words: &RawQuestion) -> Result<Self, ValueError> {
        const KEY: &str = "stacks";
        words.expect_keys(&[KEY])?;
        Ok(Self { row: words.list(KEY)?.iter().map(|text| stack(KEY, text)).try_collect()? })
    }

    pub(super) fn answer(&self) -> CoinsRow {
        let row = &self.row;
        let winning = |coin| row.winning_moves(coin).into_iter().map(Place::from).collect();
        let outcome = row.outcome();
        CoinsRow {
            stacks: row.stacks.iter().map(Stack::to_string).collect(),
            value: row.value().to_string(),
            winner: match outcome {
                Outcome::Gary => "Gary",
                Outcome::Sally => "Sally",
                Outcome::Fair => "second player",
            },
            winning_moves: WinningMoves { gary: winning(Coin::Gold), sally: winning(Coin::Silver) },
            outcome,
        }
    }
}

/// The answer to [`RowQuestion`].
#[derive(Clone, Debug, Serialize)]
pub(super) struct CoinsRow {
    stacks: Vec<String>,
    value: String,
    winner: &'static str,
    winning_moves: WinningMoves,
    #[serde(skip)]
    outcome: Outcome,
}

/// The coins whose removal wins, by player.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
struct WinningMoves {
    gary: Vec<Place>,
    sally: Vec<Place>,
}

/// Where a coin is, counted from 1.
#[derive(Clone, Copy, Debug, Serialize)]
struct Place {
    /// From the left.
    stack: usize,
    /// From the bottom.
    coin: u32,
}

impl From<Removal> for Place {
    fn from(played: Removal) -> Self {
        // a stack has at most 60 coins, and memory fewer than 2⁶⁴ stacks
        Self { stack: played.stack + 1, coin: played.below + 1 }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "coin {} of stack {}", self.coin, self.stack)
    }
}

impl fmt::Display for CoinsRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} = {}, {}", self.stacks.join(" + "), self.value, self.outcome)?;
        for (player, moves) in [("Gary", &self.winning_moves.gary), ("Sally", &self.winning_moves.sally)] {
            if moves.is_empty() {
                writeln!(f, "{player}, moving first, loses")?;
            } else {
                writeln!(f, "{player}, moving first, wins by {}", moves.iter().format(", "))?;
            }
        }
        write!(f, "coins are counted from the bottom, stacks from the left")
    }
}

/// The values of all stacks of a height.
#[derive(Clone, Debug)]
pub(super) struct TableQuestion {
    height: u32,
}

impl TableQuestion {
    pub(super) fn read(words: &RawQuestion) -> Result<Self, ValueError> {
        words.expect_keys(&["height"])?;
        Ok(Self { height: height(words.one("height")?)? })
    }

    pub(super) fn answer(&self) -> Result<CoinsTable, AskError> {
        let height = self.height;
        let table = Values { height, values: value_table(height)? };
        Ok(TableAnswer { head: CoinsHead { height }, key: "rows", table })
    }
}

/// The answer to [`TableQuestion`].
pub(super) type CoinsTable = TableAnswer<CoinsHead, Values>;

/// What a [`CoinsTable`] is about.
#[derive(Clone, Debug, Serialize)]
pub(super) struct CoinsHead {
    height: u32,
}

/// The values of all stacks of `height` coins, ascending.
#[derive(Clone, Debug)]
pub(super) struct Values {
    height: u32,
    values: Vec<ValueCount>,
}

impl Table for Values {
    fn titles(&self) -> &'static [&'static str] {
        &["value", "value_decimal", "stacks"]
    }

    fn rows(&self) -> Rows<'_> {
        // a value has fewer binary digits than its stack has coins, and as many decimal ones
        let digits = self.height.saturating_sub(1);
        let notation = Notation::new(None, BigInt::from(1) << digits, digits as usize);
        Rows::of(self.values.iter(), move |row, entry| {
            // a value of at most 20 coins is at most 20, over 2¹⁹
            let numerator = entry.value.numerator_over_power(digits) as i64;
            row.push_closed_form(&notation, numerator, 0);
            row.push_decimal(&notation, numerator, 0);
            row.push_number(entry.stacks);
        })
    }
}
