//! The program at a terminal, which the program `script` gives.

use std::io::{Read, Write};
use std::path::Path;
use std::process::Stdio;

use crate::support::{Run, Start, process, program, skip};

/// Runs commands of a shell in which `$P` is the program, with a terminal for standard input and
/// output; none if the machine has no `script`.
pub fn start(commands: &str, folder: &Path, term: &str) -> Option<Run> {
    let program = program();
    let mut script = process("script");
    script.args(["--quiet", "--return", "--echo", "never", "--command", commands, "/dev/null"]);
    script.current_dir(folder).env("TERM", term).env("P", program).env_remove("COLUMNS");
    let run = script.stdin(Stdio::piped()).start();
    if run.is_err() {
        skip("there is no program 'script', which gives a terminal");
    }
    run.ok()
}

/// What a terminal shows that moves no cursor, if all of the input comes at once.
pub fn at_a_terminal(folder: &Path, call: &str, input: &str) -> Option<String> {
    let mut child = start(&format!("\"$P\" {call}"), folder, "dumb")?;
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    Some(String::from_utf8(output.stdout).unwrap().replace('\r', ""))
}

/// What a terminal of so many columns shows if these keys are typed, each text after a prompt,
/// which ends with `> `; and whether the program ends well.
pub fn dialog(call: &str, columns: usize, typed: &[&str]) -> Option<(String, bool)> {
    let commands = format!("stty cols {columns} rows 24 echo; exec \"$P\" {call}");
    let mut child = start(&commands, Path::new("."), "xterm")?;
    let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut typed = typed.iter();
    let (mut bytes, mut part) = (vec![], [0; 4096]);
    let mut seen = 0;
    loop {
        let count = output.read(&mut part).unwrap();
        if count == 0 {
            break;
        }
        bytes.extend(&part[..count]);
        // a part may end within a letter
        let shown = shown(&String::from_utf8_lossy(&bytes));
        if shown.ends_with("> ") && shown.matches("> ").count() > seen {
            seen = shown.matches("> ").count();
            if let Some(keys) = typed.next() {
                input.write_all(keys.as_bytes()).unwrap();
            }
        }
    }
    let shown = shown(&String::from_utf8(bytes).unwrap());
    assert_eq!(typed.next(), None, "{shown}");
    Some((shown, child.wait().unwrap().success()))
}

/// The lines that a terminal shows: a letter that is erased is written over.
fn shown(output: &str) -> String {
    let (mut lines, mut line, mut column) = (vec![], vec![], 0);
    for letter in output.chars() {
        match letter {
            '\n' => lines.push(line.drain(..).collect::<String>()),
            '\r' => column = 0,
            '\u{8}' => column -= 1,
            letter => {
                line.resize(line.len().max(column + 1), ' ');
                line[column] = letter;
                column += 1;
            }
        }
    }
    lines.push(line.into_iter().collect());
    lines.join("\n")
}
