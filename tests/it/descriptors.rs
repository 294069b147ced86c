//! Results for open descriptors, devices and pipes go there, in the order of the commands.

use std::fs;
use std::process::Output;

use crate::support::{Start, installed, printed, process, program, python};

/// What a shell prints on standard output, with the program as `$P`, in a folder of its own.
#[track_caller]
fn in_shell(script: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut shell = process("sh");
    shell.args(["-ec", script]).env("P", program());
    let Output { status, stdout, stderr } = shell.current_dir(folder.path()).run().unwrap();
    assert_eq!(String::from_utf8(stderr).unwrap(), "", "{script}");
    assert!(status.success(), "{script}");
    String::from_utf8(stdout).unwrap()
}

/// What Python prints, with the program as `program`; nothing without Python.
fn in_python(script: &str) -> Option<String> {
    let program = program();
    let script = format!("import subprocess, sys, tempfile\nprogram = sys.argv[1]\n{script}");
    let Output { status, stdout, stderr } = python(&["-c".as_ref(), script.as_ref(), program.as_os_str()])?;
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    Some(String::from_utf8(stdout).unwrap())
}

#[test]
fn what_is_before_and_after_a_table_in_a_file_stays() {
    let table = printed("grundy --upto 2 --csv -");
    let expected = format!("header\n{table}footer\n");
    for (name, to, of) in [
        ("/dev/stdout", ">", 1),
        ("/dev/fd/1", ">", 1),
        ("/proc/self/fd/1", ">", 1),
        ("/proc/thread-self/fd/1", ">", 1),
        ("link", ">", 1),
        ("/dev/stderr", "2>", 2),
        ("/dev/fd/2", "2>", 2),
        ("/dev/fd/3", "3>", 3),
        ("/dev/fd/7", "7>>", 7),
        ("/dev/fd/8", "8<>", 8),
    ] {
        if name.starts_with("/proc/") && !cfg!(target_os = "linux") {
            continue;
        }
        let table = format!("$P grundy --upto 2 --csv {name} >&{of}");
        let script = format!(
            "ln -s /dev/stdout link; {{ echo header >&{of}; {table}; echo footer >&{of}; }} {to} g.csv; cat g.csv"
        );
        assert_eq!(in_shell(&script), expected, "{name}");
    }
    let appended =
        in_shell("echo header > a; $P grundy --upto 2 --csv /dev/stdout >> a; echo footer >> a; cat a");
    assert_eq!(appended, expected);
    let piped = in_shell("{ echo header; $P grundy --upto 2 --csv /dev/stdout; echo footer; } | cat");
    assert_eq!(piped, expected);
}

/// It could be replaced once, and then the name would not lead to it any more.
#[test]
fn a_descriptor_is_no_place_for_a_checkpoint() {
    for (name, to) in
        [("/dev/stdout", ">"), ("/dev/fd/3", "3>"), ("/dev/fd/3", "3<>"), ("/dev/stdout", "| cat >")]
    {
        let call =
            format!("code=0; $P grundy --at 100000 --checkpoint {name} 2> line || code=$?; echo $code >&2");
        let text = in_shell(&format!("exec 5>&1; {{ {{ {call}; }} 2>&5; }} {to} file; cat line file"));
        let says = format!("2\nnimsweep: cannot write the checkpoint '{name}': it is not a regular file; ");
        assert!(text.starts_with(&says) && text.lines().count() == 2, "{text}");
    }
    assert!(fs::symlink_metadata("/dev/stdout").unwrap().is_symlink());
}

#[test]
fn an_answer_comes_before_its_certificate() {
    let answer = printed("--range 2 3");
    let script = "$P --range 2 3 --certificate c > a; cat a c; \
                  $P --range 2 3 --certificate /dev/stdout > both; cat both";
    let text = in_shell(script);
    let (files, both) = text.split_at(text.len() / 2);
    assert_eq!(files, both);
    assert!(both.starts_with(&answer) && both.len() > answer.len());
}

/// The last part of a result is in memory until it is written at the end.
#[test]
fn an_error_of_the_last_part_of_a_result_is_an_error() {
    for option in ["--certificate", "--csv"] {
        let said = in_shell(&format!(
            "code=0; $P grundy --upto 3 {option} /dev/full > out 2> line || code=$?; cat line; echo $code"
        ));
        assert!(said.starts_with("nimsweep: cannot write '/dev/full': No space left"), "{said}");
        assert!(said.ends_with("\n2\n"), "{said}");
    }
}

#[test]
fn a_file_without_a_name_takes_a_table() {
    let script = "
with tempfile.TemporaryFile() as file:
    file.write(b'header\\n')
    file.flush()
    call = [program, 'grundy', '--upto', '2', '--csv', f'/dev/fd/{file.fileno()}']
    subprocess.run(call, pass_fds=[file.fileno()], check=True)
    file.write(b'footer\\n')
    file.seek(0)
    print(file.read().decode(), end='')
";
    let table = printed("grundy --upto 2 --csv -");
    if let Some(text) = in_python(script) {
        assert_eq!(text, format!("header\n{table}footer\n"));
    }
}

#[test]
fn python_may_throw_a_result_away() {
    let script = "
for call in ['--help', 'verify c', '--range 2 3 --certificate c', 'verify c', 'grundy --at 9 --checkpoint g.json']:
    code = subprocess.call([program, *call.split()], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    print(call, code)
";
    let folder = tempfile::tempdir().unwrap();
    let script = format!("import os; os.chdir({:?}){script}", folder.path());
    if let Some(text) = in_python(&script) {
        let codes = text.lines().map(|line| line.rsplit(' ').next().unwrap()).collect::<Vec<_>>();
        assert_eq!(codes, ["0", "2", "0", "0", "0"], "{text}");
        assert!(fs::metadata(folder.path().join("g.json")).unwrap().len() > 0);
    }
}

/// The program has descriptors of its own: to write there would lose the result.
#[test]
fn a_descriptor_that_is_not_open_or_not_for_writing_is_no_place() {
    for number in [3, 4, 5, 9, 1000] {
        let script = format!(
            "code=0; $P grundy --upto 100000 --csv /dev/fd/{number} 2> line || code=$?; echo $code; cat line"
        );
        let text = in_shell(&script);
        let says = format!("2\nnimsweep: cannot write '/dev/fd/{number}': ");
        assert!(text.starts_with(&says) && text.lines().count() == 2, "{text}");
    }
    // the path of a file that another descriptor reads is a path like any other
    let table = printed("grundy --upto 2 --csv -");
    assert_eq!(in_shell("echo old > a; $P grundy --upto 2 --csv /dev/fd/3 3< a; cat a"), table);
}

#[test]
fn pictures_and_pages_go_where_cat_writes() {
    let picture = printed("plot gain --range 2 5");
    for script in [
        "$P plot gain --range 2 5 -o /dev/stdout",
        "$P plot gain --range 2 5 -o /dev/null; $P plot gain --range 2 5",
        "mkfifo pipe; cat pipe & $P plot gain --range 2 5 -o pipe; wait",
        "{ $P plot gain --range 2 5 -o /dev/fd/3 3>&1 >&4 | cat; } 4>&1",
        "$P plot gain --range 2 5 -o /dev/stdout > a.txt; cat a.txt",
    ] {
        assert_eq!(in_shell(script), picture, "{script}");
    }
    let page = printed("explore");
    assert!(in_shell("$P explore -o /dev/stdout > a; cat a") == page);
    assert!(in_shell("mkfifo pipe; cat pipe & $P explore -o pipe; wait") == page);
    if installed("bash", &["-c", ":"]).is_some() {
        let script = "bash -c '$P plot gain --range 2 5 -o >(cat > b; mv b c)'; while ! [ -e c ]; do sleep 0.1; done; cat c";
        assert_eq!(in_shell(script), picture);
    }
}
