//! The games: one module each, from its rule to its answers.

pub mod coins;
pub mod halving;
pub mod octal;
pub mod squares;
pub mod stones;

mod prefixes;
mod samples;

/// The memory, in bits, that the numbers of one answer may take: one gigabyte.
const MOST_BITS: u128 = 1 << 33;
/// What a stored number takes beyond its own bits: its entry in the list, and what the allocator
/// adds.
const OVERHEAD_BITS: u128 = 512;
