//! g grown for as long as it takes: by as many threads as wished, watched, stopped, and gone on with.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use itertools::Itertools;
use num_traits::ToPrimitive;
use rayon::ThreadPoolBuilder;

use super::Failure;
use super::args::number;
use super::checkpoint::{self, CheckpointError};
use super::interrupt::{Interrupt, Listening};
use super::keeper::Keeper;
use super::output::real_place;
use super::progress::Progress;
use crate::games::squares::{Growing, Grundy, GrundyError, KeptStep, Lengths};
use crate::number::Surd;

/// The most threads that may be asked for.
const MOST_THREADS: usize = 1024;
/// The longest time between two checkpoints, in seconds: a year or so.
const LONGEST_PAUSE: u32 = 30_000_000;

/// Options of the commands that may run for hours.
#[derive(Debug, Args)]
#[command(next_help_heading = "Long runs")]
pub struct LongRun {
    /// Threads that compute; the result does not depend on it [default: one for each core]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    threads: Option<String>,
    /// Keep the work in a file: now and then, at Ctrl-C, and at the end
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
    /// Go on from the work that a file keeps; it may be that of --checkpoint, and of another limit
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

impl LongRun {
    /// Grows g on [0, limit], by the threads that were asked for once it is worth while to wake them.
    ///
    /// # Errors
    /// [`Failure`] for options that are off, a checkpoint that cannot be used or made, and [`Failure::Interrupted`].
    pub(super) fn grow(
        &self,
        lengths: &Lengths,
        limit: &Surd,
        interrupt: Interrupt,
    ) -> Result<Grundy, Failure> {
        let (threads, every) = (self.threads()?, self.checkpoint_every()?);
        let listening = interrupt.listen();
        let mut run = self.begin(lengths, limit, every)?;
        run.advance(&listening, |growing| !growing.pays_threads());
        if run.growing.pays_threads() && threads != Some(1) {
            // 0 stands for one thread for each core
            let pool = ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build()?;
            pool.install(|| run.advance(&listening, |_| true));
        }
        run.finish(&listening)
    }

    /// Refuses a place for a table where the work is kept, which the table would replace.
    pub(super) fn check_is_not(&self, table: &Path) -> Result<(), Failure> {
        let kept = self.checkpoint.iter().chain(&self.resume);
        if kept.map(|path| real_place(path)).contains(&real_place(table)) {
            let reason = format!("'{}' keeps the work of the run; give another file", table.display());
            return Err(Failure::Value { option: "--csv", reason });
        }
        Ok(())
    }

    fn threads(&self) -> Result<Option<usize>, Failure> {
        let read = |text: &String| {
            let threads = text.parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads));
            threads.ok_or_else(|| Failure::Value {
                option: "--threads",
                reason: format!(
                    "'{}' is not a number of threads; give a whole number from 1 to {MOST_THREADS}",
                    text.escape_debug()
                ),
            })
        };
        self.threads.as_ref().map(read).transpose()
    }

    fn checkpoint_every(&self) -> Result<Duration, Failure> {
        const OPTION: &str = "--checkpoint-every";
        let seconds = number(OPTION, &self.checkpoint_every)?;
        if !seconds.is_positive() || seconds > Surd::from(u64::from(LONGEST_PAUSE)) {
            let reason = format!(
                "{seconds} s is no time between checkpoints; give a number above 0, up to {LONGEST_PAUSE}"
            );
            return Err(Failure::Value { option: OPTION, reason });
        }
        Ok(Duration::try_from_secs_f64(seconds.to_f64().unwrap_or_default()).unwrap_or_default())
    }

    /// Everything that can be refused is refused here.
    fn begin(&self, lengths: &Lengths, limit: &Surd, every: Duration) -> Result<Run, Failure> {
        let known = self.known(lengths)?;
        let growing = Growing::resume(lengths, limit, known.clone())
            .map_err(|error| not_steps(self.resume.as_ref(), error))?;
        let keep = |path: &PathBuf| Keeper::begin(path, every, lengths, self.resume.as_deref(), known);
        let keeper = self.checkpoint.as_ref().map(keep).transpose()?;
        let progress = Progress::of(&growing, limit.to_f64().unwrap_or(f64::INFINITY));
        Ok(Run { growing, keeper, progress, warned: false })
    }

    /// The steps that the file to go on from has.
    fn known(&self, lengths: &Lengths) -> Result<Vec<KeptStep>, CheckpointError> {
        let load = |path: &PathBuf| checkpoint::load(path, lengths);
        self.resume.as_ref().map_or_else(|| Ok(vec![]), load)
    }
}

/// Steps that bear the right sum and are still not those of g were not written by this program.
fn not_steps(path: Option<&PathBuf>, error: GrundyError) -> Failure {
    match (path, &error) {
        (Some(path), GrundyError::NotSteps) => CheckpointError::NotWhole {
            path: path.clone(),
            reason: "its steps are not those of g".to_owned(),
        }
        .into(),
        _ => error.into(),
    }
}

type Kept = Result<(), CheckpointError>;

/// A run on its way.
struct Run {
    growing: Growing,
    keeper: Option<Keeper>,
    progress: Progress,
    warned: bool,
}

impl Run {
    /// Goes on as long as it is wished, until it is asked to stop.
    fn advance(&mut self, listening: &Listening, wished: impl Fn(&Growing) -> bool) {
        while !listening.is_asked() && wished(&self.growing) && self.growing.advance() {
            self.progress.show(&self.growing);
            let kept = self.keep(Keeper::keep);
            self.warn(kept);
        }
    }

    /// Goes on to the end, or until it is asked to stop.
    fn finish(mut self, listening: &Listening) -> Result<Grundy, Failure> {
        self.advance(listening, |_| true);
        let kept = self.keep(Keeper::save);
        if listening.end() {
            return Err(self.interrupted(kept));
        }
        self.warn(kept);
        Ok(self.growing.finish())
    }

    fn keep(&mut self, how: impl FnOnce(&mut Keeper, &Growing) -> Kept) -> Kept {
        self.keeper.as_mut().map_or(Ok(()), |keeper| how(keeper, &self.growing))
    }

    /// A checkpoint that fails is no reason to lose the run; one line about it is enough.
    fn warn(&mut self, kept: Kept) {
        if let Err(error) = kept
            && !std::mem::replace(&mut self.warned, true)
        {
            self.progress.remark(&format!("{error}; the run goes on"));
        }
    }

    fn interrupted(&self, kept: Kept) -> Failure {
        let how_to_go_on = match (kept, self.keeper.as_ref().map(Keeper::path)) {
            (Err(error), _) => error.to_string(),
            (Ok(()), Some(path)) => format!("go on with --resume '{}'", path.display()),
            (Ok(()), None) => "the work is not kept; --checkpoint FILE would keep it".to_owned(),
        };
        Failure::Interrupted { at: self.growing.last_step().to_decimal(2), how_to_go_on }
    }
}
