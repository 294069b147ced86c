//! What may be typed, and what it means: options as text, parsed into values of the library at once.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand};
use num_bigint::BigUint;

use super::{Failure, bench, check, coins, gain, grundy, halving, moves, range, stones};
use crate::games::coins::Modulus;
use crate::games::squares::{Lengths, LengthsError};
use crate::number::ParseProblem;
use crate::number::{ParseSurdError, Surd};

/// The most decimals that are written, and the most digits of a pile whose moves are listed.
pub const MOST_DIGITS: usize = 10_000;
/// The most binary digits of the parts of a length: far more than the sweep can use.
const MOST_LENGTH_BITS: u64 = 1 << 14;
/// The most rows of a table.
pub const MOST_ROWS: u64 = 1_000_000;

/// An exact sweep-line engine for combinatorial games.
#[derive(Debug, Parser)]
#[command(
    name = "nimsweep",
    version,
    about = "Exact answers for combinatorial games, by a sweep line over Q(sqrt(d))",
    long_about = "Exact answers for combinatorial games, by a sweep line over Q(sqrt(d)).\n\n\
        Without a command: the certified maximum of the expected gain e(L) over A <= L <= B in the game of squares on \
        the line, in which players place pieces of the given lengths on a segment and the last to place one wins.",
    after_help = "Numbers: 2, 2.5, 7/2, sqrt2, sqrt(2), 5+2*sqrt(2), (1+sqrt5)/2.\n\n\
        Example:\n  nimsweep --range 200 500\n  nimsweep --range 2 10 --lengths 1,sqrt2 --digits 50 --json\n  \
        nimsweep --range 200 20000 --checkpoint g.json\n  \
        nimsweep --range 200 20000 --checkpoint g.json --resume g.json",
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true
)]
pub struct Arguments {
    /// What to do instead of the main job.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The main job.
    #[command(flatten)]
    pub range: range::Range,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// The expected gain e(L) of a random first piece, and the winning chance of each length
    Gain(gain::Gain),
    /// Grundy values g(L): at one length, or the table of all steps
    Grundy(grundy::Grundy),
    /// The winning first moves on a segment, as exact intervals
    Moves(moves::Moves),
    /// Stone Game III: each move at most K times the one before (Fibonacci nim)
    Stones(stones::Stones),
    /// Gold and silver coins: values of stacks, and how many rows are fair
    Coins(coins::Coins),
    /// Take at most half: who wins from any number of stones
    Halving(halving::Halving),
    /// Compute everything again that is known, and compare
    Check(check::Command),
    /// Measure events per second on this machine, by every method
    Bench(bench::Bench),
}

/// How a table is written.
#[derive(Debug, Args)]
pub struct Listing {
    /// Write the table as CSV to a file, or to standard output for - or no name
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-", conflicts_with = "json")]
    pub(super) csv: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

/// Options that every command of the squares takes.
#[derive(Debug, Args)]
pub struct Common {
    /// Lengths of the pieces, of one field
    #[arg(long, value_name = "LIST", default_value = "1,sqrt2", allow_hyphen_values = true)]
    lengths: String,
    /// Decimals, every one of them proven
    #[arg(long, value_name = "N", default_value = "8", allow_hyphen_values = true)]
    digits: String,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

impl Common {
    /// The lengths of the pieces.
    pub(super) fn lengths(&self) -> Result<Lengths, Failure> {
        let reason = |error: LengthsError| match error {
            LengthsError::Parse(ParseSurdError { input, .. }) if input.is_empty() => {
                "there is an empty length; give lengths with one comma between them, such as 1,sqrt2"
                    .to_owned()
            }
            other => other.to_string(),
        };
        self.lengths.parse().map_err(|error| Failure::Value { option: "--lengths", reason: reason(error) })
    }

    /// How many decimals are written.
    pub(super) fn digits(&self) -> Result<usize, Failure> {
        let digits = self.digits.parse().ok().filter(|&digits| digits <= MOST_DIGITS);
        digits.ok_or_else(|| Failure::Value {
            option: "--digits",
            reason: format!(
                "'{}' is not a number of decimals; give a whole number from 0 to {MOST_DIGITS}",
                self.digits.escape_debug()
            ),
        })
    }
}

/// Reads the number that an option was given.
pub(super) fn number(option: &'static str, text: &str) -> Result<Surd, Failure> {
    Surd::from_str(text).map_err(|error| Failure::value(option, error))
}

/// Reads a whole number of at least 0, of any size: `100`, `10^18`, `1e18`, `3*2^100-1`.
pub(super) fn whole(option: &'static str, text: &str) -> Result<BigUint, Failure> {
    let refusal = |what: &str| {
        let reason = format!("{what}; give a whole number such as 100, 10^18 or 2^64-1");
        Failure::Value { option, reason }
    };
    let number = Surd::from_str(text).map_err(|error| match error.problem {
        ParseProblem::TooLong { .. } | ParseProblem::PowerTooLarge | ParseProblem::NumberTooLarge => {
            Failure::value(option, error)
        }
        _ => refusal(&format!("cannot read '{}'", error.input)),
    })?;
    if number.is_negative() {
        return Err(refusal(&format!("'{}' is negative", text.trim())));
    }
    let integer = number.to_rational().filter(|number| number.is_integer());
    // not negative, so no sign is lost
    integer
        .map(|number| number.numer().magnitude().clone())
        .ok_or_else(|| refusal(&format!("'{}' is no whole number", text.trim())))
}

/// Reads a whole number that fits 64 bits.
pub(super) fn machine_word(option: &'static str, text: &str) -> Result<u64, Failure> {
    u64::try_from(whole(option, text)?).map_err(|_| {
        let reason = format!("'{}' is too large; give a whole number up to {}", text.trim(), u64::MAX);
        Failure::Value { option, reason }
    })
}

/// Reads the size of a pile whose moves are listed.
pub(super) fn listed_whole(option: &'static str, text: &str) -> Result<BigUint, Failure> {
    let number = whole(option, text)?;
    // 10^d has more than 3.3·d bits
    if number.bits() > MOST_DIGITS as u64 * 10 / 3 {
        let reason = format!("the number has more than {MOST_DIGITS} digits; give a smaller one");
        return Err(Failure::Value { option, reason });
    }
    Ok(number)
}

/// Reads the last row of a table.
pub(super) fn rows_up_to(option: &'static str, text: &str) -> Result<u64, Failure> {
    let last = whole(option, text)?;
    u64::try_from(last).ok().filter(|&last| last <= MOST_ROWS).ok_or_else(|| {
        let reason = format!("'{}' is too large; a table has at most {MOST_ROWS} rows", text.trim());
        Failure::Value { option, reason }
    })
}

/// Reads the modulus of `--mod`.
pub(super) fn modulus(text: Option<&str>) -> Result<Option<Modulus>, Failure> {
    let read = |text| {
        let number = whole("--mod", text)?;
        let reason = "the modulus is 0; give a whole number of at least 1".to_owned();
        Modulus::new(number).map_err(|_| Failure::Value { option: "--mod", reason })
    };
    text.map(read).transpose()
}

/// Reads the length of a segment that an option was given: a number of at least 0.
pub(super) fn segment(option: &'static str, text: &str) -> Result<Surd, Failure> {
    let length = number(option, text)?;
    if length.bits() > MOST_LENGTH_BITS {
        let reason =
            format!("the length has more than {MOST_LENGTH_BITS} binary digits; give one of fewer digits");
        return Err(Failure::Value { option, reason });
    }
    if length.is_negative() {
        let reason = format!("the length {length} is negative; a segment has a length of at least 0");
        return Err(Failure::Value { option, reason });
    }
    Ok(length)
}
