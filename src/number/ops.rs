//! Operators, the operations that return an error instead, and the traits of num-traits.

use std::borrow::Cow;
use std::iter::{Product, Sum};
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use num_rational::BigRational;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, Inv, One, Pow, Zero};

use super::ratio::{power, product, sum};
use super::surd::{Radicand, Surd, common_radicand};
use crate::error::Error;

impl Surd {
    /// The sum.
    ///
    /// # Errors
    /// Of the kind [`Field`](crate::ErrorKind::Field) if the operands have different roots.
    pub fn try_add(&self, other: &Self) -> Result<Self, Error> {
        let radicand = common_radicand(self.radicand(), other.radicand())?;
        Ok(Self::canonical(
            sum(self.rational_part(), other.rational_part()),
            sum(self.root_coefficient(), other.root_coefficient()),
            radicand,
        ))
    }

    /// The difference.
    ///
    /// # Errors
    /// As [`Surd::try_add`].
    pub fn try_sub(&self, other: &Self) -> Result<Self, Error> {
        self.try_add(&-other)
    }

    /// The product.
    ///
    /// # Errors
    /// As [`Surd::try_add`].
    pub fn try_mul(&self, other: &Self) -> Result<Self, Error> {
        let radicand = common_radicand(self.radicand(), other.radicand())?;
        let d = BigRational::from_integer(radicand.map_or(0, Radicand::get).into());
        let [p, q] = [self.rational_part(), self.root_coefficient()];
        let [r, s] = [other.rational_part(), other.root_coefficient()];
        // (p + q√d)·(r + s√d)
        let rational = sum(&product(p, r), &product(&product(q, s), &d));
        Ok(Self::canonical(rational, sum(&product(p, s), &product(q, r)), radicand))
    }

    /// The quotient.
    ///
    /// # Errors
    /// [`Error`] for a zero divisor, else as [`Surd::try_add`].
    pub fn try_div(&self, other: &Self) -> Result<Self, Error> {
        self.try_mul(&other.reciprocal()?)
    }

    /// x to the power of an integer, 0⁰ being 1.
    ///
    /// ```
    /// use nimsweep::number::Surd;
    ///
    /// let x: Surd = "1+sqrt2".parse()?;
    /// assert_eq!(x.try_pow(-2)?.to_string(), "3-2*sqrt(2)");
    /// assert!(Surd::from(0).try_pow(-2).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error`] for a negative power of 0.
    ///
    /// # Cost
    /// O(log |exponent|) products; the result has about |exponent| times the digits of x. No common
    /// divisor is looked for in a power of a rational number.
    pub fn try_pow(&self, exponent: i32) -> Result<Self, Error> {
        self.power_by(exponent, Self::try_mul)
    }

    /// The power of an irrational number by this multiplication; that of a rational one without.
    pub(super) fn power_by(
        &self,
        exponent: i32,
        mut multiply: impl FnMut(&Self, &Self) -> Result<Self, Error>,
    ) -> Result<Self, Error> {
        let base = if exponent < 0 { self.reciprocal()? } else { self.clone() };
        let exponent = exponent.unsigned_abs();
        if let Some(base) = base.as_rational() {
            return Ok(Self::canonical(power(base, exponent), BigRational::zero(), None));
        }
        let mut result = Self::one();
        for bit in (0..u32::BITS - exponent.leading_zeros()).rev() {
            result = multiply(&result, &result)?;
            if exponent >> bit & 1 == 1 {
                result = multiply(&result, &base)?;
            }
        }
        Ok(result)
    }
}

impl Zero for Surd {
    fn zero() -> Self {
        Self::canonical(BigRational::zero(), BigRational::zero(), None)
    }

    fn is_zero(&self) -> bool {
        self.radicand().is_none() && self.rational_part().is_zero()
    }
}

impl One for Surd {
    fn one() -> Self {
        Self::canonical(BigRational::one(), BigRational::zero(), None)
    }
}

impl Neg for &Surd {
    type Output = Surd;

    fn neg(self) -> Surd {
        Surd::canonical(-self.rational_part(), -self.root_coefficient(), self.radicand())
    }
}

impl Neg for Surd {
    type Output = Surd;

    fn neg(self) -> Surd {
        -&self
    }
}

/// What an operator does when the method of the same name returns an error, as integer division
/// does.
#[cold]
#[track_caller]
#[allow(
    clippy::panic,
    reason = "operators have no other way to refuse; every input goes through the methods that return errors"
)]
fn refuse(error: &Error) -> ! {
    panic!("{error}")
}

/// What operators take beside references.
trait Operand {
    fn number(&self) -> Cow<'_, Surd>;
}

impl Operand for Surd {
    fn number(&self) -> Cow<'_, Surd> {
        Cow::Borrowed(self)
    }
}

impl Operand for i64 {
    fn number(&self) -> Cow<'_, Surd> {
        Cow::Owned((*self).into())
    }
}

/// One operator, for numbers and references in all combinations, for `i64` on either side, and with
/// assignment.
macro_rules! operator {
    ($trait:ident, $method:ident, $try:ident, $assign:ident, $assign_method:ident, $checked:ident, $checked_method:ident) => {
        operator!(pairs $trait, $method, $try, (&Surd, &Surd), (&Surd, Surd), (Surd, &Surd), (Surd, Surd));
        operator!(pairs $trait, $method, $try, (&Surd, i64), (Surd, i64), (i64, &Surd), (i64, Surd));
        operator!(assign $trait, $method, $assign, $assign_method, Surd, &Surd, i64);

        impl $checked for Surd {
            #[doc = concat!("`None` where [`Surd::", stringify!($try), "`] returns an error.")]
            fn $checked_method(&self, other: &Self) -> Option<Self> {
                self.$try(other).ok()
            }
        }
    };
    (pairs $trait:ident, $method:ident, $try:ident, $(($left:ty, $right:ty)),+) => {$(
        /// # Panics
        #[doc = concat!("Where [`Surd::", stringify!($try), "`] returns an error.")]
        impl $trait<$right> for $left {
            type Output = Surd;

            // once for all callers: the page's engine is smaller, and a call costs little
            #[inline(never)]
            #[track_caller]
            fn $method(self, other: $right) -> Surd {
                self.number().$try(&other.number()).unwrap_or_else(|error| refuse(&error))
            }
        }
    )+};
    (assign $trait:ident, $method:ident, $assign:ident, $assign_method:ident, $($right:ty),+) => {$(
        /// # Panics
        /// As the operator without assignment.
        impl $assign<$right> for Surd {
            #[track_caller]
            fn $assign_method(&mut self, other: $right) {
                *self = (&*self).$method(other);
            }
        }
    )+};
}

operator!(Add, add, try_add, AddAssign, add_assign, CheckedAdd, checked_add);
operator!(Sub, sub, try_sub, SubAssign, sub_assign, CheckedSub, checked_sub);
operator!(Mul, mul, try_mul, MulAssign, mul_assign, CheckedMul, checked_mul);
operator!(Div, div, try_div, DivAssign, div_assign, CheckedDiv, checked_div);

/// Powers and reciprocals, for numbers and references.
macro_rules! power {
    ($($number:ty),+) => {$(
        /// # Panics
        /// Where [`Surd::try_pow`] returns an error.
        impl Pow<i32> for $number {
            type Output = Surd;

            #[track_caller]
            fn pow(self, exponent: i32) -> Surd {
                self.try_pow(exponent).unwrap_or_else(|error| refuse(&error))
            }
        }

        /// # Panics
        /// For 0, for which [`Surd::reciprocal`] returns an error.
        impl Inv for $number {
            type Output = Surd;

            #[track_caller]
            fn inv(self) -> Surd {
                self.reciprocal().unwrap_or_else(|error| refuse(&error))
            }
        }
    )+};
}

power!(Surd, &Surd);

impl<T> Sum<T> for Surd
where
    Self: Add<T, Output = Self>,
{
    fn sum<I: Iterator<Item = T>>(numbers: I) -> Self {
        numbers.fold(Self::zero(), Self::add)
    }
}

impl<T> Product<T> for Surd
where
    Self: Mul<T, Output = Self>,
{
    fn product<I: Iterator<Item = T>>(numbers: I) -> Self {
        numbers.fold(Self::one(), Self::mul)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surd(text: &str) -> Surd {
        text.parse().unwrap()
    }

    #[test]
    fn integers_stand_on_either_side() {
        let x = surd("1+sqrt2");
        assert_eq!([&x + 2, 2 + &x, x.clone() + 2, 2 + x.clone()], [(); 4].map(|()| surd("3+sqrt2")));
        assert_eq!([&x - 2, 2 - &x], [surd("sqrt2-1"), surd("1-sqrt2")]);
        assert_eq!([&x * -3, -3 * &x], [(); 2].map(|()| surd("-3-3sqrt2")));
        assert_eq!(
            [&x / 2, 2 / &x, 2 / x.clone()],
            [surd("(1+sqrt2)/2"), surd("2sqrt2-2"), surd("2sqrt2-2")]
        );
    }

    #[test]
    fn assignment_is_the_operator() {
        let mut x = surd("1+sqrt2");
        x += &surd("sqrt2");
        x -= surd("1");
        assert_eq!(x, surd("2sqrt2"));
        x *= &x.clone();
        assert_eq!(x, 8);
        x /= surd("sqrt2");
        x += 1;
        assert_eq!(x, surd("1+4sqrt2"));
    }

    #[test]
    fn sums_and_products_of_lists() {
        let list = ["1", "sqrt2", "-3/2", "5-sqrt2"].map(surd);
        assert_eq!(list.iter().sum::<Surd>(), surd("9/2"));
        assert_eq!(list.iter().product::<Surd>(), surd("3-15sqrt2/2"));
        assert_eq!(
            (list.clone().into_iter().sum::<Surd>(), list.into_iter().product()),
            (surd("9/2"), surd("3-15sqrt2/2"))
        );
        assert_eq!((std::iter::empty::<Surd>().sum::<Surd>(), Surd::default()), (surd("0"), surd("0")));
        assert_eq!(std::iter::empty::<Surd>().product::<Surd>(), 1);
    }

    #[test]
    fn checked_operations_have_no_result_where_operators_panic() {
        let (two, three, zero) = (surd("sqrt2"), surd("sqrt3"), Surd::zero());
        assert_eq!(two.checked_add(&three), None);
        assert_eq!(two.checked_sub(&three), None);
        assert_eq!(two.checked_mul(&three), None);
        assert_eq!([two.checked_div(&three), two.checked_div(&zero)], [None, None]);
        assert_eq!(two.checked_div(&two), Some(Surd::one()));
        assert!(std::panic::catch_unwind(|| &two + &three).is_err());
    }

    #[test]
    fn powers_and_reciprocals() {
        let x = surd("(1+sqrt5)/2");
        assert_eq!((&x).pow(10), surd("(123+55sqrt5)/2"));
        assert_eq!(x.clone().pow(-1), (&x).inv());
        assert_eq!(x.inv(), surd("(sqrt5-1)/2"));
        assert_eq!(surd("0").pow(0), 1);
    }
}
