//! The theorems on two lengths and on additive games {a, b, a + b}: against tables of independent
//! programs, sweeps, binary fractions of many digits, and the drawings of their page.

use std::collections::BTreeMap;
use std::fs;

use nimsweep::ask::ask;
use nimsweep::games::squares::{Digit, Grundy, Lengths, Theorem};
use nimsweep::number::Surd;
use nimsweep::sweep::Nimber;
use num_bigint::BigInt;
use num_integer::Integer;
use serde_json::{Value, json};

use crate::property;
use crate::support::{Random, surd};

fn subtraction(lengths: &[&Surd]) -> Lengths {
    Lengths::with_rule(lengths.iter().map(|&length| length.clone()), &[Digit::AtAnEnd]).unwrap()
}

/// {1, x, 1 + x}.
fn additive(x: &Surd) -> Lengths {
    let one = Surd::from(1);
    subtraction(&[&one, x, &(&one + x)])
}

fn answer(question: &Value) -> Value {
    serde_json::from_str(&ask(&question.to_string()).unwrap().to_json()).unwrap()
}

/// The rows of a table in `data`.
fn rows(table: &str) -> Vec<Vec<String>> {
    let reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(format!("data/{table}"));
    let rows = reader.unwrap().into_records();
    rows.map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

#[test]
fn periods_and_how_often_values_occur_are_those_of_the_table() {
    let rows = rows("additive.csv");
    assert_eq!(rows.len(), 110);
    for row in &rows {
        let [a, b]: [u64; 2] = [0, 1].map(|column| row[column].parse().unwrap());
        let lengths = format!("{a},{b},{}", a + b);
        let found = answer(&json!({"command": "period", "lengths": lengths, "rule": "3"}));
        assert_eq!(
            [&found["from"], &found["period"], &found["theorem"]],
            [&row[2], &row[3], "additive"],
            "{row:?}"
        );
        let summary = json!({"command": "grundy summary", "lengths": lengths, "rule": "3", "upto": row[3]});
        let found = answer(&summary);
        let of_values =
            found["values"].as_array().unwrap().iter().map(|value| value["length"].as_str().unwrap());
        assert_eq!(of_values.collect::<Vec<_>>(), row[4..], "{row:?}");
    }
}

/// A theorem needs no g at all, however far a period would be looked for.
#[test]
fn a_period_by_a_theorem_needs_no_limit() {
    for upto in ["0", "1", "2", "10^1000"] {
        let answer = answer(&json!({ "command": "period", "lengths": "1,3", "rule": "3", "upto": upto }));
        assert_eq!([&answer["period"], &answer["theorem"]], ["2", "two lengths"], "{upto}");
    }
}

#[test]
fn breakpoints_for_irrational_ratios_are_those_of_the_table() {
    let mut games = BTreeMap::<String, Vec<(Surd, Nimber)>>::new();
    for row in rows("additive_irrational.csv") {
        let at = Surd::from(row[1].parse::<u64>().unwrap())
            + Surd::from(row[2].parse::<u64>().unwrap()) * surd(&row[0]);
        games.entry(row[0].clone()).or_default().push((at, row[3].parse().unwrap()));
    }
    assert_eq!(games.len(), 6);
    for (x, steps) in games {
        let lengths = additive(&surd(&x));
        let theorem = Theorem::of(&lengths).unwrap();
        let table = Grundy::new(&lengths, &surd("40")).unwrap();
        let found: Vec<_> = table.intervals().map(|(start, _, value)| (start, value)).collect();
        assert_eq!(found, steps, "{x}");
        assert!(steps.iter().all(|(start, value)| theorem.value_at(start) == *value), "{x}");
    }
}

/// A ratio from 1 to about 12, rational or not.
fn ratio(random: &mut Random) -> Surd {
    let root = ["sqrt2", "sqrt3", "sqrt5", "sqrt7", "sqrt11"][random.below(5)];
    let [p, q, r] = [30, 5, 9].map(|below| 1 + random.below(below));
    let ratio = match random.below(3) {
        0 => format!("1+{p}/{q}"),
        1 => format!("1+({p}+{q}{root})/{r}"),
        _ => format!("{r}+{q}({root}-1)/{}", 5 + p),
    };
    surd(&ratio)
}

#[test]
fn random_games_have_the_values_of_a_sweep() {
    let mut random = Random::new(69);
    for round in 0..property::cases(900).cases {
        let ratio = ratio(&mut random);
        let unit = surd(["1", "3/7", "2"][random.below(3)]);
        let other = &unit * &ratio;
        let lengths = match round % 4 {
            0 => subtraction(&[&unit, &other]),
            _ => subtraction(&[&unit, &other, &(&unit + &other)]),
        };
        let theorem = Theorem::of(&lengths).unwrap();
        let limit = if round % 300 == 1 { "5000" } else { "500" };
        let table = Grundy::new(&lengths, &(surd(limit) * unit)).unwrap();
        let count = table.steps().len();
        let places = (0..40).map(|_| random.below(count)).chain(count.saturating_sub(10)..count);
        let steps: Vec<_> = table.intervals().collect();
        for (start, end, value) in places.map(|place| &steps[place]) {
            // near to where steps begin, now and then by a root of which no product is a number
            let off = surd(if round % 60 == 1 { "sqrt18446744073709551557/10^16" } else { "sqrt7/10^6" });
            let near = [start + &off, end - &off, end - surd("10^-9")];
            for at in [start, &((start + end) / Surd::from(2))].into_iter().chain(&near) {
                if at >= start && at < end {
                    assert_eq!(theorem.value_at(at), *value, "{lengths} at {at}");
                }
            }
        }
    }
}

/// The P-positions of {1, x, 1 + x} among multiples of 2^−BITS, where x is one: by the condition
/// for x between 2h − 1 and 2h, and else by inverting t + ⌊t⌋ + x·⌊t/(x − h)⌋.
struct BinaryFractions {
    x: BigInt,
}

impl BinaryFractions {
    const BITS: u64 = 700;

    fn is_zero(&self, length: &BigInt) -> bool {
        let one = BigInt::from(1) << Self::BITS;
        let whole = |number: &BigInt| number.div_floor(&one);
        if *length < BigInt::ZERO {
            return false;
        }
        let floor = whole(&self.x);
        if floor.is_odd() {
            let run = &one * (&floor + 1_i32);
            let rest = length.mod_floor(&(&self.x + &run));
            return whole(&rest).is_even() && rest < run;
        }
        let d = &self.x - (&floor / 2_i32) * &one;
        let phi = |t: &BigInt| t + whole(t) * &one + t.div_floor(&d) * &self.x;
        // the least t of which the value is above the length
        let (mut low, mut high) = (BigInt::ZERO, length + 1_i32);
        while low < high {
            let middle = (&low + &high) / 2_i32;
            if phi(&middle) > *length { high = middle } else { low = middle + 1_i32 }
        }
        phi(&(low - 1_i32)) == *length
    }

    fn value(&self, length: &BigInt) -> Nimber {
        let one = BigInt::from(1) << Self::BITS;
        match () {
            () if self.is_zero(length) => 0,
            () if self.is_zero(&(length - one)) => 1,
            () if self.is_zero(&(length + &self.x)) => 2,
            () => 3,
        }
    }
}

/// The error of x is multiplied by at most 10^61, so that the values are right unless a step begins
/// within 2^−490 of the place; none does for numbers of these sizes.
#[test]
fn values_beyond_10_to_the_60_are_those_of_binary_fractions() {
    let mut random = Random::new(1060);
    let mut seen = [0; 4];
    for _ in 0..300 {
        let x = ratio(&mut random);
        let scale = Surd::from(BigInt::from(1) << BinaryFractions::BITS);
        let fractions = BinaryFractions { x: (&x * scale).floor() };
        let length: BigInt = BigInt::from(10).pow(60) + random.below(1_000_000_000);
        if x.as_rational().is_some() {
            continue; // its steps begin at whole numbers, too
        }
        let value = Theorem::of(&additive(&x)).unwrap().value_at(&Surd::from(length.clone()));
        assert_eq!(value, fractions.value(&(length << BinaryFractions::BITS)), "{x}");
        seen[value as usize] += 1;
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

/// Each character of the drawings is a quarter of a unit: the value at its left end.
#[test]
fn the_drawings_of_the_page_are_those_of_the_game() {
    let page = fs::read_to_string("docs/additive-games.md").unwrap();
    let section = page.split("\n## ").find(|section| section.starts_with("Three cases")).unwrap();
    let mut digits = 0;
    for drawing in section.split("\n{").skip(1) {
        let (lengths, rest) = drawing.split_once('}').unwrap();
        let lengths: Vec<Surd> = lengths.split(", ").map(surd).collect();
        let theorem = Theorem::of(&subtraction(&lengths.iter().collect::<Vec<_>>())).unwrap();
        let block = rest.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
        for line in block.lines() {
            let (row, quarters) = line.split_at(line.chars().next().unwrap().len_utf8() + 2);
            let base = row.trim().parse::<u64>().map(|row| Surd::from(row) * &lengths[1]);
            for (quarter, drawn) in quarters.chars().enumerate().filter(|(_, drawn)| *drawn != ' ') {
                let Ok(base) = &base else {
                    assert_eq!((drawn, quarter / 4 % 2), ('─', 0), "{line}");
                    continue;
                };
                let at = base + Surd::from(quarter as u64) / Surd::from(4);
                assert_eq!(drawn.to_digit(10), Some(theorem.value_at(&at)), "{line} at {at}");
                digits += 1;
            }
        }
    }
    assert!(digits > 250, "{digits}");
}
