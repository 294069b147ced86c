//! A proof by computer: for no irrational x from 1 to 10 has the game {1, x} a period p from a
//! breakpoint c on with 2c + 2p + x ≤ 100, if c + p is a breakpoint, too.
//!
//! All that matters to such a period lies on [0, 100]: the order of sums a + bx of lengths, which
//! changes only at fractions x with a denominator of at most 100/x. Those with one of at most
//! 100/⌊x⌋ are more. So between two neighbours among these each x has the same periods, and one
//! fraction in between decides for all. The page *open questions* has the theorem.

use std::error::Error;

use nimsweep::games::squares::{Grundy, Lengths};
use nimsweep::number::Surd;

const LIMIT: u64 = 100;
const LARGEST: u64 = 10;

/// The mediant of each pair of neighbours among the fractions from k to k + 1 whose denominators
/// are at most a number: the fraction of the least denominator between both.
fn mediants(k: u64, largest: u64) -> Vec<(u64, u64)> {
    let (mut mediants, [mut low, mut high]) = (vec![], [(k, 1), (k * largest + 1, largest)]);
    while low != (k + 1, 1) {
        mediants.push((low.0 + high.0, low.1 + high.1));
        // the neighbour after the next one
        let times = (largest + low.1) / high.1;
        (low, high) = (high, (times * high.0 - low.0, times * high.1 - low.1));
    }
    mediants
}

fn main() -> Result<(), Box<dyn Error>> {
    let cells: Vec<_> = (1..LARGEST).flat_map(|k| mediants(k, LIMIT / k)).collect();
    let has_period = |(p, q): &(u64, u64)| {
        let lengths = Lengths::new([Surd::from(1), Surd::from(*p) / Surd::from(*q)])?;
        Ok(Grundy::new(&lengths, &Surd::from(LIMIT))?.with_period().period().is_some())
    };
    let found: Result<Vec<bool>, nimsweep::Error> = cells.iter().map(has_period).collect();
    let periodic = found?.into_iter().filter(|&is_periodic| is_periodic).count();
    println!("{} cells, {periodic} with a period", cells.len());
    assert_eq!((cells.len(), periodic), (4_722, 0));

    // the search would see one: {1, 5} has the period 18 from 3 on
    let whole = Grundy::new(&Lengths::new([1, 5].map(Surd::from))?, &Surd::from(LIMIT))?.with_period();
    assert_eq!(whole.period().map(|period| period.length.clone()), Some(Surd::from(18)));
    Ok(())
}
