//! Answers that may take hours: threads, progress, interrupt, resume.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use itertools::Itertools;
use num_traits::ToPrimitive;

use super::certificate::CertificateFile;
use super::failure::Failure;
use super::files::{check_place, real_place};
use super::interrupt::Interrupt;
use super::options::{TableFormat, question};
use super::output;
use super::run::{Run, Saving};
use super::threads::Threads;
use crate::ask::values::number;
use crate::ask::{Answer, Question, RawQuestion, ValueError};
use crate::games::squares::Grundy;
use crate::number::{Surd, abridged, brief};

/// The longest time between two checkpoints, in seconds: about a year.
const LONGEST_PAUSE: u32 = 30_000_000;

/// Options of the commands that may run for hours.
#[derive(Debug, Args)]
#[command(next_help_heading = "Long runs")]
pub(super) struct LongRun {
    #[command(flatten)]
    threads: Threads,
    /// How g is computed: fastest, places, sort or engine; the result does not depend on it
    /// [default: fastest]
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    method: Option<String>,
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
    /// Before resuming, prove all steps of that file, as 'nimsweep verify' does
    #[arg(long, requires = "resume")]
    verify: bool,
}

impl LongRun {
    /// Reads a question with the method of the run, as [`question`] does.
    pub(super) fn question(
        &self,
        words: RawQuestion,
        arguments: &[(&str, &str)],
    ) -> Result<Question, Failure> {
        question(&words.with_optional("method", self.method.as_ref()), arguments)
    }

    /// Answers a question about the squares: computes g, and asks it.
    ///
    /// # Errors
    /// [`Failure`] for invalid options, a checkpoint that cannot be used or written, and
    /// [`Failure::Interrupted`].
    pub(super) fn answer(&self, question: &Question, interrupt: Interrupt) -> Result<Answer, Failure> {
        Ok(self.computed(question, interrupt)?.0)
    }

    /// The answer, and the g that it comes from, if it is about the squares.
    fn computed(
        &self,
        question: &Question,
        interrupt: Interrupt,
    ) -> Result<(Answer, Option<Grundy>), Failure> {
        let Some((lengths, limit)) = question.required_grundy() else {
            return Ok((question.answer()?, None));
        };
        let threads = self.threads.number()?;
        let saving = self.saving()?;
        let begin = || Run::begin(question.method(), lengths, limit, &saving, interrupt);
        let (mut run, growing) = if self.verify { self.threads.pool()?.install(begin) } else { begin() }?;
        let mut grundy = run.grow(growing, threads)?;
        while let Some(limit) = question.further_limit(&grundy)? {
            grundy = run.grow_on(&grundy, limit, threads)?;
        }
        Ok((run.ask(question, &grundy)?, Some(grundy)))
    }

    /// Answers a question, and writes the answer and its certificate. The answer is written first,
    /// down to its file or pipe, which may be that of the certificate; and the certificate also if
    /// that fails: both may be the work of hours.
    ///
    /// # Errors
    /// As [`LongRun::answer`]; a certificate that cannot be made or written is refused before the
    /// run.
    pub(super) fn certified(
        &self,
        question: &Question,
        certificate: &CertificateFile,
        out: &mut dyn Write,
        interrupt: Interrupt,
        write: impl FnOnce(&mut dyn Write, &Answer) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        certificate.check(question, self.saved())?;
        let (answer, grundy) = self.computed(question, interrupt)?;
        let written = write(out, &answer).and_then(|()| Ok(out.flush()?));
        if let Some(grundy) = &grundy {
            certificate.write(question, grundy, &answer)?;
        }
        written
    }

    /// Answers a question, and writes the answer or its table.
    ///
    /// # Errors
    /// As [`LongRun::answer`]. A place that cannot take the table is refused before the run.
    pub(super) fn write_table(
        &self,
        question: &Question,
        format: &TableFormat,
        certificate: &CertificateFile,
        out: &mut dyn Write,
        interrupt: Interrupt,
    ) -> Result<(), Failure> {
        if let Some(file) = format.file() {
            self.check_file(file, "csv")?;
            certificate.check(question, [file])?;
        } else {
            output::check(out)?;
        }
        self.certified(question, certificate, out, interrupt, |out, answer| format.write(out, answer))
    }

    /// The files of the run.
    fn saved(&self) -> impl Iterator<Item = &Path> {
        self.checkpoint.iter().chain(&self.resume).map(PathBuf::as_path)
    }

    /// Refuses a file for a result, before the run, if it cannot be written, or if the work is
    /// saved there, which the result would replace.
    pub(super) fn check_file(&self, file: &Path, option: &'static str) -> Result<(), Failure> {
        if self.saved().map(real_place).contains(&real_place(file)) {
            let reason =
                format!("'{}' holds the work of the run; give another file", abridged(file.display()));
            return Err(ValueError::new(option, reason).into());
        }
        Ok(check_place(file)?)
    }

    fn saving(&self) -> Result<Saving<'_>, ValueError> {
        let checkpoint = self.checkpoint.as_deref();
        let (every, resume) = (self.checkpoint_every()?, self.resume.as_deref());
        Ok(Saving { checkpoint, every, resume, prove: self.verify })
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
