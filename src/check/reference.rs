//! The tables of `data/`: those built into the program, or those of a folder.

use std::fmt;
use std::io::Read;
use std::path::Path;
use std::str::FromStr;
use std::{fs, io};

use csv::{ReaderBuilder, StringRecord};

use crate::error::{Error, error};
use crate::number::{abridged, quoted};

macro_rules! built_in {
    ($($name:literal),*) => {
        [$(($name, include_str!(concat!("../../data/", $name)))),*]
    };
}

/// The tables and their texts. The first line of each says how it was made.
const TABLES: [(&str, &str); 12] = built_in![
    "published.csv",
    "squares.csv",
    "kayles.csv",
    "octal.csv",
    "octal_periods.csv",
    "sums.csv",
    "digits.csv",
    "targets.csv",
    "periods.csv",
    "stones.csv",
    "fair_rows.csv",
    "halving.csv"
];

/// The most bytes of a table: hundreds of times as many as the longest has.
const MOST_BYTES: u64 = 16 << 20;

/// The reference tables.
///
/// ```
/// use nimsweep::check::Reference;
///
/// assert!(Reference::from_folder("no such folder".as_ref()).is_err());
/// let reference = Reference::built_in();
/// for check in nimsweep::check::all().filter(|check| check.game == "halving") {
///     assert!(check.run(&reference)? > 0, "{}", check.subject);
/// }
/// # Ok::<(), nimsweep::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reference {
    tables: Vec<(&'static str, String)>,
}

impl Reference {
    /// The tables that are built into the program.
    #[must_use]
    pub fn built_in() -> Self {
        Self { tables: TABLES.map(|(name, text)| (name, text.to_owned())).to_vec() }
    }

    /// The tables of a folder, in files of the same names.
    ///
    /// # Errors
    /// [`Error`] if one of them is missing, not text, not a regular file or larger than 16
    /// MiB.
    pub fn from_folder(folder: &Path) -> Result<Self, Error> {
        let read = |(name, _)| -> Result<_, Error> {
            let path = folder.join(name);
            let text = read(&path).map_err(|reason| {
                let path = abridged(path.display());
                error!(Setting, "cannot read '{path}': {reason}; give a folder with the tables of data/")
            })?;
            Ok((name, text))
        };
        Ok(Self { tables: TABLES.into_iter().map(read).collect::<Result<_, _>>()? })
    }

    /// The rows of a table below the line of titles.
    pub(super) fn rows(&self, table: &str) -> impl Iterator<Item = Result<Record, Error>> {
        let found = self.tables.iter().filter(move |(name, _)| *name == table);
        found.flat_map(|(table, text)| {
            let reader = ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
            reader.into_records().map(move |record| match record {
                Ok(fields) => Ok(Record { table, fields }),
                Err(error) => Err(error!(Parse, "{table}: {}", abridged(error))),
            })
        })
    }

    /// Compares the rows of a table one by one.
    pub(super) fn each(
        &self,
        table: &str,
        mut compare: impl FnMut(&Record) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.rows(table).try_for_each(|row| compare(&row?))
    }

    /// The published figures of a game.
    pub(super) fn published(&self, game: &str) -> impl Iterator<Item = Result<Published, Error>> {
        let figures = self.rows("published.csv").map(|row| Published::of(row?));
        figures.filter(move |figure| figure.as_ref().map_or(true, |figure| figure.game == game))
    }
}

/// The text of a regular file: a device has no end, a pipe may have no beginning.
fn read(path: &Path) -> io::Result<String> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut text = String::new();
    let count = fs::File::open(path)?.take(MOST_BYTES + 1).read_to_string(&mut text)?;
    if count as u64 > MOST_BYTES {
        return Err(io::Error::other(format!("it has more than {MOST_BYTES} bytes")));
    }
    Ok(text)
}

/// A row of a table. It displays as its table and line.
#[derive(Clone, Debug)]
pub(super) struct Record {
    table: &'static str,
    fields: StringRecord,
}

impl Record {
    /// A field, by its index from 0.
    pub(super) fn text(&self, index: usize) -> Result<&str, Error> {
        self.fields.get(index).ok_or_else(|| self.unreadable(index))
    }

    /// A field, parsed.
    pub(super) fn read<T: FromStr>(&self, index: usize) -> Result<T, Error> {
        self.text(index)?.parse().map_err(|_| self.unreadable(index))
    }

    pub(super) fn unreadable(&self, index: usize) -> Error {
        let field = quoted(self.fields.get(index).unwrap_or_default());
        error!(Parse, "{self}: cannot read '{field}' in column {}", index + 1)
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.fields.position().map_or(0, csv::Position::line);
        write!(f, "{}, line {line}", self.table)
    }
}

/// A row of `published.csv`; `None` stands for "-".
#[derive(Clone, Debug)]
pub(super) struct Published {
    game: String,
    pub(super) figure: String,
    pub(super) decimal: Option<String>,
    pub(super) exact: Option<String>,
    pub(super) row: Record,
}

impl Published {
    fn of(row: Record) -> Result<Self, Error> {
        let text = |index| row.text(index).map(str::to_owned);
        let value = |index| text(index).map(|text| Some(text).filter(|text| text != "-"));
        let (game, figure, decimal, exact) = (text(0)?, text(1)?, value(3)?, value(4)?);
        Ok(Self { game, figure, decimal, exact, row })
    }

    /// The arguments of the figure, parsed.
    pub(super) fn arguments<T: FromStr>(&self) -> Result<Vec<T>, Error> {
        let read = |text: &str| text.parse().map_err(|_| self.row.unreadable(2));
        self.row.text(2)?.split(';').map(read).collect()
    }

    /// The only argument.
    pub(super) fn argument<T: FromStr>(&self) -> Result<T, Error> {
        self.arguments()?.pop().ok_or_else(|| self.row.unreadable(2))
    }

    pub(super) fn unknown(&self) -> Error {
        self.row.unreadable(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_has_rows_and_says_how_it_was_made() {
        let reference = Reference::built_in();
        for (name, text) in TABLES {
            assert!(text.starts_with("# "), "{name}");
            assert!(reference.rows(name).map(Result::unwrap).count() > 10, "{name}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_reported_with_its_place() {
        let mut reference = Reference::built_in();
        reference.tables = vec![("kayles.csv", "n,grundy\n0,0\n1,x\n2\n".to_owned())];
        let rows: Vec<_> = reference.rows("kayles.csv").collect();
        let error = rows[1].as_ref().unwrap().read::<u32>(1).unwrap_err();
        assert_eq!(error.to_string(), "kayles.csv, line 3: cannot read 'x' in column 2");
        assert!(rows[2].as_ref().unwrap_err().text().contains(": CSV error: "));
    }
}
