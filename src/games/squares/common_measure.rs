//! Lengths with a common measure: the game is an octal game on whole numbers.
//!
//! # The octal law
//! Let u be a common measure of the lengths, so that each length s = q·u for a whole number q. Then
//! g(L) = G(⌊L/u⌋) for a sequence G, and
//!
//! ```text
//! G(n) = mex of the union of R(n − q) and R(n − q − 1) over all q,
//! R(m) = { G(a) xor G(m − a) : 0 ≤ a ≤ m },    R(m) empty for m < 0.
//! ```
//!
//! *Proof* by induction on n = ⌊L/u⌋, in units of u. A piece of length q leaves parts x and z with
//! x + z = L − q. Let a and b be their whole parts. Then a + b ≤ L − q < a + b + 2, so that a + b
//! is n − q or n − q − 1. All pairs of both sums occur. With f = L − n, where 0 ≤ f < 1: for
//! a + b = n − q take x = a and z = b + f; for a + b = n − q − 1 take x = a + (1 + f)/2 and
//! z = b + (1 + f)/2. The parts are shorter than L by at least q ≥ 1, so their values are G(a) and
//! G(b). ∎
//!
//! In the words of Guy and Smith: a move takes q or q + 1 adjacent tokens from a heap of n, and
//! leaves none, one or two heaps. That is the [octal game](super::super::octal) with the digit 7 at
//! q and q + 1, for each q. The length 1 alone is 0.77, which is Kayles.
//!
//! A piece of the digit 3 leaves one segment of length L − q, so a heap of n − q or nothing: that
//! is the digit 3 at q. Where digits meet at a place, it allows what any of them allows.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};

use super::super::octal::Code;
use super::rules::{Digit, Lengths};
use crate::number::Surd;

/// The lengths as multiples of their greatest common measure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotients {
    /// The greatest common measure u.
    pub measure: Surd,
    /// Each length divided by u, ascending: at least one number, all at least 1.
    pub quotients: Vec<usize>,
    /// The digit of each length.
    digits: Vec<Digit>,
}

impl Quotients {
    /// The quotients, or `None` if the lengths have no common measure, or a quotient does not fit a
    /// machine word.
    pub fn of(lengths: &Lengths) -> Option<Self> {
        let (measure, quotients) = measured(lengths)?;
        let quotients = quotients.iter().map(ToPrimitive::to_usize).collect::<Option<_>>()?;
        Some(Self { measure, quotients, digits: lengths.digits().to_vec() })
    }

    /// The octal game of the lengths, in units of u, as far as it is that of heaps below `end`.
    ///
    /// Places from `end` on have no use for these, and are left out. But for them no period follows
    /// from values below `end`: therefore the last place is `end`, with a digit that allows nothing
    /// else than to take a whole heap.
    pub fn code(&self, end: usize) -> Code {
        let places = places(&self.quotients, &self.digits);
        Code::of_places(places.map(|(place, digit)| if place < end { (place, digit) } else { (end, 1) }))
    }

    /// The greatest n with n·u ≤ `limit`, for a limit of any field that is not negative; `None` if
    /// it does not fit a machine word.
    ///
    /// # Cost
    /// A few exact comparisons.
    pub fn whole_part(&self, limit: &Surd) -> Option<usize> {
        limit.try_div_floor(&self.measure).ok()?.to_usize()
    }
}

/// The places and digits of the octal game whose heaps are whole multiples of the unit of these
/// quotients.
fn places(quotients: &[usize], digits: &[Digit]) -> impl Iterator<Item = (usize, u8)> {
    quotients.iter().zip(digits).flat_map(|(&q, digit)| match digit {
        Digit::AtAnEnd => vec![(q, 3)],
        // a place beyond all heaps changes nothing
        Digit::Anywhere => vec![(q, 7), (q.saturating_add(1), 7)],
    })
}

/// The greatest common measure, and the lengths divided by it.
fn measured(lengths: &Lengths) -> Option<(Surd, Vec<BigInt>)> {
    let shortest = lengths.shortest();
    let ratio = |length: &Surd| length.try_div(shortest).ok()?.as_rational();
    let ratios: Vec<BigRational> = lengths.as_slice().iter().map(ratio).collect::<Option<_>>()?;
    // the greatest common measure of fractions in lowest terms
    let numerator = ratios.iter().fold(BigInt::from(0), |gcd, ratio| gcd.gcd(ratio.numer()));
    let denominator = ratios.iter().fold(BigInt::one(), |lcm, ratio| lcm.lcm(ratio.denom()));
    let measure = BigRational::new(numerator, denominator);
    let quotients = ratios.iter().map(|ratio| (ratio / &measure).to_integer()).collect();
    Some((shortest * &Surd::from(measure), quotients))
}

impl Lengths {
    /// The greatest common measure u of the lengths: the greatest number of which each length is a
    /// whole multiple. `None` if the quotient of two lengths is irrational.
    ///
    /// With a common measure, g(L) depends on ⌊L/u⌋ only.
    ///
    /// ```
    /// use nimsweep::games::squares::Lengths;
    ///
    /// let measure = |lengths: &str| lengths.parse::<Lengths>().map(|set| set.common_measure());
    /// assert_eq!(measure("4, 6")?, Some("2".parse()?));
    /// assert_eq!(measure("1/2, 1/3")?, Some("1/6".parse()?));
    /// assert_eq!(measure("sqrt2, 2sqrt2")?, Some("sqrt2".parse()?));
    /// assert_eq!(measure("1, sqrt2")?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn common_measure(&self) -> Option<Surd> {
        Some(measured(self)?.0)
    }

    /// The code of the octal game that these lengths are: the digit 7 at q and q + 1 for each
    /// length q of the digit 7, and the digit 3 at q for each of the digit 3, in units of 1 for
    /// whole lengths, else of their [common measure](Lengths::common_measure). `None` without a
    /// common measure, or if the code has more than 1,000 digits after the point.
    ///
    /// In that game (Guy and Smith, 1956) a digit 7 at place k allows a move that takes k tokens
    /// from a heap and leaves none, one or two heaps. A segment of length L is a heap of ⌊L⌋, in
    /// these units.
    ///
    /// ```
    /// use nimsweep::games::squares::Lengths;
    ///
    /// let code = |lengths: &str| lengths.parse::<Lengths>().ok()?.octal_code();
    /// assert_eq!(code("1").as_deref(), Some("0.77")); // Kayles
    /// assert_eq!(code("5/2").as_deref(), Some("0.77")); // the same game, larger
    /// assert_eq!(code("2").as_deref(), Some("0.077")); // in units of 1
    /// assert_eq!(code("1, 4").as_deref(), Some("0.77077"));
    /// assert_eq!(code("2, 3").as_deref(), Some("0.0777"));
    /// assert_eq!((code("1, sqrt2"), code("1, 1000")), (None, None));
    /// ```
    #[must_use]
    pub fn octal_code(&self) -> Option<String> {
        let whole = |length: &Surd| length.as_rational()?.is_integer().then(|| length.floor().to_usize())?;
        let of_one: Option<Vec<usize>> = self.as_slice().iter().map(whole).collect();
        let quotients = of_one.or_else(|| Some(Quotients::of(self)?.quotients))?;
        let code = || Code::of_places(places(&quotients, self.digits())).to_string();
        (*quotients.last()? < Code::MOST_DIGITS).then(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(lengths: &str) -> Option<Quotients> {
        Quotients::of(&lengths.parse().unwrap())
    }

    #[test]
    fn each_length_is_its_quotient_times_the_measure() {
        for (lengths, measure, quotients) in [
            ("1", "1", &[1][..]),
            ("7", "7", &[1]),
            ("4,6", "2", &[2, 3]),
            ("0.3,1.1,2", "1/10", &[3, 11, 20]),
            ("1,7/5,100/7", "1/35", &[35, 49, 500]),
            ("sqrt2,3sqrt2/2", "sqrt2/2", &[2, 3]),
            ("1+sqrt2,3+3sqrt2,5/2+5sqrt2/2", "1/2+sqrt2/2", &[2, 5, 6]),
        ] {
            let expected = Quotients {
                measure: measure.parse().unwrap(),
                quotients: quotients.to_vec(),
                digits: vec![Digit::Anywhere; quotients.len()],
            };
            assert_eq!(of(lengths), Some(expected), "{lengths}");
        }
        for lengths in ["1,sqrt2", "1,1+sqrt2", "sqrt2,2,4", "sqrt2,2sqrt2,1+sqrt2"] {
            assert_eq!(of(lengths), None, "{lengths}");
        }
    }

    #[test]
    fn places_beyond_all_heaps_count_for_the_period_only() {
        for (lengths, end, code) in [
            ("1,3", 9, "0.7777"),
            ("1,3", 5, "0.7777"),
            ("1,3", 4, "0.7771"),
            ("1,3", 3, "0.771"),
            ("1,4294967295", 6, "0.770001"),
        ] {
            assert_eq!(of(lengths).unwrap().code(end), code.parse().unwrap(), "{lengths} below {end}");
        }
    }

    #[test]
    fn the_whole_part_is_exact_for_limits_of_any_field() {
        for lengths in ["1", "1,3/2", "sqrt2", "1+sqrt2,2+2sqrt2", "sqrt3/7", "1000"] {
            let quotients = of(lengths).unwrap();
            for limit in ["0", "1/3", "1", "sqrt2", "7sqrt2", "700sqrt2/3", "10sqrt5", "12+12sqrt2", "10^9"] {
                let limit: Surd = limit.parse().unwrap();
                let n = quotients.whole_part(&limit).unwrap() as i64;
                assert!(&quotients.measure * &Surd::from(n) <= limit, "{n} for {lengths} to {limit}");
                assert!(&quotients.measure * &Surd::from(n + 1) > limit, "{n} for {lengths} to {limit}");
            }
        }
        assert_eq!(of("1").unwrap().whole_part(&"10^30".parse().unwrap()), None);
    }
}
