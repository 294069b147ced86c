//! The number type: its order against an oracle by intervals, the field axioms, reading and
//! printing, proven digits.
//!
//! The code under test squares; the oracle narrows intervals by integer square roots until two
//! numbers part.

use num_traits::{One, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::hash::{BuildHasher, RandomState};

use nimsweep::lattice::KeyScale;
use nimsweep::number::{ArithmeticError, Radicand, Surd};
use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::prelude::*;

fn surd(text: &str) -> Surd {
    text.parse().unwrap()
}

fn make(p: (i64, i64), q: (i64, i64), d: u64) -> Surd {
    let ratio = |(n, m): (i64, i64)| BigRational::new(n.into(), m.into());
    Surd::new(ratio(p), ratio(q), Radicand::new(d).unwrap())
}

/// Numbers of Q(√d), small, large, and close to zero: convergents of √2 among them.
fn numbers_of(d: u64) -> impl Strategy<Value = Surd> {
    let ratio = || {
        prop_oneof![
            (-9_i64..10, 1_i64..4),
            (any::<i32>(), 1_i32..1000).prop_map(|(n, m)| (n.into(), m.into()))
        ]
    };
    let convergent = (0_u32..30, any::<bool>()).prop_map(move |(n, up)| {
        let power = make((-1, 1), (1, 1), d).try_pow(n as i32).unwrap();
        if up { power } else { -power }
    });
    prop_oneof![4 => (ratio(), ratio()).prop_map(move |(p, q)| make(p, q, d)), 1 => convergent]
}

fn numbers() -> impl Strategy<Value = Surd> {
    prop_oneof![Just(2_u64), Just(3), Just(5), Just(6), Just(94)].prop_flat_map(numbers_of)
}

/// Bounds of x·2^bits by the integer square root: no squares of differences, no signs.
fn enclosure(x: &Surd, bits: usize) -> (BigInt, BigInt) {
    let (a, b, r) = x.over_common_denominator();
    let d = x.radicand().map_or(0, Radicand::get);
    let root = ((&b * &b * d) << (2 * bits)).sqrt();
    let (low, high): (BigInt, BigInt) =
        if b < BigInt::from(0) { (-root.clone() - 1, -root) } else { (root.clone(), root + 1) };
    let floor = |n: BigInt| num_integer::Integer::div_floor(&n, &r);
    let shifted: BigInt = a << bits;
    (floor(&shifted + low), floor(&shifted + high) + 1)
}

fn order_by_intervals(x: &Surd, y: &Surd) -> Ordering {
    for bits in (8..4096).step_by(64) {
        let (x, y) = (enclosure(x, bits), enclosure(y, bits));
        if x.1 < y.0 {
            return Ordering::Less;
        }
        if y.1 < x.0 {
            return Ordering::Greater;
        }
    }
    Ordering::Equal // to more than 4,000 bits: these inputs are equal or part long before
}

proptest! {
    #[test]
    fn the_order_is_that_of_intervals(x in numbers(), y in numbers()) {
        prop_assert_eq!(x.cmp(&y), order_by_intervals(&x, &y), "{} and {}", x, y);
        prop_assert_eq!((-&y).cmp(&-&x), x.cmp(&y));
        prop_assert_eq!(y.cmp(&x), x.cmp(&y).reverse());
        prop_assert_eq!(x == y, x.cmp(&y).is_eq());
        prop_assert_eq!(x.sign(), x.cmp(&Surd::zero()));
    }

    #[test]
    fn the_order_is_transitive(x in numbers(), y in numbers(), z in numbers()) {
        let mut list = [x, y, z];
        list.sort();
        prop_assert!(list[0] <= list[1] && list[1] <= list[2] && list[0] <= list[2], "{:?}", list);
    }

    #[test]
    fn field_axioms(x in numbers_of(2), y in numbers_of(2), z in numbers_of(2)) {
        prop_assert_eq!(&(&x + &y) + &z, &x + &(&y + &z));
        prop_assert_eq!(&x * &y, &y * &x);
        prop_assert_eq!(&(&x * &y) * &z, &x * &(&y * &z));
        prop_assert_eq!(&x * &(&y + &z), &(&x * &y) + &(&x * &z));
        prop_assert_eq!(&(&x - &y) + &y, x.clone());
        if !y.is_zero() {
            prop_assert_eq!(&(&x / &y) * &y, x.clone());
        }
        // the order is that of a field
        if x < y {
            prop_assert!(&x + &z < &y + &z);
            if z.is_positive() {
                prop_assert!(&x * &z < &y * &z);
            }
        }
    }

    #[test]
    fn equal_numbers_hash_alike_whichever_way_they_were_made(x in numbers_of(3), y in numbers_of(3)) {
        let hash = RandomState::new();
        let again = &(&x + &y) - &y;
        prop_assert_eq!(&again, &x);
        prop_assert_eq!(hash.hash_one(&again), hash.hash_one(&x));
    }

    #[test]
    fn printing_and_reading_give_the_number_back(x in numbers()) {
        prop_assert_eq!(&x.to_string().parse::<Surd>().unwrap(), &x);
        let json = serde_json::to_string(&x).unwrap();
        prop_assert_eq!(json.clone(), format!("\"{x}\""));
        prop_assert_eq!(serde_json::from_str::<Surd>(&json).unwrap(), x);
    }

    #[test]
    fn decimals_are_the_nearest(x in numbers(), digits in 0_usize..40) {
        let decimal: Surd = x.to_decimal(digits).parse().unwrap();
        let unit = Surd::from(10).try_pow(-(digits as i32)).unwrap();
        let half = &unit / &Surd::from(2);
        let distance = (&decimal - &x).abs();
        prop_assert!(distance <= half, "{} for {}", decimal, x);
        if distance == half {
            prop_assert!(decimal.abs() > x.abs(), "a tie goes away from zero");
        }
    }

    #[test]
    fn floor_is_the_integer_below(x in numbers()) {
        let floor = Surd::from(x.floor());
        prop_assert!(floor <= x && x < &floor + &Surd::one());
    }

    #[test]
    fn floats_are_close(x in numbers()) {
        let float = x.to_f64().unwrap();
        let back = Surd::from(BigRational::from_float(float).unwrap());
        let error = (&back - &x).abs();
        prop_assert!(error <= x.abs() * surd("2^-52"), "{} for {}", float, x);
    }

    #[test]
    fn anything_else_is_refused_without_a_panic(text in "\\PC{0,40}") {
        if let Ok(number) = text.parse::<Surd>() {
            prop_assert_eq!(number.to_string().parse::<Surd>().unwrap(), number);
        }
    }

    #[test]
    fn arithmetic_in_words_is_read_or_refused(text in "[0-9+*/()√.e^ -]{0,24}") {
        if let Err(error) = text.parse::<Surd>() {
            prop_assert!(!error.to_string().contains('\n'));
        }
    }

    #[test]
    fn keys_keep_the_order(side in 1_i64..4000, seed in any::<[u64; 4]>(), d in prop_oneof![Just(2_u64), Just(5), Just(999_983)]) {
        let radicand = Radicand::new(d).unwrap();
        let scale = KeyScale::for_box(Some(radicand), &side.into()).unwrap();
        let within = |seed: u64| (seed % (2 * side as u64 + 1)) as i64 - side;
        let [a, b, c, e] = seed.map(within);
        prop_assert_eq!(scale.key(a, b).cmp(&scale.key(c, e)), scale.exact(a, b).cmp(&scale.exact(c, e)));
    }
}

#[test]
fn a_list_sorted_by_hand() {
    let list = [
        "-10^20",
        "-3",
        "-2sqrt2",
        "-5/2",
        "-sqrt6",
        "-sqrt5",
        "-1",
        "1-sqrt3",
        "1-sqrt2",
        "-10^-20",
        "0",
        "10^-20",
        "577/408-sqrt2",
        "17-12sqrt2",
        "sqrt2-1",
        "1/2",
        "(sqrt5-1)/2",
        "1",
        "41/29",
        "sqrt2",
        "99/70",
        "(1+sqrt5)/2",
        "sqrt3",
        "sqrt5",
        "sqrt6",
        "2sqrt2",
        "3",
        "sqrt2+sqrt2+sqrt2",
        "10^20",
    ];
    let numbers: Vec<Surd> = list.iter().map(|text| surd(text)).collect();
    for (i, x) in numbers.iter().enumerate() {
        for (j, y) in numbers.iter().enumerate() {
            assert_eq!(x.cmp(y), i.cmp(&j), "{} and {}", list[i], list[j]);
        }
    }
}

#[test]
fn equal_lengths_written_differently_are_equal() {
    let groups: [&[&str]; 3] = [
        &["sqrt8", "2sqrt2", "√2*2", "sqrt(2)+√2", "4/sqrt2", "sqrt(32)/2"],
        &["5/2", "2.5", "25e-1", "10/4", "2+1/2"],
        &["(1+sqrt5)/2", "1/2+sqrt5/2", "2/(sqrt5-1)", "(sqrt5+1)*0.5"],
    ];
    let hash = RandomState::new();
    for group in groups {
        for text in group {
            assert_eq!(surd(text), surd(group[0]), "{text}");
            assert_eq!(hash.hash_one(surd(text)), hash.hash_one(surd(group[0])), "{text}");
        }
    }
}

#[test]
fn two_fields_and_zero_are_refused_by_the_checked_operations() {
    let (two, three) = (surd("sqrt2"), surd("1+sqrt3"));
    let [left, right] = [2, 3].map(|d| Radicand::new(d).unwrap());
    assert_eq!(two.try_add(&three), Err(ArithmeticError::TwoFields { left, right }));
    assert_eq!(two.try_mul(&three), Err(ArithmeticError::TwoFields { left, right }));
    assert_eq!(two.try_div(&Surd::zero()), Err(ArithmeticError::DivisionByZero));
    assert_eq!(two.try_mul(&Surd::zero()), Ok(Surd::zero()));
}

#[test]
fn a_thousand_digits_of_the_golden_ratio() {
    // the decimals satisfy x² = x + 1 to within their last place, which determines them all
    let golden = surd("(1+sqrt5)/2");
    let decimal = golden.to_decimal(1000);
    assert_eq!(decimal.len(), 1002);
    let digits: BigInt = decimal.replace('.', "").parse().unwrap();
    let one = BigInt::from(10).pow(1000);
    let residue = |x: &BigInt| x * x - x * &one - &one * &one;
    assert!(
        residue(&(&digits * 2 - 1)) < residue(&(&digits * 2))
            && residue(&digits).magnitude() < &(one.magnitude() * 3_u32)
    );
}
