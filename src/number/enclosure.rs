//! Intervals of dyadic numbers that hold a real number for certain, at any precision.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use super::surd::Surd;

/// A real number that lies in [low/2^bits, high/2^bits], for certain.
///
/// All operands of an operation have the same number of bits. Sums and differences are exact;
/// products and quotients are rounded outward, to the next multiple of 2^−bits.
#[derive(Clone, Debug)]
pub(crate) struct Enclosure {
    low: BigInt,
    high: BigInt,
    bits: usize,
}

impl Enclosure {
    /// The narrowest interval of this many bits around a number.
    pub(crate) fn of(number: &Surd, bits: usize) -> Self {
        let (a, b, r) = number.over_common_denominator();
        let low = super::decimal::floor_of(&(a << bits), &(b << bits), number.radicand(), &r);
        let is_exact = number.as_rational().is_some_and(|x| ((x.numer() << bits) % x.denom()).is_zero());
        let high = if is_exact { low.clone() } else { &low + 1 };
        Self { low, high, bits }
    }

    /// From low/2^bits to high/2^bits, for low ≤ high.
    pub(crate) fn between(low: BigInt, high: BigInt, bits: usize) -> Self {
        debug_assert!(low <= high, "the ends of an interval are reversed");
        Self { low, high, bits }
    }

    /// x/2^bits.
    pub(crate) fn point(x: &BigInt, bits: usize) -> Self {
        Self::between(x.clone(), x.clone(), bits)
    }

    /// The lower end, 2^bits-fold.
    pub(crate) fn low(&self) -> &BigInt {
        &self.low
    }

    /// The upper end, 2^bits-fold.
    pub(crate) fn high(&self) -> &BigInt {
        &self.high
    }

    /// How many binary digits the ends have after the point.
    pub(crate) fn bits(&self) -> usize {
        self.bits
    }

    /// The distance of the ends, 2^bits-fold.
    pub(crate) fn width(&self) -> BigInt {
        &self.high - &self.low
    }

    /// The same number with this many bits.
    pub(crate) fn with_bits(&self, bits: usize) -> Self {
        let (low, high) = if bits >= self.bits {
            (&self.low << (bits - self.bits), &self.high << (bits - self.bits))
        } else {
            let shift = self.bits - bits;
            (&self.low >> shift, -(-&self.high >> shift))
        };
        Self { low, high, bits }
    }

    /// The sign, if it is certain.
    pub(crate) fn sign(&self) -> Option<Ordering> {
        let (low, high) = (self.low.sign(), self.high.sign());
        let zero = num_bigint::Sign::NoSign;
        match (low.cmp(&zero), high.cmp(&zero)) {
            (low, high) if low == high => Some(low),
            _ => None,
        }
    }

    /// The order of two numbers, if it is certain; of any bits.
    pub(crate) fn order(&self, other: &Self) -> Option<Ordering> {
        let bits = self.bits.max(other.bits);
        (&self.with_bits(bits) - &other.with_bits(bits)).sign()
    }

    /// The quotient, unless the divisor may be zero.
    pub(crate) fn quotient(&self, divisor: &Self) -> Option<Self> {
        if divisor.sign().is_none_or(Ordering::is_eq) {
            return None;
        }
        let [a, b] = [&self.low, &self.high].map(|x| x << self.bits);
        // the extreme quotients lie at ends, whatever the signs are
        let pairs = [(&a, &divisor.low), (&a, &divisor.high), (&b, &divisor.low), (&b, &divisor.high)];
        let low = pairs.iter().map(|(x, y)| x.div_floor(y)).min()?;
        let high = pairs.iter().map(|(x, y)| -(-*x).div_floor(y)).max()?;
        Some(Self { low, high, bits: self.bits })
    }

    /// The numbers that both hold, if there are any.
    pub(crate) fn intersection(&self, other: &Self) -> Option<Self> {
        let (low, high) = ((&self.low).max(&other.low), (&self.high).min(&other.high));
        (low <= high).then(|| Self::between(low.clone(), high.clone(), self.bits))
    }

    /// The parts left and right of a place between the ends, which is given 2^bits-fold.
    pub(crate) fn cut_at(&self, place: BigInt) -> [Self; 2] {
        let left = Self::between(self.low.clone(), place.clone(), self.bits);
        [left, Self::between(place, self.high.clone(), self.bits)]
    }

    /// The ends as exact numbers.
    pub(crate) fn ends(&self) -> [Surd; 2] {
        let scale = BigInt::one() << self.bits;
        [&self.low, &self.high].map(|x| num_rational::BigRational::new(x.clone(), scale.clone()).into())
    }

    /// The greatest absolute value, 2^bits-fold.
    pub(crate) fn magnitude(&self) -> BigInt {
        self.low.abs().max(self.high.abs())
    }
}

impl Neg for &Enclosure {
    type Output = Enclosure;

    fn neg(self) -> Enclosure {
        Enclosure { low: -&self.high, high: -&self.low, bits: self.bits }
    }
}

impl Add for &Enclosure {
    type Output = Enclosure;

    fn add(self, other: &Enclosure) -> Enclosure {
        debug_assert_eq!(self.bits, other.bits, "two precisions");
        Enclosure { low: &self.low + &other.low, high: &self.high + &other.high, bits: self.bits }
    }
}

impl Sub for &Enclosure {
    type Output = Enclosure;

    fn sub(self, other: &Enclosure) -> Enclosure {
        debug_assert_eq!(self.bits, other.bits, "two precisions");
        Enclosure { low: &self.low - &other.high, high: &self.high - &other.low, bits: self.bits }
    }
}

impl Mul for &Enclosure {
    type Output = Enclosure;

    fn mul(self, other: &Enclosure) -> Enclosure {
        debug_assert_eq!(self.bits, other.bits, "two precisions");
        let products = [
            &self.low * &other.low,
            &self.low * &other.high,
            &self.high * &other.low,
            &self.high * &other.high,
        ];
        let [mut low, mut high] = [products[0].clone(), products[0].clone()];
        for product in products {
            if product < low {
                low = product;
            } else if product > high {
                high = product;
            }
        }
        Enclosure { low: low >> self.bits, high: -(-high >> self.bits), bits: self.bits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn holds(enclosure: &Enclosure, number: &Surd) -> bool {
        let [low, high] = enclosure.ends();
        low <= *number && *number <= high
    }

    fn rational(n: i64, m: i64) -> Surd {
        Surd::from(n) / Surd::from(m)
    }

    proptest! {
        #![proptest_config(crate::property::config())]
        #[test]
        fn results_hold_the_exact_results(
            (a, b, c) in (-1000_i64..1000, -50_i64..50, 1_i64..40),
            (p, q, r) in (-1000_i64..1000, -50_i64..50, 1_i64..40),
            bits in 0_usize..70,
        ) {
            let root = Surd::square_root_of(7);
            let (x, y) = (rational(a, c) + rational(b, c) * &root, rational(p, r) + rational(q, r) * &root);
            let (u, v) = (Enclosure::of(&x, bits), Enclosure::of(&y, bits));
            prop_assert!(holds(&u, &x) && u.width() <= BigInt::one());
            prop_assert!(holds(&(&u + &v), &(&x + &y)) && holds(&(&u - &v), &(&x - &y)));
            prop_assert!(holds(&(&u * &v), &(&x * &y)) && holds(&-&u, &-&x));
            prop_assert!(u.quotient(&v).is_none_or(|quotient| holds(&quotient, &(&x / &y))));
            prop_assert!(holds(&u.with_bits(bits / 2), &x) && holds(&u.with_bits(bits + 3), &x));
            prop_assert!(u.sign().is_none_or(|sign| sign == x.sign()));
            prop_assert!(u.order(&v).is_none_or(|order| order == x.cmp(&y)));
        }
    }

    #[test]
    fn what_may_be_zero_divides_nothing() {
        let [one, small] = ["1", "2^-9"].map(|text| Enclosure::of(&text.parse().unwrap(), 8));
        assert!(one.quotient(&small).is_none() && small.sign().is_none());
        assert_eq!(one.quotient(&one).unwrap().ends(), [Surd::one(), Surd::one()]);
    }
}
