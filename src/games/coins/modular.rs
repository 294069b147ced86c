//! Residues modulo any m ≥ 1, and the primes by which one cannot divide modulo m.

use std::fmt;
use std::num::NonZeroU64;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Unsigned, Zero};
use thiserror::Error;

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

/// The text or number is not a [`Modulus`]: not an integer of at least 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("cannot read a modulus: '{given}' is not a whole number of at least 1")]
pub struct ModulusError {
    /// The text or number, shortened if it is long.
    pub given: String,
}

impl Modulus {
    /// A modulus of any size.
    ///
    /// # Errors
    /// [`ModulusError`] for 0.
    pub fn new(modulus: BigUint) -> Result<Self, ModulusError> {
        if modulus.is_zero() { Err(ModulusError { given: "0".to_owned() }) } else { Ok(Self(modulus)) }
    }

    /// The number.
    #[must_use]
    pub fn get(&self) -> &BigUint {
        &self.0
    }

    /// The number, if products of two residues fit `u128`.
    pub(crate) fn small(&self) -> Option<u64> {
        self.0.to_u64()
    }

    /// What a product of residues costs, in products modulo a number below 2^64: measured, and
    /// rounded up.
    ///
    /// Beyond one word it allocates memory and divides a product of w words: w·(w + 96)/8.
    pub(crate) fn work_per_product(&self) -> u64 {
        let words = self.0.bits().div_ceil(64).min(1 << 30); // more do not fit into memory
        if words == 1 { 1 } else { words * (words + 96) / 8 }
    }
}

impl From<NonZeroU64> for Modulus {
    fn from(modulus: NonZeroU64) -> Self {
        Self(modulus.get().into())
    }
}

impl std::str::FromStr for Modulus {
    type Err = ModulusError;

    fn from_str(text: &str) -> Result<Self, ModulusError> {
        let refusal = || ModulusError { given: quoted(text) };
        text.parse().ok().and_then(|modulus| Self::new(modulus).ok()).ok_or_else(refusal)
    }
}

impl fmt::Display for Modulus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The type of residues: `u128` for moduli below 2^64, so that products fit; `BigUint` for any.
pub(crate) trait Residue: Integer + Unsigned + Clone + From<u128> + ToPrimitive {}

impl<T: Integer + Unsigned + Clone + From<u128> + ToPrimitive> Residue for T {}

/// The residues 0 .. m modulo m.
#[derive(Clone, Debug)]
pub(crate) struct Ring<T> {
    modulus: T,
}

impl Ring<u128> {
    pub(crate) fn small(modulus: u64) -> Self {
        Self { modulus: modulus.into() }
    }
}

impl Ring<BigUint> {
    pub(crate) fn large(modulus: &Modulus) -> Self {
        Self { modulus: modulus.0.clone() }
    }
}

impl<T: Residue> Ring<T> {
    pub(crate) fn residue(&self, number: u64) -> T {
        T::from(number.into()) % self.modulus.clone()
    }

    pub(crate) fn signed(&self, number: i128) -> T {
        let size = T::from(number.unsigned_abs()) % self.modulus.clone();
        if number < 0 && !size.is_zero() { self.modulus.clone() - size } else { size }
    }

    pub(crate) fn one(&self) -> T {
        self.residue(1)
    }

    pub(crate) fn add(&self, a: T, b: T) -> T {
        let sum = a + b; // below 2m
        if sum >= self.modulus { sum - self.modulus.clone() } else { sum }
    }

    pub(crate) fn mul(&self, a: &T, b: &T) -> T {
        a.clone() * b.clone() % self.modulus.clone()
    }

    pub(crate) fn power(&self, base: u64, mut exponent: u64) -> T {
        let (mut power, mut square) = (self.one(), self.residue(base));
        while exponent > 0 {
            if exponent % 2 == 1 {
                power = self.mul(&power, &square);
            }
            square = self.mul(&square, &square);
            exponent /= 2;
        }
        power
    }

    /// The inverse of a residue, by Euclid's algorithm.
    ///
    /// # Contract
    /// The residue and m are coprime; modulo 1 that is 0, its own inverse.
    fn inverse(&self, unit: &T) -> T {
        let m = &self.modulus;
        // always unit·s = a and unit·t = b modulo m
        let (mut a, mut b) = (m.clone(), unit.clone());
        let (mut s, mut t) = (T::zero(), self.one());
        while !b.is_zero() {
            let (quotient, rest) = a.div_rem(&b);
            let next = self.add(s, m.clone() - self.mul(&(quotient % m.clone()), &t));
            (a, b, s, t) = (b, rest, t, next);
        }
        debug_assert!(a.is_one(), "a residue that has no inverse");
        s
    }

    /// The inverses of residues, by a single run of Euclid's algorithm and three products for each.
    ///
    /// # Contract
    /// Each residue and m are coprime.
    pub(crate) fn inverses(&self, units: &[T]) -> Vec<T> {
        let mut products = Vec::with_capacity(units.len());
        let mut product = self.one();
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

    /// The primes up to `limit` that divide m.
    ///
    /// # Cost
    /// O(min(limit, √m)) divisions.
    pub(crate) fn primes_up_to(&self, limit: u64) -> Primes {
        let mut rest = self.modulus.clone();
        let mut primes = vec![];
        let mut divisor = 2_u64;
        while divisor <= limit && T::from(u128::from(divisor) * u128::from(divisor)) <= rest {
            let factor = T::from(divisor.into());
            if rest.is_multiple_of(&factor) {
                primes.push(divisor);
                while rest.is_multiple_of(&factor) {
                    rest = rest / factor.clone();
                }
            }
            divisor += if divisor == 2 { 1 } else { 2 };
        }
        // the rest is 1, or a prime, or all its prime factors are above the limit
        primes.extend(rest.to_u64().filter(|&rest| 1 < rest && rest <= limit));
        Primes(primes)
    }

    /// The number that has these two parts (see [`Primes`]), modulo m.
    pub(crate) fn join(&self, unit: T, primes: &Primes, exponents: &[u64]) -> T {
        let powers = primes.0.iter().zip(exponents).filter(|&(_, &exponent)| exponent > 0);
        powers.fold(unit, |product, (&prime, &exponent)| self.mul(&product, &self.power(prime, exponent)))
    }
}

/// Some primes that divide the modulus m, ascending.
///
/// A number whose common prime factors with m are all among them is split into two parts: its *unit
/// part*, coprime to m, by which one can divide modulo m, and the powers of these primes, whose
/// exponents add and subtract under products and quotients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Primes(pub(crate) Vec<u64>);

impl Primes {
    /// The unit part of a number of at least 1. Calls `taken` with the index of each prime factor
    /// that is taken out, as often as it occurs.
    pub(crate) fn split(&self, mut number: u64, mut taken: impl FnMut(usize)) -> u64 {
        for (place, prime) in self.0.iter().enumerate() {
            while number % prime == 0 {
                number /= prime;
                taken(place);
            }
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::One;

    #[test]
    fn a_modulus_is_at_least_one() {
        assert!(Modulus::new(BigUint::zero()).is_err());
        assert_eq!("1".parse::<Modulus>().unwrap(), NonZeroU64::new(1).unwrap().into());
        assert_eq!("-3".parse::<Modulus>().unwrap_err(), ModulusError { given: "-3".to_owned() });
        let large: Modulus = "18446744073709551616".parse().unwrap();
        assert_eq!((large.small(), large.get().bits()), (None, 65));
    }

    #[test]
    fn inverses_invert_for_both_kinds_of_residues() {
        for modulus in [1, 2, 3, 4, 97, 720, u64::from(u32::MAX), u64::MAX] {
            let units: Vec<u64> = (1..=300).filter(|number| number.gcd(&modulus) == 1).collect();
            inverts(&Ring::small(modulus), &units);
            inverts(&Ring::large(&Modulus::new(modulus.into()).unwrap()), &units);
        }
    }

    #[track_caller]
    fn inverts<T: Residue + fmt::Debug>(ring: &Ring<T>, units: &[u64]) {
        let units: Vec<T> = units.iter().map(|&unit| ring.residue(unit)).collect();
        for (unit, inverse) in units.iter().zip(ring.inverses(&units)) {
            assert_eq!(ring.mul(unit, &inverse), ring.one(), "inverse of {unit:?} in {ring:?}");
        }
    }

    #[test]
    fn signed_numbers_reduce_to_what_they_are_congruent_to() {
        for modulus in [1, 2, 7, u64::MAX] {
            for number in [-15_i128, -7, -1, 0, 1, 14, i128::from(u64::MAX)] {
                let expected = number.rem_euclid(modulus.into()) as u128;
                assert_eq!(Ring::small(modulus).signed(number), expected, "{number} mod {modulus}");
            }
        }
    }

    #[test]
    fn primes_of_the_modulus_are_found_up_to_the_limit_and_no_others() {
        let primes = |modulus: u64, limit| Ring::small(modulus).primes_up_to(limit).0;
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

    #[test]
    fn the_two_parts_of_a_number_join_to_it() {
        let ring = Ring::small(360);
        let primes = ring.primes_up_to(5);
        for number in 1..1000 {
            let mut exponents = vec![0; primes.0.len()];
            let unit = primes.split(number, |place| exponents[place] += 1);
            assert!(unit.gcd(&360).is_one());
            assert_eq!(ring.join(ring.residue(unit), &primes, &exponents), u128::from(number % 360));
        }
    }
}
