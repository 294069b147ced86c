//! Standard output, or an error if it is closed.

use std::io::{self, BufWriter, Write};

/// Standard output. If it is closed, everything that is written is refused.
pub(super) fn standard_output() -> Box<dyn Write> {
    if is_closed() { Box::new(Closed) } else { Box::new(BufWriter::new(io::stdout().lock())) }
}

/// Refuses results that nobody could get, before hours of work rather than after.
pub(super) fn check(out: &mut dyn Write) -> io::Result<()> {
    // nothing can be written in part
    out.write(&[]).map(drop)
}

/// The standard output of a process that was started with none.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        let reason =
            "standard output is closed; redirect it to a file, or to /dev/null opened for writing only";
        Err(io::Error::other(reason))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether standard output was closed when the program started, or is open for reading only.
///
/// Before `main` runs, Rust opens `/dev/null` for reading and writing in the place of a stream that
/// is closed. A redirection to `/dev/null` opens it for writing only.
#[cfg(unix)]
fn is_closed() -> bool {
    use rustix::fs::{OFlags, fcntl_getfl, fstat, stat};
    let out = io::stdout();
    let Ok(access) = fcntl_getfl(&out).map(|flags| flags & (OFlags::RDONLY | OFlags::WRONLY | OFlags::RDWR))
    else {
        return true;
    };
    let is_null =
        || matches!((fstat(&out), stat("/dev/null")), (Ok(out), Ok(null)) if out.st_rdev == null.st_rdev);
    access == OFlags::RDONLY || access == OFlags::RDWR && is_null()
}

#[cfg(not(unix))]
fn is_closed() -> bool {
    false
}
