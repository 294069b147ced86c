//! Sums, products and quotients of fractions in lowest terms, with as few common divisors as
//! possible: those take the most time.
//!
//! The rules are those of Knuth, *The Art of Computer Programming*, volume 2, section 4.5.1. All
//! operands have to be in lowest terms with positive denominators, and all results are.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// The sum. With g = gcd(m₁, m₂) the numerator over m₁·m₂/g has no divisor in common with it but
/// divisors of g.
pub(super) fn sum(a: &BigRational, b: &BigRational) -> BigRational {
    if a.is_integer() && b.is_integer() {
        return (a.numer() + b.numer()).into();
    }
    let common = common_divisor(a.denom(), b.denom());
    let (m, n) = (over(a.denom(), &common), over(b.denom(), &common));
    let numerator = a.numer() * n + b.numer() * &m;
    let common = common_divisor(&numerator, &common);
    BigRational::new_raw(over(&numerator, &common), m * over(b.denom(), &common))
}

/// The difference, as [`sum`].
pub(super) fn difference(a: &BigRational, b: &BigRational) -> BigRational {
    sum(a, &-b)
}

/// The product: each numerator may have divisors in common with the other denominator only.
pub(super) fn product(a: &BigRational, b: &BigRational) -> BigRational {
    if a.is_integer() && b.is_integer() {
        return (a.numer() * b.numer()).into();
    }
    let left = common_divisor(a.numer(), b.denom());
    let right = common_divisor(b.numer(), a.denom());
    BigRational::new_raw(
        over(a.numer(), &left) * over(b.numer(), &right),
        over(a.denom(), &right) * over(b.denom(), &left),
    )
}

/// 1/x for x ≠ 0.
pub(super) fn inverse(x: &BigRational) -> BigRational {
    let sign = x.numer().signum();
    BigRational::new_raw(x.denom() * sign, x.numer().abs())
}

/// The quotient, for a divisor that is not 0.
pub(super) fn quotient(a: &BigRational, b: &BigRational) -> BigRational {
    product(a, &inverse(b))
}

/// The power: numerator and denominator stay without a common divisor.
pub(super) fn power(x: &BigRational, exponent: u32) -> BigRational {
    BigRational::new_raw(x.numer().pow(exponent), x.denom().pow(exponent))
}

/// n/m in lowest terms, for m ≠ 0.
pub(super) fn of_machine_integer(n: i64, m: &BigInt) -> BigRational {
    match m.to_i64() {
        Some(1) => BigRational::from_integer(n.into()),
        // the smallest integer has no absolute value
        Some(m) if m > 0 && n != i64::MIN => {
            let common = m.gcd(&n);
            BigRational::new_raw((n / common).into(), (m / common).into())
        }
        _ => BigRational::new(n.into(), m.clone()),
    }
}

fn over(x: &BigInt, divisor: &BigInt) -> BigInt {
    match (x.to_i64(), divisor.to_i64()) {
        (_, Some(1)) => x.clone(),
        (Some(x), Some(divisor)) if divisor > 0 => (x / divisor).into(),
        _ => x / divisor,
    }
}

/// The greatest common divisor, at least 0.
pub(super) fn common_divisor(a: &BigInt, b: &BigInt) -> BigInt {
    if a.is_one() || b.is_one() {
        return BigInt::one();
    }
    match (a.magnitude().to_u64(), b.magnitude().to_u64()) {
        (Some(a), Some(b)) => a.gcd(&b).into(),
        _ => lehmer(a.magnitude(), b.magnitude()).into(),
    }
}

/// Up to how many bits the leading parts of two integers stand for them.
const LEADING_BITS: u64 = 62;

/// **Lehmer's method** (Knuth, section 4.5.2, algorithm L): Euclid's steps are done on the leading
/// bits as long as these are sure to give the right quotients, and then together on the integers.
///
/// # Cost
/// One division if the sizes differ, then about 8w² operations on words for w words. The binary
/// method of `num-integer` takes about 100w², and more if the sizes differ.
fn lehmer(a: &BigUint, b: &BigUint) -> BigUint {
    let (mut a, mut b) = if a < b { (b.clone(), a.clone()) } else { (a.clone(), b.clone()) };
    while b.bits() > u64::from(u64::BITS) {
        // a ≥ b > 2⁶⁴, so both shifts leave something of a
        let shift = a.bits() - LEADING_BITS;
        let leading = |x: &BigUint| (x >> shift).to_i128().unwrap_or(0); // at most 62 bits
        let [[x, y], [z, w]] = euclid_on(leading(&a), leading(&b));
        if y == 0 {
            let rest = &a % &b;
            (a, b) = (b, rest);
        } else {
            (a, b) = (combined(x, &a, y, &b), combined(z, &a, w, &b));
        }
    }
    match b.to_u64() {
        Some(0) | None => a,
        // the rest is less than a divisor of 64 bits
        Some(divisor) => (&a % divisor).to_u64().unwrap_or(0).gcd(&divisor).into(),
    }
}

/// x·a + y·b, which is not negative, as it is a rest of Euclid's method.
fn combined(x: i128, a: &BigUint, y: i128, b: &BigUint) -> BigUint {
    // a rest is a difference: one factor is positive, the other at most 0
    let [(plus, m), (minus, n)] = if x > 0 { [(x, a), (-y, b)] } else { [(y, b), (-x, a)] };
    let product = |factor: i128, x: &BigUint| x * u64::try_from(factor).unwrap_or(0); // below 2⁶²
    let difference = BigInt::from(product(plus, m)) - BigInt::from(product(minus, n));
    debug_assert!(difference.sign() != Sign::Minus, "a negative rest");
    difference.into_parts().1
}

/// The steps of Euclid's method that x and y of at most 62 bits are sure of, whatever bits follow
/// in both: the quotient is the same for the largest and the smallest that may follow. Together
/// they turn (x, y) into (a·x + b·y, c·x + d·y), for the result \[\[a, b\], \[c, d\]\].
///
/// All factors stay below 2⁶² in absolute value, being at most the quotient of the first x by a
/// later one.
fn euclid_on(mut x: i128, mut y: i128) -> [[i128; 2]; 2] {
    let (mut a, mut b, mut c, mut d) = (1, 0, 0, 1);
    while y + c != 0 && y + d != 0 {
        let quotient = (x + a) / (y + c);
        if quotient != (x + b) / (y + d) {
            break;
        }
        (a, c) = (c, a - quotient * c);
        (b, d) = (d, b - quotient * d);
        (x, y) = (y, x - quotient * y);
    }
    [[a, b], [c, d]]
}

/// n/10ᵏ in lowest terms: only divisors 2 and 5 have to be looked for.
pub(super) fn over_power_of_ten(n: BigInt, power: u32) -> BigRational {
    // 0 has all
    let twos = n.trailing_zeros().unwrap_or(u64::MAX).min(power.into());
    let (n, fives) = (n >> twos, BigInt::from(5).pow(power));
    let common = if (&n % 5_u32).is_zero() { common_divisor(&n, &fives) } else { BigInt::one() };
    BigRational::new_raw(over(&n, &common), over(&fives, &common) << (u64::from(power) - twos))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Integers of up to some 1,000 bits with many common divisors.
    fn integer() -> impl Strategy<Value = BigInt> {
        let factors = (any::<bool>(), 0_u32..60, 0_u32..60, 0_u32..60, any::<u128>(), 0_u32..3);
        factors.prop_map(|(negative, two, five, large, random, times)| {
            let n =
                BigInt::from(2).pow(two) * BigInt::from(5).pow(five) * BigInt::from(1_000_003).pow(large / 4);
            let n = n * BigInt::from(random).pow(times);
            if negative { -n } else { n }
        })
    }

    fn fraction() -> impl Strategy<Value = BigRational> {
        let parts = (integer(), integer().prop_filter("a denominator", |n| !n.is_zero()));
        parts.prop_map(|(n, m)| BigRational::new(n, m))
    }

    fn same(ours: &BigRational, theirs: &BigRational) -> Result<(), TestCaseError> {
        prop_assert_eq!((ours.numer(), ours.denom()), (theirs.numer(), theirs.denom()));
        Ok(())
    }

    proptest! {
        #![proptest_config(crate::property::config())]

        #[test]
        fn operations_are_those_of_num_rational(a in fraction(), b in fraction(), exponent in 0_u32..9) {
            same(&sum(&a, &b), &(&a + &b))?;
            same(&difference(&a, &b), &(&a - &b))?;
            same(&difference(&a, &a), &BigRational::zero())?;
            same(&product(&a, &b), &(&a * &b))?;
            same(&power(&a, exponent), &num_traits::pow(a.clone(), exponent as usize))?;
            if !b.is_zero() {
                same(&quotient(&a, &b), &(&a / &b))?;
            }
        }

        #[test]
        fn divisors_are_those_of_num_integer(a in integer(), b in integer(), c in integer()) {
            prop_assert_eq!(common_divisor(&a, &b), a.gcd(&b));
            let (a, b) = (a * &c, b * &c);
            prop_assert_eq!(common_divisor(&a, &b), a.gcd(&b));
        }

        #[test]
        fn decimals_are_in_lowest_terms(n in integer(), power in 0_u32..200) {
            same(&over_power_of_ten(n.clone(), power), &BigRational::new(n, BigInt::from(10).pow(power)))?;
        }
    }

    #[test]
    fn fractions_of_machine_integers_are_in_lowest_terms() {
        let integers = [i64::MIN, -7_000, -1, 0, 1, 6, 1 << 40, i64::MAX];
        let large = BigInt::from(6) << 70_u32;
        let denominators = integers.iter().filter(|&&m| m != 0).map(|&m| m.into()).chain([large]);
        for (m, n) in itertools::iproduct!(denominators, integers) {
            same(&of_machine_integer(n, &m), &BigRational::new(n.into(), m)).unwrap();
        }
    }

    #[test]
    fn consecutive_fibonacci_numbers_have_the_longest_way() {
        let (mut a, mut b) = (BigInt::one(), BigInt::one());
        for _ in 0..5000 {
            (a, b) = (b.clone(), a + b);
        }
        assert_eq!(common_divisor(&a, &b), BigInt::one());
        assert_eq!(common_divisor(&(&a * 77), &(&b * 77)), BigInt::from(77));
        assert_eq!(common_divisor(&BigInt::zero(), &b), b);
    }
}
