//! Tables about g and the gain: pieces, conditions, summaries; CSV in the same way everywhere.

use std::ops::Range;

use nimsweep::ask::Question;
use nimsweep::games::squares::Grundy;
use nimsweep::number::Surd;
use serde_json::Value;

use crate::support::{Start, command, digest, lengths, object, printed, refusal, surd};

fn text<'a>(row: &'a Value, key: &str) -> &'a str {
    row[key].as_str().unwrap()
}

#[test]
fn pieces_of_the_gain_give_the_gain_everywhere() {
    for (of, from, to) in [("1,sqrt2", "2", "12"), ("1", "1", "9"), ("1,sqrt3,2", "5/2", "11+sqrt(3)")] {
        let grundy = Grundy::new(&lengths(of), &surd(to)).unwrap();
        let table = object(&["gain", "--range", from, to, "--lengths", of]);
        let pieces = table["pieces"].as_array().unwrap();
        assert!(pieces.len() > 5);
        assert_eq!((text(&pieces[0], "start"), text(&pieces[pieces.len() - 1], "end")), (from, to));
        for (index, piece) in pieces.iter().enumerate() {
            let (start, end) = (surd(text(piece, "start")), surd(text(piece, "end")));
            assert!(index == 0 || piece["start"] == pieces[index - 1]["end"]);
            // by the definition of the form, in the middle and at the start
            let numbers = |key: &str| -> Vec<Surd> {
                piece[key].as_array().unwrap().iter().map(|number| surd(number.as_str().unwrap())).collect()
            };
            let (slopes, offsets) = (numbers("slopes"), numbers("offsets"));
            let list = lengths(of);
            let form = |at: &Surd| {
                let terms = list.as_slice().iter().zip(slopes.iter().zip(&offsets));
                let sum = terms.fold(Surd::from(0), |sum, (length, (slope, offset))| {
                    let rest = at - length;
                    sum + (slope * &rest + offset.clone()) / rest
                });
                sum * at / Surd::from(list.as_slice().len() as u64)
            };
            let middle = (&start + &end) / Surd::from(2);
            let known = |at: &Surd| grundy.gain_at(at).unwrap().value;
            assert_eq!(form(&middle), known(&middle));
            assert_eq!(surd(text(piece, "value")), known(&start));
            assert_eq!(text(piece, "value_decimal"), known(&start).to_decimal(8));
        }
    }
}

#[test]
fn a_condition_chooses_rows_of_the_table() {
    let all = printed("grundy --upto 60 --csv");
    let value = |line: &str| line.split(',').nth(2).unwrap().parse::<u32>().unwrap();
    type Holds = fn(u32) -> bool;
    let conditions: [(&str, Holds); 6] = [
        ("value=3", |value| value == 3),
        ("value=1,2,5", |value| [1, 2, 5].contains(&value)),
        ("value<4", |value| value < 4),
        ("value<=4", |value| value <= 4),
        ("value>15", |value| value > 15),
        ("value>=15", |value| value >= 15),
    ];
    for (condition, holds) in conditions {
        let chosen = printed(&["grundy", "--upto", "60", "--where", condition, "--csv"]);
        let expected = all.lines().skip(1).filter(|line| holds(value(line))).collect::<Vec<_>>();
        assert_eq!(chosen.lines().skip(1).collect::<Vec<_>>(), expected, "{condition}");
        assert!(expected.len() > 2, "{condition}");
        assert_eq!(object(&["grundy", "--upto", "60", "--where", condition])["where"], condition);
    }
    assert!(refusal("grundy --upto 9 --where 3").contains("--where: '3' is not a condition; write value=3,"));
    assert!(refusal("grundy --at 9 --where value=3").contains("cannot be used with"));
}

#[test]
fn a_summary_counts_what_the_table_lists() {
    for (of, upto) in [("1,sqrt2", "80"), ("1,sqrt2", "80*sqrt2"), ("1", "30"), ("1,sqrt3", "1/3")] {
        let call = |more| object(&["grundy", "--lengths", of, "--upto", upto, more]);
        let (table, summary) = (call("--digits=8"), call("--summary"));
        let intervals = table["intervals"].as_array().unwrap();
        let (mut shares, mut largest) = (Surd::from(0), None);
        let values = summary["values"].as_array().unwrap();
        for row in values {
            let mine: Vec<&Value> = intervals.iter().filter(|i| i["value"] == row["value"]).collect();
            let length = mine.iter().fold(Surd::from(0), |sum, interval| {
                sum + (surd(text(interval, "end")) - surd(text(interval, "start")))
            });
            assert_eq!(row["steps"], mine.len().to_string());
            assert_eq!((surd(text(row, "length")), &row["first"]), (length.clone(), &mine[0]["start"]));
            assert_eq!(surd(text(row, "share")), length / surd(upto));
            assert_eq!(text(row, "share_decimal"), surd(text(row, "share")).to_decimal(8));
            shares += surd(text(row, "share"));
        }
        assert_eq!(shares, Surd::from(1));
        // the mask by all of them, and the quarters by all steps
        let common = |mask: u64, [from, to]: [&Surd; 2]| {
            let is_common =
                |interval: &&Value| (interval["value"].as_u64().unwrap() & mask).count_ones() % 2 == 1;
            let [low, high] = ["start", "end"];
            intervals.iter().filter(is_common).fold(Surd::from(0), |sum, interval| {
                let inside =
                    surd(text(interval, high)).min(to.clone()) - surd(text(interval, low)).max(from.clone());
                sum + inside.max(Surd::from(0))
            })
        };
        let (sparse, zero, limit) = (&summary["sparse_space"], Surd::from(0), surd(upto));
        let of_mask = |mask| common(mask, [&zero, &limit]);
        let masks = 0..4 * summary["largest_nimber"].as_u64().unwrap() + 1;
        let greatest = masks.clone().map(of_mask).max().unwrap();
        assert_eq!(sparse["mask"].as_u64(), masks.clone().find(|&mask| of_mask(mask) == greatest));
        assert_eq!(sparse["share_decimal"], (greatest / &limit).to_decimal(8));
        let quarter = &limit / Surd::from(4);
        for (number, found) in (0..4_u64).zip(sparse["quarters"].as_array().unwrap()) {
            let ends = [number, number + 1].map(|end| &quarter * Surd::from(end));
            let part = common(sparse["mask"].as_u64().unwrap(), [&ends[0], &ends[1]]);
            assert_eq!(*found, (part / &quarter).to_decimal(8), "{of}, quarter {number}");
        }
        for interval in intervals {
            let value = interval["value"].as_u64();
            if value > largest {
                largest = value;
                let row = values.iter().find(|row| row["value"] == interval["value"]).unwrap();
                assert_eq!((&row["record"], &row["first"]), (&Value::Bool(true), &interval["start"]));
            }
        }
        let records = values.iter().filter(|row| row["record"] == true).count();
        let mut seen = None;
        let expected = intervals.iter().filter(|interval| {
            let value = interval["value"].as_u64();
            let is_record = value > seen;
            seen = seen.max(value);
            is_record
        });
        assert_eq!(records, expected.count());
    }
    // the limit may have a root of its own, unless it is too large beside those of the lengths
    for lengths in ["1", "1,sqrt2"] {
        let summary = object(&format!("grundy --upto 3*sqrt3 --summary --lengths {lengths}"));
        assert_eq!(summary["values"][0]["share"], (Surd::from(1) / surd("3*sqrt3")).to_string());
    }
    let refused = "--upto: the numbers under the roots are too large together";
    assert!(refusal("grundy --upto sqrt18446744073709551557/10^9 --summary").contains(refused));
    for call in ["grundy --upto 0 --summary", "compare 1,2 1,3 --upto 0"] {
        assert!(
            refusal(call).contains("a segment of length 0 has no shares; give a length above 0"),
            "{call}"
        );
    }
}

/// Project Euler 310: squares are taken from three heaps of up to 100,000; so many of the positions
/// a ≤ b ≤ c are lost. The values are also found by sets of options.
#[test]
fn nim_with_squares_is_lost_as_often_as_project_euler_says() {
    let squares: Vec<usize> = (1..=316).map(|root| root * root).collect();
    let list = squares.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let text = printed(&["grundy", "--lengths", &list, "--rule", "3", "--upto", "100000"]);
    let row =
        text.lines().skip(1).take_while(|line| !line.starts_with("pieces")).flat_map(str::split_whitespace);
    let found: Vec<usize> = row.map(|value| value.parse().unwrap()).collect();
    let mut values: Vec<usize> = vec![];
    for n in 0..=100_000 {
        let options: u128 = squares
            .iter()
            .take_while(|&&square| square <= n)
            .fold(0, |set, square| set | 1 << values[n - square]);
        values.push(options.trailing_ones() as usize);
    }
    assert_eq!(found, values);
    let mut counts = [0_u64; 128];
    values.iter().for_each(|&value| counts[value] += 1);
    // by the number of equal values: all three are 0, one is 0 and two are equal, or all differ
    let choose = |of: u64, count: u64| {
        (0..count).map(|k| of + count - 1 - k).product::<u64>() / [1, 1, 2, 6][count as usize]
    };
    let mut lost = choose(counts[0], 3);
    for a in 1..128 {
        lost += counts[0] * choose(counts[a], 2);
        lost +=
            (a + 1..128).filter(|b| a ^ b > *b).map(|b| counts[a] * counts[b] * counts[a ^ b]).sum::<u64>();
    }
    assert_eq!(digest(&lost.to_string()), "0d183ec2ff1cbc76");
}

/// What a period counts is what the table counts.
#[test]
fn a_period_counts_as_the_table_does() {
    for (lengths, rule, known, step) in [
        ("1", "7", "200", "1"),
        ("2/3", "7", "150", "1/3"),
        ("1,2", "3", "20", "1/2"),
        ("2,3,5", "3", "60", "1"),
        ("1,sqrt2", "3", "40", "sqrt2-1"),
        ("1,1+sqrt5", "3", "90", "1/4+sqrt5/4"),
        ("sqrt3", "7", "400", "sqrt3/2"),
    ] {
        let lengths = crate::certificates::with_rule(lengths, rule);
        let table = Grundy::new(&lengths, &surd(known)).unwrap().with_period();
        assert!(table.period().is_some(), "{lengths}");
        let far = Grundy::new(&lengths, &surd(&format!("5*{known}"))).unwrap();
        let mut limits: Vec<Surd> = (1..60).map(|n| surd(known) + Surd::from(n) * surd(step)).collect();
        limits.extend(["20*sqrt7", "71+12*sqrt3", "83+12*20"].map(surd));
        limits.retain(|upto| upto < far.limit());
        for upto in limits {
            let rule = if rule == "7" { String::new() } else { format!(r#""rule": "{rule}", "#) };
            let list = lengths.as_slice().iter().map(Surd::to_string).collect::<Vec<_>>().join(",");
            let question =
                format!(r#"{{"command": "grundy summary", {rule}"lengths": "{list}", "upto": "{upto}"}}"#);
            let question: Question = question.parse().unwrap();
            let [by_period, by_table] = [&table, &far].map(|g| question.answer_from(g).unwrap().to_json());
            assert_eq!(by_period, by_table, "{lengths} {upto}");
        }
    }
    let many = object("grundy --lengths 1,2 --rule 3 --upto 1000000001 --summary");
    assert_eq!((&many["values"][0]["length"], &many["steps"]), (&"333333334".into(), &"1000000002".into()));
    let huge = object("grundy --lengths 1,2 --rule 3 --upto 3*10^1000 --summary --digits 3");
    assert_eq!(huge["values"][2]["steps"], format!("1{}", "0".repeat(1000)));
    assert_eq!(huge["values"][2]["share"], "1/3");
}

/// With whole lengths the text is the value at each whole length; JSON and CSV have the steps.
#[test]
fn whole_lengths_have_a_row_of_values() {
    for (lengths, rule, upto) in
        [("1", "7", "40"), ("1,3,4", "3", "61/2"), ("2,3,5", "3", "33+sqrt2"), ("2,5", "7", "0")]
    {
        let call = ["grundy", "--lengths", lengths, "--rule", rule];
        let text = printed(&[&call[..], &["--upto", upto]].concat());
        let row: Vec<&str> = text.lines().skip(1).take_while(|line| !line.starts_with("pieces")).collect();
        let last = surd(upto).floor().to_string().parse::<usize>().unwrap();
        let values = (0..=last).map(|n| {
            let at = n.to_string();
            object(&[&call[..], &["--at", &at]].concat())["value"].to_string()
        });
        assert_eq!(
            row.join("").split_whitespace().collect::<Vec<_>>(),
            values.collect::<Vec<_>>(),
            "{lengths}"
        );
    }
    for call in [
        "--lengths 1000,3000 --upto 9000",
        "--lengths 1,3/2 --upto 9",
        "--lengths 1 --upto 9 --where value=0",
    ] {
        let call: Vec<&str> = ["grundy"].into_iter().chain(call.split(' ')).collect();
        assert!(printed(&call).starts_with(" start"), "{call:?}");
    }
}

#[test]
fn csv_works_in_the_same_way_in_every_table() {
    for call in [
        "grundy --upto 9",
        "grundy --upto 9 --where value=1",
        "grundy --upto 9 --summary",
        "gain --range 2 9",
        "stones table 9",
        "coins table 3",
        "halving table 9",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("table.csv");
        let text = printed(&format!("{call} --csv"));
        assert!(text.lines().count() > 2 && text.lines().all(|line| line.contains(',')), "{call}");
        assert_eq!(printed(&format!("{call} --csv -")), text);
        assert_eq!(printed(&format!("{call} --csv {}", file.display())), "");
        assert_eq!(std::fs::read_to_string(file).unwrap(), text);
        assert!(refusal(&format!("{call} --csv --json")).contains("cannot be used with"));
    }
    assert!(refusal("gain --at 4 --csv").contains("cannot be used with"));
}

/// Lists are left out first, and then what stands at the right.
#[test]
fn what_does_not_fit_is_left_out_and_named() {
    for call in ["gain --range 2 6", "grundy --upto 6 --summary", "coins table 3"] {
        // a character for each byte, without the lines below the table
        let columns_of = |text: &str| {
            let text = text.split("\ncommon").next().unwrap_or_default();
            text.trim_end().replace('√', "r")
        };
        let all = columns_of(&printed(call));
        let titles: Vec<&str> = all.lines().next().unwrap().split_whitespace().collect();
        // of each column with the blanks before it
        let places = titles.iter().scan(0, |end, title| {
            let start = *end;
            *end += all[*end..].find(title).unwrap() + title.len();
            Some(start..*end)
        });
        let places: Vec<Range<usize>> = places.collect();
        for columns in (20..160).step_by(7) {
            let output = command(call).env("COLUMNS", columns.to_string()).run().unwrap();
            let narrow = columns_of(&String::from_utf8(output.stdout).unwrap());
            let (table, named) = narrow.split_once("\ntoo narrow for").unwrap_or((narrow.trim_end(), ""));
            let named: Vec<&str> =
                named.split([',', ';', ' ', '\n']).filter(|word| !word.is_empty()).collect();
            assert_eq!(table.lines().count(), all.lines().count(), "{call}\n{narrow}");
            let length = |kept: &[usize]| kept.iter().map(|&column| places[column].len()).sum::<usize>();
            let mut kept: Vec<usize> = (0..titles.len()).collect();
            if length(&kept) > columns {
                kept.retain(|&column| !titles[column].contains('('));
            }
            while length(&kept) > columns {
                kept.pop();
            }
            for (row, whole) in table.lines().zip(all.lines()) {
                let cells = kept.iter().map(|&column| {
                    let Range { start, end } = places[column];
                    &whole[start.min(whole.len())..end.min(whole.len())]
                });
                assert_eq!(row, cells.collect::<String>().trim_end(), "{call} in {columns} columns");
            }
            let left_out = (0..titles.len()).filter(|column| !kept.contains(column));
            let left_out: Vec<&str> = left_out.map(|column| titles[column]).collect();
            match left_out[..] {
                [] => assert!(named.is_empty(), "{call}\n{narrow}"),
                _ => {
                    let has_all = ["--csv", "-", "has", "all"];
                    assert_eq!(named, [&left_out[..], &has_all].concat(), "{call}\n{narrow}");
                }
            }
        }
    }
    let narrow = command("gain --range 2 4").env("COLUMNS", "80").run().unwrap().stdout;
    assert!(String::from_utf8(narrow).unwrap().lines().next().unwrap().ends_with(" value_decimal"));
}
