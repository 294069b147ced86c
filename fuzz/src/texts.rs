//! Everything that reads foreign text. Each function takes any bytes, and panics if the library
//! does, or if what it accepts is not so.
//!
//! An accepted text is checked by another way than the one that accepted it: a number by writing
//! and reading it again, a code by the definition of the game, a certificate and a checkpoint by
//! computing what they claim.

use std::io::Write;

use nimsweep::ask::Batch;
use nimsweep::games::octal::{Code, Values};
use nimsweep::games::squares::{Digit, Grundy, Lengths, Position};
use nimsweep::number::Surd;
use nimsweep::proof::{Proven, ProvenClaim, ProvenGame, verify};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Above this g is not computed again.
const LARGEST: i64 = 40;

/// A number that is read is the one that its text, its decimals and its floor say.
pub fn number(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(number) = text.parse::<Surd>() else { return };
    let written = number.to_string();
    // longer texts are not read; a short one may be a power
    if written.len() <= 100_000 {
        assert_eq!(written.parse::<Surd>().as_ref(), Ok(&number), "{written}");
    }
    if number.bits() > 5_000 {
        return;
    }
    let [less, more]: [Surd; 2] = [number.floor(), number.ceil()].map(Surd::from);
    assert!(less <= number && number <= more && &more - &less <= Surd::from(1), "{written}");
    // half a unit of the last place
    let decimal: Surd = number.to_decimal(20).parse().expect("decimals are a number");
    let distance = &decimal - &number;
    let unit: Surd = "1/10^20".parse().expect("it is a number");
    assert!(distance.abs() * Surd::from(2) <= unit, "{written}");
    let square = &number * &number;
    match square.sqrt() {
        Some(root) => assert_eq!(root, number.abs(), "{written}"),
        // without prime factors a root may be missed, but only that of a large rational number
        None => {
            assert!(number.roots().len() > 1 || square.is_rational() && !number.is_rational(), "{written}");
            let rational = square.rational_part();
            assert!(rational.numer().bits().max(rational.denom().bits()) > 64, "{written}");
        }
    }
}

/// Whether a question may take minutes, as is documented: values of an octal game up to a million,
/// large piles of stones, many rows of coins.
fn takes_minutes(question: &str) -> bool {
    let Ok(question) = serde_json::from_str::<Value>(question) else { return false };
    let is_short = |size: &Value| {
        let text = size.to_string();
        text.len() <= 7 && !text.contains(['^', 'e', 'E'])
    };
    let sizes: &[&str] = match question["command"].as_str() {
        Some("octal") => &["upto", "moves"],
        Some(command) if command.starts_with("stones") => &["n", "upto"],
        Some(command) if command.starts_with("coins") => &["stacks"],
        _ => return false,
    };
    !sizes.iter().any(|key| question.get(key).is_some_and(is_short))
}

/// A reply is JSON, and the same for the same question, also after others.
pub fn ask(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if text.lines().any(takes_minutes) {
        return;
    }
    let mut batch = Batch::within_seconds();
    let replies: Vec<String> = text.lines().map(|question| batch.reply(question)).collect();
    for (question, reply) in text.lines().zip(&replies) {
        assert!(
            serde_json::from_str::<Value>(reply).is_ok_and(|reply| reply.is_object()),
            "{question}: {reply}"
        );
        assert_eq!(&Batch::within_seconds().reply(question), reply, "{question}");
    }
}

/// A code or a rule that is read has the values of its definition.
pub fn octal(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(digits) = Digit::of_rule(text) {
        let numbers: Vec<_> = digits.iter().map(|digit| digit.number().to_string()).collect();
        assert_eq!(Digit::of_rule(&numbers.join(",")).as_ref(), Ok(&digits), "{text}");
    }
    let Ok(code) = text.parse::<Code>() else { return };
    let written = code.to_string();
    assert_eq!(written.parse().as_ref(), Ok(&code), "{written}");
    let mut values = Values::new(code);
    while values.advance(48) {}
    assert_eq!(values.as_slice(), by_digits(&written, values.as_slice().len()), "{written}");
}

/// G(0), G(1), … by the definition, from the digits of the code.
fn by_digits(code: &str, count: usize) -> Vec<u32> {
    let digits: Vec<u32> = code.chars().filter_map(|digit| digit.to_digit(8)).collect();
    let mut values: Vec<u32> = vec![];
    for n in 0..count {
        let mut options = vec![];
        for (taken, digit) in digits.iter().enumerate().take(n + 1) {
            let left = n - taken;
            if digit & 1 != 0 && left == 0 && taken > 0 {
                options.push(0);
            }
            if digit & 2 != 0 && left > 0 && taken > 0 {
                options.push(values[left]);
            }
            if digit & 4 != 0 {
                options.extend((1..left).map(|one| values[one] ^ values[left - one]));
            }
        }
        values.push((0..).find(|value| !options.contains(value)).expect("there is a least one"));
    }
    values
}

/// A certificate that is accepted claims what is so.
pub fn certificate(bytes: &[u8]) {
    let Ok(proven) = verify(bytes) else { return };
    holds(&proven);
}

fn holds(proven: &Proven) {
    let (lengths, rule, limit, steps) = match &proven.game {
        ProvenGame::Squares { lengths, rule, limit, steps } => (lengths, rule, limit, *steps),
        ProvenGame::Octal { octal, limit } => {
            let whole = |number: &Surd| number.floor().try_into().unwrap_or(usize::MAX);
            let (mut values, largest) =
                (Values::new(octal.parse().expect("the verifier has read it")), whole(limit));
            while largest <= 2_000 && values.advance(2 * largest + 200) {}
            if let ProvenClaim::Period { period, from } = &proven.claim {
                let (period, from) = (whole(period), whole(from));
                let repeated =
                    values.as_slice().iter().skip(from).zip(values.as_slice().iter().skip(from + period));
                repeated.for_each(|(one, other)| assert_eq!(one, other, "{proven}"));
            }
            return;
        }
        _ => return,
    };
    if lengths.len() > 4 || *limit > &lengths[0] * Surd::from(LARGEST) {
        return;
    }
    let digits = rule.as_ref().map(|rule| Digit::of_rule(rule).expect("the verifier has read it"));
    let made = match digits {
        Some(digits) => Lengths::with_rule(lengths.iter().cloned(), &digits),
        None => Lengths::new(lengths.iter().cloned()),
    };
    let Ok(grundy) = made.and_then(|lengths| Grundy::new(&lengths, limit)) else { return };
    assert_eq!(grundy.steps().len(), steps, "{proven}");
    match &proven.claim {
        ProvenClaim::Range(range) => {
            let [from, to] = &range.range;
            let maximum = grundy.maximum(from, to).expect("the verifier has computed it");
            assert_eq!(maximum.value.to_decimal(20), range.value, "{proven}");
        }
        ProvenClaim::Moves { segments, grundy: value, .. } => {
            let segments = segments.iter().cloned();
            let position = Position::new(grundy.lengths(), segments).expect("the verifier has read them");
            if let Ok(own) = position.value(&grundy) {
                assert_eq!(u64::from(own), *value, "{proven}");
            }
        }
        ProvenClaim::Period { period, from } => {
            for (start, _, value) in grundy.intervals().filter(|(start, ..)| start >= &**from) {
                if let Ok(again) = grundy.value_at(&(&start + &**period)) {
                    assert_eq!(again, value, "{proven}");
                }
            }
        }
        _ => {}
    }
}

/// A checkpoint from which a run continues leads to the right answer. Its sum is made right first:
/// no fuzzer finds it.
pub fn checkpoint(bytes: &[u8]) {
    let text = summed(bytes).unwrap_or_else(|| bytes.to_vec());
    let mut file = tempfile::NamedTempFile::new().expect("there is a folder for temporary files");
    file.write_all(&text).expect("the file can be written");
    let name = file.path().to_str().expect("its name is a text");
    let calls = [vec!["--lengths", "1,sqrt2"], vec!["--lengths", "1,2", "--rule", "3,7"]];
    for game in calls {
        let answer = |more: &[&str]| {
            let mut out = vec![];
            let call = ["nimsweep", "grundy", "--upto", "30"];
            let call = call.into_iter().chain(game.iter().copied()).chain(more.iter().copied());
            nimsweep::internal::run(call, &mut out).map(|()| out)
        };
        let resumed = answer(&["--checkpoint", name, "--resume", name]);
        if let Ok(resumed) = resumed {
            let right = answer(&[]).expect("it needs no file");
            assert_eq!(String::from_utf8_lossy(&resumed), String::from_utf8_lossy(&right));
        }
    }
}

/// The bytes with the right sum, if they are a checkpoint by their keys.
fn summed(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut record: Value = serde_json::from_slice(bytes).ok()?;
    let mut lines = vec![record.get("format")?.as_str()?.to_owned()];
    for length in record.get("lengths")?.as_array()? {
        lines.push(format!("length {}", length.as_str()?));
    }
    if let Some(rule) = record.get("rule") {
        lines.push(format!("rule {}", rule.as_str()?));
    }
    for step in record.get("steps")?.as_array()? {
        let [a, b, value] = step.as_array()?.as_slice() else { return None };
        lines.push(format!("step {a} {b} {value}"));
    }
    let sum = Sha256::digest(lines.iter().map(|line| format!("{line}\n")).collect::<String>());
    record["sha256"] = sum.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into();
    Some(record.to_string().into_bytes())
}
