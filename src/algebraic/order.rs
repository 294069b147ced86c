//! The order of algebraic numbers, of any base fields, and their comparison with numbers p + q√d.

use std::cmp::Ordering;

use num_traits::Zero;

use super::integral::Integral;
use super::root::{Algebraic, Root};
use crate::number::{Enclosure, Surd};

impl Algebraic {
    /// The sign.
    #[must_use]
    pub fn sign(&self) -> Ordering {
        match self {
            Self::InField(number) => number.sign(),
            Self::OutsideField(root) => root.cmp_surd(&Surd::zero()),
        }
    }
}

impl Ord for Algebraic {
    /// By real value, whatever the base fields are.
    ///
    /// Disjoint intervals decide. Intervals that still overlap when they are very short hold equal
    /// numbers exactly if the greatest common divisor of their polynomials over Z has a root there.
    ///
    /// # Cost
    /// A few refinements; one common divisor for numbers that agree in 150 decimals.
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::InField(a), Self::InField(b)) => a.cmp(b),
            (Self::OutsideField(root), Self::InField(number)) => root.cmp_surd(number),
            (Self::InField(number), Self::OutsideField(root)) => root.cmp_surd(number).reverse(),
            (Self::OutsideField(a), Self::OutsideField(b)) => a.cmp_root(b),
        }
    }
}

impl PartialOrd for Algebraic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Eq for Algebraic {}

impl PartialEq for Algebraic {
    /// Whether both are the same real number, whichever polynomials and base fields they are given
    /// by.
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl PartialOrd<Surd> for Algebraic {
    fn partial_cmp(&self, number: &Surd) -> Option<Ordering> {
        Some(match self {
            Self::InField(own) => own.cmp(number),
            Self::OutsideField(root) => root.cmp_surd(number),
        })
    }
}

impl PartialEq<Surd> for Algebraic {
    fn eq(&self, number: &Surd) -> bool {
        self.partial_cmp(number) == Some(Ordering::Equal)
    }
}

impl PartialOrd<Algebraic> for Surd {
    fn partial_cmp(&self, number: &Algebraic) -> Option<Ordering> {
        number.partial_cmp(self).map(Ordering::reverse)
    }
}

impl PartialEq<Algebraic> for Surd {
    fn eq(&self, number: &Algebraic) -> bool {
        number == self
    }
}

impl Root {
    /// Compares with a number of any quadratic field.
    fn cmp_surd(&self, number: &Surd) -> Ordering {
        if self.is_never_quadratic() {
            return self.cmp_in_field(number);
        }
        match Algebraic::of(number.clone(), self.radicand()) {
            Algebraic::InField(number) => self.cmp_in_field(&number),
            Algebraic::OutsideField(other) => self.cmp_root(&other),
        }
    }

    /// Compares with a number that is known not to be equal.
    fn cmp_in_field(&self, number: &Surd) -> Ordering {
        let mut root = self.clone();
        loop {
            if &root.upper() <= number {
                return Ordering::Less;
            }
            if &root.lower() >= number {
                return Ordering::Greater;
            }
            root.refine();
        }
    }

    /// Compares with any root: by intervals as long as these are not very short, and then by the
    /// polynomials over Z.
    fn cmp_root(&self, other: &Self) -> Ordering {
        /// The polynomials are asked once both intervals are shorter than 2^−this.
        const SHORT: i64 = 512;
        let (mut a, mut b) = (self.clone(), other.clone());
        let mut common = None;
        loop {
            if a.upper() <= b.lower() {
                return Ordering::Less;
            }
            if b.upper() <= a.lower() {
                return Ordering::Greater;
            }
            if a.known_bits() >= SHORT && b.known_bits() >= SHORT {
                let common = common.get_or_insert_with(|| Common::of(&a, &b));
                if common.has_both(&a, &b) {
                    return Ordering::Equal;
                }
            }
            let vaguer = if a.known_bits() < b.known_bits() { &mut a } else { &mut b };
            vaguer.refine();
        }
    }
}

/// The polynomials over Z of two roots, and their greatest common divisor.
struct Common {
    left: Integral,
    right: Integral,
    divisor: Integral,
}

impl Common {
    fn of(left: &Root, right: &Root) -> Self {
        let (left, right) = (left.integral(), right.integral());
        Self { divisor: left.gcd(&right), left, right }
    }

    /// Whether both are surely the same root: the common divisor has a root where each polynomial
    /// has only one, and one root where both are. Equal roots pass once their intervals are short
    /// enough.
    fn has_both(&self, a: &Root, b: &Root) -> bool {
        let [a, b] = [a, b].map(|root| root.isolation().enclosure());
        let bits = a.bits().max(b.bits());
        let [a, b] = [a, b].map(|x| x.with_bits(bits));
        let both = Enclosure::between(a.low().min(b.low()).clone(), a.high().max(b.high()).clone(), bits);
        self.divisor.degree() > 0
            && self.left.has_one_root_on(&a)
            && self.right.has_one_root_on(&b)
            && [&a, &b, &both].into_iter().all(|x| self.divisor.has_one_root_on(x))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebraic::Polynomial;
    use crate::number::Radicand;

    fn surd(text: &str) -> Surd {
        text.parse().unwrap()
    }

    /// The roots of x⁴ − n over Q(√d) (`None`: Q), without those of that field.
    fn fourth_roots_of(n: i64, d: u64) -> Vec<Algebraic> {
        Algebraic::roots_of(&Polynomial::from(&[-n, 0, 0, 0, 1][..]), Radicand::new(d).ok())
    }

    #[test]
    fn roots_over_different_fields_are_compared() {
        // ⁴√2 is a root of x² − √2 over Q(√2), and of x⁴ − 2 over Q and Q(√3)
        let quadratic = Polynomial::new(vec![surd("-sqrt2"), Surd::from(0), Surd::from(1)]);
        let over_two = Algebraic::roots_of(&quadratic, Radicand::new(2).ok());
        for d in [0, 3, 5] {
            let others = fourth_roots_of(2, d);
            assert_eq!(others, over_two, "{d}");
            assert_eq!(over_two, others, "{d}");
        }
        let larger = fourth_roots_of(3, 3);
        assert!(larger[1] > over_two[1] && larger[0] < over_two[0]);
        // the conjugate's root √(2−√2) ≈ 0.765 is not √(2+√2) ≈ 1.848
        let nested = Polynomial::new(vec![surd("-2-sqrt2"), Surd::from(0), Surd::from(1)]);
        let nested = Algebraic::roots_of(&nested, Radicand::new(2).ok());
        let by_norm =
            Algebraic::roots_of(&Polynomial::from(&[2_i64, 0, -4, 0, 1][..]), Radicand::new(3).ok());
        let order: Vec<_> = by_norm.iter().map(|root| root.cmp(&nested[1])).collect();
        assert_eq!(order, [Ordering::Less, Ordering::Less, Ordering::Less, Ordering::Equal]);
    }

    #[test]
    fn near_roots_are_separated() {
        // (√2)^(1/2) against rationals at both sides, 40 decimals away
        let root = &fourth_roots_of(2, 0)[1];
        let decimal = surd(&root.to_decimal(40));
        let unit = surd("10^-40");
        assert!(*root > &decimal - &unit && *root < &decimal + &unit && *root != decimal);
        assert!(&decimal - &unit < *root && decimal != *root);
    }
}
