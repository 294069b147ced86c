//! Where a bound divides the keys of a box: the key T such that x < bound exactly when key(x) < T.

use std::iter::successors;

use num_bigint::BigInt;
use num_traits::{One, ToPrimitive};

use super::key::KeyScale;
use crate::number::Surd;

impl KeyScale {
    /// The least key T such that a point x of the box lies below the bound exactly when key(x) < T.
    ///
    /// If `inclusive`, the bound itself counts as below, so T separates x ≤ bound from x > bound.
    ///
    /// A key differs from 2ᵏ·x by at most |r|/2 ≤ N_r/2. So only keys within N_r/2 + 1 of
    /// 2ᵏ·bound are uncertain, and these few points are compared exactly.
    ///
    /// # Cost
    /// O(k) integer operations and a few exact comparisons. The bound may lie in any field. By the
    /// key bound there are no more than a handful of uncertain points.
    ///
    /// ```
    /// use nimsweep::internal::KeyScale;
    ///
    /// let scale = KeyScale::for_box(None, &1.into(), [&100.into(), &0.into()])?; // whole numbers
    /// assert_eq!(scale.threshold(&"7/2".parse()?, false), 4);
    /// assert_eq!(scale.threshold(&"3".parse()?, false), 3);
    /// assert_eq!(scale.threshold(&"3".parse()?, true), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn threshold(&self, bound: &Surd, inclusive: bool) -> i128 {
        let [side, last_row] = self.sides;
        let largest = self.key(side, last_row); // below 2¹²⁵
        let scaled = (bound * &Surd::from(BigInt::one() << self.shift)).floor();
        let Some(centre) = scaled.to_i128().filter(|key| key.abs() <= 2 * largest + 2) else {
            // beyond every key of the box
            return if bound.is_negative() { i128::MIN } else { i128::MAX };
        };
        // every uncertain key lies in between: N_r/2 of error, 1 for the floor, 1 for rounding
        // N_r/2 down
        let doubt = i128::from(last_row / 2 + 2);
        let (low, high) = (centre - doubt, centre + doubt);
        let in_doubt = self.rows_between(low, high).flat_map(|row| {
            // the least and the greatest a with low ≤ a·2ᵏ + r·root ≤ high: ⌈(low − r·root)/2ᵏ⌉,
            // and ⌊…⌋
            let part = self.root * i128::from(row);
            let (first, last) = (-((part - low) >> self.shift), (high - part) >> self.shift);
            // inside of the box a is of the type
            let (first, last) = (first.max((-side).into()), last.min(side.into()));
            (first..=last).map(move |a| (a as i64, row))
        });
        let is_beyond = |&(a, row): &(i64, i64)| {
            let order = self.exact(a, row).cmp(bound);
            if inclusive { order.is_gt() } else { order.is_ge() }
        };
        let keys = in_doubt.filter(is_beyond).map(|(a, row)| self.key(a, row));
        keys.min().unwrap_or(high + 1)
    }

    /// The rows of the box with a key a·2ᵏ + r·root, a any integer, from `low` to `high`.
    fn rows_between(&self, low: i128, high: i128) -> impl Iterator<Item = i64> {
        let modulus = 1 << self.shift; // at most the largest key
        let [_, last_row] = self.sides;
        let step = (-self.root).rem_euclid(modulus);
        let first_from = move |row: i64| {
            // the least x ≥ 0 with (high − (row + x)·root) mod 2ᵏ ≤ high − low
            let rest = (high - self.root * i128::from(row)).rem_euclid(modulus);
            let x = if rest <= high - low {
                0
            } else {
                first_multiple(step, modulus, modulus - rest, modulus - rest + (high - low))?
            };
            i64::try_from(x).ok()?.checked_add(row).filter(|&row| row <= last_row)
        };
        successors(first_from(-last_row), move |&row| first_from(row + 1))
    }
}

/// The least x ≥ 0 with `low` ≤ x·`step` mod `modulus` ≤ `high`, for 0 ≤ `step` < `modulus` and
/// 0 ≤ `low` ≤ `high` < `modulus`; none if there is none, or if x·`step` does not fit 128 bits.
///
/// If no multiple of the step lies between low and high, x·step = v + y·modulus with low ≤ v ≤
/// high means that −y·modulus mod step is in between modulo the step; the least y makes the least
/// x.
///
/// # Cost
/// O(log modulus), as Euclid's algorithm.
fn first_multiple(step: i128, modulus: i128, low: i128, high: i128) -> Option<i128> {
    if low == 0 {
        return Some(0);
    }
    if step == 0 {
        return None;
    }
    let at_or_above = |number: i128| number / step + i128::from(number % step != 0);
    let x = at_or_above(low);
    if x * step <= high {
        return Some(x); // x·step is below low + step
    }
    let y = first_multiple(modulus % step, step, (-high).rem_euclid(step), (-low).rem_euclid(step))?;
    Some(at_or_above(y.checked_mul(modulus)?.checked_add(low)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Radicand;

    fn scale(d: u64, stride: i64, sides: [i64; 2]) -> KeyScale {
        let [a, row] = sides.map(BigInt::from);
        KeyScale::for_box(Some(Radicand::new(d).unwrap()), &stride.into(), [&a, &row]).unwrap()
    }

    #[test]
    fn the_first_multiple_is_the_first() {
        for modulus in 1..40_i128 {
            for step in 0..modulus {
                for low in 0..modulus {
                    for high in low..modulus.min(low + 9) {
                        let found = first_multiple(step, modulus, low, high);
                        let all = (0..modulus).find(|x| (low..=high).contains(&(x * step % modulus)));
                        assert_eq!(found, all, "{step}·x mod {modulus} in {low}..={high}");
                    }
                }
            }
        }
    }

    #[test]
    fn thresholds_divide_the_box_exactly() {
        for (stride, [side, last_row]) in
            [(1, [40, 40]), (3, [60, 20]), (1, [500, 3]), (7, [2, 70]), (1, [0, 1])]
        {
            let scale = scale(2, stride, [side, last_row]);
            let points: Vec<_> =
                (-side..=side).flat_map(|a| (-last_row..=last_row).map(move |row| (a, row))).collect();
            for bound in [
                "0",
                "7",
                "5+2sqrt2",
                "sqrt3",
                "17/12*7",
                "577/408*10",
                "1+sqrt5",
                // points of the outermost rows
                "sqrt2",
                "-7sqrt2",
                "1000000",
                "-3",
                "10^30",
                "-10^30",
            ] {
                let bound: Surd = bound.parse().unwrap();
                let (open, closed) = (scale.threshold(&bound, false), scale.threshold(&bound, true));
                for &(a, row) in &points {
                    let exact = scale.exact(a, row);
                    assert_eq!(scale.key(a, row) < open, exact < bound, "{exact} < {bound}");
                    assert_eq!(scale.key(a, row) < closed, exact <= bound, "{exact} ≤ {bound}");
                }
            }
        }
    }

    /// At the edge of the box a key is off from 2ᵏ·x by far more than a rounding: by up to N_r/2.
    #[test]
    fn thresholds_at_points_of_the_edge_separate_the_point_from_itself() {
        for (d, stride, [side, last_row]) in
            [2, 3, 5, 7, 94].map(|d| (d, 1, [300, 300])).into_iter().chain([(2, 5, [1 << 40, 1 << 30])])
        {
            let scale = scale(d, stride, [side, last_row]);
            let mut farthest = 0.0_f64;
            let rows = [-last_row, 1 - last_row, 1, last_row - 1, last_row];
            for (a, row) in [-side, -17, 0, 17, side].into_iter().flat_map(|a| rows.map(|row| (a, row))) {
                let bound = scale.exact(a, row);
                let key = scale.key(a, row);
                assert!(scale.threshold(&bound, false) <= key, "{bound} is not below itself");
                assert!(key < scale.threshold(&bound, true), "{bound} is at most itself");
                let exact = &bound * &Surd::from(BigInt::one() << scale.shift);
                farthest = farthest.max((exact - Surd::from(BigInt::from(key))).abs().to_f64().unwrap());
            }
            assert!(farthest > 4.0, "√{d}: the keys are off by {farthest} only, which tests nothing");
        }
    }
}
