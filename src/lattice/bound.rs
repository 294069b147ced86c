//! A bound that divides the points of a lattice: by their keys, and exactly where these are in
//! doubt.

use std::ops::Range;

use num_bigint::BigInt;
use num_traits::{One, ToPrimitive};

use super::key::Coordinates;
use super::point::Point;
use super::span::Lattice;
use crate::number::Surd;

/// The points of a lattice that lie below a number, or at most there. The number may lie in any
/// field.
///
/// All points, and sums that are asked for, lie in the box of the keys. A number that is a point of
/// the box has a key, and keys decide. Else the key of a point x differs from 2ᵏ·D·x by at most
/// Σ N/2, so that the keys of the points below the number and of those above it overlap by no more
/// than Σ N + 1: the few points with such keys are compared exactly.
///
/// ```
/// use nimsweep::lattice::Lattice;
///
/// let lattice = Lattice::spanned_by(&["1".parse()?, "sqrt2".parse()?], &"9".parse()?)?;
/// let [one, root] = lattice.generators()[..] else { unreachable!() };
/// let bound = lattice.bound(&"sqrt3".parse()?, false);
/// assert!(bound.admits(root) && !bound.admits(one + one));
/// let closed = lattice.bound(&"1+sqrt2".parse()?, true);
/// assert!(closed.admits(one + root) && !closed.admits(root + root));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct UpperBound<'l> {
    lattice: &'l Lattice,
    number: Surd,
    inclusive: bool,
    /// What is added to a point before it is compared.
    shift: Point,
    in_doubt: Range<i128>,
}

impl UpperBound<'_> {
    /// Whether a point of the box is one of them.
    #[inline]
    #[must_use]
    pub fn admits(&self, point: Point) -> bool {
        if point.key < self.in_doubt.start {
            return true;
        }
        point.key < self.in_doubt.end && self.admits_exactly(point)
    }

    #[cold]
    fn admits_exactly(&self, point: Point) -> bool {
        let order = self.lattice.compare(point + self.shift, &self.number);
        order.is_lt() || self.inclusive && order.is_eq()
    }

    /// The points that lie below the bound together with another one: those whose sum with it does.
    /// The number less the point may be of no field that a [`Surd`] has; the sum is.
    #[must_use]
    pub fn less(self, point: Point) -> Self {
        let Range { start, end } = self.in_doubt;
        // beyond all keys it stays beyond them
        let in_doubt = start.saturating_sub(point.key)..end.saturating_sub(point.key);
        Self { shift: self.shift + point, in_doubt, ..self }
    }

    /// Points with a key before these are admitted, and those with a key beyond them are not. There
    /// are none if keys decide.
    #[must_use]
    pub fn keys_in_doubt(&self) -> Range<i128> {
        self.in_doubt.clone()
    }

    /// The least key from which on no point is admitted.
    #[must_use]
    pub fn end(&self) -> i128 {
        self.in_doubt.end
    }
}

impl Lattice {
    /// The points below a number; if `inclusive`, the number itself is one of them.
    ///
    /// # Cost
    /// A few exact operations.
    #[must_use]
    pub fn bound(&self, number: &Surd, inclusive: bool) -> UpperBound<'_> {
        let scaled = number * &Surd::from(self.denominator().clone());
        let in_doubt = match self.key_of(&scaled) {
            Some(key) => {
                let end = key + i128::from(inclusive);
                end..end
            }
            None => self.keys_around(&scaled),
        };
        UpperBound { lattice: self, number: number.clone(), inclusive, shift: Point::ORIGIN, in_doubt }
    }

    /// The keys that points on both sides of a number have. The number is given D times, and is not
    /// one of the points of the box.
    fn keys_around(&self, scaled: &Surd) -> Range<i128> {
        let scale = self.scale();
        let floor = (scaled * &Surd::from(BigInt::one() << scale.shift)).floor();
        match (floor.to_i128().filter(|key| key.abs() <= 2 * scale.largest_key() + 2), scale.doubt()) {
            // without rows keys are exact, and none is that of the number
            (Some(floor), 0) => floor + 1..floor + 1,
            (Some(floor), doubt) => floor - doubt / 2..floor + (doubt + 1) / 2 + 1,
            // beyond every key of the box
            (None, _) if scaled.is_negative() => i128::MIN..i128::MIN,
            (None, _) => i128::MAX..i128::MAX,
        }
    }

    /// The key of a number, given D times, if it is a + Σ b√d in the box.
    fn key_of(&self, scaled: &Surd) -> Option<i128> {
        let coordinates = scaled.coordinates_in(&self.radicands().collect::<Vec<_>>())?;
        let coordinates = coordinates.into_iter().map(BigInt::to_i64).collect::<Option<Coordinates>>()?;
        let is_whole = scaled.over_common_denominator().2.is_one();
        Some(self.scale().point(&coordinates)?.key).filter(|_| is_whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Radicand;
    use itertools::iproduct;
    use num_traits::Zero;

    #[test]
    fn bounds_divide_all_sums_of_lengths_exactly() {
        for lengths in [
            ["1", "sqrt2"],
            ["3", "1+sqrt2"],
            ["1/2", "2/3"],
            ["sqrt5", "(1+sqrt5)/2"],
            ["7", "1/7+2sqrt2"],
            ["sqrt2", "sqrt3"],
            ["1+sqrt6", "sqrt2+sqrt5-2"],
        ] {
            let lengths = lengths.map(|length| length.parse::<Surd>().unwrap());
            let limit = Surd::from(30);
            let lattice = Lattice::spanned_by(&lengths, &limit).unwrap();
            let [first, second] = lattice.generators()[..] else { panic!("two lengths") };
            let along = |count: i64, step: Point| (0..count).fold(Point::ORIGIN, |sum, _| sum + step);
            let points = iproduct!(0..60, 0..60).map(|(i, j)| along(i, first) + along(j, second));
            let points: Vec<_> =
                points.map(|at| (at, lattice.exact(at))).filter(|(_, x)| *x <= limit).collect();
            let others = [
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
            ];
            let numbers = others.map(|text| text.parse::<Surd>().unwrap()).into_iter();
            for (number, inclusive) in
                iproduct!(numbers.chain(points.iter().map(|(_, x)| x.clone())), [false, true])
            {
                let bound = lattice.bound(&number, inclusive);
                let less = bound.clone().less(second);
                for (at, x) in &points {
                    let order = x.cmp(&number);
                    let expected = order.is_lt() || inclusive && order.is_eq();
                    assert_eq!(bound.admits(*at), expected, "{x} and {number}");
                    assert_eq!(
                        less.admits(*at),
                        bound.admits(*at + second),
                        "{x} and {number} less {}",
                        lengths[1]
                    );
                }
            }
        }
    }

    /// Rows with several spaces between them, boxes with very unequal sides, negative points, and
    /// numbers so near to points that only keys or exact signs tell them apart.
    #[test]
    fn numbers_near_points_of_any_box_are_divided_exactly() {
        for (lengths, limit, stride, sides) in [
            ("1,3sqrt2", "50", 3, [100, 22]),
            ("1,5sqrt3", "90", 5, [180, 20]),
            ("1/2,7sqrt2/3", "70", 14, [840, 42]),
            ("1,200+sqrt2", "250", 1, [500, 2]),
            ("sqrt2,1+50sqrt2", "70", 1, [2, 100]),
            ("3-sqrt2,2sqrt2-1", "40", 1, [150, 86]),
            ("1,1024+sqrt2", "2^39", 1, [1 << 40, 1_072_260_958]),
        ] {
            let generators: Vec<Surd> = lengths.split(',').map(|text| text.parse().unwrap()).collect();
            let lattice = Lattice::spanned_by(&generators, &limit.parse().unwrap()).unwrap();
            let scale = lattice.scale();
            let [side, last_row] = [scale.side, scale.roots[0].side];
            assert_eq!((scale.roots[0].stride, [side, last_row]), (stride, sides), "{lengths}");
            let spread = |side: i64| [-side, -side / 2, -1, 0, 1, side / 3, side];
            let points = iproduct!(spread(side), spread(last_row)).filter_map(|(a, row)| {
                let at = [a, row * stride];
                Some((scale.point(&at)?, lattice.number(&at)))
            });
            let points: Vec<_> = points.collect();
            assert!(points.len() >= 14, "{}", points.len());
            let near = ["0", "10^-40", "-10^-40", "sqrt5/10^30", "-sqrt5/10^30", "1/7", "-sqrt7/9"]
                .map(|text| text.parse::<Surd>().unwrap());
            for ((_, x), off, inclusive) in iproduct!(&points, &near, [false, true]) {
                let number = x + off;
                let bound = lattice.bound(&number, inclusive);
                assert!(!off.is_zero() || bound.keys_in_doubt().is_empty(), "{number}");
                for (at, x) in &points {
                    let order = x.cmp(&number);
                    let expected = order.is_lt() || inclusive && order.is_eq();
                    assert_eq!(bound.admits(*at), expected, "{lengths}: {x} and {number}");
                }
            }
        }
    }

    /// Without a root no key is ever in doubt.
    #[test]
    fn keys_of_rational_numbers_decide() {
        let lattice = Lattice::spanned_by(&["1/2".parse().unwrap(), Surd::from(3)], &Surd::from(9)).unwrap();
        for number in ["0", "5/2", "7/3", "sqrt2", "-1/5", "8", "100", "10^40", "-10^40"] {
            let bound = lattice.bound(&number.parse().unwrap(), true);
            assert!(bound.keys_in_doubt().is_empty(), "{number}");
        }
    }

    /// At the edge of the box a key is off from 2ᵏ·x by up to N_r/2, and that by almost N_r/2 if
    /// 2ᵏ·√d lies almost in the middle of two integers.
    #[test]
    fn points_whose_keys_are_the_farthest_off_are_divided_from_themselves() {
        let mut far = 0;
        for root in (2..400).filter(|&d| Radicand::new(d).is_ok()).map(Surd::square_root_of) {
            let lattice = Lattice::spanned_by(&[1.into(), root.clone()], &(&root * 15)).unwrap();
            let scale = lattice.scale();
            let [side, last_row] = [scale.side, scale.roots[0].side];
            assert_eq!(last_row, 30, "{root}");
            for (a, row) in [(0, last_row), (side, last_row), (side / 2, last_row), (7, last_row)] {
                let (point, number) = (scale.point(&[a, row]).unwrap(), scale.exact(&[a, row]));
                assert!(!lattice.bound(&number, false).admits(point), "{number} is not below itself");
                assert!(lattice.bound(&number, true).admits(point), "{number} is at most itself");
                let off =
                    Surd::from(BigInt::from(point.key)) - &number * &Surd::from(BigInt::one() << scale.shift);
                far += u32::from(off.abs() > last_row / 2 - 1);
            }
        }
        assert!(far > 50, "only {far} keys are almost N_r/2 off");
    }
}
