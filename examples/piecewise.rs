//! `StepFunction` and `PiecewiseLinear`: functions given by exact breakpoints.

use std::error::Error;

use nimsweep::lattice::Lattice;
use nimsweep::number::Surd;
use nimsweep::piecewise::{LinearForm, PiecewiseLinear, StepFunction};

fn main() -> Result<(), Box<dyn Error>> {
    let root = Surd::square_root_of(2);

    // a step begins at its breakpoint: the value at √2 is that of the second step
    let steps = StepFunction::new([(Surd::from(0), "low"), (root.clone(), "high")])?;
    let values = ["1.4142", "sqrt2"].map(|x| x.parse().map(|x| *steps.value_at(&x).unwrap_or(&"none")));
    println!("{values:?}");
    assert_eq!(values, [Ok("low"), Ok("high")]);

    // y up to √2, then falling with slope −1: the breakpoint is a point of a lattice
    let lattice = Lattice::spanned_by(&[Surd::from(1), root], &Surd::from(9))?;
    let [_, peak] = lattice.generators()[..] else { unreachable!("a point for each length") };
    let rising = LinearForm { slope: 1, offset: &[0, 0] };
    let tent = PiecewiseLinear::new(&lattice, rising, [(peak, -2)])?;
    let values = ["1", "sqrt2", "2"].map(|y| y.parse().map(|y| tent.evaluate(&y).to_string()));
    println!("{values:?}");
    assert_eq!(values, [Ok("1".into()), Ok("sqrt(2)".into()), Ok("-2+2*sqrt(2)".into())]);
    Ok(())
}
