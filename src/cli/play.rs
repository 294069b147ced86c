//! `nimsweep play`: one turn of a game.

use std::io::Write;

use clap::Args;

use super::failure::Failure;
use super::interrupt::Interrupt;
use super::long_run::LongRun;
use super::options::{Format, SquaresOptions};
use super::output::check;
use super::usage::unmarked;

/// `nimsweep play L...`
#[derive(Debug, Args)]
#[command(
    after_help = "Without a move it says who wins, and how. With one it makes the move, or says why it is against the rules, and gives \
    the reply: a winning move if there is one, and otherwise some legal move. The segments that a turn leaves are the position \
    of the next turn. If a segment is too long to compute its Grundy value, a winning move is known if it leaves pairs of equal \
    segments, such as the one in the middle of a single segment.\n\n\
    Example:\n  nimsweep play 5 7.5\n  nimsweep play 5 7.5 --segment 2 --length sqrt2 --place 3\n  \
    nimsweep play 1 3-sqrt2 7.5 --json"
)]
pub(super) struct Play {
    /// Lengths of the segments
    #[arg(value_name = "L", required = true, allow_negative_numbers = true, value_parser = unmarked)]
    segments: Vec<String>,
    /// Segment of the move, counted from 1
    #[arg(long, value_name = "N", requires_all = ["length", "place"], allow_hyphen_values = true)]
    segment: Option<String>,
    /// Length of the piece that is placed
    #[arg(long, value_name = "S", requires_all = ["segment", "place"], allow_hyphen_values = true)]
    length: Option<String>,
    /// Where its left end lies, from the left end of the segment
    #[arg(long, value_name = "X", requires_all = ["segment", "length"], allow_hyphen_values = true)]
    place: Option<String>,
    #[command(flatten)]
    options: SquaresOptions,
    #[command(flatten)]
    format: Format,
    #[command(flatten)]
    long_run: LongRun,
}

impl Play {
    pub(super) fn run(&self, out: &mut dyn Write, interrupt: Interrupt) -> Result<(), Failure> {
        let words = self
            .options
            .words("play")
            .with_list("segments", &self.segments)
            .with_optional("segment", self.segment.as_ref())
            .with_optional("length", self.length.as_ref())
            .with_optional("place", self.place.as_ref());
        let question = self.long_run.question(words, &[("segments", "L")])?;
        check(out)?;
        self.format.write(out, &self.long_run.answer(&question, interrupt)?)
    }
}
