//! Tables whose rows are made while they are written, so that a million of them need no memory: in
//! columns, and as JSON objects.

use std::fmt::{self, Display};
use std::io::Write;
use std::iter::repeat_n;

use itertools::Itertools;
use serde::ser::{Serialize, SerializeSeq, Serializer};

use super::text_style::TextStyle;
use crate::draw::wrapped;
use crate::number::{NumberStyle, write_integer};

/// At least this many bytes of a table are written together.
const MANY_BYTES: usize = 1 << 12;

/// What a field of a table is. Its text, which stands in CSV and in columns, has no character for
/// which CSV needs quotes.
#[derive(Clone, Debug)]
enum CellKind {
    /// A number or a name, as a JSON string.
    Text,
    /// A small whole number, as it is in JSON.
    Count(u64),
    /// True or false.
    Flag(bool),
    /// Exact numbers with a space between them; in JSON, a list of strings.
    List,
    /// Small whole numbers with a space between them; in JSON, a list of numbers.
    Counts(Vec<u64>),
    /// Lists of numbers, with a semicolon between those of one; in JSON, a list of lists.
    Lists,
    /// Nothing: null in JSON, empty elsewhere.
    Empty,
}

/// A row of a table: one cell below each title.
///
/// All texts stand one after the other in one place, which is used again for the next row.
#[derive(Clone, Debug, Default)]
pub struct TableRow {
    /// The texts of all cells, with a comma after each: a line of CSV, but for the last comma.
    text: Vec<u8>,
    /// Where in `text` each cell ends, and what it is.
    cells: Vec<(usize, CellKind)>,
}

impl TableRow {
    /// The texts of the cells.
    pub fn cells(&self) -> impl Iterator<Item = &str> + Clone {
        let mut start = 0;
        self.cells.iter().map(move |(end, _)| {
            let cell = &self.text[start..*end];
            start = end + 1;
            // only whole characters were written
            std::str::from_utf8(cell).unwrap_or_default()
        })
    }

    /// The texts of all cells with a comma between them.
    #[cfg(feature = "cli")]
    pub(crate) fn with_commas(&self) -> &[u8] {
        self.text.strip_suffix(b",").unwrap_or_default()
    }

    fn clear(&mut self) {
        self.text.clear();
        self.cells.clear();
    }

    /// The text after the last cell that has ended.
    fn open_cell(&self) -> &[u8] {
        &self.text[self.cells.last().map_or(0, |(end, _)| end + 1)..]
    }

    /// Ends a cell.
    fn end(&mut self, kind: CellKind) {
        debug_assert!(is_plain(self.open_cell()), "{} needs quotes", self.open_cell().escape_ascii());
        self.cells.push((self.text.len(), kind));
        self.text.push(b',');
    }

    /// Adds a text.
    pub(crate) fn push_text(&mut self, text: impl Display) {
        // a vector takes everything
        let _ = write!(self.text, "{text}");
        self.end(CellKind::Text);
    }

    /// Adds a text, or nothing.
    pub(super) fn push_optional(&mut self, text: Option<impl Display>) {
        match text {
            Some(text) => self.push_text(text),
            None => self.end(CellKind::Empty),
        }
    }

    /// Adds a text that is written already.
    pub(crate) fn push_bytes(&mut self, text: impl AsRef<[u8]>) {
        self.push_written(|own| own.extend_from_slice(text.as_ref()));
    }

    /// Adds a whole number as a text.
    pub(super) fn push_whole(&mut self, number: u64) {
        self.push_written(|own| write_integer(own, number));
    }

    /// Adds a text that a function appends.
    pub(super) fn push_written(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.text);
        self.end(CellKind::Text);
    }

    /// Adds a number.
    pub(super) fn push_number(&mut self, number: u64) {
        write_integer(&mut self.text, number);
        self.end(CellKind::Count(number));
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

    /// Adds a list of lists.
    pub(super) fn push_lists(&mut self, lists: &[Vec<impl Display>]) {
        let _ = write!(self.text, "{}", lists.iter().map(|list| list.iter().format(";")).format(" "));
        self.end(CellKind::Lists);
    }

    /// Adds a list of small whole numbers.
    pub(super) fn push_numbers(&mut self, numbers: Vec<u64>) {
        self.push_list(numbers.iter().copied(), write_integer);
        if let Some((_, kind)) = self.cells.last_mut() {
            *kind = CellKind::Counts(numbers);
        }
    }
}

/// Whether a text has none of the characters for which CSV needs quotes or JSON an escape, but for
/// backslashes: the style of JSON has none.
fn is_plain(text: &[u8]) -> bool {
    text.iter().all(|byte| !matches!(byte, b',' | b'"' | 0..b' '))
}

/// The rows of a table, each made when it is asked for, in the place of the one before.
pub struct Rows<'a> {
    row: TableRow,
    write_next: Box<dyn FnMut(&mut TableRow) -> bool + 'a>,
}

impl<'a> Rows<'a> {
    /// A row for each item, written by a function into an empty row.
    pub(crate) fn of<T>(
        items: impl Iterator<Item = T> + 'a,
        mut write: impl FnMut(&mut TableRow, T) + 'a,
    ) -> Self {
        let mut items = items;
        let write_next = move |row: &mut TableRow| items.next().map(|item| write(row, item)).is_some();
        Self { row: TableRow::default(), write_next: Box::new(write_next) }
    }

    /// The next row.
    pub fn next_row(&mut self) -> Option<&TableRow> {
        self.row.clear();
        (self.write_next)(&mut self.row).then_some(&self.row)
    }
}

/// Rows below titles.
pub trait Table {
    /// The titles of the columns with commas between, as in CSV; in JSON, the keys of each row.
    fn titles(&self) -> &'static str;

    /// The titles of the columns in a style, in which people may see fewer.
    fn titles_in(&self, _style: NumberStyle) -> &'static str {
        self.titles()
    }

    /// The rows, made one by one, with closed forms in a style.
    fn rows_in(&self, style: NumberStyle) -> Rows<'_>;

    /// The rows for programs.
    fn rows(&self) -> Rows<'_> {
        self.rows_in(NumberStyle::Program)
    }

    /// What each number of a list with this title belongs to, if that is the same in all rows: in
    /// columns, each number then has one of its own.
    fn columns_of_list(&self, _title: &str, _style: NumberStyle) -> Vec<String> {
        vec![]
    }
}

/// Rows of texts in columns, as many in a row as titles, but that the numbers of a list may have a
/// column each.
///
/// Holds the texts without the spaces between them, since the widths are known last.
pub(crate) struct Columns {
    /// The texts of all cells, row by row, with a comma after each.
    text: Vec<u8>,
    /// Where each cell ends, from the start of its row.
    ends: Vec<usize>,
    /// In characters.
    widths: Vec<usize>,
    /// Which columns are of a list that is spread.
    of_lists: Vec<bool>,
    /// Which columns are shown; the first one always is.
    shown: Vec<bool>,
    /// How long a line may be, and where the other columns are.
    limit: Option<(usize, String)>,
}

impl Columns {
    /// These columns without those that would need longer lines, which a last line names and says
    /// where they are: lists are left out first, then what stands at the right.
    pub(crate) fn within(mut self, most: Option<usize>, elsewhere: String) -> Self {
        if let Some(most) = most {
            self.limit = Some((most, elsewhere));
            if self.length() > most {
                self.shown = self.of_lists.iter().map(|is_of_list| !is_of_list).collect();
            }
            for column in (1..self.shown.len()).rev() {
                if self.length() > most {
                    self.shown[column] = false;
                }
            }
        }
        self
    }

    /// How long a line is: a blank before each column, and one between two.
    fn length(&self) -> usize {
        let shown = self.widths.iter().zip(&self.shown).filter(|(_, is_shown)| **is_shown);
        shown.map(|(width, _)| width + 2).sum::<usize>().saturating_sub(1)
    }

    /// The titles of the columns that are not shown.
    fn left_out(&self) -> Vec<&str> {
        let starts = [0].into_iter().chain(self.ends.iter().map(|end| end + 1));
        let titles = starts.zip(&self.ends).zip(&self.shown).filter(|(_, is_shown)| !**is_shown);
        // only whole characters were written
        titles.filter_map(|((start, &end), _)| std::str::from_utf8(&self.text[start..end]).ok()).collect()
    }

    /// A whole table, as many columns as fit.
    pub(super) fn in_style(table: &dyn Table, style: &TextStyle) -> Self {
        Self::of(table, style.numbers).within(style.table_columns, style.key("csv", "-") + " has all")
    }

    /// A whole table.
    pub(crate) fn of(table: &dyn Table, style: NumberStyle) -> Self {
        let mut first = TableRow::default();
        let mut of_lists = vec![];
        for title in table.titles_in(style).split(',') {
            let numbers = table.columns_of_list(title, style);
            match numbers.is_empty() {
                true => first.push_bytes(title),
                false => numbers.iter().for_each(|number| first.push_bytes(number)),
            }
            of_lists.resize(first.cells.len(), !numbers.is_empty());
        }
        let is_spread = of_lists.contains(&true);
        let (widths, shown) = (vec![0; of_lists.len()], vec![true; of_lists.len()]);
        let mut columns = Self { text: vec![], ends: vec![], widths, of_lists, shown, limit: None };
        columns.push(&first, false);
        let mut rows = table.rows_in(style);
        while let Some(row) = rows.next_row() {
            columns.push(row, is_spread);
        }
        columns
    }

    /// Adds a row, whose lists may be spread over columns.
    fn push(&mut self, row: &TableRow, is_spread: bool) {
        self.text.extend_from_slice(&row.text);
        let (first, mut start) = (self.ends.len(), 0);
        for &(end, ref kind) in &row.cells {
            if is_spread && matches!(kind, CellKind::List | CellKind::Counts(_)) {
                // a blank stands for the comma
                self.ends.extend((start..end).filter(|&place| row.text[place] == b' '));
            }
            self.ends.push(end);
            start = end + 1;
        }
        start = 0;
        for (&end, width) in self.ends[first..].iter().zip(&mut self.widths) {
            *width = characters(&row.text[start..end]).max(*width);
            start = end + 1;
        }
    }
}

impl fmt::Display for Columns {
    /// Each column has its right end at one place of all lines, which end with no blanks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.text.as_slice();
        let (mut lines, mut skipped) = (vec![], 1); // no line break before the first
        for ends in self.ends.chunks_exact(self.widths.len()) {
            lines.push(b'\n');
            let (mut start, mut blanks) = (0, 0);
            for ((&end, width), is_shown) in ends.iter().zip(&self.widths).zip(&self.shown) {
                let cell = &text[start..end];
                start = end + 1;
                if !is_shown {
                    continue;
                }
                blanks += 1 + width - characters(cell);
                // blanks of empty cells at the end are not written
                if !cell.is_empty() {
                    lines.extend(repeat_n(b' ', blanks));
                    lines.extend_from_slice(cell);
                    blanks = 0;
                }
                blanks += 1;
            }
            text = &text[ends.last().map_or(0, |end| end + 1)..];
            if lines.len() >= MANY_BYTES {
                write_bytes(f, &lines[skipped..])?;
                lines.clear();
                skipped = 0;
            }
        }
        write_bytes(f, lines.get(skipped..).unwrap_or_default())?;
        let left_out = self.left_out();
        let Some((most, elsewhere)) = self.limit.as_ref().filter(|_| !left_out.is_empty()) else {
            return Ok(());
        };
        let line = format!("too narrow for {}; {elsewhere}", left_out.join(", "));
        write!(f, "\n{}", wrapped(&line, *most).join("\n"))
    }
}

/// How many characters a text has.
fn characters(text: &[u8]) -> usize {
    // all bytes but those that continue one
    text.iter().filter(|&byte| byte & 0xC0 != 0x80).count()
}

/// Writes whole characters.
fn write_bytes(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    f.write_str(std::str::from_utf8(bytes).map_err(|_| fmt::Error)?)
}

/// The rows of a table as JSON objects, each made when it is written.
pub(super) struct JsonRows<'a>(pub(super) &'a dyn Table);

impl Serialize for JsonRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (titles, mut rows) = (self.0.titles(), self.0.rows());
        let mut list = serializer.serialize_seq(None)?;
        while let Some(row) = rows.next_row() {
            list.serialize_element(&JsonRow { titles, row })?;
        }
        list.end()
    }
}

struct JsonRow<'a> {
    titles: &'static str,
    row: &'a TableRow,
}

impl Serialize for JsonRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let kinds = self.row.cells.iter().map(|(_, kind)| kind);
        let cells = self.row.cells().zip(kinds).map(|(text, kind)| JsonCell { text, kind });
        serializer.collect_map(self.titles.split(',').zip(cells))
    }
}

struct JsonCell<'a> {
    text: &'a str,
    kind: &'a CellKind,
}

impl Serialize for JsonCell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.kind {
            CellKind::Text => serializer.serialize_str(self.text),
            CellKind::Empty => serializer.serialize_none(),
            CellKind::List => serializer.collect_seq(self.text.split_terminator(' ')),
            CellKind::Lists => {
                let lists = self.text.split_terminator(' ');
                serializer.collect_seq(lists.map(|list| list.split(';').collect::<Vec<_>>()))
            }
            CellKind::Counts(numbers) => serializer.collect_seq(numbers),
            CellKind::Count(number) => serializer.serialize_u64(*number),
            CellKind::Flag(flag) => serializer.serialize_bool(*flag),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers, and their squares as texts of at least a width.
    struct Squares {
        rows: u64,
        width: usize,
    }

    impl Table for Squares {
        fn titles(&self) -> &'static str {
            "n,m"
        }

        fn rows_in(&self, _: NumberStyle) -> Rows<'_> {
            Rows::of(0..self.rows, |row, n| {
                row.push_number(n);
                row.push_text(format_args!("{:0width$}", n * n, width = self.width));
            })
        }
    }

    #[test]
    fn cells_of_any_width_are_aligned() {
        let text = Columns::of(&Squares { rows: 1, width: 100 }, NumberStyle::People).to_string();
        assert_eq!(text, format!(" n  {}m\n 0  {}", " ".repeat(99), "0".repeat(100)));
    }

    #[test]
    fn many_lines_are_like_few() {
        let columns = Columns::of(&Squares { rows: 3000, width: 0 }, NumberStyle::People);
        let expected = (0..3000).map(|n| format!("\n {n:4}  {:7}", n * n));
        assert_eq!(columns.to_string(), format!("    n        m{}", expected.collect::<String>()));
    }
}
