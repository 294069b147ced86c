//! The lattice that given lengths span: all their whole combinations (a + b√d)/D, with keys.

use std::cmp::Ordering;

use itertools::Itertools;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

use super::key::{COORDINATE_BITS, KeyScale, coordinate_error};
use super::point::{Key, Point};
use super::rows::RowKeys;
use crate::error::{Error, error};
use crate::number::{Radicand, Surd, brief, common_radicand};

/// The group of all whole combinations of given positive lengths, with keys that are proven up to a
/// limit.
///
/// Let D be the common denominator of the lengths. Then each length is (a + b√d)/D for integers a
/// and b, and so is every sum of lengths. If a sum of lengths is at most `limit`, then
/// |a| ≤ `limit`·max |a_s|/s and |b| ≤ `limit`·max |b_s|/s, with maxima over the lengths s. The
/// keys are made for twice that box, so that it also holds the sums of two such points. The two
/// sides of the box are often of different size, and each has its own part in the key bound.
///
/// # Rows
/// The group has a basis α = A/D and β = (B + C√d)/D, by Euclid's algorithm on the coordinates b.
/// Row r consists of the points r·β + m·α for all integers m, so two points of a row differ by a
/// multiple of the *spacing* α. Within a window no wider than the spacing, the row therefore
/// identifies a point. Every b is a multiple of C, and the keys are made for a + r·C√d.
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
    row_keys: RowKeys<i128>,
}

/// The most bits of a common denominator: far more than numerators of 61 bits are likely to need.
const MOST_DENOMINATOR_BITS: u64 = 1 << 14;

impl Lattice {
    /// The lattice spanned by `lengths`, with keys for all sums of lengths up to `limit` and for
    /// the sums of two such sums.
    ///
    /// # Errors
    /// [`Error`] if there is no length, a length is not positive, two lengths lie in different
    /// fields, or the lengths or the limit do not fit the keys.
    ///
    /// # Cost
    /// A few exact operations for each length.
    pub fn spanned_by(lengths: &[Surd], limit: &Surd) -> Result<Self, Error> {
        Self::beyond(lengths, limit, &BigInt::zero())
    }

    /// The lattice for a limit and something more, which a refusal does not count.
    pub(crate) fn beyond(lengths: &[Surd], limit: &Surd, more: &BigInt) -> Result<Self, Error> {
        if lengths.is_empty() {
            return Err(error!(Domain, "there is no length; give at least one, such as 1,sqrt2"));
        }
        let long = |length: &Surd| Some(length.bits()).filter(|&bits| bits > MOST_DENOMINATOR_BITS);
        let unfit = |reason: &str| {
            error!(
                TooLarge,
                "these lengths do not fit the keys, whatever the limit: {reason}; give lengths with smaller numerators \
                 and denominators"
            )
        };
        let too_long = |bits: u64| {
            unfit(&format!("they, or their common denominator, have numbers of {bits} binary digits"))
        };
        for length in lengths {
            // the sign of a long irrational number takes products
            if let Some(bits) = long(length).filter(|_| !length.is_rational()) {
                return Err(too_long(bits));
            }
            if !length.is_positive() {
                let length = brief(length);
                return Err(error!(
                    Domain,
                    "the length {length} is not positive; every length has to be greater than 0"
                ));
            }
        }
        let radicand = common_radicand(lengths)?;
        // before any common divisor: a denominator divides D, and a numerator a coordinate
        if let Some(bits) = lengths.iter().filter_map(long).max() {
            return Err(too_long(bits));
        }
        let parts = lengths.iter().filter_map(|length| length.coordinates_in(radicand)).collect_vec();
        let mut denominator = BigInt::from(1);
        for &[.., r] in &parts {
            if !(&denominator % r).is_zero() {
                denominator = denominator.lcm(r);
            }
            // before a later one makes it even longer
            if denominator.bits() > MOST_DENOMINATOR_BITS {
                return Err(too_long(denominator.bits()));
            }
        }
        let coordinates = parts.into_iter().map(|[a, b, r]| {
            let factor = &denominator / r;
            (a * &factor, b * factor)
        });
        let coordinates: Vec<(BigInt, BigInt)> = coordinates.collect();
        // the basis would only be slow for long numbers
        let bits = coordinates.iter().map(|(a, b)| a.bits().max(b.bits())).max().unwrap_or(0);
        if bits > COORDINATE_BITS {
            return Err(unfit(coordinate_error(bits).text()));
        }
        let basis = Basis::of(&coordinates);
        let bounds = coordinate_bounds(&coordinates, radicand, &denominator);
        let scale = |limit: &Surd| {
            let [a, b] = bounds(limit);
            // the greatest common divisor of all b, or 1 if all are 0
            let stride = basis.slanted.1.clone().max(BigInt::from(1));
            KeyScale::for_box(radicand, &stride, [&(a * 2), &(b / &stride * 2)])
        };
        let reach = Surd::from(limit.ceil() + more);
        let reach = if more.is_zero() { limit } else { &reach };
        let scale = scale(reach).map_err(|refusal| match scale(&Surd::zero()) {
            Err(refusal) => unfit(refusal.text()),
            Ok(_) => match largest_limit(&reach.ceil(), |limit| scale(&limit.into()).is_ok()) {
                largest if !more.is_zero() && largest <= *more => unfit(refusal.text()),
                largest => error!(
                    TooLarge,
                    "that is too long for pieces of these lengths; the greatest length is about {}",
                    largest - more
                ),
            },
        })?;
        let (generators, row_keys) = points(&scale, &coordinates, &basis);
        Ok(Self { scale, denominator, generators, row_keys })
    }

    /// The lengths that span the lattice, in the order in which they were given.
    #[must_use]
    pub fn generators(&self) -> &[Point] {
        &self.generators
    }

    /// Where the points of each row lie, for a sweep whose keys are of this type.
    pub(crate) fn row_keys<K: Key>(&self) -> RowKeys<K> {
        RowKeys::of(self.row_keys)
    }

    /// This lattice for a sweep that holds its keys in `i128`, though they fit `i64`.
    #[cfg(test)]
    pub(crate) fn widened(self) -> Self {
        Self { scale: self.scale.widened(), ..self }
    }

    /// A writer of points, by their [coordinates](Lattice::coordinates), with `digits` decimals.
    #[cfg(feature = "serde")]
    pub(crate) fn notation(&self, digits: usize) -> crate::number::Notation {
        crate::number::Notation::new(self.scale.radicand, self.denominator.clone(), digits)
    }

    /// The coordinates (a, b) of the point (a + b√d)/D.
    #[must_use]
    pub fn coordinates(&self, point: Point) -> (i64, i64) {
        let row = i64::from(point.row);
        (self.scale.rational_coordinate(point.key, row), row * self.scale.stride)
    }

    /// The point (a + b√d)/D, or `None` if it is not in the lattice or outside the box of the keys.
    #[must_use]
    pub fn point(&self, a: i64, b: i64) -> Option<Point> {
        let (row, rest) = (b / self.scale.stride, b % self.scale.stride);
        if rest != 0 || !self.scale.holds(a, row) {
            return None;
        }
        let point = Point { key: self.scale.key(a, row), row: i32::try_from(row).ok()? };
        Some(point).filter(|&point| self.row_keys.hold(point))
    }

    /// Whether (a + b√d)/D lies in the box of the keys.
    #[must_use]
    #[doc(hidden)]
    pub fn is_in_box(&self, a: i64, b: i64) -> bool {
        let [side, last_row] = self.scale.sides.map(i64::unsigned_abs);
        // C·N_r has at most 61 bits
        a.unsigned_abs() <= side && b.unsigned_abs() <= last_row * self.scale.stride.unsigned_abs()
    }

    /// The common denominator D.
    #[must_use]
    pub fn denominator(&self) -> &BigInt {
        &self.denominator
    }

    /// The scale of the keys.
    #[must_use]
    #[doc(hidden)]
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
        Surd::of_coordinates(a, b, &self.denominator, self.scale.radicand)
    }

    /// Compares a point with any number, exactly.
    #[must_use]
    pub fn compare(&self, point: Point, number: &Surd) -> Ordering {
        self.exact(point).cmp(number)
    }
}

/// Bounds of |a| and |b| for sums of lengths up to a limit, and for the lengths themselves, however
/// small the limit is.
fn coordinate_bounds(
    coordinates: &[(BigInt, BigInt)],
    radicand: Option<Radicand>,
    denominator: &BigInt,
) -> impl Fn(&Surd) -> [BigInt; 2] + use<> {
    let lengths = coordinates.iter().map(|(a, b)| Surd::in_field(a.clone(), b.clone(), radicand));
    let lengths = lengths.collect_vec();
    // max |a_s|/s and max |a_s| over all lengths s, and the same of b
    let bounds = [|ab: &(BigInt, BigInt)| ab.0.abs(), |ab: &(BigInt, BigInt)| ab.1.abs()].map(|part| {
        // |a|/s = D·|a|/(a + b√d), and D may be long
        let parts = coordinates.iter().zip(&lengths).map(|(ab, length)| Surd::from(part(ab)) / length);
        let steepest = parts.max().unwrap_or_default() * Surd::from(denominator.clone());
        (steepest, coordinates.iter().map(part).max().unwrap_or_default())
    });
    move |limit| {
        bounds.each_ref().map(|(steepest, longest)| product_bound(limit, steepest).max(longest.clone()))
    }
}

/// The lengths as points, and where the points of the rows lie, for a scale whose box has the
/// lengths.
fn points(scale: &KeyScale, coordinates: &[(BigInt, BigInt)], basis: &Basis) -> (Vec<Point>, RowKeys<i128>) {
    // all of these fit: the lengths lie in the box, and for the basis see the range of `RowKeys`
    let coordinate = |x: &BigInt| x.to_i64().unwrap_or_default();
    let wide = |x: &BigInt| x.to_i128().unwrap_or_default();
    let point = |(a, b): &(BigInt, BigInt)| {
        let row = coordinate(b) / scale.stride;
        Point { key: scale.key(coordinate(a), row), row: row as i32 }
    };
    let generators = coordinates.iter().map(point).collect();
    let spacing = Some(wide(&basis.spacing)).filter(|&spacing| spacing > 0);
    let (shift, root, slant) = (scale.shift, scale.root, wide(&basis.slanted.0));
    (generators, RowKeys { shift, root, slant, spacing })
}

/// The largest whole limit that fits, by bisection, given that 0 fits and `limit` does not.
fn largest_limit(limit: &BigInt, fits: impl Fn(BigInt) -> bool) -> BigInt {
    // coordinates of 61 bits and the root of a number of 64 bits make no limit beyond 2¹²⁶
    let (mut fitting, mut too_large) = (0_i128, limit.to_i128().unwrap_or(i128::MAX));
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

/// A basis of the group that coordinates (a, b) span: (`spacing`, 0) and `slanted`.
struct Basis {
    /// The least a > 0 of a combination with b = 0, or 0 if there is none.
    spacing: BigInt,
    /// A combination whose b is the greatest common divisor of all b; zero if all b are 0.
    slanted: (BigInt, BigInt),
}

impl Basis {
    /// By Euclid's algorithm on the coordinates b: of two vectors, one ends with their common
    /// divisor and the other with b = 0.
    fn of(coordinates: &[(BigInt, BigInt)]) -> Self {
        let (mut spacing, mut slanted) = (BigInt::zero(), (BigInt::zero(), BigInt::zero()));
        for vector in coordinates {
            let mut other = vector.clone();
            while !other.1.is_zero() {
                let quotient = slanted.1.div_floor(&other.1);
                let rest = (&slanted.0 - &quotient * &other.0, &slanted.1 - &quotient * &other.1);
                slanted = std::mem::replace(&mut other, rest);
            }
            spacing = spacing.gcd(&other.0);
        }
        if slanted.1.is_negative() {
            slanted = (-slanted.0, -slanted.1);
        }
        if !spacing.is_zero() {
            // the same rows, by a slanted vector that lies inside the box of the keys
            slanted.0 = slanted.0.mod_floor(&spacing);
        }
        Self { spacing, slanted }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use itertools::iproduct;

    use super::*;
    use crate::error::ErrorKind;

    fn surd(text: &str) -> Surd {
        text.parse().unwrap()
    }

    fn lattice(lengths: &str, limit: &str) -> Result<Lattice, Error> {
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
            assert_eq!(lattice.row_keys.spacing.map(BigInt::from), expected, "spacing of {lengths}");
            assert_eq!(lattice.scale().stride, stride, "stride of {lengths}");
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
            let rows = lattice.row_keys;
            for point in [s, t, s + t, s + s + t, t + t, t + t + t + s] {
                let width = rows.spacing().unwrap_or(9);
                for from in [point.key, point.key - width + 1, point.key - width / 2] {
                    let found = rows.first_in(point.row, from..from + width);
                    assert_eq!(found, Some(point.key), "{point:?} of {lengths}");
                    assert_eq!(rows.first_in(point.row, from..point.key), None, "{point:?} of {lengths}");
                }
                assert_eq!(rows.first_in(point.row, point.key + 1..point.key + width), None, "{point:?}");
            }
            let Some(spacing) = rows.spacing() else {
                assert_eq!(rows.first_points(0..=9, 0).count(), 0, "{lengths}");
                continue;
            };
            for from in [-spacing, 0, 1, t.key, 7 * s.key + 5] {
                let one_by_one = (-5..=30).map(|row| (rows.first_in(row, from..from + spacing), row));
                let points = rows.first_points(-5..=30, from).map(|point| (Some(point.key), point.row));
                assert!(points.eq(one_by_one), "from {from} for {lengths}");
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
            let rows = lattice.row_keys;
            assert!((rows.slant << rows.shift) * 20_000 > i64::MAX.into(), "{lengths}");
            let narrow: RowKeys<i64> = lattice.row_keys();
            let spacing = rows.spacing().unwrap();
            let mut point = Point::ORIGIN;
            for _ in 0..20_000 {
                let before = point;
                point = point + short;
                assert!(rows.hold(point) && narrow.hold(Point::of(point)));
                assert!(!rows.hold(Point { key: point.key + (1 << rows.shift), ..point }));
                let next = point.key + 1..point.key + spacing + 1;
                assert_eq!(rows.first_in(point.row, next.clone()), Some(point.key + spacing));
                let next = i64::nearest(next.start)..i64::nearest(next.end);
                assert_eq!(narrow.first_in(point.row, next).map(i128::from), Some(point.key + spacing));
                assert_eq!(rows.place(point), rows.place(before) + rows.place(short));
                assert_eq!(rows.place(point), narrow.place(Point::of(point)));
            }
        }
    }

    #[test]
    fn refusals() {
        let none = Lattice::spanned_by(&[], &surd("1")).unwrap_err();
        assert_eq!(none.to_string(), "there is no length; give at least one, such as 1,sqrt2");
        assert_eq!(lattice("1,0", "9").unwrap_err().kind(), ErrorKind::Domain);
        assert_eq!(lattice("sqrt2,sqrt3", "9").unwrap_err().kind(), ErrorKind::Field);
        for (lengths, says) in [
            ("1,10^19", "over the common denominator, numbers of 64 binary digits occur"),
            ("1/10^19,sqrt2", "over the common denominator, numbers of 64 binary digits occur"),
            ("sqrt2,10^10*sqrt2", "multiples of the root of 35 binary digits occur"),
            ("10^16+sqrt2,10^16-10^9*sqrt2", "keys of "),
            ("1,10^5000", "they, or their common denominator, have numbers of 16610 binary digits"),
            ("1,1/10^5000", "they, or their common denominator, have numbers of "),
        ] {
            let error = lattice(lengths, "0").unwrap_err().to_string();
            assert!(error.contains(&format!("whatever the limit: {says}")), "{error} for {lengths}");
        }
        let error = lattice("1,sqrt2", "10^12").unwrap_err();
        let largest = surd(
            error
                .text()
                .strip_prefix("that is too long for pieces of these lengths; the greatest length is about ")
                .unwrap(),
        );
        let lengths = [surd("1"), surd("sqrt2")];
        assert!(Lattice::spanned_by(&lengths, &largest).is_ok());
        assert!(Lattice::spanned_by(&lengths, &(largest + surd("1"))).is_err());
    }

    /// All m·v + n·w with small m and n that lie in a small box.
    fn combinations(v: (i64, i64), w: (i64, i64)) -> BTreeSet<(i64, i64)> {
        let sums = iproduct!(-200..=200, -200..=200).map(|(m, n)| (m * v.0 + n * w.0, m * v.1 + n * w.1));
        sums.filter(|(a, b)| a.abs() <= 12 && b.abs() <= 12).collect()
    }

    /// Both vectors span what the given ones span, whatever their signs are.
    #[test]
    fn a_basis_spans_the_same_group() {
        let given = [(2, 1), (-3, 1), (1, -2), (-4, -6), (3, -3), (0, 2), (0, -5), (6, 0), (-4, 0)];
        for (v, w) in iproduct!(given, given) {
            let coordinates = [v, w].map(|(a, b)| (BigInt::from(a), BigInt::from(b)));
            let Basis { spacing, slanted } = Basis::of(&coordinates);
            let small = |number: &BigInt| i64::try_from(number).unwrap();
            let (spacing, slanted) = (small(&spacing), (small(&slanted.0), small(&slanted.1)));
            assert!(spacing >= 0 && slanted.1 >= 0, "{v:?}, {w:?}");
            assert!(spacing == 0 || (0..spacing).contains(&slanted.0), "{v:?}, {w:?}");
            assert_eq!(combinations((spacing, 0), slanted), combinations(v, w), "{v:?}, {w:?}");
        }
    }
}
