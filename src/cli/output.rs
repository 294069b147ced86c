//! The terminal, standard output, and the other descriptors that the program was started with: what
//! is coloured, how wide a drawing may be, and what can be written.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::os::fd::{AsFd, BorrowedFd, RawFd};
use std::path::{Path, absolute};

use clap::ValueEnum;
use rustix::fs::{OFlags, fcntl_getfl};
use rustix::io::{FdFlags, fcntl_getfd};
use terminal_size::{Width, terminal_size_of};

use crate::draw::LEAST_COLUMNS;

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
        let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => {
                is_terminal && set("NO_COLOR").is_none() && set("TERM").is_none_or(|term| term != "dumb")
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

/// A terminal of no columns is one whose size is unknown.
fn usable(terminal: Option<usize>, asked: Option<usize>) -> usize {
    const USUAL: usize = 80;
    /// Above this lines are hard to follow.
    const MOST: usize = 300;
    let known = [terminal, asked].into_iter().flatten().find(|&columns| columns > 0);
    known.unwrap_or(USUAL).clamp(LEAST_COLUMNS, MOST)
}

/// Standard output. If it is open for reading only, everything that is written is refused.
pub(super) fn standard_output() -> Box<dyn Write> {
    let out = io::stdout();
    if is_for_writing(&out) { Box::new(BufWriter::new(out.lock())) } else { Box::new(ForReading) }
}

/// Refuses results that nobody could get, before hours of work rather than after.
pub(super) fn check(out: &mut dyn Write) -> io::Result<()> {
    // nothing can be written in part
    out.write(&[]).map(drop)
}

/// A standard output that is open for reading only. Rust's own would drop what is written.
struct ForReading;

impl Write for ForReading {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::other(
            "standard output is open for reading only; redirect it to a file or to /dev/null",
        ))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The open descriptor that a path names, such as `/dev/stdout` or `/dev/fd/3`, or a link to that.
///
/// It writes on from where the descriptor stands, which a shell shares with the commands before and
/// after this one. To open the path instead would begin at the start of the file. A descriptor that
/// is open for reading only is a path like any other.
pub(super) fn descriptor(path: &Path) -> io::Result<Option<File>> {
    match number(path) {
        Some(1) => duplicate(&io::stdout()),
        Some(2) => duplicate(&io::stderr()),
        Some(number) => inherited(number),
        None => Ok(None),
    }
}

fn is_for_writing(descriptor: &impl AsFd) -> bool {
    const ACCESS: OFlags = OFlags::RDONLY.union(OFlags::WRONLY).union(OFlags::RDWR);
    fcntl_getfl(descriptor).is_ok_and(|flags| flags & ACCESS != OFlags::RDONLY)
}

fn duplicate(descriptor: &impl AsFd) -> io::Result<Option<File>> {
    if !is_for_writing(descriptor) {
        return Ok(None);
    }
    descriptor.as_fd().try_clone_to_owned().map(|descriptor| Some(descriptor.into()))
}

/// The descriptor of this number, if the program was started with it.
fn inherited(number: RawFd) -> io::Result<Option<File>> {
    #[allow(unsafe_code, reason = "a descriptor that the program was started with is only a number")]
    // SAFETY: it was open a moment ago, and it is borrowed for this function only. Nothing closes a
    // descriptor that the program was started with; others are asked for flags only.
    let descriptor = unsafe { BorrowedFd::borrow_raw(number) };
    // what the program opens itself would be closed if it started another one
    match fcntl_getfd(descriptor) {
        Ok(flags) if !flags.contains(FdFlags::CLOEXEC) => duplicate(&descriptor),
        _ => Ok(None),
    }
}

/// The number of the open descriptor that a path names.
fn number(path: &Path) -> Option<RawFd> {
    let folders =
        ["/dev/fd", "/proc/self/fd", "/proc/thread-self/fd"].map(|name| fs::canonicalize(name).ok());
    let mut path = absolute(path).ok()?;
    // as many links as Linux follows
    for _ in 0..40 {
        let folder = fs::canonicalize(path.parent()?).ok()?;
        path = folder.join(path.file_name()?);
        let metadata = fs::symlink_metadata(&path).ok()?;
        if folders.contains(&Some(folder.clone())) {
            return path.file_name()?.to_str()?.parse().ok().filter(|&number| number >= 0);
        }
        if !metadata.is_symlink() {
            return None;
        }
        path = folder.join(fs::read_link(&path).ok()?);
    }
    None
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
