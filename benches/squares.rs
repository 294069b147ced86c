//! The squares: corners per second by windows and by the general engine, g up to 500, and f(200, 500).
//!
//! Run with `cargo bench`. Each benchmark asserts its result, so that a wrong answer is never fast.
#![allow(missing_docs, reason = "criterion's macros make public items without documentation")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use nimsweep::exact::Surd;
use nimsweep::games::squares::{Grundy, Lengths, gain, winning};

fn corners(criterion: &mut Criterion) {
    let (lengths, limit) = (Lengths::default(), Surd::from(300));
    let corners = Grundy::new(&lengths, &limit).unwrap().corners();
    let mut group = criterion.benchmark_group("corners up to 300");
    group.throughput(Throughput::Elements(corners)).sample_size(20);
    group.bench_function("windows", |bencher| {
        bencher.iter(|| assert_eq!(Grundy::new(&lengths, black_box(&limit)).unwrap().corners(), corners));
    });
    group.bench_function("queue", |bencher| {
        bencher
            .iter(|| assert_eq!(Grundy::by_queue(&lengths, black_box(&limit)).unwrap().corners(), corners));
    });
    group.finish();
}

fn grundy_values(criterion: &mut Criterion) {
    let lengths = Lengths::default();
    let mut group = criterion.benchmark_group("g up to");
    group.sample_size(20);
    for (limit, steps) in [(500, 1_829), (1000, 5_302)] {
        group.bench_function(limit.to_string(), |bencher| {
            let limit = Surd::from(limit);
            bencher
                .iter(|| assert_eq!(Grundy::new(&lengths, black_box(&limit)).unwrap().steps().len(), steps));
        });
    }
    group.finish();
}

fn main_job(criterion: &mut Criterion) {
    let (lengths, from, to) = (Lengths::default(), Surd::from(200), Surd::from(500));
    let (expected, grundy) = gain::maximum(&lengths, &from, &to).unwrap();
    let same = |value: &nimsweep::exact::Algebraic| value.compare(&expected.value).is_eq();
    let mut group = criterion.benchmark_group("f(200, 500)");
    group.sample_size(20);
    group.bench_function("in all", |bencher| {
        bencher.iter(|| assert!(same(&gain::maximum(&lengths, black_box(&from), &to).unwrap().0.value)));
    });
    group.bench_function("winning measure", |bencher| {
        bencher.iter(|| black_box(winning::measure(&grundy, black_box(&from), &to)));
    });
    let measure = winning::measure(&grundy, &from, &to);
    group.bench_function("maximum", |bencher| {
        bencher.iter(|| assert!(same(&gain::maximum_of(&lengths, black_box(&measure), &from, &to).value)));
    });
    group.finish();
}

criterion_group!(benches, corners, grundy_values, main_job);
criterion_main!(benches);
