//! From the keys of a call to a question, and from its answer to a stream, as JSON, CSV or text;
//! remarks on standard error.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use serde::Serialize;

use super::failure::Failure;
use super::{files, output};
use crate::ask::keys::Keys;
use crate::ask::{Answer, AskError, Question, Table};

/// Reads the keys of a question. What is refused is named as it was typed.
pub(super) fn question<K: Keys + Args>(keys: &K) -> Result<Question, Failure> {
    keys.read().map_err(|error| {
        refusal(error, |key| {
            let command = K::augment_args(Command::new(""));
            let argument = command.get_positionals().find(|argument| argument.get_id() == key)?;
            argument.get_value_names()?.first().map(ToString::to_string)
        })
    })
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

/// How a result is written.
#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct Format {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A way in which answers are written, given by options.
pub(super) trait Writes: Args {
    fn write(&self, out: &mut dyn Write, answer: &Answer) -> Result<(), Failure>;
}

impl Writes for Format {
    fn write(&self, out: &mut dyn Write, answer: &Answer) -> Result<(), Failure> {
        Ok(if self.json { json_of(out, answer) } else { text(out, answer) }?)
    }
}

/// How a table is written.
#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct TableFormat {
    /// Write the table as CSV to a file, or to standard output for - or no name
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-", conflicts_with = "json")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    format: Format,
}

impl TableFormat {
    /// The file for CSV, if there is to be one.
    pub(super) fn file(&self) -> Option<&Path> {
        files::named(self.csv.as_deref())
    }
}

impl Writes for TableFormat {
    fn write(&self, out: &mut dyn Write, answer: &Answer) -> Result<(), Failure> {
        let table = answer.table().filter(|_| self.csv.is_some());
        match (table, self.file()) {
            (Some(table), Some(place)) => files::replace(place, |file| csv(file, table))?,
            (Some(table), None) => csv(out, table)?,
            (None, _) => self.format.write(out, answer)?,
        }
        Ok(())
    }
}

/// Writes an answer as one JSON object.
fn json_of(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    buffered_line(out, |out| answer.write_json(out))
}

/// Writes one JSON object.
pub(super) fn json(out: &mut dyn Write, object: &impl Serialize) -> io::Result<()> {
    buffered_line(out, |out| Ok(serde_json::to_writer_pretty(out, object)?))
}

/// Writes a line break after what a serializer writes, which is every bracket on its own.
fn buffered_line<W: Write>(
    out: W,
    write: impl FnOnce(&mut BufWriter<W>) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    write(&mut out)?;
    out.write_all(b"\n")?;
    out.flush()
}

/// Writes a text and a line break.
pub(super) fn text(out: &mut dyn Write, text: &impl Display) -> io::Result<()> {
    writeln!(out, "{text}")
}

/// Writes an answer as a drawing that is as wide as the terminal, if it can be drawn, or as a text.
pub(super) fn drawing(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    match answer.drawing(output::columns()) {
        Some(drawing) => text(out, &drawing),
        None => text(out, answer),
    }
}

/// Writes a table as CSV.
fn csv(out: &mut dyn Write, table: &dyn Table) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    let titles = table.titles();
    writeln!(out, "{}", quoted_if_needed(titles.iter().copied()))?;
    let mut rows = table.rows();
    while let Some(row) = rows.next_row() {
        if row.is_plain() {
            out.write_all(row.with_commas())?;
        } else {
            out.write_all(quoted_if_needed(row.cells().map(|cell| cell.text)).as_bytes())?;
        }
        out.write_all(b"\n")?;
    }
    out.flush()
}

/// A line of CSV. By RFC 4180 only a field with a comma, a quote or a line break is quoted.
fn quoted_if_needed<'a>(fields: impl Iterator<Item = &'a str>) -> String {
    let quoted = fields.map(|field| match field.contains([',', '"', '\n', '\r']) {
        true => Cow::from(format!("\"{}\"", field.replace('"', "\"\""))),
        false => field.into(),
    });
    quoted.collect::<Vec<_>>().join(",")
}

/// Writes a line on standard error.
pub(super) fn remark(line: &str) {
    // nothing can be done if standard error is closed
    let _ = writeln!(io::stderr(), "nimsweep: {line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_csv_are_those_of_the_csv_library() {
        let fields = ["1+sqrt(2)", "", "a,b", "say \"x\"", "two\nlines", "-1 2", "\r"];
        for (a, b) in itertools::iproduct!(fields, fields) {
            let mut writer = csv::Writer::from_writer(vec![]);
            writer.write_record([a, b]).unwrap();
            let expected = String::from_utf8(writer.into_inner().unwrap()).unwrap();
            assert_eq!(quoted_if_needed([a, b].into_iter()) + "\n", expected);
        }
    }
}
