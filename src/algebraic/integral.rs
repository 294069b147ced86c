//! Polynomials over the integers and modulo primes: norms of polynomials with roots, common
//! divisors, and bounds of their roots. Residues modulo a prime rule out what cannot hold for
//! integers, and several primes together give large integers without fractions.

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::polynomial::{Polynomial, horner, long_division, product, trimmed};
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

    /// A polynomial with the roots of a polynomial p ≠ 0 over a field of roots, and perhaps others:
    /// p itself if it is a multiple of a rational one, else its norm.
    pub(super) fn norm_of(p: &Polynomial) -> Self {
        let norm = p.monic().norm();
        let common = norm.common_denominator();
        let coefficients = norm.coefficients().iter().map(Surd::over_common_denominator);
        Self::primitive(coefficients.map(|(whole, _, r)| whole * (&common / r)).collect())
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
    pub(super) fn modulo(&self, prime: WordPrime) -> Option<Residues> {
        let residues: Residues = self.coefficients.iter().map(|c| residue(c, prime)).collect();
        (residues.last() != Some(&0)).then_some(residues)
    }

    /// The quotient, if there is no remainder.
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

    /// The greatest common divisor, by residues modulo primes: its degree is at most theirs, and a
    /// divisor of both that has their degree is the greatest.
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
            // a prime that divides a resultant finds too much, before or now
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

    /// Whether a number is a root.
    ///
    /// For a number x of degree m with the denominator r, and the degree k of the polynomial, the
    /// product of rᵏ·p(x') over all conjugates x' is an integer. If it is not 0, |p(x)| is at least
    /// 1/(r^(k·m)·Π |p(x')|) over the other ones, of which each |p(x')| is at most the sum of the
    /// sizes of the coefficients times max(1, |x'|)ᵏ.
    pub(super) fn vanishes_at(&self, number: &Surd) -> bool {
        let (.., denominator) = number.over_common_denominator();
        let k = self.degree() as u64;
        // no polynomial of a lesser degree than the number has it as a root
        let Some(conjugates) = 1_u64.checked_shl(number.rank()).filter(|&degree| degree <= k) else {
            return false;
        };
        let sum: BigInt = self.coefficients.iter().map(BigInt::abs).sum();
        let each = sum.bits() + k * number.magnitude_bound().bits();
        let least = k * conjugates * denominator.bits() + (conjugates - 1) * each;
        let mut bits = 64;
        loop {
            let value = self.on(&Enclosure::of(number, bits));
            if value.sign().is_some_and(std::cmp::Ordering::is_ne) {
                return false;
            }
            if value.magnitude().bits() + least < value.bits() as u64 {
                return true;
            }
            bits *= 2;
        }
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

/// A prime below 2⁶² that is 3 modulo 4, to compute with residues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WordPrime(pub(super) u64);

/// A polynomial modulo a prime, the constant term first, without leading zeros.
pub(super) type Residues = Vec<u64>;

/// The primes below 2⁶² that are 3 modulo 4, in descending order.
pub(super) fn primes() -> impl Iterator<Item = WordPrime> {
    (0_u64..1 << 59).map(|step| (1 << 62) - 1 - 4 * step).filter(|&n| is_prime(n)).map(WordPrime)
}

/// Whether an odd n ≥ 41 is prime, by the test of Miller and Rabin with the bases 2, 3, …, 37,
/// which decides below 2⁶⁴ (Sorenson, Webster, *Strong pseudoprimes to twelve prime bases*, Math.
/// Comp. 86 (2017)).
fn is_prime(n: u64) -> bool {
    let field = WordPrime(n);
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

impl WordPrime {
    /// a + b, for residues; below 2⁶³.
    pub(super) fn plus(self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        if sum >= self.0 { sum - self.0 } else { sum }
    }

    pub(super) fn minus(self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a + self.0 - b }
    }

    pub(super) fn times(self, a: u64, b: u64) -> u64 {
        // the remainder is below the prime, so it fits 64 bits
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

    /// Quotient and remainder, for a divisor that is not 0.
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
pub(super) fn residue(n: &BigInt, prime: WordPrime) -> u64 {
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
    pub(super) fn with(self, prime: WordPrime, residues: &[u64]) -> (Self, bool) {
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

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

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
        let multiple = &p.conjugate(2) * &(&p * &Polynomial::constant("3sqrt2/7".parse().unwrap()));
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
        // x and x + q are the same modulo the first prime q, or the second
        for prime in primes().take(2) {
            let (common, other) = (integral(&[5, 2]), integral(&[prime.0 as i64, 1]));
            assert_eq!(product(&common, &integral(&[0, 1])).gcd(&product(&common, &other)), common);
        }
    }

    #[test]
    fn irreducible_polynomials_are_recognised() {
        assert!(integral(&[-2, 0, 0, 1]).is_surely_irreducible());
        assert!(integral(&[-1, -1, 0, 0, 0, 0, 0, 0, 1]).is_surely_irreducible());
        assert!(!integral(&[-6, 0, 1, 0, 1]).is_surely_irreducible()); // (x² − 2)(x² + 3)
        // reducible modulo every prime, though irreducible: then nothing is proven
        assert!(!integral(&[1, 0, -10, 0, 1]).is_surely_irreducible());
        // a factor twice modulo a prime says nothing: (x² + q)(x² + 2q) is x⁴ modulo q
        let q = BigInt::from(first().0);
        let by_four = [&q * &q * 2, 0.into(), &q * 3, 0.into(), 1.into()];
        assert!(!Integral::primitive(by_four.to_vec()).is_surely_irreducible());
        // sums of degrees are bits of 64: x⁶⁴ − 2
        let large: Vec<i64> = [-2].into_iter().chain([0; 63]).chain([1]).collect();
        assert!(!integral(&large).is_surely_irreducible());
    }

    #[test]
    fn bounds_hold() {
        // roots 1000, −1, 1/2
        let p = product(&product(&integral(&[-1000, 1]), &integral(&[1, 1])), &integral(&[-1, 2]));
        assert!((1 << p.root_bound()) >= 1000 && p.measure_bound() >= BigInt::from(2000));
    }

    proptest! {
        #![proptest_config(crate::property::config())]

        /// With a positive leading coefficient c and no other one, p has one positive root r, and
        /// no root is larger. So r ≤ x if p(x) ≥ 0, and the measure is at least c·r.
        #[test]
        fn bounds_hold_for_the_greatest_root(
            others in vec((0_u32..40).prop_flat_map(|bits| 0_i64..1 << bits), 1..7),
            leading in 1_i64..9,
        ) {
            let p = integral(&others.into_iter().map(|c| -c).chain([leading]).collect::<Vec<_>>());
            let one = BigInt::one();
            let bounds = [(&one << p.root_bound(), &one), (p.measure_bound(), p.leading())];
            for (above, below) in bounds {
                let terms = p.coefficients.iter().rev().zip(std::iter::successors(
                    Some(one.clone()),
                    |power| Some(power * below),
                ));
                let value = terms.fold(BigInt::ZERO, |value, (c, power)| value * &above + c * power);
                prop_assert!(!value.is_negative(), "{above}/{below}");
            }
        }

        /// The factors of a square-free polynomial modulo 7, by division by all polynomials.
        #[test]
        fn factor_degrees_are_those_of_trial_division(mut polynomial in vec(0_u64..7, 1..7)) {
            let p = WordPrime(7);
            polynomial.push(1);
            let (mut rest, mut degrees, mut is_square_free) = (polynomial.clone(), vec![], true);
            for (degree, count) in [(1, 7_u64), (2, 49), (3, 343)] {
                for number in 0..count {
                    let digits = (0..degree as u32).map(|place| number / 7_u64.pow(place) % 7);
                    let factor: Residues = digits.chain([1]).collect();
                    let mut times = 0;
                    while let (quotient, remainder) = p.divide(&rest, &factor) && remainder.is_empty() {
                        (rest, times) = (quotient, times + 1);
                        degrees.push(degree);
                    }
                    is_square_free &= times < 2;
                }
            }
            // what three degrees leave is irreducible, or 1
            degrees.extend(Some(rest.len() - 1).filter(|&degree| degree > 0));
            prop_assert_eq!(p.gcd(&polynomial, &p.derivative(&polynomial)).len() == 1, is_square_free);
            if is_square_free {
                prop_assert_eq!(p.factor_degrees(&polynomial), degrees);
            }
        }
    }

    #[test]
    fn one_root_is_seen() {
        let p = integral(&[-2, 0, 1]);
        let between = |low: i64, high: i64| Enclosure::between(low.into(), high.into(), 2);
        assert!(p.has_one_root_on(&between(5, 6)) && p.has_one_root_on(&between(1, 100)));
        assert!(!p.has_one_root_on(&between(-6, 6)) && !p.has_one_root_on(&between(6, 7)));
        assert!(!integral(&[-1, 0, 1]).has_one_root_on(&between(4, 6)));
    }

    fn first() -> WordPrime {
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
