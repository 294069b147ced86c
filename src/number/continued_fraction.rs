//! The continued fraction of a number, and its convergents.

use std::collections::HashMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::surd::Surd;

/// The regular continued fraction a + 1/(b + 1/(c + …)) of a number, with integers of which all but
/// the first are at least 1.
///
/// It ends for rational numbers, and repeats from some term on exactly for those of degree 2
/// (Lagrange).
///
/// ```
/// use nimsweep::number::Surd;
///
/// let root: Surd = "sqrt(7)".parse()?;
/// let fraction = root.continued_fraction(100);
/// assert_eq!(fraction.terms, [2, 1, 1, 1, 4].map(Into::into));
/// assert_eq!(fraction.period, Some(4)); // 1, 1, 1, 4 repeat
/// let convergents = fraction.convergents().take(6).map(|x| x.to_string()).collect::<Vec<_>>();
/// assert_eq!(convergents, ["2", "3", "5/2", "8/3", "37/14", "45/17"]);
/// # Ok::<(), nimsweep::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContinuedFraction {
    /// The terms.
    pub terms: Vec<BigInt>,
    /// How many terms at the end repeat forever, 0 if there are no others; `None` if others follow.
    pub period: Option<usize>,
}

impl Surd {
    /// The continued fraction of this number, with at most so many terms.
    ///
    /// By Euclid's algorithm on the number and 1, of which no quotient has to be a number.
    ///
    /// # Cost
    /// A few exact operations for each term, on numbers with as many digits as the convergents.
    #[must_use]
    pub fn continued_fraction(&self, most: usize) -> ContinuedFraction {
        let (mut above, mut below, mut terms) = (self.clone(), Self::one(), vec![]);
        // what is left, of degree 2, with its term
        let (mut seen, may_repeat) = (HashMap::new(), self.rank() == 1);
        while terms.len() < most {
            // 0 is not divided by
            let Ok(term) = above.try_div_floor(&below) else { break };
            if may_repeat
                && let Ok(rest) = above.try_div(&below)
                && let Some(first) = seen.insert(rest, terms.len())
            {
                return ContinuedFraction { period: Some(terms.len() - first), terms };
            }
            let rest = above - &below * &Self::from(term.clone());
            (above, below) = (below, rest);
            terms.push(term);
        }
        ContinuedFraction { period: below.is_zero().then_some(0), terms }
    }
}

impl ContinuedFraction {
    /// The convergents, one for each term, and without end if the terms repeat. From the second on
    /// no other fraction with a denominator as small is as near to the number.
    pub fn convergents(&self) -> impl Iterator<Item = BigRational> {
        let first = [(BigInt::ZERO, BigInt::one()), (BigInt::one(), BigInt::ZERO)];
        let repeated = self.terms.iter().rev().take(self.period.unwrap_or(0)).rev().cycle();
        self.terms.iter().chain(repeated).scan(first, |[before, last], term| {
            let next = (term * &last.0 + &before.0, term * &last.1 + &before.1);
            (*before, *last) = (std::mem::take(last), next.clone());
            // in lowest terms, as p·q' − p'·q is 1 or −1
            Some(BigRational::new_raw(next.0, next.1))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(text: &str, most: usize) -> (Vec<i64>, Option<usize>) {
        let ContinuedFraction { terms, period } = text.parse::<Surd>().unwrap().continued_fraction(most);
        (terms.iter().map(|term| i64::try_from(term).unwrap()).collect(), period)
    }

    #[test]
    fn fractions_end_and_roots_repeat() {
        assert_eq!(fraction("0", 9), (vec![0], Some(0)));
        assert_eq!(fraction("-7/3", 9), (vec![-3, 1, 2], Some(0)));
        assert_eq!(fraction("355/113", 3), (vec![3, 7, 16], Some(0)));
        assert_eq!(fraction("355/113", 2), (vec![3, 7], None));
        assert_eq!(fraction("(1+sqrt5)/2", 9), (vec![1], Some(1)));
        assert_eq!(fraction("-sqrt2", 9), (vec![-2, 1, 1, 2], Some(1)));
        assert_eq!(fraction("(24-sqrt15)/17", 99), (vec![1, 5, 2, 3], Some(2)));
        assert_eq!(fraction("sqrt94", 99).1, Some(16));
        assert_eq!(fraction("sqrt94", 16), (fraction("sqrt94", 99).0[..16].to_vec(), None));
        assert_eq!(fraction("sqrt2+sqrt3", 8), (vec![3, 6, 1, 5, 7, 1, 1, 4], None));
        // no product of these roots is a number
        let large = "sqrt18446744073709551557+sqrt18446744073709551533";
        assert_eq!(fraction(large, 2).0[0], 8_589_934_591);
    }

    /// |x − p/q| < 1/q², on alternate sides.
    #[test]
    fn convergents_are_near_on_both_sides() {
        for text in ["sqrt2", "(1+sqrt5)/2", "sqrt2+sqrt3-sqrt6", "-3sqrt7/11", "sqrt30/4+sqrt5"] {
            let x: Surd = text.parse().unwrap();
            let fraction = x.continued_fraction(40);
            for (index, convergent) in fraction.convergents().take(40).enumerate() {
                let q = Surd::from(convergent.denom().clone());
                let off = (&x - Surd::from(convergent)) * if index % 2 == 0 { 1 } else { -1 };
                assert!(off.is_positive() && off * &q * &q < 1, "{index} of {text}");
            }
        }
    }
}
