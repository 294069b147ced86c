//! How a result is put somewhere.
//!
//! 1. A name of an open descriptor, such as `/dev/stdout` or `/dev/fd/3`, is that descriptor.
//! 2. A device or a pipe is opened and written.
//! 3. Anything else becomes a regular file. The result is written to a temporary file beside it; if
//!    the folder takes no new files, to one in the system's folder for temporary files. When it is
//!    complete and on the disk, it is renamed to its place.
//! 4. A file that cannot be replaced in this way, such as one that another is mounted on, is
//!    written in place. The temporary file stays until the copy is on the disk, and for good if it
//!    fails. Also a result that fills the disk stays, complete, in the system's folder.
//! 5. If there is no place for a temporary file at all, a file that exists is written straight.
//!
//! What can be refused is refused before a long run. A file that can be opened for writing is not.

use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::os::fd::{AsFd, BorrowedFd, RawFd};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf, absolute};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::fs::{Access, OFlags, access, fcntl_getfl};
use rustix::io::{FdFlags, fcntl_getfd};
use tempfile::{NamedTempFile, PersistError};
use thiserror::Error;

use crate::number::abridged;

/// A result cannot be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OutputError {
    /// Standard output does not accept it.
    #[error("cannot write the result: {0}")]
    Stream(#[from] io::Error),
    /// This file cannot be created, for what the system said.
    #[error("cannot write '{file}': {1}; give a file in a folder that can be written, or - for standard output", file = abridged(.0.display()))]
    File(PathBuf, #[source] io::Error),
}

impl OutputError {
    /// Whether the reader of a pipe has closed it: no reason to complain.
    #[must_use]
    pub fn is_closed_pipe(&self) -> bool {
        let (Self::Stream(error) | Self::File(_, error)) = self;
        error.kind() == io::ErrorKind::BrokenPipe
    }
}

/// The file that an option names, or `None` for standard output, which `-` stands for, too.
pub(super) fn named(place: Option<&Path>) -> Option<&Path> {
    place.filter(|place| *place != Path::new("-"))
}

/// A file in this folder that does not exist: `gain.svg`, or `gain-2.svg` and so on.
pub(super) fn free_name(stem: &str, ending: &str) -> PathBuf {
    let name = |number: u64| if number == 1 { String::new() } else { format!("-{number}") };
    let mut names = (1..).map(|number| PathBuf::from(format!("{stem}{}.{ending}", name(number))));
    // a link that leads nowhere is in the way, too
    names.find(|name| fs::symlink_metadata(name).is_err()).unwrap_or_default()
}

/// What a path leads to.
enum Target {
    /// A descriptor that is open already.
    Descriptor(File),
    /// A device, a pipe, or a file without a name.
    Special(PathBuf),
    /// A regular file that can be written, or a name that is free.
    File(PathBuf),
}

impl Target {
    /// Follows a path through links; refused if the links lead nowhere, to a folder, or to a file
    /// that may not be written.
    fn of(path: &Path) -> io::Result<Self> {
        let refused = |reason| Err(io::Error::other(reason));
        let text = path.as_os_str().as_encoded_bytes();
        if (text.ends_with(b"/") || text.ends_with(b"/.")) && !path.is_dir() {
            return refused("it is the name of a folder, which does not exist");
        }
        if let Some(file) = descriptor(path)? {
            return Ok(Self::Descriptor(file));
        }
        let metadata = match fs::metadata(path) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            Err(_) if fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink()) => {
                return refused("it is a link to a file that does not exist");
            }
            Err(error) if path.file_name().is_none() => return Err(error),
            Err(_) => return Ok(Self::File(real_place(path))),
        };
        if metadata.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if metadata.file_type().is_socket() {
            return refused("it is a socket");
        }
        if !metadata.is_file() {
            // not opened: that can wait for a reader, or move a tape
            access(path, Access::WRITE_OK)?;
            return Ok(Self::Special(path.to_owned()));
        }
        // root may write everything, but was asked not to
        if metadata.permissions().readonly() {
            return refused("it is read-only");
        }
        File::options().write(true).open(path)?;
        // in /proc there are links to files that have no name any more
        Ok(fs::canonicalize(path).map_or_else(|_| Self::Special(path.to_owned()), Self::File))
    }
}

/// The open descriptor that a path names, such as `/dev/stdout` or `/dev/fd/3`, or a link to that.
///
/// It writes on from where the descriptor stands, which a shell shares with the commands before and
/// after this one. To open the path instead would begin at the start of the file. A descriptor that
/// is open for reading only is a path like any other.
fn descriptor(path: &Path) -> io::Result<Option<File>> {
    match number(path) {
        Some(1) => duplicate(&io::stdout()),
        Some(2) => duplicate(&io::stderr()),
        Some(number) => inherited(number),
        None => Ok(None),
    }
}

/// Whether a descriptor is open for writing.
pub(super) fn is_for_writing(descriptor: &impl AsFd) -> bool {
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

/// Where a path leads, if a regular file with a name of its own is there or can be there.
pub(super) fn regular(path: &Path) -> io::Result<PathBuf> {
    match Target::of(path) {
        Ok(Target::File(target)) => Ok(target),
        Err(error) if error.kind() != io::ErrorKind::IsADirectory => Err(error),
        // an open descriptor would not be that of the file any more after the first replacement
        _ => Err(io::Error::other("it is not a regular file")),
    }
}

/// Whether a path leads to a descriptor, a device or a pipe, whose name says nothing.
pub(super) fn is_stream(path: &Path) -> bool {
    matches!(Target::of(path), Ok(Target::Descriptor(_) | Target::Special(_)))
}

/// Where a path leads, through links, so that a file itself is replaced and not the link to it.
pub(super) fn real_place(path: &Path) -> PathBuf {
    let in_real_folder = || Some(fs::canonicalize(folder_of(path)).ok()?.join(path.file_name()?));
    fs::canonicalize(path).ok().or_else(in_real_folder).unwrap_or_else(|| path.to_owned())
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Refuses a place where no result can be put, before hours of work rather than after.
pub(super) fn check_place(place: &Path) -> Result<(), OutputError> {
    let check = || match Target::of(place)? {
        Target::File(target) if !target.exists() => Draft::of(&target).map(drop),
        _ => Ok(()),
    };
    check().map_err(|error| OutputError::File(place.to_owned(), error))
}

/// Puts a result into a place, as the head of this file says.
pub(super) fn replace(
    place: &Path,
    write: impl Fn(&mut dyn Write) -> io::Result<()>,
) -> Result<(), OutputError> {
    put_into(place, write).map_err(|error| OutputError::File(place.to_owned(), error))
}

fn put_into(place: &Path, write: impl Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let straight = |path: &Path| written(&File::options().write(true).truncate(true).open(path)?, &write);
    let target = match Target::of(place)? {
        Target::Descriptor(file) => return written(&file, &write),
        Target::Special(path) => return straight(&path),
        Target::File(target) => target,
    };
    let elsewhere = || Draft::elsewhere(&target)?.filled(&write);
    let draft = match Draft::within(folder_of(&target), &target) {
        // such as a full disk: there may be another one
        Ok(draft) => draft.filled(&write).map_err(|error| match elsewhere().and_then(Draft::keep) {
            Ok(kept) => with_kept(&error, &kept),
            Err(_) => error,
        })?,
        Err(error) if !target.is_file() => return Err(error),
        Err(_) => match elsewhere() {
            Ok(draft) => draft,
            Err(_) => return straight(&target),
        },
    };
    draft.put(&target, &mut None).map(drop)
}

fn written(file: &File, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut buffer = BufWriter::new(file);
    write(&mut buffer)?;
    buffer.flush()
}

/// Flushes a file to the disk, if its file system has one.
fn sync(file: &File) -> io::Result<()> {
    use io::ErrorKind::{InvalidInput, ReadOnlyFilesystem, Unsupported};
    match file.sync_all() {
        Err(error) if matches!(error.kind(), InvalidInput | ReadOnlyFilesystem | Unsupported) => Ok(()),
        result => result,
    }
}

/// Copies a complete file into another one.
fn copy(from: &mut File, target: &Path) -> io::Result<()> {
    let mut to = match File::options().write(true).open(target) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => File::create_new(target)?,
        file => file?,
    };
    from.seek(SeekFrom::Start(0))?;
    to.set_len(0)?;
    io::copy(from, &mut to)?;
    sync(&to)
}

/// Why a complete file is not in its place, and where it is.
fn with_kept(error: &io::Error, kept: &Path) -> io::Error {
    io::Error::new(error.kind(), format!("{error}; the complete file is {}", shell_word(kept)))
}

/// A file that is removed when this is dropped, and also if a signal ends the program: a draft, or
/// an empty file that takes a name for this run, which stays once something is in it.
#[derive(Debug)]
pub(super) struct Unfinished(PathBuf);

/// All unfinished files; `true` stands for those that only take a name.
static UNFINISHED: Mutex<Vec<(PathBuf, bool)>> = Mutex::new(vec![]);

fn unfinished() -> MutexGuard<'static, Vec<(PathBuf, bool)>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn remove((path, is_name): &(PathBuf, bool)) {
    if !is_name || fs::metadata(path).is_ok_and(|file| file.len() == 0) {
        // what is not there any more needs no removing
        let _ = fs::remove_file(path);
    }
}

/// Removes all unfinished files. As long as the result is held, there will be no new one, and no
/// draft is put into its place: for a program that ends now.
pub(super) fn remove_unfinished() -> impl Drop {
    let files = unfinished();
    files.iter().for_each(remove);
    files
}

impl Unfinished {
    /// An empty file that this run has just created to take its name.
    pub(super) fn name(path: &Path) -> Self {
        unfinished().push((path.to_owned(), true));
        Self(path.to_owned())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        unfinished().extract_if(.., |(path, _)| *path == self.0).for_each(|file| remove(&file));
    }
}

/// A temporary file, for what is put into a place when it is complete.
#[derive(Debug)]
pub(super) struct Draft {
    file: NamedTempFile,
    unfinished: Unfinished,
}

impl Draft {
    /// An empty file in the folder of `target`, or elsewhere if that takes no new files and the
    /// target exists.
    pub(super) fn of(target: &Path) -> io::Result<Self> {
        match Self::within(folder_of(target), target) {
            Err(_) if target.is_file() => Self::elsewhere(target),
            draft => draft,
        }
    }

    /// An empty file in the system's folder for temporary files.
    fn elsewhere(target: &Path) -> io::Result<Self> {
        Self::within(&std::env::temp_dir(), target)
    }

    /// With the permissions and, where that is allowed, the owner of `target`; if it does not exist
    /// yet, those of a file that is created in the ordinary way.
    fn within(folder: &Path, target: &Path) -> io::Result<Self> {
        let like = fs::metadata(target).ok();
        // less the umask
        let mode = like.as_ref().map_or(0o666, |metadata| metadata.mode() & 0o777) | 0o600;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".nimsweep-").permissions(Permissions::from_mode(mode));
        let mut files = unfinished();
        let file = builder.tempfile_in(folder).map_err(plain)?;
        let unfinished = Unfinished(file.path().to_owned());
        files.push((file.path().to_owned(), false));
        drop(files);
        if let Some(metadata) = like {
            // there are file systems without owners or permissions
            let _ = fchown(file.as_file(), Some(metadata.uid()), Some(metadata.gid()));
            let _ = file.as_file().set_permissions(metadata.permissions());
        }
        Ok(Self { file, unfinished })
    }

    /// Writes everything, down to the disk.
    pub(super) fn filled(self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<Self> {
        written(self.file(), write)?;
        sync(self.file())?;
        Ok(self)
    }

    pub(super) fn file(&self) -> &File {
        self.file.as_file()
    }

    /// Leaves the file where it is.
    fn keep(self) -> io::Result<PathBuf> {
        let mut files = unfinished();
        let (_, kept) = self.file.keep()?;
        files.retain(|(path, _)| *path != kept);
        Ok(kept)
    }

    /// Renames the file to `target`, and returns it; or copies it into `target` if it cannot be
    /// renamed.
    ///
    /// If neither can be done, it stays where it is, and the error names it. `kept` is such a file
    /// of an earlier time, whose place it takes.
    pub(super) fn put(self, target: &Path, kept: &mut Option<PathBuf>) -> io::Result<Option<File>> {
        let Self { file, unfinished: Unfinished(ref draft) } = self;
        // a signal waits for the end of the copy
        let mut files = unfinished();
        let put = match file.persist(target) {
            Ok(file) => Ok(Some(file)),
            Err(PersistError { mut file, .. }) => match copy(file.as_file_mut(), target) {
                Ok(()) => Ok(None),
                Err(error) if !draft.exists() => Err(error),
                Err(error) => {
                    file.disable_cleanup(true);
                    let stays = match kept.take() {
                        Some(earlier) if fs::rename(draft, &earlier).is_ok() => earlier,
                        earlier => {
                            earlier.map(fs::remove_file);
                            draft.clone()
                        }
                    };
                    let error = with_kept(&error, &stays);
                    *kept = Some(stays);
                    Err(error)
                }
            },
        };
        files.retain(|(path, _)| path != draft);
        if put.is_ok() {
            // makes the new name durable, if the system can; the file is complete all the same
            let _ = File::open(folder_of(target)).and_then(|folder| folder.sync_all());
            kept.take().map(fs::remove_file);
        }
        put
    }
}

/// What the system said, without the name of the temporary file that may stand around it.
fn plain(error: io::Error) -> io::Error {
    if error.raw_os_error().is_some() {
        return error;
    }
    let text = error.to_string();
    io::Error::new(error.kind(), text.split(" at path ").next().unwrap_or_default().to_owned())
}

/// A path as one word of a POSIX shell, to be pasted. If a terminal would not show it as it is, its
/// bytes are digits for `printf` (a line break at its very end is lost).
pub(super) fn shell_word(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    // it would be an option
    let start = if bytes.starts_with(b"-") { "./" } else { "" };
    let is_shown = |c: char| matches!(c, ' '..='~') || !c.is_ascii() && c.escape_debug().len() == 1;
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
        use std::process::Command;
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
}
