//! Property tests run longer if the environment asks for it, and refuse a value that they cannot
//! follow.

use std::fs;
use std::path::Path;
use std::process::Output;

use proptest::prelude::*;

use crate::property::{self, VARIABLE, multiplier};
use crate::support::{Start, process};

proptest! {
    #![proptest_config(property::config())]

    /// Says each of its cases, for the test below.
    #[test]
    fn every_case_is_said(n in any::<u8>()) {
        println!("\ncase {n}");
    }
}

/// The property test above in a process of its own, with a value of the variable or none.
fn with_multiplier(value: Option<&str>) -> Output {
    let mut tests = process(std::env::current_exe().unwrap());
    tests.args(["--exact", "properties::every_case_is_said", "--nocapture"]);
    tests.env_remove(VARIABLE).env_remove("PROPTEST_CASES");
    tests.envs(value.map(|value| (VARIABLE, value))).run().unwrap()
}

#[test]
fn a_multiplier_in_the_environment_multiplies_the_cases() {
    for (value, cases) in [(None, 256), (Some("1"), 256), (Some("3"), 768)] {
        let Output { status, stdout, .. } = with_multiplier(value);
        let text = String::from_utf8(stdout).unwrap();
        assert!(status.success(), "{value:?}: {text}");
        assert_eq!(text.lines().filter(|line| line.starts_with("case ")).count(), cases, "{value:?}");
    }
}

#[test]
fn a_value_that_is_no_multiplier_fails_the_tests() {
    for value in ["", " ", "0", "-1", "ten", "1e3", "1.5", "10 ", "100001", "99999999999999999999"] {
        let refusal = format!("{VARIABLE}='{value}': give a whole number from 1 to 100000");
        assert_eq!(multiplier(Some(value)), Err(refusal.clone()));
        let Output { status, stdout, stderr } = with_multiplier(Some(value));
        let text = String::from_utf8([stdout, stderr].concat()).unwrap();
        assert!(!status.success() && text.contains(&refusal), "{text}");
    }
    assert_eq!([None, Some("1"), Some("100000")].map(multiplier), [Ok(1), Ok(1), Ok(100_000)]);
}

#[test]
fn every_property_test_follows_the_multiplier() {
    let mut blocks = 0;
    for folder in ["src", "tests"] {
        visit(Path::new(folder), &mut |file| {
            let text = fs::read_to_string(file).unwrap();
            let lines: Vec<&str> = text.lines().map(str::trim).collect();
            for (index, _) in lines.iter().enumerate().filter(|(_, line)| **line == "proptest! {") {
                let next = lines[index + 1];
                let config =
                    next.strip_prefix("#![proptest_config(").and_then(|rest| rest.split_once("property::"));
                let follows = config.is_some_and(|(_, config)| {
                    config.starts_with("config()") || config.starts_with("cases(")
                });
                assert!(follows, "{}: line {}", file.display(), index + 2);
                blocks += 1;
            }
        });
    }
    assert!(blocks >= 8, "{blocks} blocks");
}

fn visit(path: &Path, look: &mut impl FnMut(&Path)) {
    if path.is_dir() {
        fs::read_dir(path).unwrap().for_each(|entry| visit(&entry.unwrap().path(), look));
    } else if path.extension().is_some_and(|end| end == "rs") {
        look(path);
    }
}
