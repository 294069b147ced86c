//! The README shows what the program really prints.

use assert_cmd::Command;

/// The commands of the console blocks, each with the output that is shown below it.
fn shown() -> Vec<(String, String)> {
    let readme = std::fs::read_to_string("README.md").unwrap();
    let blocks = readme.split("```console\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let commands = blocks.map(|block| {
        let (command, output) = block.split_once('\n').unwrap();
        (command.trim_start_matches("$ ").to_owned(), output.to_owned())
    });
    commands.collect()
}

/// The text without the milliseconds at the ends of its lines, which no two runs share.
fn without_times(text: &str) -> Vec<&str> {
    let cut = |line| -> &str {
        match str::rsplit_once(line, ", ") {
            Some((start, time)) if time.ends_with(" ms") => start,
            _ => line,
        }
    };
    text.lines().map(cut).collect()
}

#[test]
fn every_example_prints_what_the_readme_shows() {
    let mut compared = 0;
    for (command, expected) in shown() {
        let words = command.trim_start_matches("cargo run --release -- ").trim_start_matches("nimsweep ");
        if command.starts_with("cargo test") {
            continue;
        }
        let assert = Command::cargo_bin("nimsweep").unwrap().args(words.split(' ')).assert().success();
        let output = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
        assert_eq!(without_times(&output), without_times(&expected), "{command}");
        compared += 1;
    }
    assert!(compared >= 18, "{compared} examples were found");
}
