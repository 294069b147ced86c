//! A point of a lattice: its key and its row; and the integer types that keys are held in, 64 bits
//! if these suffice, else 128.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Add, Div, Mul, Shl, Shr, Sub};

/// A point (a + Σ b√d)/D of a [`Lattice`](super::Lattice), given by its key.
///
/// It also carries its row, which identifies the point within a window of a sweep.
///
/// The type K of the key is `i128`, which holds every key. Inside a sweep it is `i64` if that
/// suffices.
///
/// # Order
/// By key. For points of one lattice this is the order of the numbers
/// (page [exactness](crate::docs::exactness)). Points of different lattices must not be mixed.
///
/// ```
/// use nimsweep::lattice::{Lattice, Point};
///
/// let lattice = Lattice::spanned_by(&["1".parse()?, "sqrt2".parse()?], &"10".parse()?)?;
/// let [one, root] = lattice.generators()[..] else { unreachable!() };
/// assert!(Point::ORIGIN < one && one < root && root < one + one);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point<K = i128> {
    /// The integer key of a + Σ b√d.
    pub key: K,
    /// The row: for one root, b divided by the greatest common divisor of all b of the lattice; for
    /// several, a number for all of them together.
    pub row: i64,
}

impl Point {
    /// The number 0, which is the same point in every lattice.
    pub const ORIGIN: Self = Self { key: 0, row: 0 };
}

impl<K> Point<K> {
    /// This point for a sweep whose keys are of this type, which has to hold the key.
    pub(crate) fn of(point: Point) -> Self
    where
        K: Key,
    {
        Self { key: K::nearest(point.key), row: point.row }
    }

    /// This point with the type that holds every key.
    pub(crate) fn widened(self) -> Point
    where
        K: Key,
    {
        Point { key: self.key.into(), row: self.row }
    }
}

impl<K: Add<Output = K>> Add for Point<K> {
    type Output = Self;

    /// The sum of the numbers: keys and rows are additive.
    ///
    /// The sum must be a sum of two points in the box of the keys; then nothing overflows
    /// (page [exactness](crate::docs::exactness)).
    fn add(self, other: Self) -> Self {
        Self { key: self.key + other.key, row: self.row + other.row }
    }
}

impl<K: Sub<Output = K>> Sub for Point<K> {
    type Output = Self;

    /// The difference of the numbers.
    fn sub(self, other: Self) -> Self {
        Self { key: self.key - other.key, row: self.row - other.row }
    }
}

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
    + Mul<Output = Self>
    + Div<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// A number, or the nearest that the type holds: so a bound beyond all keys stays beyond
    /// them.
    fn nearest(number: i128) -> Self;
}

impl Key for i64 {
    #[inline]
    fn nearest(number: i128) -> Self {
        // it lies between the two ends of the type
        number.clamp(Self::MIN.into(), Self::MAX.into()) as Self
    }
}

impl Key for i128 {
    #[inline]
    fn nearest(number: i128) -> Self {
        number
    }
}
