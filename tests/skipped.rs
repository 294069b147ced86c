//! What the tests could not run on this machine, and why, at the end of `cargo test`.
//!
//! With NIMSWEEP_SKIPS, the path of a file with a reason on each line, any other reason is a
//! failure.

#[path = "it/skips.rs"]
mod skips;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::{env, fs};

fn main() -> ExitCode {
    if !cfg!(unix) {
        println!("skipped: they use shells, signals and paths of Unix: all tests of tests/it");
    }
    let Ok(list) = fs::read_to_string(skips::file()) else {
        println!("no test was skipped");
        return ExitCode::SUCCESS;
    };
    // another call may have the same parent
    fs::remove_file(skips::file()).expect("the list can be removed");
    let mut tests: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (test, reason) in list.lines().filter_map(|line| line.split_once(": ")) {
        let tests = tests.entry(reason).or_default();
        if !tests.contains(&test) {
            tests.push(test);
        }
    }
    for (reason, tests) in &tests {
        // a reason has at most 80 letters, and a line 100
        let line = |tests: String| format!("skipped: {reason}: {tests}");
        let all = line(tests.join(", "));
        println!("{}", if all.len() > 100 { line(format!("{} tests", tests.len())) } else { all });
    }
    let allowed = env::var("NIMSWEEP_SKIPS").ok();
    let allowed = allowed.map(|file| fs::read_to_string(file).expect("NIMSWEEP_SKIPS is the name of a file"));
    let is_allowed =
        |reason: &str| allowed.as_ref().is_none_or(|list| list.lines().any(|line| line == reason));
    let refused: Vec<_> = tests.keys().filter(|reason| !is_allowed(reason)).collect();
    if refused.is_empty() {
        return ExitCode::SUCCESS;
    }
    eprintln!("these reasons are not among those of NIMSWEEP_SKIPS: {refused:?}");
    ExitCode::FAILURE
}
