//! The lines that are typed, or come from a pipe.

use std::io::{self, BufRead, Read, StdinLock, Write};

/// Nobody types more.
const MOST_BYTES: u64 = 1_000_000;

/// Where lines come from: a terminal, which edits and shows what is typed, or a pipe or a file,
/// whose lines are shown as a terminal would do.
pub(super) struct Lines {
    input: StdinLock<'static>,
    is_terminal: bool,
}

/// What comes after a prompt.
pub(super) enum Typed {
    /// A line without its end.
    Line(String),
    /// Why a line is none.
    Refused(String),
    /// There are no more.
    End,
}

impl Lines {
    /// Those of this process, whose input and output are a terminal or not.
    pub(super) fn of_process(is_terminal: bool) -> Self {
        Self { input: io::stdin().lock(), is_terminal }
    }

    /// Asks for the next line.
    pub(super) fn ask(&mut self, prompt: &str, out: &mut dyn Write) -> io::Result<Typed> {
        write!(out, "{prompt}> ")?;
        out.flush()?;
        let typed = read(&mut self.input)?;
        match &typed {
            Typed::Line(line) if !self.is_terminal => writeln!(out, "{}", line.trim_end())?,
            Typed::Refused(_) if !self.is_terminal => writeln!(out)?,
            _ => {}
        }
        Ok(typed)
    }
}

/// The next line of a stream. No more of it is kept than a line may have.
fn read(input: &mut impl BufRead) -> io::Result<Typed> {
    let mut bytes = vec![];
    let read = input.by_ref().take(MOST_BYTES + 1).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(Typed::End);
    }
    let refused = |reason: String| Ok(Typed::Refused(reason));
    if bytes.len() as u64 > MOST_BYTES && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return refused(format!("a line of more than {MOST_BYTES} bytes is not a move"));
    }
    match String::from_utf8(bytes) {
        // an arrow or another key, which the terminal did not keep to itself
        Ok(line) if line.contains('\u{1b}') => {
            refused("arrows and other keys have no meaning here; type the line again".to_owned())
        }
        Ok(line) => Ok(Typed::Line(line)),
        Err(_) => refused("this line is not text in UTF-8; type it again".to_owned()),
    }
}
