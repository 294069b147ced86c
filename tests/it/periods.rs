//! Periods, and answers beyond every table: against the octal recurrence, and a sweep that goes as
//! far. `check` compares periods with a table.

use nimsweep::ask::{ask, period_limit};
use nimsweep::games::squares::{Grundy, GrundyRun, Lengths, Position};
use nimsweep::number::Surd;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use serde_json::Value;

use crate::support::surd;

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

/// Beyond the search for a period g is computed, if there is none.
#[test]
fn segments_beyond_the_search_are_answered_without_a_period() {
    let value = |at: &str, lengths: &str| {
        let question = format!(r#"{{"command": "grundy", "at": "{at}", "lengths": "{lengths}"}}"#);
        ask(&question).unwrap().to_string()
    };
    // the same game in other units, and far from 20,000 of them
    for (at, lengths) in [("20001", "1,2"), ("40002", "2,4"), ("20001sqrt2", "sqrt2,2sqrt2")] {
        assert!(value(at, lengths).ends_with(" = 62, an N-position: the player to move wins"), "{lengths}");
    }
    let fine: Lengths = "1.0000001,1.7".parse().unwrap();
    let by_windows = GrundyRun::by_windows(&fine, &surd("20")).unwrap().finish().value_at(&surd("20"));
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
        let placements = grundy.placements(&segment, target, Some([&part[0], &part[1]])).unwrap();
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
            ("5000", "6000"),
        ] {
            let [from, to] = [from, to].map(surd);
            for target in 0..9 {
                let within = Some([&from, &to]);
                assert_eq!(
                    known.placements(&long, target, within),
                    swept.placements(&long, target, within),
                    "{lengths}: {from} to {to}"
                );
            }
        }
        assert_eq!(known.moves_at(&long), swept.moves_at(&long));
    }
}

/// Every period is looked for from the longest length on, and far enough to prove a short one.
#[test]
fn long_pieces_have_a_limit_that_is_long_enough() {
    let period = |lengths: &str| {
        let answer = ask(&format!(r#"{{"command": "period", "lengths": "{lengths}"}}"#));
        answer
            .map(|answer| serde_json::from_str::<Value>(&answer.to_json()).unwrap())
            .map_err(|e| e.to_string())
    };
    for (lengths, upto) in [
        ("1", "20000"),
        ("1,999", "20000"),
        ("1,1001", "20020"),
        ("1,20001", "400020"),
        ("1,1.41421", "141421/5000"),
        ("1,1000001/1000000", "1000001/50000"),
        ("1,sqrt2", "1000"),
        ("1,60sqrt2", "1200*sqrt(2)"),
    ] {
        assert_eq!(period_limit(&lengths.parse().unwrap()).to_string(), upto, "{lengths}");
    }
    for (lengths, upto) in [("1,1.41421", "141421/5000"), ("1,60sqrt2", "1200*sqrt(2)")] {
        assert_eq!(period(lengths).unwrap()["upto"], upto);
    }
    // the answer would take days
    for lengths in ["1,10^9", "1,6000sqrt2"] {
        let error = period(lengths).unwrap_err();
        assert!(error.contains("a search would take days; give a limit of at least "), "{error}");
    }
}
