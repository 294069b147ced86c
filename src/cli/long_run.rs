//! Answers that may take hours: their threads, certificate, progress, interrupt, resume.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::Duration;

use clap::Args;
use itertools::Itertools;
use num_traits::ToPrimitive;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::failure::Failure;
use super::files::{check_place, real_place, replace};
use super::format::{TableFormat, Writes};
use super::interrupt::Interrupt;
use super::output;
use super::run::{Run, Saving};
use crate::ask::values::number;
use crate::ask::{Answer, Question, ValueError};
use crate::games::squares::Grundy;
use crate::number::{Surd, abridged, brief, quoted};

/// The most threads that may be asked for.
const MOST_THREADS: usize = 1024;
/// The longest time between two checkpoints, in seconds: about a year.
const LONGEST_PAUSE: u32 = 30_000_000;

/// How many threads compute.
#[derive(Debug, Args)]
pub(super) struct Threads {
    /// Threads that compute, at most one for each core; the result does not depend on it [default:
    /// one for each core]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    threads: Option<String>,
}

impl Threads {
    /// The number that was asked for, but no more than there are cores: more threads would only
    /// wait for each other.
    fn number(&self) -> Result<Option<usize>, ValueError> {
        let Some(text) = &self.threads else { return Ok(None) };
        let asked = text.parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads));
        let asked = asked.ok_or_else(|| {
            let text = quoted(text);
            let reason =
                format!("'{text}' is not a number of threads; give a whole number from 1 to {MOST_THREADS}");
            ValueError::new("threads", reason)
        })?;
        // of the cores that this process may use, if these are known
        Ok(Some(available_parallelism().map_or(asked, |cores| asked.min(cores.into()))))
    }

    /// Threads that are ready to compute.
    pub(super) fn pool(&self) -> Result<ThreadPool, Failure> {
        // 0 stands for one thread for each core
        let pool = ThreadPoolBuilder::new().num_threads(self.number()?.unwrap_or(0)).build();
        pool.map_err(|error| {
            let reason = format!("cannot start the threads: {error}; give a smaller number");
            ValueError::new("threads", reason).into()
        })
    }
}

/// Where the certificate of an answer is written.
#[derive(Debug, Default, Args)]
pub(super) struct CertificateFile {
    /// Also write a certificate: the answer with all that proves it, for 'nimsweep verify' and
    /// other checkers
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

impl CertificateFile {
    /// Refuses a certificate that cannot be made or written, before the run; the places that are
    /// taken are those of other files of the run.
    fn check<'a>(
        &self,
        question: &Question,
        taken: impl IntoIterator<Item = &'a Path>,
    ) -> Result<(), Failure> {
        let Some(file) = &self.certificate else { return Ok(()) };
        let refused = |reason: String| Err(ValueError::new("certificate", reason).into());
        if file == Path::new("-") {
            return refused("standard output has the answer; give a file".to_owned());
        }
        if taken.into_iter().map(real_place).contains(&real_place(file)) {
            let file = abridged(file.display());
            return refused(format!("'{file}' is another file of this run; give one of its own"));
        }
        question.check_certificate()?;
        Ok(check_place(file)?)
    }
}

/// Options of the commands that may run for hours.
#[derive(Debug, Args)]
#[command(next_help_heading = "Long runs")]
pub(super) struct LongRun {
    #[command(flatten)]
    threads: Threads,
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
        if let (Some(file), Some(grundy)) = (&certificate.certificate, &grundy) {
            let certificate = question.certificate(grundy, &answer)?;
            replace(file, |out| certificate.write(out))?;
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
        const KEY: &str = "checkpoint-every";
        let seconds = number(KEY, &self.checkpoint_every)?;
        if !seconds.is_positive() || seconds > Surd::from(u64::from(LONGEST_PAUSE)) {
            let reason = format!(
                "{} s cannot be the time between checkpoints; give a number above 0, up to {LONGEST_PAUSE}",
                brief(&seconds)
            );
            return Err(ValueError::new(KEY, reason));
        }
        let every = Duration::try_from_secs_f64(seconds.to_f64().unwrap_or_default()).unwrap_or_default();
        let (checkpoint, resume) = (self.checkpoint.as_deref(), self.resume.as_deref());
        Ok(Saving { checkpoint, every, resume, prove: self.verify })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_threads_are_started_than_there_are_cores() {
        let cores = available_parallelism().map_or(1, usize::from);
        for asked in [1, 2, 3, 64, MOST_THREADS] {
            let threads = Threads { threads: Some(asked.to_string()) };
            assert_eq!(threads.number().unwrap(), Some(asked.min(cores)));
            assert_eq!(threads.pool().unwrap().current_num_threads(), asked.min(cores));
        }
        assert_eq!(Threads { threads: None }.number().unwrap(), None);
        assert!(Threads { threads: Some("1025".to_owned()) }.number().is_err());
    }
}
