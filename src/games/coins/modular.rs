//! A modulus m ≥ 1, and the primes by which one cannot divide modulo m.

use std::fmt;
use std::num::NonZeroU64;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};
use thiserror::Error;

use crate::number::quoted;

/// A modulus: any integer of at least 1.
///
/// ```
/// use nimsweep::games::coins::Modulus;
///
/// let modulus: Modulus = "989898989".parse()?;
/// assert_eq!(modulus.to_string(), "989898989");
/// assert_eq!(
///     "0".parse::<Modulus>().unwrap_err().to_string(),
///     "cannot read a modulus: '0' is not a whole number of at least 1"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Modulus(BigUint);

/// The text or number is not a [`Modulus`]: not an integer of at least 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("cannot read a modulus: '{given}' is not a whole number of at least 1")]
pub struct ModulusError {
    /// The text or number, shortened if it is long.
    pub given: String,
}

impl Modulus {
    /// A modulus of any size.
    ///
    /// # Errors
    /// [`ModulusError`] for 0.
    pub fn new(modulus: BigUint) -> Result<Self, ModulusError> {
        if modulus.is_zero() { Err(ModulusError { given: "0".to_owned() }) } else { Ok(Self(modulus)) }
    }

    /// The number.
    #[must_use]
    pub fn get(&self) -> &BigUint {
        &self.0
    }

    /// The number, if it has one word.
    pub(crate) fn small(&self) -> Option<u64> {
        self.0.to_u64()
    }

    /// The primes up to `limit` that divide m.
    ///
    /// # Cost
    /// O(min(limit, √m)) divisions.
    pub(crate) fn primes_up_to(&self, limit: u64) -> Primes {
        Primes(match self.small() {
            Some(small) => prime_factors_up_to(small, limit),
            None => prime_factors_up_to(self.0.clone(), limit),
        })
    }

    /// What a product of residues costs, in products modulo a number below 2^64: measured, and
    /// rounded up.
    ///
    /// Beyond one word it allocates memory and divides a product of w words: w·(w + 96)/8.
    pub(crate) fn work_per_product(&self) -> u64 {
        let words = self.0.bits().div_ceil(64).min(1 << 30); // more do not fit into memory
        if words == 1 { 1 } else { words * (words + 96) / 8 }
    }
}

impl From<NonZeroU64> for Modulus {
    fn from(modulus: NonZeroU64) -> Self {
        Self(modulus.get().into())
    }
}

impl std::str::FromStr for Modulus {
    type Err = ModulusError;

    fn from_str(text: &str) -> Result<Self, ModulusError> {
        let refusal = || ModulusError { given: quoted(text) };
        text.parse().ok().and_then(|modulus| Self::new(modulus).ok()).ok_or_else(refusal)
    }
}

impl fmt::Display for Modulus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

fn prime_factors_up_to<N: Integer + From<u64> + ToPrimitive>(number: N, limit: u64) -> Vec<u64> {
    let (mut rest, mut primes, mut divisor) = (number, vec![], 2_u64);
    while divisor <= limit {
        let factor = N::from(divisor);
        let (mut quotient, mut remainder) = rest.div_rem(&factor);
        if quotient < factor {
            break; // its square is above the rest
        }
        if remainder.is_zero() {
            primes.push(divisor);
        }
        while remainder.is_zero() {
            rest = quotient;
            (quotient, remainder) = rest.div_rem(&factor);
        }
        divisor += if divisor == 2 { 1 } else { 2 };
    }
    // the rest is 1, or a prime, or all its prime factors are above the limit
    primes.extend(rest.to_u64().filter(|&rest| 1 < rest && rest <= limit));
    primes
}

/// Some primes that divide the modulus m, ascending.
///
/// A number whose common prime factors with m are all among them is split into two parts: its *unit
/// part*, coprime to m, by which one can divide modulo m, and the powers of these primes, whose
/// exponents add and subtract under products and quotients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Primes(pub(crate) Vec<u64>);

impl Primes {
    /// The unit part of a number of at least 1. Calls `taken` with the index of each prime factor
    /// that is taken out, as often as it occurs.
    #[cfg(test)]
    pub(crate) fn split(&self, mut number: u64, mut taken: impl FnMut(usize)) -> u64 {
        for (place, prime) in self.0.iter().enumerate() {
            while number % prime == 0 {
                number /= prime;
                taken(place);
            }
        }
        number
    }

    /// The unit parts of consecutive numbers of at least 1, ascending or descending. Calls `taken`
    /// with the index of a prime and the place of a number for each prime factor that is taken out.
    ///
    /// # Cost
    /// One division for each prime factor that is taken out, and one for each power of a prime.
    pub(crate) fn split_all(&self, numbers: &mut [u64], mut taken: impl FnMut(usize, usize)) {
        let (Some(&first), Some(&last)) = (numbers.first(), numbers.last()) else { return };
        for (index, &prime) in self.0.iter().enumerate() {
            let mut power = prime;
            while power <= first.max(last) {
                let beyond = first % power; // of the multiple below
                let to_the_multiple = if first <= last { (power - beyond) % power } else { beyond };
                // each multiple of a power has one factor more than of the power before
                let mut place = to_the_multiple;
                while place < numbers.len() as u64 {
                    numbers[place as usize] /= prime;
                    taken(index, place as usize);
                    place += power; // a length and a number, both far below 2^63
                }
                let Some(next) = power.checked_mul(prime) else { break };
                power = next;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_modulus_is_at_least_one() {
        assert!(Modulus::new(BigUint::zero()).is_err());
        assert_eq!("1".parse::<Modulus>().unwrap(), NonZeroU64::new(1).unwrap().into());
        assert_eq!("-3".parse::<Modulus>().unwrap_err(), ModulusError { given: "-3".to_owned() });
        let large: Modulus = "18446744073709551616".parse().unwrap();
        assert_eq!((large.small(), large.get().bits()), (None, 65));
    }

    #[test]
    fn primes_of_the_modulus_are_found_up_to_the_limit_and_no_others() {
        let primes = |modulus: u64, limit| {
            assert_eq!(
                prime_factors_up_to(BigUint::from(modulus), limit),
                prime_factors_up_to(modulus, limit)
            );
            prime_factors_up_to(modulus, limit)
        };
        let is_prime = |number: u64| number > 1 && !(2..number).any(|divisor| number.is_multiple_of(divisor));
        for (modulus, limit) in itertools::iproduct!(1..400, [0, 1, 2, 3, 7, 19, 50, 1000]) {
            let expected: Vec<u64> =
                (2..=limit.min(modulus)).filter(|&p| modulus % p == 0 && is_prime(p)).collect();
            assert_eq!(primes(modulus, limit), expected, "{modulus} up to {limit}");
        }
        assert_eq!(primes(u64::MAX, u64::MAX), [3, 5, 17, 257, 641, 65537, 6_700_417]);
        assert_eq!(primes(2 * 1_000_003 * 1_000_003, 1_000_002), [2]);
        assert_eq!(primes(2 * 1_000_003 * 1_000_003, 1_000_003), [2, 1_000_003]);
    }

    #[test]
    fn the_two_parts_of_a_number_are_its_factors() {
        let primes = Primes(vec![2, 3, 5]);
        for number in 1..1000 {
            let mut product = 1;
            let unit = primes.split(number, |index| product *= primes.0[index]);
            assert!(unit.gcd(&30) == 1 && unit * product == number, "{number}");
        }
    }

    #[test]
    fn consecutive_numbers_are_split_as_each_is_alone() {
        for primes in [vec![], vec![2], vec![2, 3, 5], vec![7, 1009], vec![2, (1 << 61) - 1]] {
            let primes = Primes(primes);
            for (first, count) in [(1, 0), (1, 1), (1, 700), (1000, 50), ((1 << 61) - 7, 20)] {
                for is_descending in [false, true] {
                    let mut numbers: Vec<u64> = (first..first + count).collect();
                    if is_descending {
                        numbers.reverse();
                    }
                    let (mut expected, mut found) = (vec![], vec![]);
                    let mut units = vec![];
                    for (place, &number) in numbers.iter().enumerate() {
                        units.push(primes.split(number, |index| expected.push((index, place))));
                    }
                    primes.split_all(&mut numbers, |index, place| found.push((index, place)));
                    found.sort_unstable();
                    expected.sort_unstable();
                    assert_eq!((&numbers, found), (&units, expected), "{count} from {first}, {primes:?}");
                }
            }
        }
    }
}
