//! The lines that are typed, or come from a pipe.

use std::io::{self, BufRead, Read, Write};

/// What comes after a prompt.
pub(super) enum Typed {
    /// A line without its end.
    Line(String),
    /// Why a line is none.
    Refused(String),
    /// There are no more.
    End,
}

/// Asks for the next line. It is shown, unless a terminal does that.
pub(super) fn ask(
    prompt: &str,
    is_shown: bool,
    input: &mut impl BufRead,
    out: &mut dyn Write,
) -> io::Result<Typed> {
    /// Nobody types more.
    const MOST_BYTES: u64 = 1_000_000;
    write!(out, "{prompt}> ")?;
    out.flush()?;
    let mut bytes = vec![];
    let read = input.by_ref().take(MOST_BYTES + 1).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(Typed::End);
    }
    let is_long = bytes.len() as u64 > MOST_BYTES && !bytes.ends_with(b"\n");
    if is_long {
        input.skip_until(b'\n')?;
    }
    let typed = match String::from_utf8(bytes) {
        _ if is_long => Typed::Refused(format!("a line of more than {MOST_BYTES} bytes is no move")),
        // an arrow or another key, which the terminal did not keep to itself
        Ok(line) if line.contains('\u{1b}') => {
            Typed::Refused("arrows and other keys have no meaning here; type the line again".to_owned())
        }
        Ok(line) => Typed::Line(line),
        Err(_) => Typed::Refused("this line is no text in UTF-8; type it again".to_owned()),
    };
    if is_shown {
        writeln!(out, "{}", if let Typed::Line(line) = &typed { line.trim_end() } else { "" })?;
    }
    Ok(typed)
}
