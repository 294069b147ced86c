//! `draw`: the gain of a random first piece, drawn with characters.

use std::error::Error;

use nimsweep::draw::curve;
use nimsweep::games::squares::{Grundy, Lengths};
use nimsweep::number::Surd;

fn main() -> Result<(), Box<dyn Error>> {
    let (from, to) = (Surd::from(2), Surd::from(40));
    let grundy = Grundy::new(&Lengths::default(), &to)?; // pieces of the lengths 1 and √2
    let drawing = curve(&grundy.gain_curve(&from, &to)?, 60);
    println!("{drawing}");

    // the certified maximum is marked
    let maximum = grundy.maximum(&from, &to)?;
    assert!(drawing.contains(&format!("maximum {}", maximum.value.to_decimal(8))));
    assert!(drawing.lines().all(|line| line.chars().count() <= 60));
    Ok(())
}
