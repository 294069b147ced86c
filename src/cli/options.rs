//! The options of the commands that ask a question: how an answer is written, its certificate, and
//! the run that finds it.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, FromArgMatches};

use super::failure::Failure;
use super::files;
use super::long_run::LongRun;
use super::output::{Format, Writes, as_drawn, bfile, columns, csv};
use crate::ask::{Answer, TextStyle};
use crate::number::NumberStyle;

/// What the options of a call say.
#[derive(Debug)]
pub(super) struct Options {
    numbers: Option<NumberStyle>,
    is_verbose: bool,
    is_drawn: bool,
    csv: Option<PathBuf>,
    bfile: Option<PathBuf>,
    pub(super) format: Format,
    /// The file of the certificate.
    pub(super) certificate: Option<PathBuf>,
    /// None if the answer comes at once.
    pub(super) long_run: Option<LongRun>,
}

impl Options {
    /// Those of a call. An option that its command does not have is not given.
    pub(super) fn of(matches: &ArgMatches) -> Result<Self, clap::Error> {
        fn value<T: Clone + Send + Sync + 'static>(matches: &ArgMatches, name: &str) -> Option<T> {
            matches.try_get_one(name).ok().flatten().cloned()
        }
        let is_given = |name| value(matches, name).unwrap_or(false);
        // it has a default
        let is_long = value::<String>(matches, "checkpoint_every").is_some();
        Ok(Self {
            numbers: value(matches, "numbers"),
            is_verbose: is_given("verbose"),
            is_drawn: is_given("draw"),
            csv: value(matches, "csv"),
            bfile: value(matches, "bfile"),
            format: Format { json: is_given("json") },
            certificate: value(matches, "certificate"),
            long_run: is_long.then(|| LongRun::from_arg_matches(matches)).transpose()?,
        })
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
