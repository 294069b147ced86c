//! `nimsweep moves`: the winning moves on a segment or in a sum of segments.

use std::io::Write;

use clap::Args;

use super::failure::Failure;
use super::format;
use super::interrupt::Interrupt;
use super::long_run::{CertificateFile, LongRun};
use super::options::{Format, SquaresOptions};
use super::output::check;
use super::usage::unmarked;

/// `nimsweep moves L...`, `nimsweep moves --at L`
#[derive(Debug, Args)]
#[command(
    after_help = "In a sum of segments a move wins if what it leaves has the value 0 as a whole. A piece may lie at every x of the \
    intervals, its left end being at x from the left end of its segment. Square brackets include an end, round ones exclude \
    it, and {x} is a single place.\n\n\
    Example:\n  nimsweep moves 5\n  nimsweep moves 5 7.5 3+sqrt2\n  nimsweep moves 20+3sqrt2 --draw\n  nimsweep moves 4+sqrt2 --random --json\n  \
    nimsweep moves 10^100 --lengths 1 --within 0 20"
)]
#[group(id = "position", required = true, multiple = false, args = ["segments", "at"])]
pub(super) struct Moves {
    /// Lengths of the segments
    #[arg(value_name = "L", allow_negative_numbers = true, value_parser = unmarked)]
    segments: Vec<String>,
    /// Length of a single segment
    #[arg(long, value_name = "L", allow_hyphen_values = true)]
    at: Option<String>,
    /// Only places from A to B of each segment
    #[arg(long, num_args = 2, value_names = ["A", "B"], allow_hyphen_values = true, conflicts_with_all = ["random", "certificate"])]
    within: Option<Vec<String>>,
    /// The total length of the winning places, and the winning probability of a random place
    #[arg(long, conflicts_with = "draw")]
    random: bool,
    /// Look for a period of g up to N, to answer for longer segments [default: 20,000 times the
    /// common measure of the lengths, at least 20 times the longest]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    upto: Option<String>,
    #[command(flatten)]
    options: SquaresOptions,
    /// Draw the places as strips of characters, as wide as the terminal
    #[arg(long, conflicts_with = "json")]
    draw: bool,
    #[command(flatten)]
    format: Format,
    #[command(flatten)]
    certificate: CertificateFile,
    #[command(flatten)]
    long_run: LongRun,
}

impl Moves {
    pub(super) fn run(&self, out: &mut dyn Write, interrupt: Interrupt) -> Result<(), Failure> {
        let words = self.options.words("moves").with_optional("upto", self.upto.as_ref());
        let words = match &self.at {
            Some(at) => words.with("at", at),
            None => words.with_list("segments", &self.segments),
        };
        let words = match &self.within {
            Some(part) => words.with_list("within", part),
            None => words,
        };
        let question =
            self.long_run.question(words.with_flag("random", self.random), &[("segments", "L")])?;
        check(out)?;
        let write = |out: &mut dyn Write, answer: &_| match self.draw {
            true => Ok(format::drawing(out, answer)?),
            false => self.format.write(out, answer),
        };
        self.long_run.certified(&question, &self.certificate, out, interrupt, write)
    }
}
