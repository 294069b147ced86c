//! Writing exact numbers: the one closed form `(a+b*sqrt(d))/r` in lowest terms.

use std::fmt;

use num_traits::Signed;

use super::radicand::Radicand;
use super::surd::Surd;

impl fmt::Display for Surd {
    /// The one closed form (a+b*sqrt(d))/r in lowest terms, which [`FromStr`](std::str::FromStr)
    /// reads back: `7/2`, `sqrt(2)`, `10+sqrt(2)`, `-3*sqrt(2)/2`, `(1+sqrt(5))/2`. With a
    /// precision, as in `{:.8}`, the decimals of [`to_decimal`](Surd::to_decimal).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(digits) = f.precision() {
            // not by `pad`, which takes a precision as a number of characters and would cut the
            // closed form
            let decimal = self.to_decimal(digits);
            let magnitude = decimal.trim_start_matches('-');
            return f.pad_integral(magnitude.len() == decimal.len(), "", magnitude);
        }
        let mut text = String::new();
        write_closed_form(&mut text, &self.over_common_denominator().into(), self.radicand())?;
        f.pad(&text)
    }
}

/// Writes (a + b√d)/r, given as [a, b, r] in lowest terms; b is 0 if d is absent.
pub(crate) fn write_closed_form<I: Signed + fmt::Display>(
    out: &mut impl fmt::Write,
    [a, b, r]: &[I; 3],
    radicand: Option<Radicand>,
) -> fmt::Result {
    let root = radicand.filter(|_| !b.is_zero());
    let two_terms = root.is_some() && !a.is_zero();
    let (open, close) = if two_terms && !r.is_one() { ("(", ")") } else { ("", "") };
    out.write_str(open)?;
    if root.is_none() || two_terms {
        write!(out, "{a}")?;
    }
    if let Some(d) = root {
        out.write_str(if two_terms && b.is_positive() { "+" } else { "" })?;
        write_root(out, b, d)?;
    }
    out.write_str(close)?;
    if r.is_one() { Ok(()) } else { write!(out, "/{r}") }
}

/// Writes b√d, with a coefficient of ±1 left out.
fn write_root<I: Signed + fmt::Display>(out: &mut impl fmt::Write, b: &I, d: Radicand) -> fmt::Result {
    if b.is_one() {
        write!(out, "sqrt({d})")
    } else if b.abs().is_one() {
        write!(out, "-sqrt({d})")
    } else {
        write!(out, "{b}*sqrt({d})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_precision_asks_for_decimals_and_cuts_nothing() {
        let number: Surd = "-10-sqrt2".parse().unwrap();
        assert_eq!(
            format!("{number:.3}|{number:>10.2}|{number:.0}|{number:14}|"),
            "-11.414|    -11.41|-11|-10-sqrt(2)   |"
        );
        assert_eq!(format!("{:.2}", Surd::from(3) / Surd::from(8)), "0.38");
    }
}
