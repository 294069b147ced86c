//! Short calls as whole processes, this program in turn with an older one.
//!
//! A short call is started, reads its arguments, computes and ends within milliseconds, which no
//! benchmark inside a process sees. Build the older program from its sources, and compare:
//!
//! ```text
//! git worktree add ../older COMMIT
//! cargo build --release --locked --manifest-path ../older/Cargo.toml
//! cargo bench --bench processes -- ../older/target/release/nimsweep
//! ```
//!
//! Without an older program this one is compared with itself, which shows how far the machine can
//! be trusted. A call that prints other bytes is marked. The least time of many runs is that of a
//! machine without other work; the median tells whether it had any.
//!
//! Both programs are copied first: how the pages of a file lie in the memory of the system depends
//! on how it was written, and was seen to take an eighth of the time of a short call.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use itertools::Itertools;

/// Calls, and how often each program runs.
const CALLS: [(&str, usize); 5] = [
    ("--version", 200),
    ("--range 200 500 --threads 1", 200),
    ("grundy --at 500 --threads 1", 200),
    ("grundy --at 500", 200),
    ("grundy --at 3000 --threads 1", 30),
];

fn main() -> Result<(), Box<dyn Error>> {
    let now = Path::new(env!("CARGO_BIN_EXE_nimsweep"));
    // cargo passes options for other benchmarks
    let older = env::args_os().skip(1).find(|argument| !argument.to_string_lossy().starts_with('-'));
    let older = older.as_deref().map_or(now, Path::new);
    let folder = tempfile::tempdir()?;
    let copies = [copy(older, folder.path().join("older"))?, copy(now, folder.path().join("now"))?];
    println!("milliseconds from the start of a process to its end: least and median of alternating runs");
    println!("{:30} {:>6} {:>17} {:>17} {:>17}", "call", "runs", older.display(), "this program", "ratio");
    for (call, runs) in CALLS {
        let [before, after] = [output(&copies[0], call)?, output(&copies[1], call)?];
        let mark = if before == after { "" } else { "  prints other bytes" };
        let mut times = [vec![], vec![]];
        for _ in 0..runs {
            for (program, times) in copies.iter().zip(&mut times) {
                times.push(time(program, call)?);
            }
        }
        let [before, after] = times.map(least_and_median);
        let both = |of: &dyn Fn(usize) -> f64| (0..2).map(|which| format!("{:8.3}", of(which))).join(" ");
        println!(
            "{call:30} {runs:6} {} {} {}{mark}",
            both(&|which| before[which]),
            both(&|which| after[which]),
            both(&|which| after[which] / before[which]),
        );
    }
    Ok(())
}

/// A copy of a program, at this path.
fn copy(program: &Path, copy: PathBuf) -> Result<PathBuf, Box<dyn Error>> {
    fs::copy(program, &copy).map_err(|error| format!("{}: {error}", program.display()))?;
    Ok(copy)
}

fn process(program: &Path, call: &str) -> Command {
    let mut command = Command::new(program);
    command.args(call.split(' ')).stdin(Stdio::null());
    command
}

/// What a call prints.
fn output(program: &Path, call: &str) -> Result<Output, Box<dyn Error>> {
    Ok(process(program, call).output()?)
}

/// From the start of a process to its end.
fn time(program: &Path, call: &str) -> Result<Duration, Box<dyn Error>> {
    let mut command = process(program, call);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let status = command.status()?;
    let time = start.elapsed();
    if status.success() { Ok(time) } else { Err(format!("{}: {call} fails", program.display()).into()) }
}

fn least_and_median(mut times: Vec<Duration>) -> [f64; 2] {
    times.sort_unstable();
    [times[0], times[times.len() / 2]].map(|time| 1e3 * time.as_secs_f64())
}
