//! The integer key of a + b√d: additive, and proven to keep the order within a box.

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::error::{Error, error};
use crate::number::{Radicand, Surd};

/// Sums of two keys stay below 2¹²⁶ in absolute value, so `i128` arithmetic on them cannot
/// overflow.
const KEY_BITS: u64 = 126;
/// If they stay even below 2⁶², a sweep takes `i64`.
const NARROW_KEY_BITS: u64 = 62;
/// Coordinates a and b of the box have at most this many bits, so that differences of two fit
/// `i64`.
pub(super) const COORDINATE_BITS: u64 = 61;
/// Rows of the box have at most this many bits, and fit `i32`.
const ROW_BITS: u64 = 31;

/// The scale k of the keys key(a + r·C√d) = a·2ᵏ + r·round(2ᵏ·C√d), for integers a and r of the
/// box |a| ≤ N_a, |r| ≤ N_r.
///
/// The *stride* C is a whole number: a multiple of it is the only b that occurs in a + b√d.
///
/// # The key bound
/// Let u ≠ v be points of the box, with difference Δ = Δa + Δr·C√d, so that |Δa| ≤ 2·N_a and
/// |Δr| ≤ 2·N_r.
/// - |Δ|·|Δa − Δr·C√d| = |Δa² − C²d·Δr²| is a positive integer, and |Δa − Δr·C√d| is at most
///   2(N_a + N_r·C√d). So |Δ| ≥ 1/(2(N_a + N_r·C√d)).
/// - The error of the rounded root is at most 1/2. So key(u) − key(v) differs from 2ᵏΔ by at most
///   |Δr|/2 ≤ N_r.
///
/// Hence if 2ᵏ > 2·N_r·(N_a + N_r·C√d), the sign of key(u) − key(v) is the sign of Δ. By its form
/// the key is additive without rounding: key(u + v) = key(u) + key(v).
///
/// Without a root (no d, r = 0) the key is a itself.
///
/// ```
/// use nimsweep::internal::KeyScale;
/// use nimsweep::number::Radicand;
///
/// let side = 1000.into();
/// let scale = KeyScale::for_box(Some(Radicand::new(2)?), &1.into(), [&side, &side])?;
/// // 577/408 is a convergent: 577 − 408√2 ≈ 0.00087
/// assert!(scale.key(577, 0) > scale.key(0, 408));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyScale {
    /// d of the field, or `None` for the rationals.
    pub radicand: Option<Radicand>,
    /// C: the difference of b from one row to the next.
    pub stride: i64,
    /// k: the number of binary places of a key.
    pub shift: u32,
    /// round(2ᵏ·C√d), or 0 without a root.
    pub root: i128,
    /// N_a and N_r: the largest absolute values of a coordinate a and of a row for which the order
    /// is proven.
    pub sides: [i64; 2],
    /// Whether the keys, and sums of two, stay below 2⁶², so that a sweep may hold them in `i64`.
    pub is_narrow: bool,
}

/// A coordinate of so many bits is too large.
pub(super) fn coordinate_error(bits: u64) -> Error {
    error!(
        TooLarge,
        "over the common denominator, numbers of {bits} binary digits occur, and at most {COORDINATE_BITS} fit"
    )
}

impl KeyScale {
    /// The smallest scale that keeps the order of all points a + r·C√d with |a| ≤ N_a and
    /// |r| ≤ N_r, for the stride C and the sides \[N_a, N_r\].
    ///
    /// Negative numbers mean the same as their absolute values. Without a root rows do not matter.
    ///
    /// # Errors
    /// [`Error`] if N_a or C·N_r has more than 61 bits, or N_r more than 31, or if two keys of
    /// the box could add up to 2¹²⁶ or more.
    ///
    /// # Cost
    /// A few exact operations.
    pub fn for_box(
        radicand: Option<Radicand>,
        stride: &BigInt,
        [rational, row]: [&BigInt; 2],
    ) -> Result<Self, Error> {
        Self::for_rows(ROW_BITS, radicand, stride, [rational, row])
    }

    /// The smallest scale for rows of up to 61 bits, whose points no sweep holds.
    pub(crate) fn for_long_rows(
        radicand: Option<Radicand>,
        stride: &BigInt,
        sides: [&BigInt; 2],
    ) -> Result<Self, Error> {
        Self::for_rows(COORDINATE_BITS, radicand, stride, sides)
    }

    /// The smallest scale for rows of up to so many bits.
    fn for_rows(
        row_bits: u64,
        radicand: Option<Radicand>,
        stride: &BigInt,
        [rational, row]: [&BigInt; 2],
    ) -> Result<Self, Error> {
        let [stride, rational, row] = match radicand {
            None => [BigInt::one(), rational.abs(), BigInt::zero()],
            Some(_) => [stride, rational, row].map(BigInt::abs),
        };
        let coordinate_bits = rational.bits().max((&stride * &row).bits()).max(stride.bits());
        if coordinate_bits > COORDINATE_BITS {
            return Err(coordinate_error(coordinate_bits));
        }
        if row.bits() > row_bits {
            let bits = row.bits();
            return Err(error!(
                TooLarge,
                "multiples of the root of {bits} binary digits occur, and at most {row_bits} fit"
            ));
        }
        let (shift, root) = match radicand {
            None => (0, BigInt::zero()),
            Some(d) => {
                let root = Surd::new(Zero::zero(), stride.clone().into(), d);
                let bound =
                    Surd::from(&row * 2) * (Surd::from(rational.clone()) + Surd::from(row.clone()) * &root);
                // the least k with 2ᵏ > x is the number of bits of ⌊x⌋; at most 1 + 61 + 95, as
                // √d < 2³²
                let shift = bound.floor().bits() as u32;
                let doubled = (root * Surd::from(BigInt::one() << (shift + 1))).floor();
                // round(x) = ⌊(⌊2x⌋ + 1)/2⌋
                (shift, (doubled + 1) >> 1)
            }
        };
        let largest_sum: BigInt = ((&rational << shift) + &row * &root) << 1;
        let bits = largest_sum.bits();
        let refuse =
            || error!(TooLarge, "keys of {bits} binary digits would be needed, and at most {KEY_BITS} fit");
        if bits > KEY_BITS {
            return Err(refuse());
        }
        let fitting = |x: &BigInt| x.to_i64().ok_or_else(refuse);
        Ok(Self {
            radicand,
            stride: fitting(&stride)?,
            shift,
            root: root.to_i128().ok_or_else(refuse)?,
            sides: [fitting(&rational)?, fitting(&row)?],
            is_narrow: bits <= NARROW_KEY_BITS && root.bits() <= NARROW_KEY_BITS,
        })
    }

    /// The key of a + r·C√d.
    ///
    /// The point must lie in the box that the scale was made for; then nothing overflows.
    pub fn key(&self, a: i64, row: i64) -> i128 {
        debug_assert!(self.holds(a, row), "{a}, {row} outside the box");
        (i128::from(a) << self.shift) + i128::from(row) * self.root
    }

    /// The coordinate a of the point with this key in this row.
    pub fn rational_coordinate(&self, key: i128, row: i64) -> i64 {
        // narrow keys, and their products with rows, fit 64 bits, whose arithmetic is faster
        if self.is_narrow {
            return (key as i64 - row * self.root as i64) >> self.shift;
        }
        // at most N_a
        ((key - i128::from(row) * self.root) >> self.shift) as i64
    }

    /// Whether the point a + r·C√d lies in the box for which the order is proven.
    pub fn holds(&self, a: i64, row: i64) -> bool {
        a.unsigned_abs() <= self.sides[0].unsigned_abs() && row.unsigned_abs() <= self.sides[1].unsigned_abs()
    }

    /// The scale of the same box for a sweep that is made to hold its keys in `i128`.
    #[cfg(test)]
    pub(crate) fn widened(self) -> Self {
        Self { is_narrow: false, ..self }
    }

    /// The number a + r·C√d itself.
    pub fn exact(&self, a: i64, row: i64) -> Surd {
        Surd::in_field(BigInt::from(a), BigInt::from(row) * self.stride, self.radicand)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(d: u64, stride: i64, [a, row]: [i64; 2]) -> Result<KeyScale, Error> {
        KeyScale::for_box(Radicand::new(d).ok(), &stride.into(), [&a.into(), &row.into()])
    }

    /// The key bound at the edge of the box: neighbours in the exact order are neighbours by key.
    #[test]
    fn key_bound_keeps_the_order_at_the_edge_of_the_box() {
        for d in [2, 3, 5, 7, 94, 1_000_003] {
            for (stride, [side, last_row]) in [
                (1, [1, 1]),
                (1, [2, 2]),
                (1, [7, 7]),
                (1, [30, 30]),
                (1, [200, 3]),
                (1, [3, 200]),
                (1, [0, 50]),
                (10, [100, 9]),
                (1_000_003, [40, 6]),
            ] {
                let scale = scale(d, stride, [side, last_row]).unwrap();
                let rows = |a| (-last_row..=last_row).map(move |row| (a, row));
                let mut points: Vec<(i64, i64)> = (-side..=side).flat_map(rows).collect();
                points.sort_by_key(|&(a, row)| scale.exact(a, row));
                assert!(
                    points.windows(2).all(|w| scale.key(w[0].0, w[0].1) < scale.key(w[1].0, w[1].1)),
                    "{stride}√{d}, sides {side} and {last_row}"
                );
            }
        }
    }

    /// Convergents are the closest pairs of a box; each is compared in the least box that holds it.
    #[test]
    fn key_bound_separates_the_convergents_of_large_boxes() {
        for (d, stride) in [(2, 1), (2, 5), (3, 1), (94, 7)] {
            let root = Surd::square_root_of(d) * Surd::from(stride);
            let (mut p, mut q) = ((0_i64, 1_i64), (1_i64, 0_i64));
            let mut rest = root;
            while p.1 < 1 << 36 && q.1 < 1 << ROW_BITS {
                if q.1 > 0 {
                    let scale = scale(d, stride, [p.1, q.1]).unwrap();
                    let exact = scale.exact(p.1, 0).cmp(&scale.exact(0, q.1));
                    assert_eq!(scale.key(p.1, 0).cmp(&scale.key(0, q.1)), exact, "{}/{}", p.1, q.1);
                }
                let whole = rest.floor().to_i64().unwrap();
                rest = Surd::one() / (rest - Surd::from(whole));
                (p, q) = ((p.1, whole * p.1 + p.0), (q.1, whole * q.1 + q.0));
            }
            assert!(p.1 > 1_000_000, "{p:?}");
        }
    }

    /// A convergent p/q is also the difference of two corners of a box half as large, whose keys
    /// are both off, in opposite directions: that needs the bound twice as large as one point does.
    #[test]
    fn key_bound_separates_the_opposite_corners_of_large_boxes() {
        for d in (2..400_i128).filter(|&d| Radicand::new(d as u64).is_ok()) {
            // the continued fraction of √d: (m + √d)/n, with the whole part a
            let whole = d.isqrt();
            let (mut m, mut n, mut a) = (0, 1, whole);
            let (mut p, mut q) = ((1_i128, whole), (0_i128, 1_i128));
            // so that half of q has no more bits than a row
            while q.1 < (1 << (ROW_BITS + 1)) - 1 {
                let [low, high] =
                    [(p.1 / 2, q.1 / 2), ((p.1 + 1) / 2, (q.1 + 1) / 2)].map(|(p, q)| (p as i64, q as i64));
                let scale = scale(d as u64, 1, [high.0, high.1]).unwrap();
                let order = scale.key(-low.0, high.1).cmp(&scale.key(high.0, -low.1));
                assert_eq!(order, (q.1 * q.1 * d).cmp(&(p.1 * p.1)), "{}/{} and √{d}", p.1, q.1);
                m = a * n - m;
                n = (d - m * m) / n;
                a = (whole + m) / n;
                (p, q) = ((p.1, a * p.1 + p.0), (q.1, a * q.1 + q.0));
            }
        }
    }

    #[test]
    fn the_scale_is_the_least_that_the_bound_allows() {
        // 2·1000·(1000 + 1000√2) = 4.8e6: 2^23 is the first power above
        assert_eq!(scale(2, 1, [1000, 1000]).unwrap().shift, 23);
        // 2·10·(1000 + 10·100√2) = 4.8e4, where the stride was 100
        assert_eq!(scale(2, 100, [1000, 10]).unwrap().shift, 16);
    }

    #[test]
    fn keys_are_additive_and_name_their_point() {
        for (stride, sides) in [(1, [400, 400]), (9, [1 << 40, 1 << 30])] {
            let scale = scale(3, stride, sides).unwrap();
            for (a, b, c, e) in [(1, 2, 3, 4), (-5, 7, 200, -3), (0, -200, 13, 1)] {
                assert_eq!(scale.key(a, b) + scale.key(c, e), scale.key(a + c, b + e));
                assert_eq!(scale.rational_coordinate(scale.key(a, b), b), a);
                assert_eq!(scale.widened().rational_coordinate(scale.key(a, b), b), a);
            }
        }
    }

    #[test]
    fn keys_are_narrow_where_64_bits_suffice() {
        assert!(scale(2, 1, [1 << 18, 1 << 18]).unwrap().is_narrow);
        assert!(!scale(2, 1, [1 << 20, 1 << 20]).unwrap().is_narrow);
        assert!(
            scale(2, 1, [1 << 40, 2]).unwrap().is_narrow == scale(2, 1, [-1 << 40, -2]).unwrap().is_narrow
        );
        assert!(scale(1, 1, [1 << 60, 1 << 60]).unwrap().is_narrow); // no root, so no row
    }

    #[test]
    fn too_large_a_box_is_refused() {
        assert_eq!(scale(2, 1, [1 << 61, 1]), Err(coordinate_error(62)));
        assert_eq!(scale(2, 1 << 31, [1, 1 << 30]), Err(coordinate_error(62)));
        let refusal = |sides| scale(2, 1, sides).unwrap_err().to_string();
        assert_eq!(
            refusal([1, 1 << 31]),
            "multiples of the root of 32 binary digits occur, and at most 31 fit"
        );
        assert_eq!(scale(1, 1, [1 << 61, 0]), Err(coordinate_error(62)));
        let refusal = refusal([1 << 56, 1 << 30]);
        let bits: u64 = refusal.split(' ').nth(2).unwrap().parse().unwrap();
        assert!(bits > KEY_BITS);
        assert!(scale(2, 1, [1 << 40, 1 << 30]).is_ok());
        assert_eq!(scale(2, 1, [-7, -7]), scale(2, 1, [7, 7]));
    }
}
