//! A command that asks a question: its keys, how the answer is written, and the run that finds it.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::{Args, Command};

use super::failure::Failure;
use super::files::replace;
use super::interrupt::{BEFORE_THE_END, Interrupt};
use super::long_run::{Certified, LongRun, check_certificate};
use super::output::Writes;
use super::progress::Progress;
use crate::ask::commands::{DecimalsKey, GrundyKeys, Keys, RangeKeys, SquaresKeys};
use crate::ask::{AskError, Question, Table};
use crate::games::squares::drive::Stage;

/// A question, how its answer is written, and how long that may take.
#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct Asked<K: Asks + Args, F: Writes + Args, R: RunOptions + Args> {
    #[command(flatten)]
    pub(super) keys: K,
    #[command(flatten)]
    pub(super) format: F,
    #[command(flatten)]
    pub(super) options: R,
}

impl<K: Asks + Args, F: Writes + Args, R: RunOptions + Args> Asked<K, F, R> {
    pub(super) fn run(self, out: &mut dyn Write, interrupt: Interrupt) -> Result<(), Failure> {
        let question = self.keys.question()?;
        match self.options.long_run() {
            Some((long_run, certificate)) => {
                long_run.write_answer(&question, &self.format, certificate, out, interrupt)
            }
            None => self.write_at_once(&question, out, &interrupt),
        }
    }

    /// The answer is written first, and the certificate also if that fails, as for long runs.
    fn write_at_once(
        &self,
        question: &Question,
        out: &mut dyn Write,
        interrupt: &Interrupt,
    ) -> Result<(), Failure> {
        let file = self.options.certificate();
        if let Some(file) = file {
            check_certificate(file, self.format.file().map(|(_, file)| file))?;
        }
        let mut progress = Progress::new();
        interrupt.end_with(&progress.above_bar(BEFORE_THE_END));
        let answer = question.answer_in(None, &mut |stage| {
            if let Stage::Search(done) = stage {
                progress.show(done, "values", "; those up to 10000 come at once: --upto 10000");
            }
            ControlFlow::Continue(())
        });
        drop(progress);
        interrupt.end_with(BEFORE_THE_END);
        let answer = answer?;
        let written = self.format.write(out, &answer).and_then(|()| Ok(out.flush()?));
        if let Some((file, certificate)) = file.zip(answer.table().and_then(Table::certificate)) {
            let certificate = certificate.map_err(AskError::from)?;
            replace(file, |out| certificate.write(out))?;
        }
        written
    }
}

/// Arguments that are a question.
pub(super) trait Asks {
    /// The question. What is refused is named as it was typed.
    fn question(&self) -> Result<Question, Failure>;
}

impl<K: Keys + Args> Asks for K {
    fn question(&self) -> Result<Question, Failure> {
        self.read().map_err(|error| {
            refusal(error, |key| {
                let command = K::augment_args(Command::new(""));
                let argument = command.get_positionals().find(|argument| argument.get_id() == key)?;
                argument.get_value_names()?.first().map(ToString::to_string)
            })
        })
    }
}

/// Why a question is refused. The value of a key is that of an option, unless the key is the
/// argument of some name.
pub(super) fn refusal(error: AskError, name: impl Fn(&str) -> Option<String>) -> Failure {
    match error {
        AskError::Value(error) => match name(&error.key) {
            Some(option) => Failure::Value { option, reason: error.reason, mark: error.mark },
            None => error.into(),
        },
        other => other.into(),
    }
}

/// How the answer is found.
pub(super) trait RunOptions {
    /// The options of a long run, and the file of a certificate; none if the answer comes at once.
    fn long_run(&self) -> Option<(&LongRun, Option<&Path>)> {
        None
    }

    /// The file of the certificate of an answer that comes at once.
    fn certificate(&self) -> Option<&Path> {
        None
    }
}

/// No options: the answer comes at once.
#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct AtOnce {}

impl RunOptions for AtOnce {}

/// The answer comes at once, with a certificate.
#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct CertifiedAtOnce {
    /// Also write a proof, for 'nimsweep verify'
    ///
    /// A certificate: the values and their period with all that proves them, for 'nimsweep verify'
    /// and other checkers.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

impl RunOptions for CertifiedAtOnce {
    fn certificate(&self) -> Option<&Path> {
        self.certificate.as_deref()
    }
}

impl RunOptions for LongRun {
    fn long_run(&self) -> Option<(&LongRun, Option<&Path>)> {
        Some((self, None))
    }
}

impl RunOptions for Certified {
    fn long_run(&self) -> Option<(&LongRun, Option<&Path>)> {
        Some((&self.long_run, self.certificate.as_deref()))
    }
}

/// `nimsweep range A B`
#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct RangeArguments {
    /// Where the range begins
    #[arg(value_name = "A", allow_hyphen_values = true)]
    from: String,
    /// Where the range ends
    #[arg(value_name = "B", allow_hyphen_values = true)]
    to: String,
    #[command(flatten)]
    squares: SquaresKeys,
    #[command(flatten)]
    decimals: DecimalsKey,
}

impl Asks for RangeArguments {
    fn question(&self) -> Result<Question, Failure> {
        let range = vec![self.from.clone(), self.to.clone()];
        let (squares, decimals) = (self.squares.clone(), self.decimals.clone());
        let question = RangeKeys { range, squares, decimals }.read();
        question.map_err(|error| refusal(error, |key| (key == "range").then(|| key.to_owned())))
    }
}

/// `nimsweep grundy`, or with an option the question of the summary.
#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct GrundyOrSummary {
    #[command(flatten)]
    keys: GrundyKeys,
    /// How often each value occurs, and where first
    ///
    /// And its share of the length.
    #[arg(long, conflicts_with_all = ["one_segment", "where"])]
    summary: bool,
}

impl Asks for GrundyOrSummary {
    fn question(&self) -> Result<Question, Failure> {
        if self.summary { Ok(self.keys.of_summary().read()?) } else { self.keys.question() }
    }
}
