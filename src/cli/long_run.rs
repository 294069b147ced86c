//! Answers that may take hours: threads, progress, interrupt, resume.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use itertools::Itertools;
use num_traits::ToPrimitive;

use super::failure::Failure;
use super::files::{check_place, real_place};
use super::interrupt::Interrupt;
use super::options::TableFormat;
use super::output;
use super::run::{Run, Saving};
use crate::ask::values::number;
use crate::ask::{Answer, Question, ValueError};
use crate::number::{Surd, abridged, brief, quoted};

/// The most threads that may be asked for.
const MOST_THREADS: usize = 1024;
/// The longest time between two checkpoints, in seconds: about a year.
const LONGEST_PAUSE: u32 = 30_000_000;

/// Options of the commands that may run for hours.
#[derive(Debug, Args)]
#[command(next_help_heading = "Long runs")]
pub(super) struct LongRun {
    /// Threads that compute; the result does not depend on it [default: one for each core]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    threads: Option<String>,
    /// Save the work to a file: regularly, at Ctrl-C, and when g is complete
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Seconds between two checkpoints
    #[arg(
        long,
        value_name = "SECONDS",
        default_value = "30",
        requires = "checkpoint",
        allow_hyphen_values = true
    )]
    checkpoint_every: String,
    /// Resume from the work in a file: that of --checkpoint or another one, for this limit or
    /// another one
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

impl LongRun {
    /// Answers a question about the squares: computes g, and asks it.
    ///
    /// # Errors
    /// [`Failure`] for invalid options, a checkpoint that cannot be used or written, and
    /// [`Failure::Interrupted`].
    pub(super) fn answer(&self, question: &Question, interrupt: Interrupt) -> Result<Answer, Failure> {
        let Some((lengths, limit)) = question.required_grundy() else { return Ok(question.answer()?) };
        let threads = self.threads()?;
        let saving = self.saving()?;
        let (mut run, growing) = Run::begin(lengths, limit, &saving, interrupt)?;
        let mut grundy = run.grow(growing, threads)?;
        while let Some(limit) = question.further_limit(&grundy)? {
            grundy = run.grow_on(&grundy, limit, threads)?;
        }
        run.ask(question, &grundy)
    }

    /// Answers a question, and writes the answer or its table.
    ///
    /// # Errors
    /// As [`LongRun::answer`]. A place that cannot take the table is refused before the run.
    pub(super) fn write_table(
        &self,
        question: &Question,
        format: &TableFormat,
        out: &mut dyn Write,
        interrupt: Interrupt,
    ) -> Result<(), Failure> {
        if let Some(file) = format.file() {
            self.check_file(file, "csv")?;
        } else {
            output::check(out)?;
        }
        format.write(out, &self.answer(question, interrupt)?)
    }

    /// Refuses a file for a result, before the run, if it cannot be written, or if the work is
    /// saved there, which the result would replace.
    pub(super) fn check_file(&self, file: &Path, option: &'static str) -> Result<(), Failure> {
        let saved = self.checkpoint.iter().chain(&self.resume);
        if saved.map(|path| real_place(path)).contains(&real_place(file)) {
            let reason =
                format!("'{}' holds the work of the run; give another file", abridged(file.display()));
            return Err(ValueError::new(option, reason).into());
        }
        Ok(check_place(file)?)
    }

    fn threads(&self) -> Result<Option<usize>, ValueError> {
        let read = |text: &String| {
            let threads = text.parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads));
            threads.ok_or_else(|| {
                let text = quoted(text);
                let reason = format!(
                    "'{text}' is not a number of threads; give a whole number from 1 to {MOST_THREADS}"
                );
                ValueError::new("threads", reason)
            })
        };
        self.threads.as_ref().map(read).transpose()
    }

    fn saving(&self) -> Result<Saving<'_>, ValueError> {
        let checkpoint = self.checkpoint.as_deref();
        Ok(Saving { checkpoint, every: self.checkpoint_every()?, resume: self.resume.as_deref() })
    }

    fn checkpoint_every(&self) -> Result<Duration, ValueError> {
        const KEY: &str = "checkpoint-every";
        let seconds = number(KEY, &self.checkpoint_every)?;
        if !seconds.is_positive() || seconds > Surd::from(u64::from(LONGEST_PAUSE)) {
            let reason = format!(
                "{} s cannot be the time between checkpoints; give a number above 0, up to {LONGEST_PAUSE}",
                brief(&seconds)
            );
            return Err(ValueError::new(KEY, reason));
        }
        Ok(Duration::try_from_secs_f64(seconds.to_f64().unwrap_or_default()).unwrap_or_default())
    }
}
