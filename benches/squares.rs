//! The squares: events per second by every method, g up to 500, 1000 and 2000, and f(200, 500).
//!
//! Run with `cargo bench`. Each benchmark asserts its result, so that a wrong answer is never fast.
#![allow(missing_docs, reason = "criterion's macros make public items without documentation")]

mod textbook;

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use nimsweep::games::squares::{Grundy, Lengths, Maximum, Method};
use nimsweep::internal::Job;
use nimsweep::number::Surd;
use rayon::{ThreadPool, ThreadPoolBuilder};

const THREADS: [usize; 2] = [1, 2];

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}

/// The same events in every way: the crate's own methods, and what one would write with the
/// standard library.
fn corners_by_method(criterion: &mut Criterion) {
    let job = Job::upto(500).unwrap();
    assert_eq!((job.expected().steps().len(), job.events()), (1_829, 485_252));
    let mut group = criterion.benchmark_group("corners below 500");
    group.throughput(Throughput::Elements(job.events())).sample_size(10).sampling_mode(SamplingMode::Flat);
    for (method, threads) in
        [(Method::Fastest, 1), (Method::Fastest, 2), (Method::Sort, 1), (Method::Engine, 1)]
    {
        let pool = pool(threads);
        let id = BenchmarkId::new(method.to_string(), format!("threads {threads}"));
        // a run that finds anything but the steps of g is an error
        group.bench_function(id, |bencher| {
            bencher.iter(|| pool.install(|| black_box(&job).run(method).unwrap()));
        });
    }
    for (name, sweep) in textbook::METHODS {
        let id = BenchmarkId::new(name, "threads 1");
        group.bench_function(id, |bencher| {
            bencher.iter(|| textbook::run(sweep, black_box(job.expected())));
        });
    }
    group.finish();
}

fn grundy_values(criterion: &mut Criterion) {
    let lengths = Lengths::default();
    let mut group = criterion.benchmark_group("g up to");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    for (limit, steps, corners) in
        [(500, 1_829, 485_252), (1000, 5_302, 4_044_323), (2000, 14_861, 32_626_908)]
    {
        let limit = Surd::from(limit);
        group.throughput(Throughput::Elements(corners));
        for threads in THREADS {
            let pool = pool(threads);
            group.bench_function(
                BenchmarkId::new(limit.to_string(), format!("threads {threads}")),
                |bencher| {
                    bencher.iter(|| {
                        let grundy = pool.install(|| Grundy::new(&lengths, black_box(&limit)).unwrap());
                        assert_eq!((grundy.steps().len(), grundy.corners()), (steps, corners));
                    });
                },
            );
        }
    }
    group.finish();
}

fn main_job(criterion: &mut Criterion) {
    let (lengths, from, to) = (Lengths::default(), Surd::from(200), Surd::from(500));
    let grundy = Grundy::new(&lengths, &to).unwrap();
    let expected = grundy.maximum(&from, &to).unwrap();
    let place = expected.at.as_surd().unwrap();
    assert_eq!(grundy.gain_at(place).unwrap().value, expected.value);
    let same = |found: &Maximum| found.value == expected.value;
    let mut group = criterion.benchmark_group("f(200, 500)");
    group.sample_size(20);
    group.bench_function("in all", |bencher| {
        bencher.iter(|| {
            let grundy = Grundy::new(&lengths, &to).unwrap();
            assert!(same(&grundy.maximum(black_box(&from), &to).unwrap()));
        });
    });
    group.bench_function("winning measure", |bencher| {
        bencher.iter(|| black_box(grundy.gain_curve(black_box(&from), &to).unwrap()));
    });
    let curve = grundy.gain_curve(&from, &to).unwrap();
    group.bench_function("maximum", |bencher| {
        bencher.iter(|| assert!(same(&black_box(&curve).maxima().first)));
    });
    group.finish();
}

/// Many questions to one table of g: the gain at places near 500, and the winning moves.
fn questions(criterion: &mut Criterion) {
    let grundy = Grundy::new(&Lengths::default(), &Surd::from(500)).unwrap();
    let places = (0..20).map(|i| Surd::from(480) + Surd::square_root_of(2) * i / 3);
    let places: Vec<Surd> = places.collect();
    let mut group = criterion.benchmark_group("one table of g up to 500");
    group.sample_size(20);
    group.bench_function("20 gains", |bencher| {
        bencher.iter(|| {
            for place in &places {
                assert!(grundy.gain_at(black_box(place)).unwrap().value > 0);
            }
        });
    });
    group.bench_function("moves", |bencher| {
        let segment = Surd::from(500);
        bencher.iter(|| assert!(!grundy.moves_at(black_box(&segment)).unwrap().is_p_position()));
    });
    group.finish();
}

fn short() -> Criterion {
    Criterion::default().warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2))
}

criterion_group!(name = benches; config = short(); targets = corners_by_method, grundy_values, main_job, questions);
criterion_main!(benches);
