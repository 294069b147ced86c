//! `nimsweep check`: everything that is known, computed again and compared.

use std::io::Write;
use std::panic;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use clap::Args;
use serde::Serialize;

use super::failure::Failure;
use super::interrupt::Interrupt;
use super::output::{self, Format, entry};
use crate::ask::values::{machine_word, whole_in};
use crate::check::{self, Difference, RandomDifference, RandomKind, RandomQuestions, Reference};

/// `nimsweep check`
#[derive(Debug, Args)]
#[command(
    after_help = "Each line says what was compared, by which two methods, and how many entries agree. The first difference ends a \
    check, and the program then exits with 1.\n\n\
    With --random, questions of every kind are made at random, and each answer is compared with a second method that shares no \
    code with it. The first that differs ends the run: the smallest such question is looked for, and printed as a command.\n\n\
    Examples:\n  nimsweep check\n  nimsweep check --random 1 --seed 7"
)]
pub(super) struct Check {
    /// Folder with the reference tables
    ///
    /// Instead of those that the program was built with.
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Ask random questions for this many seconds
    ///
    /// Each answer is compared with a second method.
    #[arg(long, value_name = "SECONDS", conflicts_with = "data", allow_hyphen_values = true)]
    random: Option<String>,
    /// The same seed asks the same random questions
    ///
    /// [default: from the clock]
    #[arg(long, value_name = "N", requires = "random", allow_hyphen_values = true)]
    seed: Option<String>,
    #[command(flatten)]
    format: Format,
}

/// A year: nobody waits longer.
const MOST_SECONDS: u64 = 365 * 24 * 60 * 60;

/// How all checks went.
#[derive(Serialize)]
struct Summary {
    passed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    checks: Vec<Report>,
}

/// How a check went.
#[derive(Serialize)]
struct Report {
    game: &'static str,
    subject: &'static str,
    methods: [&'static str; 2],
    passed: bool,
    entries: Option<usize>,
    difference: Option<String>,
    seconds: f64,
    /// The random question that differs.
    #[serde(skip)]
    question: Option<String>,
    /// What is counted.
    #[serde(skip)]
    unit: &'static str,
}

impl Check {
    pub(super) fn run(&self, out: &mut dyn Write, interrupt: &Interrupt) -> Result<(), Failure> {
        output::check(out)?;
        if let Some(random) = &self.random {
            let seconds = whole_in(1..=MOST_SECONDS, "a number of seconds", "random", random)?;
            return self.run_random(out, Duration::from_secs(seconds), interrupt);
        }
        let reference = match &self.data {
            None => Reference::built_in(),
            Some(folder) => Reference::from_folder(folder)?,
        };
        let mut checks = vec![];
        for check in check::all() {
            let report = Report::of(&check, &reference);
            if !self.format.json {
                writeln!(out, "{}", entry(&report.line()))?;
                out.flush()?; // a line as soon as it is known
            }
            checks.push(report);
        }
        let all = format!("all {} checks passed", checks.len());
        self.finish(out, checks, None, &all)
    }

    /// Random questions for some time, or up to the first that differs.
    fn run_random(&self, out: &mut dyn Write, time: Duration, interrupt: &Interrupt) -> Result<(), Failure> {
        let seed = match &self.seed {
            Some(text) => machine_word("seed", text)?,
            // short enough to be typed, and another one in every run
            None => SystemTime::UNIX_EPOCH.elapsed().map_or(1, |time| u64::from(time.subsec_nanos())),
        };
        if !self.format.json {
            writeln!(out, "random questions for {} s with the seed {seed}", time.as_secs())?;
            out.flush()?;
        }
        let mut checks: Vec<Report> = RandomQuestions::kinds().map(Report::of_random).collect();
        interrupt.ask_first();
        let (start, mut questions) = (Instant::now(), RandomQuestions::new(seed));
        // the message of a panic is reported with its question, and the search for a smaller one
        // meets it again and again
        let hook = panic::take_hook();
        panic::set_hook(Box::new(|_| ()));
        while checks.iter().all(|check| check.passed) && start.elapsed() < time && !interrupt.is_asked() {
            let before = Instant::now();
            let (kind, outcome) = questions.ask_next();
            if let Some(check) = checks.get_mut(kind) {
                check.seconds += before.elapsed().as_secs_f64();
                match outcome {
                    Ok(()) => check.entries = check.entries.map(|entries| entries + 1),
                    Err(difference) => check.fail(difference),
                }
            }
        }
        panic::set_hook(hook);
        if !self.format.json {
            checks.iter().try_for_each(|check| writeln!(out, "{}", entry(&check.line())))?;
        }
        let asked: usize = checks.iter().filter_map(|check| check.entries).sum();
        let differs = checks.iter().find_map(|check| check.question.clone());
        if let Some(question) = differs.as_ref().filter(|_| !self.format.json) {
            writeln!(out, "the smallest question found that differs:\n{question}")?;
        }
        let is_cut = interrupt.is_asked() && start.elapsed() < time;
        self.finish(out, checks, Some(seed), &format!("all {asked} questions agree"))?;
        if is_cut {
            let when = format!("after {asked} questions");
            let how_to_resume = format!("--seed {seed} asks the same ones first");
            return Err(Failure::Interrupted { when, how_to_resume });
        }
        Ok(())
    }

    /// The end of the output: how all checks went.
    fn finish(
        &self,
        out: &mut dyn Write,
        checks: Vec<Report>,
        seed: Option<u64>,
        all: &str,
    ) -> Result<(), Failure> {
        let (of, failed) = (checks.len(), checks.iter().filter(|report| !report.passed).count());
        let first = checks.iter().find(|report| !report.passed).map(Report::line);
        if self.format.json {
            output::json(out, &Summary { passed: failed == 0, seed, checks })?;
        } else if failed == 0 {
            writeln!(out, "{all}")?;
        }
        first.map_or(Ok(()), |first| Err(Failure::Checks { failed, of, first }))
    }
}

impl Report {
    fn of(check: &check::Check, reference: &Reference) -> Self {
        let start = Instant::now();
        let outcome = check.run(reference);
        Self {
            game: check.game,
            subject: check.subject,
            methods: check.methods,
            passed: outcome.is_ok(),
            entries: outcome.as_ref().ok().copied(),
            difference: outcome.err().as_ref().map(Difference::to_string),
            seconds: start.elapsed().as_secs_f64(),
            question: None,
            unit: "entries",
        }
    }

    /// A kind of random questions, none of which is asked yet.
    fn of_random(RandomKind { game, subject, method }: RandomKind) -> Self {
        let (methods, entries) = ([method, "answer"], Some(0));
        Self {
            game,
            subject,
            methods,
            passed: true,
            entries,
            difference: None,
            seconds: 0.0,
            question: None,
            unit: "questions",
        }
    }

    fn fail(&mut self, difference: RandomDifference) {
        (self.passed, self.entries, self.difference) = (false, None, Some(difference.to_string()));
        self.question = Some(difference.question);
    }

    fn line(&self) -> String {
        let Self { game, subject, methods: [left, right], unit, .. } = self;
        let (entries, milliseconds) = (self.entries.unwrap_or_default(), self.seconds * 1e3);
        match &self.difference {
            None => {
                format!("ok      {game}: {subject}: {left} = {right}, {entries} {unit}, {milliseconds:.0} ms")
            }
            Some(difference) => format!("FAILED  {game}: {subject}: {left} against {right}: {difference}"),
        }
    }
}
