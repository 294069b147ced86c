//! The place of a checkpoint: locked against other runs, and compared before it is replaced.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use super::checkpoint::{self, CheckpointError};
use super::files::{self, Draft, Reserved, real_place};
use crate::games::squares::{KeptStep, Lengths};

/// The place of a checkpoint. Only one run at a time has it.
///
/// A run creates the file if there is none, and locks it. The lock goes with the process and leaves
/// nothing behind. The file is replaced by another one that is locked already, so that there is no
/// moment at which a second run could lock what is there.
pub(super) struct Place {
    path: PathBuf,
    /// Where the path led, through links, when the run started.
    target: PathBuf,
    /// The file that was there last. There is none if a run resumes from a missing file, which is
    /// refused when it is read.
    held: Option<Held>,
    /// A complete checkpoint that could not be put into its place.
    kept: Option<PathBuf>,
}

/// A locked file, and how it was when this run read or wrote it.
struct Held {
    /// The file was created by this run. An unused name is removed before the lock ends.
    _reserved: Option<Reserved>,
    _lock: Option<File>,
    stamp: Stamp,
}

/// What differs between two files, or between one file and the same file later.
#[derive(Clone, Copy, PartialEq, Eq)]
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
        let unwritable = |source| CheckpointError::Unwritable { path: path.to_owned(), source };
        let target = files::regular(path).map_err(unwritable)?;
        let is_from = from.is_some_and(|from| real_place(from) == target);
        let mut place = Self { path: path.to_owned(), target, held: None, kept: None };
        if !is_from || place.target.exists() {
            place.held = Some(place.locked()?);
        }
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
    /// there, or, if the file has to be written in place, a temporary file with the new one.
    pub(super) fn replace(&mut self, lengths: &Lengths, steps: Vec<KeptStep>) -> Result<(), CheckpointError> {
        let ours = steps.len();
        let draft = || {
            // it may have become a folder, or read-only
            let target = files::regular(&self.target)?;
            let draft = match Draft::beside(&target) {
                Err(_) if target.is_file() => Draft::elsewhere(&target)?,
                draft => draft?,
            };
            let draft = draft.filled(|out| checkpoint::write(out, lengths, steps))?;
            draft.as_file().map_or(Ok(()), |file| lock(file, Instant::now() + PATIENCE))?;
            Ok(draft)
        };
        let draft = draft().map_err(|error| self.unwritable(error))?;
        // nothing slow comes between this and the new name
        self.compare(lengths, ours)?;
        let put = draft.put(&self.target, &mut self.kept);
        if let Ok(Some(file)) = put {
            self.held = Some(Held::of(file).map_err(|error| self.unwritable(error))?);
            return Ok(());
        }
        // it was written in place, perhaps in part, and is locked already
        if let (Some(held), Some(now)) = (&mut self.held, Stamp::at(&self.target)) {
            held.stamp = now;
        }
        put.map(drop).map_err(|error| self.unwritable(error))
    }

    /// Makes sure that the file at the place is locked by this run, and that this run has read or
    /// written it, or has more than it.
    fn compare(&mut self, lengths: &Lengths, ours: usize) -> Result<(), CheckpointError> {
        let now = Stamp::at(&self.target);
        let held = match (self.held.take(), now) {
            (Some(held), Some(now)) if held.stamp == now => {
                self.held = Some(held);
                return Ok(());
            }
            (Some(held), Some(stamp)) if held.stamp.inode == stamp.inode => Held { stamp, ..held },
            (before, _) => {
                drop(before);
                self.locked()?
            }
        };
        // what is refused now is not held, and is looked at again the next time
        if held.stamp.length > 0 {
            let path = self.path.clone();
            match checkpoint::load(&self.target, lengths).map(|steps| steps.len()) {
                Ok(theirs) if theirs < ours => {}
                Ok(theirs) => return Err(CheckpointError::Overtaken { path, theirs, ours }),
                Err(_) => return Err(CheckpointError::Occupied { path }),
            }
        }
        self.held = Some(held);
        Ok(())
    }

    /// The file at the place, locked; it is created if there is none.
    fn locked(&self) -> Result<Held, CheckpointError> {
        let target = &self.target;
        let deadline = Instant::now() + PATIENCE;
        let locked = || {
            loop {
                // some network file systems lock only what is open for writing
                let mut options = File::options();
                options.read(true).write(true);
                let (file, is_new) = match options.open(target) {
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {
                        (options.create_new(true).open(target), true)
                    }
                    file => (file, false),
                };
                match file {
                    // another run was faster
                    Err(error) if is_new && error.kind() == io::ErrorKind::AlreadyExists => {}
                    file => {
                        let file = file?;
                        lock(&file, deadline)?;
                        let mut held = Held::of(file)?;
                        // the file may have been replaced before it was locked
                        if Stamp::at(target) == Some(held.stamp) {
                            held._reserved = is_new.then(|| Reserved::new(target));
                            return Ok(held);
                        }
                    }
                }
                if Instant::now() > deadline {
                    return Err(io::ErrorKind::WouldBlock.into());
                }
            }
        };
        locked().map_err(|error: io::Error| match error.kind() {
            io::ErrorKind::WouldBlock => CheckpointError::InUse { path: self.path.clone() },
            _ => self.unwritable(error),
        })
    }

    fn unwritable(&self, source: io::Error) -> CheckpointError {
        CheckpointError::Unwritable { path: self.path.clone(), source }
    }
}

impl Held {
    fn of(file: File) -> io::Result<Self> {
        let stamp = Stamp::of(&file.metadata()?);
        Ok(Self { _reserved: None, _lock: cfg!(unix).then_some(file), stamp })
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

    fn at(path: &Path) -> Option<Self> {
        fs::metadata(path).ok().map(|metadata| Self::of(&metadata))
    }
}

/// How long a lock is waited for: a process that is being started by one that had the lock may have
/// it for a moment, too.
const PATIENCE: Duration = Duration::from_millis(300);

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
        // from the start, before there is a checkpoint
        for _ in 0..3 {
            let second = Place::claim(&path, Some(&path)).map(|_| ());
            assert!(matches!(second, Err(CheckpointError::InUse { .. })), "{second:?}");
            first.replace(&lengths, steps(2)).unwrap();
        }
        // a run whose file was removed does not replace that of the next one
        fs::remove_file(&path).unwrap();
        let mut next = Place::claim(&path, None).unwrap();
        let refused = first.replace(&lengths, steps(3));
        assert!(matches!(refused, Err(CheckpointError::InUse { .. })), "{refused:?}");
        next.replace(&lengths, steps(1)).unwrap();
        drop(first);
        drop(next);
        let mut second = Place::claim(&path, Some(&path)).unwrap();
        second.replace(&lengths, steps(3)).unwrap();
        assert_eq!(checkpoint::load(&path, &lengths).unwrap(), STEPS);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_name_that_was_not_used_is_free_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("g.json");
        drop(Place::claim(&path, None).unwrap());
        assert!(!path.exists());
        // an empty file of somebody else stays, and so does what came into ours
        fs::write(&path, "").unwrap();
        drop(Place::claim(&path, None).unwrap());
        assert!(path.exists());
        fs::remove_file(&path).unwrap();
        let place = Place::claim(&path, None).unwrap();
        fs::write(&path, "years of work").unwrap();
        drop(place);
        assert_eq!(fs::read(&path).unwrap(), b"years of work");
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
        assert!(place.replace(&lengths, steps(2)).is_err());
        let overtaken = place.replace(&lengths, steps(2)).unwrap_err().to_string();
        assert!(overtaken.ends_with("3 steps, this run has 2; it is left as it is"), "{overtaken}");
        assert_eq!(fs::read(&path).unwrap(), fs::read(&other).unwrap());
        fs::rename(&other, &path).unwrap();
        assert!(place.replace(&lengths, steps(3)).is_err());
        assert!(place.replace(&lengths, steps(3)).is_err());
        fs::write(&path, "years of work").unwrap();
        assert!(matches!(place.replace(&lengths, steps(3)), Err(CheckpointError::Occupied { .. })));
        assert_eq!(fs::read(&path).unwrap(), b"years of work");
        // as long as a checkpoint of this run, and still not it
        fs::remove_file(&path).unwrap();
        place.replace(&lengths, steps(1)).unwrap();
        let length = fs::metadata(&path).unwrap().len();
        let text = " ".repeat(length.try_into().unwrap());
        for is_new in [false, true] {
            if is_new {
                fs::remove_file(&path).unwrap();
            }
            std::thread::sleep(Duration::from_millis(20)); // times of files may be as coarse
            fs::write(&path, &text).unwrap();
            for _ in 0..2 {
                assert!(matches!(place.replace(&lengths, steps(3)), Err(CheckpointError::Occupied { .. })));
                assert_eq!(fs::read_to_string(&path).unwrap(), text);
            }
        }
        // less of the same g, and nothing at all, can be replaced
        Place::claim(&other, None).unwrap().replace(&lengths, steps(1)).unwrap();
        fs::rename(&other, &path).unwrap();
        place.replace(&lengths, steps(2)).unwrap();
        fs::remove_file(&path).unwrap();
        place.replace(&lengths, steps(2)).unwrap();
        assert_eq!(checkpoint::load(&path, &lengths).unwrap(), steps(2));
    }
}
