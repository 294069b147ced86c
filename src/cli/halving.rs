//! `nimsweep halving`: a pile of stones, from which a move takes at most half.

use std::io::Write;

use clap::{Args, Subcommand};

use super::failure::Failure;
use super::options::{Format, TableFormat, question};
use crate::ask::RawQuestion;

/// `nimsweep halving play|table`
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = false,
    disable_help_subcommand = true,
    after_help = "One pile of N stones. Alice moves first; a move takes at least 1 stone and at most half of them, rounded down, or \
    the only one; whoever faces 0 stones loses.\n\n\
    Example:\n  nimsweep halving play 100\n  nimsweep halving table 20"
)]
pub(super) struct Halving {
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
    #[command(flatten)]
    format: Format,
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
    format: TableFormat,
}

const ARGUMENTS: [(&str, &str); 1] = [("n", "N")];

impl Halving {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        match &self.action {
            Action::Play(play) => {
                let words = RawQuestion::new("halving play").with("n", &play.n);
                play.format.write(out, &question(&words, &ARGUMENTS)?.answer()?)
            }
            Action::Table(table) => {
                let words = RawQuestion::new("halving table").with("n", &table.n);
                table.format.write(out, &question(&words, &ARGUMENTS)?.answer()?)
            }
        }
    }
}
