//! Closed forms and proven decimals of many numbers over one denominator, from machine integers
//! wherever these suffice.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use super::decimal::{power_of_ten, write_with_point};
use super::radicand::Radicand;
use super::surd::Surd;
use super::write::write_closed_form;

/// Writes numbers (a + b√d)/D with 64-bit integers a and b as text: the same text as that of the
/// [`Surd`], sooner.
///
/// # Cost
/// Some 100 ns for each text in the normal case: a denominator of 64 bits, and decimals for which
/// 128 bits leave no doubt. Otherwise that of [`Surd::to_decimal`].
///
/// ```
/// use nimsweep::number::{Notation, Radicand};
///
/// let notation = Notation::new(Some(Radicand::new(2)?), 2.into(), 8);
/// assert_eq!(notation.closed_form(2, 4), "1+2*sqrt(2)");
/// assert_eq!(notation.decimal(2, 4), "3.82842712");
/// # Ok::<(), nimsweep::number::NotSquareFree>(())
/// ```
#[derive(Clone, Debug)]
pub struct Notation {
    radicand: Option<Radicand>,
    denominator: BigInt,
    digits: usize,
    /// D, if it fits.
    small_denominator: Option<i64>,
    fixed_point: Option<FixedPoint>,
}

impl Notation {
    /// For numbers over `denominator`, with `digits` decimals. Without a `radicand`, b counts for
    /// nothing.
    ///
    /// # Panics
    /// If the denominator is 0.
    ///
    /// # Cost
    /// One integer square root of at most 300 bits.
    #[must_use]
    pub fn new(radicand: Option<Radicand>, denominator: BigInt, digits: usize) -> Self {
        assert!(!denominator.is_zero(), "the denominator is 0");
        let small_denominator = denominator.to_i64().filter(|&d| d > 0);
        let fixed_point = small_denominator.and_then(|d| FixedPoint::new(radicand, d.unsigned_abs(), digits));
        Self { radicand, denominator, digits, small_denominator, fixed_point }
    }

    /// The number (a + b√d)/D itself.
    #[must_use]
    pub fn exact(&self, a: i64, b: i64) -> Surd {
        let over = |x: i64| BigRational::new(x.into(), self.denominator.clone());
        match self.radicand {
            None => over(a).into(),
            Some(d) => Surd::canonical(over(a), over(b), Some(d)),
        }
    }

    fn root_coordinate(&self, b: i64) -> i64 {
        if self.radicand.is_some() { b } else { 0 }
    }

    /// The closed form (a+b*sqrt(d))/r in lowest terms.
    #[must_use]
    pub fn closed_form(&self, a: i64, b: i64) -> String {
        let mut text = String::with_capacity(32);
        self.write_closed_form(&mut text, a, b);
        text
    }

    /// Appends the [closed form](Notation::closed_form) to a text.
    pub fn write_closed_form(&self, text: &mut String, a: i64, b: i64) {
        let smallest = a == i64::MIN || b == i64::MIN; // without an absolute value
        let Some(denominator) = self.small_denominator.filter(|_| !smallest) else {
            text.push_str(&self.exact(a, b).to_string());
            return;
        };
        let b = self.root_coordinate(b);
        let common = if denominator == 1 { 1 } else { denominator.gcd(&b).gcd(&a) }; // at least 1, as D is
        let terms = if common == 1 { [a, b, denominator] } else { [a, b, denominator].map(|x| x / common) };
        write_closed_form(text, &terms, self.radicand);
    }

    /// The number rounded half away from zero, every digit proven.
    #[must_use]
    pub fn decimal(&self, a: i64, b: i64) -> String {
        let mut text = String::with_capacity(32);
        self.write_decimal(&mut text, a, b);
        text
    }

    /// Appends the [decimals](Notation::decimal) to a text.
    pub fn write_decimal(&self, text: &mut String, a: i64, b: i64) {
        let b = self.root_coordinate(b);
        match self.fixed_point.as_ref().and_then(|fixed_point| fixed_point.rounded(a, b)) {
            Some((magnitude, negative)) => write_with_point(text, magnitude, negative, self.digits),
            None => text.push_str(&self.exact(a, b).to_decimal(self.digits)),
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
    /// The largest |a| and |b| for which a·`one` and b·`root` are certain to be below 2¹²⁶.
    most: u64,
    /// D, at least 1 and below 2⁶³.
    denominator: u64,
}

impl FixedPoint {
    /// `None` if the decimals are too many for 128 bits.
    fn new(radicand: Option<Radicand>, denominator: u64, digits: usize) -> Option<Self> {
        if digits > 28 {
            return None; // 10²⁹·2³² has 129 bits
        }
        let one = power_of_ten(digits) << GUARD_BITS;
        let root: BigInt = (&one * &one * radicand.map_or(0, Radicand::get)).sqrt();
        let (one, root) = (one.to_i128()?, root.to_i128()?);
        let most = ((1 << 126) - 1) / one.max(root).unsigned_abs();
        Some(Self { one, root, most: u64::try_from(most).unwrap_or(u64::MAX), denominator })
    }

    /// ⌊10ⁿ·|x| + 1/2⌋ for x = (a + b√d)/D, and whether x is negative; if both are certain.
    ///
    /// The rounded root is off by less than 1, so a·`one` + b·`root` is off from 10ⁿ·2ᵏ·D·x by less
    /// than |b|, and not at all for b = 0. Rounding is monotonic: if it gives the same at both
    /// ends of the doubt, that is the result. It does if the remainder at the lower end leaves room
    /// for both doubts.
    fn rounded(&self, a: i64, b: i64) -> Option<(u128, bool)> {
        if a.unsigned_abs() > self.most || b.unsigned_abs() > self.most {
            return None;
        }
        let scaled = self.one * i128::from(a) + self.root * i128::from(b); // below 2¹²⁷
        let (magnitude, doubt) = (scaled.unsigned_abs(), u128::from(b.unsigned_abs()));
        // D·2ᵏ is below 2⁹⁵, so that no sum reaches 2¹²⁸
        let unit = u128::from(self.denominator) << GUARD_BITS;
        // below 0 the sign would be in doubt, too
        let lowest = magnitude.checked_sub(doubt)? + unit / 2;
        let rounded = self.quotient(lowest >> GUARD_BITS); // ⌊m/(xy)⌋ = ⌊⌊m/x⌋/y⌋
        let remainder = lowest - rounded * unit;
        (remainder + 2 * doubt < unit).then_some((rounded, scaled < 0))
    }

    /// ⌊m/D⌋: a division of 64 bits takes a fraction of the time of one of 128.
    fn quotient(&self, m: u128) -> u128 {
        match u64::try_from(m) {
            Ok(m) => u128::from(m / self.denominator),
            Err(_) => m / u128::from(self.denominator),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COORDINATES: [i64; 15] = [
        -4_611_686_018_427_387_904,
        -100_003,
        -577,
        -17,
        -12,
        -3,
        -1,
        0,
        1,
        2,
        7,
        17,
        408,
        1_000_000,
        i64::MAX,
    ];

    fn radicand(d: u64) -> Option<Radicand> {
        Radicand::new(d).ok()
    }

    #[test]
    fn texts_are_those_of_the_exact_numbers() {
        let denominators = ["1", "2", "3", "110", "1442081369", "9223372036854775807"];
        let denominators = denominators.map(|text| text.parse::<BigInt>().unwrap());
        let negative_and_large = [BigInt::from(-7), power_of_ten(30)];
        for d in [0, 2, 3, 5, 1_000_003, u64::MAX].map(radicand) {
            for denominator in denominators.iter().chain(&negative_and_large) {
                for digits in [0, 1, 8, 20, 28, 29, 60] {
                    let notation = Notation::new(d, denominator.clone(), digits);
                    for (&a, &b) in itertools::iproduct!(&COORDINATES, &COORDINATES) {
                        let exact = notation.exact(a, b);
                        let texts = (notation.closed_form(a, b), notation.decimal(a, b));
                        assert_eq!(
                            texts,
                            (exact.to_string(), exact.to_decimal(digits)),
                            "{a}, {b} over {denominator}"
                        );
                    }
                }
            }
        }
        assert_eq!(
            Notation::new(radicand(2), 1.into(), 0).closed_form(i64::MIN, i64::MIN),
            format!("{0}{0}*sqrt(2)", i64::MIN)
        );
    }

    #[test]
    fn machine_integers_suffice_in_the_normal_case() {
        for (d, denominator, digits) in [(2, 1, 20), (2, 110, 18), (5, 2, 20)] {
            let fixed_point = FixedPoint::new(radicand(d), denominator, digits).unwrap();
            for (&a, &b) in itertools::iproduct!(&COORDINATES[1..14], &COORDINATES[1..14]) {
                assert!(fixed_point.rounded(a, b).is_some(), "{a}, {b} with {d} over {denominator}");
            }
        }
    }

    #[test]
    fn a_root_that_almost_ties_is_left_to_the_exact_numbers() {
        // 262087/151316 is a convergent of √3, so 75658√3 is close to 131043.5
        let notation = Notation::new(radicand(3), 1.into(), 0);
        assert_eq!(notation.fixed_point.as_ref().unwrap().rounded(0, 75_658), None);
        for b in [75_658, 75_659] {
            assert_eq!(notation.decimal(0, b), notation.exact(0, b).to_decimal(0));
        }
    }

    #[test]
    fn a_doubtful_sign_is_left_to_the_exact_numbers() {
        // 262087 − 151316√3 ≈ 2·10⁻⁶, by numbers that are off by up to 151316·2⁻³²
        let fixed_point = FixedPoint::new(radicand(3), 1, 0).unwrap();
        assert_eq!(fixed_point.rounded(262_087, -151_316), None);
        assert_eq!(fixed_point.rounded(0, 0), Some((0, false)));
        assert_eq!(fixed_point.rounded(-3, 0), Some((3, true)));
    }
}
