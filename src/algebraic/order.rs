//! The order of algebraic numbers, of any base fields, and their comparison with numbers p + q√d.

use std::cmp::Ordering;

use num_traits::Zero;

use super::polynomial::sign_changes;
use super::root::{Algebraic, Root};
use crate::number::Surd;

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
    /// Disjoint intervals decide at once. Where they overlap, the numbers are equal exactly when
    /// the greatest common divisor of their polynomials has a root in the overlap; else refinement
    /// separates them. Roots over two different quadratic fields are first taken as roots of the
    /// norm p·p̄ of their polynomial, which is rational.
    ///
    /// # Cost
    /// One common divisor, where the intervals overlap; the norm has twice the degree.
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
        match Algebraic::of(number.clone(), self.radicand()) {
            Algebraic::InField(number) => self.cmp_in_field(&number),
            Algebraic::OutsideField(other) => self.cmp_root(&other),
        }
    }

    /// Compares with a number of the base field, which is never equal.
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

    fn cmp_root(&self, other: &Self) -> Ordering {
        let two_fields = self.radicand().is_some_and(|d| other.radicand().is_some_and(|e| d != e));
        let (mut a, mut b) = if two_fields {
            (self.over_rationals(), other.over_rationals())
        } else {
            (self.clone(), other.clone())
        };
        let (low, high) = (a.lower().max(b.lower()), a.upper().min(b.upper()));
        if low < high {
            let common = a.polynomial().gcd(b.polynomial()).sturm_sequence();
            if sign_changes(&common, &low) > sign_changes(&common, &high) {
                return Ordering::Equal;
            }
        }
        loop {
            if a.upper() <= b.lower() {
                return Ordering::Less;
            }
            if b.upper() <= a.lower() {
                return Ordering::Greater;
            }
            a.refine();
            b.refine();
        }
    }

    /// The same number as a root of the norm p·p̄ of its polynomial p, with rational coefficients.
    ///
    /// The norm has no rational root r: p(r) = 0 is excluded as r lies in K, and p̄(r) = 0 is the
    /// conjugate of that.
    fn over_rationals(&self) -> Self {
        let norm = (self.polynomial() * &self.polynomial().conjugate()).square_free();
        let sequence = norm.sturm_sequence();
        let mut root = self.clone();
        // a conjugate's root may lie in the interval; it is another number, so that refinement
        // excludes it
        while sign_changes(&sequence, &root.lower()) - sign_changes(&sequence, &root.upper()) > 1 {
            root.refine();
        }
        Self::isolated(norm, None, root.isolation().clone())
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
