//! `nimsweep verify`: what a certificate proves, by a verifier that knows nothing of the sweep.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::failure::Failure;
use super::threads::Threads;
use super::{format, output};
use crate::number::Surd;
use crate::proof::{Proven, ProvenClaim, VerifyError, verify};

/// `nimsweep verify FILE`
#[derive(Debug, Args)]
#[command(
    name = "verify",
    after_help = "The verifier follows the definition of the game, and uses nothing of the sweep that found the answer. The page \
    docs/certificates.md has the format, and data/check_certificate.py is a second verifier, in Python. Exit codes: 0 if \
    everything is proven, 1 if a line is refused, 2 if the certificate cannot be read.\n\n\
    Example:\n  nimsweep range 200 500 --certificate f.cert\n  nimsweep verify f.cert\n  nimsweep verify f.cert --json"
)]
pub(super) struct Verify {
    /// File with a certificate, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: Threads,
}

/// What is proven, or why nothing is.
#[derive(Serialize)]
#[serde(untagged)]
enum Verdict {
    Accepted {
        proven: bool,
        lengths: Vec<Surd>,
        limit: Surd,
        steps: usize,
        #[serde(flatten)]
        claim: Claimed,
    },
    Refused {
        proven: bool,
        line: u64,
        reason: String,
    },
}

/// What is proven besides g.
#[derive(Serialize)]
#[serde(tag = "claim", rename_all = "lowercase")]
enum Claimed {
    Grundy,
    Range { range: [Surd; 2], at: String, at_exact: Option<Surd>, value: String, value_exact: Option<Surd> },
    Moves { segments: Vec<Surd>, values: Vec<u64>, grundy: u64, places: usize },
}

impl Verify {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        output::check(out)?;
        let pool = self.threads.pool()?;
        let result = self.input().and_then(|input| pool.install(|| verify(input)));
        match &result {
            Ok(proven) if !self.json => format::text(out, proven)?,
            Ok(proven) => format::json(out, &Verdict::from(proven))?,
            Err(VerifyError::Refused { line, reason }) if self.json => {
                format::json(out, &Verdict::Refused { proven: false, line: *line, reason: reason.clone() })?;
            }
            Err(_) => {}
        }
        result.map(drop).map_err(|source| Failure::Certificate { path: self.file.clone(), source })
    }

    fn input(&self) -> Result<Box<dyn BufRead + Send>, VerifyError> {
        if self.file == Path::new("-") {
            return Ok(Box::new(BufReader::new(io::stdin())));
        }
        let file = File::open(&self.file).map_err(|source| VerifyError::Unreadable { source })?;
        Ok(Box::new(BufReader::new(file)))
    }
}

impl From<&Proven> for Verdict {
    fn from(proven: &Proven) -> Self {
        let Proven { lengths, limit, steps, claim } = proven.clone();
        let claim = match claim {
            ProvenClaim::Grundy => Claimed::Grundy,
            ProvenClaim::Closed { from, to, at, value, decimal } => Claimed::Range {
                range: [from, to],
                at: at.to_decimal(DIGITS),
                at_exact: Some(at),
                value: decimal,
                value_exact: Some(value),
            },
            ProvenClaim::Inside { from, to, at, value } => {
                Claimed::Range { range: [from, to], at, at_exact: None, value, value_exact: None }
            }
            ProvenClaim::Moves { segments, value, places } => {
                let (segments, values) = segments.into_iter().unzip();
                Claimed::Moves { segments, values, grundy: value, places }
            }
        };
        Self::Accepted { proven: true, lengths, limit, steps, claim }
    }
}

/// The decimals of a certificate.
const DIGITS: usize = 20;
