//! Fair rows of stacks of two coins as a sum of products of two binomial coefficients: O(n), for any modulus.
//!
//! # The factor law
//! Let ±A, ±B with A > B be the values of the stacks of two coins, scaled to integers (4 and 1). Four such terms factor:
//!
//! ```text
//! t^A + t^B + t^−B + t^−A = t^−A·(1 + t^(A−B))·(1 + t^(A+B))
//! ```
//!
//! Hence F(n) is the coefficient of t^(A·n) in (1 + t^(A−B))^n·(1 + t^(A+B))^n, that is, the sum of C(n,i)·C(n,j) over
//! (A−B)·i + (A+B)·j = A·n. With C(n, n−i) for C(n, i) both indices run upwards together:
//!
//! ```text
//! F(n) = Σ C(n,i)·C(n,j)  over  0 ≤ i ≤ n,  (A+B)·j = B·n + (A−B)·i           (5j = n + 3i)
//! ```
//!
//! As products, not sums, are divided, no division fails modulo m: each C(n,i) is kept as a unit part and exponents of the
//! primes up to n that divide m, and C(n,i+1) = C(n,i)·(n−i)/(i+1) divides unit parts by unit parts.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

use super::limits::{CountError, at_most};
use super::modular::{Modulus, Primes, Residue, Ring};
use super::polynomial::ValuePolynomial;

/// The most stacks of an exact count: some minutes.
const MOST_EXACT: u64 = 1 << 18;
/// The most stacks of a count modulo a number below 2^64: some minutes.
const MOST_MODULAR: u64 = 1 << 30;
/// How many inverses are found at once.
const BLOCK: u64 = 1024;

/// The number of fair rows of `stacks` stacks of two coins.
///
/// # Errors
/// [`CountError::TooManyStacks`] above 2^18.
///
/// # Cost
/// O(n) products of an n-bit number by a machine word, and n/5 products of two n-bit numbers, for n stacks.
///
/// ```
/// use nimsweep::games::coins::binomial;
///
/// assert_eq!(binomial::exact(10)?, 63594_u32.into());
/// # Ok::<(), nimsweep::games::coins::CountError>(())
/// ```
pub fn exact(stacks: u64) -> Result<BigUint, CountError> {
    at_most(MOST_EXACT, 2, stacks)?;
    let row = || {
        std::iter::successors(Some((0, BigUint::one())), move |(i, binomial)| {
            (*i < stacks).then(|| (i + 1, binomial * (stacks - i) / (i + 1)))
        })
        .map(|(_, binomial)| binomial)
    };
    let products = pairs(index_pairs(stacks)?, row(), row()).map(|(a, b)| a * b);
    Ok(products.fold(BigUint::zero(), |sum, product| sum + product))
}

/// The number of fair rows of `stacks` stacks of two coins modulo m, for any m ≥ 1.
///
/// # Errors
/// [`CountError::TooManyStacks`] above 2^30, and above fewer for a modulus of more than 64 bits.
///
/// # Cost
/// Some 11 products of residues for each of n stacks, and for each prime p ≤ n that divides m O(log log n) more; O(n) trial
/// divisions to find these primes. Memory O(1) residues.
///
/// ```
/// use nimsweep::games::coins::binomial;
///
/// for modulus in ["1", "2", "1000", "1009"] {
///     let expected = 63594 % modulus.parse::<u32>()?;
///     assert_eq!(binomial::modulo(10, &modulus.parse()?)?, expected.into());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn modulo(stacks: u64, modulus: &Modulus) -> Result<BigUint, CountError> {
    at_most(MOST_MODULAR / modulus.work_per_product(), 2, stacks)?;
    Ok(match modulus.small() {
        Some(small) => modulo_in(&Ring::small(small), stacks)?.into(),
        None => modulo_in(&Ring::large(modulus), stacks)?,
    })
}

fn modulo_in<T: Residue>(ring: &Ring<T>, stacks: u64) -> Result<T, CountError> {
    let primes = &ring.primes_up_to(stacks);
    let row = || BinomialRow::new(ring, primes, stacks);
    let joined = |binomial: Split<T>| ring.join(binomial.unit, primes, &binomial.exponents);
    let products = pairs(index_pairs(stacks)?, row(), row()).map(|(a, b)| ring.mul(&joined(a), &joined(b)));
    Ok(products.fold(T::zero(), |sum, product| ring.add(sum, product)))
}

/// The pairs (i, j) of the factor law, ascending in both.
///
/// j is at most A·n/(A+B), thus below n for n > 0.
fn index_pairs(stacks: u64) -> Result<impl Iterator<Item = (u64, u64)>, CountError> {
    let polynomial = ValuePolynomial::of_height(2)?;
    let [difference, sum] = [1, 2].map(|place| polynomial.terms[place].exponent); // A − B and A + B
    let smaller = polynomial.centre - difference; // B
    // stacks ≤ 2^30
    let partner = move |i: u64| (smaller * stacks + difference * i).div_rem(&sum);
    let pair = move |i| {
        let (j, rest) = partner(i);
        (rest == 0).then_some((i, j))
    };
    Ok((0..=stacks).filter_map(pair))
}

/// The elements of two sequences at pairs of indices that ascend in both.
fn pairs<A, B>(
    indices: impl Iterator<Item = (u64, u64)>,
    mut first: impl Iterator<Item = A>,
    mut second: impl Iterator<Item = B>,
) -> impl Iterator<Item = (A, B)> {
    let mut next = (0, 0);
    indices.filter_map(move |(i, j)| {
        let skipped = (i - next.0, j - next.1);
        next = (i + 1, j + 1);
        first.nth(skipped.0 as usize).zip(second.nth(skipped.1 as usize))
    })
}

/// A number modulo m as its unit part and the exponents of [`Primes`].
#[derive(Clone, Debug)]
struct Split<T> {
    unit: T,
    exponents: Vec<u64>,
}

/// C(n,0), C(n,1), …, C(n,n) modulo m.
struct BinomialRow<'a, T> {
    ring: &'a Ring<T>,
    /// All primes up to n that divide m.
    primes: &'a Primes,
    n: u64,
    /// The next i, and C(n,i) for it.
    index: u64,
    binomial: Split<T>,
    /// The inverses of the unit parts of the denominators of this block.
    inverses: Vec<T>,
}

impl<'a, T: Residue> BinomialRow<'a, T> {
    fn new(ring: &'a Ring<T>, primes: &'a Primes, n: u64) -> Self {
        let binomial = Split { unit: ring.one(), exponents: vec![0; primes.0.len()] };
        Self { ring, primes, n, index: 0, binomial, inverses: vec![] }
    }

    /// From C(n,i) to C(n,i+1), for i < n.
    fn advance(&mut self) {
        let (ring, i) = (self.ring, self.index);
        if i % BLOCK == 0 {
            self.inverses = self.inverses_from(i + 1);
        }
        let Split { unit, exponents } = &mut self.binomial;
        let numerator = self.primes.split(self.n - i, |prime| exponents[prime] += 1);
        // the quotient is an integer, so that no exponent falls below 0
        self.primes.split(i + 1, |prime| exponents[prime] -= 1);
        *unit = ring.mul(&ring.mul(unit, &ring.residue(numerator)), &self.inverses[(i % BLOCK) as usize]);
    }

    fn inverses_from(&self, first: u64) -> Vec<T> {
        let block = first..=self.n.min(first + BLOCK - 1);
        let unit = |denominator| self.ring.residue(self.primes.split(denominator, |_| ()));
        self.ring.inverses(&block.map(unit).collect::<Vec<T>>())
    }
}

impl<T: Residue> Iterator for BinomialRow<'_, T> {
    type Item = Split<T>;

    fn next(&mut self) -> Option<Split<T>> {
        if self.index > self.n {
            return None;
        }
        let current = self.binomial.clone();
        if self.index < self.n {
            self.advance();
        }
        self.index += 1;
        Some(current)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pascal's triangle, by sums alone.
    fn pascal(n: usize, modulus: u128) -> Vec<u128> {
        let mut row = vec![1 % modulus];
        for _ in 0..n {
            let sums = row.windows(2).map(|pair| (pair[0] + pair[1]) % modulus);
            row = std::iter::once(1 % modulus).chain(sums).chain([1 % modulus]).collect();
        }
        row
    }

    #[test]
    fn rows_of_binomials_are_pascals_for_any_modulus() {
        for modulus in [1, 2, 3, 4, 6, 8, 30, 49, 97, 210, 1 << 20, 30030, 3_u64.pow(12)] {
            let ring = Ring::small(modulus);
            for n in [0, 1, 2, 7, 64, 99, 1025, 1100] {
                let primes = ring.primes_up_to(n);
                let row = BinomialRow::new(&ring, &primes, n);
                let found: Vec<u128> =
                    row.map(|binomial| ring.join(binomial.unit, &primes, &binomial.exponents)).collect();
                assert_eq!(found, pascal(n as usize, modulus.into()), "n = {n}, modulo {modulus}");
            }
        }
    }

    #[test]
    fn the_factor_law() {
        let polynomial = ValuePolynomial::of_height(2).unwrap();
        let [x, y] = [1, 2].map(|place| polynomial.terms[place].exponent);
        let product = [0, x, y, x + y];
        assert!(polynomial.terms.iter().map(|term| term.exponent).eq(product));
        // 5j = n + 3i
        assert_eq!(index_pairs(7).unwrap().collect::<Vec<_>>(), [(1, 2), (6, 5)]);
    }
}
