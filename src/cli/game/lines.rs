//! The lines that are typed, or come from a pipe.

use std::io::{self, BufRead, Read, StdinLock, Write};

/// Nobody types more.
const MOST_BYTES: u64 = 1_000_000;

/// Where lines come from: a terminal, which edits and shows what is typed, or a pipe or a file,
/// whose lines are shown as a terminal would do.
pub(super) struct TypedLines {
    input: StdinLock<'static>,
    is_terminal: bool,
}

/// A line without its end, or why it is none; nothing if there are no more.
type TypedLine = Option<Result<String, String>>;

impl TypedLines {
    /// Those of this process, whose input and output are a terminal or not.
    pub(super) fn of_process(is_terminal: bool) -> Self {
        Self { input: io::stdin().lock(), is_terminal }
    }

    /// Asks for the next line.
    pub(super) fn ask(&mut self, prompt: &str, out: &mut dyn Write) -> io::Result<TypedLine> {
        write!(out, "{prompt}> ")?;
        out.flush()?;
        let line = read(&mut self.input)?;
        if let Some(line) = line.as_ref().filter(|_| !self.is_terminal) {
            writeln!(out, "{}", line.as_deref().unwrap_or_default().trim_end())?;
        }
        Ok(line)
    }
}

/// The next line of a stream. No more of it is kept than a line may have.
fn read(input: &mut impl BufRead) -> io::Result<TypedLine> {
    let mut bytes = vec![];
    if input.by_ref().take(MOST_BYTES + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 > MOST_BYTES && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(format!("a line of more than {MOST_BYTES} bytes is not a move"))));
    }
    let refusal = match String::from_utf8(bytes) {
        // an arrow or another key, which the terminal did not keep to itself
        Ok(line) if line.contains('\u{1b}') => "arrow keys and the like do nothing here; type the line again",
        Ok(line) => return Ok(Some(Ok(line))),
        Err(_) => "this line is not valid UTF-8; type it again",
    };
    Ok(Some(Err(refusal.to_owned())))
}
