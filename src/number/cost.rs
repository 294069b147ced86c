//! How much work an operation on exact numbers is, estimated from the sizes of its operands before
//! it is done: so that reading a number can be refused in time.
//!
//! The unit is one operation on machine words, at most about a nanosecond. The estimates are upper
//! bounds, up to small constant factors, for w words of 64 bits:
//!
//! | operation | units |
//! | --- | --- |
//! | product of v and w words, v ≤ w | ⌈w/v⌉ times the smaller of v² and 8·v^(3/2) |
//! | quotient of w by v words | (w − v + 1)·v |
//! | common divisor of w and v words, v ≤ w | a quotient and 12·v² (Lehmer's method) |
//! | fraction of w and v words in lowest terms, v ≤ w | a common divisor and two quotients |
//! | integer root of w words | w²/2 (Newton's method) |
//! | square part of an integer n of 64 bits | 2·∛n (trial division) |

use num_bigint::BigInt;
use num_integer::Roots;
use num_traits::One;

use super::surd::{Radicand, Surd};

/// The sizes of a fraction in words; a denominator of 1 has none. Of p + q√d those of the larger of
/// p and q.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Words {
    numerator: u64,
    denominator: u64,
}

impl Words {
    fn of(x: &Surd) -> Self {
        let [n1, m1, n2, m2] = x.parts();
        let [left, right] = [m1, m2].map(|m| if m.is_one() { 0 } else { words(m) });
        Self { numerator: words(n1).max(words(n2)), denominator: left.max(right) }
    }

    fn inverse(self) -> Self {
        Self { numerator: self.denominator.max(1), denominator: self.numerator }
    }

    fn times(self, other: Self) -> Self {
        Self {
            numerator: self.numerator + other.numerator,
            denominator: self.denominator + other.denominator,
        }
    }

    /// That of p² − d·q².
    fn norm(self) -> Self {
        let Self { numerator, denominator } = self;
        Self { numerator: 2 * (numerator + denominator + 1), denominator: 4 * denominator }
    }
}

fn words(n: &BigInt) -> u64 {
    n.bits().div_ceil(64)
}

/// The product of two integers.
fn product(v: u64, w: u64) -> u64 {
    let (short, long) = (v.min(w), v.max(w));
    if short == 0 {
        return 0;
    }
    // at most 2³² words are in memory, so that nothing here reaches 2⁶⁴
    let square = (short * short).min(8 * short * short.isqrt());
    long.div_ceil(short) * square
}

/// The common divisor of two integers, and their quotients by it.
fn reduction(v: u64, w: u64) -> u64 {
    let (short, long) = (v.min(w), v.max(w));
    3 * (long - short + 1) * short + 12 * short * short
}

fn fraction_sum(a: Words, b: Words) -> u64 {
    let numerator = (a.numerator + b.denominator).max(b.numerator + a.denominator) + 1;
    if a.denominator + b.denominator == 0 {
        return numerator;
    }
    product(a.numerator, b.denominator)
        + product(b.numerator, a.denominator)
        + product(a.denominator, b.denominator)
        + reduction(a.denominator, b.denominator)
        + reduction(numerator, a.denominator.min(b.denominator))
}

fn fraction_product(a: Words, b: Words) -> u64 {
    product(a.numerator, b.numerator)
        + product(a.denominator, b.denominator)
        + reduction(a.numerator, b.denominator)
        + reduction(b.numerator, a.denominator)
}

/// The sum or difference of two numbers.
pub(super) fn of_sum(x: &Surd, y: &Surd) -> u64 {
    let terms = if x.radicand().or(y.radicand()).is_some() { 2 } else { 1 };
    terms * fraction_sum(Words::of(x), Words::of(y))
}

/// The product of two numbers.
pub(super) fn of_product(x: &Surd, y: &Surd) -> u64 {
    product_of((Words::of(x), x.radicand()), (Words::of(y), y.radicand()))
}

fn product_of((x, d): (Words, Option<Radicand>), (y, e): (Words, Option<Radicand>)) -> u64 {
    let one = fraction_product(x, y);
    match (d, e) {
        (None, None) => one,
        (None, _) | (_, None) => 2 * one,
        // four products, one of which times d, and two sums
        _ => 5 * one + 2 * fraction_sum(x.times(y), x.times(y)),
    }
}

/// 1/y.
pub(super) fn of_reciprocal(y: &Surd) -> u64 {
    let size = Words::of(y);
    match y.radicand() {
        None => size.numerator + size.denominator,
        Some(_) => of_norm(size) + 2 * fraction_product(size, size.norm().inverse()),
    }
}

/// p² − d·q².
fn of_norm(size: Words) -> u64 {
    let square = size.times(size);
    3 * fraction_product(size, size) + fraction_sum(square, square)
}

/// x/y.
pub(super) fn of_quotient(x: &Surd, y: &Surd) -> u64 {
    let (size, d) = (Words::of(y), y.radicand());
    let inverse = if d.is_none() { size.inverse() } else { size.times(size.norm().inverse()) };
    of_reciprocal(y) + product_of((Words::of(x), x.radicand()), (inverse, d))
}

/// A power of a rational number whose parts have at most `bits` bits: the last squaring takes half
/// of it, and numerator and denominator may be equally long.
pub(super) fn of_rational_power(bits: u64) -> u64 {
    let half = bits.div_ceil(128);
    4 * product(half, half)
}

/// An integer of this many decimal digits, read or written.
pub(super) fn of_digits(digits: usize) -> u64 {
    // a word holds 19 digits
    let words = digits as u64 / 19 + 1;
    words * words
}

/// An integer of this many decimal digits over a power of ten, in lowest terms.
pub(super) fn of_decimal(digits: usize, power_bits: u64) -> u64 {
    reduction(digits as u64 / 19 + 1, power_bits.div_ceil(64))
}

/// The root of an irrational number without those of integers: its norm, and a few operations on
/// fractions of the size of that.
pub(super) fn of_nested_root(x: &Surd) -> u64 {
    let size = Words::of(x);
    of_norm(size) + 4 * fraction_sum(size.norm(), size.norm())
}

/// The square root of an integer, if it is one.
pub(super) fn of_integer_root(n: &BigInt) -> u64 {
    let words = words(n);
    words * words / 2 + 100
}

/// Division of an integer by all integers below 1,000.
pub(super) fn of_small_factors(n: &BigInt) -> u64 {
    // every factor that is found takes a division more, and there are fewer of them than bits
    (1000 + n.bits()) * 10 * words(n)
}

/// [`Radicand::split`](super::Radicand::split).
pub(super) fn of_split(n: u64) -> u64 {
    2 * n.cbrt() + 100
}
