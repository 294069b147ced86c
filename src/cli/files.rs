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
use std::path::{Path, PathBuf, is_separator};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{NamedTempFile, PersistError};
use thiserror::Error;

use super::system::{self, shell_word};
use crate::number::abridged;

/// A result cannot be written.
#[derive(Debug, Error)]
pub enum OutputError {
    /// Standard output does not accept it.
    #[error("cannot write the result: {0}")]
    Stream(#[from] io::Error),
    /// This file cannot be created, for what the system said.
    #[error("cannot write '{file}': {1}{advice}", file = abridged(.0.display()), advice = unless_kept(.1, "; give a file in a writable folder, or - for standard output"))]
    File(PathBuf, #[source] io::Error),
}

impl OutputError {
    /// Whether the reader of a pipe has closed it: no reason to complain.
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
        let end = text.strip_suffix(b".").unwrap_or(text).last();
        if end.is_some_and(|&byte| is_separator(byte.into())) && !path.is_dir() {
            return refused("it names a folder that does not exist");
        }
        if let Some(file) = system::descriptor(path)? {
            return Ok(Self::Descriptor(file));
        }
        if system::is_device(path)? {
            return Ok(Self::Special(path.to_owned()));
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
        // root may write everything, but was asked not to
        if metadata.permissions().readonly() {
            return refused("it is read-only");
        }
        File::options().write(true).open(path)?;
        // in /proc there are links to files that have no name any more
        Ok(system::canonicalize(path).map_or_else(|_| Self::Special(path.to_owned()), Self::File))
    }
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
    let in_real_folder = || Some(system::canonicalize(folder_of(path)).ok()?.join(path.file_name()?));
    system::canonicalize(path).ok().or_else(in_real_folder).unwrap_or_else(|| path.to_owned())
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
    // a device has no length
    let straight =
        |path: &Path| written(&File::options().write(true).truncate(path.is_file()).open(path)?, &write);
    let kept = |error| kept_elsewhere(error, place, &write, &mut None);
    let target = match Target::of(place).map_err(kept)? {
        Target::Descriptor(file) => return written(&file, &write),
        Target::Special(path) => return straight(&path),
        Target::File(target) => target,
    };
    let draft = match Draft::within(folder_of(&target), &target) {
        Ok(draft) => draft.filled(&write).map_err(kept)?,
        Err(error) if !target.is_file() => return Err(kept(error)),
        Err(_) => match Draft::elsewhere(&target).and_then(|draft| draft.filled(&write)) {
            Ok(draft) => draft,
            Err(_) => return straight(&target),
        },
    };
    let mut stays = None;
    let put = draft.put(&target, &mut stays);
    put.map(drop).map_err(|error| if stays.is_some() { error } else { kept(error) })
}

/// Leaves a result that cannot be put into its place in the system's folder for temporary files,
/// where there may be room; in the place of an earlier one, if there is one.
pub(super) fn kept_elsewhere(
    error: io::Error,
    target: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    kept: &mut Option<PathBuf>,
) -> io::Error {
    let Ok(mut draft) = Draft::elsewhere(target).and_then(|draft| draft.filled(write)) else { return error };
    stays(&mut draft.file, &error, target, kept, &mut unfinished())
}

/// Why a complete file is not in its place, and at the end the command that moves it there.
#[derive(Debug, Error)]
#[error("{reason}; the complete file is kept: {} {from} {to}", system::MOVE)]
struct Kept {
    reason: String,
    from: String,
    to: String,
}

/// What would be right after an error; nothing if the complete file is kept.
pub(super) fn unless_kept(error: &io::Error, advice: &'static str) -> &'static str {
    if error.get_ref().is_some_and(|error| error.is::<Kept>()) { "" } else { advice }
}

/// Why a complete file is not in its place, and the command that moves it there. It takes the place
/// of an earlier one, or has a name that is not hidden any more.
fn stays(
    file: &mut NamedTempFile,
    error: &io::Error,
    target: &Path,
    kept: &mut Option<PathBuf>,
    files: &mut Vec<(PathBuf, bool)>,
) -> io::Error {
    file.disable_cleanup(true);
    let draft = file.path();
    let name = kept.take().unwrap_or_else(|| {
        let name = draft.file_name().unwrap_or_default().to_string_lossy();
        draft.with_file_name(name.trim_start_matches('.'))
    });
    let place = if fs::rename(draft, &name).is_ok() { &name } else { draft };
    files.retain(|(path, _)| path != draft);
    let [from, to] = [place, target].map(shell_word);
    *kept = Some(place.to_owned());
    io::Error::new(error.kind(), Kept { reason: error.to_string(), from, to })
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
    /// An empty file that takes a name, perhaps from a run that was killed.
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

    /// With the permissions of `target`, where the system can; if it does not exist yet, those of a
    /// file that is created in the ordinary way.
    fn within(folder: &Path, target: &Path) -> io::Result<Self> {
        let like = fs::metadata(target).ok();
        let mut builder = tempfile::Builder::new();
        let mut files = unfinished();
        let file = system::draft(builder.prefix(".nimsweep-"), folder, like.as_ref()).map_err(plain)?;
        let unfinished = Unfinished(file.path().to_owned());
        files.push((file.path().to_owned(), false));
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

    /// Renames the file to `target`, or copies it into `target` if it cannot be renamed; returns
    /// whether it could.
    ///
    /// If neither can be done, it stays where it is, and the error names it. `kept` is such a file
    /// of an earlier time, whose place it takes.
    pub(super) fn put(self, target: &Path, kept: &mut Option<PathBuf>) -> io::Result<bool> {
        let Self { file, unfinished: Unfinished(ref draft) } = self;
        // a signal waits for the end of the copy
        let mut files = unfinished();
        let put = match file.persist(target) {
            Ok(_) => Ok(true),
            Err(PersistError { mut file, .. }) => match copy(file.as_file_mut(), target) {
                Ok(()) => Ok(false),
                Err(error) if !draft.exists() => Err(error),
                Err(error) => return Err(stays(&mut file, &error, target, kept, &mut files)),
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
