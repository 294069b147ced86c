//! `nimsweep moves`: the winning first moves on a segment.

use std::io::Write;

use clap::Args;
use itertools::Itertools;
use serde_json::{Value, json};

use super::args::{Common, segment};
use super::{Failure, output};
use crate::games::squares::{self, Interval, Placements};
use crate::number::Surd;

/// `nimsweep moves --at L`
#[derive(Debug, Args)]
#[command(
    after_help = "A piece may lie at every x of the intervals, its left end being at x. Square brackets include an end,\n\
    round ones exclude it, and {x} is a single place.\n\n\
    Example:\n  nimsweep moves --at 5\n  nimsweep moves --at 4+sqrt2 --json"
)]
pub struct Moves {
    /// Length of the segment
    #[arg(long, value_name = "L", allow_hyphen_values = true)]
    at: String,
    #[command(flatten)]
    common: Common,
}

impl Moves {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let at = segment("--at", &self.at)?;
        let (lengths, digits) = (self.common.lengths()?, self.common.digits()?);
        let moves = squares::Grundy::new(&lengths, &at)?.moves_at(&at)?;
        if self.common.json {
            let object = json!({
                "lengths": lengths.as_slice(),
                "at": at,
                "digits": digits,
                "grundy": moves.grundy,
                "moves": moves.placements.iter().map(|placements| as_json(placements, digits)).collect_vec(),
            });
            return Ok(output::json(out, &object)?);
        }
        for_people(&moves, &at, digits, out)
    }
}

fn as_json(placements: &Placements, digits: usize) -> Value {
    let winning = placements.winning.iter().map(|interval| {
        json!({
            "start": interval.start,
            "end": interval.end,
            "start_included": interval.start_included,
            "end_included": interval.end_included,
            "start_decimal": interval.start.to_decimal(digits),
            "end_decimal": interval.end.to_decimal(digits),
        })
    });
    json!({ "length": placements.length, "winning": winning.collect_vec() })
}

fn for_people(moves: &squares::Moves, at: &Surd, digits: usize, out: &mut dyn Write) -> Result<(), Failure> {
    let outcome = if moves.is_p_position() { "the player to move loses" } else { "the player to move wins" };
    writeln!(out, "g({at}) = {}, {outcome}", moves.grundy)?;
    if moves.placements.is_empty() {
        writeln!(out, "no piece fits")?;
    }
    for placements in &moves.placements {
        let length = &placements.length;
        if placements.winning.is_empty() {
            writeln!(out, "piece of length {length} wins nowhere")?;
            continue;
        }
        writeln!(out, "piece of length {length} wins with its left end at x in")?;
        for interval in &placements.winning {
            writeln!(out, "  {interval}{}", decimals(interval, digits))?;
        }
    }
    Ok(())
}

/// The decimals of an interval, where they say more than its ends.
fn decimals(interval: &Interval, digits: usize) -> String {
    let is_whole = |x: &Surd| x.to_rational().is_some_and(num_rational::BigRational::is_integer);
    if is_whole(&interval.start) && is_whole(&interval.end) {
        return String::new();
    }
    let (start, end) = (interval.start.to_decimal(digits), interval.end.to_decimal(digits));
    if interval.start == interval.end { format!("   {start}") } else { format!("   {start} .. {end}") }
}
