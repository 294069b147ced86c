//! `nimsweep coins`: stacks of gold and silver coins.

use std::io::Write;

use clap::{Args, Subcommand};
use itertools::Itertools;
use serde_json::json;

use super::args::{Listing, machine_word, modulus};
use super::output::{self, listing};
use super::{Failure, patience};
use crate::games::coins::{Coin, Outcome, Removal, Row, Stack, fair_rows, fair_rows_modulo, value_table};
use crate::number::Surd;

/// `nimsweep coins count|value|row|table`
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = false,
    after_help = "Stacks of gold (G) and silver (S) coins, written top to bottom. Gary removes any gold coin with everything above\n\
    it, Sally any silver coin with everything above it; whoever cannot move loses. A row of stacks is fair when whoever moves\n\
    first loses.\n\n\
    Example:\n  nimsweep coins count 9898 --mod 989898989\n  nimsweep coins value GSG"
)]
pub struct Coins {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// The number of fair rows of N stacks
    Count(Count),
    /// The value of a stack: positive where Gary wins
    Value(Value),
    /// The value of a row of stacks, who wins it, and by which moves
    Row(RowOfStacks),
    /// The values of all stacks of a height
    Table(Table),
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  nimsweep coins count 10\n  nimsweep coins count 10^6 --mod 989898989 --json"
)]
struct Count {
    /// The number of stacks
    #[arg(value_name = "N", allow_hyphen_values = true)]
    stacks: String,
    /// Print the count modulo M, any whole number from 1
    #[arg(long = "mod", value_name = "M", allow_hyphen_values = true)]
    modulus: Option<String>,
    /// Coins in a stack
    #[arg(long, value_name = "H", default_value = "2", allow_hyphen_values = true)]
    height: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  nimsweep coins value SG\n  nimsweep coins value GSGGSSG --json")]
struct Value {
    /// The coins from top to bottom, such as SG for silver on gold
    #[arg(value_name = "STACK")]
    stack: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  nimsweep coins row GG GS SS")]
struct RowOfStacks {
    /// The stacks, each from top to bottom
    #[arg(value_name = "STACK", required = true)]
    stacks: Vec<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  nimsweep coins table 3\n  nimsweep coins table 12 --csv values.csv")]
struct Table {
    /// Coins in a stack
    #[arg(value_name = "H", allow_hyphen_values = true)]
    height: String,
    #[command(flatten)]
    listing: Listing,
}

impl Coins {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        match &self.action {
            Action::Count(count) => count.run(out),
            Action::Value(value) => value.run(out),
            Action::Row(row) => row.run(out),
            Action::Table(table) => table.run(out),
        }
    }
}

/// Reads a height; which heights are too large depends on what is done with them, and is said there.
fn height(option: &'static str, text: &str) -> Result<u32, Failure> {
    Ok(u32::try_from(machine_word(option, text)?).unwrap_or(u32::MAX))
}

fn stack(text: &str) -> Result<Stack, Failure> {
    text.parse().map_err(|error| Failure::value("STACK", error))
}

impl Count {
    fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let stacks = machine_word("N", &self.stacks)?;
        let (height, modulus) = (height("--height", &self.height)?, modulus(self.modulus.as_deref())?);
        patience::rows(height, stacks, modulus.as_ref())?;
        let count = match &modulus {
            None => fair_rows(height, stacks)?,
            Some(modulus) => fair_rows_modulo(height, stacks, modulus)?,
        };
        let (count, modulus) = (count.to_string(), modulus.map(|modulus| modulus.to_string()));
        if self.json {
            let object = json!({ "stacks": stacks, "height": height, "modulus": modulus, "count": count });
            return Ok(output::json(out, &object)?);
        }
        let modulus = modulus.map_or_else(String::new, |modulus| format!(" modulo {modulus}"));
        Ok(writeln!(out, "fair rows of {stacks} stacks of {height} coins{modulus}: {count}")?)
    }
}

impl Value {
    fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let stack = stack(&self.stack)?;
        let value = stack.value().to_string();
        if self.json {
            return Ok(output::json(out, &json!({ "stack": stack.to_string(), "value": value }))?);
        }
        let winner = verdict(Row::from_iter([stack]).outcome());
        Ok(writeln!(out, "{stack} = {value}, {winner}")?)
    }
}

fn verdict(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Gary => "Gary wins",
        Outcome::Sally => "Sally wins",
        Outcome::Fair => "whoever moves first loses",
    }
}

impl RowOfStacks {
    fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let row: Row = self.stacks.iter().map(|text| stack(text)).try_collect()?;
        let winning = [Coin::Gold, Coin::Silver].map(|coin| row.winning_moves(coin));
        let (value, outcome) = (row.value().to_string(), row.outcome());
        if self.json {
            let place = |played: &Removal| json!({ "stack": played.stack + 1, "coin": played.below + 1 });
            let [gold, silver] = winning.map(|moves| moves.iter().map(place).collect_vec());
            let object = json!({
                "stacks": row.stacks.iter().map(Stack::to_string).collect_vec(),
                "value": value,
                "winner": match outcome {
                    Outcome::Gary => "Gary",
                    Outcome::Sally => "Sally",
                    Outcome::Fair => "second player",
                },
                "winning_moves": { "Gary": gold, "Sally": silver },
            });
            return Ok(output::json(out, &object)?);
        }
        writeln!(out, "{} = {value}, {}", row.stacks.iter().join(" + "), verdict(outcome))?;
        for (player, moves) in ["Gary", "Sally"].into_iter().zip(winning) {
            if moves.is_empty() {
                writeln!(out, "{player}, moving first, loses")?;
                continue;
            }
            let place = |played: &Removal| format!("coin {} of stack {}", played.below + 1, played.stack + 1);
            writeln!(out, "{player}, moving first, wins by {}", moves.iter().map(place).join(", "))?;
        }
        Ok(writeln!(out, "coins are counted from the bottom, stacks from the left")?)
    }
}

const COLUMNS: [&str; 3] = ["value", "value_decimal", "stacks"];

impl Table {
    fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let height = height("H", &self.height)?;
        let rows = value_table(height)?.into_iter().map(|entry| {
            let value = Surd::from(entry.value);
            // a value has fewer binary digits than its stack has coins, and as many decimal ones
            let decimal = value.to_decimal(height.saturating_sub(1) as usize);
            vec![value.to_string().into(), decimal.into(), entry.stacks.into()]
        });
        Ok(listing(out, &self.listing, &json!({ "height": height }), &COLUMNS, rows)?)
    }
}
