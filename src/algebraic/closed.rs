//! The closed form of a root, in whatever quadratic field it lies.

use super::relation::closed_form;
use super::root::{Algebraic, Root};
use crate::number::Surd;

impl Algebraic {
    /// This number as p + q√d, if it lies in any quadratic field and its d fits 64 bits; the base
    /// field does not matter.
    ///
    /// # Cost
    /// A reduction of a lattice for each 48 binary digits of the coefficients of the polynomial
    /// over Z; far fewer if there is a closed form, and none if the polynomial is quickly seen to
    /// be irreducible.
    ///
    /// ```
    /// use nimsweep::algebraic::{Algebraic, Polynomial};
    ///
    /// // (x² − 2)(x³ − 2), over Q
    /// let product = &Polynomial::from([-2, 0, 1]) * &Polynomial::from([-2, 0, 0, 1]);
    /// let roots = Algebraic::roots_of(&product, None);
    /// let forms: Vec<_> = roots.iter().map(Algebraic::closed_form).collect();
    /// assert_eq!(forms, [Some("-sqrt2".parse()?), None, Some("sqrt2".parse()?)]);
    /// # Ok::<(), nimsweep::number::ParseSurdError>(())
    /// ```
    #[must_use]
    pub fn closed_form(&self) -> Option<Surd> {
        match self {
            Self::InField(number) => Some(number.clone()),
            Self::OutsideField(root) if root.is_never_quadratic() => None,
            Self::OutsideField(root) => root.quadratic(|number| self == number),
        }
    }
}

impl Root {
    fn quadratic(&self, is_equal: impl Fn(&Surd) -> bool) -> Option<Surd> {
        let polynomial = self.integral();
        if polynomial.degree() > 2 && (self.is_known_minimal() || polynomial.is_surely_irreducible()) {
            return None;
        }
        let mut root = self.clone();
        let enclosure = &mut |bits| {
            while root.known_bits() < bits as i64 {
                root.refine();
            }
            root.isolation().enclosure()
        };
        // factors of the polynomial have no larger measure
        closed_form(&polynomial.measure_bound(), enclosure, &mut |number| is_equal(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebraic::Polynomial;
    use crate::number::Radicand;

    #[test]
    fn closed_forms_do_not_depend_on_the_base_field() {
        for text in ["sqrt3", "(1+sqrt5)/2", "7-2sqrt3", "123456789+98765sqrt7", "10^-20*sqrt(391)"] {
            let number: Surd = text.parse().unwrap();
            for d in [None, Radicand::new(2).ok()] {
                let root = Algebraic::of(number.clone(), d);
                assert!(root.as_surd().is_none());
                assert_eq!(root.closed_form().as_ref(), Some(&number), "{text}");
            }
        }
    }

    #[test]
    fn other_roots_have_none() {
        // ∜2 over Q and over Q(√2), a reducible polynomial of such roots, and √(10³⁰ + 57)
        let large: Surd = "-10^30-57".parse().unwrap();
        for polynomial in [
            Polynomial::from([-2, 0, 0, 0, 1]),
            Polynomial::new(["-sqrt2", "0", "1"].map(|c| c.parse().unwrap()).to_vec()),
            &Polynomial::from([-2, 0, 0, 1]) * &Polynomial::from([-3, 0, 0, 1]),
            Polynomial::new(vec![large, Surd::from(0), Surd::from(1)]),
        ] {
            let roots = Algebraic::roots_of(&polynomial, None);
            assert!(
                !roots.is_empty() && roots.iter().all(|root| root.closed_form().is_none()),
                "{polynomial}"
            );
        }
    }
}
