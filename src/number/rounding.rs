//! Rounding with proof: floor, ceiling and nearest integer of a number, its decimals, rounded half
//! away from zero, and the simplest fraction between two numbers.

use std::cmp::Ordering;
use std::ops::RangeInclusive;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::surd::Surd;
use super::write::{place_point, power_of_ten};
use crate::error::{Error, error};

impl Surd {
    /// The largest integer that is not greater.
    ///
    /// For (a + b√d)/r with integers and r ≥ 1 let t = b√d. Then ⌊(a + t)/r⌋ = ⌊(a + ⌊t⌋)/r⌋,
    /// because a + t reaches a multiple of r no sooner than a + ⌊t⌋ does, and ⌊b√d⌋ comes from the
    /// integer square root of b²d: ⌊√(b²d)⌋ for b > 0, and −⌊√(b²d)⌋ − 1 for b < 0, the root being
    /// irrational. For several roots as many digits are taken as it needs.
    ///
    /// ```
    /// use nimsweep::number::Surd;
    ///
    /// assert_eq!("5*sqrt(2)".parse::<Surd>()?.floor(), 7.into());
    /// assert_eq!("-sqrt(2)/2".parse::<Surd>()?.floor(), (-1).into());
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    #[must_use]
    pub fn floor(&self) -> BigInt {
        self.numerator().floor_over(self.denominator())
    }

    /// The smallest integer that is not less: −⌊−x⌋.
    #[must_use]
    pub fn ceil(&self) -> BigInt {
        -(-self).floor()
    }

    /// ⌊x/y⌋, also where no number is the quotient.
    ///
    /// Integers around 2ᵇ·x and 2ᵇ·y leave two candidates at most, if b is large enough; then one
    /// difference decides.
    ///
    /// # Errors
    /// [`Error`] for y = 0.
    ///
    /// ```
    /// use nimsweep::number::Surd;
    ///
    /// let [x, y] = ["10*sqrt(3)", "sqrt(2)"].map(|text| text.parse::<Surd>().unwrap());
    /// assert_eq!(x.try_div_floor(&y)?, 12.into());
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    pub fn try_div_floor(&self, divisor: &Self) -> Result<BigInt, Error> {
        let (x, y) = match divisor.sign() {
            Ordering::Less => (-self, -divisor),
            Ordering::Equal => return Err(error!(Domain, "division by zero")),
            Ordering::Greater => (self.clone(), divisor.clone()),
        };
        let mut bits = 64;
        loop {
            let [m, n] =
                [&x, &y].map(|z| z.numerator().map(&|part| part << bits).floor_over(z.denominator()));
            if n.is_positive() {
                // m ≤ 2ᵇ·x < m + 1 and n ≤ 2ᵇ·y < n + 1; the greater divisor leads nearer to 0
                let [nearer, farther] = [&n + 1_i32, n];
                let (low, high) = if m.is_negative() { (&farther, &nearer) } else { (&nearer, &farther) };
                let [least, most] = [m.div_floor(low), (&m + 1_i32).div_floor(high)];
                if &most - &least <= BigInt::one() {
                    return Ok(if Self::from(most.clone()) * &y <= x { most } else { least });
                }
            }
            bits *= 2;
        }
    }

    /// The nearest integer, halves going away from zero.
    ///
    /// ```
    /// use nimsweep::number::Surd;
    ///
    /// assert_eq!("5*sqrt(2)".parse::<Surd>()?.round(), 7.into());
    /// assert_eq!("-5/2".parse::<Surd>()?.round(), (-3).into());
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    #[must_use]
    pub fn round(&self) -> BigInt {
        let (magnitude, negative) = self.rounded(&BigInt::one());
        if negative { -magnitude } else { magnitude }
    }

    /// The integer part: rounded toward zero.
    pub(crate) fn truncated(&self) -> BigInt {
        if self.is_negative() { self.ceil() } else { self.floor() }
    }

    /// ⌊s·|x| + 1/2⌋ for an integer s ≥ 1, and whether x is negative: for |x| = y/r it is
    /// ⌊(2s·y + r)/(2r)⌋.
    fn rounded(&self, scale: &BigInt) -> (BigInt, bool) {
        let (negative, r) = (self.is_negative(), self.denominator());
        let twice: BigInt = scale * if negative { -2 } else { 2 };
        let mut scaled = self.numerator().map(&|part| part * &twice);
        scaled.whole += r;
        (scaled.floor_over(&(r * 2)), negative)
    }

    /// The number with `digits` decimals, rounded half away from zero. Every digit printed is
    /// proven.
    ///
    /// It is ⌊10ⁿ·|x| + 1/2⌋, taken exactly by the rule of [`Surd::floor`]. A tie can only arise
    /// for a rational number, and goes away from zero; what rounds to zero carries no sign.
    ///
    /// # Cost
    /// One integer square root of about 6.7·`digits` bits; less than 1 µs if 128 bits suffice.
    /// For many numbers over one denominator see [`Notation`](super::Notation).
    ///
    /// ```
    /// use nimsweep::number::Surd;
    ///
    /// let x: Surd = "5+2*sqrt(2)".parse()?;
    /// assert_eq!(x.to_decimal(8), "7.82842712");
    /// assert_eq!("-5/2".parse::<Surd>()?.to_decimal(0), "-3");
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    #[must_use]
    pub fn to_decimal(&self, digits: usize) -> String {
        let (magnitude, negative) = self.rounded(&power_of_ten(digits));
        place_point(&magnitude, negative, digits)
    }

    /// How many decimals say all of the number, if these are enough: the least.
    pub(crate) fn exact_digits(&self, digits: RangeInclusive<usize>) -> Option<usize> {
        if !self.is_rational() {
            return None;
        }
        let denominator = self.denominator();
        let twos = usize::try_from(denominator.trailing_zeros()?).ok()?;
        // no more divisions than digits are wanted
        let (mut rest, mut fives) = (denominator >> twos, 0);
        while fives < *digits.end() && rest.is_multiple_of(&BigInt::from(5)) {
            rest /= 5;
            fives += 1;
        }
        let least = twos.max(fives).max(*digits.start());
        (rest.is_one() && digits.contains(&least)).then_some(least)
    }

    /// The fraction of least denominator with `low` < fraction < `high`, and among those the one
    /// nearest to 0; `None` unless `low` < `high`. The two may lie in any fields.
    ///
    /// It is found by continued fractions: if no integer lies between, both numbers lie between n
    /// and n + 1, and the fraction is n + 1/x for the simplest x between 1/(high − n) and
    /// 1/(low − n). (Graham, Knuth, Patashnik, *Concrete Mathematics*, section 4.5 and exercise
    /// 4.19: the node of the Stern–Brocot tree at which the ways to both numbers part.)
    ///
    /// # Cost
    /// O(log(1/(high − low))) exact operations.
    ///
    /// ```
    /// use nimsweep::number::Surd;
    ///
    /// let [low, high] = ["sqrt2", "3/2"].map(|text| text.parse::<Surd>().unwrap());
    /// assert_eq!(Surd::simplest_between(&low, &high).unwrap().to_string(), "10/7");
    /// assert_eq!(Surd::simplest_between(&-low, &high).unwrap().to_string(), "0");
    /// ```
    #[must_use]
    pub fn simplest_between(low: &Self, high: &Self) -> Option<BigRational> {
        if low >= high {
            return None;
        }
        // of negative numbers the mirror image is sought
        if !high.is_positive() {
            return Self::simplest_between(&-high, &-low).map(|fraction| -fraction);
        }
        if low.is_negative() {
            return Some(BigRational::zero());
        }
        // the convergents p/q so far: the fraction is (x·p + p')/(x·q + q') for the x that is
        // sought
        let [mut p, mut q] = [[BigInt::one(), BigInt::zero()], [BigInt::zero(), BigInt::one()]];
        let (mut low, mut high) = (low.clone(), Some(high.clone()));
        loop {
            let whole = low.floor();
            let next: BigInt = &whole + 1;
            let is_between = high.as_ref().is_none_or(|high| Self::from(next.clone()) < *high);
            let term = if is_between { &next } else { &whole };
            p = [term * &p[0] + &p[1], p[0].clone()];
            q = [term * &q[0] + &q[1], q[0].clone()];
            if is_between {
                let [p, q] = [p, q].map(|[last, _]| last);
                return Some(BigRational::new(p, q));
            }
            let whole = Self::from(whole);
            // low < high ≤ whole + 1, so neither difference is above 1, and that of high is not 0;
            // above a whole low the reciprocals have no end
            let reciprocal_of_low = (&low - &whole).reciprocal().ok();
            low = (high? - whole).reciprocal().ok()?;
            high = reciprocal_of_low;
        }
    }
}

#[cfg(test)]
mod tests {
    use num_traits::ToPrimitive;

    use super::*;

    fn surd(text: &str) -> Surd {
        text.parse().unwrap()
    }

    #[test]
    fn digits_of_the_root_of_two() {
        // the first fifty decimals, https://oeis.org/A002193
        let expected = "1.41421356237309504880168872420969807856967187537695";
        assert_eq!(surd("sqrt(2)").to_decimal(50), expected);
        assert_eq!(surd("-sqrt(2)").to_decimal(50), format!("-{expected}"));
    }

    #[test]
    fn ties_of_rationals_go_away_from_zero() {
        for (text, digits, expected) in [
            ("1/2", 0, "1"),
            ("-1/2", 0, "-1"),
            ("5/2", 0, "3"),
            ("1/8", 2, "0.13"),
            ("-1/8", 2, "-0.13"),
            ("1/200", 2, "0.01"),
            ("499/100000", 2, "0.00"),
            ("-499/100000", 2, "0.00"),
            ("0", 3, "0.000"),
            ("999999/1000000", 5, "1.00000"),
        ] {
            assert_eq!(surd(text).to_decimal(digits), expected, "{text} to {digits} digits");
        }
    }

    /// By the definition: the least power of ten that makes a whole number of it.
    #[test]
    fn exact_digits_are_the_least_that_say_all() {
        for denominator in 1..=400_u64 {
            let number = Surd::from(1_u64) / Surd::from(denominator);
            for (start, end) in [(0, 9), (0, 3), (2, 2), (4, 7), (0, 0)] {
                let is_whole = |digits: &u32| 10_u64.pow(*digits).is_multiple_of(denominator);
                let expected = (start..=end).find(is_whole).map(|digits| digits as usize);
                let digits = start as usize..=end as usize;
                assert_eq!(number.exact_digits(digits), expected, "1/{denominator}, {start} to {end}");
            }
        }
        assert_eq!(surd("sqrt(2)").exact_digits(0..=9), None);
    }

    #[test]
    fn cancellation_loses_no_digit() {
        // (√2 − 1)^60 = a − b√2 with huge a and b; its reciprocal (1 + √2)^60 has the digits to
        // check it by.
        let tiny = surd("-1+sqrt(2)").try_pow(60).unwrap();
        let decimal = tiny.to_decimal(40);
        assert!(decimal.starts_with("0.0000000000000000000000108"), "{decimal}");
        let back = surd(&decimal) * surd("1+sqrt(2)").try_pow(60).unwrap();
        assert!((back - Surd::one()).abs() < surd("1/10^15"));
        approx::assert_relative_eq!(
            tiny.to_f64().unwrap(),
            (1.0 + 2_f64.sqrt()).powi(-60),
            max_relative = 1e-12
        );
    }

    #[test]
    fn floor_and_ceiling_around_integers() {
        for (text, floor, ceil) in [
            ("3", 3, 3),
            ("-3", -3, -3),
            ("7/2", 3, 4),
            ("-7/2", -4, -3),
            ("sqrt(2)", 1, 2),
            ("-sqrt(2)", -2, -1),
            ("(1-3*sqrt(2))/2", -2, -1),
            ("(7-5*sqrt(2))/3", -1, 0),
        ] {
            assert_eq!(surd(text).floor(), floor.into(), "floor of {text}");
            assert_eq!(surd(text).ceil(), ceil.into(), "ceiling of {text}");
        }
    }

    #[test]
    fn nearest_integers() {
        for (text, nearest) in
            [("5/2", 3), ("-5/2", -3), ("7/3", 2), ("-sqrt(2)", -1), ("-5*sqrt(2)", -7), ("1/2", 1), ("0", 0)]
        {
            assert_eq!(surd(text).round(), nearest.into(), "{text}");
        }
    }

    #[test]
    fn it_is_the_first_fraction_that_a_search_by_denominator_meets() {
        let numbers = ["-7/3", "-1", "-sqrt2/5", "0", "1/9", "1/3", "sqrt3/5", "1/2", "1", "sqrt2", "17/12"];
        let numbers = numbers.map(|text| text.parse::<Surd>().unwrap());
        for low in &numbers {
            for high in &numbers {
                let met = (1_i64..2000).filter(|_| low < high).find_map(|q| {
                    let from: BigInt = (low * Surd::from(q)).floor() + 1;
                    let to: BigInt = (high * Surd::from(q)).ceil() - 1;
                    // the numerator nearest to 0
                    let zero = BigInt::zero();
                    let p = if from > zero { from.clone() } else { to.clone().min(zero) };
                    (from <= to).then(|| BigRational::new(p, q.into()))
                });
                assert_eq!(Surd::simplest_between(low, high), met, "{low} .. {high}");
            }
        }
    }

    #[test]
    fn near_numbers_have_a_fraction_between_them() {
        let root: Surd = "sqrt2".parse().unwrap();
        let above = &root + "10^-60".parse::<Surd>().unwrap();
        let fraction = Surd::from(Surd::simplest_between(&root, &above).unwrap());
        assert!(root < fraction && fraction < above);
    }
}
