//! Sums of products of two binomial coefficients modulo m, by the
//! [factor law](super#the-factor-law).
//!
//! All products have one common denominator, so that only one division modulo m is left. Pairs
//! (i, j) and (n−i, n−j) have the same product, so that half of them are enough.

use num_integer::Integer;

use super::modular::Primes;
use super::ring::Ring;

/// The sum of C(n,i)·C(n,j) modulo m over the [`IndexPairs`], for n `stacks` and all `primes` up to
/// n that divide m.
pub(super) fn modulo<R: Ring>(values: [u64; 2], ring: &R, primes: &Primes, stacks: u64) -> R::Residue {
    let pairs = IndexPairs::new(values, stacks);
    let [i, j] = pairs.first;
    let mut sum = Sum::new(ring, primes, stacks);
    if pairs.count == 0 {
        return sum.value();
    }
    // C(n,i)·C(n,j) for the first pair
    for index in [i, j] {
        let rest = index % FIRST_STEP;
        sum.walk(&mut [Row::new(0, FIRST_STEP)], index / FIRST_STEP, |_| ());
        sum.walk(&mut [Row::new(index - rest, 1)], rest, |_| ());
    }
    let mut rows = [Row::new(i, pairs.steps[0]), Row::new(j, pairs.steps[1])];
    let half = pairs.count / 2;
    if half > 0 {
        sum.add_term();
        sum.walk(&mut rows, half - 1, Sum::add_term);
        sum.double();
    }
    if pairs.count % 2 == 1 {
        // the pair in the middle is its own mirror image
        sum.walk(&mut rows, half.min(1), |_| ());
        sum.add_term();
    }
    sum.value()
}

/// How many factors of the first pair are taken at once.
const FIRST_STEP: u64 = 8;

/// The pairs (i, j) of the factor law for the values A > B, ascending in both: an arithmetic
/// progression.
///
/// j is at most A·n/(A+B), thus below n for n > 0. With (i, j) the pairs contain (n−i, n−j):
/// (A+B)·(n−j) = A·n − (A−B)·i = B·n + (A−B)·(n−i).
pub(crate) struct IndexPairs {
    first: [u64; 2],
    steps: [u64; 2],
    /// How many pairs there are.
    count: u64,
}

impl IndexPairs {
    /// # Contract
    /// A·n is below 2^64, for n `stacks`, and so is A·(A+B).
    pub(crate) fn new([a, b]: [u64; 2], stacks: u64) -> Self {
        let common = (a + b).gcd(&(a - b));
        let steps = [(a + b) / common, (a - b) / common];
        let first = (0..steps[0].min(stacks + 1)).find_map(|i| {
            // at most B·n + (A−B)·n = A·n
            let (j, rest) = (b * stacks + (a - b) * i).div_rem(&(a + b));
            (rest == 0).then_some([i, j])
        });
        let count = first.map_or(0, |[i, _]| (stacks - i) / steps[0] + 1);
        Self { first: first.unwrap_or_default(), steps, count }
    }

    #[cfg(test)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, u64)> + use<> {
        let [[i, j], [step_i, step_j]] = [self.first, self.steps];
        (0..self.count).map(move |k| (i + k * step_i, j + k * step_j))
    }
}

/// How many steps of the rows are prepared at once.
const BLOCK: usize = 128;

/// A sum of products of binomials as a fraction modulo m, and the product that may be added next.
///
/// The product is `numerator`/`denominator` times the powers of the primes, and the sum is
/// `sum`/`denominator`: numerators and denominators are made of unit parts (see [`Primes`]) only.
struct Sum<'a, R: Ring> {
    ring: &'a R,
    primes: &'a Primes,
    n: u64,
    /// For each prime its powers, as far as they have one word.
    powers: Vec<Vec<R::Residue>>,
    numerator: R::Residue,
    denominator: R::Residue,
    exponents: Vec<i32>,
    sum: R::Residue,
}

impl<'a, R: Ring> Sum<'a, R> {
    /// The sum 0 and the product 1.
    fn new(ring: &'a R, primes: &'a Primes, n: u64) -> Self {
        let powers = |&prime: &u64| {
            let powers = std::iter::successors(Some(1_u64), |power| power.checked_mul(prime));
            powers.map(|power| ring.residue(power)).collect()
        };
        Self {
            ring,
            primes,
            n,
            powers: primes.0.iter().map(powers).collect(),
            numerator: ring.one(),
            denominator: ring.one(),
            exponents: vec![0; primes.0.len()],
            sum: ring.residue(0),
        }
    }

    /// Moves each row on by so many of its steps, and the product with them; calls `after` after
    /// each.
    fn walk(&mut self, rows: &mut [Row], mut steps: u64, after: impl Fn(&mut Self)) {
        let mut changes = vec![0; self.primes.0.len() * BLOCK];
        let (mut over, mut under) = (vec![], vec![]);
        while steps > 0 {
            let count = usize::try_from(steps).unwrap_or(usize::MAX).min(BLOCK);
            changes.fill(0);
            for row in &mut *rows {
                row.prepare(self.n, count, self.primes, &mut changes);
            }
            for step in 0..count {
                pack(&mut over, rows.iter().flat_map(|row| row.factors(&row.numerators, step)));
                pack(&mut under, rows.iter().flat_map(|row| row.factors(&row.denominators, step)));
                let times = |residue: &R::Residue, words: &[u64]| {
                    words.iter().fold(residue.clone(), |product, &word| self.ring.times(&product, word))
                };
                self.numerator = times(&self.numerator, &over);
                self.denominator = times(&self.denominator, &under);
                self.sum = times(&self.sum, &under);
                for (exponent, changes) in self.exponents.iter_mut().zip(changes.chunks(BLOCK)) {
                    *exponent += changes[step];
                }
                after(self);
            }
            steps -= count as u64;
        }
    }

    /// Adds the product to the sum.
    fn add_term(&mut self) {
        let mut term = self.numerator.clone();
        for (powers, &exponent) in self.powers.iter().zip(&self.exponents) {
            // the product is an integer, so no exponent is below 0
            let mut left = exponent.unsigned_abs() as usize;
            while left > 0 {
                let power = left.min(powers.len() - 1); // a prime has a power of one word: itself
                term = self.ring.mul(&term, &powers[power]);
                left -= power;
            }
        }
        self.sum = self.ring.add(&self.sum, &term);
    }

    fn double(&mut self) {
        self.sum = self.ring.add(&self.sum, &self.sum);
    }

    fn value(&self) -> R::Residue {
        self.ring.mul(&self.sum, &self.ring.inverse(&self.denominator))
    }
}

/// The way along C(n,0), C(n,1), … in steps: C(n,i+1) = C(n,i)·(n−i)/(i+1).
struct Row {
    /// Where the row is after the steps that are prepared.
    index: u64,
    step: usize,
    /// The unit parts of n−i for the steps that are prepared.
    numerators: Vec<u64>,
    /// The unit parts of i+1.
    denominators: Vec<u64>,
}

impl Row {
    fn new(index: u64, step: u64) -> Self {
        // a step is some small number
        Self { index, step: step as usize, numerators: vec![], denominators: vec![] }
    }

    /// Prepares the next `count` ≤ [`BLOCK`] steps, which must end within the row. Adds to
    /// `changes` how each step changes the exponent of each prime.
    fn prepare(&mut self, n: u64, count: usize, primes: &Primes, changes: &mut [i32]) {
        let end = self.index + (count * self.step) as u64;
        self.numerators.clear();
        self.numerators.extend((n - end + 1..=n - self.index).rev());
        self.denominators.clear();
        self.denominators.extend(self.index + 1..=end);
        self.index = end;
        let step = self.step;
        primes.split_all(&mut self.numerators, |prime, place| changes[prime * BLOCK + place / step] += 1);
        primes.split_all(&mut self.denominators, |prime, place| changes[prime * BLOCK + place / step] -= 1);
    }

    /// Those of the factors that belong to a step.
    fn factors<'a>(&self, factors: &'a [u64], step: usize) -> impl Iterator<Item = u64> + 'a {
        factors[step * self.step..(step + 1) * self.step].iter().copied()
    }
}

/// The product of the factors as a product of few words.
fn pack(words: &mut Vec<u64>, factors: impl Iterator<Item = u64>) {
    words.clear();
    let mut word = 1_u64;
    for factor in factors {
        match word.checked_mul(factor) {
            Some(product) => word = product,
            None => {
                words.push(word);
                word = factor;
            }
        }
    }
    words.push(word);
}

#[cfg(test)]
mod tests {
    use super::super::count::values_of_two_coins;
    use super::super::modular::Modulus;
    use super::super::recurrence::ValuePolynomial;
    use super::super::ring::SmallRing;
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
                let primes = Modulus::new(modulus.into()).unwrap().primes_up_to(n);
                let expected = pascal(n as usize, modulus);
                for step in [1, 3, 8] {
                    let mut sum = Sum::new(&ring, &primes, n);
                    let mut total = 0;
                    for (place, index) in (0..=n).step_by(step as usize).enumerate() {
                        let mut row = Row::new(index - if place > 0 { step } else { 0 }, step);
                        sum.walk(std::slice::from_mut(&mut row), u64::from(place > 0), |_| ());
                        sum.add_term();
                        total = (total + expected[index as usize]) % modulus;
                    }
                    assert_eq!(sum.value(), total, "n = {n}, modulo {modulus}, step {step}");
                    // all steps at once
                    let mut all = Sum::new(&ring, &primes, n);
                    all.add_term();
                    all.walk(&mut [Row::new(0, step)], n / step, Sum::add_term);
                    assert_eq!(all.value(), total, "n = {n}, modulo {modulus}, step {step}");
                }
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
        assert_eq!(IndexPairs::new([a, b], 7).iter().collect::<Vec<_>>(), [(1, 2), (6, 5)]);
    }

    #[test]
    fn index_pairs_are_all_that_there_are_and_mirror_each_other() {
        for (a, b) in [(4, 1), (3, 1), (5, 2), (2, 1), (7, 4)] {
            for n in 0..60 {
                let expected = itertools::iproduct!(0..=n, 0..=n);
                let expected = expected.filter(|(i, j)| (a + b) * j == b * n + (a - b) * i);
                let found: Vec<_> = IndexPairs::new([a, b], n).iter().collect();
                assert_eq!(found, expected.collect::<Vec<_>>(), "n = {n}, values {a} and {b}");
                assert!(found.iter().rev().map(|(i, j)| (n - i, n - j)).eq(found.iter().copied()));
            }
        }
    }
}
