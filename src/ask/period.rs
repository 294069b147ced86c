//! The question of the period of g: the least one with its proof, or that none shows.

use std::fmt;

use serde::Serialize;

use super::error::AskError;
use super::text;
use super::values::{DEFAULT_LENGTHS, ValueError, lengths, segment};
use super::words::RawQuestion;
use crate::games::squares::{self, Grundy, Lengths};
use crate::number::Surd;
use crate::sweep::Nimber;

/// Lengths with a common measure u: a period is looked for up to so many times u.
const TIMES_MEASURE: i64 = 20_000;
/// Lengths without: up to so many times the shortest length.
const TIMES_SHORTEST: i64 = 1000;

/// Whether g has a period, and from where on.
#[derive(Clone, Debug)]
pub(super) struct PeriodQuestion {
    pub(super) lengths: Lengths,
    pub(super) upto: Surd,
}

impl PeriodQuestion {
    pub(super) fn read(words: &RawQuestion) -> Result<Self, AskError> {
        words.expect_keys(&["upto", "lengths"])?;
        let lengths = lengths("lengths", words.one_or("lengths", DEFAULT_LENGTHS)?)?;
        let upto = match words.any("upto")? {
            Some(upto) => segment("upto", upto)?,
            None => searched(&lengths),
        };
        if upto < *lengths.longest() {
            let reason =
                format!("no period can show below the longest length; give at least {}", lengths.longest());
            return Err(ValueError::new("upto", reason).into());
        }
        Ok(Self { lengths, upto })
    }

    /// The answer from g up to the limit.
    pub(super) fn answer(&self, grundy: &Grundy) -> Period {
        let grundy = grundy.clone().with_period();
        Period {
            lengths: self.lengths.clone(),
            upto: self.upto.clone(),
            proof: grundy.period().cloned(),
            period: grundy.period().map(|period| period.length.to_string()),
            from: grundy.period().map(|period| period.from.to_string()),
            octal: self.lengths.octal_code(),
            largest_nimber: grundy.largest_nimber(),
        }
    }
}

/// Up to where a period is looked for, unless a question says otherwise.
pub(super) fn searched(lengths: &Lengths) -> Surd {
    match lengths.common_measure() {
        Some(measure) => Surd::from(TIMES_MEASURE) * measure,
        None => Surd::from(TIMES_SHORTEST) * lengths.shortest(),
    }
}

/// The answer to [`PeriodQuestion`].
#[derive(Clone, Debug, Serialize)]
pub(super) struct Period {
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
                writeln!(f, "no period shows up to {upto}")?;
                write!(f, "largest nimber {largest_nimber} up to there")?;
            }
        }
        octal.as_ref().map_or(Ok(()), |code| write!(f, "\noctal game {code}"))
    }
}
