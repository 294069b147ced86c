//! Lengths with a common measure are octal games: computed as such, with the steps that the windows
//! of corners find.

use nimsweep::games::octal::Values;
use nimsweep::games::squares::{Digit, Grundy, GrundyRun, Lengths, Method, Piece, Step};
use nimsweep::number::Surd;
use proptest::prelude::*;

/// OEIS A002186, Kayles (0.77), from n = 0 on.
const KAYLES: [u32; 105] = [
    0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8, 5, 4, 7, 2, 1, 8, 6,
    7, 4, 1, 2, 3, 1, 4, 7, 2, 1, 8, 2, 7, 4, 1, 2, 8, 1, 4, 7, 2, 1, 4, 2, 7, 4, 1, 2, 8, 1, 4, 7, 2, 1, 8,
    6, 7, 4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7, 4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7, 4, 1, 2, 8, 1, 4, 7, 2, 1,
];

/// OEIS A071074, Double Kayles (0.7777), from n = 0 on.
const DOUBLE_KAYLES: [u32; 90] = [
    0, 1, 2, 3, 4, 5, 6, 7, 3, 2, 8, 9, 7, 6, 5, 4, 3, 2, 8, 9, 4, 5, 12, 13, 9, 8, 2, 3, 4, 5, 15, 14, 3, 2,
    8, 9, 7, 6, 5, 4, 3, 2, 8, 9, 13, 12, 15, 14, 9, 8, 2, 3, 4, 5, 16, 17, 10, 11, 8, 9, 14, 15, 5, 4, 3, 2,
    16, 17, 13, 12, 15, 14, 9, 8, 2, 3, 4, 5, 6, 7, 3, 2, 8, 9, 14, 15, 5, 4, 3, 2,
];

fn grown(lengths: &str, limit: &str) -> GrundyRun {
    let mut growing = GrundyRun::new(&lengths.parse().unwrap(), &limit.parse().unwrap()).unwrap();
    while growing.advance() {}
    growing
}

/// G(0), G(1), … G(last).
fn values(lengths: &str, last: u64) -> Vec<u32> {
    let lengths: Lengths = lengths.parse().unwrap();
    let unit = lengths.common_measure().unwrap();
    let grundy = Grundy::new(&lengths, &(&unit * &Surd::from(last))).unwrap();
    (0..=last).map(|n| grundy.value_at(&(&unit * &Surd::from(n))).unwrap()).collect()
}

/// Everything that can be asked of g is the same by both ways.
fn assert_same(lengths: &Lengths, limit: &Surd) {
    let octal = Grundy::new(lengths, limit).unwrap();
    let windows = GrundyRun::by_method(Method::Places, lengths, limit).unwrap().finish();
    assert_eq!(octal, windows, "{lengths} to {limit}");
    let counts = |grundy: &Grundy| (grundy.steps().len(), grundy.corners(), grundy.largest_nimber());
    assert_eq!(counts(&octal), counts(&windows), "{lengths} to {limit}");
    assert!(octal.intervals().eq(windows.intervals()), "{lengths} to {limit}");
}

#[test]
fn kayles_and_double_kayles_have_their_published_values() {
    assert_eq!(values("1", 104), KAYLES);
    assert_eq!(values("2/3", 104), KAYLES);
    assert_eq!(values("1,3", 89), DOUBLE_KAYLES);
    assert_eq!(values("sqrt2,3sqrt2", 89), DOUBLE_KAYLES);
}

/// The formula of A071074: for k = Kayles(n), the values at 2n and 2n + 1 are 2k and 2k + 1 in this
/// order if k is one of 0, 2, 5, 7 and n is even, or neither; else in the other order.
#[test]
fn double_kayles_is_kayles_doubled() {
    let (kayles, double) = (values("1", 1000), values("1,3", 2001));
    for (n, kayles) in kayles.iter().enumerate() {
        let ascends = [0, 2, 5, 7].contains(kayles) == (n % 2 == 0);
        let (even, odd) = (2 * kayles + u32::from(!ascends), 2 * kayles + u32::from(ascends));
        assert_eq!(double[2 * n..2 * n + 2], [even, odd], "n = {n}");
    }
}

#[test]
fn both_ways_find_the_same_steps() {
    for (lengths, limit) in [
        ("1", "3000"),
        ("1,2", "6000"),
        ("1,4", "4000"),
        ("2,7", "3000"),
        ("4,6", "5001"),
        ("1,7,30", "2000"),
        ("2,3,4,5", "2000"),
        ("1,100", "3000"),
        ("5/6,7/4", "299"),
        // limits between two multiples of u, of u's field and of others
        ("1,3", "sqrt2"),
        ("1,3", "500sqrt2"),
        ("sqrt2,2sqrt2", "1000"),
        ("sqrt2,3sqrt2/2", "99sqrt2/2"),
        ("1+sqrt2,3+3sqrt2", "300sqrt3"),
        ("sqrt5-2,3sqrt5-6", "20"),
        // no piece fits, or one just fits
        ("2,3", "0"),
        ("2,3", "3/2"),
        ("2,3", "2"),
        // steps are rare among the multiples, or come to be dense late
        ("300001/100000,3", "200"),
        ("1000,1001", "20000"),
        ("17,19,23", "5000"),
        ("31,37", "9000"),
        // another mask makes few values rare later
        ("1,69,98", "2000"),
        // Kayles up to 300, long after it would have repeated forever
        ("1,300", "700"),
    ] {
        assert_same(&lengths.parse().unwrap(), &limit.parse().unwrap());
    }
}

proptest! {
    #![proptest_config(crate::property::cases(60))]

    #[test]
    fn both_ways_agree_for_any_lengths(
        quotients in proptest::collection::btree_set(1_i64..25, 1..5),
        unit in prop::sample::select(vec!["1", "2/3", "sqrt2", "(3+sqrt5)/7", "10"]),
        limit in 0_i64..4000,
    ) {
        let unit: Surd = unit.parse().unwrap();
        let lengths = Lengths::new(quotients.iter().map(|&q| &unit * &Surd::from(q))).unwrap();
        assert_same(&lengths, &(&unit * &(Surd::from(limit) / Surd::from(7))));
    }
}

/// A length as long as the whole line: the sets of its sums are kept from the first one on.
#[test]
fn a_length_of_thousands_of_units_is_no_panic() {
    assert_same(&"1,2,3000".parse().unwrap(), &"3100".parse().unwrap());
    let long = grown("1,2,9000", "9010").finish();
    let short = grown("1,2", "8999").finish();
    assert_eq!(long.up_to(short.limit()).unwrap().steps(), short.steps());
}

#[test]
fn winning_moves_and_maxima_are_the_same_by_both_ways() {
    let (lengths, limit): (Lengths, Surd) = ("1,5/2".parse().unwrap(), "60".parse().unwrap());
    let octal = Grundy::new(&lengths, &limit).unwrap();
    let windows = GrundyRun::by_method(Method::Places, &lengths, &limit).unwrap().finish();
    let [from, to]: [Surd; 2] = ["20", "121/2"].map(|end| end.parse().unwrap());
    let to = to.min(limit);
    let maxima = [&octal, &windows].map(|grundy| grundy.maximum(&from, &to).unwrap());
    assert_eq!((&maxima[0].at, &maxima[0].value), (&maxima[1].at, &maxima[1].value));
    for at in ["7", "151/4", "59"] {
        let at: Surd = at.parse().unwrap();
        let moves = [&octal, &windows].map(|grundy| format!("{:?}", grundy.moves_at(&at).unwrap()));
        assert_eq!(moves[0], moves[1], "{at}");
    }
}

#[test]
fn codes_periods_and_values_are_those_of_the_table() {
    let table = csv::ReaderBuilder::new().comment(Some(b'#')).from_path("data/octal.csv");
    let mut periodic = 0;
    for row in table.unwrap().records() {
        let row = row.unwrap();
        let grundy = grown(&row[0].replace(' ', ","), "7999").finish().with_period();
        let text = |number: Option<&Surd>| number.map_or_else(String::new, Surd::to_string);
        assert_eq!(text(grundy.period().map(|period| &period.length)), row[3], "{row:?}");
        assert_eq!(text(grundy.period().map(|period| &period.from)), row[4], "{row:?}");
        periodic += usize::from(grundy.period().is_some());
        assert_eq!(grundy.lengths().octal_code().as_deref(), Some(&row[1]), "{row:?}");
        assert_eq!(grundy.largest_nimber().to_string(), row[2], "{row:?}");
    }
    assert_eq!(periodic, 6);
}

/// Against the sweep, which has so few steps here that no octal game takes over.
#[test]
fn codes_of_any_digits_are_those_of_the_sweep() {
    for lengths in [&[1][..], &[1, 2], &[2, 3], &[1, 3, 4]] {
        for choice in 0..1_usize << lengths.len() {
            let digit = |place| [Digit::AtAnEnd, Digit::Anywhere][choice >> place & 1];
            let piece =
                |(place, &length): (usize, &i64)| Piece { length: length.into(), digit: digit(place) };
            let lengths = Lengths::new(lengths.iter().enumerate().map(piece)).unwrap();
            let code = lengths.octal_code().unwrap();
            let mut values = Values::new(code.parse().unwrap());
            while values.advance(40) {}
            let grundy = Grundy::new(&lengths, &Surd::from(40)).unwrap();
            for (n, &value) in (0..).zip(values.as_slice()) {
                assert_eq!(grundy.value_at(&Surd::from(n)), Ok(value), "{n} of {code}");
            }
        }
    }
}

/// The steps below a limit, as a run keeps them.
fn kept(lengths: &str, limit: &str) -> Vec<Step> {
    grown(lengths, limit).steps().collect()
}

#[test]
fn a_run_resumes_from_any_of_its_steps() {
    for (lengths, limit) in [("1", "300"), ("1,2", "15000"), ("3/2,7/2", "900"), ("1,40", "400")] {
        let steps = kept(lengths, limit);
        let (set, end) = (lengths.parse().unwrap(), limit.parse().unwrap());
        for known in [0, 1, 2, 10, 70, 150, steps.len() - 1, steps.len()] {
            let known = steps[..known.min(steps.len())].to_vec();
            let mut resumed = GrundyRun::resume(Method::Fastest, &set, &end, &known).unwrap();
            while resumed.advance() {}
            assert!(resumed.steps().eq(steps.iter().cloned()), "{lengths}");
        }
    }
}

#[test]
fn forged_steps_are_refused() {
    for (lengths, limit) in [("1", "300"), ("1,2", "600"), ("1,2", "13000")] {
        let steps = kept(lengths, limit);
        let (set, end): (Lengths, Surd) = (lengths.parse().unwrap(), limit.parse().unwrap());
        // more than pieces that fit, and more than memory has bits for
        for value in [u32::MAX, 1 << 30, 1 << 14] {
            let mut forged = steps.clone();
            let last = forged.len() - 1;
            forged[last - 1].value = value;
            assert!(GrundyRun::resume(Method::Fastest, &set, &end, &forged).is_err(), "{lengths}, {value}");
        }
        for every in [2, 5, 11] {
            let mut forged = steps.clone();
            let last = forged.len() - 1;
            for index in (1..last).filter(|index| index % every == 1) {
                let near = [forged[index - 1].value, forged[index].value, forged[index + 1].value];
                forged[index].value = (0..).find(|value| !near.contains(value)).unwrap();
            }
            assert!(
                GrundyRun::resume(Method::Fastest, &set, &end, &forged).is_err(),
                "{lengths}, every {every}"
            );
        }
    }
}

/// Values that no move leaves, but that are not the least of these. Each has high bits of its own,
/// so that the xor of two of them is not the value of another number.
#[test]
fn values_that_are_too_great_are_refused() {
    let (lengths, limit) = ("1,2".parse().unwrap(), "13000".parse().unwrap());
    let steps = kept("1,2", "13000");
    let is_refused = |offset: usize| {
        let mut forged = steps.clone();
        let some = forged.iter_mut().rev().skip(1 + offset).step_by(40).take(20);
        some.zip(1..).for_each(|(step, number)| step.value += 512 * number);
        GrundyRun::resume(Method::Fastest, &lengths, &limit, &forged).is_err()
    };
    // values are recomputed at some places, which an edit may miss
    assert!((0..20).any(is_refused));
}
