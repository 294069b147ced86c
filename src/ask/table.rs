//! Tables whose rows are made while they are written: a million of them need no memory.

use std::fmt::Display;
use std::io::Write;

use crate::number::{Notation, write_integer};

/// So many bytes of a table are written together.
pub(super) const MANY_BYTES: usize = 1 << 12;

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
/// All texts stand one after the other in one place, which is used again for the next row.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The texts of all cells, with a comma after each: a line of CSV, but for the last comma.
    text: Vec<u8>,
    /// Where in `text` each cell ends, and what it is.
    cells: Vec<(usize, CellKind)>,
    /// Whether a text is not [plain](is_plain).
    has_special: bool,
}

impl Row {
    /// The cells.
    pub fn cells(&self) -> impl Iterator<Item = Cell<'_>> + Clone {
        // only strings and ASCII were written
        let text = |cell| std::str::from_utf8(cell).unwrap_or_default();
        self.raw_cells().map(move |(cell, kind)| Cell { text: text(cell), kind })
    }

    /// The texts of all cells with a comma between them.
    #[cfg(feature = "cli")]
    pub(crate) fn with_commas(&self) -> &[u8] {
        self.text.strip_suffix(b",").unwrap_or_default()
    }

    /// The texts of all cells with a comma after each.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Where in [`text`](Row::text) each cell ends.
    pub(super) fn ends(&self) -> impl ExactSizeIterator<Item = usize> {
        self.cells.iter().map(|&(end, _)| end)
    }

    /// The text of each cell, and what it is.
    pub(super) fn raw_cells(&self) -> impl Iterator<Item = (&[u8], CellKind)> + Clone {
        let mut start = 0;
        self.cells.iter().map(move |&(end, kind)| {
            let cell = &self.text[start..end];
            start = end + 1;
            (cell, kind)
        })
    }

    /// Whether no text has a character for which CSV needs quotes or JSON an escape.
    pub(crate) fn is_plain(&self) -> bool {
        !self.has_special
    }

    fn clear(&mut self) {
        self.text.clear();
        self.cells.clear();
        self.has_special = false;
    }

    fn end(&mut self, kind: CellKind) {
        self.cells.push((self.text.len(), kind));
        self.text.push(b',');
    }

    /// Adds a text that may have any characters.
    pub(super) fn push_text(&mut self, text: impl Display) {
        let start = self.text.len();
        // a vector takes everything
        let _ = write!(self.text, "{text}");
        self.has_special |= !is_plain(&self.text[start..]);
        self.end(CellKind::Text);
    }

    /// Adds a text, or nothing.
    pub(super) fn push_optional(&mut self, text: Option<impl Display>) {
        match text {
            Some(text) => self.push_text(text),
            None => self.push_empty(),
        }
    }

    /// Adds nothing.
    pub(super) fn push_empty(&mut self) {
        self.end(CellKind::Empty);
    }

    /// Adds a text of letters and digits, or a number that stands already.
    pub(super) fn push_plain(&mut self, text: impl AsRef<[u8]>) {
        let text = text.as_ref();
        debug_assert!(is_plain(text), "{} needs quotes or escapes", text.escape_ascii());
        self.text.extend_from_slice(text);
        self.end(CellKind::Text);
    }

    /// Adds a whole number as a text.
    pub(super) fn push_whole(&mut self, number: u64) {
        write_integer(&mut self.text, number);
        self.end(CellKind::Text);
    }

    /// Adds the digits and signs that a function appends, none of which CSV or JSON would escape.
    pub(super) fn push_written(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.text);
        self.end(CellKind::Text);
    }

    /// Adds the closed form of a number (a + b√d)/D.
    pub(super) fn push_closed_form(&mut self, notation: &Notation, a: i64, b: i64) {
        notation.write_closed_form(&mut self.text, a, b);
        self.end(CellKind::Text);
    }

    /// Adds the decimals of a number (a + b√d)/D.
    pub(super) fn push_decimal(&mut self, notation: &Notation, a: i64, b: i64) {
        notation.write_decimal(&mut self.text, a, b);
        self.end(CellKind::Text);
    }

    /// Adds a number.
    pub(super) fn push_number(&mut self, number: u64) {
        write_integer(&mut self.text, number);
        self.end(CellKind::Number(number));
    }

    /// Adds yes or no.
    pub(super) fn push_flag(&mut self, flag: bool) {
        self.text.extend_from_slice(if flag { b"true" } else { b"false" });
        self.end(CellKind::Flag(flag));
    }

    /// Adds a list of numbers, each of which a function appends.
    pub(super) fn push_list<T>(
        &mut self,
        numbers: impl Iterator<Item = T>,
        mut write: impl FnMut(&mut Vec<u8>, T),
    ) {
        for (index, number) in numbers.enumerate() {
            if index > 0 {
                self.text.push(b' ');
            }
            write(&mut self.text, number);
        }
        self.end(CellKind::List);
    }
}

/// Whether a text has none of the characters for which CSV needs quotes or JSON an escape.
fn is_plain(text: &[u8]) -> bool {
    text.iter().all(|byte| !matches!(byte, b',' | b'"' | b'\\' | 0..b' '))
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
