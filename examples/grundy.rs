//! `Grundy`: g of the squares on the line, computed once; then values, gains, moves and a maximum.

use std::error::Error;

use nimsweep::games::squares::{Grundy, Lengths};
use nimsweep::number::Surd;

fn main() -> Result<(), Box<dyn Error>> {
    let lengths: Lengths = "1, sqrt2".parse()?;
    let grundy = Grundy::new(&lengths, &Surd::from(500))?;
    assert_eq!(grundy.largest_nimber(), 211);

    let length: Surd = "4+sqrt2".parse()?;
    println!("g({length}) = {}", grundy.value_at(&length)?);
    assert_eq!(grundy.value_at(&length)?, 5);

    // where the left end of a first piece of length 1 has to lie to win
    let moves = grundy.moves_at(&length)?;
    let winning: Vec<String> = moves.placements[0].winning.iter().map(ToString::to_string).collect();
    println!("winning places: {}", winning.join(", "));
    assert_eq!(winning, ["[2, 1+sqrt(2)]"]);

    // L times the probability that a random first piece wins, and where it is greatest
    let gain = grundy.gain_at(&Surd::from(4))?;
    assert_eq!(gain.value.to_string(), "(32-6*sqrt(2))/21");
    let maximum = grundy.maximum(&Surd::from(2), &Surd::from(10))?;
    println!("the gain is greatest at L = {}: {}", maximum.at.to_decimal(8), maximum.value.to_decimal(8));
    assert_eq!(maximum.at.as_surd(), Some(&"5+2*sqrt(2)".parse()?));
    assert_eq!(maximum.value.to_decimal(8), "2.61969775");
    Ok(())
}
