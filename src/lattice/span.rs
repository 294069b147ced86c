//! The lattice that given lengths span: all their whole combinations (a + b√d)/D, with keys.

use std::cmp::Ordering;

use itertools::Itertools;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};
use thiserror::Error;

use super::basis::Basis;
use super::key::KeyScale;
use super::point::Point;
use super::rows::RowKeys;
use crate::number::{ArithmeticError, Notation, Radicand, Surd, brief, brief_integer, common_radicand};

/// The group of all whole combinations of given positive lengths, with keys that are proven up to a
/// limit.
///
/// Let D be the common denominator of the lengths. Then each length is (a + b√d)/D for integers a
/// and b, and so is every sum of lengths. If a sum of lengths is at most `limit`, then
/// |a| ≤ `limit`·max |a_s|/s and |b| ≤ `limit`·max |b_s|/s, with maxima over the lengths s. The
/// keys are made for twice that box, so that it also holds the sums of two such points.
///
/// # Rows
/// The group has a basis α = A/D and β = (B + C√d)/D, by Euclid's algorithm on the coordinates b.
/// Row r consists of the points r·β + m·α for all integers m, so two points of a row differ by a
/// multiple of the *spacing* α. Within a window no wider than the spacing, the row therefore
/// identifies a point ([`RowKeys`]).
///
/// ```
/// use nimsweep::lattice::Lattice;
/// use nimsweep::number::Surd;
///
/// let lengths = ["1".parse::<Surd>()?, "sqrt2".parse()?];
/// let lattice = Lattice::spanned_by(&lengths, &"500".parse()?)?;
/// let points = lattice.generators();
/// assert_eq!(lattice.exact(points[0] + points[1] + points[1]).to_string(), "1+2*sqrt(2)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lattice {
    scale: KeyScale,
    denominator: BigInt,
    generators: Vec<Point>,
    row_stride: i64,
    row_keys: RowKeys,
}

/// The most bits of a common denominator: far more than numerators of 63 bits are likely to need.
const MOST_DENOMINATOR_BITS: u64 = 1 << 14;

/// Why lengths and a limit have no lattice.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LatticeError {
    /// There is no length.
    #[error("there is no length; give at least one, such as 1,sqrt2")]
    NoLength,
    /// A length is zero or negative.
    #[error("the length {} is not positive; every length has to be greater than 0", brief(length))]
    NotPositive {
        /// The length.
        length: Surd,
    },
    /// Two lengths lie in different fields.
    #[error(transparent)]
    Arithmetic(#[from] ArithmeticError),
    /// The lengths do not fit the keys, whatever the limit.
    #[error(
        "these lengths do not fit 64-bit keys, whatever the limit; give lengths of smaller numbers and denominators"
    )]
    LengthsTooLarge,
    /// The points up to the limit need more than 62 bits.
    #[error(
        "the limit {} is too large for 64-bit keys with these lengths; the largest limit is about {largest}",
        brief_integer(limit)
    )]
    LimitTooLarge {
        /// The limit that was asked for, rounded up.
        limit: BigInt,
        /// The largest whole limit for which the keys suffice.
        largest: BigInt,
    },
}

impl Lattice {
    /// The lattice spanned by `lengths`, with keys for all sums of lengths up to `limit` and for
    /// the sums of two such sums.
    ///
    /// # Errors
    /// [`LatticeError`] if there is no length, a length is not positive, two lengths lie in
    /// different fields, or the lengths or the limit do not fit the keys.
    ///
    /// # Cost
    /// A few exact operations for each length.
    pub fn spanned_by(lengths: &[Surd], limit: &Surd) -> Result<Self, LatticeError> {
        if lengths.is_empty() {
            return Err(LatticeError::NoLength);
        }
        let mut radicand = None;
        let is_long = |length: &Surd| length.bits() > MOST_DENOMINATOR_BITS;
        for length in lengths {
            // the sign of a long irrational number takes products
            if length.radicand().is_some() && is_long(length) {
                return Err(LatticeError::LengthsTooLarge);
            }
            if !length.is_positive() {
                return Err(LatticeError::NotPositive { length: length.clone() });
            }
            radicand = common_radicand(radicand, length.radicand())?;
        }
        // before any common divisor: a denominator divides D, and a numerator a coordinate
        if lengths.iter().any(is_long) {
            return Err(LatticeError::LengthsTooLarge);
        }
        let parts = lengths.iter().map(Surd::over_common_denominator).collect_vec();
        let mut denominator = BigInt::from(1);
        for (_, _, r) in &parts {
            if !(&denominator % r).is_zero() {
                denominator = denominator.lcm(r);
            }
            // before a later one makes it even longer
            if denominator.bits() > MOST_DENOMINATOR_BITS {
                return Err(LatticeError::LengthsTooLarge);
            }
        }
        let coordinates = parts.into_iter().map(|(a, b, r)| {
            let factor = &denominator / r;
            (a * &factor, b * factor)
        });
        let coordinates: Vec<(BigInt, BigInt)> = coordinates.collect();
        // no key of 63 bits or more fits; the basis would only be slow for long numbers
        if coordinates.iter().any(|(a, b)| a.bits().max(b.bits()) > 63) {
            return Err(LatticeError::LengthsTooLarge);
        }
        // |a|/s = D·|a|/(a + b√d), and D may be long
        let integer_length = |(a, b): &(BigInt, BigInt)| match radicand {
            None => Surd::from(a.clone()),
            Some(d) => Surd::new(a.clone().into(), b.clone().into(), d),
        };
        let steepest = coordinates
            .iter()
            .flat_map(|ab| [&ab.0, &ab.1].map(|x| Surd::from(x.abs()) / integer_length(ab)))
            .max()
            .unwrap_or_else(Surd::zero)
            * Surd::from(denominator.clone());
        let basis = Basis::of(&coordinates);
        let fit = |limit: &Surd| Self::fit(radicand, limit, &steepest, &coordinates, &basis);
        let Some((scale, generators, row_keys)) = fit(limit) else {
            if fit(&Surd::zero()).is_none() {
                return Err(LatticeError::LengthsTooLarge);
            }
            let largest = largest_limit(&limit.ceil(), |limit| fit(&limit.into()).is_some());
            return Err(LatticeError::LimitTooLarge { limit: limit.ceil(), largest });
        };
        // it divides coordinates that fit
        let row_stride = basis.row_stride().to_i64().unwrap_or(1);
        Ok(Self { scale, denominator, generators, row_stride, row_keys })
    }

    /// Scale, generators and rows for a limit, or `None` if something does not fit its integer
    /// type.
    fn fit(
        radicand: Option<Radicand>,
        limit: &Surd,
        steepest: &Surd,
        coordinates: &[(BigInt, BigInt)],
        basis: &Basis,
    ) -> Option<(KeyScale, Vec<Point>, RowKeys)> {
        // the lengths themselves must lie in the box, however small the limit is
        let basis_sides = [&basis.spacing, &basis.slanted.0, &basis.slanted.1];
        let longest =
            coordinates.iter().flat_map(|(a, b)| [a, b]).chain(basis_sides).map(BigInt::abs).max()?;
        let reach = product_bound(limit, steepest).max(longest);
        let scale = KeyScale::for_box(radicand, &(reach * 2)).ok()?;
        i32::try_from(scale.side()).ok()?; // so that every row fits a point
        let key = |(a, b): &(BigInt, BigInt)| Some(scale.key(a.to_i64()?, b.to_i64()?));
        let point = |coordinates: &(BigInt, BigInt)| {
            let row = (&coordinates.1 / basis.row_stride()).to_i32()?;
            Some(Point { key: key(coordinates)?, row })
        };
        let generators = coordinates.iter().map(point).collect::<Option<_>>()?;
        let spacing = Some(key(&(basis.spacing.clone(), BigInt::zero()))?).filter(|&key| key > 0);
        Some((scale, generators, RowKeys { slant: key(&basis.slanted)?, spacing }))
    }

    /// The lengths that span the lattice, in the order in which they were given.
    #[must_use]
    pub fn generators(&self) -> &[Point] {
        &self.generators
    }

    /// Where the points of each row lie.
    #[must_use]
    pub fn row_keys(&self) -> RowKeys {
        self.row_keys
    }

    /// A writer of points, by their [coordinates](Lattice::coordinates), with `digits` decimals.
    ///
    /// ```
    /// use nimsweep::lattice::Lattice;
    /// use nimsweep::number::Surd;
    ///
    /// let lattice = Lattice::spanned_by(&[Surd::from(1), "sqrt2".parse()?], &"500".parse()?)?;
    /// let [one, root] = lattice.generators()[..] else { unreachable!() };
    /// let (a, b) = lattice.coordinates(one + root + root);
    /// assert_eq!(lattice.notation(8).closed_form(a, b), "1+2*sqrt(2)");
    /// assert_eq!(lattice.notation(8).decimal(a, b), "3.82842712");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn notation(&self, digits: usize) -> Notation {
        Notation::new(self.scale.radicand(), self.denominator.clone(), digits)
    }

    /// The coordinates (a, b) of the point (a + b√d)/D.
    #[must_use]
    pub fn coordinates(&self, point: Point) -> (i64, i64) {
        let b = i64::from(point.row) * self.row_stride;
        (self.scale.rational_coordinate(point.key, b), b)
    }

    /// The point (a + b√d)/D, or `None` if it is not in the lattice or outside the box of the keys.
    #[must_use]
    pub fn point(&self, a: i64, b: i64) -> Option<Point> {
        // without a root there is one row, and every b would have the key of b = 0
        if self.scale.radicand().is_none() && b != 0 {
            return None;
        }
        let row = i32::try_from(b / self.row_stride).ok().filter(|_| b % self.row_stride == 0)?;
        let key = self.is_in_box(a, b).then(|| self.scale.key(a, b))?;
        Some(Point { key, row }).filter(|&point| self.row_keys.hold(point))
    }

    /// Whether (a + b√d)/D lies in the box of the keys.
    #[must_use]
    pub fn is_in_box(&self, a: i64, b: i64) -> bool {
        [a, b].iter().all(|x| x.unsigned_abs() <= self.scale.side().unsigned_abs())
    }

    /// The common denominator D.
    #[must_use]
    pub fn denominator(&self) -> &BigInt {
        &self.denominator
    }

    /// The scale of the keys.
    #[must_use]
    pub fn scale(&self) -> &KeyScale {
        &self.scale
    }

    /// The number that a point stands for.
    #[must_use]
    pub fn exact(&self, point: Point) -> Surd {
        let (a, b) = self.coordinates(point);
        self.number(a, b)
    }

    /// The number (a + b√d)/D for any integers, inside the box or not.
    #[must_use]
    pub fn number(&self, a: i64, b: i64) -> Surd {
        let over = |x: i64| BigRational::new(x.into(), self.denominator.clone());
        match self.scale.radicand() {
            None => Surd::from(over(a)),
            Some(d) => Surd::new(over(a), over(b), d),
        }
    }

    /// The least key T such that a point x of the lattice is below `bound` exactly when its key is
    /// below T.
    ///
    /// If `inclusive`, the bound itself counts as below. For the cost see [`KeyScale::threshold`].
    #[must_use]
    pub fn threshold(&self, bound: &Surd, inclusive: bool) -> i64 {
        self.scale.threshold(&(bound * &Surd::from(self.denominator.clone())), inclusive)
    }

    /// Compares a point with any number, exactly.
    #[must_use]
    pub fn compare(&self, point: Point, number: &Surd) -> Ordering {
        self.exact(point).cmp(number)
    }
}

/// The largest whole limit that fits, by bisection, given that 0 fits and `limit` does not.
fn largest_limit(limit: &BigInt, fits: impl Fn(BigInt) -> bool) -> BigInt {
    // keys have fewer than 63 bits
    let (mut fitting, mut too_large) = (0_i64, limit.to_i64().unwrap_or(i64::MAX));
    while too_large - fitting > 1 {
        let middle = fitting + (too_large - fitting) / 2;
        if fits(middle.into()) { fitting = middle } else { too_large = middle }
    }
    fitting.into()
}

/// An upper bound of x·y, for x and y of any two fields: ⌈x·y⌉ if they are of one field.
fn product_bound(x: &Surd, y: &Surd) -> BigInt {
    x.try_mul(y).map_or_else(|_| (x.ceil() + 1) * (y.ceil() + 1), |product| product.ceil())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surd(text: &str) -> Surd {
        text.parse().unwrap()
    }

    fn lattice(lengths: &str, limit: &str) -> Result<Lattice, LatticeError> {
        let lengths: Vec<Surd> = lengths.split(',').map(surd).collect();
        Lattice::spanned_by(&lengths, &surd(limit))
    }

    #[test]
    fn the_spacing_is_the_least_rational_combination() {
        for (lengths, spacing, stride) in [
            ("1,sqrt2", Some("1"), 1),
            ("1,(1+sqrt5)/2", Some("1"), 1),
            ("3,1+sqrt2", Some("3"), 1),
            ("1,3/2", Some("1/2"), 1),
            ("1,2sqrt2", Some("1"), 2),
            ("2+sqrt2,3+sqrt2", Some("1"), 1),
            ("100+sqrt2,101+3sqrt2", Some("199"), 1),
            ("sqrt2,2sqrt2", None, 1),
            ("sqrt2/3,sqrt2/2", None, 1),
        ] {
            let lattice = lattice(lengths, "50").unwrap();
            let expected =
                spacing.map(|text| (surd(text) * Surd::from(lattice.denominator().clone())).floor());
            let rows = lattice.row_keys();
            let found = rows.spacing.map(|key| BigInt::from(lattice.scale().rational_coordinate(key, 0)));
            assert_eq!(found, expected, "spacing of {lengths}");
            assert_eq!(lattice.row_stride, stride, "stride of {lengths}");
        }
    }

    #[test]
    fn the_row_and_a_window_name_a_point() {
        for lengths in [
            "1,sqrt2",
            "1,(1+sqrt5)/2",
            "3,1+sqrt2",
            "1,3/2",
            "1,2sqrt2",
            "100+sqrt2,101+3sqrt2",
            "sqrt2/3,sqrt2/2",
        ] {
            let lattice = lattice(lengths, "50").unwrap();
            let (s, t) = (lattice.generators()[0], lattice.generators()[1]);
            let rows = lattice.row_keys();
            for point in [s, t, s + t, s + s + t, t + t, t + t + t + s] {
                let earliest = point.key - rows.spacing.map_or(9, |spacing| spacing - 1);
                for from in [point.key, earliest, (point.key - 1).max(earliest)] {
                    assert_eq!(rows.first_from(point.row, from), Some(point.key), "{point:?} of {lengths}");
                }
            }
        }
    }

    #[test]
    fn points_come_back_as_the_numbers_they_stand_for() {
        let lattice = lattice("(sqrt5-1)/2,(1+sqrt5)/2,7/3", "100").unwrap();
        let [short, long, third] = lattice.generators()[..] else { panic!("three lengths") };
        assert_eq!(lattice.exact(short + short + long), surd("(3sqrt5-1)/2"));
        assert_eq!(lattice.exact(third + long), surd("7/3+(1+sqrt5)/2"));
        assert!(short < long && long < third);
        assert_eq!(lattice.compare(short, &surd("sqrt2-1")), Ordering::Greater);
    }

    #[test]
    fn points_are_found_by_their_coordinates() {
        for lengths in ["1,sqrt2", "(sqrt5-1)/2,(1+sqrt5)/2,7/3", "3,1+sqrt2", "1,3/2", "sqrt2,2sqrt2"] {
            let lattice = lattice(lengths, "100").unwrap();
            let (s, t) = (lattice.generators()[0], lattice.generators()[1]);
            for point in [Point::ORIGIN, s, t, s + s, s + t, t + t + t + s] {
                let (a, b) = lattice.coordinates(point);
                assert_eq!(lattice.point(a, b), Some(point), "{point:?} of {lengths}");
            }
        }
        let lattice = lattice("2,2sqrt2", "100").unwrap();
        assert_eq!(
            (lattice.point(1, 2), lattice.point(2, 1), lattice.point(i64::MIN, 0)),
            (None, None, None)
        );
        // a rational lattice has one row
        let lattice = self::lattice("1,3/2", "9").unwrap();
        assert_eq!((lattice.point(3, 0).map(|point| point.key), lattice.point(3, 1)), (Some(3), None));
    }

    #[test]
    fn rows_far_from_the_box_still_name_their_points() {
        // rows times slant is beyond 64 bits
        for lengths in ["60000,sqrt2-1", "3000,sqrt10-3"] {
            let lattice = lattice(lengths, "9000").unwrap();
            let short = lattice.generators()[1];
            let rows = lattice.row_keys();
            assert!((i128::from(rows.slant) * 20_000 > i128::from(i64::MAX)), "{lengths}");
            let mut point = Point::ORIGIN;
            for _ in 0..20_000 {
                let before = point;
                point = point + short;
                assert!(rows.hold(point));
                assert_eq!(rows.first_from(point.row, point.key), Some(point.key));
                let next = rows.first_from(point.row, point.key + 1).unwrap();
                assert_eq!(next, point.key + rows.spacing.unwrap());
                assert_eq!(rows.parity(point), rows.parity(before) ^ rows.parity(short));
            }
        }
    }

    #[test]
    fn refusals() {
        assert_eq!(Lattice::spanned_by(&[], &surd("1")).unwrap_err(), LatticeError::NoLength);
        assert!(matches!(lattice("1,0", "9"), Err(LatticeError::NotPositive { .. })));
        assert!(matches!(lattice("sqrt2,sqrt3", "9"), Err(LatticeError::Arithmetic(_))));
        assert_eq!(lattice("1,10^12", "9").unwrap_err(), LatticeError::LengthsTooLarge);
        assert_eq!(lattice("1/10^9,sqrt2", "0").unwrap_err(), LatticeError::LengthsTooLarge);
        let error = lattice("1,sqrt2", "10^12").unwrap_err();
        let LatticeError::LimitTooLarge { largest, .. } = &error else { panic!("{error}") };
        let largest = Surd::from(largest.clone());
        let lengths = [surd("1"), surd("sqrt2")];
        assert!(Lattice::spanned_by(&lengths, &largest).is_ok());
        assert!(Lattice::spanned_by(&lengths, &(largest + surd("1"))).is_err());
    }
}
