//! A command that asks a question: the run that finds the answer, and where that goes.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use num_traits::ToPrimitive;

use super::by_table::Asked;
use super::failure::Failure;
use super::files::{check_place, named, real_place, replace};
use super::interrupt::{BEFORE_THE_END, Interrupt};
use super::long_run::{LongRun, alone};
use super::output::{self, Writes};
use super::progress::Progress;
use super::runner::Call;
use crate::ask::values::positive;
use crate::ask::{Answer, Question, uncertified};
use crate::error::Error;
use crate::games::squares::drive::{Effort, Patience};
use crate::games::squares::known::Owners;
use crate::number::abridged;

/// Answers a question, and writes the answer and its certificate. The answer is written first, down
/// to its file or pipe, which may be that of the certificate; and the certificate also if that
/// fails: both may be the work of hours.
///
/// # Errors
/// [`Failure`] as [`LongRun::answer`] has it. A place that cannot take the answer, and a
/// certificate that cannot be made or written, are refused before the run.
pub(super) fn write_answer(
    question: &Question,
    writes: &dyn Writes,
    long_run: Option<&LongRun>,
    certificate: Option<&Path>,
    within: Option<Duration>,
    out: &mut dyn Write,
    interrupt: Interrupt,
) -> Result<(), Failure> {
    let files = writes.files();
    if files[0].is_none() {
        output::check(out)?;
    }
    let mut taken: Vec<_> = long_run.into_iter().flat_map(LongRun::saved).map(real_place).collect();
    for (option, file) in files.into_iter().chain([certificate.map(|file| ("certificate", file))]).flatten() {
        let refused = |reason: String| Err(Error::of_key(option, reason).into());
        if named(Some(file)).is_none() {
            return refused("standard output already has the answer; give a file".to_owned());
        }
        if taken.contains(&real_place(file)) {
            let file = abridged(file.display());
            return refused(format!("'{file}' is already another file of this run; give a different one"));
        }
        check_place(file)?;
        taken.push(real_place(file));
    }
    let asks = interrupt.clone();
    let (answer, grundy) = match long_run {
        Some(long_run) => {
            if certificate.is_some() {
                question.check_certificate()?;
            }
            long_run.answer(question, interrupt)?
        }
        None => (answer(question, within, interrupt)?, None),
    };
    let written = writes.write(out, &answer).and_then(|()| Ok(out.flush()?));
    if let Some(file) = certificate {
        let certificate = match (grundy, answer.certificate()) {
            (Some(grundy), _) => question.certificate(&grundy, &answer)?,
            (None, certificate) => certificate.ok_or_else(uncertified)??,
        };
        replace(file, |out| certificate.write(out))?;
    }
    match question.is_open() && asks.is_asked() {
        true => Err(written.err().unwrap_or_else(|| Failure::Interrupted {
            when: "before the end".to_owned(),
            how_to_resume: "the answer is what was proven until then".to_owned(),
        })),
        false => written,
    }
}

/// The answer without the options of long runs. One that only time improves is found by several
/// threads, and given after some time, if that is asked for, or when a signal asks to stop.
fn answer(question: &Question, within: Option<Duration>, interrupt: Interrupt) -> Result<Answer, Failure> {
    let mut progress = Progress::new();
    let (start, is_open) = (Instant::now(), question.is_open());
    match is_open {
        true => interrupt.ask_first(),
        false => _ = interrupt.end_with(&progress.above_bar(BEFORE_THE_END)),
    }
    let patience = if within.is_some() { Patience::Days } else { Patience::default() };
    let effort = Effort { patience, ..Effort::default() };
    let mut owners = Owners::default();
    let answer = question.answer_in(&mut owners, effort, &mut |done| {
        let of_time = within.map_or(0.0, |within| start.elapsed().as_secs_f64() / within.as_secs_f64());
        progress.show(done.max(of_time.min(1.0)), if is_open { "the proof" } else { "the values" }, "");
        let is_over = of_time >= 1.0 || interrupt.is_asked();
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    drop(progress);
    owners.pool().refusal().into_iter().for_each(alone);
    interrupt.end_with(BEFORE_THE_END);
    Ok(answer?)
}

impl Asked {
    /// Answers the question.
    pub(super) fn run(&self, call: Call<'_>) -> Result<(), Failure> {
        /// A million seconds are eleven days.
        const MOST_SECONDS: u64 = 1_000_000;
        let (options, question) = (&self.options, self.question()?);
        let (long_run, certificate) = (options.long_run.as_ref(), options.certificate.as_deref());
        let within = match &options.within {
            // elsewhere it is the key of a part
            Some(text) if question.is_open() => {
                let seconds = positive("within", text, MOST_SECONDS).map_err(|error| self.refused(error))?;
                seconds.to_f64().map(Duration::from_secs_f64)
            }
            _ => None,
        };
        write_answer(&question, options, long_run, certificate, within, call.out, call.interrupt)
    }

    /// The question. What is refused is named as it was typed.
    pub(super) fn question(&self) -> Result<Question, Failure> {
        self.question.read().map_err(|error| self.refused(error))
    }

    /// Why the value of a key is refused: that of an option, unless the key is an argument.
    pub(super) fn refused(&self, error: Error) -> Failure {
        match error.key().and_then(|key| self.argument(key)) {
            Some(argument) => Failure::Refused(error.at(argument)),
            None => error.into(),
        }
    }
}
