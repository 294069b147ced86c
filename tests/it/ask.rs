//! One question, one answer: `ask` gives what the program prints, for every command, and refuses
//! what it cannot answer.

use nimsweep::ErrorKind;
use nimsweep::ask::{Question, ask};
use nimsweep::games::squares::Grundy;
use nimsweep::internal::{Effort, Owners, unwatched};

use crate::support::{lengths, printed, refusal, surd, without_call};

/// Questions, each with the call of the program that asks the same.
pub const QUESTIONS: &[(&str, &str)] = &[
    (r#"{"command": "range", "range": ["2", "10"]}"#, "--range 2 10"),
    (r#"{"command": "range", "range": [10, 20], "digits": 30}"#, "--range 10 20 --digits 30"),
    (r#"{"command": "range", "range": ["sqrt3*4", "4*sqrt3"]}"#, "--range sqrt3*4 4*sqrt3"),
    (
        r#"{"command": "range", "range": ["236", "237"], "lengths": "1,100"}"#,
        "--range 236 237 --lengths 1,100",
    ),
    (r#"{"command": "gain", "at": "4"}"#, "gain --at 4"),
    (r#"{"digits": "0", "at": "3+sqrt3", "command": "gain"}"#, "gain --at 3+sqrt3 --digits 0"),
    (r#"{"command": "gain", "at": 9, "lengths": "1,sqrt2,2"}"#, "gain --at 9 --lengths 1,sqrt2,2"),
    (r#"{"command": "grundy", "at": "7.5"}"#, "grundy --at 7.5"),
    (r#"{"command": "grundy", "at": 0, "lengths": "1"}"#, "grundy --at 0 --lengths 1"),
    (r#"{"command": "grundy", "upto": "21/5"}"#, "grundy --upto 21/5"),
    (
        r#"{"command": "grundy", "upto": 30, "digits": 3, "lengths": "1,(1+sqrt5)/2"}"#,
        "grundy --upto 30 --digits 3 --lengths 1,(1+sqrt5)/2",
    ),
    (r#"{"command": "gain", "range": ["2", "9+sqrt3"], "digits": 3}"#, "gain --range 2 9+sqrt3 --digits 3"),
    (r#"{"command": "gain", "range": [2, 9], "top": 4}"#, "gain --range 2 9 --top 4"),
    (r#"{"command": "grundy", "upto": 30, "where": "value<9"}"#, "grundy --upto 30 --where value<9"),
    (r#"{"command": "grundy summary", "upto": "20*sqrt2"}"#, "grundy --upto 20*sqrt2 --summary"),
    (r#"{"command": "moves", "at": "5", "lengths": "1,sqrt2"}"#, "moves --at 5"),
    (r#"{"command": "moves", "at": "4+sqrt2", "digits": 3}"#, "moves --at 4+sqrt2 --digits 3"),
    (r#"{"command": "moves", "at": "1/2"}"#, "moves --at 1/2"),
    (r#"{"command": "moves", "segments": ["5", "7.5", "3+sqrt2"]}"#, "moves 5 7.5 3+sqrt2"),
    (r#"{"command": "moves", "segments": ["5"], "random": true}"#, "moves 5 --random"),
    (
        r#"{"command": "moves", "segments": ["2", "10^100"], "lengths": "1", "within": ["1/2", 30]}"#,
        "moves 2 10^100 --lengths 1 --within 1/2 30",
    ),
    (
        r#"{"command": "grundy", "at": "10^30", "lengths": "1", "upto": 200}"#,
        "grundy --at 10^30 --lengths 1 --upto 200",
    ),
    (r#"{"command": "explain", "at": "4+sqrt2"}"#, "explain --at 4+sqrt2"),
    (r#"{"command": "explain", "segments": [2, 3], "within": [0, 1]}"#, "explain 2 3 --within 0 1"),
    (r#"{"command": "explain", "at": 0, "lengths": "1"}"#, "explain 0 --lengths 1"),
    (
        r#"{"command": "compare", "games": ["1,sqrt2", "1,sqrt3"], "upto": 20}"#,
        "compare 1,sqrt2 1,sqrt3 --upto 20",
    ),
    (
        r#"{"command": "compare", "games": [1, 1], "rule": [7, 3], "digits": 4}"#,
        "compare 1 1 --rule 7 --rule 3 --digits 4",
    ),
    (r#"{"command": "puzzle", "date": "2026-11-25"}"#, "puzzle 2026-11-25"),
    (
        r#"{"command": "puzzle", "segments": [2, 3], "lengths": 1, "segment": 2, "length": 1, "place": 0}"#,
        "puzzle --segments 2 3 --lengths 1 --segment 2 --length 1 --place 0",
    ),
    (
        r#"{"command": "regions", "lengths": "1,x,y", "rule": 3, "for": "1<=x<=2,x<=y<=1+x"}"#,
        "regions --lengths 1,x,y --rule 3 --for 1<=x<=2,x<=y<=1+x",
    ),
    (r#"{"command": "period", "lengths": "1,5"}"#, "period --lengths 1,5"),
    (r#"{"command": "period", "upto": "30"}"#, "period --upto 30"),
    (
        r#"{"command": "plot gain", "range": [2, 10], "size": "600x300"}"#,
        "plot gain --range 2 10 --size 600x300",
    ),
    (r#"{"command": "plot grundy", "upto": "20", "dark": true}"#, "plot grundy --upto 20 --dark"),
    (
        r#"{"command": "plot compare", "games": ["1,sqrt2", 1], "rule": ["7,3", 3], "upto": 9}"#,
        "plot compare 1,sqrt2 1 --rule 7,3 --rule 3 --upto 9",
    ),
    (r#"{"command": "plot grundy", "range": ["2", "sqrt200"]}"#, "plot grundy --range 2 sqrt200"),
    (
        r#"{"command": "plot moves", "segments": [3, "5+sqrt2"], "title": "S"}"#,
        "plot moves 3 5+sqrt2 --title S",
    ),
    (r#"{"command": "plot pairs", "upto": 12, "lengths": "1"}"#, "plot pairs --upto 12 --lengths 1"),
    (r#"{"command": "plot growth", "upto": 35}"#, "plot growth --upto 35"),
    (r#"{"command": "plot octal", "octal": "0.07", "upto": "99"}"#, "plot octal 0.07 --upto 99"),
    (r#"{"command": "play", "segments": ["5", "7.5"]}"#, "play 5 7.5"),
    (
        r#"{"command": "play", "segments": [5, "7.5"], "segment": 2, "length": "sqrt2", "place": "3"}"#,
        "play 5 7.5 --segment 2 --length sqrt2 --place 3",
    ),
    (r#"{"command": "octal", "octal": "0.77"}"#, "octal 0.77"),
    (r#"{"command": "octal", "octal": "0.77", "upto": 9}"#, "octal 0.77 --upto 9"),
    (r#"{"command": "octal", "octal": ".77", "at": "10^50"}"#, "octal .77 --at 10^50"),
    (r#"{"command": "octal", "octal": "4.007", "at": 5, "upto": 9}"#, "octal 4.007 --at 5 --upto 9"),
    (r#"{"command": "octal", "octal": "0.137", "moves": 50}"#, "octal 0.137 --moves 50"),
    (r#"{"command": "stones sum", "n": "100"}"#, "stones sum 100"),
    (
        r#"{"command": "stones sum", "n": "10^18", "mod": "10^8", "ratio": 3}"#,
        "stones sum 10^18 --mod 10^8 --ratio 3",
    ),
    (r#"{"command": "stones move", "n": 17}"#, "stones move 17"),
    (r#"{"command": "stones move", "n": 5}"#, "stones move 5"),
    (r#"{"command": "stones move", "n": "2^400-1", "ratio": 1}"#, "stones move 2^400-1 --ratio 1"),
    (r#"{"command": "stones table", "n": 30}"#, "stones table 30"),
    (r#"{"command": "stones table", "n": 30, "ratio": 5}"#, "stones table 30 --ratio 5"),
    (r#"{"command": "coins count", "stacks": 10}"#, "coins count 10"),
    (
        r#"{"command": "coins count", "stacks": 10, "height": 3, "mod": 1000}"#,
        "coins count 10 --height 3 --mod 1000",
    ),
    (r#"{"command": "coins value", "stack": "GSG"}"#, "coins value GSG"),
    (r#"{"command": "coins value", "stack": "ss"}"#, "coins value ss"),
    (r#"{"command": "coins stalk", "value": "-7/4"}"#, "coins stalk -7/4"),
    (r#"{"command": "coins row", "stacks": ["GSG+SGS", "br"]}"#, "coins row GSG + SGS BR"),
    (r#"{"command": "stones move", "n": 31, "atmost": 6}"#, "stones move 31 --atmost 6"),
    (r#"{"command": "octal", "octal": "Kayles", "heaps": [3, 5]}"#, "octal 0.77 3 + 5"),
    (r#"{"command": "octal", "octal": "0.77", "moves": [1, 11]}"#, "octal kayles --moves 1 11"),
    (r#"{"command": "coins row", "stacks": ["GG", "GS"]}"#, "coins row GG GS"),
    (r#"{"command": "coins row", "stacks": ["GG", "SS"]}"#, "coins row GG SS"),
    (r#"{"command": "coins table", "height": 3}"#, "coins table 3"),
    (r#"{"command": "coins table", "height": "0"}"#, "coins table 0"),
    (r#"{"command": "halving play", "n": 0}"#, "halving play 0"),
    (r#"{"command": "halving play", "n": 1}"#, "halving play 1"),
    (r#"{"command": "halving play", "n": "100"}"#, "halving play 100"),
    (r#"{"command": "halving play", "n": "3*2^500-1"}"#, "halving play 3*2^500-1"),
    (r#"{"command": "halving table", "n": 20}"#, "halving table 20"),
    (r#"{"command": "halving table", "n": 0}"#, "halving table 0"),
    (r#"{"command": "halving table", "n": 18446744073709551615}"#, "halving table 18446744073709551615"),
    (r#"{"command": "number", "number": "sqrt2+sqrt3/2", "digits": 12}"#, "number sqrt2+sqrt3/2 --digits 12"),
];

#[test]
fn the_answer_is_what_the_program_prints() {
    let (mut answered, mut commands) = (0, std::collections::BTreeSet::new());
    for &(question, call) in QUESTIONS {
        let Ok(answer) = ask(question) else { continue };
        assert_eq!(answer.to_json() + "\n", printed(&format!("{call} --json")), "{question}");
        let text = without_call(&printed(call));
        // a table has two blanks between columns, and needs no lines that go on
        let same = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        // the program names keys as its options
        assert_eq!(same(&answer.to_string()).replace("upto=", "--upto "), same(&text), "{question}");
        answered += 1;
        let question: serde_json::Value = serde_json::from_str(question).unwrap();
        commands.insert(question["command"].as_str().unwrap().to_owned());
    }
    let error = ask(r#"{"command": ""}"#).unwrap_err().to_string();
    let known = error.split("the commands are ").nth(1).unwrap().split(", ").count();
    // all but the last, and every command
    assert_eq!((answered, commands.len()), (QUESTIONS.len() - 1, known));
}

/// The table of questions has the keys of every command, and no other.
#[test]
fn the_documentation_has_the_keys_of_all_questions() {
    let source = std::fs::read_to_string("src/ask/mod.rs").unwrap();
    let rows =
        source.lines().filter_map(|line| line.strip_prefix("//! | ")?.strip_suffix(" |")?.split_once(" | "));
    let rows: Vec<_> = rows.take_while(|(name, _)| *name != "file").skip(2).collect();
    let quoted =
        |text: &str| -> Vec<String> { text.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
    let shared = |name: &str| quoted(rows.iter().find(|row| row.0 == name).unwrap().1);
    let mut commands = vec![];
    for (names, keys) in rows.iter().filter(|(names, _)| names.starts_with('`')) {
        let mut listed: Vec<_> = quoted(keys);
        for name in ["*squares*", "*look*"].into_iter().filter(|name| keys.contains(name)) {
            listed.extend(shared(name));
        }
        for name in quoted(names) {
            let error = ask(&format!(r#"{{"command": "{name}", "none": 1}}"#)).unwrap_err().to_string();
            let (_, known) = error.split_once("its keys are ").unwrap();
            let listed: std::collections::BTreeSet<_> = listed.iter().map(String::as_str).collect();
            let known = known.split(", ").collect();
            assert_eq!(listed, known, "{name}");
            commands.push(name);
        }
    }
    let error = ask(r#"{"command": ""}"#).unwrap_err().to_string();
    let (_, known) = error.split_once("the commands are ").unwrap();
    assert!(known.split(", ").all(|name| commands.iter().any(|listed| listed == name)), "{commands:?}");
}

/// The lengths of an answer are those of a question, a list or not.
#[test]
fn the_lengths_of_an_answer_can_be_asked_with() {
    let mut asked = 0;
    for &(question, _) in QUESTIONS {
        let Ok(answer) = ask(question) else { continue };
        let (answer, mut question) = (answer.to_json(), serde_json::from_str(question).unwrap());
        let written: serde_json::Value = serde_json::from_str(&answer).unwrap();
        let (serde_json::Value::Object(question), true) = (&mut question, written["lengths"].is_array())
        else {
            continue;
        };
        if question.contains_key("date") {
            continue; // which says the lengths
        }
        question.insert("lengths".to_owned(), written["lengths"].clone());
        question.extend(written.get("rule").map(|rule| ("rule".to_owned(), rule.clone())));
        let again = ask(&serde_json::to_string(question).unwrap()).unwrap();
        assert_eq!(again.to_json(), answer, "{question:?}");
        asked += 1;
    }
    assert!(asked > 30, "{asked}");
}

#[test]
fn a_table_has_titles_and_rows() {
    let mut tables = 0;
    for &(question, call) in QUESTIONS {
        let Some(answer) = ask(question).ok().filter(|answer| answer.table().is_some()) else { continue };
        let table = answer.table().unwrap();
        let mut text = format!("{}\n", table.titles());
        let mut rows = table.rows();
        while let Some(row) = rows.next_row() {
            text += &(row.cells().collect::<Vec<_>>().join(",") + "\n");
        }
        assert_eq!(text, printed(&format!("{call} --csv")), "{question}");
        tables += 1;
    }
    assert!(tables > 10, "{tables}");
}

#[test]
fn one_g_answers_all_questions_about_its_lengths() {
    let grundy = Grundy::new(&lengths("1,sqrt2"), &surd("35")).unwrap();
    let mut asked = 0;
    for (text, _) in QUESTIONS {
        let Ok(question) = text.parse::<Question>() else { continue };
        let mut owners = Owners::default();
        let Some((known, _)) = question.owner(&mut owners, Effort::default()).unwrap() else { continue };
        if known.table().lengths() == grundy.lengths() {
            let alone = question.answer().unwrap();
            assert_eq!(question.answer_from(&grundy).unwrap().to_json(), alone.to_json(), "{text}");
            asked += 1;
        } else {
            let error = question.answer_from(&grundy).unwrap_err().to_string();
            assert!(error.starts_with("the Grundy values are for the lengths 1, √2, not for "), "{error}");
        }
    }
    assert!(asked > 10, "{asked}");
    for beyond in [
        r#"{"command": "gain", "at": 36}"#,
        r#"{"command": "grundy", "at": 36}"#,
        r#"{"command": "grundy", "upto": 36}"#,
        r#"{"command": "grundy summary", "upto": 36}"#,
        r#"{"command": "moves", "segments": [5, 36]}"#,
        r#"{"command": "period", "upto": 36}"#,
    ] {
        let error = beyond.parse::<Question>().unwrap().answer_from(&grundy).unwrap_err().to_string();
        assert!(error.contains("g is known only up to 35"), "{beyond}: {error}");
    }
}

#[test]
fn a_search_can_be_watched_and_broken_off() {
    use std::ops::ControlFlow::{Break, Continue};
    let question: Question = r#"{"command": "range", "range": [200, 500]}"#.parse().unwrap();
    let (mut owners, effort) = (Owners::default(), Effort::default());
    let (known, need) = question.owner(&mut owners, effort).unwrap().unwrap();
    known.serve(need, &mut unwatched).unwrap();
    let mut seen = vec![];
    let watched = question.answer_in(&mut owners, effort, &mut |done| {
        seen.push(done);
        Continue(())
    });
    assert_eq!(watched.unwrap().to_json(), question.answer().unwrap().to_json());
    assert!(
        seen.len() > 3 && seen.is_sorted() && seen.iter().all(|done| (0.0..=1.0).contains(done)),
        "{seen:?}"
    );
    let stopped = question.answer_in(&mut owners, effort, &mut |done| {
        if done > 0.5 { Break(()) } else { Continue(()) }
    });
    assert_eq!(stopped.unwrap_err().kind(), ErrorKind::Stopped);
}

#[test]
fn values_are_refused_as_by_the_program() {
    for (question, call) in [
        (r#"{"command": "range", "range": [5, 2]}"#, "--range 5 2"),
        (r#"{"command": "range", "range": [1, 5]}"#, "--range 1 5"),
        (r#"{"command": "gain", "at": "4x"}"#, "gain --at 4x"),
        (r#"{"command": "gain", "at": "1.4"}"#, "gain --at 1.4"),
        (r#"{"command": "grundy", "at": -3}"#, "grundy --at -3"),
        (r#"{"command": "grundy", "upto": "10^13"}"#, "grundy --upto 10^13"),
        (r#"{"command": "grundy", "at": 5, "digits": 10001}"#, "grundy --at 5 --digits 10001"),
        (r#"{"command": "moves", "at": 5, "lengths": "1,,2"}"#, "moves --at 5 --lengths 1,,2"),
        (r#"{"command": "stones sum", "n": 9, "ratio": 0}"#, "stones sum 9 --ratio 0"),
        (r#"{"command": "stones sum", "n": 9, "mod": 0}"#, "stones sum 9 --mod 0"),
        (r#"{"command": "stones move", "n": 0}"#, "stones move 0"),
        (r#"{"command": "stones move", "n": "10^9999", "ratio": 5000}"#, "stones move 10^9999 --ratio 5000"),
        (r#"{"command": "stones table", "n": 0}"#, "stones table 0"),
        (r#"{"command": "coins count", "stacks": 9, "height": 21}"#, "coins count 9 --height 21"),
        (r#"{"command": "coins count", "stacks": "10^15"}"#, "coins count 10^15"),
        (r#"{"command": "coins table", "height": 21}"#, "coins table 21"),
    ] {
        let refused = refusal(call);
        let refused = refused.trim_start_matches("nimsweep: ").trim_start_matches("--").trim_end();
        assert_eq!(ask(question).unwrap_err().to_string(), refused, "{question}");
    }
    // arguments without the name of an option have another one in JSON
    for (question, says) in [
        (
            r#"{"command": "halving table", "n": 18446744073709551615}"#,
            "n: '18446744073709551615' is out of range",
        ),
        (
            r#"{"command": "coins row", "stacks": ["GG", "X"]}"#,
            "stacks: cannot read a stack: 'X' at column 1",
        ),
        (r#"{"command": "coins value", "stack": "GBS"}"#, "stack: cannot read a stack: 'B' at column 2"),
    ] {
        let error = ask(question).unwrap_err().to_string();
        assert!(error.starts_with(says), "{error}");
    }
}

#[test]
fn questions_that_cannot_be_read_say_what_would_be_right() {
    let inexact = "is not exact in JSON; write it as a string, such as \"5/2\"";
    for (question, says) in [
        (
            "",
            "cannot read the question: EOF while parsing a value at line 1 column 0; write an object such as",
        ),
        ("moves --at 5", "expected value at line 1 column 1"),
        ("[]", "expected an object with the key \"command\""),
        ("{}", "the key \"command\" is missing"),
        (r#"{"command": "moves", "at": 5} x"#, "trailing characters"),
        (r#"{"command": ["moves"], "at": 5}"#, "the command is not a name"),
        (r#"{"command": 5}"#, "the command is not a name"),
        (r#"{"command": "moves", "at": 5, "at": 6}"#, "the key \"at\" is given twice"),
        (r#"{"command": "moves", "command": "gain", "at": 6}"#, "the key \"command\" is given twice"),
        (r#"{"command": "moves", "at": 0.5}"#, inexact),
        (r#"{"command": "moves", "at": 5.0}"#, inexact),
        (r#"{"command": "stones move", "n": 1e18}"#, inexact),
        (r#"{"command": "stones move", "n": 100000000000000000000}"#, inexact),
        (r#"{"command": "range", "range": ["2", 2.5]}"#, inexact),
        (r#"{"command": "moves", "at": null}"#, "at: the value is null; give a string or a whole number"),
        (r#"{"command": "moves", "at": true}"#, "at: the value is true; give a string or a whole number"),
        (r#"{"command": "moves", "at": 5, "random": 1}"#, "random: the value is neither true nor false"),
        (r#"{"command": "moves", "at": 5, "segments": [5]}"#, "segments: the key 'at' is given, too"),
        (r#"{"command": "moves", "segments": []}"#, "segments: there is no segment; give at least one"),
        (r#"{"command": "moves", "segments": ["5", "-1"]}"#, "segments: the length -1 is negative"),
        (
            r#"{"command": "moves", "at": 5, "within": ["1", "2"], "random": true}"#,
            "random: random places are taken from the whole segment",
        ),
        (
            r#"{"command": "moves", "at": 5, "within": ["1"]}"#,
            "within: a range has two ends; give a list such as",
        ),
        (r#"{"command": "period", "upto": 1}"#, "upto: no period can be seen below the longest length"),
        (r#"{"command": "moves", "at": {"value": 5}}"#, "at: the value is an object; give a string or"),
        (r#"{"command": "coins row", "stacks": [["GG"]]}"#, "stacks: the value is a list; give a string or"),
        (r#"{"command": "coins row", "stacks": [true]}"#, "stacks: the value is true; give a string or"),
        (r#"{"command": "moves", "At": 5, "within": 1}"#, "At: 'moves' has no such key; its keys are"),
        (r#"{"command": "moves", "at": 5, "squares": 1}"#, "squares: 'moves' has no such key"),
        (
            r#"{"command": "squares", "at": 5}"#,
            "there is no command 'squares'; the commands are range, gain, grundy",
        ),
        (r#"{"command": "stones", "n": 5}"#, "stones sum, stones move, stones table"),
        (r#"{"command": "check"}"#, "there is no command 'check'"),
        (r#"{"command": "bench"}"#, "there is no command 'bench'"),
        (r#"{"command": "moves"}"#, "at: the key is missing; 'moves' needs it"),
        (r#"{"command": "grundy"}"#, "at: the key is missing; 'grundy' needs it, or the key 'upto'"),
        (
            r#"{"command": "grundy", "at": "10^9", "upto": 2, "lengths": "1,2"}"#,
            "that would answer for the length 1000000000; give a shorter length, or set the key 'upto' higher",
        ),
        (
            r#"{"command": "gain", "at": 4, "range": [2, 3]}"#,
            "range: the key 'at' is given, too; give only one of them",
        ),
        (
            r#"{"command": "gain", "at": 4, "top": 2}"#,
            "top: maxima are listed for a range; give the range, too",
        ),
        (r#"{"command": "gain", "range": [2]}"#, "range: a range has two ends; give a list such as"),
        (
            r#"{"command": "grundy", "at": 4, "where": "value=1"}"#,
            "where: conditions are for a table; give the key",
        ),
        (r#"{"command": "range"}"#, "range: the key is missing; 'range' needs it"),
        (r#"{"command": "range", "range": "2"}"#, "range: a range has two ends; give a list such as"),
        (r#"{"command": "range", "range": ["2"]}"#, "range: a range has two ends; give a list such as"),
        (r#"{"command": "moves", "at": [5]}"#, "at: the value is a list; give a string or a whole number"),
        (
            r#"{"command": "moves", "At": 5}"#,
            "At: 'moves' has no such key; its keys are at, segments, within, upto, random, lengths,",
        ),
        (r#"{"command": "gain", "at": 5, "json": "true"}"#, "json: 'gain' has no such key"),
        (r#"{"command": "halving play", "n": 5, "a\nb": 6}"#, "a\\nb: 'halving play' has no such key"),
    ] {
        let error = ask(question).unwrap_err().to_string();
        assert!(error.contains(says), "{question}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}
