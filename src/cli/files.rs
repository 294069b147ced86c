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

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;
use thiserror::Error;

use super::output;
use crate::number::abridged;

/// A result cannot be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OutputError {
    /// Standard output does not accept it.
    #[error("cannot write the result: {0}")]
    Stream(#[from] io::Error),
    /// A file cannot be created.
    #[error("cannot write '{}': {source}; give a file in a folder that can be written, or - for standard output", abridged(path.display()))]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl OutputError {
    /// Whether the reader of a pipe has closed it: no reason to complain.
    #[must_use]
    pub fn is_closed_pipe(&self) -> bool {
        let (Self::Stream(error) | Self::File { source: error, .. }) = self;
        error.kind() == io::ErrorKind::BrokenPipe
    }
}

/// The file that an option names, or `None` for standard output, which `-` stands for, too.
pub(super) fn named(place: Option<&Path>) -> Option<&Path> {
    place.filter(|place| *place != Path::new("-"))
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
        if is_of_folder(path) && !path.is_dir() {
            return refused("it is the name of a folder, which does not exist");
        }
        if let Some(file) = output::descriptor(path)? {
            return Ok(Self::Descriptor(file));
        }
        let metadata = match fs::metadata(path) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            Err(_) if fs::symlink_metadata(path).is_ok() => {
                return refused("it is a link to a file that does not exist");
            }
            Err(error) if path.file_name().is_none() => return Err(error),
            Err(_) => return Ok(Self::File(real_place(path))),
        };
        if metadata.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if !metadata.is_file() {
            #[cfg(unix)]
            check_special(path, &metadata)?;
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

/// Why a complete file is not in its place, and where it is.
fn with_kept(error: &io::Error, kept: &Path) -> io::Error {
    io::Error::new(error.kind(), format!("{error}; the complete file is {}", shell_word(kept)))
}

/// Whether a path can only name a folder.
fn is_of_folder(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    bytes.ends_with(b"/") || bytes.ends_with(b"/.")
}

/// Refuses what is not a file and cannot be written. It is not opened: that can wait for a reader,
/// or move a tape.
#[cfg(unix)]
fn check_special(path: &Path, metadata: &fs::Metadata) -> io::Result<()> {
    if std::os::unix::fs::FileTypeExt::is_socket(&metadata.file_type()) {
        return Err(io::Error::other("it is a socket"));
    }
    Ok(rustix::fs::access(path, rustix::fs::Access::WRITE_OK)?)
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

/// Puts a result into a place, as the head of this file says.
pub(super) fn replace(
    place: &Path,
    write: impl Fn(&mut dyn Write) -> io::Result<()>,
) -> Result<(), OutputError> {
    put_into(place, write).map_err(|error| file_error(place, error))
}

fn put_into(place: &Path, write: impl Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let straight = |path: &Path| written(File::options().write(true).truncate(true).open(path)?, &write);
    let target = match Target::of(place)? {
        Target::Descriptor(file) => return written(file, &write),
        Target::Special(path) => return straight(&path),
        Target::File(target) => target,
    };
    let draft = match Draft::beside(&target) {
        Ok(draft) => match draft.filled(&write) {
            Ok(draft) => draft,
            // such as a full disk: there may be another one
            Err(error) => {
                let elsewhere = Draft::elsewhere(&target).and_then(|draft| draft.filled(&write));
                return Err(match elsewhere.and_then(Draft::keep) {
                    Ok(kept) => with_kept(&error, &kept),
                    Err(_) => error,
                });
            }
        },
        Err(error) if !target.is_file() => return Err(error),
        Err(_) => match Draft::elsewhere(&target).and_then(|draft| draft.filled(&write)) {
            Ok(draft) => draft,
            Err(_) => return straight(&target),
        },
    };
    draft.put(&target, &mut None).map(drop)
}

fn written(file: File, write: impl Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut buffer = BufWriter::new(file);
    write(&mut buffer)?;
    buffer.flush()
}

/// Refuses a place where no result can be put, before hours of work rather than after.
pub(super) fn check_place(place: &Path) -> Result<(), OutputError> {
    let check = || match Target::of(place)? {
        Target::File(target) if !target.exists() => Draft::beside(&target).map(drop),
        _ => Ok(()),
    };
    check().map_err(|error| file_error(place, error))
}

fn file_error(place: &Path, source: io::Error) -> OutputError {
    OutputError::File { path: place.to_owned(), source }
}

/// What the system said, without the name of the temporary file that may stand around it.
fn plain(error: io::Error) -> io::Error {
    if error.raw_os_error().is_some() { error } else { error.kind().into() }
}

/// Where a path leads, through links, so that a file itself is replaced and not the link to it.
pub(super) fn real_place(path: &Path) -> PathBuf {
    let in_real_folder = || Some(fs::canonicalize(folder_of(path)).ok()?.join(path.file_name()?));
    fs::canonicalize(path).ok().or_else(in_real_folder).unwrap_or_else(|| path.to_owned())
}

/// The folder of a path.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
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

/// What a signal that ends the program removes.
struct Unfinished {
    path: PathBuf,
    /// It has its final name, and is removed only as long as nothing is in it.
    is_named: bool,
}

impl Unfinished {
    fn remove(&self) {
        if !self.is_named || fs::metadata(&self.path).is_ok_and(|file| file.len() == 0) {
            // what is not there any more needs no removing
            let _ = fs::remove_file(&self.path);
        }
    }
}

static UNFINISHED: Mutex<Vec<Unfinished>> = Mutex::new(vec![]);

fn unfinished() -> MutexGuard<'static, Vec<Unfinished>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all drafts and names without content. As long as the result is held, there will be no
/// new one, and no draft is put into its place: for a program that ends now.
pub(super) fn remove_unfinished() -> impl Drop {
    let files = unfinished();
    files.iter().for_each(Unfinished::remove);
    files
}

/// An empty file that takes a name for this run. If nothing is put there, it is removed, also when
/// a signal ends the program.
pub(super) struct Reserved(PathBuf);

impl Reserved {
    /// Takes note of an empty file that this run has just created.
    pub(super) fn new(path: &Path) -> Self {
        unfinished().push(Unfinished { path: path.to_owned(), is_named: true });
        Self(path.to_owned())
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        let mut files = unfinished();
        files.extract_if(.., |file| file.path == self.0).for_each(|file| file.remove());
    }
}

/// A temporary file, for what is put into a place when it is complete. It is removed if it is not
/// put there, also when a signal ends the program.
#[derive(Debug)]
pub(super) struct Draft {
    file: Option<NamedTempFile>,
}

impl Draft {
    /// An empty file in the folder of `target`.
    pub(super) fn beside(target: &Path) -> io::Result<Self> {
        Self::within(folder_of(target), target)
    }

    /// An empty file in the system's folder for temporary files, for a `target` in a folder that
    /// takes no new files.
    pub(super) fn elsewhere(target: &Path) -> io::Result<Self> {
        Self::within(&std::env::temp_dir(), target)
    }

    /// With the permissions and, where that is allowed, the owner of `target`; if it does not exist
    /// yet, those of a file that is created in the ordinary way.
    fn within(folder: &Path, target: &Path) -> io::Result<Self> {
        let like = fs::metadata(target).ok();
        let mut builder = tempfile::Builder::new();
        builder.prefix(".nimsweep-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = like.as_ref().map_or(0o666, |metadata| metadata.permissions().mode() & 0o777);
            builder.permissions(PermissionsExt::from_mode(mode | 0o600)); // less the umask
        }
        let mut files = unfinished();
        let file = builder.tempfile_in(folder).map_err(plain)?;
        files.push(Unfinished { path: file.path().to_owned(), is_named: false });
        drop(files);
        if let Some(metadata) = like {
            #[cfg(unix)]
            {
                use std::os::unix::fs::{MetadataExt, fchown};
                let _ = fchown(file.as_file(), Some(metadata.uid()), Some(metadata.gid()));
            }
            // there are file systems without permissions
            let _ = file.as_file().set_permissions(metadata.permissions());
        }
        Ok(Self { file: Some(file) })
    }

    /// Writes everything, down to the disk.
    pub(super) fn filled(mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<Self> {
        if let Some(file) = &mut self.file {
            let mut buffer = BufWriter::new(file.as_file_mut());
            write(&mut buffer)?;
            buffer.flush()?;
            drop(buffer);
            sync(file.as_file())?;
        }
        Ok(self)
    }

    /// Leaves the file where it is.
    fn keep(mut self) -> io::Result<PathBuf> {
        let mut files = unfinished();
        let Some(file) = self.file.take() else { return Err(io::ErrorKind::NotFound.into()) };
        let (_, path) = file.keep().map_err(|error| error.error)?;
        files.retain(|other| other.path != path);
        Ok(path)
    }

    /// The file, to be locked.
    pub(super) fn as_file(&self) -> Option<&File> {
        self.file.as_ref().map(NamedTempFile::as_file)
    }

    /// Renames the file to `target`, and returns it; or copies it into `target` if it cannot be
    /// renamed.
    ///
    /// If neither can be done, it stays where it is, and the error names it. `kept` is such a file
    /// of an earlier time, whose place it takes.
    pub(super) fn put(mut self, target: &Path, kept: &mut Option<PathBuf>) -> io::Result<Option<File>> {
        // a signal waits for the end of the copy
        let mut files = unfinished();
        let Some(file) = self.file.take() else { return Ok(None) };
        let path = file.path().to_owned();
        let put = match file.persist(target) {
            Ok(file) => Ok(Some(file)),
            Err(tempfile::PersistError { mut file, .. }) => match copy(file.as_file_mut(), target) {
                Ok(()) => Ok(None),
                Err(error) if !path.exists() => Err(error),
                Err(error) => {
                    file.disable_cleanup(true);
                    let stays = match kept.take() {
                        Some(earlier) if fs::rename(&path, &earlier).is_ok() => earlier,
                        earlier => {
                            earlier.map(fs::remove_file);
                            path.clone()
                        }
                    };
                    let error = with_kept(&error, &stays);
                    *kept = Some(stays);
                    Err(error)
                }
            },
        };
        files.retain(|other| other.path != path);
        if put.is_ok() {
            sync_folder(folder_of(target));
            kept.take().map(fs::remove_file);
        }
        put
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some(file) = self.file.take() {
            let mut files = unfinished();
            files.retain(|other| other.path != file.path());
            drop(file);
        }
    }
}

/// Makes the new name in a folder durable. Not every system can; the file is complete all the same.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
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

    #[cfg(unix)]
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
