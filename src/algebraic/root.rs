//! A real root of a polynomial over Q(√d): found, compared and written out in proven digits.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use super::polynomial::{Isolation, Polynomial, dyadic, sign_changes};
use crate::number::{Radicand, Surd};
use crate::number::{place_point, power_of_ten};

/// A real number that is algebraic over a base field K = Q(√d) or Q.
///
/// # Canonical form
/// A number of K is [`InField`](Algebraic::InField); a [`Root`] is never one of K, hence never rational: this is decided
/// when roots are found ([`Algebraic::roots_of`]), so the variant answers whether a closed form in K exists.
///
/// # Use
/// Good for the few candidates of a maximum. Numbers that are compared have to be algebraic over the same K.
///
/// ```
/// use std::cmp::Ordering;
/// use nimsweep::algebraic::{Algebraic, Polynomial};
/// use nimsweep::number::Surd;
///
/// // x³ − 2 over Q
/// let roots = Algebraic::roots_of(&Polynomial::from(&[-2_i64, 0, 0, 1][..]), None);
/// assert_eq!(roots[0].to_decimal(10), "1.2599210499");
/// assert_eq!(roots[0].compare(&Algebraic::InField("63/50".parse()?)), Ordering::Less);
/// # Ok::<(), nimsweep::number::ParseSurdError>(())
/// ```
#[derive(Clone, Debug)]
pub enum Algebraic {
    /// A number of the base field itself.
    InField(Surd),
    /// A number beyond the base field.
    Beyond(Root),
}

/// A real number outside of K, by a square-free polynomial over K and an interval that holds no other root of it.
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
    /// # Cost
    /// Isolation by Sturm's theorem; for n real roots n² candidates for roots in K. Meant for small degrees.
    #[must_use]
    pub fn roots_of(polynomial: &Polynomial, radicand: Option<Radicand>) -> Vec<Self> {
        let mut rest = polynomial.square_free();
        let mut roots = vec![];
        for root in roots_in_field(&rest, radicand) {
            rest = rest.divide(&Polynomial::with_root(&root)).0;
            roots.push(Self::InField(root));
        }
        let integral = rest.integral_coefficients();
        roots.extend(rest.isolate().into_iter().map(|interval| {
            Self::Beyond(Root {
                polynomial: rest.clone(),
                radicand,
                integral: integral.clone(),
                interval,
                boldness: 1,
            })
        }));
        roots.sort_by(Self::compare);
        roots
    }

    /// A number of any quadratic field as one that is algebraic over the field of `radicand`.
    ///
    /// ```
    /// use nimsweep::algebraic::Algebraic;
    /// use nimsweep::number::Radicand;
    ///
    /// let over_root_two = Algebraic::of("sqrt3".parse()?, Some(Radicand::new(2)?));
    /// assert!(matches!(over_root_two, Algebraic::Beyond(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(number: Surd, radicand: Option<Radicand>) -> Self {
        if number.lies_in(radicand) {
            return Self::InField(number);
        }
        // x² − (trace)x + norm; its two roots are p ± q√d
        let conjugate = number.conjugate();
        let minimal = Polynomial::new(vec![&number * &conjugate, -(&number + &conjugate), Surd::one()]);
        let larger = usize::from(number > conjugate);
        Self::roots_of(&minimal, radicand).into_iter().nth(larger).unwrap_or(Self::InField(number))
    }

    /// The number as one of the base field, where it is.
    #[must_use]
    pub fn in_field(&self) -> Option<&Surd> {
        match self {
            Self::InField(number) => Some(number),
            Self::Beyond(_) => None,
        }
    }

    /// Compares two numbers over the same base field, exactly; one of them may also be any [`InField`](Algebraic::InField).
    ///
    /// Disjoint intervals decide at once; where they overlap, the numbers are equal exactly when the greatest common
    /// divisor of their polynomials has a root in the overlap; else refinement parts them.
    #[must_use]
    pub fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::InField(a), Self::InField(b)) => a.cmp(b),
            (Self::Beyond(root), Self::InField(number)) => root.compare_with(number),
            (Self::InField(number), Self::Beyond(root)) => root.compare_with(number).reverse(),
            (Self::Beyond(a), Self::Beyond(b)) => a.compare(b),
        }
    }

    /// Compares with a number of any quadratic field.
    #[must_use]
    pub fn compare_with(&self, number: &Surd) -> Ordering {
        match self {
            Self::InField(own) => own.cmp(number),
            Self::Beyond(root) => root.compare_with(number),
        }
    }

    /// The value numerator(x)/denominator(x) at this number x, as a number over the same base field.
    ///
    /// For a root x of the square-free p, the quotient is an element u of A = K\[x\]/(p), a product of fields. The first
    /// linear relation among 1, u, u², … is its minimal polynomial, square-free as A has no nilpotent element, and the
    /// value is the root of it that interval arithmetic picks out.
    ///
    /// The denominator must not vanish at this number.
    ///
    /// # Panics
    /// Where this is a number of the base field at which the denominator vanishes, or a polynomial is over another field.
    ///
    /// # Cost
    /// Elimination on (degree + 1)² numbers of K, and root isolation of a polynomial of at most the same degree.
    #[must_use]
    pub fn quotient_of(&self, numerator: &Polynomial, denominator: &Polynomial) -> Self {
        match self {
            Self::InField(x) => Self::InField(numerator.evaluate(x) / denominator.evaluate(x)),
            Self::Beyond(root) => root.quotient_of(numerator, denominator),
        }
    }

    /// The number with `digits` decimals, rounded half away from zero; every digit is proven.
    ///
    /// A root beyond the field is irrational, so that it is never at a tie and refinement comes to an end.
    #[must_use]
    pub fn to_decimal(&self, digits: usize) -> String {
        match self {
            Self::InField(number) => number.to_decimal(digits),
            Self::Beyond(root) => root.to_decimal(digits),
        }
    }
}

/// The roots in K of a square-free polynomial over K = Q(√d), or over Q.
///
/// Let p have coefficients in Z\[√d\] and norm N = p·p̄, whose leading coefficient is an integer c. For a root x of p in K,
/// c·x is an algebraic integer, so c·x = (u + v√d)/2 with integers u, v; and the conjugate y of x is a real root of p̄.
/// Then u = c(x + y) and v = c(x − y)/√d: each pair of a root of p and a root of p̄ leaves one candidate, tested exactly.
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
    fn lower(&self) -> Surd {
        dyadic(&self.interval.lower, self.interval.shift)
    }

    fn upper(&self) -> Surd {
        dyadic(&self.interval.upper, self.interval.shift)
    }

    /// |p(x/2^shift)|·2^(shift·degree) and its sign, p scaled to integers: floor of the absolute value.
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
    /// The line through the values at the ends guesses one of 2^boldness equal parts; if the sign changes across it,
    /// the boldness doubles, else it is halved, down to plain bisection. Abbott, *Quadratic interval refinement for
    /// real roots*, ACM Communications in Computer Algebra 48 (2014). The root is irrational or at no end, so signs
    /// are never zero at the ends.
    fn refine(&mut self) {
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

    /// Compares with a number of any quadratic field.
    fn compare_with(&self, number: &Surd) -> Ordering {
        if number.lies_in(self.radicand) {
            return self.compare_in_field(number);
        }
        match Algebraic::of(number.clone(), self.radicand) {
            Algebraic::InField(number) => self.compare_in_field(&number),
            Algebraic::Beyond(other) => self.compare(&other),
        }
    }

    fn compare_in_field(&self, number: &Surd) -> Ordering {
        // never equal: a root beyond the field is no number of the field
        let mut root = self.clone();
        loop {
            if &root.upper() <= number {
                return Ordering::Less;
            }
            if &root.lower() >= number {
                return Ordering::Greater;
            }
            root.refine();
        }
    }

    fn compare(&self, other: &Self) -> Ordering {
        let (mut a, mut b) = (self.clone(), other.clone());
        let (low, high) = (a.lower().max(b.lower()), a.upper().min(b.upper()));
        if low < high {
            let common = a.polynomial.gcd(&b.polynomial).sturm_sequence();
            if sign_changes(&common, &low) > sign_changes(&common, &high) {
                return Ordering::Equal;
            }
        }
        loop {
            if a.upper() <= b.lower() {
                return Ordering::Less;
            }
            if b.upper() <= a.lower() {
                return Ordering::Greater;
            }
            a.refine();
            b.refine();
        }
    }

    fn to_decimal(&self, digits: usize) -> String {
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

    fn quotient_of(&self, numerator: &Polynomial, denominator: &Polynomial) -> Algebraic {
        // without the roots that would make the denominator vanish; this number is not among them
        let modulus = self.polynomial.divide(&self.polynomial.gcd(denominator)).0;
        let inverse = inverse_modulo(denominator, &modulus);
        let quotient = (numerator * &inverse).divide(&modulus).1;
        let candidates = Algebraic::roots_of(&minimal_polynomial(&quotient, &modulus), self.radicand);
        let mut root = self.clone();
        loop {
            let value = enclosure(numerator, denominator, &root.lower(), &root.upper());
            let mut possible = candidates.iter().filter(|candidate| {
                value.as_ref().is_none_or(|(low, high)| {
                    candidate.compare_with(low).is_ge() && candidate.compare_with(high).is_le()
                })
            });
            if let (Some(only), None) = (possible.next(), possible.next()) {
                return only.clone();
            }
            root.refine();
        }
    }
}

/// 1/p in K\[x\]/(modulus), for p without a root in common with the modulus: the extended Euclidean algorithm.
fn inverse_modulo(p: &Polynomial, modulus: &Polynomial) -> Polynomial {
    let (mut a, mut b) = (modulus.clone(), p.divide(modulus).1);
    let (mut factor_a, mut factor_b) = (Polynomial::default(), Polynomial::constant(Surd::one()));
    while b.degree() > 0 {
        let (quotient, rest) = a.divide(&b);
        let factor = &factor_a - &(&quotient * &factor_b);
        (a, b) = (b, rest);
        (factor_a, factor_b) = (factor_b, factor);
    }
    // b is the constant p·factor_b modulo the modulus
    let constant = b.coefficients().first().cloned().unwrap_or_else(Surd::one);
    factor_b.divide(&Polynomial::constant(constant)).0.divide(modulus).1
}

/// The monic polynomial of least degree that vanishes at u in K\[x\]/(modulus): the first linear relation among the
/// powers of u, found by elimination.
fn minimal_polynomial(u: &Polynomial, modulus: &Polynomial) -> Polynomial {
    // Each row is a combination of powers (right) whose value (left) begins at a place of its own.
    let mut rows: Vec<(Polynomial, Polynomial)> = vec![];
    let mut power = Polynomial::constant(Surd::one()).divide(modulus).1;
    for exponent in 0..=modulus.degree() {
        let mut value = power.clone();
        let mut monomial = vec![Surd::zero(); exponent];
        monomial.push(Surd::one());
        let mut combination = Polynomial::new(monomial);
        // rows are kept by falling degree, so each removes its own leading place for good
        for (row, how) in &rows {
            if let Some(c) = value.coefficients().get(row.degree()).cloned() {
                let factor = Polynomial::constant(c);
                value = &value - &(row * &factor);
                combination = &combination - &(how * &factor);
            }
        }
        if value.is_zero() {
            return combination.monic();
        }
        let leading = value.coefficients().last().cloned().unwrap_or_else(Surd::one);
        let scale = Polynomial::constant(Surd::one() / leading);
        rows.push((&value * &scale, &combination * &scale));
        rows.sort_by_key(|(row, _)| std::cmp::Reverse(row.degree()));
        power = (&power * u).divide(modulus).1;
    }
    // not reached: degree + 1 powers in a space of that dimension less one always have a relation
    Polynomial::default()
}

/// Bounds of numerator/denominator on [low, high], or `None` where the bounds of the denominator hold 0.
fn enclosure(
    numerator: &Polynomial,
    denominator: &Polynomial,
    low: &Surd,
    high: &Surd,
) -> Option<(Surd, Surd)> {
    let (n_low, n_high) = bounds(numerator, low, high);
    let (d_low, d_high) = bounds(denominator, low, high);
    if d_low.sign() != d_high.sign() || d_low.is_zero() {
        return None;
    }
    hull([&n_low / &d_low, &n_low / &d_high, &n_high / &d_low, &n_high / &d_high])
}

/// Bounds of a polynomial on [low, high], by Horner's rule on intervals.
fn bounds(polynomial: &Polynomial, low: &Surd, high: &Surd) -> (Surd, Surd) {
    polynomial.coefficients().iter().rev().fold((Surd::zero(), Surd::zero()), |(below, above), c| {
        let products = [&below * low, &below * high, &above * low, &above * high];
        let (below, above) = hull(products).unwrap_or((below, above));
        (below + c, above + c)
    })
}

fn hull(values: [Surd; 4]) -> Option<(Surd, Surd)> {
    itertools::Itertools::minmax(values.into_iter()).into_option()
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
        let shown: Vec<_> = roots.iter().map(|r| r.in_field().map(Surd::to_string)).collect();
        assert_eq!(shown, [None, Some("(3+sqrt(2))/7".into()), None, Some("5".into())]);
        assert_eq!(roots[2].to_decimal(20), surd("sqrt3").to_decimal(20));
        // the same over Q(√3), where the other two are beyond the field
        let p = &Polynomial::from(&[-3_i64, 0, 1][..]) * &Polynomial::from(&[-2_i64, 0, 1][..]);
        let roots = Algebraic::roots_of(&p, field(3));
        assert_eq!(roots.iter().filter(|r| r.in_field().is_some()).count(), 2);
        assert!(Algebraic::roots_of(&p, None).iter().all(|r| r.in_field().is_none()));
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
        let order: Vec<_> = others.iter().map(|other| root.compare(other)).collect();
        assert_eq!(order, [Ordering::Greater, Ordering::Equal, Ordering::Less]);
    }

    #[test]
    fn quotients_at_roots_beyond_the_field() {
        // at x = ∛2: x²/2 = 1/x, and x³/1 = 2 is recognised as a number of the field
        let root = &Algebraic::roots_of(&Polynomial::from(&[-2_i64, 0, 0, 1][..]), None)[0];
        let x = Polynomial::from(&[0_i64, 1][..]);
        let one = Polynomial::constant(Surd::one());
        let inverse = root.quotient_of(&one, &x);
        assert_eq!(
            inverse.compare(&root.quotient_of(&(&x * &x), &Polynomial::from(&[2_i64][..]))),
            Ordering::Equal
        );
        let cube = root.quotient_of(&(&(&x * &x) * &x), &one);
        assert_eq!(cube.in_field(), Some(&surd("2")));
    }

    #[test]
    fn a_number_of_another_field_is_taken_along() {
        for text in ["sqrt3", "-sqrt3", "(1+sqrt5)/2", "(1-sqrt5)/2", "7-2sqrt3"] {
            let number = Algebraic::of(surd(text), field(2));
            assert!(number.in_field().is_none());
            assert_eq!(number.to_decimal(30), surd(text).to_decimal(30), "{text}");
            assert_eq!(number.compare_with(&surd(text)), Ordering::Equal);
            assert_eq!(number.compare(&Algebraic::InField(surd(text))), Ordering::Equal);
            assert_eq!(Algebraic::InField(surd(text)).compare(&number), Ordering::Equal);
            let above = surd(text) + surd("10^-30");
            assert_eq!(number.compare_with(&above), Ordering::Less);
        }
        // √2·√3 = √6 as a quotient over Q(√2): x·√2 at x = √3
        let root = Algebraic::of(surd("sqrt3"), field(2));
        let product = root.quotient_of(
            &Polynomial::new(vec![Surd::zero(), surd("sqrt2")]),
            &Polynomial::constant(Surd::one()),
        );
        assert_eq!(product.compare_with(&surd("sqrt6")), Ordering::Equal);
    }
}
