//! A run on its way: g grows, is saved and watched, and then the question is asked.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use rayon::ThreadPoolBuilder;

use super::checkpoint::{self, CheckpointError};
use super::failure::Failure;
use super::interrupt::Listening;
use super::keeper::Keeper;
use super::progress::Progress;
use crate::ask::{Answer, Question};
use crate::games::squares::{Grundy, GrundyError, GrundyRun, Lengths};
use crate::number::{Surd, abridged};

/// Where the work is saved, how often, and where it is resumed from.
pub(super) struct Saving<'a> {
    pub(super) checkpoint: Option<&'a Path>,
    pub(super) every: Duration,
    pub(super) resume: Option<&'a Path>,
}

/// Everything of a run but the function that grows.
pub(super) struct Run {
    listening: Listening,
    keeper: Option<Keeper>,
    progress: Progress,
    /// The first checkpoint that failed has been reported.
    warned: bool,
    /// Why the last checkpoint failed, if it did.
    unsaved: Option<CheckpointError>,
}

impl Run {
    /// Begins to compute g on [0, limit]. Everything that can be refused is refused here.
    pub(super) fn begin(
        lengths: &Lengths,
        limit: &Surd,
        saving: &Saving<'_>,
        listening: Listening,
    ) -> Result<(Self, GrundyRun), Failure> {
        let Saving { checkpoint, every, resume } = *saving;
        let known = resume.map_or_else(|| Ok(vec![]), |path| checkpoint::load(path, lengths))?;
        let growing =
            GrundyRun::resume(lengths, limit, known.clone()).map_err(|error| not_steps(resume, error))?;
        let keep = |path| Keeper::begin(path, every, lengths, resume, known);
        let keeper = checkpoint.map(keep).transpose()?;
        let progress = Progress::of(&growing, limit);
        Ok((Self { listening, keeper, progress, warned: false, unsaved: None }, growing))
    }

    /// Computes g to its end, by several threads once it is worthwhile to wake them.
    pub(super) fn grow(&mut self, mut growing: GrundyRun, threads: Option<usize>) -> Result<Grundy, Failure> {
        self.advance(&mut growing, |growing| !growing.gains_from_threads());
        if growing.gains_from_threads() && threads != Some(1) {
            // 0 stands for one thread for each core
            let pool = ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build()?;
            pool.install(|| self.advance(&mut growing, |_| true));
        }
        self.advance(&mut growing, |_| true);
        self.keep(&growing, Keeper::save);
        if self.listening.is_asked() {
            return Err(self.interrupted(&format!("at L = {}", growing.last_step().to_decimal(2))));
        }
        self.warn();
        Ok(growing.finish())
    }

    /// Asks the question of a g that is complete.
    pub(super) fn ask(mut self, question: &Question, grundy: &Grundy) -> Result<Answer, Failure> {
        let Self { listening, progress, .. } = &mut self;
        let answer = question.answer_watched(grundy, &mut |done| {
            progress.show_search(done);
            if listening.is_asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        match answer {
            Some(answer) if !self.listening.end() => Ok(answer),
            _ => Err(self.interrupted("after g was complete")),
        }
    }

    /// Sweeps window by window as long as it is wished, until the run is asked to stop.
    fn advance(&mut self, growing: &mut GrundyRun, wished: impl Fn(&GrundyRun) -> bool) {
        while !self.listening.is_asked() && wished(growing) && growing.advance() {
            self.progress.show_growth(growing);
            self.keep(growing, Keeper::keep);
            self.warn();
        }
    }

    fn keep(
        &mut self,
        growing: &GrundyRun,
        how: impl FnOnce(&mut Keeper, &GrundyRun) -> Result<(), CheckpointError>,
    ) {
        if let Some(keeper) = &mut self.keeper {
            self.unsaved = how(keeper, growing).err();
        }
    }

    /// A checkpoint that fails is no reason to lose the run; one line about it is enough.
    fn warn(&mut self) {
        if let Some(error) = &self.unsaved
            && !self.warned
        {
            self.warned = true;
            self.progress.remark(&format!("{error}; the run continues"));
        }
    }

    fn interrupted(&self, when: &str) -> Failure {
        self.listening.end();
        let how_to_resume = match (&self.unsaved, self.keeper.as_ref().map(Keeper::path)) {
            (Some(error), _) => error.to_string(),
            (None, Some(path)) => format!("resume with --resume '{}'", abridged(path.display())),
            (None, None) => "the work is not saved; --checkpoint FILE would save it".to_owned(),
        };
        Failure::Interrupted { when: when.to_owned(), how_to_resume }
    }
}

/// Steps that bear the right sum and are still not those of g were not written by this program.
fn not_steps(path: Option<&Path>, error: GrundyError) -> Failure {
    match (path, &error) {
        (Some(path), GrundyError::NotSteps) => {
            let reason = "its steps are not those of g".to_owned();
            CheckpointError::Incomplete { path: path.to_owned(), reason }.into()
        }
        _ => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::RawQuestion;
    use crate::cli::interrupt::Interrupt;

    /// A run whose g is complete, and its question.
    fn complete(saving: &Saving<'_>) -> (Run, Question, Grundy) {
        let question = Question::read(&RawQuestion::new("range").with_list("range", [2, 100])).unwrap();
        let (lengths, limit) = question.required_grundy().unwrap();
        let listening = Interrupt::Never.listen();
        let (mut run, growing) = Run::begin(lengths, limit, saving, listening).unwrap();
        let grundy = run.grow(growing, Some(1)).unwrap();
        (run, question, grundy)
    }

    #[test]
    fn the_search_for_the_maximum_can_be_interrupted() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("g.json");
        let every = Duration::from_secs(30);
        for (checkpoint, says) in [
            (Some(file.as_path()), format!("; resume with --resume '{}'", abridged(file.display()))),
            (None, "; the work is not saved; --checkpoint FILE would save it".to_owned()),
        ] {
            let saving = Saving { checkpoint, every, resume: None };
            let (run, question, grundy) = complete(&saving);
            run.listening.ask_to_stop();
            let failure = run.ask(&question, &grundy).unwrap_err();
            assert_eq!(failure.to_string(), format!("interrupted after g was complete{says}"));
            assert_eq!(failure.exit_code(), 130);
        }
        // what was saved is all of g
        let saving = Saving { checkpoint: None, every, resume: Some(&file) };
        let (run, question, grundy) = complete(&saving);
        let answer = run.ask(&question, &grundy).unwrap();
        assert_eq!(answer.to_json(), question.answer().unwrap().to_json());
        let steps = checkpoint::load(&file, grundy.lengths()).unwrap();
        assert_eq!(steps.len(), grundy.steps().len());
    }
}
