//! scratch
use nimsweep::games::squares::{GrundyRun, Lengths};
use nimsweep::number::Surd;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let lengths: Lengths = args[1].parse().unwrap();
    for limit in &args[2..] {
        let limit: Surd = limit.parse().unwrap();
        let start = std::time::Instant::now();
        let how = std::env::var("HOW").unwrap_or_default();
        let mut run = match &how[..] {
            "p" => GrundyRun::by_presence(&lengths, &limit),
            "w" => GrundyRun::by_windows(&lengths, &limit),
            _ => GrundyRun::new(&lengths, &limit),
        }
        .unwrap();
        match std::env::var("THREADS").ok().and_then(|t| t.parse().ok()) {
            Some(threads) => rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap()
                .install(|| while run.advance() {}),
            None => while run.advance() {},
        }
        let time = start.elapsed();
        let mut hash = 0u64;
        for (a, b, v) in run.steps() {
            for x in [a as u64, b as u64, v as u64] {
                hash = (hash ^ x).wrapping_mul(0x9E3779B97F4A7C15).rotate_left(23);
            }
        }
        println!("{lengths} {limit} {:?} steps {} hash {hash:x}", time, run.steps().len());
    }
}
