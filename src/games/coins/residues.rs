//! Residues modulo any m ≥ 1: in one word for m below 2^64, as big integers for any; and the primes
//! by which one cannot divide modulo m.

use std::fmt::{self, Debug};
use std::str::FromStr;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

use crate::error::{Error, error};
use crate::number::quoted;

/// A modulus: any integer of at least 1.
///
/// ```
/// use nimsweep::games::coins::Modulus;
///
/// let modulus: Modulus = "989898989".parse()?;
/// assert_eq!(modulus.to_string(), "989898989");
/// assert_eq!(
///     "0".parse::<Modulus>().unwrap_err().to_string(),
///     "cannot read a modulus: '0' is not a whole number of at least 1"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Modulus(BigUint);

fn no_modulus(text: &str) -> Error {
    error!(Domain, "cannot read a modulus: '{}' is not a whole number of at least 1", quoted(text))
}

impl Modulus {
    /// A modulus of any size.
    ///
    /// # Errors
    /// [`Error`] for 0.
    pub fn new(modulus: BigUint) -> Result<Self, Error> {
        if modulus.is_zero() { Err(no_modulus("0")) } else { Ok(Self(modulus)) }
    }

    /// The number.
    #[must_use]
    pub fn get(&self) -> &BigUint {
        &self.0
    }

    /// The number, if it has one word.
    pub(crate) fn small(&self) -> Option<u64> {
        self.0.to_u64()
    }

    /// The primes up to `limit` that divide m, ascending.
    ///
    /// # Cost
    /// O(min(limit, √m)) divisions.
    pub(crate) fn primes_up_to(&self, limit: u64) -> Vec<u64> {
        match self.small() {
            Some(small) => prime_factors_up_to(small, limit),
            None => prime_factors_up_to(self.0.clone(), limit),
        }
    }
}

impl FromStr for Modulus {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        text.parse().ok().and_then(|modulus| Self::new(modulus).ok()).ok_or_else(|| no_modulus(text))
    }
}

impl fmt::Display for Modulus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

fn prime_factors_up_to<N: Integer + From<u64> + ToPrimitive>(number: N, limit: u64) -> Vec<u64> {
    let (mut rest, mut primes, mut divisor) = (number, vec![], 2);
    while divisor <= limit {
        let factor = N::from(divisor);
        let (quotient, remainder) = rest.div_rem(&factor);
        if remainder.is_zero() {
            if primes.last() != Some(&divisor) {
                primes.push(divisor);
            }
            rest = quotient;
        } else if quotient < factor {
            break; // its square is above the rest
        } else {
            divisor += if divisor == 2 { 1 } else { 2 };
        }
    }
    // the rest is 1, or a prime, or all its prime factors are above the limit
    primes.extend(rest.to_u64().filter(|&rest| 1 < rest && rest <= limit));
    primes
}

/// The residues 0 .. m modulo m.
pub(crate) trait Ring {
    /// A residue: a number below m.
    type Residue: Clone + PartialEq + Debug + Into<BigUint>;

    /// The residue of a number.
    fn residue(&self, number: i128) -> Self::Residue;

    /// a + b.
    fn add(&self, a: &Self::Residue, b: &Self::Residue) -> Self::Residue;

    /// a·b.
    fn mul(&self, a: &Self::Residue, b: &Self::Residue) -> Self::Residue;

    /// A residue times a number that need not be below m.
    fn times(&self, a: &Self::Residue, number: u64) -> Self::Residue;

    /// The inverse of a residue.
    ///
    /// # Contract
    /// The residue and m are coprime; modulo 1 that is 0, its own inverse.
    fn inverse(&self, unit: &Self::Residue) -> Self::Residue;

    /// The inverses of residues, by a single run of Euclid's algorithm and three products for each.
    ///
    /// # Contract
    /// Each residue and m are coprime.
    fn inverses(&self, units: &[Self::Residue]) -> Vec<Self::Residue> {
        let mut products = Vec::with_capacity(units.len());
        let mut product = self.residue(1);
        for unit in units {
            products.push(product.clone()); // of all units before this one
            product = self.mul(&product, unit);
        }
        let mut inverse = self.inverse(&product);
        for (before, unit) in products.iter_mut().zip(units).rev() {
            *before = self.mul(before, &inverse);
            inverse = self.mul(&inverse, unit);
        }
        products
    }
}

/// Residues modulo a number below 2^64.
///
/// A product of two words is divided by two multiplications with a reciprocal: N. Möller, T.
/// Granlund, *Improved Division by Invariant Integers*, IEEE Transactions on Computers 60 (2011),
/// algorithm 4.
#[derive(Clone, Debug)]
pub(crate) struct SmallRing {
    modulus: u64,
    /// How far m is shifted to have its highest bit set.
    shift: u32,
    /// m, shifted.
    divisor: u64,
    /// ⌊(2^128 − 1)/divisor⌋ − 2^64.
    reciprocal: u64,
}

impl SmallRing {
    /// # Contract
    /// The modulus is at least 1.
    pub(crate) fn new(modulus: u64) -> Self {
        let shift = modulus.leading_zeros();
        let divisor = modulus << shift;
        // the quotient is from 2^64 on, below 2^65: the cut takes 2^64 off
        let reciprocal = (u128::MAX / u128::from(divisor)) as u64;
        Self { modulus, shift, divisor, reciprocal }
    }

    /// The residue of a number that is given shifted, and whose upper word is below the divisor.
    fn reduce(&self, shifted: u128) -> u64 {
        // with R = 2^64 + reciprocal ≤ (2^128 − 1)/divisor and the upper word u < divisor, the sum
        // is below R·u + 2^64 ≤ (2^128 − 1)·(1 − 1/divisor) + 2^64 < 2^128, as divisor < 2^64
        let quotient = (shifted >> 64) * u128::from(self.reciprocal) + shifted;
        let (upper, lower) = ((quotient >> 64) as u64, quotient as u64);
        // the upper word plus 1 is at most 1 too large; everything is modulo 2^64
        let mut rest = (shifted as u64).wrapping_sub(upper.wrapping_add(1).wrapping_mul(self.divisor));
        if rest > lower {
            rest = rest.wrapping_add(self.divisor);
        }
        if rest >= self.divisor {
            rest -= self.divisor;
        }
        rest >> self.shift
    }
}

impl Ring for SmallRing {
    type Residue = u64;

    fn residue(&self, number: i128) -> u64 {
        let size = match u64::try_from(number.unsigned_abs()) {
            Ok(size) => self.reduce(u128::from(size) << self.shift),
            // the rest is below m
            Err(_) => (number.unsigned_abs() % u128::from(self.modulus)) as u64,
        };
        if number < 0 && size > 0 { self.modulus - size } else { size }
    }

    fn add(&self, &a: &u64, &b: &u64) -> u64 {
        let missing = self.modulus - b;
        if a >= missing { a - missing } else { a + b }
    }

    fn mul(&self, a: &u64, &b: &u64) -> u64 {
        self.times(a, b)
    }

    fn times(&self, a: &u64, number: u64) -> u64 {
        // shifted, a is below the divisor, and so is the upper word of any product with it
        self.reduce(u128::from(a << self.shift) * u128::from(number))
    }

    fn inverse(&self, unit: &u64) -> u64 {
        let inverse = BigUint::from(*unit).modinv(&self.modulus.into());
        debug_assert!(inverse.is_some(), "a residue that has no inverse");
        inverse.and_then(|inverse| inverse.to_u64()).unwrap_or_default()
    }
}

/// As big integers, modulo a number of any size.
impl Ring for Modulus {
    type Residue = BigUint;

    fn residue(&self, number: i128) -> BigUint {
        let size = BigUint::from(number.unsigned_abs()) % &self.0;
        if number < 0 && size != BigUint::ZERO { &self.0 - size } else { size }
    }

    fn add(&self, a: &BigUint, b: &BigUint) -> BigUint {
        let sum = a + b; // below 2m
        if sum >= self.0 { sum - &self.0 } else { sum }
    }

    fn mul(&self, a: &BigUint, b: &BigUint) -> BigUint {
        a * b % &self.0
    }

    fn times(&self, a: &BigUint, number: u64) -> BigUint {
        a * number % &self.0
    }

    fn inverse(&self, unit: &BigUint) -> BigUint {
        let inverse = unit.modinv(&self.0);
        debug_assert!(inverse.is_some(), "a residue that has no inverse");
        inverse.unwrap_or_default()
    }
}

/// The inverse of an odd number modulo 2^64, by Newton's method: d is its own inverse modulo 8, and
/// each step makes twice as many bits right.
pub(super) fn inverse_of_odd(odd: u64) -> u64 {
    // 3, 6, 12, 24, 48, 96 bits
    (0..5).fold(odd, |inverse, _| inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_modulus_is_at_least_one() {
        assert!(Modulus::new(BigUint::zero()).is_err());
        assert_eq!("1".parse::<Modulus>(), Modulus::new(1_u32.into()));
        assert_eq!("-3".parse::<Modulus>(), Err(no_modulus("-3")));
        let large: Modulus = "18446744073709551616".parse().unwrap();
        assert_eq!((large.small(), large.get().bits()), (None, 65));
    }

    #[test]
    fn primes_of_the_modulus_are_found_up_to_the_limit_and_no_others() {
        let primes = |modulus: u64, limit| {
            assert_eq!(
                prime_factors_up_to(BigUint::from(modulus), limit),
                prime_factors_up_to(modulus, limit)
            );
            prime_factors_up_to(modulus, limit)
        };
        let is_prime = |number: u64| number > 1 && !(2..number).any(|divisor| number.is_multiple_of(divisor));
        for (modulus, limit) in itertools::iproduct!(1..400, [0, 1, 2, 3, 7, 19, 50, 1000]) {
            let expected: Vec<u64> =
                (2..=limit.min(modulus)).filter(|&p| modulus % p == 0 && is_prime(p)).collect();
            assert_eq!(primes(modulus, limit), expected, "{modulus} up to {limit}");
        }
        assert_eq!(primes(u64::MAX, u64::MAX), [3, 5, 17, 257, 641, 65537, 6_700_417]);
        assert_eq!(primes(2 * 1_000_003 * 1_000_003, 1_000_002), [2]);
        assert_eq!(primes(2 * 1_000_003 * 1_000_003, 1_000_003), [2, 1_000_003]);
    }

    const MODULI: [u64; 12] =
        [1, 2, 3, 4, 97, 720, 989_898_989, u32::MAX as u64, 1 << 32, (1 << 63) - 25, 1 << 63, u64::MAX];

    #[test]
    fn inverses_invert_for_both_kinds_of_residues() {
        for modulus in MODULI {
            let units: Vec<u64> = (1..=300).filter(|number| number.gcd(&modulus) == 1).collect();
            inverts(&SmallRing::new(modulus), &units);
            inverts(&Modulus::new(modulus.into()).unwrap(), &units);
        }
    }

    #[track_caller]
    fn inverts<R: Ring + Debug>(ring: &R, units: &[u64]) {
        let units: Vec<R::Residue> = units.iter().map(|&unit| ring.residue(unit.into())).collect();
        for (unit, inverse) in units.iter().zip(ring.inverses(&units)) {
            assert_eq!(ring.mul(unit, &inverse), ring.residue(1), "inverse of {unit:?} in {ring:?}");
        }
    }

    #[test]
    fn words_give_what_division_gives() {
        let numbers = (0..64).flat_map(|bit| [(1_u64 << bit) - 1, 1 << bit, (1 << bit) + 1, !(1 << bit)]);
        let numbers: Vec<u64> = numbers.chain(MODULI).collect();
        for modulus in MODULI.into_iter().chain(numbers.iter().copied().filter(|&number| number > 0)) {
            let (ring, wide) = (SmallRing::new(modulus), u128::from(modulus));
            for &a in &numbers {
                let residue = ring.residue(a.into());
                assert_eq!(residue, a % modulus);
                for &b in &numbers {
                    let product = u128::from(residue) * u128::from(b) % wide;
                    assert_eq!(u128::from(ring.times(&residue, b)), product, "{a}·{b} modulo {modulus}");
                    let sum = (u128::from(a) + u128::from(b)) % wide;
                    assert_eq!(u128::from(ring.add(&residue, &ring.residue(b.into()))), sum);
                }
            }
        }
    }

    #[test]
    fn signed_numbers_reduce_to_what_they_are_congruent_to() {
        for modulus in MODULI {
            for number in [-15_i128, -7, -1, 0, 1, 14, i128::from(u64::MAX), i128::MAX, -i128::MAX] {
                let expected = number.rem_euclid(modulus.into()) as u64;
                assert_eq!(SmallRing::new(modulus).residue(number), expected, "{number} mod {modulus}");
                let large = Modulus::new(modulus.into()).unwrap();
                assert_eq!(large.residue(number), expected.into(), "{number} mod {modulus}");
            }
        }
    }

    #[test]
    fn odd_numbers_have_inverses() {
        for odd in (1..2000).step_by(2).chain([u64::MAX, (1 << 63) + 1, 0x0123_4567_89ab_cdef]) {
            assert_eq!(odd.wrapping_mul(inverse_of_odd(odd)), 1);
        }
    }
}
