//! A point of a lattice: its key and its row.

use std::ops::{Add, Sub};

/// A point (a + b√d)/D of a [`Lattice`](super::Lattice), named by its key; the row goes along because it names the point in a window.
///
/// # Order
/// By key, which is the order of the numbers for the points of one lattice ([`KeyScale`](super::KeyScale)). Points of two lattices must
/// not be mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The integer key of a + b√d.
    pub key: i64,
    /// The row: b divided by the greatest common divisor of all b of the lattice (0 where all b are 0).
    pub row: i32,
}

impl Point {
    /// The number 0, which is the same in every lattice.
    pub const ORIGIN: Self = Self { key: 0, row: 0 };
}

impl Add for Point {
    type Output = Self;

    /// The sum of the numbers: keys are additive. No overflow for points of one lattice ([`KeyScale`](super::KeyScale)).
    fn add(self, other: Self) -> Self {
        Self { key: self.key + other.key, row: self.row + other.row }
    }
}

impl Sub for Point {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { key: self.key - other.key, row: self.row - other.row }
    }
}
