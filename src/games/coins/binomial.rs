//! Sums of products of two binomial coefficients modulo m, by the
//! [factor law](super#the-factor-law).

use num_integer::Integer;

use super::modular::{Primes, Residue, Ring};

/// How many inverses are computed at once.
pub(super) const BLOCK: u64 = 1024;

/// The sum of C(n,i)·C(n,j) modulo m over the [`index_pairs`], for n `stacks`.
pub(super) fn modulo<T: Residue>(values: [u64; 2], ring: &Ring<T>, stacks: u64) -> T {
    let primes = &ring.primes_up_to(stacks);
    let row = || BinomialRow::new(ring, primes, stacks);
    let joined = |binomial: Split<T>| ring.join(binomial.unit, primes, &binomial.exponents);
    let products =
        pairs(index_pairs(values, stacks), row(), row()).map(|(a, b)| ring.mul(&joined(a), &joined(b)));
    products.fold(T::zero(), |sum, product| ring.add(sum, product))
}

/// The pairs (i, j) of the factor law for the values A > B, ascending in both.
///
/// j is at most A·n/(A+B), thus below n for n > 0.
///
/// # Contract
/// A·n is below 2^64, for n `stacks`.
pub(crate) fn index_pairs([a, b]: [u64; 2], stacks: u64) -> impl Iterator<Item = (u64, u64)> {
    (0..=stacks).filter_map(move |i| {
        // at most B·n + (A−B)·n = A·n
        let (j, rest) = (b * stacks + (a - b) * i).div_rem(&(a + b));
        (rest == 0).then_some((i, j))
    })
}

/// The elements of two sequences at pairs of indices that ascend in both.
///
/// From one pair to the next the indices grow little, so the skips fit `usize`.
pub(crate) fn pairs<A, B>(
    indices: impl Iterator<Item = (u64, u64)>,
    mut first: impl Iterator<Item = A>,
    mut second: impl Iterator<Item = B>,
) -> impl Iterator<Item = (A, B)> {
    let mut next = (0, 0); // the indices of the next element of either sequence
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
    /// The inverses of the unit parts of the denominators i + 1 of this block, which begins at a
    /// multiple of BLOCK.
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
        // the quotient is an integer, so no exponent falls below 0
        self.primes.split(i + 1, |prime| exponents[prime] -= 1);
        *unit = ring.mul(&ring.mul(unit, &ring.residue(numerator)), &self.inverses[(i % BLOCK) as usize]);
    }

    fn inverses_from(&self, first: u64) -> Vec<T> {
        let block = first..=self.n.min(first + BLOCK - 1); // n is below 2^62
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
    use super::super::count::values_of_two_coins;
    use super::super::recurrence::ValuePolynomial;
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
        // (1 + t^(A−B))·(1 + t^(A+B)) is the polynomial of the stacks of two coins
        let [a, b] = values_of_two_coins().unwrap();
        let polynomial = ValuePolynomial::of_height(2).unwrap();
        assert!(polynomial.terms.iter().map(|term| term.exponent).eq([0, a - b, a + b, 2 * a]));
        // 5j = n + 3i
        assert_eq!(index_pairs([a, b], 7).collect::<Vec<_>>(), [(1, 2), (6, 5)]);
    }
}
