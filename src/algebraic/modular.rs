//! Polynomials modulo primes: what is exact there shows what integers cannot be, and together gives
//! large integers without fractions.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

use super::polynomial::{long_division, product, trimmed};

/// A prime below 2⁶² that is 3 modulo 4, to compute with residues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Prime(pub(super) u64);

/// A polynomial modulo a prime, the constant term first, without leading zeros.
pub(super) type Residues = Vec<u64>;

/// The primes below 2⁶² that are 3 modulo 4, in descending order.
pub(super) fn primes() -> impl Iterator<Item = Prime> {
    (0_u64..1 << 59).map(|step| (1 << 62) - 1 - 4 * step).filter(|&n| is_prime(n)).map(Prime)
}

/// Whether an odd n ≥ 41 is prime, by the test of Miller and Rabin with the bases 2, 3, …, 37,
/// which decides below 2⁶⁴ (Sorenson, Webster, *Strong pseudoprimes to twelve prime bases*, Math.
/// Comp. 86 (2017)).
fn is_prime(n: u64) -> bool {
    let field = Prime(n);
    let (twos, odd) = ((n - 1).trailing_zeros(), (n - 1) >> (n - 1).trailing_zeros());
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37].into_iter().all(|base| {
        let mut power = field.power(base, odd);
        if power == 1 {
            return true;
        }
        for _ in 0..twos {
            if power == n - 1 {
                return true;
            }
            power = field.times(power, power);
        }
        false
    })
}

impl Prime {
    /// a + b, for residues; below 2⁶³.
    pub(super) fn plus(self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        if sum >= self.0 { sum - self.0 } else { sum }
    }

    pub(super) fn minus(self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a + self.0 - b }
    }

    pub(super) fn times(self, a: u64, b: u64) -> u64 {
        // the rest is below the prime, so it fits 64 bits
        (u128::from(a) * u128::from(b) % u128::from(self.0)) as u64
    }

    pub(super) fn power(self, base: u64, exponent: u64) -> u64 {
        powered(base % self.0, exponent, 1, |&a, &b| self.times(a, b))
    }

    /// 1/a for a ≠ 0, by the theorem of Fermat.
    pub(super) fn inverse(self, a: u64) -> u64 {
        self.power(a, self.0 - 2)
    }

    /// A square root of a, if there is one: a^((p + 1)/4), as p is 3 modulo 4.
    pub(super) fn root(self, a: u64) -> Option<u64> {
        let root = self.power(a, self.0.div_ceil(4));
        (self.times(root, root) == a % self.0).then_some(root)
    }

    pub(super) fn derivative(self, p: &[u64]) -> Residues {
        trimmed(p.iter().enumerate().skip(1).map(|(k, &c)| self.times(k as u64, c)).collect())
    }

    /// Quotient and rest, for a divisor that is not 0.
    pub(super) fn divide(self, a: &[u64], b: &[u64]) -> (Residues, Residues) {
        let Some(&leading) = b.last() else { return (vec![], a.to_vec()) };
        let inverse = self.inverse(leading);
        let factor = |c| Some(self.times(c, inverse));
        let subtract = |place: &mut u64, &factor: &u64, &c: &u64| {
            *place = self.minus(*place, self.times(factor, c));
        };
        long_division(a.to_vec(), b, factor, subtract).unwrap_or_default()
    }

    /// The greatest common divisor, with leading coefficient 1.
    pub(super) fn gcd(self, a: &[u64], b: &[u64]) -> Residues {
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        while !b.is_empty() {
            let rest = self.divide(&a, &b).1;
            a = std::mem::replace(&mut b, rest);
        }
        let inverse = self.inverse(a.last().copied().unwrap_or(1));
        a.iter().map(|&c| self.times(c, inverse)).collect()
    }

    /// The resultant of two polynomials that are not 0: the product of b(x) over the roots x of a,
    /// times the leading coefficient of a to the power of the degree of b.
    pub(super) fn resultant(self, a: &[u64], b: &[u64]) -> u64 {
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        let mut result = 1;
        while b.len() > 1 {
            let rest = self.divide(&a, &b).1;
            let Some(drop) = (a.len() - 1).checked_sub(rest.len().max(1) - 1) else { return 0 };
            let leading = b.last().copied().unwrap_or(0);
            result = self.times(result, self.power(leading, drop as u64));
            // exchanging both multiplies by −1 if both degrees are odd
            if (a.len() - 1) % 2 == 1 && (b.len() - 1) % 2 == 1 {
                result = self.minus(0, result);
            }
            a = std::mem::replace(&mut b, rest);
        }
        match b.first() {
            None => 0,
            Some(&constant) => self.times(result, self.power(constant, (a.len() - 1) as u64)),
        }
    }

    /// The polynomial of degree below n with these values at n different places.
    pub(super) fn interpolated(self, places: &[u64], values: &[u64]) -> Residues {
        // Newton's form, by divided differences
        let mut differences = values.to_vec();
        for order in 1..places.len() {
            for i in (order..places.len()).rev() {
                let distance = self.inverse(self.minus(places[i], places[i - order]));
                differences[i] = self.times(self.minus(differences[i], differences[i - 1]), distance);
            }
        }
        let mut result: Residues = vec![];
        for (&place, &difference) in places.iter().zip(&differences).rev() {
            result = self.product(&result, &[self.minus(0, place), 1]);
            result.resize(result.len().max(1), 0);
            result[0] = self.plus(result[0], difference);
        }
        trimmed(result)
    }

    /// The product.
    pub(super) fn product(self, a: &[u64], b: &[u64]) -> Residues {
        let add = |place: &mut u64, &a: &u64, &b: &u64| *place = self.plus(*place, self.times(a, b));
        trimmed(product(a, b, add))
    }

    /// The degrees of the irreducible factors of a square-free polynomial, ascending: those of
    /// degree k divide x^(pᵏ) − x.
    pub(super) fn factor_degrees(self, polynomial: &[u64]) -> Vec<usize> {
        let (mut rest, mut degrees) = (polynomial.to_vec(), vec![]);
        let mut power = self.divide(&[0, 1], &rest).1;
        let mut degree = 1;
        while 2 * degree < rest.len() {
            let times = |a: &Residues, b: &Residues| self.divide(&self.product(a, b), &rest).1;
            power = powered(power, self.0, vec![1], times);
            let mut difference = power.clone();
            difference.resize(difference.len().max(2), 0);
            difference[1] = self.minus(difference[1], 1);
            let common = self.gcd(&rest, &trimmed(difference));
            degrees.extend(std::iter::repeat_n(degree, (common.len() - 1) / degree));
            rest = self.divide(&rest, &common).0;
            power = self.divide(&power, &rest).1;
            degree += 1;
        }
        degrees.extend(Some(rest.len() - 1).filter(|&degree| degree > 0));
        degrees
    }
}

/// The power by this multiplication, whose one is given.
fn powered<T>(mut base: T, mut exponent: u64, one: T, times: impl Fn(&T, &T) -> T) -> T {
    let mut power = one;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = times(&power, &base);
        }
        base = times(&base, &base);
        exponent >>= 1;
    }
    power
}

/// n modulo a prime.
pub(super) fn residue(n: &BigInt, prime: Prime) -> u64 {
    n.mod_floor(&prime.0.into()).to_u64().unwrap_or(0) // below the prime
}

/// Integers that are known modulo more and more primes, by the Chinese remainder theorem.
#[derive(Clone, Debug)]
pub(super) struct Lift {
    pub(super) modulus: BigInt,
    /// From 0 to below the modulus.
    pub(super) coefficients: Vec<BigInt>,
}

impl Lift {
    pub(super) fn new(length: usize) -> Self {
        Self { modulus: BigInt::one(), coefficients: vec![BigInt::zero(); length] }
    }

    /// With one prime more, and whether that changed the integers of least absolute value.
    pub(super) fn with(self, prime: Prime, residues: &[u64]) -> (Self, bool) {
        let before = self.symmetric();
        let inverse = prime.inverse(residue(&self.modulus, prime));
        let step = |(known, &wanted): (BigInt, &u64)| {
            let missing = prime.minus(wanted, residue(&known, prime));
            known + &self.modulus * prime.times(missing, inverse)
        };
        let coefficients = self.coefficients.into_iter().zip(residues).map(step).collect();
        let next = Self { modulus: &self.modulus * prime.0, coefficients };
        let is_new = before != next.symmetric();
        (next, is_new)
    }

    /// The integers of least absolute value.
    pub(super) fn symmetric(&self) -> Vec<BigInt> {
        let half = &self.modulus >> 1_u32;
        self.coefficients.iter().map(|c| if *c > half { c - &self.modulus } else { c.clone() }).collect()
    }
}

/// The residues of a polynomial over Z[√d] for a root of d modulo the prime.
pub(super) fn modulo(p: &[(BigInt, BigInt)], root: u64, prime: Prime) -> Residues {
    let residue =
        |(a, b): &(BigInt, BigInt)| prime.plus(residue(a, prime), prime.times(residue(b, prime), root));
    trimmed(p.iter().map(residue).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first() -> Prime {
        primes().next().unwrap()
    }

    #[test]
    fn the_first_primes_are_prime() {
        // 2⁶² − 57 is the largest prime below 2⁶²; modulo 4 it is 3
        assert_eq!(first().0, (1 << 62) - 57);
        assert!(
            (3..2000)
                .filter(|n| n % 2 == 1 && *n > 40)
                .all(|n| { is_prime(n) == (2..n).take_while(|t| t * t <= n).all(|t| !n.is_multiple_of(t)) })
        );
        let root = first().root(2).map_or(first().root(first().0 - 2), Some).unwrap();
        assert!([2, first().0 - 2].contains(&first().times(root, root)));
    }

    #[test]
    fn resultants_are_products_over_the_roots() {
        let p = first();
        // 3(x − 2)(x − 5) and x² − 3: 3²·(4 − 3)·(25 − 3)
        assert_eq!(p.resultant(&[30, p.minus(0, 21), 3], &[p.minus(0, 3), 0, 1]), 9 * 22);
        assert_eq!(p.resultant(&[p.minus(0, 3), 0, 1], &[30, p.minus(0, 21), 3]), 9 * 22);
        // odd degrees: (x − 2) and (x − 5): 2 − 5
        assert_eq!(p.resultant(&[p.minus(0, 2), 1], &[p.minus(0, 5), 1]), p.minus(0, 3));
        assert_eq!(p.resultant(&[p.minus(0, 4), 0, 1], &[p.minus(0, 2), 1]), 0);
        assert_eq!(p.resultant(&[1, 2, 3], &[7]), 49);
    }

    #[test]
    fn interpolation_finds_the_polynomial() {
        let (p, polynomial) = (first(), vec![5, 0, 7, 1 << 40, 3]);
        let places = [0, 1, 2, 9, 12];
        let horner = |x| polynomial.iter().rev().fold(0, |value, &c| p.plus(p.times(value, x), c));
        let values = places.map(horner);
        assert_eq!(p.interpolated(&places, &values), polynomial);
    }

    #[test]
    fn factors_have_their_degrees() {
        let p = first();
        // p is 3 modulo 4, so that x² + 1 is irreducible
        let square_plus_one = [1, 0, 1];
        assert_eq!(p.factor_degrees(&square_plus_one), [2]);
        // (x² + 1)(x − 1)(x − 2) = x⁴ − 3x³ + 3x² − 3x + 2
        let product = [2, p.minus(0, 3), 3, p.minus(0, 3), 1];
        assert_eq!(p.factor_degrees(&product), [1, 1, 2]);
    }
}
