//! The lines that are typed, or come from a pipe.

use std::io::{self, BufRead, Read, StdinLock, Write};

use rustyline::config::Config;
use rustyline::error::ReadlineError;
use rustyline::{DefaultEditor, Editor};

/// Nobody types more.
const MOST_BYTES: u64 = 1_000_000;

/// Where lines come from.
pub(super) enum Lines {
    /// A terminal, with arrows and a history.
    Editor(Box<DefaultEditor>),
    /// A terminal that shows what is typed, but moves no cursor; or a pipe or a file, whose lines
    /// are shown as a terminal would do.
    Stream { input: StdinLock<'static>, is_shown: bool },
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
        const IMMOVABLE: [&str; 3] = ["dumb", "cons25", "emacs"];
        let stream = || Self::Stream { input: io::stdin().lock(), is_shown: !is_terminal };
        if !is_terminal {
            return stream();
        }
        let moves = std::env::var("TERM").map_or(cfg!(windows), |term| !IMMOVABLE.contains(&term.as_str()));
        let config = Config::builder().auto_add_history(true).build();
        match Editor::with_config(config) {
            Ok(editor) if moves => Self::Editor(Box::new(editor)),
            _ => stream(),
        }
    }

    /// Asks for the next line.
    pub(super) fn ask(&mut self, prompt: &str, out: &mut dyn Write) -> io::Result<Typed> {
        let prompt = format!("{prompt}> ");
        match self {
            Self::Editor(editor) => {
                out.flush()?;
                edited(editor.readline(&prompt))
            }
            Self::Stream { input, is_shown } => {
                write!(out, "{prompt}")?;
                out.flush()?;
                let typed = read(input)?;
                match &typed {
                    Typed::Line(line) if *is_shown => writeln!(out, "{}", line.trim_end())?,
                    Typed::Refused(_) if *is_shown => writeln!(out)?,
                    _ => {}
                }
                Ok(typed)
            }
        }
    }
}

/// The next line of a stream. No more of it is kept than a line may have.
fn read(input: &mut impl BufRead) -> io::Result<Typed> {
    let mut bytes = vec![];
    let read = input.by_ref().take(MOST_BYTES + 1).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(Typed::End);
    }
    if bytes.len() as u64 > MOST_BYTES && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(too_long());
    }
    Ok(match String::from_utf8(bytes) {
        // an arrow or another key, which the terminal did not keep to itself
        Ok(line) if line.contains('\u{1b}') => {
            Typed::Refused("arrows and other keys have no meaning here; type the line again".to_owned())
        }
        Ok(line) => Typed::Line(line),
        Err(_) => Typed::Refused(NO_TEXT.to_owned()),
    })
}

const NO_TEXT: &str = "this line is not text in UTF-8; type it again";

fn too_long() -> Typed {
    Typed::Refused(format!("a line of more than {MOST_BYTES} bytes is not a move"))
}

/// What the editor has read. Ctrl-C ends the game as Ctrl-D does.
fn edited(line: rustyline::Result<String>) -> io::Result<Typed> {
    match line {
        Ok(line) if line.len() as u64 > MOST_BYTES => Ok(too_long()),
        Ok(line) => Ok(Typed::Line(line)),
        Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(Typed::End),
        Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
            Ok(Typed::Refused(NO_TEXT.to_owned()))
        }
        Err(ReadlineError::Io(error)) => Err(error),
        Err(error) => Err(io::Error::other(error.to_string())),
    }
}
