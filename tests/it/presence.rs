//! Presence of nimbers gives the same steps of g as counts of corners and as the general engine.

use nimsweep::games::squares::{Grundy, GrundyRun, Lengths};
use nimsweep::number::Surd;
use rayon::ThreadPoolBuilder;

use crate::support::command;

fn read(lengths: &str, limit: &str) -> (Lengths, Surd) {
    (lengths.parse().unwrap(), limit.parse().unwrap())
}

#[test]
fn all_sources_find_the_same_function() {
    for (lengths, limit) in [
        ("1,sqrt2", "600"),
        ("1,sqrt3", "600"),
        ("1,sqrt5", "400"),
        ("1,(1+sqrt5)/2", "400"),
        ("1,3/2,sqrt2", "600"),
        ("3,1+sqrt2", "900"),
        ("1,2", "600"),
        ("1,3/2", "300"),
        // some hundred points of the lattice in a window
        ("1,sqrt2/12", "20"),
        ("1,10+sqrt2,11-sqrt2", "200"),
    ] {
        let (lengths, limit) = read(lengths, limit);
        let counts = GrundyRun::by_windows(&lengths, &limit).unwrap().finish();
        let presence = GrundyRun::by_presence(&lengths, &limit).unwrap().finish();
        assert_eq!(presence, counts, "{lengths} to {limit}");
        assert_eq!(presence.corners(), counts.corners(), "{lengths} to {limit}");
        assert_eq!(presence, Grundy::by_event_engine(&lengths, &limit).unwrap(), "{lengths} to {limit}");
    }
}

#[test]
fn many_steps_are_the_same_for_any_number_of_threads() {
    let (lengths, limit) = read("1,sqrt2", "2800");
    let counts = GrundyRun::by_windows(&lengths, &limit).unwrap().finish();
    for threads in [1, 2, 3, 8] {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let presence = pool.install(|| GrundyRun::by_presence(&lengths, &limit).unwrap().finish());
        assert_eq!(presence, counts, "{threads} threads");
    }
}

/// A run may begin by one source and be resumed by another.
#[test]
fn steps_of_one_source_continue_in_another() {
    let (lengths, limit) = read("1,sqrt2", "1300");
    let expected = GrundyRun::by_windows(&lengths, &limit).unwrap().finish();
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
        let [with, without] = ["on", "off"].map(|vectors| {
            let output = command(call).env("NIMSWEEP_VECTORS", vectors).output().unwrap();
            assert!(output.status.success(), "{call}");
            String::from_utf8(output.stdout).unwrap()
        });
        assert!(with == without && with.len() > 100, "{call}");
    }
}
