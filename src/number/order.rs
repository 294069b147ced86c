//! The sign rule, and the order of all numbers as a ladder: cheap certain steps first.

use std::cmp::Ordering;

use super::interval::Approximate;
use super::surd::Surd;

impl Surd {
    /// The sign, by the **sign rule**: that of all terms if they agree; else for p + q√d p² against
    /// d·q² decides, and for several roots as many digits as it needs.
    ///
    /// From p + q√d = (p² − d·q²)/(p − q√d): if p > 0 > q the divisor is positive, if
    /// p < 0 < q negative. Equality p² = d·q² with q ≠ 0 would make √d rational. If terms differ in
    /// sign, floats with a bound of their error are asked first.
    ///
    /// ```
    /// use std::cmp::Ordering;
    /// use nimsweep::number::Surd;
    ///
    /// assert_eq!("1-sqrt2".parse::<Surd>()?.sign(), Ordering::Less);
    /// assert_eq!("665857-470832*sqrt2".parse::<Surd>()?.sign(), Ordering::Greater);
    /// assert_eq!("(sqrt3-sqrt2+sqrt5-2)^60".parse::<Surd>()?.sign(), Ordering::Greater);
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    #[must_use]
    pub fn sign(&self) -> Ordering {
        let numerator = self.numerator();
        numerator.common_sign().unwrap_or_else(|| {
            let certain = Approximate::quickly(self).and_then(Approximate::certain_sign);
            certain.unwrap_or_else(|| numerator.decided_sign())
        })
    }

    /// Whether this is positive.
    #[must_use]
    pub fn is_positive(&self) -> bool {
        self.sign().is_gt()
    }

    /// Whether this is negative.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.sign().is_lt()
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.is_negative() { -self } else { self.clone() }
    }
}

impl Ord for Surd {
    /// By real value, on a ladder:
    ///
    /// 1. Floats that enclose both numbers decide if they are disjoint.
    /// 2. Numbers that are equal field by field are equal, and no others are.
    /// 3. Integers decide: the sign of the difference over a common denominator.
    ///
    /// # Cost
    /// Some 50 ns in steps 1 and 2; step 3 takes for one root products of integers of up to eight
    /// times the size, for several roots integer roots, and no divisor.
    fn cmp(&self, other: &Self) -> Ordering {
        let exactly = || if self == other { Ordering::Equal } else { exact_order(self, other) };
        order_by_floats(self, other).unwrap_or_else(exactly)
    }
}

impl PartialOrd for Surd {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq<i64> for Surd {
    fn eq(&self, other: &i64) -> bool {
        self.is_integer() && self.numerator().whole == (*other).into()
    }
}

impl PartialOrd<i64> for Surd {
    fn partial_cmp(&self, other: &i64) -> Option<Ordering> {
        Some(self.cmp(&(*other).into()))
    }
}

impl PartialEq<Surd> for i64 {
    fn eq(&self, other: &Surd) -> bool {
        other == self
    }
}

impl PartialOrd<Surd> for i64 {
    fn partial_cmp(&self, other: &Surd) -> Option<Ordering> {
        Some(Surd::from(*self).cmp(other))
    }
}

/// The order of two numbers, if floats show it.
fn order_by_floats(x: &Surd, y: &Surd) -> Option<Ordering> {
    (Approximate::quickly(x)? - Approximate::quickly(y)?).certain_sign()
}

/// The order of two numbers, by integers alone.
fn exact_order(x: &Surd, y: &Surd) -> Ordering {
    let [r, s] = [x.denominator(), y.denominator()];
    let difference = x.numerator().combined(y.numerator(), &|b, c| b * s - c * r);
    difference.common_sign().unwrap_or_else(|| difference.decided_sign())
}

#[cfg(test)]
mod tests {
    use super::super::radicand::Radicand;
    use super::*;
    use num_bigint::BigInt;
    use num_rational::BigRational;
    use num_traits::Zero;
    use proptest::prelude::*;

    fn surd(text: &str) -> Surd {
        text.parse().unwrap()
    }

    fn exact(float: f64) -> Surd {
        Surd::try_from(float).unwrap()
    }

    /// Integers of all sizes that are converted, and somewhat beyond.
    fn integers() -> impl Strategy<Value = BigInt> {
        let shift = prop_oneof![3 => Just(0_u32), 1 => 0_u32..1000];
        (any::<i128>(), 0_u32..128, shift, any::<u64>())
            .prop_map(|(n, cut, shift, low)| (BigInt::from(n >> cut) << shift) + low)
    }

    fn numbers() -> impl Strategy<Value = Surd> {
        let radicand = prop_oneof![
            Just(2_u64),
            Just(94),
            Just(999_983),
            Just(u64::MAX),
            Just(18_446_744_073_709_551_557)
        ];
        let any =
            ([integers(), integers(), integers(), integers()], radicand).prop_map(|([n1, m1, n2, m2], d)| {
                // positive, as the least of these integers is above −2¹¹²⁸
                let positive = |m: BigInt| if m <= BigInt::zero() { 1 - m } else { m };
                let ratio = |n: BigInt, m: BigInt| BigRational::new(n, positive(m));
                Surd::new(ratio(n1, m1), ratio(n2, m2), Radicand::new(d).unwrap())
            });
        // (1 − √2)ⁿ, whose terms cancel
        let cancelling = (0_i32..700).prop_map(|n| surd("1-sqrt2").try_pow(n).unwrap());
        prop_oneof![3 => any, 1 => cancelling]
    }

    /// The sign rule: of p and q with different signs, p² against d·q² decides.
    #[test]
    fn the_sign_rule_is_that_of_the_squares() {
        for (p, q, d) in itertools::iproduct!(-12_i64..=12, -9_i64..=9, [2_u64, 3, 5, 7]) {
            let number = Surd::from(p) + Surd::square_root_of(d) * q;
            let (p_squared, dq_squared) = (p * p, d as i64 * q * q);
            let expected = match (p.signum(), q.signum()) {
                (p, q) if p == q || q == 0 => p.cmp(&0),
                (0, q) => q.cmp(&0),
                (1, _) => p_squared.cmp(&dq_squared),
                _ => dq_squared.cmp(&p_squared),
            };
            assert_eq!(number.sign(), expected, "{p}+{q}√{d}");
        }
    }

    proptest! {
        #![proptest_config(crate::property::config())]

        #[test]
        fn the_floats_enclose_the_number(x in numbers()) {
            if let Some(approximate) = Approximate::quickly(&x) {
                prop_assert!(exact_order(&exact(approximate.lower()), &x).is_le(), "{}", x);
                prop_assert!(exact_order(&x, &exact(approximate.upper())).is_le(), "{}", x);
            }
        }

        #[test]
        fn every_step_of_the_ladder_gives_the_same_order(x in numbers(), y in numbers()) {
            let by_integers = exact_order(&x, &y);
            prop_assert_eq!(by_integers, exact_order(&y, &x).reverse());
            prop_assert!(order_by_floats(&x, &y).is_none_or(|order| order == by_integers), "{} and {}", x, y);
            prop_assert_eq!(x.sign(), exact_order(&x, &Surd::zero()));
        }
    }

    #[test]
    fn floats_decide_where_they_can_and_only_there() {
        let by_floats = |x: &str, y: &str| order_by_floats(&surd(x), &surd(y));
        assert_eq!(by_floats("10+7sqrt2", "12+6sqrt2"), Some(Ordering::Less));
        assert_eq!(by_floats("sqrt3", "1.7320508075"), Some(Ordering::Greater));
        assert_eq!(by_floats("sqrt2", "1.414213562373095048"), None);
        assert_eq!(by_floats("10^400", "10^-400"), None); // no float holds 10⁴⁰⁰
        assert_eq!(by_floats("10^-300", "2*10^-300"), Some(Ordering::Less));
    }
}
