//! The rows of a table as JSON objects.

use std::io;

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use super::table::{Cell, CellKind, MANY_BYTES, Row, Table};

/// The rows of a table as a list of objects.
pub(super) struct Objects<'a, T>(pub(super) &'a T);

impl<T: Table> Serialize for Objects<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (titles, mut rows) = (self.0.titles(), self.0.rows());
        let mut list = serializer.serialize_seq(None)?;
        while let Some(row) = rows.next_row() {
            list.serialize_element(&RowObject { titles, row })?;
        }
        list.end()
    }
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

/// Writes the objects of the rows between the brackets of a list that is a value of an object, on
/// lines of their own. Some of it remains in `text`.
pub(super) fn write_rows(table: &impl Table, text: &mut Vec<u8>, out: &mut dyn io::Write) -> io::Result<()> {
    let titles = table.titles().iter().enumerate();
    // titles need no escapes; the last quote is that of a text
    let keys = titles.map(|(index, title)| match index {
        0 => format!("\n    {{\n      \"{title}\": \""),
        _ => format!(",\n      \"{title}\": \""),
    });
    let keys: Vec<Vec<u8>> = keys.map(String::into_bytes).collect();
    let (mut rows, mut between, mut end) = (table.rows(), "", "");
    while let Some(row) = rows.next_row() {
        text.extend_from_slice(between.as_bytes());
        write_cells(text, &keys, row)?;
        text.extend_from_slice(b"\n    }");
        (between, end) = (",", "\n  ");
        if text.len() >= MANY_BYTES {
            out.write_all(text)?;
            text.clear();
        }
    }
    text.extend_from_slice(end.as_bytes());
    Ok(())
}

/// Appends the key and the value of each cell.
fn write_cells(text: &mut Vec<u8>, keys: &[Vec<u8>], row: &Row) -> io::Result<()> {
    if row.is_plain() {
        for (key, (cell, kind)) in keys.iter().zip(row.raw_cells()) {
            if kind == CellKind::Text {
                text.extend_from_slice(key);
                text.extend_from_slice(cell);
                text.push(b'"');
            } else {
                text.extend_from_slice(without_quote(key));
                write_value(text, cell, kind);
            }
        }
    } else {
        for (key, cell) in keys.iter().zip(row.cells()) {
            text.extend_from_slice(without_quote(key));
            match cell.kind {
                CellKind::Text => serde_json::to_writer(&mut *text, cell.text)?,
                kind => write_value(text, cell.text.as_bytes(), kind),
            }
        }
    }
    Ok(())
}

/// A key without the quote of its value.
fn without_quote(key: &[u8]) -> &[u8] {
    key.strip_suffix(b"\"").unwrap_or(key)
}

/// Appends a value that is no text.
fn write_value(text: &mut Vec<u8>, cell: &[u8], kind: CellKind) {
    match kind {
        CellKind::Empty => text.extend_from_slice(b"null"),
        CellKind::List if cell.is_empty() => text.extend_from_slice(b"[]"),
        CellKind::List => {
            let mut before: &[u8] = b"[\n        \"";
            for number in cell.split(|&byte| byte == b' ') {
                text.extend_from_slice(before);
                text.extend_from_slice(number);
                before = b"\",\n        \"";
            }
            text.extend_from_slice(b"\"\n      ]");
        }
        CellKind::Text | CellKind::Number(_) | CellKind::Flag(_) => text.extend_from_slice(cell),
    }
}

#[cfg(test)]
mod tests {
    use super::super::columns::Columns;
    use super::super::head::ByMethod;
    use super::super::table::Rows;
    use super::super::table_answer::{AnyTableAnswer, TableAnswer};
    use super::*;
    use crate::games::squares::Method;

    /// A table with each kind of cell, and from the third row on with texts that need escapes.
    struct Mixed {
        rows: u64,
    }

    impl Table for Mixed {
        fn titles(&self) -> &'static [&'static str] {
            &["a", "b", "c", "d", "e", "f", "g"]
        }

        fn rows(&self) -> Rows<'_> {
            Rows::of(0..self.rows, |row, n| {
                row.push_text(n);
                row.push_number(n);
                row.push_flag(n > 0);
                row.push_list((0..n + n).map(|k| k * 7), crate::number::write_integer);
                row.push_optional(None::<&str>);
                row.push_plain("x");
                row.push_text(if n > 1 { "\"\\\n\u{1}" } else { "" });
            })
        }
    }

    #[test]
    fn each_kind_of_cell_has_its_json() {
        let json = serde_json::to_string(&Objects(&Mixed { rows: 2 })).unwrap();
        let first = r#"{"a":"0","b":0,"c":false,"d":[],"e":null,"f":"x","g":""}"#;
        let second = r#"{"a":"1","b":1,"c":true,"d":["0","7"],"e":null,"f":"x","g":""}"#;
        assert_eq!(json, format!("[{first},{second}]"));
        assert_eq!(
            Columns::of(&Mixed { rows: 2 }).to_string(),
            " a  b      c    d  e  f  g \n 0  0  false          x    \n 1  1   true  0 7     x    "
        );
    }

    #[test]
    fn json_on_lines_is_that_of_serde() {
        #[derive(serde::Serialize)]
        struct Head {
            name: &'static str,
            list: Vec<u8>,
        }

        for (rows, method) in [(0, None), (1, Some(Method::Engine)), (2, None), (300, Some(Method::Sort))] {
            let head = Head { name: "}\n}", list: vec![1, 2] };
            let answer = TableAnswer { head, key: "rows", table: Mixed { rows } };
            let mut written = vec![];
            answer.write_json(method, &mut written).unwrap();
            let expected = serde_json::to_string_pretty(&ByMethod { method, object: &answer }).unwrap();
            assert_eq!(String::from_utf8(written).unwrap(), expected);
        }
    }
}
