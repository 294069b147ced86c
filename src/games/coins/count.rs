//! Fair rows by the best of the ways to count them.
//!
//! | heights | exact | modulo m |
//! | --- | --- | --- |
//! | 2 | [`recurrence`], O(n²) word operations | [`binomial`], O(n) for any m |
//! | others | [`recurrence`] | [`recurrence`]; where m has a small prime factor, the exact count is reduced |
//!
//! The recurrence divides, and sums do not split into a unit part and prime powers as products do: to divide by all
//! numbers up to N modulo a power of p takes as many more digits to the base p as p divides N!, that is about N/(p−1). So
//! a modulus with small prime factors gains nothing on the exact count there. Nor does one of more digits than the count.

use num_bigint::BigUint;

use super::limits::CountError;
use super::modular::Modulus;
use super::{binomial, recurrence};

/// The number of fair rows of `stacks` stacks of `height` coins: whoever moves first loses.
///
/// # Errors
/// [`CountError::TooTall`] above height 20, [`CountError::TooManyStacks`] where the work would exceed some minutes.
///
/// # Cost
/// That of [`recurrence::exact`].
///
/// ```
/// use nimsweep::games::coins::fair_arrangements;
///
/// assert_eq!(fair_arrangements(2, 2)?, 4_u32.into()); // GG SS, SS GG, SG GS, GS SG
/// assert_eq!(fair_arrangements(1, 6)?, 20_u32.into()); // three gold coins among six
/// assert_eq!(
///     fair_arrangements(25, 2).unwrap_err().to_string(),
///     "a table of height 25 would hold 2^25 stacks; a height of at most 20 is possible"
/// );
/// # Ok::<(), nimsweep::games::coins::CountError>(())
/// ```
pub fn fair_arrangements(height: u32, stacks: u64) -> Result<BigUint, CountError> {
    recurrence::exact(height, stacks)
}

/// The number of fair rows modulo m, for any m ≥ 1.
///
/// # Errors
/// [`CountError::TooTall`] above height 20, [`CountError::TooManyStacks`] where the work would exceed some minutes.
///
/// # Cost
/// That of [`binomial::modulo`] for two coins. For other heights that of [`recurrence::modulo`] where all prime factors of m
/// are above n·2^(h−1)·h, else that of [`recurrence::exact`]; so too where m has more than h·n and more than 64 bits.
///
/// ```
/// use nimsweep::games::coins::fair_arrangements_modulo;
///
/// assert_eq!(fair_arrangements_modulo(2, 10, &"1000".parse()?)?, 594_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fair_arrangements_modulo(height: u32, stacks: u64, modulus: &Modulus) -> Result<BigUint, CountError> {
    let reduced = || Ok(recurrence::exact(height, stacks)? % modulus.get());
    // there are 2^(h·n) rows
    if modulus.small().is_none() && modulus.get().bits() > stacks.saturating_mul(height.into()) {
        return reduced();
    }
    if height == 2 {
        return binomial::modulo(stacks, modulus);
    }
    match recurrence::modulo(height, stacks, modulus) {
        Err(CountError::NotInvertible { .. }) => reduced(),
        counted => counted,
    }
}
