//! The sign rule, and the order of all numbers p + q√d as a ladder: cheap certain steps first.

use std::cmp::Ordering;

use num_bigint::{BigInt, Sign};

use super::radicand::Radicand;
use super::surd::Surd;

/// u = 2⁻⁵³: one operation on floats is off by at most this factor.
const UNIT: f64 = f64::EPSILON / 2.0;
/// The largest integers that are converted to floats, in bits: their quotients stay within the
/// range of floats.
const LARGEST_BITS: u64 = 1000;

impl Surd {
    /// The sign, by the **sign rule**: that of p and q if they agree; else p² against d·q²
    /// decides.
    ///
    /// From p + q√d = (p² − d·q²)/(p − q√d): if p > 0 > q the divisor is positive, if
    /// p < 0 < q negative. Equality p² = d·q² with q ≠ 0 would make √d rational. If p and q
    /// differ in sign, floats with a bound of their error are asked first.
    ///
    /// ```
    /// use std::cmp::Ordering;
    /// use nimsweep::number::Surd;
    ///
    /// assert_eq!("1-sqrt2".parse::<Surd>()?.sign(), Ordering::Less);
    /// assert_eq!("665857-470832*sqrt2".parse::<Surd>()?.sign(), Ordering::Greater);
    /// # Ok::<(), nimsweep::number::ParseSurdError>(())
    /// ```
    #[must_use]
    pub fn sign(&self) -> Ordering {
        let [n1, m1, n2, m2] = self.parts();
        let Some(d) = self.radicand() else { return sign_of(n1) };
        if sign_of(n1) != sign_of(n2).reverse() {
            return sign_of(n1).then(sign_of(n2));
        }
        let certain = Enclosure::of(self).and_then(Enclosure::certain_sign);
        certain.unwrap_or_else(|| if m1 == m2 { sign(n1, n2, d) } else { sign(&(n1 * m2), &(n2 * m1), d) })
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
    /// 1. Numbers that are equal field by field are equal, and no others are.
    /// 2. Floats that enclose both numbers decide if they are disjoint.
    /// 3. Integers decide: the difference is brought over a common denominator, and the sign rule
    ///    is applied to it, once for numbers of one field; for numbers of two fields to the
    ///    difference of squares first (see below).
    ///
    /// For two fields let the difference be u + v, u = a + b√d and v = c√e. Where the signs of u
    /// and v agree, it is theirs; else u² − v² = a² + b²d − c²e + 2ab√d has the sign of u + v if
    /// u > 0, and the other one if u < 0.
    ///
    /// # Cost
    /// Some 50 ns in steps 1 and 2; step 3 takes products of integers of up to eight times the
    /// size, and no divisor.
    fn cmp(&self, other: &Self) -> Ordering {
        if self == other {
            return Ordering::Equal;
        }
        let by_floats = || Enclosure::of(self)?.certain_order(Enclosure::of(other)?);
        by_floats().unwrap_or_else(|| exact_order(self, other))
    }
}

impl PartialOrd for Surd {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq<i64> for Surd {
    fn eq(&self, other: &i64) -> bool {
        self.as_rational().is_some_and(|x| x.is_integer() && *x.numer() == (*other).into())
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

/// A float and a bound of its distance from some real number.
#[derive(Clone, Copy, Debug)]
struct Enclosure {
    value: f64,
    error: f64,
}

impl Enclosure {
    /// x = p + q√d with p = n₁/m₁, q = n₂/m₂ as P ⊕ Q, where P = n₁ ⊘ m₁ and Q = (n₂ ⊘ m₂) ⊗ √d; up
    /// to 8u·(|P| + |Q|) + 2⁻¹⁰²², for u = 2⁻⁵³. `None` if an integer has more than 1000 bits or
    /// the bound is not finite.
    ///
    /// # Error bound
    /// A non-zero integer of at most 1000 bits becomes a float with a relative error below 1.01u
    /// ([`float`]). Each operation adds its own rounding, u, and at most 2⁻¹⁰⁷⁵ if its result is
    /// subnormal. To first order:
    ///
    /// | value | relative error | because |
    /// | --- | --- | --- |
    /// | P, n₂ ⊘ m₂ | 3.02u | two conversions and the quotient |
    /// | √d as a float | 1.5u | half of the conversion's u, and the root's rounding |
    /// | Q | 5.52u | the sum of the two lines above, and the product |
    ///
    /// Terms of second order are below 20u², so that 3.1u and 5.6u hold for certain. Subnormal
    /// results: a quotient is off by at most 2⁻¹⁰⁷⁵ more, times √d < 2³² in Q. The sum is off by
    /// u·|P ⊕ Q| ≤ u(1 + u)(|P| + |Q|); and as |p| ≤ (1 + 4u)|P| + 2⁻¹⁰⁷⁴,
    /// |q√d| ≤ (1 + 6u)|Q| + 2⁻¹⁰⁴²,
    /// ```text
    /// |x − P ⊕ Q| ≤ 3.2u·|P| + 5.7u·|Q| + 1.1u·(|P| + |Q|) + 2⁻¹⁰⁴¹
    ///             ≤ 6.8u·(|P| + |Q|) + 2⁻¹⁰⁴¹
    /// ```
    /// The bound is computed in two roundings, each by a factor of at least 1 − u, and the product
    /// with 8u = 2⁻⁵⁰ is exact or below 2⁻¹⁰²²; so it is at least 7u·(|P| + |Q|) + 2⁻¹⁰²³. Where P,
    /// Q or the sum overflows, the bound is not finite.
    fn of(x: &Surd) -> Option<Self> {
        let [n1, m1, n2, m2] = x.parts();
        let p = float(n1)? / float(m1)?;
        let q = match x.radicand() {
            None => 0.0,
            Some(d) => float(n2)? / float(m2)? * (d.get() as f64).sqrt(),
        };
        let error = 8.0 * UNIT * (p.abs() + q.abs()) + f64::MIN_POSITIVE;
        error.is_finite().then_some(Self { value: p + q, error })
    }

    /// The order of the numbers enclosed, if the enclosures are disjoint.
    ///
    /// With v, w the values and s the sum of the bounds, v ⊖ w is at most (1 + u)|v − w|, and s as
    /// computed is at least (1 − u)s, times the factor at least (1 + u)s: so |v ⊖ w| > s·(1 + 4u)
    /// as computed implies |v − w| > s. An overflow of v ⊖ w has its sign; an overflow of s decides
    /// nothing.
    fn certain_order(self, other: Self) -> Option<Ordering> {
        let (difference, error) = (self.value - other.value, self.error + other.error);
        if difference.abs() > error * (1.0 + 4.0 * UNIT) { difference.partial_cmp(&0.0) } else { None }
    }

    /// The sign of the number enclosed, if 0 is not enclosed.
    fn certain_sign(self) -> Option<Ordering> {
        if self.value.abs() > self.error { self.value.partial_cmp(&0.0) } else { None }
    }
}

/// An integer of at most 1000 bits as a float with a relative error below (1 + 2⁻⁹)·2⁻⁵³, `None`
/// for a larger one.
///
/// Integers of 64 bits are rounded once. Of larger ones the 64 leading bits are taken, which are at
/// least 2⁶³: what is cut off is below 2⁻⁶³ of the whole, and rounding to 53 bits adds 2⁻⁵³. The
/// power of two is exact, below 2⁹³⁷.
fn float(n: &BigInt) -> Option<f64> {
    let mut digits = n.iter_u64_digits();
    let magnitude = match (digits.next_back(), digits.next_back()) {
        (None, _) => 0.0,
        (Some(digit), None) => digit as f64,
        (Some(high), Some(next)) => {
            let bits = n.bits();
            if bits > LARGEST_BITS {
                return None;
            }
            let two_digits = u128::from(high) << 64 | u128::from(next);
            let leading = (two_digits >> (64 - high.leading_zeros())) as u64;
            // bits − 64 is positive, as there are two digits, and below 1023
            leading as f64 * f64::from_bits((1023 + bits - 64) << 52)
        }
    };
    Some(if n.sign() == Sign::Minus { -magnitude } else { magnitude })
}

fn sign_of(n: &BigInt) -> Ordering {
    match n.sign() {
        Sign::Minus => Ordering::Less,
        Sign::NoSign => Ordering::Equal,
        Sign::Plus => Ordering::Greater,
    }
}

/// The sign of a + b√d for integers a and b, by the sign rule.
fn sign(a: &BigInt, b: &BigInt, d: Radicand) -> Ordering {
    let (of_a, of_b) = (sign_of(a), sign_of(b));
    if of_a != of_b.reverse() || of_a.is_eq() {
        return of_a.then(of_b);
    }
    let by_squares = (a * a).cmp(&(b * b * d.get()));
    if of_a.is_gt() { by_squares } else { by_squares.reverse() }
}

/// The order of two numbers, by integers alone.
fn exact_order(x: &Surd, y: &Surd) -> Ordering {
    let ([n1, m1, n2, m2], [k1, l1, k2, l2]) = (x.parts(), y.parts());
    // x − y = p/(m₁l₁) + n₂√d/m₂ − k₂√e/l₂
    let p = n1 * l1 - k1 * m1;
    let (d, e) = match (x.radicand(), y.radicand()) {
        (None, None) => return sign_of(&p),
        (Some(d), Some(e)) if d != e => (d, e),
        (d, e) => {
            let Some(d) = d.or(e) else { return sign_of(&p) };
            // one field: p/(m₁l₁) + q√d/(m₂l₂)
            let q = n2 * l2 - k2 * m2;
            // a rational number has m₂ = 1, so that this is the case of one denominator for each
            return if m1 == m2 && l1 == l2 {
                sign(&p, &q, d)
            } else {
                sign(&(p * m2 * l2), &(q * m1 * l1), d)
            };
        }
    };
    // two fields: (a + b√d + c√e)/(m₁l₁m₂l₂) with b and c not zero
    let (a, b, c) = (p * m2 * l2, n2 * m1 * l1 * l2, -(k2 * m1 * l1 * m2));
    let (of_u, of_v) = (sign(&a, &b, d), sign_of(&c));
    if of_u == of_v {
        return of_u;
    }
    let rational = &a * &a + &b * &b * d.get() - &c * &c * e.get();
    let by_squares = sign(&rational, &(a * b * 2), d);
    if of_u.is_gt() { by_squares } else { by_squares.reverse() }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        fn the_enclosure_contains_the_number(x in numbers()) {
            if let Some(Enclosure { value, error }) = Enclosure::of(&x) {
                let (value, error) = (exact(value), exact(error));
                prop_assert!(exact_order(&(&value - &error), &x).is_le(), "{}", x);
                prop_assert!(exact_order(&x, &(&value + &error)).is_le(), "{}", x);
            }
        }

        #[test]
        fn every_step_of_the_ladder_gives_the_same_order(x in numbers(), y in numbers()) {
            let by_integers = exact_order(&x, &y);
            prop_assert_eq!(by_integers, exact_order(&y, &x).reverse());
            let enclosures = Enclosure::of(&x).zip(Enclosure::of(&y));
            let by_floats = enclosures.and_then(|(x, y)| x.certain_order(y));
            prop_assert!(by_floats.is_none_or(|order| order == by_integers), "{} and {}", x, y);
            prop_assert_eq!(x.sign(), exact_order(&x, &Surd::zero()));
        }

        #[test]
        fn integers_become_floats_within_the_bound(n in integers()) {
            match float(&n) {
                None => prop_assert!(n.bits() > LARGEST_BITS),
                Some(float) => {
                    let error = (exact(float) - Surd::from(n.clone())).abs();
                    let bound = Surd::from(n).abs() * exact((1.0 + 1.0 / 512.0) * UNIT);
                    prop_assert!(exact_order(&error, &bound).is_le());
                }
            }
        }
    }

    #[test]
    fn floats_decide_where_they_can_and_only_there() {
        let by_floats = |x: &str, y: &str| {
            Enclosure::of(&surd(x)).zip(Enclosure::of(&surd(y))).and_then(|(x, y)| x.certain_order(y))
        };
        assert_eq!(by_floats("10+7sqrt2", "12+6sqrt2"), Some(Ordering::Less));
        assert_eq!(by_floats("sqrt3", "1.7320508075"), Some(Ordering::Greater));
        assert_eq!(by_floats("sqrt2", "1.414213562373095048"), None);
        assert_eq!(by_floats("10^400", "10^-400"), None); // no float holds 10⁴⁰⁰
        assert_eq!(by_floats("10^-300", "2*10^-300"), Some(Ordering::Less));
    }
}
