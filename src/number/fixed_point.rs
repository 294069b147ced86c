//! Rounding of many numbers (a + b√d)/D to n decimals by fixed-point numbers.
//!
//! 1 and √d are kept as multiples of 10⁻ⁿ·2⁻ᵏ: 1 as `one`, which is exact, and √d as `root`, which
//! is rounded down. So a·`one` + b·`root` is off from 10ⁿ·2ᵏ·(a + b√d) by less than |b|, and not at
//! all for b = 0. Rounding is monotonic: if it gives the same at both ends of the doubt, that is
//! the result. It does if the remainder at the lower end and twice the doubt stay below the
//! divisor. Otherwise there is no result, and exact numbers have to decide.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{CheckedSub, Signed, ToPrimitive};

use super::decimal::{place_point, power_of_ten, write_with_point};
use super::radicand::Radicand;

/// k: how many binary places a fixed-point number has beyond its decimals.
const GUARD_BITS: u32 = u32::BITS;

/// `one` and `root` for n decimals; the root is 0 without a radicand.
fn one_and_root(radicand: Option<Radicand>, digits: usize) -> [BigInt; 2] {
    let one = power_of_ten(digits) << GUARD_BITS;
    let root = (&one * &one * radicand.map_or(0, Radicand::get)).sqrt();
    [one, root]
}

/// Rounds numbers (a + b√d)/D to n decimals.
#[derive(Clone, Debug)]
pub(super) enum FixedPoint {
    Short(Short),
    Long(Long),
}

impl FixedPoint {
    /// For numbers over a denominator from 1 to 2⁶³ − 1.
    pub fn new(radicand: Option<Radicand>, denominator: u64, digits: usize) -> Self {
        match Short::new(radicand, denominator, digits) {
            Some(short) => Self::Short(short),
            None => Self::Long(Long::new(radicand, denominator, digits)),
        }
    }

    /// Appends a number with its decimals to a text, if they are certain; returns whether they are.
    pub fn write(&self, text: &mut Vec<u8>, a: i64, b: i64, digits: usize) -> bool {
        match self {
            Self::Short(short) => match short.rounded(a, b) {
                Some((magnitude, negative)) => write_with_point(text, magnitude, negative, digits),
                None => return false,
            },
            Self::Long(long) => match long.rounded(a, b) {
                Some((magnitude, negative)) => {
                    text.extend_from_slice(place_point(&magnitude, negative, digits).as_bytes())
                }
                None => return false,
            },
        }
        true
    }
}

/// 1 and √d by 128 bits, for up to 28 decimals.
#[derive(Clone, Debug)]
pub(super) struct Short {
    /// 10ⁿ·2ᵏ.
    one: i128,
    /// ⌊10ⁿ·2ᵏ·√d⌋, or 0 without a root.
    root: i128,
    /// The largest |a| and |b| for which a·`one` and b·`root` are certain to be below 2¹²⁶.
    most: u64,
    /// D, at least 1 and below 2⁶³.
    denominator: u64,
}

impl Short {
    /// `None` if the decimals are too many for 128 bits.
    pub fn new(radicand: Option<Radicand>, denominator: u64, digits: usize) -> Option<Self> {
        if digits > 28 {
            return None; // 10²⁹·2³² has 129 bits
        }
        let [one, root] = one_and_root(radicand, digits);
        let (one, root) = (one.to_i128()?, root.to_i128()?);
        let most = ((1 << 126) - 1) / one.max(root).unsigned_abs();
        Some(Self { one, root, most: u64::try_from(most).unwrap_or(u64::MAX), denominator })
    }

    /// ⌊10ⁿ·|x| + 1/2⌋ for x = (a + b√d)/D, and whether x is negative; if both are certain.
    pub fn rounded(&self, a: i64, b: i64) -> Option<(u128, bool)> {
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

/// 1 and √d by integers of any size.
#[derive(Clone, Debug)]
pub(super) struct Long {
    /// 10ⁿ·2ᵏ.
    one: BigInt,
    /// ⌊10ⁿ·2ᵏ·√d⌋, or 0 without a root.
    root: BigInt,
    /// D, at least 1 and below 2⁶³.
    denominator: u64,
}

impl Long {
    fn new(radicand: Option<Radicand>, denominator: u64, digits: usize) -> Self {
        let [one, root] = one_and_root(radicand, digits);
        Self { one, root, denominator }
    }

    /// As [`Short::rounded`].
    pub fn rounded(&self, a: i64, b: i64) -> Option<(BigInt, bool)> {
        let scaled = &self.one * a + &self.root * b;
        let doubt = u128::from(b.unsigned_abs());
        let unit = u128::from(self.denominator) << GUARD_BITS;
        // below 0 the sign would be in doubt, too
        let lowest = scaled.magnitude().checked_sub(&BigUint::from(doubt))? + unit / 2;
        let low_bits = u128::from(lowest.iter_u32_digits().next().unwrap_or(0)); // k of them
        let (rounded, rest) = (lowest >> GUARD_BITS).div_rem(&self.denominator.into());
        let remainder = (rest.to_u128()? << GUARD_BITS) + low_bits; // below D·2ᵏ
        (remainder + 2 * doubt < unit).then(|| (rounded.into(), scaled.is_negative()))
    }
}

#[cfg(test)]
mod tests {
    use itertools::iproduct;
    use proptest::prelude::*;

    use super::super::surd::Surd;
    use super::*;

    fn radicand(d: u64) -> Option<Radicand> {
        Radicand::new(d).ok()
    }

    fn short(d: u64, denominator: u64, digits: usize) -> Short {
        Short::new(radicand(d), denominator, digits).unwrap()
    }

    fn long(d: u64, denominator: u64, digits: usize) -> Long {
        Long::new(radicand(d), denominator, digits)
    }

    #[test]
    fn exact_numbers_are_not_needed_in_the_normal_case() {
        const COORDINATES: [i64; 11] = [-100_003, -577, -17, -3, -1, 0, 1, 7, 17, 408, 1_000_000];
        for (d, denominator, digits) in [(2, 1, 20), (2, 110, 18), (5, 2, 20)] {
            let (short, long) = (short(d, denominator, digits), long(d, denominator, digits));
            for (a, b) in iproduct!(COORDINATES, COORDINATES) {
                let expected = short.rounded(a, b).map(|(magnitude, negative)| (magnitude.into(), negative));
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
            let denominator = 2 * 10_u64.pow(digits as u32);
            for (a, b) in [(a, b), (m, 0), (a, 0), (m, q % 1000)] {
                let exact = Surd::of_coordinates(a, b, &denominator.into(), radicand(2)).to_decimal(digits);
                for method in [
                    FixedPoint::Short(short(2, denominator, digits)),
                    FixedPoint::Long(long(2, denominator, digits)),
                ] {
                    let mut text = vec![b';'];
                    match method.write(&mut text, a, b, digits) {
                        true => prop_assert_eq!(&text[1..], exact.as_bytes()),
                        false => prop_assert_eq!(&text, b";"),
                    }
                }
            }
        }
    }
}
