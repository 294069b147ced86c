//! Operators, the operations that return an error instead, and the traits of num-traits.

use std::borrow::Cow;
use std::iter::{Product, Sum};
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use num_bigint::BigInt;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, Inv, One, Pow, Zero};

use super::ratio::{common_divisor, over};
use super::surd::{Radicand, Surd, common_radicand};
use crate::error::Error;

impl Surd {
    /// The sum.
    ///
    /// # Errors
    /// Of the kind [`Field`](crate::ErrorKind::Field) if the operands have different roots.
    #[inline(never)]
    pub fn try_add(&self, other: &Self) -> Result<Self, Error> {
        let radicand = common_radicand(self.radicand(), other.radicand())?;
        let ((a, b, r), (e, f, s)) = (self.over_common_denominator(), other.over_common_denominator());
        if r.is_one() && s.is_one() {
            return Ok(Self::canonical(a + e, b + f, BigInt::one(), radicand));
        }
        // over r·s/g, for g = gcd(r, s), the sum has no divisor in common but divisors of g
        // (Knuth, The Art of Computer Programming, volume 2, section 4.5.1, for each part)
        let common = common_divisor(r, s);
        let (r_left, s_left) = (over(r, &common), over(s, &common));
        let (a, b) = (a * &s_left + e * &r_left, b * &s_left + f * r_left);
        Ok(Self::over(a, b, [r, &s_left], [&common, &BigInt::one()], radicand))
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
    #[inline(never)]
    pub fn try_mul(&self, other: &Self) -> Result<Self, Error> {
        let radicand = common_radicand(self.radicand(), other.radicand())?;
        let ((a, b, r), (e, f, s)) = (self.over_common_denominator(), other.over_common_denominator());
        let d = radicand.map_or(0, Radicand::get);
        // (a + b√d)·(e + f√d); where one is rational, half of that is nothing
        let part = |x: &BigInt, y: &BigInt| if x.is_zero() || y.is_zero() { BigInt::ZERO } else { x * y };
        let (u, v) = (part(a, e) + part(b, f) * d, part(a, f) + part(b, e));
        // what r has in common with both parts of the product divides the norm e² − d·f², as
        // e·u − d·f·v = a·(e² − d·f²), e·v − f·u = b·(e² − d·f²), and nothing divides a, b and r
        let shared = [other.shared_with(r), self.shared_with(s)];
        Ok(Self::over(u, v, [r, s], shared.each_ref(), radicand))
    }

    /// (a + b√d)/(r·s), where r and s may have something in common with a and b, but only what
    /// divides these multiples of it.
    fn over(
        mut a: BigInt,
        mut b: BigInt,
        denominators: [&BigInt; 2],
        shared: [&BigInt; 2],
        radicand: Option<Radicand>,
    ) -> Self {
        let mut left = denominators.map(BigInt::clone);
        for (left, shared) in left.iter_mut().zip(shared) {
            let common =
                if shared.is_one() { continue } else { common_divisor(&common_divisor(shared, &a), &b) };
            (a, b, *left) = (over(&a, &common), over(&b, &common), over(left, &common));
        }
        let [r, s] = left;
        Self::canonical(a, b, r * s, radicand)
    }

    /// The product of some numbers, 1 of none.
    ///
    /// # Errors
    /// As [`Surd::try_add`].
    ///
    /// # Cost
    /// That of a balanced tree of products: for many numbers far less than from the left.
    ///
    /// ```
    /// use nimsweep::number::Surd;
    ///
    /// let factors = ["1+sqrt2", "3", "1/7"].map(|text| text.parse::<Surd>().unwrap());
    /// assert_eq!(Surd::try_product(factors.to_vec())?.to_string(), "(3+3*sqrt(2))/7");
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    pub fn try_product(mut numbers: Vec<Self>) -> Result<Self, Error> {
        while numbers.len() > 1 {
            let pairs = numbers.chunks(2);
            let product = |pair: &[Self]| pair[1..].iter().try_fold(pair[0].clone(), |x, y| x.try_mul(y));
            numbers = pairs.map(product).collect::<Result<_, _>>()?;
        }
        Ok(numbers.pop().unwrap_or_else(Self::one))
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
        if base.radicand().is_none() {
            let (a, b, r) = base.over_common_denominator();
            return Ok(Self::canonical(a.pow(exponent), b.clone(), r.pow(exponent), None));
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
        BigInt::ZERO.into()
    }

    fn is_zero(&self) -> bool {
        self.radicand().is_none() && self.over_common_denominator().0.is_zero()
    }
}

impl One for Surd {
    fn one() -> Self {
        BigInt::one().into()
    }
}

impl Neg for &Surd {
    type Output = Surd;

    fn neg(self) -> Surd {
        let (a, b, r) = self.over_common_denominator();
        Surd::canonical(-a, -b, r.clone(), self.radicand())
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
        let numbers = numbers.map(|number| Self::one() * number).collect();
        Self::try_product(numbers).unwrap_or_else(|error| refuse(&error))
    }
}

#[cfg(test)]
mod tests {
    use num_integer::Integer;
    use num_rational::BigRational;
    use num_traits::Signed;
    use proptest::prelude::*;

    use super::super::ratio::tests::integer;
    use super::*;

    /// The parts of a number, of which each may be 0.
    fn parts() -> impl Strategy<Value = [BigRational; 2]> {
        let denominator = || integer().prop_filter("a denominator", |n| !n.is_zero());
        let fraction = move || {
            let any = (integer(), denominator()).prop_map(|(n, m)| BigRational::new(n, m));
            prop_oneof![4 => any, 1 => Just(BigRational::zero())]
        };
        [fraction(), fraction()]
    }

    /// Whether a number has these parts, and is in lowest terms.
    fn has(number: &Surd, [p, q]: [BigRational; 2]) -> Result<(), TestCaseError> {
        prop_assert_eq!(
            (number.rational_part().into_raw(), number.root_coefficient().into_raw()),
            (p.into_raw(), q.into_raw())
        );
        let (a, b, r) = number.over_common_denominator();
        prop_assert!(r.is_positive() && a.gcd(b).gcd(r).is_one(), "{:?}", (a, b, r));
        Ok(())
    }

    proptest! {
        #![proptest_config(crate::property::config())]

        #[test]
        fn operations_are_those_of_num_rational([p, q] in parts(), [r, s] in parts(), d in 1_u64..7, exponent in 0..6_i32) {
            let Ok(radicand) = Radicand::new(d) else { return Ok(()) };
            let (x, y) = (Surd::new(p.clone(), q.clone(), radicand), Surd::new(r.clone(), s.clone(), radicand));
            let d = BigRational::from(BigInt::from(d));
            has(&x, [p.clone(), q.clone()])?;
            has(&(&x + &y), [&p + &r, &q + &s])?;
            has(&(&x - &y), [&p - &r, &q - &s])?;
            has(&(&x - &x), [BigRational::zero(), BigRational::zero()])?;
            has(&(&x * &y), [&p * &r + &q * &s * &d, &p * &s + &q * &r])?;
            prop_assert_eq!(x.norm(), &p * &p - &q * &q * &d);
            prop_assert_eq!(x.trace(), &p + &p);
            if !y.is_zero() {
                let norm = &r * &r - &s * &s * &d;
                has(&y.reciprocal().unwrap(), [&r / &norm, -&s / &norm])?;
                has(&(&x / &y), [(&p * &r - &q * &s * &d) / &norm, (&q * &r - &p * &s) / &norm])?;
            }
            let rational = Surd::from(p.clone());
            has(&rational.try_pow(exponent).unwrap(), [num_traits::pow(p, exponent as usize), BigRational::zero()])?;
        }
    }

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
