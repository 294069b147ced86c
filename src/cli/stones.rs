//! `nimsweep stones`: a pile of stones, from which a move takes at most K times what the move before took.

use std::io::Write;

use clap::{Args, Subcommand};
use itertools::Itertools;
use num_bigint::BigUint;
use serde_json::{Value, json};

use super::args::{Listing, modulus, rows_up_to, whole};
use super::output::{self, brief, brief_list, listing};
use super::{Failure, args, patience};
use crate::games::stones::{PileError, Ratio, TakeAway};

/// `nimsweep stones sum|move|table`
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = false,
    after_help = "One pile of N stones. The first move takes 1 to N-1 stones, each later one at most K times what the move before\n\
    took; whoever takes the last stone wins. K is 2 where --ratio does not say otherwise: Fibonacci nim.\n\n\
    Example:\n  nimsweep stones move 17\n  nimsweep stones sum 10^18 --mod 10^8"
)]
pub struct Stones {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// The sum of M(n), the largest winning first move, for n = 1 .. N
    Sum(Sum),
    /// Who wins from N stones, and by which first moves
    Move(Move),
    /// The verdicts for n = 1 .. N
    Table(Table),
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  nimsweep stones sum 100\n  nimsweep stones sum 10^18 --mod 10^8 --json")]
struct Sum {
    /// The last pile: a whole number of any size, such as 100 or 10^18
    #[arg(value_name = "N", allow_hyphen_values = true)]
    n: String,
    /// Print the sum modulo M
    #[arg(long = "mod", value_name = "M", allow_hyphen_values = true)]
    modulus: Option<String>,
    #[command(flatten)]
    game: Game,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  nimsweep stones move 17\n  nimsweep stones move 10^100 --ratio 3 --json")]
struct Move {
    /// The stones: a whole number from 1, such as 17 or 10^100
    #[arg(value_name = "N", allow_hyphen_values = true)]
    n: String,
    #[command(flatten)]
    game: Game,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  nimsweep stones table 20\n  nimsweep stones table 100000 --csv stones.csv"
)]
struct Table {
    /// The last pile
    #[arg(value_name = "N", allow_hyphen_values = true)]
    n: String,
    #[command(flatten)]
    game: Game,
    #[command(flatten)]
    listing: Listing,
}

#[derive(Debug, Args)]
struct Game {
    /// How many times the last move the next may be
    #[arg(long, value_name = "K", default_value = "2", allow_hyphen_values = true)]
    ratio: String,
}

impl Game {
    fn parse(&self) -> Result<TakeAway, Failure> {
        let ratio = args::machine_word("--ratio", &self.ratio)?;
        Ratio::try_from(ratio).map(TakeAway::new).map_err(|error| Failure::value("--ratio", error))
    }
}

impl Stones {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        match &self.action {
            Action::Sum(sum) => sum.run(out),
            Action::Move(command) => command.run(out),
            Action::Table(table) => table.run(out),
        }
    }
}

impl Sum {
    fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let (n, game) = (whole("N", &self.n)?, self.game.parse()?);
        let modulus = modulus(self.modulus.as_deref())?;
        let mut sum = game.sum_by_blocks(&n)?;
        if let Some(modulus) = &modulus {
            sum %= modulus.get();
        }
        if self.json {
            let modulus = modulus.map(|modulus| modulus.to_string());
            let (n, sum) = (n.to_string(), sum.to_string());
            let object = json!({ "n": n, "ratio": game.ratio().get(), "modulus": modulus, "sum": sum });
            return Ok(output::json(out, &object)?);
        }
        let modulus = modulus.map_or_else(String::new, |modulus| format!(" modulo {modulus}"));
        Ok(writeln!(out, "sum of M(n) for n = 1 .. {}{modulus}: {sum}", brief(&n))?)
    }
}

impl Move {
    fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let (n, game) = (args::listed_whole("N", &self.n)?, self.game.parse()?);
        patience::pile(game, &n)?;
        let opening = game.opening(&n)?;
        let representation = game.representation(&n)?.collect_vec();
        let mut winning = game.winning_moves(&n)?.collect_vec();
        winning.reverse();
        if self.json {
            let text = |number: Option<&BigUint>| number.map_or_else(|| "0".to_owned(), BigUint::to_string);
            // by the winning-move law no two winning moves are neighbours, so each is an interval of its own
            let intervals = winning.iter().map(|stones| [stones, stones].map(BigUint::to_string));
            let object = json!({
                "n": n.to_string(),
                "ratio": game.ratio().get(),
                "losing": opening.is_p_position(),
                "max_move": text(opening.largest()),
                "min_move": text(opening.smallest()),
                "winning_moves": intervals.collect_vec(),
                "threshold": opening.threshold().to_string(),
                "representation": representation.iter().map(BigUint::to_string).collect_vec(),
            });
            return Ok(output::json(out, &object)?);
        }
        let verdict = if opening.is_p_position() { "loses" } else { "wins" };
        let ratio = game.ratio();
        writeln!(
            out,
            "n = {}, each move at most {ratio} times the one before: the first player {verdict}",
            brief(&n)
        )?;
        if let Some(largest) = opening.largest() {
            writeln!(out, "winning first moves: {}", brief_list(&winning, ", "))?;
            writeln!(out, "M(n) = {largest}, the largest winning first move")?;
        }
        writeln!(out, "T(n) = {}, the least bound under which n stones are won", opening.threshold())?;
        Ok(writeln!(out, "n = {} by lost piles", brief_list(&representation, " + "))?)
    }
}

const COLUMNS: [&str; 5] = ["n", "losing", "max_move", "min_move", "threshold"];

impl Table {
    fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let (game, last) = (self.game.parse()?, rows_up_to("N", &self.n)?);
        if last == 0 {
            return Err(PileError::Empty.into());
        }
        let rows = game.openings().take_while(|(n, _)| *n <= last).map(|(n, opening)| {
            let text = |stones: Option<&u64>| Value::from(stones.unwrap_or(&0).to_string());
            let (largest, smallest) = (text(opening.largest()), text(opening.smallest()));
            vec![
                n.to_string().into(),
                opening.is_p_position().into(),
                largest,
                smallest,
                text(Some(opening.threshold())),
            ]
        });
        let head = json!({ "n": last.to_string(), "ratio": game.ratio().get() });
        Ok(listing(out, &self.listing, &head, &COLUMNS, rows)?)
    }
}
