//! Conversions: from integers, rationals and floats; to rationals, to integers, and to the nearest
//! float, by double-double arithmetic if its error leaves no doubt, else by integers.

use std::ops::{Add, Mul};

use num_bigint::{BigInt, BigUint, Sign};
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use thiserror::Error;

use super::rounding::floor_of;
use super::surd::{Radicand, Surd, in_lowest_terms};

/// Why a value is no number of the wanted kind.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ConversionError {
    /// A float that is infinite or not a number.
    #[error("{0} is not a real number")]
    NotFinite(f64),
    /// An irrational number instead of a rational one.
    #[error("{0} is irrational")]
    Irrational(Surd),
}

impl From<BigRational> for Surd {
    /// # Panics
    /// If the denominator is 0, which only [`Ratio::new_raw`](num_rational::Ratio::new_raw) makes.
    fn from(rational: BigRational) -> Self {
        Self::canonical(in_lowest_terms(rational), BigRational::zero(), None)
    }
}

impl From<BigInt> for Surd {
    fn from(integer: BigInt) -> Self {
        Self::canonical(BigRational::from_integer(integer), BigRational::zero(), None)
    }
}

impl From<BigUint> for Surd {
    fn from(integer: BigUint) -> Self {
        BigInt::from(integer).into()
    }
}

/// From the primitive integers.
macro_rules! from_integer {
    ($($integer:ty),+) => {$(
        impl From<$integer> for Surd {
            fn from(integer: $integer) -> Self {
                BigInt::from(integer).into()
            }
        }
    )+};
}

from_integer!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);

impl TryFrom<f64> for Surd {
    type Error = ConversionError;

    /// The rational number that the float is, exactly.
    ///
    /// ```
    /// use nimsweep::number::Surd;
    ///
    /// assert_eq!(Surd::try_from(0.375)?.to_string(), "3/8");
    /// assert!(Surd::try_from(0.1)? > Surd::from(1) / 10); // the float next to 1/10 is greater
    /// assert!(Surd::try_from(f64::NAN).is_err());
    /// # Ok::<(), nimsweep::number::ConversionError>(())
    /// ```
    fn try_from(float: f64) -> Result<Self, ConversionError> {
        let rational = BigRational::from_float(float).ok_or(ConversionError::NotFinite(float))?;
        Ok(rational.into())
    }
}

impl TryFrom<Surd> for BigRational {
    type Error = ConversionError;

    /// The number, if it is rational.
    fn try_from(number: Surd) -> Result<Self, ConversionError> {
        (&number).try_into()
    }
}

impl TryFrom<&Surd> for BigRational {
    type Error = ConversionError;

    /// The number, if it is rational.
    fn try_from(number: &Surd) -> Result<Self, ConversionError> {
        number.as_rational().cloned().ok_or_else(|| ConversionError::Irrational(number.clone()))
    }
}

impl ToPrimitive for Surd {
    /// The integer part, rounded toward zero as by [`Ratio`](num_rational::Ratio), if it fits.
    fn to_i64(&self) -> Option<i64> {
        self.truncated().to_i64()
    }

    /// As [`to_i64`](ToPrimitive::to_i64).
    fn to_u64(&self) -> Option<u64> {
        self.truncated().to_u64()
    }

    /// As [`to_i64`](ToPrimitive::to_i64).
    fn to_i128(&self) -> Option<i128> {
        self.truncated().to_i128()
    }

    /// As [`to_i64`](ToPrimitive::to_i64).
    fn to_u128(&self) -> Option<u128> {
        self.truncated().to_u128()
    }

    /// The nearest float, ties going to the one with an even last bit; never `None`.
    ///
    /// This is the rounding of IEEE 754, also for subnormal results: what is at least 2¹⁰²⁴ − 2⁹⁷⁰
    /// in absolute value becomes infinite, and what is at most 2⁻¹⁰⁷⁵ becomes 0.
    ///
    /// # Cost
    /// Some 100 ns if double-double arithmetic (106 bits, with a bound of its error) leaves no
    /// doubt: always, but for results closer than that to a tie, for p and q√d that cancel to half
    /// of these bits, and for integers of more than 400 bits. These take one integer square root.
    ///
    /// ```
    /// use num_traits::ToPrimitive;
    /// use nimsweep::number::Surd;
    ///
    /// assert_eq!("sqrt2".parse::<Surd>()?.to_f64(), Some(std::f64::consts::SQRT_2));
    /// // here p and q√2 are next to 10²³, with opposite signs
    /// let tiny: Surd = "(1-sqrt2)^60".parse()?;
    /// assert_eq!(tiny.to_f64(), Some(1.0800873502109327e-23));
    /// # Ok::<(), nimsweep::number::ParseSurdError>(())
    /// ```
    fn to_f64(&self) -> Option<f64> {
        Some(nearest_by_floats(self).unwrap_or_else(|| nearest_by_integers(self)))
    }
}

/// The nearest float, if 106 bits show it.
///
/// # Error bound
/// With u = 2⁻⁵³ and all numbers between 2⁻⁴⁰⁰ and 2⁴³² or 0, so that nothing overflows and no
/// error term is subnormal: the relative error of an integer is at most 2u² ([`integer`]), that of
/// √d 8u² ([`root`]), of a quotient 32u² ([`quotient`]), and of a product 16u² ([`Mul`]). So P =
/// p(1 + δ) and Q = q√d(1 + ε) with |δ| below 2u² + 2u² + 32u² < 40u², and |ε| below 40u² + 8u² +
/// 16u² = 64u², terms of higher order included. The sum adds 16u²·(|P| + |Q|) ([`Add`]). In all the
/// result is off by less than 100u²·(|P| + |Q|) < 2⁻⁹⁹·(|P| + |Q|); the test allows for 2⁻⁹⁶, half
/// of it for the rounding of the test itself. As rounding is monotonic, a float to which both ends
/// of the doubt round is the nearest one.
fn nearest_by_floats(x: &Surd) -> Option<f64> {
    let [n1, m1, n2, m2] = x.parts();
    let p = ratio(n1, m1)?;
    let q = match x.radicand() {
        None => DoubleDouble::default(),
        Some(d) => ratio(n2, m2)? * root(d),
    };
    let DoubleDouble { high, low } = p + q;
    let doubt = (p.high.abs() + q.high.abs()) * f64::powi(2.0, -96);
    (high + (low - doubt) == high && high + (low + doubt) == high).then_some(high)
}

/// The sum of two floats, the second at most half a unit in the last place of the first.
#[derive(Clone, Copy, Debug, Default)]
struct DoubleDouble {
    high: f64,
    low: f64,
}

/// a + b as a float and its error, which is a float: Knuth, *The Art of Computer Programming* 2,
/// section 4.2.2, theorem B.
fn two_sum(a: f64, b: f64) -> DoubleDouble {
    let high = a + b;
    let of_b = high - a;
    DoubleDouble { high, low: (a - (high - of_b)) + (b - of_b) }
}

/// The same for |a| ≥ |b| or a = 0: Dekker, *A floating-point technique for extending the available
/// precision* (1971).
fn fast_two_sum(a: f64, b: f64) -> DoubleDouble {
    let high = a + b;
    DoubleDouble { high, low: b - (high - a) }
}

/// a·b as a float and its error, which is a float: Dekker's product, with Veltkamp's halves of 26
/// bits.
fn two_product(a: f64, b: f64) -> DoubleDouble {
    let halves = |x: f64| {
        let scaled = x * 134_217_729.0; // 2²⁷ + 1
        let upper = scaled - (scaled - x);
        (upper, x - upper)
    };
    let ((a1, a2), (b1, b2)) = (halves(a), halves(b));
    let high = a * b;
    DoubleDouble { high, low: a2 * b2 - (((high - a1 * b1) - a2 * b1) - a1 * b2) }
}

impl Add for DoubleDouble {
    type Output = Self;

    /// The sum, off by at most 16u² of the sum of the absolute values.
    ///
    /// The leading parts are added exactly. To their error, at most u(|x| + |y|)(1 + u), the lower
    /// parts are added, which are at most u|x| and u|y|; these two roundings add less than
    /// 6u²(|x| + |y|), and the last sum is exact.
    fn add(self, other: Self) -> Self {
        let sum = two_sum(self.high, other.high);
        two_sum(sum.high, sum.low + (self.low + other.low))
    }
}

impl Mul for DoubleDouble {
    type Output = Self;

    /// The product, off by at most 16u² of itself.
    ///
    /// The leading parts are multiplied exactly. Left out is the product of the lower parts, at
    /// most u²; the products across and the error are at most u each, and are rounded four times in
    /// all with less than 10u².
    fn mul(self, other: Self) -> Self {
        let product = two_product(self.high, other.high);
        let across = self.high * other.low + self.low * other.high;
        fast_two_sum(product.high, product.low + across)
    }
}

/// n/m for m ≥ 1, if both have at most 400 bits.
fn ratio(n: &BigInt, m: &BigInt) -> Option<DoubleDouble> {
    let n = integer(n)?;
    if m.is_one() { Some(n) } else { Some(quotient(n, integer(m)?)) }
}

/// The quotient, off by at most 32u² of itself.
///
/// q = x.high ⊘ y.high is off by at most 3u(1 + u). The rest x − q·y is at most 4u of x;
/// x.high − q·y.high is exact in two floats, the first difference by Sterbenz's lemma; four
/// roundings of at most 5u each add less than 20u² of x. Dividing by y.high for y adds 4u², and
/// rounding that 4u².
fn quotient(x: DoubleDouble, y: DoubleDouble) -> DoubleDouble {
    let q = x.high / y.high;
    let product = two_product(q, y.high);
    let rest = ((x.high - product.high) - product.low) + (x.low - q * y.low);
    fast_two_sum(q, rest / y.high)
}

/// √d, off by at most 8u² of itself.
///
/// For the float s next to √d, off by at most 1.6u: √d = s + (d − s²)/2s − …, the next term being
/// below 2u²·s. The difference d − s² is at most 3.3u·d; its two roundings (the first one is exact,
/// by Sterbenz's lemma) add less than 7u²·d before the division by 2s, and the quotient's own is
/// below 2u²·s.
fn root(d: Radicand) -> DoubleDouble {
    let d = d.get();
    let high = d as f64;
    // at most 2¹⁰ in absolute value, so exact
    let low = (i128::from(d) - high as i128) as f64;
    let s = high.sqrt();
    let square = two_product(s, s);
    let rest = ((high - square.high) - square.low) + low;
    fast_two_sum(s, rest / (2.0 * s))
}

/// An integer, off by at most 2u² of itself; `None` for more than 400 bits.
///
/// The 112 leading bits of an integer t·2ˢ + rest are taken, and what is cut off is below 2⁻¹¹¹ of
/// the whole. The float of t is off by at most 2⁵⁸, and that difference is rounded once more, by at
/// most 2⁵ < 2⁻¹⁰⁵ of t.
fn integer(n: &BigInt) -> Option<DoubleDouble> {
    let bits = n.bits();
    let magnitude = match n.magnitude().to_u64() {
        Some(magnitude) => of_integer(magnitude.into()),
        None if bits > 400 => return None,
        None => {
            let shift = bits.saturating_sub(112);
            let leading = of_integer((n.magnitude() >> shift).to_u128()?);
            // 2ˢ with s below 289, exact as is the product with it
            let power = f64::from_bits((1023 + shift) << 52);
            DoubleDouble { high: leading.high * power, low: leading.low * power }
        }
    };
    let sign = if n.sign() == Sign::Minus { -1.0 } else { 1.0 };
    Some(DoubleDouble { high: sign * magnitude.high, low: sign * magnitude.low })
}

/// An integer of at most 112 bits.
fn of_integer(t: u128) -> DoubleDouble {
    let high = t as f64;
    // both are at most 2¹¹²
    let rest = t as i128 - high as i128;
    DoubleDouble { high, low: rest as f64 }
}

/// The nearest float by integers alone: ⌊|x|·2ˢ⌋ for an s that leaves more bits than a float has,
/// and whether more follow.
fn nearest_by_integers(x: &Surd) -> f64 {
    if x.is_zero() {
        return 0.0;
    }
    let (negative, (mut a, mut b, r)) = (x.is_negative(), x.over_common_denominator());
    if negative {
        (a, b) = (-a, -b);
    }
    let bits = |n: &BigInt| n.bits() as i64; // no integer in memory has 2⁶³
    let root_bits = x.radicand().map_or(0, |d| i64::from(d.get().ilog2()) / 2 + 1);
    // 2^size is about |x|, unless the terms cancel
    let size = bits(&a).max(bits(&b) + root_bits) - bits(&r);
    let mut shift = 64 - size;
    let mut more = 64;
    loop {
        let (floor, exact) = shifted_floor(&a, &b, x.radicand(), &r, shift);
        if floor.is_positive() {
            // 2^exponent is the largest power of two that |x| reaches; `cut` bits are more than the
            // float has
            let exponent = bits(&floor) - 1 - shift;
            let cut = shift + exponent.max(-1022) - 52;
            if let Some(cut) = u64::try_from(cut).ok().filter(|&cut| cut > 0) {
                let float = assemble(&floor, cut, exact, exponent);
                return if negative { -float } else { float };
            }
        }
        // cancellation: |x| ≥ |norm|/|conjugate|, so that some shift suffices
        shift += more;
        more *= 2;
    }
}

/// ⌊(a + b√d)·2^shift/r⌋, and whether nothing was cut off.
fn shifted_floor(
    a: &BigInt,
    b: &BigInt,
    radicand: Option<Radicand>,
    r: &BigInt,
    shift: i64,
) -> (BigInt, bool) {
    let (a, b, r) = match u64::try_from(shift) {
        Ok(left) => (a << left, b << left, r.clone()),
        Err(_) => (a.clone(), b.clone(), r << shift.unsigned_abs()),
    };
    let floor = floor_of(&a, &b, radicand, &r);
    let exact = b.is_zero() && &floor * &r == a;
    (floor, exact)
}

/// The float next to a number whose leading bits are those of `floor` without the last `cut` ≥ 1,
/// and which is at least 2^exponent and below twice that, or at most 2⁻¹⁰²².
///
/// Its bits are the exponent (0 for subnormal numbers) above the digits. Rounding up may carry into
/// the exponent, which is as it should be: to the next power of two, to the least normal number, to
/// infinity.
fn assemble(floor: &BigInt, cut: u64, exact: bool, exponent: i64) -> f64 {
    if exponent > 1023 {
        return f64::INFINITY;
    }
    let digits = (floor >> cut).to_u64().unwrap_or_default(); // 53 bits at most
    let half = floor.bit(cut - 1);
    // what lies below the half; floor is not 0
    let more = !exact || floor.trailing_zeros().is_some_and(|zeros| zeros < cut - 1);
    let up = half && (more || digits % 2 == 1);
    // with its leading bit, 2⁵², the digits of a normal number add 1 to the exponent
    let biased = (exponent.max(-1022) + 1022).unsigned_abs();
    f64::from_bits((biased << 52) + digits + u64::from(up))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_primitive_integer_becomes_a_number() {
        let texts = [
            Surd::from(i8::MIN),
            Surd::from(u16::MAX),
            Surd::from(i128::MIN),
            Surd::from(u128::MAX),
            Surd::from(7_usize),
        ]
        .map(|x| x.to_string());
        let expected = ["-128", "65535", &i128::MIN.to_string(), &u128::MAX.to_string(), "7"];
        assert_eq!(texts, expected);
    }

    #[test]
    fn rationals_come_back_and_irrationals_are_refused() {
        let half: Surd = "-1/2".parse().unwrap();
        let rational = BigRational::new((-1).into(), 2.into());
        assert_eq!(BigRational::try_from(&half), Ok(rational.clone()));
        assert_eq!(BigRational::try_from(half), Ok(rational));
        let root: Surd = "1+sqrt2".parse().unwrap();
        assert_eq!(BigRational::try_from(&root), Err(ConversionError::Irrational(root.clone())));
        assert_eq!(BigRational::try_from(root).unwrap_err().to_string(), "1+sqrt(2) is irrational");
    }

    #[test]
    fn floats_are_taken_exactly() {
        for float in [0.0, -0.0, 1.5, -1e300, f64::MIN_POSITIVE, 5e-324, f64::MAX] {
            let exact = Surd::try_from(float).unwrap();
            assert_eq!(exact.to_f64(), Some(float));
        }
        assert_eq!(Surd::try_from(5e-324).unwrap(), Surd::from(2).try_pow(-1074).unwrap());
        for float in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(Surd::try_from(float).unwrap_err().to_string().ends_with("is not a real number"));
        }
    }

    fn surd(text: &str) -> Surd {
        text.parse().unwrap()
    }

    #[test]
    fn both_ways_give_what_the_standard_library_reads() {
        for text in [
            "0",
            "1",
            "-1",
            "0.1",
            "-0.1",
            "2.5e-17",
            "1e23",
            "9007199254740993",
            "9007199254740995",
            "1e308",
            "1.7976931348623157e308",
            "1.7976931348623158e308",
            "1.7976931348623159e308",
            "1e309",
            "-1e400",
            "2.2250738585072014e-308",
            "2.2250738585072011e-308",
            "5e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "7e-324",
            "-1e-400",
            "123456789012345678901234567890",
        ] {
            let expected: f64 = text.parse().unwrap();
            assert_eq!(surd(text).to_f64().unwrap(), expected, "{text}");
            assert_eq!(nearest_by_integers(&surd(text)), expected, "{text}");
        }
    }

    #[test]
    fn ties_go_to_the_even_neighbour() {
        for (text, expected) in [
            ("2^53+1", 9_007_199_254_740_992.0),
            ("2^53+3", 9_007_199_254_740_996.0),
            ("2^-1075", 0.0),
            ("3*2^-1075", 1e-323),
            ("2^1024-2^970", f64::INFINITY),
            ("2^1024-2^970-2^-900", f64::MAX),
            ("2^53+1+2^-300*sqrt2", 9_007_199_254_740_994.0),
            ("2^53+1-2^-300*sqrt2", 9_007_199_254_740_992.0),
            ("2^-1075+2^-1400*sqrt2", 5e-324),
            ("2^-1075-2^-1400*sqrt2", 0.0),
        ] {
            assert_eq!(surd(text).to_f64(), Some(expected), "{text}");
            assert_eq!((-surd(text)).to_f64(), Some(-expected), "-({text})");
        }
    }

    #[test]
    fn the_quick_way_serves_the_normal_case() {
        for text in [
            "1/3",
            "sqrt2",
            "(24094030950+3471354042*sqrt2)/1442081369",
            "665857-470832sqrt2",
            "10^100/7+sqrt3",
        ] {
            assert_eq!(nearest_by_floats(&surd(text)), Some(nearest_by_integers(&surd(text))), "{text}");
        }
        assert_eq!(nearest_by_floats(&surd("2^53+1")), None);
        assert_eq!(nearest_by_floats(&surd("(1-sqrt2)^100")), None);
    }

    /// Divisors of more than 53 bits, of which the low part counts.
    #[test]
    fn both_ways_agree_on_long_divisors() {
        for k in 1..200_u32 {
            let text = format!("(3^{}+sqrt2*5^20)/7^{}", 40 + k % 60, 20 + k % 80);
            let quick = nearest_by_floats(&surd(&text));
            assert!(quick.is_none_or(|quick| quick == nearest_by_integers(&surd(&text))), "{text}");
        }
        assert!(nearest_by_floats(&surd("3^60/7^30")).is_some());
    }

    #[test]
    fn integers_are_truncated_towards_zero_and_refused_beyond_their_type() {
        for (text, expected) in [("7/2", 3), ("-7/2", -3), ("-sqrt2", -1), ("10^12*sqrt2", 1_414_213_562_373)]
        {
            let (number, is_positive) = (surd(text), expected > 0);
            assert_eq!(
                (number.to_i64(), number.to_i128()),
                (Some(expected), Some(expected.into())),
                "{text}"
            );
            let unsigned = is_positive.then_some(expected.unsigned_abs());
            assert_eq!((number.to_u64(), number.to_u128()), (unsigned, unsigned.map(u128::from)), "{text}");
        }
        let beyond = surd("2^127+1/2");
        assert_eq!((beyond.to_i64(), beyond.to_u64(), beyond.to_i128()), (None, None, None));
        assert_eq!(beyond.to_u128(), Some(1 << 127));
    }
}
