//! Questions about coins: stacks of gold and silver coins in a row.

use std::collections::BTreeMap;
use std::fmt;

use itertools::Itertools;
use num_bigint::BigInt;
use serde::{Deserialize, Serialize};

use super::answer::{Object, TableAnswer, modulo};
use super::limits::{self, TooLong};
use super::question::{AskError, Keys, Question};
use super::table::{Rows, Table};
use super::text_style::TextStyle;
use super::values::{ValueError, machine_word, modulus, number, parsed};
use crate::games::coins::{
    Coin, Modulus, Outcome, Removal, Row, Stack, TableTooTall, ValueCount, fair_rows, fair_rows_modulo,
    value_table,
};
use crate::number::{Notation, NumberStyle};

/// The number of coins in a stack, unless a question says otherwise.
const DEFAULT_HEIGHT: &str = "2";
/// The most coins of a row whose winning moves are listed: ten of the tallest stacks, in a second.
const MOST_COINS: usize = 100_000;

/// The keys of `coins count`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct CoinsCountKeys {
    /// The number of stacks
    stacks: String,
    /// Print the count modulo M, any whole number from 1
    r#mod: Option<String>,
    /// Coins in a stack
    height: Option<String>,
}

/// The keys of `coins value`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct CoinsValueKeys {
    /// The coins from top to bottom, such as SG for silver on gold, or RB
    stack: String,
}

/// The keys of `coins stalk`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct CoinsStalkKeys {
    /// The value of the stack: a fraction over a power of 2, such as 7/4
    value: String,
}

/// The keys of `coins row`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct CoinsRowKeys {
    /// The stacks, each from top to bottom
    stacks: Vec<String>,
}

/// The keys of `coins table`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct CoinsTableKeys {
    /// Coins in a stack
    height: String,
}

/// Reads a height. Which heights are too large depends on the question, and is decided there.
fn height(text: &str) -> Result<u32, AskError> {
    let height = machine_word("height", text)?;
    u32::try_from(height).map_err(|_| TooLong::from(TableTooTall { height }).into())
}

impl Keys for CoinsCountKeys {
    const COMMAND: &'static str = "coins count";

    fn read(&self) -> Result<Question, AskError> {
        let stacks = machine_word("stacks", &self.stacks)?;
        let height = height(self.height.as_deref().unwrap_or(DEFAULT_HEIGHT))?;
        let modulus = self.r#mod.as_ref().map(|text| modulus("mod", text)).transpose()?;
        Ok(Question::long_law(move |pace| {
            limits::rows(height, stacks, modulus.as_ref(), pace.patience)?;
            let count = match &modulus {
                None => fair_rows(height, stacks)?,
                Some(modulus) => fair_rows_modulo(height, stacks, modulus)?,
            };
            let modulus = modulus.as_ref().map(Modulus::to_string);
            Ok(CoinsCount { stacks, height, modulus, count: count.to_string() })
        }))
    }
}

impl Keys for CoinsValueKeys {
    const COMMAND: &'static str = "coins value";

    fn read(&self) -> Result<Question, AskError> {
        let stack: Stack = parsed("stack", &self.stack)?;
        Ok(Question::law(move || Ok(CoinsValue::from(&stack))))
    }
}

impl Keys for CoinsStalkKeys {
    const COMMAND: &'static str = "coins stalk";

    fn read(&self) -> Result<Question, AskError> {
        let number = number("value", &self.value)?;
        let reason = "a stack has a rational value; give a fraction over a power of 2, such as 7/4";
        let value = number.as_rational().ok_or_else(|| ValueError::new("value", reason))?;
        let stack = Stack::of_value(value).map_err(|error| ValueError::new("value", error))?;
        Ok(Question::law(move || Ok(CoinsValue::from(&stack))))
    }
}

impl Keys for CoinsRowKeys {
    const COMMAND: &'static str = "coins row";

    fn read(&self) -> Result<Question, AskError> {
        // GG+GS, as rows are written; an empty word is an empty stack
        let stacks = |word: &String| match word.is_empty() {
            true => Ok(vec![Stack::default()]),
            false => parsed("stacks", word).map(|row: Row| row.stacks),
        };
        let row: Row = self.stacks.iter().map(stacks).flatten_ok().try_collect()?;
        let coins: usize = row.stacks.iter().map(|stack| stack.coins().len()).sum();
        if coins > MOST_COINS {
            let reason = format!("the row has {coins} coins; give at most {MOST_COINS}");
            return Err(ValueError::new("stacks", reason).into());
        }
        Ok(Question::law(move || Ok(CoinsRow::from(&row))))
    }
}

impl Keys for CoinsTableKeys {
    const COMMAND: &'static str = "coins table";

    fn read(&self) -> Result<Question, AskError> {
        let height = height(&self.height)?;
        Ok(Question::law(move || {
            Ok(TableAnswer::new(
                "rows",
                StackValues { height, values: value_table(height).map_err(TooLong::from)? },
            ))
        }))
    }
}

/// The number of fair rows of a number of stacks.
#[derive(Debug, Serialize)]
struct CoinsCount {
    stacks: u64,
    height: u32,
    modulus: Option<String>,
    count: String,
}

impl Object for CoinsCount {
    fn write_text(&self, f: &mut fmt::Formatter<'_>, _: &TextStyle) -> fmt::Result {
        let Self { stacks, height, modulus, count } = self;
        write!(f, "fair rows of {stacks} stacks of {height} coins{}: {count}", modulo(modulus.as_ref()))
    }
}

/// The value of a stack.
#[derive(Debug, Serialize)]
struct CoinsValue {
    stack: String,
    value: String,
    #[serde(skip)]
    outcome: Outcome,
}

impl From<&Stack> for CoinsValue {
    fn from(stack: &Stack) -> Self {
        let outcome = Row::from_iter([stack.clone()]).outcome();
        Self { stack: stack.to_string(), value: stack.value().to_string(), outcome }
    }
}

impl Object for CoinsValue {
    fn write_text(&self, f: &mut fmt::Formatter<'_>, _: &TextStyle) -> fmt::Result {
        let stack = if self.stack.is_empty() { "the empty stack" } else { &self.stack };
        write!(f, "{stack} = {}, {}", self.value, self.outcome)
    }
}

/// The value of a row of stacks, who wins it, and by which moves.
#[derive(Debug, Serialize)]
struct CoinsRow {
    stacks: Vec<String>,
    value: String,
    winner: &'static str,
    /// The coins whose removal wins, by player.
    winning_moves: BTreeMap<&'static str, Vec<Place>>,
    #[serde(skip)]
    outcome: Outcome,
}

impl From<&Row> for CoinsRow {
    fn from(row: &Row) -> Self {
        // a memory of 2⁶⁴ stacks or coins is not there
        let place = |played: Removal| Place { stack: played.stack + 1, coin: played.below + 1 };
        let winning = |coin| row.winning_moves(coin).into_iter().map(place).collect();
        let players = [("Gary", Coin::Gold), ("Sally", Coin::Silver)];
        let outcome = row.outcome();
        Self {
            stacks: row.stacks.iter().map(Stack::to_string).collect(),
            value: row.value().to_string(),
            winner: match outcome {
                Outcome::Gary => "Gary",
                Outcome::Sally => "Sally",
                Outcome::Fair => "second player",
            },
            winning_moves: players.map(|(player, coin)| (player, winning(coin))).into(),
            outcome,
        }
    }
}

/// Where a coin is, counted from 1.
#[derive(Debug, Serialize)]
struct Place {
    /// From the left.
    stack: usize,
    /// From the bottom.
    coin: usize,
}

impl Object for CoinsRow {
    fn write_text(&self, f: &mut fmt::Formatter<'_>, _: &TextStyle) -> fmt::Result {
        writeln!(f, "{} = {}, {}", self.stacks.join(" + "), self.value, self.outcome)?;
        for (player, moves) in &self.winning_moves {
            if moves.is_empty() {
                writeln!(f, "{player}, moving first, loses")?;
            } else {
                let moves = moves.iter().map(|Place { stack, coin }| format!("coin {coin} of stack {stack}"));
                writeln!(f, "{player}, moving first, wins by {}", moves.format(", "))?;
            }
        }
        write!(f, "coins are counted from the bottom, stacks from the left")
    }
}

/// The values of all stacks of `height` coins, ascending.
#[derive(Debug, Serialize)]
struct StackValues {
    height: u32,
    #[serde(skip)]
    values: Vec<ValueCount>,
}

impl Table for StackValues {
    fn titles(&self) -> &'static str {
        "value,value_decimal,stacks"
    }

    fn rows_in(&self, _: NumberStyle) -> Rows<'_> {
        // a value has fewer binary digits than its stack has coins, and as many decimal ones
        let digits = self.height.saturating_sub(1);
        let notation = Notation::new(None, BigInt::from(1) << digits, digits as usize);
        Rows::of(self.values.iter(), move |row, entry| {
            row.push_written(|text| notation.write_closed_form(text, entry.numerator, 0));
            row.push_written(|text| notation.write_decimal(text, entry.numerator, 0));
            row.push_number(entry.stacks);
        })
    }
}
