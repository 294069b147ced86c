//! The simplest fraction between two numbers.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::surd::Surd;

impl Surd {
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
    use super::*;

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
