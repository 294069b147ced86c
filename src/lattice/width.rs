//! The integer types that keys are held in: 64 bits where they suffice, else 128.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Add, Div, Shl, Shr, Sub};

/// An integer type for the keys of a run: `i64` or `i128`.
///
/// Which one is decided when the run starts ([`KeyScale::is_narrow`](super::KeyScale::is_narrow));
/// one generic code serves both.
pub(crate) trait Key:
    Copy
    + Debug
    + Default
    + Ord
    + Hash
    + Send
    + Sync
    + From<i64>
    + Into<i128>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Div<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The same number, or the nearest that the type holds: so a bound beyond all keys stays beyond
    /// them.
    fn nearest(number: i128) -> Self;

    /// So many times the key; the product has to fit.
    fn times(self, count: i64) -> Self;
}

impl Key for i64 {
    fn nearest(number: i128) -> Self {
        // it lies between the two ends of the type
        number.clamp(Self::MIN.into(), Self::MAX.into()) as Self
    }

    fn times(self, count: i64) -> Self {
        self * count
    }
}

impl Key for i128 {
    fn nearest(number: i128) -> Self {
        number
    }

    fn times(self, count: i64) -> Self {
        self * Self::from(count)
    }
}
