//! `nimsweep check`: everything that is known, computed again and compared.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde_json::json;

use super::{Failure, output};
use crate::check::{Check, Difference, Reference, all};

/// `nimsweep check`
#[derive(Debug, Args)]
#[command(
    name = "check",
    after_help = "Each line says what was compared, by which two methods, and how many entries agree. The first difference ends a\n\
    check, and the program then exits with 1.\n\n\
    Example:\n  nimsweep check\n  nimsweep check --data data --json"
)]
pub struct Command {
    /// Folder with the reference tables, instead of those the program was built with
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// How a check went.
struct Report {
    check: Check,
    outcome: Result<usize, Difference>,
    seconds: f64,
}

impl Command {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let reference = match &self.data {
            None => Reference::built_in(),
            Some(folder) => Reference::from_folder(folder)?,
        };
        let mut reports = vec![];
        for check in all() {
            let start = Instant::now();
            let outcome = check.run(&reference);
            let report = Report { check, outcome, seconds: start.elapsed().as_secs_f64() };
            if !self.json {
                writeln!(out, "{}", report.line())?;
                out.flush()?; // a line as soon as it is known
            }
            reports.push(report);
        }
        let failed: Vec<&Report> = reports.iter().filter(|report| report.outcome.is_err()).collect();
        if self.json {
            let checks: Vec<_> = reports.iter().map(Report::as_json).collect();
            output::json(out, &json!({ "passed": failed.is_empty(), "checks": checks }))?;
        } else if failed.is_empty() {
            writeln!(out, "all {} checks passed", reports.len())?;
        }
        match failed.first() {
            None => Ok(()),
            Some(first) => {
                Err(Failure::Checks { failed: failed.len(), of: reports.len(), first: first.line() })
            }
        }
    }
}

impl Report {
    fn line(&self) -> String {
        let Check { game, subject, methods: [left, right], .. } = self.check;
        let milliseconds = self.seconds * 1e3;
        match &self.outcome {
            Ok(entries) => {
                format!(
                    "ok      {game}: {subject}: {left} = {right}, {entries} entries, {milliseconds:.0} ms"
                )
            }
            Err(difference) => format!("FAILED  {game}: {subject}: {left} against {right}: {difference}"),
        }
    }

    fn as_json(&self) -> serde_json::Value {
        json!({
            "game": self.check.game,
            "subject": self.check.subject,
            "methods": self.check.methods,
            "passed": self.outcome.is_ok(),
            "entries": self.outcome.as_ref().ok(),
            "difference": self.outcome.as_ref().err().map(Difference::to_string),
            "seconds": self.seconds,
        })
    }
}
