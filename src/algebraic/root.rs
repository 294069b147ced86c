//! A real root of a polynomial: found, refined, compared, and its digits.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::{One, Signed};

use super::critical::Critical;
use super::integral::{Integral, scaled_value};
use super::polynomial::Polynomial;
use super::relation::closed_form;
use crate::number::{Enclosure, Surd};

/// Polynomials are asked once intervals are shorter than 2^−this.
const SHORT: i64 = 512;
/// The longest shown interval has the length 2⁻², unless other roots are closer.
const COARSEST_BITS: usize = 2;

/// A real number by a square-free polynomial over Z and an interval that holds no other root of it;
/// or the place or the value of a maximum, whose polynomial is computed only if it is needed.
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
    /// Square-free.
    polynomial: Integral,
    /// The next refinement tries to cut the interval into 2^boldness parts.
    boldness: usize,
}

impl Given {
    /// p(x/2^shift)·2^(shift·degree).
    fn value_at(&self, x: &BigInt, shift: usize) -> BigInt {
        scaled_value(self.polynomial.coefficients().iter(), x, shift)
    }

    /// Makes the interval shorter, without losing the root: quadratic interval refinement.
    ///
    /// The line through the values at the ends guesses one of 2^boldness equal parts; if the sign
    /// changes across it, the boldness doubles, else it is halved, down to plain bisection. Abbott,
    /// *Quadratic interval refinement for real roots*, ACM Communications in Computer Algebra 48
    /// (2014). The root may become the upper end, if it is rational, but never the lower one.
    fn refine(&mut self, interval: &Enclosure) -> Enclosure {
        let (width, parts) = (interval.width(), BigInt::one() << self.boldness);
        let interval = interval.with_bits(interval.bits() + self.boldness);
        let (lower, upper, shift) = (interval.low(), interval.high(), interval.bits());
        let [left, right] = [lower, upper].map(|end| self.value_at(end, shift));
        // below `parts`, as the divisor exceeds `left`
        let guess: BigInt = left.abs() * &parts / (left.abs() + right.abs() + 1);
        let (mut low, mut high) = (lower + &guess * &width, lower + (guess + 1) * &width);
        let is_left =
            |x: &BigInt| x == lower || (x != upper && self.value_at(x, shift).sign() == left.sign());
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
    /// The real roots of a polynomial, in ascending order, each once.
    pub(super) fn all(polynomial: &Polynomial) -> Vec<Self> {
        let polynomial = polynomial.square_free();
        let norm = Integral::norm_of(&polynomial).square_free();
        let sign = |x: &BigInt, bits| polynomial.evaluate(&Enclosure::point(x, bits).ends()[0]).sign();
        let root = |mut interval: Enclosure| {
            // the norm may have roots of its own
            while !norm.has_one_root_on(&interval) {
                let [right, left] = polynomial.split(&interval);
                let is_right = sign(left.low(), left.bits()) == sign(left.high(), left.bits());
                interval = if is_right { right } else { left };
            }
            Self::isolated(norm.clone(), interval)
        };
        polynomial.isolate().into_iter().map(root).collect()
    }

    /// The root of a square-free polynomial in an interval that holds no other one and has it at
    /// neither end.
    pub(super) fn isolated(polynomial: Integral, interval: Enclosure) -> Self {
        Self { source: Refinement::Given(Box::new(Given { polynomial, boldness: 1 })), interval }
    }

    /// The place or the value of a maximum.
    pub(super) fn critical(mut number: Critical) -> Self {
        let interval = number.next();
        Self { source: Refinement::Critical(Box::new(number)), interval }
    }

    /// A square-free polynomial over Z that has this root.
    ///
    /// # Cost
    /// For the value of a maximum, the polynomial of all critical values is computed first: minutes
    /// for degrees above some hundreds.
    #[must_use]
    pub fn polynomial(&self) -> Polynomial {
        self.integral().polynomial()
    }

    /// A square-free polynomial over Z with this root.
    pub(super) fn integral(&self) -> &Integral {
        match &self.source {
            Refinement::Given(given) => &given.polynomial,
            Refinement::Critical(critical) => critical.polynomial(),
        }
    }

    /// An upper bound of the degree over Q, known without the polynomial.
    #[must_use]
    pub fn degree_bound(&self) -> usize {
        match &self.source {
            Refinement::Given(given) => given.polynomial.degree(),
            Refinement::Critical(critical) => critical.degree_bound(),
        }
    }

    /// The number as p + q√d, if it is one and its d fits 64 bits.
    ///
    /// # Cost
    /// A reduction of a lattice for each 48 binary digits of the coefficients of the polynomial;
    /// far fewer if there is a closed form, and none if the polynomial is quickly seen to be
    /// irreducible.
    pub(super) fn closed_form(&self) -> Option<Surd> {
        let (polynomial, mut root) = (self.integral(), self.clone());
        if polynomial.degree() > 2 && polynomial.is_surely_irreducible() {
            return None;
        }
        let enclosure = &mut |bits| root.refine_to(bits).clone();
        // factors of the polynomial have no larger measure, and it has one root on the interval
        closed_form(&polynomial.measure_bound(), enclosure, &mut |number| polynomial.vanishes_at(number))
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

    /// The ends of [m/2ᵏ, (m + 1)/2ᵏ] with the least k = 2, 4, 8, … for which bounds show that this
    /// is the only root of the polynomial between them: what is shown depends on the root alone,
    /// and not on how far its interval has been refined.
    #[must_use]
    pub fn interval(&self) -> [Surd; 2] {
        self.first_cell(|cell| self.integral().has_one_root_on(cell))
    }

    /// The ends of the first interval [m/2ᵏ, (m + 1)/2ᵏ] around this number that will do.
    fn first_cell(&self, will_do: impl Fn(&Enclosure) -> bool) -> [Surd; 2] {
        let (mut root, mut bits) = (self.clone(), COARSEST_BITS);
        loop {
            let cell = root.interval.with_bits(bits);
            if !cell.width().is_one() {
                root.refine(); // the number is irrational, and so at no end
            } else if will_do(&cell) {
                return cell.ends();
            } else {
                bits *= 2;
            }
        }
    }

    /// Compares with any number: by intervals as long as these are not very short, and then by its
    /// polynomial.
    pub(super) fn cmp_surd(&self, number: &Surd) -> Ordering {
        let (mut root, mut is_asked) = (self.clone(), false);
        loop {
            match root.interval.agreed(|end| Some(end.cmp(number)).filter(|order| order.is_ne())) {
                Some(Some(order)) => return order,
                _ if !is_asked && root.known_bits() >= SHORT => {
                    // the number lies on the interval
                    is_asked = self.integral().has_one_root_on(&root.interval);
                    if is_asked && self.integral().vanishes_at(number) {
                        return Ordering::Equal;
                    }
                }
                _ => {}
            }
            root.refine();
        }
    }

    /// Compares with any root: by intervals as long as these are not very short, and then by the
    /// polynomials over Z.
    pub(super) fn cmp_root(&self, other: &Self) -> Ordering {
        let (mut a, mut b) = (self.clone(), other.clone());
        let mut polynomials = None;
        loop {
            if let Some(order) = a.interval.order(&b.interval) {
                return order;
            }
            if a.known_bits() >= SHORT && b.known_bits() >= SHORT {
                let polynomials = polynomials.get_or_insert_with(|| {
                    let [left, right] = [&a, &b].map(|root| root.integral().clone());
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
    use num_traits::Zero;

    use super::super::number::Algebraic;
    use super::*;

    fn surd(text: &str) -> Surd {
        text.parse().unwrap()
    }

    #[test]
    fn roots_of_degree_two_are_recognised() {
        // (x − (3+√2)/7)(x − 5)(x² − 3)
        let p = &(&Polynomial::with_root(&surd("(3+sqrt2)/7")) * &Polynomial::with_root(&surd("5")))
            * &Polynomial::from(&[-3_i64, 0, 1][..]);
        let shown: Vec<_> = Algebraic::roots_of(&p).iter().map(Algebraic::to_string).collect();
        assert_eq!(shown, ["-sqrt(3)", "(3+sqrt(2))/7", "sqrt(3)", "5"]);
    }

    /// Their polynomial over Q has degree 4 and is irreducible.
    #[test]
    fn sums_of_several_roots_are_equal_to_roots() {
        // (x − √2 − √3)(x − √5/2): over Q(√2, √3, √5)
        let p = &Polynomial::with_root(&surd("sqrt2+sqrt3")) * &Polynomial::with_root(&surd("sqrt5/2"));
        let roots = Algebraic::roots_of(&p);
        assert_eq!(roots[0].as_surd(), Some(&surd("sqrt5/2")));
        assert!(matches!(roots[1], Algebraic::Root(_)), "{}", roots[1]);
        assert_eq!(roots[1], surd("sqrt2+sqrt3"));
        assert_eq!(surd("sqrt2+sqrt3"), roots[1]);
        for (other, order) in
            [("sqrt3+sqrt2+10^-200", Ordering::Less), ("sqrt2+sqrt3-10^-200", Ordering::Greater)]
        {
            assert_eq!(roots[1].partial_cmp(&surd(other)), Some(order), "{other}");
        }
        assert_eq!(Algebraic::roots_of(&Polynomial::from([1, 0, -10, 0, 1]))[3], roots[1]);
    }

    #[test]
    fn digits_of_the_cube_root_of_two() {
        // https://oeis.org/A002580
        let roots = Algebraic::roots_of(&Polynomial::from(&[-2_i64, 0, 0, 1][..]));
        assert_eq!(roots.len(), 1);
        assert_eq!(roots[0].to_decimal(50), "1.25992104989487316476721060727822835057025146470151");
        let negative = Algebraic::roots_of(&Polynomial::from(&[2_i64, 0, 0, 1][..]));
        assert_eq!(negative[0].to_decimal(10), "-1.2599210499");
        assert_eq!(roots[0].to_decimal(1000).len(), 1002);
    }

    #[test]
    fn equal_roots_of_different_polynomials_are_equal() {
        let cubic = Polynomial::from(&[-2_i64, 0, 0, 1][..]);
        let multiple = &cubic * &Polynomial::from(&[-7_i64, 0, 1][..]);
        let root = &Algebraic::roots_of(&cubic)[0];
        let others = Algebraic::roots_of(&multiple);
        let order: Vec<_> = others.iter().map(|other| root.cmp(other)).collect();
        assert_eq!(order, [Ordering::Greater, Ordering::Equal, Ordering::Less]);
    }

    #[test]
    fn a_root_is_not_taken_for_a_near_number() {
        // c is near 3 + √2: √(c − √2) is near √3, and beside it in the norm of
        // (x² − 3)(x² − c − √2)
        let squared = surd(&surd("sqrt2").to_decimal(320)) + surd("3+sqrt2");
        let quadratic = Polynomial::new(vec![-&squared, Surd::zero(), Surd::one()]);
        let near = Algebraic::roots_of(&quadratic.conjugate(2)).remove(1);
        let order = Surd::from(3).cmp(&squared.conjugates()[1]);
        assert!(order.is_ne());
        assert_eq!(surd("sqrt3").partial_cmp(&near), Some(order));
        let multiple = &Polynomial::from([-3, 0, 1]) * &quadratic;
        assert_eq!(Algebraic::roots_of(&multiple)[2].as_surd(), Some(&surd("sqrt3")));
    }

    #[test]
    fn the_coefficients_may_have_roots() {
        // x² − √2: ±⁴√2
        let polynomial = Polynomial::new(vec![surd("-sqrt2"), Surd::zero(), Surd::one()]);
        let roots = Algebraic::roots_of(&polynomial);
        // https://oeis.org/A010767
        assert_eq!(roots[1].to_decimal(20), "1.18920711500272106672");
        assert_eq!(
            roots.iter().map(Algebraic::sign).collect::<Vec<_>>(),
            [Ordering::Less, Ordering::Greater]
        );
    }

    #[test]
    fn intervals_isolate_and_do_not_depend_on_refinement() {
        // roots ∛2 and ∛(2 + 1/1000): both in one cell of length 1/4
        let close = Polynomial::new(["-2-1/1000", "0", "0", "1"].map(surd).to_vec());
        let roots = Algebraic::roots_of(&(&close * &Polynomial::from(&[-2_i64, 0, 0, 1][..])));
        let texts: Vec<_> = roots.iter().map(Algebraic::to_string).collect();
        assert_eq!(texts[0], "root of 1000*x^6-4001*x^3+4002 in (41285/32768, 82571/65536)");
        for (root, text) in roots.iter().zip(&texts) {
            let Algebraic::Root(root) = root else { panic!("{text}") };
            let [low, high] = root.interval();
            let mut refined = root.clone();
            for _ in 0..8 {
                refined.refine();
                assert_eq!(refined.interval(), [low.clone(), high.clone()]);
            }
            let number = Algebraic::Root(refined);
            assert!(number > low && number < high);
            assert_eq!(roots.iter().filter(|root| **root > low && **root < high).count(), 1);
        }
    }
}
