//! Threads share the work of large windows, and change nothing.

use nimsweep::games::squares::{Grundy, GrundyRun, Lengths};
use nimsweep::number::Surd;
use rayon::ThreadPoolBuilder;

fn by_threads(threads: usize, lengths: &str, limit: u64) -> Grundy {
    let (lengths, limit): (Lengths, _) = (lengths.parse().unwrap(), Surd::from(limit));
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| Grundy::new(&lengths, &limit).unwrap())
}

#[test]
fn the_function_is_the_same_for_any_number_of_threads() {
    let limit = 2800;
    let mut growing = GrundyRun::new(&Lengths::default(), &Surd::from(limit)).unwrap();
    while growing.advance() {}
    assert!(growing.gains_from_threads(), "at {limit} threads have to take part, else this tests nothing");
    let alone = growing.finish();
    for threads in [1, 2, 3, 5] {
        assert_eq!(by_threads(threads, "1,sqrt2", limit), alone, "{threads} threads");
    }
}
