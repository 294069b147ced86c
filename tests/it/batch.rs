//! `nimsweep batch`: a question a line, an answer a line, in order, with g kept between them.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use nimsweep::ask::{Batch, ask};
use serde_json::Value;

use crate::support::{Start, command};

/// Questions of many lengths and limits, some without an answer.
fn questions() -> Vec<String> {
    let mut questions = vec![r#"{"command": "halving play", "n": 100}"#.to_owned(), "no question".to_owned()];
    for (round, lengths) in ["1,sqrt2", "1", "1,sqrt3", "1,sqrt2"].into_iter().enumerate() {
        for limit in [9, 40, 17, 2, 60] {
            let limit = limit + round;
            questions.extend([
                format!(r#"{{"command": "grundy", "upto": {limit}, "lengths": "{lengths}"}}"#),
                format!(r#"{{"command": "gain", "at": {limit}, "lengths": "{lengths}"}}"#),
                format!(r#"{{"command": "gain", "range": [2, {limit}], "lengths": "{lengths}"}}"#),
                format!(r#"{{"command": "grundy summary", "upto": {limit}, "lengths": "{lengths}"}}"#),
                format!(r#"{{"command": "moves", "at": -{limit}, "lengths": "{lengths}"}}"#),
            ]);
        }
    }
    // segments beyond the search for a period, and less than was known before
    for question in [
        r#"{"command": "grundy", "lengths": "1", "at": "10^9"}"#,
        r#"{"command": "grundy", "lengths": "1", "at": "12331", "upto": "200"}"#,
        r#"{"command": "period", "lengths": "1", "upto": "50"}"#,
        r#"{"command": "moves", "lengths": "1", "segments": ["10^9", 7], "within": [0, 5]}"#,
        r#"{"command": "grundy", "lengths": "1,2", "at": "25000"}"#,
        r#"{"command": "moves", "lengths": "1,2", "at": "20001", "within": [3, 5]}"#,
        r#"{"command": "grundy", "lengths": "1,2", "at": "10^9"}"#,
        r#"{"command": "period", "lengths": "1,2", "upto": "300"}"#,
        r#"{"command": "grundy", "lengths": "1.0000001,1.7", "at": "20"}"#,
        r#"{"command": "moves", "lengths": "1.001,1.7", "at": "30"}"#,
    ] {
        questions.push(question.to_owned());
    }
    questions.push(r#"{"command": "grundy", "at": "10^12"}"#.to_owned());
    questions.push(r#"{"command": "grundy", "at": "7.5"}"#.to_owned());
    questions
}

/// The answer to a question alone, as a value.
fn alone(question: &str) -> Value {
    match ask(question) {
        Ok(answer) => serde_json::to_value(answer).unwrap(),
        Err(error) => serde_json::json!({ "error": error.to_string() }),
    }
}

#[test]
fn each_line_is_answered_as_if_it_were_asked_alone() {
    let questions = questions();
    let mut child = command("batch").stdin(Stdio::piped()).start().unwrap();
    let mut input = child.stdin.take().unwrap();
    let text = questions.join("\n");
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let expected: Vec<Value> = questions.iter().map(|question| alone(question)).collect();
    assert_eq!(answers, expected);
    assert!(answers.iter().filter(|answer| answer.get("error").is_some()).count() > 20);
}

#[test]
fn an_answer_comes_before_the_next_question() {
    let mut child = command("batch").stdin(Stdio::piped()).start().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for n in [5, 100, 7] {
        writeln!(input, r#"{{"command": "halving play", "n": {n}}}"#).unwrap();
        let answer: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
        assert_eq!(answer["n"], n.to_string());
    }
    drop(input);
    assert!(answers.next().is_none() && child.wait().unwrap().success());
}

#[test]
fn a_reader_that_goes_away_ends_a_batch_quietly() {
    let mut child = command("batch").stdin(Stdio::piped()).start().unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // the first answers may still fit into the pipe, or the program may be gone
    for _ in 0..1000 {
        if writeln!(input, r#"{{"command": "halving play", "n": 5}}"#).is_err() {
            break;
        }
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
}

#[test]
fn g_is_kept_for_many_lengths_and_forgotten_for_too_many() {
    let mut batch = Batch::default();
    for round in 0..2 {
        for length in 1..=40 {
            let question =
                format!(r#"{{"command": "grundy", "upto": {}, "lengths": "{length}"}}"#, 50 + round);
            let answer = serde_json::to_value(batch.answer(&question).unwrap()).unwrap();
            assert_eq!(answer, alone(&question));
        }
    }
}
