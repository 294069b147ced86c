//! Results on a stream: JSON, CSV and text; remarks on standard error.

use std::fmt::Display;
use std::io::{self, BufWriter, Write};

use serde::Serialize;

use super::width;
use crate::ask::{Answer, Table};

/// Writes one JSON object.
pub(super) fn json(out: &mut dyn Write, object: &impl Serialize) -> io::Result<()> {
    // the serializer writes every bracket on its own
    let mut out = BufWriter::new(out);
    serde_json::to_writer_pretty(&mut out, object)?;
    out.write_all(b"\n")?;
    out.flush()
}

/// Writes a text and a line break.
pub(super) fn text(out: &mut dyn Write, text: &impl Display) -> io::Result<()> {
    writeln!(out, "{text}")
}

/// Writes an answer as a drawing that is as wide as the terminal, if it can be drawn, or as a text.
pub(super) fn drawing(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    match answer.drawing(width::of_output()) {
        Some(drawing) => text(out, &drawing),
        None => text(out, answer),
    }
}

/// Writes a table as CSV.
pub(super) fn csv(out: &mut dyn Write, table: &dyn Table) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(table.titles()).map_err(from_csv)?;
    for row in table.rows() {
        writer.write_record(row.iter().map(ToString::to_string)).map_err(from_csv)?;
    }
    writer.flush()
}

/// Writes a line on standard error.
pub(super) fn remark(line: &str) {
    // nothing can be done if standard error is closed
    let _ = writeln!(io::stderr(), "nimsweep: {line}");
}

/// What the system said, without the words of the CSV library around it.
fn from_csv(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
