//! Exact answers for combinatorial games, by a sweep line over Q(√d).
pub mod cli;
pub mod exact;
pub mod games;
pub mod piecewise;
pub mod sweep;
