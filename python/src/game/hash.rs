//! Hashes of results, which agree with their equality by value.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use nimsweep::algebraic::Algebraic;
use num_traits::ToPrimitive;

/// The hash of the parts that decide whether two results are equal, or of some of them.
pub fn hashed(parts: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    parts.hash(&mut hasher);
    hasher.finish()
}

/// The nearest float of a number as bits: equal for equal numbers, however they are given.
pub fn float_bits(number: &Algebraic) -> u64 {
    number.to_f64().unwrap_or(f64::INFINITY).to_bits()
}
