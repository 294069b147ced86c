//! Texts in columns: right-aligned below their titles.

use std::fmt;

use super::table::{MANY_BYTES, Row, Table};

/// Rows of texts in columns. All cells are ASCII, as many in a row as titles.
///
/// Holds the texts without the spaces between them, since the widths are known last.
pub(crate) struct Columns {
    /// The texts of all cells, row by row, with a comma after each.
    text: Vec<u8>,
    /// Where each cell ends, from the start of its row.
    ends: Vec<usize>,
    widths: Vec<usize>,
}

impl Columns {
    /// No rows yet.
    pub(crate) fn below(titles: &[&str]) -> Self {
        let mut columns = Self { text: vec![], ends: vec![], widths: vec![0; titles.len()] };
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
        cells.into_iter().for_each(|cell| row.push_text(cell.as_ref()));
        self.push_row(&row);
    }

    fn push_row(&mut self, row: &Row) {
        self.text.extend_from_slice(row.text());
        self.ends.extend(row.ends());
        let mut start = 0;
        for (end, width) in row.ends().zip(&mut self.widths) {
            *width = (end - start).max(*width);
            start = end + 1;
        }
    }
}

impl fmt::Display for Columns {
    /// All lines are equally long, and each column has its right end at one place of all.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut blank, mut right_ends) = (vec![b'\n'], vec![]);
        for width in &self.widths {
            blank.resize(blank.len() + 1 + width, b' ');
            right_ends.push(blank.len());
            blank.push(b' ');
        }
        let mut text = self.text.as_slice();
        let (mut lines, mut skipped) = (vec![], 1); // no line break before the first
        for ends in self.ends.chunks_exact(self.widths.len()) {
            let line = lines.len();
            lines.extend_from_slice(&blank);
            let (line, mut start) = (&mut lines[line..], 0);
            for (&end, &right_end) in ends.iter().zip(&right_ends) {
                let cell = &text[start..end];
                // a column is as wide as its longest cell
                line[right_end - cell.len()..right_end].copy_from_slice(cell);
                start = end + 1;
            }
            text = &text[start..];
            if lines.len() >= MANY_BYTES {
                write_ascii(f, &lines[skipped..])?;
                lines.clear();
                skipped = 0;
            }
        }
        write_ascii(f, lines.get(skipped..).unwrap_or_default())
    }
}

/// Writes bytes that are ASCII.
fn write_ascii(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    f.write_str(std::str::from_utf8(bytes).map_err(|_| fmt::Error)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_any_width_are_aligned() {
        let mut columns = Columns::below(&["n"]);
        columns.push(["1".repeat(100)]);
        let text = columns.to_string();
        assert_eq!(text, format!(" {}n \n {} ", " ".repeat(99), "1".repeat(100)));
    }

    #[test]
    fn many_lines_are_like_few() {
        let mut columns = Columns::below(&["n", "m"]);
        (0..3000).for_each(|n| columns.push([n.to_string(), (n * n).to_string()]));
        let expected = (0..3000).map(|n| format!("\n {n:4}  {:7} ", n * n));
        assert_eq!(columns.to_string(), format!("    n        m {}", expected.collect::<String>()));
    }
}
