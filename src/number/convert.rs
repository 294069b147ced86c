//! Conversion from integers, rationals and floats, and to rationals.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::Zero;
use thiserror::Error;

use super::surd::{Surd, in_lowest_terms};

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
            assert_eq!(num_traits::ToPrimitive::to_f64(&exact), Some(float));
        }
        assert_eq!(Surd::try_from(5e-324).unwrap(), Surd::from(2).try_pow(-1074).unwrap());
        for float in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(Surd::try_from(float).unwrap_err().to_string().ends_with("is not a real number"));
        }
    }
}
