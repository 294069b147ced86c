//! Unix: descriptors, owners, signals, and words of a POSIX shell.

pub use std::fs::canonicalize;
use std::fs::{self, File, Metadata, Permissions};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, RawFd};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, fchown};
use std::path::{Path, absolute};
use std::process::{self, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rustix::fs::{Access, OFlags, access, fcntl_getfl};
use rustix::io::{FdFlags, fcntl_getfd};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use tempfile::{Builder, NamedTempFile};

use super::is_shown;

/// The command that moves a file.
pub const MOVE: &str = "mv";

/// Refuses a standard output that is open for reading only. Rust's own would drop what is written.
pub fn check_standard_output() -> io::Result<()> {
    if is_for_writing(&io::stdout()) {
        return Ok(());
    }
    Err(io::Error::other("standard output is open for reading only; redirect it to a file or to /dev/null"))
}

/// Whether a terminal takes escape sequences for colours.
pub fn shows_colors() -> bool {
    std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// The open descriptor that a path names, such as `/dev/stdout` or `/dev/fd/3`, or a link to that.
///
/// It writes on from where the descriptor stands, which a shell shares with the commands before and
/// after this one. To open the path instead would begin at the start of the file. A descriptor that
/// is open for reading only is a path like any other.
pub fn descriptor(path: &Path) -> io::Result<Option<File>> {
    match number(path) {
        Some(1) => duplicate(&io::stdout()),
        Some(2) => duplicate(&io::stderr()),
        Some(number) => inherited(number),
        None => Ok(None),
    }
}

/// Whether a descriptor is open for writing.
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

/// Whether a path leads to a device or a pipe; refused if it cannot be written.
pub fn is_device(path: &Path) -> io::Result<bool> {
    let kind = match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() && !metadata.is_dir() => metadata.file_type(),
        _ => return Ok(false),
    };
    if kind.is_socket() {
        return Err(io::Error::other("it is a socket"));
    }
    // not opened: that can wait for a reader, or move a tape
    access(path, Access::WRITE_OK)?;
    Ok(true)
}

/// A new file with the permissions and, where that is allowed, the owner of another one; if there
/// is none, those of a file that is created in the ordinary way.
pub fn draft(builder: &mut Builder, folder: &Path, like: Option<&Metadata>) -> io::Result<NamedTempFile> {
    // less the umask
    let mode = like.map_or(0o666, |metadata| metadata.mode() & 0o777) | 0o600;
    let file = builder.permissions(Permissions::from_mode(mode)).tempfile_in(folder)?;
    if let Some(metadata) = like {
        // there are file systems without owners or permissions
        let _ = fchown(file.as_file(), Some(metadata.uid()), Some(metadata.gid()));
        let _ = file.as_file().set_permissions(metadata.permissions());
    }
    Ok(file)
}

/// From now on SIGINT, SIGTERM and SIGHUP call a function, unless they are ignored since before the
/// program started; a file-size limit (SIGXFSZ) becomes an error of the writing.
///
/// If no thread can be started to hear them, the first signal sets both flags, and the next one
/// ends the program with this exit code; nobody is there to write a line.
pub fn watch_signals(
    heard: impl Fn() + Send + 'static,
    asked: &Arc<AtomicBool>,
    ends: &Arc<AtomicBool>,
    code: u8,
) {
    let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    let ignored = ignored_signals().unwrap_or(0);
    let mut signals = vec![SIGINT, SIGTERM, SIGHUP];
    signals.retain(|signal| ignored >> (signal - 1) & 1 == 0);
    let watch = |mut signals: Signals| move || signals.forever().for_each(|_| heard());
    let watched = Signals::new(&signals)
        .and_then(|signals| std::thread::Builder::new().name("signals".into()).spawn(watch(signals)));
    if watched.is_err() {
        let listen = |signal: i32| {
            flag::register_conditional_shutdown(signal, code.into(), Arc::clone(ends))?;
            flag::register(signal, Arc::clone(asked))?;
            flag::register(signal, Arc::clone(ends))
        };
        // if the system takes no handler either, a signal ends the program as it always does
        signals.into_iter().for_each(|signal| drop(listen(signal)));
    }
}

/// One bit for each signal that is ignored since before the program started, as far as the system
/// reports: Linux in a file, macOS by `ps`.
fn ignored_signals() -> Option<u64> {
    let ps = |_| {
        let mut ps = Command::new("/bin/ps");
        ps.args(["-o", "sigignore=", "-p", &process::id().to_string()]).stdin(Stdio::null());
        ps.output().map(|output| output.stdout)
    };
    let report = fs::read("/proc/self/status").or_else(ps).ok()?;
    ignored_in(&String::from_utf8_lossy(&report))
}

/// The mask in such a report: the file has a line for it, `ps` reports nothing else.
fn ignored_in(report: &str) -> Option<u64> {
    let line = report.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    u64::from_str_radix(line.unwrap_or(report).trim(), 16).ok()
}

/// A path as one word of a POSIX shell, to be pasted. If a terminal would not show it as it is, its
/// bytes are digits for `printf` (a line break at its very end is lost).
pub fn shell_word(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    // it would be an option
    let start = if bytes.starts_with(b"-") { "./" } else { "" };
    match path.to_str() {
        Some(text) if text.chars().all(is_shown) => format!("'{start}{}'", text.replace('\'', r"'\''")),
        _ => {
            let digits = bytes.iter().map(|byte| match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'_' | b'-' => {
                    char::from(*byte).to_string()
                }
                _ => format!("\\{byte:03o}"),
            });
            format!("\"$(printf '{start}{}')\"", digits.collect::<String>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_the_path_that_was_meant() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let long = "n".repeat(5000);
        let names: [&[u8]; 13] = [
            b"g.json",
            b"my runs/g 1.json",
            b"it's",
            b"''",
            b"-g.json",
            b"-it's\n1",
            b"$(reboot)`reboot`$HOME!*?\\\"#~%d",
            "√2 und ü".as_bytes(),
            b"a\nb\t\x1b[31m\x7f",
            b"%s\\134'\xff\xfe\"",
            "\u{202e}\u{200b}".as_bytes(),
            b"\r",
            long.as_bytes(),
        ];
        for name in names {
            let word = shell_word(Path::new(OsStr::from_bytes(name)));
            assert!(word.chars().all(|c| !c.is_control()), "{word:?}");
            let output = Command::new("sh").args(["-c", &format!("printf %s {word}")]).output().unwrap();
            let start: &[u8] = if name.starts_with(b"-") { b"./" } else { b"" };
            assert_eq!([start, name].concat(), output.stdout, "{word}");
        }
        assert_eq!(shell_word(Path::new("g.json")), "'g.json'");
    }

    #[test]
    fn ignored_signals_are_read_from_the_report_of_the_system() {
        let status = "Name:\tnimsweep\nSigBlk:\t0000000000000004\nSigIgn:\t0000000000001002\n";
        for report in [status, "    1002\n"] {
            assert_eq!(ignored_in(report), Some(1 << 12 | 1 << (SIGINT - 1)));
        }
        assert_eq!((ignored_in("Name:\tnimsweep\n"), ignored_in("")), (None, None));
    }
}
