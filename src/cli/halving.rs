//! `nimsweep halving`: a pile of stones, from which a move takes at most half.

use std::io::Write;

use clap::{Args, Subcommand};
use num_bigint::BigUint;
use num_traits::One;
use serde_json::json;

use super::Failure;
use super::args::{Listing, rows_up_to, whole};
use super::output::{self, brief, listing};
use crate::games::halving::{grundy_value, is_p_position, winning_move};

/// `nimsweep halving play|table`
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = false,
    after_help = "One pile of N stones. Alice moves first; a move takes at least 1 stone and at most half of them, rounded down, or\n\
    the only one; whoever faces 0 stones loses.\n\n\
    Example:\n  nimsweep halving play 100\n  nimsweep halving table 20"
)]
pub struct Halving {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Who wins from N stones, the winning move, and the Grundy value
    Play(Play),
    /// Winner, Grundy value and winning move for n = 0 .. N
    Table(Table),
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  nimsweep halving play 100\n  nimsweep halving play 3*2^5000-1 --json")]
struct Play {
    /// The stones: a whole number of any size, such as 100 or 3*2^5000-1
    #[arg(value_name = "N", allow_hyphen_values = true)]
    n: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  nimsweep halving table 20\n  nimsweep halving table 100000 --csv halving.csv"
)]
struct Table {
    /// The last pile
    #[arg(value_name = "N", allow_hyphen_values = true)]
    n: String,
    #[command(flatten)]
    listing: Listing,
}

impl Halving {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        match &self.action {
            Action::Play(play) => play.run(out),
            Action::Table(table) => table.run(out),
        }
    }
}

fn winner(n: &BigUint) -> &'static str {
    if is_p_position(n) { "Bob" } else { "Alice" }
}

impl Play {
    fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let n = whole("N", &self.n)?;
        let (winner, grundy, winning) = (winner(&n), grundy_value(&n), winning_move(&n));
        if self.json {
            // there is never a second winning move
            let intervals = winning.map(|stones| [stones.to_string(), stones.to_string()]);
            let object = json!({
                "n": n.to_string(),
                "winner": winner,
                "grundy": grundy.to_string(),
                "winning_moves": Vec::from_iter(intervals),
            });
            return Ok(output::json(out, &object)?);
        }
        let stones = if n.is_one() { "stone" } else { "stones" };
        writeln!(out, "{} {stones}, Alice moves first: {winner} wins", brief(&n))?;
        match winning {
            Some(stones) => {
                writeln!(out, "the only winning move takes {stones} and leaves {}", &n - &stones)?
            }
            None => writeln!(out, "no move of Alice wins")?,
        }
        Ok(writeln!(out, "Grundy value {grundy}")?)
    }
}

const COLUMNS: [&str; 4] = ["n", "winner", "grundy", "winning_move"];

impl Table {
    fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let last = rows_up_to("N", &self.n)?;
        let rows = (0..=last).map(|n| {
            let pile = n.into();
            let winning = winning_move(&pile).map(|stones| stones.to_string());
            let grundy = grundy_value(&pile).to_string();
            vec![n.to_string().into(), winner(&pile).into(), grundy.into(), winning.into()]
        });
        Ok(listing(out, &self.listing, &json!({ "n": last.to_string() }), &COLUMNS, rows)?)
    }
}
