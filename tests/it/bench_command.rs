//! `nimsweep bench`: every method finds the same and has a speed, as a table and as JSON.

use nimsweep::internal::{Job, METHODS};
use serde_json::Value;

use crate::support::{Start, command, object, printed, refusal};

const NAMES: [&str; 3] = ["fastest", "sort", "engine"];
/// The one that shares its work among threads, and is measured far out.
const FASTEST: &str = NAMES[0];

fn keys(object: &Value) -> Vec<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn json_has_one_row_for_each_method_and_rates_that_fit_the_times() {
    let object = object("bench --upto 60");
    assert_eq!(keys(&object), ["upto", "events", "rows"]);
    assert_eq!(object["upto"], 60);
    let events = object["events"].as_u64().unwrap();
    let rows = object["rows"].as_array().unwrap();
    for row in rows {
        assert_eq!(keys(row), ["method", "threads", "seconds", "events_per_second"]);
        let (seconds, rate) = (row["seconds"].as_f64().unwrap(), row["events_per_second"].as_f64().unwrap());
        assert!(seconds > 0.0 && row["threads"].as_u64().unwrap() >= 1);
        approx::assert_relative_eq!(seconds * rate, events as f64, max_relative = 1e-6);
    }
    let mut methods: Vec<_> = rows.iter().map(|row| row["method"].as_str().unwrap()).collect();
    methods.dedup();
    assert_eq!(methods, NAMES);
}

#[test]
fn the_method_that_shares_work_is_measured_by_one_thread_and_by_all() {
    for (threads, expected) in [("1", &[1][..]), ("3", &[1, 3])] {
        let output = command("bench --upto 40 --json").env("RAYON_NUM_THREADS", threads).run().unwrap();
        let object: Value = serde_json::from_slice(&output.stdout).unwrap();
        let rows = object["rows"].as_array().unwrap();
        let of_method = rows.iter().filter(|row| row["method"] == FASTEST);
        assert!(of_method.map(|row| row["threads"].as_u64().unwrap()).eq(expected.iter().copied()));
        assert_eq!(rows.len(), NAMES.len() + expected.len() - 1);
    }
}

#[test]
fn the_table_has_a_line_for_each_method_and_compares_with_two_of_them() {
    let out = printed("bench --upto 30");
    let mut lines = out.lines();
    let titles: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
    assert_eq!((titles[0], &titles[5..]), ("method", &["times_fastest", "times_engine"][..]));
    for method in NAMES {
        assert!(out.lines().any(|line| line.trim_start().starts_with(method)), "{method}");
    }
    let mut last = |method: &str| {
        let line = lines.find(|line| line.contains(method)).unwrap();
        line.split_whitespace().rev().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(last(FASTEST)[1], "1.00");
    assert_eq!(last("engine")[0], "1.00");
}

#[test]
fn far_out_only_the_fastest_is_measured() {
    let output = command("bench --upto 5001 --json").env("RAYON_NUM_THREADS", "1").run().unwrap();
    let remark = String::from_utf8(output.stderr).unwrap();
    let says = "nimsweep: too slow to measure up to 5001: sort, engine\n";
    assert_eq!((output.status.code(), &*remark), (Some(0), says));
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    let methods: Vec<_> = object["rows"].as_array().unwrap().iter().map(|row| &row["method"]).collect();
    assert_eq!(methods, [FASTEST]);
}

#[test]
fn events_are_the_corner_events_that_the_main_job_reports() {
    let main_job = object("--range 2 75");
    assert_eq!(main_job["corner_events"], Job::upto(75).unwrap().events());
}

#[test]
fn methods_agree_on_steps_and_corners_at_the_size_that_is_measured() {
    let job = Job::upto(300).unwrap();
    assert_eq!((job.expected().steps().len(), job.events()), (847, 106_432));
    for method in METHODS {
        assert_eq!(job.run(method).unwrap(), *job.expected(), "{method}");
    }
}

#[test]
fn bad_limits_are_refused_with_one_line() {
    for (upto, says) in [
        ("0", "--upto: '0' is out of range; give a whole number from 1 to 20000"),
        ("20001", "'20001' is out of range"),
        ("10^40", "'10^40' is out of range"),
        ("-3", "--upto: '-3' is negative; give a whole number"),
        ("7/2", "--upto: '7/2' is not a whole number"),
        ("sqrt2", "--upto: 'sqrt2' is not a whole number"),
        ("far", "--upto: cannot read 'far'"),
        ("", "--upto: cannot read ''"),
    ] {
        let error = refusal(&["bench", "--upto", upto]);
        assert!(error.contains(says), "{error}");
    }
    let error = refusal("bench 500");
    assert!(error.contains("unexpected argument '500'"), "{error}");
}

#[test]
fn help_shows_an_example() {
    let out = printed("bench --help");
    assert!(out.contains("Examples:\n  nimsweep bench\n"), "{out}");
}
