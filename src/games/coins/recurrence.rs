//! Fair rows by a recurrence for the coefficients of a power of a polynomial: any height, O(n) steps.
//!
//! # The power law
//! Let P = Σ c_e t^e with c_0 = 1, and A = P^n = Σ a_k t^k. From A′ = n·P′·P^(n−1) follows P·A′ = n·P′·A. The coefficients
//! of t^(k−1) on both sides are
//!
//! ```text
//! Σ c_e·(k − e)·a_(k−e) = n·Σ c_e·e·a_(k−e),     hence     k·a_k = Σ over e ≥ 1 of c_e·((n+1)·e − k)·a_(k−e),
//! ```
//!
//! with a_0 = 1 and a_j = 0 for j < 0. For two coins, P = 1 + t³ + t⁵ + t⁸, this reads
//! k·a_k = (3n+3−k)·a_(k−3) + (5n+5−k)·a_(k−5) + (8n+8−k)·a_(k−8), and F(n) = a_(4n).
//!
//! Only the last coefficients, as many as the degree of P, have to be kept. The division by k is exact over the integers.
//! Modulo m it needs every k up to 4n (in general up to n·2^(h−1)·h) to be invertible.

use num_bigint::{BigInt, BigUint};
use num_traits::One;

use super::limits::{CountError, at_most};
use super::modular::{Modulus, Residue, Ring};
use super::polynomial::{Term, ValuePolynomial};

/// The most word operations of an exact count, some minutes.
const MOST_WORK: u64 = 1 << 38;
/// The fixed cost of a product of big integers, in word operations.
const WORK_PER_PRODUCT: u64 = 64;
/// The most products of a modular count below 2^64, some minutes.
const MOST_PRODUCTS: u64 = 1 << 34;
/// How many inverses are found at once.
const BLOCK: u64 = 1024;

/// The number of fair rows of `stacks` stacks of `height` coins, by the recurrence over the integers.
///
/// # Errors
/// [`CountError::TooTall`] where there is no table of that height, [`CountError::TooManyStacks`] where the work would
/// exceed some minutes.
///
/// # Cost
/// n·2^(h−1)·h steps of 2^h products for n stacks of h coins, each product of h·n bits by a machine word: O(n²) for one
/// height. Memory for 2^h·h numbers of h·n bits.
///
/// ```
/// use nimsweep::games::coins::recurrence;
///
/// assert_eq!(recurrence::exact(2, 10)?, 63594_u32.into());
/// # Ok::<(), nimsweep::games::coins::CountError>(())
/// ```
pub fn exact(height: u32, stacks: u64) -> Result<BigUint, CountError> {
    let polynomial = ValuePolynomial::of_height(height)?;
    at_most(most_exact(height, &polynomial), height, stacks)?;
    let last = polynomial.centre * stacks;
    let mut window = Window::new(&polynomial, last, BigInt::one());
    for k in 1..=last {
        let mut sum = BigInt::ZERO;
        for &term in polynomial.above_constant().iter().take_while(|term| term.exponent <= k) {
            sum += window.get(k - term.exponent) * weight(term, stacks, k);
        }
        window.set(k, sum / k);
    }
    // a coefficient of a power of P: a count, so its sign is not lost
    Ok(window.get(last).magnitude().clone())
}

/// n stacks cost at most n·products·(h·n/64 + 64) word operations; either part may be half of what is allowed.
fn most_exact(height: u32, polynomial: &ValuePolynomial) -> u64 {
    let products = polynomial.products_per_stack();
    let by_size = (MOST_WORK / products * 64 / u64::from(height.max(1))).isqrt();
    by_size.min(MOST_WORK / WORK_PER_PRODUCT / products)
}

/// The number of fair rows modulo m, by the recurrence modulo m.
///
/// # Errors
/// As [`exact`], with other limits, and [`CountError::NotInvertible`] where a prime factor of m is at most n·2^(h−1)·h: the
/// recurrence divides by it. [`fair_arrangements_modulo`](super::fair_arrangements_modulo) knows another way then.
///
/// # Cost
/// n·2^(h−1)·h steps of 2^h + 3 products of residues for n stacks of h coins; memory for 2^h·h residues.
///
/// ```
/// use nimsweep::games::coins::recurrence;
///
/// assert_eq!(recurrence::modulo(2, 10, &"1009".parse()?)?, (63594_u32 % 1009).into());
/// assert!(recurrence::modulo(2, 10, &"1003".parse()?).is_err()); // 17·59, and 17 ≤ 4·10
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn modulo(height: u32, stacks: u64, modulus: &Modulus) -> Result<BigUint, CountError> {
    let polynomial = ValuePolynomial::of_height(height)?;
    at_most(MOST_PRODUCTS / polynomial.products_per_stack() / modulus.work_per_product(), height, stacks)?;
    match modulus.small() {
        Some(small) => modulo_in(&Ring::small(small), &polynomial, stacks, modulus).map(BigUint::from),
        None => modulo_in(&Ring::large(modulus), &polynomial, stacks, modulus),
    }
}

fn modulo_in<T: Residue>(
    ring: &Ring<T>,
    polynomial: &ValuePolynomial,
    stacks: u64,
    modulus: &Modulus,
) -> Result<T, CountError> {
    let last = polynomial.centre * stacks;
    if let Some(&divisor) = ring.primes_up_to(last).0.first() {
        return Err(CountError::NotInvertible {
            modulus: modulus.get().clone(),
            divisor,
            largest_divisor: last,
        });
    }
    let mut window = Window::new(polynomial, last, ring.one());
    for first in (1..=last).step_by(BLOCK as usize) {
        let block: Vec<T> = (first..=last.min(first + BLOCK - 1)).map(|k| ring.residue(k)).collect();
        for (k, inverse) in (first..).zip(ring.inverses(&block)) {
            let mut sum = T::zero();
            for &term in polynomial.above_constant().iter().take_while(|term| term.exponent <= k) {
                let weight = ring.signed(weight(term, stacks, k));
                sum = ring.add(sum, ring.mul(window.get(k - term.exponent), &weight));
            }
            window.set(k, ring.mul(&sum, &inverse));
        }
    }
    Ok(window.get(last).clone())
}

/// c_e·((n+1)·e − k) of the power law: less than 2^64·2^26·2^20 in size, for heights are at most 20.
fn weight(term: Term, stacks: u64, k: u64) -> i128 {
    let factor = (i128::from(stacks) + 1) * i128::from(term.exponent) - i128::from(k);
    i128::from(term.coefficient) * factor
}

/// The last coefficients a_k, as many as the recurrence looks back before its last k.
struct Window<T> {
    /// a_k at k modulo the length, which is a power of two: at least the degree, or the last k.
    /// Even a_(k−degree) is read before a_k takes its place.
    coefficients: Vec<T>,
}

impl<T: Clone> Window<T> {
    fn new(polynomial: &ValuePolynomial, last: u64, first: T) -> Self {
        let length = polynomial.degree().min(last).next_power_of_two();
        Self { coefficients: vec![first; length as usize] } // only a_0 is read before it is set
    }

    fn place(&self, k: u64) -> usize {
        k as usize & (self.coefficients.len() - 1)
    }

    fn get(&self, k: u64) -> &T {
        &self.coefficients[self.place(k)]
    }

    fn set(&mut self, k: u64, coefficient: T) {
        let place = self.place(k);
        self.coefficients[place] = coefficient;
    }
}
