//! Polynomials whose coefficients may have roots: division, common divisors, Sturm's theorem,
//! isolation of the real roots.
//!
//! Products and long division of lists of coefficients serve the other polynomials here, too.

use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

use itertools::Itertools;
use num_bigint::BigInt;
use num_traits::{One, Zero};

use crate::number::{Enclosure, Radicand, Surd, divisor_of_roots};

/// A polynomial with coefficients that may have roots.
///
/// # Canonical form
/// Coefficients from the constant term upwards, the last one not zero; the zero polynomial has
/// none.
///
/// # Degrees
/// Meant for the handful of degrees that a gain function needs.
///
/// ```
/// use nimsweep::algebraic::Polynomial;
/// use nimsweep::number::Surd;
///
/// // (x − √2)² = x² − 2√2·x + 2
/// let factor = Polynomial::new(vec!["-sqrt2".parse()?, Surd::from(1)]);
/// let square = &factor * &factor;
/// assert_eq!(square.evaluate(&"sqrt2".parse()?), Surd::from(0));
/// assert_eq!(square.square_free(), factor);
/// # Ok::<(), nimsweep::Error>(())
/// ```
///
/// The default is the zero polynomial.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polynomial {
    coefficients: Vec<Surd>,
}

impl Polynomial {
    /// The polynomial with these coefficients, the constant term first.
    #[must_use]
    pub fn new(coefficients: Vec<Surd>) -> Self {
        Self { coefficients: trimmed(coefficients) }
    }

    /// A constant.
    #[must_use]
    pub fn constant(value: Surd) -> Self {
        Self::new(vec![value])
    }

    /// x − root.
    #[must_use]
    #[doc(hidden)]
    pub fn with_root(root: &Surd) -> Self {
        Self::new(vec![-root, Surd::one()])
    }

    /// The coefficients, the constant term first; none for the zero polynomial.
    #[must_use]
    pub fn coefficients(&self) -> &[Surd] {
        &self.coefficients
    }

    /// Whether this is the zero polynomial.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.coefficients.is_empty()
    }

    /// The degree, 0 for constants and for zero.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.coefficients.len().saturating_sub(1)
    }

    /// The value at x, by Horner's rule.
    ///
    /// # Panics
    /// If [`check_products`](crate::number::check_products) refuses x and the coefficients.
    #[must_use]
    pub fn evaluate(&self, x: &Surd) -> Surd {
        self.coefficients.iter().rev().fold(Surd::zero(), |value, c| value * x + c)
    }

    /// The derivative.
    #[must_use]
    pub fn derivative(&self) -> Self {
        let scaled = (0_u64..).zip(&self.coefficients).map(|(power, c)| c * Surd::from(power));
        Self::new(scaled.skip(1).collect())
    }

    /// The polynomial with every coefficient conjugated, where p divides the number under a root or
    /// is prime to it.
    pub(super) fn conjugate(&self, p: u64) -> Self {
        Self::new(self.coefficients.iter().map(|c| c.conjugate(p)).collect())
    }

    /// A polynomial over Q that has the roots of this one and of its conjugates.
    pub(super) fn norm(&self) -> Self {
        let mut norm = self.clone();
        loop {
            let radicands: Vec<u64> = norm.radicands().map(Radicand::get).collect();
            let Some(p) = divisor_of_roots(&radicands) else { return norm };
            norm = &norm * &norm.conjugate(p);
        }
    }

    /// The polynomial divided by its leading coefficient.
    #[must_use]
    pub fn monic(&self) -> Self {
        match self.coefficients.last() {
            None => self.clone(),
            Some(leading) => Self::new(self.coefficients.iter().map(|c| c / leading).collect()),
        }
    }

    /// Quotient and remainder. For a zero divisor the quotient is zero and the remainder `self`.
    #[must_use]
    pub fn divide(&self, divisor: &Self) -> (Self, Self) {
        let Some(leading) = divisor.coefficients.last() else {
            return (Self::default(), self.clone());
        };
        let subtract = |place: &mut Surd, factor: &Surd, c: &Surd| *place -= factor * c;
        let (rest, factor) = (self.coefficients.clone(), |c| Some(c / leading));
        let (quotient, rest) =
            long_division(rest, &divisor.coefficients, factor, subtract).unwrap_or_default();
        (Self { coefficients: quotient }, Self { coefficients: rest })
    }

    /// The greatest common divisor, monic, by Euclid's algorithm; zero if both are zero.
    #[must_use]
    pub fn gcd(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.clone(), other.clone());
        while !b.is_zero() {
            let rest = a.divide(&b).1.monic();
            a = std::mem::replace(&mut b, rest);
        }
        a.monic()
    }

    /// The monic polynomial with the same roots, each of them once: p/gcd(p, p').
    #[must_use]
    pub fn square_free(&self) -> Self {
        self.divide(&self.gcd(&self.derivative())).0.monic()
    }

    /// Sturm's sequence p, p', −rem(p, p'), …; remainders are scaled by positive factors.
    ///
    /// Basu, Pollack, Roy, *Algorithms in Real Algebraic Geometry*, section 2.2.2 (theorem 2.62).
    #[must_use]
    pub fn sturm_sequence(&self) -> Vec<Self> {
        let mut sequence = vec![self.clone(), self.derivative()];
        while let [.., before, last] = &sequence[..] {
            if last.is_zero() {
                sequence.pop();
                break;
            }
            let rest = before.divide(last).1;
            let scale = rest.coefficients.last().map_or_else(Surd::one, Surd::abs);
            sequence.push(Self::new(rest.coefficients.iter().map(|c| -(c / &scale)).collect()));
        }
        sequence
    }

    /// Intervals that hold one real root each of this square-free polynomial, at neither end, in
    /// ascending order.
    pub(super) fn isolate(&self) -> Vec<Enclosure> {
        if self.degree() == 0 {
            return vec![];
        }
        // Cauchy: every root is below 1 + max |c_i/c_n| in absolute value
        let bound: BigInt =
            self.monic().coefficients.iter().map(Surd::magnitude_bound).max().unwrap_or_default() + 1;
        self.isolate_on(vec![Enclosure::between(-&bound, bound, 0)])
    }

    /// Intervals that hold one real root each, within some intervals whose ends are not roots, by
    /// bisection with Sturm's theorem.
    pub(super) fn isolate_on(&self, mut open: Vec<Enclosure>) -> Vec<Enclosure> {
        let sequence = self.sturm_sequence();
        let mut found = vec![];
        while let Some(interval) = open.pop() {
            match root_count(&sequence, &interval) {
                0 => {}
                1 => found.push(interval),
                _ => open.extend(self.split(&interval)),
            }
        }
        found
    }

    /// An interval cut in two at a place that is not a root, the right part first.
    pub(super) fn split(&self, interval: &Enclosure) -> [Enclosure; 2] {
        // Finer and finer cuts left of the middle: only finitely many can be roots.
        let mut interval = interval.clone();
        loop {
            interval = interval.with_bits(interval.bits() + 1);
            let (low, high) = (interval.low(), interval.high());
            let middle: BigInt = (low + high - 1) >> 1_u32;
            if middle > *low
                && !self.evaluate(&Enclosure::point(&middle, interval.bits()).ends()[0]).is_zero()
            {
                let [left, right] = interval.cut_at(middle);
                return [right, left];
            }
        }
    }

    /// The least positive integer whose product with each coefficient a + Σ b√d has integers.
    pub(super) fn common_denominator(&self) -> BigInt {
        let denominators = self.coefficients.iter().map(|c| c.over_common_denominator().2.clone());
        denominators.fold(BigInt::one(), num_integer::lcm)
    }

    /// The numbers under the roots of the coefficients.
    pub(super) fn radicands(&self) -> impl Iterator<Item = Radicand> {
        self.coefficients.iter().flat_map(Surd::radicands)
    }
}

/// The value of a polynomial with these coefficients on an interval.
pub(super) fn horner(coefficients: impl DoubleEndedIterator<Item = Enclosure>, x: &Enclosure) -> Enclosure {
    let zero = Enclosure::point(&BigInt::ZERO, x.bits());
    coefficients.rev().fold(zero, |value, c| &(&value * x) + &c)
}

/// Without leading zeros.
pub(super) fn trimmed<T: Zero>(mut coefficients: Vec<T>) -> Vec<T> {
    while coefficients.last().is_some_and(Zero::is_zero) {
        coefficients.pop();
    }
    coefficients
}

/// The product of two lists of coefficients, if `add` adds the product of two to a third.
pub(super) fn product<T: Zero + Clone>(a: &[T], b: &[T], add: impl Fn(&mut T, &T, &T)) -> Vec<T> {
    let mut product = vec![T::zero(); (a.len() + b.len()).saturating_sub(1)];
    for ((i, a), (j, b)) in a.iter().enumerate().cartesian_product(b.iter().enumerate()) {
        add(&mut product[i + j], a, b);
    }
    product
}

/// Quotient and remainder of lists of coefficients: `factor` is the quotient of a leading one by
/// that of the divisor, if there is one, and `subtract` takes the product of two from a third.
pub(super) fn long_division<T: Zero>(
    mut rest: Vec<T>,
    divisor: &[T],
    factor: impl Fn(T) -> Option<T>,
    subtract: impl Fn(&mut T, &T, &T),
) -> Option<(Vec<T>, Vec<T>)> {
    let mut quotient = vec![];
    while rest.len() >= divisor.len() {
        let offset = rest.len() - divisor.len();
        // the leading terms cancel by the choice of the factor, and are not computed
        let factor = factor(rest.pop()?)?;
        rest[offset..].iter_mut().zip(divisor).for_each(|(place, c)| subtract(place, &factor, c));
        quotient.push(factor);
    }
    quotient.reverse();
    Some((trimmed(quotient), trimmed(rest)))
}

/// How many roots the polynomial with this Sturm sequence has on an interval at whose ends it has
/// none: by how much more often the sign changes along the values at the lower end, zeros left out.
pub(super) fn root_count(sequence: &[Polynomial], x: &Enclosure) -> usize {
    let [low, high] = x.ends().map(|end| {
        let signs = sequence.iter().map(|p| p.evaluate(&end).sign()).filter(|sign| sign.is_ne());
        signs.dedup().count()
    });
    low.saturating_sub(high)
}

impl Neg for &Polynomial {
    type Output = Polynomial;

    fn neg(self) -> Polynomial {
        Polynomial { coefficients: self.coefficients.iter().map(|c| -c).collect() }
    }
}

impl Add for &Polynomial {
    type Output = Polynomial;

    fn add(self, other: &Polynomial) -> Polynomial {
        let (a, b) = (&self.coefficients, &other.coefficients);
        let (mut sum, shorter) = if a.len() < b.len() { (b.clone(), a) } else { (a.clone(), b) };
        sum.iter_mut().zip(shorter).for_each(|(place, c)| *place += c);
        Polynomial::new(sum)
    }
}

impl Sub for &Polynomial {
    type Output = Polynomial;

    fn sub(self, other: &Polynomial) -> Polynomial {
        self + &-other
    }
}

impl Mul for &Polynomial {
    type Output = Polynomial;

    fn mul(self, other: &Polynomial) -> Polynomial {
        let add = |place: &mut Surd, a: &Surd, b: &Surd| *place += a * b;
        Polynomial::new(product(&self.coefficients, &other.coefficients, add))
    }
}

impl<const N: usize> From<[i64; N]> for Polynomial {
    /// The coefficients, the constant term first.
    ///
    /// ```
    /// use nimsweep::algebraic::Polynomial;
    ///
    /// assert_eq!(Polynomial::from([-2, 0, 1]).degree(), 2); // x² − 2
    /// assert_eq!(Polynomial::from([0, 0]), Polynomial::default());
    /// ```
    fn from(coefficients: [i64; N]) -> Self {
        Self::from(&coefficients[..])
    }
}

impl From<&[i64]> for Polynomial {
    fn from(coefficients: &[i64]) -> Self {
        Self::new(coefficients.iter().map(|&c| c.into()).collect())
    }
}

impl fmt::Display for Polynomial {
    /// The terms by falling powers of x, as in `x^2-2*sqrt(2)*x+2`; a coefficient of two terms
    /// stands in parentheses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let terms = self.coefficients.iter().enumerate().rev().filter(|(_, c)| !c.is_zero());
        let text = terms.map(|(power, c)| term(c, power)).reduce(|text, term| {
            let plus = if term.starts_with('-') { "" } else { "+" };
            text + plus + &term
        });
        f.pad(text.as_deref().unwrap_or("0"))
    }
}

/// c·xⁿ for c ≠ 0.
fn term(c: &Surd, power: usize) -> String {
    let x = if power == 1 { "x".to_owned() } else { format!("x^{power}") };
    let terms = c.radicands().len() + usize::from(!c.rational_part().is_zero());
    let coefficient = if terms > 1 { format!("({c})") } else { c.to_string() };
    match power {
        0 => coefficient,
        _ if *c == 1 => x,
        _ if *c == -1 => format!("-{x}"),
        _ => format!("{coefficient}*{x}"),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn from_roots(roots: &[&str]) -> Polynomial {
        let factors = roots.iter().map(|root| Polynomial::with_root(&root.parse().unwrap()));
        factors.fold(Polynomial::constant(Surd::one()), |product, factor| &product * &factor)
    }

    #[test]
    fn division_multiplies_back() {
        let a = from_roots(&["1", "sqrt2", "-3+sqrt2", "5/7"]);
        let b = from_roots(&["sqrt2-1", "4"]);
        let (quotient, rest) = a.divide(&b);
        assert!(rest.degree() < b.degree());
        assert_eq!(&(&quotient * &b) + &rest, a);
        assert_eq!((&a * &b).divide(&b), (a, Polynomial::default()));
    }

    #[test]
    fn common_roots_are_the_common_divisor() {
        let a = from_roots(&["1", "sqrt2", "sqrt2", "-2"]);
        let b = from_roots(&["sqrt2", "7", "-2"]);
        assert_eq!(a.gcd(&b), from_roots(&["sqrt2", "-2"]));
        assert_eq!(a.square_free(), from_roots(&["1", "sqrt2", "-2"]));
    }

    #[test]
    fn isolation_finds_every_planted_root_and_nothing_else() {
        // pairs of near neighbours, whole numbers where a bisection would cut, and a factor without
        // real roots
        let mut roots = ["0", "1", "-1", "1/2", "sqrt2", "1414213562/10^9", "-7+sqrt2", "8"];
        let p = &from_roots(&roots) * &Polynomial::from(&[1_i64, 0, 1][..]);
        roots.sort_by_key(|root| root.parse::<Surd>().unwrap());
        let mut found = p.isolate();
        found.sort_by_key(|interval| interval.ends());
        assert_eq!(found.len(), roots.len());
        for (interval, root) in found.iter().zip(roots) {
            let root: Surd = root.parse().unwrap();
            let [low, high] = interval.ends();
            assert!(low < root && root < high);
        }
    }

    proptest! {
        #![proptest_config(crate::property::cases(64))]

        /// Half integers as roots, and quarters as ends: often a derivative is 0 at an end.
        #[test]
        fn roots_between_two_places_are_counted(
            roots in proptest::collection::btree_set(-8_i64..8, 1..6),
            has_others in any::<bool>(),
        ) {
            let others = Polynomial::from([1, 0, i64::from(has_others)]);
            let p = roots.iter().fold(others, |p, &root| &p * &Polynomial::from([-root, 2]));
            let sequence = p.sturm_sequence();
            for end in (-19..20).filter(|end| end % 2 != 0 || !roots.contains(&(end / 2))) {
                for (low, high) in [(-20, end), (end, 20)] {
                    let count = roots.iter().filter(|&&root| low < 2 * root && 2 * root < high).count();
                    let interval = Enclosure::between(low.into(), high.into(), 2);
                    prop_assert_eq!(root_count(&sequence, &interval), count, "{} .. {}", low, high);
                }
            }
        }
    }

    #[test]
    fn polynomials_are_written_by_falling_powers() {
        let p = Polynomial::new(
            ["2+sqrt2", "-2sqrt2", "0", "-1", "1-sqrt2", "1"].map(|c| c.parse().unwrap()).to_vec(),
        );
        assert_eq!(p.to_string(), "x^5+(1-sqrt(2))*x^4-x^3-2*sqrt(2)*x+(2+sqrt(2))");
        assert_eq!(Polynomial::default().to_string(), "0");
        assert_eq!(Polynomial::from(&[-1_i64, 1][..]).to_string(), "x-1");
    }
}
