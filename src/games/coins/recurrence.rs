//! The coefficient of a power of the value polynomial, by the [power law](super#the-power-law).

use num_bigint::BigUint;

use super::ring::Ring;
use super::value::{TableTooTall, value_table};
use super::words::{SumOfMultiples, to_big};

/// How many inverses are computed at once.
pub(super) const BLOCK: u64 = 1024;

/// The values of one stack as a polynomial: the sum of t^(2^(h−1)·(value + h)) over all stacks of h
/// coins, with h in place of h − 1 for h = 0.
///
/// A value has at most h − 1 binary digits after the point and lies in [−h, h], so exponents are
/// integers and at least 0. The smallest is 0 with coefficient 1: only the stack of silver alone
/// has the value −h.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ValuePolynomial {
    /// Ascending by exponent.
    pub(super) terms: Vec<Monomial>,
    /// The exponent of the value 0: half the degree. In the n-th power it is n times as large.
    pub(super) centre: u64,
}

/// A term of a [`ValuePolynomial`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Monomial {
    pub(super) exponent: u64,
    pub(super) coefficient: u64,
}

/// The exponent of the value 0 in the polynomial of a height of at most 20.
pub(super) fn centre(height: u32) -> u64 {
    u64::from(height) << height.saturating_sub(1) // below 2^25
}

impl ValuePolynomial {
    pub(super) fn of_height(height: u32) -> Result<Self, TableTooTall> {
        let table = value_table(height)?;
        let centre = centre(height);
        // |value| ≤ height, so the sum is in 0 ..= 2·centre
        let exponent = |value: i128| (value + i128::from(centre)) as u64;
        let terms = table.iter().map(|entry| Monomial {
            exponent: exponent(entry.value.numerator_over_power(height.saturating_sub(1))),
            coefficient: entry.stacks,
        });
        let polynomial = Self { terms: terms.collect(), centre };
        debug_assert!(polynomial.terms[0] == Monomial { exponent: 0, coefficient: 1 });
        Ok(polynomial)
    }

    fn degree(&self) -> u64 {
        2 * self.centre
    }

    /// The terms that the recurrence for a_k reads: all but the constant one, up to the exponent k.
    fn terms_up_to(&self, k: u64) -> impl Iterator<Item = &Monomial> {
        self.terms[1..].iter().take_while(move |term| term.exponent <= k)
    }

    /// The coefficient of the value 0 in the n-th power, for n `stacks`.
    ///
    /// # Contract
    /// n times the centre is below 2^64, and for heights h the product h·2^h·(h·n + 512) is at most
    /// 2^33, or n is at most 1 and h at most 20.
    ///
    /// Then the weights of one step are small together. As |(n+1)·e − k| is at most (n+1)·h·2^h,
    /// and all c_e add up to 2^h, their sizes add up to at most (n+1)·h·4^h. For n ≥ 2 that is at
    /// most 2·(h²·2^h·n)·2^h/h, so at most 2·2^33·2^24; for n ≤ 1 at most 2·20·4^20 < 2^46.
    pub(super) fn central_coefficient(&self, stacks: u64) -> BigUint {
        let last = self.centre * stacks;
        let mut recent = RecentCoefficients::new(self, last, vec![1]);
        let mut sum = SumOfMultiples::default();
        for k in 1..=last {
            for term in self.terms_up_to(k) {
                // below 2^58 by the contract
                sum.add(recent.get(k - term.exponent), weight(term, stacks, k) as i64);
            }
            // a coefficient of a power of P counts rows, so it is an integer and not negative
            sum.divide_into(recent.get_mut(k), k);
        }
        to_big(recent.get(last))
    }

    /// [`ValuePolynomial::central_coefficient`] modulo m.
    ///
    /// # Contract
    /// n times the centre is below 2^64, and no prime up to it divides m.
    pub(super) fn central_residue<R: Ring>(&self, ring: &R, stacks: u64) -> R::Residue {
        let last = self.centre * stacks;
        let mut recent = RecentCoefficients::new(self, last, ring.one());
        for first in (1..=last).step_by(BLOCK as usize) {
            // first + BLOCK − 1 might be beyond 2^64
            let end = first + (last - first).min(BLOCK - 1);
            let block: Vec<R::Residue> = (first..=end).map(|k| ring.residue(k)).collect();
            for (k, inverse) in (first..=end).zip(ring.inverses(&block)) {
                let mut sum = ring.residue(0);
                for term in self.terms_up_to(k) {
                    let weight = ring.signed(weight(term, stacks, k));
                    sum = ring.add(&sum, &ring.mul(recent.get(k - term.exponent), &weight));
                }
                *recent.get_mut(k) = ring.mul(&sum, &inverse);
            }
        }
        recent.get(last).clone()
    }
}

/// c_e·((n+1)·e − k) of the power law: less than 2^65·2^26·2^20 in size, for heights are at most
/// 20.
fn weight(term: &Monomial, stacks: u64, k: u64) -> i128 {
    let factor = (i128::from(stacks) + 1) * i128::from(term.exponent) - i128::from(k);
    i128::from(term.coefficient) * factor
}

/// How many coefficients a [`ValuePolynomial::central_coefficient`] keeps: a power of two that is
/// at least the degree, or at least the last k.
pub(super) fn kept_coefficients(height: u32, last: u64) -> u64 {
    (2 * centre(height)).min(last).next_power_of_two() // below 2^27
}

/// The last coefficients a_k, as many as the recurrence looks back before its last k.
struct RecentCoefficients<T> {
    /// a_k is at index k modulo the length, which is a power of two: at least the degree, or the
    /// last k. Even a_(k−degree) is read before a_k takes its place.
    coefficients: Vec<T>,
}

impl<T: Clone> RecentCoefficients<T> {
    fn new(polynomial: &ValuePolynomial, last: u64, first: T) -> Self {
        let length = polynomial.degree().min(last).next_power_of_two();
        Self { coefficients: vec![first; length as usize] } // only a_0 is read before it is set
    }

    fn index(&self, k: u64) -> usize {
        k as usize & (self.coefficients.len() - 1)
    }

    fn get(&self, k: u64) -> &T {
        &self.coefficients[self.index(k)]
    }

    fn get_mut(&mut self, k: u64) -> &mut T {
        let index = self.index(k);
        &mut self.coefficients[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::One;

    #[test]
    fn the_game_gives_the_polynomial_of_two_coins() {
        let polynomial = ValuePolynomial::of_height(2).unwrap();
        let exponents: Vec<u64> = polynomial.terms.iter().map(|term| term.exponent).collect();
        assert_eq!((exponents, polynomial.centre), (vec![0, 3, 5, 8], 4));
    }

    #[test]
    fn the_polynomial_is_the_same_from_either_end() {
        for height in 0..=10 {
            let polynomial = ValuePolynomial::of_height(height).unwrap();
            let mirrored = polynomial.terms.iter().rev().map(|term| polynomial.degree() - term.exponent);
            assert!(polynomial.terms.iter().map(|term| term.exponent).eq(mirrored));
            assert_eq!(polynomial.terms.iter().map(|term| term.coefficient).sum::<u64>(), 1 << height);
        }
    }

    #[test]
    fn the_power_law() {
        for (height, stacks) in [(0, 3), (1, 9), (2, 1), (2, 7), (3, 5), (4, 3)] {
            let polynomial = ValuePolynomial::of_height(height).unwrap();
            // the power itself, by products of polynomials
            let mut power = vec![BigUint::one()];
            for _ in 0..stacks {
                let mut next = vec![BigUint::ZERO; power.len() + polynomial.degree() as usize];
                for (at, coefficient) in power.iter().enumerate() {
                    for term in &polynomial.terms {
                        next[at + term.exponent as usize] += coefficient * term.coefficient;
                    }
                }
                power = next;
            }
            let centre = (polynomial.centre * stacks) as usize;
            assert_eq!(polynomial.central_coefficient(stacks), power[centre], "{stacks} of height {height}");
        }
    }
}
