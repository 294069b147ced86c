//! The place and the value of a local maximum as algebraic numbers: in closed form if they have
//! one.
//!
//! # Notation
//! f = n/q with polynomials n and q over Z\[√d\] of degree at most k; Q bounds the sum of the sizes
//! of the coefficients of n and q together. x is the place. N is a primitive polynomial over Z with
//! the root x, c its leading coefficient, R ≥ 1 a bound of its roots, M(N) its Mahler measure.
//!
//! # The measure of the place
//! The minimal polynomial of x divides N, so that its measure is at most M(N).
//!
//! # The measure of the value
//! Let F = Q(x, √d) be of degree m, Q(x) of degree j ≥ 2, and let h be the minimal polynomial of x
//! over Z. The product of Y·q(x) − n(x) over all conjugates, times the leading coefficient of h to
//! the power k·m/j, is a polynomial over Z, by Gauss's lemma at each prime. It is a multiple of a
//! power g^(m/e) of the minimal polynomial g, of degree e, of y = f(x). A factor has the measure
//! max(|q|, |n|) ≤ Q·max(1, |x|)^k. So M(g)^(m/e) ≤ M(h)^(k·m/j)·Q^m, and for e ≤ 2, by
//! M(h) ≤ c·R^j and j ≥ 2,
//!
//! ```text
//! M(g) ≤ Q²·c^k·R^(2k).
//! ```
//!
//! # When a value is a root
//! For v = A·Y² + B·Y + C over Z and H = |A| + |B| + |C|, the norm of q(x)²·v(y), times the leading
//! coefficient of h to the power 2k·m/j, is an integer. If v(y) is not 0, it is at least 1, while
//! each conjugate is at most H·Q²·max(1, |x|)^(2k). As m/j ≤ 2,
//!
//! ```text
//! |v(y)| ≥ 1 / ((H·Q²)^(m−1)·M(N)^(4k)·Q²·R^(2k)).
//! ```

use std::sync::{Arc, OnceLock};

use num_bigint::BigInt;

use super::fractions::{Numerators, PartialFractions};
use super::integral::{Integral, size};
use super::peak::Peak;
use super::relation::closed_form;
use crate::number::{Enclosure, Radicand, Surd};

/// The place or the value of a local maximum that has no closed form.
#[derive(Clone, Debug)]
pub(super) struct Critical {
    peak: Peak,
    quantity: Quantity,
    forms: Arc<Forms>,
    /// Binary digits after the point that are known.
    bits: usize,
    polynomial: OnceLock<Integral>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quantity {
    Place,
    Value,
}

/// The polynomials of a maximum.
#[derive(Debug)]
pub(super) struct Forms {
    numerators: Numerators,
    /// N, without multiple roots.
    norm: Integral,
}

impl Critical {
    /// The place and the value of a maximum.
    pub(super) fn both(peak: &Peak, forms: Forms) -> [Self; 2] {
        let forms = Arc::new(forms);
        [Quantity::Place, Quantity::Value].map(|quantity| {
            let (peak, forms) = (peak.clone(), Arc::clone(&forms));
            Self { peak, quantity, forms, bits: 0, polynomial: OnceLock::new() }
        })
    }

    /// An interval that holds this number and is no longer than half the last one.
    pub(super) fn next(&mut self) -> Enclosure {
        self.bits = (2 * self.bits).max(64);
        match self.quantity {
            Quantity::Place => self.peak.place(self.bits).clone(),
            Quantity::Value => self.peak.value(self.bits),
        }
    }

    /// An upper bound of the degree of [`Critical::polynomial`].
    pub(super) fn degree_bound(&self) -> usize {
        match self.quantity {
            Quantity::Place => self.forms.norm.degree(),
            Quantity::Value => self.forms.degree(),
        }
    }

    /// A square-free polynomial over Z with this root.
    ///
    /// # Cost
    /// For a value that of [`Numerators::critical_values`] at the first call.
    pub(super) fn polynomial(&self) -> &Integral {
        self.polynomial.get_or_init(|| match self.quantity {
            Quantity::Place => self.forms.norm.clone(),
            Quantity::Value => self.forms.numerators.critical_values(self.forms.radicand()).square_free(),
        })
    }
}

impl Forms {
    pub(super) fn of(function: &PartialFractions) -> Self {
        let numerators = function.numerators();
        let norm = Integral::norm_of(&numerators.derivative).square_free();
        Self { numerators, norm }
    }

    /// The place in closed form.
    pub(super) fn closed_place(&self, peak: &mut Peak) -> Option<Surd> {
        let function = Arc::clone(peak.function());
        // f' has no other zero on any interval of the place
        let is_zero = &mut |x: &Surd| function.derivative_at(x).is_zero();
        closed_form(&self.norm.measure_bound(), &mut |bits| peak.place(bits).clone(), is_zero)
    }

    /// k and Q.
    fn sizes(&self) -> (usize, BigInt) {
        let Numerators { numerator, denominator, .. } = &self.numerators;
        (numerator.degree().max(denominator.degree()), size(numerator) + size(denominator))
    }

    /// m is at most this.
    fn degree(&self) -> usize {
        let p = &self.numerators.derivative;
        let of_field = if self.radicand().is_some() { 2 } else { 1 };
        of_field * p.degree()
    }

    fn radicand(&self) -> Option<Radicand> {
        let Numerators { numerator, denominator, derivative } = &self.numerators;
        [numerator, denominator, derivative].into_iter().find_map(|p| p.radicand())
    }

    /// The value in closed form, if the place has none.
    pub(super) fn closed_value(&self, peak: &mut Peak) -> Option<Surd> {
        let (k, sum) = self.sizes();
        let leading = num_traits::pow(self.norm.leading().clone(), k);
        let measure = (&sum * &sum * leading) << (2 * k as u64 * self.norm.root_bound());
        let mut other = peak.clone();
        let is_value = &mut |number: &Surd| self.is_value(number, &mut other);
        closed_form(&measure, &mut |bits| peak.value(bits), is_value)
    }

    /// Whether a number is the value, by the bound above.
    fn is_value(&self, number: &Surd, peak: &mut Peak) -> bool {
        let (k, sum) = self.sizes();
        let equation = equation(number);
        let height: BigInt = equation.iter().map(|c| BigInt::from(c.magnitude().clone())).sum();
        let size = 2 * sum.bits() as usize;
        let roots = 2 * k * self.norm.root_bound() as usize;
        let bits = self.degree().saturating_sub(1) * (height.bits() as usize + size)
            + 4 * k * self.norm.measure_bound().bits() as usize
            + size
            + roots;
        let mut known = 256;
        loop {
            let y = peak.value(known);
            let of = |c: &BigInt| Enclosure::point(&(c << y.bits()), y.bits());
            let [a, b, c] = equation.each_ref().map(of);
            let result = &(&(&(&a * &y) + &b) * &y) + &c;
            if result.sign().is_some_and(std::cmp::Ordering::is_ne) {
                return false;
            }
            if result.magnitude().bits() as usize + bits < y.bits() {
                let [low, high] = y.ends();
                let is_near = |x: &Surd| low <= *x && *x <= high;
                let conjugate = number.conjugate();
                // the value is this number or the conjugate
                if !is_near(&conjugate) || conjugate == *number {
                    return is_near(number);
                }
            }
            known *= 2;
        }
    }
}

/// A, B and C of an equation A·x² + B·x + C = 0 over Z; A = 0 for a rational x.
fn equation(x: &Surd) -> [BigInt; 3] {
    let [b, c] = match x.as_rational() {
        Some(x) => return [BigInt::ZERO, x.denom().clone(), -x.numer().clone()],
        None => [-x.trace(), x.norm()],
    };
    let common = num_integer::lcm(b.denom().clone(), c.denom().clone());
    let [b, c] = [b, c].map(|x| x.numer() * (&common / x.denom()));
    [common, b, c]
}
