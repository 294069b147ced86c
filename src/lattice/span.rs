//! The lattice that given lengths span: all their whole combinations (a + Σ b√d)/D, with keys.

use std::cmp::Ordering;
use std::iter::once;

use itertools::Itertools;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::key::{COORDINATE_BITS, Coordinates, KeyScale, coordinate_error};
use super::point::{Key, Point};
use super::rows::RowKeys;
use crate::error::{Error, error};
use crate::number::{Radicand, Surd, all_radicands, brief};

/// The group of all whole combinations of given positive lengths, with keys that are proven up to a
/// limit.
///
/// Let D be the common denominator of the lengths. Then each length is (a + Σ b√d)/D for integers a
/// and b, and so is every sum of lengths. If a sum of lengths is at most `limit`, then a is from
/// `limit`·min (a_s/s, 0) to `limit`·max (a_s/s, 0), and likewise each b, with the minimum and the
/// maximum over the lengths s. The keys are made for twice that box, so that it also holds the sums
/// of two such points. The sides of the box are often of different size, and each has its own part
/// in the key bound.
///
/// # Rows
/// With one root, the group has a basis α = A/D and β = (B + C√d)/D. Row r consists of the points
/// r·β + m·α for all integers m, so two points of a row differ by a multiple of the *spacing* α.
/// Within a window no wider than the spacing, the row therefore identifies a point. Every b is a
/// multiple of C, and the keys are made for a + r·C√d.
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
    basis: Basis,
}

/// Why there is no lattice, and the greatest limit for which there is one, if only the limit is too
/// large.
struct LatticeRefusal {
    error: Error,
    greatest: Option<BigInt>,
}

impl From<Error> for LatticeRefusal {
    fn from(error: Error) -> Self {
        Self { error, greatest: None }
    }
}

/// The most bits of a common denominator: far more than numerators of 61 bits are likely to need.
const MOST_DENOMINATOR_BITS: u64 = 1 << 14;

impl Lattice {
    /// The lattice spanned by `lengths`, with keys for all sums of lengths up to `limit` and for
    /// the sums of two such sums.
    ///
    /// # Errors
    /// [`Error`] if there is no length, a length is not positive, or the lengths or the limit do
    /// not fit the keys.
    ///
    /// # Cost
    /// A few exact operations for each length.
    pub fn spanned_by(lengths: &[Surd], limit: &Surd) -> Result<Self, Error> {
        Self::beyond(lengths, limit, &BigInt::zero())
    }

    /// The lattice for a limit and something more, which a refusal does not count.
    pub(crate) fn beyond(lengths: &[Surd], limit: &Surd, more: &BigInt) -> Result<Self, Error> {
        Self::of(lengths, limit, more).map_err(|LatticeRefusal { error, .. }| error)
    }

    /// This limit, or the greatest whole one that fits, with something more.
    pub(crate) fn greatest_limit(lengths: &[Surd], limit: Surd, more: &BigInt) -> Surd {
        match Self::of(lengths, &limit, more) {
            Err(LatticeRefusal { greatest: Some(greatest), .. }) => greatest.into(),
            _ => limit,
        }
    }

    fn of(lengths: &[Surd], limit: &Surd, more: &BigInt) -> Result<Self, LatticeRefusal> {
        if lengths.is_empty() {
            return Err(error!(Domain, "there is no length; give at least one, such as 1,sqrt2").into());
        }
        let long = |length: &Surd| Some(length.bits()).filter(|&bits| bits > MOST_DENOMINATOR_BITS);
        let unfit = |reason: &str| {
            error!(
                TooLarge,
                "these lengths do not fit the keys, whatever the limit: {reason}; give lengths with smaller numerators \
                 and denominators, or with fewer square roots"
            )
        };
        let too_long = |bits: u64| {
            unfit(&format!("they, or their common denominator, have numbers of {bits} binary digits"))
        };
        for length in lengths {
            // the sign of a long irrational number takes products
            if let Some(bits) = long(length).filter(|_| !length.is_rational()) {
                return Err(too_long(bits).into());
            }
            if !length.is_positive() {
                let length = brief(length);
                let text = "is not positive; every length has to be greater than 0";
                return Err(error!(Domain, "the length {length} {text}").into());
            }
        }
        // before any common divisor: a denominator divides D, and a numerator a coordinate
        if let Some(bits) = lengths.iter().filter_map(long).max() {
            return Err(too_long(bits).into());
        }
        let mut denominator = BigInt::from(1);
        for length in lengths {
            let (.., r) = length.over_common_denominator();
            if !(&denominator % r).is_zero() {
                denominator = denominator.lcm(r);
            }
            // before a later one makes it even longer
            if denominator.bits() > MOST_DENOMINATOR_BITS {
                return Err(too_long(denominator.bits()).into());
            }
        }
        let radicands = all_radicands(lengths);
        let coordinates = lengths.iter().map(|length| {
            let factor = &denominator / length.over_common_denominator().2;
            Some(length.coordinates_in(&radicands)?.into_iter().map(|x| x * &factor).collect())
        });
        let coordinates: Vec<Vec<BigInt>> = coordinates.collect::<Option<_>>().unwrap_or_default();
        // the basis would only be slow for long numbers
        let bits = coordinates.iter().flatten().map(BigInt::bits).max().unwrap_or(0);
        if bits > COORDINATE_BITS {
            return Err(unfit(coordinate_error(bits).text()).into());
        }
        let basis = Basis::of(&coordinates);
        // the greatest common divisor of all coordinates of a root, of which one is not 0
        let stride = |index: usize| coordinates.iter().fold(BigInt::ZERO, |stride, x| stride.gcd(&x[index]));
        let roots = radicands.into_iter().zip(1..).map(|(radicand, index)| (radicand, stride(index)));
        let roots = roots.collect_vec();
        let rates = coordinate_rates(&coordinates, lengths);
        let scale = |limit: &BigInt| {
            let strides = once(BigInt::one()).chain(roots.iter().map(|(_, stride)| stride.clone()));
            // the coordinates of sums up to the limit, and of the lengths
            let bound = |(most, rate): &(BigInt, BigInt)| most.max(&((rate * limit) >> RATE_BITS)).clone();
            let ends = rates.iter().zip(strides);
            let ends = ends.map(|(both, stride)| both.each_ref().map(|rate| bound(rate) / &stride * 2));
            KeyScale::for_box(&roots, &ends.collect_vec())
        };
        let reach = limit.ceil() + more;
        let scale = scale(&reach).map_err(|refusal| match scale(&BigInt::ZERO) {
            Err(refusal) => unfit(refusal.text()).into(),
            Ok(_) => match largest_limit(&reach, |limit| scale(&limit).is_ok()) - more {
                greatest if !greatest.is_positive() && !more.is_zero() => unfit(refusal.text()).into(),
                greatest => {
                    let text = "that is too long for pieces of these lengths; the greatest length is about";
                    LatticeRefusal { error: error!(TooLarge, "{text} {greatest}"), greatest: Some(greatest) }
                }
            },
        })?;
        let fitting = |x: &BigInt| x.to_i64();
        let point = |x: &Vec<BigInt>| scale.point(&x.iter().map(fitting).collect::<Option<Coordinates>>()?);
        // the box has all lengths
        let generators = coordinates.iter().filter_map(point).collect();
        Ok(Self { scale, denominator, generators, basis })
    }

    /// The lengths that span the lattice, in the order in which they were given.
    #[must_use]
    pub fn generators(&self) -> &[Point] {
        &self.generators
    }

    /// Where the points of each row lie, for a sweep whose keys are of this type; with several
    /// roots it is not known.
    pub(crate) fn row_keys<K: Key>(&self) -> RowKeys<K> {
        let (root, slanted) = match (&self.scale.roots[..], &self.basis.rows[..]) {
            ([root], [_, slanted]) => (root.key, &slanted[0]),
            _ => (0, &BigInt::ZERO),
        };
        // these fit, see the range of `RowKeys`
        let wide = |x: &BigInt| x.to_i128().unwrap_or_default();
        let spacing = wide(&self.basis.rows[0][0]);
        let spacing = Some(spacing).filter(|&spacing| spacing > 0 && self.scale.roots.len() < 2);
        RowKeys::of(RowKeys { shift: self.scale.shift, root, slant: wide(slanted), spacing })
    }

    /// This lattice for a sweep that holds its keys in `i128`, though they fit `i64`.
    #[cfg(test)]
    pub(crate) fn widened(self) -> Self {
        Self { scale: self.scale.widened(), ..self }
    }

    /// A writer of points, by their [coordinates](Lattice::coordinates), with `digits` decimals.
    #[cfg(feature = "serde")]
    pub(crate) fn notation(&self, digits: usize) -> crate::number::Notation {
        crate::number::Notation::new(self.radicands().collect(), self.denominator.clone(), digits)
    }

    /// The numbers under the roots of the lengths, in ascending order.
    pub fn radicands(&self) -> impl ExactSizeIterator<Item = Radicand> + Clone + '_ {
        self.scale.radicands()
    }

    /// The coordinates of the point (a + Σ b√d)/D: a, and b for each [root](Lattice::radicands).
    #[inline]
    #[must_use]
    pub fn coordinates(&self, point: Point) -> Coordinates {
        self.scale.coordinates(point)
    }

    /// The point (a + Σ b√d)/D, or `None` if it is not in the lattice or outside the box of the
    /// keys.
    #[must_use]
    pub fn point(&self, coordinates: &[i64]) -> Option<Point> {
        self.scale.point(coordinates).filter(|_| self.basis.spans(coordinates))
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
        self.number(&self.coordinates(point))
    }

    /// The number (a + Σ b√d)/D for any integers, inside the box or not.
    #[must_use]
    pub fn number(&self, coordinates: &[i64]) -> Surd {
        Surd::of_coordinates(coordinates, &self.denominator, self.radicands())
    }

    /// Compares a point with any number, exactly.
    #[must_use]
    pub fn compare(&self, point: Point, number: &Surd) -> Ordering {
        self.exact(point).cmp(number)
    }
}

/// The binary places of a rate.
const RATE_BITS: u32 = 64;

/// For each coordinate, if it is negative and if it is positive, the greatest absolute value in the
/// lengths, and 2⁶⁴ times the most by which it grows along a sum of them, max |x_s|/s, rounded up:
/// so in a sum it is at most ⌊rate·limit⌋.
fn coordinate_rates(coordinates: &[Vec<BigInt>], lengths: &[Surd]) -> Vec<[(BigInt, BigInt); 2]> {
    let mut rates = vec![<[(BigInt, BigInt); 2]>::default(); coordinates.first().map_or(0, Vec::len)];
    for (x, length) in coordinates.iter().zip(lengths) {
        // of the greatest coordinate; neither it nor the length is 0
        let greatest = x.iter().map(BigInt::abs).max().unwrap_or_else(BigInt::one);
        let along = -Surd::from(&greatest << RATE_BITS);
        let along = -along.try_div_floor(length).unwrap_or_default();
        for (rates, x) in rates.iter_mut().zip(x) {
            let (most, rate) = &mut rates[usize::from(x.is_positive())];
            *rate = (x.abs() * &along).div_ceil(&greatest).max(std::mem::take(rate));
            *most = x.abs().max(std::mem::take(most));
        }
    }
    rates
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

/// A basis of the group that vectors of integers span, in Hermite's form.
///
/// # Invariants
/// Row i has the pivot at its place i, and 0 behind it. A pivot is positive, or the row is 0. What
/// stands over a pivot is at least 0 and less than it.
#[derive(Clone, Debug)]
struct Basis {
    rows: Vec<Vec<BigInt>>,
}

impl Basis {
    /// By Euclid's algorithm at each place, from the last one on: of two vectors one ends with
    /// their common divisor there, and the other with 0.
    fn of(vectors: &[Vec<BigInt>]) -> Self {
        let length = vectors.first().map_or(0, Vec::len);
        let mut rows = vec![vec![BigInt::ZERO; length]; length];
        let subtract = |from: &mut Vec<BigInt>, factor: &BigInt, vector: &[BigInt]| {
            from.iter_mut().zip(vector).for_each(|(x, y)| *x -= factor * y);
        };
        for vector in vectors {
            let mut rest = vector.clone();
            for place in (0..length).rev() {
                while !rest[place].is_zero() {
                    let quotient = rows[place][place].div_floor(&rest[place]);
                    subtract(&mut rows[place], &quotient, &rest);
                    std::mem::swap(&mut rows[place], &mut rest);
                }
            }
        }
        for place in 0..length {
            let (smaller, row) = rows.split_at_mut(place);
            let row = &mut row[0];
            if row[place].is_negative() {
                row.iter_mut().for_each(|x| *x *= -1);
            }
            for (place, other) in
                smaller.iter().enumerate().rev().filter(|(place, other)| !other[*place].is_zero())
            {
                let quotient = row[place].div_floor(&other[place]);
                subtract(row, &quotient, other);
            }
        }
        Self { rows }
    }

    /// Whether a vector is a combination of these.
    fn spans(&self, vector: &[i64]) -> bool {
        let mut rest: Vec<BigInt> = vector.iter().copied().map(BigInt::from).collect();
        for (place, row) in self.rows.iter().enumerate().rev().filter(|(place, row)| !row[*place].is_zero()) {
            let quotient = &rest[place] / &row[place];
            rest.iter_mut().zip(row).for_each(|(x, y)| *x -= &quotient * y);
        }
        rest.iter().all(Zero::is_zero)
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
            assert_eq!(
                lattice.row_keys::<i128>().spacing.map(BigInt::from),
                expected,
                "spacing of {lengths}"
            );
            assert!(lattice.scale().roots.iter().all(|root| root.stride == stride), "stride of {lengths}");
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
            let rows: RowKeys<i128> = lattice.row_keys();
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
                let at = lattice.coordinates(point);
                assert_eq!(lattice.point(&at), Some(point), "{point:?} of {lengths}");
            }
        }
        let lattice = lattice("2,2sqrt2", "100").unwrap();
        assert_eq!([[1, 2], [2, 1], [i64::MIN, 0]].map(|at| lattice.point(&at)), [None; 3]);
        // a rational lattice has one row
        let lattice = self::lattice("1,3/2", "9").unwrap();
        assert_eq!((lattice.point(&[3]).map(|point| point.key), lattice.point(&[3, 1])), (Some(3), None));
    }

    #[test]
    fn rows_far_from_the_box_still_name_their_points() {
        // rows times slant is beyond 64 bits
        for lengths in ["60000,sqrt2-1", "3000,sqrt10-3"] {
            let lattice = lattice(lengths, "20000").unwrap();
            let short = lattice.generators()[1];
            let rows: RowKeys<i128> = lattice.row_keys();
            assert!((rows.slant << rows.shift) * 20_000 > i64::MAX.into(), "{lengths}");
            let narrow: RowKeys<i64> = lattice.row_keys();
            let spacing = rows.spacing().unwrap();
            let mut point = Point::ORIGIN;
            for _ in 0..20_000 {
                let before = point;
                point = point + short;
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
        for (lengths, says) in [
            ("1,10^19", "over the common denominator, numbers of 64 binary digits occur"),
            ("1/10^19,sqrt2", "over the common denominator, numbers of 64 binary digits occur"),
            ("sqrt2,10^15*sqrt2", "keys of "),
            ("10^16+sqrt2,10^16-10^9*sqrt2", "keys of "),
            ("1,10^5000", "they, or their common denominator, have numbers of 16610 binary digits"),
            ("1,1/10^5000", "they, or their common denominator, have numbers of "),
        ] {
            let error = lattice(lengths, "0").unwrap_err().to_string();
            assert!(error.contains(&format!("whatever the limit: {says}")), "{error} for {lengths}");
        }
        let error = lattice("1,sqrt2", "10^13").unwrap_err();
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
    fn combinations(v: [i64; 2], w: [i64; 2]) -> BTreeSet<[i64; 2]> {
        let sums = iproduct!(-200..=200, -200..=200).map(|(m, n)| [0, 1].map(|i| m * v[i] + n * w[i]));
        sums.filter(|sum| sum.iter().all(|x| x.abs() <= 12)).collect()
    }

    /// Both vectors span what the given ones span, whatever their signs are.
    #[test]
    fn a_basis_spans_the_same_group() {
        let given = [[2, 1], [-3, 1], [1, -2], [-4, -6], [3, -3], [0, 2], [0, -5], [6, 0], [-4, 0]];
        for (v, w) in iproduct!(given, given) {
            let basis = Basis::of(&[v, w].map(|x| x.map(BigInt::from).to_vec()));
            let row = |place: usize| [0, 1].map(|i| i64::try_from(&basis.rows[place][i]).unwrap());
            let ([spacing, zero], slanted) = (row(0), row(1));
            assert!(spacing >= 0 && zero == 0 && slanted[1] >= 0, "{v:?}, {w:?}");
            assert!(spacing == 0 || (0..spacing).contains(&slanted[0]), "{v:?}, {w:?}");
            let expected = combinations(v, w);
            assert_eq!(combinations(row(0), slanted), expected, "{v:?}, {w:?}");
            for x in iproduct!(-12..=12, -12..=12).map(|(a, b)| [a, b]) {
                assert_eq!(basis.spans(&x), expected.contains(&x), "{x:?} of {v:?}, {w:?}");
            }
        }
    }

    /// In three dimensions, against all combinations.
    #[test]
    fn a_basis_of_several_roots_spans_what_it_is_given() {
        let vectors = [[2, 1, 4], [-3, 0, 6], [5, 2, -2], [1, 1, 0]];
        for vectors in vectors.into_iter().combinations(3).chain(vectors.into_iter().combinations(2)) {
            let basis = Basis::of(&vectors.iter().map(|x| x.map(BigInt::from).to_vec()).collect_vec());
            let factors = vec![-9..=9_i64; vectors.len()].into_iter().multi_cartesian_product();
            let sums = factors.map(|factors| {
                [0, 1, 2].map(|i| factors.iter().zip(&vectors).map(|(m, x)| m * x[i]).sum::<i64>())
            });
            let sums: BTreeSet<_> = sums.collect();
            assert!(sums.iter().all(|sum| basis.spans(sum)), "{vectors:?}");
            for x in iproduct!(-3..=3, -3..=3, -3..=3).map(|(a, b, c)| [a, b, c]) {
                assert_eq!(basis.spans(&x), sums.contains(&x), "{x:?} of {vectors:?}");
            }
        }
    }
}
