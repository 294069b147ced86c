//! Subtraction games, the other games, regions and tables: squares taken from heaps, the sum over
//! stones, fair rows of coins, a proof for all lengths, and the rows of tables.
//!
//! Run with `cargo bench --bench games`. Each benchmark asserts its result, so that a wrong answer
//! is never fast.
#![allow(missing_docs, reason = "criterion's macros make public items without documentation")]

#[path = "textbook/rare_values.rs"]
mod rare_values;
#[path = "textbook/subtraction.rs"]
mod subtraction;

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use nimsweep::ask::ask;
use nimsweep::games::coins::{Modulus, fair_rows, fair_rows_modulo};
use nimsweep::games::octal::Values;
use nimsweep::games::squares::{Digit, Grundy, Lengths};
use nimsweep::games::stones::TakeAway;
use nimsweep::number::Surd;
use nimsweep::regions::{Region, RegionProof};
use num_bigint::BigUint;
use num_rational::BigRational;
use rayon::ThreadPoolBuilder;

/// The sum of M(n) up to 10^1000 and 10^8000, for three ratios.
fn stones(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sum of M(n)");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    // the remainders modulo 10^8, as the squares of each block gave them before
    for (ratio, digits, expected) in
        [(2, 1000, 64_064_183_u32), (2, 8000, 58_675_780), (3, 1000, 92_238_531), (30, 1000, 73_494_538)]
    {
        let (game, limit) = (TakeAway::new(ratio.try_into().unwrap()), BigUint::from(10_u32).pow(digits));
        group.bench_function(BenchmarkId::new(format!("ratio {ratio}"), format!("10^{digits}")), |bencher| {
            bencher.iter(|| {
                let sum = game.sum_of_largest_moves(black_box(&limit)).unwrap();
                assert_eq!(sum % 100_000_000_u32, expected.into());
            });
        });
    }
    group.finish();
}

/// Heaps of up to 100,000, from which a move takes a square, as in problem 310 of Project Euler,
/// and the same by a plain loop.
fn squares_taken(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("squares taken from a heap");
    group.sample_size(20).sampling_mode(SamplingMode::Flat);
    let squares: Vec<usize> = (1..=316).map(|root| root * root).collect();
    let last = 100_000;
    let lengths = squares.iter().map(|&square| Surd::from(square as u64));
    let lengths = Lengths::with_rule(lengths, &[Digit::AtAnEnd]).unwrap();
    let expected = subtraction::values(&squares, last);
    group.bench_function("Grundy", |bencher| {
        bencher.iter(|| {
            let grundy = Grundy::new(black_box(&lengths), &Surd::from(last as u64)).unwrap();
            assert_eq!(grundy.steps().values().last(), Some(&u32::from(expected[last])));
        });
    });
    group.bench_function("plain loop", |bencher| {
        bencher.iter(|| assert_eq!(subtraction::values(black_box(&squares), last), expected));
    });
    group.finish();
}

/// 0.104 to 200,000, and the same by a loop over rare values; and games that have larger ones.
fn octal(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("octal");
    group.sample_size(20).sampling_mode(SamplingMode::Flat);
    let values = |code: &str, end| {
        let mut values = Values::new(code.parse().unwrap());
        while values.advance(end) {}
        values
    };
    let end = 200_000;
    // 1 is taken whole, and 3 of at least 5
    let rare = || rare_values::values(&[0, 1, 0, 0, 0], 3, black_box(end));
    let expected = rare();
    group.bench_function("0.104", |bencher| {
        bencher.iter(|| assert_eq!(values("0.104", black_box(end)).as_slice(), expected));
    });
    group.bench_function("0.104 by a loop over rare values", |bencher| {
        bencher.iter(|| assert_eq!(rare(), expected))
    });
    for (code, end, last) in [("0.16", 300_000, 2), ("0.007", 60_000, 175), ("0.6", 60_000, 30)] {
        group.bench_function(format!("{code} to {end}"), |bencher| {
            bencher.iter(|| assert_eq!(values(code, black_box(end)).as_slice()[end - 1], last));
        });
    }
    group.finish();
}

/// Fair rows of 100,000 stacks of two coins modulo a prime and two composite numbers, and exactly.
fn coins(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("fair rows");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    let stacks = 100_000;
    group.throughput(Throughput::Elements(stacks));
    for (modulus, expected) in [("989898989", 430_886_336_u32), ("1000000", 397_184), ("30030", 14_154)] {
        let number: Modulus = modulus.parse().unwrap();
        group.bench_function(BenchmarkId::new("modulo", modulus), |bencher| {
            bencher.iter(|| {
                assert_eq!(fair_rows_modulo(2, black_box(stacks), &number).unwrap(), expected.into());
            });
        });
    }
    let stacks = 5000;
    group.throughput(Throughput::Elements(stacks));
    let (number, prime) = (1_000_000_007_u32, "1000000007".parse().unwrap());
    let expected = fair_rows_modulo(2, stacks, &prime).unwrap();
    group.bench_function("exactly", |bencher| {
        bencher.iter(|| assert_eq!(fair_rows(2, black_box(stacks)).unwrap() % number, expected));
    });
    group.finish();
}

/// Nine tenths of the triangle 1 < x < y < 3, by one thread and by two.
fn regions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("regions");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    let share = BigRational::new(9.into(), 10.into());
    let prove = || {
        let mut proof = RegionProof::new(Region::new("1,x,y", "3", black_box("1<x<y<3")).unwrap());
        while proof.share() < share {
            assert!(proof.advance());
        }
    };
    for threads in [1, 2] {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        group.bench_function(BenchmarkId::new("triangle", threads), |bencher| {
            pool.install(|| bencher.iter(prove));
        });
    }
    group.finish();
}

/// The rows of a table, one after the other, with the time of the computation.
fn tables(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("rows of a table");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    for (name, question, count) in [
        ("stones", r#"{"command": "stones table", "n": "100000"}"#, 100_000),
        ("halving", r#"{"command": "halving table", "n": "100000"}"#, 100_001),
        ("grundy", r#"{"command": "grundy", "upto": "500"}"#, 1829),
    ] {
        let answer = ask(question).unwrap();
        let table = answer.table().unwrap();
        group.throughput(Throughput::Elements(count));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let (mut rows, mut found) = (table.rows(), 0);
                while let Some(row) = rows.next_row() {
                    found += u64::from(row.cells().count() >= 4);
                }
                assert_eq!(found, count);
            });
        });
    }
    group.finish();
}

fn short() -> Criterion {
    Criterion::default().warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2))
}

criterion_group!(name = benches; config = short(); targets = squares_taken, octal, stones, coins, regions, tables);
criterion_main!(benches);
