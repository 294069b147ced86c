//! `nimsweep coins`: stacks of gold and silver coins.

use std::io::Write;

use clap::{Args, Subcommand};

use super::failure::Failure;
use super::options::{Format, TableFormat, question};
use crate::ask::RawQuestion;
use crate::ask::coins::DEFAULT_HEIGHT;

/// `nimsweep coins count|value|row|table`
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = false,
    disable_help_subcommand = true,
    after_help = "Stacks of gold (G) and silver (S) coins, written top to bottom. Gary removes any gold coin with everything above \
    it, Sally any silver coin with everything above it; whoever cannot move loses. A row of stacks is fair if whoever moves \
    first loses.\n\n\
    Example:\n  nimsweep coins count 9898 --mod 989898989\n  nimsweep coins value GSG"
)]
pub(super) struct Coins {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// The number of fair rows of N stacks
    Count(Count),
    /// The value of a stack: positive if Gary wins
    Value(Value),
    /// The value of a row of stacks, who wins it, and by which moves
    Row(Row),
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
    #[arg(long, value_name = "H", default_value = DEFAULT_HEIGHT, allow_hyphen_values = true)]
    height: String,
    #[command(flatten)]
    format: Format,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  nimsweep coins value SG\n  nimsweep coins value GSGGSSG --json")]
struct Value {
    /// The coins from top to bottom, such as SG for silver on gold
    #[arg(value_name = "STACK")]
    stack: String,
    #[command(flatten)]
    format: Format,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  nimsweep coins row GG GS SS")]
struct Row {
    /// The stacks, each from top to bottom
    #[arg(value_name = "STACK", required = true)]
    stacks: Vec<String>,
    #[command(flatten)]
    format: Format,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  nimsweep coins table 3\n  nimsweep coins table 12 --csv values.csv")]
struct Table {
    /// Coins in a stack
    #[arg(value_name = "H", allow_hyphen_values = true)]
    height: String,
    #[command(flatten)]
    format: TableFormat,
}

impl Coins {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        match &self.action {
            Action::Count(count) => {
                let words = RawQuestion::new("coins count")
                    .with("stacks", &count.stacks)
                    .with("height", &count.height);
                let words = words.with_optional("mod", count.modulus.as_ref());
                count.format.write(out, &question(&words, &[("stacks", "N")])?.answer()?)
            }
            Action::Value(value) => {
                let words = RawQuestion::new("coins value").with("stack", &value.stack);
                value.format.write(out, &question(&words, &[("stack", "STACK")])?.answer()?)
            }
            Action::Row(row) => {
                let words = RawQuestion::new("coins row").with_list("stacks", &row.stacks);
                row.format.write(out, &question(&words, &[("stacks", "STACK")])?.answer()?)
            }
            Action::Table(table) => {
                let words = RawQuestion::new("coins table").with("height", &table.height);
                table.format.write(out, &question(&words, &[("height", "H")])?.answer()?)
            }
        }
    }
}
