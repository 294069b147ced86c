//! The options of the commands that ask a question: how an answer is written, its certificate, and
//! the run that finds it.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ArgMatches;

use super::failure::Failure;
use super::files;
use super::long_run::{LongRun, Threads};
use super::output::{Format, Writes, as_drawn, bfile, columns, csv};
use crate::ask::{Answer, TextStyle};
use crate::number::NumberStyle;

/// What the options of a call say.
#[derive(Debug)]
pub(super) struct Options {
    pub(super) numbers: Option<NumberStyle>,
    is_verbose: bool,
    is_drawn: bool,
    csv: Option<PathBuf>,
    bfile: Option<PathBuf>,
    /// The file of a picture, and that of its points.
    pub(super) output: Option<PathBuf>,
    pub(super) data: Option<PathBuf>,
    /// How many dots a PNG has for each pixel.
    pub(super) scale: Option<String>,
    /// Whether an SVG is light or dark as the reader's screen is.
    pub(super) is_both: bool,
    pub(super) format: Format,
    /// The file of the certificate.
    pub(super) certificate: Option<PathBuf>,
    /// After how many seconds an answer is given that only time improves.
    pub(super) within: Option<String>,
    /// None if the answer comes at once.
    pub(super) long_run: Option<LongRun>,
}

impl Options {
    /// Those of a call. An option that its command does not have is not given.
    pub(super) fn of(matches: &ArgMatches) -> Self {
        fn value<T: Clone + Send + Sync + 'static>(matches: &ArgMatches, name: &str) -> Option<T> {
            matches.try_get_one(name).ok().flatten().cloned()
        }
        let is_given = |name| value(matches, name).unwrap_or(false);
        // it has a default
        let long_run = value(matches, "checkpoint-every").map(|checkpoint_every| LongRun {
            threads: Threads { threads: value(matches, "threads") },
            checkpoint: value(matches, "checkpoint"),
            checkpoint_every,
            resume: value(matches, "resume"),
            verify: is_given("verify"),
        });
        Self {
            numbers: value(matches, "numbers"),
            is_verbose: is_given("verbose"),
            is_drawn: is_given("draw"),
            csv: value(matches, "csv"),
            bfile: value(matches, "bfile"),
            output: value(matches, "output"),
            data: value(matches, "data"),
            scale: value(matches, "scale"),
            is_both: is_given("both"),
            format: Format { json: is_given("json") },
            certificate: value(matches, "certificate"),
            within: value(matches, "within"),
            long_run,
        }
    }
}

impl Writes for Options {
    fn files(&self) -> [Option<(&'static str, &Path)>; 2] {
        let [bfile, csv] = [("bfile", &self.bfile), ("csv", &self.csv)]
            .map(|(option, file)| Some((option, files::named(file.as_deref())?)));
        [bfile.or(csv), None]
    }

    fn write(&self, out: &mut dyn Write, answer: &Answer) -> Result<(), Failure> {
        let (numbers, is_verbose) = (self.numbers.unwrap_or_default(), self.is_verbose);
        let answer = answer.restyled(|style| TextStyle { numbers, is_verbose, ..style });
        if self.is_drawn
            && let Some(drawing) = answer.drawing(columns())
        {
            return Ok(writeln!(out, "{}", as_drawn(drawing))?);
        }
        let write = if self.bfile.is_some() { bfile } else { csv };
        if (self.bfile.is_none() && self.csv.is_none()) || answer.table().is_none() {
            return self.format.write(out, &answer);
        }
        match self.files()[0] {
            Some((_, place)) => files::replace(place, |out| write(out, &answer))?,
            None => write(out, &answer)?,
        }
        Ok(())
    }
}
