//! Tables whose rows are made while they are written: a million of them need no memory.

use std::fmt::{self, Display, Write};

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use crate::number::write_whole;

/// A field of a table: the text that stands in CSV and in columns, and what it is in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell<'a> {
    /// The text.
    pub text: &'a str,
    /// What the text is.
    pub kind: CellKind,
}

/// What a field of a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CellKind {
    /// A number or a name, as a JSON string.
    Text,
    /// A small whole number, as a JSON number.
    Number(u64),
    /// Yes or no.
    Flag(bool),
    /// Exact numbers with a space between them; in JSON, a list of strings.
    List,
    /// Nothing: null in JSON, empty elsewhere.
    Empty,
}

/// A row of a table: one cell below each title.
///
/// All texts stand in one string, which is used again for the next row.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The texts of all cells, with a comma after each: a line of CSV, but for the last comma.
    text: String,
    /// Where in `text` each cell ends, and what it is.
    cells: Vec<(usize, CellKind)>,
}

impl Row {
    /// The cells.
    pub fn cells(&self) -> impl Iterator<Item = Cell<'_>> + Clone {
        let ends = self.cells.iter().map(|&(end, _)| end);
        texts(&self.text, ends).zip(&self.cells).map(|(text, &(_, kind))| Cell { text, kind })
    }

    /// The texts of all cells with a comma between them.
    #[cfg(feature = "cli")]
    pub(crate) fn with_commas(&self) -> &str {
        self.text.strip_suffix(',').unwrap_or_default()
    }

    fn clear(&mut self) {
        self.text.clear();
        self.cells.clear();
    }

    fn end(&mut self, kind: CellKind) {
        self.cells.push((self.text.len(), kind));
        self.text.push(',');
    }

    /// Adds a text that stands already.
    pub(super) fn str(&mut self, text: &str) {
        self.text.push_str(text);
        self.end(CellKind::Text);
    }

    /// Adds a text.
    pub(super) fn text(&mut self, text: impl Display) {
        // a string takes everything
        let _ = write!(self.text, "{text}");
        self.end(CellKind::Text);
    }

    /// Adds a whole number as a text.
    pub(super) fn whole(&mut self, number: u64) {
        write_whole(&mut self.text, number);
        self.end(CellKind::Text);
    }

    /// Adds a whole number of any size as a text.
    pub(super) fn whole_of_any_size(&mut self, number: &BigUint) {
        match number.to_u64() {
            Some(number) => self.whole(number),
            None => self.text(number),
        }
    }

    /// Adds nothing.
    pub(super) fn empty(&mut self) {
        self.end(CellKind::Empty);
    }

    /// Adds a text, or nothing.
    pub(super) fn optional(&mut self, text: Option<impl Display>) {
        match text {
            Some(text) => self.text(text),
            None => self.empty(),
        }
    }

    /// Adds a number.
    pub(super) fn number(&mut self, number: u64) {
        write_whole(&mut self.text, number);
        self.end(CellKind::Number(number));
    }

    /// Adds yes or no.
    pub(super) fn flag(&mut self, flag: bool) {
        self.text.push_str(if flag { "true" } else { "false" });
        self.end(CellKind::Flag(flag));
    }

    /// Adds a list of texts without spaces.
    pub(super) fn list(&mut self, texts: impl Iterator<Item: Display>) {
        for (index, text) in texts.enumerate() {
            let _ = write!(self.text, "{}{text}", if index > 0 { " " } else { "" });
        }
        self.end(CellKind::List);
    }
}

/// Texts that stand one after the other with a comma after each, by their ends.
fn texts(text: &str, ends: impl Iterator<Item = usize> + Clone) -> impl Iterator<Item = &str> + Clone {
    let starts = std::iter::once(0).chain(ends.clone().map(|end| end + 1));
    starts.zip(ends).map(|(start, end)| &text[start..end])
}

/// The rows of a table, each made when it is asked for, in the place of the one before.
pub struct Rows<'a> {
    row: Row,
    write_next: Box<dyn FnMut(&mut Row) -> bool + 'a>,
}

impl<'a> Rows<'a> {
    /// A row for each item, written by a function into an empty row.
    pub(super) fn of<T>(
        items: impl Iterator<Item = T> + 'a,
        mut write: impl FnMut(&mut Row, T) + 'a,
    ) -> Self {
        let mut items = items;
        let write_next = move |row: &mut Row| items.next().map(|item| write(row, item)).is_some();
        Self { row: Row::default(), write_next: Box::new(write_next) }
    }

    /// The next row.
    pub fn next_row(&mut self) -> Option<&Row> {
        self.row.clear();
        (self.write_next)(&mut self.row).then_some(&self.row)
    }
}

/// Rows below titles.
pub trait Table {
    /// The titles of the columns; in JSON, the keys of each row.
    fn titles(&self) -> &'static [&'static str];

    /// The rows, made one by one.
    fn rows(&self) -> Rows<'_>;
}

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.kind {
            CellKind::Text => serializer.serialize_str(self.text),
            CellKind::Number(number) => serializer.serialize_u64(number),
            CellKind::Flag(flag) => serializer.serialize_bool(flag),
            CellKind::List => serializer.collect_seq(self.text.split_terminator(' ')),
            CellKind::Empty => serializer.serialize_none(),
        }
    }
}

/// The rows of a table as a list of JSON objects: for `#[serde(serialize_with)]`.
pub(super) fn as_objects<S: Serializer>(table: &impl Table, serializer: S) -> Result<S::Ok, S::Error> {
    let (titles, mut rows) = (table.titles(), table.rows());
    let mut list = serializer.serialize_seq(None)?;
    while let Some(row) = rows.next_row() {
        list.serialize_element(&RowObject { titles, row })?;
    }
    list.end()
}

struct RowObject<'a> {
    titles: &'static [&'static str],
    row: &'a Row,
}

impl Serialize for RowObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(self.titles.len()))?;
        for (title, cell) in self.titles.iter().zip(self.row.cells()) {
            object.serialize_entry(title, &cell)?;
        }
        object.end()
    }
}

/// Texts in columns: right-aligned below their titles. All cells are ASCII, as many in a row as
/// titles.
///
/// Holds the texts without the spaces between them, since the widths are known last.
pub(crate) struct Columns {
    /// The texts of all cells, row by row, with a comma after each.
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
        let mut rows = table.rows();
        while let Some(row) = rows.next_row() {
            columns.push_row(row);
        }
        columns
    }

    /// Adds a row.
    pub(crate) fn push(&mut self, cells: impl IntoIterator<Item: AsRef<str>>) {
        let mut row = Row::default();
        cells.into_iter().for_each(|cell| row.str(cell.as_ref()));
        self.push_row(&row);
    }

    fn push_row(&mut self, row: &Row) {
        let mut start = 0;
        for (&(end, _), width) in row.cells.iter().zip(&mut self.widths) {
            *width = (end - start).max(*width);
            start = end + 1;
            self.ends.push(self.text.len() + end);
        }
        self.text.push_str(&row.text);
    }
}

impl fmt::Display for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut line, mut cells) = (String::new(), texts(&self.text, self.ends.iter().copied()));
        for row in 0..self.ends.len() / self.widths.len() {
            line.clear();
            line.push_str(if row > 0 { "\n" } else { "" });
            let mut between = 1; // a space before each cell, and one after it
            for (width, cell) in self.widths.iter().zip(cells.by_ref()) {
                // a width is that of the longest cell
                push_spaces(&mut line, between + width - cell.len());
                line.push_str(cell);
                between = 2;
            }
            line.push(' ');
            f.write_str(&line)?;
        }
        Ok(())
    }
}

/// Appends so many spaces.
fn push_spaces(line: &mut String, mut count: usize) {
    const SPACES: &str = "                                ";
    while count > 0 {
        let some = count.min(SPACES.len());
        line.push_str(&SPACES[..some]);
        count -= some;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_cell_has_its_json() {
        struct Mixed;

        impl Table for Mixed {
            fn titles(&self) -> &'static [&'static str] {
                &["a", "b", "c", "d", "e", "f"]
            }

            fn rows(&self) -> Rows<'_> {
                Rows::of(0..2_u64, |row, n| {
                    row.text(n);
                    row.number(n);
                    row.flag(n > 0);
                    row.list((0..n + n).map(|k| k * 7));
                    row.optional(None::<&str>);
                    row.str("x");
                })
            }
        }

        let json = as_objects(&Mixed, serde_json::value::Serializer).unwrap().to_string();
        let first = r#"{"a":"0","b":0,"c":false,"d":[],"e":null,"f":"x"}"#;
        let second = r#"{"a":"1","b":1,"c":true,"d":["0","7"],"e":null,"f":"x"}"#;
        assert_eq!(json, format!("[{first},{second}]"));
        assert_eq!(
            Columns::of(&Mixed).to_string(),
            " a  b      c    d  e  f \n 0  0  false          x \n 1  1   true  0 7     x "
        );
    }

    #[test]
    fn cells_of_any_width_are_aligned() {
        let mut columns = Columns::below(&["n"]);
        columns.push(["1".repeat(100)]);
        let text = columns.to_string();
        assert_eq!(text, format!(" {}n \n {} ", " ".repeat(99), "1".repeat(100)));
    }
}
