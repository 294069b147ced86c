//! Short calls answer as the long ones do, and what a person at a terminal sees.

use std::fs;
use std::io::{BufRead, BufReader};

use crate::support::{
    Start, command, interrupted, output, printed, refusal, signal, unwrapped, without_call,
};
use crate::terminal::at_a_terminal;

#[test]
fn short_calls_answer_as_long_ones() {
    for (short, long) in [
        (&["gain", "7"][..], &["gain", "--at", "7"][..]),
        (&["gain", "4+sqrt2", "--digits", "20"], &["gain", "--at", "4+sqrt2", "--digits", "20"]),
        (&["grundy", "7"], &["grundy", "--at", "7"]),
        (
            &["grundy", "10^50", "--lengths", "1,5", "--json"],
            &["grundy", "--at", "10^50", "--lengths", "1,5", "--json"],
        ),
        (&["moves", "5,", "6"], &["moves", "5", "6"]),
        (&["moves", "2", "+", "3"], &["moves", "2", "3"]),
        (&["moves", "2", "1/2"], &["moves", "2", "½"]),
        (&["moves", "4", "-", "sqrt", "2", "5,7.5"], &["moves", "4-√2", "5", "7½"]),
        (&["play", "2", "+", "3", "+", "√2"], &["play", "2", "3", "√2"]),
        (&["moves", "--lengths", "1,2", "4"], &["moves", "4", "--lengths", "1,2"]),
        (&["moves", "5", "--within", "0", "1/2"], &["moves", "5", "--within", "0", "½"]),
        (&["moves", "4", "--lengths=1", "2"], &["moves", "4", "2", "--lengths", "1"]),
        (&["moves", "(1", "+", "√2)/2", "+", "3"], &["moves", "1/2+√½", "3"]),
        (&["moves", "5, 6", "3+sqrt2"], &["moves", "5", "6", "3+sqrt2"]),
        (&["play", "5,7.5"], &["play", "5", "7.5"]),
        (&["plot", "moves", "5,7.5"], &["plot", "moves", "5", "7.5"]),
        (
            &["play", "7", "--length", "1", "--place", "3"],
            &["play", "7", "--segment", "1", "--length", "1", "--place", "3"],
        ),
        (&["plot", "gain"], &["plot", "gain", "--range", "sqrt2", "29"]),
        (&["plot", "gain", "--upto", "10"], &["plot", "gain", "--range", "sqrt2", "10"]),
        (
            &["grundy", "2phi", "--lengths", "1,φ"],
            &["grundy", "--at", "1+sqrt5", "--lengths", "1,(1+sqrt5)/2"],
        ),
        (&[], &["-h"]),
    ] {
        assert_eq!(without_call(&printed(short)), without_call(&printed(long)), "{short:?}");
    }
}

#[test]
fn short_calls_are_refused_by_the_name_of_their_argument() {
    for (call, reason) in [
        (&["gain", "4x"][..], "L: cannot read '4x'"),
        (&["gain", "--at", "4x"], "--at: cannot read '4x'"),
        (&["grundy", "-2+sqrt2"], "L: the length -2+√2 is negative"),
        (&["grundy", "-phi"], "L: the length -1/2-√5/2 is negative"),
        (&["gain", "7", "--at", "7"], "cannot be used with"),
        (&["gain", "7", "--range", "2", "7"], "cannot be used with"),
        (&["grundy", "7", "--where", "value=3"], "cannot be used with"),
        (&["grundy", "7", "--csv"], "a table needs a greatest length: nimsweep grundy --upto 7 --csv"),
        (&["gain", "--json"], "the following required arguments were not provided"),
        (&["moves", "5,,6"], "L: cannot read '': it is empty"),
        (&["moves", "7,5"], "L: cannot read '7,5': it is ambiguous: 7.5 as one number, or 7 and 5 as two"),
        (&["play", "1,000"], "it is ambiguous: 1000 as one number, or 1 and 000 as two"),
        (&["moves", "2 1/2"], "it is ambiguous: 2+1/2 as one number, or 2 and 1/2 as two"),
        (
            &["moves", "2", "+3"],
            "L: cannot read '2 +3': it is ambiguous: 2+3 as one number, or 2 and 3 as two",
        ),
        (
            &["moves", "2+", "3"],
            "L: cannot read '2+ 3': it is ambiguous: 2+3 as one number, or 2 and 3 as two",
        ),
        (&["moves", "2", "+"], "L: cannot read '2+': it ends where a number should follow"),
        (
            &["moves", "4", "--lengths", "1", "2"],
            "'--lengths 1 2' is ambiguous: --lengths 1,2, or the segment 2, which is then written before --lengths",
        ),
        (
            &["play", "3", "4", "--lengths", "1", "sqrt3", "5", "--once"],
            "'--lengths 1 sqrt3' is ambiguous: --lengths 1,sqrt3, or the segment sqrt3, which",
        ),
        (&["plot", "moves", "4", "--lengths", "1", "2"], "is ambiguous: --lengths 1,2, or the segment 2"),
        (&["play", "--game", "--lengths", "1", "60000"], "60000"),
        (&["play"], "no segment is given; give the length of at least one, or --game to play"),
        (&["play", "5", "7", "--length", "1", "--place", "0"], "segment: the key is missing"),
        (&["play", "5", "--length", "1"], "required arguments were not provided: --place <X>"),
        (&["play", "5", "--game", "--json"], "cannot be used with"),
        (
            &["plot", "gain", "--upto", "1"],
            "the gain e(L) is defined only for L >= √2, the longest length; 1 is too small",
        ),
        (&["plot", "gain", "--upto", "9", "--range", "2", "9"], "cannot be used with"),
        (&["moves", "4", "--rule", "3,7", "--random"], "pieces of length 1 may lie only at an end (digit 3)"),
        (&["--digits", "5"], "nothing to do"),
    ] {
        let error = refusal(call);
        assert!(error.contains(reason), "{call:?}: {error}");
    }
}

#[test]
fn a_range_says_more_if_asked() {
    let short = printed(&["--range", "2", "10"]);
    let long = printed(&["range", "2", "10", "--verbose"]);
    assert_eq!(short.lines().count(), 3);
    let more = "work: 12 steps of g on [0, 10], largest nimber 8, 41 corner events\n";
    assert_eq!(long, short.clone() + more);
    assert!(short.ends_with("\na random first piece wins there with probability 0.335\n"), "{short}");
    // e(1) = 1 on a segment that the piece fills
    assert!(printed(&["--range", "1", "1", "--lengths", "1"]).ends_with("with probability 1\npieces 1\n"));
}

/// The probability is that of the gain at the place: the mean of the probabilities of the pieces.
/// A probability reads as 0 or 1 only if it is that.
#[test]
fn a_probability_beside_0_or_1_is_neither() {
    for (call, says) in [
        ("range 2 2", "1"),
        ("range 2.0001 2.0001", "0.99990"),
        ("range 2.0004 2.0004", "0.9996"),
        ("range 2+1/10^20 2+1/10^20", "0.999999999999999999990"),
        ("range 101 101 --lengths 1", "0"),
        // (2 − 1/5)/(1 + 1/5 …) is 0.099967…
        ("range 309997/109997 309997/109997 --lengths 1", "0.100"),
        // 10⁻⁴⁰/(2 − 10⁻⁴⁰)
        ("range 3-10^-40 3-10^-40 --lengths 1", "0.0000000000000000000000000000000000000000500"),
        (
            "range 101+1/10^50 101+1/10^50 --lengths 1",
            "0.00000000000000000000000000000000000000000000000000170",
        ),
    ] {
        let text = unwrapped(&printed(call));
        assert!(text.contains(&format!(" with probability {says}\n")), "{call}: {text}");
    }
    // a thousand digits are not another case
    let text = printed("range 2+1/10^1000 2+1/10^1000");
    let digits = text.trim_end().rsplit_once("0.").unwrap().1;
    let nines = digits.bytes().take_while(|digit| *digit == b'9').count();
    assert!((1000..1002).contains(&nines) && digits.len() <= 1002, "{digits}");
}

#[test]
fn the_probability_of_a_range_is_that_of_its_place() {
    for (from, to, lengths) in [("2", "10", "1,sqrt2"), ("10", "60", "1,sqrt2"), ("4", "30", "1,3/2")] {
        let range = crate::support::object(&["--range", from, to, "--lengths", lengths]);
        let at = range["at_exact"].as_str().unwrap();
        let gain = crate::support::object(&["gain", at, "--lengths", lengths]);
        let chances = gain["probabilities"].as_array().unwrap();
        let sum: f64 = chances.iter().map(|chance| chance.as_str().unwrap().parse::<f64>().unwrap()).sum();
        let text = printed(&["--range", from, to, "--lengths", lengths]);
        let said = text.split_once(" with probability ").unwrap().1.lines().next().unwrap();
        let said: f64 = said.parse().unwrap();
        let mean = sum / chances.len() as f64;
        assert!((said - mean).abs() <= 0.005 * mean, "{said} {mean}");
    }
}

/// A published exercise, and a sum in which most pieces win nowhere.
#[test]
fn winning_moves_are_told_in_few_lines() {
    let stones = printed(&["stones", "move", "31"]);
    assert!(stones.contains("\nwinning first moves: 2, 10\n"), "{stones}");
    let sum = printed(&["moves", "12", "13", "--lengths", "1,2,3,4,5,6,7,8,9,10,11,12,13"]);
    assert_eq!(sum.lines().filter(|line| line.contains(" win nowhere")).count(), 2, "{sum}");
    assert!(sum.lines().count() < 12 && !sum.contains("wins nowhere"), "{sum}");
    assert!(printed(&["moves", "2", "3"]).contains("\n  pieces of length 1, √2 win nowhere\n"));
}

#[test]
fn tables_end_with_their_last_character() {
    let folder = tempfile::tempdir().unwrap();
    for call in [
        &["grundy", "--upto", "12"][..],
        &["grundy", "--upto", "12", "--summary"],
        &["gain", "--range", "2", "9"],
        &["gain", "--range", "2", "9", "--top", "3"],
        &["halving", "table", "9"],
        &["stones", "table", "9"],
        &["octal", "0.77", "--moves", "3", "4"],
        &["coins", "table", "2"],
    ] {
        let text = printed(call);
        assert!(text.lines().count() > 2 && text.lines().all(|line| line == line.trim_end()), "{text}");
    }
    // the table is of [0, limit]: a step that begins at the limit is a row, and counts
    let file = folder.path().join("g.csv");
    for (upto, rows) in [("4", 5), ("9/2", 6), ("0", 1)] {
        assert!(output(&["grundy", "--upto", upto, "--csv", file.to_str().unwrap()]).status.success());
        let csv = fs::read_to_string(&file).unwrap();
        assert_eq!(csv.lines().count(), rows + 1, "{upto}: {csv}");
        let json = crate::support::object(&["grundy", "--upto", upto]);
        assert_eq!(
            [json["intervals"].as_array().unwrap().len() as u64, json["steps"].as_u64().unwrap()],
            [rows as u64; 2]
        );
        let last = json["intervals"].as_array().unwrap().last().unwrap();
        assert_eq!(last["end"], upto);
    }
    let gain = printed(&["gain", "--range", "2", "4"]);
    assert!(gain.starts_with(" start   end  slope(1)  slope(√2)  offset(1)  offset(√2)"), "{gain}");
}

#[test]
fn a_folder_that_does_not_exist_is_named_as_the_system_does() {
    let error = refusal(&["plot", "gain", "-o", "/nonexistent/gain.svg"]);
    assert!(error.contains("cannot write '/nonexistent/gain.svg': No such file or directory"), "{error}");
}

#[test]
fn a_search_without_a_period_says_what_to_try() {
    assert!(unwrapped(&printed(&["period", "--upto", "50"])).contains("; try --upto 500\n"));
    assert!(printed(&["octal", "0.007", "--upto", "50"]).contains("; try --upto 500\n"));
    assert!(!printed(&["octal", "0.77", "--upto", "50"]).contains("such as 50\n"));
}

/// The estimate comes before the answer, also in a pipe.
#[test]
fn a_long_run_says_at_the_start_how_long_it_takes() {
    let calls = [
        (
            "grundy 200000",
            "about ",
            " for g up to 200000; with --checkpoint FILE, Ctrl-C would save the work",
        ),
        ("octal 0.007 --upto 10^8 --for-days", "about ", " for the values"),
    ];
    let children = calls.map(|(call, ..)| command(call).start().unwrap());
    for ((call, start, end), mut child) in calls.into_iter().zip(children) {
        let mut line = String::new();
        BufReader::new(child.stderr.as_mut().unwrap()).read_line(&mut line).unwrap();
        let said = line.strip_prefix("nimsweep: ").unwrap_or_default().trim_end();
        assert!(said.starts_with(start) && said.ends_with(end), "{call}: {line}");
        signal(&child, "-TERM");
        interrupted(child);
    }
}

#[test]
fn on_a_terminal_pictures_and_the_page_go_to_new_files() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("gain-2.svg"), "mine").unwrap();
    for (call, said) in [
        ("plot gain --upto 9", "the picture is in gain.svg\n"),
        ("plot gain --upto 9", "the picture is in gain-3.svg\n"),
        ("plot moves 5", "the picture is in moves.svg\n"),
        ("plot gain --upto 9 -o named.svg", "the picture is in named.svg\n"),
        ("plot gain --upto 9 -o /dev/null", ""),
        ("explore -o named.html", "the page is in named.html; open it in a browser\n"),
        ("explore", "the page is in nimsweep.html; open it in a browser\n"),
        ("explore", "the page is in nimsweep-2.html; open it in a browser\n"),
    ] {
        let Some(text) = at_a_terminal(folder, call, "") else { return };
        assert_eq!(text, said, "{call}");
    }
    assert_eq!(fs::read_to_string(folder.join("gain-2.svg")).unwrap(), "mine");
    let picture = fs::read_to_string(folder.join("gain-3.svg")).unwrap();
    assert_eq!(picture, printed(&["plot", "gain", "--upto", "9"]));
    let page = fs::read_to_string(folder.join("nimsweep.html")).unwrap();
    assert_eq!(page, printed(&["explore"]));
    // a name or - is as everywhere
    let text = at_a_terminal(folder, "plot gain --upto 9 -o -", "").unwrap();
    assert_eq!(text, picture);
}

#[test]
fn on_a_terminal_a_batch_says_what_it_waits_for() {
    let folder = tempfile::tempdir().unwrap();
    let question = r#"{"command": "grundy", "at": "7.5"}"#;
    let Some(text) = at_a_terminal(folder.path(), "batch", &format!("{question}\n\u{4}")) else { return };
    assert!(text.starts_with(&format!("nimsweep: each line is a question, such as {question}; ")), "{text}");
    assert!(text.contains("\"value\":"), "{text}");
}

#[test]
fn on_a_terminal_a_game_begins_without_segments() {
    let folder = tempfile::tempdir().unwrap();
    let Some(text) = at_a_terminal(folder.path(), "play --lengths 1", "quit\n") else { return };
    assert!(
        text.contains("Take turns placing pieces of length 1.") && text.contains("your move> "),
        "{text}"
    );
}

/// A certificate of which the proof takes longer than a moment shows how far it is.
#[test]
fn a_proof_of_some_seconds_shows_how_far_it_is() {
    let folder = tempfile::tempdir().unwrap();
    printed(&format!("grundy --upto 3000 --certificate {}", folder.path().join("g.cert").display()));
    let Some(mut child) = crate::terminal::start("exec \"$P\" verify g.cert", folder.path(), "xterm") else {
        return;
    };
    drop(child.stdin.take());
    let shown = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(shown.contains("% of the proof") && shown.contains(" steps on [0, 3000]"), "{shown}");
}
