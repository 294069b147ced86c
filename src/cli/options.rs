//! The options of the commands that ask a question: how an answer is written, its certificate, and
//! the run that finds it; and which command has which.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};

use super::failure::Failure;
use super::files;
use super::long_run::LongRun;
use super::output::{Format, Writes, bfile, columns, csv};
use crate::ask::{Answer, TextStyle};
use crate::number::NumberStyle;

/// The options of each command, in the order of its help: `!x` behind an option stands for "not
/// with x", `?x` for "only with x", and `long-run` for all of [`LongRun`]. A command that is not
/// here has only `json`.
const OF_COMMANDS: [(&str, &str); 10] = [
    ("range", "numbers!json verbose json certificate long-run"),
    (
        "gain",
        "numbers!json draw!one_segment!top!csv!json?range csv!json!one_segment json certificate long-run",
    ),
    ("grundy", "numbers!json csv!json!one_segment json certificate long-run"),
    ("moves", "numbers!json draw!json!random json certificate!within long-run"),
    ("period", "numbers!json json certificate long-run"),
    ("play", "json long-run"),
    (
        "octal",
        "verbose!heaps!at!moves draw!json!csv!heaps!at!upto?moves bfile!json!csv!at!heaps!moves?upto csv!json!at!heaps json certificate!at!heaps!moves",
    ),
    ("stones table", "csv!json json"),
    ("coins table", "csv!json json"),
    ("halving table", "csv!json json"),
];

/// What an option of any command, or of one, says in short, and what else in its long help.
const HELP: &str = r"
numbers|How numbers are written: latex or mathematica|In the text or the table: latex writes \frac{1+2\sqrt{2}}{3}, and mathematica (1+2*Sqrt[2])/3. [default: as in 1/3+2sqrt2/3; in CSV (1+2*sqrt(2))/3]
octal verbose|Also count the rare values|A value is rare if it has an even number of bits in common with the mask.
verbose|Also report how much work it was|How many steps g has, its largest nimber, and how many events were passed, as --json does.
gain draw|Draw e on the range with characters|As a curve, as wide as the terminal.
octal draw|Draw the heaps with characters|A row of pins for each heap that fits the terminal, and for each winning move what it leaves of it.
draw|Draw the places with characters|As strips, as wide as the terminal.
csv|Write the table as CSV|To a file, or to standard output for - or no name.
bfile|Write lines with n and G(n), a b-file|To a file, or to standard output for - or no name.
octal certificate|Also write a proof, for 'nimsweep verify'|A certificate: the values and their period with all that proves them, for 'nimsweep verify' and other checkers.
certificate|Also write a proof, for 'nimsweep verify'|A certificate: the answer with all that proves it, for 'nimsweep verify' and other checkers.
json|Print one JSON object|
";

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

/// Adds the options of a command.
pub(super) fn with_options(of: &str, command: Command) -> Command {
    let listed = OF_COMMANDS.into_iter().find(|(name, _)| *name == of).map_or("json", |(_, options)| options);
    listed.split(' ').fold(command, |command, option| match option {
        "long-run" => LongRun::augment_args(command),
        _ => command.arg(argument(of, option)),
    })
}

/// An option of a command, as the list has it.
fn argument(of: &str, listed: &'static str) -> Arg {
    let (name, needed) = listed.split_once('?').map_or((listed, None), |(name, needed)| (name, Some(needed)));
    let mut excluded = name.split('!');
    let name = excluded.next().unwrap_or_default();
    let own = |key: &str| key == name || key.strip_prefix(of).is_some_and(|key| key.trim_start() == name);
    let mut rows = HELP.lines().filter_map(|row| row.split_once('|'));
    let (help, more) =
        rows.find(|(key, _)| own(key)).and_then(|(_, help)| help.split_once('|')).unwrap_or_default();
    let argument = Arg::new(name).long(name).help(help).conflicts_with_all(excluded);
    let argument = if more.is_empty() { argument } else { argument.long_help(format!("{help}\n\n{more}")) };
    let argument = needed.into_iter().fold(argument, Arg::requires);
    match name {
        "numbers" => {
            argument.value_name("STYLE").value_parser(value_parser!(NumberStyle)).hide_possible_values(true)
        }
        "certificate" => argument.value_name("FILE").value_parser(value_parser!(PathBuf)),
        "csv" | "bfile" => {
            let argument = argument.value_name("FILE").value_parser(value_parser!(PathBuf));
            argument.num_args(0..=1).default_missing_value("-")
        }
        _ => argument.action(ArgAction::SetTrue),
    }
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
    fn file(&self) -> Option<(&'static str, &Path)> {
        let [bfile, csv] = [("bfile", &self.bfile), ("csv", &self.csv)]
            .map(|(option, file)| Some((option, files::named(file.as_deref())?)));
        bfile.or(csv)
    }

    fn write(&self, out: &mut dyn Write, answer: &Answer) -> Result<(), Failure> {
        let (numbers, is_verbose) = (self.numbers.unwrap_or_default(), self.is_verbose);
        let answer = answer.restyled(|style| TextStyle { numbers, is_verbose, ..style });
        if self.is_drawn
            && let Some(drawing) = answer.drawing(columns())
        {
            // who sees lines and dots sees the sign of a root, too
            return Ok(writeln!(out, "{drawing}")?);
        }
        let write = if self.bfile.is_some() { bfile } else { csv };
        if (self.bfile.is_none() && self.csv.is_none()) || answer.table().is_none() {
            return self.format.write(out, &answer);
        }
        match self.file() {
            Some((_, place)) => files::replace(place, |out| write(out, &answer))?,
            None => write(out, &answer)?,
        }
        Ok(())
    }
}
