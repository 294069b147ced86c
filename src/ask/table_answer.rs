//! Answers that are tables: in JSON an object whose last entry is the list of rows.

use std::fmt;
use std::io::{self, Write};

use serde::ser::{Serialize, Serializer};

use super::columns::Columns;
use super::head::ByMethod;
use super::objects::{Objects, write_rows};
use super::table::Table;
use crate::games::squares::Method;

/// An answer that is a table: as a JSON object, the head and then one more key with a list of rows.
#[derive(Clone, Debug)]
pub(super) struct TableAnswer<H, T> {
    /// What was asked, and what is known of the table as a whole; an object of at least one key.
    pub(super) head: H,
    /// The key of the rows.
    pub(super) key: &'static str,
    pub(super) table: T,
}

/// A [`TableAnswer`] of any head and table.
pub(super) trait AnyTableAnswer {
    /// The table.
    fn table(&self) -> &dyn Table;

    /// Writes the object as JSON text on several lines: the same as `serde_json` writes for it
    /// [by the method](ByMethod), sooner.
    fn write_json(&self, method: Option<Method>, out: &mut dyn Write) -> io::Result<()>;
}

impl<H: Serialize, T: Table> AnyTableAnswer for TableAnswer<H, T> {
    fn table(&self) -> &dyn Table {
        &self.table
    }

    fn write_json(&self, method: Option<Method>, out: &mut dyn Write) -> io::Result<()> {
        const END: &[u8] = b"\n}";
        let mut text = serde_json::to_vec_pretty(&ByMethod { method, object: &self.head })?;
        text.truncate(text.len() - END.len());
        write!(text, ",\n  \"{}\": [", self.key)?;
        write_rows(&self.table, &mut text, out)?;
        text.push(b']');
        text.extend_from_slice(END);
        out.write_all(&text)
    }
}

impl<H, T: Table> fmt::Display for TableAnswer<H, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Columns::of(&self.table).fmt(f)
    }
}

impl<H: Serialize, T: Table> Serialize for TableAnswer<H, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Parts<H, R> {
            #[serde(flatten)]
            head: H,
            #[serde(flatten)]
            rows: R,
        }
        Parts { head: &self.head, rows: Entry(self.key, &self.table) }.serialize(serializer)
    }
}

/// One key and the rows of a table.
struct Entry<'a, T>(&'static str, &'a T);

impl<T: Table> Serialize for Entry<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(self.0, Objects(self.1))])
    }
}
