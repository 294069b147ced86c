//! Common divisors, which take the most time of all arithmetic with fractions, and lowest terms.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

/// n/m in lowest terms, for m ≥ 1.
pub(super) fn fraction(n: &BigInt, m: &BigInt) -> BigRational {
    let common = common_divisor(n, m);
    BigRational::new_raw(over(n, &common), over(m, &common))
}

/// x/divisor, where nothing is left over.
pub(super) fn over(x: &BigInt, divisor: &BigInt) -> BigInt {
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
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Integers of up to some 1,000 bits with many common divisors.
    pub(in crate::number) fn integer() -> impl Strategy<Value = BigInt> {
        let factors = (any::<bool>(), 0_u32..60, 0_u32..60, 0_u32..60, any::<u128>(), 0_u32..3);
        factors.prop_map(|(negative, two, five, large, random, times)| {
            let n =
                BigInt::from(2).pow(two) * BigInt::from(5).pow(five) * BigInt::from(1_000_003).pow(large / 4);
            let n = n * BigInt::from(random).pow(times);
            if negative { -n } else { n }
        })
    }

    proptest! {
        #![proptest_config(crate::property::config())]

        #[test]
        fn divisors_are_those_of_num_integer(a in integer(), b in integer(), c in integer()) {
            prop_assert_eq!(common_divisor(&a, &b), a.gcd(&b));
            let (a, b) = (a * &c, b * &c);
            prop_assert_eq!(common_divisor(&a, &b), a.gcd(&b));
        }

        #[test]
        fn decimals_are_in_lowest_terms(n in integer(), power in 0_u32..200) {
            let (ours, theirs) = (over_power_of_ten(n.clone(), power), BigRational::new(n, BigInt::from(10).pow(power)));
            prop_assert_eq!(ours.into_raw(), theirs.into_raw());
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
