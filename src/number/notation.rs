//! Closed forms and proven decimals of many numbers over one denominator, from machine integers
//! wherever these suffice.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

use super::digits::ascii;
use super::fixed_point::FixedPoint;
use super::radicand::Radicand;
use super::surd::Surd;
use super::write::write_closed_form;

/// Writes numbers (a + b√d)/D with 64-bit integers a and b as text: the same text as that of the
/// [`Surd`], sooner.
///
/// # Cost
/// Some 50 ns for each text in the normal case: a denominator of 64 bits, at most 28 decimals, and
/// no doubt about any of them. For more decimals, two products with integers that have as many.
/// Otherwise that of [`Surd::to_decimal`].
///
/// ```
/// use nimsweep::number::{Notation, Radicand};
///
/// let notation = Notation::new(Some(Radicand::new(2)?), 2.into(), 8);
/// assert_eq!(notation.closed_form(2, 4), "1+2*sqrt(2)");
/// assert_eq!(notation.decimal(2, 4), "3.82842712");
/// # Ok::<(), nimsweep::number::NotSquareFree>(())
/// ```
#[derive(Clone, Debug)]
pub struct Notation {
    radicand: Option<Radicand>,
    denominator: BigInt,
    digits: usize,
    /// D, if it fits.
    small_denominator: Option<i64>,
    fixed_point: Option<FixedPoint>,
}

impl Notation {
    /// For numbers over `denominator`, with `digits` decimals. Without a `radicand`, b counts for
    /// nothing.
    ///
    /// # Panics
    /// If the denominator is 0.
    ///
    /// # Cost
    /// One integer square root of 6.7·`digits` + 128 bits.
    #[must_use]
    pub fn new(radicand: Option<Radicand>, denominator: BigInt, digits: usize) -> Self {
        assert!(!denominator.is_zero(), "the denominator is 0");
        let small_denominator = denominator.to_i64().filter(|&d| d > 0);
        let fixed_point = small_denominator.map(|d| FixedPoint::new(radicand, d.unsigned_abs(), digits));
        Self { radicand, denominator, digits, small_denominator, fixed_point }
    }

    /// The number (a + b√d)/D itself.
    #[must_use]
    pub fn exact(&self, a: i64, b: i64) -> Surd {
        Surd::of_coordinates(a, b, &self.denominator, self.radicand)
    }

    fn root_coordinate(&self, b: i64) -> i64 {
        if self.radicand.is_some() { b } else { 0 }
    }

    /// The closed form (a+b*sqrt(d))/r in lowest terms.
    #[must_use]
    pub fn closed_form(&self, a: i64, b: i64) -> String {
        let mut text = Vec::with_capacity(32);
        self.write_closed_form(&mut text, a, b);
        ascii(text)
    }

    /// Appends the [closed form](Notation::closed_form) to a text, as ASCII.
    pub(crate) fn write_closed_form(&self, text: &mut Vec<u8>, a: i64, b: i64) {
        let smallest = a == i64::MIN || b == i64::MIN; // without an absolute value
        let Some(denominator) = self.small_denominator.filter(|_| !smallest) else {
            text.extend_from_slice(self.exact(a, b).to_string().as_bytes());
            return;
        };
        let b = self.root_coordinate(b);
        let common = if denominator == 1 { 1 } else { denominator.gcd(&b).gcd(&a) }; // at least 1, as D is
        let terms = if common == 1 { [a, b, denominator] } else { [a, b, denominator].map(|x| x / common) };
        write_closed_form(text, &terms, self.radicand);
    }

    /// The number rounded half away from zero, every digit proven.
    #[must_use]
    pub fn decimal(&self, a: i64, b: i64) -> String {
        let mut text = Vec::with_capacity(32);
        self.write_decimal(&mut text, a, b);
        ascii(text)
    }

    /// Appends the [decimals](Notation::decimal) to a text, as ASCII.
    pub(crate) fn write_decimal(&self, text: &mut Vec<u8>, a: i64, b: i64) {
        let b = self.root_coordinate(b);
        let fixed_point = self.fixed_point.as_ref();
        if !fixed_point.is_some_and(|fixed_point| fixed_point.write(text, a, b, self.digits)) {
            text.extend_from_slice(self.exact(a, b).to_decimal(self.digits).as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COORDINATES: [i64; 15] = [
        -4_611_686_018_427_387_904,
        -100_003,
        -577,
        -17,
        -12,
        -3,
        -1,
        0,
        1,
        2,
        7,
        17,
        408,
        1_000_000,
        i64::MAX,
    ];

    fn radicand(d: u64) -> Option<Radicand> {
        Radicand::new(d).ok()
    }

    #[test]
    fn texts_are_those_of_the_exact_numbers() {
        let denominators = ["1", "2", "3", "110", "1442081369", "9223372036854775807"];
        let denominators = denominators.map(|text| text.parse::<BigInt>().unwrap());
        let negative_and_large = [BigInt::from(-7), BigInt::from(10).pow(30)];
        for d in [0, 2, 3, 5, 1_000_003, u64::MAX].map(radicand) {
            for denominator in denominators.iter().chain(&negative_and_large) {
                for digits in [0, 1, 8, 20, 28, 29, 60] {
                    let notation = Notation::new(d, denominator.clone(), digits);
                    for (&a, &b) in itertools::iproduct!(&COORDINATES, &COORDINATES) {
                        let exact = notation.exact(a, b);
                        let texts = (notation.closed_form(a, b), notation.decimal(a, b));
                        assert_eq!(
                            texts,
                            (exact.to_string(), exact.to_decimal(digits)),
                            "{a}, {b} over {denominator}"
                        );
                    }
                }
            }
        }
        assert_eq!(
            Notation::new(radicand(2), 1.into(), 0).closed_form(i64::MIN, i64::MIN),
            format!("{0}{0}*sqrt(2)", i64::MIN)
        );
    }
}
