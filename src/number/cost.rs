//! How much work an operation on exact numbers is, estimated from the sizes of its operands before
//! it is done: so that reading a number can be refused in time.
//!
//! The unit is one operation on machine words, at most about a nanosecond. The estimates are upper
//! bounds, up to small constant factors, for operands of v ≤ w words of 64 bits, all parts of
//! (a + b√d)/r together:
//!
//! | operation | units |
//! | --- | --- |
//! | product without fractions | w times the smaller of v and 8·√v, twice that with roots |
//! | sum or product with fractions | 12·v·w, for common divisors (Lehmer's method) |
//! | integer root of w words | w² (Newton's method) |
//! | square part of an integer n of 64 bits | 2·∛n (trial division) |

use num_bigint::BigInt;
use num_integer::Roots;
use num_traits::One;

use super::surd::Surd;

/// What the work on a number depends on.
#[derive(Clone, Copy)]
struct WordSize {
    words: u64,
    /// How many roots there are.
    roots: u64,
    has_fractions: bool,
}

impl WordSize {
    fn of(x: &Surd) -> Self {
        let r = x.denominator();
        Self {
            words: x.numerator().parts().chain([r]).map(|part| words(part.bits())).sum(),
            roots: x.radicands().len() as u64,
            has_fractions: !r.is_one(),
        }
    }
}

fn words(bits: u64) -> u64 {
    bits / 64 + 1
}

/// The sum or difference of two numbers.
pub(super) fn of_sum(x: &Surd, y: &Surd) -> u64 {
    let [x, y] = [x, y].map(WordSize::of);
    // each of several roots is copied
    let parts = (x.words + y.words) * if x.roots + y.roots > 2 { 10 } else { 1 };
    if x.has_fractions || y.has_fractions { parts + 12 * x.words.saturating_mul(y.words) } else { parts }
}

/// The product of two numbers.
pub(super) fn of_product(x: &Surd, y: &Surd) -> u64 {
    product(WordSize::of(x), WordSize::of(y))
}

fn product(x: WordSize, y: WordSize) -> u64 {
    let [v, w] = [x.words.min(y.words), x.words.max(y.words)];
    // each two terms are a product of their own
    let each = 200 * x.roots * y.roots;
    if !x.has_fractions && !y.has_fractions {
        each.saturating_add(
            w.saturating_mul(v.min(8 * v.isqrt()) * (1 + u64::from(x.roots > 0 || y.roots > 0))),
        )
    } else {
        each.saturating_add((12 * v).saturating_mul(w))
    }
}

/// 1/y: for an irrational y conjugates over the norm. Each of several roots may double the words
/// that numbers have, and that of all products.
pub(super) fn of_reciprocal(y: &Surd) -> u64 {
    let WordSize { words, roots, .. } = WordSize::of(y);
    if roots == 0 {
        return words;
    }
    (24 * words).saturating_mul(words).saturating_mul(1 << (3 * roots.min(12) - 3))
}

/// x/y.
pub(super) fn of_quotient(x: &Surd, y: &Surd) -> u64 {
    let divisor = WordSize::of(y);
    let growth = if divisor.roots > 0 { 5 << divisor.roots.min(12) } else { 1 };
    let words = divisor.words * growth;
    of_reciprocal(y)
        .saturating_add(product(WordSize::of(x), WordSize { words, has_fractions: true, ..divisor }))
}

/// The sign of a number, which may take some times as many digits of each of several roots as it
/// has.
pub(super) fn of_sign(x: &Surd) -> u64 {
    let WordSize { words, roots, .. } = WordSize::of(x);
    if roots > 1 { roots.saturating_mul((8 * words).saturating_mul(8 * words)) } else { words }
}

/// A power of a rational number whose parts have at most `bits` bits.
pub(super) fn of_rational_power(bits: u64) -> u64 {
    let words = words(bits);
    8 * words * words.isqrt()
}

/// Decimal digits that are read, over a power of ten of so many bits.
pub(super) fn of_decimal(digits: usize, power_bits: u64) -> u64 {
    // a word holds 19 digits
    let words_of_digits = digits as u64 / 19 + 1;
    words_of_digits * words_of_digits + 12 * words_of_digits * words(power_bits)
}

/// The root of an irrational number without those of integers: its norm, and a few operations on
/// fractions of the size of that.
pub(super) fn of_nested_root(x: &Surd) -> u64 {
    let words = WordSize::of(x).words;
    160 * words * words
}

/// The square root of an integer, if it is one.
pub(super) fn of_integer_root(n: &BigInt) -> u64 {
    let words = words(n.bits());
    words * words + 100
}

/// Division of an integer by all integers below 1,000.
pub(super) fn of_small_factors(n: &BigInt) -> u64 {
    // every factor that is found takes a division more, and there are fewer of them than bits
    (1000 + n.bits()) * 10 * words(n.bits())
}

/// [`Radicand::split`](super::Radicand::split).
pub(super) fn of_split(n: u64) -> u64 {
    2 * n.cbrt() + 100
}
