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
//! | integer root of w words | w²/2 (Newton's method) |
//! | square part of an integer n of 64 bits | 2·∛n (trial division) |

use num_bigint::BigInt;
use num_integer::Roots;
use num_rational::BigRational;

use super::surd::Surd;

/// The sizes of a fraction in words; a denominator of 1 has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size {
    numerator: u64,
    denominator: u64,
}

impl Size {
    /// That of an integer of one word.
    const WORD: Self = Self { numerator: 1, denominator: 0 };

    fn of(x: &BigRational) -> Self {
        Self { numerator: words(x.numer()), denominator: if x.is_integer() { 0 } else { words(x.denom()) } }
    }

    fn inverse(self) -> Self {
        Self { numerator: self.denominator.max(1), denominator: self.numerator }
    }
}

/// Sizes of p and q of p + q√d.
fn sizes(x: &Surd) -> [Size; 2] {
    [Size::of(x.rational_part()), Size::of(x.root_coefficient())]
}

fn words(n: &BigInt) -> u64 {
    n.bits().div_ceil(64)
}

/// The product of two integers.
fn product(v: u64, w: u64) -> u64 {
    let (short, long) = if v < w { (v, w) } else { (w, v) };
    if short == 0 {
        return 0;
    }
    // at most 2³² words are in memory, so that nothing here reaches 2⁶⁴
    let square = (short * short).min(8 * short * short.isqrt());
    long.div_ceil(short) * square
}

/// A quotient by some divisor of at most v words.
fn quotient(w: u64, v: u64) -> u64 {
    let v = v.min(w / 2 + 1);
    (w - v.min(w) + 1) * v
}

/// The common divisor of two integers.
fn common_divisor(v: u64, w: u64) -> u64 {
    let (short, long) = if v < w { (v, w) } else { (w, v) };
    if short == 0 { 0 } else { (long - short + 1) * short + 12 * short * short }
}

fn fraction_sum(a: Size, b: Size, work: &mut u64) -> Size {
    let numerator = (a.numerator + b.denominator).max(b.numerator + a.denominator) + 1;
    let denominator = a.denominator + b.denominator;
    *work += numerator;
    if denominator > 0 {
        let common = a.denominator.min(b.denominator);
        *work += common_divisor(a.denominator, b.denominator)
            + product(a.numerator, b.denominator)
            + product(b.numerator, a.denominator)
            + product(a.denominator, b.denominator)
            + common_divisor(numerator, common)
            + quotient(numerator, common);
    }
    Size { numerator, denominator }
}

fn fraction_product(a: Size, b: Size, work: &mut u64) -> Size {
    *work += common_divisor(a.numerator, b.denominator)
        + common_divisor(b.numerator, a.denominator)
        + 2 * quotient(a.numerator, b.denominator)
        + 2 * quotient(b.numerator, a.denominator)
        + product(a.numerator, b.numerator)
        + product(a.denominator, b.denominator);
    Size { numerator: a.numerator + b.numerator, denominator: a.denominator + b.denominator }
}

/// The sum or difference of two numbers.
pub(super) fn of_sum(x: &Surd, y: &Surd) -> u64 {
    let mut work = 0;
    for (a, b) in sizes(x).into_iter().zip(sizes(y)) {
        fraction_sum(a, b, &mut work);
    }
    work
}

/// The product of two numbers.
pub(super) fn of_product(x: &Surd, y: &Surd) -> u64 {
    product_of(sizes(x), sizes(y))
}

fn product_of([p, q]: [Size; 2], [r, s]: [Size; 2]) -> u64 {
    let mut work = 0;
    let mut times = |a: Size, b: Size| fraction_product(a, b, &mut work);
    let (pr, ps, qr) = (times(p, r), times(p, s), times(q, r));
    let qs = times(q, s);
    let qsd = times(qs, Size::WORD);
    fraction_sum(pr, qsd, &mut work);
    fraction_sum(ps, qr, &mut work);
    work
}

/// 1/y.
pub(super) fn of_reciprocal(y: &Surd) -> u64 {
    let [p, q] = sizes(y);
    if y.radicand().is_none() {
        return p.numerator + p.denominator;
    }
    let mut work = 0;
    let norm = norm(p, q, &mut work).inverse();
    fraction_product(p, norm, &mut work);
    fraction_product(q, norm, &mut work);
    work
}

/// p² − d·q².
fn norm(p: Size, q: Size, work: &mut u64) -> Size {
    let p_squared = fraction_product(p, p, work);
    let q_squared = fraction_product(q, q, work);
    let q_squared = fraction_product(q_squared, Size::WORD, work);
    fraction_sum(p_squared, q_squared, work);
    let denominator = 2 * (p.denominator + q.denominator);
    let numerator = 2 * (p.numerator + q.denominator).max(q.numerator + p.denominator) + 2;
    Size { numerator, denominator }
}

/// x/y.
pub(super) fn of_quotient(x: &Surd, y: &Surd) -> u64 {
    let [p, q] = sizes(y);
    let inverse = if y.radicand().is_none() {
        [p.inverse(), q]
    } else {
        let norm = norm(p, q, &mut 0).inverse();
        let times = |a| fraction_product(a, norm, &mut 0);
        [times(p), times(q)]
    };
    of_reciprocal(y) + product_of(sizes(x), inverse)
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

/// The root of an irrational number without those of integers: its norm, and a few operations on
/// fractions of the size of that.
pub(super) fn of_nested_root(x: &Surd) -> u64 {
    let [p, q] = sizes(x);
    let mut work = 0;
    let norm = norm(p, q, &mut work);
    for _ in 0..4 {
        fraction_sum(norm, norm, &mut work);
    }
    work
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
