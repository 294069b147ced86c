//! Threads share the work of large windows, and change nothing.

use nimsweep::games::squares::{Grundy, GrundyRun, Lengths};
use nimsweep::internal::METHODS;
use nimsweep::number::Surd;
use rayon::ThreadPoolBuilder;

use crate::support::{Start, command, printed};

fn by_threads(threads: usize, lengths: &str, limit: u64) -> Grundy {
    let (lengths, limit): (Lengths, _) = (lengths.parse().unwrap(), Surd::from(limit));
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| Grundy::new(&lengths, &limit).unwrap())
}

#[test]
fn the_function_is_the_same_for_any_number_of_threads() {
    let limit = 2800;
    let mut growing = GrundyRun::new(&Lengths::default(), &Surd::from(limit)).unwrap();
    while growing.advance() {}
    assert!(growing.gains_from_threads(), "at {limit} threads have to take part, else this tests nothing");
    let alone = growing.finish();
    for threads in [1, 2, 3, 5] {
        assert_eq!(by_threads(threads, "1,sqrt2", limit), alone, "{threads} threads");
    }
}

/// No memory holds a stack of that size, so that no thread can be started: every thread of the
/// program has a stack of the size that this variable asks for.
const NO_THREADS: (&str, &str) = ("RUST_MIN_STACK", "1152921504606846976");

#[test]
fn without_threads_one_computes_and_says_so() {
    for (call, remarks) in [
        ("gain --at 2600", true),
        ("moves --at 2600", true),
        ("grundy --at 2600 --threads 3", true),
        ("--range 200 2600", true),
        ("--range 200 2600 --threads 1", false),
        ("grundy --at 9", false),
        ("verify data/grundy.cert", true),
        ("verify data/range.cert --threads 1", true),
        ("stones sum 10^18", false),
    ] {
        let expected = printed(call);
        // narrow kernels plan more stretches for a thread
        for vectors in [None, Some(("NIMSWEEP_VECTORS", "off"))] {
            let output = command(call).envs(vectors).env(NO_THREADS.0, NO_THREADS.1).run().unwrap();
            let remark = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(0), "{call}: {remark}");
            assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{call}");
            assert_eq!(remark.lines().count(), usize::from(remarks), "{call}: {remark}");
            let says = "nimsweep: cannot start the threads: ";
            assert!(
                !remarks || remark.starts_with(says) && remark.ends_with("; one thread is used\n"),
                "{remark}"
            );
        }
    }
}

#[test]
fn without_threads_the_methods_are_measured_with_one() {
    let output = command("bench --upto 300 --json").env(NO_THREADS.0, NO_THREADS.1).run().unwrap();
    let remark = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{remark}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = report["rows"].as_array().unwrap();
    assert!(rows.len() == METHODS.len() && rows.iter().all(|row| row["threads"] == 1), "{rows:?}");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    assert_eq!(remark.lines().count(), usize::from(cores > 1), "{remark}");
    assert!(
        cores == 1 || remark.contains("methods that share their work are measured with one thread only"),
        "{remark}"
    );
}

#[test]
fn without_threads_everything_is_checked() {
    let output = command("check").env(NO_THREADS.0, NO_THREADS.1).run().unwrap();
    let remark = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{remark}");
    assert!(String::from_utf8(output.stdout).unwrap().ends_with(" checks passed\n"));
    assert_eq!(remark.lines().count(), 1, "{remark}");
    assert!(remark.ends_with("; one thread is used\n"), "{remark}");
}
