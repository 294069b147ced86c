//! Numbers α + β√d over a quadratic field: what sums and products of two fields are.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Sub};

use num_traits::{One, Zero};

use crate::number::{Enclosure, Radicand, Surd};

/// The number α + β√d with α and β in one field Q(√D), or in Q, that does not hold √d. Without a d,
/// β is 0.
#[derive(Clone, Debug)]
pub(super) struct Tower {
    pub(super) alpha: Surd,
    pub(super) beta: Surd,
    pub(super) radicand: Option<Radicand>,
}

impl Tower {
    /// A number x, seen from the field of `base`: α = x if it lies there.
    pub(super) fn over(base: Option<Radicand>, x: &Surd) -> Self {
        let root = Self { alpha: Surd::zero(), beta: Surd::one(), radicand: x.radicand() };
        if base.is_none() || x.lies_in(base) {
            return Self { alpha: x.clone(), beta: Surd::zero(), radicand: None };
        }
        Self { alpha: x.rational_part().clone().into(), beta: x.root_coefficient().clone().into(), ..root }
    }

    /// d.
    pub(super) fn square_of_root(&self) -> Surd {
        Surd::from(self.radicand.map_or(0, Radicand::get))
    }

    pub(super) fn is_zero(&self) -> bool {
        self.alpha.is_zero() && self.beta.is_zero()
    }

    /// 1/x = (α − β√d)/(α² − dβ²), for x ≠ 0; the divisor is not 0, as √d is not in the field.
    pub(super) fn reciprocal(&self) -> Self {
        let norm = &self.alpha * &self.alpha - &self.beta * &self.beta * self.square_of_root();
        Self { alpha: &self.alpha / &norm, beta: -&self.beta / &norm, radicand: self.radicand }
    }

    /// The sign: that of α and β, or where they differ that of the greater of α² and dβ².
    pub(super) fn sign(&self) -> Ordering {
        let (alpha, beta) = (self.alpha.sign(), self.beta.sign());
        if alpha == beta || beta.is_eq() {
            return alpha;
        }
        let difference = &self.alpha * &self.alpha - &self.beta * &self.beta * self.square_of_root();
        if difference.sign().is_gt() { alpha } else { beta }
    }

    /// An interval around the number, of this many bits but for the rounding of one product.
    pub(super) fn enclosure(&self, bits: usize) -> Enclosure {
        let root = Surd::square_root_of(self.radicand.map_or(0, Radicand::get));
        let [alpha, beta, root] = [&self.alpha, &self.beta, &root].map(|x| Enclosure::of(x, bits));
        &alpha + &(&beta * &root)
    }
}

impl Add for &Tower {
    type Output = Tower;

    fn add(self, other: &Tower) -> Tower {
        let radicand = self.radicand.or(other.radicand);
        Tower { alpha: &self.alpha + &other.alpha, beta: &self.beta + &other.beta, radicand }
    }
}

impl Sub for &Tower {
    type Output = Tower;

    fn sub(self, other: &Tower) -> Tower {
        let radicand = self.radicand.or(other.radicand);
        Tower { alpha: &self.alpha - &other.alpha, beta: &self.beta - &other.beta, radicand }
    }
}

impl Mul for &Tower {
    type Output = Tower;

    fn mul(self, other: &Tower) -> Tower {
        let radicand = self.radicand.or(other.radicand);
        let d = Surd::from(radicand.map_or(0, Radicand::get));
        Tower {
            alpha: &self.alpha * &other.alpha + &self.beta * &other.beta * d,
            beta: &self.alpha * &other.beta + &self.beta * &other.alpha,
            radicand,
        }
    }
}
