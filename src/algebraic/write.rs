//! Writing algebraic numbers: closed forms, decimals, or a polynomial and the interval of its root.

use std::fmt;

use num_traits::{One, Zero};

use super::polynomial::{Polynomial, dyadic, sign_changes};
use super::root::{Algebraic, Root};
use crate::number::Surd;

/// The shortest shown interval has this length, 2⁻², unless other roots are closer.
const COARSEST_SHIFT: usize = 2;

impl fmt::Display for Algebraic {
    /// In the field the closed form, as [`Surd`] writes it; beyond it the polynomial and an
    /// interval that holds no other root of it, as in `root of x^3-2 in (5/4, 3/2)`. With a
    /// precision, as in `{:.8}`, proven decimals.
    ///
    /// ```
    /// use nimsweep::algebraic::{Algebraic, Polynomial};
    ///
    /// let root = &Algebraic::roots_of(&Polynomial::from(&[-2_i64, 0, 0, 1][..]), None)[0];
    /// assert_eq!(root.to_string(), "root of x^3-2 in (5/4, 3/2)");
    /// assert_eq!(format!("{root:.8}"), "1.25992105");
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, f.precision()) {
            (Self::InField(number), _) => number.fmt(f),
            (Self::OutsideField(root), Some(digits)) => {
                // not by `pad`, which takes a precision as a number of characters
                let decimal = root.to_decimal(digits);
                let magnitude = decimal.trim_start_matches('-');
                f.pad_integral(magnitude.len() == decimal.len(), "", magnitude)
            }
            (Self::OutsideField(root), None) => {
                let [low, high] = root.interval();
                f.pad(&format!("root of {} in ({low}, {high})", root.polynomial()))
            }
        }
    }
}

impl Root {
    /// The ends of [m/2ᵏ, (m + 1)/2ᵏ] with the least k ≥ 2 for which this is the only root of the
    /// polynomial between them: what is shown depends on the root alone, and not on how far its
    /// interval has been refined. For the place or the value of a maximum k is the least of
    /// 2, 4, 8, … for which bounds show it.
    #[must_use]
    pub fn interval(&self) -> [Surd; 2] {
        if self.is_never_quadratic() {
            return self.interval_for(&self.integral()); // degrees are too large for Sturm's theorem
        }
        let sequence = self.polynomial().sturm_sequence();
        let (mut root, mut shift) = (self.clone(), COARSEST_SHIFT);
        loop {
            let cell = root.cell(shift);
            // neither end is a root, as these are irrational
            if sign_changes(&sequence, &cell[0]) - sign_changes(&sequence, &cell[1]) == 1 {
                return cell;
            }
            shift += 1;
        }
    }

    /// The ends m/2^shift and (m + 1)/2^shift around this number, by refinement.
    fn cell(&mut self, shift: usize) -> [Surd; 2] {
        let scale = Surd::from(num_bigint::BigInt::one() << shift);
        loop {
            let (low, high) = ((self.lower() * &scale).floor(), (self.upper() * &scale).ceil());
            if &high - &low == One::one() {
                return [low, high].map(|end| dyadic(&end, shift));
            }
            self.refine();
        }
    }
}

impl fmt::Display for Polynomial {
    /// The terms by falling powers of x, as in `x^2-2*sqrt(2)*x+2`; a coefficient of two terms
    /// stands in parentheses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for (power, c) in self.coefficients().iter().enumerate().rev().filter(|(_, c)| !c.is_zero()) {
            let term = term(c, power);
            if !text.is_empty() && !term.starts_with('-') {
                text.push('+');
            }
            text.push_str(&term);
        }
        f.pad(if text.is_empty() { "0" } else { &text })
    }
}

/// c·xⁿ for c ≠ 0.
fn term(c: &Surd, power: usize) -> String {
    let x = match power {
        0 => String::new(),
        1 => "x".to_owned(),
        _ => format!("x^{power}"),
    };
    let two_terms = c.radicand().is_some() && !c.rational_part().is_zero();
    match () {
        () if power == 0 && two_terms => format!("({c})"),
        () if power == 0 => c.to_string(),
        () if *c == 1 => x,
        () if *c == -1 => format!("-{x}"),
        () if two_terms => format!("({c})*{x}"),
        () => format!("{c}*{x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Radicand;

    fn surd(text: &str) -> Surd {
        text.parse().unwrap()
    }

    #[test]
    fn polynomials_are_written_by_falling_powers() {
        let p = Polynomial::new(["2+sqrt2", "-2sqrt2", "0", "-1", "1-sqrt2", "1"].map(surd).to_vec());
        assert_eq!(p.to_string(), "x^5+(1-sqrt(2))*x^4-x^3-2*sqrt(2)*x+(2+sqrt(2))");
        assert_eq!(Polynomial::default().to_string(), "0");
        assert_eq!(Polynomial::from(&[-1_i64, 1][..]).to_string(), "x-1");
    }

    #[test]
    fn intervals_isolate_and_do_not_depend_on_refinement() {
        // roots ±√2, ±√(2 + 1/1000): two of them in one cell of length 1/4
        let close = Polynomial::new(["-2-1/1000", "0", "1"].map(surd).to_vec());
        let roots = Algebraic::roots_of(&(&close * &Polynomial::from(&[-2_i64, 0, 1][..])), None);
        let texts: Vec<_> = roots.iter().map(Algebraic::to_string).collect();
        assert_eq!(texts[2], "root of x^4-4001/1000*x^2+2001/500 in (181/128, 2897/2048)");
        for (root, text) in roots.iter().zip(&texts) {
            let Algebraic::OutsideField(root) = root else { panic!("{text}") };
            let [low, high] = root.interval();
            let mut refined = root.clone();
            for _ in 0..8 {
                refined.refine();
                assert_eq!(refined.interval(), [low.clone(), high.clone()]);
            }
            let number = Algebraic::OutsideField(refined);
            assert!(number > low && number < high);
            assert_eq!(roots.iter().filter(|root| **root > low && **root < high).count(), 1);
        }
    }

    #[test]
    fn numbers_of_the_field_have_their_closed_form() {
        let x = Algebraic::from(surd("-1-sqrt2"));
        assert_eq!(
            (x.to_string(), format!("{x:.3}|{x:>9.1}|")),
            ("-1-sqrt(2)".into(), "-2.414|     -2.4|".into())
        );
        let beyond = Algebraic::of(surd("-sqrt3"), Radicand::new(2).ok());
        assert_eq!(beyond.to_string(), "root of x^2-3 in (-7/4, -3/2)");
        assert_eq!(format!("{beyond:.3}|{beyond:>9.1}|"), "-1.732|     -1.7|");
    }
}
