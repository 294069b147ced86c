//! `nimsweep batch`: a question a line, an answer a line, in order, with g kept between them.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::ops::ControlFlow;
use std::process::Stdio;

use nimsweep::ErrorKind;
use nimsweep::ask::{Batch, Question, ask};
use nimsweep::internal::{Effort, Owners};
use serde_json::Value;

use crate::property;
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
        // after a table with a period
        r#"{"command": "grundy", "lengths": "1/10^9", "at": "5"}"#,
        r#"{"command": "moves", "lengths": "1/10^9", "segments": ["5/10^9", "7/10^9"]}"#,
        r#"{"command": "moves", "lengths": "1/10^9", "segments": ["5", "7/10^9"]}"#,
        &format!(r#"{{"command": "moves", "lengths": "1", "segments": [{}]}}"#, vec!["15000"; 100].join(",")),
        r#"{"command": "grundy summary", "lengths": "1", "upto": "1500000"}"#,
        r#"{"command": "moves", "lengths": "1", "at": "1400000"}"#,
        r#"{"command": "play", "lengths": "1", "segments": ["1400000", "7"]}"#,
        // a period where none is likely
        r#"{"command": "grundy", "rule": "7,3", "at": "500"}"#,
        r#"{"command": "grundy", "rule": "7,3", "at": "10^9"}"#,
        r#"{"command": "moves", "rule": "7,3", "segments": ["10^9", "5"], "within": [0, 5]}"#,
        // a reply does without a value that is known from before
        r#"{"command": "grundy summary", "lengths": "1,2", "upto": "220000"}"#,
        r#"{"command": "play", "lengths": "1,2", "segments": ["210000"]}"#,
        r#"{"command": "grundy", "at": "10^6"}"#,
        r#"{"command": "play", "segments": ["400", "6000", "6000"]}"#,
        r#"{"command": "play", "segments": ["6000"]}"#,
    ] {
        questions.push(question.to_owned());
    }
    questions.push(r#"{"command": "grundy", "at": "10^13"}"#.to_owned());
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

/// In any order, and whatever the number of threads.
#[test]
fn each_line_is_answered_as_if_it_were_asked_alone() {
    let mut questions = questions();
    for question in [
        r#"{"command": "compare", "games": ["1,sqrt2", "1,2"], "upto": "100"}"#,
        r#"{"command": "compare", "games": ["1,2", "1,sqrt2"], "upto": "250"}"#,
        r#"{"command": "regions", "lengths": "1,x,y", "rule": 3, "for": "1<x<y<3"}"#,
        r#"{"command": "regions", "lengths": "1,x,y,x+y", "rule": 3, "for": "1<x<y<2", "cells": 40}"#,
        r#"{"command": "octal", "octal": "0.6", "at": "20000"}"#,
        r#"{"command": "octal", "octal": "0.106", "upto": "20000"}"#,
        r#"{"command": "coins count", "stacks": "900"}"#,
    ] {
        questions.push(question.to_owned());
    }
    let expected: Vec<Value> = questions.iter().map(|question| alone(question)).collect();
    assert!(expected.iter().filter(|answer| answer.get("error").is_some()).count() > 20);
    let mut order: Vec<usize> = (0..questions.len()).collect();
    for threads in ["1", "2"] {
        let mut child =
            command("batch").env("RAYON_NUM_THREADS", threads).stdin(Stdio::piped()).start().unwrap();
        let mut input = child.stdin.take().unwrap();
        let text = order.iter().map(|&place| questions[place].as_str()).collect::<Vec<_>>().join("\n");
        let writer = std::thread::spawn(move || input.write_all(text.as_bytes()).unwrap());
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        assert!(output.status.success() && output.stderr.is_empty());
        let text = String::from_utf8(output.stdout).unwrap();
        for (line, &place) in text.lines().zip(&order) {
            let answer: Value = serde_json::from_str(line).unwrap();
            assert_eq!(answer, expected[place], "{}", questions[place]);
        }
        assert_eq!(text.lines().count(), order.len());
        fastrand::Rng::with_seed(96).shuffle(&mut order);
    }
}

/// Some question about some lengths: near or far, with or without a limit for the period.
fn random_question(random: &mut fastrand::Rng) -> String {
    // with far lengths that are answered by a period, refused, or not needed
    let (lengths, all) = match random.usize(..6) {
        0 => (r#""1,sqrt2""#, ["5", "47/2", "60+sqrt2", "180", "10^6", "10^12"]),
        1 => (r#""1,sqrt2", "rule": "3""#, ["5", "47/2", "1000", "3000", "10^6", "10^30"]),
        2 => (r#""1,2""#, ["5", "47/2", "9000", "15000", "22000", "10^9"]),
        3 => (r#""7,9""#, ["50", "3000/7", "9000", "15000", "22000", "10^9"]),
        4 => (r#""1,sqrt2", "rule": "7,3""#, ["5", "47/2", "300", "500", "10^6", "10^9"]),
        _ => (r#""1""#, ["5", "47/2", "150", "500", "10^6", "10^9"]),
    };
    let near = |random: &mut fastrand::Rng| all[random.usize(..4)];
    let any = |random: &mut fastrand::Rng| all[random.usize(..all.len())];
    let upto = if random.bool() { String::new() } else { format!(r#", "upto": "{}""#, near(random)) };
    let asked = match random.usize(..7) {
        0 => format!(r#""command": "grundy", "at": "{}"{upto}"#, any(random)),
        1 => format!(r#""command": "moves", "segments": ["{}", "{}"]{upto}"#, any(random), near(random)),
        2 => format!(r#""command": "period"{upto}"#),
        3 => format!(r#""command": "grundy summary", "upto": "{}""#, near(random)),
        4 => format!(r#""command": "grundy", "upto": "{}", "where": "g = 1""#, near(random)),
        _ => {
            let [one, two] = [any(random), any(random)];
            format!(r#""command": "play", "segments": ["{}", "{one}", "{two}", "{one}"]"#, near(random))
        }
    };
    format!(r#"{{{asked}, "lengths": {lengths}}}"#)
}

/// Not on what was asked before, nor on the door: the page refuses more, and always the same.
#[test]
fn the_answer_depends_on_the_question_alone() {
    let mut random = fastrand::Rng::with_seed(61);
    let (mut known, mut known_quick, mut refused) = (HashMap::new(), HashMap::new(), 0);
    let rounds = property::cases(3).cases;
    for _ in 0..rounds {
        let mut questions: Vec<String> = (0..20).map(|_| random_question(&mut random)).collect();
        for _ in 0..2 {
            random.shuffle(&mut questions);
            let (mut batch, mut quick) = (Batch::default(), Batch::within_seconds());
            for question in &questions {
                let expected = known.entry(question.clone()).or_insert_with(|| alone(question));
                let reply: Value = serde_json::from_str(&batch.reply(question)).unwrap();
                assert_eq!(&reply, expected, "{question} among {questions:#?}");
                let reply: Value = serde_json::from_str(&quick.reply(question)).unwrap();
                let is_slow =
                    reply["error"].as_str().is_some_and(|error| error.contains("than a few seconds"));
                assert!(reply == *expected || is_slow, "{question} among {questions:#?}: {reply}");
                let before = known_quick.entry(question.clone()).or_insert_with(|| reply.clone());
                assert_eq!(&reply, before, "{question} among {questions:#?}");
                refused += u32::from(expected.get("error").is_some() || is_slow);
            }
        }
    }
    let refused = f64::from(refused) / f64::from(rounds);
    assert!((3.0..30.0).contains(&refused), "{refused} in a round");
}

/// By the work and not by the clock, in a moment; and begun if the question says that it may take
/// as long.
#[test]
fn a_run_of_days_is_refused_unless_the_question_asks_for_it() {
    let refused = "g up to 1000000 would take about 16 weeks on two cores; give a shorter length, or set the key \
                   'for_days' to true";
    let question = r#"{"command": "grundy", "at": "10^6"}"#;
    assert_eq!(alone(question)["error"], refused);
    assert!(Batch::within_seconds().reply(question).contains("would take more than a few seconds"));
    for (key, is_begun) in [("true", true), ("false", false)] {
        let question = question.replace('}', &format!(r#", "for_days": {key}}}"#));
        let asked: Question = question.parse().unwrap();
        // so many windows lie behind those that tell how long it takes
        let mut windows = 0;
        let stopped = asked.answer_in(&mut Owners::default(), Effort::default(), &mut |_| {
            windows += 1;
            if windows > 6000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(stopped.unwrap_err().kind() == ErrorKind::Stopped, is_begun, "{question}");
        // never where it has to come in seconds
        let quick = Batch::within_seconds().reply(&question);
        assert!(quick.contains("would take more than a few seconds"), "{quick}");
    }
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

/// The size that a refusal names is that of the answer, which the key `large` allows.
#[test]
fn replies_are_bounded_unless_the_question_says_otherwise() {
    let question =
        |large: &str| format!(r#"{{"command": "octal", "octal": "0.77", "moves": "3*10^6"{large}}}"#);
    let large = Batch::default().reply(&question(r#", "large": true"#));
    assert!(large.starts_with(r#"{"octal":"0.77","n":"3000000""#) && large.len() > 10_000_000);
    let refusal = format!(
        r#"{{"error":"the answer has {} bytes, and a reply at most 10000000; ask for less"#,
        large.len()
    );
    for other in ["", r#", "large": false"#] {
        let reply = Batch::default().reply(&question(other));
        assert_eq!(reply, format!(r#"{refusal}, or set the key 'large' to true"}}"#));
    }
    // never on the page, which does not wait for the whole
    for question in [
        &question(r#", "large": true"#),
        r#"{"command": "gain", "range": ["2", "900"], "digits": 10000, "large": true}"#,
        r#"{"command": "gain", "range": ["2", "900"], "top": 600, "digits": 10000, "large": true}"#,
    ] {
        let reply = Batch::within_seconds().reply(question);
        let size = reply.strip_prefix(r#"{"error":"the answer has at least "#).unwrap();
        let bytes = size.strip_suffix(r#" bytes, and a reply at most 10000000; ask for less"}"#).unwrap();
        assert!((10_000_001..=11_000_000).contains(&bytes.parse().unwrap()), "{reply}");
    }
    for (wrong, says) in [
        (r#", "large": 1"#, r#"the value of \"large\" is neither true nor false"#),
        (r#", "large": true, "large": true"#, r#"the key \"large\" is given twice"#),
    ] {
        let reply = Batch::default().reply(&question(wrong));
        assert!(reply.contains(says), "{reply}");
    }
    // other answers do not know the key
    let question = r#"{"command": "grundy", "at": "7.5", "large": true}"#;
    let alone = ask(&question.replace(r#", "large": true"#, "")).unwrap().to_json();
    assert_eq!(ask(question).unwrap().to_json(), alone);
}

/// Each is answered, or refused for the time it would take, by the work that there is.
#[test]
fn hard_questions_of_a_page_end_in_seconds() {
    let refused = |question: &str| {
        let mut quick = Batch::within_seconds();
        while quick.advance(question).is_some() {}
        let reply = quick.reply(question);
        reply.contains("would take more than a few seconds") || reply.contains("would take too long")
    };
    for question in [
        r#"{"command": "octal", "octal": "0.106", "upto": "10^8"}"#,
        r#"{"command": "octal", "octal": "0.004", "upto": "10^6"}"#,
        r#"{"command": "octal", "octal": "0.004", "upto": "10^6", "for_days": true}"#,
        r#"{"command": "plot octal", "octal": "0.004", "upto": "10^7"}"#,
        r#"{"command": "stones move", "n": "10^9999", "ratio": 1000}"#,
        r#"{"command": "coins count", "stacks": 200000}"#,
        r#"{"command": "coins count", "stacks": "10^9", "mod": 3}"#,
        r#"{"command": "grundy", "at": "5000", "method": "engine"}"#,
        r#"{"command": "grundy", "at": "4999", "lengths": "1,sqrt(18446744073709551557)-4294967295"}"#,
        r#"{"command": "grundy", "at": "10^6"}"#,
    ] {
        assert!(refused(question), "{question}");
    }
    for question in [
        r#"{"command": "octal", "octal": "0.106", "upto": "10^6"}"#,
        r#"{"command": "octal", "octal": "0.004"}"#,
        r#"{"command": "octal", "octal": "0.77", "at": "10^30"}"#,
        r#"{"command": "stones move", "n": "10^999", "ratio": 10}"#,
        r#"{"command": "coins count", "stacks": 9898, "mod": 989898989}"#,
        r#"{"command": "grundy", "at": "5000", "lengths": "1,(1+sqrt5)/2"}"#,
    ] {
        assert!(!refused(question), "{question}");
    }
}
