//! Files that are folders, devices, pipes, missing, empty, too large, or something else.

use std::fs;
use std::path::Path;

use super::call::{Table, joined};
use crate::support::{Start, process};

/// All of these calls, with files in this folder.
pub fn add_to(table: &mut Table, folder: &Path) {
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let made = |name: &str, bytes: &[u8]| {
        fs::write(folder.join(name), bytes).unwrap();
        path(name)
    };
    let sparse = |name: &str, bytes: u64| {
        fs::File::create(folder.join(name)).unwrap().set_len(bytes).unwrap();
        path(name)
    };
    let head = r#"{"format": "nimsweep checkpoint 1", "#;
    let long_text = format!(r#"{{"format": "{}"}}"#, "a".repeat(1 << 20));
    let deep = "[".repeat(100_000);
    let game = |lengths: &str| format!(r#"{head}"lengths": [{lengths}], "steps": [], "sha256": ""}}"#);
    let many_lengths = game(&joined(",", (0..90_000).map(|_| "\"1\"".to_owned())));
    assert!(process("mkfifo").arg(path("pipe")).run().unwrap().status.success());
    std::os::unix::fs::symlink("loop", folder.join("loop")).unwrap();
    let checkpoints = [
        (path("missing"), "cannot read the checkpoint"),
        (path("missing/g.json"), "cannot read the checkpoint"),
        (path("a\nb"), r"a\nb"),
        (path("\u{1b}[31m"), r"\u{1b}[31m"),
        (path(&"n".repeat(250)), "nnn…"),
        (path(&"n".repeat(5000)), "nnn…"),
        (path(""), "it is not a regular file"),
        ("".to_owned(), ""),
        (path("loop"), "cannot read the checkpoint"),
        (path("pipe"), "it is not a regular file"),
        ("/dev/zero".to_owned(), "it is not a regular file"),
        ("/dev/null".to_owned(), "it is not a regular file"),
        (made("empty", b""), "it is empty"),
        (made("binary", &[0xff, 0xfe, 0, 1, 2, 3]), "is not a complete checkpoint"),
        (made("text", b"steps"), "is not a complete checkpoint"),
        (made("list", b"[]"), "is not a complete checkpoint"),
        (made("object", b"{}"), "missing field"),
        (made("escape", b"{\"a\\n\\u001b\": 1}"), "is not a complete checkpoint"),
        (made("deep", deep.as_bytes()), "is not a complete checkpoint"),
        (made("long_text", long_text.as_bytes()), "this program reads 'nimsweep checkpoint 1'"),
        (made("many_lengths", many_lengths.as_bytes()), "its sha256 does not match"),
        (made("format", br#"{"format": "nimsweep\ncheckpoint 9"}"#), r"the format 'nimsweep\ncheckpoint 9'"),
        (made("half", format!("{head}\"lengths\": [\"1\"").as_bytes()), "is not a complete checkpoint"),
        (made("sum", game("\"1\"").as_bytes()), "its sha256 does not match"),
        (sparse("sparse", 1 << 30), "is not a complete checkpoint"),
        (sparse("huge", 3 << 30), "it has more than 2147483648 bytes"),
    ];
    for (file, says) in &checkpoints {
        table.add(&["--range", "2", "5", "--resume", file], 2, says);
        table.add(&["grundy", "--upto", "5", "--resume", file], 2, says);
    }
    fs::create_dir(folder.join("device")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.join("device/published.csv")).unwrap();
    fs::create_dir(folder.join("large")).unwrap();
    sparse("large/published.csv", 3 << 30);
    fs::create_dir(folder.join("bytes")).unwrap();
    made("bytes/published.csv", &[0xff; 10]);
    for (data, says) in [
        (path("missing"), "give a folder with the tables of data/"),
        (path("empty"), "give a folder with the tables of data/"),
        (path(""), "give a folder with the tables of data/"),
        (path("a\nb"), r"a\nb"),
        (path("device"), "it is not a regular file"),
        (path("large"), "it has more than 16777216 bytes"),
        (path("bytes"), "UTF-8"),
        ("/dev/zero".to_owned(), "give a folder with the tables of data/"),
    ] {
        table.add(&["check", "--data", &data], 2, says);
    }
    for (place, says) in [
        (path(""), "give a file in a writable folder"),
        (
            path("missing/x.csv"),
            "x.csv': No such file or directory (os error 2); give a file in a writable folder",
        ),
        (path("missing\nline/x.csv"), r"missing\nline"),
        (path("empty/x.csv"), "cannot write"),
        ("/dev/full".to_owned(), "cannot write"),
    ] {
        table.add(&["halving", "table", "5", "--csv", &place], 2, says);
        table.add(&["grundy", "--upto", "5", "--csv", &place], 2, says);
        table.add(&["stones", "table", "5", "--csv", &place], 2, says);
    }
}
