//! The coefficient of a power of the value polynomial, by the [power law](super#the-power-law).

use num_bigint::BigUint;

use super::residues::{Ring, inverse_of_odd};
use super::stack::value_table;
use crate::error::Error;
use crate::watch::{Stopped, Watch, tell};

/// How many inverses are computed at once.
pub(super) const BLOCK: u64 = 1024;

/// The values of one stack as a polynomial: the sum of t^(2^(h−1)·(value + h)) over all stacks of h
/// coins, with h in place of h − 1 for h = 0.
///
/// A value has at most h − 1 binary digits after the point and lies in [−h, h], so exponents are
/// integers and at least 0. The smallest is 0 with coefficient 1: only the stack of silver alone
/// has the value −h.
pub(super) struct ValuePolynomial {
    /// The exponents, ascending, each with its coefficient.
    pub(super) terms: Vec<(u64, u64)>,
    /// The exponent of the value 0: half the degree. In the n-th power it is n times as large.
    pub(super) centre: u64,
}

/// The exponent of the value 0 in the polynomial of a height of at most 20.
pub(super) fn centre(height: u32) -> u64 {
    u64::from(height) << height.saturating_sub(1) // below 2^25
}

/// How many coefficients are kept on the way to the last k: a power of two that is at least the
/// degree, or at least the last k.
///
/// a_k is kept at index k modulo this. Even a_(k−degree) is read before a_k takes its place, and
/// nothing but a_0 is read before it is set.
pub(super) fn kept_coefficients(centre: u64, last: u64) -> u64 {
    (2 * centre).min(last).next_power_of_two() // below 2^27
}

impl ValuePolynomial {
    pub(super) fn of_height(height: u32) -> Result<Self, Error> {
        let centre = centre(height);
        // |value| ≤ height, so the sum is in 0 ..= 2·centre
        let exponent = |numerator: i64| (numerator + centre as i64) as u64;
        let terms = value_table(height)?.into_iter().map(|entry| (exponent(entry.numerator), entry.stacks));
        let terms = terms.collect();
        let polynomial = Self { terms, centre };
        debug_assert!(polynomial.terms[0] == (0, 1));
        Ok(polynomial)
    }

    /// k − e and c_e·((n+1)·e − k) for the terms of the power law that a_k is made of. A weight is
    /// less than 2^65·2^26·2^20 in size, for heights are at most 20.
    fn weights(&self, stacks: u64, k: u64) -> impl Iterator<Item = (u64, i128)> {
        let terms = self.terms[1..].iter().take_while(move |(exponent, _)| *exponent <= k);
        terms.map(move |&(exponent, coefficient)| {
            let factor = (i128::from(stacks) + 1) * i128::from(exponent) - i128::from(k);
            (k - exponent, i128::from(coefficient) * factor)
        })
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
    pub(super) fn central_coefficient(&self, stacks: u64, watch: Watch<'_>) -> Result<BigUint, Stopped> {
        /// The watch is told after so many products of words, about 0.1 s.
        const PIECE: usize = 1 << 26;
        let last = self.centre * stacks;
        let mut kept: Vec<Vec<u64>> = vec![vec![1]; kept_coefficients(self.centre, last) as usize];
        let mask = kept.len() - 1;
        let (mut sum, mut unseen) = (vec![], 0);
        for k in 1..=last {
            if unseen > PIECE {
                unseen = 0;
                // numbers grow like k
                tell(watch, (k as f64 / last as f64).powi(2))?;
            }
            for (before, weight) in self.weights(stacks, k) {
                let number = &kept[before as usize & mask];
                add_multiple(&mut sum, number, weight as i64); // below 2^58
                unseen += number.len();
            }
            // a coefficient of a power of P counts rows, so it is an integer and not negative
            divide_into(&mut kept[k as usize & mask], &mut sum, k);
        }
        Ok(to_big(&kept[last as usize & mask]))
    }

    /// [`ValuePolynomial::central_coefficient`] modulo m.
    ///
    /// # Contract
    /// n times the centre is below 2^64, and no prime up to it divides m.
    pub(super) fn central_residue<R: Ring>(
        &self,
        ring: &R,
        stacks: u64,
        watch: Watch<'_>,
    ) -> Result<R::Residue, Stopped> {
        let last = self.centre * stacks;
        let mut kept = vec![ring.residue(1); kept_coefficients(self.centre, last) as usize];
        let mask = kept.len() - 1;
        for first in (1..=last).step_by(BLOCK as usize) {
            tell(watch, first as f64 / last as f64)?;
            // first + BLOCK − 1 might be beyond 2^64
            let end = first + (last - first).min(BLOCK - 1);
            let block: Vec<R::Residue> = (first..=end).map(|k| ring.residue(k.into())).collect();
            for (k, inverse) in (first..=end).zip(ring.inverses(&block)) {
                let mut sum = ring.residue(0);
                for (before, weight) in self.weights(stacks, k) {
                    sum = ring.add(&sum, &ring.mul(&kept[before as usize & mask], &ring.residue(weight)));
                }
                kept[k as usize & mask] = ring.mul(&sum, &inverse);
            }
        }
        Ok(kept.swap_remove(last as usize & mask))
    }
}

/// Adds a multiple of a natural number to a sum, which is to be divided by a number that divides
/// it. A number has words of 64 bits, the lowest first, and no zero at the end; a sum has words of
/// 128 bits, so that nothing is carried before the end.
///
/// # Contract
/// The sizes of all weights together are below 2^62.
fn add_multiple(sum: &mut Vec<i128>, number: &[u64], weight: i64) {
    if sum.len() < number.len() {
        sum.resize(number.len(), 0);
    }
    let size = u128::from(weight.unsigned_abs());
    // a product is below 2^64 times its weight, so that the sums are below 2^126 in size
    let products = number.iter().map(|&word| (u128::from(word) * size).cast_signed());
    let sums = sum.iter_mut().zip(products);
    if weight < 0 {
        sums.for_each(|(sum, product)| *sum -= product);
    } else {
        sums.for_each(|(sum, product)| *sum += product);
    }
}

/// Writes the quotient of a sum by a divisor, and makes the sum 0.
///
/// Let 2^s be the greatest power of two in the divisor, and d the rest. d has an inverse modulo
/// 2^64, so that each word of the quotient by d is a product of what is left of the lowest word.
/// (T. Jebelean, *An Algorithm for Exact Division*, Journal of Symbolic Computation 15, 1993.)
///
/// # Contract
/// The sum is not negative, and the divisor divides it and is not 0.
fn divide_into(quotient: &mut Vec<u64>, sum: &mut Vec<i128>, divisor: u64) {
    let shift = divisor.trailing_zeros();
    let odd = divisor >> shift;
    let inverse = inverse_of_odd(odd);
    let (mut carry, mut borrow) = (0_i128, 0_u64);
    quotient.clear();
    sum.push(0); // for the last carry, which is below 2^63
    for sum in sum.drain(..) {
        carry += sum; // below 2^126 + 2^63 in size
        let word = carry as u64; // modulo 2^64
        carry >>= 64;
        let digit = word.wrapping_sub(borrow).wrapping_mul(inverse);
        quotient.push(digit);
        // what d·digit has beyond this word, and the borrow of the difference: at most d
        borrow = ((u128::from(digit) * u128::from(odd)) >> 64) as u64 + u64::from(word < borrow);
    }
    debug_assert!(carry == 0 && borrow == 0, "a sum that is negative, or is not a multiple");
    if shift > 0 {
        for index in 0..quotient.len() {
            let above = quotient.get(index + 1).map_or(0, |&above| above << (64 - shift));
            quotient[index] = quotient[index] >> shift | above;
        }
    }
    quotient.truncate(quotient.iter().rposition(|&word| word != 0).map_or(0, |highest| highest + 1));
}

/// The number of these words as a big integer.
fn to_big(words: &[u64]) -> BigUint {
    // the lower and the upper half of each word
    BigUint::new(words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::unstopped;
    use num_traits::One;

    #[test]
    fn the_game_gives_the_polynomial_of_two_coins() {
        let polynomial = ValuePolynomial::of_height(2).unwrap();
        let exponents: Vec<u64> = polynomial.terms.iter().map(|term| term.0).collect();
        assert_eq!((exponents, polynomial.centre), (vec![0, 3, 5, 8], 4));
    }

    #[test]
    fn the_polynomial_is_the_same_from_either_end() {
        for height in 0..=10 {
            let polynomial = ValuePolynomial::of_height(height).unwrap();
            let mirrored = polynomial.terms.iter().rev().map(|term| 2 * polynomial.centre - term.0);
            assert!(polynomial.terms.iter().map(|term| term.0).eq(mirrored));
            assert_eq!(polynomial.terms.iter().map(|term| term.1).sum::<u64>(), 1 << height);
        }
    }

    #[test]
    fn the_power_law() {
        for (height, stacks) in [(0, 3), (1, 9), (2, 1), (2, 7), (3, 5), (4, 3)] {
            let polynomial = ValuePolynomial::of_height(height).unwrap();
            // the power itself, by products of polynomials
            let mut power = vec![BigUint::one()];
            for _ in 0..stacks {
                let mut next = vec![BigUint::ZERO; power.len() + 2 * polynomial.centre as usize];
                for (at, coefficient) in power.iter().enumerate() {
                    for &(exponent, rows) in &polynomial.terms {
                        next[at + exponent as usize] += coefficient * rows;
                    }
                }
                power = next;
            }
            let centre = (polynomial.centre * stacks) as usize;
            let count = unstopped(|watch| polynomial.central_coefficient(stacks, watch));
            assert_eq!(count, power[centre], "{stacks} of height {height}");
        }
    }

    #[test]
    fn sums_and_quotients_are_those_of_big_integers() {
        let numbers: [&[u64]; 7] = [
            &[],
            &[1],
            &[u64::MAX],
            &[0, 0, 1],
            &[u64::MAX, u64::MAX, u64::MAX],
            // three times that has a word that is less than what the word before it borrows
            &[u64::MAX, u64::MAX / 3],
            &[0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210],
        ];
        let divisors = [1, 2, 3, 4, 12, 1 << 63, u64::MAX, (1 << 32) + 1, 3 << 62, 1_000_003 << 7];
        let mut quotient = vec![7];
        for (a, b) in itertools::iproduct!(numbers, numbers) {
            for (&divisor, weight) in itertools::iproduct!(&divisors, [1, 5, (1 << 61) - 1]) {
                // b·weight + a·divisor·1 − b·weight is a multiple of the divisor
                let mut sum = vec![];
                add_multiple(&mut sum, b, weight);
                let product = (to_big(a) * divisor).to_u64_digits();
                add_multiple(&mut sum, &product, 1);
                add_multiple(&mut sum, b, -weight);
                divide_into(&mut quotient, &mut sum, divisor);
                assert_eq!(quotient, a, "by {divisor}");
                // nothing is left over
                add_multiple(&mut sum, &product, 1);
                divide_into(&mut quotient, &mut sum, divisor);
                assert_eq!(to_big(&quotient), to_big(a), "by {divisor}");
            }
        }
    }
}
