//! Polynomials with integer coefficients: norms of polynomials over Q(√d), common divisors by
//! residues, and what is known of their roots.

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use super::modular::{Lift, Prime, Residues, primes, residue};
use super::polynomial::{Polynomial, horner, long_division, trimmed};
use crate::number::{Enclosure, Surd};

/// A polynomial over Z whose coefficients have no common divisor, with a positive leading one. The
/// constant term comes first; there is at least one coefficient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Integral {
    coefficients: Vec<BigInt>,
}

impl Integral {
    /// The multiple of a polynomial that is not 0 that has this form.
    pub(super) fn primitive(coefficients: Vec<BigInt>) -> Self {
        let coefficients = trimmed(coefficients);
        let content = coefficients.iter().fold(BigInt::zero(), |gcd, c| gcd.gcd(c));
        let content = if coefficients.last().is_some_and(Signed::is_negative) { -content } else { content };
        Self { coefficients: coefficients.into_iter().map(|c| c / &content).collect() }
    }

    /// A polynomial with the roots of a polynomial p ≠ 0 over Q(√d), and perhaps others: p itself
    /// if it is a multiple of a rational one, else the norm p·p̄.
    pub(super) fn norm_of(p: &Polynomial) -> Self {
        let p = p.monic();
        let rational = match p.radicand() {
            None => p,
            Some(_) => &p * &p.conjugate(),
        };
        Self::primitive(rational.integral_coefficients().into_iter().map(|(a, _)| a).collect())
    }

    pub(super) fn coefficients(&self) -> &[BigInt] {
        &self.coefficients
    }

    pub(super) fn degree(&self) -> usize {
        self.coefficients.len() - 1
    }

    pub(super) fn leading(&self) -> &BigInt {
        &self.coefficients[self.degree()]
    }

    pub(super) fn polynomial(&self) -> Polynomial {
        Polynomial::new(self.coefficients.iter().map(|c| c.clone().into()).collect())
    }

    fn derivative(&self) -> Self {
        let derived = self.coefficients.iter().enumerate().skip(1).map(|(k, c)| c * k);
        Self::primitive(derived.collect())
    }

    /// An integer that the Euclidean norm, and so Mahler's measure, does not exceed (Landau's
    /// inequality).
    pub(super) fn measure_bound(&self) -> BigInt {
        self.coefficients.iter().map(|c| c * c).sum::<BigInt>().sqrt() + 1
    }

    /// The exponent k ≥ 0 of a power 2ᵏ that no complex root exceeds in absolute value: Fujiwara's
    /// bound 2·max |c_{n−i}/c_n|^(1/i).
    pub(super) fn root_bound(&self) -> u64 {
        let leading = self.leading().bits() - 1; // |c_n| ≥ 2^leading
        let below = self.coefficients.iter().rev().zip(0_u64..).skip(1);
        let exponents = below.map(|(c, i)| c.bits().saturating_sub(leading).div_ceil(i));
        exponents.max().unwrap_or(0) + 1
    }

    /// The coefficients modulo a prime that does not divide the leading one; `None` if it does.
    pub(super) fn modulo(&self, prime: Prime) -> Option<Residues> {
        let residues: Residues = self.coefficients.iter().map(|c| residue(c, prime)).collect();
        (residues.last() != Some(&0)).then_some(residues)
    }

    /// The quotient, if the divisor divides without a rest.
    fn divided_by(&self, divisor: &Self) -> Option<Self> {
        let factor = |c: BigInt| {
            let (factor, rest) = c.div_rem(divisor.leading());
            // a quotient of primitive polynomials is over Z, by Gauss's lemma
            rest.is_zero().then_some(factor)
        };
        let subtract = |place: &mut BigInt, factor: &BigInt, c: &BigInt| *place -= factor * c;
        let (quotient, rest) =
            long_division(self.coefficients.clone(), &divisor.coefficients, factor, subtract)?;
        rest.is_empty().then(|| Self::primitive(quotient))
    }

    /// The greatest common divisor, by residues modulo primes: its degree is no larger than theirs,
    /// and what divides both without a rest and has their degree is it.
    pub(super) fn gcd(&self, other: &Self) -> Self {
        let leading = self.leading().gcd(other.leading());
        let mut lift: Option<Lift> = None;
        for prime in primes() {
            let (Some(a), Some(b)) = (self.modulo(prime), other.modulo(prime)) else { continue };
            let scale = residue(&leading, prime);
            let common: Residues = prime.gcd(&a, &b).iter().map(|&c| prime.times(c, scale)).collect();
            if common.len() == 1 {
                break;
            }
            if lift.as_ref().is_some_and(|lift| lift.coefficients.len() < common.len()) {
                continue; // a prime that divides a resultant
            }
            let kept = lift.take().filter(|lift| lift.coefficients.len() == common.len());
            let (next, is_new) = kept.unwrap_or_else(|| Lift::new(common.len())).with(prime, &common);
            if !is_new {
                let candidate = Self::primitive(next.symmetric());
                if self.divided_by(&candidate).is_some() && other.divided_by(&candidate).is_some() {
                    return candidate;
                }
            }
            lift = Some(next);
        }
        Self { coefficients: vec![BigInt::one()] }
    }

    /// The polynomial with the same roots, each once.
    pub(super) fn square_free(&self) -> Self {
        if self.degree() == 0 {
            return self.clone();
        }
        let common = self.gcd(&self.derivative());
        self.divided_by(&common).unwrap_or_else(|| self.clone())
    }

    /// Whether the degrees of the factors modulo some primes prove that a square-free polynomial of
    /// degree 1 … 63 is irreducible over Q. Nearly every irreducible polynomial is found to be so.
    pub(super) fn is_surely_irreducible(&self) -> bool {
        const TRIED: usize = 24;
        if self.degree() >= u64::BITS as usize {
            return false;
        }
        let mut possible = u64::MAX; // bit k: a factor may have degree k
        let residues = primes().filter_map(|prime| Some((prime, self.modulo(prime)?)));
        let proper = (1_u64 << self.degree()).saturating_sub(2);
        for (prime, p) in residues.take(TRIED) {
            if prime.gcd(&p, &prime.derivative(&p)).len() > 1 {
                continue;
            }
            let sums = prime.factor_degrees(&p).into_iter().fold(1, |sums, degree| sums | sums << degree);
            possible &= sums;
            if possible & proper == 0 {
                return true;
            }
        }
        false
    }

    /// The value on an interval.
    pub(super) fn on(&self, x: &Enclosure) -> Enclosure {
        let coefficient = |c: &BigInt| Enclosure::point(&(c << x.bits()), x.bits());
        horner(self.coefficients.iter().map(coefficient), x)
    }

    /// Whether the interval surely holds exactly one root, a simple one, at neither end.
    pub(super) fn has_one_root_on(&self, x: &Enclosure) -> bool {
        let sign = |end: &BigInt| scaled_value(self.coefficients.iter(), end, x.bits()).sign();
        let (low, high) = (sign(x.low()), sign(x.high()));
        // more digits than the interval has, so that only its length matters
        let finer = x.with_bits(x.bits() + self.degree() * 4 + 64);
        let is_monotonic = || self.derivative().on(&finer).sign().is_some_and(std::cmp::Ordering::is_ne);
        low != Sign::NoSign && low == -high && is_monotonic()
    }
}

/// p(x/2^bits)·2^(bits·degree) for the polynomial p with these coefficients.
pub(super) fn scaled_value<'a>(
    coefficients: impl DoubleEndedIterator<Item = &'a BigInt>,
    x: &BigInt,
    bits: usize,
) -> BigInt {
    let terms = coefficients.rev().enumerate();
    terms.fold(BigInt::ZERO, |value, (power, c)| value * x + (c << (bits * power)))
}

/// An integer that Σ |c| does not exceed, over the coefficients and those of the conjugate.
pub(super) fn size(p: &Polynomial) -> BigInt {
    p.coefficients().iter().map(Surd::magnitude_bound).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integral(coefficients: &[i64]) -> Integral {
        Integral::primitive(coefficients.iter().map(|&c| c.into()).collect())
    }

    fn product(a: &Integral, b: &Integral) -> Integral {
        Integral::norm_of(&(&a.polynomial() * &b.polynomial()))
    }

    #[test]
    fn norms_have_the_roots() {
        let p = Polynomial::new(["-sqrt2", "1"].map(|c| c.parse().unwrap()).to_vec());
        assert_eq!(Integral::norm_of(&p), integral(&[-2, 0, 1]));
        let multiple = &p.conjugate() * &(&p * &Polynomial::constant("3sqrt2/7".parse().unwrap()));
        assert_eq!(Integral::norm_of(&multiple), integral(&[-2, 0, 1]));
    }

    #[test]
    fn common_divisors_by_residues_are_those_of_euclid() {
        let (a, b) = (integral(&[-2, 0, 3, 1 << 40]), integral(&[7, -(1 << 50), 0, 0, 5]));
        for common in [integral(&[1]), integral(&[3, 1 << 45, 11]), integral(&[-1, 1])] {
            let (left, right) = (product(&a, &common), product(&b, &common));
            assert_eq!(left.gcd(&right), common);
            assert_eq!(product(&left, &common).square_free().degree(), left.degree());
        }
        assert_eq!(product(&a, &product(&a, &a)).square_free(), a);
    }

    #[test]
    fn irreducible_polynomials_are_recognised() {
        assert!(integral(&[-2, 0, 0, 1]).is_surely_irreducible());
        assert!(integral(&[-1, -1, 0, 0, 0, 0, 0, 0, 1]).is_surely_irreducible());
        assert!(!integral(&[-6, 0, 1, 0, 1]).is_surely_irreducible()); // (x² − 2)(x² + 3)
        // reducible modulo every prime, though irreducible: then nothing is proven
        assert!(!integral(&[1, 0, -10, 0, 1]).is_surely_irreducible());
    }

    #[test]
    fn bounds_hold() {
        // roots 1000, −1, 1/2
        let p = integral(&[1000, -999 - 2000, 1997, 2]);
        assert!(p.root_bound() >= 10 && p.measure_bound() >= BigInt::from(2000));
        let p = product(&product(&integral(&[-1000, 1]), &integral(&[1, 1])), &integral(&[-1, 2]));
        assert!((1 << p.root_bound()) >= 1000 && p.measure_bound() >= BigInt::from(2000));
    }

    #[test]
    fn one_root_is_seen() {
        let p = integral(&[-2, 0, 1]);
        let between = |low: i64, high: i64| Enclosure::between(low.into(), high.into(), 2);
        assert!(p.has_one_root_on(&between(5, 6)) && p.has_one_root_on(&between(1, 100)));
        assert!(!p.has_one_root_on(&between(-6, 6)) && !p.has_one_root_on(&between(6, 7)));
        assert!(!integral(&[-1, 0, 1]).has_one_root_on(&between(4, 6)));
    }
}
