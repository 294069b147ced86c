//! Residues modulo any m ≥ 1: in one word for m below 2^64, as big integers for any.

use std::fmt::Debug;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;

use super::modular::Modulus;

/// The residues 0 .. m modulo m.
pub(crate) trait Ring {
    /// A residue: a number below m.
    type Residue: Clone + PartialEq + Debug + Into<BigUint>;

    /// The residue of a number.
    fn residue(&self, number: u64) -> Self::Residue;

    /// The residue of a number that may be negative.
    fn signed(&self, number: i128) -> Self::Residue;

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

    /// 1, which is 0 modulo 1.
    fn one(&self) -> Self::Residue {
        self.residue(1)
    }

    /// The inverses of residues, by a single run of Euclid's algorithm and three products for each.
    ///
    /// # Contract
    /// Each residue and m are coprime.
    fn inverses(&self, units: &[Self::Residue]) -> Vec<Self::Residue> {
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

    fn residue(&self, number: u64) -> u64 {
        self.reduce(u128::from(number) << self.shift)
    }

    fn signed(&self, number: i128) -> u64 {
        let size = match u64::try_from(number.unsigned_abs()) {
            Ok(size) => self.residue(size),
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
        let modulus = i128::from(self.modulus);
        let euclid = i128::from(*unit).extended_gcd(&modulus);
        debug_assert!(euclid.gcd.is_one(), "a residue that has no inverse");
        euclid.x.rem_euclid(modulus) as u64
    }
}

/// Residues modulo any number.
#[derive(Clone, Debug)]
pub(crate) struct LargeRing {
    modulus: BigUint,
}

impl LargeRing {
    pub(crate) fn new(modulus: &Modulus) -> Self {
        Self { modulus: modulus.get().clone() }
    }
}

impl Ring for LargeRing {
    type Residue = BigUint;

    fn residue(&self, number: u64) -> BigUint {
        BigUint::from(number) % &self.modulus
    }

    fn signed(&self, number: i128) -> BigUint {
        let size = BigUint::from(number.unsigned_abs()) % &self.modulus;
        if number < 0 && size != BigUint::ZERO { &self.modulus - size } else { size }
    }

    fn add(&self, a: &BigUint, b: &BigUint) -> BigUint {
        let sum = a + b; // below 2m
        if sum >= self.modulus { sum - &self.modulus } else { sum }
    }

    fn mul(&self, a: &BigUint, b: &BigUint) -> BigUint {
        a * b % &self.modulus
    }

    fn times(&self, a: &BigUint, number: u64) -> BigUint {
        a * number % &self.modulus
    }

    fn inverse(&self, unit: &BigUint) -> BigUint {
        let inverse = unit.modinv(&self.modulus);
        debug_assert!(inverse.is_some(), "a residue that has no inverse");
        inverse.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULI: [u64; 12] =
        [1, 2, 3, 4, 97, 720, 989_898_989, u32::MAX as u64, 1 << 32, (1 << 63) - 25, 1 << 63, u64::MAX];

    #[test]
    fn inverses_invert_for_both_kinds_of_residues() {
        for modulus in MODULI {
            let units: Vec<u64> = (1..=300).filter(|number| number.gcd(&modulus) == 1).collect();
            inverts(&SmallRing::new(modulus), &units);
            inverts(&LargeRing::new(&Modulus::new(modulus.into()).unwrap()), &units);
        }
    }

    #[track_caller]
    fn inverts<R: Ring + Debug>(ring: &R, units: &[u64]) {
        let units: Vec<R::Residue> = units.iter().map(|&unit| ring.residue(unit)).collect();
        for (unit, inverse) in units.iter().zip(ring.inverses(&units)) {
            assert_eq!(ring.mul(unit, &inverse), ring.one(), "inverse of {unit:?} in {ring:?}");
        }
    }

    #[test]
    fn words_give_what_division_gives() {
        let numbers = (0..64).flat_map(|bit| [(1_u64 << bit) - 1, 1 << bit, (1 << bit) + 1, !(1 << bit)]);
        let numbers: Vec<u64> = numbers.chain(MODULI).collect();
        for modulus in MODULI.into_iter().chain(numbers.iter().copied().filter(|&number| number > 0)) {
            let (ring, wide) = (SmallRing::new(modulus), u128::from(modulus));
            for &a in &numbers {
                let residue = ring.residue(a);
                assert_eq!(residue, a % modulus);
                for &b in &numbers {
                    let product = u128::from(residue) * u128::from(b) % wide;
                    assert_eq!(u128::from(ring.times(&residue, b)), product, "{a}·{b} modulo {modulus}");
                    let sum = (u128::from(a) + u128::from(b)) % wide;
                    assert_eq!(u128::from(ring.add(&residue, &ring.residue(b))), sum);
                }
            }
        }
    }

    #[test]
    fn signed_numbers_reduce_to_what_they_are_congruent_to() {
        for modulus in MODULI {
            for number in [-15_i128, -7, -1, 0, 1, 14, i128::from(u64::MAX), i128::MAX, -i128::MAX] {
                let expected = number.rem_euclid(modulus.into()) as u64;
                assert_eq!(SmallRing::new(modulus).signed(number), expected, "{number} mod {modulus}");
                let large = LargeRing::new(&Modulus::new(modulus.into()).unwrap());
                assert_eq!(large.signed(number), expected.into(), "{number} mod {modulus}");
            }
        }
    }
}
