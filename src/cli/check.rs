//! `nimsweep check`: everything that is known, computed again and compared.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde::Serialize;

use super::failure::Failure;
use super::long_run::Threads;
use super::output::{self, Format, entry};
use super::runner::{Call, Runs};
use crate::check::{self, Reference};
use crate::error::Error;

/// `nimsweep check`
#[derive(Debug, Args)]
pub(super) struct CheckArguments {
    /// Folder with the reference tables
    ///
    /// Instead of those that the program was built with.
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    #[command(flatten)]
    format: Format,
}

/// How all checks went.
#[derive(Serialize)]
struct Summary {
    passed: bool,
    checks: Vec<CheckReport>,
}

/// How a check went.
#[derive(Serialize)]
struct CheckReport {
    game: &'static str,
    subject: &'static str,
    methods: [&'static str; 2],
    passed: bool,
    entries: Option<usize>,
    difference: Option<String>,
    seconds: f64,
}

impl Runs for CheckArguments {
    fn run(self, Call { out, .. }: Call<'_>) -> Result<(), Failure> {
        output::check(out)?;
        let reference = match &self.data {
            None => Reference::built_in(),
            Some(folder) => Reference::from_folder(folder)?,
        };
        let (pool, mut checks) = (Threads::default().pool()?, vec![]);
        for check in check::all() {
            let report = pool.install(|| CheckReport::of(&check, &reference));
            if !self.format.json {
                writeln!(out, "{}", entry(&report.line()))?;
                out.flush()?; // a line as soon as it is known
            }
            checks.push(report);
        }
        let (of, failed) = (checks.len(), checks.iter().filter(|report| !report.passed).count());
        let first = checks.iter().find(|report| !report.passed).map(CheckReport::line);
        if self.format.json {
            output::json(out, &Summary { passed: failed == 0, checks })?;
        } else if failed == 0 {
            writeln!(out, "all {of} checks passed")?;
        }
        first.map_or(Ok(()), |first| Err(Failure::Checks { failed, of, first }))
    }
}

impl CheckReport {
    fn of(check: &check::Check, reference: &Reference) -> Self {
        let start = Instant::now();
        let outcome = check.run(reference);
        Self {
            game: check.game,
            subject: check.subject,
            methods: check.methods,
            passed: outcome.is_ok(),
            entries: outcome.as_ref().ok().copied(),
            difference: outcome.err().as_ref().map(Error::to_string),
            seconds: start.elapsed().as_secs_f64(),
        }
    }

    fn line(&self) -> String {
        let Self { game, subject, methods: [left, right], .. } = self;
        let (entries, milliseconds) = (self.entries.unwrap_or_default(), self.seconds * 1e3);
        match &self.difference {
            None => {
                format!(
                    "ok      {game}: {subject}: {left} = {right}, {entries} entries, {milliseconds:.0} ms"
                )
            }
            Some(difference) => format!("FAILED  {game}: {subject}: {left} against {right}: {difference}"),
        }
    }
}
