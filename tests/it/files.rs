//! What is written goes where it should, or the program says why not.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Output;

use tempfile::TempDir;

use crate::support::{Start, command, names_in, output, printed, process, program, refusal, wait_until};

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn a_folder_is_no_place_for_a_table() {
    let folder = folder();
    let error = refusal(&["grundy", "--upto", "9", "--csv", folder.path().to_str().unwrap()]);
    assert!(error.contains("give a file in a writable folder"), "{error}");
    assert!(names_in(folder.path()).is_empty());
}

#[test]
fn existing_files_stay_if_the_input_is_bad() {
    let folder = folder();
    let file = folder.path().join("steps.csv");
    fs::write(&file, "old").unwrap();
    refusal(&["grundy", "--upto", "10^13", "--csv", file.to_str().unwrap()]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
}

#[test]
fn a_file_that_is_read_only_is_not_replaced() {
    let folder = folder();
    let file = folder.path().join("t.csv");
    fs::write(&file, "years of work").unwrap();
    fs::set_permissions(&file, PermissionsExt::from_mode(0o444)).unwrap();
    for call in ["grundy --upto 100000 --csv", "halving table 9 --csv"] {
        let line = refusal(&format!("{call} {}", file.display()));
        assert!(line.contains("it is read-only; give a file"), "{line}");
    }
    let line = refusal(&format!("grundy --at 9 --checkpoint {0} --resume {0}", file.display()));
    assert!(line.contains("it is read-only; give a file"), "{line}");
    let empty = folder.path().join("g.json");
    fs::write(&empty, "").unwrap();
    fs::set_permissions(&empty, PermissionsExt::from_mode(0o400)).unwrap();
    let line = refusal(&format!("grundy --at 100000 --checkpoint {}", empty.display()));
    assert!(line.contains("it is read-only; give a file"), "{line}");
    assert_eq!(fs::read(&file).unwrap(), b"years of work");
    assert_eq!(names_in(folder.path()).len(), 2);
}

#[test]
fn a_file_keeps_its_mode() {
    let folder = folder();
    let [table, checkpoint] = ["t.csv", "g.json"].map(|name| folder.path().join(name));
    let mode = |file| fs::metadata(file).unwrap().permissions().mode() & 0o7777;
    for wanted in [0o600, 0o640, 0o666] {
        for file in [&table, &checkpoint] {
            fs::write(file, "").unwrap();
            fs::set_permissions(file, PermissionsExt::from_mode(wanted)).unwrap();
        }
        printed(&format!("halving table 9 --csv {}", table.display()));
        printed(&format!("grundy --at 9 --checkpoint {}", checkpoint.display()));
        assert!(fs::read_to_string(&table).unwrap().starts_with("n,"));
        assert_eq!([mode(&table), mode(&checkpoint)], [wanted; 2]);
    }
}

#[test]
fn links_that_lead_nowhere_are_refused() {
    let folder = folder();
    let [dangling, one, two, good, file] =
        ["dangling", "one", "two", "good", "file"].map(|name| folder.path().join(name));
    symlink(folder.path().join("missing"), &dangling).unwrap();
    symlink(&one, &two).unwrap();
    symlink(&two, &one).unwrap();
    symlink(&file, &good).unwrap();
    fs::write(&file, "").unwrap();
    for (link, says) in [(&dangling, "it is a link to a file that does not exist"), (&one, "symbolic links")]
    {
        for call in ["grundy --upto 100000 --csv", "halving table 9 --csv", "grundy --at 100000 --checkpoint"]
        {
            let line = refusal(&format!("{call} {}", link.display()));
            assert!(line.contains(says), "{line}");
        }
    }
    assert_eq!(names_in(folder.path()).len(), 5);
    printed(&format!("halving table 9 --csv {}", good.display()));
    assert!(fs::symlink_metadata(&good).unwrap().is_symlink());
    assert!(fs::read_to_string(&file).unwrap().starts_with("n,"));
}

/// The exit code and standard error of a call whose standard output a shell redirects.
fn redirected(call: &str, to: &str) -> (Option<i32>, String) {
    let program = program();
    let mut shell = process("sh");
    shell.args(["-c", &format!("exec '{}' {call} {to}", program.display())]);
    let Output { status, stderr, .. } = shell.run().unwrap();
    (status.code(), String::from_utf8(stderr).unwrap())
}

#[test]
fn a_standard_output_that_is_open_for_reading_only_is_an_error() {
    let folder = folder();
    let file = folder.path().join("t.csv");
    let to_file = format!("grundy --upto 9 --csv {}", file.display());
    for call in [
        "gain --at 4",
        "--range 200 100000",
        "grundy --at 100000",
        "moves --at 100000 --json",
        "stones sum 10^18",
        "coins table 3 --csv",
        "halving play 7",
        "check",
        "bench --upto 5000",
        "--help",
        "--version",
    ] {
        let (code, line) = redirected(call, "1</dev/null");
        assert_eq!(code, Some(2), "{call}: {line}");
        let says = "nimsweep: cannot write the result: standard output is open for reading only; ";
        assert!(line.starts_with(says) && line.lines().count() == 1, "{call}: {line}");
    }
    // a table in a file needs none
    assert_eq!(redirected(&to_file, "1</dev/null"), (Some(0), String::new()));
    assert!(fs::read_to_string(&file).unwrap().starts_with("start,"));
}

/// `/dev/null` opened for reading and writing is what daemons have, and what a closed standard
/// output becomes before the program can look at it.
#[test]
fn nobody_has_to_read_a_result() {
    let folder = folder();
    let file = folder.path().join("t.csv");
    let to_file = format!("grundy --upto 9 --csv {}", file.display());
    for to in [">&-", "1<>/dev/null", ">/dev/null", ">>/dev/null", "<&- >&-"] {
        for call in ["gain --at 4", "coins table 3 --csv", "--help", "--version", &to_file] {
            assert_eq!(redirected(call, to), (Some(0), String::new()), "{call} {to}");
        }
        assert!(fs::read_to_string(&file).unwrap().starts_with("start,"));
        fs::remove_file(&file).unwrap();
    }
}

#[test]
fn two_runs_do_not_share_a_checkpoint() {
    let folder = folder();
    let file = folder.path().join("g.json");
    let name = file.display();
    let often = format!("--checkpoint {name} --checkpoint-every 0.01");
    let mut first = command(&format!("grundy --at 100000 {often}")).start().unwrap();
    let steps = || fs::read_to_string(&file).map_or(0, |text| text.lines().count());
    wait_until(|| steps() > 0);
    for _ in 0..5 {
        let line = refusal(&format!("grundy --at 300 --checkpoint {name} --resume {name}"));
        assert!(line.contains("is in use by another run; wait until it ends, or give"), "{line}");
    }
    // reading it does no harm
    assert!(output(&format!("grundy --at 30 --resume {name}")).status.success());
    first.kill().unwrap();
    first.wait().unwrap();
    let before = steps();
    printed(&format!("grundy --at 30 --checkpoint {name} --resume {name}"));
    assert_eq!(steps(), before);
}

/// One of them is refused before it computes anything, and the file is that of the other one.
#[test]
fn two_runs_that_start_together_on_a_new_checkpoint_lose_nothing() {
    let folder = folder();
    let alone = folder.path().join("alone.json");
    printed(&format!("grundy --at 400 --checkpoint {}", alone.display()));
    for round in 0..20 {
        let file = folder.path().join(format!("g{round}.json"));
        let run = |_| command(&format!("grundy --at 400 --checkpoint {}", file.display())).start().unwrap();
        let runs = [0, 1].map(run).map(|child| child.wait_with_output().unwrap());
        let codes = runs.iter().map(|run| run.status.code().unwrap()).collect::<Vec<_>>();
        assert!(codes == [0, 2] || codes == [2, 0], "{codes:?}");
        let refused = runs.iter().find(|run| !run.status.success()).unwrap();
        let line = String::from_utf8_lossy(&refused.stderr);
        // the other one may have ended already
        let says = ["is in use by another run; wait", "already exists and would be overwritten"];
        assert!(says.iter().any(|says| line.contains(says)) && line.lines().count() == 1, "{line}");
        assert_eq!(fs::read(&file).unwrap(), fs::read(&alone).unwrap());
    }
    assert_eq!(names_in(folder.path()).len(), 21);
}

#[test]
fn a_path_of_a_folder_is_refused_before_the_run() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("t.csv"), "years of work").unwrap();
    for (place, says) in [
        (path("new/"), "it names a folder that does not exist"),
        (path("new/."), "it names a folder that does not exist"),
        (path("t.csv/"), "it names a folder that does not exist"),
        (path(""), "is a"),
        (path(".."), "is a"),
        (path(&"n".repeat(256)), "File name too long"),
    ] {
        for option in ["--csv", "--certificate", "--checkpoint"] {
            let line = refusal(&format!("grundy --upto 100000 {option} {place}"));
            let says = if says == "is a" && option == "--checkpoint" { "not a regular file" } else { says };
            assert!(line.contains(says), "{option} {line}");
        }
    }
    assert_eq!(fs::read(path("t.csv")).unwrap(), b"years of work");
    assert_eq!(names_in(folder.path()).len(), 1);
}
