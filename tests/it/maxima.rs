//! Maxima of the gain against other methods: all zeros of e' as roots of its numerator by Sturm's
//! theorem, probes at many places, and polynomials evaluated at the ends of their intervals.

use itertools::Itertools;
use num_traits::{One, ToPrimitive, Zero};
use proptest::prelude::*;

use nimsweep::algebraic::{Algebraic, Polynomial};
use nimsweep::games::squares::{
    GainCurve, GainForm, GainPiece, GainTerm, Grundy, Lengths, Maxima, Maximum, MaximumKind,
};
use nimsweep::number::Surd;
use serde_json::Value;

use crate::support::{object, printed, surd};

fn curve(lengths: &str, from: &str, to: &str) -> GainCurve {
    let lengths: Lengths = lengths.parse().unwrap();
    let to = surd(to);
    Grundy::new(&lengths, &to).unwrap().gain_curve(&surd(from), &to).unwrap()
}

/// L − s, and W(L − s)/(L − s) as a fraction. If W is proportional, it is defined at L = s, too,
/// without a denominator that could vanish.
fn rest_and_probability(term: &GainTerm) -> (Polynomial, (Polynomial, Polynomial)) {
    let (rest, slope) = (Polynomial::with_root(&term.length), Polynomial::constant(term.slope.into()));
    let probability = match term.offset.is_zero() {
        true => (slope, Polynomial::constant(Surd::one())),
        false => (&(&slope * &rest) + &Polynomial::constant(term.offset.clone()), rest.clone()),
    };
    (rest, probability)
}

/// A polynomial with the roots of e' on the piece: Σ (m·(L − s)² − c·s) Π_{t ≠ s} (L − t)².
fn derivative_numerator(form: &GainForm) -> Polynomial {
    let rests = form.terms.iter().map(|term| rest_and_probability(term).0);
    let squares = rests.map(|rest| &rest * &rest).collect_vec();
    let summands = form.terms.iter().enumerate().map(|(index, term)| {
        let own = &(&Polynomial::constant(term.slope.into()) * &squares[index])
            - &Polynomial::constant(&term.offset * &term.length);
        let others = squares.iter().enumerate().filter(|&(other, _)| other != index);
        others.fold(own, |product, (_, square)| &product * square)
    });
    summands.fold(Polynomial::default(), |sum, summand| &sum + &summand)
}

/// The sign of e' at a place of a piece: its numerator has a positive denominator.
fn slope(piece: &GainPiece, place: &Surd) -> Surd {
    derivative_numerator(&piece.form).evaluate(place)
}

/// A value by 80 decimals.
fn by_decimals(value: &Algebraic) -> Surd {
    surd(&value.to_decimal(80))
}

/// All local maxima inside a piece, with their values, by the roots of the numerator of e'. Near a
/// zero of e' the square of the distance counts.
fn inside(piece: &GainPiece) -> Vec<(Algebraic, Surd)> {
    let zeros = Algebraic::roots_of(&derivative_numerator(&piece.form));
    let zeros = zeros.into_iter().filter(|zero| *zero > piece.start && *zero < piece.end).collect_vec();
    let ends = |i: usize| {
        // rational places between this zero and its neighbours
        let near = |zero: &Algebraic, sign: i64| surd(&zero.to_decimal(60)) + surd("10^-50") * sign;
        [near(&zeros[i], -1), near(&zeros[i], 1)]
    };
    let is_maximum = |i: &usize| {
        let [left, right] = ends(*i);
        slope(piece, &left).is_positive() && slope(piece, &right).is_negative()
    };
    let maxima = (0..zeros.len()).filter(is_maximum);
    let value = |i: usize| piece.form.value_at(&surd(&zeros[i].to_decimal(60)));
    maxima.map(|i| (zeros[i].clone(), by_decimals(&value(i).into()))).collect()
}

/// All local maxima of a curve over one field, by falling value, then by place.
fn all_maxima(curve: &GainCurve) -> Vec<(Algebraic, Surd)> {
    let pieces = curve.pieces().collect_vec();
    let mut maxima = pieces.iter().flat_map(inside).collect_vec();
    let tiny = surd("10^-12");
    for (index, piece) in pieces.iter().enumerate() {
        // e at a place and very near to it on both sides; pieces are longer than that
        let mut ends = vec![(&piece.start, index.checked_sub(1), Some(index))];
        if index + 1 == pieces.len() {
            ends.push((&piece.end, Some(index), None));
        }
        for (place, left, right) in ends {
            let value = piece.form.value_at(place);
            let below = |piece: Option<usize>, near: Surd| {
                piece.is_none_or(|piece| pieces[piece].form.value_at(&near) <= value)
            };
            if below(left, place - &tiny) && below(right, place + &tiny) {
                maxima.push((place.clone().into(), by_decimals(&value.into())));
            }
        }
    }
    maxima.sort_by(|(p, v), (q, w)| w.cmp(v).then_with(|| p.cmp(q)));
    maxima
}

/// The local maxima as the library finds them.
fn found(curve: &GainCurve, count: usize) -> Vec<(Algebraic, Surd)> {
    let of = |Maximum { at, value, .. }: Maximum| (at, by_decimals(&value));
    curve.local_maxima(count).into_iter().map(of).collect()
}

#[test]
fn local_maxima_are_those_of_all_pieces() {
    for (lengths, from, to) in [
        ("1,sqrt2", "2", "14"),
        ("1", "2", "15"),
        ("1,100", "230", "238"),
        ("1,3/2", "4", "12"),
        ("23/2,17", "40", "80"),
        ("2,3,7", "9", "25"),
        ("1,(1+sqrt5)/2", "3+sqrt5", "12"),
        // more local maxima than asked for are too near to be told from each other by floats alone
        ("3,11,21", "117/4", "42"),
        ("1/2,7,29/2", "17", "99/4"),
        // the greatest value is at the start of a block of pieces
        ("1/2,3/2,9/2", "61/4", "103/4"),
        ("3,4,8", "43/2", "83/2"),
    ] {
        let curve = curve(lengths, from, to);
        let expected = all_maxima(&curve);
        assert!(!expected.is_empty(), "{lengths}");
        for count in [1, 2, 3, 7, 10_000] {
            let found = found(&curve, count);
            assert_eq!(found, expected[..count.min(expected.len())], "{count} for {lengths}");
        }
        let maxima = curve.maxima();
        let tied = expected.iter().take_while(|(_, value)| *value == expected[0].1).count();
        let first = (maxima.first.at.clone(), by_decimals(&maxima.first.value));
        assert_eq!(first, expected[0], "{lengths}");
        assert_eq!(maxima.others.len() + 1, tied, "{lengths}");
    }
}

proptest! {
    #![proptest_config(crate::property::cases(24))]
    #[test]
    fn maxima_of_random_lengths_are_those_of_all_pieces(
        lengths in prop::collection::btree_set(1_i64..60, 1..4),
        divisor in 1_i64..5,
        start in 0_i64..40,
        width in 1_i64..30,
    ) {
        let lengths = lengths.iter().map(|length| format!("{length}/{divisor}")).join(",");
        let longest = lengths.parse::<Lengths>().unwrap().as_slice().last().unwrap().clone();
        let from = longest + Surd::from(start) / Surd::from(3);
        let to = &from + Surd::from(width) / Surd::from(7);
        let curve = curve(&lengths, &from.to_string(), &to.to_string());
        let expected = all_maxima(&curve);
        prop_assert_eq!(found(&curve, 4), &expected[..expected.len().min(4)]);
        let maximum = curve.maxima().first;
        prop_assert_eq!((maximum.at, by_decimals(&maximum.value)), expected[0].clone());
    }
}

/// e exceeds its maximum at none of many places, and has it at its place, where e' changes its
/// sign.
fn confirm(lengths: &str, from: &str, to: &str, expected: &str) {
    let curve = curve(lengths, from, to);
    let maximum = curve.maxima().first;
    assert_eq!(maximum.value.to_decimal(40), expected);
    let mut best = Surd::zero();
    for piece in curve.pieces() {
        for part in 0..=6 {
            let place = &piece.start + (&piece.end - &piece.start) * Surd::from(part) / Surd::from(6);
            let value = piece.form.value_at(&place);
            assert!(maximum.value >= value, "e({place}) for {lengths}");
            best = best.max(value);
        }
        if maximum.kind == MaximumKind::Interior && maximum.at > piece.start && maximum.at < piece.end {
            let near = surd(&maximum.at.to_decimal(60));
            let [left, right] = [&near - surd("10^-58"), &near + surd("10^-58")];
            assert!(slope(&piece, &left).is_positive() && slope(&piece, &right).is_negative());
            let value = piece.form.value_at(&near).to_decimal(80);
            assert_eq!(value, maximum.value.to_decimal(80));
        }
    }
    assert!(maximum.kind == MaximumKind::Interior || maximum.value == best, "{lengths}");
}

#[test]
fn maxima_among_many_candidates_are_as_an_exact_comparison_of_all_found_them() {
    // found by comparing all zeros of e' as algebraic numbers, which took up to minutes
    confirm("8/3,3/2,1/6,1029/50,20,3", "21", "527/25", "2.4548944961887497044274598267139653037046");
    confirm(
        "2sqrt101,171/100+2sqrt101,2/3,1,2+2sqrt101",
        "74/3",
        "14/3+2sqrt101",
        "2.6859305689942339570019612768143156519752",
    );
    confirm(
        "4sqrt2,-16+12sqrt2,2,5sqrt2/2,3/2+3sqrt2/4,27/10+7sqrt2/4,2sqrt2,1",
        "-293/10+103*sqrt2/4",
        "-157/2+243*sqrt2/4",
        "0.7964718130419218260258057128799674130650",
    );
}

/// Near a peak e is so flat that the values at the ends of a narrow range differ from it by 10⁻¹⁸
/// and less, which floats do not see.
#[test]
fn peaks_of_narrow_ranges_are_found() {
    for (lengths, from, to) in [("1,100", "236", "237"), ("23/2,17", "50", "52")] {
        let grundy = Grundy::new(&lengths.parse().unwrap(), &surd(to)).unwrap();
        let wide = grundy.maximum(&surd(from), &surd(to)).unwrap();
        assert_eq!(wide.kind, MaximumKind::Interior, "{lengths}");
        let peak = surd(&wide.at.to_decimal(60));
        for digits in [2, 4, 6, 8, 12, 20] {
            let aside = Surd::from(10).try_pow(-digits).unwrap();
            let [left, right] = [&peak - &aside, &peak + &aside * Surd::from(2)];
            assert_eq!(grundy.maximum(&left, &right).unwrap(), wide, "{lengths}, {digits} digits");
            let local = grundy.gain_curve(&left, &right).unwrap().local_maxima(3);
            assert_eq!(local, std::slice::from_ref(&wide), "{lengths}, {digits} digits");
            // beside the peak the greatest value is at the end next to it
            for (range, end) in [([&peak + &aside, right], 0), ([&left - &aside, left], 1)] {
                let Maxima { first, others } = grundy.gain_curve(&range[0], &range[1]).unwrap().maxima();
                assert_eq!(first.at.as_surd(), Some(&range[end]), "{lengths}, {digits} digits");
                assert_eq!((first.kind, others.len()), (MaximumKind::Endpoint, 0));
            }
        }
    }
    let narrow = object("range 236.05804130 236.05804136 --lengths 1,100 --digits 20");
    assert_eq!(narrow["at"], "236.05804133228798375044");
    assert_eq!(narrow["value"], "14.56180163428341435304");
}

/// The difference of the ends has no closed form.
#[test]
fn a_piece_may_lie_between_ends_of_two_fields() {
    let between = curve("1,100", "236+sqrt2/100", "236+sqrt3/20").maxima().first;
    assert_eq!(between, curve("1,100", "236", "237").maxima().first);
    assert_eq!(between.kind, MaximumKind::Interior);
}

#[test]
fn whole_lengths_up_to_fifty_have_their_maximum_at_the_start() {
    // the values for 8 and 12 were found by comparing all zeros of e'; for 50 there are only probes
    for (most, value) in [(8, "281/105"), (12, "9973/3465"), (50, "")] {
        let lengths = (1..=most).join(",");
        let curve = curve(&lengths, &most.to_string(), &(2 * most).to_string());
        let maximum = curve.maxima().first;
        assert_eq!(maximum.at.as_surd(), Some(&Surd::from(most)));
        if !value.is_empty() {
            assert_eq!(maximum.value.as_surd(), Some(&surd(value)));
        }
        for piece in curve.pieces() {
            let middle = (&piece.start + &piece.end) / Surd::from(2);
            assert!(maximum.value > piece.form.value_at(&middle), "{most}: e({middle})");
        }
    }
}

#[test]
fn closed_forms_do_not_depend_on_how_the_ends_are_written() {
    let cases = [
        ("5/4", "sqrt2", "1", "sqrt(2)"),
        ("sqrt7/2", "sqrt2", "1", "sqrt(2)"),
        ("50", "52", "23/2,17", "(391+11*sqrt(391))/12"),
        ("50+sqrt391/1000", "52", "23/2,17", "(391+11*sqrt(391))/12"),
        ("50", "52-sqrt7/100", "23/2,17", "(391+11*sqrt(391))/12"),
    ];
    for (from, to, lengths, at) in cases {
        let answer = object(&["--range", from, to, "--lengths", lengths]);
        assert_eq!(answer["at_exact"], at, "{from} {to}");
        assert!(answer["value_exact"].is_string() && answer["value_polynomial"].is_null(), "{from} {to}");
        assert!(answer["at_polynomial"].is_null(), "{from} {to}");
    }
    // an end in a field of its own
    let at_end = object(&["gain", "--at", "2sqrt3", "--lengths", "1"]);
    assert_eq!(
        at_end["value_exact"],
        object(&["--range", "2sqrt3", "2sqrt3", "--lengths", "1"])["value_exact"]
    );
    assert!(at_end["value_exact"].as_str().unwrap().contains("sqrt(3)"));
}

#[test]
fn every_place_of_a_tie_is_listed() {
    let answer = object(&["--range", "(5+sqrt73)/6", "4", "--lengths", "1"]);
    let places = answer["places"].as_array().unwrap().iter().map(|place| place["at_exact"].clone());
    assert_eq!(places.collect_vec(), ["(5+sqrt(73))/6", "4"]);
    assert_eq!((&answer["at_exact"], &answer["value_exact"]), (&"(5+sqrt(73))/6".into(), &"4/3".into()));
    let single = object(&["--range", "3", "3"]);
    assert_eq!(single["places"].as_array().unwrap().len(), 1);
    // near ties are none, although no float can show it: e falls from the start of the range on
    for (start, places) in [("-10^-40", &["(5+sqrt(73))/6"][..]), ("", &["", "4"]), ("+10^-40", &["4"])] {
        let start = surd("(5+sqrt73)/6") + surd(if start.is_empty() { "0" } else { start });
        let answer = object(&["--range", &start.to_string(), "4", "--lengths", "1"]);
        let found = answer["places"].as_array().unwrap().iter().map(|place| place["at_exact"].as_str());
        let expected = places.iter().map(|&place| if place == "4" { "4".into() } else { start.to_string() });
        assert!(found.map(|place| place.unwrap().to_owned()).eq(expected), "{start}: {answer}");
    }
}

/// The degree of the polynomial of an answer, which is square-free, and has one root in its
/// interval, where the decimals are.
fn degree_of(polynomial: &Value, decimals: &Value) -> usize {
    let texts = |key: &str| {
        let list = polynomial[key].as_array().unwrap().iter();
        list.map(|text| surd(text.as_str().unwrap())).collect_vec()
    };
    let (p, interval) = (Polynomial::new(texts("coefficients")), texts("interval"));
    let signs = interval.iter().map(|end| p.evaluate(end).sign()).collect_vec();
    assert!(signs[0] == signs[1].reverse() && signs[0].is_ne(), "{polynomial}");
    assert_eq!(p.gcd(&p.derivative()), Polynomial::constant(Surd::one()));
    // by Sturm's theorem
    let sequence = p.sturm_sequence();
    let changes = |x: &Surd| {
        let signs = sequence.iter().map(|p| p.evaluate(x).sign()).filter(|sign| sign.is_ne());
        signs.dedup().count()
    };
    assert_eq!(changes(&interval[0]) - changes(&interval[1]), 1);
    // the decimals lie between the ends of the interval, and the root is next to them
    let near = surd(decimals.as_str().unwrap());
    let error = surd("10^-30");
    let [left, right] = [&near - &error, &near + &error].map(|x| p.evaluate(&x).sign());
    assert!(left == right.reverse() && near > interval[0] && near < interval[1], "{polynomial}");
    p.degree()
}

#[test]
fn what_has_no_closed_form_has_a_polynomial() {
    for (from, to, lengths, degree, minimal) in
        [("236", "237", "1,100", 4, true), ("21", "527/25", "8/3,3/2,1/6,1029/50,20,3", 12, true)]
    {
        let answer = object(&["--range", from, to, "--lengths", lengths, "--digits", "30"]);
        for quantity in ["at", "value"] {
            assert!(answer[format!("{quantity}_exact")].is_null());
            let polynomial = &answer[format!("{quantity}_polynomial")];
            assert_eq!(degree_of(polynomial, &answer[quantity]), degree, "{lengths}");
            assert_eq!(polynomial["minimal"], minimal, "{lengths}");
        }
        assert_eq!(answer["places"][0]["at_polynomial"], answer["at_polynomial"]);
    }
}

#[test]
fn digits_are_proven_at_every_setting() {
    let answer = |digits: &str| object(&["--range", "236", "237", "--lengths", "1,100", "--digits", digits]);
    let long = answer("10000");
    for key in ["at", "value"] {
        let digits = long[key].as_str().unwrap();
        for count in [0, 1, 7, 100, 999] {
            // rounded from the longer one, which is not a tie
            let scale = surd(&format!("10^{count}"));
            let rounded = (surd(digits) * &scale + surd("1/2")).floor();
            let short = answer(&count.to_string())[key].as_str().unwrap().replace('.', "");
            assert_eq!(short, rounded.to_string(), "{count}");
        }
    }
}

/// The form at a place is the one on its right, also if the range is that place alone.
#[test]
fn the_form_at_one_place_is_that_of_the_range_from_there_on() {
    let mut compared = 0;
    for (lengths, from, to) in
        [("1,sqrt2", "3", "25"), ("1,15,40", "40", "60"), ("1", "2", "60"), ("2,1+sqrt3", "4", "30")]
    {
        let lengths: Lengths = lengths.parse().unwrap();
        let [from, to] = [from, to].map(surd);
        let beyond = &to + Surd::from(1);
        let grundy = Grundy::new(&lengths, &beyond).unwrap();
        for piece in grundy.gain_curve(&from, &to).unwrap().pieces() {
            let middle = (&piece.start + &piece.end) / Surd::from(2);
            for place in [piece.start, middle] {
                let alone: Vec<_> = grundy.gain_curve(&place, &place).unwrap().pieces().collect();
                let first = grundy.gain_curve(&place, &beyond).unwrap().pieces().next().unwrap();
                assert_eq!(alone.len(), 1, "{lengths} at {place}");
                assert_eq!((&alone[0].form, &alone[0].end), (&first.form, &place), "{lengths} at {place}");
                assert_eq!(alone[0].form.value_at(&place), grundy.gain_at(&place).unwrap().value);
                compared += 1;
            }
        }
    }
    assert!(compared > 200, "{compared}");
    let row = |to| printed(&["gain", "--range", "40", to, "--lengths", "1,15,40", "--csv"]);
    assert!(
        row("40").contains(",-1 -1 1,40 28 0,") && row("41").contains(",-1 -1 1,40 28 0,"),
        "{}",
        row("40")
    );
}

/// Floats of twice the digits, against the exact value rounded once: ends and middles of pieces,
/// and places of other fields.
#[test]
fn the_nearest_float_is_that_of_the_exact_value() {
    for (lengths, from, to) in
        [("1,sqrt2", "2", "60"), ("1,9/7", "3", "40"), ("10^15,1+10^15", "10^16", "2*10^16")]
    {
        for GainPiece { start, end, form } in curve(lengths, from, to).pieces() {
            let middle = (&start + &end) / Surd::from(2);
            let beside = surd(&((&start * Surd::from(9) + &end) / Surd::from(10)).to_decimal(30));
            for at in [start, middle, beside, end] {
                assert_eq!(
                    Some(form.nearest_float_at(&at)),
                    form.value_at(&at).to_f64(),
                    "{lengths} at {at}"
                );
            }
        }
    }
}
