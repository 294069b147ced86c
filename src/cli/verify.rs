//! `nimsweep verify`: what a certificate proves, by a verifier that knows nothing of the sweep.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::failure::Failure;
use super::long_run::Threads;
use super::output::{self, Format};
use super::progress::Progress;
use super::runner::{Call, Runs};
use crate::ask::TextStyle;
use crate::proof::{Proven, VerifyError, verify_watched};

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
    what: &'a Proven,
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
        let mut progress = Progress::new();
        let mut show = |done| {
            progress.show(done, "the proof", "");
            ControlFlow::Continue(())
        };
        let result =
            input.and_then(|input| pool.install(|| verify_watched(BufReader::new(input), &mut show)));
        drop(progress);
        match &result {
            Ok(proven) if self.format.json => output::json(out, &Accepted { proven: true, what: proven })?,
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
