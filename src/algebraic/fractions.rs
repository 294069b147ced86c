//! Functions m·x + c + Σ r/(x − s), by their partial fractions: values and derivatives, exact or on
//! intervals.
//!
//! Only [`PartialFractions::numerators`] expands the derivative to a polynomial, for places that
//! are printed.

use std::cmp::Ordering;

use itertools::Itertools;
use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::integral::Integral;
use super::polynomial::Polynomial;
use crate::number::{Enclosure, Surd, check_products};

/// The function f(x) = m·x + c + Σ r/(x − s) with numbers m, c, r, s whose products exist; or, as
/// [`Rounded`], with intervals around them.
#[derive(Clone, Debug)]
pub(crate) struct PartialFractions<N = Surd> {
    slope: N,
    constant: N,
    /// \[s, r\] for each pole, r ≠ 0.
    poles: Vec<[N; 2]>,
}

/// A function whose numbers are rounded to some bits.
pub(super) type Rounded = PartialFractions<Enclosure>;

/// Three polynomials of which the coefficients are sums of integers and roots: f =
/// numerator/denominator, and `derivative` has the zeros of f'. All are multiples of the true ones
/// by positive integers, the first two by the same. `norm` is a square-free polynomial over Z with
/// these zeros.
#[derive(Clone, Debug)]
pub(super) struct Numerators {
    pub(super) numerator: Polynomial,
    pub(super) denominator: Polynomial,
    pub(super) derivative: Polynomial,
    pub(super) norm: Integral,
    /// Σ √d for all d of the coefficients.
    pub(super) roots: Surd,
}

impl PartialFractions {
    /// m·x + c + Σ r/(x − s), for pairs (s, r) with different s; pairs with r = 0 are left out.
    pub(crate) fn new(slope: Surd, constant: Surd, poles: impl IntoIterator<Item = (Surd, Surd)>) -> Self {
        let poles = poles.into_iter().filter(|(_, residue)| !residue.is_zero());
        Self { slope, constant, poles: poles.map(|(at, residue)| [at, residue]).collect() }
    }

    /// Whether f' = 0 everywhere.
    pub(super) fn is_constant(&self) -> bool {
        self.slope.is_zero() && self.poles.is_empty()
    }

    /// Whether f'' ≥ 0 to the right of all poles is certain: every r ≥ 0.
    pub(super) fn is_convex(&self) -> bool {
        self.poles.iter().all(|[_, residue]| !residue.is_negative())
    }

    /// The largest pole, if there is one.
    pub(super) fn last_pole(&self) -> Option<&Surd> {
        self.poles.iter().map(|[at, _]| at).max()
    }

    /// Whether products with a number exist.
    pub(super) fn takes(&self, x: &Surd) -> bool {
        check_products([&self.slope, &self.constant, x].into_iter().chain(self.poles.as_flattened())).is_ok()
    }

    /// f(x) at a number that is not a pole; products of its roots with those of f must be numbers.
    pub(crate) fn value_at(&self, x: &Surd) -> Surd {
        let start = &self.slope * x + &self.constant;
        self.beside(x).fold(start, |sum, [inverse, residue]| sum + residue * inverse)
    }

    /// f'(x), likewise.
    pub(super) fn derivative_at(&self, x: &Surd) -> Surd {
        self.beside(x).fold(self.slope.clone(), |sum, [inverse, residue]| sum - residue * &inverse * &inverse)
    }

    /// \[1/(x − s), r\] for each pole.
    fn beside<'f>(&'f self, x: &'f Surd) -> impl Iterator<Item = [Surd; 2]> + 'f {
        self.poles.iter().map(move |[at, residue]| [1 / (x - at), residue.clone()])
    }

    /// The sign of f just right (or left) of x, less f(x): that of the first derivative that is not
    /// 0, and for the left with the sign of its power. Zero for a constant function.
    ///
    /// The k-th derivative is (−1)ᵏ·k!·Σ r/(x − s)ᵏ⁺¹ for k ≥ 2. If it vanishes for as many k in
    /// succession as there are poles, all r are 0, by the determinant of Vandermonde.
    pub(crate) fn change_beside(&self, x: &Surd, right: bool) -> Ordering {
        let poles: Vec<_> = self.beside(x).collect();
        let mut terms: Vec<Surd> = poles.iter().map(|[inverse, residue]| residue * inverse).collect();
        for order in 1..=poles.len() + 1 {
            for (term, [inverse, _]) in terms.iter_mut().zip(&poles) {
                *term *= inverse;
            }
            let sum: Surd = terms.iter().sum();
            let derivative = match order {
                1 => &self.slope - &sum,
                _ if order % 2 == 0 => sum,
                _ => -sum,
            };
            let sign = derivative.sign();
            if sign.is_ne() {
                return if right || order % 2 == 0 { sign } else { sign.reverse() };
            }
        }
        Ordering::Equal
    }

    /// The function with numbers of this many bits.
    pub(super) fn rounded(&self, bits: usize) -> Rounded {
        let of = |x: &Surd| Enclosure::of(x, bits);
        let poles = self.poles.iter().map(|pole| pole.each_ref().map(of)).collect();
        Rounded { slope: of(&self.slope), constant: of(&self.constant), poles }
    }

    /// The function and its derivative as quotients of polynomials:
    /// f' = derivative/Π (x − s)². The function must not be constant.
    ///
    /// # Cost
    /// O(n²) operations in the field for n poles.
    pub(super) fn numerators(&self) -> Numerators {
        let linear = Polynomial::new(vec![self.constant.clone(), self.slope.clone()]);
        let one = Polynomial::constant(Surd::one());
        let factors: Vec<_> = self.poles.iter().map(|[at, _]| Polynomial::with_root(at)).collect();
        let denominator = factors.iter().fold(one, |product, factor| &product * factor);
        let square = &denominator * &denominator;
        let mut numerator = &linear * &denominator;
        let mut derivative = &square * &Polynomial::constant(self.slope.clone());
        for ([_, residue], factor) in self.poles.iter().zip(&factors) {
            let residue = Polynomial::constant(residue.clone());
            numerator = &numerator + &(&residue * &denominator.divide(factor).0);
            derivative = &derivative - &(&residue * &square.divide(&(factor * factor)).0);
        }
        let scale = numerator.common_denominator() * denominator.common_denominator();
        let own = derivative.common_denominator();
        let norm = Integral::norm_of(&derivative).square_free();
        let [numerator, denominator, derivative] =
            [(numerator, &scale), (denominator, &scale), (derivative, &own)]
                .map(|(p, n)| &p * &Polynomial::constant(n.clone().into()));
        let all = [&numerator, &denominator, &derivative];
        let radicands = all.into_iter().flat_map(Polynomial::radicands).sorted().dedup();
        let roots = radicands.map(|d| Surd::square_root_of(d.get())).sum();
        Numerators { numerator, denominator, derivative, norm, roots }
    }
}

impl Rounded {
    pub(super) fn bits(&self) -> usize {
        self.slope.bits()
    }

    /// f on an interval, unless a pole may lie on it.
    pub(super) fn value(&self, x: &Enclosure) -> Option<Enclosure> {
        let [sum] = self.sums(x)?;
        Some(&(&(&self.slope * x) + &self.constant) + &sum)
    }

    /// f' on an interval, likewise.
    pub(super) fn derivative(&self, x: &Enclosure) -> Option<Enclosure> {
        let [_, sum] = self.sums(x)?;
        Some(&self.slope - &sum)
    }

    /// f' and f'' on an interval, likewise.
    pub(super) fn derivatives(&self, x: &Enclosure) -> Option<[Enclosure; 2]> {
        let [_, first, half] = self.sums(x)?;
        Some([&self.slope - &first, &half + &half])
    }

    /// Σ r/(x − s)ᵏ for k = 1, …, N on an interval, likewise.
    fn sums<const N: usize>(&self, x: &Enclosure) -> Option<[Enclosure; N]> {
        let mut sums = [(); N].map(|()| Enclosure::point(&BigInt::ZERO, self.bits()));
        for [at, residue] in &self.poles {
            let distance = x - at;
            let mut term = residue.clone();
            for sum in &mut sums {
                term = term.quotient(&distance)?;
                *sum = &*sum + &term;
            }
        }
        Some(sums)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surd(text: &str) -> Surd {
        text.parse().unwrap()
    }

    fn function() -> PartialFractions {
        let poles = [("1", "-2+sqrt2"), ("sqrt2", "5/3"), ("-1/2", "7sqrt2")];
        let poles = poles.map(|(at, residue)| (surd(at), surd(residue)));
        PartialFractions::new(surd("-3/7"), surd("11-sqrt2"), poles)
    }

    #[test]
    fn numerators_are_those_of_the_function() {
        let function = function();
        let Numerators { numerator, denominator, derivative, .. } = function.numerators();
        for x in ["3", "7/2-sqrt2", "100"].map(surd) {
            let quotient = numerator.evaluate(&x) / denominator.evaluate(&x);
            assert_eq!(function.value_at(&x), quotient);
            // the quotient rule, up to a positive factor
            let wronskian = numerator.derivative().evaluate(&x) * denominator.evaluate(&x)
                - numerator.evaluate(&x) * denominator.derivative().evaluate(&x);
            let ratio = wronskian / derivative.evaluate(&x);
            assert!(ratio.is_positive() && ratio.is_rational(), "{ratio}");
            assert_eq!(function.derivative_at(&x).sign(), derivative.evaluate(&x).sign());
        }
    }

    #[test]
    fn intervals_hold_values_and_derivatives() {
        let function = function();
        let rounded = function.rounded(100);
        for x in ["3", "7/2-sqrt2", "2sqrt3"].map(surd) {
            let place = Enclosure::of(&x, 100);
            let [first, second] = rounded.derivatives(&place).unwrap();
            for (exact, bounds) in [
                (function.value_at(&x), rounded.value(&place).unwrap()),
                (function.derivative_at(&x), first.clone()),
                (function.derivative_at(&x), rounded.derivative(&place).unwrap()),
            ] {
                let difference = &Enclosure::of(&exact, 100) - &bounds;
                assert!(difference.sign().is_none_or(Ordering::is_eq));
                assert!(difference.magnitude() < BigInt::from(1 << 20));
            }
            // f'' against the growth of f' over 2⁻⁵⁰, whose own error is about 2⁻⁵⁰
            let step = Enclosure::of(&(&x + surd("2^-50")), 100);
            let growth = &rounded.derivative(&step).unwrap() - &first;
            let difference = &Enclosure::between(growth.low() << 50, growth.high() << 50, 100) - &second;
            assert!(difference.magnitude() < BigInt::from(1_u64 << 60), "{difference:?}");
        }
    }

    #[test]
    fn the_change_beside_a_place_is_that_of_near_values() {
        // two, three, three, none of the derivatives vanish at 2, and all
        for (slope, poles) in [
            ("-1", vec![("0", "-8"), ("1", "1")]),
            ("3", vec![("1", "1"), ("0", "-24"), ("-2", "128")]),
            ("-3", vec![("1", "-1"), ("0", "24"), ("-2", "-128")]),
            ("1", vec![("0", "sqrt2")]),
            ("0", vec![]),
        ] {
            let poles = poles.into_iter().map(|(at, residue)| (surd(at), surd(residue)));
            let function = PartialFractions::new(surd(slope), surd("5"), poles);
            for (right, near) in [(true, "2+10^-9"), (false, "2-10^-9")] {
                let [there, here] = [near, "2"].map(|x| function.value_at(&surd(x)));
                assert_eq!(
                    function.change_beside(&surd("2"), right),
                    (there - here).sign(),
                    "{slope} {near}"
                );
            }
        }
    }
}
