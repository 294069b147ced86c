//! A real root of a polynomial over Q(√d): found, refined, compared, and its digits.

use std::borrow::Cow;
use std::cmp::Ordering;

use itertools::Itertools;
use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::critical::Critical;
use super::integral::{Integral, scaled_value};
use super::polynomial::{Polynomial, root_count};
use crate::number::{Enclosure, Radicand, Surd, common_radicand};

/// The longest shown interval has the length 2⁻², unless other roots are closer.
const COARSEST_BITS: usize = 2;

/// A real number outside of K, by a square-free polynomial over K and an interval that holds no
/// other root of it; or the place or the value of a maximum, whose polynomial is computed only if
/// it is needed.
#[derive(Clone, Debug)]
pub struct Root {
    source: Refinement,
    pub(super) interval: Enclosure,
}

/// How the interval is made shorter.
#[derive(Clone, Debug)]
enum Refinement {
    Given(Box<Given>),
    Critical(Box<Critical>),
}

/// A polynomial that the number is a root of.
#[derive(Clone, Debug)]
struct Given {
    /// Monic and square-free.
    polynomial: Polynomial,
    radicand: Option<Radicand>,
    /// All a and all b of the polynomial scaled to integers a + b√d, for evaluation without
    /// fractions.
    integral: [Vec<BigInt>; 2],
    /// The next refinement tries to cut the interval into 2^boldness parts.
    boldness: usize,
}

/// The smallest field that holds the coefficients and √`radicand`.
#[allow(clippy::panic, reason = "two fields are a mistake of the caller, as for the operators of numbers")]
pub(super) fn joint_field(polynomial: &Polynomial, radicand: Option<Radicand>) -> Option<Radicand> {
    let root = radicand.map(|d| Surd::square_root_of(d.get()));
    common_radicand(polynomial.coefficients().iter().chain(&root)).unwrap_or_else(|error| panic!("{error}"))
}

/// The roots in K of a square-free polynomial over K = Q(√d), or over Q.
///
/// Let p have coefficients in Z\[√d\] and norm N = p·p̄, whose leading coefficient is an integer c.
/// For a root x of p in K, c·x is an algebraic integer, so c·x = (u + v√d)/2 with integers u, v;
/// and the conjugate y of x is a real root of p̄. Then u = c(x + y) and v = c(x − y)/√d: each pair
/// of a root of p and a root of p̄ leaves one candidate, tested exactly.
pub(super) fn roots_in_field(polynomial: &Polynomial, radicand: Option<Radicand>) -> Vec<Surd> {
    let integral = polynomial.integral_coefficients(radicand);
    let Some((a, b)) = integral.last() else { return vec![] };
    let roots = Root::all(polynomial.clone(), radicand).into_iter();
    let candidates: Vec<Surd> = match radicand {
        None => roots.map(|root| root.nearest_over(a)).collect(),
        Some(d) => {
            let leading = a * a - b * b * d.get();
            let conjugates = Root::all(polynomial.conjugate(d.get()), radicand).into_iter();
            let bits = leading.bits() as usize + 6; // so that c times the error is below 1/64
            let low_end = |mut root: Root| -> Surd { root.refine_to(bits).ends()[0].clone() };
            let roots = roots.map(low_end).collect_vec();
            let conjugates = conjugates.map(low_end).collect_vec();
            let (leading, root_of_d) = (Surd::from(leading), Surd::square_root_of(d.get()));
            let candidate = |(x, y): (&Surd, &Surd)| {
                let u = Surd::from((&leading * &(x + y)).round());
                let v = Surd::from((&leading * &(x - y) / &root_of_d).round());
                (u + v * &root_of_d) / (&leading * 2)
            };
            itertools::iproduct!(&roots, &conjugates).map(candidate).collect()
        }
    };
    candidates.into_iter().filter(|x| polynomial.evaluate(x).is_zero()).sorted().dedup().collect()
}

impl Given {
    fn new(polynomial: Polynomial, radicand: Option<Radicand>) -> Self {
        let (a, b) = polynomial.integral_coefficients(radicand).into_iter().unzip();
        Self { polynomial, radicand, integral: [a, b], boldness: 1 }
    }

    fn root(&self, interval: Enclosure) -> Root {
        Root { source: Refinement::Given(Box::new(self.clone())), interval }
    }

    /// |p(x/2^shift)|·2^(shift·degree), rounded down, and its sign, with p scaled to integers.
    fn value_at(&self, x: &BigInt, shift: usize) -> (Ordering, BigInt) {
        let [a, b] = self.integral.each_ref().map(|part| scaled_value(part.iter(), x, shift));
        let value = Surd::in_field(a, b, self.radicand);
        (value.sign(), value.abs().floor())
    }

    /// Makes the interval shorter, without losing the root: quadratic interval refinement.
    ///
    /// The line through the values at the ends guesses one of 2^boldness equal parts; if the sign
    /// changes across it, the boldness doubles, else it is halved, down to plain bisection. Abbott,
    /// *Quadratic interval refinement for real roots*, ACM Communications in Computer Algebra 48
    /// (2014). The root is irrational or at no end, so signs are never zero at the ends.
    fn refine(&mut self, interval: &Enclosure) -> Enclosure {
        let (width, parts) = (interval.width(), BigInt::one() << self.boldness);
        let interval = interval.with_bits(interval.bits() + self.boldness);
        let (lower, upper, shift) = (interval.low(), interval.high(), interval.bits());
        let (left_sign, left) = self.value_at(lower, shift);
        let (_, right) = self.value_at(upper, shift);
        // below `parts`, as the divisor exceeds `left`
        let guess: BigInt = &left * &parts / (&left + &right + 1);
        let (mut low, mut high) = (lower + &guess * &width, lower + (guess + 1) * &width);
        let is_left = |x: &BigInt| x == lower || (x != upper && self.value_at(x, shift).0 == left_sign);
        let hit = is_left(&low) && !is_left(&high);
        if !hit {
            let middle = (lower + upper) >> 1_u32;
            (low, high) = if is_left(&middle) { (middle, upper.clone()) } else { (lower.clone(), middle) };
        }
        self.boldness = if hit { self.boldness * 2 } else { (self.boldness / 2).max(1) };
        Enclosure::between(low, high, shift)
    }
}

impl Root {
    /// The real roots of a square-free polynomial, in ascending order, whether or not in the field.
    pub(super) fn all(polynomial: Polynomial, radicand: Option<Radicand>) -> Vec<Self> {
        let given = Given::new(polynomial, radicand);
        given.polynomial.isolate().into_iter().map(|interval| given.root(interval)).collect()
    }

    /// The root of a square-free polynomial over Q in an interval that holds no other one and has
    /// it at neither end.
    pub(super) fn isolated(polynomial: &Polynomial, place: Enclosure) -> Self {
        Given::new(polynomial.monic(), None).root(place)
    }

    /// The fraction over a denominator c that is nearest to the number; equal to it if the number
    /// is one.
    pub(super) fn nearest_over(mut self, denominator: &BigInt) -> Surd {
        // c times the error is below 1/64
        let [x, _] = self.refine_to(denominator.bits() as usize + 6).ends();
        let denominator = Surd::from(denominator.clone());
        Surd::from((x * &denominator).round()) / denominator
    }

    /// The place or the value of a maximum.
    pub(super) fn critical(mut number: Critical) -> Self {
        let interval = number.next();
        Self { source: Refinement::Critical(Box::new(number)), interval }
    }

    /// A monic, square-free polynomial over the base field that has this root.
    ///
    /// # Cost
    /// For the value of a maximum, the polynomial of all critical values is computed first: minutes
    /// for degrees above some hundreds.
    #[must_use]
    pub fn polynomial(&self) -> Cow<'_, Polynomial> {
        match &self.source {
            Refinement::Given(given) => Cow::Borrowed(&given.polynomial),
            Refinement::Critical(critical) => Cow::Owned(critical.polynomial().polynomial().monic()),
        }
    }

    /// A square-free polynomial over Z with this root.
    pub(super) fn integral(&self) -> Integral {
        match &self.source {
            Refinement::Given(given) => Integral::norm_of(&given.polynomial).square_free(),
            Refinement::Critical(critical) => critical.polynomial().clone(),
        }
    }

    /// An upper bound of the degree over Q, known without the polynomial.
    #[must_use]
    pub fn degree_bound(&self) -> usize {
        match &self.source {
            Refinement::Given(given) => {
                given.polynomial.degree() * (1 + usize::from(given.polynomial.radicand() != Ok(None)))
            }
            Refinement::Critical(critical) => critical.degree_bound(),
        }
    }

    fn given(&self) -> Option<&Given> {
        if let Refinement::Given(given) = &self.source { Some(given) } else { None }
    }

    /// Whether no number p + q√d is equal, as one would have been found.
    pub(super) fn is_never_quadratic(&self) -> bool {
        self.given().is_none()
    }

    pub(super) fn radicand(&self) -> Option<Radicand> {
        self.given()?.radicand
    }

    /// The greatest k for which the interval is surely shorter than 2^−k.
    fn known_bits(&self) -> i64 {
        // sizes in bits fit, as the numbers fit the memory
        self.interval.bits() as i64 - self.interval.width().bits() as i64
    }

    /// Makes the interval shorter, without losing the root.
    pub(super) fn refine(&mut self) {
        self.interval = match &mut self.source {
            Refinement::Given(given) => given.refine(&self.interval),
            Refinement::Critical(critical) => critical.next(),
        };
    }

    /// Makes the interval shorter than 2^−bits.
    pub(super) fn refine_to(&mut self, bits: usize) -> &Enclosure {
        while self.known_bits() < bits as i64 {
            self.refine();
        }
        &self.interval
    }

    /// What a function of places is at both ends of an interval that is short enough to have the
    /// same there.
    pub(super) fn agreed<T: PartialEq>(&self, of: impl Fn(&Surd) -> T) -> T {
        let mut root = self.clone();
        loop {
            match root.interval.agreed(&of) {
                Some(agreed) => return agreed,
                None => root.refine(),
            }
        }
    }

    /// The ends of [m/2ᵏ, (m + 1)/2ᵏ] with the least k ≥ 2 for which this is the only root of the
    /// polynomial between them: what is shown depends on the root alone, and not on how far its
    /// interval has been refined. For the place or the value of a maximum k is the least of
    /// 2, 4, 8, … for which bounds show it.
    #[must_use]
    pub fn interval(&self) -> [Surd; 2] {
        if self.is_never_quadratic() {
            return self.interval_for(&self.integral()); // degrees are too large for Sturm's theorem
        }
        let sequence = self.polynomial().sturm_sequence();
        // neither end is a root, as these are irrational
        self.first_cell(|bits| bits + 1, |cell| root_count(&sequence, cell) == 1)
    }

    /// The ends of [m/2ᵏ, (m + 1)/2ᵏ] with the least k = 2, 4, 8, … for which bounds show that this
    /// is the only root between them.
    pub(super) fn interval_for(&self, polynomial: &Integral) -> [Surd; 2] {
        self.first_cell(|bits| 2 * bits, |cell| polynomial.has_one_root_on(cell))
    }

    /// The ends of the first interval [m/2ᵏ, (m + 1)/2ᵏ] around this number that will do.
    fn first_cell(&self, next: impl Fn(usize) -> usize, will_do: impl Fn(&Enclosure) -> bool) -> [Surd; 2] {
        let (mut root, mut bits) = (self.clone(), COARSEST_BITS);
        loop {
            let cell = root.interval.with_bits(bits);
            if !cell.width().is_one() {
                root.refine(); // the number is irrational, and so at no end
            } else if will_do(&cell) {
                return cell.ends();
            } else {
                bits = next(bits);
            }
        }
    }

    /// Compares with any root: by intervals as long as these are not very short, and then by the
    /// polynomials over Z.
    pub(super) fn cmp_root(&self, other: &Self) -> Ordering {
        /// The polynomials are asked once both intervals are shorter than 2^−this.
        const SHORT: i64 = 512;
        let (mut a, mut b) = (self.clone(), other.clone());
        let mut polynomials = None;
        loop {
            if let Some(order) = a.interval.order(&b.interval) {
                return order;
            }
            if a.known_bits() >= SHORT && b.known_bits() >= SHORT {
                let polynomials = polynomials.get_or_insert_with(|| {
                    let [left, right] = [&a, &b].map(|root| root.integral());
                    [left.gcd(&right), left, right]
                });
                if have_common_root(polynomials, [&a.interval, &b.interval]) {
                    return Ordering::Equal;
                }
            }
            let vaguer = if a.known_bits() < b.known_bits() { &mut a } else { &mut b };
            vaguer.refine();
        }
    }
}

/// Whether two roots on short intervals are surely the same: the common divisor of their
/// polynomials has a root where each has only one, and one root where both are. Equal roots pass
/// once their intervals are short enough.
fn have_common_root([divisor, left, right]: &[Integral; 3], [a, b]: [&Enclosure; 2]) -> bool {
    let bits = a.bits().max(b.bits());
    let [a, b] = [a, b].map(|x| x.with_bits(bits));
    let both = Enclosure::between(a.low().min(b.low()).clone(), a.high().max(b.high()).clone(), bits);
    divisor.degree() > 0
        && left.has_one_root_on(&a)
        && right.has_one_root_on(&b)
        && [&a, &b, &both].into_iter().all(|x| divisor.has_one_root_on(x))
}

#[cfg(test)]
mod tests {
    use super::super::number::Algebraic;
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
    fn a_root_is_not_taken_for_a_near_one_of_the_conjugate_polynomial() {
        // c is near 3 + √2: the norm of (x² − 3)(x² − c − √2) has the roots √3 and √(c − √2)
        let squared = surd(&surd("sqrt2").to_decimal(320)) + surd("3+sqrt2");
        let quadratic = Polynomial::new(vec![-&squared, Surd::zero(), Surd::one()]);
        let multiple = &Polynomial::from([-3, 0, 1]) * &quadratic;
        let [left, right] = [multiple, quadratic.conjugate(2)].map(|polynomial| {
            let between = Enclosure::between(6.into(), 8.into(), 2);
            Given::new(polynomial, field(2)).root(between)
        });
        let order = Surd::from(3).cmp(&squared.conjugates()[1]);
        assert!(order.is_ne());
        assert_eq!([left.cmp_root(&right), right.cmp_root(&left)], [order, order.reverse()]);
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
    #[should_panic(expected = "are not in one quadratic field")]
    fn a_polynomial_over_another_field_is_a_mistake() {
        let polynomial = Polynomial::new(vec![surd("-sqrt2"), Surd::zero(), Surd::one()]);
        let _ = Algebraic::roots_of(&polynomial, field(3));
    }

    #[test]
    fn intervals_isolate_and_do_not_depend_on_refinement() {
        // roots ±√2, ±√(2 + 1/1000): two of them in one cell of length 1/4
        let close = Polynomial::new(["-2-1/1000", "0", "1"].map(surd).to_vec());
        let roots = Algebraic::roots_of(&(&close * &Polynomial::from(&[-2_i64, 0, 1][..])), None);
        let texts: Vec<_> = roots.iter().map(Algebraic::to_string).collect();
        assert_eq!(texts[2], "root of x^4-4001/1000*x^2+2001/500 in (181/128, 2897/2048)");
        for (root, text) in roots.iter().zip(&texts) {
            let Algebraic::OutsideField(root) = root else { panic!("{text}") };
            let [low, high] = root.interval();
            let mut refined = root.clone();
            for _ in 0..8 {
                refined.refine();
                assert_eq!(refined.interval(), [low.clone(), high.clone()]);
            }
            let number = Algebraic::OutsideField(refined);
            assert!(number > low && number < high);
            assert_eq!(roots.iter().filter(|root| **root > low && **root < high).count(), 1);
        }
    }
}
