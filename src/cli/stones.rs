//! `nimsweep stones`: a pile of stones, from which a move takes at most K times what the move
//! before took.

use std::io::Write;

use clap::{Args, Subcommand};

use super::failure::Failure;
use super::options::{Format, TableFormat, question};
use crate::ask::RawQuestion;
use crate::ask::stones::DEFAULT_RATIO;

/// `nimsweep stones sum|move|table`
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = false,
    disable_help_subcommand = true,
    after_help = "One pile of N stones. The first move takes 1 to N-1 stones, each later one at most K times what the move before \
    took; whoever takes the last stone wins. K is 2 unless --ratio gives another number; this game is Fibonacci nim.\n\n\
    Example:\n  nimsweep stones move 17\n  nimsweep stones sum 10^18 --mod 10^8"
)]
pub(super) struct Stones {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// The sum of M(n), the largest winning first move, for n = 1 .. N
    Sum(Sum),
    /// Who wins from N stones, and by which first moves
    Move(Move),
    /// Outcome and winning first moves for n = 1 .. N
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
    #[command(flatten)]
    format: Format,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  nimsweep stones move 17\n  nimsweep stones move 10^100 --ratio 3 --json")]
struct Move {
    /// The stones: a whole number from 1, such as 17 or 10^100
    #[arg(value_name = "N", allow_hyphen_values = true)]
    n: String,
    #[command(flatten)]
    game: Game,
    #[command(flatten)]
    format: Format,
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
    format: TableFormat,
}

#[derive(Debug, Args)]
struct Game {
    /// K: a move takes at most K times what the move before took
    #[arg(long, value_name = "K", default_value = DEFAULT_RATIO, allow_hyphen_values = true)]
    ratio: String,
}

const ARGUMENTS: [(&str, &str); 1] = [("n", "N")];

impl Game {
    fn words(&self, command: &str, n: &str) -> RawQuestion {
        RawQuestion::new(command).with("n", n).with("ratio", &self.ratio)
    }
}

impl Stones {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        match &self.action {
            Action::Sum(sum) => {
                let words = sum.game.words("stones sum", &sum.n);
                let words = words.with_optional("mod", sum.modulus.as_ref());
                sum.format.write(out, &question(&words, &ARGUMENTS)?.answer()?)
            }
            Action::Move(pile) => {
                let words = pile.game.words("stones move", &pile.n);
                pile.format.write(out, &question(&words, &ARGUMENTS)?.answer()?)
            }
            Action::Table(table) => {
                let words = table.game.words("stones table", &table.n);
                table.format.write(out, &question(&words, &ARGUMENTS)?.answer()?)
            }
        }
    }
}
