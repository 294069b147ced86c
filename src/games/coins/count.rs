//! Fair rows by the faster method, and what the count costs.
//!
//! | heights | exactly | modulo m |
//! | --- | --- | --- |
//! | 2 | the recurrence, O(n²) word operations | products of binomials, O(n) for any m |
//! | others | the recurrence | the recurrence; if m has a small prime factor, the exact count |
//!
//! The recurrence divides, and sums do not split into a unit part and prime powers as products do.
//! To divide by all numbers up to N modulo a power of p needs as many more digits to the base p as
//! p divides N!, which is about N/(p−1). So for a modulus with small prime factors nothing is
//! faster than the exact count; nor for a modulus of more digits than the count.

use num_bigint::BigUint;

use super::binomial;
use super::recurrence::{self, ValuePolynomial, centre, kept_coefficients};
use super::residues::{Modulus, SmallRing};
use super::stack::at_most_tallest;
use crate::error::{Error, ErrorKind, error};
use crate::games::{MOST_BITS, OVERHEAD_BITS};
use crate::watch::{Watch, unwatched};

/// The fixed cost of a product of a big integer by a machine word, in word operations.
const PER_PRODUCT: u128 = 64;
/// The cost of a product of residues modulo a number below 2^64, in word operations.
const PER_RESIDUE: u128 = 16;
/// The cost of one stack in the count by binomials modulo a number below 2^64, in word operations.
const PER_BINOMIAL: u128 = 32;
/// The memory of this many residues is more than the count by binomials takes. It has a few of
/// them, and for each prime that divides the modulus at most 64 powers and some hundred changes of
/// its exponent.
const KEPT_BY_BINOMIALS: u128 = 4096;
/// From this estimate on, [`fair_rows_work`] does not look for small prime factors of the modulus.
const LONG: u128 = 1 << 38;

/// The number of fair rows of `stacks` stacks of `height` coins: the player who moves first loses.
///
/// # Errors
/// [`Error`] above height 20, and if the numbers that the recurrence keeps may need more than a
/// gigabyte: for height 2 from 2^29 stacks on.
///
/// # Cost
/// By the [power law](super#the-power-law): n·h·2^(h−1) steps of 2^h products for n stacks of h
/// coins, each a product of h·n bits by a machine word, so O(n²) for one height; [`fair_rows_work`]
/// estimates it. Memory for h·2^h numbers of h·n bits.
///
/// ```
/// use nimsweep::games::coins::fair_rows;
///
/// assert_eq!(fair_rows(2, 2)?, 4_u32.into()); // GG SS, SS GG, SG GS, GS SG
/// assert_eq!(fair_rows(2, 10)?, 63594_u32.into());
/// assert_eq!(fair_rows(1, 6)?, 20_u32.into()); // three gold coins among six
/// assert_eq!(
///     fair_rows(25, 2).unwrap_err().to_string(),
///     "a table of height 25 would hold 2^25 stacks; a height of at most 20 is possible"
/// );
/// # Ok::<(), nimsweep::Error>(())
/// ```
pub fn fair_rows(height: u32, stacks: u64) -> Result<BigUint, Error> {
    fair_rows_watched(height, stacks, None, &mut unwatched)
}

/// [`fair_rows`], or with a modulus [`fair_rows_modulo`], watched.
///
/// # Errors
/// As those, and of the kind [`Stopped`](ErrorKind::Stopped).
pub fn fair_rows_watched(
    height: u32,
    stacks: u64,
    modulus: Option<&Modulus>,
    watch: Watch<'_>,
) -> Result<BigUint, Error> {
    if let Some(modulus) = modulus.filter(|modulus| !is_longer_than_the_count(modulus, height, stacks)) {
        let counted = match height {
            2 => fair_rows_by_binomials(stacks, modulus, watch),
            _ => fair_rows_by_recurrence(height, stacks, modulus, watch),
        };
        match counted {
            Err(error) if error.kind() == ErrorKind::NotInvertible => {}
            counted => return counted,
        }
    }
    at_most_tallest(height)?;
    // there are 2^(h·n) rows
    let bits = u128::from(height) * u128::from(stacks);
    let kept = kept_coefficients(centre(height), centre(height).saturating_mul(stacks));
    within_memory(height, stacks, kept.into(), bits)?;
    // so h·n is below 2^33 and the last step below 2^52, or there are no coins and no steps
    let count = ValuePolynomial::of_height(height)?.central_coefficient(stacks, watch)?;
    Ok(match modulus {
        Some(modulus) => count % modulus.get(),
        None => count,
    })
}

/// The number of fair rows modulo m, for any m ≥ 1, by the fastest method.
///
/// # Errors
/// [`Error`] above height 20; if the numbers that the method keeps may need more than a gigabyte;
/// and if n·h·2^(h−1) is 2^64
/// or more for n stacks of h coins.
///
/// # Cost
/// That of [`fair_rows_by_binomials`] for two coins. For other heights that of
/// [`fair_rows_by_recurrence`] if all prime factors of m are above n·h·2^(h−1), else that of
/// [`fair_rows`]. If m has more than h·n and more than 64 bits, that of [`fair_rows`], too.
/// [`fair_rows_work`] estimates it.
///
/// ```
/// use nimsweep::games::coins::fair_rows_modulo;
///
/// assert_eq!(fair_rows_modulo(2, 10, &"1000".parse()?)?, 594_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fair_rows_modulo(height: u32, stacks: u64, modulus: &Modulus) -> Result<BigUint, Error> {
    fair_rows_watched(height, stacks, Some(modulus), &mut unwatched)
}

/// The number of fair rows of stacks of two coins modulo m, for any m ≥ 1, by products of
/// binomials.
///
/// # Errors
/// [`Error`] from 2^62 stacks on, and for a modulus of
/// millions of digits.
///
/// # Cost
/// By the [factor law](super#the-factor-law): at most some 7 products of a residue and a word for
/// each of n stacks, and half as many if n < 2^32; for each prime p ≤ n that divides m 3/p
/// divisions more; O(n) trial divisions to find these primes. Memory for O(1) residues.
///
/// ```
/// use nimsweep::internal::{fair_rows_by_binomials, unwatched};
///
/// for modulus in ["1", "2", "1000", "1009"] {
///     let expected = 63594 % modulus.parse::<u32>()?;
///     assert_eq!(fair_rows_by_binomials(10, &modulus.parse()?, &mut unwatched)?, expected.into());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fair_rows_by_binomials(stacks: u64, modulus: &Modulus, watch: Watch<'_>) -> Result<BigUint, Error> {
    last_step(2, stacks)?;
    within_memory(2, stacks, KEPT_BY_BINOMIALS, modulus.get().bits().into())?;
    let (values, primes) = (values_of_two_coins()?, modulus.primes_up_to(stacks));
    Ok(match modulus.small() {
        Some(small) => binomial::modulo(values, &SmallRing::new(small), &primes, stacks, watch)?.into(),
        None => binomial::modulo(values, modulus, &primes, stacks, watch)?,
    })
}

/// The number of fair rows modulo m by the recurrence modulo m, if m has no small prime factor.
///
/// # Errors
/// As [`fair_rows_modulo`], and of the kind [`NotInvertible`](ErrorKind::NotInvertible) if a prime
/// factor of m is at most
/// n·h·2^(h−1), because the recurrence divides by it. [`fair_rows_modulo`] then uses another
/// method.
///
/// # Cost
/// By the [power law](super#the-power-law): n·h·2^(h−1) steps of 2^h + 3 products of residues for n
/// stacks of h coins; memory for h·2^h residues.
///
/// ```
/// use nimsweep::internal::{fair_rows_by_recurrence, unwatched};
///
/// let [prime, composite] = ["1009", "1003"].map(|modulus| modulus.parse().unwrap());
/// let count = fair_rows_by_recurrence(2, 10, &prime, &mut unwatched)?;
/// assert_eq!(count, (63594_u32 % 1009).into());
/// // 17·59, and 17 ≤ 4·10
/// assert!(fair_rows_by_recurrence(2, 10, &composite, &mut unwatched).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fair_rows_by_recurrence(
    height: u32,
    stacks: u64,
    modulus: &Modulus,
    watch: Watch<'_>,
) -> Result<BigUint, Error> {
    at_most_tallest(height)?;
    let last = last_step(height, stacks)?;
    // beside the coefficients, the inverses of a block of steps are kept
    let kept = u128::from(kept_coefficients(centre(height), last) + 4 * recurrence::BLOCK);
    within_memory(height, stacks, kept, modulus.get().bits().into())?;
    if let Some(&divisor) = modulus.primes_up_to(last).first() {
        return Err(error!(
            NotInvertible,
            "the recurrence divides by {divisor}, which has no inverse modulo {modulus}; use a modulus without prime \
             factors up to {last}, or another way of counting"
        ));
    }
    let polynomial = ValuePolynomial::of_height(height)?;
    Ok(match modulus.small() {
        Some(small) => polynomial.central_residue(&SmallRing::new(small), stacks, watch)?.into(),
        None => polynomial.central_residue(modulus, stacks, watch)?,
    })
}

/// An estimate of the work of [`fair_rows`], or with a modulus of [`fair_rows_modulo`], in word
/// operations: roughly as many nanoseconds.
///
/// To choose the method for heights other than 2 it looks for small prime factors of the modulus,
/// which takes a small part of the time of the count itself. It does so only if the recurrence
/// modulo m takes less than 2^38 operations, some minutes; otherwise the result is a lower bound.
/// An estimate above 2^128 − 1 is returned as 2^128 − 1.
///
/// # Errors
/// [`Error`] above height 20.
///
/// ```
/// use nimsweep::internal::fair_rows_work;
///
/// let modulus = "989898989".parse()?;
/// assert!(fair_rows_work(2, 9898, Some(&modulus))? < 1 << 22); // milliseconds
/// assert!(fair_rows_work(2, 1_000_000, None)? > 1 << 38); // minutes
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fair_rows_work(height: u32, stacks: u64, modulus: Option<&Modulus>) -> Result<u128, Error> {
    at_most_tallest(height)?;
    let words = u128::from(height) * u128::from(stacks) / 64;
    let exact = products(height, stacks).saturating_mul(words.max(PER_PRODUCT));
    let modulus = modulus.filter(|modulus| !is_longer_than_the_count(modulus, height, stacks));
    let Some(modulus) = modulus else { return Ok(exact) };
    // a product of residues of w words beside one of a single word, measured and rounded up: it
    // allocates memory, and divides a product
    let words = u128::from(modulus.get().bits().div_ceil(64));
    let per_residue = if words == 1 { 1 } else { words * (words + 96) / 8 };
    if height == 2 {
        return Ok(u128::from(stacks).saturating_mul(PER_BINOMIAL * per_residue));
    }
    let work = products(height, stacks).saturating_mul(PER_RESIDUE * per_residue);
    let divides = |last| !modulus.primes_up_to(last).is_empty();
    let is_exact = work < LONG && last_step(height, stacks).is_ok_and(divides);
    Ok(if is_exact { exact } else { work })
}

/// Whether m has more than one word and more bits than the count can have: there are 2^(h·n) rows.
fn is_longer_than_the_count(modulus: &Modulus, height: u32, stacks: u64) -> bool {
    modulus.small().is_none() && modulus.get().bits() > stacks.saturating_mul(height.into())
}

/// The products of the recurrence: 2^h for each of n·h·2^(h−1) steps, below 2^25·2^20·2^64.
fn products(height: u32, stacks: u64) -> u128 {
    (u128::from(centre(height)) << height) * u128::from(stacks)
}

/// The last step of the recurrence, n·h·2^(h−1).
fn last_step(height: u32, stacks: u64) -> Result<u64, Error> {
    let steps = centre(height).checked_mul(stacks);
    steps.ok_or_else(|| too_large(height, stacks, "2^64 steps or more"))
}

/// Refuses a count that keeps `numbers` of this many bits if they may need more than a
/// gigabyte.
pub(crate) fn within_memory(height: u32, stacks: u64, numbers: u128, bits: u128) -> Result<(), Error> {
    let needed = numbers.saturating_mul(bits + OVERHEAD_BITS);
    if needed > MOST_BITS {
        return Err(too_large(height, stacks, "more than a gigabyte of memory"));
    }
    Ok(())
}

fn too_large(height: u32, stacks: u64, what: &str) -> Error {
    error!(TooLarge, "counting rows of {stacks} stacks of height {height} takes {what}; give fewer stacks")
}

/// The values A > B of the [factor law](super#the-factor-law).
pub(super) fn values_of_two_coins() -> Result<[u64; 2], Error> {
    let polynomial = ValuePolynomial::of_height(2)?;
    // the exponents are 0, A − B, A + B and 2A
    Ok([polynomial.centre, polynomial.centre - polynomial.terms[1].0])
}

#[cfg(test)]
mod tests {
    use super::super::stack::too_tall;
    use super::*;

    fn modulus(text: &str) -> Modulus {
        text.parse().unwrap()
    }

    #[test]
    fn work_follows_the_method() {
        let exact = |height, stacks| fair_rows_work(height, stacks, None).unwrap();
        let modular =
            |height, stacks, number: &str| fair_rows_work(height, stacks, Some(&modulus(number))).unwrap();
        assert!(modular(2, 100_000, "1000") < exact(2, 100_000), "binomials, for any modulus");
        assert!(modular(3, 1000, "1000000007") < exact(3, 1000), "the recurrence modulo a large prime");
        assert_eq!(modular(3, 1000, "1000000"), exact(3, 1000), "2 divides the modulus");
        assert_eq!(modular(3, 8, "18446744073709551629"), exact(3, 8), "a modulus beyond the count");
        // twice the stacks take twice the work modulo m, and four times the work exactly
        assert_eq!(modular(2, 20_000, "7"), 2 * modular(2, 10_000, "7"));
        assert_eq!(exact(2, 1 << 21), 4 * exact(2, 1 << 20));
        // stacks without coins are counted at once
        assert_eq!((exact(0, u64::MAX), modular(0, u64::MAX, "97")), (0, 0));
    }

    #[test]
    fn work_of_any_size_is_estimated_at_once() {
        for height in 1..=20 {
            assert!(fair_rows_work(height, u64::MAX, None).unwrap() > 1 << 64);
            for number in ["1", "18446744073709551557", &format!("1{}", "0".repeat(1000))] {
                assert!(fair_rows_work(height, u64::MAX, Some(&modulus(number))).unwrap() > 1 << 64);
            }
        }
        assert_eq!(fair_rows_work(21, 1, None), Err(too_tall(21)));
    }

    #[test]
    fn counts_that_no_memory_holds_are_refused() {
        for height in 1..=20 {
            assert!(fair_rows(height, u64::MAX).is_err());
            let huge = Modulus::new(BigUint::from(1_u32) << (1_u64 << 24)).unwrap();
            assert!(fair_rows_by_recurrence(height, 1 << 30, &huge, &mut unwatched).is_err());
        }
        let refused = fair_rows(2, 1 << 29).unwrap_err();
        assert_eq!(refused, too_large(2, 1 << 29, "more than a gigabyte of memory"));
        assert!(fair_rows_by_binomials(1 << 62, &modulus("7"), &mut unwatched).is_err());
        assert_eq!(fair_rows(0, u64::MAX), Ok(1_u32.into()));
    }
}
