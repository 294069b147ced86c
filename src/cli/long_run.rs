//! Answers that may take hours: their threads, certificate, progress, interrupt, resume. g grows,
//! is saved and watched, and then the question is asked.

use std::mem;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use num_traits::ToPrimitive;
use rayon::ThreadPool;

use super::checkpoint_file::{self, Autosave, CheckpointError, CheckpointFile};
use super::failure::Failure;
use super::interrupt::Interrupt;
use super::output::remark;
use super::progress::Progress;
use super::system::shell_word;
use crate::ask::values::{number, whole_in};
use crate::ask::{Answer, Question};
use crate::error::{Error, ErrorKind};
use crate::games::squares::Grundy;
use crate::games::squares::drive::{self, Effort, Patience};
use crate::games::squares::known::{Known, Owners};
use crate::games::squares::need::Need;
use crate::number::{Surd, abridged, brief};
use crate::proof;

/// The most threads that may be asked for.
const MOST_THREADS: usize = 1024;
/// The longest time between two checkpoints, in seconds: about a year.
const LONGEST_PAUSE: u32 = 30_000_000;

/// How many threads compute.
#[derive(Debug, Default, Args)]
pub(super) struct Threads {
    /// Number of threads, at most one for each core; the result does not depend on it [default:
    /// one for each core]
    #[arg(long, value_name = "N")]
    pub(super) threads: Option<String>,
}

impl Threads {
    /// The number that was asked for.
    fn number(&self) -> Result<Option<NonZeroUsize>, Error> {
        let number = |text: &String| whole_in(1..=MOST_THREADS, "a number of threads", "threads", text);
        Ok(self.threads.as_ref().map(number).transpose()?.and_then(NonZeroUsize::new))
    }

    /// Threads that are ready to compute; this one alone if none can be started, which a line says.
    pub(super) fn pool(&self) -> Result<ThreadPool, Failure> {
        let pool = drive::pool(self.number()?).or_else(|error| {
            alone(&error.to_string());
            drive::pool_of_one()
        });
        pool.map_err(|error| Error::of_key("threads", error).into())
    }
}

/// Says that one thread does the work, as no others could be started.
pub(super) fn alone(error: &str) {
    remark(&format!("cannot start the threads: {error}; one thread is used"));
}

/// Options of the commands that may run for hours.
#[derive(Debug)]
pub(super) struct LongRun {
    pub(super) threads: Threads,
    /// The file to which the work is saved.
    pub(super) checkpoint: Option<PathBuf>,
    /// Seconds between checkpoints.
    pub(super) checkpoint_every: String,
    /// The file from which the work goes on.
    pub(super) resume: Option<PathBuf>,
    /// Whether all steps of that file are proven before.
    pub(super) verify: bool,
}

impl LongRun {
    /// Whether the work is saved.
    pub(super) fn is_saved(&self) -> bool {
        self.saved().next().is_some()
    }

    /// Who computes g, and how long at most, as far as these options say it.
    pub(super) fn effort(&self) -> Result<Effort, Error> {
        let patience = if self.is_saved() { Patience::Days } else { Patience::Hours };
        Ok(Effort { threads: self.threads.number()?, patience, ..Effort::default() })
    }

    /// Answers a question, and also returns g as far as it is known then, if that was needed.
    ///
    /// # Errors
    /// [`Failure`] for invalid options, a checkpoint that cannot be used or written, and
    /// [`Failure::Interrupted`].
    pub(super) fn answer(
        &self,
        question: &Question,
        interrupt: Interrupt,
    ) -> Result<(Answer, Option<Arc<Grundy>>), Failure> {
        let (mut owners, effort) = (Owners::default(), self.effort()?);
        let Some((known, need)) = question.owner(&mut owners, effort)? else {
            return Ok((question.answer()?, None));
        };
        let begin = || self.begin(known, need, interrupt);
        let mut run = if self.verify { self.threads.pool()?.install(begin) } else { begin() }?;
        let grown = run.grow(known, need);
        owners.pool().refusal().into_iter().for_each(alone);
        grown?;
        run.begin_search();
        let answer = question.answer_in(&mut owners, effort, &mut |done| run.search(done));
        let answer = answer.map_err(|error| run.ended(error))?;
        Ok((answer, question.owner(&mut owners, effort)?.map(|(known, _)| Arc::clone(known.table()))))
    }

    /// The files of the run.
    pub(super) fn saved(&self) -> impl Iterator<Item = &Path> {
        self.checkpoint.iter().chain(&self.resume).map(PathBuf::as_path)
    }

    /// The time between two checkpoints.
    fn pause(&self) -> Result<Duration, Error> {
        const KEY: &str = "checkpoint-every";
        let seconds = number(KEY, &self.checkpoint_every)?;
        if !seconds.is_positive() || seconds > Surd::from(u64::from(LONGEST_PAUSE)) {
            let reason = format!(
                "{} s cannot be the time between checkpoints; give a number above 0, up to {LONGEST_PAUSE}",
                brief(&seconds)
            );
            return Err(Error::of_key(KEY, reason));
        }
        Ok(Duration::try_from_secs_f64(seconds.to_f64().unwrap_or_default()).unwrap_or_default())
    }

    /// Begins to compute what is needed. Everything that can be refused is refused here.
    fn begin(&self, known: &mut Known, need: &Need, interrupt: Interrupt) -> Result<WatchedRun, Failure> {
        let (nothing, pause) = (Arc::clone(known.table()), self.pause()?);
        let lengths = nothing.lengths();
        let (checkpoint, resume) = (self.checkpoint.as_deref(), self.resume.as_deref());
        // claimed before it is read, so that what is read is what is replaced
        let file = checkpoint.map(|path| CheckpointFile::claim(path, resume, lengths)).transpose()?;
        let steps = resume.map_or_else(|| Ok(vec![]), |path| checkpoint_file::load(path, lengths))?;
        let to_prove = resume.filter(|_| self.verify);
        if let Some(path) = to_prove {
            proof::write::verify_steps(lengths, &steps)
                .map_err(|source| CheckpointError::Refused(path.to_owned(), source))?;
        }
        // what goes beyond the first limit may be needed later
        let saved = steps.last().map(|step| nothing.lattice().number(&step.start)).unwrap_or_default();
        let limit = known.next(need)?.unwrap_or_default().max(saved.min(need.furthest().clone()));
        known.resume(&steps, &limit).map_err(|error| not_steps(resume, error))?;
        if let Some(path) = to_prove {
            remark(&format!("proven: the {} steps of '{}'", steps.len(), abridged(path.display())));
        }
        // from the first checkpoint on a signal leads to its hint how to resume
        interrupt.ask_first();
        let autosave = file.map(|file| Autosave::begin(file, pause, steps)).transpose()?;
        let (when, progress) = ("after g was complete".to_owned(), Progress::new());
        Ok(WatchedRun { interrupt, autosave, progress, when, warned: None, unsaved: None })
    }
}

/// Who watches a run: saves it, shows how far it is, and ends it if it is asked to stop.
struct WatchedRun {
    interrupt: Interrupt,
    autosave: Option<Autosave>,
    progress: Progress,
    /// When it was interrupted, if it was.
    when: String,
    /// What has been reported of checkpoints that failed.
    warned: Option<String>,
    /// Why the last checkpoint failed, if it did.
    unsaved: Option<CheckpointError>,
}

impl WatchedRun {
    /// Has g computed as far as it is needed, and saves it now and then, and at the end. Why it
    /// cannot be is said with the answer.
    fn grow(&mut self, known: &mut Known, need: &Need) -> Result<(), Failure> {
        let work = format!("g up to {}", need.furthest().ceil());
        let advice = match self.autosave {
            Some(_) => "; Ctrl-C saves the work and stops",
            None => "; with --checkpoint FILE, Ctrl-C would save the work",
        };
        loop {
            let mut is_begun = false;
            let grown = known.serve(need, &mut |done| {
                self.progress.show(done, &work, advice);
                // each part goes on for a window
                let is_due = mem::replace(&mut is_begun, true);
                let is_due = is_due && self.autosave.as_ref().is_some_and(Autosave::is_due);
                if is_due || self.interrupt.is_asked() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            let is_stopped = grown.is_err_and(|error| error.kind() == ErrorKind::Stopped);
            self.unsaved = self.autosave.as_mut().and_then(|autosave| autosave.save(known.steps()).err());
            if is_stopped && self.interrupt.is_asked() {
                self.when = format!("at L = {}", known.last_step().to_decimal(2));
                return Err(self.interrupted());
            }
            self.warn(!is_stopped);
            if !is_stopped {
                return Ok(());
            }
        }
    }

    /// There is nothing to save any more, and a signal ends the program at once.
    fn begin_search(&mut self) {
        let line = self.interrupted();
        self.interrupt.end_with(&self.progress.above_bar(&format!("nimsweep: {line}")));
        self.progress = Progress::new();
    }

    fn search(&mut self, done: f64) -> ControlFlow<()> {
        self.progress.show(done, "the search in a complete g", "");
        if self.interrupt.is_asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// A checkpoint that fails is no reason to lose the run; one line about it is enough, unless
    /// the work is in another file at the end.
    fn warn(&mut self, is_end: bool) {
        let Some(error) = &self.unsaved else { return };
        let line = format!("{error}; the run continues");
        let is_new =
            |before: &String| is_end && *before != line && matches!(error, CheckpointError::Unwritable(..));
        if self.warned.as_ref().is_none_or(is_new) {
            self.progress.remark(&line);
            self.warned = Some(line);
        }
    }

    /// Why there is no answer.
    fn ended(&self, error: Error) -> Failure {
        if error.kind() == ErrorKind::Stopped { self.interrupted() } else { error.into() }
    }

    /// What a run that was stopped says.
    fn interrupted(&self) -> Failure {
        let how_to_resume = match (&self.unsaved, self.autosave.as_ref().map(Autosave::path)) {
            (Some(error), _) => error.to_string(),
            (None, Some(path)) => format!("resume with --resume {}", shell_word(path)),
            (None, None) => "the work was not saved; with --checkpoint FILE it is".to_owned(),
        };
        Failure::Interrupted { when: self.when.clone(), how_to_resume }
    }
}

/// Steps that bear the right sum and are still not those of g were not written by this program.
fn not_steps(path: Option<&Path>, error: Error) -> Failure {
    match (path, error.kind()) {
        (Some(path), ErrorKind::Setting) => {
            let reason = "its steps are not those of g".to_owned();
            CheckpointError::Incomplete(path.to_owned(), reason).into()
        }
        _ => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::thread::available_parallelism;

    use super::*;
    use crate::ask::Answer;
    use crate::games::squares::{GrundyRun, Lengths};
    use crate::number::Surd;

    #[test]
    fn no_more_threads_are_started_than_there_are_cores() {
        let cores = available_parallelism().map_or(1, usize::from);
        for asked in [1, 2, 3, 64, MOST_THREADS] {
            let threads = Threads { threads: Some(asked.to_string()) };
            assert_eq!(threads.pool().unwrap().current_num_threads(), asked.min(cores));
        }
        assert_eq!(Threads { threads: None }.number().unwrap(), None);
        assert!(Threads { threads: Some("1025".to_owned()) }.number().is_err());
    }

    /// A run whose g is complete, and its question.
    fn complete(options: &LongRun) -> (WatchedRun, Question, Owners) {
        let question: Question = r#"{"command": "range", "range": [2, 100]}"#.parse().unwrap();
        let mut owners = Owners::default();
        let (known, need) = question.owner(&mut owners, Effort::default()).unwrap().unwrap();
        let mut run = options.begin(known, need, Interrupt::never()).unwrap();
        run.grow(known, need).unwrap();
        (run, question, owners)
    }

    /// The answer of such a run.
    fn asked((run, question, owners): &mut (WatchedRun, Question, Owners)) -> Result<Answer, Failure> {
        run.begin_search();
        let answer = question.answer_in(owners, Effort::default(), &mut |done| run.search(done));
        answer.map_err(|error| run.ended(error))
    }

    /// The options of a run by one thread.
    fn options(checkpoint: Option<&Path>, resume: Option<&Path>, verify: bool) -> LongRun {
        let [checkpoint, resume] = [checkpoint, resume].map(|path| path.map(Path::to_owned));
        let threads = Threads { threads: Some("1".to_owned()) };
        LongRun { threads, checkpoint, checkpoint_every: "30".to_owned(), resume, verify }
    }

    #[test]
    fn the_search_for_the_maximum_can_be_interrupted() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("g.json");
        for (checkpoint, says) in [
            (Some(file.as_path()), format!("; resume with --resume {}", shell_word(&file))),
            (None, "; the work was not saved; with --checkpoint FILE it is".to_owned()),
        ] {
            let mut complete = complete(&options(checkpoint, None, false));
            complete.0.interrupt.ask_to_stop();
            let failure = asked(&mut complete).unwrap_err();
            assert_eq!(failure.to_string(), format!("interrupted after g was complete{says}"));
            assert_eq!(failure.exit_code(), 130);
        }
        // what was saved is all of g
        let mut complete = complete(&options(None, Some(&file), false));
        let answer = asked(&mut complete).unwrap();
        let (_, question, mut owners) = complete;
        assert_eq!(answer.to_json(), question.answer().unwrap().to_json());
        let known = &*question.owner(&mut owners, Effort::default()).unwrap().unwrap().0;
        let steps = checkpoint_file::load(&file, known.table().lengths()).unwrap();
        assert_eq!(steps.len(), known.table().steps().len());
    }

    /// Also if a period is looked for in a shorter part of it first.
    #[test]
    fn all_that_was_saved_is_used() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("g.json");
        let question = |command: &str| -> Question {
            format!(r#"{{"command": "grundy", {command}, "lengths": "1,2"}}"#).parse().unwrap()
        };
        let least_share = |question: &Question, options: &LongRun| {
            let mut owners = Owners::default();
            let (known, need) = question.owner(&mut owners, Effort::default()).unwrap().unwrap();
            let mut run = options.begin(known, need, Interrupt::never()).unwrap();
            let mut least = 1.0_f64;
            let served = known.serve(need, &mut |done| {
                least = least.min(done);
                ControlFlow::Continue(())
            });
            served.unwrap();
            run.grow(known, need).unwrap();
            least
        };
        let (upto, at) =
            (question(r#""upto": "55000", "where": "value > 1000""#), question(r#""at": "60000""#));
        assert!(least_share(&upto, &options(Some(&file), None, false)) <= 0.0);
        assert!(least_share(&at, &options(Some(&file), Some(&file), false)) > 0.8);
        assert!(checkpoint_file::load(&file, &"1,2".parse().unwrap()).unwrap().len() > 55_000);
    }

    /// The right sum is not proof: the steps are computed again.
    #[test]
    fn a_checkpoint_with_edited_steps_and_a_right_sum_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("g.json");
        let (lengths, limit) = (Lengths::default(), Surd::from(100));
        let steps: Vec<_> = GrundyRun::new(&lengths, &limit)
            .map(|mut growing| {
                while growing.advance() {}
                growing.steps().collect()
            })
            .unwrap();
        let begun = |steps: Vec<_>| {
            checkpoint_file::write(&mut fs::File::create(&file).unwrap(), &lengths, &steps).unwrap();
            let mut owners = Owners::default();
            let known = owners.one(&lengths, Effort::default()).unwrap();
            options(None, Some(&file), false)
                .begin(known, &Need::table(limit.clone()), Interrupt::never())
                .map(|_| ())
                .map_err(|error| error.to_string())
        };
        assert_eq!(begun(steps.clone()), Ok(()));
        for step in (1..steps.len() / 2).step_by(3) {
            let mut edited = steps.clone();
            edited[step].value ^= 64;
            let complaint = begun(edited).unwrap_err();
            assert!(complaint.contains("its steps are not those of g; give another file"), "{complaint}");
        }
        // the verifier names the first step that is wrong, for a value far behind, too
        let mut edited = steps.clone();
        let last = edited.len() - 1;
        edited[last].value += 64;
        checkpoint_file::write(&mut fs::File::create(&file).unwrap(), &lengths, &edited).unwrap();
        let proven = options(None, Some(&file), true);
        let mut owners = Owners::default();
        let known = owners.one(&lengths, Effort::default()).unwrap();
        let begun = proven.begin(known, &Need::table(limit.clone()), Interrupt::never());
        let complaint = begun.map(|_| ()).unwrap_err().to_string();
        let says = format!("is refused: step {}: not every L here has a move to ", last + 1);
        assert!(complaint.contains(&says), "{complaint}");
    }
}
