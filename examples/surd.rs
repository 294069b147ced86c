//! `Surd`: exact numbers p + q√d, with arithmetic, order and proven digits.

use std::error::Error;

use nimsweep::number::Surd;

fn main() -> Result<(), Box<dyn Error>> {
    let golden: Surd = "(1+sqrt5)/2".parse()?;
    assert_eq!(&golden * &golden, &golden + &Surd::from(1)); // exactly

    // two quotients of neighbouring Fibonacci numbers enclose it
    let mut numbers: Vec<Surd> = vec!["377/233".parse()?, golden.clone(), "610/377".parse()?];
    numbers.sort();
    let sorted: Vec<String> = numbers.iter().map(Surd::to_string).collect();
    println!("{}", sorted.join(" < "));
    assert_eq!(sorted, ["377/233", "(1+sqrt(5))/2", "610/377"]);

    let digits = golden.to_decimal(50);
    println!("{golden} = {digits}");
    assert_eq!(digits, "1.61803398874989484820458683436563811772030917980576");
    Ok(())
}
