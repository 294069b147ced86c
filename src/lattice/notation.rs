//! Closed forms and proven decimals of many lattice points, from machine integers if these suffice.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;

use super::point::Point;
use super::span::Lattice;
use crate::number::{Radicand, place_point, power_of_ten, write_closed_form};

/// Writes the points of one lattice as text.
///
/// The text is the same as that of the [`Surd`](crate::number::Surd) that a point stands for, but
/// writing it is much faster.
///
/// # Cost
/// About 100 ns for each text if the denominator fits 64 bits and 128 bits decide the rounding,
/// which is the normal case. Otherwise the cost of
/// [`Surd::to_decimal`](crate::number::Surd::to_decimal).
///
/// ```
/// use nimsweep::lattice::{Lattice, Notation};
/// use nimsweep::number::Surd;
///
/// let lattice = Lattice::spanned_by(&[Surd::from(1), "sqrt2".parse()?], &"500".parse()?)?;
/// let [one, root] = lattice.generators()[..] else { unreachable!() };
/// let notation = Notation::new(&lattice, 8);
/// assert_eq!(notation.closed_form(one + root + root), "1+2*sqrt(2)");
/// assert_eq!(notation.decimal(one + root + root), "3.82842712");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Notation<'a> {
    lattice: &'a Lattice,
    digits: usize,
    /// The common denominator D, if it fits.
    denominator: Option<i64>,
    fixed_point: Option<FixedPoint>,
}

impl<'a> Notation<'a> {
    /// For points of `lattice`, with `digits` decimals.
    ///
    /// # Cost
    /// One integer square root of at most 300 bits.
    #[must_use]
    pub fn new(lattice: &'a Lattice, digits: usize) -> Self {
        let denominator = lattice.denominator().to_i64();
        let fixed_point =
            denominator.and_then(|d| FixedPoint::new(lattice.scale().radicand(), d.unsigned_abs(), digits));
        Self { lattice, digits, denominator, fixed_point }
    }

    /// The closed form (a+b*sqrt(d))/r in lowest terms.
    #[must_use]
    pub fn closed_form(&self, point: Point) -> String {
        let Some(denominator) = self.denominator else {
            return self.lattice.exact(point).to_string();
        };
        let (a, b) = self.lattice.coordinates(point);
        let common = denominator.gcd(&b).gcd(&a); // at least 1, as D is
        let terms = [a, b, denominator].map(|x| x / common);
        let mut text = String::with_capacity(32);
        // writing to a string cannot fail
        let _ = write_closed_form(&mut text, &terms, self.lattice.scale().radicand());
        text
    }

    /// The number rounded half away from zero, every digit proven.
    #[must_use]
    pub fn decimal(&self, point: Point) -> String {
        let (a, b) = self.lattice.coordinates(point);
        match self.fixed_point.as_ref().and_then(|fixed_point| fixed_point.rounded(a, b)) {
            Some((magnitude, negative)) => place_point(&magnitude, negative, self.digits),
            None => self.lattice.exact(point).to_decimal(self.digits),
        }
    }
}

/// k: how many binary places a fixed-point number has beyond its decimals.
const GUARD_BITS: u32 = 32;

/// 1 and √d as multiples of 10⁻ⁿ·2⁻ᵏ for n decimals, to round (a + b√d)/D with.
#[derive(Clone, Debug)]
struct FixedPoint {
    /// 10ⁿ·2ᵏ.
    one: i128,
    /// ⌊10ⁿ·2ᵏ·√d⌋, or 0 without a root.
    root: i128,
    /// D.
    denominator: u64,
}

impl FixedPoint {
    /// `None` if 128 bits are too few for so many decimals.
    fn new(radicand: Option<Radicand>, denominator: u64, digits: usize) -> Option<Self> {
        if digits > 28 {
            return None; // 10²⁹·2³² has 129 bits
        }
        let one = power_of_ten(digits) << GUARD_BITS;
        let root: BigInt = (&one * &one * radicand.map_or(0, Radicand::get)).sqrt();
        Some(Self { one: one.to_i128()?, root: root.to_i128()?, denominator })
    }

    /// ⌊10ⁿ·|x| + 1/2⌋ for x = (a + b√d)/D, and whether x is negative; `None` if either is
    /// uncertain.
    ///
    /// The error of the rounded root is less than 1, so that of a·`one` + b·`root` as an
    /// approximation of 10ⁿ·2ᵏ·D·x is less than |b|, and 0 for b = 0. Rounding is monotonic: if
    /// both ends of this error interval round to the same integer, so does the number.
    fn rounded(&self, a: i64, b: i64) -> Option<(u128, bool)> {
        let rational = self.one.checked_mul(a.into())?;
        let scaled = self.root.checked_mul(b.into())?.checked_add(rational)?;
        let (magnitude, doubt) = (scaled.unsigned_abs(), u128::from(b.unsigned_abs()));
        // an interval that reaches below 0 leaves the sign uncertain, too
        let lowest = self.nearest(magnitude.checked_sub(doubt)?);
        (lowest == self.nearest(magnitude + doubt)).then_some((lowest, scaled < 0))
    }

    /// ⌊m/(2ᵏ·D) + 1/2⌋ for m below 2¹²⁸ − 2⁹⁵, by ⌊m/(xy)⌋ = ⌊⌊m/x⌋/y⌋.
    fn nearest(&self, m: u128) -> u128 {
        let denominator = u128::from(self.denominator);
        ((m + (denominator << (GUARD_BITS - 1))) >> GUARD_BITS) / denominator
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Surd;

    fn lattice(lengths: &str, limit: &str) -> Lattice {
        let lengths: Vec<Surd> = lengths.split(',').map(|text| text.parse().unwrap()).collect();
        Lattice::spanned_by(&lengths, &limit.parse().unwrap()).unwrap()
    }

    /// Whole combinations of the first and the last length with coefficients of either sign.
    fn combinations(lattice: &Lattice) -> Vec<Point> {
        let lengths = lattice.generators();
        let multiple =
            |length: Point, times: i32| Point { key: length.key * i64::from(times), row: length.row * times };
        let times = [-17, -12, -3, -1, 0, 1, 2, 7, 17];
        let pairs = times.iter().flat_map(|&m| times.iter().map(move |&n| (m, n)));
        pairs.map(|(m, n)| multiple(lengths[0], m) + multiple(lengths[lengths.len() - 1], n)).collect()
    }

    #[test]
    fn texts_are_those_of_the_exact_numbers() {
        for (lengths, limit) in [
            ("1,sqrt2", "500"),
            ("1,sqrt3", "100"),
            ("1,(1+sqrt5)/2", "100"),
            ("1,3/2", "100"),
            ("1/3,2/7", "40"),
            ("11/10,13/10,sqrt2", "60"),
            ("sqrt2/3,sqrt2/2", "40"),
            ("3-2sqrt2,1", "9"),
            ("7-4sqrt3,2-sqrt3", "9"),
            ("1/10^30,sqrt2/10^30", "40/10^30"),
            ("1,sqrt1000003", "40"),
        ] {
            let lattice = lattice(lengths, limit);
            for digits in (0..=40).chain([300]) {
                let notation = Notation::new(&lattice, digits);
                for point in combinations(&lattice) {
                    let exact = lattice.exact(point);
                    let texts = (notation.closed_form(point), notation.decimal(point));
                    assert_eq!(texts, (exact.to_string(), exact.to_decimal(digits)), "{lengths}");
                }
            }
        }
    }

    #[test]
    fn machine_integers_suffice_in_the_normal_case() {
        for (lengths, digits) in [("1,sqrt2", 20), ("11/10,13/10,sqrt2", 18), ("1,3/2", 20)] {
            let lattice = lattice(lengths, "60");
            let fixed_point = Notation::new(&lattice, digits).fixed_point.unwrap();
            for (a, b) in combinations(&lattice).into_iter().map(|point| lattice.coordinates(point)) {
                assert!(fixed_point.rounded(a, b).is_some(), "{a}, {b} for {lengths}");
            }
        }
    }

    #[test]
    fn a_root_that_almost_ties_is_left_to_the_exact_numbers() {
        // 262087/151316 is a convergent of √3, so 75658√3 is close to 131043.5
        let lattice = lattice("1,sqrt3", "60000");
        let root = lattice.generators()[1];
        let near_tie = Point { key: root.key * 75_658, row: root.row * 75_658 };
        let notation = Notation::new(&lattice, 0);
        assert_eq!(notation.fixed_point.as_ref().unwrap().rounded(0, 75_658), None);
        assert_eq!(notation.decimal(near_tie), lattice.exact(near_tie).to_decimal(0));
        assert_eq!(notation.decimal(near_tie + root), lattice.exact(near_tie + root).to_decimal(0));
    }

    #[test]
    fn a_doubtful_sign_is_left_to_the_exact_numbers() {
        // 262087 − 151316√3 ≈ 2·10⁻⁶, by numbers that are off by up to 151316·2⁻³²
        let fixed_point = FixedPoint::new(Some(Radicand::new(3).unwrap()), 1, 0).unwrap();
        assert_eq!(fixed_point.rounded(262_087, -151_316), None);
        assert_eq!(fixed_point.rounded(0, 0), Some((0, false)));
        assert_eq!(fixed_point.rounded(-3, 0), Some((3, true)));
    }
}
