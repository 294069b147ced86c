//! Operators, the operations that return an error instead, and the traits of num-traits.

use std::borrow::Cow;
use std::iter::{Product, Sum};
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use num_bigint::BigInt;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, Inv, One, Pow, Zero};

use super::ratio::{common_divisor, over};
use super::root_sum::RootSum;
use super::surd::Surd;
use crate::error::Error;

impl Surd {
    /// The sum of this number and one times another, for 1 or −1.
    fn plus(&self, other: &Self, sign: i64) -> Self {
        let ((x, r), (y, s)) =
            ((self.numerator(), self.denominator()), (other.numerator(), other.denominator()));
        if r.is_one() && s.is_one() {
            let sum = if sign < 0 { x.combined(y, &|b, c| b - c) } else { x.combined(y, &|b, c| b + c) };
            return Self::canonical(sum, BigInt::one());
        }
        // over r·s/g, for g = gcd(r, s), the sum has no divisor in common but divisors of g
        // (Knuth, The Art of Computer Programming, volume 2, section 4.5.1, for each part)
        let common = common_divisor(r, s);
        let (r_left, s_left) = (over(r, &common) * sign, over(s, &common));
        let sum = x.combined(y, &|b, c| b * &s_left + c * &r_left);
        Self::over(sum, [r, &s_left], [&common, &BigInt::one()])
    }

    /// The product.
    ///
    /// # Errors
    /// [`Error`] if a number under a root does not fit 64 bits: √d·√e = g·√(d·e/g²) for the
    /// greatest common divisor g of d and e.
    pub fn try_mul(&self, other: &Self) -> Result<Self, Error> {
        let product = self.numerator().times(other.numerator())?;
        let [r, s] = [self.denominator(), other.denominator()];
        // what r has in common with all parts of the product divides the norm of y, as
        // (x·y)·y' = x·(y·y'), and nothing divides r and all parts of x
        let shared = [other.shared_with(r), self.shared_with(s)];
        Ok(Self::over(product, [r, s], shared.each_ref()))
    }

    /// numerator/(r·s), where r and s may have something in common with the numerator, but only
    /// what divides these multiples of it.
    fn over(mut numerator: RootSum, denominators: [&BigInt; 2], shared: [&BigInt; 2]) -> Self {
        let mut left = denominators.map(BigInt::clone);
        for (left, shared) in left.iter_mut().zip(shared) {
            let common = if shared.is_one() { continue } else { numerator.common_divisor(shared) };
            numerator.divide_by(&common);
            *left = over(left, &common);
        }
        let [r, s] = left;
        Self::canonical(numerator, r * s)
    }

    /// The product of some numbers, 1 of none.
    ///
    /// # Errors
    /// As [`Surd::try_mul`].
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
    /// [`Error`] for a zero divisor, else as [`Surd::try_mul`].
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
    /// [`Error`] for a negative power of 0, else as [`Surd::try_mul`].
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
        if base.is_rational() {
            let numerator = base.numerator().map(&|part| part.pow(exponent));
            return Ok(Self::canonical(numerator, base.denominator().pow(exponent)));
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
        self.numerator().is_zero()
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
        Surd::canonical(self.numerator().map(&|part| -part), self.denominator().clone())
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
    ($trait:ident, $method:ident, $try:expr, $note:literal, $assign:ident, $assign_method:ident, $checked:ident, $checked_method:ident) => {
        operator!(pairs $trait, $method, $try, $note, (&Surd, &Surd), (&Surd, Surd), (Surd, &Surd), (Surd, Surd));
        operator!(pairs $trait, $method, $try, $note, (&Surd, i64), (Surd, i64), (i64, &Surd), (i64, Surd));
        operator!(assign $trait, $method, $assign, $assign_method, Surd, &Surd, i64);

        impl $checked for Surd {
            fn $checked_method(&self, other: &Self) -> Option<Self> {
                $try(self, other).ok()
            }
        }
    };
    (pairs $trait:ident, $method:ident, $try:expr, $note:literal, $(($left:ty, $right:ty)),+) => {$(
        #[doc = $note]
        impl $trait<$right> for $left {
            type Output = Surd;

            // once for all callers: the page's engine is smaller, and a call costs little
            #[inline(never)]
            #[track_caller]
            fn $method(self, other: $right) -> Surd {
                $try(&self.number(), &other.number()).unwrap_or_else(|error: Error| refuse(&error))
            }
        }
    )+};
    (assign $trait:ident, $method:ident, $assign:ident, $assign_method:ident, $($right:ty),+) => {$(
        impl $assign<$right> for Surd {
            #[track_caller]
            fn $assign_method(&mut self, other: $right) {
                *self = (&*self).$method(other);
            }
        }
    )+};
}

operator!(
    Add,
    add,
    |x: &Surd, y: &Surd| Ok::<_, Error>(x.plus(y, 1)),
    "It always exists.",
    AddAssign,
    add_assign,
    CheckedAdd,
    checked_add
);
operator!(
    Sub,
    sub,
    |x: &Surd, y: &Surd| Ok::<_, Error>(x.plus(y, -1)),
    "It always exists.",
    SubAssign,
    sub_assign,
    CheckedSub,
    checked_sub
);
operator!(
    Mul,
    mul,
    Surd::try_mul,
    "# Panics\nWhere [`Surd::try_mul`] returns an error.",
    MulAssign,
    mul_assign,
    CheckedMul,
    checked_mul
);
operator!(
    Div,
    div,
    Surd::try_div,
    "# Panics\nWhere [`Surd::try_div`] returns an error.",
    DivAssign,
    div_assign,
    CheckedDiv,
    checked_div
);

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

    use super::super::radicand::Radicand;
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
    fn has(number: &Surd, parts: &[(u64, BigRational)]) -> Result<(), TestCaseError> {
        let roots = number.roots().map(|(d, q)| (d.get(), q));
        let own = [(1, number.rational_part())].into_iter().chain(roots).filter(|(_, part)| !part.is_zero());
        let parts = parts.iter().filter(|(_, part)| !part.is_zero()).cloned();
        prop_assert_eq!(own.collect::<Vec<_>>(), parts.collect::<Vec<_>>());
        let (whole, roots, r) = number.over_common_denominator();
        let common = roots.iter().fold(whole.gcd(r), |common, (_, part)| common.gcd(part));
        prop_assert!(r.is_positive() && common.is_one(), "{:?}", number.over_common_denominator());
        prop_assert!(roots.iter().all(|(_, part)| !part.is_zero()));
        prop_assert!(roots.windows(2).all(|pair| pair[0].0 < pair[1].0));
        Ok(())
    }

    /// Numbers of the field of √2, √3 and √5, by their parts.
    const SQUARE_FREE: [u64; 8] = [1, 2, 3, 5, 6, 10, 15, 30];

    fn several() -> impl Strategy<Value = Vec<(u64, BigRational)>> {
        let small = (-9_i64..=9, 1_i64..=6).prop_map(|(n, m)| BigRational::new(n.into(), m.into()));
        let part =
            prop_oneof![5 => Just(BigRational::zero()), 4 => small, 1 => parts().prop_map(|[part, _]| part)];
        proptest::collection::vec(part, 8).prop_map(|parts| SQUARE_FREE.into_iter().zip(parts).collect())
    }

    fn number_of(parts: &[(u64, BigRational)]) -> Surd {
        parts.iter().map(|(d, q)| Surd::square_root_of(*d) * Surd::from(q.clone())).sum()
    }

    proptest! {
        #![proptest_config(crate::property::config())]

        #[test]
        fn operations_are_those_of_num_rational([p, q] in parts(), [r, s] in parts(), d in 1_u64..7, exponent in 0..6_i32) {
            let Ok(radicand) = Radicand::new(d) else { return Ok(()) };
            let has = |number: &Surd, [p, q]: [BigRational; 2]| has(number, &[(1, p), (radicand.get(), q)]);
            let (x, y) = (Surd::new(p.clone(), q.clone(), radicand), Surd::new(r.clone(), s.clone(), radicand));
            let d = BigRational::from(BigInt::from(d));
            has(&x, [p.clone(), q.clone()])?;
            has(&(&x + &y), [&p + &r, &q + &s])?;
            has(&(&x - &y), [&p - &r, &q - &s])?;
            has(&(&x - &x), [BigRational::zero(), BigRational::zero()])?;
            has(&(&x * &y), [&p * &r + &q * &s * &d, &p * &s + &q * &r])?;
            if !x.is_rational() {
                prop_assert_eq!(x.norm().unwrap(), &p * &p - &q * &q * &d);
                prop_assert_eq!(x.trace(), &p + &p);
            }
            if !y.is_zero() {
                let norm = &r * &r - &s * &s * &d;
                has(&y.reciprocal().unwrap(), [&r / &norm, -&s / &norm])?;
                has(&(&x / &y), [(&p * &r - &q * &s * &d) / &norm, (&q * &r - &p * &s) / &norm])?;
            }
            let rational = Surd::from(p.clone());
            has(&rational.try_pow(exponent).unwrap(), [num_traits::pow(p, exponent as usize), BigRational::zero()])?;
        }

        /// The product by the table of products of roots; the laws of a field; the conjugates.
        #[test]
        fn numbers_of_several_roots_are_a_field(a in several(), b in several(), c in several()) {
            let [x, y, z] = [&a, &b, &c].map(|parts| number_of(parts));
            has(&x, &a)?;
            let sum: Vec<_> = a.iter().zip(&b).map(|((d, p), (_, q))| (*d, p + q)).collect();
            has(&(&x + &y), &sum)?;
            has(&(&(&x + &y) - &y), &a)?;
            let mut product = SQUARE_FREE.map(|d| (d, BigRational::zero()));
            for ((d, p), (e, q)) in itertools::iproduct!(&a, &b) {
                // √d·√e = √(d·e), whose square part is that of small numbers
                let outside = (1..=30).rev().find(|t| (d * e) % (t * t) == 0).unwrap();
                let inside = d * e / (outside * outside);
                let place = product.iter_mut().find(|(d, _)| *d == inside).unwrap();
                place.1 += p * q * BigInt::from(outside);
            }
            has(&(&x * &y), &product)?;
            prop_assert_eq!((&x * &y) * &z, &x * (&y * &z));
            prop_assert_eq!(&x * (&y + &z), &x * &y + &x * &z);
            if !y.is_zero() {
                let inverse = y.reciprocal().unwrap();
                prop_assert_eq!(&y * &inverse, Surd::one());
                prop_assert_eq!(&x / &y * &y, x.clone());
                let parts: Vec<_> = [(1, inverse.rational_part())].into_iter().chain(inverse.roots().map(|(d, q)| (d.get(), q))).collect();
                has(&inverse, &parts)?;
            }
            let conjugates = x.conjugates();
            prop_assert!([1, 2, 4, 8].contains(&conjugates.len()) && conjugates[0] == x);
            prop_assert_eq!(conjugates.iter().product::<Surd>(), Surd::from(x.norm().unwrap()));
            prop_assert_eq!(conjugates.iter().sum::<Surd>(), Surd::from(x.trace()));
            prop_assert_eq!(x.to_string().parse::<Surd>(), Ok(x.clone()));
            prop_assert_eq!(format!("{x:#}").parse::<Surd>(), Ok(x));
        }

        /// The root of a square of two terms is found again, and its square is the number.
        #[test]
        fn nested_roots_are_denested(n in 1_i64..60, m in 1_i64..60, d in 1_u64..60, e in 1_u64..60) {
            let [x, y] = [(n, d), (m, e)].map(|(n, d)| Surd::square_root_of(d) * n / 7);
            for root in [&x + &y, &x - &y] {
                prop_assert_eq!((&root * &root).sqrt(), Some(root.abs()));
            }
        }

        #[test]
        fn what_has_no_denested_root_has_an_irrational_norm(p in 1_i64..60, q in -60_i64..60, d in 2_u64..30) {
            let number = Surd::from(p) + Surd::square_root_of(d) * q;
            if number.is_negative() || number.is_rational() {
                return Ok(());
            }
            let norm = number.norm().unwrap();
            match number.sqrt() {
                Some(root) => prop_assert!(&root * &root == number && !root.is_negative()),
                None => {
                    let n = norm.to_integer(); // of a square part of d perhaps beyond p and q, but whole
                    let root = n.magnitude().sqrt();
                    prop_assert!(n.is_negative() || &root * &root != *n.magnitude(), "{}", number);
                }
            }
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
        assert_eq!(two.checked_add(&three), Some(surd("sqrt3+sqrt2")));
        assert_eq!(two.checked_sub(&three), Some(surd("sqrt2-sqrt3")));
        assert_eq!(two.checked_mul(&three), Some(surd("sqrt6")));
        assert_eq!([two.checked_div(&three), two.checked_div(&zero)], [Some(surd("sqrt6/3")), None]);
        assert_eq!(two.checked_div(&two), Some(Surd::one()));
        let large = surd("sqrt18446744073709551557");
        assert_eq!([large.checked_mul(&two), two.checked_div(&large)], [None, None]);
        assert!(std::panic::catch_unwind(|| &two * &large).is_err());
        // no product of the two roots is left
        assert_eq!((&two + &large) * (&two - &large), surd("2-18446744073709551557"));
        assert_eq!((&two + &large).reciprocal(), Ok((large.clone() - &two) / surd("18446744073709551555")));
        // two numbers with a common factor, whose product would be too large
        let [x, y] = ["sqrt8589934582", "sqrt8589934622"].map(surd);
        assert_eq!((&x + &y).reciprocal(), Ok((&y - &x) / 40));
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
