//! How results and remarks are written: as JSON, CSV, text or a drawing, to standard output or a
//! file; and the terminal: what is coloured, and how wide a drawing may be.

use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use clap::{Args, ValueEnum};
use itertools::Itertools;
use serde::Serialize;
use terminal_size::{Width, terminal_size_of};

use super::failure::Failure;
use super::system;
use crate::ask::{Answer, Rows, Table, TextStyle};
use crate::draw::{LEAST_COLUMNS, ascii, wrapped};
use crate::number::NumberStyle;

/// What the streams of the process are. Inside another program none is a terminal.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Terminal {
    /// Standard output is one.
    pub(super) shows: bool,
    /// Standard input is one, too.
    pub(super) asks: bool,
    /// Results are coloured.
    pub(super) colored: bool,
}

impl Terminal {
    /// The streams of this process.
    pub(super) fn of_process(color: Color) -> Self {
        let shows = io::stdout().is_terminal();
        Self { shows, asks: shows && io::stdin().is_terminal(), colored: color.applies(shows) }
    }
}

/// When help and messages are coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// What a call asks for. It is read before everything else, because the first message may be
    /// that the call cannot be parsed.
    pub(super) fn of_call(arguments: &[OsString]) -> Self {
        const OPTION: &str = "--color";
        let texts: Vec<_> = arguments.iter().map(|text| text.to_string_lossy()).collect();
        let own = texts.iter().position(|text| text == "--").unwrap_or(texts.len());
        let place = texts[..own].iter().rposition(|text| text.starts_with(OPTION));
        let value = place.and_then(|at| match &texts[at][OPTION.len()..] {
            "" => texts.get(at + 1).map(|text| text.as_ref()),
            rest => rest.strip_prefix('='),
        });
        value.and_then(|text| Self::from_str(text, false).ok()).unwrap_or(Self::Auto)
    }

    /// Whether a stream is to be coloured. By the convention of NO_COLOR, that variable counts if
    /// it is not empty.
    pub(super) fn applies(self, is_terminal: bool) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => {
                is_terminal
                    && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
                    && system::shows_colors()
            }
        }
    }
}

/// A text in bold red, if it is to be coloured.
pub(super) fn alarming(text: &str, colored: bool) -> String {
    if colored { format!("\u{1b}[1;31m{text}\u{1b}[0m") } else { text.to_owned() }
}

/// How many columns a drawing may have: those of the terminal, or else those that the variable
/// COLUMNS asks for.
pub(super) fn columns() -> usize {
    let out = io::stdout();
    let terminal = out.is_terminal().then(|| terminal_size_of(&out)).flatten();
    let asked = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    usable(terminal.map(|(Width(columns), _)| columns.into()), asked)
}

/// A drawing in ASCII if the locale has no UTF-8, or the terminal only takes lines.
pub(super) fn as_drawn(drawing: String) -> String {
    let is_dumb = std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    if is_dumb || !takes_utf8() { ascii(&drawing) } else { drawing }
}

/// A terminal of no columns is one whose size is unknown.
fn usable(terminal: Option<usize>, asked: Option<usize>) -> usize {
    const USUAL: usize = 80;
    /// Above this lines are hard to follow.
    const MOST: usize = 300;
    let known = [terminal, asked].into_iter().flatten().find(|&columns| columns > 0);
    known.unwrap_or(USUAL).clamp(LEAST_COLUMNS, MOST)
}

/// Standard output. If it takes no results, everything that is written is refused.
pub(super) fn standard_output() -> Box<dyn Write> {
    match system::check_standard_output() {
        Ok(()) => Box::new(BufWriter::new(io::stdout().lock())),
        Err(reason) => Box::new(ClosedOutput(reason)),
    }
}

/// Refuses a standard output that takes no results, before hours of work rather than after.
pub(super) fn check(out: &mut dyn Write) -> io::Result<()> {
    // nothing can be written in part
    out.write(&[]).map(drop)
}

/// A standard output that takes no results, for this reason.
struct ClosedOutput(io::Error);

impl Write for ClosedOutput {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::other(self.0.to_string()))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// How a result is written.
#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct Format {
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

/// A way in which answers are written, given by options.
pub(super) trait Writes {
    /// The options that name a file for the answer, unless it goes to standard output, and one
    /// beside it, and the files.
    fn files(&self) -> [Option<(&'static str, &Path)>; 2] {
        [None; 2]
    }

    fn write(&self, out: &mut dyn Write, answer: &Answer) -> Result<(), Failure>;
}

impl Writes for Format {
    fn write(&self, out: &mut dyn Write, answer: &Answer) -> Result<(), Failure> {
        Ok(match self.json {
            true => buffered_line(out, |out| answer.write_json(out)),
            false => writeln!(out, "{}", answer.restyled(as_printed)),
        }?)
    }
}

/// A style with letters for √ and ≈ if the locale has no UTF-8, and with lines as wide as the
/// terminal.
pub(super) fn as_printed(style: TextStyle) -> TextStyle {
    let (in_letters, table_columns) = (!takes_utf8(), table_columns());
    let numbers = match style.numbers {
        NumberStyle::People if in_letters => NumberStyle::Letters,
        numbers => numbers,
    };
    let columns = Some(columns());
    TextStyle { numbers, in_letters, columns, table_columns, names_options: true, ..style }
}

/// How many columns a table may have. Whoever reads it from a pipe wants all of them.
pub(super) fn table_columns() -> Option<usize> {
    (io::stdout().is_terminal() || std::env::var_os("COLUMNS").is_some()).then(columns)
}

/// An entry of a list, as it is but for its width: who reads a pipe wants one line for each.
pub(super) fn entry(line: &str) -> String {
    table_columns().map_or_else(|| line.to_owned(), |columns| wrapped(line, columns).join("\n"))
}

/// Whether the locale has UTF-8, by the first of its variables that is set. One that names no
/// encoding says nothing against it.
fn takes_utf8() -> bool {
    let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable).is_none_or(|locale| is_utf8(&locale))
}

fn is_utf8(locale: &str) -> bool {
    // language_COUNTRY.encoding@modifier
    let encoding = locale.split('@').next().and_then(|locale| locale.split_once('.'));
    match encoding {
        Some((_, encoding)) => encoding.to_lowercase().replace('-', "") == "utf8",
        None => !matches!(locale, "C" | "POSIX"),
    }
}

/// Writes one JSON object.
pub(super) fn json(out: &mut dyn Write, object: &impl Serialize) -> io::Result<()> {
    buffered_line(out, |out| Ok(serde_json::to_writer_pretty(out, object)?))
}

/// Writes a line break after what a serializer writes, which is every bracket on its own.
fn buffered_line<W: Write>(
    out: W,
    write: impl FnOnce(&mut BufWriter<W>) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    write(&mut out)?;
    out.write_all(b"\n")?;
    out.flush()
}

/// Writes an answer that is a table as CSV. No field needs quotes: all are numbers or names.
pub(super) fn csv(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    writeln!(out, "{}", answer.table().map_or("", Table::titles))?;
    lines(out, answer, b',')
}

/// Writes the rows of a table as a b-file: numbers with a space between them.
pub(super) fn bfile(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    lines(out, answer, b' ')
}

/// Writes a line for each row, with a character between the fields, in which there are no commas.
fn lines(out: &mut dyn Write, answer: &Answer, between: u8) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    let mut rows = answer.rows();
    while let Some(row) = rows.as_mut().and_then(Rows::next_row) {
        match (between, row.with_commas()) {
            (b',', row) => out.write_all(row)?,
            (_, row) => out.write_all(
                &row.iter().map(|&byte| if byte == b',' { between } else { byte }).collect_vec(),
            )?,
        }
        out.write_all(b"\n")?;
    }
    out.flush()
}

/// Writes a line on standard error.
pub(super) fn remark(line: &str) {
    // nothing can be done if standard error is closed
    let _ = writeln!(io::stderr(), "nimsweep: {}", said(line.to_owned()));
}

/// A message, with letters for √ and ≈ if the locale has no UTF-8.
pub(super) fn said(message: String) -> String {
    if takes_utf8() { message } else { in_letters(&message) }
}

/// A message with letters for √ and ≈, but for what stands in quotes: that is as it was typed.
pub(super) fn in_letters(message: &str) -> String {
    let letters = TextStyle { in_letters: true, ..TextStyle::default() };
    let parts = message.split('\'').enumerate();
    parts.map(|(index, part)| if index % 2 == 0 { letters.spelled(part) } else { part.to_owned() }).join("'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_option_of_a_call_counts() {
        for (call, expected) in [
            ("nimsweep", Color::Auto),
            ("nimsweep --color always gain", Color::Always),
            ("nimsweep gain --color=never", Color::Never),
            ("nimsweep --color always gain --color never", Color::Never),
            ("nimsweep --color", Color::Auto),
            ("nimsweep --color blue", Color::Auto),
            ("nimsweep --colors always", Color::Auto),
            ("nimsweep coins row -- --color always", Color::Auto),
        ] {
            let arguments: Vec<_> = call.split(' ').map(OsString::from).collect();
            assert_eq!(Color::of_call(&arguments), expected, "{call}");
        }
        assert!(Color::Always.applies(false) && !Color::Never.applies(true) && !Color::Auto.applies(false));
    }

    #[test]
    fn a_locale_says_whether_it_has_utf_8() {
        for locale in ["C.UTF-8", "en_US.UTF-8", "de_DE.utf8@euro", "en_GB", "UTF-8"] {
            assert!(is_utf8(locale), "{locale}");
        }
        for locale in ["C", "POSIX", "en_US.ISO-8859-1", "de_DE.ISO8859-15@euro"] {
            assert!(!is_utf8(locale), "{locale}");
        }
    }

    #[test]
    fn the_terminal_counts_before_the_variable() {
        for (terminal, asked, expected) in [
            (None, None, 80),
            (Some(132), Some(60), 132),
            (None, Some(60), 60),
            (Some(0), Some(60), 60),
            (Some(0), Some(0), 80),
            (Some(5), None, 20),
            (None, Some(100_000), 300),
        ] {
            assert_eq!(usable(terminal, asked), expected, "{terminal:?} {asked:?}");
        }
    }
}
