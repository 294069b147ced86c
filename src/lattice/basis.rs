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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use itertools::iproduct;

    use super::*;

    /// All m·v + n·w with small m and n that lie in a small box.
    fn combinations(v: (i64, i64), w: (i64, i64)) -> BTreeSet<(i64, i64)> {
        let sums = iproduct!(-200..=200, -200..=200).map(|(m, n)| (m * v.0 + n * w.0, m * v.1 + n * w.1));
        sums.filter(|(a, b)| a.abs() <= 12 && b.abs() <= 12).collect()
    }

    /// Both vectors span what the given ones span, whatever their signs are.
    #[test]
    fn a_basis_spans_the_same_group() {
        let given = [(2, 1), (-3, 1), (1, -2), (-4, -6), (3, -3), (0, 2), (0, -5), (6, 0), (-4, 0)];
        for (v, w) in iproduct!(given, given) {
            let coordinates = [v, w].map(|(a, b)| (BigInt::from(a), BigInt::from(b)));
            let Basis { spacing, slanted } = Basis::of(&coordinates);
            let small = |number: &BigInt| i64::try_from(number).unwrap();
            let (spacing, slanted) = (small(&spacing), (small(&slanted.0), small(&slanted.1)));
            assert!(spacing >= 0 && slanted.1 >= 0, "{v:?}, {w:?}");
            assert!(spacing == 0 || (0..spacing).contains(&slanted.0), "{v:?}, {w:?}");
            assert_eq!(combinations((spacing, 0), slanted), combinations(v, w), "{v:?}, {w:?}");
        }
    }
}
