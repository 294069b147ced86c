//! The checker that is itself proven (`proofs/`): it takes what this program writes, and refuses
//! what somebody has changed, as `verify` does. `.ci/run proofs` compiles it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use nimsweep::proof::verify;

use crate::support::{Start, printed, process, skip};

/// The answer of the checker to some files; none if it is not compiled.
fn checked(files: &[PathBuf]) -> Option<Output> {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/proofs/check");
    if !program.exists() {
        skip("the proven checker is not compiled: .ci/run proofs");
        return None;
    }
    Some(process(program).args(files).run().unwrap())
}

fn written(folder: &Path, code: &str) -> PathBuf {
    let file = folder.join(format!("{code}.cert"));
    printed(&["octal", code, "--certificate", file.to_str().unwrap()]);
    file
}

#[test]
fn it_proves_the_certificates_of_this_program() {
    let folder = tempfile::tempdir().unwrap();
    let mut files: Vec<_> =
        ["0.07", "0.137", "0.4", "4.3", "4.7", "0.0"].map(|code| written(folder.path(), code)).into();
    files.push("data/octal.cert".into());
    let Some(answer) = checked(&files) else { return };
    let text = String::from_utf8(answer.stdout).unwrap();
    assert_eq!(answer.status.code(), Some(0), "{text}");
    let kayles = "data/octal.cert: proven: 0.77: the values of the heaps 0 to 167, and G(n + 12) = G(n) for all n >= 71";
    assert_eq!(text.lines().last(), Some(kayles));
    assert_eq!(text.matches(": proven: ").count(), files.len(), "{text}");
    for file in files {
        assert!(verify(fs::read(file).unwrap().as_slice()).is_ok());
    }
}
