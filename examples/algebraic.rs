//! `Algebraic`: real roots of a polynomial, in closed form if they have one.

use std::error::Error;

use nimsweep::algebraic::{Algebraic, Polynomial};
use nimsweep::number::Surd;

fn main() -> Result<(), Box<dyn Error>> {
    // (x³ − 2)(x − √2), the constant term first
    let root_two = Surd::square_root_of(2);
    let cubic = [Surd::from(-2), Surd::from(0), Surd::from(0), Surd::from(1)];
    let mut coefficients = vec![Surd::from(0); 5];
    for (power, coefficient) in cubic.iter().enumerate() {
        coefficients[power] = &coefficients[power] - &(coefficient * &root_two);
        coefficients[power + 1] = &coefficients[power + 1] + coefficient;
    }

    let roots = Algebraic::roots_of(&Polynomial::new(coefficients));
    let written = roots.iter().map(|root| match root.as_surd() {
        Some(closed) => format!("{} = {closed}", root.to_decimal(12)),
        None => format!("{} without a closed form", root.to_decimal(12)),
    });
    let written: Vec<String> = written.collect();
    println!("{}", written.join("\n"));
    assert_eq!(written, ["1.259921049895 without a closed form", "1.414213562373 = sqrt(2)"]);
    Ok(())
}
