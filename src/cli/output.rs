//! Standard output, and the other descriptors that the program was started with.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Standard output. If it is open for reading only, everything that is written is refused.
pub(super) fn standard_output() -> Box<dyn Write> {
    if is_for_reading() { Box::new(ForReading) } else { Box::new(BufWriter::new(io::stdout().lock())) }
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

#[cfg(unix)]
fn is_for_reading() -> bool {
    !unix::is_for_writing(&io::stdout())
}

#[cfg(not(unix))]
fn is_for_reading() -> bool {
    false
}

/// The open descriptor that a path names, such as `/dev/stdout` or `/dev/fd/3`, or a link to that.
///
/// It writes on from where the descriptor stands, which a shell shares with the commands before and
/// after this one. To open the path instead would begin at the start of the file. A descriptor that
/// is open for reading only is a path like any other.
pub(super) fn descriptor(path: &Path) -> io::Result<Option<File>> {
    #[cfg(unix)]
    return unix::descriptor(path);
    #[cfg(not(unix))]
    return Ok(path).map(|_| None);
}

#[cfg(unix)]
mod unix {
    use std::fs::{self, File};
    use std::io;
    use std::os::fd::{AsFd, BorrowedFd, RawFd};
    use std::path::{Path, absolute};

    use rustix::fs::{OFlags, fcntl_getfl};
    use rustix::io::{FdFlags, fcntl_getfd};

    pub(super) fn is_for_writing(descriptor: &impl AsFd) -> bool {
        const ACCESS: OFlags = OFlags::RDONLY.union(OFlags::WRONLY).union(OFlags::RDWR);
        fcntl_getfl(descriptor).is_ok_and(|flags| flags & ACCESS != OFlags::RDONLY)
    }

    pub(super) fn descriptor(path: &Path) -> io::Result<Option<File>> {
        match number(path) {
            Some(1) => duplicate(&io::stdout()),
            Some(2) => duplicate(&io::stderr()),
            Some(number) => inherited(number),
            None => Ok(None),
        }
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
        // SAFETY: it was open a moment ago, and it is borrowed for this function only. Nothing
        // closes a descriptor that the program was started with; others are asked for flags only.
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
}
