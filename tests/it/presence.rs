//! Presence of nimbers gives the same steps of g as counts of corners and as the general engine.

use nimsweep::games::squares::{Grundy, GrundyRun, Lengths};
use nimsweep::number::Surd;
use rayon::ThreadPoolBuilder;

use crate::support::command;

fn read(lengths: &str, limit: &str) -> (Lengths, Surd) {
    (lengths.parse().unwrap(), limit.parse().unwrap())
}

fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

/// Fails with the first step of g that differs.
#[track_caller]
fn agree_step_by_step(found: &Grundy, expected: &Grundy, by: &str) {
    let [points, expected_points] = [found, expected].map(|grundy| grundy.steps().breakpoints());
    let [values, expected_values] = [found, expected].map(|grundy| grundy.steps().values());
    let steps = points.iter().zip(values).zip(expected_points.iter().zip(expected_values));
    for (number, (found, expected)) in steps.enumerate() {
        assert_eq!(found, expected, "step {number} {by}");
    }
    assert_eq!(points.len(), expected_points.len(), "how many steps {by}");
    assert_eq!(found.corners(), expected.corners(), "corners {by}");
    assert_eq!(found, expected, "{by}");
}

#[test]
fn all_sources_find_the_same_function() {
    for (lengths, limit) in [
        // the six sets of `check`
        ("1,sqrt2", "600"),
        ("1,sqrt3", "600"),
        ("1,(1+sqrt5)/2", "600"),
        ("1,3/2", "600"),
        ("1,sqrt2,2", "600"),
        ("3,1+sqrt2", "900"),
        ("1,sqrt5", "400"),
        ("1,3/2,sqrt2", "600"),
        ("1,2", "600"),
        // some hundred points of the lattice in a window
        ("1,sqrt2/12", "20"),
        ("1,10+sqrt2,11-sqrt2", "200"),
    ] {
        let (lengths, limit) = read(lengths, limit);
        let counts = GrundyRun::by(Method::Places, &lengths, &limit).unwrap().finish();
        let by = |source: &str| format!("by {source} for {lengths} to {limit}");
        for threads in [1, 3] {
            let presence = in_pool(threads, || GrundyRun::by_presence(&lengths, &limit).unwrap().finish());
            agree_step_by_step(&presence, &counts, &by(&format!("presence with {threads} threads")));
            let fastest = in_pool(threads, || Grundy::new(&lengths, &limit).unwrap());
            agree_step_by_step(&fastest, &counts, &by(&format!("the fastest with {threads} threads")));
        }
        let words = GrundyRun::by_words(&lengths, &limit).unwrap().finish();
        agree_step_by_step(&words, &counts, &by("words"));
        let engine = GrundyRun::by(Method::Engine, &lengths, &limit).unwrap().finish();
        agree_step_by_step(&engine, &counts, &by("the general engine"));
    }
}

/// To where many steps are compared: in builds for debugging far enough that threads take part.
const FAR: &str = if cfg!(debug_assertions) { "2800" } else { "10000" };

#[test]
fn many_steps_are_the_same_by_every_source_and_for_any_number_of_threads() {
    let (lengths, limit) = read("1,sqrt2", FAR);
    let counts = GrundyRun::by(Method::Places, &lengths, &limit).unwrap();
    let counts = in_pool(2, || counts.finish());
    for threads in [1, 3, 8] {
        let presence = in_pool(threads, || GrundyRun::by_presence(&lengths, &limit).unwrap().finish());
        agree_step_by_step(&presence, &counts, &format!("by presence with {threads} threads"));
    }
    let words = GrundyRun::by_words(&lengths, &limit).unwrap().finish();
    agree_step_by_step(&words, &counts, "by words");
    let fastest = in_pool(2, || Grundy::new(&lengths, &limit).unwrap());
    agree_step_by_step(&fastest, &counts, "by the fastest");
}

/// A run may begin by one source and be resumed by another.
#[test]
fn steps_of_one_source_continue_in_another() {
    let (lengths, limit) = read("1,sqrt2", "1300");
    let expected = GrundyRun::by(Method::Places, &lengths, &limit).unwrap().finish();
    let mut growing = GrundyRun::new(&lengths, &limit).unwrap();
    while growing.progress() < 0.97 {
        growing.advance();
    }
    let resumed = GrundyRun::resume(&lengths, &limit, growing.steps().collect()).unwrap();
    assert_eq!(resumed.finish(), expected);
    assert_eq!(growing.finish(), expected);
}

#[test]
fn without_vectors_everything_is_the_same() {
    for call in ["grundy --upto 900 --csv --threads 1", "--range 200 900 --json"] {
        let [with, without] = ["", "off"].map(|vectors| {
            let output = command(call).env("NIMSWEEP_VECTORS", vectors).output().unwrap();
            assert!(output.status.success(), "{call}");
            String::from_utf8(output.stdout).unwrap()
        });
        assert!(with == without && with.len() > 100, "{call}");
    }
}

#[test]
fn vectors_that_there_are_not_are_refused_by_whatever_might_use_them() {
    let error = |call: &str, vectors: &str| {
        let output = command(call).env("NIMSWEEP_VECTORS", vectors).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for call in [
        "range 2 5",
        "--range 2 5",
        "gain --range 3 4",
        "grundy --at 4",
        "moves 5",
        "period --lengths 1",
        "play 5",
        "plot grundy --upto 9",
        "explore",
        "check",
        "bench --upto 20",
        "batch",
    ] {
        for vectors in ["on", "OFF", "avx", " off"] {
            let (code, line) = error(call, vectors);
            assert_eq!((code, line.lines().count()), (Some(2), 1), "{call}: {line}");
            let says =
                format!("nimsweep: NIMSWEEP_VECTORS: the vectors '{vectors}' are unknown; set it to ");
            assert!(line.starts_with(&says), "{call}: {line}");
        }
        assert_eq!(error(call, "off"), (Some(0), String::new()), "{call}");
    }
    for call in
        ["--help", "gain --help", "--version", "stones sum 9", "halving play 9", "verify data/grundy.cert"]
    {
        assert_eq!(error(call, "on"), (Some(0), String::new()), "{call}");
    }
    // the name of a kernel is either that of one of this processor, or refused as that of another
    let (code, line) = error("grundy --at 4", "avx512");
    let is_refused = code == Some(2) && line.contains("the vectors 'avx512' are ");
    assert!(is_refused || (code, &*line) == (Some(0), ""), "{line}");
}
