//! What holds on every system: results, tables in files, checkpoints, Ctrl-C.
//!
//! Nothing here needs a shell or the folders of one system, and the program may be run by an
//! emulator, as `.ci/cross test` does.

#[allow(dead_code, reason = "the integration tests use the rest")]
#[path = "it/named_keys.rs"]
mod named_keys;
#[path = "it/skips.rs"]
mod skips;
#[allow(dead_code, reason = "the integration tests use the rest")]
#[path = "it/support.rs"]
mod support;

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use tempfile::TempDir;

use support::{Start, command, interrupted, names_in, printed, refusal, steps_in, wait_until};

/// A run that would take hours.
const ENDLESS: [&str; 3] = ["--range", "200", "100000"];

/// A folder whose name has a space and a letter beyond ASCII, which is removed in the end.
struct Folder {
    path: PathBuf,
    _around: TempDir,
}

impl Folder {
    fn new() -> Self {
        let around = tempfile::tempdir().unwrap();
        let path = around.path().join("results of √2");
        fs::create_dir(&path).unwrap();
        Self { path, _around: around }
    }

    /// The path of a file in it.
    fn file(&self, name: &str) -> String {
        self.path.join(name).to_str().unwrap().to_owned()
    }
}

/// A call that writes the table of so many stones to a file.
fn writes_table<'a>(stones: &'a str, file: &'a str) -> [&'a str; 5] {
    ["halving", "table", stones, "--csv", file]
}

#[test]
fn the_main_job_has_the_same_bytes() {
    let expected = "f(2, 200) = -3018393099/60189599+3152364354√2/60189599 ≈ 23.91980256\n\
                    attained at L = 131+28√2 ≈ 170.59797975, a breakpoint of e\n\
                    a random first piece wins there with probability 0.140\n";
    assert_eq!(printed("--range 2 200"), expected);
}

#[test]
fn questions_are_read_with_the_line_ends_of_any_system() {
    let question = r#"{"command": "halving play", "n": 100}"#;
    let [answer, other] = ["\n", "\r\n"].map(|end| {
        let mut child = command("batch").stdin(Stdio::piped()).start().unwrap();
        child.stdin.take().unwrap().write_all(format!("{question}{end}{question}{end}").as_bytes()).unwrap();
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
    });
    assert_eq!(answer, other);
    assert_eq!(answer.lines().count(), 2, "{answer}");
    assert!(!answer.contains('\r') && !answer.contains("error"), "{answer}");
}

#[test]
fn a_reader_who_has_seen_enough_is_no_error() {
    let mut child = command("halving table 1000000 --csv -").start().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let Output { status, stderr, .. } = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(stderr).unwrap(), "");
    assert!(status.success() && line.ends_with('\n'));
}

#[test]
fn a_table_replaces_the_one_before() {
    let folder = Folder::new();
    let file = folder.file("t.csv");
    for stones in ["1000", "10"] {
        printed(&writes_table(stones, &file));
        assert_eq!(fs::read_to_string(&file).unwrap(), printed(&writes_table(stones, "-")));
    }
    assert_eq!(names_in(&folder.path), ["t.csv"]);
}

/// A file has many paths: from the folder in which the program runs, or from the root.
#[test]
fn a_file_is_written_by_any_of_its_paths() {
    let folder = Folder::new();
    fs::create_dir(folder.path.join("sub")).unwrap();
    let file = folder.path.join("sub").join("t.csv");
    let expected = printed(&writes_table("10", "-"));
    let absolute = file.to_str().unwrap().to_owned();
    let mut paths = vec!["sub/t.csv".to_owned(), "./sub/../sub/t.csv".to_owned(), absolute.clone()];
    if cfg!(windows) {
        let [drive, rest] = [&absolute[..2], &absolute[2..]];
        paths.extend([
            r"sub\t.csv".to_owned(),
            r".\sub\..\sub/t.csv".to_owned(),
            absolute.replace('\\', "/"),
            format!(r"\\?\{absolute}"),
            format!("{}{rest}", drive.to_lowercase()),
            rest.to_owned(),
            format!(r"{drive}sub\t.csv"),
        ]);
    }
    for path in paths {
        let output = command(&writes_table("10", &path)).current_dir(&folder.path).run().unwrap();
        assert!(output.status.success(), "{path}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(fs::read_to_string(&file).unwrap(), expected, "{path}");
        fs::remove_file(&file).unwrap();
    }
}

#[test]
fn a_table_may_be_thrown_away() {
    let folder = Folder::new();
    let nowhere: &[&str] = if cfg!(windows) { &["NUL", "nul", r"\\.\NUL"] } else { &["/dev/null"] };
    for path in nowhere {
        let output = command(&writes_table("10", path)).current_dir(&folder.path).run().unwrap();
        assert!(output.status.success(), "{path}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(names_in(&folder.path), [""; 0], "{path}");
    }
}

#[test]
fn a_file_that_another_program_reads_is_replaced_or_left_complete() {
    let folder = Folder::new();
    let file = folder.file("t.csv");
    printed(&writes_table("10", &file));
    let old = fs::read_to_string(&file).unwrap();
    let mut reader = File::open(&file).unwrap();
    printed(&writes_table("1000", &file));
    assert_eq!(fs::read_to_string(&file).unwrap(), printed(&writes_table("1000", "-")));
    // a file that is replaced, not written in place, stays for those who have it
    let mut seen = String::new();
    reader.read_to_string(&mut seen).unwrap();
    assert!(cfg!(windows) || seen == old);
    drop(reader);
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt;
        let before = fs::read_to_string(&file).unwrap();
        let alone = File::options().read(true).share_mode(0).open(&file).unwrap();
        let refusal = refusal(&writes_table("10", &file));
        assert!(refusal.contains("t.csv"), "{refusal}");
        drop(alone);
        assert_eq!(fs::read_to_string(&file).unwrap(), before);
    }
    assert_eq!(names_in(&folder.path), ["t.csv"]);
}

#[test]
fn a_certificate_is_written_and_verified() {
    let folder = Folder::new();
    let file = folder.file("claim.txt");
    printed(&["gain", "--at", "40", "--certificate", &file]);
    assert!(!fs::read(&file).unwrap().contains(&b'\r'));
    assert!(!printed(&["verify", &file]).is_empty());
}

/// How Ctrl-C reaches a run.
#[cfg(unix)]
mod console {
    use std::process::Child;

    pub fn own(_test: &str, run: impl FnOnce()) {
        run();
    }

    pub fn interrupt(run: &Child) {
        crate::support::signal(run, "-INT");
    }
}

/// How Ctrl-C reaches a run: with all other programs of its console.
#[cfg(windows)]
mod console {
    use std::os::windows::process::CommandExt;
    use std::process::{Child, Command};
    use std::{env, io};

    use windows_sys::Win32::System::Console::{CTRL_C_EVENT, GenerateConsoleCtrlEvent};
    use windows_sys::Win32::System::Threading::CREATE_NO_WINDOW;

    /// Runs a test alone, in a console of its own.
    pub fn own(test: &str, run: impl FnOnce()) {
        const HAS_OWN: &str = "NIMSWEEP_OWN_CONSOLE";
        if env::var_os(HAS_OWN).is_none() {
            let mut again = process(env::current_exe().unwrap());
            again.args(["--exact", test]).env(HAS_OWN, "yes").creation_flags(CREATE_NO_WINDOW);
            return assert!(again.run().unwrap().status.success());
        }
        // this program hears it, too, and continues
        ctrlc::set_handler(|| ()).unwrap();
        run();
    }

    /// What is printed if these arguments are pasted into cmd.exe.
    pub fn pasted(arguments: &str) -> String {
        let program = env!("CARGO_BIN_EXE_nimsweep");
        let mut cmd = process("cmd");
        // the outer quotation marks are removed
        cmd.raw_arg(format!("/d /c \"\"{program}\" {arguments}\""));
        String::from_utf8(cmd.run().unwrap().stdout).unwrap()
    }

    pub fn interrupt(_run: &Child) {
        #[allow(unsafe_code, reason = "nothing safe sends Ctrl-C")]
        // SAFETY: it takes two numbers, and any are allowed
        let sent = unsafe { GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0) };
        assert!(sent != 0, "{}", io::Error::last_os_error());
    }
}

#[test]
fn an_interrupted_run_is_resumed_to_the_same_bytes() {
    console::own("an_interrupted_run_is_resumed_to_the_same_bytes", || {
        let folder = Folder::new();
        let file = folder.file("g.json");
        let checkpoint = ["--checkpoint", &file];
        let child = command(&[&ENDLESS[..], &checkpoint].concat()).start().unwrap();
        wait_until(|| fs::metadata(&file).is_ok_and(|file| file.len() > 0));
        // a second run on the same file
        let refusal = refusal(&[&ENDLESS[..], &checkpoint, &["--resume", &file]].concat());
        assert!(refusal.contains("is in use by another run"), "{refusal}");
        console::interrupt(&child);
        let (printed_before, line) = interrupted(child);
        assert!(printed_before.is_empty() && line.starts_with("nimsweep: interrupted at L = "), "{line}");
        let quote = if cfg!(windows) { '"' } else { '\'' };
        let hint = format!("--resume {quote}{file}{quote}");
        assert!(line.ends_with(&format!("; resume with {hint}\n")), "{line}");
        assert_eq!(names_in(&folder.path), ["g.json"]);
        assert!(steps_in(Path::new(&file)) > 1);
        let expected = printed("--range 200 500");
        assert_eq!(printed(&["--range", "200", "500", "--resume", &file]), expected);
        #[cfg(windows)]
        assert_eq!(console::pasted(&format!("--range 200 500 {hint}")), expected);
    });
}

#[test]
fn every_command_can_be_interrupted_and_leaves_nothing_incomplete() {
    console::own("every_command_can_be_interrupted_and_leaves_nothing_incomplete", || {
        let folder = Folder::new();
        let file = folder.file("t.csv");
        let child = command(&writes_table("1000000", &file)).start().unwrap();
        wait_until(|| !names_in(&folder.path).is_empty());
        console::interrupt(&child);
        assert_eq!(interrupted(child).1, "nimsweep: interrupted before the end\n");
        assert_eq!(names_in(&folder.path), [""; 0]);
    });
}
