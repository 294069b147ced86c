//! `nimsweep verify`: what a certificate proves, by a verifier that knows nothing of the sweep.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::failure::Failure;
use super::long_run::Threads;
use super::output::{self, Format};
use super::runner::{Call, Runs};
use crate::ask::TextStyle;
use crate::number::Surd;
use crate::proof::{Proven, ProvenClaim, ProvenGame, ProvenRange, VerifyError, verify};

/// `nimsweep verify FILE`
#[derive(Debug, Args)]
pub(super) struct Verify {
    /// File with a certificate, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    format: Format,
    #[command(flatten)]
    threads: Threads,
}

/// What is proven.
#[derive(Serialize)]
struct Accepted<'a> {
    proven: bool,
    #[serde(flatten)]
    game: GameOfClaim<'a>,
    #[serde(flatten)]
    claim: Claimed<'a>,
}

/// Of which game.
#[derive(Serialize)]
#[serde(untagged)]
enum GameOfClaim<'a> {
    Squares {
        lengths: &'a [Surd],
        #[serde(skip_serializing_if = "Option::is_none")]
        rule: Option<&'a str>,
        limit: &'a Surd,
        steps: usize,
    },
    Theorem {
        lengths: &'a [Surd],
        rule: &'a str,
        theorem: &'a str,
    },
    Octal {
        octal: &'a str,
        limit: Surd,
    },
}

/// What is proven of an answer.
#[derive(Serialize)]
#[serde(tag = "claim", rename_all = "lowercase")]
enum Claimed<'a> {
    Grundy,
    Range {
        range: [&'a Surd; 2],
        at: &'a str,
        at_exact: Option<&'a Surd>,
        value: &'a str,
        value_exact: Option<&'a Surd>,
    },
    Moves {
        segments: Vec<&'a Surd>,
        values: Vec<u64>,
        grundy: u64,
        places: usize,
    },
    Period {
        period: &'a Surd,
        from: &'a Surd,
    },
    Aperiodic,
}

/// Why nothing is proven.
#[derive(Serialize)]
struct NothingProven<'a> {
    proven: bool,
    line: u64,
    reason: &'a str,
}

impl Runs for Verify {
    fn run(self, Call { out, .. }: Call<'_>) -> Result<(), Failure> {
        output::check(out)?;
        let pool = self.threads.pool()?;
        let input = self.input().map_err(|source| VerifyError::Unreadable { source });
        let result = input.and_then(|input| pool.install(|| verify(BufReader::new(input))));
        match &result {
            Ok(proven) if self.format.json => output::json(out, &Accepted::of(proven))?,
            Ok(proven) => {
                writeln!(out, "{}", output::as_printed(TextStyle::default()).fitted(proven.to_string()))?;
            }
            Err(VerifyError::Refused { line, reason }) if self.format.json => {
                output::json(out, &NothingProven { proven: false, line: *line, reason })?;
            }
            Err(_) => {}
        }
        result.map(drop).map_err(|source| Failure::Certificate(self.file.clone(), source))
    }
}

impl Verify {
    fn input(&self) -> io::Result<Box<dyn Read + Send>> {
        let is_standard = self.file == Path::new("-");
        Ok(if is_standard { Box::new(io::stdin()) } else { Box::new(File::open(&self.file)?) })
    }
}

impl<'a> Accepted<'a> {
    fn of(proven: &'a Proven) -> Self {
        let game = match &proven.game {
            ProvenGame::Squares { lengths, rule, limit, steps } => {
                GameOfClaim::Squares { lengths, rule: rule.as_deref(), limit, steps: *steps }
            }
            ProvenGame::Theorem { lengths, theorem } => GameOfClaim::Theorem { lengths, rule: "3", theorem },
            ProvenGame::Octal { code, largest } => {
                GameOfClaim::Octal { octal: code, limit: Surd::from(*largest as u64) }
            }
        };
        let claim = match &proven.claim {
            ProvenClaim::Grundy => Claimed::Grundy,
            ProvenClaim::Range(range) => {
                let ProvenRange { from, to, exact, at, value } = &**range;
                let [at_exact, value_exact] = [0, 1].map(|part| exact.as_ref().map(|exact| &exact[part]));
                Claimed::Range { range: [from, to], at, at_exact, value, value_exact }
            }
            ProvenClaim::Moves { segments, value, places } => {
                let (segments, values) = segments.iter().map(|(segment, value)| (segment, *value)).unzip();
                Claimed::Moves { segments, values, grundy: *value, places: *places }
            }
            ProvenClaim::Period { period, from } => Claimed::Period { period, from },
            ProvenClaim::Aperiodic => Claimed::Aperiodic,
        };
        Self { proven: true, game, claim }
    }
}
