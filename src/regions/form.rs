//! Linear forms in 1 and one or two letters: the lengths of a region, and their sums.

use std::ops::{Add, Sub};

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

/// A form a + b·x + c·y with whole a, b and c.
///
/// Lengths have coefficients of at most 2³⁰, and a run has at most 2²² steps. A breakpoint is a sum
/// of lengths. It has no more of them than there are steps before it: steps are at most as far
/// apart as the shortest length, and a sum of c lengths is at least c times that. So coefficients
/// of sums of three breakpoints and of differences stay below 2⁶³.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LengthForm(pub(super) [i64; 3]);

impl LengthForm {
    /// The greatest absolute value of a coefficient of a length.
    pub(super) const MOST: i64 = 1 << 30;

    /// The coefficients.
    pub(crate) fn integers(self) -> [i64; 3] {
        self.0
    }

    /// The coefficients as big integers.
    pub(super) fn wide(self) -> [BigInt; 3] {
        self.0.map(BigInt::from)
    }

    /// The coefficients of 1 and of the letters, each divided by a denominator.
    #[must_use]
    pub fn over(self, denominator: i64) -> [BigRational; 3] {
        self.0.map(|coefficient| BigRational::new(coefficient.into(), denominator.into()))
    }
}

impl Add for LengthForm {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        Self([a + d, b + e, c + f])
    }
}

impl Sub for LengthForm {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        Self([a - d, b - e, c - f])
    }
}

/// The least positive multiple of a form with whole coefficients.
pub(super) fn whole(form: &[BigRational; 3]) -> [BigInt; 3] {
    let scale = common_denominator(form);
    form.each_ref().map(|coefficient| (coefficient * &scale).to_integer())
}

/// The least common denominator of some fractions.
pub(super) fn common_denominator<'a>(fractions: impl IntoIterator<Item = &'a BigRational>) -> BigInt {
    let lcm = |least: BigInt, fraction: &BigRational| num_integer::lcm(least, fraction.denom().clone());
    fractions.into_iter().fold(BigInt::one(), lcm)
}
