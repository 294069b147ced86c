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
    /// For degree n over Q(√d) O(n³) operations modulo each prime; as many primes as the bound needs,
    /// O(n · digits).
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
            let mut product = vec![1];
            for root in [root, prime.minus(0, root)].into_iter().take(conjugates) {
                let [derivative, numerator, denominator] = parts.each_ref().map(|p| modulo(p, root, prime));
                let factor = values(prime, degree, rows, &derivative, &numerator, &denominator);
                product = factor.map_or(vec![], |factor| multiplied(prime, &product, &factor));
            }
            if product.is_empty() {
                continue; // the prime divides a leading coefficient
            }
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
