//! Standard output, tables, JSON, and files that are whole or absent.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use itertools::Itertools;
use num_bigint::BigUint;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::Value;
use tempfile::NamedTempFile;
use thiserror::Error;

use super::args::Listing;
use crate::algebraic::Algebraic;
use crate::number::Surd;

/// A result cannot be written.
#[derive(Debug, Error)]
pub enum OutputError {
    /// Standard output does not take it.
    #[error("cannot write the result: {0}")]
    Stream(#[from] io::Error),
    /// A file cannot be made.
    #[error("cannot write '{}': {source}; give a file in a folder that can be written, or - for standard output", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl OutputError {
    /// Whether a reader has closed its end of a pipe: no reason to complain.
    #[must_use]
    pub fn is_closed_pipe(&self) -> bool {
        let (Self::Stream(error) | Self::File { source: error, .. }) = self;
        error.kind() == io::ErrorKind::BrokenPipe
    }
}

/// Writes one JSON object.
pub(super) fn json(out: &mut dyn Write, object: &impl Serialize) -> Result<(), OutputError> {
    // in one piece, as the serializer writes every bracket on its own
    let mut text = serde_json::to_vec_pretty(object).map_err(io::Error::from)?;
    text.push(b'\n');
    Ok(out.write_all(&text)?)
}

/// The closed form as JSON, null where there is none in the field.
pub(super) fn exact_or_null(number: &Algebraic) -> Value {
    number.in_field().map_or(Value::Null, |number| number.to_string().into())
}

/// A number for people: decimals, and the closed form where it says more.
pub(super) fn both(number: &Algebraic, digits: usize) -> String {
    match number.in_field() {
        None => format!("{} (no closed form in the field of the lengths)", number.to_decimal(digits)),
        Some(exact) => both_exact(exact, digits),
    }
}

/// As [`both`], for a number that has a closed form.
pub(super) fn both_exact(exact: &Surd, digits: usize) -> String {
    let (decimal, closed) = (exact.to_decimal(digits), exact.to_string());
    if closed.bytes().all(|c| c.is_ascii_digit()) { closed } else { format!("{decimal} = {closed}") }
}

/// Writes a table with right-aligned columns below their titles; all cells are ASCII, as many in a row as titles.
pub(super) fn table<R>(
    out: &mut dyn Write,
    titles: &[&str],
    rows: impl Iterator<Item = R>,
) -> Result<(), OutputError>
where
    R: IntoIterator<Item: AsRef<str>>,
{
    let mut table = Aligned::new(titles.len());
    table.push(titles);
    rows.for_each(|row| table.push(row));
    Ok(table.write(out)?)
}

/// The cells of a table, and how wide its columns have to be.
struct Aligned {
    /// The texts of all cells, row by row.
    text: String,
    /// Where in `text` each cell ends.
    ends: Vec<usize>,
    widths: Vec<usize>,
}

impl Aligned {
    fn new(columns: usize) -> Self {
        Self { text: String::new(), ends: vec![], widths: vec![0; columns] }
    }

    fn push(&mut self, row: impl IntoIterator<Item: AsRef<str>>) {
        for (cell, width) in row.into_iter().zip(&mut self.widths) {
            let cell = cell.as_ref();
            self.text.push_str(cell);
            self.ends.push(self.text.len());
            *width = cell.len().max(*width);
        }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let (mut line, mut start) = (vec![], 0);
        for row in self.ends.chunks(self.widths.len()) {
            line.clear();
            for (&end, width) in row.iter().zip(&self.widths) {
                let cell = &self.text[start..end];
                line.resize(line.len() + 1 + width - cell.len(), b' ');
                line.extend_from_slice(cell.as_bytes());
                line.push(b' ');
                start = end;
            }
            line.push(b'\n');
            out.write_all(&line)?;
        }
        Ok(())
    }
}

/// A whole number for people: in full up to 60 digits, else its ends and how many digits there are.
pub(super) fn brief(number: &BigUint) -> String {
    let digits = number.to_string();
    if digits.len() <= 60 {
        return digits;
    }
    let (start, end) = (&digits[..20], &digits[digits.len() - 20..]);
    format!("{start}...{end} ({} digits)", digits.len())
}

/// The first numbers of a list for people, and how many there are if not all are shown.
pub(super) fn brief_list(numbers: &[BigUint], between: &str) -> String {
    const SHOWN: usize = 12;
    let list = numbers.iter().take(SHOWN).map(brief).join(between);
    let more = numbers.len().saturating_sub(SHOWN);
    if more == 0 { list } else { format!("{list}{between}... ({more} more; --json lists them all)") }
}

/// Writes a table as CSV, as JSON with its rows below what `head` says, or for people.
pub(super) fn listing(
    out: &mut dyn Write,
    listing: &Listing,
    head: &Value,
    titles: &[&str],
    rows: impl Iterator<Item = Vec<Value>>,
) -> Result<(), OutputError> {
    if listing.json {
        return Ok(json_with_rows(out, head, titles, rows).map_err(io::Error::from)?);
    }
    let rows = rows.map(|row| row.into_iter().map(plain_text).collect_vec());
    match &listing.csv {
        Some(place) => csv(out, place, titles, rows),
        None => table(out, titles, rows),
    }
}

/// One JSON object, row by row, since a million of them would fill a gigabyte.
fn json_with_rows(
    out: &mut dyn Write,
    head: &Value,
    titles: &[&str],
    rows: impl Iterator<Item = Vec<Value>>,
) -> serde_json::Result<()> {
    let mut serializer = serde_json::Serializer::pretty(&mut *out);
    let mut object = serializer.serialize_map(None)?;
    for (key, value) in head.as_object().into_iter().flatten() {
        object.serialize_entry(key, value)?;
    }
    let rows = rows.map(|row| Row { titles, fields: row });
    object.serialize_entry("rows", &Streamed(Cell::new(Some(rows))))?;
    object.end()?;
    writeln!(out).map_err(serde_json::Error::io)
}

/// A row as a JSON object.
struct Row<'a> {
    titles: &'a [&'a str],
    fields: Vec<Value>,
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.titles.iter().zip(&self.fields))
    }
}

/// A sequence that is written while it is made, once.
struct Streamed<I>(Cell<Option<I>>);

impl<I: Iterator<Item: Serialize>> Serialize for Streamed<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.take().into_iter().flatten())
    }
}

/// A field without the quotes of JSON; null is empty.
fn plain_text(field: Value) -> String {
    match field {
        Value::String(text) => text,
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// Writes CSV to standard output for `-`, else to a file.
///
/// The file appears whole or not at all: it is written beside its place and then renamed. A place that is no regular file,
/// such as a device, is written to directly.
pub(super) fn csv<R>(
    out: &mut dyn Write,
    place: &Path,
    titles: &[&str],
    rows: impl Iterator<Item = R>,
) -> Result<(), OutputError>
where
    R: IntoIterator<Item: AsRef<[u8]>>,
{
    if place == Path::new("-") {
        return Ok(write_csv(out, titles, rows)?);
    }
    replace_file(place, |file| write_csv(file, titles, rows))
        .map_err(|error| OutputError::File { path: place.to_owned(), source: plain(error) })
}

/// What the system said, without the name of the temporary file that may stand around it.
fn plain(error: io::Error) -> io::Error {
    if error.raw_os_error().is_some() { error } else { error.kind().into() }
}

fn write_csv<R>(out: &mut dyn Write, titles: &[&str], rows: impl Iterator<Item = R>) -> io::Result<()>
where
    R: IntoIterator<Item: AsRef<[u8]>>,
{
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(titles).map_err(from_csv)?;
    for row in rows {
        writer.write_record(row).map_err(from_csv)?;
    }
    writer.flush()
}

/// What the system said, without the words of the CSV library around it.
fn from_csv(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// Refuses a place for CSV that no file can be made in, before hours of work rather than after.
pub(super) fn check_place(place: &Path) -> Result<(), OutputError> {
    let target = real_place(place);
    if place == Path::new("-") || fs::metadata(&target).is_ok_and(|metadata| !metadata.is_file()) {
        return Ok(());
    }
    let made = new_file_in(folder_of(&target));
    made.map(drop).map_err(|error| OutputError::File { path: place.to_owned(), source: plain(error) })
}

/// Where a path leads, through links, so that a file itself is replaced and not the link to it.
pub(super) fn real_place(path: &Path) -> PathBuf {
    let in_real_folder = || Some(fs::canonicalize(folder_of(path)).ok()?.join(path.file_name()?));
    fs::canonicalize(path).ok().or_else(in_real_folder).unwrap_or_else(|| path.to_owned())
}

/// The folder of a path.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn replace_file(place: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let target = real_place(place);
    if fs::metadata(&target).is_ok_and(|metadata| !metadata.is_file()) {
        let mut file = BufWriter::new(File::options().write(true).open(&target)?);
        write(&mut file)?;
        return file.flush();
    }
    written_beside(&target, write)?.persist(&target)?;
    Ok(())
}

/// A file in the folder of `target`, with everything in it, to be renamed to that.
pub(super) fn written_beside(
    target: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<NamedTempFile> {
    let mut file = new_file_in(folder_of(target)).map_err(plain)?;
    let mut buffer = BufWriter::new(file.as_file_mut());
    write(&mut buffer)?;
    buffer.flush()?;
    drop(buffer);
    Ok(file)
}

/// A file without a name yet, which a person may read as if it had been made in the ordinary way.
fn new_file_in(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".nimsweep-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // less the umask
    builder.tempfile_in(folder)
}
