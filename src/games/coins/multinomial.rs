//! Fair rows of stacks of two coins as a sum of multinomial coefficients: O(n²), the plain count.
//!
//! With ±A, ±B the values of the stacks of two coins, scaled to integers, a row with a, b, c, d stacks of values A, B, −B, −A
//! is fair when A·(a−d) + B·(b−c) = 0, and n!/(a!·b!·c!·d!) rows have those numbers.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::limits::{CountError, at_most};
use super::modular::{Modulus, Primes, Residue, Ring};
use super::polynomial::ValuePolynomial;

/// The most stacks of an exact count: some seconds.
const MOST_EXACT: u64 = 1 << 11;
/// The most stacks of a count modulo a number below 2^64: some minutes.
const MOST_MODULAR: u64 = 1 << 16;

/// The number of fair rows of `stacks` stacks of two coins.
///
/// # Errors
/// [`CountError::TooManyStacks`] above 2^11.
///
/// # Cost
/// O(n²) products and quotients of numbers of O(n log n) bits for n stacks.
///
/// ```
/// use nimsweep::games::coins::multinomial;
///
/// assert_eq!(multinomial::exact(10)?, 63594_u32.into());
/// # Ok::<(), nimsweep::games::coins::CountError>(())
/// ```
pub fn exact(stacks: u64) -> Result<BigUint, CountError> {
    at_most(MOST_EXACT, 2, stacks)?;
    let mut factorials = vec![BigUint::one()];
    for k in 1..=stacks {
        factorials.push(&factorials[k as usize - 1] * k);
    }
    let factorial = |k: u64| &factorials[k as usize];
    let arrangements = |[a, b, c, d]: [u64; 4]| {
        factorial(stacks) / ((factorial(a) * factorial(b)) * (factorial(c) * factorial(d)))
    };
    Ok(fair_numbers(stacks)?.map(arrangements).fold(BigUint::zero(), |sum, rows| sum + rows))
}

/// The number of fair rows of `stacks` stacks of two coins modulo m, for any m ≥ 1.
///
/// # Errors
/// [`CountError::TooManyStacks`] above 2^16, and above fewer for a modulus of more than 64 bits.
///
/// # Cost
/// O(n²) products of residues for n stacks, with O(log n) more for each prime p ≤ n that divides m. Memory for 2n
/// residues and n exponents of each of these primes.
///
/// ```
/// use nimsweep::games::coins::multinomial;
///
/// assert_eq!(multinomial::modulo(10, &"1000".parse()?)?, 594_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn modulo(stacks: u64, modulus: &Modulus) -> Result<BigUint, CountError> {
    at_most(MOST_MODULAR / modulus.work_per_product().isqrt(), 2, stacks)?;
    Ok(match modulus.small() {
        Some(small) => modulo_in(&Ring::small(small), stacks)?.into(),
        None => modulo_in(&Ring::large(modulus), stacks)?,
    })
}

fn modulo_in<T: Residue>(ring: &Ring<T>, stacks: u64) -> Result<T, CountError> {
    let factorials = Factorials::up_to(ring, stacks);
    let rows = fair_numbers(stacks)?.map(|numbers| factorials.multinomial(numbers));
    Ok(rows.fold(T::zero(), |sum, rows| ring.add(sum, rows)))
}

/// All numbers \[a, b, c, d\] of stacks of values A, B, −B, −A in fair rows of n stacks.
///
/// For a and d, what stays for b and c is their sum n − a − d and their difference A·(d−a)/B.
fn fair_numbers(stacks: u64) -> Result<impl Iterator<Item = [u64; 4]>, CountError> {
    let polynomial = ValuePolynomial::of_height(2)?;
    let outer = polynomial.centre as i64; // A
    let inner = outer - polynomial.terms[1].exponent as i64; // B
    let n = stacks as i64; // ≤ 2^16
    let numbers = move |(a, d): (i64, i64)| {
        let (sum, scaled) = (n - a - d, outer * (d - a));
        let difference = scaled / inner;
        let possible = scaled % inner == 0 && difference.abs() <= sum && (sum + difference) % 2 == 0;
        possible.then(|| [a, (sum + difference) / 2, (sum - difference) / 2, d].map(|count| count as u64))
    };
    Ok((0..=n).flat_map(move |a| (0..=n - a).map(move |d| (a, d))).filter_map(numbers))
}

/// 0!, 1!, …, n! modulo m, by unit parts, their inverses, and the exponents of the primes up to n that divide m.
struct Factorials<'a, T> {
    ring: &'a Ring<T>,
    primes: Primes,
    units: Vec<T>,
    inverses: Vec<T>,
    exponents: Vec<Vec<u64>>,
}

impl<'a, T: Residue> Factorials<'a, T> {
    fn up_to(ring: &'a Ring<T>, n: u64) -> Self {
        let primes = ring.primes_up_to(n);
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
    fn multinomial(&self, parts: [u64; 4]) -> T {
        let (whole, parts) = (parts.iter().sum::<u64>() as usize, parts.map(|part| part as usize));
        let unit = parts
            .iter()
            .fold(self.units[whole].clone(), |unit, &part| self.ring.mul(&unit, &self.inverses[part]));
        let mut exponents = self.exponents[whole].clone();
        for (place, exponent) in exponents.iter_mut().enumerate() {
            // the quotient is an integer
            *exponent -= parts.iter().map(|&part| self.exponents[part][place]).sum::<u64>();
        }
        self.ring.join(unit, &self.primes, &exponents)
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
            let mut found: Vec<_> = fair_numbers(n).unwrap().collect();
            found.sort_unstable();
            assert_eq!(found, expected, "n = {n}");
        }
    }
}
