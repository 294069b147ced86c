//! Durable files: written beside their place and then renamed, so that each is complete or absent.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

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

/// Writes a file, which appears complete or not at all. A place that is not a regular file, such as
/// a device, is written to directly.
pub(super) fn replace(
    place: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), OutputError> {
    replace_file(place, write).map_err(|error| file_error(place, error))
}

fn replace_file(place: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let target = real_place(place);
    if fs::metadata(&target).is_ok_and(|metadata| !metadata.is_file()) {
        let mut file = BufWriter::new(File::options().write(true).open(&target)?);
        write(&mut file)?;
        return file.flush();
    }
    written_beside(&target, write)?.persist(&target)?;
    Ok(())
}

/// Refuses a place where no file can be created, before hours of work rather than after.
pub(super) fn check_place(place: &Path) -> Result<(), OutputError> {
    let target = real_place(place);
    if fs::metadata(&target).is_ok_and(|metadata| !metadata.is_file()) {
        return Ok(());
    }
    new_file_in(folder_of(&target)).map(drop).map_err(|error| file_error(place, error))
}

fn file_error(place: &Path, error: io::Error) -> OutputError {
    OutputError::File { path: place.to_owned(), source: plain(error) }
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

/// A file in the folder of `target`, with everything in it, to be renamed to that.
pub(super) fn written_beside(
    target: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<NamedTempFile> {
    let mut file = new_file_in(folder_of(target)).map_err(plain)?;
    let mut buffer = BufWriter::new(file.as_file_mut());
    write(&mut buffer)?;
    buffer.flush()?;
    drop(buffer);
    Ok(file)
}

/// A file without its final name, with the permissions of one that was created in the ordinary way.
fn new_file_in(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".nimsweep-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // less the umask
    builder.tempfile_in(folder)
}
