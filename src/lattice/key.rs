//! The integer key of a + b√d: additive, and proven to keep the order within a box.

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use thiserror::Error;

use crate::number::{Radicand, Surd};

/// Keys, and sums of two keys, stay below 2⁶² in absolute value, so `i64` arithmetic on them cannot
/// overflow.
const KEY_BITS: u32 = 62;

/// The scale k of the keys key(a + b√d) = a·2ᵏ + b·round(2ᵏ·√d), for integers a and b of the box
/// |a|, |b| ≤ N.
///
/// # The key bound
/// Let u ≠ v be points of the box, with difference Δ = Δa + Δb·√d, so that |Δa|, |Δb| ≤ 2N.
/// - |Δ|·|Δa − Δb√d| = |Δa² − d·Δb²| is a positive integer, and |Δa − Δb√d| ≤ 2N(1 + √d). So
///   |Δ| ≥ 1/(2N(1 + √d)).
/// - The error of the rounded root is at most 1/2. So key(u) − key(v) differs from 2ᵏΔ by at most
///   |Δb|/2 ≤ N.
///
/// Hence if 2ᵏ > 2N²(1 + √d), the sign of key(u) − key(v) is the sign of Δ. By its form the key is
/// additive without rounding: key(u + v) = key(u) + key(v).
///
/// Without a root (no d, b = 0) the key is a itself.
///
/// ```
/// use nimsweep::lattice::KeyScale;
/// use nimsweep::number::Radicand;
///
/// let scale = KeyScale::for_box(Some(Radicand::new(2)?), &1000.into())?;
/// // 577/408 is a convergent: 577 − 408√2 ≈ 0.00087
/// assert!(scale.key(577, 0) > scale.key(0, 408));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyScale {
    radicand: Option<Radicand>,
    /// k: the number of binary places of a key.
    shift: u32,
    /// round(2ᵏ·√d), or 0 without a root.
    root: i64,
    /// N: the largest absolute value of a coordinate.
    side: i64,
}

/// The points of a run do not fit the keys.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("coordinates up to {side} need keys of more than {KEY_BITS} bits")]
pub struct KeyError {
    /// The side N of the box that was asked for.
    pub side: BigInt,
}

impl KeyScale {
    /// The smallest scale that keeps the order of all points with coordinates from −`side` to
    /// `side`.
    ///
    /// A negative side means the same box as its absolute value.
    ///
    /// # Errors
    /// [`KeyError`] if two keys of the box could add up to 2⁶² or more.
    ///
    /// # Cost
    /// A few exact operations.
    pub fn for_box(radicand: Option<Radicand>, side: &BigInt) -> Result<Self, KeyError> {
        let side = &side.abs();
        let refuse = || KeyError { side: side.clone() };
        let (shift, root) = match radicand {
            None => (0, BigInt::zero()),
            Some(d) => {
                let root_of_d = Surd::new(Zero::zero(), One::one(), d);
                let bound = Surd::from(side * side * 2) * (Surd::one() + &root_of_d);
                // the least k with 2ᵏ > x is the number of bits of ⌊x⌋
                let shift = u32::try_from(bound.floor().bits()).map_err(|_| refuse())?;
                if shift >= KEY_BITS {
                    return Err(refuse());
                }
                let doubled = (root_of_d * Surd::from(BigInt::one() << (shift + 1))).floor();
                // round(x) = ⌊(⌊2x⌋ + 1)/2⌋
                (shift, (doubled + 1) >> 1)
            }
        };
        let largest_sum: BigInt = ((side << shift) + side * &root) << 1;
        if largest_sum.bits() > KEY_BITS.into() {
            return Err(refuse());
        }
        let fitting = |x: &BigInt| x.to_i64().ok_or_else(refuse);
        Ok(Self { radicand, shift, root: fitting(&root)?, side: fitting(side)? })
    }

    /// The key of a + b√d.
    ///
    /// The coordinates must lie in the box that the scale was made for; then nothing overflows.
    #[must_use]
    pub fn key(&self, a: i64, b: i64) -> i64 {
        debug_assert!(a.abs() <= self.side && b.abs() <= self.side, "{a}, {b} outside the box");
        (a << self.shift) + b * self.root
    }

    /// The coordinate a of the point with this key and this b.
    #[must_use]
    pub fn rational_coordinate(&self, key: i64, b: i64) -> i64 {
        (key - b * self.root) >> self.shift
    }

    /// N: the largest absolute value of a coordinate for which the order is proven.
    #[must_use]
    pub fn side(&self) -> i64 {
        self.side
    }

    /// k: the number of binary places of a key.
    #[must_use]
    pub fn shift(&self) -> u32 {
        self.shift
    }

    /// d of the field, or `None` for the rationals.
    #[must_use]
    pub fn radicand(&self) -> Option<Radicand> {
        self.radicand
    }

    /// The least key T such that a point x of the box lies below the bound exactly when key(x) < T.
    ///
    /// If `inclusive`, the bound itself counts as below, so T separates x ≤ bound from x > bound.
    ///
    /// A key differs from 2ᵏ·x by at most |b|/2 ≤ N/2. So only keys within N/2 + 1 of 2ᵏ·bound are
    /// uncertain, and those few points are compared exactly.
    ///
    /// # Cost
    /// O(N) integer operations and a few exact comparisons. The bound may lie in any field.
    ///
    /// ```
    /// use nimsweep::lattice::KeyScale;
    ///
    /// let scale = KeyScale::for_box(None, &100.into())?; // whole numbers
    /// assert_eq!(scale.threshold(&"7/2".parse()?, false), 4);
    /// assert_eq!(scale.threshold(&"3".parse()?, false), 3);
    /// assert_eq!(scale.threshold(&"3".parse()?, true), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn threshold(&self, bound: &Surd, inclusive: bool) -> i64 {
        let scaled = (bound * &Surd::from(BigInt::one() << self.shift)).floor();
        let largest = (i128::from(self.side) << self.shift) + i128::from(self.side) * i128::from(self.root);
        let Some(centre) = scaled.to_i64().filter(|&key| i128::from(key).abs() <= 2 * largest) else {
            // beyond every key of the box
            return if bound.is_negative() { i64::MIN } else { i64::MAX };
        };
        let widest = if self.radicand.is_some() { self.side } else { 0 };
        // every uncertain key lies in between: N/2 of error, 1 for the floor, 1 for rounding N/2
        // down
        let (low, high) = (centre - widest / 2 - 2, centre + widest / 2 + 2);
        let in_doubt = (-widest..=widest).flat_map(|b| {
            // the least and the greatest a with low ≤ a·2ᵏ + b·root ≤ high: ⌈(low − b·root)/2ᵏ⌉,
            // and ⌊…⌋
            let first = (low - b * self.root + (1 << self.shift) - 1) >> self.shift;
            let last = (high - b * self.root) >> self.shift;
            (first.max(-self.side)..=last.min(self.side)).map(move |a| (a, b))
        });
        in_doubt
            .filter(|&(a, b)| {
                let order = self.exact(a, b).cmp(bound);
                if inclusive { order.is_gt() } else { order.is_ge() }
            })
            .map(|(a, b)| self.key(a, b))
            .min()
            .unwrap_or(high + 1)
    }

    /// The number a + b√d itself.
    #[must_use]
    pub fn exact(&self, a: i64, b: i64) -> Surd {
        match self.radicand {
            None => Surd::from(a),
            Some(d) => Surd::new(BigInt::from(a).into(), BigInt::from(b).into(), d),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key bound at the edge of the box: neighbours in the exact order are neighbours by key.
    #[test]
    fn key_bound_keeps_the_order_at_the_edge_of_the_box() {
        for d in [2, 3, 5, 7, 94, 1_000_003] {
            let radicand = Radicand::new(d).unwrap();
            for side in [1_i64, 2, 7, 30] {
                let scale = KeyScale::for_box(Some(radicand), &side.into()).unwrap();
                let mut points: Vec<(i64, i64)> =
                    (-side..=side).flat_map(|a| (-side..=side).map(move |b| (a, b))).collect();
                points.sort_by_key(|&(a, b)| scale.exact(a, b));
                assert!(
                    points.windows(2).all(|w| scale.key(w[0].0, w[0].1) < scale.key(w[1].0, w[1].1)),
                    "√{d}, side {side}"
                );
            }
        }
    }

    /// Convergents are the closest pairs of a box.
    #[test]
    fn key_bound_separates_the_convergents_of_large_boxes() {
        let radicand = Radicand::new(2).unwrap();
        let (mut p, mut q) = (1_i64, 1_i64);
        while p < 300_000 {
            let scale = KeyScale::for_box(Some(radicand), &p.into()).unwrap();
            let exact = scale.exact(p, 0).cmp(&scale.exact(0, q));
            assert_eq!(scale.key(p, 0).cmp(&scale.key(0, q)), exact, "{p}/{q}");
            (p, q) = (p + 2 * q, p + q);
        }
    }

    #[test]
    fn the_scale_is_the_least_that_the_bound_allows() {
        // 2N²(1 + √2) = 4.8e6 for N = 1000: 2^23 is the first power above
        let scale = KeyScale::for_box(Some(Radicand::new(2).unwrap()), &1000.into()).unwrap();
        assert_eq!(scale.shift(), 23);
    }

    #[test]
    fn keys_are_additive_and_name_their_point() {
        let scale = KeyScale::for_box(Some(Radicand::new(3).unwrap()), &400.into()).unwrap();
        for (a, b, c, e) in [(1, 2, 3, 4), (-5, 7, 200, -3), (0, -200, 13, 1)] {
            assert_eq!(scale.key(a, b) + scale.key(c, e), scale.key(a + c, b + e));
            assert_eq!(scale.rational_coordinate(scale.key(a, b), b), a);
        }
    }

    #[test]
    fn too_large_a_box_is_refused() {
        let two = Some(Radicand::new(2).unwrap());
        assert!(KeyScale::for_box(two, &(BigInt::one() << 18)).is_ok());
        assert!(KeyScale::for_box(two, &(BigInt::one() << 20)).is_err());
        assert!(KeyScale::for_box(two, &(BigInt::one() << 80)).is_err());
        assert!(KeyScale::for_box(None, &(BigInt::one() << 60)).is_ok());
        assert!(KeyScale::for_box(None, &(BigInt::one() << 62)).is_err());
        assert!(KeyScale::for_box(two, &-BigInt::from(1 << 20)).is_err());
        assert_eq!(KeyScale::for_box(two, &(-7).into()), KeyScale::for_box(two, &7.into()));
    }

    #[test]
    fn thresholds_divide_the_box_exactly() {
        let scale = KeyScale::for_box(Some(Radicand::new(2).unwrap()), &40.into()).unwrap();
        let points: Vec<_> = (-40..=40).flat_map(|a| (-40..=40).map(move |b| (a, b))).collect();
        for bound in [
            "0",
            "7",
            "5+2sqrt2",
            "sqrt3",
            "17/12*7",
            "577/408*10",
            "1+sqrt5",
            "1000000",
            "-3",
            "10^30",
            "-10^30",
        ] {
            let bound: Surd = bound.parse().unwrap();
            let (open, closed) = (scale.threshold(&bound, false), scale.threshold(&bound, true));
            for &(a, b) in &points {
                assert_eq!(scale.key(a, b) < open, scale.exact(a, b) < bound, "{a}+{b}√2 < {bound}");
                assert_eq!(scale.key(a, b) < closed, scale.exact(a, b) <= bound, "{a}+{b}√2 ≤ {bound}");
            }
        }
    }

    /// At the edge of the box a key is off from 2ᵏ·x by far more than a rounding: by up to N/2.
    #[test]
    fn thresholds_at_points_of_the_edge_separate_the_point_from_itself() {
        for d in [2, 3, 5, 7, 94] {
            let scale = KeyScale::for_box(Some(Radicand::new(d).unwrap()), &300.into()).unwrap();
            let mut farthest = 0.0_f64;
            for (a, b) in
                [-300, -17, 0, 17, 300].into_iter().flat_map(|a| [-300, -299, 1, 299, 300].map(|b| (a, b)))
            {
                let bound = scale.exact(a, b);
                let key = scale.key(a, b);
                assert!(scale.threshold(&bound, false) <= key, "{a}+{b}√{d} is not below itself");
                assert!(key < scale.threshold(&bound, true), "{a}+{b}√{d} is at most itself");
                let exact = &bound * &Surd::from(BigInt::one() << scale.shift());
                farthest = farthest.max((exact - Surd::from(key)).abs().to_f64().unwrap());
            }
            assert!(farthest > 4.0, "√{d}: the keys are off by {farthest} only, which tests nothing");
        }
    }
}
