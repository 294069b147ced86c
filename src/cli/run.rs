//! A run on its way: g grows, is saved and watched, and then the question is asked.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use rayon::ThreadPoolBuilder;

use super::checkpoint_file::{self, Autosave, CheckpointError, CheckpointFile};
use super::failure::Failure;
use super::files::shell_word;
use super::interrupt::Interrupt;
use super::progress::Progress;
use crate::ask::{Answer, Question};
use crate::games::squares::{Grundy, GrundyRun, Lengths, Method, SquaresError};
use crate::number::{Surd, abridged};
use crate::proof;

/// Where the work is saved, how often, and where it is resumed from.
pub(super) struct Saving<'a> {
    pub(super) checkpoint: Option<&'a Path>,
    pub(super) every: Duration,
    pub(super) resume: Option<&'a Path>,
    /// Whether the steps that it resumes from are proven first.
    pub(super) prove: bool,
}

/// Everything of a run but the function that grows.
pub(super) struct Run {
    method: Method,
    interrupt: Interrupt,
    autosave: Option<Autosave>,
    progress: Progress,
    /// What has been reported of checkpoints that failed.
    warned: Option<String>,
    /// Why the last checkpoint failed, if it did.
    unsaved: Option<CheckpointError>,
}

impl Run {
    /// Begins to compute g on [0, limit]. Everything that can be refused is refused here.
    pub(super) fn begin(
        method: Method,
        lengths: &Lengths,
        limit: &Surd,
        saving: &Saving<'_>,
        interrupt: Interrupt,
    ) -> Result<(Self, GrundyRun), Failure> {
        let Saving { checkpoint, every, resume, prove } = *saving;
        // claimed before it is read, so that what is read is what is replaced
        let file = checkpoint.map(|path| CheckpointFile::claim(path, resume, lengths)).transpose()?;
        let known = resume.map_or_else(|| Ok(vec![]), |path| checkpoint_file::load(path, lengths))?;
        if let Some(path) = resume.filter(|_| prove) {
            proof::verify_steps(lengths, &known)
                .map_err(|source| CheckpointError::Refused(path.to_owned(), source))?;
        }
        let growing =
            GrundyRun::resume(method, lengths, limit, &known).map_err(|error| not_steps(resume, error))?;
        let progress = Progress::of(&growing, limit);
        if let Some(path) = resume.filter(|_| prove) {
            progress.remark(&format!("proven: the {} steps of '{}'", known.len(), abridged(path.display())));
        }
        let autosave = file.map(|file| Autosave::begin(file, every, known)).transpose()?;
        interrupt.ask_first();
        Ok((Self { method, interrupt, autosave, progress, warned: None, unsaved: None }, growing))
    }

    /// Computes g to its end, by several threads once it is worthwhile to wake them.
    pub(super) fn grow(&mut self, mut growing: GrundyRun, threads: Option<usize>) -> Result<Grundy, Failure> {
        self.advance(&mut growing, |growing| !growing.gains_from_threads());
        if growing.gains_from_threads() && threads != Some(1) {
            // 0 stands for one thread for each core
            match ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build() {
                Ok(pool) => pool.install(|| self.advance(&mut growing, |_| true)),
                Err(error) => {
                    self.progress.remark(&format!("cannot start the threads: {error}; one thread computes"));
                }
            }
        }
        self.advance(&mut growing, |_| true);
        self.keep(&growing, Autosave::save);
        if self.interrupt.is_asked() {
            return Err(self.interrupted(&format!("at L = {}", growing.last_step().to_decimal(2))));
        }
        self.warn(true);
        Ok(growing.finish())
    }

    /// Computes g on from where it is known to a further limit.
    pub(super) fn grow_on(
        &mut self,
        grundy: &Grundy,
        limit: &Surd,
        threads: Option<usize>,
    ) -> Result<Grundy, Failure> {
        let growing = grundy.continued_to(self.method, limit)?;
        self.progress = Progress::of(&growing, limit);
        self.grow(growing, threads)
    }

    /// Asks the question of a g that is complete. There is nothing to save any more, and a signal
    /// ends the program at once.
    pub(super) fn ask(mut self, question: &Question, grundy: &Grundy) -> Result<Answer, Failure> {
        let when = "after g was complete";
        let line = self.progress.above_bar(&format!("nimsweep: {}", self.interrupted(when)));
        if self.interrupt.end_with(&line) {
            return Err(self.interrupted(when));
        }
        let Self { interrupt, progress, .. } = &mut self;
        let answer = question.answer_watched(grundy, &mut |done| {
            progress.show_search(done);
            if interrupt.is_asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        answer.ok_or_else(|| self.interrupted(when))
    }

    /// Sweeps window by window as long as it is wished, until the run is asked to stop.
    fn advance(&mut self, growing: &mut GrundyRun, wished: impl Fn(&GrundyRun) -> bool) {
        while !self.interrupt.is_asked() && wished(growing) && growing.advance() {
            self.progress.show_growth(growing);
            self.keep(growing, Autosave::save_if_due);
            self.warn(false);
        }
    }

    fn keep(
        &mut self,
        growing: &GrundyRun,
        how: impl FnOnce(&mut Autosave, &GrundyRun) -> Result<(), CheckpointError>,
    ) {
        if let Some(autosave) = &mut self.autosave {
            self.unsaved = how(autosave, growing).err();
        }
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

    fn interrupted(&self, when: &str) -> Failure {
        let how_to_resume = match (&self.unsaved, self.autosave.as_ref().map(Autosave::path)) {
            (Some(error), _) => error.to_string(),
            (None, Some(path)) => format!("resume with --resume {}", shell_word(path)),
            (None, None) => "the work is not saved; --checkpoint FILE would save it".to_owned(),
        };
        Failure::Interrupted { when: when.to_owned(), how_to_resume }
    }
}

/// Steps that bear the right sum and are still not those of g were not written by this program.
fn not_steps(path: Option<&Path>, error: SquaresError) -> Failure {
    match (path, &error) {
        (Some(path), SquaresError::NotSteps) => {
            let reason = "its steps are not those of g".to_owned();
            CheckpointError::Incomplete(path.to_owned(), reason).into()
        }
        _ => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::ask::raw_question::RawQuestion;
    use crate::cli::interrupt::Interrupt;

    /// A run whose g is complete, and its question.
    fn complete(saving: &Saving<'_>) -> (Run, Question, Grundy) {
        let question = Question::read(&RawQuestion::new("range").with_list("range", [2, 100])).unwrap();
        let (lengths, limit) = question.required_grundy().unwrap();
        let (mut run, growing) =
            Run::begin(question.method(), lengths, limit, saving, Interrupt::never()).unwrap();
        let grundy = run.grow(growing, Some(1)).unwrap();
        (run, question, grundy)
    }

    #[test]
    fn the_search_for_the_maximum_can_be_interrupted() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("g.json");
        let every = Duration::from_secs(30);
        for (checkpoint, says) in [
            (Some(file.as_path()), format!("; resume with --resume '{}'", file.display())),
            (None, "; the work is not saved; --checkpoint FILE would save it".to_owned()),
        ] {
            let saving = Saving { checkpoint, every, resume: None, prove: false };
            let (run, question, grundy) = complete(&saving);
            run.interrupt.ask_to_stop();
            let failure = run.ask(&question, &grundy).unwrap_err();
            assert_eq!(failure.to_string(), format!("interrupted after g was complete{says}"));
            assert_eq!(failure.exit_code(), 130);
        }
        // what was saved is all of g
        let saving = Saving { checkpoint: None, every, resume: Some(&file), prove: false };
        let (run, question, grundy) = complete(&saving);
        let answer = run.ask(&question, &grundy).unwrap();
        assert_eq!(answer.to_json(), question.answer().unwrap().to_json());
        let steps = checkpoint_file::load(&file, grundy.lengths()).unwrap();
        assert_eq!(steps.len(), grundy.steps().len());
    }

    /// The right sum is no proof: the steps are computed again.
    #[test]
    fn a_checkpoint_with_edited_steps_and_a_right_sum_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("g.json");
        let every = Duration::from_secs(30);
        let saving = Saving { checkpoint: None, every, resume: Some(&file), prove: false };
        let (lengths, limit) = (Lengths::default(), Surd::from(100));
        let steps: Vec<_> = GrundyRun::new(&lengths, &limit)
            .map(|mut growing| {
                while growing.advance() {}
                growing.steps().collect()
            })
            .unwrap();
        let begun = |steps| {
            checkpoint_file::write(&mut fs::File::create(&file).unwrap(), &lengths, steps).unwrap();
            Run::begin(Method::Fastest, &lengths, &limit, &saving, Interrupt::never())
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
        let saving = Saving { prove: true, ..saving };
        let mut edited = steps.clone();
        let last = edited.len() - 1;
        edited[last].value += 64;
        checkpoint_file::write(&mut fs::File::create(&file).unwrap(), &lengths, edited).unwrap();
        let begun = Run::begin(Method::Fastest, &lengths, &limit, &saving, Interrupt::never());
        let complaint = begun.map(|_| ()).unwrap_err().to_string();
        let says = format!("is refused: step {}: not every L here has a move to ", last + 1);
        assert!(complaint.contains(&says), "{complaint}");
    }
}
