//! Results on a stream: JSON, CSV and text; remarks on standard error.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, BufWriter, Write};

use serde::Serialize;

use super::output;
use crate::ask::{Answer, Table};

/// Writes an answer as one JSON object.
pub(super) fn answer(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
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
pub(super) fn csv(out: &mut dyn Write, table: &dyn Table) -> io::Result<()> {
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
