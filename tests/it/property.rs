//! How many cases a property test tries: 256, times a multiplier from the environment.
//!
//! The unit tests of the library include this file, too.

use std::env::{VarError, var};

use proptest::test_runner::Config;

/// The variable of the environment with the multiplier.
pub const VARIABLE: &str = "NIMSWEEP_TEST_MULTIPLIER";

/// The largest multiplier; it makes some tests run for a day.
const LARGEST: u32 = 100_000;

/// How a property test runs. Every one takes this or [`cases`], so that one variable makes all of
/// them longer.
///
/// # Panics
/// If the variable has a value that is not a multiplier, so that no short run passes for a long
/// one.
pub fn config() -> Config {
    cases(Config::default().cases)
}

/// How a property test of slow cases runs: this many of them, times the multiplier.
///
/// # Panics
/// As [`config`].
pub fn cases(count: u32) -> Config {
    let value = match var(VARIABLE) {
        Ok(value) => Some(value),
        Err(VarError::NotPresent) => None,
        Err(VarError::NotUnicode(value)) => Some(value.to_string_lossy().into_owned()),
    };
    let multiplier = multiplier(value.as_deref()).unwrap_or_else(|refusal| panic!("{refusal}"));
    Config { cases: count.saturating_mul(multiplier), ..Config::default() }
}

/// The multiplier that a value of the variable means, or why it means none.
pub fn multiplier(value: Option<&str>) -> Result<u32, String> {
    let Some(value) = value else { return Ok(1) };
    let number = value.parse().ok().filter(|number| (1..=LARGEST).contains(number));
    number.ok_or_else(|| format!("{VARIABLE}='{value}': give a whole number from 1 to {LARGEST}"))
}
