//! Closed forms and proven decimals of many numbers over one denominator, from machine integers
//! wherever these suffice.
//!
//! # Decimals by fixed-point numbers
//! [`Surd::to_decimal`] takes an integer square root for each number, about 1 µs; a table of g has
//! a hundred thousand numbers with the same root. So 1 and √d are kept as multiples of 10⁻ⁿ·2⁻ᵏ: 1
//! as `one`, which is exact, and √d as `root`, which is rounded down. Then a·`one` + b·`root` is
//! off from 10ⁿ·2ᵏ·(a + b√d) by less than |b|, and not at all for b = 0. Rounding is monotonic: if
//! it gives the same at both ends of the doubt, that is the result. It does if the remainder at the
//! lower end and twice the doubt stay below the divisor. Otherwise the exact number is rounded.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use super::rounding::power_of_ten;
use super::surd::{Radicand, Surd};
use super::write::{Coefficient, ascii, write_closed_form, write_decimal};

/// Writes numbers (a + b√d)/D with 64-bit integers a and b as text: the same text as that of the
/// [`Surd`], sooner.
///
/// # Cost
/// Some 50 ns for each text in the normal case: a denominator of 64 bits, at most 28 decimals, and
/// no doubt about any of them. For more decimals, two products with integers that have as many.
/// Otherwise that of [`Surd::to_decimal`].
///
/// ```
/// use nimsweep::internal::Notation;
/// use nimsweep::number::Radicand;
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
    /// ⌊2⁶⁴·√d⌋, or 0 without a root: below 2⁹⁶.
    root: i128,
}

/// A number (a + b√d)/r by 128-bit integers a, b and r ≠ 0, in any terms. An operation has no
/// result if an integer of it does not fit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WideSurd {
    a: i128,
    b: i128,
    r: i128,
    d: i128,
}

impl WideSurd {
    /// (a + b√d)/r. Without a `radicand`, b counts for nothing.
    pub(crate) fn new((a, b): (i64, i64), r: i64, radicand: Option<Radicand>) -> Self {
        let d = radicand.map_or(0, Radicand::get).into();
        Self { a: a.into(), b: if d == 0 { 0 } else { b.into() }, r: r.into(), d }
    }

    /// The sum of two numbers of one field.
    pub(crate) fn plus(self, other: Self) -> Option<Self> {
        let over_both = |x: i128, y: i128| x.checked_mul(other.r)?.checked_add(y.checked_mul(self.r)?);
        let r = self.r.checked_mul(other.r)?;
        Some(Self { a: over_both(self.a, other.a)?, b: over_both(self.b, other.b)?, r, d: self.d })
    }

    /// The product of two numbers of one field.
    pub(crate) fn times(self, other: Self) -> Option<Self> {
        let (x, y) = (other.a, other.b);
        let roots = self.b.checked_mul(y)?.checked_mul(self.d)?;
        let a = self.a.checked_mul(x)?.checked_add(roots)?;
        let b = self.a.checked_mul(y)?.checked_add(self.b.checked_mul(x)?)?;
        Some(Self { a, b, r: self.r.checked_mul(other.r)?, d: self.d })
    }

    /// The quotient by a number of the same field that is not 0.
    pub(crate) fn over(self, divisor: Self) -> Option<Self> {
        let Self { a, b, r, d } = divisor;
        // 1/(a + b√d) = (a − b√d)/(a² − d·b²), and the norm of a number of Q would only be larger
        let inverse = match b {
            0 => Self { a: r, b: 0, r: a, d },
            _ => {
                let norm = a.checked_mul(a)?.checked_sub(b.checked_mul(b)?.checked_mul(d)?)?;
                Self { a: a.checked_mul(r)?, b: b.checked_mul(r)?.checked_neg()?, r: norm, d }
            }
        };
        self.times(inverse)
    }

    /// The same with r > 0 and without a common divisor of a, b and r.
    fn in_lowest_terms(self) -> Option<Self> {
        let Self { a, b, r, d } = self;
        let size = r.unsigned_abs();
        let common = |x: i128, divisor: u128| match u64::try_from(divisor) {
            Ok(small) => small.gcd(&((x.unsigned_abs() % divisor) as u64)).into(), // below the divisor
            Err(_) => divisor.gcd(&x.unsigned_abs()),
        };
        let divisor = i128::try_from(common(a, common(b, size))).ok()?.checked_mul(r.signum())?;
        if divisor == 1 {
            return Some(self);
        }
        let [a, b, r] = [a, b, r].map(|x| x.checked_div(divisor));
        Some(Self { a: a?, b: b?, r: r?, d })
    }
}

impl Notation {
    /// For numbers over `denominator`, with `digits` decimals. Without a `radicand`, b counts for
    /// nothing.
    ///
    /// # Panics
    /// If the denominator is 0.
    ///
    /// # Cost
    /// One integer square root of 6.7·`digits` + 128 bits.
    #[must_use]
    pub fn new(radicand: Option<Radicand>, denominator: BigInt, digits: usize) -> Self {
        assert!(!denominator.is_zero(), "the denominator is 0");
        let small_denominator = denominator.to_i64().filter(|&d| d > 0);
        let fixed_point = small_denominator.map(|d| FixedPoint::new(radicand, d, digits));
        let square: BigInt = BigInt::from(radicand.map_or(0, Radicand::get)) << 128;
        let root = square.sqrt().to_i128().unwrap_or_default(); // of 96 bits
        Self { radicand, denominator, digits, small_denominator, fixed_point, root }
    }

    /// The number (a + b√d)/D itself.
    #[must_use]
    pub fn exact(&self, a: i64, b: i64) -> Surd {
        Surd::of_coordinates(a, b, &self.denominator, self.radicand)
    }

    fn root_coordinate(&self, b: i64) -> i64 {
        if self.radicand.is_some() { b } else { 0 }
    }

    /// The closed form (a+b*sqrt(d))/r in lowest terms.
    #[must_use]
    pub fn closed_form(&self, a: i64, b: i64) -> String {
        let mut text = Vec::with_capacity(32);
        self.write_closed_form(&mut text, a, b);
        ascii(text)
    }

    /// Appends the [closed form](Notation::closed_form) to a text, as ASCII.
    pub(crate) fn write_closed_form(&self, text: &mut Vec<u8>, a: i64, b: i64) {
        let smallest = a == i64::MIN || b == i64::MIN; // without an absolute value
        let Some(denominator) = self.small_denominator.filter(|_| !smallest) else {
            text.extend_from_slice(self.exact(a, b).to_string().as_bytes());
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
        let mut text = Vec::with_capacity(32);
        self.write_decimal(&mut text, a, b);
        ascii(text)
    }

    /// Appends the [decimals](Notation::decimal) to a text, as ASCII.
    pub(crate) fn write_decimal(&self, text: &mut Vec<u8>, a: i64, b: i64) {
        let b = self.root_coordinate(b);
        let is_written = match &self.fixed_point {
            Some(FixedPoint::Short(scale)) => scale.write(text, a, b, self.digits),
            Some(FixedPoint::Long(scale)) => scale.write(text, a, b, self.digits),
            None => false,
        };
        if !is_written {
            text.extend_from_slice(self.exact(a, b).to_decimal(self.digits).as_bytes());
        }
    }

    /// Appends the closed form of a number of this field.
    #[cfg_attr(not(feature = "serde"), allow(dead_code, reason = "only tables of answers need it"))]
    pub(crate) fn write_wide_closed_form(&self, text: &mut Vec<u8>, number: WideSurd) {
        match number.in_lowest_terms() {
            Some(WideSurd { a, b, r, .. }) => write_closed_form(text, &[a, b, r], self.radicand),
            None => text.extend_from_slice(self.wide_exact(number).to_string().as_bytes()),
        }
    }

    /// Appends the decimals of a number of this field, rounded half away from zero, every digit
    /// proven.
    #[cfg_attr(not(feature = "serde"), allow(dead_code, reason = "only tables of answers need it"))]
    pub(crate) fn write_wide_decimal(&self, text: &mut Vec<u8>, number: WideSurd) {
        match self.wide_rounded(number) {
            Some((magnitude, negative)) => write_decimal(text, &magnitude, negative, self.digits),
            None => text.extend_from_slice(self.wide_exact(number).to_decimal(self.digits).as_bytes()),
        }
    }

    fn wide_exact(&self, WideSurd { a, b, r, .. }: WideSurd) -> Surd {
        let [a, b] = [a, b].map(|x| BigRational::new(x.into(), r.into()));
        match self.radicand {
            None => Surd::from(a),
            Some(d) => Surd::new(a, b, d),
        }
    }

    /// ⌊10ⁿ·|x| + 1/2⌋ for x = (a + b√d)/r, and whether x is negative; if both are certain.
    ///
    /// # Proof
    /// 2⁶⁴·a + b·`root` is off from 2⁶⁴·(a + b√d) by at most |b|. Its parts may be far beyond 128
    /// bits where they cancel, but not itself: floats show that |a + b√d| is below 2⁶², and |b| is
    /// below 2¹⁰⁰. Integers modulo 2¹²⁸ that are below 2¹²⁷ in absolute value are what they seem.
    /// Rounding is monotonic: if it gives the same at both ends of the doubt, that is the result.
    fn wide_rounded(&self, WideSurd { a, b, r, d }: WideSurd) -> Option<(i128, bool)> {
        const MOST_DIGITS: usize = 19; // 10¹⁹ is below 2⁶⁴
        let power = 10_u128.pow(u32::try_from(self.digits.min(MOST_DIGITS + 1)).ok()?);
        let (rational, irrational) = (a as f64, b as f64 * (d as f64).sqrt());
        let error = (rational.abs() + irrational.abs()) * 2_f64.powi(-48);
        let is_small = (rational + irrational).abs() + error < 2_f64.powi(62);
        if self.digits > MOST_DIGITS || !is_small || b.unsigned_abs() >> 100 > 0 {
            return None;
        }
        let scaled = (a << 64).wrapping_add(b.wrapping_mul(self.root));
        let (size, doubt, r_size) = (scaled.unsigned_abs(), b.unsigned_abs(), r.unsigned_abs());
        // 2⁶⁴·|x|, below 2¹²⁷, and then 10ⁿ·|x|
        let rounded = |x: u128| {
            let (whole, part) = (x >> 64, x & u128::from(u64::MAX));
            whole * power + ((part * power + (1 << 63)) >> 64)
        };
        let lowest = rounded(size.checked_sub(doubt)? / r_size);
        let highest = rounded((size + doubt) / r_size + 1);
        (lowest == highest).then_some((lowest.cast_signed(), (scaled < 0) != (r < 0)))
    }
}

/// k: how many binary places a fixed-point number has beyond its decimals.
const GUARD_BITS: u32 = u32::BITS;

/// Rounds numbers (a + b√d)/D to n decimals, by 128 bits or by integers of any size.
#[derive(Clone, Debug)]
enum FixedPoint {
    Short(Scale<i128>),
    Long(Scale<BigInt>),
}

impl FixedPoint {
    /// For numbers over a denominator of at least 1.
    fn new(radicand: Option<Radicand>, denominator: i64, digits: usize) -> Self {
        let one = power_of_ten(digits) << GUARD_BITS;
        let root = (&one * &one * radicand.map_or(0, Radicand::get)).sqrt();
        let most = |one: i128, root: i128| u64::try_from((1 << 125) / one.max(root)).unwrap_or(u64::MAX);
        match one.to_i128().zip(root.to_i128()) {
            Some((one, root)) if digits <= 28 => {
                Self::Short(Scale { one, root, most: most(one, root), denominator })
            }
            _ => Self::Long(Scale { one, root, most: u64::MAX, denominator }),
        }
    }
}

/// 1 and √d for n decimals.
#[derive(Clone, Debug)]
struct Scale<I> {
    /// 10ⁿ·2ᵏ.
    one: I,
    /// ⌊10ⁿ·2ᵏ·√d⌋, or 0 without a root.
    root: I,
    /// The largest |a| and |b| for which a·`one` and b·`root` are certain to be in range.
    most: u64,
    /// D, at least 1.
    denominator: i64,
}

/// Integers of 128 bits, or of any size.
trait Wide: Coefficient + PartialOrd + From<i64> + From<u64> {
    fn times(&self, factor: i64) -> Self;

    /// Quotient and rest by D·2ᵏ, for a number that is not negative.
    fn by_unit(self, denominator: i64) -> (Self, Self);
}

impl Wide for i128 {
    fn times(&self, factor: i64) -> Self {
        self * Self::from(factor)
    }

    fn by_unit(self, denominator: i64) -> (Self, Self) {
        // a division of 64 bits takes a fraction of the time of one of 128
        let quotient = match u64::try_from(self >> GUARD_BITS) {
            Ok(shifted) => (shifted / denominator.unsigned_abs()).into(),
            Err(_) => (self >> GUARD_BITS) / Self::from(denominator),
        };
        (quotient, self - quotient * (Self::from(denominator) << GUARD_BITS))
    }
}

impl Wide for BigInt {
    fn times(&self, factor: i64) -> Self {
        self * factor
    }

    fn by_unit(self, denominator: i64) -> (Self, Self) {
        self.div_rem(&(Self::from(denominator) << GUARD_BITS))
    }
}

impl<I: Wide> Scale<I> {
    /// ⌊10ⁿ·|x| + 1/2⌋ for x = (a + b√d)/D, and whether x is negative; if both are certain.
    fn rounded(&self, a: i64, b: i64) -> Option<(I, bool)> {
        if a.unsigned_abs() > self.most || b.unsigned_abs() > self.most {
            return None;
        }
        let scaled = self.one.times(a) + self.root.times(b); // at most 2¹²⁶
        let is_negative = scaled.is_negative();
        let lowest = scaled.abs() - b.unsigned_abs().into();
        if lowest.is_negative() {
            return None; // the sign is in doubt, too
        }
        // D·2ᵏ is below 2⁹⁵, so that no sum reaches 2¹²⁷
        let half = I::from(self.denominator).times(1 << (GUARD_BITS - 1));
        let (rounded, rest) = (lowest + half).by_unit(self.denominator);
        let highest = rest + I::from(b.unsigned_abs()).times(2);
        (highest < I::from(self.denominator).times(1 << GUARD_BITS)).then_some((rounded, is_negative))
    }

    /// Appends a number with its decimals to a text, if they are certain; returns whether they are.
    fn write(&self, text: &mut Vec<u8>, a: i64, b: i64, digits: usize) -> bool {
        let rounded = self.rounded(a, b);
        if let Some((magnitude, is_negative)) = &rounded {
            write_decimal(text, magnitude, *is_negative, digits);
        }
        rounded.is_some()
    }
}

#[cfg(test)]
mod tests {
    use itertools::iproduct;
    use proptest::prelude::*;

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
        let negative_and_large = [BigInt::from(-7), BigInt::from(10).pow(30)];
        for d in [0, 2, 3, 5, 1_000_003, u64::MAX].map(radicand) {
            for denominator in denominators.iter().chain(&negative_and_large) {
                for digits in [0, 1, 8, 20, 28, 29, 60] {
                    let notation = Notation::new(d, denominator.clone(), digits);
                    for (&a, &b) in iproduct!(&COORDINATES, &COORDINATES) {
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

    fn short(d: u64, denominator: i64, digits: usize) -> Scale<i128> {
        match FixedPoint::new(radicand(d), denominator, digits) {
            FixedPoint::Short(scale) => scale,
            FixedPoint::Long(_) => panic!("{digits} decimals are too many"),
        }
    }

    fn long(d: u64, denominator: i64, digits: usize) -> Scale<BigInt> {
        let Scale { one, root, denominator, .. } = short(d, denominator, digits);
        Scale { one: one.into(), root: root.into(), most: u64::MAX, denominator }
    }

    #[test]
    fn exact_numbers_are_not_needed_in_the_normal_case() {
        const SOME: [i64; 11] = [-100_003, -577, -17, -3, -1, 0, 1, 7, 17, 408, 1_000_000];
        for (d, denominator, digits) in [(2, 1, 20), (2, 110, 18), (5, 2, 20)] {
            let (short, long) = (short(d, denominator, digits), long(d, denominator, digits));
            for (a, b) in iproduct!(SOME, SOME) {
                let expected =
                    short.rounded(a, b).map(|(magnitude, negative)| (BigInt::from(magnitude), negative));
                assert!(expected.is_some(), "{a}, {b} with {d} over {denominator}");
                assert_eq!(long.rounded(a, b), expected, "{a}, {b} with {d} over {denominator}");
            }
        }
    }

    #[test]
    fn a_root_that_almost_ties_is_left_to_the_exact_numbers() {
        // 262087/151316 is a convergent of √3, so 75658√3 is close to 131043.5
        assert_eq!(short(3, 1, 0).rounded(0, 75_658), None);
        assert_eq!(long(3, 1, 0).rounded(0, 75_658), None);
        assert_eq!(short(3, 1, 0).rounded(0, 75_659), Some((131_045, false)));
    }

    #[test]
    fn a_doubtful_sign_is_left_to_the_exact_numbers() {
        // 262087 − 151316√3 ≈ 2·10⁻⁶, by numbers that are off by up to 151316·2⁻³²
        assert_eq!(short(3, 1, 0).rounded(262_087, -151_316), None);
        assert_eq!(long(3, 1, 0).rounded(262_087, -151_316), None);
        assert_eq!(short(3, 1, 0).rounded(0, 0), Some((0, false)));
        assert_eq!(short(3, 1, 0).rounded(-3, 0), Some((3, true)));
        assert_eq!(long(3, 1, 0).rounded(-3, 0), Some((3.into(), true)));
    }

    /// (1 + √2)^k = p + q√2, so that p − q√2 is ±(√2 − 1)^k.
    fn close_to_zero(k: u32) -> (i64, i64) {
        (0..k).fold((1, 0), |(p, q), _| (p + 2 * q, p + q))
    }

    proptest! {
        #![proptest_config(crate::property::config())]

        /// Over 2·10ⁿ an odd integer is a tie for n decimals, and with p − q√2 it is almost one.
        #[test]
        fn what_is_certain_is_right(k in 0_u32..48, m in -3000_i64..3000, minus: bool, digits in 0_usize..19) {
            let (p, q) = close_to_zero(k);
            let (a, b) = if minus { (m - p, q) } else { (m + p, -q) };
            let denominator = 2 * 10_i64.pow(digits as u32);
            for (a, b) in [(a, b), (m, 0), (a, 0), (m, q % 1000)] {
                let exact = Surd::of_coordinates(a, b, &denominator.into(), radicand(2)).to_decimal(digits);
                let (short, long) = (short(2, denominator, digits), long(2, denominator, digits));
                for write in [
                    &|text: &mut Vec<u8>| short.write(text, a, b, digits),
                    &|text: &mut Vec<u8>| long.write(text, a, b, digits),
                ] as [&dyn Fn(&mut Vec<u8>) -> bool; 2] {
                    let mut text = vec![b';'];
                    match write(&mut text) {
                        true => prop_assert_eq!(&text[1..], exact.as_bytes()),
                        false => prop_assert_eq!(&text, b";"),
                    }
                }
            }
        }
    }

    fn exact(WideSurd { a, b, r, .. }: WideSurd, d: Option<Radicand>) -> Surd {
        let [a, b] = [a, b].map(|x| Surd::from(BigRational::new(x.into(), r.into())));
        a + d.map_or_else(Surd::zero, |d| b * Surd::square_root_of(d.get()))
    }

    proptest! {
        #![proptest_config(crate::property::config())]

        #[test]
        fn wide_numbers_are_those_of_exact_ones(
            d in prop::sample::select(vec![0, 2, 3, 5, 94, 1_000_003, 18_446_744_073_709_551_557]),
            (a, b, r) in (any::<i64>(), any::<i64>(), 1..i64::MAX),
            (x, y, z) in (any::<i64>(), any::<i64>(), 1..i64::MAX),
            sizes in prop::array::uniform6(0_u32..63),
            digits in 0_usize..24,
        ) {
            let d = radicand(d);
            let [a, b, r, x, y, z] =
                [(a, 0), (b, 1), (r, 2), (x, 3), (y, 4), (z, 5)].map(|(n, i)| n >> sizes[i]);
            let (left, right) = (WideSurd::new((a, b), r.max(1), d), WideSurd::new((x, y), z.max(1), d));
            let (exact_left, exact_right) = (exact(left, d), exact(right, d));
            let quotient = (!exact_right.is_zero()).then(|| (left.over(right), &exact_left / &exact_right));
            let notation = Notation::new(d, 1.into(), digits);
            for (wide, expected) in [
                (left.plus(right), &exact_left + &exact_right),
                (left.times(right), &exact_left * &exact_right),
            ].into_iter().chain(quotient) {
                let Some(wide) = wide else { continue };
                let (mut form, mut decimal) = (vec![], vec![]);
                notation.write_wide_closed_form(&mut form, wide);
                notation.write_wide_decimal(&mut decimal, wide);
                prop_assert_eq!(ascii(form), expected.to_string());
                prop_assert_eq!(ascii(decimal), expected.to_decimal(digits));
            }
        }
    }

    /// Numbers just beside a tie, and the gains of real games: the latter need no exact numbers.
    #[test]
    fn wide_decimals_are_certain_or_left_to_exact_numbers() {
        let notation = Notation::new(radicand(2), 1.into(), 8);
        let gain = WideSurd { a: -35_467_234_498, b: 30_021_168_314, r: 1_418_767_489, d: 2 };
        assert_eq!(notation.wide_rounded(gain), Some((492_618_343, false)));
        assert_eq!(
            notation.wide_rounded(WideSurd { a: -gain.a, b: -gain.b, ..gain }),
            Some((492_618_343, true))
        );
        // 1/(2·10⁸) is a tie, and a convergent of √2 comes close to zero
        let tie = WideSurd { a: 1, b: 0, r: 200_000_000, d: 2 };
        assert_eq!((notation.wide_rounded(tie), tie.times(tie).is_some()), (None, true));
        let close = WideSurd { a: 114_243, b: -80_782, r: 1, d: 2 }; // 0.0000043766…
        let closer = WideSurd { a: 886_731_088_897, b: -627_013_566_048, r: 1, d: 2 };
        assert_eq!([close, closer].map(|x| notation.wide_rounded(x)), [Some((438, false)), None]);
        let too_large = WideSurd { a: 1 << 126, b: 0, r: 1, d: 2 };
        assert_eq!(notation.wide_rounded(too_large), None);
        assert!(too_large.times(too_large).is_none() && too_large.plus(too_large).is_none());
    }
}
