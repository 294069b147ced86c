//! Changed certificates: both verifiers refuse every change that makes the claim false or the file
//! malformed, and accept those that leave it true.
//!
//! Whether a changed certificate is still true is decided by the sweep, which neither verifier
//! uses.

use std::fmt::Write as _;

use nimsweep::games::squares::{Grundy, Lengths, Position};
use nimsweep::number::{Radicand, Surd};
use nimsweep::proof::{ProvenClaim, verify};
use num_bigint::BigInt;
use num_rational::BigRational;

use crate::certificates::{certificate, range, refused, refused_by_python};
use crate::support::{Random, surd};

/// A certificate as lines, each a list of words.
#[derive(Clone)]
struct Lines(Vec<Vec<String>>);

impl Lines {
    fn of(text: &str) -> Self {
        Self(text.lines().map(|line| line.split(' ').map(str::to_owned).collect()).collect())
    }

    fn text(&self) -> String {
        self.0.iter().fold(String::new(), |mut text, words| {
            writeln!(text, "{}", words.join(" ")).unwrap();
            text
        })
    }

    /// The place of the first line with this name.
    fn find(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|words| words[0] == name)
    }

    /// The integers of the first line with this name.
    fn integers(&self, name: &str) -> Option<Vec<BigInt>> {
        Some(self.0[self.find(name)?][1..].iter().map(|word| word.parse().unwrap()).collect())
    }

    /// Adds to an integer.
    fn add(&mut self, line: usize, word: usize, change: i64) {
        let place = &mut self.0[line][word];
        *place = (place.parse::<BigInt>().unwrap() + change).to_string();
    }

    /// Changes the last digit of a decimal number.
    fn nudge(&mut self, line: usize, change: i64) {
        let digits = self.0[line][1].replace('.', "");
        let nudged = (digits.parse::<BigInt>().unwrap() + change).to_string();
        let nudged = format!("{nudged:0>21}");
        let (whole, places) = nudged.split_at(nudged.len() - 20);
        self.0[line][1] = format!("{whole}.{places}");
    }
}

/// What a change does to a certificate with this number of steps, and whether the file is malformed
/// then.
type Change = fn(&mut Lines, &mut Random) -> bool;

/// A line of a step after the first.
fn step(lines: &Lines, random: &mut Random) -> usize {
    let steps = lines.0.iter().filter(|words| words[0] == "g").count();
    lines.find("g").unwrap() + 1 + random.below(steps - 1)
}

/// A line that has integers.
fn line_of_integers(lines: &Lines, random: &mut Random) -> usize {
    loop {
        let line = random.below(lines.0.len());
        if lines.0[line].len() > 1 && !["nimsweep", "decimal"].contains(&lines.0[line][0].as_str()) {
            return line;
        }
    }
}

fn change_steps(lines: &mut Lines, by: i64) {
    let line = lines.find("steps").unwrap();
    lines.add(line, 1, by);
}

const CHANGES: &[(&str, Change)] = &[
    ("a greater value", |lines, random| {
        let line = step(lines, random);
        lines.add(line, 3, 1 + random.below(3) as i64);
        false
    }),
    ("a smaller value", |lines, random| {
        let line = step(lines, random);
        lines.add(line, 3, -1);
        false
    }),
    ("a huge value", |lines, random| {
        let line = step(lines, random);
        lines.0[line][3] = "999999999999999999".into();
        false
    }),
    ("a step moved by a lattice point", |lines, random| {
        let line = step(lines, random);
        lines.add(line, 1, if random.below(2) == 0 { 1 } else { -1 });
        false
    }),
    ("a step moved by a little", |lines, random| {
        // 7 − 5√2 is small; without a root b has to be 0
        let line = step(lines, random);
        lines.add(line, 1, 7);
        lines.add(line, 2, -5);
        lines.0[1][1] == "0"
    }),
    ("a step dropped", |lines, random| {
        let line = step(lines, random);
        lines.0.remove(line);
        true
    }),
    ("a step dropped and the number of steps right", |lines, random| {
        let line = step(lines, random);
        lines.0.remove(line);
        change_steps(lines, -1);
        false
    }),
    ("a step doubled", |lines, random| {
        let line = step(lines, random);
        let words = lines.0[line].clone();
        lines.0.insert(line, words);
        change_steps(lines, 1);
        true
    }),
    ("two steps swapped", |lines, random| {
        let line = step(lines, random);
        lines.0.swap(line, line - 1);
        true
    }),
    ("two values exchanged", |lines, random| {
        let [x, y] = [step(lines, random), step(lines, random)];
        let [of_x, of_y] = [x, y].map(|line| lines.0[line][3].clone());
        (lines.0[x][3], lines.0[y][3]) = (of_y, of_x);
        false
    }),
    ("another number of steps", |lines, random| {
        change_steps(lines, if random.below(2) == 0 { 1 } else { -1 });
        true
    }),
    ("a place nearby", |lines, _| {
        match lines.find("at") {
            Some(line) => lines.add(line, 1, 1),
            None => lines.nudge(lines.find("decimal").unwrap(), 1),
        }
        false
    }),
    ("a place of other integers", |lines, _| {
        match lines.find("at") {
            Some(line) => lines.add(line, 3, 1),
            None => lines.nudge(lines.find("decimal").unwrap(), -1),
        }
        false
    }),
    ("another value", |lines, random| {
        let line = lines.find("value").unwrap_or(lines.0.len() - 2);
        if lines.0[line][0] == "value" {
            lines.add(line, 1 + random.below(3), 1)
        } else {
            lines.nudge(line, 1000)
        }
        false
    }),
    ("the last digit of the value up", |lines, _| {
        lines.nudge(lines.0.len() - 2, 1);
        false
    }),
    ("the last digit of the value down", |lines, _| {
        lines.nudge(lines.0.len() - 2, -1);
        false
    }),
    ("a digit of the value less", |lines, _| {
        let line = lines.0.len() - 2;
        lines.0[line][1].pop();
        true
    }),
    ("a range that ends sooner", |lines, random| {
        let line = lines.find("range").unwrap();
        lines.add(line, 3, -1 - random.below(2) as i64);
        false
    }),
    ("a range that begins sooner", |lines, random| {
        let line = lines.find("range").unwrap();
        lines.add(line, 1, -1 - random.below(9) as i64);
        false
    }),
    ("a range that ends later", |lines, _| {
        let line = lines.find("range").unwrap();
        lines.add(line, 3, 100);
        true // g is not known so far
    }),
    ("another length", |lines, _| {
        let last = lines.0[3].len() - 2;
        lines.add(3, last, 1);
        false
    }),
    ("a length less", |lines, random| {
        if lines.0[3].len() == 3 {
            lines.0[3].pop();
            return true;
        }
        let length = 1 + 2 * random.below(lines.0[3].len() / 2);
        lines.0[3].drain(length..length + 2);
        false
    }),
    ("lengths that descend", |lines, _| {
        lines.0[3][1] = "9999".into();
        lines.0[3].extend(["1", "0"].map(String::from));
        true
    }),
    ("another denominator", |lines, _| {
        lines.add(2, 1, 1);
        false
    }),
    ("a denominator of 0", |lines, _| {
        lines.0[2][1] = "0".into();
        true
    }),
    ("another radicand", |lines, _| {
        let radicand = &mut lines.0[1][1];
        *radicand = (if radicand == "3" { "2" } else { "3" }).into();
        false
    }),
    ("a radicand with a square", |lines, _| {
        lines.0[1][1] = "8".into();
        true
    }),
    ("a limit below the last step", |lines, _| {
        let last = lines.find("range").unwrap() - 1;
        lines.0[4] = vec!["limit".into(), lines.0[last][1].clone(), lines.0[last][2].clone()];
        lines.add(4, 1, -1);
        true
    }),
    ("a limit further on", |lines, random| {
        lines.add(4, 1, 1 + random.below(9) as i64);
        false
    }),
    ("a file that ends too early", |lines, random| {
        lines.0.truncate(1 + random.below(lines.0.len() - 1));
        true
    }),
    ("a line too many", |lines, random| {
        let line = random.below(lines.0.len() + 1);
        lines.0.insert(line, vec![String::new()]);
        true
    }),
    ("a number out of range", |lines, random| {
        let line = line_of_integers(lines, random);
        lines.0[line][1] = "1".repeat(2001);
        true
    }),
    ("a leading zero", |lines, random| {
        let line = line_of_integers(lines, random);
        lines.0[line][1].insert(0, '0');
        true
    }),
    ("a plus sign", |lines, random| {
        let line = line_of_integers(lines, random);
        lines.0[line][1].insert(0, '+');
        true
    }),
    ("two spaces", |lines, random| {
        let line = line_of_integers(lines, random);
        lines.0[line].insert(1, String::new());
        true
    }),
    ("a line end of another system", |lines, random| {
        let line = random.below(lines.0.len());
        lines.0[line].last_mut().unwrap().push('\r');
        true
    }),
    ("a letter of another script", |lines, random| {
        let line = line_of_integers(lines, random);
        lines.0[line][1] = "٣".into();
        true
    }),
    ("another version", |lines, _| {
        lines.0[0][2] = "2".into();
        true
    }),
    ("another name", |lines, random| {
        let line = random.below(lines.0.len());
        lines.0[line][0].push('x');
        true
    }),
];

/// Whether a well-formed certificate of a range is true, as the sweep has it.
fn is_true(lines: &Lines) -> bool {
    let numbers = |name| lines.integers(name).unwrap_or_default();
    let d: u64 = (&numbers("radicand")[0]).try_into().unwrap();
    let denominator = numbers("denominator")[0].clone();
    let number = |a: &BigInt, b: &BigInt, r: &BigInt| {
        let [a, b] = [a, b].map(|x| BigRational::new(x.clone(), r.clone()));
        if d == 0 { a.into() } else { Surd::new(a, b, Radicand::new(d).unwrap()) }
    };
    let pairs = |name| -> Vec<Surd> {
        numbers(name).chunks(2).map(|ab| number(&ab[0], &ab[1], &denominator)).collect()
    };
    let given = pairs("lengths");
    let Ok(lengths) = Lengths::new(given.clone()) else { return false };
    if lengths.as_slice() != given {
        return false;
    }
    let [from, to] = [0, 1].map(|end| pairs("range")[end].clone());
    let limit = pairs("limit")[0].clone();
    if from < *lengths.longest() || from > to || to > &limit + lengths.shortest() {
        return false;
    }
    let steps = lines.0.iter().filter(|words| words[0] == "g").map(|words| {
        let [a, b, value] = [1, 2, 3].map(|word| words[word].parse::<BigInt>().unwrap());
        (number(&a, &b, &denominator), value)
    });
    let grundy = Grundy::new(&lengths, &limit.clone().max(to.clone())).unwrap();
    let known = grundy.up_to(&limit).unwrap();
    if !steps.eq(known.intervals().map(|(start, _, value)| (start, value.into()))) {
        return false;
    }
    let maximum = grundy.maximum(&from, &to).unwrap();
    let decimals: Vec<&str> =
        lines.0.iter().filter(|words| words[0] == "decimal").map(|words| words[1].as_str()).collect();
    if decimals[decimals.len() - 1] != maximum.value.to_decimal(20) {
        return false;
    }
    if lines.find("inside").is_some() {
        return decimals[0] == maximum.at.to_decimal(20);
    }
    let [at, value] = ["at", "value"].map(numbers);
    let is_lowest = |abr: &[BigInt]| {
        let number = number(&abr[0], &abr[1], &abr[2]);
        let (a, b, r) = number.over_common_denominator();
        [a, b, r] == *abr
    };
    if !is_lowest(&at) || !is_lowest(&value) {
        return false;
    }
    let [at, value] = [at, value].map(|abr| number(&abr[0], &abr[1], &abr[2]));
    at >= from
        && at <= to
        && maximum.value.as_surd() == Some(&value)
        && grundy.gain_at(&at).unwrap().value.as_surd() == Some(&value)
}

/// Makes every change in each of some certificates, and compares both verifiers with the truth;
/// returns how many changed ones were refused.
fn tampered(texts: &[String], seed: u64) -> usize {
    let mut random = Random::new(seed);
    let mut changed = vec![];
    for text in texts {
        assert!(is_true(&Lines::of(text)), "{text}");
        for (what, change) in CHANGES {
            let mut lines = Lines::of(text);
            let is_malformed = change(&mut lines, &mut random);
            if lines.text() != *text {
                changed.push((what, is_malformed, lines));
            }
        }
    }
    let bytes: Vec<_> = changed.iter().map(|(_, _, lines)| lines.text().into_bytes()).collect();
    let by_python = refused_by_python(&bytes);
    let mut refusals = 0;
    for (index, (what, is_malformed, lines)) in changed.iter().enumerate() {
        let is_right = !is_malformed && is_true(lines);
        let by_rust = refused(&bytes[index]);
        assert_eq!(by_rust.is_none(), is_right, "{what}: {by_rust:?}\n{}", lines.text());
        assert!(by_rust.as_ref().is_none_or(|reason| reason.starts_with("line ")), "{what}: {by_rust:?}");
        if let Some(by_python) = &by_python {
            // both name the same line, and give the same reason
            assert_eq!(by_python[index], by_rust, "{what}\n{}", lines.text());
        }
        refusals += usize::from(!is_right);
    }
    refusals
}

#[test]
fn changed_certificates_are_refused() {
    let closed = [
        ("1,sqrt2", "2", "10"),
        ("1,sqrt2", "5", "12+sqrt2"),
        ("1", "1", "20"),
        ("1,3/2", "2", "9"),
        ("1,2", "3", "14"),
        ("(sqrt5-1)/2,(1+sqrt5)/2", "2", "5"),
        ("3,1+sqrt2", "4", "15"),
        ("1,sqrt3,2", "3", "8"),
        ("2,1+sqrt7,5", "6", "13"),
        ("1,sqrt2,3/2,2,5/2", "3", "5"),
        ("sqrt2,2*sqrt2", "3", "10*sqrt2"),
        ("1,sqrt13", "4", "9"),
    ];
    let inside =
        [("1,12", "16", "17"), ("2,19", "23", "24"), ("2,24", "28", "29"), ("1,12*sqrt2", "19", "20")];
    let certificates = |claims: &[(&str, &str, &str)], mark: &str| -> Vec<String> {
        let texts = claims.iter().map(|(lengths, from, to)| range(lengths, from, to));
        texts.inspect(|text| assert!(text.contains(mark), "{text}")).collect()
    };
    let (closed, inside) = (certificates(&closed, "\nclosed\n"), certificates(&inside, "\ninside\n"));
    assert!(tampered(&closed, 4) >= 400);
    assert!(tampered(&inside, 1) >= 100);
}

/// A certificate with another place and value, both rational, and the decimals of the value.
fn claiming(text: &str, [at, value]: [&Surd; 2], decimals: &str) -> String {
    let lines = text.lines().take_while(|line| !["closed", "inside"].contains(line));
    let head = lines.fold(String::new(), |head, line| head + line + "\n");
    let [at, value] = [at, value].map(|number| {
        let (a, b, r) = number.over_common_denominator();
        format!("{a} {b} {r}")
    });
    format!("{head}closed\nat {at}\nvalue {value}\ndecimal {decimals}\nend\n")
}

/// Claims that are wrong by little: the other end of a range on which e rises or falls, a place
/// next to the peak, and decimals that are rounded to the wrong side.
#[test]
fn claims_that_are_nearly_true_are_refused() {
    let claim = |lengths: &str, from: &str, to: &str, at: &str| {
        let grundy = Grundy::new(&lengths.parse().unwrap(), &surd(to)).unwrap();
        let (at, text) = (surd(at), range(lengths, from, to));
        let value = grundy.gain_at(&at).unwrap().value.as_surd().unwrap().clone();
        claiming(&text, [&at, &value], &value.to_decimal(20))
    };
    let right = [
        claim("1", "5/4", "3/2", "3/2"),
        claim("1", "21/10", "5/2", "21/10"),
        claim("1", "1+1/2^21", "1+1/2^21", "1+1/2^21"),
    ];
    // e = 1 + 2^−21 has 21 decimals, the last of which is 5
    let digits = "\ndecimal 1.0000004768371582031";
    assert!(right[2].contains(&format!("{digits}3\n")), "{}", right[2]);
    let wrong = [
        claim("1", "5/4", "3/2", "5/4"),
        claim("1", "21/10", "5/2", "5/2"),
        right[2].replace(&format!("{digits}3"), &format!("{digits}2")),
        claim("1,100", "236", "237", "236.058"),
        claim("1,100", "236", "237", "236.0580413323"),
        claim("2,19", "23", "24", "23.5"),
    ];
    let bytes: Vec<_> = right.iter().chain(&wrong).map(|text| text.clone().into_bytes()).collect();
    let by_rust: Vec<_> = bytes.iter().map(|text| refused(text)).collect();
    for (index, refusal) in by_rust.iter().enumerate() {
        assert_eq!(refusal.is_some(), index >= right.len(), "{index}: {refusal:?}");
    }
    if let Some(by_python) = refused_by_python(&bytes) {
        assert_eq!(by_python, by_rust);
    }
}

/// Winning moves: any other place, value or number of places is refused.
#[test]
fn changed_moves_are_refused() {
    let text = certificate(r#"{"command": "moves", "segments": ["5", "7.5", "3+sqrt2"]}"#);
    let lines = Lines::of(&text);
    let first = lines.find("moves").unwrap();
    let mut changed = vec![];
    for line in first..lines.0.len() - 1 {
        for word in 1..lines.0[line].len() {
            let mut lines = lines.clone();
            lines.add(line, word, if word % 2 == 0 { 1 } else { -1 });
            changed.push(lines.text().into_bytes());
        }
        let mut fewer = lines.clone();
        fewer.0.remove(line);
        changed.push(fewer.text().into_bytes());
    }
    assert!(changed.len() > 50);
    let by_rust: Vec<_> = changed.iter().map(|text| refused(text)).collect();
    assert!(by_rust.iter().all(Option::is_some));
    if let Some(by_python) = refused_by_python(&changed) {
        assert_eq!(by_python, by_rust);
    }
    // the certificate has the moves of the game
    let grundy = Grundy::new(&Lengths::default(), &surd("7.5")).unwrap();
    let position = Position::new(&Lengths::default(), ["5", "7.5", "3+sqrt2"].map(surd)).unwrap();
    let moves = position.moves(&grundy, None).unwrap();
    let intervals =
        moves.segments.iter().flat_map(|segment| &segment.placements).map(|places| places.winning.len());
    let ProvenClaim::Moves { value, places, .. } = verify(text.as_bytes()).unwrap().claim else {
        panic!("{text}")
    };
    assert_eq!((value, places), (moves.grundy.into(), intervals.sum()));
}
