//! Rivals for the stones: openings by a sweep, and the sum of M(n) by prefix sums.

mod prefixes;
mod sweep;

pub use prefixes::sum_by_prefixes;
pub use sweep::sweep;
