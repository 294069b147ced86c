//! `nimsweep explore`: one page with everything in it, into which nothing can be smuggled.

use std::fs;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::support::{object, output, printed, refusal};

/// The most bytes of a page.
const MOST_BYTES: usize = 1_500_000;
/// The most bytes of the engine, packed.
const MOST_OF_ENGINE: usize = 990_000;

/// The text between two others, the first of which occurs once.
#[track_caller]
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    assert_eq!(text.matches(start).count(), 1, "{start}");
    text.split_once(start).unwrap().1.split_once(end).unwrap().0
}

/// What the page begins with.
fn start(page: &str) -> Value {
    serde_json::from_str(between(page, "<script type=\"application/json\" id=\"start\">", "</script>"))
        .unwrap()
}

#[test]
fn the_page_holds_everything() {
    let page = printed("explore");
    assert!(page.len() <= MOST_BYTES, "{} bytes", page.len());
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    assert_eq!(start(&page), serde_json::json!({ "lengths": "1,sqrt(2)", "upto": "29" }));
    let engine = between(&page, "<script type=\"text/plain\" id=\"engine\">", "</script>");
    let packed = fs::read("explorer/engine.wasm.gz").unwrap();
    assert!(packed.len() <= MOST_OF_ENGINE, "{} bytes", packed.len());
    assert_eq!(STANDARD.decode(engine).unwrap(), packed);
    // nothing is fetched: the only addresses are names of formats
    let rest = page.replace(engine, "").replace("http://www.w3.org/", "");
    for far in ["http:", "https:", "src=", "href=\"/", "url(", "@import"] {
        assert!(!rest.contains(far), "{far}");
    }
    assert!(between(&page, "<noscript>", "</noscript>").contains("needs JavaScript"));
    for mark in ["policy", "style", "data", "script"] {
        assert!(!page.contains(&format!("<!-- {mark} -->")), "{mark}");
    }
    assert!(!rest.lines().any(|line| line.starts_with("import ") || line.starts_with("export ")));
}

#[test]
fn the_policy_allows_this_script_and_this_style_alone() {
    let page = printed("explore");
    let sum = |text: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    let script = sum(between(&page, "<script type=\"module\">", "</script>"));
    let style = sum(between(&page, "<style>", "</style>"));
    let policy = between(&page, "<meta http-equiv=\"Content-Security-Policy\" content=\"", "\">");
    assert_eq!(
        policy.split("; ").collect::<Vec<_>>(),
        [
            "default-src 'none'",
            &format!("script-src {script} 'wasm-unsafe-eval'"),
            "worker-src blob:",
            &format!("style-src {style}"),
            "base-uri 'none'",
            "form-action 'none'",
        ]
    );
    // it stands before everything that it governs, and all other scripts are data
    assert!(page.find("Content-Security-Policy") < page.find("<style>"));
    assert_eq!(page.matches("<script").count(), 4);
    for forbidden in [" style=\"", " onclick=", " onload=", "javascript:", "setAttribute(\"style\""] {
        assert!(!page.contains(forbidden), "{forbidden}");
    }
}

#[test]
fn lengths_and_limit_are_numbers_of_the_page() {
    for (options, lengths, upto) in [
        (&["--lengths", "√2, 1"][..], "1,sqrt(2)", "29"),
        (&["--lengths", "1,(1+sqrt5)/2", "--upto", "12+3sqrt5"], "1,(1+sqrt(5))/2", "12+3*sqrt(5)"),
        (&["--lengths", "2/3,1", "--upto=7.5"], "2/3,1", "15/2"),
        // no further than the page computes
        (&["--lengths", "1,400"], "1,400", "8000"),
        (&["--lengths", "1,sqrt2*1000"], "1,1000*sqrt(2)", "5000"),
        (&["--lengths", "1/1000"], "1/1000", "1"),
    ] {
        let page = printed(&[&["explore"], options].concat());
        assert_eq!(start(&page), serde_json::json!({ "lengths": lengths, "upto": upto }), "{options:?}");
    }
    for (options, says) in [
        (["--lengths", "1,</script><script>alert(1)"], "--lengths: cannot read '</script><script>alert(1)'"),
        (["--lengths", "1\",\"x\":\"2"], "--lengths: cannot read"),
        (["--lengths", "1,1"], "is given twice; give each length once"),
        (["--lengths", "1,10^30"], "these lengths do not fit the keys"),
        (["--upto", "<!--"], "--upto: cannot read '<!--'"),
        (["--upto", "-1"], "the length -1 is negative"),
        (["--upto", "1/2"], "--upto: the gain begins at the longest length, sqrt(2); give more than that"),
        (["--upto", "sqrt2"], "--upto: the gain begins at the longest length, sqrt(2); give more than that"),
        (
            ["--upto", "5001"],
            "--upto: computing g up to 5001 would take more than a few seconds; give segments of at most 5000",
        ),
        (["--upto", "10^1000000"], "--upto: "),
        (["--output", "/nonexistent/page.html"], "cannot write '/nonexistent/page.html'"),
    ] {
        let line = refusal(&[&["explore"], &options[..]].concat());
        assert!(line.contains(says), "{options:?}: {line}");
    }
    let page = printed("explore --lengths sqrt2,1 --rule 3,7 --upto 30");
    let begun = serde_json::json!({ "lengths": "1,sqrt(2)", "upto": "30", "rule": "7,3" });
    assert_eq!(start(&page), begun);
    assert_eq!(printed("explore --rule 7"), printed("explore"));
    for (call, says) in [
        ("explore --rule 5", "--rule: '5' is not a digit of a rule"),
        ("explore --rule 3,7,7", "--rule: 3 digits are given for 2 lengths"),
        (
            "explore --rule 3 --upto 1",
            "--upto: the curve goes beyond the longest length, sqrt(2); give more than that",
        ),
    ] {
        let line = refusal(call);
        assert!(line.contains(says), "{call}: {line}");
    }
    assert!(refusal("explore --json").contains("--output <FILE>"));
    assert!(refusal("explore --json -o -").contains("--output: the page and the JSON object cannot both go"));
}

#[test]
fn the_file_appears_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    let name = file.to_str().unwrap();
    let names = |folder: &Path| fs::read_dir(folder).unwrap().count();
    for wrong in ["--upto=x", "--lengths=1,1"] {
        assert_eq!(output(&["explore", wrong, "-o", name]).status.code(), Some(2));
        assert_eq!(names(folder.path()), 0);
    }
    assert_eq!(printed(&["explore", "-o", name]), "");
    let page = fs::read_to_string(&file).unwrap();
    assert_eq!(page, printed("explore -o -"));
    let report = object(&["explore", "--lengths", "1", "--output", name]);
    let expected = serde_json::json!({ "lengths": ["1"], "upto": "20", "file": name,
        "bytes": fs::metadata(&file).unwrap().len() });
    assert_eq!(report, expected);
    assert_ne!(fs::read_to_string(&file).unwrap(), page);
    assert_eq!(names(folder.path()), 1);
}
