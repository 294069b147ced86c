//! Exact numbers: comparison, order and the nearest float, beside rationals of the same size.
//!
//! Run with `cargo bench --bench numbers`. Each benchmark asserts its results, so that a wrong
//! answer is never fast.
#![allow(missing_docs, reason = "criterion's macros make public items without documentation")]

use std::cmp::Ordering;
use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use itertools::Itertools;
use nimsweep::number::Surd;
use num_bigint::{BigInt, Sign};
use num_rational::BigRational;
use num_traits::ToPrimitive;

fn surd(text: &str) -> Surd {
    text.parse().unwrap()
}

/// A rational whose numerator and denominator have the size of p + q√d, as a rational near to it.
fn rational_beside(x: &Surd) -> BigRational {
    let (_, _, denominator) = x.over_common_denominator();
    BigRational::new((x * &Surd::from(denominator.clone())).round(), denominator.clone())
}

/// Numbers as the gain has them, breakpoints a + b√2, and both mixed with rationals and another
/// field; in ascending order.
fn typical() -> Vec<Surd> {
    let gains = (0..8).map(|i| {
        surd(&format!(
            "({}+{}*sqrt2)/{}",
            31_415_926_535_i64 + 7 * i,
            2_718_281_828_i64 - i,
            1_618_033_989 + 2 * i
        ))
    });
    let breakpoints = (0..8).map(|i| surd(&format!("{}+{}*sqrt2", 5 * i + 1, 3 + i)));
    let mixed =
        ["355/113", "1+7*sqrt3", "(1+sqrt5)/2", "21.793", "-7+3*sqrt2", "314159265358979/100000000000000"]
            .map(surd);
    let mut list: Vec<_> = gains.chain(breakpoints).chain(mixed).collect();
    list.sort();
    list
}

/// Each pair of an ascending list, compared.
fn compare_all<T: Ord>(ascending: &[T]) -> bool {
    ascending.iter().tuple_windows().all(|(x, y)| black_box(x).cmp(black_box(y)) == Ordering::Less)
}

fn compare(criterion: &mut Criterion) {
    let numbers = typical();
    // rationals of the same sizes; two numbers of the list may have the same one beside them
    let mut rationals: Vec<_> = numbers.iter().map(rational_beside).collect();
    rationals.sort();
    rationals.dedup();
    let mut group = criterion.benchmark_group("compare typical");
    group.throughput(criterion::Throughput::Elements(numbers.len() as u64 - 1));
    group.bench_function("Surd", |bencher| bencher.iter(|| assert!(compare_all(&numbers))));
    group.throughput(criterion::Throughput::Elements(rationals.len() as u64 - 1));
    group.bench_function("BigRational", |bencher| bencher.iter(|| assert!(compare_all(&rationals))));
    group.finish();

    // as gains of the main job: the same number of digits, different denominators
    let [x, y] =
        ["(31415926535+2718281828*sqrt2)/1618033989", "(31415926536+2718281828*sqrt2)/1618033991"].map(surd);
    let (p, q) = (rational_beside(&x), rational_beside(&y));
    let mut group = criterion.benchmark_group("compare gains");
    group.bench_function("Surd", |bencher| bencher.iter(|| assert!(black_box(&x) > black_box(&y))));
    group.bench_function("BigRational", |bencher| bencher.iter(|| assert!(black_box(&p) > black_box(&q))));
    group.finish();

    let [x, y] = ["10+7*sqrt2", "12+6*sqrt2"].map(surd);
    let mut group = criterion.benchmark_group("compare breakpoints");
    group.bench_function("Surd", |bencher| bencher.iter(|| assert!(black_box(&x) < black_box(&y))));
    group.finish();
}

/// Numbers that agree in 16 digits and more, so that integers decide: with a rational of 20 digits,
/// in one field, in two fields; and rationals that agree likewise.
fn compare_near_ties(criterion: &mut Criterion) {
    let gain = surd("(31415926535+2718281828*sqrt2)/1618033989");
    let decimal = surd(&gain.to_decimal(20));
    let root = surd("sqrt2");
    let beside = &root + surd("(1-sqrt2)^41") / 7;
    // √3 brought next to √2 by a rational number
    let other_field = surd("sqrt3") + surd(&root.to_decimal(20)) - surd(&surd("sqrt3").to_decimal(20));
    let in_order = |x: &Surd, y: &Surd| if x < y { (x.clone(), y.clone()) } else { (y.clone(), x.clone()) };
    let mut group = criterion.benchmark_group("compare near tie");
    for (name, (x, y)) in [
        ("Surd and rational", in_order(&gain, &decimal)),
        ("Surd", in_order(&root, &beside)),
        ("Surd, two fields", in_order(&root, &other_field)),
    ] {
        // by their digits, all of which are proven
        assert!(x.to_decimal(30) < y.to_decimal(30) && x.to_decimal(15) == y.to_decimal(15));
        group.bench_function(name, |bencher| bencher.iter(|| assert!(black_box(&x) < black_box(&y))));
    }
    let (p, unit) = (rational_beside(&gain), BigRational::new(1.into(), BigInt::from(10).pow(20)));
    let q = &p + unit;
    group.bench_function("BigRational", |bencher| bencher.iter(|| assert!(black_box(&p) < black_box(&q))));
    group.finish();
}

/// The order of p + q√2 and r + s√2 by squares alone, as one would write it.
fn order_by_squares([p, q]: &[BigInt; 2], [r, s]: &[BigInt; 2]) -> Ordering {
    let (p, q) = (p - r, q - s);
    let by_squares = (&p * &p).cmp(&(2 * &q * &q));
    match (p.sign(), q.sign()) {
        (Sign::Plus, Sign::Minus) => by_squares,
        (Sign::Minus, Sign::Plus) => by_squares.reverse(),
        (sign, other) => sign.cmp(&Sign::NoSign).then(other.cmp(&Sign::NoSign)),
    }
}

/// 20,000 numbers p + q√2 with parts of either sign and of so many bits, sorted.
fn sort(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sort 20000");
    group.sample_size(20).sampling_mode(SamplingMode::Flat);
    let mut state = 1_u64;
    let mut word = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) as u32
    };
    for bits in [30_u32, 200] {
        let mut part = || {
            let digits: Vec<u32> = (0..7).map(|_| word()).collect();
            let size: BigInt = BigInt::from_slice(Sign::Plus, &digits) >> (224 - bits);
            if word() % 2 == 0 { size } else { -size }
        };
        let parts: Vec<[BigInt; 2]> = (0..20_000).map(|_| [part(), part()]).collect();
        let root = surd("sqrt2");
        let number = |[p, q]: &[BigInt; 2]| Surd::from(p.clone()) + Surd::from(q.clone()) * &root;
        let numbers: Vec<Surd> = parts.iter().map(number).collect();
        let by_squares: Vec<_> = parts.iter().sorted_by(|x, y| order_by_squares(x, y)).collect();
        let expected: Vec<Surd> = by_squares.iter().copied().map(number).collect();
        group.bench_function(format!("Surd, {bits} bits"), |bencher| {
            bencher.iter(|| assert!(black_box(&numbers).iter().sorted().eq(&expected)));
        });
        group.bench_function(format!("by squares, {bits} bits"), |bencher| {
            let sorted = || black_box(&parts).iter().sorted_by(|x, y| order_by_squares(x, y));
            bencher.iter(|| assert!(sorted().eq(by_squares.iter().copied())));
        });
    }
    group.finish();
}

fn to_float(criterion: &mut Criterion) {
    let x = surd("(31415926535+2718281828*sqrt2)/1618033989");
    let rational = rational_beside(&x);
    let expected = x.to_decimal(30).parse::<f64>().unwrap();
    let tie = surd("2^53+1+2^-60*sqrt2");
    let mut group = criterion.benchmark_group("to_f64");
    group.bench_function("Surd", |bencher| {
        bencher.iter(|| assert_eq!(black_box(&x).to_f64(), Some(expected)))
    });
    group.bench_function("Surd near a tie", |bencher| {
        bencher.iter(|| assert_eq!(black_box(&tie).to_f64(), Some(9_007_199_254_740_994.0)));
    });
    group.bench_function("BigRational", |bencher| {
        bencher.iter(|| assert!((black_box(&rational).to_f64().unwrap() - expected).abs() < 1e-8));
    });
    group.finish();
}

fn decimals(criterion: &mut Criterion) {
    let x = surd("(31415926535+2718281828*sqrt2)/1618033989");
    criterion.bench_function("to_decimal(8)", |bencher| {
        bencher.iter(|| assert_eq!(black_box(&x).to_decimal(8), "26.06583384"));
    });
}

fn short() -> Criterion {
    Criterion::default().warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2))
}

criterion_group!(name = benches; config = short(); targets = compare, compare_near_ties, sort, to_float, decimals);
criterion_main!(benches);
