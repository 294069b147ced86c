//! The file of a checkpoint: the steps of g so far, as a text that people can read and that shows
//! any damage; locked against other runs, compared before it is replaced, and saved regularly.
//!
//! ```text
//! {
//!   "format": "nimsweep checkpoint 1",
//!   "lengths": ["1", "sqrt(2)"],
//!   "steps": [
//!     [0, 0, 0],
//!     [1, 0, 1]
//!   ],
//!   "sha256": "..."
//! }
//! ```
//!
//! A step \[a, b, value\] begins at (a + b√d)/D with the common denominator D of the lengths. The
//! sum `sha256` is that of the canonical text, which has one line for the format, for each length,
//! for the rule if there is one, and for each step: `nimsweep checkpoint 1`, `length 1`, `length
//! sqrt(2)`, `rule 3,7`, `step 0 0 0`, `step 1 0 1`.

use std::fs::{self, File, Metadata};
use std::io::{self, BufReader, Read, Take, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use itertools::Itertools;
use same_file::Handle;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::files::{Draft, Unfinished, kept_elsewhere, real_place, regular, unless_kept};
use crate::games::squares::{Digit, Lengths, Step};
use crate::number::{Surd, abridged, quoted, read_list};
use crate::proof::VerifyError;

const FORMAT: &str = "nimsweep checkpoint 1";
/// The most steps of a checkpoint. For the lengths 1 and √2 there are about as many up to 250,000,
/// which takes days.
const MOST_STEPS: usize = 1 << 26;
/// The most bytes of a file that is read as a checkpoint: 32 for a step, which is more than a line
/// of the file has.
const MOST_BYTES: u64 = 32 * MOST_STEPS as u64;
/// What the name of the file has behind it on which a lock is.
const LOCK: &str = ".nimsweep-lock";
/// How long a lock is waited for: a process that is being started by one that had the lock may have
/// it for a moment, too.
const PATIENCE: Duration = Duration::from_millis(300);

/// A checkpoint, which comes first in each case, cannot be used or written.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The file cannot be read, for what the system said.
    #[error("cannot read the checkpoint '{file}': {1}; give a file made by --checkpoint", file = shown(.0))]
    Unreadable(PathBuf, #[source] io::Error),
    /// The file is something else, or a part of a checkpoint, by what its reader found.
    #[error("'{file}' is not a complete checkpoint of nimsweep: {1}; give another file, or start again without --resume", file = shown(.0))]
    Incomplete(PathBuf, String),
    /// The file is of another version of the program, with this format.
    #[error("'{file}' has the format '{1}'; this program reads '{FORMAT}'", file = shown(.0))]
    Format(PathBuf, String),
    /// The file is not as it was written.
    #[error("the checkpoint '{file}' is damaged: its sha256 does not match; give another file, or start again without --resume", file = shown(.0))]
    Damaged(PathBuf),
    /// Its steps are not those of g, by the first that fails.
    #[error("the checkpoint '{file}' is refused: {step}; give another file, or start again without --resume", file = shown(.0), step = of_step(.1))]
    Refused(PathBuf, #[source] VerifyError),
    /// The file is of another game: its lengths, and those of this run.
    #[error("the checkpoint '{file}' is for the lengths {theirs}, not for {ours}; give the same --lengths and --rule or another file", file = shown(.0), theirs = .1.brief(), ours = .2.brief())]
    Foreign(PathBuf, Lengths, Lengths),
    /// There is a file already.
    #[error("'{file}' already exists and would be overwritten; resume from it with --resume, or give --checkpoint another file", file = shown(.0))]
    Occupied(PathBuf),
    /// Another run has the file.
    #[error("'{file}' is in use by another run; wait until it ends, or give --checkpoint another file", file = shown(.0))]
    InUse(PathBuf),
    /// Another run has put more there: how many steps it has, and how many this run would save.
    #[error("'{file}' now has {1} steps, this run has {2}; the file is left as it is", file = shown(.0))]
    Overtaken(PathBuf, usize, usize),
    /// The file cannot be written, for what the system said.
    #[error("cannot write the checkpoint '{file}': {1}{advice}", file = shown(.0), advice = unless_kept(.1, "; give a file in a writable folder"))]
    Unwritable(PathBuf, #[source] io::Error),
}

fn shown(path: &Path) -> String {
    abridged(path.display())
}

/// In a checkpoint the verifier counts steps, not lines.
fn of_step(error: &VerifyError) -> String {
    match error {
        VerifyError::Refused { line, reason } => format!("step {line}: {reason}"),
        other => other.to_string(),
    }
}

/// A checkpoint as it stands in its file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckpointText {
    format: String,
    lengths: Vec<String>,
    /// The digits of the lengths, unless all are 7.
    rule: Option<String>,
    /// The coordinates of each start, 0 in place of a root that there is not, and the value.
    steps: Vec<Vec<i64>>,
    sha256: String,
}

/// The one thing that every version of the format has.
#[derive(Debug, Deserialize)]
struct Head {
    format: String,
}

impl CheckpointText {
    /// The SHA-256 of the canonical text, in hexadecimal digits.
    fn sum(&self) -> String {
        let mut hasher = Sha256::new();
        hasher.update(format!("{}\n", self.format));
        for length in &self.lengths {
            hasher.update(format!("length {length}\n"));
        }
        if let Some(rule) = &self.rule {
            hasher.update(format!("rule {rule}\n"));
        }
        for step in &self.steps {
            hasher.update(format!("step {}\n", step.iter().format(" ")));
        }
        hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The checkpoint in a file.
    fn of_file(path: &Path) -> Result<Self, CheckpointError> {
        let unreadable = |source| CheckpointError::Unreadable(path.to_owned(), source);
        let incomplete = |error: serde_json::Error| match error.io_error_kind() {
            Some(_) => unreadable(error.into()),
            None => {
                let is_empty = error.is_eof() && (error.line(), error.column()) == (1, 0);
                let reason = if is_empty { "it is empty".to_owned() } else { abridged(error) };
                CheckpointError::Incomplete(path.to_owned(), reason)
            }
        };
        let file = || opened(path).map_err(unreadable);
        let record: Result<Self, _> = serde_json::from_reader(file()?);
        let format = match &record {
            Ok(record) => record.format.clone(),
            // perhaps it has a format with other keys
            Err(_) => serde_json::from_reader::<_, Head>(file()?).map_err(incomplete)?.format,
        };
        if format != FORMAT {
            return Err(CheckpointError::Format(path.to_owned(), quoted(&format)));
        }
        let record = record.map_err(incomplete)?;
        if record.sha256 != record.sum() {
            return Err(CheckpointError::Damaged(path.to_owned()));
        }
        Ok(record)
    }
}

/// Opens a regular file: a device has no end, a pipe may have no beginning.
fn opened(path: &Path) -> io::Result<BufReader<Take<File>>> {
    // a pipe would wait for its other end when it is opened
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    if metadata.len() > MOST_BYTES {
        return Err(io::Error::other(format!("it has more than {MOST_BYTES} bytes")));
    }
    // the file may grow while it is read
    Ok(BufReader::new(File::open(path)?.take(MOST_BYTES)))
}

/// Reads the steps of a checkpoint for these lengths.
pub(super) fn load(path: &Path, ours: &Lengths) -> Result<Vec<Step>, CheckpointError> {
    let record = CheckpointText::of_file(path)?;
    let damaged = || CheckpointError::Damaged(path.to_owned());
    let lengths = read_list(record.lengths.iter().map(String::as_str)).map_err(|_| damaged())?;
    let rule = Digit::of_rule(record.rule.as_deref().unwrap_or("7")).map_err(|_| damaged())?;
    let theirs = Lengths::with_rule(lengths, &rule).map_err(|_| damaged())?;
    if theirs != *ours {
        return Err(CheckpointError::Foreign(path.to_owned(), theirs, ours.clone()));
    }
    let coordinates = 1 + ours.radicands().len();
    let step = |mut step: Vec<i64>| {
        let value = step.pop().and_then(|value| u32::try_from(value).ok());
        let zeros = step.split_off(coordinates.min(step.len()));
        let value = value.filter(|_| zeros.iter().all(|zero| *zero == 0));
        value.map(|value| Step { start: step.into(), value }).ok_or_else(damaged)
    };
    record.steps.into_iter().map(step).collect()
}

/// Writes a checkpoint.
pub(super) fn write(out: &mut dyn Write, lengths: &Lengths, steps: &[Step]) -> io::Result<()> {
    if steps.len() > MOST_STEPS {
        return Err(io::Error::other(format!("it would have more than {MOST_STEPS} steps")));
    }
    let rule = lengths.rule();
    let lengths = lengths.as_slice().iter().map(Surd::to_string).collect();
    let step = |Step { start, value }: &Step| {
        let zero = (start.len() < 2).then_some(0);
        start.iter().copied().chain(zero).chain([(*value).into()]).collect()
    };
    let steps = steps.iter().map(step).collect();
    let record = CheckpointText { format: FORMAT.to_owned(), lengths, rule, steps, sha256: String::new() };
    let lengths = record.lengths.iter().map(|length| format!("{length:?}")).join(", ");
    let steps = record.steps.iter().map(|step| format!("    [{}]", step.iter().format(", "))).join(",\n");
    writeln!(out, "{{\n  \"format\": \"{FORMAT}\",\n  \"lengths\": [{lengths}],")?;
    if let Some(rule) = &record.rule {
        writeln!(out, "  \"rule\": \"{rule}\",")?;
    }
    writeln!(out, "  \"steps\": [\n{steps}\n  ],\n  \"sha256\": \"{}\"\n}}", record.sum())
}

/// The file of a checkpoint. Only one run at a time has it: it has the lock on an empty file beside
/// it, which is removed at the end.
pub(super) struct CheckpointFile {
    path: PathBuf,
    lengths: Lengths,
    /// Where the path led, through links, when the run started.
    target: PathBuf,
    /// How the file was when this run read or wrote it, if there was one.
    seen: Option<Stamp>,
    /// A complete checkpoint that could not be put into its place.
    kept: Option<PathBuf>,
    /// The name is removed before the lock ends. A folder that takes no new files has no lock.
    _lock: Option<(Unfinished, File)>,
}

impl CheckpointFile {
    /// Claims a file for this run of g for these lengths.
    ///
    /// `from` is the file that the run resumes from; any other file with something in it is
    /// refused.
    pub(super) fn claim(
        path: &Path,
        from: Option<&Path>,
        lengths: &Lengths,
    ) -> Result<Self, CheckpointError> {
        let unwritable = |source| CheckpointError::Unwritable(path.to_owned(), source);
        let (path, target) = (path.to_owned(), regular(path).map_err(unwritable)?);
        let Some(lock) = locked_beside(&target) else { return Err(CheckpointError::InUse(path)) };
        let seen = Stamp::at(&target);
        if has_content(seen) && from.is_none_or(|from| real_place(from) != target) {
            return Err(CheckpointError::Occupied(path));
        }
        Ok(Self { path, lengths: lengths.clone(), target, seen, kept: None, _lock: lock })
    }

    /// Puts a checkpoint in the place of the one before, unless another program has put something
    /// there that may not be lost. At any moment, even if the power goes, the old or the new one is
    /// there, or, if the file has to be written in place, a temporary file with the new one.
    fn replace(&mut self, steps: Vec<Step>) -> Result<(), CheckpointError> {
        let fill = |out: &mut dyn Write| write(out, &self.lengths, &steps);
        let draft = || {
            // it may have become a folder, or read-only
            let draft = Draft::of(&regular(&self.target)?)?.filled(fill)?;
            // not later: once it has its name, another program may write into it
            let stamp = Stamp::of(&draft.file().metadata()?);
            Ok((draft, stamp))
        };
        let (draft, stamp) = match draft() {
            Ok(draft) => draft,
            // before the first one there is nothing to lose
            Err(error) if !has_content(self.seen) => return Err(self.unwritable(error)),
            Err(error) => {
                let error = kept_elsewhere(error, &self.target, fill, &mut self.kept);
                return Err(self.unwritable(error));
            }
        };
        // nothing slow comes between this and the new name
        self.compare(steps.len())?;
        let put = draft.put(&self.target, &mut self.kept);
        // it may have been written in place, perhaps in part
        self.seen = if matches!(put, Ok(true)) { Some(stamp) } else { Stamp::at(&self.target) };
        put.map(drop).map_err(|error| self.unwritable(error))
    }

    /// Makes sure that this run has read or written what is at the place, or has more than it.
    fn compare(&self, ours: usize) -> Result<(), CheckpointError> {
        let now = Stamp::at(&self.target);
        if now == self.seen || !has_content(now) {
            return Ok(());
        }
        match load(&self.target, &self.lengths).map(|steps| steps.len()) {
            Ok(theirs) if theirs < ours => Ok(()),
            Ok(theirs) => Err(CheckpointError::Overtaken(self.path.clone(), theirs, ours)),
            Err(_) => Err(CheckpointError::Occupied(self.path.clone())),
        }
    }

    fn unwritable(&self, source: io::Error) -> CheckpointError {
        CheckpointError::Unwritable(self.path.clone(), source)
    }
}

/// What differs between a file and the same file later, or another one.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    fn of(metadata: &Metadata) -> Self {
        Self { length: metadata.len(), modified: metadata.modified().ok() }
    }

    fn at(path: &Path) -> Option<Self> {
        fs::metadata(path).ok().as_ref().map(Self::of)
    }
}

fn has_content(stamp: Option<Stamp>) -> bool {
    stamp.is_some_and(|stamp| stamp.length > 0)
}

/// The lock on a file beside this one, if its folder takes one; `None` if another run has it for
/// more than a moment. A file system without locks never says so.
fn locked_beside(target: &Path) -> Option<Option<(Unfinished, File)>> {
    const PAUSE: Duration = Duration::from_millis(10);
    let mut name = target.as_os_str().to_owned();
    name.push(LOCK);
    let (name, deadline) = (PathBuf::from(name), Instant::now() + PATIENCE);
    let mut without = None;
    while Instant::now() <= deadline {
        // that of another user can be locked, too, but not written
        let file = File::options().create(true).append(true).open(&name).or_else(|_| File::open(&name));
        without = match file {
            Ok(file) if matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock)) => None,
            Ok(file) if is_at(&file, &name) => return Some(Some((Unfinished::name(&name), file))),
            // the run that had it has removed it before it was locked here
            Ok(_) => None,
            // Windows refuses a file that is just being removed
            Err(_) if fs::symlink_metadata(&name).is_ok() => Some(None),
            Err(_) => return Some(None),
        };
        std::thread::sleep(PAUSE);
    }
    without
}

/// Whether a file is that of this name, as far as the system says it.
fn is_at(file: &File, name: &Path) -> bool {
    let of_file = file.try_clone().and_then(Handle::from_file);
    of_file.and_then(|handle| Ok(handle == Handle::from_path(name)?)).unwrap_or(true)
}

/// Saves a run: at its start, at regular times, and at its end. The file only ever grows: all runs
/// for the same lengths share one g.
pub(super) struct Autosave {
    file: CheckpointFile,
    every: Duration,
    /// How many steps the file has.
    saved: usize,
    due: Instant,
}

impl Autosave {
    /// Saves what is known already, so that a place that cannot be written is refused now and not
    /// after an hour.
    pub(super) fn begin(
        mut file: CheckpointFile,
        every: Duration,
        known: Vec<Step>,
    ) -> Result<Self, CheckpointError> {
        let saved = known.len();
        file.replace(known)?;
        Ok(Self { file, every, saved, due: Instant::now() + every })
    }

    /// The file.
    pub(super) fn path(&self) -> &Path {
        &self.file.path
    }

    /// Whether it is time to save.
    pub(super) fn is_due(&self) -> bool {
        Instant::now() >= self.due
    }

    /// Saves what the file does not have yet.
    pub(super) fn save(&mut self, steps: Vec<Step>) -> Result<(), CheckpointError> {
        let count = steps.len();
        let saved = if count > self.saved { self.file.replace(steps) } else { Ok(()) };
        self.saved = if saved.is_ok() { count.max(self.saved) } else { self.saved };
        // counted from the end of the writing: a slow place must not take all the time
        self.due = Instant::now() + self.every;
        saved
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::squares::GrundyRun;

    /// The first steps of g for 1 and √2.
    fn steps(count: u32) -> Vec<Step> {
        (0..count).map(|value| Step { start: [value.into(), 0].into(), value }).collect()
    }

    fn claimed(path: &Path, from: Option<&Path>) -> Result<CheckpointFile, CheckpointError> {
        CheckpointFile::claim(path, from, &Lengths::default())
    }

    #[test]
    fn a_place_belongs_to_one_run_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("g.json");
        let mut first = claimed(&path, None).unwrap();
        // from the start, before there is a checkpoint
        for _ in 0..3 {
            let second = claimed(&path, Some(&path)).map(|_| ());
            assert!(matches!(second, Err(CheckpointError::InUse(_))), "{second:?}");
            first.replace(steps(2)).unwrap();
        }
        // also after the file was removed
        fs::remove_file(&path).unwrap();
        assert!(matches!(claimed(&path, None), Err(CheckpointError::InUse(_))));
        first.replace(steps(2)).unwrap();
        drop(first);
        let mut second = claimed(&path, Some(&path)).unwrap();
        second.replace(steps(3)).unwrap();
        assert_eq!(load(&path, &Lengths::default()).unwrap(), steps(3));
        drop(second);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_name_that_was_not_used_is_free_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("g.json");
        drop(claimed(&path, None).unwrap());
        assert!(!path.exists());
        // an empty file of somebody else stays, and so does what came into ours
        fs::write(&path, "").unwrap();
        drop(claimed(&path, None).unwrap());
        assert!(path.exists());
        fs::remove_file(&path).unwrap();
        let place = claimed(&path, None).unwrap();
        fs::write(&path, "years of work").unwrap();
        drop(place);
        assert_eq!(fs::read(&path).unwrap(), b"years of work");
    }

    #[test]
    fn what_could_not_be_saved_is_tried_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("g.json");
        let mut growing = GrundyRun::new(&Lengths::default(), &"20".parse().unwrap()).unwrap();
        let known = growing.steps().collect();
        let mut autosave = Autosave::begin(claimed(&path, None).unwrap(), Duration::ZERO, known).unwrap();
        while growing.advance() {}
        fs::write(&path, "years of work").unwrap();
        for _ in 0..2 {
            assert!(matches!(autosave.save(growing.steps().collect()), Err(CheckpointError::Occupied(_))));
        }
        fs::remove_file(&path).unwrap();
        autosave.save(growing.steps().collect()).unwrap();
        assert_eq!(load(&path, &Lengths::default()).unwrap(), growing.steps().collect::<Vec<_>>());
    }

    /// Programs that know nothing of locks, such as `cp`, and file systems that have none.
    #[test]
    fn what_came_in_between_is_not_lost() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("g.json"), folder.path().join("other.json"));
        let mut place = claimed(&path, None).unwrap();
        place.replace(steps(1)).unwrap();
        claimed(&other, None).unwrap().replace(steps(3)).unwrap();
        fs::copy(&other, &path).unwrap();
        assert!(place.replace(steps(2)).is_err());
        let overtaken = place.replace(steps(2)).unwrap_err().to_string();
        assert!(overtaken.ends_with("3 steps, this run has 2; the file is left as it is"), "{overtaken}");
        assert_eq!(fs::read(&path).unwrap(), fs::read(&other).unwrap());
        fs::rename(&other, &path).unwrap();
        assert!(place.replace(steps(3)).is_err());
        assert!(place.replace(steps(3)).is_err());
        fs::write(&path, "years of work").unwrap();
        assert!(matches!(place.replace(steps(3)), Err(CheckpointError::Occupied(_))));
        assert_eq!(fs::read(&path).unwrap(), b"years of work");
        // as long as a checkpoint of this run, and still not it
        fs::remove_file(&path).unwrap();
        place.replace(steps(1)).unwrap();
        let length = fs::metadata(&path).unwrap().len();
        let text = " ".repeat(length.try_into().unwrap());
        for is_new in [false, true] {
            if is_new {
                fs::remove_file(&path).unwrap();
            }
            std::thread::sleep(Duration::from_millis(20)); // times of files may be as coarse
            fs::write(&path, &text).unwrap();
            for _ in 0..2 {
                assert!(matches!(place.replace(steps(3)), Err(CheckpointError::Occupied(_))));
                assert_eq!(fs::read_to_string(&path).unwrap(), text);
            }
        }
        // less of the same g, and nothing at all, can be replaced
        claimed(&other, None).unwrap().replace(steps(1)).unwrap();
        fs::rename(&other, &path).unwrap();
        place.replace(steps(2)).unwrap();
        fs::remove_file(&path).unwrap();
        place.replace(steps(2)).unwrap();
        assert_eq!(load(&path, &Lengths::default()).unwrap(), steps(2));
    }
}
