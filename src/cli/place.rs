//! The place of a checkpoint: locked against other runs, and compared before it is replaced.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use super::checkpoint::{self, CheckpointError};
use super::files::{self, real_place};
use crate::games::squares::{KeptStep, Lengths};

/// The place of a checkpoint. Only one run at a time has it.
///
/// The lock is that of the file at the place, so that it goes with the process and leaves nothing
/// behind. A new file is locked before it gets its name.
pub(super) struct Place {
    path: PathBuf,
    /// The file that was there last, if any.
    held: Option<Held>,
}

/// A locked file, and how it was when this run read or wrote it.
struct Held {
    _lock: Option<File>,
    stamp: Stamp,
}

/// What differs between two files, or between one file and the same file later.
#[derive(PartialEq, Eq)]
struct Stamp {
    inode: Option<(u64, u64)>,
    length: u64,
    modified: Option<SystemTime>,
}

impl Place {
    /// Claims a place for this run.
    ///
    /// `from` is the file that the run resumes from; any other file with something in it is
    /// refused.
    pub(super) fn claim(path: &Path, from: Option<&Path>) -> Result<Self, CheckpointError> {
        let mut place = Self { path: path.to_owned(), held: None };
        place.held = locked(path).map_err(|error| place.failed(error))?;
        let is_from = from.is_some_and(|from| real_place(from) == real_place(path));
        if !is_from && place.held.as_ref().is_some_and(|held| held.stamp.length > 0) {
            return Err(CheckpointError::Occupied { path: path.to_owned() });
        }
        Ok(place)
    }

    /// The file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Puts a checkpoint in the place of the one before, unless another program has put something
    /// there that may not be lost. At any moment, even if the power goes, the old or the new one is
    /// there.
    pub(super) fn replace(&mut self, lengths: &Lengths, steps: Vec<KeptStep>) -> Result<(), CheckpointError> {
        self.compare(lengths, steps.len())?;
        self.held = self.write(lengths, steps).map_err(|error| self.failed(error))?;
        Ok(())
    }

    /// Refuses to replace a file that is not the one of this run, and is in use or has more.
    fn compare(&mut self, lengths: &Lengths, ours: usize) -> Result<(), CheckpointError> {
        let now = fs::metadata(&self.path).ok().filter(fs::Metadata::is_file);
        let Some(now) = now.map(|now| Stamp::of(&now)) else { return Ok(()) };
        if self.held.as_ref().is_some_and(|held| held.stamp == now) {
            return Ok(());
        }
        // a file of the same inode is locked already
        let is_new = self.held.as_ref().is_none_or(|held| held.stamp.inode != now.inode);
        let claimed = if is_new { locked(&self.path).map_err(|error| self.failed(error))? } else { None };
        if now.length > 0 {
            match checkpoint::load(&self.path, lengths).map(|steps| steps.len()) {
                Ok(theirs) if theirs < ours => {}
                Ok(theirs) => {
                    return Err(CheckpointError::Overtaken { path: self.path.clone(), theirs, ours });
                }
                Err(_) => return Err(CheckpointError::Occupied { path: self.path.clone() }),
            }
        }
        if claimed.is_some() {
            self.held = claimed;
        }
        Ok(())
    }

    fn failed(&self, error: io::Error) -> CheckpointError {
        let path = self.path.clone();
        match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::AlreadyExists => CheckpointError::InUse { path },
            _ => CheckpointError::Unwritable { path, source: error },
        }
    }

    fn write(&self, lengths: &Lengths, steps: Vec<KeptStep>) -> io::Result<Option<Held>> {
        let target = files::writable(&self.path)?;
        if fs::metadata(&target).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(not_regular());
        }
        let unfinished = files::written_beside(&target, |out| checkpoint::write(out, lengths, steps))?;
        if let Some(file) = unfinished.as_file() {
            file.sync_all()?;
            lock(file, Instant::now() + PATIENCE)?;
        }
        let named =
            if target.exists() { unfinished.persist(&target) } else { unfinished.persist_new(&target) };
        let held = named?.map(Held::of).transpose()?;
        sync_folder(files::folder_of(&target));
        Ok(held)
    }
}

impl Held {
    fn of(file: File) -> io::Result<Self> {
        Ok(Self { stamp: Stamp::of(&file.metadata()?), _lock: cfg!(unix).then_some(file) })
    }
}

impl Stamp {
    fn of(metadata: &fs::Metadata) -> Self {
        #[cfg(unix)]
        let inode = {
            use std::os::unix::fs::MetadataExt;
            Some((metadata.dev(), metadata.ino()))
        };
        #[cfg(not(unix))]
        let inode = None;
        Self { inode, length: metadata.len(), modified: metadata.modified().ok() }
    }
}

/// How long a lock is waited for: a process that is being started by one that had the lock may have
/// it for a moment, too.
const PATIENCE: Duration = Duration::from_millis(300);

/// The file at a path, locked; `None` if there is no file.
fn locked(path: &Path) -> io::Result<Option<Held>> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let metadata = match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => metadata,
            Ok(_) => return Err(not_regular()),
            // what else is wrong with the path shows when it is written
            Err(_) => return Ok(None),
        };
        let file = File::open(path)?;
        lock(&file, deadline)?;
        let held = Held::of(file)?;
        // the file may have been replaced before it was locked
        if held.stamp == Stamp::of(&metadata)
            && fs::metadata(path).is_ok_and(|now| held.stamp == Stamp::of(&now))
        {
            return Ok(Some(held));
        }
        if Instant::now() > deadline {
            return Err(io::ErrorKind::WouldBlock.into());
        }
    }
}

/// Locks a file against other runs, as long as it is open; an error if another run has it for more
/// than a moment. A file system that has no locks has no such error.
fn lock(file: &File, deadline: Instant) -> io::Result<()> {
    const PAUSE: Duration = Duration::from_millis(10);
    // on other systems a lock would keep readers away, and the file from being replaced
    while cfg!(unix) && matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock)) {
        if Instant::now() > deadline {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        std::thread::sleep(PAUSE);
    }
    Ok(())
}

fn not_regular() -> io::Error {
    io::Error::other("it is not a regular file")
}

/// Makes the new name in a folder durable. Not every system can; the file is complete all the same.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first steps of g for 1 and √2, and more of them.
    const STEPS: [KeptStep; 3] = [(0, 0, 0), (1, 0, 1), (2, 0, 2)];

    fn steps(count: usize) -> Vec<KeptStep> {
        STEPS[..count].to_vec()
    }

    #[test]
    fn a_place_belongs_to_one_run_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("g.json");
        let lengths = Lengths::default();
        let mut first = Place::claim(&path, None).unwrap();
        let mut late = Place::claim(&path, None).unwrap(); // there is no file yet
        first.replace(&lengths, steps(1)).unwrap();
        let before = fs::read(&path).unwrap();
        let refused = late.replace(&lengths, steps(3));
        assert!(matches!(refused, Err(CheckpointError::InUse { .. })), "{refused:?}");
        assert_eq!(fs::read(&path).unwrap(), before);
        for _ in 0..3 {
            let second = Place::claim(&path, Some(&path)).map(|_| ());
            assert!(matches!(second, Err(CheckpointError::InUse { .. })), "{second:?}");
            first.replace(&lengths, steps(2)).unwrap();
        }
        drop(first);
        let mut second = Place::claim(&path, Some(&path)).unwrap();
        second.replace(&lengths, steps(3)).unwrap();
        assert_eq!(checkpoint::load(&path, &lengths).unwrap(), STEPS);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    /// Programs that know nothing of locks, such as `cp`, and file systems that have none.
    #[test]
    fn what_came_in_between_is_not_lost() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("g.json"), folder.path().join("other.json"));
        let lengths = Lengths::default();
        let mut place = Place::claim(&path, None).unwrap();
        place.replace(&lengths, steps(1)).unwrap();
        Place::claim(&other, None).unwrap().replace(&lengths, steps(3)).unwrap();
        fs::copy(&other, &path).unwrap();
        let overtaken = place.replace(&lengths, steps(2)).unwrap_err().to_string();
        assert!(overtaken.ends_with("3 steps, this run has 2; it is left as it is"), "{overtaken}");
        assert_eq!(fs::read(&path).unwrap(), fs::read(&other).unwrap());
        fs::rename(&other, &path).unwrap();
        assert!(place.replace(&lengths, steps(3)).is_err());
        fs::write(&path, "years of work").unwrap();
        assert!(matches!(place.replace(&lengths, steps(3)), Err(CheckpointError::Occupied { .. })));
        assert_eq!(fs::read(&path).unwrap(), b"years of work");
        // less of the same g, and nothing at all, can be replaced
        Place::claim(&other, None).unwrap().replace(&lengths, steps(1)).unwrap();
        fs::rename(&other, &path).unwrap();
        place.replace(&lengths, steps(2)).unwrap();
        fs::remove_file(&path).unwrap();
        place.replace(&lengths, steps(2)).unwrap();
        assert_eq!(checkpoint::load(&path, &lengths).unwrap(), steps(2));
    }
}
