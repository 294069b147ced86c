//! An answer of any command: as text, as JSON, and as a table if it is one; and numbers as text,
//! for people and as fields of an answer.

use std::fmt::{self, Debug, Display};
use std::io;
use std::sync::Arc;

use itertools::Itertools;
use num_bigint::BigUint;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::limits::LARGEST_REPLY;
use super::reply::{Reply, ReplyFields, Value, fields};
use super::table::{JsonRows, Table};
use super::text_style::TextStyle;
use crate::algebraic::Algebraic;
use crate::draw;
use crate::error::{Error, error};
use crate::games::squares::{Lengths, Method};
use crate::number::{Notation, NumberStyle, Surd};
use crate::plot::Picture;
use crate::proof::{Certificate, Claim};
use crate::sweep::Nimber;

/// The answer to a question: an object in JSON, and a text for people.
///
/// Serialised as JSON, it is the object that the program prints with `--json`; displayed, it is the
/// text that the program prints without, but for the last line break.
///
/// ```
/// let answer = nimsweep::ask::ask(r#"{"command": "coins value", "stack": "SG"}"#)?;
/// assert_eq!(answer.to_string(), "SG = 1/2, Gary wins");
/// assert_eq!(answer.to_json(), "{\n  \"stack\": \"SG\",\n  \"value\": \"1/2\"\n}");
/// # Ok::<(), nimsweep::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Answer {
    /// The method, if the question names one: the answer begins with it then.
    method: Option<Method>,
    /// The pieces, if it is an answer about squares: it begins with them, too.
    pieces: Option<Lengths>,
    /// How the text is written.
    style: TextStyle,
    reply: Arc<Reply>,
}

/// The reply to a question that has no answer: an object with the key `error`, which says what is
/// wrong, and what would be right.
///
/// ```
/// assert_eq!(nimsweep::ask::refusal("write JSON in UTF-8"), r#"{"error":"write JSON in UTF-8"}"#);
/// ```
#[must_use]
pub fn refusal(reason: impl ToString) -> String {
    format!(r#"{{"error":{}}}"#, serde_json::Value::from(reason.to_string()))
}

impl From<Reply> for Answer {
    fn from(reply: Reply) -> Self {
        Self { method: None, pieces: None, style: TextStyle::default(), reply: Arc::new(reply) }
    }
}

impl Answer {
    /// Names the method of the question, if that does, and its pieces.
    pub(super) fn about(self, method: Option<Method>, pieces: &Lengths) -> Self {
        Self { method, pieces: Some(pieces.clone()), ..self }
    }

    /// The line that names the pieces; where the text of the answer does not say it, other pieces
    /// have other answers that look alike.
    fn pieces(&self) -> Option<String> {
        let pieces = self.pieces.as_ref()?;
        let list = pieces.named(|length| briefest(length, self.style.numbers)).join(", ");
        Some(format!("pieces {list}{}", pieces.where_all_lie()))
    }

    /// The pieces, if they are not those that every question has that names none.
    fn unusual_pieces(&self) -> Option<String> {
        let is_usual = self.pieces.as_ref().is_none_or(|pieces| *pieces == Lengths::default());
        if is_usual || self.reply.names_pieces { None } else { self.pieces() }
    }

    /// What a certificate claims of the answer, if it says all of that.
    pub(super) fn claim(&self) -> Option<Claim> {
        self.reply.claim.clone()
    }

    /// The certificate, if there is one that needs no g.
    #[must_use]
    pub fn certificate(&self) -> Option<Result<Certificate, Error>> {
        self.reply.certificate.as_ref().map(|certificate| certificate())
    }

    /// This answer with its text in another style.
    #[cfg(feature = "cli")]
    pub(crate) fn restyled(&self, change: impl FnOnce(TextStyle) -> TextStyle) -> Self {
        Self { style: change(self.style), ..self.clone() }
    }

    /// The object as JSON text, on several lines.
    ///
    /// # Cost
    /// A table of a million rows has some hundred megabytes: [write](Answer::write_json) that into
    /// a stream.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.text(false, u64::MAX, false).unwrap_or_else(refusal)
    }

    /// The object as JSON text, if it has at most so many bytes; a page does not wait until more
    /// are counted.
    pub(super) fn text(&self, is_line: bool, most: u64, is_page: bool) -> Result<String, Error> {
        struct Bounded {
            text: Vec<u8>,
            bytes: u64,
            most: u64,
            is_page: bool,
        }

        impl io::Write for Bounded {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.bytes += bytes.len() as u64;
                if self.bytes <= self.most {
                    self.text.extend_from_slice(bytes);
                } else if self.is_page {
                    return Err(io::ErrorKind::FileTooLarge.into());
                }
                Ok(bytes.len())
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }

        let mut out = Bounded { text: vec![], bytes: 0, most, is_page };
        let written = match is_line {
            true => serde_json::to_writer(&mut out, self),
            false => serde_json::to_writer_pretty(&mut out, self),
        };
        let Bounded { text, bytes, .. } = out;
        if bytes > most {
            let (least, or) = match is_page {
                true => ("at least ", ""),
                false => ("", ", or set the key 'large' to true"),
            };
            return Err(error!(
                TooLarge,
                "the answer has {least}{bytes} bytes, and a reply at most {LARGEST_REPLY}; ask for less{or}"
            ));
        }
        let unwritten =
            |error: &dyn Display| error!(Setting, "the answer cannot be written: {error}; report it");
        written.map_err(|error| unwritten(&error))?;
        String::from_utf8(text).map_err(|error| unwritten(&error))
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
        Ok(serde_json::to_writer_pretty(out, self)?)
    }

    /// The table, if the answer is one.
    #[must_use]
    #[doc(hidden)]
    pub fn table(&self) -> Option<&dyn Table> {
        self.reply.table.as_ref().map(|(_, table)| &**table as &dyn Table)
    }

    /// The rows for a program that reads them, if the answer is a table.
    #[cfg(feature = "cli")]
    pub(crate) fn rows(&self) -> Option<super::table::Rows<'_>> {
        let numbers = Some(self.style.numbers).filter(|style| !style.is_for_people());
        Some(self.table()?.rows_in(numbers.unwrap_or(NumberStyle::Program)))
    }

    /// The picture, if the answer is one.
    #[must_use]
    pub fn picture(&self) -> Option<&Picture> {
        self.reply.picture.as_deref()
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
    ///         "pieces 1",
    ///     ]
    /// );
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    #[must_use]
    pub fn drawing(&self, columns: usize) -> Option<String> {
        let drawing = self.reply.drawing.as_ref()?(columns);
        Some(match self.pieces() {
            Some(line) => format!("{drawing}\n{}", draw::fitting(&line, columns)),
            None => drawing,
        })
    }
}

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reply.write_text(f, &self.style)?;
        self.unusual_pieces().map_or(Ok(()), |line| write!(f, "\n{}", self.style.fitted(line)))
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut entries = serializer.serialize_map(None)?;
        let method = self.method.map(|method| method.to_string());
        method.iter().try_for_each(|method| entries.serialize_entry("method", method))?;
        self.pieces.iter().try_for_each(|lengths| pieces(lengths).write(&mut entries))?;
        self.reply.fields.write(&mut entries)?;
        if let Some((Some(key), table)) = &self.reply.table {
            entries.serialize_entry(key, &JsonRows(&**table))?;
        }
        entries.end()
    }
}

/// A number as short as it can be typed: 1.4142135 and not 2828427/2000000, but 3/2.
pub(super) fn briefest(number: &Surd, numbers: NumberStyle) -> String {
    /// Decimals of numbers that people type.
    const MOST_DIGITS: usize = 20;
    let exact = numbers.text(number);
    // a decimal has a point before its digits and a digit before the point
    let digits = number.exact_digits(0..=MOST_DIGITS.min(exact.len().saturating_sub(3)));
    digits.map_or(exact, |digits| number.to_decimal(digits))
}

/// A number for people: "5+2√2 ≈ 7.83", or "≈ 7.83" and a remark, if there is no closed form.
pub(super) fn both(
    numbers: NumberStyle,
    number: &Algebraic,
    digits: usize,
    remark: impl FnOnce() -> String,
) -> String {
    match number.as_surd() {
        Some(number) => numbers.with_decimals(number, digits),
        None => format!("≈ {} ({})", number.to_decimal(digits), remark()),
    }
}

/// The sign between the name of a number and what [`both`] says of it.
pub(super) fn equals(number: &Algebraic) -> &'static str {
    if number.as_surd().is_some() { "= " } else { "" }
}

/// A number of a table in both forms, each written in the place of the one before.
#[derive(Default)]
pub(super) struct BothForms {
    pub(super) exact: Vec<u8>,
    pub(super) decimal: Vec<u8>,
}

impl BothForms {
    /// Writes a number by its coordinates.
    pub(super) fn write(&mut self, notation: &Notation, coordinates: &[i64]) {
        self.exact.clear();
        self.decimal.clear();
        notation.write_closed_form(&mut self.exact, coordinates);
        notation.write_decimal(&mut self.decimal, coordinates);
    }

    /// Writes any number, with this many decimals.
    pub(super) fn write_surd(&mut self, number: &Surd, digits: usize, numbers: NumberStyle) {
        self.exact = numbers.text(number).into();
        self.decimal = number.to_decimal(digits).into();
    }
}

/// The decimals of a part of 1, or of 100 in percent, for people: what rounds to nothing or to all
/// and is neither is called less or more than the last decimal says.
pub(super) fn share_for_people(decimal: String, whole: u64, is_exactly_an_end: bool) -> String {
    let (units, digits) = decimal.split_once('.').unwrap_or((&decimal, ""));
    let is_none = decimal.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    match digits.len() {
        _ if is_exactly_an_end || !(is_none || units == whole.to_string()) => decimal,
        0 => format!("between 0 and {whole}"),
        zeros if is_none => format!("less than 0.{:0>zeros$}", 1),
        nines => format!("more than {}.{}", whole - 1, "9".repeat(nines)),
    }
}

/// What a Grundy value means for a single segment or pile.
pub(super) fn outcome(is_p_position: bool) -> &'static str {
    if is_p_position {
        "a P-position: the player to move loses"
    } else {
        "an N-position: the player to move wins"
    }
}

/// A whole number or a code for people: in full up to 60 characters, else its ends and how many
/// digits there are.
pub(super) fn shortened(number: &str) -> String {
    if number.len() <= 60 {
        return number.to_owned();
    }
    let (start, end) = (&number[..20], &number[number.len() - 20..]);
    format!("{start}...{end} ({} digits)", number.bytes().filter(u8::is_ascii_digit).count())
}

/// The first numbers of a list for people, and how many there are if not all are shown.
pub(super) fn shortened_list(numbers: &[BigUint], separator: &str) -> String {
    const SHOWN: usize = 12;
    let more = numbers.len().saturating_sub(SHOWN);
    let list = numbers.iter().take(SHOWN).map(|number| shortened(&number.to_string())).join(separator);
    if more == 0 {
        list
    } else {
        format!("{list}{separator}... ({more} more; the JSON object lists them all)")
    }
}

/// Values one after the other, from the one of this number on, below their name.
pub(super) fn row_of_values(name: &str, from: usize, values: &[Nimber]) -> String {
    let name = |n: usize| format!("{name}({n})");
    let names = match values.len() {
        0..=3 => (from..from + values.len()).map(name).join(", "),
        count => format!("{}, {}, ..., {}", name(from), name(from + 1), name(from + count - 1)),
    };
    format!("{names}:\n{}", values.iter().format(" "))
}

/// " modulo M", or nothing.
pub(super) fn modulo(modulus: Option<&BigUint>) -> String {
    modulus.map_or_else(String::new, |modulus| format!(" modulo {modulus}"))
}

/// The pieces of a game: their lengths, and their rule unless all digits are 7.
pub(crate) fn pieces(lengths: &Lengths) -> ReplyFields {
    let rule = lengths.rule().map(|rule| rule.to_string());
    fields! { lengths: Value::from_iter(lengths.as_slice()), rule: Value::given(rule) }
}

#[cfg(test)]
mod tests {
    use super::super::table::Rows;
    use super::*;

    /// A table with each kind of cell, and a head that needs escapes.
    fn mixed(rows: u64) -> Reply {
        Reply::new(fields! { name: "}\n}", list: [1_u32, 2] }).rows("rows", "a,b,c,d,e,f", rows, |rows, _| {
            Rows::of(0..*rows, |row, n| {
                row.push_text(n);
                row.push_number(n);
                row.push_flag(n > 0);
                row.push_list((0..n + n).map(|k| k * 7), crate::number::write_integer);
                row.push_optional(None::<&str>);
                row.push_bytes("x");
            })
        })
    }

    #[test]
    fn each_kind_of_cell_has_its_json_and_its_text() {
        let answer = Answer::from(mixed(2));
        let head = r#""name":"}\n}","list":[1,2]"#;
        let first = r#"{"a":"0","b":0,"c":false,"d":[],"e":null,"f":"x"}"#;
        let second = r#"{"a":"1","b":1,"c":true,"d":["0","7"],"e":null,"f":"x"}"#;
        assert_eq!(
            serde_json::to_string(&answer).unwrap(),
            format!(r#"{{{head},"rows":[{first},{second}]}}"#)
        );
        assert_eq!(
            answer.to_string(),
            " a  b      c    d  e  f\n 0  0  false          x\n 1  1   true  0 7     x"
        );
    }

    #[test]
    fn a_share_is_none_or_all_only_where_it_is() {
        for (decimal, whole, is_an_end, expected) in [
            ("0.00", 1, true, "0.00"),
            ("0.00", 1, false, "less than 0.01"),
            ("0.01", 1, false, "0.01"),
            ("0.99", 1, false, "0.99"),
            ("1.00", 1, false, "more than 0.99"),
            ("1.00", 1, true, "1.00"),
            ("0", 1, false, "between 0 and 1"),
            ("1", 1, false, "between 0 and 1"),
            ("1", 1, true, "1"),
            ("0.000", 100, false, "less than 0.001"),
            ("1.000", 100, false, "1.000"),
            ("100.0000", 100, false, "more than 99.9999"),
            ("100.0000", 100, true, "100.0000"),
        ] {
            assert_eq!(share_for_people(decimal.to_owned(), whole, is_an_end), expected);
        }
    }

    #[test]
    fn tables_are_written_as_serde_writes_them() {
        for (rows, method) in [(0, None), (1, Some(Method::Engine)), (2, None), (300, Some(Method::Sort))] {
            let answer = Answer { method, ..mixed(rows).into() };
            let value: serde_json::Value = serde_json::from_str(&answer.to_json()).unwrap();
            assert_eq!(value["rows"].as_array().unwrap().len() as u64, rows);
            assert_eq!(value.get("method").is_some(), method.is_some());
            assert_eq!(answer.to_json(), serde_json::to_string_pretty(&value).unwrap());
            assert_eq!(serde_json::to_string(&answer).unwrap(), serde_json::to_string(&value).unwrap());
            assert_eq!(serde_json::to_value(&answer).unwrap(), value);
        }
    }
}
