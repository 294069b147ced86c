//! Whole combinations of square roots: sums, products, conjugates, sign and floor.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::iter::{from_fn, once};

use itertools::{EitherOrBoth, Itertools};
use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use smallvec::{SmallVec, smallvec};

use super::radicand::Radicand;
use super::ratio::{common_divisor, over};
use crate::error::Error;

/// Roots with their coefficients.
pub(super) type Roots = SmallVec<[(Radicand, BigInt); 1]>;

/// n + Σ c√d with integers n and c.
///
/// # Invariants
/// 1. The d are square-free and ascend strictly.
/// 2. No c is 0.
///
/// Roots of different square-free numbers are independent over Q (Besicovitch, *On the linear
/// independence of fractional powers of integers*, 1940), so equal numbers are equal part by part,
/// and only the empty sum is 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct RootSum {
    pub(super) whole: BigInt,
    pub(super) roots: Roots,
}

impl RootSum {
    /// An integer.
    pub(super) fn integer(whole: BigInt) -> Self {
        Self { whole, roots: Roots::new() }
    }

    /// whole + coefficient·√d.
    pub(super) fn with_root(whole: BigInt, coefficient: BigInt, d: Radicand) -> Self {
        Self { whole, roots: one_root(d, coefficient) }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.roots.is_empty() && self.whole.is_zero()
    }

    /// n and all c.
    pub(super) fn parts(&self) -> impl Iterator<Item = &BigInt> {
        once(&self.whole).chain(self.roots.iter().map(|(_, part)| part))
    }

    /// What n and all c have in common with an integer.
    pub(super) fn common_divisor(&self, other: &BigInt) -> BigInt {
        let of_roots =
            self.roots.iter().fold(other.clone(), |common, (_, part)| common_divisor(&common, part));
        common_divisor(&of_roots, &self.whole)
    }

    /// Divides the sum by a divisor of all parts.
    pub(super) fn divide_by(&mut self, divisor: &BigInt) {
        if !divisor.is_one() {
            let roots = self.roots.iter_mut().map(|(_, part)| part);
            once(&mut self.whole).chain(roots).for_each(|part| *part = over(part, divisor));
        }
    }

    /// The sum with another value for each part, which is 0 for a part 0 only.
    pub(super) fn map(&self, of: &dyn Fn(&BigInt) -> BigInt) -> Self {
        Self { whole: of(&self.whole), roots: mapped(&self.roots, of) }
    }

    /// The sum with what a linear function makes of each two parts.
    pub(super) fn combined(&self, other: &Self, of: &dyn Fn(&BigInt, &BigInt) -> BigInt) -> Self {
        let roots = match (&self.roots[..], &other.roots[..]) {
            ([(d, left)], [(e, right)]) if d == e => one_root(*d, of(left, right)),
            (left, []) => mapped(left, &|part| of(part, &BigInt::ZERO)),
            ([], right) => mapped(right, &|part| of(&BigInt::ZERO, part)),
            (left, right) => {
                let both = left.iter().merge_join_by(right, |(d, _), (e, _)| d.cmp(e));
                let parts = both.map(|both| match both {
                    EitherOrBoth::Both((d, left), (_, right)) => (*d, of(left, right)),
                    EitherOrBoth::Left((d, left)) => (*d, of(left, &BigInt::ZERO)),
                    EitherOrBoth::Right((d, right)) => (*d, of(&BigInt::ZERO, right)),
                });
                parts.filter(|(_, part)| !part.is_zero()).collect()
            }
        };
        Self { whole: of(&self.whole, &other.whole), roots }
    }

    /// The product: √d·√e = g·√(d·e/g²) for g = gcd(d, e).
    ///
    /// # Errors
    /// [`Error`] if a number under a root does not fit 64 bits.
    pub(super) fn times(&self, other: &Self) -> Result<Self, Error> {
        // where a factor is rational, half of the products are nothing
        let product = |x: &BigInt, y: &BigInt| if x.is_zero() || y.is_zero() { BigInt::ZERO } else { x * y };
        let (n, m) = (&self.whole, &other.whole);
        match (&self.roots[..], &other.roots[..]) {
            ([], _) if n.is_zero() => Ok(Self::integer(BigInt::ZERO)),
            (_, []) if m.is_zero() => Ok(Self::integer(BigInt::ZERO)),
            ([], _) => Ok(other.map(&|part| product(part, n))),
            (_, []) => Ok(self.map(&|part| product(part, m))),
            ([(d, b)], [(e, c)]) if d == e => {
                let whole = product(n, m) + b * c * d.get();
                Ok(Self { whole, roots: one_root(*d, product(n, c) + product(m, b)) })
            }
            _ => {
                let mut sums = BTreeMap::<u128, BigInt>::new();
                for ((d, b), (e, c)) in self.terms().cartesian_product(other.terms()) {
                    let common = d.gcd(&e);
                    let inside = u128::from(d / common) * u128::from(e / common);
                    *sums.entry(inside).or_default() += b * c * common;
                }
                let whole = sums.remove(&1).unwrap_or_default();
                let roots = sums.into_iter().filter(|(_, part)| !part.is_zero());
                let roots = roots.map(|(d, part)| Ok((Radicand::of_product(d)?, part)));
                Ok(Self { whole, roots: roots.collect::<Result<_, Error>>()? })
            }
        }
    }

    /// The terms, with the numbers under their roots.
    fn terms(&self) -> impl Iterator<Item = (u64, &BigInt)> + Clone {
        let whole = Some((1, &self.whole)).filter(|(_, whole)| !whole.is_zero());
        whole.into_iter().chain(self.roots.iter().map(|(d, part)| (d.get(), part)))
    }

    /// The sum of which a conjugation changes the sign of √d for each d that p divides. It is one
    /// if p divides each d or has no divisor with it in common: that of a prime divisor of p.
    pub(super) fn conjugate(&self, p: u64) -> Self {
        let change = |(d, part): &(Radicand, BigInt)| {
            (*d, if d.get().is_multiple_of(p) { -part } else { part.clone() })
        };
        Self { whole: self.whole.clone(), roots: self.roots.iter().map(change).collect() }
    }

    /// A p for a [conjugate](Self::conjugate) in which the sign of some terms changes, and not of
    /// all, if there are several; `None` if all are rational.
    pub(super) fn conjugation(&self) -> Option<u64> {
        let mut numbers: Vec<u64> = self.terms().map(|(d, _)| d).collect();
        let mut found = None;
        // of different numbers that p divides all quotients are different, too
        while let Some(p) = divisor_of_roots(&numbers).filter(|&p| p > 1) {
            found = Some(p);
            if numbers.iter().any(|d| d % p > 0) {
                break;
            }
            numbers = numbers.into_iter().map(|d| d / p).collect();
            numbers.sort_unstable();
        }
        found
    }

    /// The product with the [conjugate](Self::conjugate), which has no root of a multiple of p:
    /// (A + B)·(A − B) = A² − B².
    ///
    /// # Errors
    /// As [`Self::times`].
    pub(super) fn norm(&self, p: u64) -> Result<Self, Error> {
        let (with, without): (Roots, Roots) =
            self.roots.iter().cloned().partition(|(d, _)| d.get().is_multiple_of(p));
        let [a, b] =
            [(self.whole.clone(), without), (BigInt::ZERO, with)].map(|(whole, roots)| Self { whole, roots });
        Ok(a.times(&a)?.combined(&b.times(&b)?, &|x, y| x - y))
    }

    /// The sign that all terms have, 0 of none; `None` if they differ.
    pub(super) fn common_sign(&self) -> Option<Ordering> {
        let signs = self.parts().map(sign_of).filter(|sign| sign.is_ne());
        signs
            .map(Some)
            .reduce(|first, sign| first.filter(|first| Some(*first) == sign))
            .unwrap_or(Some(Ordering::Equal))
    }

    /// The sign, where terms differ in it. For one root the sign of n² − d·c² decides: from
    /// n + c√d = (n² − d·c²)/(n − c√d), where the divisor has the sign of n. For several roots more
    /// and more digits do, which ends, as the sum is not 0.
    pub(super) fn decided_sign(&self) -> Ordering {
        if let [(d, part)] = &self.roots[..] {
            let by_squares = (&self.whole * &self.whole).cmp(&(part * part * d.get()));
            return if self.whole.is_positive() { by_squares } else { by_squares.reverse() };
        }
        self.narrowed(|low, high, _| match (sign_of(low), sign_of(high)) {
            (Ordering::Less, Ordering::Less | Ordering::Equal) => Some(Ordering::Less),
            (Ordering::Equal | Ordering::Greater, _) => Some(Ordering::Greater),
            _ => None,
        })
    }

    /// ⌊x/r⌋ for r ≥ 1.
    ///
    /// For n + t with t = c√d it is ⌊(n + ⌊t⌋)/r⌋, because n + t reaches a multiple of r no sooner
    /// than n + ⌊t⌋ does, and ⌊t⌋ comes from the integer square root of c²d: ⌊√(c²d)⌋ for c > 0,
    /// and −⌊√(c²d)⌋ − 1 for c < 0, the root being irrational. For several roots as many digits are
    /// taken as it needs, which ends, as x/r is not whole.
    pub(super) fn floor_over(&self, r: &BigInt) -> BigInt {
        let (part, d) = match &self.roots[..] {
            [] => (&BigInt::ZERO, 0),
            [(d, part)] => (part, d.get()),
            _ => {
                return self.narrowed(|low, high, bits| {
                    let [least, greatest] = [low.clone(), high - 1].map(|end| end.div_floor(&(r << bits)));
                    (least == greatest).then_some(least)
                });
            }
        };
        let fitting = floor_in_machine_integers(&self.whole, part, d, r).map(BigInt::from);
        fitting.unwrap_or_else(|| (&self.whole + floor_of_root(part, d, 0)).div_floor(r))
    }

    /// What integers low < 2^bits·x < high tell of an irrational x, for more and more bits until
    /// they tell something.
    fn narrowed<T>(&self, tell: impl Fn(&BigInt, &BigInt, usize) -> Option<T>) -> T {
        let mut bits = 64;
        loop {
            let roots = self.roots.iter().map(|(d, part)| floor_of_root(part, d.get(), bits));
            let low = (&self.whole << bits) + roots.sum::<BigInt>();
            let high = &low + self.roots.len();
            if let Some(told) = tell(&low, &high, bits) {
                return told;
            }
            bits *= 2;
        }
    }
}

/// The roots with another value for each part, which is 0 for a part 0 only.
fn mapped(roots: &[(Radicand, BigInt)], of: &dyn Fn(&BigInt) -> BigInt) -> Roots {
    // one root needs no loop that looks for room
    match roots {
        [] => Roots::new(),
        [(d, part)] => smallvec![(*d, of(part))],
        _ => roots.iter().map(|(d, part)| (*d, of(part))).collect(),
    }
}

fn one_root(d: Radicand, part: BigInt) -> Roots {
    if part.is_zero() { Roots::new() } else { smallvec![(d, part)] }
}

fn sign_of(n: &BigInt) -> Ordering {
    n.sign().cmp(&Sign::NoSign)
}

/// ⌊2^bits·c√d⌋ for c = 0 or an irrational √d.
fn floor_of_root(part: &BigInt, d: u64, bits: usize) -> BigInt {
    let square = (part * part * d) << (2 * bits);
    let root = BigInt::from(floor_sqrt(square.magnitude()));
    if part.is_negative() { -root - 1 } else { root }
}

/// ⌊√n⌋ by Newton's method from above, with as many digits as are known twice.
fn floor_sqrt(n: &BigUint) -> BigUint {
    const FEW_BITS: u64 = 2048;
    if n.bits() < FEW_BITS {
        return n.sqrt();
    }
    let shift = n.bits() / 4;
    let mut root = (floor_sqrt(&(n >> (2 * shift))) + 1_u32) << shift;
    loop {
        let next: BigUint = (&root + n / &root) >> 1_u32;
        if next >= root {
            return root;
        }
        root = next;
    }
}

/// ⌊(n + c√d)/r⌋, if 128 bits suffice.
fn floor_in_machine_integers(whole: &BigInt, part: &BigInt, d: u64, r: &BigInt) -> Option<i128> {
    let (whole, part, r) = (whole.to_i128()?, part.to_i128()?, r.to_i128()?);
    let size = part.unsigned_abs();
    // the root of 128 bits has 64, so that its negation and 1 less fit
    let root = i128::try_from(size.checked_mul(size)?.checked_mul(d.into())?.isqrt()).ok()?;
    let whole_root = if part < 0 { -root - 1 } else { root };
    // Euclid's quotient is the floor, as r is positive
    Some(whole.checked_add(whole_root)?.div_euclid(r))
}

/// A p that divides the last of these square-free numbers, and divides or is prime to each: of the
/// common divisors that it is replaced by, each keeps what p was to the numbers before.
pub(crate) fn divisor_of_roots(numbers: &[u64]) -> Option<u64> {
    let last = *numbers.last()?;
    Some(numbers.iter().fold(last, |p, d| if d.gcd(&p) > 1 { d.gcd(&p) } else { p }))
}

/// Integers of which no two have a divisor in common, and of which each of these square-free
/// numbers is a product.
pub(crate) fn factors_of_roots(mut numbers: Vec<u64>) -> impl Iterator<Item = u64> {
    from_fn(move || {
        numbers.retain(|&d| d > 1);
        let p = divisor_of_roots(&numbers)?;
        numbers.iter_mut().for_each(|d| *d /= d.gcd(&p));
        Some(p)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_integers_give_the_floors_of_large_ones() {
        // the same numbers with a common factor that 128 bits do not hold
        let factor = BigInt::from(3) << 200_u32;
        for d in [None, Radicand::new(2).ok(), Radicand::new(u64::MAX).ok()] {
            for a in [0, 1, -1, 41, -577, i64::MAX, i64::MIN] {
                for b in [0, 1, -1, 29, -408, 408, i64::from(i32::MAX)] {
                    let b = if d.is_some() { b } else { 0 };
                    for r in [1, 2, 7, 1_000_003] {
                        let [a, b, r] = [a, b, r].map(BigInt::from);
                        let sum = d.map_or_else(
                            || RootSum::integer(a.clone()),
                            |d| RootSum::with_root(a.clone(), b, d),
                        );
                        let large = sum.map(&|part| part * &factor).floor_over(&(&r * &factor));
                        assert_eq!(sum.floor_over(&r), large, "{sum:?}/{r}");
                    }
                }
            }
        }
    }
}
