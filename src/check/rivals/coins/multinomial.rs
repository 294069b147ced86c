//! Fair rows of stacks of two coins as a sum of multinomial coefficients: O(n²), the plain count.
//!
//! Let ±A, ±B be the values of the stacks of two coins, scaled to integers. A row with a, b, c, d
//! stacks of values A, B, −B, −A is fair if A·(a−d) + B·(b−c) = 0, and n!/(a!·b!·c!·d!) rows have
//! these numbers.

use num_bigint::BigUint;

use crate::games::coins::count::{values_of_two_coins, within_memory};
use crate::games::coins::modular::Primes;
use crate::games::coins::ring::{LargeRing, Ring, SmallRing};
use crate::games::coins::{CountError, Modulus};

/// The number of fair rows of `stacks` stacks of two coins, by multinomial coefficients.
///
/// # Errors
/// [`CountError::TooMuchMemory`] if the factorials up to n! may need more than a gigabyte.
///
/// # Cost
/// O(n²) products and quotients of numbers of O(n log n) bits for n stacks.
///
/// ```
/// use nimsweep::check::rivals::coins::fair_rows_by_multinomials;
///
/// assert_eq!(fair_rows_by_multinomials(10)?, 63594_u32.into());
/// # Ok::<(), nimsweep::games::coins::CountError>(())
/// ```
pub fn fair_rows_by_multinomials(stacks: u64) -> Result<BigUint, CountError> {
    // n! has at most n·log₂ n bits
    let bits = u128::from(stacks) * u128::from(u64::BITS - stacks.leading_zeros());
    within_memory(2, stacks, u128::from(stacks) + 1, bits)?;
    let mut factorials = vec![BigUint::from(1_u32)];
    for k in 1..=stacks {
        factorials.push(&factorials[k as usize - 1] * k); // (k − 1)! is at index k − 1
    }
    let factorial = |k: u64| &factorials[k as usize];
    let arrangements = |[a, b, c, d]: [u64; 4]| {
        factorial(stacks) / ((factorial(a) * factorial(b)) * (factorial(c) * factorial(d)))
    };
    let values = values_of_two_coins()?;
    Ok(fair_numbers(values, stacks).map(arrangements).fold(BigUint::ZERO, |sum, rows| sum + rows))
}

/// The number of fair rows of `stacks` stacks of two coins modulo m, for any m ≥ 1, by multinomial
/// coefficients.
///
/// # Errors
/// [`CountError::TooMuchMemory`] if what is stored may need more than a gigabyte.
///
/// # Cost
/// O(n²) products of residues for n stacks, with O(log n) more for each prime p ≤ n that divides m.
/// Memory for 2n residues and n exponents of each of these primes.
///
/// ```
/// use nimsweep::check::rivals::coins::fair_rows_by_multinomials_modulo;
///
/// assert_eq!(fair_rows_by_multinomials_modulo(10, &"1000".parse()?)?, 594_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fair_rows_by_multinomials_modulo(stacks: u64, modulus: &Modulus) -> Result<BigUint, CountError> {
    // at most as many primes divide m as it has bits: for each of them 64 bits of an exponent
    let bits = 66 * u128::from(modulus.get().bits());
    within_memory(2, stacks, u128::from(stacks) + 1, bits)?;
    let values = values_of_two_coins()?;
    let primes = modulus.primes_up_to(stacks);
    Ok(match modulus.small() {
        Some(small) => modulo(values, &SmallRing::new(small), primes, stacks).into(),
        None => modulo(values, &LargeRing::new(modulus), primes, stacks),
    })
}

fn modulo<R: Ring>(values: [u64; 2], ring: &R, primes: Primes, stacks: u64) -> R::Residue {
    let factorials = Factorials::up_to(ring, primes, stacks);
    let rows = fair_numbers(values, stacks).map(|numbers| factorials.multinomial(numbers));
    rows.fold(ring.residue(0), |sum, rows| ring.add(&sum, &rows))
}

/// All numbers \[a, b, c, d\] of stacks of values A, B, −B, −A in fair rows of n stacks.
///
/// Given a and d, b and c have the sum n − a − d and the difference A·(d−a)/B.
fn fair_numbers(values: [u64; 2], stacks: u64) -> impl Iterator<Item = [u64; 4]> {
    let [outer, inner] = values.map(|value| value as i64); // A and B are 4 and 1
    let n = stacks as i64; // below 2^24, for more do not fit into memory
    let numbers = move |(a, d): (i64, i64)| {
        let (sum, scaled) = (n - a - d, outer * (d - a));
        let difference = scaled / inner;
        let possible = scaled % inner == 0 && difference.abs() <= sum && (sum + difference) % 2 == 0;
        possible.then(|| [a, (sum + difference) / 2, (sum - difference) / 2, d].map(|count| count as u64))
    };
    (0..=n).flat_map(move |a| (0..=n - a).map(move |d| (a, d))).filter_map(numbers)
}

/// 0!, 1!, …, n! modulo m, by unit parts, their inverses, and the exponents of the primes up to n
/// that divide m.
struct Factorials<'a, R: Ring> {
    ring: &'a R,
    primes: Primes,
    units: Vec<R::Residue>,
    inverses: Vec<R::Residue>,
    exponents: Vec<Vec<u64>>,
}

impl<'a, R: Ring> Factorials<'a, R> {
    /// For all `primes` up to n that divide m.
    fn up_to(ring: &'a R, primes: Primes, n: u64) -> Self {
        let (mut unit, mut powers) = (ring.one(), vec![0; primes.0.len()]);
        let (mut units, mut exponents) = (vec![unit.clone()], vec![powers.clone()]);
        for k in 1..=n {
            let factor = primes.split(k, |prime| powers[prime] += 1);
            unit = ring.mul(&unit, &ring.residue(factor));
            units.push(unit.clone());
            exponents.push(powers.clone());
        }
        let inverses = ring.inverses(&units);
        Self { ring, primes, units, inverses, exponents }
    }

    /// (a+b+c+d)!/(a!·b!·c!·d!), for a sum up to n.
    fn multinomial(&self, parts: [u64; 4]) -> R::Residue {
        let (whole, parts) = (parts.iter().sum::<u64>() as usize, parts.map(|part| part as usize));
        let unit = parts
            .iter()
            .fold(self.units[whole].clone(), |unit, &part| self.ring.mul(&unit, &self.inverses[part]));
        let mut exponents = self.exponents[whole].clone();
        for (place, exponent) in exponents.iter_mut().enumerate() {
            // the quotient is an integer
            *exponent -= parts.iter().map(|&part| self.exponents[part][place]).sum::<u64>();
        }
        let powers = self.primes.0.iter().zip(exponents);
        powers.fold(unit, |product, (&prime, exponent)| {
            (0..exponent).fold(product, |product, _| self.ring.times(&product, prime))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fair_numbers_are_those_of_value_zero() {
        for n in 0..=24_u64 {
            let mut expected = vec![];
            for (a, b, c) in itertools::iproduct!(0..=n, 0..=n, 0..=n) {
                if let Some(d) = n.checked_sub(a + b + c).filter(|d| 4 * a + b == 4 * d + c) {
                    expected.push([a, b, c, d]);
                }
            }
            let mut found: Vec<_> = fair_numbers([4, 1], n).collect();
            found.sort_unstable();
            assert_eq!(found, expected, "n = {n}");
        }
    }
}
