//! Polynomials over Q(√d): division, common divisors, Sturm's theorem, isolation of the real roots.

use std::ops::{Add, Mul, Neg, Sub};

use itertools::{EitherOrBoth, Itertools};
use num_bigint::BigInt;
use num_traits::{One, Zero};

use crate::number::{Enclosure, Radicand, Surd};

/// A polynomial with coefficients in one field Q(√d), or in Q.
///
/// # Canonical form
/// Coefficients from the constant term upwards, the last one not zero; the zero polynomial has
/// none.
///
/// # Degrees
/// Meant for the handful of degrees that a gain function needs. All coefficients have to lie in one
/// field.
///
/// ```
/// use nimsweep::algebraic::Polynomial;
/// use nimsweep::number::Surd;
///
/// // (x − √2)² = x² − 2√2·x + 2
/// let factor = Polynomial::new(vec!["-sqrt2".parse()?, Surd::from(1)]);
/// let square = &factor * &factor;
/// assert_eq!(square.evaluate(&"sqrt2".parse()?), Surd::from(0));
/// assert_eq!(square.square_free(), factor);
/// # Ok::<(), nimsweep::number::ParseSurdError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial {
    coefficients: Vec<Surd>,
}

/// An interval (lower/2^shift, upper/2^shift) with exactly one root of some polynomial, which is at
/// neither end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Isolation {
    pub(super) lower: BigInt,
    pub(super) upper: BigInt,
    pub(super) shift: usize,
}

impl Isolation {
    pub(super) fn of(place: &Enclosure) -> Self {
        Self { lower: place.low().clone(), upper: place.high().clone(), shift: place.bits() }
    }

    pub(super) fn enclosure(&self) -> Enclosure {
        Enclosure::between(self.lower.clone(), self.upper.clone(), self.shift)
    }
}

impl Polynomial {
    /// The polynomial with these coefficients, the constant term first.
    #[must_use]
    pub fn new(mut coefficients: Vec<Surd>) -> Self {
        while coefficients.last().is_some_and(Surd::is_zero) {
            coefficients.pop();
        }
        Self { coefficients }
    }

    /// A constant.
    #[must_use]
    pub fn constant(value: Surd) -> Self {
        Self::new(vec![value])
    }

    /// x − root.
    #[must_use]
    pub fn with_root(root: &Surd) -> Self {
        Self::new(vec![-root, Surd::one()])
    }

    /// The coefficients, the constant term first; none for the zero polynomial.
    #[must_use]
    pub fn coefficients(&self) -> &[Surd] {
        &self.coefficients
    }

    /// Whether this is the zero polynomial.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.coefficients.is_empty()
    }

    /// The degree, 0 for constants and for zero.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.coefficients.len().saturating_sub(1)
    }

    /// The radicand of the field that the coefficients lie in.
    #[must_use]
    pub fn radicand(&self) -> Option<Radicand> {
        self.coefficients.iter().find_map(Surd::radicand)
    }

    /// The value at x, by Horner's rule.
    ///
    /// # Panics
    /// Where x lies in another quadratic field than the coefficients.
    #[must_use]
    pub fn evaluate(&self, x: &Surd) -> Surd {
        self.coefficients.iter().rev().fold(Surd::zero(), |value, c| value * x + c)
    }

    /// The derivative.
    #[must_use]
    pub fn derivative(&self) -> Self {
        let scaled = (0_u64..).zip(&self.coefficients).map(|(power, c)| c * Surd::from(power));
        Self::new(scaled.skip(1).collect())
    }

    /// The polynomial with every coefficient conjugated.
    #[must_use]
    pub fn conjugate(&self) -> Self {
        Self::new(self.coefficients.iter().map(Surd::conjugate).collect())
    }

    /// The polynomial divided by its leading coefficient.
    #[must_use]
    pub fn monic(&self) -> Self {
        match self.coefficients.last() {
            None => self.clone(),
            Some(leading) => Self::new(self.coefficients.iter().map(|c| c / leading).collect()),
        }
    }

    /// Quotient and remainder. For a zero divisor the quotient is zero and the remainder `self`.
    #[must_use]
    pub fn divide(&self, divisor: &Self) -> (Self, Self) {
        let Some(leading) = divisor.coefficients.last() else {
            return (Self::new(vec![]), self.clone());
        };
        let mut rest = self.coefficients.clone();
        let mut quotient = vec![];
        while rest.len() >= divisor.coefficients.len() {
            let offset = rest.len() - divisor.coefficients.len();
            let factor = rest.pop().unwrap_or_else(Surd::zero) / leading;
            // the leading terms cancel by the choice of the factor, and are not computed
            for (place, c) in rest[offset..].iter_mut().zip(&divisor.coefficients) {
                *place = &*place - &factor * c;
            }
            quotient.push(factor);
        }
        quotient.reverse();
        (Self::new(quotient), Self::new(rest))
    }

    /// The greatest common divisor, monic, by Euclid's algorithm; zero where both are zero.
    #[must_use]
    pub fn gcd(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.clone(), other.clone());
        while !b.is_zero() {
            let rest = a.divide(&b).1.monic();
            a = std::mem::replace(&mut b, rest);
        }
        a.monic()
    }

    /// The monic polynomial with the same roots, each of them once: p/gcd(p, p').
    #[must_use]
    pub fn square_free(&self) -> Self {
        self.divide(&self.gcd(&self.derivative())).0.monic()
    }

    /// Sturm's sequence p, p', −rem(p, p'), …; remainders are scaled by positive factors.
    ///
    /// Basu, Pollack, Roy, *Algorithms in Real Algebraic Geometry*, section 2.2.2 (theorem 2.62).
    #[must_use]
    pub fn sturm_sequence(&self) -> Vec<Self> {
        let mut sequence = vec![self.clone(), self.derivative()];
        while let [.., before, last] = &sequence[..] {
            if last.is_zero() {
                sequence.pop();
                break;
            }
            let rest = before.divide(last).1;
            let scale = rest.coefficients.last().map_or_else(Surd::one, Surd::abs);
            sequence.push(Self::new(rest.coefficients.iter().map(|c| -(c / &scale)).collect()));
        }
        sequence
    }

    /// Intervals that hold one real root each of this square-free polynomial, in ascending order,
    /// by bisection with Sturm's theorem.
    pub(super) fn isolate(&self) -> Vec<Isolation> {
        let mut found = vec![];
        if self.degree() == 0 {
            return found;
        }
        let sequence = self.sturm_sequence();
        // Cauchy: every root is below 1 + max |c_i/c_n| in absolute value
        let bound: BigInt =
            self.monic().coefficients.iter().map(Surd::magnitude_bound).max().unwrap_or_default() + 1;
        let mut open = vec![Isolation { lower: -bound.clone(), upper: bound, shift: 0 }];
        while let Some(interval) = open.pop() {
            let changes = |x: &BigInt| sign_changes(&sequence, &dyadic(x, interval.shift));
            match changes(&interval.lower) - changes(&interval.upper) {
                0 => {}
                1 => found.push(interval),
                _ => open.extend(self.split(&interval)),
            }
        }
        found
    }

    /// An interval cut in two at a place that is no root, the right part first.
    fn split(&self, interval: &Isolation) -> [Isolation; 2] {
        // Finer and finer cuts left of the middle: only finitely many can be roots.
        let (mut lower, mut upper, mut shift) =
            (interval.lower.clone(), interval.upper.clone(), interval.shift);
        loop {
            (lower, upper, shift) = (lower << 1, upper << 1, shift + 1);
            let middle = (&lower + &upper - 1) >> 1_u32;
            if middle > lower && !self.evaluate(&dyadic(&middle, shift)).is_zero() {
                return [
                    Isolation { lower: middle.clone(), upper, shift },
                    Isolation { lower, upper: middle, shift },
                ];
            }
        }
    }
}

/// x/2^shift.
pub(super) fn dyadic(x: &BigInt, shift: usize) -> Surd {
    num_rational::BigRational::new(x.clone(), BigInt::one() << shift).into()
}

/// How often the sign changes along the values of a sequence at x, zeros left out: V(x) of Sturm's
/// theorem.
pub(super) fn sign_changes(sequence: &[Polynomial], x: &Surd) -> usize {
    let signs = sequence.iter().map(|p| p.evaluate(x).sign()).filter(|sign| sign.is_ne());
    signs.dedup().count().saturating_sub(1)
}

impl Neg for &Polynomial {
    type Output = Polynomial;

    fn neg(self) -> Polynomial {
        Polynomial::new(self.coefficients.iter().map(|c| -c).collect())
    }
}

impl Add for &Polynomial {
    type Output = Polynomial;

    fn add(self, other: &Polynomial) -> Polynomial {
        let pairs = self.coefficients.iter().zip_longest(&other.coefficients);
        Polynomial::new(
            pairs
                .map(|pair| match pair {
                    EitherOrBoth::Both(a, b) => a + b,
                    EitherOrBoth::Left(c) | EitherOrBoth::Right(c) => c.clone(),
                })
                .collect(),
        )
    }
}

impl Sub for &Polynomial {
    type Output = Polynomial;

    fn sub(self, other: &Polynomial) -> Polynomial {
        self + &-other
    }
}

impl Mul for &Polynomial {
    type Output = Polynomial;

    fn mul(self, other: &Polynomial) -> Polynomial {
        let length = (self.coefficients.len() + other.coefficients.len()).saturating_sub(1);
        let mut product = vec![Surd::zero(); length];
        for ((i, a), (j, b)) in
            self.coefficients.iter().enumerate().cartesian_product(other.coefficients.iter().enumerate())
        {
            product[i + j] = &product[i + j] + a * b;
        }
        Polynomial::new(product)
    }
}

impl Polynomial {
    /// The least positive integer whose product with each coefficient a + b√d has integers a and b.
    pub(super) fn common_denominator(&self) -> BigInt {
        let denominators = self.coefficients.iter().map(|c| c.over_common_denominator().2);
        denominators.fold(BigInt::one(), num_integer::lcm)
    }

    /// The coefficients as pairs (a, b) of integers for a + b√d, after scaling by a positive
    /// integer.
    pub(super) fn integral_coefficients(&self) -> Vec<(BigInt, BigInt)> {
        let parts: Vec<_> = self.coefficients.iter().map(Surd::over_common_denominator).collect();
        let common = self.common_denominator();
        parts.into_iter().map(|(a, b, r)| (a * (&common / &r), b * (&common / &r))).collect()
    }
}

impl Default for Polynomial {
    /// The zero polynomial.
    fn default() -> Self {
        Self::new(vec![])
    }
}

impl<const N: usize> From<[i64; N]> for Polynomial {
    /// The coefficients, the constant term first.
    ///
    /// ```
    /// use nimsweep::algebraic::Polynomial;
    ///
    /// assert_eq!(Polynomial::from([-2, 0, 1]).degree(), 2); // x² − 2
    /// assert_eq!(Polynomial::from([0, 0]), Polynomial::default());
    /// ```
    fn from(coefficients: [i64; N]) -> Self {
        Self::from(&coefficients[..])
    }
}

impl From<&[i64]> for Polynomial {
    fn from(coefficients: &[i64]) -> Self {
        Self::new(coefficients.iter().map(|&c| if c.is_zero() { Surd::zero() } else { c.into() }).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from_roots(roots: &[&str]) -> Polynomial {
        let factors = roots.iter().map(|root| Polynomial::with_root(&root.parse().unwrap()));
        factors.fold(Polynomial::constant(Surd::one()), |product, factor| &product * &factor)
    }

    #[test]
    fn division_multiplies_back() {
        let a = from_roots(&["1", "sqrt2", "-3+sqrt2", "5/7"]);
        let b = from_roots(&["sqrt2-1", "4"]);
        let (quotient, rest) = a.divide(&b);
        assert!(rest.degree() < b.degree());
        assert_eq!(&(&quotient * &b) + &rest, a);
        assert_eq!((&a * &b).divide(&b), (a, Polynomial::default()));
    }

    #[test]
    fn common_roots_are_the_common_divisor() {
        let a = from_roots(&["1", "sqrt2", "sqrt2", "-2"]);
        let b = from_roots(&["sqrt2", "7", "-2"]);
        assert_eq!(a.gcd(&b), from_roots(&["sqrt2", "-2"]));
        assert_eq!(a.square_free(), from_roots(&["1", "sqrt2", "-2"]));
    }

    #[test]
    fn isolation_finds_every_planted_root_and_nothing_else() {
        // pairs of near neighbours, whole numbers where a bisection would cut, and a factor without
        // real roots
        let mut roots = ["0", "1", "-1", "1/2", "sqrt2", "1414213562/10^9", "-7+sqrt2", "8"];
        let p = &from_roots(&roots) * &Polynomial::from(&[1_i64, 0, 1][..]);
        roots.sort_by_key(|root| root.parse::<Surd>().unwrap());
        let mut found = p.isolate();
        found.sort_by_key(|i| dyadic(&i.lower, i.shift));
        assert_eq!(found.len(), roots.len());
        for (interval, root) in found.iter().zip(roots) {
            let root: Surd = root.parse().unwrap();
            assert!(
                dyadic(&interval.lower, interval.shift) < root
                    && root < dyadic(&interval.upper, interval.shift)
            );
        }
    }
}
