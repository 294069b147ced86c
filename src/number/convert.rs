//! Conversions: from integers, rationals and floats; to rationals, to integers, and to the nearest
//! float.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};

use super::double::Double;
use super::root_sum::RootSum;
use super::surd::{Surd, in_lowest_terms};
use crate::error::{Error, error};

impl From<BigRational> for Surd {
    /// # Panics
    /// If the denominator is 0, which only [`Ratio::new_raw`](num_rational::Ratio::new_raw) makes.
    fn from(rational: BigRational) -> Self {
        let (n, m) = in_lowest_terms(rational).into_raw();
        Self::canonical(RootSum::integer(n), m)
    }
}

impl From<BigInt> for Surd {
    fn from(integer: BigInt) -> Self {
        Self::canonical(RootSum::integer(integer), BigInt::one())
    }
}

/// From the primitive integers, and large ones.
macro_rules! from_integer {
    ($($integer:ty),+) => {$(
        impl From<$integer> for Surd {
            fn from(integer: $integer) -> Self {
                BigInt::from(integer).into()
            }
        }
    )+};
}

from_integer!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, BigUint);

impl TryFrom<f64> for Surd {
    type Error = Error;

    /// The rational number that the float is, exactly.
    ///
    /// ```
    /// use nimsweep::number::Surd;
    ///
    /// assert_eq!(Surd::try_from(0.375)?.to_string(), "3/8");
    /// assert!(Surd::try_from(0.1)? > Surd::from(1) / 10); // the float next to 1/10 is greater
    /// assert!(Surd::try_from(f64::NAN).is_err());
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    fn try_from(float: f64) -> Result<Self, Error> {
        let rational = BigRational::from_float(float);
        Ok(rational.ok_or_else(|| error!(Domain, "{float} is not a real number"))?.into())
    }
}

impl TryFrom<Surd> for BigRational {
    type Error = Error;

    /// The number, if it is rational.
    fn try_from(number: Surd) -> Result<Self, Error> {
        (&number).try_into()
    }
}

impl TryFrom<&Surd> for BigRational {
    type Error = Error;

    /// The number, if it is rational.
    fn try_from(number: &Surd) -> Result<Self, Error> {
        number.as_rational().ok_or_else(|| error!(Domain, "{number:#} is irrational"))
    }
}

/// The methods of [`ToPrimitive`] for integers, by those of the integer part.
macro_rules! integer_parts {
    ($($method:ident $integer:ty),+) => {$(
        /// The integer part, rounded toward zero as by [`Ratio`](num_rational::Ratio), if it fits.
        fn $method(&self) -> Option<$integer> {
            self.truncated().$method()
        }
    )+};
}
pub(crate) use integer_parts;

impl ToPrimitive for Surd {
    integer_parts!(to_i64 i64, to_u64 u64, to_i128 i128, to_u128 u128);

    /// The nearest float, ties going to the one with an even last bit; never `None`.
    ///
    /// This is the rounding of IEEE 754, also for subnormal results: what is at least 2¹⁰²⁴ − 2⁹⁷⁰
    /// in absolute value becomes infinite, and what is at most 2⁻¹⁰⁷⁵ becomes 0.
    ///
    /// # Method
    /// A rational number is one division. Of an irrational number x let f = ⌊x·2ˢ⌋, where s leaves
    /// f at least 55 bits. Floats, and the ties between them, are multiples of 2⁻ˢ, and x is none,
    /// so that x and (f + 1/2)/2ˢ round to the same float.
    ///
    /// # Cost
    /// A few operations on floats, if numerators and denominators have at most 63 bits and p and
    /// q√d do not cancel; else one integer square root, mostly of 128 bits, of more if they cancel.
    ///
    /// ```
    /// use num_traits::ToPrimitive;
    /// use nimsweep::number::Surd;
    ///
    /// assert_eq!("sqrt2".parse::<Surd>()?.to_f64(), Some(std::f64::consts::SQRT_2));
    /// // here p and q√2 are next to 10²³, with opposite signs
    /// let tiny: Surd = "(1-sqrt2)^60".parse()?;
    /// assert_eq!(tiny.to_f64(), Some(1.0800873502109327e-23));
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    fn to_f64(&self) -> Option<f64> {
        Some(self.nearest_float())
    }
}

impl Surd {
    /// [`to_f64`](ToPrimitive::to_f64), which always has a result.
    pub(crate) fn nearest_float(&self) -> f64 {
        Double::of(self).nearest().unwrap_or_else(|| self.exactly_nearest_float())
    }

    /// The nearest float, by integers.
    pub(super) fn exactly_nearest_float(&self) -> f64 {
        let nearest = |x: &BigRational| x.to_f64().unwrap_or_default(); // only 0/0 has none
        if self.is_rational() {
            return nearest(&self.rational_part());
        }
        let (whole, roots, r) = self.over_common_denominator();
        // with s = 0 the terms of x·r are below 2^size; with 61 bits each, all fits machine
        // integers
        let sizes = roots.iter().map(|(d, part)| part.bits() + u64::from(d.get().ilog2() / 2 + 1));
        let size = sizes.fold(whole.bits(), u64::max);
        let mut shift = (60 + r.bits()).saturating_sub(size);
        let mut more = 64;
        loop {
            let floor = self.numerator().map(&|part| part << shift).floor_over(r);
            if floor.bits() >= 55 {
                return nearest(&BigRational::new_raw(floor * 2 + 1, BigInt::one() << (shift + 1)));
            }
            // cancellation: |x| ≥ |norm|/|conjugate|, so that some shift suffices
            shift += more;
            more *= 2;
        }
    }
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
        assert_eq!(BigRational::try_from(&root).unwrap_err().to_string(), format!("{root:#} is irrational"));
        assert_eq!(BigRational::try_from(root).unwrap_err().to_string(), "1+√2 is irrational");
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
    fn floats_are_what_the_standard_library_reads() {
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

    /// Against numbers a unit of the 70th decimal place away, which no float separates.
    #[test]
    fn the_nearest_float_is_that_of_many_decimals() {
        for text in [
            "1/3",
            "sqrt2",
            "(31415926535+2718281828*sqrt2)/1618033989",
            "665857-470832sqrt2",
            "10^100/7+sqrt3",
            "(1-sqrt2)^41",
            "-10^30-sqrt(18446744073709551557)/7^30",
            "(3^60+sqrt2*5^20)/7^30",
        ] {
            let decimal: f64 = surd(text).to_decimal(70).parse().unwrap();
            assert_eq!(surd(text).to_f64(), Some(decimal), "{text}");
        }
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
