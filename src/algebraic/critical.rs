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
//! each conjugate is at most H·Q²·max(1, |x|)^(2k). As m/j ≤ 2^r for r independent roots,
//!
//! ```text
//! |v(y)| ≥ 1 / ((H·Q²)^(m−1)·M(N)^(2k·2^r)·Q²·R^(2k)).
//! ```

use std::sync::{Arc, OnceLock};

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use super::fractions::Numerators;
use super::integral::{Integral, Lift, Residues, WordPrime, primes, residue, size};
use super::peak::Peak;
use super::polynomial::{Polynomial, trimmed};
use super::relation::closed_form;
use crate::number::{Enclosure, Radicand, Surd, factors_of_roots};

/// The place or the value of a local maximum that has no closed form.
#[derive(Clone, Debug)]
pub(super) struct Critical {
    peak: Peak,
    quantity: Quantity,
    forms: Arc<Numerators>,
    /// Binary digits after the point that are known.
    bits: usize,
    polynomial: OnceLock<Integral>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quantity {
    Place,
    Value,
}

impl Critical {
    /// The place and the value of a maximum.
    pub(super) fn both(peak: &Peak, forms: Numerators) -> [Self; 2] {
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
            Quantity::Value => self.forms.critical_values().square_free(),
        })
    }
}

impl Numerators {
    /// The place in closed form.
    pub(super) fn closed_place(&self, peak: &mut Peak) -> Option<Surd> {
        let function = Arc::clone(peak.function());
        // f' has no other zero on any interval of the place
        let is_zero = &mut |x: &Surd| function.takes(x) && function.derivative_at(x).is_zero();
        closed_form(&self.norm.measure_bound(), &mut |bits| peak.place(bits).clone(), is_zero)
    }

    /// k and Q.
    fn sizes(&self) -> (usize, BigInt) {
        let Self { numerator, denominator, .. } = self;
        (numerator.degree().max(denominator.degree()), size(numerator) + size(denominator))
    }

    /// How many conjugations there are, which is 2^r; that many roots are not multiplied.
    fn conjugations(&self) -> usize {
        1 << self.roots.rank().min(32)
    }

    /// m is at most this.
    fn degree(&self) -> usize {
        self.derivative.degree().saturating_mul(self.conjugations())
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
        let equation = Integral::norm_of(&Polynomial::with_root(number));
        let height: BigInt =
            equation.coefficients().iter().map(|c| BigInt::from(c.magnitude().clone())).sum();
        let size = 2 * sum.bits() as usize;
        let roots = 2 * k * self.norm.root_bound() as usize;
        let bits = self.degree().saturating_sub(1) * (height.bits() as usize + size)
            + (2 * k * self.norm.measure_bound().bits() as usize).saturating_mul(self.conjugations())
            + size
            + roots;
        let mut known = 256;
        loop {
            let y = peak.value(known);
            let result = equation.on(&y);
            if result.sign().is_some_and(std::cmp::Ordering::is_ne) {
                return false;
            }
            if result.magnitude().bits() as usize + bits < y.bits() {
                let [low, high] = y.ends();
                let is_near = |x: &Surd| low <= *x && *x <= high;
                // the value is this number or a conjugate
                if !number.conjugates()[1..].iter().any(is_near) {
                    return is_near(number);
                }
            }
            known *= 2;
        }
    }

    /// A polynomial over Z with the values f(x) at all zeros x of f' as roots:
    /// R(Y) = Res_x(p(x), Y·denominator(x) − numerator(x)) for the polynomial p of f', times its
    /// conjugates.
    ///
    /// It is computed modulo primes for which each d is a square, at as many Y as its degree needs,
    /// and put together by the Chinese remainder theorem. A determinant is at most the product of
    /// the sizes of its rows, Σ |c|, which bounds the coefficients.
    ///
    /// # Cost
    /// For degree n and each conjugate O(n³) operations modulo each prime, and as many primes as
    /// the bound needs.
    fn critical_values(&self) -> Integral {
        let degree = self.derivative.degree();
        let rows = self.numerator.degree().max(self.denominator.degree());
        let bound = num_traits::pow(size(&self.derivative), rows)
            * num_traits::pow(size(&self.numerator) + size(&self.denominator), degree);
        let (roots, conjugates) = (&self.roots, self.roots.conjugates());
        let (bound, degree_of_all) = (num_traits::pow(bound, conjugates.len()), conjugates.len() * degree);
        let mut lift = Lift::new(degree_of_all + 1);
        for prime in primes() {
            if lift.modulus > &bound * 2 {
                break;
            }
            let Some(residues) = residues_of_roots(roots, prime) else { continue };
            let mut product = Some(vec![1]);
            for conjugate in &conjugates {
                // each √d has a sign
                let signs = conjugate.roots().map(|(_, sign)| sign.is_negative());
                let signed = signs.zip(&residues);
                let signed = signed.map(|(is_negative, &(d, root))| {
                    (d, if is_negative { prime.minus(0, root) } else { root })
                });
                let signed: Vec<_> = signed.collect();
                let parts = [&self.derivative, &self.numerator, &self.denominator];
                let parts = parts.map(|p| modulo(p, &signed, prime));
                let factor = values(prime, degree, rows, &parts);
                product = product.zip(factor).map(|(product, factor)| prime.product(&product, &factor));
            }
            // the prime may divide a leading coefficient
            let Some(mut product) = product else { continue };
            product.resize(degree_of_all + 1, 0);
            lift = lift.with(prime, &product).0;
        }
        Integral::primitive(lift.symmetric())
    }
}

/// √d modulo a prime for each d of Σ √d, if all are there and not 0. They come from roots of common
/// factors, so that √d·√e is g·√(d·e/g²) there, too.
fn residues_of_roots(roots: &Surd, prime: WordPrime) -> Option<Vec<(Radicand, u64)>> {
    let factors = factors_of_roots(roots.radicands().map(Radicand::get).collect());
    let root = |p: u64| prime.root(residue(&p.into(), prime)).filter(|&root| root != 0);
    let factors: Vec<_> = factors.map(|p| Some((p, root(p)?))).collect::<Option<_>>()?;
    let product = |d: Radicand| {
        let own = factors.iter().filter(|(p, _)| d.get().is_multiple_of(*p));
        own.fold(1, |product, (_, root)| prime.times(product, *root))
    };
    Some(roots.radicands().map(|d| (d, product(d))).collect())
}

/// A polynomial with coefficients a + Σ b√d of integers, modulo a prime with these roots.
fn modulo(p: &Polynomial, roots: &[(Radicand, u64)], prime: WordPrime) -> Residues {
    let root = |d: &Radicand| roots.iter().find(|(e, _)| e == d).map_or(0, |(_, root)| *root);
    let value = |c: &Surd| {
        let (whole, parts, _) = c.over_common_denominator();
        let terms = parts.iter().map(|(d, part)| prime.times(residue(part, prime), root(d)));
        terms.fold(residue(whole, prime), |sum, term| prime.plus(sum, term))
    };
    trimmed(p.coefficients().iter().map(value).collect())
}

/// Res(p, Y·q − n) modulo a prime for \[p, n, q\] as a polynomial in Y, of degree at most that of
/// p; `None` if the degrees are smaller there.
fn values(prime: WordPrime, degree: usize, rows: usize, [p, n, q]: &[Residues; 3]) -> Option<Residues> {
    if p.len() != degree + 1 {
        return None;
    }
    let value_at = |y| {
        let at = |i| {
            let [n, q] = [n, q].map(|p| p.get(i).copied().unwrap_or(0));
            prime.minus(prime.times(y, q), n)
        };
        let other = trimmed((0..=rows).map(at).collect());
        (other.len() == rows + 1).then(|| (y, prime.resultant(p, &other)))
    };
    // more only if the leading coefficient vanishes for every Y
    let places = 0..=2 * (degree + rows + 2) as u64;
    let (places, results): (Vec<_>, Vec<_>) = places.filter_map(value_at).take(degree + 1).unzip();
    (places.len() == degree + 1).then(|| prime.interpolated(&places, &results))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::algebraic::{PartialFractions, Root};

    fn integral_values(slope: &str, poles: &[(&str, &str)]) -> Integral {
        let surd = |text: &str| text.parse::<Surd>().unwrap();
        let pairs = poles.iter().map(|(at, residue)| (surd(at), surd(residue)));
        let function = PartialFractions::new(surd(slope), surd("0"), pairs);
        function.numerators().critical_values()
    }

    fn integral(coefficients: &[i64]) -> Integral {
        Integral::primitive(coefficients.iter().map(|&c| c.into()).collect())
    }

    #[test]
    fn values_at_the_zeros_of_the_derivative_are_the_roots() {
        // −x − 5/x at ±√5: ∓2√5; −x/3 − 5/(x − 4) at 4 ± √15: −4/3 ∓ 2√(5/3)
        assert_eq!(integral_values("-1", &[("0", "-5")]), integral(&[-20, 0, 1]));
        assert_eq!(integral_values("-1/3", &[("4", "-5")]), integral(&[-44, 24, 9]));
        // x − √2/x at the fourth roots of −2: the norm of Y² + 4√2
        assert_eq!(integral_values("1", &[("0", "-sqrt2")]), integral(&[-32, 0, 0, 0, 1]));
        // without a slope: 1/(x − 1) − 4/(x + 1) has f' = 0 at 3 and 1/3, with values −1/2 and −9/2
        assert_eq!(integral_values("0", &[("1", "1"), ("-1", "-4")]), integral(&[9, 20, 4]));
    }

    proptest! {
        #![proptest_config(crate::property::cases(48))]

        /// The value at each zero of f', by intervals.
        #[test]
        fn values_at_the_zeros_of_random_derivatives_are_roots(
            (a, b) in (-3_i64..4, -2_i64..3),
            residues in proptest::collection::vec((-6_i64..6, -3_i64..4), 1..4),
        ) {
            let root = Surd::square_root_of(2);
            let number = |a: i64, b: i64| Surd::from(a) + &root * Surd::from(b);
            let poles = (0..).zip(residues).map(|(place, (a, b))| (number(place, place % 2), number(a, b)));
            let function = PartialFractions::new(number(a, b), number(b, a), poles);
            prop_assume!(!function.is_constant());
            let (forms, rounded) = (function.numerators(), function.rounded(2000));
            let polynomial = forms.critical_values();
            for mut place in Root::all(&forms.derivative) {
                let y = rounded.value(&place.refine_to(1900).with_bits(2000)).unwrap();
                let result = polynomial.on(&y);
                prop_assert!(result.sign().is_none() && result.magnitude().bits() < 1000, "{polynomial:?}");
            }
        }
    }
}
