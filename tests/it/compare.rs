//! Two games beside each other, against their two tables read step by step.

use nimsweep::ask::ask;
use nimsweep::number::Surd;
use num_traits::ToPrimitive;
use serde_json::{Value, json};

use crate::support::{Random, object, printed, refusal, surd, unwrapped};

fn asked(question: &Value) -> Value {
    serde_json::from_str(&ask(&question.to_string()).unwrap().to_json()).unwrap()
}

/// The starts and values of the steps of a game.
fn steps(lengths: &str, rule: &str, upto: &str) -> Vec<(Surd, u64)> {
    let table = asked(&json!({ "command": "grundy", "upto": upto, "lengths": lengths, "rule": rule }));
    let step = |row: &Value| (surd(row["start"].as_str().unwrap()), row["value"].as_u64().unwrap());
    table["intervals"].as_array().unwrap().iter().map(step).collect()
}

fn value(steps: &[(Surd, u64)], at: &Surd) -> u64 {
    steps[steps.partition_point(|(start, _)| start <= at) - 1].1
}

/// Compares an answer with the tables; returns whether the games differ and whether that is
/// proven.
fn check(games: [&str; 2], rules: [&str; 2], upto: &str) -> [bool; 2] {
    let question = json!({ "command": "compare", "games": games, "rule": rules, "upto": upto });
    let answer = asked(&question);
    let end = surd(upto);
    // a difference may be found where the periods decide
    let last = answer["at"].as_str().map_or_else(|| end.clone(), |at| surd(at).max(end.clone()));
    let tables = [0, 1].map(|game| steps(games[game], rules[game], &last.to_string()));
    let mut starts: Vec<Surd> = tables.iter().flatten().map(|(start, _)| start.clone()).collect();
    starts.sort();
    starts.dedup();
    let values = |at: &Surd| [0, 1].map(|game| value(&tables[game], at));
    let first = starts.iter().find(|at| values(at)[0] != values(at)[1]).cloned();
    assert_eq!(answer["at"].as_str().map(surd), first, "{question}");
    starts.retain(|start| *start < end);
    starts.push(end.clone());
    let number = |surd: &Surd| surd.to_f64().unwrap();
    let differing = starts.windows(2).filter(|pair| values(&pair[0])[0] != values(&pair[0])[1]);
    let share: f64 =
        differing.clone().map(|pair| number(&pair[1]) - number(&pair[0])).sum::<f64>() / number(&end);
    let exact = differing.map(|pair| &pair[1] - &pair[0]).sum::<Surd>() / &end;
    assert_eq!(answer["differing_exact"], exact.to_string(), "{question}");
    assert_eq!(answer["differing"], exact.to_decimal(8), "{question}");
    let told: f64 = answer["differing"].as_str().unwrap().parse().unwrap();
    assert!((share - told).abs() < 2e-8, "{question}: {share} {told}");
    let Some(first) = &first else {
        assert!(answer["values"].is_null() && answer["move"].is_null(), "{answer}");
        return [false, answer["proven"] == true];
    };
    assert_eq!((&answer["values"], &answer["proven"]), (&json!(values(first)), &json!(false)), "{question}");
    let step = &answer["move"];
    let [at, length, place] = ["at", "length", "place"].map(|key| surd(step[key].as_str().unwrap()));
    let game = step["game"].as_u64().unwrap() as usize - 1;
    // the other game has that value there, and so no such move
    assert_eq!(values(&at), values(first), "{answer}");
    assert_eq!(
        (values(&at)[1 - game], step["left"].as_u64()),
        (values(first)[1 - game], Some(values(&at)[1 - game]))
    );
    let left = [&place, &(at - &length - &place)].map(|part| value(&tables[game], part));
    assert_eq!(Some(left[0] ^ left[1]), step["left"].as_u64(), "{question}: {answer}");
    [true, false]
}

#[test]
fn random_pairs_are_compared_as_their_tables_say() {
    let mut random = Random::new(7171);
    let (mut cases, mut same, mut proven) = (0, 0, 0);
    while cases < 200 {
        let root = ["sqrt2", "sqrt3", "sqrt5", "1.5"];
        let mut game = || {
            let root = root[random.below(4)];
            let count = 1 + random.below(3);
            let lengths = (0..count).map(|_| match random.below(3) {
                0 => format!("{}", 1 + random.below(6)),
                1 => format!("{}*{root}", 1 + random.below(2)),
                _ => format!("{}+{root}", random.below(3)),
            });
            (lengths.collect::<Vec<_>>().join(","), ["3", "7"][random.below(2)])
        };
        let [first, second] = [game(), game()];
        let is_read = |lengths: &str| lengths.parse::<nimsweep::games::squares::Lengths>().is_ok();
        if !is_read(&first.0) || !is_read(&second.0) {
            continue;
        }
        let upto = ["30", "20+sqrt2", "41/2"][random.below(3)];
        let [differs, _] = check([&first.0, &second.0], [first.1, second.1], upto);
        same += usize::from(!differs);
        cases += 1;
    }
    // games that are the same for a while, and forever
    for [first, second] in [
        ["1,3", "1,3,5"],
        ["1", "1,3"],
        ["1,2", "1,2,4"],
        ["2", "2,6"],
        ["1,4", "1,4,9"],
        ["1,sqrt2", "1,sqrt2"],
    ] {
        for upto in ["5", "20", "100"] {
            let [differs, is_proven] = check([first, second], ["3", "3"], upto);
            same += usize::from(!differs);
            proven += usize::from(is_proven);
            if is_proven {
                assert!(!check([first, second], ["3", "3"], "700")[0], "{first} and {second}");
            }
        }
    }
    assert!(same > 10 && proven > 8, "{same} {proven}");
}

#[test]
fn sentences_say_what_is_known() {
    for (call, says) in [
        ("compare 1,sqrt2 1,sqrt2", "no difference up to 1000√2, as both games are the same"),
        ("compare 1 1,1/2 --upto 1/4", "no difference up to 1/4, which proves nothing"),
        ("compare --rule 3 1,3 1,3,5", "and by their periods none at any length"),
        ("compare 1 1,50 --rule 3 --upto 45", "they differ first at L = 50"),
        ("explain 4 --within 3.5 5", "no piece has its left end there; the value is 4"),
        ("explain 4 --within 0 4", "only places in that part are listed; the value is 4"),
        ("explain 1/2", "no piece fits; the value is 0"),
        ("explain 5 --rule 3", "no move leaves 0, so the value is 0"),
    ] {
        let text = unwrapped(&printed(call));
        assert!(text.contains(says), "{call}: {text}");
    }
    // g differs from 3 + √2 up to 9/2
    let question = json!({ "command": "compare", "games": ["1,sqrt2", "1,3/2"], "upto": 5, "digits": 80 });
    let share = (surd("9/2") - surd("3+sqrt2")) / surd("5");
    assert_eq!(asked(&question)["differing"], share.to_decimal(80));
}

/// By hand, or from tables of both games.
#[test]
fn shares_are_exact_and_their_decimals_proven() {
    for (games, rule, upto, digits, exact, decimal) in [
        (["1/3,1", "1/3,2/3"], "3", "4/3", 0, "1/2", "1"),
        (["1/6", "1/6,1/3"], "3", "4/3", 0, "1/2", "1"),
        (["1/3,1", "1/3,2/3"], "7", "512/9", 8, "467/512", "0.91210938"),
        (["1,sqrt2", "1,3/2"], "7", "5", 3, "(3-2*sqrt(2))/10", "0.017"),
        // they differ from 1 + √2 to 1 + √3, and 5/2 lies between; their periods decide further on
        (["1,sqrt2", "1,sqrt3"], "3", "5/2", 3, "(3-2*sqrt(2))/5", "0.034"),
        (["1,sqrt2", "1,sqrt2"], "7", "5", 3, "0", "0.000"),
    ] {
        let question =
            json!({ "command": "compare", "games": games, "rule": [rule], "upto": upto, "digits": digits });
        let answer = asked(&question);
        assert_eq!([&answer["differing"], &answer["differing_exact"]], [decimal, exact], "{question}");
    }
    // where the ends lie in two fields, the share has two roots
    let question = json!({ "command": "compare", "games": ["1,sqrt2", "1,sqrt3"], "upto": 7, "digits": 60 });
    let answer = asked(&question);
    assert_eq!(answer["differing_exact"], "(-3*sqrt(2)+3*sqrt(3))/7", "{answer}");
    let tables = ["1,sqrt2", "1,sqrt3"].map(|lengths| steps(lengths, "7", "7"));
    let mut ends: Vec<Surd> =
        tables.iter().flatten().map(|(start, _)| start.clone()).chain([surd("7")]).collect();
    ends.sort();
    let near = |end: &Surd| surd(&end.to_decimal(70));
    let differing = ends.windows(2).filter(|pair| value(&tables[0], &pair[0]) != value(&tables[1], &pair[0]));
    let sum: Surd = differing.map(|pair| near(&pair[1]) - near(&pair[0])).sum();
    assert_eq!(answer["differing"], (sum / surd("7")).to_decimal(60));
    for (call, says) in [
        ("compare 1,sqrt2 1,1.4142135623 --upto 6", "they differ on a share of less than 0.00000001 of all"),
        (
            "compare 1/6 1/6,1/3 --rule 3 --upto 4/3 --digits 0",
            "on a share of between 0 and 1 of all lengths",
        ),
    ] {
        let text = unwrapped(&printed(call));
        assert!(text.contains(says), "{call}: {text}");
    }
}

#[test]
fn what_cannot_be_compared_is_refused_in_a_line() {
    for (call, says) in [
        ("compare 1", "compare needs two games"),
        ("compare 1 2 3", "compare needs two games"),
        ("compare 1 2 --rule 3 --rule 3 --rule 7", "--rule: give two, one for each game"),
        ("compare 1 2 --upto -1", "negative"),
        ("compare 1 2 --rule 5", "--rule"),
        ("explain 5000", "there are 125580 rows, and at most 5000 are listed"),
    ] {
        let line = refusal(call);
        assert!(line.contains(says), "{call}: {line}");
    }
}

#[test]
fn a_rule_may_be_words() {
    for (words, digits) in [("ends", "3"), ("anywhere", "7"), ("ends,anywhere", "3,7"), ("7,ends", "73")] {
        for call in ["grundy 6", "period --upto 100", "moves 5 6", "play 5 --once", "plot grundy --upto 9"] {
            let [said, meant] = [words, digits].map(|rule| object(&format!("{call} --rule {rule}")));
            assert_eq!(said, meant, "{call} --rule {words}");
        }
    }
    let [said, meant] = ["--rule anywhere --rule ends", "--rule 7 --rule 3"]
        .map(|rule| object(&format!("compare 1,sqrt2 1,sqrt2 {rule}")));
    assert_eq!(said, meant);
}
