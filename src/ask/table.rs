//! Tables whose rows are made while they are written: a million of them need no memory.

use std::fmt::{self, Write};

use serde::ser::{Serialize, SerializeMap, Serializer};

/// A field of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A number or a name, as a JSON string.
    Text(String),
    /// A small whole number, as a JSON number.
    Number(u64),
    /// Yes or no.
    Flag(bool),
    /// Exact numbers: a list of JSON strings, elsewhere with a space between them.
    List(Vec<String>),
    /// Nothing: null in JSON, empty elsewhere.
    Empty,
}

/// A row of a table: one cell below each title.
pub type Row = Vec<Cell>;

/// Rows below titles.
pub trait Table {
    /// The titles of the columns; in JSON, the keys of each row.
    fn titles(&self) -> &'static [&'static str];

    /// The rows, made one by one.
    fn rows(&self) -> Box<dyn Iterator<Item = Row> + '_>;
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<Option<String>> for Cell {
    fn from(text: Option<String>) -> Self {
        text.map_or(Self::Empty, Self::Text)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => write!(f, "{number}"),
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::List(texts) => f.write_str(&texts.join(" ")),
            Self::Empty => Ok(()),
        }
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Number(number) => serializer.serialize_u64(*number),
            Self::Flag(flag) => serializer.serialize_bool(*flag),
            Self::List(texts) => serializer.collect_seq(texts),
            Self::Empty => serializer.serialize_none(),
        }
    }
}

/// The rows of a table as a list of JSON objects: for `#[serde(serialize_with)]`.
pub(super) fn as_objects<S: Serializer>(table: &impl Table, serializer: S) -> Result<S::Ok, S::Error> {
    let titles = table.titles();
    serializer.collect_seq(table.rows().map(|row| RowObject { titles, row }))
}

struct RowObject {
    titles: &'static [&'static str],
    row: Row,
}

impl Serialize for RowObject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(self.titles.len()))?;
        for (title, cell) in self.titles.iter().zip(&self.row) {
            object.serialize_entry(title, cell)?;
        }
        object.end()
    }
}

/// Texts in columns: right-aligned below their titles. All cells are ASCII, as many in a row as
/// titles.
///
/// Holds the texts of all cells without any space between them, since the widths are known last.
pub(crate) struct Columns {
    /// The texts of all cells, row by row.
    text: String,
    /// Where in `text` each cell ends.
    ends: Vec<usize>,
    widths: Vec<usize>,
}

impl Columns {
    /// No rows yet.
    pub(crate) fn below(titles: &[&str]) -> Self {
        let mut columns = Self { text: String::new(), ends: vec![], widths: vec![0; titles.len()] };
        columns.push(titles);
        columns
    }

    /// A whole table.
    pub(super) fn of(table: &impl Table) -> Self {
        let mut columns = Self::below(table.titles());
        table.rows().for_each(|row| columns.push(row));
        columns
    }

    /// Adds a row.
    pub(crate) fn push(&mut self, row: impl IntoIterator<Item: fmt::Display>) {
        for (cell, width) in row.into_iter().zip(&mut self.widths) {
            let start = self.text.len();
            // a string takes everything
            let _ = write!(self.text, "{cell}");
            self.ends.push(self.text.len());
            *width = (self.text.len() - start).max(*width);
        }
    }
}

impl fmt::Display for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut line, mut start) = (String::new(), 0);
        for (index, row) in self.ends.chunks(self.widths.len()).enumerate() {
            line.clear();
            line.push_str(if index > 0 { "\n" } else { "" });
            for (&end, width) in row.iter().zip(&self.widths) {
                let cell = &self.text[start..end];
                // a space before, and a width that is that of the longest cell
                line.extend(std::iter::repeat_n(' ', 1 + width - cell.len()));
                line.push_str(cell);
                line.push(' ');
                start = end;
            }
            f.write_str(&line)?;
        }
        Ok(())
    }
}
