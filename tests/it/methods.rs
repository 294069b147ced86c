//! All methods find the same steps of g, by every kernel and any number of threads; `--method`
//! chooses one, and changes nothing else.

use std::fs;

use nimsweep::ask::Batch;
use nimsweep::games::squares::{Grundy, GrundyRun, Lengths, Method};
use nimsweep::number::Surd;
use rayon::ThreadPoolBuilder;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::certificates::with_rule;
use crate::support::{Start, command, other_program, printed, refusal, skip, without_call};

fn read(lengths: &str, limit: &str) -> (Lengths, Surd) {
    (lengths.parse().unwrap(), limit.parse().unwrap())
}

fn by(method: Method, lengths: &Lengths, limit: &Surd) -> Grundy {
    GrundyRun::by_method(method, lengths, limit).unwrap().finish()
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

const THREADS: [usize; 4] = [1, 2, 3, 8];

const GAMES: [(&str, &str); 13] = [
    // the six sets of `check`
    ("1,sqrt2", "600"),
    ("1,sqrt3", "600"),
    ("1,(1+sqrt5)/2", "600"),
    ("1,3/2", "600"),
    ("1,sqrt2,2", "600"),
    ("1,sqrt2,sqrt3", "400"),
    ("1+sqrt2,sqrt5,sqrt2+sqrt5", "200"),
    ("3,1+sqrt2", "900"),
    ("1,sqrt5", "400"),
    ("1,3/2,sqrt2", "600"),
    ("1,2", "600"),
    // some hundred points of the lattice in a window
    ("1,sqrt2/12", "20"),
    ("1,10+sqrt2,11-sqrt2", "200"),
];

#[test]
fn all_methods_find_the_steps_of_the_engine() {
    for (lengths, limit) in GAMES {
        let (lengths, limit) = read(lengths, limit);
        let engine = by(Method::Engine, &lengths, &limit);
        for method in [Method::Sort, Method::Places, Method::Fastest] {
            for threads in THREADS {
                let found = in_pool(threads, || by(method, &lengths, &limit));
                let by = format!("by {method} with {threads} threads for {lengths} to {limit}");
                agree_step_by_step(&found, &engine, &by);
            }
        }
    }
}

/// Of the pieces 1 … 70 at an end g is that of the subtraction game, n mod 71: after more values
/// than a machine word has bits it begins again at 0.
#[test]
fn values_beyond_a_word_begin_again() {
    let lengths: Vec<String> = (1..=70).map(|length| length.to_string()).collect();
    let (lengths, limit) = (with_rule(&lengths.join(","), "3"), Surd::from(300));
    for method in Method::ALL {
        let grundy = by(method, &lengths, &limit);
        for n in 0..300 {
            assert_eq!(grundy.value_at(&Surd::from(n)), Ok((n % 71) as u32), "g({n}) by {method}");
        }
    }
}

/// How far many steps are compared with sorting: in builds for debugging far enough that threads
/// take part.
const FAR: &str = if cfg!(debug_assertions) { "2800" } else { "5000" };

#[test]
fn many_steps_are_the_same_by_all_methods_and_for_any_number_of_threads() {
    let (lengths, limit) = read("1,sqrt2", "2000");
    let engine = by(Method::Engine, &lengths, &limit);
    agree_step_by_step(&by(Method::Fastest, &lengths, &limit), &engine, "by the fastest to 2000");
    let (lengths, limit) = read("1,sqrt2", FAR);
    let sort = by(Method::Sort, &lengths, &limit);
    for threads in [1, 3] {
        let found = in_pool(threads, || by(Method::Places, &lengths, &limit));
        agree_step_by_step(&found, &sort, &format!("by places with {threads} threads"));
    }
}

/// The values of `NIMSWEEP_VECTORS` that this processor obeys.
fn kernels() -> Vec<&'static str> {
    #[cfg(target_arch = "x86_64")]
    let has = [is_x86_feature_detected!("avx2"), is_x86_feature_detected!("avx512vbmi2")];
    #[cfg(not(target_arch = "x86_64"))]
    let has = [false; 2];
    let (mine, others): (Vec<_>, Vec<_>) = ["avx2", "avx512"].into_iter().zip(has).partition(|&(_, has)| has);
    others.iter().for_each(|(name, _)| skip(&format!("this processor has no {name}")));
    ["off"].into_iter().chain(mine.into_iter().map(|(name, _)| name)).collect()
}

/// The SHA-256 of the table to 10000, as sorting finds it in some minutes.
const TABLE_TO_10000: &str = "3c51ea6b3e58bb09d4fe8d6950d90d53c656ada11d216a4d8f507ecb2a9b2c3c";

#[test]
fn every_kernel_finds_the_same_steps() {
    // a program that is tested in place of this build is optimised
    let is_fast = !cfg!(debug_assertions) || other_program().is_some();
    let far = [("1,sqrt2", if is_fast { "10000" } else { FAR })];
    for (lengths, limit) in GAMES.into_iter().chain(far) {
        for threads in ["1", "3"] {
            let call = ["grundy", "--upto", limit, "--lengths", lengths, "--csv", "--method", "places"];
            let call = [&call[..], &["--threads", threads]].concat();
            // by the kernel of the tests above
            let expected = printed(&call);
            assert!(expected.len() > 500, "{lengths}");
            if limit == "10000" {
                let sum = Sha256::digest(&expected);
                let sum: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
                assert_eq!(sum, TABLE_TO_10000);
            }
            for kernel in kernels() {
                let output = command(&call).env("NIMSWEEP_VECTORS", kernel).run().unwrap();
                assert!(output.status.success(), "{kernel}");
                let found = String::from_utf8(output.stdout).unwrap();
                for (number, (found, expected)) in found.lines().zip(expected.lines()).enumerate() {
                    assert_eq!(found, expected, "row {number} by {kernel} for {lengths}");
                }
                assert_eq!(found.len(), expected.len(), "by {kernel} for {lengths}");
            }
        }
    }
}

/// A run may begin by one method and be resumed by another.
#[test]
fn steps_of_one_method_continue_in_another() {
    let (lengths, limit) = read("1,sqrt2", "1300");
    let expected = by(Method::Sort, &lengths, &limit);
    for method in Method::ALL {
        let mut growing = GrundyRun::by_method(method, &lengths, &limit).unwrap();
        while growing.progress() < 0.97 {
            growing.advance();
        }
        let kept: Vec<_> = growing.steps().collect();
        for method in Method::ALL {
            let resumed = GrundyRun::resume(method, &lengths, &limit, &kept).unwrap();
            // the engine begins again
            assert_eq!(resumed.progress() > 0.9, method != Method::Engine);
            assert_eq!(resumed.finish(), expected, "{method}");
        }
        assert_eq!(growing.finish(), expected, "{method}");
    }
    let shorter = by(Method::Places, &lengths, &Surd::from(300));
    for method in Method::ALL {
        assert_eq!(shorter.continued_to(method, &limit).unwrap().finish(), expected, "{method}");
    }
}

/// All commands that compute g.
const CALLS: [&str; 17] = [
    "--range 2 60",
    "range 2 60 --digits 20",
    "gain --at 30",
    "gain --range 5 30",
    "gain --range 5 30 --top 3",
    "grundy --at 33",
    "grundy --upto 50 --where value=3",
    "grundy --upto 50 --summary",
    "moves 20 7.5",
    "moves --at 10^9 --lengths 1,2 --rule 3 --within 0 20",
    "play 5 7.5",
    "period --lengths 1,5 --upto 1500",
    "plot gain --range 2 30",
    "plot grundy --upto 30",
    "plot moves 9 4",
    "plot pairs --upto 20",
    "plot growth --upto 50",
];

#[test]
fn an_answer_is_the_same_by_every_method_which_json_names() {
    for call in CALLS {
        let (text, json) = (without_call(&printed(call)), printed(&format!("{call} --json")));
        assert!(!json.contains("\"method\""), "{call}");
        for method in Method::ALL {
            // 20,000 steps take the engine seconds
            if call.contains("10^9") && method == Method::Engine {
                continue;
            }
            let call = format!("{call} --method {method}");
            assert_eq!(without_call(&printed(&call)), text, "{call}");
            // the first key, and all others as they are without
            let named = json.replacen("{\n", &format!("{{\n  \"method\": \"{method}\",\n"), 1);
            assert_eq!(printed(&format!("{call} --json")), named, "{call}");
        }
    }
}

#[test]
fn a_question_may_name_the_method() {
    let mut batch = Batch::default();
    for method in [Method::Engine, Method::Fastest, Method::Sort, Method::Engine] {
        for (at, value) in [("7.5", "2"), ("4+sqrt2", "5"), ("3", "0")] {
            let plain = format!(r#"{{"command": "grundy", "at": "{at}"}}"#);
            let named = format!(r#"{{"command": "grundy", "at": "{at}", "method": "{method}"}}"#);
            let expected = batch.reply(&plain);
            let answer = format!(r#"{{"method":"{method}",{}"#, &expected[1..]);
            assert_eq!(batch.reply(&named), answer);
            assert!(value == "0" || expected.ends_with(&format!(r#""value":{value}}}"#)), "{expected}");
        }
    }
    let stones = batch.reply(r#"{"command": "stones sum", "n": "5", "method": "sort"}"#);
    assert!(stones.contains("'stones sum' has no such key"), "{stones}");
}

#[test]
fn an_unknown_method_is_refused_with_the_names_of_all() {
    let says = "there is no method 'words'; the methods are fastest, places, sort, engine";
    for call in CALLS {
        assert_eq!(
            refusal(&format!("{call} --method words")),
            format!("nimsweep: --method: {says}\n"),
            "{call}"
        );
    }
    let error = nimsweep::ask::ask(r#"{"command": "moves", "at": "5", "method": "words"}"#).unwrap_err();
    assert_eq!(error.to_string(), format!("method: {says}"));
    assert!(refusal(&["gain", "--at", "4", "--method", ""]).contains("there is no method ''; the methods"));
    for call in ["stones sum 9", "verify x.cert", "bench", "explore"] {
        assert!(
            refusal(&format!("{call} --method sort")).contains("unexpected argument '--method'"),
            "{call}"
        );
    }
}

/// The engine begins at 0 again, even if the checkpoint goes further; the file keeps what it
/// has.
#[test]
fn every_method_resumes_to_the_same_answer() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("g.json");
    let file = file.to_str().unwrap();
    printed(&["grundy", "--upto", "90", "--checkpoint", file]);
    let steps = || {
        let record: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
        record["steps"].as_array().unwrap().len()
    };
    for (limit, name) in [("120", "sort"), ("60", "engine"), ("140", "engine"), ("160", "places")] {
        let expected = printed(&["grundy", "--upto", limit, "--csv"]);
        let call = ["grundy", "--upto", limit, "--csv", "--method", name];
        let resumed = [&call[..], &["--resume", file, "--checkpoint", file]].concat();
        let before = steps();
        assert_eq!(printed(&resumed), expected, "{name} to {limit}");
        assert_eq!(steps() > before, limit != "60", "{name} to {limit}");
    }
}

#[test]
fn unknown_vectors_are_refused_by_every_command() {
    let error = |call: &str, vectors: &str| {
        let output = command(call).env("NIMSWEEP_VECTORS", vectors).run().unwrap();
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
        "stones sum 9",
        "halving play 9",
        "verify data/grundy.cert",
    ] {
        for vectors in ["on", "OFF", "avx", " off"] {
            let (code, line) = error(call, vectors);
            assert_eq!((code, line.lines().count()), (Some(2), 1), "{call}: {line}");
            let says = format!("nimsweep: NIMSWEEP_VECTORS: the vectors '{vectors}' are unknown; set it to ");
            assert!(line.starts_with(&says), "{call}: {line}");
        }
        assert_eq!(error(call, "off"), (Some(0), String::new()), "{call}");
    }
    for call in ["--help", "gain --help", "--version"] {
        assert_eq!(error(call, "on"), (Some(0), String::new()), "{call}");
    }
    // the name of a kernel is either that of one of this processor, or refused as that of another
    let (code, line) = error("grundy --at 4", "avx512");
    let is_refused = code == Some(2) && line.contains("the vectors 'avx512' are ");
    assert!(is_refused || (code, &*line) == (Some(0), ""), "{line}");
}
