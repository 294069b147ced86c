//! A real root of a polynomial over Q(√d): found, compared and written out in proven digits.

use std::borrow::Cow;
use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use super::critical::Critical;
use super::integral::Integral;
use super::polynomial::{Isolation, Polynomial, dyadic};
use crate::number::{Enclosure, Radicand, Surd, common_radicand};
use crate::number::{place_point, power_of_ten};

/// A real number that is algebraic over a base field K = Q(√d) or Q.
///
/// # Canonical form
/// A number of K is [`InField`](Algebraic::InField); a [`Root`] is never one of K, hence never
/// rational: this is decided when roots are found ([`Algebraic::roots_of`]), so the variant answers
/// whether a closed form in K exists.
///
/// Values and places of maxima of the gain have no base field: whatever lies in any quadratic field
/// is `InField` there, if its d fits 64 bits.
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
    /// A number p + q√d: of the base field itself, or, where none is given, of any field.
    InField(Surd),
    /// A number beyond the base field.
    OutsideField(Root),
}

/// A real number outside of K, by a square-free polynomial over K and an interval that holds no
/// other root of it; or the place or the value of a maximum, whose polynomial is computed only if
/// it is needed.
#[derive(Clone, Debug)]
pub struct Root {
    source: Source,
    interval: Isolation,
}

/// What the interval can be made shorter by.
#[derive(Clone, Debug)]
enum Source {
    Given(Box<Given>),
    Critical(Box<Critical>),
}

/// A polynomial whose root is meant.
#[derive(Clone, Debug)]
struct Given {
    /// Monic and square-free.
    polynomial: Polynomial,
    radicand: Option<Radicand>,
    /// The polynomial scaled to integers a + b√d, for evaluation without fractions.
    integral: Vec<(BigInt, BigInt)>,
    /// The next refinement tries to cut the interval into 2^boldness parts.
    boldness: usize,
    /// Whether the polynomial is known to be irreducible over Q.
    minimal: bool,
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
        let given = Given::new(rest, radicand);
        let isolated = given.polynomial.isolate().into_iter();
        roots.extend(isolated.map(|interval| Self::OutsideField(given.root(interval))));
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

    /// An interval around the number, no longer than 2^−bits.
    pub(crate) fn enclosure(&self, bits: usize) -> Enclosure {
        let mut root = match self {
            Self::InField(number) => return Enclosure::of(number, bits),
            Self::OutsideField(root) => root.clone(),
        };
        while root.known_bits() < bits as i64 {
            root.refine();
        }
        root.interval.enclosure()
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
        let given = Given::new(polynomial.clone(), radicand);
        let isolated = given.polynomial.isolate().into_iter();
        isolated
            .map(|interval| {
                let mut root = given.root(interval);
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

impl Given {
    fn new(polynomial: Polynomial, radicand: Option<Radicand>) -> Self {
        let integral = polynomial.integral_coefficients();
        Self { polynomial, radicand, integral, boldness: 1, minimal: false }
    }

    fn root(&self, interval: Isolation) -> Root {
        Root { source: Source::Given(Box::new(self.clone())), interval }
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
    fn refine(&mut self, interval: &Isolation) -> Isolation {
        let Isolation { lower, upper, shift } = interval;
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
        Isolation { lower: low, upper: high, shift }
    }
}

impl Root {
    /// The root of an irreducible polynomial over Q of degree at least 2 that intervals enclose.
    ///
    /// `enclosure` gives an interval around it no longer than about 2^−bits.
    pub(super) fn enclosed(polynomial: &Polynomial, enclosure: &mut dyn FnMut(usize) -> Enclosure) -> Self {
        let integral = Integral::norm_of(polynomial);
        let mut bits = 16;
        loop {
            let place = enclosure(bits);
            if integral.has_one_root_on(&place) {
                let given = Given { minimal: true, ..Given::new(polynomial.monic(), None) };
                return given.root(Isolation::of(&place));
            }
            bits *= 2;
        }
    }

    /// The root of a polynomial in an interval that holds no other one and has it at neither end.
    pub(super) fn isolated(polynomial: &Integral, place: &Enclosure) -> Algebraic {
        let given = Given::new(polynomial.polynomial().monic(), None);
        let mut root = given.root(Isolation::of(place));
        // c times a rational root is an integer for the leading coefficient c, and closer than 1/64
        while root.known_bits() < polynomial.leading().bits() as i64 + 6 {
            root.refine();
        }
        let leading = Surd::from(polynomial.leading().clone());
        let candidate = Surd::from((root.lower() * &leading).round()) / leading;
        if given.polynomial.evaluate(&candidate).is_zero()
            && root.lower() <= candidate
            && candidate <= root.upper()
        {
            return Algebraic::InField(candidate);
        }
        Algebraic::OutsideField(root)
    }

    /// The place or the value of a maximum.
    pub(super) fn critical(mut number: Critical) -> Self {
        let interval = Isolation::of(&number.next());
        Self { source: Source::Critical(Box::new(number)), interval }
    }

    /// A monic, square-free polynomial over the base field that has this root.
    ///
    /// # Cost
    /// For the value of a maximum, the polynomial of all critical values is computed first: minutes
    /// for degrees above some hundreds.
    #[must_use]
    pub fn polynomial(&self) -> Cow<'_, Polynomial> {
        match &self.source {
            Source::Given(given) => Cow::Borrowed(&given.polynomial),
            Source::Critical(critical) => Cow::Owned(critical.polynomial().polynomial().monic()),
        }
    }

    /// A square-free polynomial over Z with this root.
    pub(super) fn integral(&self) -> Integral {
        match &self.source {
            Source::Given(given) => Integral::norm_of(&given.polynomial).square_free(),
            Source::Critical(critical) => critical.polynomial().clone(),
        }
    }

    /// An upper bound of the degree over Q, known without the polynomial.
    #[must_use]
    pub fn degree_bound(&self) -> usize {
        match &self.source {
            Source::Given(given) => {
                let over_field = given.polynomial.degree();
                if given.polynomial.radicand().is_some() { 2 * over_field } else { over_field }
            }
            Source::Critical(critical) => critical.degree_bound(),
        }
    }

    /// Whether [`Root::integral`] is irreducible by construction.
    pub(super) fn is_known_minimal(&self) -> bool {
        matches!(&self.source, Source::Given(given) if given.minimal)
    }

    /// Whether no number p + q√d is equal, as one would have been found.
    pub(super) fn is_never_quadratic(&self) -> bool {
        matches!(self.source, Source::Critical(_))
    }

    pub(super) fn radicand(&self) -> Option<Radicand> {
        match &self.source {
            Source::Given(given) => given.radicand,
            Source::Critical(_) => None,
        }
    }

    /// The greatest k for which the interval is surely shorter than 2^−k.
    pub(super) fn known_bits(&self) -> i64 {
        let interval = self.isolation();
        // sizes in bits fit, as the numbers fit the memory
        interval.shift as i64 - (&interval.upper - &interval.lower).bits() as i64
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

    /// Makes the interval shorter, without losing the root.
    pub(super) fn refine(&mut self) {
        self.interval = match &mut self.source {
            Source::Given(given) => given.refine(&self.interval),
            Source::Critical(critical) => Isolation::of(&critical.next()),
        };
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
}
