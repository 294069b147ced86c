//! Files that cannot be replaced: each is written if `cat > file` could write it.
//!
//! Some of these tests need root, mounts or strace, and say on standard error if they cannot run.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::Duration;

use tempfile::TempDir;

use crate::support::{
    Arguments, Start, command, names_in, printed, process, program, skip, steps_in, wait_until,
};

/// The user that owns nothing.
const NOBODY: u32 = 65534;

/// A folder that everybody can enter, with the program in it.
struct Place {
    folder: TempDir,
    is_root: bool,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
        // by another process: a program cannot be started while anybody has it open for writing, as
        // children of this process would that start meanwhile
        let mut copy = process("cp");
        copy.arg(program()).arg(folder.path().join("program"));
        assert!(copy.run().unwrap().status.success());
        let is_root = fs::metadata(folder.path()).unwrap().uid() == 0;
        Self { folder, is_root }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A file that everybody can write, in a folder of this mode.
    fn file_in_folder(&self, name: &str, mode: u32, content: &str) -> PathBuf {
        let file = self.path(name).join("file");
        fs::create_dir(self.path(name)).unwrap();
        fs::write(&file, content).unwrap();
        fs::set_permissions(&file, PermissionsExt::from_mode(0o666)).unwrap();
        fs::set_permissions(self.path(name), PermissionsExt::from_mode(mode)).unwrap();
        file
    }

    /// The program as a user whom permissions stop.
    fn as_nobody(&self, call: &str) -> Command {
        let mut command = process(self.path("program"));
        command.args(call.list()).current_dir("/");
        if self.is_root {
            command.uid(NOBODY).gid(NOBODY);
        }
        command
    }

    /// The program under strace, which injects these faults; `None` without strace.
    fn with_faults(&self, faults: &[&str], call: &str) -> Option<Command> {
        let mut strace = process("strace");
        strace.args(["-f", "-qq", "-o"]).arg(self.path("trace"));
        strace.args(faults.iter().flat_map(|fault| ["-e".to_owned(), format!("inject={fault}")]));
        let mut probe = process("strace");
        let probe = probe.args(["-f", "-o"]).arg(self.path("trace")).arg("true").run();
        if !probe.is_ok_and(|probe| probe.status.success()) {
            skip("strace cannot run");
            return None;
        }
        strace.arg(self.path("program")).args(call.list());
        Some(strace)
    }
}

/// What is printed by a call that must succeed, and remark nothing.
#[track_caller]
fn done(mut command: Command) -> String {
    let Output { status, stdout, stderr } = command.run().unwrap();
    assert_eq!(String::from_utf8_lossy(&stderr), "");
    assert!(status.success());
    String::from_utf8(stdout).unwrap()
}

/// The exit code of a call, and its one line on standard error.
#[track_caller]
fn line_of(mut command: Command) -> (Option<i32>, String) {
    let Output { status, stderr, .. } = command.run().unwrap();
    let line = String::from_utf8(stderr).unwrap();
    assert_eq!(line.lines().count(), 1, "{line:?}");
    (status.code(), line)
}

/// A table and a checkpoint into a file that can be written but not replaced, and a run that
/// resumes from that checkpoint.
#[track_caller]
fn written_in_place(table: &Path, checkpoint: &Path, call: impl Fn(&str) -> Command) {
    let inode = |file: &Path| fs::metadata(file).unwrap().ino();
    let before = [table, checkpoint].map(inode);
    done(call(&format!("grundy --upto 30 --csv {}", table.display())));
    assert_eq!(fs::read_to_string(table).unwrap(), printed("grundy --upto 30 --csv -"));
    // also if the old content was longer
    done(call(&format!("grundy --upto 3 --csv {}", table.display())));
    assert_eq!(fs::read_to_string(table).unwrap(), printed("grundy --upto 3 --csv -"));
    let name = checkpoint.display();
    done(call(&format!("grundy --at 30 --checkpoint {name} --checkpoint-every 0.001")));
    let first = steps_in(checkpoint);
    done(call(&format!("grundy --at 300 --checkpoint {name} --resume {name} --checkpoint-every 0.001")));
    assert!(first > 30 && steps_in(checkpoint) > 2 * first);
    assert!(command(&format!("grundy --at 300 --resume {name} --verify")).run().unwrap().status.success());
    assert_eq!([table, checkpoint].map(inode), before);
}

#[test]
fn a_file_that_can_be_written_in_a_folder_that_cannot() {
    let place = Place::new();
    let [table, checkpoint] = ["a", "b"].map(|name| place.file_in_folder(name, 0o555, ""));
    written_in_place(&table, &checkpoint, |call| place.as_nobody(call));
    // without a place for temporary files a table is written straight
    let mut nowhere = place.as_nobody(&format!("grundy --upto 9 --csv {}", table.display()));
    nowhere.env("TMPDIR", place.path("a"));
    done(nowhere);
    assert_eq!(fs::read_to_string(&table).unwrap(), printed("grundy --upto 9 --csv -"));
    // there is nowhere to put a new file
    for option in ["--csv", "--checkpoint", "--certificate"] {
        let new = place.path("a").join("new");
        let (code, line) =
            line_of(place.as_nobody(&format!("grundy --upto 100000 {option} {}", new.display())));
        assert_eq!(code, Some(2));
        assert!(line.contains("give a file in a writable folder"), "{line}");
    }
    assert_eq!([names_in(&place.path("a")), names_in(&place.path("b"))], [["file"], ["file"]]);
}

#[test]
fn a_file_of_another_user_in_a_sticky_folder() {
    let place = Place::new();
    if !place.is_root {
        return skip("only root can be another user");
    }
    let [table, checkpoint] = ["a", "b"].map(|name| place.file_in_folder(name, 0o1777, ""));
    written_in_place(&table, &checkpoint, |call| place.as_nobody(call));
    assert_eq!([names_in(&place.path("a")), names_in(&place.path("b"))], [["file"], ["file"]]);
}

#[test]
fn a_file_that_another_is_mounted_on() {
    let place = Place::new();
    let files = ["a", "b", "on_a", "on_b"].map(|name| place.file_in_folder(name, 0o755, ""));
    let [table, checkpoint, on_table, on_checkpoint] = files.each_ref().map(|file| file.to_str().unwrap());
    // mounts that nobody else sees, and that end with the process
    let mounted = |call: &str| {
        let mounts = format!("mount --bind {table} {on_table} && mount --bind {checkpoint} {on_checkpoint}");
        let mut command = process("unshare");
        command.args(["-rm", "sh", "-c", &format!("{mounts} && exec \"$0\" \"$@\"")]);
        command
            .arg(place.path("program"))
            .args(call.replace(table, on_table).replace(checkpoint, on_checkpoint).list());
        command
    };
    if !mounted("--version").run().is_ok_and(|output| output.status.success()) {
        return skip("nothing can be mounted");
    }
    written_in_place(&files[0], &files[1], mounted);
    assert!(["a", "b", "on_a", "on_b"].iter().all(|name| names_in(&place.path(name)) == ["file"]));
}

/// A drive of Windows in WSL, SMB, and network file systems without some of what Unix has.
#[test]
fn file_systems_without_permissions_or_flushing() {
    let place = Place::new();
    for (round, faults) in [
        &["fchmod,fchown,chmod,fchmodat:error=EPERM"][..],
        &["fsync,fdatasync:error=EINVAL"],
        &["renameat2:error=EINVAL", "link,linkat:error=EPERM"],
        &["flock:error=ENOLCK"],
        &["fchmod:error=EPERM", "fsync:error=EINVAL", "renameat2:error=EINVAL", "linkat:error=EPERM"],
    ]
    .into_iter()
    .enumerate()
    {
        let [table, checkpoint] = ["t", "g"].map(|name| place.path(&format!("{name}{round}")));
        let name = checkpoint.display();
        for call in [
            format!("grundy --upto 9 --csv {}", table.display()),
            format!("grundy --upto 9 --csv {}", table.display()),
            format!("grundy --at 9 --checkpoint {name}"),
            format!("grundy --at 90 --checkpoint {name} --resume {name}"),
        ] {
            let Some(call) = place.with_faults(faults, &call) else { return };
            done(call);
        }
        assert_eq!(fs::read_to_string(&table).unwrap(), printed("grundy --upto 9 --csv -"));
        assert!(steps_in(&checkpoint) > 90);
    }
}

#[test]
fn a_result_is_put_somewhere_in_any_case() {
    let place = Place::new();
    let [table, checkpoint] = ["a", "b"].map(|name| place.file_in_folder(name, 0o755, ""));
    let cannot_rename = "rename,renameat,renameat2:error=EXDEV";
    let with_faults = |faults: &[&str], call: &str| place.with_faults(faults, call);
    let Some(_) = with_faults(&[cannot_rename], "--version") else { return };
    written_in_place(&table, &checkpoint, |call| with_faults(&[cannot_rename], call).unwrap());
    assert_eq!([names_in(&place.path("a")), names_in(&place.path("b"))], [["file"], ["file"]]);
    // the copy fails, too: the line names the complete file
    let kept_in = |name: &str| {
        let names = names_in(&place.path(name)).into_iter().filter(|name| name != "file").collect::<Vec<_>>();
        assert_eq!(names.len(), 1, "{names:?}");
        place.path(name).join(&names[0])
    };
    let cannot_copy = "ftruncate:error=EIO";
    let call = format!("grundy --upto 9 --csv {}", table.display());
    let (code, line) = line_of(with_faults(&[cannot_rename, cannot_copy], &call).unwrap());
    let kept = kept_in("a");
    assert_eq!(code, Some(2));
    assert!(line.contains(&format!("the complete file is kept: mv '{}' '", kept.display())), "{line}");
    assert_eq!(fs::read_to_string(kept).unwrap(), printed("grundy --upto 9 --csv -"));
    // of a run that saves often only the last one stays, and the line names it
    let name = checkpoint.display();
    let often = "--checkpoint-every 0.001 --threads 1";
    let call = format!("grundy --at 1000 --checkpoint {name} --resume {name} {often}");
    let cannot_put = ["renameat,renameat2:error=EXDEV", "ftruncate:error=EIO:when=2+"];
    let (code, line) = line_of(with_faults(&cannot_put, &call).unwrap());
    let kept = kept_in("b");
    assert_eq!(code, Some(0));
    assert!(line.contains(&format!("the complete file is kept: mv '{}' '", kept.display())), "{line}");
    assert!(line.ends_with("; the run continues\n"), "{line}");
    assert!(steps_in(&kept) > 1000, "{} steps", steps_in(&kept));
    assert!(steps_in(&checkpoint) < steps_in(&kept));
}

/// A run that is slow to save its beginning, and a quick one that starts in the meantime.
#[test]
fn a_slow_run_does_not_replace_what_a_quick_one_has_saved() {
    let place = Place::new();
    let file = place.path("g.json");
    let call = format!("grundy --at 300 --checkpoint {}", file.display());
    let Some(mut slow) = place.with_faults(&["fsync:delay_enter=1500000:when=1"], &call) else { return };
    let mut slow = slow.start().unwrap();
    wait_until(|| place.path("g.json.nimsweep-lock").exists());
    let quick = command(&call).run().unwrap();
    let saved = fs::read(&file).unwrap_or_default();
    assert!(slow.wait().unwrap().success());
    let line = String::from_utf8_lossy(&quick.stderr);
    assert_eq!(quick.status.code(), Some(2), "{line}");
    assert!(line.contains("is in use by another run"), "{line}");
    assert!(saved.len() as u64 <= fs::metadata(&file).unwrap().len());
    assert!(steps_in(&file) > 300);
}

/// The folder is slow to make the name durable; in the meantime another program writes into the
/// file.
#[test]
fn what_is_written_into_a_checkpoint_as_soon_as_it_has_its_name_is_not_lost() {
    let place = Place::new();
    let file = place.path("g.json");
    let call = format!("grundy --at 300 --checkpoint {}", file.display());
    let Some(mut slow) = place.with_faults(&["fsync:delay_enter=1500000:when=2"], &call) else { return };
    let slow = slow.start().unwrap();
    wait_until(|| fs::metadata(&file).is_ok_and(|file| file.len() > 0));
    // times of files are not exact
    sleep(Duration::from_millis(100));
    let foreign = vec![b'x'; fs::read(&file).unwrap().len()];
    fs::write(&file, &foreign).unwrap();
    let line = String::from_utf8(slow.wait_with_output().unwrap().stderr).unwrap();
    assert!(line.contains("already exists and would be overwritten"), "{line}");
    assert_eq!(fs::read(&file).unwrap(), foreign);
}

/// While the answer is written, its place changes: it is kept elsewhere, and the line has the
/// command that moves it.
#[test]
fn an_answer_is_kept_whatever_happens_to_its_place() {
    let place = Place::new();
    let temporary = place.path("temporary");
    fs::create_dir(&temporary).unwrap();
    let expected = printed("grundy --upto 9 --csv -");
    let table = place.path("gone/t.csv");
    let call = format!("grundy --upto 9 --csv {}", table.display());
    let slow = "fsync:delay_enter=1000000:when=1";
    for (faults, change) in [
        (&[slow][..], "rm -r gone"),
        (&[slow], "mv gone moved"),
        (&[slow], "rm -f gone/t.csv; mkdir gone/t.csv gone/t.csv/inner"),
        (&[slow], "rm -r gone; echo old > gone"),
        (&["fsync:error=EIO:when=1"], "true"),
        (&["fsync:error=ENOSPC:when=1"], "true"),
    ] {
        let _ = process("rm").arg("-rf").args([place.path("gone"), place.path("moved")]).run();
        fs::create_dir(place.path("gone")).unwrap();
        let Some(mut program) = place.with_faults(faults, &call) else { return };
        let program = program.env("TMPDIR", &temporary).start().unwrap();
        if change != "true" {
            wait_until(|| !names_in(&place.path("gone")).is_empty());
            sleep(Duration::from_millis(200));
        }
        let changed = process("sh").args(["-c", change]).current_dir(place.folder.path()).run();
        assert!(changed.unwrap().status.success());
        let Output { status, stderr, .. } = program.wait_with_output().unwrap();
        let line = String::from_utf8(stderr).unwrap();
        assert!(status.code() == Some(2) && line.lines().count() == 1, "{line}");
        // in the same folder, or in that for temporary files
        let moves = line
            .split_once("; the complete file is kept: mv '")
            .and_then(|(_, moves)| moves.split_once("' '"));
        let (kept, to) = moves.unwrap_or_else(|| panic!("{change}: {line}"));
        let kept = Path::new(kept);
        // the command ends the line
        assert_eq!(to, format!("{}'\n", table.display()), "{line}");
        assert!(kept.file_name().unwrap().to_str().unwrap().starts_with("nimsweep-"), "{line}");
        assert_eq!(fs::read_to_string(kept).unwrap(), expected, "{change}");
        fs::remove_file(kept).unwrap();
    }
    assert_eq!(names_in(&place.path("gone")), [""; 0]);
}

#[test]
fn a_table_that_fills_the_disk_is_put_elsewhere() {
    let place = Place::new();
    let on_full = |folder: &str| {
        fs::create_dir_all(place.path("full")).unwrap();
        fs::create_dir_all(place.path("other")).unwrap();
        let mount = "mount -t tmpfs -o size=64k none full && echo old > full/t.csv";
        let mut shell = process("unshare");
        let run = "./program halving table 20000 --csv full/t.csv || echo $?; cat full/t.csv; ls -A full";
        shell.args(["-rm", "sh", "-c", &format!("{mount} && {{ {run}; }}")]);
        shell.current_dir(place.folder.path()).env("TMPDIR", place.path(folder)).run()
    };
    let Ok(Output { stdout, stderr, .. }) = on_full("other") else {
        return skip("there is no unshare");
    };
    if stdout.is_empty() {
        return skip("nothing can be mounted");
    }
    let line = String::from_utf8(stderr).unwrap();
    assert_eq!(String::from_utf8(stdout).unwrap(), "2\nold\nt.csv\n", "{line}");
    let names = names_in(&place.path("other"));
    let [kept] = &names[..] else { panic!("{names:?}") };
    let kept = place.path("other").join(kept);
    assert!(line.contains("No space left on device"), "{line}");
    assert!(line.contains(&format!("the complete file is kept: mv '{}' '", kept.display())), "{line}");
    assert_eq!(fs::read_to_string(&kept).unwrap(), printed("halving table 20000 --csv -"));
    // a checkpoint that outgrows the file system of its file, which is mounted on another one
    let file = place.path("g.json");
    fs::write(&file, "").unwrap();
    let mount = "mount -t tmpfs -o size=64k none full && : > full/g && mount --bind full/g g.json";
    let run = "./program grundy --at 2000 --checkpoint g.json --checkpoint-every 0.001 --threads 1";
    let mut shell = process("unshare");
    shell.args(["-rm", "sh", "-c", &format!("{mount} && exec {run}")]).current_dir(place.folder.path());
    let Output { status, stderr, .. } = shell.run().unwrap();
    let growing = String::from_utf8(stderr).unwrap();
    assert!(status.success() && growing.contains("No space left on device"), "{growing}");
    let kept = names_in(place.folder.path()).into_iter().find(|name| name.starts_with("nimsweep-")).unwrap();
    let kept = place.path(&kept);
    // a slow run also says how long it takes
    assert!(growing.contains(&format!("the complete file is kept: mv '{}' '", kept.display())), "{growing}");
    let alone = place.path("alone");
    printed(&format!("grundy --at 2000 --checkpoint {}", alone.display()));
    assert_eq!(fs::read(kept).unwrap(), fs::read(alone).unwrap());
    // nowhere is enough space
    let Output { stdout, stderr, .. } = on_full("full").unwrap();
    let line = String::from_utf8(stderr).unwrap();
    assert_eq!(String::from_utf8(stdout).unwrap(), "2\nold\nt.csv\n", "{line}");
    assert!(line.contains("No space left on device (os error 28); give"), "{line}");
}
