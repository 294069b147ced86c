//! The integer key of a + Σ b√d: additive, and proven to keep the order within a box.

use std::iter::once;

use itertools::Itertools;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive};
use smallvec::{SmallVec, smallvec};

use super::point::Point;
use crate::error::{Error, error};
use crate::number::{Radicand, Surd};

/// Sums of two keys stay below 2¹²⁶ in absolute value, so `i128` arithmetic on them cannot
/// overflow.
const KEY_BITS: u64 = 126;
/// If they stay even below 2⁶², a sweep takes `i64`.
const NARROW_KEY_BITS: u64 = 62;
/// Coordinates of the box have at most this many bits, so that differences of two fit `i64`. So do
/// those of rows.
pub(super) const COORDINATE_BITS: u64 = 61;
/// The most square roots of which none is a product of others. More, with a degree of 256 or more,
/// would need keys of more bits even in the smallest box.
const MOST_RANK: u32 = 7;

/// a, and b for each root, of a + Σ b√d: the coordinates of a number over a common denominator.
pub type Coordinates = SmallVec<[i64; 2]>;

/// The scale k of the keys key(a + Σ r·C√d) = a·2ᵏ + Σ r·round(2ᵏ·C√d), for integers a and r of a
/// box: each from −l to h, for an l and an h of its own. It is often not symmetric, as lengths
/// have hardly any negative coordinates.
///
/// The *stride* C of a root is a whole number: only multiples of it occur as b in a + Σ b√d. The
/// *row* of a point is Σ r·M with M = 1 for the first root, and for each other one M·(2N + 1) of
/// the root before it, where N is the greater one of its l and h: so it names all r.
///
/// # The key bound
/// Let u ≠ v be points of the box, with the difference Δ = Δ_0 + Σ Δ_i·C√d, so that each |Δ_i| is
/// at most the D_i = l + h of the coordinate. Let n be the degree of the field of all roots, and S
/// = D_0² + Σ D_i²C²d.
/// - The product of all n conjugates of Δ is an integer, and not 0. So |Δ| is at least 1 over the
///   product of the other n − 1.
/// - Σ (σΔ)² over all conjugations σ is n·Σ Δ_i²C²d ≤ n·S: a product √d·√e of two different roots
///   is irrational, and its conjugates add up to 0.
/// - So, by the means, the product of the squares of n − 1 of them is at most (n·S/(n − 1))ⁿ⁻¹.
/// - The error of a rounded root is at most 1/2. So key(u) − key(v) differs from 2ᵏΔ by at most
///   E = Σ D_i/2, without D_0.
///
/// Hence if 2²ᵏ > E²·(n·S)ⁿ⁻¹/(n − 1)ⁿ⁻¹, the sign of key(u) − key(v) is the sign of Δ. By its form
/// the key is additive without rounding: key(u + v) = key(u) + key(v).
///
/// Without a root the key is a itself.
///
/// ```
/// use nimsweep::internal::KeyScale;
/// use nimsweep::number::Radicand;
///
/// let ends = || [0.into(), 1000.into()];
/// let scale = KeyScale::for_box(&[(Radicand::new(2)?, 1.into())], &[ends(), ends()])?;
/// // 577/408 is a convergent: 577 − 408√2 ≈ 0.00087
/// assert!(scale.point(&[577, 0]) > scale.point(&[0, 408]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyScale {
    /// k: the number of binary places of a key.
    pub shift: u32,
    /// The largest absolute value of a for which the order is proven.
    pub side: i64,
    /// l and h for a, and for each r.
    ends: SmallVec<[[i64; 2]; 2]>,
    /// The roots, in ascending order of d.
    pub roots: SmallVec<[KeyRoot; 1]>,
    /// Whether the keys, and sums of two, stay below 2⁶², so that a sweep may hold them in `i64`.
    pub is_narrow: bool,
}

/// A root of a [`KeyScale`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyRoot {
    /// d.
    pub radicand: Radicand,
    /// C: the difference of b from one r to the next.
    pub stride: i64,
    /// round(2ᵏ·C√d).
    pub key: i128,
    /// N: the largest absolute value of r for which the order is proven.
    pub side: i64,
    /// M: what r counts in a row.
    place: i64,
}

/// A coordinate of so many bits is too large.
pub(super) fn coordinate_error(bits: u64) -> Error {
    error!(
        TooLarge,
        "over the common denominator, numbers of {bits} binary digits occur, and at most {COORDINATE_BITS} fit"
    )
}

impl KeyScale {
    /// The smallest scale that keeps the order of all points of the box with these l and h, of a
    /// and of each root, for roots with their strides, in ascending order.
    ///
    /// Of an l, an h and a stride only the absolute value counts.
    ///
    /// # Errors
    /// [`Error`] if an N of a or a C·N has more than 61 bits, if rows have, or if two keys of the
    /// box could add up to 2¹²⁶ or more.
    ///
    /// # Cost
    /// A few exact operations.
    pub fn for_box(roots: &[(Radicand, BigInt)], ends: &[[BigInt; 2]]) -> Result<Self, Error> {
        let box_ends = ends.iter().map(|ends| ends.each_ref().map(BigInt::abs)).collect_vec();
        let sides = box_ends.iter().map(|[low, high]| low.max(high).clone()).collect_vec();
        let spans = box_ends.iter().map(|[low, high]| low + high).collect_vec();
        // without a root keys are exact
        let box_ends = if roots.is_empty() { vec![[&sides[0]; 2].map(BigInt::clone)] } else { box_ends };
        let strides = roots.iter().map(|(_, stride)| stride.abs()).collect_vec();
        let along = sides[1..].iter().zip(&strides).map(|(side, stride)| side * stride);
        // of the greatest coordinate
        let bits = sides[..1].iter().map(BigInt::bits).chain(along.map(|side| side.bits()));
        let bits = bits.chain(strides.iter().map(BigInt::bits)).max().unwrap_or(0);
        if bits > COORDINATE_BITS {
            return Err(coordinate_error(bits));
        }
        let row = |last: BigInt, side: &BigInt| last * (side * 2 + 1) + side;
        let bits = sides[1..].iter().rev().fold(BigInt::ZERO, row).bits();
        if bits > COORDINATE_BITS {
            return Err(error!(
                TooLarge,
                "multiples of the roots have {bits} binary digits together, and at most {COORDINATE_BITS} fit"
            ));
        }
        let refuse = |bits: u64| {
            error!(TooLarge, "keys of {bits} binary digits would be needed, and at most {KEY_BITS} fit")
        };
        let field: Surd = roots.iter().map(|(d, _)| Surd::square_root_of(d.get())).sum();
        let rank = field.rank();
        if rank > MOST_RANK {
            let degree = 1_u64 << rank.min(32);
            return Err(error!(
                TooLarge,
                "the field of the roots has the degree {degree}, and keys serve at most 128"
            ));
        }
        let others = (1_u32 << rank) - 1; // n − 1
        let twice: BigInt = spans[1..].iter().sum(); // 2E
        let weights =
            once((1, BigInt::one())).chain(roots.iter().map(|(d, stride)| (d.get(), stride * stride)));
        let squares = spans.iter().zip(weights).map(|(span, (d, stride))| span * span * stride * d);
        let squares: BigInt = squares.sum();
        let bound: BigInt =
            &twice * &twice * (squares * (others + 1)).pow(others) / (BigInt::from(others).pow(others) * 4);
        // the least 2²ᵏ above it
        let shift = bound.bits().div_ceil(2) as u32;
        // 2ᵏ·C√d, rounded: round(x) = ⌊(⌊2x⌋ + 1)/2⌋
        let key = |((d, _), stride): (&(Radicand, BigInt), &BigInt)| {
            let twice = Surd::square_root_of(d.get()) * Surd::from(stride << (shift + 1));
            (twice.floor() + 1_i32) >> 1
        };
        let keys: Vec<BigInt> = roots.iter().zip(&strides).map(key).collect();
        let largest: BigInt = keys.iter().zip(&sides[1..]).map(|(key, side)| key * side).sum();
        let bits = (((&sides[0] << shift) + largest) << 1_u32).bits();
        let widest = keys.iter().map(BigInt::bits).max().unwrap_or(0);
        if bits > KEY_BITS || widest > KEY_BITS {
            return Err(refuse(bits.max(widest)));
        }
        let fitting = |x: &BigInt| x.to_i64().ok_or_else(|| coordinate_error(x.bits()));
        let (mut scale_roots, mut place) = (SmallVec::new(), 1);
        for (index, &(radicand, _)) in roots.iter().enumerate() {
            let (stride, side) = (fitting(&strides[index])?, fitting(&sides[index + 1])?);
            let key = keys[index].to_i128().ok_or_else(|| refuse(keys[index].bits()))?;
            scale_roots.push(KeyRoot { radicand, stride, key, side, place });
            // the place of a root that there is not may be beyond all rows
            place = (2 * side + 1).saturating_mul(place);
        }
        let is_narrow = bits <= NARROW_KEY_BITS && widest <= NARROW_KEY_BITS;
        let mut ends = SmallVec::new();
        for [low, high] in &box_ends {
            ends.push([fitting(low)?, fitting(high)?]);
        }
        Ok(Self { shift, side: fitting(&sides[0])?, ends, roots: scale_roots, is_narrow })
    }

    /// The point with these coordinates, if it lies in the box.
    #[must_use]
    pub fn point(&self, coordinates: &[i64]) -> Option<Point> {
        let (&a, rest) = coordinates.split_first()?;
        let mut point = Point { key: i128::from(a) << self.shift, row: 0 };
        for (root, b) in self.roots.iter().zip(rest) {
            let (r, left) = b.div_rem(&root.stride);
            if left != 0 || r.unsigned_abs() > root.side.unsigned_abs() {
                return None;
            }
            point.key += i128::from(r) * root.key;
            point.row += r * root.place;
        }
        (rest.len() == self.roots.len() && self.holds(coordinates)).then_some(point)
    }

    /// The coordinates of a point.
    #[inline]
    #[must_use]
    pub fn coordinates(&self, point: Point) -> Coordinates {
        let Point { mut key, mut row } = point;
        // narrow keys, and their products with rows, fit 64 bits, whose arithmetic is faster; what
        // is left is at most N_0
        let whole = |key: i128, row: i64, root: &KeyRoot| match self.is_narrow {
            true => (key as i64 - row * root.key as i64) >> self.shift,
            false => ((key - i128::from(row) * root.key) >> self.shift) as i64,
        };
        match &self.roots[..] {
            [] => smallvec![key as i64],
            [root] => SmallVec::from_buf([whole(key, row, root), row * root.stride]),
            [roots @ .., last] => {
                let mut coordinates: Coordinates = smallvec![0];
                for root in roots {
                    let r = (row + root.side).rem_euclid(2 * root.side + 1) - root.side;
                    (key, row) = (key - i128::from(r) * root.key, (row - r) / (2 * root.side + 1));
                    coordinates.push(r * root.stride);
                }
                coordinates.push(row * last.stride);
                coordinates[0] = whole(key, row, last);
                coordinates
            }
        }
    }

    /// Whether a number lies in the box for which the order is proven, a point or not.
    #[must_use]
    pub fn holds(&self, coordinates: &[i64]) -> bool {
        let strides = once(1).chain(self.roots.iter().map(|root| root.stride));
        let ends = self.ends.iter().zip(strides).map(|(ends, stride)| ends.map(|end| end * stride));
        coordinates.iter().zip(ends).all(|(x, [low, high])| (-low..=high).contains(x))
    }

    /// The number with these coordinates.
    #[must_use]
    pub fn exact(&self, coordinates: &[i64]) -> Surd {
        Surd::of_coordinates(coordinates, &BigInt::one(), self.radicands())
    }

    /// The largest absolute value of each coordinate in the box.
    #[must_use]
    pub fn sides(&self) -> Coordinates {
        // C·N has at most 61 bits
        once(self.side).chain(self.roots.iter().map(|root| root.stride * root.side)).collect()
    }

    /// Σ N, without that of a: the key of a point is off from 2ᵏ times the number by no more than
    /// half of it, and that of a difference by no more than all of it.
    pub(crate) fn doubt(&self) -> i128 {
        self.roots.iter().map(|root| i128::from(root.side)).sum()
    }

    /// The greatest key of the box: below 2¹²⁵.
    pub(super) fn largest_key(&self) -> i128 {
        let roots = self.roots.iter().map(|root| i128::from(root.side) * root.key);
        (i128::from(self.side) << self.shift) + roots.sum::<i128>()
    }

    /// The numbers under the roots.
    pub(crate) fn radicands(&self) -> impl ExactSizeIterator<Item = Radicand> + Clone + '_ {
        self.roots.iter().map(|root| root.radicand)
    }

    /// The scale of the same box for a sweep that is made to hold its keys in `i128`.
    #[cfg(test)]
    pub(crate) fn widened(self) -> Self {
        Self { is_narrow: false, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(d: u64, stride: i64, sides: [i64; 2]) -> Result<KeyScale, Error> {
        let roots: Vec<_> = Radicand::new(d).ok().map(|d| (d, stride.into())).into_iter().collect();
        KeyScale::for_box(&roots, &sides.map(|side| [side, side].map(BigInt::from))[..=roots.len()])
    }

    fn key(scale: &KeyScale, a: i64, row: i64) -> i128 {
        scale.point(&[a, row * scale.roots[0].stride]).unwrap().key
    }

    fn exact(scale: &KeyScale, a: i64, row: i64) -> Surd {
        scale.exact(&[a, row * scale.roots[0].stride])
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
                points.sort_by_key(|&(a, row)| exact(&scale, a, row));
                assert!(
                    points.windows(2).all(|w| key(&scale, w[0].0, w[0].1) < key(&scale, w[1].0, w[1].1)),
                    "{stride}√{d}, sides {side} and {last_row}"
                );
            }
        }
    }

    /// All points of boxes with several roots, also dependent ones: neighbours in the exact order
    /// are neighbours by key, and each point has its coordinates.
    #[test]
    fn key_bound_keeps_the_order_of_several_roots() {
        for (roots, sides) in [
            (&[2_u64, 3][..], &[6_i64, 4, 5][..]),
            (&[5, 7], &[2, 9, 3]),
            (&[2, 3, 6], &[3, 2, 2, 2]),
            (&[2, 3, 5], &[2, 2, 2, 2]),
            (&[6, 10, 15], &[3, 1, 2, 2]),
        ] {
            let strides = [1, 3, 1];
            let with_strides = roots.iter().zip(strides);
            let roots: Vec<_> =
                with_strides.map(|(&d, stride)| (Radicand::new(d).unwrap(), stride.into())).collect();
            let ends: Vec<_> = sides.iter().map(|&side| [side, side].map(BigInt::from)).collect();
            let scale = KeyScale::for_box(&roots, &ends).unwrap();
            let along = sides.iter().zip([1].iter().chain(&strides));
            let points = along.map(|(&side, &stride)| (-side..=side).map(move |r| r * stride));
            let mut points = points.multi_cartesian_product().collect_vec();
            points.sort_by_cached_key(|x| scale.exact(x));
            let keys: Vec<_> = points.iter().map(|x| scale.point(x).unwrap()).collect();
            assert!(keys.windows(2).all(|pair| pair[0].key < pair[1].key), "{roots:?}");
            assert!(keys.iter().zip(&points).all(|(at, x)| scale.coordinates(*at)[..] == x[..]), "{roots:?}");
        }
    }

    /// Convergents are the closest pairs of a box; each is compared in the least box that holds it.
    #[test]
    fn key_bound_separates_the_convergents_of_large_boxes() {
        for (d, stride) in [(2, 1), (2, 5), (3, 1), (94, 7)] {
            let root = Surd::square_root_of(d) * Surd::from(stride);
            let (mut p, mut q) = ((0_i64, 1_i64), (1_i64, 0_i64));
            let mut rest = root;
            while p.1 < 1 << 36 && q.1 < 1 << 31 {
                if q.1 > 0 {
                    let scale = scale(d, stride, [p.1, q.1]).unwrap();
                    let exact = exact(&scale, p.1, 0).cmp(&exact(&scale, 0, q.1));
                    assert_eq!(key(&scale, p.1, 0).cmp(&key(&scale, 0, q.1)), exact, "{}/{}", p.1, q.1);
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
            while q.1 < 1 << 32 {
                let [low, high] =
                    [(p.1 / 2, q.1 / 2), ((p.1 + 1) / 2, (q.1 + 1) / 2)].map(|(p, q)| (p as i64, q as i64));
                let scale = scale(d as u64, 1, [high.0, high.1]).unwrap();
                let order = key(&scale, -low.0, high.1).cmp(&key(&scale, high.0, -low.1));
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
                assert_eq!(key(&scale, a, b) + key(&scale, c, e), key(&scale, a + c, b + e));
                let point = scale.point(&[a, b * stride]).unwrap();
                for scale in [scale.clone(), scale.clone().widened()] {
                    assert_eq!(scale.coordinates(point)[..], [a, b * stride]);
                }
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
        let two = |row: i64| {
            let roots = [2, 3].map(|d| (Radicand::new(d).unwrap(), BigInt::one()));
            KeyScale::for_box(&roots, &[1, 1, row].map(|side| [side, side].map(BigInt::from)))
        };
        let refused = two(1 << 60).unwrap_err().to_string();
        assert_eq!(refused, "multiples of the roots have 62 binary digits together, and at most 61 fit");
        assert!(two(1 << 10).is_ok());
        assert_eq!(scale(1, 1, [1 << 61, 0]), Err(coordinate_error(62)));
        let refusal = refusal([1 << 56, 1 << 30]);
        let bits: u64 = refusal.split(' ').nth(2).unwrap().parse().unwrap();
        assert!(bits > KEY_BITS);
        assert!(scale(2, 1, [1 << 40, 1 << 30]).is_ok());
        assert_eq!(scale(2, 1, [-7, -7]), scale(2, 1, [7, 7]));
    }
}
