//! A real root of a polynomial over Q(√d): found, compared and written out in proven digits.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::polynomial::{Isolation, Polynomial, dyadic};
use crate::number::{Radicand, Surd, common_radicand};
use crate::number::{place_point, power_of_ten};

/// A real number that is algebraic over a base field K = Q(√d) or Q.
///
/// # Canonical form
/// A number of K is [`InField`](Algebraic::InField); a [`Root`] is never one of K, hence never
/// rational: this is decided when roots are found ([`Algebraic::roots_of`]), so the variant answers
/// whether a closed form in K exists.
///
/// # Order
/// By real value, over all base fields at once, and with every [`Surd`]; `==` asks whether two are
/// the same real number.
///
/// # Use
/// Good for the few candidates of a maximum; degrees and coefficients should be small.
///
/// ```
/// use nimsweep::algebraic::{Algebraic, Polynomial};
/// use nimsweep::number::Surd;
///
/// // x³ − 2 over Q
/// let roots = Algebraic::roots_of(&Polynomial::from(&[-2_i64, 0, 0, 1][..]), None);
/// assert_eq!(roots[0].to_decimal(10), "1.2599210499");
/// assert!(roots[0] < "63/50".parse::<Surd>()?);
/// # Ok::<(), nimsweep::number::ParseSurdError>(())
/// ```
#[derive(Clone, Debug)]
pub enum Algebraic {
    /// A number of the base field itself.
    InField(Surd),
    /// A number beyond the base field.
    OutsideField(Root),
}

/// A real number outside of K, by a square-free polynomial over K and an interval that holds no
/// other root of it.
#[derive(Clone, Debug)]
pub struct Root {
    /// Monic and square-free.
    polynomial: Polynomial,
    radicand: Option<Radicand>,
    /// The polynomial scaled to integers a + b√d, for evaluation without fractions.
    integral: Vec<(BigInt, BigInt)>,
    interval: Isolation,
    /// The next refinement tries to cut the interval into 2^boldness parts.
    boldness: usize,
}

impl Algebraic {
    /// The real roots of a polynomial over the field of `radicand`, each once, in ascending order.
    ///
    /// If the coefficients lie in a quadratic field and `radicand` is `None`, their field is the
    /// base field.
    ///
    /// # Panics
    /// If the coefficients lie in another quadratic field than that of `radicand`.
    ///
    /// # Cost
    /// Isolation by Sturm's theorem; for n real roots n² candidates for roots in K. Meant for small
    /// degrees.
    #[must_use]
    pub fn roots_of(polynomial: &Polynomial, radicand: Option<Radicand>) -> Vec<Self> {
        let radicand = joint_field(polynomial, radicand);
        let mut rest = polynomial.square_free();
        let mut roots = vec![];
        for root in roots_in_field(&rest, radicand) {
            rest = rest.divide(&Polynomial::with_root(&root)).0;
            roots.push(Self::InField(root));
        }
        let integral = rest.integral_coefficients();
        roots.extend(rest.isolate().into_iter().map(|interval| {
            Self::OutsideField(Root {
                polynomial: rest.clone(),
                radicand,
                integral: integral.clone(),
                interval,
                boldness: 1,
            })
        }));
        roots.sort();
        roots
    }

    /// A number of any quadratic field as one that is algebraic over the field of `radicand`.
    ///
    /// ```
    /// use nimsweep::algebraic::Algebraic;
    /// use nimsweep::number::Radicand;
    ///
    /// let over_root_two = Algebraic::of("sqrt3".parse()?, Some(Radicand::new(2)?));
    /// assert!(matches!(over_root_two, Algebraic::OutsideField(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(number: Surd, radicand: Option<Radicand>) -> Self {
        if number.lies_in(radicand) {
            return Self::InField(number);
        }
        // x² − (trace)x + norm; its two roots are p ± q√d
        let (trace, norm) = (Surd::from(number.trace()), Surd::from(number.norm()));
        let minimal = Polynomial::new(vec![norm, -trace, Surd::one()]);
        let larger = usize::from(number > number.conjugate());
        Self::roots_of(&minimal, radicand).into_iter().nth(larger).unwrap_or(Self::InField(number))
    }

    /// The number as one of the base field, where it is.
    #[must_use]
    pub fn as_surd(&self) -> Option<&Surd> {
        match self {
            Self::InField(number) => Some(number),
            Self::OutsideField(_) => None,
        }
    }

    fn truncated(&self) -> BigInt {
        let mut root = match self {
            Self::InField(number) => return number.truncated(),
            Self::OutsideField(root) => root.clone(),
        };
        // the root is no integer, so that its interval shrinks to where both ends have one integer
        // part
        loop {
            let (low, high) = (root.lower().truncated(), root.upper().truncated());
            if low == high {
                return low;
            }
            root.refine();
        }
    }

    /// The number with `digits` decimals, rounded half away from zero; every digit is proven.
    ///
    /// A root beyond the field is irrational, so that it is never at a tie and refinement comes to
    /// an end.
    #[must_use]
    pub fn to_decimal(&self, digits: usize) -> String {
        match self {
            Self::InField(number) => number.to_decimal(digits),
            Self::OutsideField(root) => root.to_decimal(digits),
        }
    }
}

impl TryFrom<Algebraic> for Surd {
    /// The number itself, which is no number of its base field.
    type Error = Algebraic;

    fn try_from(number: Algebraic) -> Result<Self, Algebraic> {
        match number {
            Algebraic::InField(number) => Ok(number),
            beyond @ Algebraic::OutsideField(_) => Err(beyond),
        }
    }
}

impl From<Surd> for Algebraic {
    /// The number in its own field.
    fn from(number: Surd) -> Self {
        Self::InField(number)
    }
}

impl ToPrimitive for Algebraic {
    /// The integer part: rounded toward zero.
    fn to_i64(&self) -> Option<i64> {
        self.truncated().to_i64()
    }

    /// As [`to_i64`](ToPrimitive::to_i64).
    fn to_u64(&self) -> Option<u64> {
        self.truncated().to_u64()
    }

    /// As [`to_i64`](ToPrimitive::to_i64).
    fn to_i128(&self) -> Option<i128> {
        self.truncated().to_i128()
    }

    /// As [`to_i64`](ToPrimitive::to_i64).
    fn to_u128(&self) -> Option<u128> {
        self.truncated().to_u128()
    }

    /// The nearest float; never `None`, but infinite beyond the range of `f64`.
    ///
    /// A root beyond the field is irrational, so that it is never half-way between two floats: once
    /// both ends of its interval round to the same float, so does the root.
    fn to_f64(&self) -> Option<f64> {
        let mut root = match self {
            Self::InField(number) => return number.to_f64(),
            Self::OutsideField(root) => root.clone(),
        };
        loop {
            let (low, high) = (root.lower().to_f64()?, root.upper().to_f64()?);
            // −0.0 equals 0.0; a root is not 0, and both ends have its sign once they exclude 0
            if low == high && low.is_sign_negative() == high.is_sign_negative() {
                return Some(low);
            }
            root.refine();
        }
    }
}

/// The smallest field that holds the coefficients and √`radicand`.
#[allow(clippy::panic, reason = "two fields are a mistake of the caller, as for the operators of numbers")]
fn joint_field(polynomial: &Polynomial, radicand: Option<Radicand>) -> Option<Radicand> {
    common_radicand(radicand, polynomial.radicand()).unwrap_or_else(|error| panic!("{error}"))
}

/// The roots in K of a square-free polynomial over K = Q(√d), or over Q.
///
/// Let p have coefficients in Z\[√d\] and norm N = p·p̄, whose leading coefficient is an integer c.
/// For a root x of p in K, c·x is an algebraic integer, so c·x = (u + v√d)/2 with integers u, v;
/// and the conjugate y of x is a real root of p̄. Then u = c(x + y) and v = c(x − y)/√d: each pair
/// of a root of p and a root of p̄ leaves one candidate, tested exactly.
fn roots_in_field(polynomial: &Polynomial, radicand: Option<Radicand>) -> Vec<Surd> {
    let integral = polynomial.integral_coefficients();
    let Some((a, b)) = integral.last() else { return vec![] };
    let d = BigInt::from(radicand.map_or(0, Radicand::get));
    let leading = if radicand.is_some() { a * a - b * b * d } else { a.clone() };
    let fine = leading.abs() << 6_u32;
    let approximate = |polynomial: &Polynomial| -> Vec<Surd> {
        let integral = polynomial.integral_coefficients();
        let isolated = polynomial.isolate().into_iter();
        isolated
            .map(|interval| {
                let (polynomial, integral) = (polynomial.clone(), integral.clone());
                let mut root = Root { polynomial, radicand, integral, interval, boldness: 1 };
                while (&root.interval.upper - &root.interval.lower) * &fine
                    > BigInt::one() << root.interval.shift
                {
                    root.refine();
                }
                root.lower()
            })
            .collect()
    };
    let nearest = |x: Surd| (x + Surd::from(num_rational::BigRational::new(1.into(), 2.into()))).floor();
    let roots = approximate(polynomial);
    let leading = Surd::from(leading);
    let candidates: Vec<Surd> = match radicand {
        None => roots.iter().map(|x| Surd::from(nearest(x * &leading)) / &leading).collect(),
        Some(d) => {
            let root_of_d = Surd::square_root_of(d.get());
            let conjugates = approximate(&polynomial.conjugate());
            itertools::iproduct!(&roots, &conjugates)
                .map(|(x, y)| {
                    let u = Surd::from(nearest(&leading * &(x + y)));
                    let v = Surd::from(nearest(&leading * &(x - y) / &root_of_d));
                    (u + v * &root_of_d) / (&leading * &Surd::from(2))
                })
                .collect()
        }
    };
    let mut found: Vec<Surd> = candidates.into_iter().filter(|x| polynomial.evaluate(x).is_zero()).collect();
    found.sort();
    found.dedup();
    found
}

impl Root {
    /// The root in `interval` of a square-free polynomial over the field of `radicand` without a
    /// root in that field.
    pub(super) fn isolated(polynomial: Polynomial, radicand: Option<Radicand>, interval: Isolation) -> Self {
        let integral = polynomial.integral_coefficients();
        Self { polynomial, radicand, integral, interval, boldness: 1 }
    }

    /// A monic, square-free polynomial over the base field that has this root.
    #[must_use]
    pub fn polynomial(&self) -> &Polynomial {
        &self.polynomial
    }

    pub(super) fn radicand(&self) -> Option<Radicand> {
        self.radicand
    }

    pub(super) fn isolation(&self) -> &Isolation {
        &self.interval
    }

    pub(super) fn lower(&self) -> Surd {
        dyadic(&self.interval.lower, self.interval.shift)
    }

    pub(super) fn upper(&self) -> Surd {
        dyadic(&self.interval.upper, self.interval.shift)
    }

    /// |p(x/2^shift)|·2^(shift·degree), rounded down, and its sign, with p scaled to integers.
    fn value_at(&self, x: &BigInt, shift: usize) -> (Ordering, BigInt) {
        let (mut a, mut b) = (BigInt::zero(), BigInt::zero());
        for (power, (c, e)) in self.integral.iter().rev().enumerate() {
            a = a * x + (c << (shift * power));
            b = b * x + (e << (shift * power));
        }
        let value = match self.radicand {
            None => Surd::from(a),
            Some(d) => Surd::new(a.into(), b.into(), d),
        };
        (value.sign(), value.abs().floor())
    }

    /// Makes the interval shorter, without losing the root: quadratic interval refinement.
    ///
    /// The line through the values at the ends guesses one of 2^boldness equal parts; if the sign
    /// changes across it, the boldness doubles, else it is halved, down to plain bisection. Abbott,
    /// *Quadratic interval refinement for real roots*, ACM Communications in Computer Algebra 48
    /// (2014). The root is irrational or at no end, so signs are never zero at the ends.
    pub(super) fn refine(&mut self) {
        let Isolation { lower, upper, shift } = &self.interval;
        let (width, parts) = (upper - lower, BigInt::one() << self.boldness);
        let (shift, lower, upper) = (shift + self.boldness, lower << self.boldness, upper << self.boldness);
        let (left_sign, left) = self.value_at(&lower, shift);
        let (_, right) = self.value_at(&upper, shift);
        // below `parts`, as the divisor exceeds `left`
        let guess: BigInt = &left * &parts / (&left + &right + 1);
        let (mut low, mut high) = (&lower + &guess * &width, &lower + (guess + 1) * &width);
        let is_left = |x: &BigInt| *x == lower || (*x != upper && self.value_at(x, shift).0 == left_sign);
        let hit = is_left(&low) && !is_left(&high);
        if !hit {
            let middle = (&lower + &upper) >> 1_u32;
            (low, high) = if is_left(&middle) { (middle, upper.clone()) } else { (lower.clone(), middle) };
        }
        self.boldness = if hit { self.boldness * 2 } else { (self.boldness / 2).max(1) };
        self.interval = Isolation { lower: low, upper: high, shift };
    }

    pub(super) fn to_decimal(&self, digits: usize) -> String {
        let mut root = self.clone();
        let scale = Surd::from(power_of_ten(digits) * 2);
        // ⌊|x|·10ⁿ + 1/2⌋ = ⌊(⌊2|x|·10ⁿ⌋ + 1)/2⌋
        let rounded = |x: &Surd| ((x.abs() * &scale).floor() + 1) >> 1_u32;
        loop {
            let (low, high) = (root.lower(), root.upper());
            let (a, b) = (rounded(&low), rounded(&high));
            if a == b && low.sign() != high.sign().reverse() {
                return place_point(&a, low.is_negative(), digits);
            }
            root.refine();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surd(text: &str) -> Surd {
        text.parse().unwrap()
    }

    fn field(d: u64) -> Option<Radicand> {
        Some(Radicand::new(d).unwrap())
    }

    #[test]
    fn roots_of_the_field_are_recognised() {
        // (x − (3+√2)/7)(x − 5)(x² − 3) over Q(√2)
        let p = &(&Polynomial::with_root(&surd("(3+sqrt2)/7")) * &Polynomial::with_root(&surd("5")))
            * &Polynomial::from(&[-3_i64, 0, 1][..]);
        let roots = Algebraic::roots_of(&p, field(2));
        let shown: Vec<_> = roots.iter().map(|r| r.as_surd().map(Surd::to_string)).collect();
        assert_eq!(shown, [None, Some("(3+sqrt(2))/7".into()), None, Some("5".into())]);
        assert_eq!(roots[2].to_decimal(20), surd("sqrt3").to_decimal(20));
        // the same over Q(√3), where the other two are beyond the field
        let p = &Polynomial::from(&[-3_i64, 0, 1][..]) * &Polynomial::from(&[-2_i64, 0, 1][..]);
        let roots = Algebraic::roots_of(&p, field(3));
        assert_eq!(roots.iter().filter(|r| r.as_surd().is_some()).count(), 2);
        assert!(Algebraic::roots_of(&p, None).iter().all(|r| r.as_surd().is_none()));
    }

    #[test]
    fn digits_of_the_cube_root_of_two() {
        // https://oeis.org/A002580
        let roots = Algebraic::roots_of(&Polynomial::from(&[-2_i64, 0, 0, 1][..]), None);
        assert_eq!(roots.len(), 1);
        assert_eq!(roots[0].to_decimal(50), "1.25992104989487316476721060727822835057025146470151");
        let negative = Algebraic::roots_of(&Polynomial::from(&[2_i64, 0, 0, 1][..]), None);
        assert_eq!(negative[0].to_decimal(10), "-1.2599210499");
        assert_eq!(roots[0].to_decimal(1000).len(), 1002);
    }

    #[test]
    fn machine_numbers_of_roots() {
        let roots = Algebraic::roots_of(&Polynomial::from(&[0_i64, -2, 0, 1][..]), None);
        let floats: Vec<_> = roots.iter().map(|root| root.to_f64().unwrap()).collect();
        assert_eq!(floats, [-std::f64::consts::SQRT_2, 0.0, std::f64::consts::SQRT_2]);
        assert_eq!(roots.iter().map(|root| root.to_i64()).collect::<Vec<_>>(), [Some(-1), Some(0), Some(1)]);
        assert_eq!(roots[0].to_u64(), None);
    }

    #[test]
    fn equal_roots_of_different_polynomials_are_equal() {
        let cubic = Polynomial::from(&[-2_i64, 0, 0, 1][..]);
        let multiple = &cubic * &Polynomial::from(&[-7_i64, 0, 1][..]);
        let root = &Algebraic::roots_of(&cubic, None)[0];
        let others = Algebraic::roots_of(&multiple, None);
        let order: Vec<_> = others.iter().map(|other| root.cmp(other)).collect();
        assert_eq!(order, [Ordering::Greater, Ordering::Equal, Ordering::Less]);
    }

    #[test]
    fn a_number_of_another_field_is_taken_along() {
        for text in ["sqrt3", "-sqrt3", "(1+sqrt5)/2", "(1-sqrt5)/2", "7-2sqrt3"] {
            let number = Algebraic::of(surd(text), field(2));
            assert!(number.as_surd().is_none());
            assert_eq!(number.to_decimal(30), surd(text).to_decimal(30), "{text}");
            assert_eq!(number, surd(text));
            assert_eq!(number, Algebraic::InField(surd(text)));
            assert_eq!(Algebraic::InField(surd(text)), number);
            let above = surd(text) + surd("10^-30");
            assert!(number < above);
            assert!(above > number);
        }
        // √2·√3 = √6 as a quotient over Q(√2): x·√2 at x = √3
        let root = Algebraic::of(surd("sqrt3"), field(2));
        let product = root.quotient_of(
            &Polynomial::new(vec![Surd::zero(), surd("sqrt2")]),
            &Polynomial::constant(Surd::one()),
        );
        assert_eq!(product, surd("sqrt6"));
    }

    #[test]
    fn the_field_of_the_coefficients_is_the_base_field() {
        // x² − √2 over Q(√2), although no field is named: ±⁴√2
        let polynomial = Polynomial::new(vec![surd("-sqrt2"), Surd::zero(), Surd::one()]);
        let unnamed = Algebraic::roots_of(&polynomial, None);
        assert_eq!(unnamed, Algebraic::roots_of(&polynomial, field(2)));
        // https://oeis.org/A010767
        assert_eq!(unnamed[1].to_decimal(20), "1.18920711500272106672");
        assert_eq!(
            unnamed.iter().map(Algebraic::sign).collect::<Vec<_>>(),
            [Ordering::Less, Ordering::Greater]
        );
    }

    #[test]
    #[should_panic(expected = "do not lie in one quadratic field")]
    fn a_polynomial_over_another_field_is_a_mistake() {
        let polynomial = Polynomial::new(vec![surd("-sqrt2"), Surd::zero(), Surd::one()]);
        let _ = Algebraic::roots_of(&polynomial, field(3));
    }

    #[test]
    #[should_panic(expected = "the denominator vanishes at this number")]
    fn a_denominator_that_vanishes_is_a_division_by_zero() {
        let cubic = Polynomial::from(&[-2_i64, 0, 0, 1][..]);
        let root = &Algebraic::roots_of(&cubic, None)[0];
        let _ = root.quotient_of(&Polynomial::constant(Surd::one()), &cubic);
    }

    #[test]
    fn a_number_of_the_field_becomes_a_surd_again() {
        assert_eq!(Surd::try_from(Algebraic::from(surd("7/2"))), Ok(surd("7/2")));
        let beyond = Algebraic::of(surd("sqrt3"), field(2));
        let Algebraic::OutsideField(root) = &beyond else { panic!("not in Q(√2)") };
        let [low, high] = root.interval();
        assert!(beyond > low && beyond < high);
        assert!(root.polynomial().evaluate(&low).sign() != root.polynomial().evaluate(&high).sign());
        assert_eq!(Surd::try_from(beyond.clone()), Err(beyond));
    }

    #[test]
    fn floats_of_tiny_roots_have_their_sign() {
        let tiny = Polynomial::new(vec![-surd("2^-2401"), Surd::zero(), Surd::one()]);
        let floats: Vec<_> = Algebraic::roots_of(&tiny, None).iter().filter_map(Algebraic::to_f64).collect();
        assert_eq!(floats, [-0.0, 0.0]);
        assert!(floats[0].is_sign_negative() && floats[1].is_sign_positive());
    }
}
