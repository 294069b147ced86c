//! Sums of products of two binomial coefficients modulo m, by the
//! [factor law](super#the-factor-law).
//!
//! All products have one common denominator, so that only one division modulo m is left. Pairs
//! (i, j) and (n−i, n−j) have the same product, so that half of them are enough.

use std::iter::successors;

use num_integer::Integer;

use super::residues::{Ring, inverse_of_odd};
use crate::watch::{Stopped, Watch, tell};

/// The sum of C(n,i)·C(n,j) modulo m over the [`index_pairs`], for n `stacks` and all `primes` up
/// to n that divide m.
pub(super) fn modulo<R: Ring>(
    values: [u64; 2],
    ring: &R,
    primes: &[u64],
    stacks: u64,
    watch: Watch<'_>,
) -> Result<R::Residue, Stopped> {
    /// The watch is told after so many pairs.
    const PIECE: usize = 1 << 16;
    let mut sum = Sum::new(ring, primes, stacks);
    let mut binomials = [Binomial::default(), Binomial::default()];
    for (count, pair) in index_pairs(values, stacks).take_while(|[i, _]| 2 * i <= stacks).enumerate() {
        if count % PIECE == 0 {
            tell(watch, 2.0 * pair[0] as f64 / stacks as f64)?;
        }
        sum.walk(&mut binomials, pair);
        // a pair stands for its mirror image, too, and only that in the middle is its own
        sum.add_term(if 2 * pair[0] == stacks { 1 } else { 2 });
    }
    Ok(sum.value())
}

/// The pairs \[i, j\] of the factor law for the values A > B, ascending in both: an arithmetic
/// progression.
///
/// j is at most A·n/(A+B), thus below n for n > 0. With (i, j) the pairs contain (n−i, n−j):
/// (A+B)·(n−j) = A·n − (A−B)·i = B·n + (A−B)·(n−i).
///
/// # Contract
/// A·n is below 2^64, for n `stacks`, and so is A·(A+B).
pub(crate) fn index_pairs([a, b]: [u64; 2], stacks: u64) -> impl Iterator<Item = [u64; 2]> {
    let common = (a + b).gcd(&(a - b));
    let steps = [(a + b) / common, (a - b) / common];
    let first = (0..steps[0].min(stacks + 1)).find_map(|i| {
        // at most B·n + (A−B)·n = A·n
        let (j, rest) = (b * stacks + (a - b) * i).div_rem(&(a + b));
        (rest == 0).then_some([i, j])
    });
    successors(first, move |[i, j]| (stacks - i >= steps[0]).then(|| [i + steps[0], j + steps[1]]))
}

/// A sum of products of binomials as a fraction modulo m, and the product that may be added next.
///
/// The product is `numerator`/`denominator` times the powers of the primes, and the sum is
/// `sum`/`denominator`. Numerators and denominators are made of *unit parts*: what is left of a
/// number when the primes are taken out. If these are all primes up to n that divide m, a unit part
/// is coprime to m, so that one can divide by it modulo m.
struct Sum<'a, R: Ring> {
    ring: &'a R,
    primes: Vec<Prime>,
    n: u64,
    numerator: R::Residue,
    denominator: R::Residue,
    exponents: Vec<i32>,
    sum: R::Residue,
}

impl<'a, R: Ring> Sum<'a, R> {
    /// The sum 0 and the product 1.
    fn new(ring: &'a R, primes: &[u64], n: u64) -> Self {
        let [numerator, denominator, sum] = [1, 1, 0].map(|number| ring.residue(number));
        let (primes, exponents) = (primes.iter().map(Prime::new).collect(), vec![0; primes.len()]);
        Self { ring, primes, n, numerator, denominator, exponents, sum }
    }

    /// Moves each binomial on to an index, and the product with them.
    fn walk<const N: usize>(&mut self, binomials: &mut [Binomial; N], to: [u64; N]) {
        // a few factors together have one word
        let (mut over, mut under) = (1_u64, 1_u64);
        for (binomial, to) in binomials.iter_mut().zip(to) {
            for index in binomial.index..to {
                let [factor, divisor] = match &self.primes[..] {
                    [] => [self.n - index, index + 1],
                    primes => binomial.step(index, self.n, primes, &mut self.exponents),
                };
                over = over.checked_mul(factor).unwrap_or_else(|| {
                    self.numerator = self.ring.times(&self.numerator, over);
                    factor
                });
                under = under.checked_mul(divisor).unwrap_or_else(|| {
                    self.divide(under);
                    divisor
                });
            }
            binomial.index = to;
        }
        self.numerator = self.ring.times(&self.numerator, over);
        self.divide(under);
    }

    /// Divides the product; the sum stays, over the new denominator.
    fn divide(&mut self, divisor: u64) {
        self.denominator = self.ring.times(&self.denominator, divisor);
        self.sum = self.ring.times(&self.sum, divisor);
    }

    /// Adds a multiple of the product to the sum.
    fn add_term(&mut self, mut factor: u64) {
        let mut term = self.numerator.clone();
        for (prime, &exponent) in self.primes.iter().zip(&self.exponents) {
            let mut left = exponent.unsigned_abs() as usize; // not below 0: the product is an integer
            while left > 0 {
                let power = left.min(prime.powers.len() - 1);
                factor = factor.checked_mul(prime.powers[power]).unwrap_or_else(|| {
                    term = self.ring.times(&term, factor);
                    prime.powers[power]
                });
                left -= power;
            }
        }
        self.sum = self.ring.add(&self.sum, &self.ring.times(&term, factor));
    }

    fn value(&self) -> R::Residue {
        self.ring.mul(&self.sum, &self.ring.inverse(&self.denominator))
    }
}

/// How many steps of a binomial are prepared at once.
const BLOCK: u64 = 128;

/// C(n,i) on its way along C(n,0), C(n,1), …: C(n,i+1) = C(n,i)·(n−i)/(i+1).
///
/// The primes are taken out of a block of steps at once, each prime p only from its multiples,
/// which are p apart.
#[derive(Default)]
struct Binomial {
    /// i.
    index: u64,
    /// The unit parts of the factors and divisors of the block.
    units: Vec<[u64; 2]>,
    /// How each step of the block changes the exponent of each prime, step by step.
    changes: Vec<i32>,
}

impl Binomial {
    /// The unit parts of the factor and the divisor of the step from an index; changes the
    /// exponents.
    ///
    /// # Contract
    /// The index is below n, and one more than in the call before; it is 0 in the first call.
    fn step(&mut self, index: u64, n: u64, primes: &[Prime], exponents: &mut [i32]) -> [u64; 2] {
        let place = (index % BLOCK) as usize;
        if place == 0 {
            self.prepare(index, n, primes);
        }
        for (exponent, change) in exponents.iter_mut().zip(&self.changes[place * primes.len()..]) {
            *exponent += change;
        }
        self.units[place]
    }

    /// Prepares the block from `start`: at place x the factor n − start − x and the divisor
    /// start + x + 1.
    fn prepare(&mut self, start: u64, n: u64, primes: &[Prime]) {
        let count = BLOCK.min(n - start);
        self.units = (start..start + count).map(|index| [n - index, index + 1]).collect();
        self.changes = vec![0; self.units.len() * primes.len()];
        for (number, prime) in primes.iter().enumerate() {
            let p = prime.powers[1];
            for (side, first) in [(n - start) % p, p - 1 - start % p].into_iter().enumerate() {
                // a p that usize cuts is above 2^32, and divides at most the first of these numbers
                for place in (first..count).step_by(p as usize).map(|place| place as usize) {
                    let exponent = prime.take_out(&mut self.units[place][side]);
                    self.changes[place * primes.len() + number] += [exponent, -exponent][side];
                }
            }
        }
    }
}

/// A prime p = 2^s·d with d odd, by which multiplications divide.
struct Prime {
    shift: u32,
    /// That of d modulo 2^64.
    inverse: u64,
    /// 1, p, p², …: those that have one word.
    powers: Vec<u64>,
    /// ⌊(2^64 − 1)/p⌋.
    most: u64,
}

impl Prime {
    fn new(&value: &u64) -> Self {
        let (shift, most) = (value.trailing_zeros(), u64::MAX / value);
        let powers = successors(Some(1_u64), |power| power.checked_mul(value)).collect();
        Self { shift, inverse: inverse_of_odd(value >> shift), powers, most }
    }

    /// Takes the prime out of a number that is not 0; returns how often it was in it.
    ///
    /// Multiplication by 1/d and rotation by s map the 64-bit words onto themselves, and the
    /// multiples of p onto the words up to (2^64 − 1)/p: so other numbers are mapped beyond.
    fn take_out(&self, number: &mut u64) -> i32 {
        let divided = |number: u64| number.wrapping_mul(self.inverse).rotate_right(self.shift);
        let mut exponent = 0;
        while divided(*number) <= self.most {
            *number = divided(*number);
            exponent += 1;
        }
        exponent
    }
}

#[cfg(test)]
mod tests {
    use super::super::count::values_of_two_coins;
    use super::super::recurrence::ValuePolynomial;
    use super::super::residues::{Modulus, SmallRing};
    use super::*;

    /// Pascal's triangle, by sums alone.
    fn pascal(n: usize, modulus: u64) -> Vec<u64> {
        let mut row = vec![1 % modulus];
        for _ in 0..n {
            let sums = row.windows(2).map(|pair| (pair[0] + pair[1]) % modulus);
            row = std::iter::once(1 % modulus).chain(sums).chain([1 % modulus]).collect();
        }
        row
    }

    #[test]
    fn rows_of_binomials_are_pascals_for_any_modulus() {
        for modulus in [1, 2, 3, 4, 6, 8, 30, 49, 97, 210, 1 << 20, 30030, 3_u64.pow(12), (1 << 61) - 1] {
            let ring = SmallRing::new(modulus);
            for n in [0, 1, 2, 7, 64, 99, 1025, 1100] {
                let primes = &Modulus::new(modulus.into()).unwrap().primes_up_to(n);
                let expected = pascal(n as usize, modulus);
                for step in [1, 3, 8] {
                    let (mut sum, mut total) = (Sum::new(&ring, primes, n), 0);
                    let mut row = [Binomial::default()];
                    for index in (0..=n).step_by(step) {
                        sum.walk(&mut row, [index]);
                        sum.add_term(1);
                        total = (total + expected[index as usize]) % modulus;
                        assert_eq!(sum.value(), total, "n = {n} up to {index}, modulo {modulus}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_prime_is_taken_out_as_often_as_it_divides() {
        for value in [2, 3, 5, 7, 641, 1009, (1 << 61) - 1, u64::MAX - 58] {
            let numbers = (1..2000).chain([u64::MAX, 1 << 63, 3_u64.pow(40), 5_u64.pow(27)]);
            for number in numbers.flat_map(|number| [number, number.saturating_mul(value)]) {
                let mut unit = number;
                let exponent = Prime::new(&value).take_out(&mut unit);
                assert!(
                    unit % value != 0 && unit * value.pow(exponent as u32) == number,
                    "{number} by {value}"
                );
            }
        }
    }

    #[test]
    fn the_factor_law() {
        // (1 + t^(A−B))·(1 + t^(A+B)) is the polynomial of the stacks of two coins
        let [a, b] = values_of_two_coins().unwrap();
        let polynomial = ValuePolynomial::of_height(2).unwrap();
        assert!(polynomial.terms.iter().map(|term| term.0).eq([0, a - b, a + b, 2 * a]));
        // 5j = n + 3i
        assert_eq!(index_pairs([a, b], 7).collect::<Vec<_>>(), [[1, 2], [6, 5]]);
    }

    #[test]
    fn index_pairs_are_all_that_there_are_and_mirror_each_other() {
        for (a, b) in [(4, 1), (3, 1), (5, 2), (2, 1), (7, 4)] {
            for n in 0..60 {
                let expected = itertools::iproduct!(0..=n, 0..=n);
                let expected = expected.filter(|(i, j)| (a + b) * j == b * n + (a - b) * i);
                let found: Vec<_> = index_pairs([a, b], n).collect();
                let expected: Vec<_> = expected.map(|(i, j)| [i, j]).collect();
                assert_eq!(found, expected, "n = {n}, values {a} and {b}");
                assert!(found.iter().rev().map(|pair| pair.map(|index| n - index)).eq(found.iter().copied()));
            }
        }
    }
}
