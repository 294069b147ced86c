//! Maxima inside a piece of e: one that a range of the game has, and pieces made so that the answer
//! is known.

use num_traits::Zero;

use nimsweep::games::squares::{GainCurve, Grundy, Lengths, Maxima, Maximum, MaximumKind};
use nimsweep::number::Surd;
use nimsweep::piecewise::{LinearForm, PiecewiseLinear};

fn surd(text: &str) -> Surd {
    text.parse().unwrap()
}

#[test]
fn a_range_of_the_game_has_its_maximum_inside_a_piece() {
    let lengths: Lengths = "1,100".parse().unwrap();
    let grundy = Grundy::new(&lengths, &surd("237")).unwrap();
    let maximum = grundy.maximum(&surd("236"), &surd("237")).unwrap();
    assert_eq!(maximum.kind, MaximumKind::Interior);
    assert!(maximum.at.as_surd().is_none() && maximum.value.as_surd().is_none());
    // e is rational at rational places, so the peak can be probed from both sides, closer and
    // closer
    let value_at = |place: &Surd| grundy.gain_at(place).unwrap().value;
    let peak = surd(&maximum.at.to_decimal(30));
    for exponent in [2, 5, 8, 11] {
        let aside = Surd::from(10).try_pow(-exponent).unwrap();
        for place in [&peak - &aside, &peak + &aside] {
            let value = value_at(&place);
            assert!(maximum.value > value, "e({place})");
            // e'' is about -1e-3 there, so the difference is of second order
            assert!(surd(&maximum.value.to_decimal(40)) - value < &aside * &aside, "e({place})");
        }
    }
    assert_eq!(value_at(&peak).to_decimal(40), maximum.value.to_decimal(40));
    for number in [&maximum.at, &maximum.value] {
        let (json, defining) =
            (serde_json::to_value(number).unwrap(), number.defining_polynomial(32).unwrap());
        assert_eq!(json, serde_json::to_value(&defining).unwrap());
        assert_eq!(defining.root().as_ref(), Some(number), "{json}");
    }
}

/// e made of one piece W(y) = slope·y + a + b√d on [from, to].
fn maximum_of(lengths: &str, slope: i64, (a, b): (i64, i64), from: &str, to: &str) -> Maximum {
    let lengths: Lengths = lengths.parse().unwrap();
    let lattice = lengths.lattice(&surd("20")).unwrap();
    let winning = PiecewiseLinear::new(&lattice, LinearForm { slope, offset: &[a, b] }, []).unwrap();
    GainCurve::new(&lengths, winning, &surd(from), &surd(to)).maxima().first
}

#[test]
fn a_peak_in_the_field_is_given_in_closed_form() {
    // W(y) = −y − 4: e(L) = −L − 3 − … has e' = −1 + 4/(L − 1)², which vanishes at L = 3
    let maximum = maximum_of("1", -1, (-4, 0), "2", "9");
    assert_eq!((maximum.kind, maximum.at.as_surd()), (MaximumKind::Interior, Some(&surd("3"))));
    assert_eq!(maximum.value.as_surd(), Some(&surd("-9")));
}

#[test]
fn a_peak_beyond_the_field_of_the_lengths_has_its_closed_form() {
    // W(y) = −y − 5: (L − 1)² = 5, and e = −L·(1 + 5/√5) = −(1 + √5)²
    let maximum = maximum_of("1", -1, (-5, 0), "2", "9");
    assert_eq!(maximum.kind, MaximumKind::Interior);
    assert_eq!(maximum.at.as_surd(), Some(&surd("1+sqrt5")));
    assert_eq!(maximum.value.as_surd(), Some(&surd("-(1+sqrt5)^2")));
}

#[test]
fn a_peak_in_the_field_of_the_lengths_is_irrational() {
    // s = √2, c = −(3 + 2√2)·√2 = −(4 + 3√2): (L − √2)² = −c·s = (1 + √2)²·2, so L = √2 + √2·(1 +
    // √2) = 2 + 2√2
    let maximum = maximum_of("sqrt2", -1, (-4, -3), "3", "9");
    assert_eq!((maximum.kind, maximum.at.as_surd()), (MaximumKind::Interior, Some(&surd("2+2sqrt2"))));
}

#[test]
fn a_peak_at_an_end_of_the_range_is_an_endpoint() {
    for (from, to, at) in [("3", "9", "3"), ("2", "3", "3"), ("4", "9", "4"), ("3", "3", "3")] {
        let maximum = maximum_of("1", -1, (-4, 0), from, to);
        assert_eq!(
            (maximum.kind, maximum.at.as_surd()),
            (MaximumKind::Endpoint, Some(&surd(at))),
            "[{from}, {to}]"
        );
    }
}

#[test]
fn a_peak_inside_beats_the_pieces_around_it() {
    // from y = 5 on W = −9, and e = −9·L/(L − 1) stays below −9
    let lengths: Lengths = "1".parse().unwrap();
    let lattice = lengths.lattice(&surd("40")).unwrap();
    let one = lattice.generators()[0];
    let five = one + one + one + one + one;
    let winning =
        PiecewiseLinear::new(&lattice, LinearForm { slope: -1, offset: &[-4] }, [(five, 1)]).unwrap();
    let maximum = GainCurve::new(&lengths, winning.clone(), &surd("2"), &surd("40")).maxima().first;
    assert_eq!((maximum.kind, maximum.at.as_surd()), (MaximumKind::Interior, Some(&surd("3"))));
}

/// W = −y − 4 up to y = 5, and y − 14 from there on: e has its peak −9 at 3, and rises to −9 again
/// at 3 + 3√2. Enclosures of 512 binary digits cannot distinguish ends of the range near there.
#[test]
fn a_peak_and_an_end_are_compared_exactly() {
    let lengths: Lengths = "1".parse().unwrap();
    let lattice = lengths.lattice(&surd("20")).unwrap();
    let one = lattice.generators()[0];
    let five = one + one + one + one + one;
    let winning =
        PiecewiseLinear::new(&lattice, LinearForm { slope: -1, offset: &[-4] }, [(five, 2)]).unwrap();
    let [peak, end, little] = ["3", "3+3sqrt2", "10^-200"].map(surd);
    for (to, places) in [
        (&end - &little, vec![peak.clone()]),
        (end.clone(), vec![peak, end.clone()]),
        (&end + &little, vec![&end + &little]),
    ] {
        let Maxima { first, others } = GainCurve::new(&lengths, winning.clone(), &surd("2"), &to).maxima();
        let found = [first].into_iter().chain(others).map(|maximum| maximum.at.as_surd().cloned().unwrap());
        assert_eq!(found.collect::<Vec<_>>(), places, "to {to}");
    }
}

/// Two lengths see two pieces of W, and e' is negative, positive and negative again between 11 and
/// 17: −37 + 7999/(L − 1)² − 180/(L − 9)².
#[test]
fn a_peak_behind_a_valley_of_the_same_piece_is_found() {
    let lengths: Lengths = "1,9".parse().unwrap();
    let lattice = lengths.lattice(&surd("40")).unwrap();
    let first = LinearForm { slope: -464, offset: &[20] };
    let winning = PiecewiseLinear::new(&lattice, first, [(lattice.generators()[1], 891)]).unwrap();
    let curve = GainCurve::new(&lengths, winning, &surd("11"), &surd("17"));
    assert_eq!(curve.pieces().count(), 1);
    let maximum = curve.maxima().first;
    assert_eq!((maximum.kind, maximum.at.to_decimal(2).as_str()), (MaximumKind::Interior, "14.72"));
    let places = curve.local_maxima(9).into_iter().map(|maximum| maximum.at.to_decimal(2));
    assert_eq!(places.collect::<Vec<_>>(), ["14.72", "11.00"]);
}

/// At the start e' is 0: whether e rises or falls from there shows at the next derivative only.
#[test]
fn a_flat_end_of_the_range_may_be_a_maximum_or_not() {
    let places = |slope, a| {
        let lengths: Lengths = "1".parse().unwrap();
        let lattice = lengths.lattice(&surd("20")).unwrap();
        let winning = PiecewiseLinear::new(&lattice, LinearForm { slope, offset: &[a] }, []).unwrap();
        let maxima = GainCurve::new(&lengths, winning, &surd("3"), &surd("9")).local_maxima(9);
        maxima.into_iter().map(|maximum| maximum.at.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(places(-1, -4), ["3"]);
    assert_eq!(places(1, 4), ["9"]);
    // e = 0: the ends stand for all places
    assert_eq!(places(0, 0), ["3", "9"]);
}

#[test]
fn of_equal_maxima_the_leftmost_is_given() {
    let maximum = maximum_of("1", 0, (0, 0), "2", "7");
    assert_eq!((maximum.kind, maximum.at.as_surd()), (MaximumKind::Endpoint, Some(&surd("2"))));
    assert_eq!(maximum.value.as_surd(), Some(&Surd::zero()));
}
