//! The number type: its order against an oracle by intervals, the field axioms, reading and
//! printing, proven digits.
//!
//! The code under test squares; the oracle narrows intervals by integer square roots until two
//! numbers differ.

use num_traits::{One, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::hash::{BuildHasher, RandomState};

use nimsweep::Error;
use nimsweep::internal::KeyScale;
use nimsweep::number::{Approximate, Radicand, Surd};
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
    let of_one = || prop_oneof![Just(2_u64), Just(3), Just(5), Just(6), Just(94)].prop_flat_map(numbers_of);
    // sums of a few of them, which cancel or not
    let of_several =
        proptest::collection::vec(of_one(), 2..4).prop_map(|numbers| numbers.iter().sum::<Surd>());
    prop_oneof![3 => of_one(), 2 => of_several]
}

/// Bounds of x·2^bits by integer square roots: no squares of differences, no signs.
fn enclosure(x: &Surd, bits: usize) -> (BigInt, BigInt) {
    let (whole, roots, r) = x.over_common_denominator();
    let (mut low, mut high): (BigInt, BigInt) = (whole << bits, whole << bits);
    for (d, b) in roots {
        let root = ((b * b * d.get()) << (2 * bits)).sqrt();
        let (least, greatest): (BigInt, BigInt) =
            if *b < BigInt::from(0) { (-root.clone() - 1, -root) } else { (root.clone(), root + 1) };
        (low, high) = (low + least, high + greatest);
    }
    let floor = |n: BigInt| num_integer::Integer::div_floor(&n, r);
    (floor(low), floor(high) + 1)
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
    Ordering::Equal // to more than 4,000 bits: these inputs are equal or differ long before
}

/// Numbers beyond the floats as well, and between their least ones.
fn numbers_of_all_sizes() -> impl Strategy<Value = Surd> {
    let scale =
        prop_oneof![4 => Just(0), 1 => -1100_i32..1100, 1 => -20_i32..20, 1 => Just(-1074), 1 => Just(971)];
    (numbers(), scale, any::<u64>(), -1_i64..2).prop_map(|(x, exponent, near, step)| {
        // halves of a last place beside a float, so that ties occur
        let near = Surd::from(near) + Surd::from(step) / 2;
        let scale = Surd::from(2).try_pow(exponent).unwrap();
        if exponent % 3 == 0 { x * scale } else { near * scale + x * Surd::from(2).try_pow(-1500).unwrap() }
    })
}

/// x with some decimals, by the digits that are printed.
fn rounded_to(x: &Surd, decimals: i32) -> Surd {
    surd(&x.to_decimal(decimals as usize))
}

/// Whether no float is nearer to x, and the last bit is even where another one is as near.
fn is_nearest(x: &Surd, float: f64) -> bool {
    // the place where the next float would be, if the exponents had no end
    let beyond = |float: f64| match Surd::try_from(float) {
        Ok(exact) => exact,
        Err(_) => Surd::from(2).try_pow(1024).unwrap() * if float > 0.0 { 1 } else { -1 },
    };
    let (up, down) = if float.is_finite() {
        (beyond(float.next_up()), beyond(float.next_down()))
    } else {
        return order_by_intervals(&x.abs(), &((beyond(f64::INFINITY) + beyond(f64::MAX)) / 2)).is_ge()
            && (float > 0.0) == x.is_positive();
    };
    let exact = beyond(float);
    let (above, below) = ((&exact + &up) / 2, (&exact + &down) / 2);
    let order = (order_by_intervals(&below, x), order_by_intervals(x, &above));
    let is_even = float.to_bits().is_multiple_of(2);
    match order {
        (Ordering::Less, Ordering::Less) => true,
        (Ordering::Equal, Ordering::Less) | (Ordering::Less, Ordering::Equal) => is_even,
        _ => false,
    }
}

proptest! {
    #![proptest_config(crate::property::config())]

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
    fn equal_numbers_hash_alike_however_they_were_made(x in numbers_of(3), y in numbers_of(3)) {
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
    fn floats_are_the_nearest(x in numbers_of_all_sizes()) {
        let float = x.to_f64().unwrap();
        prop_assert_eq!(-float, (-&x).to_f64().unwrap());
        prop_assert!(is_nearest(&x, float), "{:e} for {}", float, x);
    }

    #[test]
    fn numbers_lie_within_their_approximation(x in numbers_of_all_sizes()) {
        let approximate = Approximate::of(&x);
        for (bound, order) in [(approximate.lower(), Ordering::Less), (approximate.upper(), Ordering::Greater)] {
            if let Ok(bound) = Surd::try_from(bound) {
                prop_assert_ne!(order_by_intervals(&bound, &x), order.reverse(), "{} for {}", bound, x);
            }
        }
        let certain = approximate.certain_sign();
        prop_assert!(certain.is_none_or(|sign| sign == order_by_intervals(&x, &Surd::zero())));
    }

    #[test]
    fn the_order_holds_for_numbers_of_all_sizes(x in numbers_of_all_sizes(), y in numbers_of_all_sizes()) {
        prop_assert_eq!(x.cmp(&y), order_by_intervals(&x, &y), "{} and {}", x, y);
        prop_assert_eq!(y.cmp(&x), x.cmp(&y).reverse());
        prop_assert_eq!((-&y).cmp(&-&x), x.cmp(&y));
        prop_assert_eq!(x.sign(), order_by_intervals(&x, &Surd::zero()));
    }

    #[test]
    fn near_ties_are_decided(
        (x, z) in numbers().prop_flat_map(|x| (Just(x), numbers())),
        exponent in 1_i32..150,
        d in prop_oneof![Just(2_u64), Just(3), Just(7)],
    ) {
        // x and a number of any field that differs from it by 10^-exponent·|√d|, or by a power of a
        // number below 1
        let close = &x + surd("10").try_pow(-exponent).unwrap();
        prop_assert_eq!([close.cmp(&x), x.cmp(&close).reverse(), (-&x).cmp(&-&close)], [Ordering::Greater; 3]);
        let apart = rounded_to(&z, exponent);
        prop_assert_eq!(apart.cmp(&z), order_by_intervals(&apart, &z));
        prop_assert_eq!(z.cmp(&apart), order_by_intervals(&z, &apart));
        // two fields: √d against a number of Q(√6) next to it
        let root = Surd::square_root_of(d);
        let beside = rounded_to(&root, exponent) + (make((-2, 1), (1, 1), 6)).try_pow(exponent).unwrap();
        prop_assert_eq!(root.cmp(&beside), order_by_intervals(&root, &beside));
        prop_assert_eq!(beside.cmp(&root), order_by_intervals(&beside, &root));
    }

    #[test]
    fn machine_integers_are_compared_as_they_are(x in numbers(), small in -20_i64..20, any in any::<i64>()) {
        for n in [small, any] {
            for x in [&x, &Surd::from(n), &(&x - &x.floor().into() + n)] {
                prop_assert_eq!(x.partial_cmp(&n), Some(x.cmp(&Surd::from(n))));
                prop_assert_eq!(n.partial_cmp(x), Some(Surd::from(n).cmp(x)));
                let is_equal = x.cmp(&Surd::from(n)).is_eq();
                prop_assert_eq!((*x == n, n == *x), (is_equal, is_equal));
            }
        }
    }

    #[test]
    fn integer_arithmetic_is_that_of_numbers(x in numbers(), n in any::<i64>()) {
        let integer = Surd::from(n);
        prop_assert_eq!([&x + n, n + &x], [&x + &integer, &integer + &x]);
        prop_assert_eq!([&x - n, n - &x], [&x - &integer, &integer - &x]);
        prop_assert_eq!([&x * n, n * &x], [&x * &integer, &integer * &x]);
        if n != 0 {
            prop_assert_eq!(&x / n, &x / &integer);
        }
        if !x.is_zero() {
            prop_assert_eq!(n / &x, &integer / &x);
        }
    }

    #[test]
    fn a_root_squares_back(x in numbers()) {
        let found = (&x * &x).sqrt();
        prop_assert!(found == Some(x.abs()) || found.is_none() && x.roots().len() > 1, "{}", x);
        if let Some(root) = x.sqrt() {
            prop_assert!(!root.is_negative());
            prop_assert_eq!(&root * &root, x);
        }
    }

    #[test]
    fn integers_around_a_number(x in numbers()) {
        let [floor, ceil, round] = [x.floor(), x.ceil(), x.round()].map(Surd::from);
        prop_assert!(floor <= x && x <= ceil && &ceil - &floor <= Surd::one());
        let half = Surd::one() / 2;
        prop_assert!((&round - &x).abs() <= half);
        if (&round - &x).abs() == half {
            prop_assert!(round.abs() > x.abs());
        }
        let truncated = if x.is_negative() { ceil } else { floor };
        prop_assert_eq!(x.to_i128().map(Surd::from), Some(truncated));
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
    fn keys_keep_the_order(
        sides in [0_u32..60, 0_u32..30],
        stride in 1_i64..100,
        seed in any::<[u64; 4]>(),
        d in prop_oneof![Just(2_u64), Just(5), Just(999_983)],
    ) {
        let sides = sides.map(|bits| 1_i64 << bits);
        let scale = KeyScale::for_box(&[(Radicand::new(d).unwrap(), stride.into())], &sides.map(|side| [side, side].map(BigInt::from)));
        prop_assume!(scale.is_ok());
        let scale = scale.unwrap();
        let within = |seed: u64, side: i64| (seed % (2 * side as u64 + 1)) as i64 - side;
        let [a, b, c, e] = [0, 1, 2, 3].map(|index| within(seed[index], sides[index % 2]));
        let ends = [[a, b * stride], [c, e * stride]];
        let [x, y] = ends.map(|end| scale.point(&end).unwrap().key);
        prop_assert_eq!(x.cmp(&y), scale.exact(&ends[0]).cmp(&scale.exact(&ends[1])));
    }
}

#[test]
fn convergents_lie_on_alternate_sides() {
    // p/q → (p + dq)/(p + q) has p² − d·q² = (1 − d)ⁿ: the sides alternate, and after some steps
    // floats cannot tell them
    for d in [2_i64, 3, 5, 94, 999_983] {
        let root = Surd::square_root_of(d as u64);
        let (mut p, mut q) = (BigInt::from(1), BigInt::from(1));
        for n in 1..300 {
            let side = if n % 2 == 1 { Ordering::Less } else { Ordering::Greater };
            let ratio = Surd::from(BigRational::new(p.clone(), q.clone()));
            assert_eq!(ratio.cmp(&root), side, "{ratio} for {d}");
            assert_eq!(root.cmp(&ratio), side.reverse(), "{ratio} for {d}");
            assert_eq!((&ratio - &root).sign(), side);
            let whole = Surd::from(p.clone()) - Surd::from(q.clone()) * &root;
            assert_eq!((whole.sign(), (-whole).sign()), (side, side.reverse()));
            (p, q) = (&p + &q * d, p + q);
        }
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
        &["5/2", "2.5", "25e-1", "10/4", "2+1/2", "25e−1", "25*10^−1", "25×10^–1"],
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
fn too_large_roots_and_zero_are_refused_by_the_checked_operations() {
    let (two, three) = (surd("sqrt2"), surd("1+sqrt18446744073709551557"));
    let said = |result: Result<Surd, Error>| result.unwrap_err().to_string();
    assert_eq!(
        said(two.try_mul(&three)),
        "√36893488147419103114 would be needed, and numbers under a root have at most 64 binary digits"
    );
    assert_eq!(said(two.try_div(&Surd::zero())), "division by zero");
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

/// Whatever the text, reading it takes little of the stack.
#[test]
fn numbers_are_read_on_a_small_stack() {
    let nested =
        |open: &str, close: &str, depth: usize| format!("1+{}1{}", open.repeat(depth), close.repeat(depth));
    let read = move || {
        for (open, close, levels) in
            [("(", ")", 1), ("√", "", 1), ("sqrt", "", 1), ("2√(", ")", 2), ("-(3+", ")", 1)]
        {
            let deepest = 20 / levels;
            let is_too_deep =
                |error: &Error| error.text().contains(": more than 20 parentheses or roots inside");
            let deepest_read = nested(open, close, deepest).parse::<Surd>();
            assert!(!deepest_read.is_err_and(|error| is_too_deep(&error)), "{deepest} times {open}");
            let column = |depth: usize| {
                let error = nested(open, close, depth).parse::<Surd>().unwrap_err();
                assert!(is_too_deep(&error), "{error} for {depth} times {open}");
                let (_, column) = error.text().split_once(" at column ").unwrap();
                column.split(';').next().unwrap().parse::<usize>().unwrap()
            };
            // 1+ stands before all, and the first that is too deep after 20 others
            let sign = open.chars().position(|c| matches!(c, '(' | '√' | 's')).unwrap();
            let place = 3 + deepest * open.chars().count() + sign;
            for depth in [deepest + 1, 97, 5000] {
                assert_eq!(column(depth), place, "{depth} times {open}");
            }
        }
    };
    std::thread::Builder::new().stack_size(128 << 10).spawn(read).unwrap().join().unwrap();
    let error = "(".repeat(21).parse::<Surd>().unwrap_err().to_string();
    let says =
        "more than 20 parentheses or roots inside one another at column 21; write the number with fewer";
    assert!(error.ends_with(says), "{error}");
}
