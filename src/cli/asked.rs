//! A command that asks a question: its keys and options, and the run that finds the answer.

use std::io::Write;
use std::ops::ControlFlow;

use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::failure::Failure;
use super::files::replace;
use super::interrupt::{BEFORE_THE_END, Interrupt};
use super::long_run::check_certificate;
use super::options::{Options, with_options};
use super::output::Writes;
use super::progress::Progress;
use super::runner::{Call, Runs};
use crate::ask::commands::{DecimalsKey, GrundyKeys, Keys, RangeKeys, SquaresKeys};
use crate::ask::{AskError, Question, Table};
use crate::games::squares::drive::Stage;

/// A question and its options.
#[derive(Debug)]
pub(super) struct Asked<K> {
    pub(super) keys: K,
    pub(super) options: Options,
}

impl<K: Asks + Args> Args for Asked<K> {
    fn augment_args(command: Command) -> Command {
        with_options(K::COMMAND, K::augment_args(command))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<K: Asks + Args> FromArgMatches for Asked<K> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self { keys: K::from_arg_matches(matches)?, options: Options::of(matches)? })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<K: Asks + Args> Runs for Asked<K> {
    fn run(self, call: Call<'_>) -> Result<(), Failure> {
        write_answer(&self.keys.question()?, &self.options, call.out, call.interrupt)
    }
}

/// The answer is written first, and the certificate also if that fails, as for long runs.
fn write_answer(
    question: &Question,
    options: &Options,
    out: &mut dyn Write,
    interrupt: Interrupt,
) -> Result<(), Failure> {
    let file = options.certificate.as_deref();
    if let Some(long_run) = &options.long_run {
        return long_run.write_answer(question, options, file, out, interrupt);
    }
    if let Some(file) = file {
        check_certificate(file, options.file().map(|(_, file)| file))?;
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
    let written = options.write(out, &answer).and_then(|()| Ok(out.flush()?));
    if let Some((file, certificate)) = file.zip(answer.table().and_then(Table::certificate)) {
        let certificate = certificate.map_err(AskError::from)?;
        replace(file, |out| certificate.write(out))?;
    }
    written
}

/// Arguments that are a question.
pub(super) trait Asks {
    /// The words of the command.
    const COMMAND: &'static str;

    /// The question. What is refused is named as it was typed.
    fn question(&self) -> Result<Question, Failure>;
}

impl<K: Keys + Args> Asks for K {
    const COMMAND: &'static str = K::COMMAND;

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

/// `nimsweep range A B`
#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct RangeArguments {
    /// Where the range begins
    #[arg(value_name = "A")]
    from: String,
    /// Where the range ends
    #[arg(value_name = "B")]
    to: String,
    #[command(flatten)]
    squares: SquaresKeys,
    #[command(flatten)]
    decimals: DecimalsKey,
}

impl Asks for RangeArguments {
    const COMMAND: &'static str = <RangeKeys as Keys>::COMMAND;

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
    const COMMAND: &'static str = <GrundyKeys as Keys>::COMMAND;

    fn question(&self) -> Result<Question, Failure> {
        if self.summary { Ok(self.keys.of_summary().read()?) } else { self.keys.question() }
    }
}
