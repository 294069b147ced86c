//! Decimals, and many numbers over one denominator, as text: from machine integers wherever these
//! suffice.
//!
//! # Decimals by fixed-point numbers
//! [`Surd::to_decimal`] takes an integer square root for each number, about 1 µs; a table of g has
//! a hundred thousand numbers with the same root. So √d is kept as a multiple of 2⁻⁶⁴, rounded
//! down; and, for many decimals, 1 and √d as multiples of 10⁻ⁿ·2⁻ᵏ. What these give for
//! a + b√d is off by at most |b| of their units, and not at all for b = 0. Rounding is monotonic:
//! if it gives the same at both ends of the doubt, that is the result. Otherwise the exact number
//! is rounded.

use std::iter::repeat_n;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use super::radicand::Radicand;
use super::style::{Coefficient, NumberStyle, string};
use super::surd::Surd;

/// 10ⁿ.
pub(crate) fn power_of_ten(digits: usize) -> BigInt {
    let small = u32::try_from(digits).ok().and_then(|digits| 10_u64.checked_pow(digits));
    small.map_or_else(|| num_traits::pow(BigInt::from(10), digits), BigInt::from)
}

/// Appends magnitude/10ⁿ to a text, with a minus sign if asked for and if anything but zero is
/// left.
pub(super) fn write_decimal<I: Coefficient>(
    text: &mut Vec<u8>,
    magnitude: &I,
    negative: bool,
    digits: usize,
) {
    if negative && !magnitude.is_zero() {
        text.push(b'-');
    }
    let start = text.len();
    magnitude.write_size(text);
    // the point stands after a digit
    let missing = (digits + 1).saturating_sub(text.len() - start);
    text.splice(start..start, repeat_n(b'0', missing));
    if digits > 0 {
        text.insert(text.len() - digits, b'.');
    }
}

/// magnitude/10ⁿ, with a minus sign if asked for and if anything but zero is left.
pub(super) fn place_point(magnitude: &BigInt, negative: bool, digits: usize) -> String {
    let mut text = Vec::with_capacity(digits + 24); // enough for the point, the sign and 64 bits
    write_decimal(&mut text, magnitude, negative, digits);
    string(text)
}

/// Writes numbers (a + b√d)/D with 64-bit integers a and b as text: the same text as that of the
/// [`Surd`], sooner.
///
/// # Cost
/// Some 50 ns for each text in the normal case: a denominator of 64 bits, at most 19 decimals, and
/// no doubt about any of them. Otherwise that of [`Surd::to_decimal`].
///
/// ```
/// use nimsweep::internal::Notation;
/// use nimsweep::number::Radicand;
///
/// let notation = Notation::new(vec![Radicand::new(2)?], 2.into(), 8);
/// assert_eq!(notation.exact(&[2, 4]).to_string(), "1+2*sqrt(2)");
/// # Ok::<(), nimsweep::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Notation {
    radicands: Vec<Radicand>,
    denominator: BigInt,
    digits: usize,
    style: NumberStyle,
    /// D, if it fits and there is no more than one root.
    small_denominator: Option<i64>,
    /// 10ⁿ for n decimals, at most [`MOST_DIGITS`].
    power: u128,
    /// ⌊2⁶⁴·√d⌋, or 0 without a root: below 2⁹⁶.
    root: i128,
}

/// The most decimals for which 128 bits are tried: 10¹⁹ is below 2⁶⁴.
const MOST_DIGITS: usize = 19;

/// A number (a + b√d)/r by 128-bit integers a, b and r ≠ 0, in any terms. An operation has no
/// result if an integer of it does not fit.
#[derive(Clone, Copy, Debug)]
pub struct WideSurd {
    a: i128,
    b: i128,
    r: i128,
    d: i128,
}

impl WideSurd {
    /// (a + b√d)/r, or a/r without a `radicand`.
    pub fn new(coordinates: &[i64], r: i64, radicand: Option<Radicand>) -> Self {
        let at = |index: usize| coordinates.get(index).copied().unwrap_or(0).into();
        let (b, d) = radicand.map_or((0, 0), |d| (at(1), d.get()));
        Self { a: at(0), b, r: r.into(), d: d.into() }
    }

    /// The sum of two numbers of one field.
    pub fn plus(self, other: Self) -> Option<Self> {
        let over_both = |x: i128, y: i128| x.checked_mul(other.r)?.checked_add(y.checked_mul(self.r)?);
        let r = self.r.checked_mul(other.r)?;
        Some(Self { a: over_both(self.a, other.a)?, b: over_both(self.b, other.b)?, r, d: self.d })
    }

    /// The product of two numbers of one field.
    pub fn times(self, other: Self) -> Option<Self> {
        let (x, y) = (other.a, other.b);
        let roots = self.b.checked_mul(y)?.checked_mul(self.d)?;
        let a = self.a.checked_mul(x)?.checked_add(roots)?;
        let b = self.a.checked_mul(y)?.checked_add(self.b.checked_mul(x)?)?;
        Some(Self { a, b, r: self.r.checked_mul(other.r)?, d: self.d })
    }

    /// The quotient by a number of the same field that is not 0.
    pub fn over(self, divisor: Self) -> Option<Self> {
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

    /// This number with r > 0 and without a common divisor of a, b and r.
    fn in_lowest_terms(self) -> Option<Self> {
        let Self { a, b, r, d } = self;
        if r == 1 {
            return Some(self);
        }
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
    /// For numbers a + Σ b√d over `denominator`, with `digits` decimals; the d ascend.
    ///
    /// # Panics
    /// If the denominator is 0.
    ///
    /// # Cost
    /// One integer square root of 192 bits.
    pub fn new(radicands: Vec<Radicand>, denominator: BigInt, digits: usize) -> Self {
        assert!(!denominator.is_zero(), "the denominator is 0");
        let radicand = radicands.first().copied();
        let small_denominator = denominator.to_i64().filter(|_| radicands.len() < 2);
        let power = 10_u128.pow(digits.min(MOST_DIGITS) as u32);
        let square: BigInt = BigInt::from(radicand.map_or(0, Radicand::get)) << 128;
        let root = square.sqrt().to_i128().unwrap_or_default(); // of 96 bits
        let style = NumberStyle::Program;
        Self { radicands, denominator, digits, style, small_denominator, power, root }
    }

    /// This notation with closed forms in another style.
    pub fn in_style(self, style: NumberStyle) -> Self {
        Self { style, ..self }
    }

    /// The number (a + Σ b√d)/D itself.
    pub fn exact(&self, coordinates: &[i64]) -> Surd {
        Surd::of_coordinates(coordinates, &self.denominator, self.radicands.iter().copied())
    }

    /// Appends the closed form in lowest terms to a text: (a+b*sqrt(d))/r unless another style is
    /// wanted.
    pub fn write_closed_form(&self, text: &mut Vec<u8>, coordinates: &[i64]) {
        match self.wide(coordinates) {
            Some(number) => self.write_wide_closed_form(text, number),
            None => text.extend_from_slice(self.style.text(&self.exact(coordinates)).as_bytes()),
        }
    }

    /// Appends the number to a text, rounded half away from zero, every digit proven.
    pub fn write_decimal(&self, text: &mut Vec<u8>, coordinates: &[i64]) {
        match self.wide(coordinates) {
            Some(number) => self.write_wide_decimal(text, number),
            None => text.extend_from_slice(self.exact(coordinates).to_decimal(self.digits).as_bytes()),
        }
    }

    /// (a + b√d)/D, if D has 64 bits and there is no more than one root.
    fn wide(&self, coordinates: &[i64]) -> Option<WideSurd> {
        Some(WideSurd::new(coordinates, self.small_denominator?, self.radicand()))
    }

    fn radicand(&self) -> Option<Radicand> {
        self.radicands.first().copied()
    }

    /// Appends the closed form of a number of this field.
    pub fn write_wide_closed_form(&self, text: &mut Vec<u8>, number: WideSurd) {
        match number.in_lowest_terms() {
            Some(WideSurd { a, b, r, .. }) => {
                let terms = [(&a, None), (&b, self.radicand())];
                self.style.write(text, if b == 0 { &terms[..1] } else { &terms }, &r);
            }
            None => text.extend_from_slice(self.style.text(&self.wide_exact(number)).as_bytes()),
        }
    }

    /// Appends the decimals of a number of this field, rounded half away from zero, every digit
    /// proven.
    pub fn write_wide_decimal(&self, text: &mut Vec<u8>, number: WideSurd) {
        if let Some((magnitude, negative)) = self.rounded(number) {
            write_decimal(text, &magnitude, negative, self.digits);
        } else {
            text.extend_from_slice(self.wide_exact(number).to_decimal(self.digits).as_bytes());
        }
    }

    fn wide_exact(&self, WideSurd { a, b, r, .. }: WideSurd) -> Surd {
        let [a, b] = [a, b].map(|x| BigRational::new(x.into(), r.into()));
        Surd::in_field(a, b, self.radicand())
    }

    /// ⌊10ⁿ·|x| + 1/2⌋ for x = (a + b√d)/r, and whether x is negative; if both are certain.
    ///
    /// # Proof
    /// 2⁶⁴·a + b·`root` is off from 2⁶⁴·(a + b√d) by at most |b|. Its parts may be far beyond 128
    /// bits where they cancel, but not itself: |a + b√d| is below 2⁶², as √d is below 2³² or as
    /// floats show, and |b| is below 2¹⁰⁰. Integers modulo 2¹²⁸ that are below 2¹²⁷ in absolute
    /// value are what they seem. Rounding is monotonic: if it gives the same at both ends of the
    /// doubt, that is the result.
    fn rounded(&self, WideSurd { a, b, r, d }: WideSurd) -> Option<(i128, bool)> {
        let is_small = (a.unsigned_abs() < 1 << 61 && b.unsigned_abs() < 1 << 29) || {
            let (rational, irrational) = (a as f64, b as f64 * (d as f64).sqrt());
            let error = (rational.abs() + irrational.abs()) * 2_f64.powi(-48);
            (rational + irrational).abs() + error < 2_f64.powi(62)
        };
        if self.digits > MOST_DIGITS || !is_small || b.unsigned_abs() >> 100 > 0 {
            return None;
        }
        let scaled = (a << 64).wrapping_add(b.wrapping_mul(self.root));
        let (size, doubt, r_size) = (scaled.unsigned_abs(), b.unsigned_abs(), r.unsigned_abs());
        // 2⁶⁴·|x|, below 2¹²⁷, and then 10ⁿ·|x|
        let rounded = |x: u128| {
            let (whole, part) = (x >> 64, x & u128::from(u64::MAX));
            whole * self.power + ((part * self.power + (1 << 63)) >> 64)
        };
        let by_r = |x: u128| if r_size == 1 { x } else { x / r_size };
        let lowest = by_r(size.checked_sub(doubt)?);
        let highest = lowest + by_r(2 * doubt) + 2;
        let (lowest, highest) = (rounded(lowest), rounded(highest));
        (lowest == highest).then_some((lowest.cast_signed(), (scaled < 0) != (r < 0)))
    }
}

#[cfg(test)]
mod tests {
    use itertools::iproduct;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_precision_asks_for_decimals_and_cuts_nothing() {
        let number: Surd = "-10-sqrt2".parse().unwrap();
        assert_eq!(
            format!("{number:.3}|{number:>10.2}|{number:.0}|{number:14}|"),
            "-11.414|    -11.41|-11|-10-sqrt(2)   |"
        );
        assert_eq!(format!("{:.2}", Surd::from(3) / Surd::from(8)), "0.38");
    }

    #[test]
    fn any_number_of_digits_is_written() {
        for (magnitude, last) in [(0, "0"), (7, "7"), (u128::MAX, "5")] {
            let text = place_point(&magnitude.into(), false, 3_000_000);
            assert!(text.len() == 3_000_002 && text.starts_with("0.00") && text.ends_with(last));
        }
    }

    #[test]
    fn the_point_stands_before_the_last_digits() {
        let magnitudes = [0, 1, 9, 10, 999_999, 10_u128.pow(38) - 1, u64::MAX.into(), u128::MAX];
        for (magnitude, digits) in iproduct!(magnitudes, 0..60) {
            // at least one digit is before the point
            let all = format!("{magnitude:0>0$}", digits + 1);
            let (whole, fraction) = all.split_at(all.len() - digits);
            let point = if digits > 0 { "." } else { "" };
            let expected = format!("{whole}{point}{fraction}");
            assert_eq!(place_point(&magnitude.into(), false, digits), expected);
            let sign = if magnitude > 0 { "-" } else { "" };
            assert_eq!(place_point(&magnitude.into(), true, digits), format!("{sign}{expected}"));
        }
    }

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

    fn closed_form(notation: &Notation, a: i64, b: i64) -> String {
        let mut text = vec![];
        notation.write_closed_form(&mut text, &[a, b]);
        string(text)
    }

    fn decimal(notation: &Notation, a: i64, b: i64) -> String {
        let mut text = vec![];
        notation.write_decimal(&mut text, &[a, b]);
        string(text)
    }

    #[test]
    fn texts_are_those_of_the_exact_numbers() {
        let denominators = ["1", "2", "3", "110", "1442081369", "9223372036854775807"];
        let denominators = denominators.map(|text| text.parse::<BigInt>().unwrap());
        let negative_and_large = [BigInt::from(-7), BigInt::from(10).pow(30)];
        for d in [0, 2, 3, 5, 1_000_003, u64::MAX].map(radicand) {
            for denominator in denominators.iter().chain(&negative_and_large) {
                for digits in [0, 1, 8, 20, 28, 29, 60] {
                    let notation = Notation::new(d.into_iter().collect(), denominator.clone(), digits);
                    for (&a, &b) in iproduct!(&COORDINATES, &COORDINATES) {
                        let exact = notation.exact(&[a, b]);
                        let for_people = notation.clone().in_style(NumberStyle::People);
                        assert_eq!(closed_form(&for_people, a, b), format!("{exact:#}"));
                        let texts = (closed_form(&notation, a, b), decimal(&notation, a, b));
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
            closed_form(&Notation::new(radicand(2).into_iter().collect(), 1.into(), 0), i64::MIN, i64::MIN),
            format!("{0}{0}*sqrt(2)", i64::MIN)
        );
    }

    /// What 128 bits give for (a + b√d)/r.
    fn rounded(d: u64, number: (i64, i64), r: i64, digits: usize) -> Option<(i128, bool)> {
        let number = WideSurd::new(&[number.0, number.1], r, radicand(d));
        Notation::new(radicand(d).into_iter().collect(), 1.into(), digits).rounded(number)
    }

    #[test]
    fn exact_numbers_are_not_needed_in_the_normal_case() {
        const SOME: [i64; 11] = [-100_003, -577, -17, -3, -1, 0, 1, 7, 17, 408, 1_000_000];
        for (d, r, digits) in [(2, 1, 8), (2, 110, 8), (5, -2, 7)] {
            for (a, b) in iproduct!(SOME, SOME) {
                assert!(rounded(d, (a, b), r, digits).is_some(), "{a}, {b} with {d} over {r}");
            }
        }
    }

    #[test]
    fn a_root_that_almost_ties_is_left_to_the_exact_numbers() {
        // half of q√2 is close to half of the odd p
        let (_, q) = close_to_zero(40);
        assert_eq!(rounded(2, (0, q), 2, 0), None);
        assert!(rounded(2, (0, q + 1), 2, 0).is_some());
    }

    #[test]
    fn a_doubtful_sign_is_left_to_the_exact_numbers() {
        let (p, q) = close_to_zero(40);
        assert_eq!(rounded(2, (p, -q), 1, 0), None);
        assert_eq!(rounded(2, (0, 0), 1, 0), Some((0, false)));
        assert_eq!(rounded(2, (-3, 0), 1, 0), Some((3, true)));
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
                let exact = Surd::of_coordinates(&[a, b], &denominator.into(), radicand(2).into_iter()).to_decimal(digits);
                if let Some((magnitude, negative)) = rounded(2, (a, b), denominator, digits) {
                    let mut text = vec![];
                    write_decimal(&mut text, &magnitude, negative, digits);
                    prop_assert_eq!(&text, exact.as_bytes());
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
            let (left, right) = (WideSurd::new(&[a, b], r.max(1), d), WideSurd::new(&[x, y], z.max(1), d));
            let (exact_left, exact_right) = (exact(left, d), exact(right, d));
            let quotient = (!exact_right.is_zero()).then(|| (left.over(right), &exact_left / &exact_right));
            let notation = Notation::new(d.into_iter().collect(), 1.into(), digits);
            for (wide, expected) in [
                (left.plus(right), &exact_left + &exact_right),
                (left.times(right), &exact_left * &exact_right),
            ].into_iter().chain(quotient) {
                let Some(wide) = wide else { continue };
                let (mut form, mut decimal) = (vec![], vec![]);
                notation.write_wide_closed_form(&mut form, wide);
                notation.write_wide_decimal(&mut decimal, wide);
                prop_assert_eq!(string(form), expected.to_string());
                prop_assert_eq!(string(decimal), expected.to_decimal(digits));
            }
        }
    }

    /// Numbers just beside a tie, and the gains of real games: the latter need no exact numbers.
    #[test]
    fn wide_decimals_are_certain_or_left_to_exact_numbers() {
        let notation = Notation::new(radicand(2).into_iter().collect(), 1.into(), 8);
        let gain = WideSurd { a: -35_467_234_498, b: 30_021_168_314, r: 1_418_767_489, d: 2 };
        assert_eq!(notation.rounded(gain), Some((492_618_343, false)));
        assert_eq!(notation.rounded(WideSurd { a: -gain.a, b: -gain.b, ..gain }), Some((492_618_343, true)));
        // 1/(2·10⁸) is a tie, and a convergent of √2 comes close to zero
        let tie = WideSurd { a: 1, b: 0, r: 200_000_000, d: 2 };
        assert_eq!((notation.rounded(tie), tie.times(tie).is_some()), (None, true));
        let close = WideSurd { a: 114_243, b: -80_782, r: 1, d: 2 }; // 0.0000043766…
        let closer = WideSurd { a: 886_731_088_897, b: -627_013_566_048, r: 1, d: 2 };
        assert_eq!([close, closer].map(|x| notation.rounded(x)), [Some((438, false)), None]);
        let too_large = WideSurd { a: 1 << 126, b: 0, r: 1, d: 2 };
        assert_eq!(notation.rounded(too_large), None);
        assert!(too_large.times(too_large).is_none() && too_large.plus(too_large).is_none());
    }
}
