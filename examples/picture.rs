//! `Picture`: the gain as an SVG picture, written to standard output.

use std::error::Error;

use nimsweep::games::squares::{Grundy, Lengths};
use nimsweep::number::Surd;
use nimsweep::plot::{self, Look};

fn main() -> Result<(), Box<dyn Error>> {
    let (from, to) = (Surd::from(2), Surd::from(20));
    let grundy = Grundy::new(&Lengths::default(), &to)?; // pieces of the lengths 1 and √2
    let svg = plot::gain(&grundy, &from, &to, &Look::default())?.svg();
    println!("{svg}");

    // one element, without scripts; the place of the maximum has its closed form
    assert!(svg.starts_with("<svg ") && !svg.contains("<script"));
    assert!(svg.contains("10 + √2"));
    Ok(())
}
