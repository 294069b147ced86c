//! Octal games: values, periods and winning moves against the definition; what others published;
//! and the command.

use std::collections::HashMap;

use nimsweep::games::octal::{Code, Move, Values};
use num_bigint::BigUint;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{digest, object, printed, refusal};

fn computed(code: &str, last: usize) -> Values {
    let mut values = Values::new(code.parse().unwrap());
    while values.advance(last + 1) {}
    values
}

/// The moves on a heap of n, straight from the digits: the tokens taken, and the heaps left.
fn moves(code: &str, n: usize) -> Vec<(usize, Vec<usize>)> {
    let digits = code.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0');
    let mut moves = vec![];
    for (taken, digit) in digits.enumerate().filter(|&(taken, _)| taken <= n) {
        let rest = n - taken;
        let bit = |bit: u8| digit >> bit & 1 == 1;
        if rest == 0 && bit(0) {
            moves.push((taken, vec![]));
        }
        if rest > 0 && bit(1) {
            moves.push((taken, vec![rest]));
        }
        if bit(2) {
            moves.extend((1..rest).map(|a| (taken, vec![a, rest - a])));
        }
    }
    moves
}

/// G by the definition.
pub fn by_definition(code: &str, last: usize) -> Vec<u32> {
    let mut values: Vec<u32> = vec![];
    for n in 0..=last {
        let mut options = vec![false; 4 * last + 4];
        for (_, left) in moves(code, n) {
            let value = left.iter().fold(0, |value, &heap| value ^ values[heap]);
            options[value as usize] = true;
        }
        values.push(options.iter().position(|is_option| !is_option).unwrap() as u32);
    }
    values
}

/// The value of a position and its winning moves, by all positions that can be reached from it: no
/// xor, and no values of single heaps.
fn by_positions(
    code: &str,
    heaps: &[usize],
    known: &mut HashMap<Vec<usize>, u32>,
) -> (u32, Vec<(usize, usize, Vec<usize>)>) {
    let mut options = vec![];
    for (index, &heap) in heaps.iter().enumerate() {
        for (taken, left) in moves(code, heap) {
            let mut after = [&heaps[..index], &heaps[index + 1..], &left].concat();
            after.retain(|&heap| heap > 0);
            after.sort_unstable();
            let value = match known.get(&after) {
                Some(&value) => value,
                None => {
                    let (value, _) = by_positions(code, &after, known);
                    known.insert(after, value);
                    value
                }
            };
            options.push((value, (index, taken, left)));
        }
    }
    let value = (0..).find(|value| options.iter().all(|(option, _)| option != value)).unwrap();
    (value, options.into_iter().filter(|(option, _)| *option == 0).map(|(_, of)| of).collect())
}

/// 2,000 sums of up to five heaps in 40 games, with and without a period.
#[test]
fn sums_of_heaps_are_those_of_all_positions() {
    const CODES: &str = "0.77 0.07 0.137 0.007 0.15 0.6 0.106 0.16 0.45 0.56 0.104 0.4 0.777 0.0777 0.333 0.1 0.0 0.354 0.26 \
                         0.161 0.7777 0.77077 0.205 0.52 0.03 0.313 0.17 0.324 4.0 4.4 4.6 4.04 4.304 4.7 4.07 4.33 4.12 4.151 \
                         4.777 4.013";
    let mut state = 1_u64;
    let mut below = |end: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % end
    };
    for code in CODES.split_whitespace() {
        let mut known = HashMap::new();
        for _ in 0..50 {
            let (count, mut left) = (1 + below(5), 13);
            let heaps: Vec<usize> = (0..count)
                .map(|_| {
                    let heap = below(left + 1);
                    left -= heap;
                    heap as usize
                })
                .collect();
            let texts: Vec<String> = heaps.iter().map(ToString::to_string).collect();
            let ask = |key: &str| {
                let question = json!({ "command": "octal", "octal": code, key: texts }).to_string();
                serde_json::to_value(nimsweep::ask::ask(&question).unwrap()).unwrap()
            };
            let (value, mut winning) = by_positions(code, &heaps, &mut known);
            winning.iter_mut().for_each(|(_, _, left)| left.sort_unstable());
            winning.sort_unstable();
            winning.dedup();
            let moves = winning.into_iter().map(|(index, taken, left)| {
                let left: Vec<String> = left.iter().map(ToString::to_string).collect();
                match count {
                    1 => json!({ "taken": taken.to_string(), "left": left }),
                    _ => json!({ "heap": index + 1, "taken": taken.to_string(), "left": left }),
                }
            });
            let (key, named) = if count == 1 { ("at", json!(texts[0])) } else { ("heaps", json!(texts)) };
            assert_eq!(
                ask("heaps"),
                json!({ "octal": code, key: named, "value": value }),
                "{code} {texts:?}"
            );
            let key = if count == 1 { "n" } else { "heaps" };
            let mut answer = ask("moves");
            // one heap left comes before two of the same size
            let rows = answer["winning_moves"].as_array_mut().unwrap();
            rows.sort_by_key(|row| (row["heap"].as_u64(), row["taken"].to_string(), row["left"].to_string()));
            let mut expected: Vec<Value> = moves.collect();
            expected
                .sort_by_key(|row| (row["heap"].as_u64(), row["taken"].to_string(), row["left"].to_string()));
            assert_eq!(
                answer,
                json!({ "octal": code, key: named, "value": value, "winning_moves": expected }),
                "{code} {texts:?}"
            );
        }
    }
}

/// The least (p, n₀) for which n₀ ≥ 1 and the hypothesis of the theorem holds for these values, by
/// trying all; n₀ = 0 if it holds with 1 and G(0) = G(p).
fn proven_period(values: &[u32], last_place: usize) -> Option<(usize, usize)> {
    (1..values.len()).find_map(|p| {
        let agree = |n: usize| values[n] == values[n + p];
        let holds = |from: usize| {
            let end = 2 * from + p + last_place;
            end + p <= values.len() && (from..end).all(agree)
        };
        let from = (1..values.len()).find(|&from| holds(from))?;
        Some((p, if from == 1 && agree(0) { 0 } else { from }))
    })
}

proptest! {
    #![proptest_config(crate::property::cases(100))]

    #[test]
    fn values_and_moves_are_those_of_the_definition(code in "[04]\\.[0-7]{1,9}", n in 0_usize..300) {
        let expected = by_definition(&code, 400);
        let values = computed(&code, 400);
        prop_assert_eq!(values.as_slice(), &expected[..]);
        let xor = |left: &[usize]| left.iter().fold(0, |value, &heap| value ^ expected[heap]);
        let mut winning: Vec<Move> = moves(&code, n)
            .into_iter()
            .filter(|(_, left)| xor(left) == 0)
            .map(|(taken, left)| {
                let mut both = [0, 0];
                both[2 - left.len()..].copy_from_slice(&left);
                both.sort_unstable();
                Move { taken, left: both }
            })
            .collect();
        winning.sort_unstable_by_key(|of| (of.taken, of.left));
        winning.dedup();
        let moves: Vec<_> = values.winning_moves(&[n]).unwrap().map(|(_, of)| of).collect();
        prop_assert_eq!(moves, winning);
    }

    #[test]
    fn periods_are_those_of_the_theorem(code in "[04]\\.[0-7]{1,4}", last in 3_usize..120) {
        let (values, code) = (computed(&code, last), code.parse::<Code>().unwrap());
        let found = values.period().map(|period| (period.length, period.from));
        // values that a period gives are those of the definition, as the other test says
        let expected = proven_period(values.as_slice(), code.last_place());
        prop_assert_eq!(found, expected, "{}", code);
        if let Some((length, from)) = found {
            // the pattern, laid down again and again below the place where it begins
            let pattern = &values.as_slice()[from..from + length];
            let below = values.as_slice()[..from].iter().rev().zip(pattern.iter().rev().cycle());
            let mut exceptions: Vec<usize> =
                below.enumerate().filter(|(_, (value, pattern))| value != pattern).map(|(n, _)| from - 1 - n).collect();
            exceptions.reverse();
            prop_assert_eq!(exceptions.last().map_or(0, |last| last + 1), from);
            prop_assert_eq!(values.exceptions().unwrap().collect::<Vec<_>>(), exceptions);
            let long = by_definition(&code.to_string(), 400);
            for n in [last, 399, 400] {
                prop_assert_eq!(values.value_at(&BigUint::from(n)).unwrap(), long[n]);
            }
        }
    }

    #[test]
    fn no_mask_makes_fewer_values_rare(code in "[04]\\.[0-7]{1,4}") {
        let values = computed(&code, 500);
        let rare = |mask: u32, odd: usize| {
            let common = |(n, value): (usize, &u32)| ((value & mask).count_ones() as usize + odd * n) % 2;
            values.as_slice().iter().enumerate().map(|of| 1 - common(of)).sum::<usize>()
        };
        let masks = 0..values.as_slice().iter().max().unwrap() + 1;
        let masks = masks.start..masks.end.next_power_of_two();
        let fewest = masks.clone().map(|mask| rare(mask, 0)).min().unwrap();
        let found = values.rare_values();
        prop_assert_eq!(found.count, fewest);
        prop_assert_eq!(masks.clone().find(|&mask| rare(mask, 0) == fewest), Some(found.mask));
        if let Some(found) = values.rare_values_by_parity() {
            // which of both classes is common depends on the rule
            let count = rare(found.mask, 1);
            prop_assert!([count, 501 - count].contains(&found.count));
        }
    }
}

/// `data/octal_periods.csv`.
#[test]
fn published_periods_are_proven_again() {
    let table = csv::ReaderBuilder::new().comment(Some(b'#')).from_path("data/octal_periods.csv");
    let mut rows = 0;
    for row in table.unwrap().records() {
        let row = row.unwrap();
        let (from, length): (usize, usize) = (row[1].parse().unwrap(), row[2].parse().unwrap());
        let code: Code = row[0].parse().unwrap();
        // as far as the theorem needs it
        let last = 2 * from.max(1) + 2 * length + code.last_place() - 1;
        let values = computed(&row[0], last);
        let period = values.period().unwrap_or_else(|| panic!("{code} up to {last}"));
        assert_eq!((period.from, period.length), (from, length), "{code}");
        assert_eq!(computed(&row[0], last - 1).period(), None, "{code}");
        rows += 1;
    }
    assert_eq!(rows, 20);
}

/// 0.4 has the values 0, 0, 0, 1: by the theorem with n₀ = 0 the first three would prove that all
/// are 0.
#[test]
fn a_period_from_0_on_needs_more_than_one_window() {
    for last in 0..150 {
        let values = computed("0.4", last);
        assert!(values.period().is_none_or(|period| (period.from, period.length) == (54, 34)), "{last}");
        assert_eq!(values.as_slice(), &by_definition("0.4", 150)[..=last]);
    }
    assert!(computed("0.4", 500).period().is_some());
}

/// The exceptions of Kayles are published (*Winning Ways*, OEIS A002186); the others follow from
/// values by the definition.
#[test]
fn exceptions_are_those_of_the_literature() {
    for (code, expected) in [
        ("0.77", "0 3 6 9 11 15 18 21 22 28 34 39 57 70"),
        ("0.07", "0 1 15 17 18 32 35 52"),
        ("0.117", "2 6 7 12 16 22 26 36 46"),
    ] {
        let found = object(&format!("octal {code}"));
        let found: Vec<&str> =
            found["exceptions"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert_eq!(found.join(" "), expected, "{code}");
    }
}

#[test]
fn errata_of_the_literature_are_reproduced() {
    let values = |code: &str, last: usize| computed(code, last).as_slice().to_vec();
    // 0.161 is not 0.36
    let (left, right) = (values("0.161", 1000), values("0.36", 1000));
    assert_eq!((0..=1000).find(|&n| left[n] != right[n]), Some(519));
    assert_eq!(values("0.27", 5000), values("0.26", 5000));
    // 0.17 is not 0.07 xor the parity of n
    let (left, right) = (values("0.17", 86), values("0.07", 86));
    let fails = (0..=86).filter(|&n| left[n] != right[n] ^ (n % 2) as u32).collect::<Vec<_>>();
    assert_eq!(fails, [49, 51, 69, 83, 85, 86]);
    // the last exception of 0.56 is not at 326637, as printed
    let of_56 = computed("0.56", 1_000_000);
    assert_eq!([326_639, 326_783].map(|n| of_56.as_slice()[n]), [26, 16]);
    assert_eq!(of_56.exceptions().unwrap().last(), Some(326_639));
    assert_eq!(of_56.as_slice()[326_637], of_56.as_slice()[326_637 + 144]);
    // one sequence, shifted
    let [a, b, c] = ["0.137", "0.07", "0.4"].map(|code| values(code, 3002));
    assert!((0..=3000).all(|n| a[n] == b[n + 1] && a[n] == c[n + 2]));
}

/// Project Euler 306: two neighbouring white squares of a strip are painted black; on how many of
/// the strips of 1 … 10⁶ squares does the first player win?
#[test]
fn paper_strips_are_won_as_often_as_project_euler_says() {
    let values = computed("0.07", 1_000_000);
    let won = values.as_slice().iter().filter(|&&value| value != 0).count();
    assert_eq!(digest(&won.to_string()), "335998d7e2a3fae2");
}

#[test]
fn a_code_of_a_thousand_digits_is_played() {
    let code = format!("4.{}", "7351".repeat(250));
    assert_eq!(computed(&code, 400).as_slice(), by_definition(&code, 400));
    let late = format!("0.{}7", "0".repeat(999));
    let values = computed(&late, 3000);
    assert!(values.as_slice()[..1000].iter().all(|&value| value == 0));
    assert_eq!(values.as_slice(), by_definition(&late, 3000));
}

#[test]
fn the_report_has_the_period_and_what_else_is_known() {
    let report = object("octal .770");
    let exceptions = ["0", "3", "6", "9", "11", "15", "18", "21", "22", "28", "34", "39", "57", "70"];
    let expected = json!({
        "octal": "0.77", "upto": "1000000", "period": "12", "from": "71", "exceptions": exceptions,
        "largest_nimber": 8, "largest_at": "27", "rare": 10, "mask": 15, "parity": null,
    });
    assert_eq!(report, expected);
    let none = object("octal 0.106 --upto 2000000");
    assert_eq!(
        (&none["period"], &none["from"], &none["exceptions"]),
        (&json!(null), &json!(null), &json!(null))
    );
    assert_eq!((&none["parity"], &none.get("values")), (&json!({ "rare": 15, "mask": 13 }), &None));
    // by the parity more values are rare
    assert!(object("octal 0.6 --upto 3000")["parity"].is_null());
    let text = printed("octal 0.106 --upto 1000");
    assert!(
        text.contains("no period up to 1000, which proves nothing about larger heaps; try --upto"),
        "{text}"
    );
    let text = printed("octal 0.77");
    assert!(
        text.contains("period 12 from 71 on")
            && text.contains("14 exceptions, where G(n) differs from the period: 0, 3, 6")
    );
    // a period that costs nothing is said, too, and the values are those that are asked for
    let short = object("octal 0.07 --upto 60");
    let [period, from, upto, rare] = ["period", "from", "upto", "rare"].map(|key| short[key].clone());
    assert_eq!((period, from, upto, rare), (json!("34"), json!("53"), json!("60"), json!(28)));
    assert_eq!(short["values"].as_array().map(Vec::len), Some(61));
    let shorter = object("octal 0.106 --upto 60");
    assert_eq!((&shorter["period"], &shorter["largest_at"]), (&json!(null), &json!("51")));
    // 10^6 unless the question says otherwise
    assert_eq!(object("octal 0.16")["period"], "149459");
    assert_eq!(object("octal 0.16 --upto 509000")["period"], Value::Null);
    let moved = object(&format!("octal 0.{}7 --upto 5000", "0".repeat(999)));
    assert_eq!(moved["octal"].as_str().map(str::len), Some(1002));
}

#[test]
fn values_are_text_csv_json_and_a_b_file() {
    let rows = [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2)];
    let lines = |separator: &str| rows.map(|(n, value)| format!("{n}{separator}{value}\n")).concat();
    assert_eq!(printed("octal 0.07 --upto 4 --bfile"), lines(" "));
    assert_eq!(printed("octal 0.07 --upto 4 --csv"), format!("n,value\n{}", lines(",")));
    let expected: Vec<Value> =
        rows.iter().map(|(n, value)| json!({ "n": n.to_string(), "value": value })).collect();
    assert_eq!(object("octal 0.07 --upto 4")["values"], Value::Array(expected));
    let last_lines = |call: &str| {
        printed(call).lines().skip_while(|line| !line.starts_with("G(")).collect::<Vec<_>>().join("/")
    };
    assert_eq!(last_lines("octal 0.07 --upto 4"), "G(0), G(1), ..., G(4):/0 0 1 1 2");
    assert_eq!(last_lines("octal 0.07 --upto 4 --from 2"), "G(2), G(3), G(4):/1 1 2");
    assert_eq!(last_lines("octal 0.07 --upto 4 --from 4"), "G(4):/2");
    assert_eq!(printed("octal 0.07 --upto 4 --from 3 --bfile"), "3 1\n4 2\n");
    assert_eq!(object("octal 0.07 --upto 4 --from 4")["values"], json!([{ "n": "4", "value": 2 }]));
    let values = by_definition("0.07", 300).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let row: Vec<String> =
        printed("octal 0.07 --upto 300").lines().skip(7).map(|line| line.trim().to_owned()).collect();
    assert_eq!(row.join(" "), values);
    // a file, and all values of a table that is too long to be listed
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("b.txt");
    assert_eq!(printed(&format!("octal 0.07 --upto 1000001 --bfile {}", file.display())), "");
    let text = std::fs::read_to_string(file).unwrap();
    let values = computed("0.07", 1_000_001);
    assert!(text.lines().eq((0..).zip(values.as_slice()).map(|(n, value)| format!("{n} {value}"))));
    assert!(text.ends_with('\n') && !text.contains('\r'));
}

#[test]
fn one_heap_of_any_size() {
    assert_eq!(
        object("octal 0.77 --at 10^100"),
        json!({ "octal": "0.77", "at": format!("1{}", "0".repeat(100)), "value": 1 })
    );
    assert_eq!(printed("octal 0.77 --at 5"), "G(5) = 4, an N-position: the player to move wins\n");
    let error = refusal("octal 0.106 --at 10^10");
    assert!(
        error.contains("G(10000000000) is not known: the values up to 1000000 prove no period"),
        "{error}"
    );
    let error = refusal("octal 0.106 --at 1001 --upto 1000");
    assert!(error.contains("give a smaller heap, or a larger --upto"), "{error}");
    assert_eq!(object("octal 0.106 --at 1000 --upto 1000")["value"], by_definition("0.106", 1000)[1000]);

    let answer = object("octal 4.6 --moves 4");
    let values = by_definition("4.6", 4);
    let wins =
        |(_, left): &(usize, Vec<usize>)| left.iter().fold(0, |value, &heap| value ^ values[heap]) == 0;
    let winning: Vec<_> = moves("4.6", 4).into_iter().filter(wins).collect();
    let rows: Vec<Value> = winning
        .iter()
        .map(|(taken, left)| {
            let left: Vec<String> = left.iter().map(ToString::to_string).collect();
            json!({ "taken": taken.to_string(), "left": left })
        })
        .collect();
    assert_eq!(answer["winning_moves"], Value::Array(rows));
    assert_eq!(
        printed("octal 0.77 --moves 0"),
        "G(0) = 0, a P-position: the player to move loses\nlost: no move wins\n"
    );
}

#[test]
fn several_heaps() {
    let value = "value of 3 + 5 + 7: 5, an N-position: the player to move wins\n";
    for call in ["octal 0.77 3 5 7", "octal kayles 3 + 5 + 7", "octal 0·77 3 5 + 7 --upto 200"] {
        assert_eq!(printed(call), value, "{call}");
    }
    assert_eq!(object("octal 0.77 7 8")["value"], 3);
    // 10^100 has the value 1, by the period
    let huge = format!("1{}", "0".repeat(100));
    let expected = json!({ "octal": "0.77", "heaps": [huge, "5"], "value": 5 });
    assert_eq!(object("octal 0.77 10^100 5"), expected);
    assert_eq!(
        printed("octal 0.77 --moves 1 11"),
        "value of 1 + 11: 7, an N-position: the player to move wins\nheap 2: take 1, leave 3 + 7\n"
    );
    assert_eq!(printed("octal 0.77 --moves 1 11 --csv"), "heap,taken,left\n2,1,3 7\n");
    assert_eq!(
        printed("octal 0.77 --moves 5 5"),
        "value of 5 + 5: 0, a P-position: the player to move loses\nlost: no move wins\n"
    );
    assert_eq!(
        printed("octal 4.6 --moves 5 6 --draw"),
        "value of 5 + 6: 5, an N-position: the player to move wins\n\
         heap 1  ●●●●●\n\
         heap 2  ●●●●●●\n        ● ●●●●●   split, leave 1 + 5\n        ·●●●●●   take 1, leave 5\n"
    );
    let wide = printed("octal 0.77 --moves 1000 999 --draw");
    assert!(wide.contains("\nheap 1  1000 tokens\n"), "{wide}");
    let many = "1 ".repeat(1001);
    for (call, says) in [
        ("octal 0.77 3,5,7", "N: '3,5,7' may be one heap or several; write several with spaces: 3 5 7"),
        ("octal 0.77 3+5", "N: '3+5' may be one heap or several"),
        ("octal 0.77 3 -5", "N: '-5' is negative; give a whole number"),
        ("octal 0.77 3 5/2", "N: '5/2' is not a whole number"),
        ("octal 0.77 --moves 3 2.5", "--moves: '2.5' is not a whole number; give a heap from 0 to 100000000"),
        ("octal 0.77 3 --at 5", "cannot be used with"),
        ("octal 0.106 3 10^10", "G(10000000000) is not known"),
        (&format!("octal 0.77 {many}"), "N: there are 1001 heaps; give at most 1000"),
        (&format!("octal 0.77 --moves {many}"), "--moves: there are 1001 heaps; give at most 1000"),
    ] {
        let line = refusal(call.trim_end());
        assert!(line.contains(says), "{call}: {line}");
    }
}

#[test]
fn bad_codes_are_refused_in_one_line() {
    for (call, says) in [
        ("octal 0.8", "CODE: '8' at place 1 after the point is not an octal digit; use 0 to 7"),
        ("octal 0.779", "'9' at place 3"),
        ("octal 0.", "'0.' is not an octal code; write a point and a digit"),
        ("octal 0x77", "'0x77' is not an octal code"),
        (
            "octal nim",
            "CODE: a heap of n in Nim has the value n, and its code 0.333... is endless; give a code",
        ),
        (
            "octal grundy",
            "CODE: a move in Grundy's game leaves two unequal heaps, which no octal code can express",
        ),
        ("octal dawson", "CODE: Dawson's Kayles is 0.07, and Dawson's Chess 0.137"),
        ("octal 2.7", "begins with 0, or with 4 if a heap may be split without taking; here '2' is before"),
        ("octal --json", "were not provided: <CODE>"),
        ("octal 0.77 --upto 10^9", "--upto: '10^9' is out of range; give a heap from 0 to 100000000"),
        ("octal 0.77 --at 5 --moves 5", "cannot be used with"),
        ("octal 0.77 --upto 5 --moves 5", "cannot be used with"),
        ("octal 0.77 --bfile", "were not provided: --upto <N>"),
        ("octal 0.77 --upto 5 --bfile --json", "cannot be used with"),
        (
            "octal 0.77 --upto 5 --from 6",
            "--from: '6' is out of range; give the first heap of the list from 0 to 5",
        ),
        ("octal 0.77 --from 6", "were not provided: --upto <N>"),
        ("octal 0.77 5 --upto 9 --from 6", "cannot be used with"),
    ] {
        let line = refusal(call);
        assert!(line.contains(says), "{call}: {line}");
    }
    let long = format!("octal 0.{}", "7".repeat(1001));
    assert!(refusal(&long).contains("the code has 1001 digits after the point; at most 1000 are read"));
}

/// The moves on a board whose squares are bits: a name for each, and the board after it.
type Moves<'m> = &'m dyn Fn(u32) -> Vec<(usize, u32)>;

/// The moves that win on a board. In the games of rows a move takes a run of squares that are free;
/// at Treblecross three in a row win.
fn on_board(taken: Moves<'_>, squares: u32, won: &dyn Fn(u32) -> bool) -> Vec<usize> {
    fn wins(
        taken: Moves<'_>,
        squares: u32,
        won: &dyn Fn(u32) -> bool,
        known: &mut HashMap<u32, bool>,
    ) -> bool {
        if let Some(wins) = known.get(&squares) {
            return *wins;
        }
        let moves = taken(squares);
        let wins = moves.into_iter().any(|(_, next)| won(next) || !wins(taken, next, won, known));
        known.insert(squares, wins);
        wins
    }
    let mut known = HashMap::new();
    let moves = taken(squares).into_iter();
    let mut best = moves.filter(|&(_, next)| won(next) || !wins(taken, next, won, &mut known));
    let mut best: Vec<usize> = best.by_ref().map(|(at, _)| at).collect();
    best.sort_unstable();
    best
}

/// Boards of 3 to 12 places, by all positions of the board itself.
#[test]
fn boards_with_names_are_won_as_all_their_positions_say() {
    for n in 3..=12_usize {
        let all = (1_u32 << n) - 1;
        let is_free = |board: u32, at: usize| at < n && board >> at & 1 == 0;
        let free = |board: u32| (0..n).filter(move |&at| is_free(board, at));
        // Treblecross: X may be placed anywhere, and three in a row win
        let place = |board: u32| free(board).map(|at| (at + 1, board | 1 << at)).collect();
        let three = |board: u32| board & board >> 1 & board >> 2 != 0;
        let best = on_board(&place, 0, &three);
        let answer = object(&format!("octal treblecross --moves {n}"));
        let moves = answer["winning_moves"].as_array().unwrap().iter();
        let mut squares: Vec<usize> = moves
            .flat_map(|step| step["squares"].as_array().unwrap())
            .map(|square| square.as_u64().unwrap() as usize)
            .collect();
        squares.sort_unstable();
        assert_eq!((squares, answer["board"].as_str()), (best.clone(), Some(&*n.to_string())));
        assert_eq!(best.is_empty(), [6, 12].contains(&n), "{n}: {best:?}");
        let value = object(&format!("octal treblecross {n}"));
        assert_eq!((&value["value"], &value["at"]), (&answer["value"], &json!((n + 2).to_string())));
        // the others: the moves that win, by what they leave at both sides
        let runs = |lengths: &'static [usize]| {
            move |board: u32| -> Vec<(usize, u32)> {
                let of_length = |&length: &usize| {
                    let run = (1_u32 << length) - 1;
                    (0..=n.saturating_sub(length))
                        .filter(move |at| board & run << at == 0 && length <= n)
                        .map(move |at| (at << 8 | length, board | run << at))
                };
                lengths.iter().flat_map(of_length).collect()
            }
        };
        // a pawn advances, and both neighbours are exchanged
        let chess = |board: u32| -> Vec<(usize, u32)> {
            let around = |at: usize| (7_u32 << at >> 1) & all;
            let taken = |at: usize| (around(at) & !board).count_ones() as usize;
            let first = |at: usize| if at > 0 && is_free(board, at - 1) { at - 1 } else { at };
            free(board).map(|at| (first(at) << 8 | taken(at), board | around(at))).collect()
        };
        let games: [(&str, Moves<'_>); 3] =
            [("kayles", &runs(&[1, 2])), ("dawsons-kayles", &runs(&[2])), ("dawsons-chess", &chess)];
        for (name, taken) in games {
            let mut expected: Vec<(usize, Vec<usize>)> = on_board(taken, 0, &|_| false)
                .into_iter()
                .map(|code| {
                    let (at, length) = (code >> 8, code & 255);
                    let mut left: Vec<usize> =
                        [at, n - at - length].into_iter().filter(|&heap| heap > 0).collect();
                    left.sort_unstable();
                    (length, left)
                })
                .collect();
            expected.sort();
            expected.dedup();
            let answer = object(&format!("octal {name} --moves {n}"));
            let number = |value: &Value| value.as_str().unwrap().parse::<usize>().unwrap();
            let moves = answer["winning_moves"].as_array().unwrap().iter();
            let mut moves: Vec<(usize, Vec<usize>)> = moves
                .map(|of| (number(&of["taken"]), of["left"].as_array().unwrap().iter().map(number).collect()))
                .collect();
            moves.sort();
            assert_eq!(moves, expected, "{name} {n}");
        }
    }
    for (call, says) in [
        ("octal treblecross 8", "Treblecross on 8 squares (heap 10 of 0.007): G(10) = "),
        ("octal treblecross --moves 8", "square 4 or 5, leave the heaps 3 + 4"),
        (
            "octal treblecross 8 9",
            "Treblecross on 8 + 9 squares (heaps 10 + 11 of 0.007): value of 10 + 11: ",
        ),
        ("octal treblecross --upto 60", "a board of n squares of Treblecross is the heap n + 2"),
        ("plot octal treblecross --upto 60", "of Treblecross on"),
    ] {
        let text = crate::support::unwrapped(&printed(call));
        assert!(text.contains(says), "{call}: {text}");
    }
    for call in ["octal treblecross 2", "octal treblecross 5 2", "octal treblecross --moves 0 5"] {
        assert!(refusal(call).contains("three in a row needs a board of at least 3 squares"), "{call}");
    }
}

/// Who wins on two boards: three in a row on either end the game.
#[test]
fn two_boards_of_treblecross_are_won_as_all_their_positions_say() {
    let wins = |n: u32, m: u32| {
        let place = |board: u32| {
            let free = (0..n + m).filter(move |at| board >> at & 1 == 0);
            free.map(|at| (at as usize, board | 1 << at)).collect()
        };
        let three = |board: u32| {
            let on = |board: u32| board & board >> 1 & board >> 2 != 0;
            on(board & ((1 << n) - 1)) || on(board >> n)
        };
        !on_board(&place, 0, &three).is_empty()
    };
    for n in 3..=7 {
        for m in 3..=n {
            let value = &object(&format!("octal treblecross {n} {m}"))["value"];
            assert_eq!(value != 0, wins(n, m), "{n} {m}");
        }
    }
    // two squares are two moves, and would not be the heap 4, which is one
    let lost = (3..=9).filter(|&n| !wins(n, 2)).collect::<Vec<_>>();
    assert_eq!(lost, (3..=9).filter(|&n| !wins(n, 0)).collect::<Vec<_>>());
    let heaps = |n: &u32| object(&format!("octal 0.007 {} 4", n + 2))["value"] == 0;
    assert_ne!(lost, (3..=9).filter(heaps).collect::<Vec<_>>());
}
