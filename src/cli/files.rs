//! Durable files: written beside their place and then renamed, so that each is complete or absent.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;
use thiserror::Error;

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

/// Writes a file, which appears complete or not at all. A place that is not a regular file, such as
/// a device, is written to directly.
pub(super) fn replace(
    place: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), OutputError> {
    replace_file(place, write).map_err(|error| file_error(place, error))
}

fn replace_file(place: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let target = writable(place)?;
    if is_special(&target) {
        let mut file = BufWriter::new(File::options().write(true).open(&target)?);
        write(&mut file)?;
        return file.flush();
    }
    written_beside(&target, write)?.persist(&target)?;
    Ok(())
}

/// Refuses a place where no file can be created, before hours of work rather than after.
pub(super) fn check_place(place: &Path) -> Result<(), OutputError> {
    let check = || {
        let target = writable(place)?;
        if is_special(&target) { Ok(()) } else { Unfinished::beside(&target).map(drop) }
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

/// Whether something is there that is not a regular file, such as a device.
fn is_special(target: &Path) -> bool {
    fs::metadata(target).is_ok_and(|metadata| !metadata.is_file())
}

/// Where a path leads, through links; refused if the links lead nowhere, or to a file that may not
/// be written.
pub(super) fn writable(path: &Path) -> io::Result<PathBuf> {
    let refused = |reason| Err(io::Error::other(reason));
    let target = match fs::canonicalize(path) {
        Ok(target) => target,
        Err(error) if fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink()) => {
            return match error.kind() {
                // /dev/stdout leads to a pipe, which has no name
                _ if is_special(path) => Ok(path.to_owned()),
                io::ErrorKind::NotFound => refused("it is a link to a file that does not exist"),
                _ => Err(error),
            };
        }
        Err(_) => return Ok(real_place(path)),
    };
    let metadata = fs::metadata(&target)?;
    if metadata.is_file() {
        // root may write everything, but was asked not to
        if metadata.permissions().readonly() {
            return refused("it is read-only");
        }
        File::options().write(true).open(&target)?;
    }
    Ok(target)
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

/// A file in the folder of `target`, with everything in it, to be renamed to that.
pub(super) fn written_beside(
    target: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<Unfinished> {
    let mut unfinished = Unfinished::beside(target)?;
    if let Some(file) = &mut unfinished.file {
        let mut buffer = BufWriter::new(file.as_file_mut());
        write(&mut buffer)?;
        buffer.flush()?;
    }
    Ok(unfinished)
}

/// A file without its final name. It is removed if it gets none, also when a signal ends the
/// program.
#[derive(Debug)]
pub(super) struct Unfinished {
    file: Option<NamedTempFile>,
}

/// The files that have no final name now.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(vec![]);

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all files without a final name. As long as the result is held, there will be no new one,
/// and none gets its name: for a program that ends now.
pub(super) fn remove_unfinished() -> impl Drop {
    let files = unfinished();
    for file in &*files {
        // what is not there any more needs no removing
        let _ = fs::remove_file(file);
    }
    files
}

impl Unfinished {
    /// An empty file in the folder of `target`, with its permissions and owner; if there is no
    /// `target` yet, with those of a file that was created in the ordinary way.
    fn beside(target: &Path) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".nimsweep-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // less the umask
        let mut files = unfinished();
        let file = builder.tempfile_in(folder_of(target)).map_err(plain)?;
        files.push(file.path().to_owned());
        drop(files);
        let unfinished = Self { file: Some(file) };
        if let Ok(metadata) = fs::metadata(target) {
            unfinished.as_file().map_or(Ok(()), |file| like(file, &metadata))?;
        }
        Ok(unfinished)
    }

    /// The file, to be flushed or locked.
    pub(super) fn as_file(&self) -> Option<&File> {
        self.file.as_ref().map(NamedTempFile::as_file)
    }

    /// Gives the file its name, in place of another file.
    pub(super) fn persist(self, target: &Path) -> io::Result<Option<File>> {
        self.named(|file| file.persist(target))
    }

    /// Gives the file its name, which no file may have yet.
    pub(super) fn persist_new(self, target: &Path) -> io::Result<Option<File>> {
        self.named(|file| file.persist_noclobber(target))
    }

    fn named(
        mut self,
        name: impl FnOnce(NamedTempFile) -> Result<File, tempfile::PersistError>,
    ) -> io::Result<Option<File>> {
        let mut files = unfinished();
        let Some(file) = self.file.take() else { return Ok(None) };
        let path = file.path().to_owned();
        let named = name(file);
        files.retain(|other| *other != path);
        named.map(Some).map_err(|error| error.error)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Some(file) = self.file.take() {
            let mut files = unfinished();
            files.retain(|other| other != file.path());
            drop(file);
        }
    }
}

/// Gives a file the permissions and, where that is allowed, the owner of another one.
fn like(file: &File, metadata: &fs::Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let _ = fchown(file, Some(metadata.uid()), Some(metadata.gid()));
    }
    file.set_permissions(metadata.permissions())
}
