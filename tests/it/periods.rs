//! Periods, and answers beyond every table: against the octal recurrence, and a sweep that goes as
//! far. `check` compares periods with a table.

use nimsweep::ask::ask;
use nimsweep::games::squares::{Grundy, GrundyRun, Interval, Lengths, Method, Placements, Position};
use nimsweep::internal::period_limit;
use nimsweep::number::Surd;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use serde_json::Value;

use crate::regions::subtraction;
use crate::support::{Random, printed, surd};

/// The octal game with digit 7 at s and s + 1 for each s, by sets of options.
fn octal_game(pieces: &[usize], count: usize) -> Vec<u32> {
    let mut values: Vec<u32> = vec![];
    for heap in 0..count {
        let mut reached = vec![false; 4 * heap + 4];
        for taken in pieces.iter().flat_map(|&s| [s, s + 1]).filter(|&taken| taken <= heap) {
            (0..=heap - taken).for_each(|left| {
                reached[(values[left] ^ values[heap - taken - left]) as usize] = true;
            });
        }
        values.push(reached.iter().position(|reached| !reached).unwrap() as u32);
    }
    values
}

/// A period is least, begins where it is said to, and holds as far as another method can see.
#[test]
fn a_proven_period_is_that_of_the_octal_game() {
    for (lengths, pieces, known, count) in [
        ("1", &[1][..], "170", 1500),
        ("1,3", &[1, 3], "500", 1500),
        ("1,5", &[1, 5], "80", 800),
        ("sqrt2,5sqrt2", &[1, 5], "80sqrt2", 400),
        ("1/2,3/2,5/2", &[1, 3, 5], "50", 400),
        ("1,4,7", &[1, 4, 7], "400", 1200),
    ] {
        let lengths: Lengths = lengths.parse().unwrap();
        let grundy = Grundy::new(&lengths, &surd(known)).unwrap().with_period();
        let period = grundy.period().unwrap_or_else(|| panic!("no period for {lengths}"));
        let unit = lengths.shortest() / &Surd::from(pieces[0] as u64);
        let whole = |length: &Surd| (length / &unit).as_rational().unwrap().to_integer().to_usize().unwrap();
        let (p, from) = (whole(&period.length), whole(&period.from));
        let values = octal_game(pieces, count);
        let holds = |p: usize, from: usize| (from..count - p).all(|n| values[n] == values[n + p]);
        assert!(holds(p, from), "{lengths}");
        assert!(from == 0 || values[from - 1] != values[from - 1 + p], "{lengths}: from {from}");
        assert!((1..p).all(|shorter| !holds(shorter, count / 2)), "{lengths}: {p} is not the least");
        for (n, &value) in values.iter().enumerate() {
            let inside = &unit * (Surd::from(n as u64) + surd("1/3"));
            assert_eq!(grundy.value_at(&inside), Ok(value), "g({inside}) for {lengths}");
        }
    }
}

/// The theorem needs g below 2N + 2p + M: nothing less proves a period, however long it was seen.
#[test]
fn a_period_is_proven_as_soon_as_the_theorem_allows_and_no_sooner() {
    for (lengths, unit, [p, from, longest]) in [
        ("1", "1", [12, 71, 1]),
        ("1,3", "1", [24, 142, 3]),
        ("1,5", "1", [18, 3, 5]),
        ("1,4,7", "1", [40, 30, 7]),
        // it begins inside a step, and the equal step one period later is wider
        ("2,10,17", "1", [36, 24, 17]),
        ("sqrt2,5sqrt2", "sqrt2", [18, 3, 5]),
    ] {
        let (list, unit): (Lengths, Surd) = (lengths.parse().unwrap(), surd(unit));
        let [length, from, longest] = [p, from, longest].map(|n| &unit * &Surd::from(n));
        let least = Surd::from(2) * (&from + &length) + longest;
        let far = Grundy::new(&list, &(Surd::from(2) * &least)).unwrap();
        let proven = |limit: &Surd| {
            let period = far.up_to(limit).unwrap().with_period().period().cloned();
            period.map(|period| (period.length, period.from))
        };
        assert_eq!(proven(&least), Some((length, from)), "{lengths} up to {least}");
        let rest = [surd("10^-30"), &unit / &Surd::from(2), unit];
        assert!(rest.iter().all(|rest| proven(&(&least - rest)).is_none()), "{lengths} below {least}");
        let continued = far.up_to(&least).unwrap().with_period().extended_to(far.limit());
        assert_eq!(continued.unwrap(), far, "{lengths} beyond {least}");
    }
    let first = |call: &str| printed(call).split(", which").next().unwrap().to_owned();
    assert!(first("period --lengths 1 --upto 167").starts_with("period 12 from 71 on"));
    assert_eq!(first("period --lengths 1 --upto 166"), "no period found up to 166");
    // Kayles as long as no piece of the other length fits
    assert_eq!(first("period --lengths 1,200 --upto 200"), "no period found up to 200");
    assert_eq!(first("period --lengths 1,200 --upto 366"), "no period found up to 366");
}

/// Beyond the search for a period g is computed, if there is none.
#[test]
fn segments_beyond_the_search_are_answered_without_a_period() {
    let value = |at: &str, lengths: &str| {
        let question = format!(r#"{{"command": "grundy", "at": "{at}", "lengths": "{lengths}"}}"#);
        ask(&question).unwrap().to_string()
    };
    // the same game in other units, and far from 20,000 of them
    for (at, lengths) in [("20001", "1,2"), ("40002", "2,4"), ("20001sqrt2", "sqrt2,2sqrt2")] {
        assert!(value(at, lengths).contains(" = 62, an N-position: the player to move wins\n"), "{lengths}");
    }
    let fine: Lengths = "1.0000001,1.7".parse().unwrap();
    let by_windows =
        GrundyRun::by_method(Method::Places, &fine, &surd("20")).unwrap().finish().value_at(&surd("20"));
    assert!(value("20", "1.0000001,1.7").contains(&format!(" = {},", by_windows.unwrap())));
}

/// Values and winning places at 10^100, from the octal recurrence and its period.
#[test]
fn segments_of_any_length_are_answered() {
    let lengths: Lengths = "1".parse().unwrap();
    let grundy = Grundy::new(&lengths, &surd("200")).unwrap().with_period();
    let values = octal_game(&[1], 400);
    let far = BigInt::from(10).pow(100);
    let value = |n: &BigInt| match n.to_usize() {
        Some(n) if n < 100 => values[n],
        _ => values[72 + ((n - 72_u32) % 12_u32).to_usize().unwrap()],
    };
    let segment = Surd::from(far.clone());
    assert_eq!(grundy.value_at(&segment), Ok(value(&far)));
    assert_eq!(grundy.value_at(&(&segment + surd("sqrt3"))), Ok(value(&(&far + 1_u32))));
    let y = &far - 1_u32;
    for (start, target) in
        [(BigInt::from(0), 0), (&far / 3_u32, 2), (&far - 15_u32, 3), (BigInt::from(65), 1)]
    {
        let part = [&start, &(&start + 14_u32)].map(|end: &BigInt| Surd::from(end.clone()));
        let placements = grundy.placements(&segment, target, Some(&part)).unwrap();
        let wins = |place: &Surd| placements[0].winning.iter().any(|interval| interval.contains(place));
        for n in 0..14_u32 {
            let n = &start + n;
            let at = value(&n) ^ value(&(&y - &n));
            assert_eq!(wins(&Surd::from(n.clone())), at == target && n <= y, "{n}");
            let inside = if n < y { Some(value(&n) ^ value(&(&y - &n - 1_u32))) } else { None };
            let between = Surd::from(n.clone()) + surd("1/2");
            assert_eq!(wins(&between), inside == Some(target), "{between}");
        }
    }
    // a sum of such segments is played on
    let position = Position::new(&lengths, [segment.clone(), &segment + surd("5"), surd("7")]).unwrap();
    let sum = position.value(&grundy).unwrap();
    assert_eq!(sum, value(&far) ^ value(&(&far + 5_u32)) ^ values[7]);
}

/// A part of a segment has the winning places that lie in it: the part begins or ends between,
/// inside, and at the ends of intervals that are open or closed.
#[test]
fn places_within_a_part_are_those_of_the_whole_in_it() {
    for (lengths, segment) in [("1", "12"), ("1,sqrt2", "11")] {
        let grundy = Grundy::new(&lengths.parse().unwrap(), &surd(segment)).unwrap();
        let segment = surd(segment);
        for target in 0..8 {
            for Placements { length, winning, .. } in grundy.placements(&segment, target, None).unwrap() {
                let rest = &segment - &length;
                let ends = winning.iter().flat_map(|interval| [&interval.start, &interval.end]).cloned();
                let mut places: Vec<Surd> = ends.chain([surd("0"), rest]).collect();
                places.sort();
                places.dedup();
                let middles = places.windows(2).map(|pair| (&pair[0] + &pair[1]) / Surd::from(2));
                places.extend(middles.collect::<Vec<_>>());
                let wins = |intervals: &[Interval], x: &Surd| intervals.iter().any(|part| part.contains(x));
                for (from, to) in places.iter().flat_map(|x| places.iter().map(move |y| (x, y))) {
                    let Ok(part) = grundy.placements(&segment, target, Some(&[from.clone(), to.clone()]))
                    else {
                        continue;
                    };
                    let part = part.into_iter().find(|part| part.length == length).unwrap().winning;
                    for x in &places {
                        let is_listed = from <= x && x <= to && wins(&winning, x);
                        assert_eq!(wins(&part, x), is_listed, "{x} of {from} to {to} for {lengths}");
                    }
                }
            }
        }
    }
}

/// Places of a long segment by its period are those of a sweep that goes as far.
#[test]
fn parts_of_long_segments_are_those_of_the_sweep() {
    for (lengths, known, long) in [("1", "170", "900"), ("1,5", "60", "801/2"), ("1/2,5/2", "60", "200")] {
        let lengths: Lengths = lengths.parse().unwrap();
        let long = surd(long);
        let swept = Grundy::new(&lengths, &long).unwrap();
        let known = Grundy::new(&lengths, &surd(known)).unwrap().with_period();
        assert!(known.period().is_some(), "{lengths}");
        for (from, to) in [
            ("0", "30"),
            ("100", "101"),
            ("150", "301"),
            ("380", "2000"),
            ("sqrt2*100", "sqrt3*100"),
            // the next whole number is N and a multiple of the period, for 1
            ("165/2", "84"),
            ("5000", "6000"),
        ] {
            let part = [from, to].map(surd);
            for target in 0..9 {
                assert_eq!(
                    known.placements(&long, target, Some(&part)),
                    swept.placements(&long, target, Some(&part)),
                    "{lengths}: {from} to {to}"
                );
            }
        }
        assert_eq!(known.moves_at(&long), swept.moves_at(&long));
    }
}

/// The search for a period goes as far as it gets in about a second, whatever the lengths are: by
/// what there is to compute, and not by a clock.
#[test]
fn a_default_limit_is_counted() {
    for (lengths, upto) in [
        ("1", "50000"),
        ("1,999", "50000"),
        ("1/2,sqrt2", "1950"),
        ("1,sqrt2", "4800"),
        ("1,60sqrt2", "5000"),
        // three times the longest length; five times as far as a second reaches at most
        ("1,20001", "60003"),
        ("1,6000sqrt2", "25000"),
        // a common measure that is too small for an octal game, and corners that are sorted
        ("1,1.01", "1800"),
        ("1,1.0000001", "1800"),
        ("17,19,23", "62900"),
    ] {
        assert_eq!(period_limit(&lengths.parse().unwrap()).to_string(), upto, "{lengths}");
    }
    let at_an_end = |lengths: &str| {
        let lengths: Lengths = lengths.parse().unwrap();
        period_limit(&all_at_an_end(lengths.as_slice())).to_string()
    };
    assert_eq!((at_an_end("1,7,10"), at_an_end("1,sqrt2,3")), ("1000000".to_owned(), "100000".to_owned()));
    let answer = |question: &str| {
        ask(question).map(|answer| serde_json::from_str::<Value>(&answer.to_json()).unwrap())
    };
    let late = r#"{"command": "period", "lengths": "10,40,121,161", "rule": "3"}"#;
    assert_eq!(answer(late).unwrap()["period"], "61291");
    // to these 1000 times the longest length would take minutes
    for (question, upto) in [
        (r#"{"command": "compare", "games": ["1,1.0000001", "1,2,3,4,5,6,7,8"]}"#, "1400"),
        (r#"{"command": "plot compare", "games": ["1,10^9", "1,sqrt2,3+sqrt8"]}"#, "2600"),
        (r#"{"command": "octal", "octal": "0.0000000000000000000000007"}"#, "88000"),
    ] {
        assert_eq!(answer(question).unwrap()["upto"], upto, "{question}");
    }
    // each value of these joins a thousand sets of nimbers
    let long = |upto: &str| {
        let code = "7".repeat(1000);
        answer(&format!(r#"{{"command": "octal", "octal": "0.{code}"{upto}}}"#)).unwrap()["upto"].clone()
    };
    assert_eq!([long(""), long(r#", "upto": 60"#)], ["7000", "60"]);
    let refusal = answer(r#"{"command": "period", "lengths": "1,10^9"}"#).unwrap_err().to_string();
    assert!(
        refusal.contains("no period can be seen below the longest length; give at least 1000000000"),
        "{refusal}"
    );
}

fn all_at_an_end(lengths: &[Surd]) -> Lengths {
    Lengths::with_rule(lengths.iter().cloned(), &["3".parse().unwrap()]).unwrap()
}

/// A period of a subtraction game is least, begins where it is said to, and holds.
#[test]
fn periods_of_subtraction_games_are_those_of_whole_numbers() {
    for (pieces, expected) in [
        (&[1, 3, 4][..], Some(7)),
        (&[2, 5, 7], Some(22)),
        (&[2, 3, 7], Some(5)),
        (&[5, 12, 17], Some(130)),
        (&[12, 29, 41], Some(756)),
        (&[3, 7, 8, 20], None),
        (&[2, 9, 11, 13], None),
        (&[4, 9], Some(13)),
        (&[4, 12], Some(8)),
    ] {
        let lengths = all_at_an_end(&pieces.iter().map(|&s| Surd::from(s as u64)).collect::<Vec<_>>());
        let grundy = Grundy::new(&lengths, &Surd::from(3000)).unwrap().with_period();
        let period = grundy.period().unwrap_or_else(|| panic!("no period for {lengths}"));
        let whole = |length: &Surd| length.as_rational().unwrap().to_integer().to_usize().unwrap();
        let (p, from) = (whole(&period.length), whole(&period.from));
        assert!(expected.is_none_or(|expected| (p, from) == (expected, 0)), "{lengths}: {p} from {from}");
        assert_eq!(whole(&period.seen_to), from + pieces[pieces.len() - 1]);
        let values = subtraction(pieces, 6000);
        let holds = |p: usize, from: usize| (from..values.len() - p).all(|n| values[n] == values[n + p]);
        assert!(holds(p, from) && (1..p).all(|shorter| !holds(shorter, 3000)), "{lengths}");
        assert!(from == 0 || values[from - 1] != values[from - 1 + p], "{lengths}: from {from}");
        // one window proves it, and nothing less
        let least = &period.seen_to + &period.length;
        let by = |limit: &Surd| Grundy::new(&lengths, limit).unwrap().with_period();
        assert_eq!(by(&least).period(), Some(period), "{lengths}");
        let less = by(&(least - Surd::from(1) / Surd::from(1000)));
        let is_by_steps = less.theorem().is_none();
        assert_eq!(less.period() == Some(period), !is_by_steps, "{lengths}");
    }
}

/// Two lengths a < b repeat from 0 on with 2a if b is an odd multiple of a, else with a + b; three
/// lengths a < b < c with b ≤ 2a and c ≤ a + b with a + c (Moriwaki, arXiv 2606.11658).
#[test]
fn subtraction_games_with_real_lengths_have_the_periods_of_the_literature() {
    let mut random = Random::new(24);
    let mut number = || {
        let [a, b, d] = [random.below(7), random.below(4), random.below(2)].map(|n| n as u64);
        (Surd::from(a + 1) + Surd::from(b) * surd("sqrt2")) / Surd::from(d + 1)
    };
    let period_of = |lengths: &[Surd]| {
        let limit = lengths.iter().fold(Surd::from(0), |sum, length| sum + length * &Surd::from(4));
        let grundy = Grundy::new(&all_at_an_end(lengths), &limit).unwrap().with_period();
        grundy.period().map(|period| (period.length.clone(), period.from.clone()))
    };
    let (mut pairs, mut odd, mut triples) = (0, 0, 0);
    while triples < 60 {
        let mut lengths = [number(), number(), number()];
        lengths.sort();
        let [a, b, c] = &lengths;
        if a == b || b == c {
            continue;
        }
        let ratio = b / a;
        let is_odd = ratio.as_rational().is_some_and(|q| q.is_integer() && q.to_integer().bit(0));
        let expected = if is_odd { a + a } else { a + b };
        assert_eq!(period_of(&lengths[..2]), Some((expected, Surd::from(0))), "{a}, {b}");
        (pairs, odd) = (pairs + 1, odd + usize::from(is_odd));
        if *b <= a + a && *c <= a + b {
            // the least period divides it
            let (period, from) = period_of(&lengths).unwrap();
            let times = (a + c) / period;
            assert!(times.as_rational().is_some_and(|times| times.is_integer()), "{times} for {a}, {b}, {c}");
            assert_eq!(from, Surd::from(0));
            triples += 1;
        }
    }
    assert!(pairs > 100 && odd > 0, "{pairs}, {odd}");
}

/// No period is known for {1, 1 + √2, 2 + √2}, and the next values of the sets of whole numbers
/// that come near it grow.
#[test]
fn a_subtraction_game_without_a_period() {
    let lengths = ["1", "1+sqrt2", "2+sqrt2"].map(surd);
    let grundy = Grundy::new(&all_at_an_end(&lengths), &surd("800")).unwrap();
    assert_eq!(grundy.steps().len(), 1473);
    assert_eq!(grundy.with_period().period(), None);
}

/// With one digit 7 the short window that is enough for digits 3 proves nothing: 1 with the digit 7
/// and 2 with the digit 3 are Kayles, which repeats itself for a while before its last exception.
#[test]
fn a_window_that_is_enough_for_digits_3_is_not_for_both_digits() {
    let values = octal_game(&[1], 500);
    let lengths = crate::certificates::with_rule("1,2", "7,3");
    for upto in 10..=170 {
        let grundy = Grundy::new(&lengths, &surd(&upto.to_string())).unwrap().with_period();
        let Some(period) = grundy.period() else { continue };
        let [length, from] = [&period.length, &period.from].map(|number| number.to_f64().unwrap() as usize);
        assert!((from..400).all(|n| values[n] == values[n + length]), "{length} from {from}, up to {upto}");
    }
}

/// With several roots keys end sooner than the limits do that count seconds.
#[test]
fn what_is_not_asked_for_lies_within_the_keys() {
    for (call, says) in [
        ("period --lengths sqrt5,sqrt7,sqrt11,sqrt13", "keys are\n  too short for longer ones"),
        ("period --lengths sqrt5,sqrt7,sqrt11 --rule 3", "period √5+√11 from 0 on"),
        ("moves 10^9 --lengths sqrt5,sqrt7,sqrt11 --rule 3", "a P-position"),
        ("play 10^9 --once --lengths sqrt5,sqrt7,sqrt11", "a winning move: length √5"),
        ("compare 1,sqrt2 1,sqrt2,sqrt3,sqrt5", "they differ first at L = 3+√2"),
    ] {
        let text = printed(call);
        assert!(text.contains(says), "{call}: {text}");
    }
}
