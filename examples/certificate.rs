//! `Certificate`: an answer with everything that proves it, and `verify`, which proves it.

use std::error::Error;

use nimsweep::games::squares::{Grundy, Lengths};
use nimsweep::number::Surd;
use nimsweep::proof::{Certificate, Claim, GainClaim, verify};

fn main() -> Result<(), Box<dyn Error>> {
    // the certified maximum of the gain for 2 ≤ L ≤ 10
    let (from, to) = (Surd::from(2), Surd::from(10));
    let grundy = Grundy::new(&Lengths::default(), &to)?;
    let maximum = grundy.maximum(&from, &to)?;
    let claim = Claim::from(GainClaim { from, to, at: maximum.at, value: maximum.value });
    let mut text = vec![];
    Certificate::new(grundy, claim)?.write(&mut text)?;
    let text = String::from_utf8(text)?;
    print!("{text}");

    let proven = verify(text.as_bytes())?;
    println!("{proven}");
    assert!(proven.to_string().contains("the gain is greatest at L = 5+2√2"));

    // a wrong step of g is refused
    let forged = text.replace("g 3 1 1\n", "g 3 1 2\n");
    let refusal = verify(forged.as_bytes()).err().ok_or("a wrong step was accepted")?;
    println!("{refusal}");
    assert!(refusal.to_string().starts_with("line 12: "));
    Ok(())
}
