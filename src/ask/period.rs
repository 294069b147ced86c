//! The question of the period of g: the least one with its proof, or that none shows.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::answer::{Answer, Object};
use super::error::AskError;
use super::limits::{TableLimit, most_computed, period_limit};
use super::question::{Keys, Need, Question, SquaresKeys, SquaresQuestion};
use super::text;
use super::values::{ValueError, segment};
use crate::games::squares::{self, Grundy, Lengths};
use crate::number::{Surd, brief};
use crate::sweep::Nimber;

/// The keys of `period`.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args), group(skip))]
pub(crate) struct PeriodKeys {
    /// Look up to N [default: 20,000 times the common measure of the lengths, or 1,000 times the
    /// shortest length if there is none; at least 20 times the longest length]
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", allow_hyphen_values = true))]
    upto: Option<String>,
    #[cfg_attr(feature = "cli", command(flatten))]
    squares: SquaresKeys,
}

impl Keys for PeriodKeys {
    const COMMAND: &'static str = "period";

    fn read(&self) -> Result<Question, AskError> {
        let lengths = self.squares.lengths()?;
        let upto = match &self.upto {
            Some(upto) => segment("upto", upto)?,
            None => default_limit(&lengths)?,
        };
        if upto < *lengths.longest() {
            let reason =
                format!("no period can show below the longest length; give at least {}", lengths.longest());
            return Err(ValueError::new("upto", reason).into());
        }
        // a search ends where it has found a period
        let limit = TableLimit::new(&lengths, upto.clone(), Some(upto.clone()));
        self.squares.question(lengths, PeriodQuestion { limit, upto })
    }
}

/// Whether g has a period, and from where on.
#[derive(Debug)]
struct PeriodQuestion {
    limit: TableLimit,
    upto: Surd,
}

impl SquaresQuestion for PeriodQuestion {
    fn need(&self) -> Need<'_> {
        Need::Segments(&self.limit)
    }

    /// From g up to the limit, or to where it has a period.
    fn answer(&self, grundy: &Grundy) -> Result<Answer, AskError> {
        let grundy = if self.upto < *grundy.limit() { grundy.up_to(&self.upto)? } else { grundy.clone() };
        let grundy = grundy.with_period();
        if grundy.period().is_none() {
            grundy.value_at(&self.upto)?; // refused beyond the limit
        }
        let lengths = grundy.lengths();
        Ok(Answer::from(Period {
            lengths: lengths.clone(),
            upto: self.upto.clone(),
            proof: grundy.period().cloned(),
            period: grundy.period().map(|period| period.length.to_string()),
            from: grundy.period().map(|period| period.from.to_string()),
            octal: lengths.octal_code(),
            largest_nimber: grundy.largest_nimber(),
        }))
    }
}

/// How far a period is looked for if the question does not say; refused if that is further than
/// anyone would wait for.
fn default_limit(lengths: &Lengths) -> Result<Surd, ValueError> {
    let (limit, most) = (period_limit(lengths), most_computed(lengths));
    if limit > most {
        let reason = format!(
            "up to 20 times the longest length, {}, a search would take days; give a limit of at least {}",
            brief(&limit),
            brief(lengths.longest())
        );
        return Err(ValueError::new("upto", reason));
    }
    Ok(limit)
}

/// The least period, or that none shows.
#[derive(Debug, Serialize)]
struct Period {
    #[serde(serialize_with = "text::lengths")]
    lengths: Lengths,
    upto: Surd,
    period: Option<String>,
    from: Option<String>,
    octal: Option<String>,
    largest_nimber: Nimber,
    #[serde(skip)]
    proof: Option<squares::Period>,
}

impl Object for Period {}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { lengths, upto, octal, largest_nimber, .. } = self;
        match &self.proof {
            Some(squares::Period { length, from, seen_to }) => {
                writeln!(f, "period {length} from {from} on: g(L + {length}) = g(L) for all L >= {from}")?;
                writeln!(
                    f,
                    "proof: it holds for {from} <= L < {seen_to} = 2*N + p + M with N = {from}, p = {length} and the longest length \
                     M = {}; by the period theorem it then holds for ever",
                    lengths.longest()
                )?;
                write!(f, "largest nimber {largest_nimber}, on all lengths")?;
            }
            None => {
                writeln!(f, "no period found up to {upto}")?;
                write!(f, "largest nimber {largest_nimber} up to there")?;
            }
        }
        octal.as_ref().map_or(Ok(()), |code| write!(f, "\noctal game {code}"))
    }
}
