//! The polynomial of the values of a rational function where its derivative vanishes.

use num_bigint::BigInt;

use super::fractions::Numerators;
use super::integral::{Integral, Lift, modulo, residue, size};
use super::modular::{Prime, Residues, primes, trimmed};
use super::polynomial::Polynomial;
use crate::number::Radicand;

impl Numerators {
    /// A polynomial over Z with the values f(x) at all zeros x of f' as roots:
    /// R(Y) = Res_x(p(x), Y·denominator(x) − numerator(x)) for the polynomial p of f', times its
    /// conjugate.
    ///
    /// It is computed modulo primes for which d is a square, at as many Y as its degree needs, and
    /// put together by the Chinese remainder theorem. A determinant is at most the product of the
    /// sizes of its rows, Σ |c|, which bounds the coefficients.
    ///
    /// # Cost
    /// For degree n over Q(√d) O(n³) operations modulo each prime, and as many primes as the bound
    /// needs.
    pub(super) fn critical_values(&self, radicand: Option<Radicand>) -> Integral {
        let degree = self.derivative.degree();
        let rows = self.numerator.degree().max(self.denominator.degree());
        let bound = num_traits::pow(size(&self.derivative), rows)
            * num_traits::pow(size(&self.numerator) + size(&self.denominator), degree);
        let (conjugates, bound): (_, BigInt) =
            if radicand.is_some() { (2, &bound * &bound) } else { (1, bound) };
        let parts =
            [&self.derivative, &self.numerator, &self.denominator].map(Polynomial::integral_coefficients);
        let mut lift = Lift::new(conjugates * degree + 1);
        for prime in primes() {
            if lift.modulus() > &(&bound * 2) {
                break;
            }
            let Some(root) = root_of(radicand, prime) else { continue };
            let mut product = Some(vec![1]);
            for root in [root, prime.minus(0, root)].into_iter().take(conjugates) {
                let [derivative, numerator, denominator] = parts.each_ref().map(|p| modulo(p, root, prime));
                let factor = values(prime, degree, rows, &derivative, &numerator, &denominator);
                product = product.zip(factor).map(|(product, factor)| multiplied(prime, &product, &factor));
            }
            // the prime may divide a leading coefficient
            let Some(mut product) = product else { continue };
            product.resize(conjugates * degree + 1, 0);
            lift = lift.with(prime, &product).0;
        }
        Integral::primitive(lift.symmetric())
    }
}

/// √d modulo a prime, if it exists and is not 0; 0 without a root.
fn root_of(radicand: Option<Radicand>, prime: Prime) -> Option<u64> {
    match radicand {
        None => Some(0),
        Some(d) => prime.root(residue(&d.get().into(), prime)).filter(|&root| root != 0),
    }
}

/// Res(p, Y·q − n) modulo a prime as a polynomial in Y, of degree at most that of p; `None` if the
/// degrees are smaller there.
fn values(
    prime: Prime,
    degree: usize,
    rows: usize,
    derivative: &[u64],
    numerator: &[u64],
    denominator: &[u64],
) -> Option<Residues> {
    if derivative.len() != degree + 1 {
        return None;
    }
    let (mut places, mut results) = (vec![], vec![]);
    for y in 0.. {
        if places.len() > degree {
            break;
        }
        let at = |i: usize| {
            let [n, q] = [numerator, denominator].map(|p| p.get(i).copied().unwrap_or(0));
            prime.minus(prime.times(y, q), n)
        };
        let other = trimmed((0..=rows).map(at).collect());
        if other.len() == rows + 1 {
            places.push(y);
            results.push(prime.resultant(derivative, &other));
        } else if y > 2 * (degree + rows + 2) as u64 {
            return None; // the leading coefficient vanishes for every Y
        }
    }
    Some(prime.interpolated(&places, &results))
}

fn multiplied(prime: Prime, a: &[u64], b: &[u64]) -> Residues {
    let mut product = vec![0; (a.len() + b.len()).saturating_sub(1)];
    for (i, &x) in a.iter().enumerate() {
        for (j, &y) in b.iter().enumerate() {
            product[i + j] = prime.plus(product[i + j], prime.times(x, y));
        }
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebraic::fractions::PartialFractions;
    use crate::number::Surd;

    fn values(slope: &str, poles: &[(&str, &str)]) -> Integral {
        let surd = |text: &str| text.parse::<Surd>().unwrap();
        let pairs = poles.iter().map(|(at, residue)| (surd(at), surd(residue)));
        let function = PartialFractions::new(surd(slope), surd("0"), pairs);
        let field = poles.iter().find_map(|(at, residue)| surd(at).radicand().or(surd(residue).radicand()));
        function.numerators().critical_values(field)
    }

    fn integral(coefficients: &[i64]) -> Integral {
        Integral::primitive(coefficients.iter().map(|&c| c.into()).collect())
    }

    #[test]
    fn values_at_the_zeros_of_the_derivative_are_the_roots() {
        // −x − 5/x at ±√5: ∓2√5; −x/3 − 5/(x − 4) at 4 ± √15: −4/3 ∓ 2√(5/3)
        assert_eq!(values("-1", &[("0", "-5")]), integral(&[-20, 0, 1]));
        assert_eq!(values("-1/3", &[("4", "-5")]), integral(&[-44, 24, 9]));
        // x − √2/x at the fourth roots of −2: the norm of Y² + 4√2
        assert_eq!(values("1", &[("0", "-sqrt2")]), integral(&[-32, 0, 0, 0, 1]));
        // without a slope: 1/(x − 1) − 4/(x + 1) has f' = 0 at 3 and 1/3, with values −1/2 and −9/2
        assert_eq!(values("0", &[("1", "1"), ("-1", "-4")]), integral(&[9, 20, 4]));
    }
}
