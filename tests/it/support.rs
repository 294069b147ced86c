//! What many tests need: the program run as a user runs it, and short ways to exact numbers.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};
use std::{env, fs};

use assert_cmd::cargo::CommandCargoExt;
use nimsweep::games::squares::Lengths;
use nimsweep::number::Surd;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::named_keys::assert_named;

/// Says that this test, or a part of it, cannot run here. The list of all is printed at the end of
/// `cargo test`, by `tests/skipped.rs`.
pub fn skip(reason: &str) {
    assert!(reason.len() <= 80, "a line of the list has at most 100 letters: {reason}");
    let thread = std::thread::current();
    let line = format!("{}: {reason}\n", thread.name().unwrap_or("a test"));
    let file = fs::File::options().append(true).create(true).open(crate::skips::file());
    file.unwrap().write_all(line.as_bytes()).unwrap();
}

/// The arguments of a call: words with spaces between them, or a list.
pub trait Arguments {
    fn list(&self) -> Vec<OsString>;
}

impl Arguments for str {
    fn list(&self) -> Vec<OsString> {
        self.split(' ').map(OsString::from).collect()
    }
}

impl Arguments for String {
    fn list(&self) -> Vec<OsString> {
        self.as_str().list()
    }
}

impl Arguments for [&str] {
    fn list(&self) -> Vec<OsString> {
        self.iter().map(OsString::from).collect()
    }
}

impl<const N: usize> Arguments for [&str; N] {
    fn list(&self) -> Vec<OsString> {
        self.as_slice().list()
    }
}

impl Arguments for Vec<&str> {
    fn list(&self) -> Vec<OsString> {
        self.as_slice().list()
    }
}

/// Another program than that of this build, to be tested in its place: `NIMSWEEP_PROGRAM`.
pub fn other_program() -> Option<PathBuf> {
    env::var_os("NIMSWEEP_PROGRAM").map(PathBuf::from)
}

/// The program that is tested.
pub fn program() -> PathBuf {
    other_program().unwrap_or_else(|| assert_cmd::cargo::cargo_bin!("nimsweep").to_owned())
}

/// The program with these arguments, its output in pipes; run by an emulator if the tests are.
pub fn command(arguments: &(impl Arguments + ?Sized)) -> Command {
    let own = || Command::cargo_bin("nimsweep").unwrap();
    let mut command = in_pipes(other_program().map_or_else(own, Command::new));
    command.args(arguments.list());
    command
}

/// Another program, such as a shell, its output in pipes.
pub fn process(name: impl AsRef<OsStr>) -> Command {
    in_pipes(Command::new(name))
}

/// What Python says with these arguments, in a minute at most; nothing where it is not installed.
pub fn python(arguments: &[impl AsRef<OsStr>]) -> Option<Output> {
    installed("python3", arguments)
}

/// What a program of the system says, in a minute at most; nothing where it is not installed.
pub fn installed(name: &str, arguments: &[impl AsRef<OsStr>]) -> Option<Output> {
    match process(name).args(arguments).run() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            skip(&format!("there is no {name}"));
            None
        }
        ended => Some(ended.unwrap()),
    }
}

fn in_pipes(mut command: Command) -> Command {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// How long a program may run, if a test does not say another time.
const A_MINUTE: Duration = Duration::from_secs(60);

/// The only way in which tests start programs: none is waited for without a bound.
pub trait Start {
    /// Starts it; after a minute it is ended.
    fn start(&mut self) -> io::Result<Run> {
        self.start_for(A_MINUTE)
    }

    /// Starts it; after this time it is ended.
    fn start_for(&mut self, limit: Duration) -> io::Result<Run>;

    /// Runs it to its end, which comes within a minute.
    fn run(&mut self) -> io::Result<Output> {
        self.start()?.wait_with_output()
    }
}

impl Start for Command {
    fn start_for(&mut self, limit: Duration) -> io::Result<Run> {
        #[cfg(unix)]
        std::sync::LazyLock::force(&DEFAULT_SIGNALS);
        // texts are the same on every machine
        if self.get_envs().all(|(name, _)| name != "LC_ALL") {
            self.env("LC_ALL", "C.UTF-8");
        }
        let child = self.spawn()?;
        let (pid, fault) = (child.id(), Arc::new(OnceLock::new()));
        let (ended, end) = channel();
        let (late, call) = (fault.clone(), format!("{self:?}"));
        thread::spawn(move || {
            if end.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                let _ = late.set(format!("{call} still runs after {limit:?}"));
                end_with_children(pid);
            }
        });
        Ok(Run { child: Some(child), fault, _ended: ended })
    }
}

/// A program that was started. It ends at the latest with the test that started it.
pub struct Run {
    /// `None` only after it was waited for.
    child: Option<Child>,
    /// That it ran for too long.
    fault: Arc<OnceLock<String>>,
    _ended: Sender<()>,
}

impl Run {
    /// What it printed until it ended; an error if it had to be ended.
    pub fn wait_with_output(mut self) -> io::Result<Output> {
        let output = self.child.take().unwrap().wait_with_output()?;
        self.check()?;
        Ok(output)
    }

    /// How it ended; an error if it had to be ended.
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        let status = self.child.as_mut().unwrap().wait()?;
        self.check()?;
        Ok(status)
    }

    fn check(&self) -> io::Result<()> {
        let fault = self.fault.get().cloned();
        fault.map_or(Ok(()), |fault| Err(io::Error::new(io::ErrorKind::TimedOut, fault)))
    }
}

impl Deref for Run {
    type Target = Child;

    fn deref(&self) -> &Child {
        self.child.as_ref().unwrap()
    }
}

impl DerefMut for Run {
    fn deref_mut(&mut self) -> &mut Child {
        self.child.as_mut().unwrap()
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            // an error means that it has ended
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Ends a process and those that it has started, which may hold its pipes.
fn end_with_children(pid: u32) {
    if cfg!(windows) {
        let _ = Command::new("taskkill").args(["/F", "/T", "/PID", &pid.to_string()]).output();
        return;
    }
    let list = Command::new("ps").args(["-A", "-o", "pid=", "-o", "ppid="]).output();
    let list = list.map(|list| String::from_utf8_lossy(&list.stdout).into_owned()).unwrap_or_default();
    let processes = || list.lines().filter_map(|line| line.trim().split_once(' '));
    let mut ends = vec![pid.to_string()];
    let mut next = 0;
    while let Some(parent) = ends.get(next).cloned() {
        ends.extend(processes().filter(|(_, its)| its.trim() == parent).map(|(child, _)| child.to_owned()));
        next += 1;
    }
    let _ = Command::new("kill").arg("-KILL").args(ends).output();
}

/// Programs that are started from now on hear signals, even if these tests run where signals are
/// ignored: by `nohup`, or by a shell that starts them with `&`.
///
/// A program inherits that a signal is ignored, but not that it is caught. So a signal is caught
/// here if it is found ignored, and only then, so that Ctrl-C ends the tests.
#[cfg(unix)]
static DEFAULT_SIGNALS: std::sync::LazyLock<()> = std::sync::LazyLock::new(|| {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    for (signal, name) in [(SIGHUP, "HUP"), (SIGINT, "INT"), (SIGTERM, "TERM")] {
        let script = format!("kill -{name} $$; echo ignored");
        let shell = Command::new("sh").args(["-c", &script]).stderr(Stdio::null()).output().unwrap();
        if !shell.stdout.is_empty() {
            signal_hook::flag::register(signal, Arc::default()).unwrap();
        }
    }
});

/// Runs the program to its end.
pub fn output(arguments: &(impl Arguments + ?Sized)) -> Output {
    command(arguments).run().unwrap()
}

/// What the program prints; it must succeed, and remark nothing.
#[track_caller]
pub fn printed(arguments: &(impl Arguments + ?Sized)) -> String {
    let Output { status, stdout, stderr } = output(arguments);
    assert_eq!(without_estimate(stderr), "", "{:?}", arguments.list());
    assert!(status.success(), "{:?}", arguments.list());
    String::from_utf8(stdout).unwrap()
}

/// A text as it is without a width: with its paragraphs in one line each.
pub fn unwrapped(text: &str) -> String {
    text.replace("\n  ", " ")
}

/// The JSON object that the program prints with `--json`.
#[track_caller]
pub fn object(arguments: &(impl Arguments + ?Sized)) -> Value {
    let mut command = command(arguments);
    let Output { status, stdout, stderr } = command.arg("--json").run().unwrap();
    let said = String::from_utf8(stderr).unwrap();
    // what takes seconds on a busy machine says at the start how long
    let is_quiet = said.lines().all(|line| line.starts_with("nimsweep: ") && line.contains("about "));
    assert!(status.success() && is_quiet, "{:?}: {said}", arguments.list());
    let object = serde_json::from_slice(&stdout).unwrap();
    assert_named(arguments.list().iter().filter_map(|word| word.to_str()), &object);
    object
}

/// The one line of a refusal: exit code 2, and nothing on standard output.
#[track_caller]
pub fn refusal(arguments: &(impl Arguments + ?Sized)) -> String {
    let Output { status, stdout, stderr } = output(arguments);
    let error = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(2), "{:?}: {error}", arguments.list());
    assert!(stdout.is_empty(), "{:?} printed a result", arguments.list());
    assert!(error.starts_with("nimsweep: ") && error.ends_with('\n'), "{error:?}");
    assert_eq!(error.lines().count(), 1, "{error:?}");
    error
}

/// What was printed, without the call that made it if it is a picture.
pub fn without_call(printed: &str) -> String {
    let Some((before, rest)) = printed.split_once("<metadata>") else { return printed.to_owned() };
    before.to_owned() + rest.split_once("</metadata>\n").unwrap().1
}

/// Waits for something that a run does after a moment.
#[track_caller]
pub fn wait_until(mut happens: impl FnMut() -> bool) {
    let start = Instant::now();
    while !happens() {
        assert!(start.elapsed() < A_MINUTE, "it does not happen");
        sleep(Duration::from_millis(2));
    }
}

/// Waits until a run has computed for some time, or has ended. Where the system reports it, this is
/// its processor time, so that a busy machine waits longer.
#[track_caller]
pub fn let_compute(child: &Child, time: Duration) {
    let start = Instant::now();
    wait_until(|| {
        let Ok(status) = fs::read_to_string(format!("/proc/{}/stat", child.id())) else {
            return start.elapsed() >= time;
        };
        // after the name in parentheses: the state, and 11 and 12 words later ticks of 10 ms
        let words: Vec<_> = status.rsplit(')').next().unwrap().split_whitespace().collect();
        let ticks: u64 = words[11..13].iter().map(|word| word.parse::<u64>().unwrap()).sum();
        words[0] == "Z" || Duration::from_millis(10 * ticks) >= time
    });
}

/// Sends a signal to a run, such as `-INT`.
pub fn signal(child: &Child, name: &str) {
    let kill = process("kill").args([name, &child.id().to_string()]).run().unwrap();
    assert!(kill.status.success());
}

/// Lines on standard error without the one that says how long a run takes: after two seconds, to
/// which any run can come on a busy machine.
fn without_estimate(stderr: Vec<u8>) -> String {
    let text = String::from_utf8(stderr).unwrap();
    let is_estimate = |line: &&str| line.starts_with("nimsweep: about ") && line.contains(" for g up to ");
    text.split_inclusive('\n').filter(|line| !is_estimate(line)).collect()
}

/// What a run printed until a signal ended it with exit code 130, and its one line on standard
/// error.
#[track_caller]
pub fn interrupted(child: Run) -> (Vec<u8>, String) {
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    let line = without_estimate(stderr);
    assert_eq!(status.code(), Some(130), "{line}");
    assert!(line.starts_with("nimsweep: ") && line.ends_with('\n') && line.lines().count() == 1, "{line:?}");
    (stdout, line)
}

/// The names of all files in a folder.
pub fn names_in(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    names.map(|name| name.into_string().unwrap()).collect()
}

/// How many steps the checkpoint in a file has.
pub fn steps_in(file: &Path) -> usize {
    let record: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    record["steps"].as_array().unwrap().len()
}

/// Stands for an answer of Project Euler, which asks not to show it.
pub fn digest(answer: &str) -> String {
    Sha256::digest(answer)[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A number, as it is written.
#[track_caller]
pub fn surd(text: &str) -> Surd {
    text.parse().unwrap()
}

/// Lengths, as they are written.
#[track_caller]
pub fn lengths(text: &str) -> Lengths {
    text.parse().unwrap()
}

/// A generator of repeatable random numbers: a linear congruence modulo 2⁶⁴ (Knuth, *The Art of
/// Computer Programming*, section 3.3.4); the upper half is used.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number from 0 to `end` − 1.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}
