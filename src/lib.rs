//! nimsweep
pub mod exact;
pub mod games;
pub mod sweep;
