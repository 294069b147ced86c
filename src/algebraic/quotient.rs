//! The value of a quotient of polynomials at an algebraic number, as an algebraic number.

use num_traits::{One, Zero};

use super::polynomial::{Polynomial, sign_changes};
use super::root::{Algebraic, Root};
use crate::number::Surd;

impl Algebraic {
    /// The value numerator(x)/denominator(x) at this number x, as a number over the same base
    /// field.
    ///
    /// For a root x of the square-free p, the quotient is an element u of A = K\[x\]/(p), a product
    /// of fields. The first linear relation among 1, u, u², … is its minimal polynomial,
    /// square-free as A has no nilpotent element, and the value is the root of it that interval
    /// arithmetic picks out.
    ///
    /// # Panics
    /// If the denominator vanishes at this number, or a polynomial is over another quadratic field.
    ///
    /// # Cost
    /// Elimination on (degree + 1)² numbers of K, and root isolation of a polynomial of at most the
    /// same degree.
    #[must_use]
    pub fn quotient_of(&self, numerator: &Polynomial, denominator: &Polynomial) -> Self {
        match self {
            Self::InField(x) => Self::InField(numerator.evaluate(x) / denominator.evaluate(x)),
            Self::OutsideField(root) => root.quotient_of(numerator, denominator),
        }
    }
}

impl Root {
    fn quotient_of(&self, numerator: &Polynomial, denominator: &Polynomial) -> Algebraic {
        let common = self.polynomial().gcd(denominator);
        let sturm = common.sturm_sequence();
        let vanishes = sign_changes(&sturm, &self.lower()) > sign_changes(&sturm, &self.upper());
        assert!(!vanishes, "division by zero: the denominator vanishes at this number");
        // without the roots at which the denominator vanishes
        let modulus = self.polynomial().divide(&common).0;
        let inverse = inverse_modulo(denominator, &modulus);
        let quotient = (numerator * &inverse).divide(&modulus).1;
        let candidates = Algebraic::roots_of(&minimal_polynomial(&quotient, &modulus), self.radicand());
        let mut root = self.clone();
        loop {
            let value = enclosure(numerator, denominator, &root.lower(), &root.upper());
            let mut possible = candidates.iter().filter(|candidate| {
                value.as_ref().is_none_or(|(low, high)| *candidate >= low && *candidate <= high)
            });
            if let (Some(only), None) = (possible.next(), possible.next()) {
                return only.clone();
            }
            root.refine();
        }
    }
}

/// 1/p in K\[x\]/(modulus), for p without a root in common with the modulus: the extended Euclidean
/// algorithm.
fn inverse_modulo(p: &Polynomial, modulus: &Polynomial) -> Polynomial {
    let (mut a, mut b) = (modulus.clone(), p.divide(modulus).1);
    let (mut factor_a, mut factor_b) = (Polynomial::default(), Polynomial::constant(Surd::one()));
    while b.degree() > 0 {
        let (quotient, rest) = a.divide(&b);
        let factor = &factor_a - &(&quotient * &factor_b);
        (a, b) = (b, rest);
        (factor_a, factor_b) = (factor_b, factor);
    }
    // b is the constant p·factor_b modulo the modulus
    let constant = b.coefficients().first().cloned().unwrap_or_else(Surd::one);
    factor_b.divide(&Polynomial::constant(constant)).0.divide(modulus).1
}

/// The monic polynomial of least degree that vanishes at u in K\[x\]/(modulus): the first linear
/// relation among the powers of u, found by elimination.
fn minimal_polynomial(u: &Polynomial, modulus: &Polynomial) -> Polynomial {
    // Each row is a combination of powers (right) whose value (left) begins at a place of its own.
    let mut rows: Vec<(Polynomial, Polynomial)> = vec![];
    let mut power = Polynomial::constant(Surd::one()).divide(modulus).1;
    for exponent in 0..=modulus.degree() {
        let mut value = power.clone();
        let mut monomial = vec![Surd::zero(); exponent];
        monomial.push(Surd::one());
        let mut combination = Polynomial::new(monomial);
        // rows are kept by falling degree, so each removes its own leading place for good
        for (row, how) in &rows {
            if let Some(c) = value.coefficients().get(row.degree()).cloned() {
                let factor = Polynomial::constant(c);
                value = &value - &(row * &factor);
                combination = &combination - &(how * &factor);
            }
        }
        if value.is_zero() {
            return combination.monic();
        }
        let leading = value.coefficients().last().cloned().unwrap_or_else(Surd::one);
        let scale = Polynomial::constant(Surd::one() / leading);
        rows.push((&value * &scale, &combination * &scale));
        rows.sort_by_key(|(row, _)| std::cmp::Reverse(row.degree()));
        power = (&power * u).divide(modulus).1;
    }
    // not reached: degree + 1 powers in a space of that dimension less one always have a relation
    Polynomial::default()
}

/// Bounds of numerator/denominator on [low, high], or `None` where the bounds of the denominator
/// hold 0.
fn enclosure(
    numerator: &Polynomial,
    denominator: &Polynomial,
    low: &Surd,
    high: &Surd,
) -> Option<(Surd, Surd)> {
    let (n_low, n_high) = bounds(numerator, low, high);
    let (d_low, d_high) = bounds(denominator, low, high);
    if d_low.sign() != d_high.sign() || d_low.is_zero() {
        return None;
    }
    hull([&n_low / &d_low, &n_low / &d_high, &n_high / &d_low, &n_high / &d_high])
}

/// Bounds of a polynomial on [low, high], by Horner's rule on intervals.
fn bounds(polynomial: &Polynomial, low: &Surd, high: &Surd) -> (Surd, Surd) {
    polynomial.coefficients().iter().rev().fold((Surd::zero(), Surd::zero()), |(below, above), c| {
        let products = [&below * low, &below * high, &above * low, &above * high];
        let (below, above) = hull(products).unwrap_or((below, above));
        (below + c, above + c)
    })
}

fn hull(values: [Surd; 4]) -> Option<(Surd, Surd)> {
    itertools::Itertools::minmax(values.into_iter()).into_option()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_at_roots_beyond_the_field() {
        // at x = ∛2: x²/2 = 1/x, and x³/1 = 2 is recognised as a number of the field
        let root = &Algebraic::roots_of(&Polynomial::from(&[-2_i64, 0, 0, 1][..]), None)[0];
        let x = Polynomial::from(&[0_i64, 1][..]);
        let one = Polynomial::constant(Surd::one());
        let inverse = root.quotient_of(&one, &x);
        assert_eq!(inverse, root.quotient_of(&(&x * &x), &Polynomial::from(&[2_i64][..])));
        let cube = root.quotient_of(&(&(&x * &x) * &x), &one);
        assert_eq!(cube.as_surd(), Some(&Surd::from(2)));
    }
}
