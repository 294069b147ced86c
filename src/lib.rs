//! nimsweep
pub mod exact;
