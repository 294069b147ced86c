//! `Lattice`: sums of given lengths as integer keys, which add and sort as the numbers do.

use std::error::Error;

use nimsweep::lattice::{Lattice, Point};
use nimsweep::number::Surd;

fn main() -> Result<(), Box<dyn Error>> {
    let lengths = [Surd::from(1), Surd::square_root_of(2)];
    let lattice = Lattice::spanned_by(&lengths, &Surd::from(10))?;
    let [one, root] = lattice.generators()[..] else { unreachable!("a point for each length") };

    // all sums of up to three lengths
    let zero = Point::ORIGIN;
    let mut sums: Vec<Point> = vec![];
    for a in [zero, one, one + one, one + one + one] {
        for b in [zero, root, root + root, root + root + root] {
            sums.push(a + b);
        }
    }
    sums.sort(); // by their keys, without a root
    let sums: Vec<String> = sums.iter().take(8).map(|&sum| lattice.exact(sum).to_string()).collect();
    println!("{}", sums.join(" < "));
    assert_eq!(sums.join(" < "), "0 < 1 < sqrt(2) < 2 < 1+sqrt(2) < 2*sqrt(2) < 3 < 2+sqrt(2)");
    Ok(())
}
