//! `nimsweep check` passes, and it can fail: a corrupt copy of the tables ends it with 1 and names
//! the line.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{Start, command};

fn check(arguments: &[&str]) -> Output {
    command("check").args(arguments).run().unwrap()
}

/// A copy of the tables.
fn copied() -> TempDir {
    let folder = TempDir::new().unwrap();
    for entry in fs::read_dir("data").unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
        }
    }
    folder
}

/// Replaces one text of a table.
fn corrupt(folder: &Path, table: &str, from: &str, to: &str) {
    let path = folder.join(table);
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches(from).count(), 1, "{from:?} in {table}");
    fs::write(path, text.replace(from, to)).unwrap();
}

/// A copy of the tables in which one text is replaced.
fn corrupted(table: &str, from: &str, to: &str) -> TempDir {
    let folder = copied();
    corrupt(folder.path(), table, from, to);
    folder
}

/// The lines of all checks that fail, and the line on standard error.
fn failures(folder: &Path) -> (Vec<String>, String) {
    let output = check(&["--data", folder.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let (out, error) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(error.lines().count(), 1);
    (out.lines().filter(|line| !line.starts_with("ok ")).map(str::to_owned).collect(), error)
}

fn failure(folder: &Path) -> String {
    let (failed, _) = failures(folder);
    assert_eq!(failed.len(), 1, "{failed:?}");
    failed[0].clone()
}

#[test]
fn every_check_passes_on_the_tables_of_the_program_and_of_the_folder() {
    for arguments in [&["--json"][..], &["--json", "--data", "data"]] {
        let output = check(arguments);
        assert!(output.status.success() && output.stderr.is_empty());
        let object: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(object["passed"], true);
        let checks = object["checks"].as_array().unwrap();
        for game in ["squares", "stones", "coins", "halving"] {
            let of_game = checks.iter().filter(|check| check["game"] == game);
            assert!(of_game.clone().count() >= 3, "{game}");
            for check in of_game {
                assert!(check["entries"].as_u64().unwrap() > 0 && check["seconds"].is_number());
                assert_eq!(check["methods"].as_array().unwrap().len(), 2);
            }
        }
    }
}

#[test]
fn a_wrong_entry_of_any_table_is_found_and_named() {
    let cases = [
        ("published.csv", "5.99374121", "5.99374120", "FAILED  squares: published figures:"),
        (
            "published.csv",
            "coins,fair rows,10,-,63594",
            "coins,fair rows,10,-,63595",
            "63595 and 63594 differ",
        ),
        ("published.csv", "stones,sum,100,-,728", "stones,sum,100,-,727", "727 and 728 differ"),
        (
            "published.csv",
            "halving,winner,11,-,Bob",
            "halving,winner,11,-,Alice",
            "FAILED  halving: published",
        ),
        ("kayles.csv", "\n70,6\n", "\n70,7\n", "kayles.csv, line 73: 7 and 6 differ"),
        (
            "squares.csv",
            "\n16+3*sqrt(2),8\n",
            "\n16+4*sqrt(2),8\n",
            "8 from 16+4*sqrt(2) and 8 from 16+3*sqrt(2) differ",
        ),
        ("squares.csv", "\n47+9*sqrt(2),11\n", "\n", "after squares.csv: no step and 11 from 47+9*sqrt(2)"),
        (
            "sums.csv",
            "first player,1,1,(1; 2)\n",
            "first player,1,1,[1; 2)\n",
            "sums.csv, line 4: [1, 2) for 1 in",
        ),
        ("sums.csv", "2,first player,1,1,(1; 2)\n", "2,first player,1,1,(1; 9)\n", "sums.csv, line 4"),
        ("targets.csv", "9,2,-6+6*sqrt(2)", "9,2,-6+5*sqrt(2)", "targets.csv, line 12: -6+5*sqrt(2)"),
        ("periods.csv", "1,0.77,8,12,71", "1,0.77,8,12,70", "periods.csv, line 3: 70 and 71 differ"),
        ("octal.csv", "\n1 10,0.77000000077,75,421,", "\n1 10,0.77000000077,75,422,", "422 and 421 differ"),
        ("octal.csv", "\n2 3,0.0777,182,", "\n2 3,0.0777,181,", "octal.csv, line 5: 181 and 182 differ"),
        ("octal_periods.csv", "0.56,326640,144", "0.56,326638,144", "326638 and 326640 differ"),
        ("stones.csv", "\n2,17,1,4,1 4\n", "\n2,17,1,4,1 3 4\n", "1 3 4 and 1 4 differ"),
        ("fair_rows.csv", "\n2,10,63594\n", "\n2,10,63593\n", "FAILED  coins: fair rows of stacks of 0 to 5"),
        ("halving.csv", "\n18,9,7\n", "\n18,8,7\n", "halving.csv, line 21: 8 and 9 differ"),
    ];
    // each check stops at its first fault; the second fault of a check is put into a second copy
    let (mut first, mut second) = (vec![], vec![]);
    for case @ (table, _, _, says) in cases {
        let same_check =
            |&(other, _, _, said): &_| other == table && (table != "published.csv" || said == says);
        if first.iter().any(same_check) { second.push(case) } else { first.push(case) }
    }
    for cases in [first, second] {
        let folder = copied();
        for &(table, from, to, _) in &cases {
            corrupt(folder.path(), table, from, to);
        }
        let (failed, error) = failures(folder.path());
        assert_eq!(failed.len(), cases.len(), "{failed:?}");
        for (_, from, to, says) in &cases {
            let found = failed.iter().filter(|line| line.contains(says)).count();
            assert_eq!(found, 1, "{says:?} for {from:?} instead of {to:?} in {failed:?}");
        }
        let count = format!("{} of 22 checks failed", cases.len());
        assert!(error.contains(&count) && error.contains(failed[0].as_str()), "{error}");
    }
}

#[test]
fn what_cannot_be_read_fails_with_its_place() {
    let folder = corrupted("kayles.csv", "\n70,6\n", "\nseventy,6\n");
    let line = failure(folder.path());
    assert!(line.ends_with("kayles.csv, line 73: cannot read 'seventy' in column 1"), "{line}");

    let folder = corrupted("halving.csv", "\n18,9,7\n", "\n18,9\n");
    assert!(failure(folder.path()).contains("halving.csv: CSV error: record 19 (line: 21"));
}

#[test]
fn a_table_without_rows_fails() {
    let folder = corrupted("kayles.csv", "n,grundy\n", "n,grundy\n");
    fs::write(folder.path().join("kayles.csv"), "n,grundy\n").unwrap();
    assert!(failure(folder.path()).ends_with("there was no entry to compare"));
}

#[test]
fn a_failure_is_in_the_json_object_too() {
    let folder = corrupted("stones.csv", "\n3,8,8,0,\n", "\n3,8,7,0,\n");
    let output = check(&["--json", "--data", folder.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(object["passed"], false);
    let failed = object["checks"].as_array().unwrap().iter().find(|check| check["passed"] == false).unwrap();
    assert_eq!(failed["game"], "stones");
    assert!(failed["difference"].as_str().unwrap().ends_with("7 and 8 differ"));
}
