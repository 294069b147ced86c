//! A table of hostile calls: each ends with its exit code and a word of its one line, under guards
//! of time and memory that only a hang or a leak reaches.

mod call;
mod files;
mod numbers;
mod words;

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::scope;

use call::{Call, Table};

use crate::support::{Run, Start, process, program};

/// The most address space of a call in KiB: one and a half GiB; no call needs a tenth of it.
const MOST_MEMORY: u32 = 3 << 19;

/// Every call, with files of this folder.
fn table(folder: &Path) -> Vec<Call> {
    let mut table = Table::default();
    numbers::add_to(&mut table);
    words::add_to(&mut table);
    files::add_to(&mut table, folder);
    table.calls
}

/// The output of a call that ended by itself, under guards.
struct Ended {
    code: Option<i32>,
    out: String,
    error: String,
}

fn run(arguments: &[String]) -> Result<Ended, String> {
    let limited = process("sh")
        .args(["-c", &format!("ulimit -v {MOST_MEMORY}; exec \"$0\" \"$@\"")])
        .arg(program())
        .args(arguments)
        .start();
    let output = limited.and_then(Run::wait_with_output).map_err(|error| error.to_string())?;
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let [out, error] = [output.stdout, output.stderr].map(text);
    Ok(Ended { code: output.status.code(), out, error })
}

/// What is wrong with how a call ended.
fn fault(call: &Call) -> Option<String> {
    let Ended { code, out, error } = match run(&call.arguments) {
        Ok(ended) => ended,
        Err(fault) => return Some(fault),
    };
    let line = error.strip_prefix("nimsweep: ").and_then(|line| line.strip_suffix('\n'));
    let is_refusal = code == Some(2)
        && out.is_empty()
        && line.is_some_and(|line| !line.chars().any(char::is_control) && line.chars().count() <= 700);
    let is_right = match call.code {
        0 => code == Some(0) && error.is_empty() && out.contains(&call.says),
        _ => is_refusal && error.contains(&call.says),
    };
    let start: String = error.chars().take(800).collect();
    (!is_right).then(|| format!("exit code {code:?}: {start:?}"))
}

#[test]
fn every_hostile_call_ends_with_its_code_and_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let calls = table(folder.path());
    assert!(calls.len() >= 300, "{} calls", calls.len());
    let (next, faults) = (AtomicUsize::new(0), Mutex::new(vec![]));
    let work = || {
        while let Some(call) = calls.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Some(fault) = fault(call) {
                let arguments: Vec<String> =
                    call.arguments.iter().map(|text| text.chars().take(80).collect()).collect();
                faults.lock().unwrap().push(format!("{arguments:?}: {fault}; expected {:?}", call.says));
            }
        }
    };
    scope(|threads| {
        for _ in 0..4 {
            threads.spawn(work);
        }
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{} of {} calls:\n{}", faults.len(), calls.len(), faults.join("\n"));
}
