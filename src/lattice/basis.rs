//! A basis of the group that given coordinates span, by Euclid's algorithm.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};

/// A basis of the group that coordinates (a, b) span: (`spacing`, 0) and `slanted`.
pub(super) struct Basis {
    /// The least a > 0 of a combination with b = 0, or 0 if there is none.
    pub spacing: BigInt,
    /// A combination whose b is the greatest common divisor of all b; zero if all b are 0.
    pub slanted: (BigInt, BigInt),
}

impl Basis {
    /// By Euclid's algorithm on the coordinates b: of two vectors, one ends with their common
    /// divisor and the other with b = 0.
    pub fn of(coordinates: &[(BigInt, BigInt)]) -> Self {
        let (mut spacing, mut slanted) = (BigInt::zero(), (BigInt::zero(), BigInt::zero()));
        for vector in coordinates {
            let mut other = vector.clone();
            while !other.1.is_zero() {
                let quotient = slanted.1.div_floor(&other.1);
                let rest = (&slanted.0 - &quotient * &other.0, &slanted.1 - &quotient * &other.1);
                slanted = std::mem::replace(&mut other, rest);
            }
            spacing = spacing.gcd(&other.0);
        }
        if slanted.1.is_negative() {
            slanted = (-slanted.0, -slanted.1);
        }
        if !spacing.is_zero() {
            // the same rows, by a slanted vector that lies inside the box of the keys
            slanted.0 = slanted.0.mod_floor(&spacing);
        }
        Self { spacing, slanted }
    }

    /// The greatest common divisor of all b, or 1 if all are 0.
    pub fn row_stride(&self) -> BigInt {
        if self.slanted.1.is_zero() { BigInt::from(1) } else { self.slanted.1.clone() }
    }
}
