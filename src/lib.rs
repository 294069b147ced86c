//! nimsweep
pub mod exact;
pub mod games;
pub mod piecewise;
pub mod sweep;
