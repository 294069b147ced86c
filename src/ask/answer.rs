//! An answer of any command: as text, as JSON, and as a table if it is one.

use std::fmt::{self, Debug, Display};
use std::io;
use std::sync::Arc;

use serde::ser::{Error, Serialize, Serializer};
use serde_json::value::RawValue;

use super::table::{Columns, Layout, Table, write_rows};
use crate::algebraic::Algebraic;
use crate::games::squares::Method;

/// The answer to a question: an object in JSON, and a text for people.
///
/// Serialised as JSON, it is the object that the program prints with `--json`; displayed, it is the
/// text that the program prints without, but for the last line break.
///
/// ```
/// let answer = nimsweep::ask::ask(r#"{"command": "coins value", "stack": "SG"}"#)?;
/// assert_eq!(answer.to_string(), "SG = 1/2, Gary wins");
/// assert_eq!(answer.to_json(), "{\n  \"stack\": \"SG\",\n  \"value\": \"1/2\"\n}");
/// # Ok::<(), nimsweep::ask::AskError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Answer {
    /// The method, if the question names one: the answer begins with it then.
    method: Option<Method>,
    object: Arc<dyn Object>,
}

/// What a command answers: its text, its object, and what else can be had from it.
pub(super) trait Object: Json + Display + Debug + Send + Sync {
    /// The table, if it is one.
    fn table(&self) -> Option<&dyn Table> {
        None
    }

    /// A drawing with at most this many columns, if it can be drawn.
    fn drawing(&self, _columns: usize) -> Option<String> {
        None
    }

    /// The place and the value of a gain, if it is one.
    fn gain(&self) -> Option<[Algebraic; 2]> {
        None
    }
}

/// An object as JSON text, which begins with the method if that is given.
pub(super) trait Json {
    fn write_json(&self, method: Option<Method>, layout: Layout, out: &mut dyn io::Write) -> io::Result<()>;
}

impl<T: Serialize> Json for T {
    fn write_json(&self, method: Option<Method>, layout: Layout, out: &mut dyn io::Write) -> io::Result<()> {
        /// The object, after the method by which g was computed.
        #[derive(serde::Serialize)]
        struct ByMethod<'a, T> {
            #[serde(skip_serializing_if = "Option::is_none")]
            method: Option<String>,
            #[serde(flatten)]
            object: &'a T,
        }
        let object = ByMethod { method: method.map(|method| method.to_string()), object: self };
        Ok(match layout {
            Layout::Lines => serde_json::to_writer_pretty(out, &object),
            Layout::OneLine => serde_json::to_writer(out, &object),
        }?)
    }
}

impl<T: Object + 'static> From<T> for Answer {
    fn from(object: T) -> Self {
        Self { method: None, object: Arc::new(object) }
    }
}

impl Answer {
    /// Names the method of the question, if that does.
    pub(super) fn by(self, method: Option<Method>) -> Self {
        Self { method, ..self }
    }

    /// The place and the value of a gain, if the answer is one.
    pub(super) fn gain(&self) -> Option<[Algebraic; 2]> {
        self.object.gain()
    }

    /// The object as JSON text, on several lines.
    ///
    /// # Cost
    /// A table of a million rows has some hundred megabytes: [write](Answer::write_json) that into
    /// a stream.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.text(Layout::Lines)
    }

    /// The object as JSON text on one line.
    pub(super) fn to_line(&self) -> String {
        self.text(Layout::OneLine)
    }

    fn text(&self, layout: Layout) -> String {
        let mut text = vec![];
        // a vector takes everything, and all keys are strings
        let written = self.object.write_json(self.method, layout, &mut text);
        written.ok().and_then(|()| String::from_utf8(text).ok()).unwrap_or_default()
    }

    /// Writes the object as JSON text, on several lines.
    ///
    /// # Errors
    /// If the stream cannot be written. Small pieces are written to it one by one: wrap a file in a
    /// [`BufWriter`](std::io::BufWriter).
    ///
    /// # Cost
    /// Rows of a table are written some thousand bytes at a time, everything else bracket by
    /// bracket.
    pub fn write_json(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.object.write_json(self.method, Layout::Lines, out)
    }

    /// The table, if the answer is one.
    #[must_use]
    #[doc(hidden)]
    pub fn table(&self) -> Option<&dyn Table> {
        self.object.table()
    }

    /// The answer as a drawing of characters with at most this many columns, if it can be drawn:
    /// the winning moves, and the pieces of the gain.
    ///
    /// # Cost
    /// For the gain, that of [`GainCurve::maxima`](crate::games::squares::GainCurve::maxima).
    ///
    /// ```
    /// let answer = nimsweep::ask::ask(r#"{"command": "moves", "at": "3", "lengths": "1"}"#)?;
    /// let drawing = answer.drawing(42).unwrap();
    /// let lines: Vec<&str> = drawing.lines().skip(2).collect();
    /// assert_eq!(
    ///     lines,
    ///     [
    ///         "1 ·············│·············",
    ///         "  ┌────────────┬────────────┬────────────┐",
    ///         "  0            1            2            3",
    ///         "│ wins at single places   · loses",
    ///     ]
    /// );
    /// # Ok::<(), nimsweep::ask::AskError>(())
    /// ```
    #[must_use]
    pub fn drawing(&self, columns: usize) -> Option<String> {
        self.object.drawing(columns)
    }
}

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.object, f)
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.to_line()).map_err(S::Error::custom)?.serialize(serializer)
    }
}

/// An answer that is a table: as a JSON object, the head and then one more key with a list of rows.
#[derive(Clone, Debug)]
pub(super) struct TableAnswer<H, T> {
    /// What was asked, and what is known of the table as a whole; an object of at least one key.
    pub(super) head: H,
    /// The key of the rows.
    pub(super) key: &'static str,
    pub(super) table: T,
    /// How it is drawn, if it can be.
    pub(super) draw: Option<fn(&H, &T, usize) -> String>,
}

impl<H: Serialize + Debug + Send + Sync, T: Table + Debug + Send + Sync> Object for TableAnswer<H, T> {
    fn table(&self) -> Option<&dyn Table> {
        Some(&self.table)
    }

    fn drawing(&self, columns: usize) -> Option<String> {
        self.draw.map(|draw| draw(&self.head, &self.table, columns))
    }
}

impl<H: Serialize, T: Table> Json for TableAnswer<H, T> {
    fn write_json(&self, method: Option<Method>, layout: Layout, out: &mut dyn io::Write) -> io::Result<()> {
        let mut text = vec![];
        self.head.write_json(method, layout, &mut text)?;
        let end = layout.breaks("}", 0);
        text.truncate(text.len() - end.len());
        text.extend_from_slice(format!(",{}", layout.key(self.key, 1)).as_bytes());
        write_rows(&self.table, layout, &mut text, out)?;
        text.extend_from_slice(end.as_bytes());
        out.write_all(&text)
    }
}

impl<H, T: Table> Display for TableAnswer<H, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Columns::of(&self.table).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::Rows;
    use super::*;

    /// A table with each kind of cell, and from the third row on with texts that need escapes.
    #[derive(Debug)]
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
    fn each_kind_of_cell_has_its_json_and_its_text() {
        let head = std::collections::BTreeMap::from([("n", 2)]);
        let answer = Answer::from(TableAnswer { head, key: "rows", table: Mixed { rows: 2 }, draw: None });
        let first = r#"{"a":"0","b":0,"c":false,"d":[],"e":null,"f":"x","g":""}"#;
        let second = r#"{"a":"1","b":1,"c":true,"d":["0","7"],"e":null,"f":"x","g":""}"#;
        assert_eq!(answer.to_line(), format!(r#"{{"n":2,"rows":[{first},{second}]}}"#));
        assert_eq!(
            answer.to_string(),
            " a  b      c    d  e  f  g \n 0  0  false          x    \n 1  1   true  0 7     x    "
        );
    }

    #[test]
    fn tables_are_written_as_serde_writes_them() {
        #[derive(Debug, serde::Serialize)]
        struct Head {
            name: &'static str,
            list: Vec<u8>,
        }

        for (rows, method) in [(0, None), (1, Some(Method::Engine)), (2, None), (300, Some(Method::Sort))] {
            let head = Head { name: "}\n}", list: vec![1, 2] };
            let answer = TableAnswer { head, key: "rows", table: Mixed { rows }, draw: None };
            let answer = Answer::from(answer).by(method);
            let value: serde_json::Value = serde_json::from_str(&answer.to_json()).unwrap();
            assert_eq!(value["rows"].as_array().unwrap().len() as u64, rows);
            assert_eq!(value.get("method").is_some(), method.is_some());
            assert_eq!(answer.to_json(), serde_json::to_string_pretty(&value).unwrap());
            assert_eq!(answer.to_line(), serde_json::to_string(&value).unwrap());
            assert_eq!(serde_json::to_value(&answer).unwrap(), value);
        }
    }
}
