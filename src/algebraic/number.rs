//! Real algebraic numbers: of a quadratic field or roots beyond it; their order, and their
//! conversion to integers, floats and text.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};

use super::polynomial::Polynomial;
use super::relation::closed_form;
use super::root::{Root, joint_field, roots_in_field};
use crate::number::{Enclosure, Radicand, Surd, integer_parts};

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
/// # Ok::<(), nimsweep::Error>(())
/// ```
#[derive(Clone, Debug)]
pub enum Algebraic {
    /// A number p + q√d: of the base field itself, or, if none is given, of any field.
    InField(Surd),
    /// A number beyond the base field.
    OutsideField(Root),
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
        roots.extend(Root::all(rest, radicand).into_iter().map(Self::OutsideField));
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
        if number.coordinates_in(radicand).is_some() {
            return Self::InField(number);
        }
        let minimal = Polynomial::with_root(&number).norm();
        let smaller = number.conjugates().iter().filter(|conjugate| **conjugate < number).count();
        Self::roots_of(&minimal, radicand).into_iter().nth(smaller).unwrap_or(Self::InField(number))
    }

    /// The number as one of the base field, if it is one.
    #[must_use]
    pub fn as_surd(&self) -> Option<&Surd> {
        if let Self::InField(number) = self { Some(number) } else { None }
    }

    /// An interval around the number, no longer than 2^−bits.
    pub(crate) fn enclosure(&self, bits: usize) -> Enclosure {
        match self {
            Self::InField(number) => Enclosure::of(number, bits),
            Self::OutsideField(root) => root.clone().refine_to(bits).clone(),
        }
    }

    /// The number with `digits` decimals, rounded half away from zero; every digit is proven.
    ///
    /// A root beyond the field is irrational, so it is never at a tie, and refinement ends.
    #[must_use]
    pub fn to_decimal(&self, digits: usize) -> String {
        match self {
            Self::InField(number) => number.to_decimal(digits),
            Self::OutsideField(root) => root.agreed(|end| end.to_decimal(digits)),
        }
    }

    /// This number as p + q√d, if it lies in any quadratic field and its d fits 64 bits; the base
    /// field does not matter.
    ///
    /// # Cost
    /// A reduction of a lattice for each 48 binary digits of the coefficients of the polynomial
    /// over Z; far fewer if there is a closed form, and none if the polynomial is quickly seen to
    /// be irreducible.
    ///
    /// ```
    /// use nimsweep::algebraic::{Algebraic, Polynomial};
    ///
    /// // (x² − 2)(x³ − 2), over Q
    /// let product = &Polynomial::from([-2, 0, 1]) * &Polynomial::from([-2, 0, 0, 1]);
    /// let roots = Algebraic::roots_of(&product, None);
    /// let forms: Vec<_> = roots.iter().map(Algebraic::closed_form).collect();
    /// assert_eq!(forms, [Some("-sqrt2".parse()?), None, Some("sqrt2".parse()?)]);
    /// # Ok::<(), nimsweep::Error>(())
    /// ```
    #[must_use]
    pub fn closed_form(&self) -> Option<Surd> {
        let mut root = match self {
            Self::InField(number) => return Some(number.clone()),
            Self::OutsideField(root) if root.is_never_quadratic() => return None,
            Self::OutsideField(root) => root.clone(),
        };
        let polynomial = root.integral();
        if polynomial.degree() > 2 && polynomial.is_surely_irreducible() {
            return None;
        }
        let enclosure = &mut |bits| root.refine_to(bits).clone();
        // factors of the polynomial have no larger measure
        closed_form(&polynomial.measure_bound(), enclosure, &mut |number| self == number)
    }

    /// An upper bound of the degree over Q: 1 or 2 for a number p + q√d, else that of a polynomial
    /// with this root.
    #[must_use]
    pub fn degree_bound(&self) -> usize {
        match self {
            Self::InField(number) => number.conjugates().len(),
            Self::OutsideField(root) => root.degree_bound(),
        }
    }

    /// The sign.
    #[must_use]
    pub fn sign(&self) -> Ordering {
        self.cmp_surd(&Surd::zero())
    }

    fn cmp_surd(&self, number: &Surd) -> Ordering {
        match self {
            Self::InField(own) => own.cmp(number),
            Self::OutsideField(root) => {
                let other = (!root.is_never_quadratic()).then(|| Self::of(number.clone(), root.radicand()));
                match other {
                    Some(Self::OutsideField(other)) => root.cmp_root(&other),
                    _ => root.agreed(|end| end.cmp(number)), // never equal
                }
            }
        }
    }

    /// The integer part.
    fn truncated(&self) -> BigInt {
        match self {
            Self::InField(number) => number.truncated(),
            Self::OutsideField(root) => root.agreed(Surd::truncated),
        }
    }
}

impl TryFrom<Algebraic> for Surd {
    /// The number itself, which is not in its base field.
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
    integer_parts!(to_i64 i64, to_u64 u64, to_i128 i128, to_u128 u128);

    /// The nearest float; never `None`, but infinite beyond the range of `f64`.
    ///
    /// A root beyond the field is irrational, so that it is never half-way between two floats: once
    /// both ends of its interval round to the same float, so does the root.
    fn to_f64(&self) -> Option<f64> {
        match self {
            Self::InField(number) => number.to_f64(),
            // −0.0 equals 0.0; a root is not 0, and both ends have its sign once they exclude 0
            Self::OutsideField(root) => {
                root.agreed(|end| end.to_f64().map(|x| (x, x.is_sign_negative()))).map(|(x, _)| x)
            }
        }
    }
}

impl Ord for Algebraic {
    /// By real value, whatever the base fields are.
    ///
    /// Disjoint intervals decide. Intervals that still overlap when they are very short hold equal
    /// numbers if and only if the greatest common divisor of their polynomials over Z has a root
    /// there.
    ///
    /// # Cost
    /// A few refinements; one common divisor for numbers that agree in 150 decimals.
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (_, Self::InField(number)) => self.cmp_surd(number),
            (Self::InField(number), _) => other.cmp_surd(number).reverse(),
            (Self::OutsideField(a), Self::OutsideField(b)) => a.cmp_root(b),
        }
    }
}

impl PartialOrd for Algebraic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Eq for Algebraic {}

impl PartialEq for Algebraic {
    /// Whether both are the same real number; the polynomials and base fields that define them do
    /// not matter.
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl PartialOrd<Surd> for Algebraic {
    fn partial_cmp(&self, number: &Surd) -> Option<Ordering> {
        Some(self.cmp_surd(number))
    }
}

impl PartialEq<Surd> for Algebraic {
    fn eq(&self, number: &Surd) -> bool {
        self.cmp_surd(number).is_eq()
    }
}

impl PartialOrd<Algebraic> for Surd {
    fn partial_cmp(&self, number: &Algebraic) -> Option<Ordering> {
        Some(number.cmp_surd(self).reverse())
    }
}

impl PartialEq<Algebraic> for Surd {
    fn eq(&self, number: &Algebraic) -> bool {
        number == self
    }
}

impl fmt::Display for Algebraic {
    /// In the field the closed form, as [`Surd`] writes it; beyond it the polynomial and an
    /// interval that holds no other root of it, as in `root of x^3-2 in (5/4, 3/2)`. With a
    /// precision, as in `{:.8}`, proven decimals.
    ///
    /// ```
    /// use nimsweep::algebraic::{Algebraic, Polynomial};
    ///
    /// let root = &Algebraic::roots_of(&Polynomial::from(&[-2_i64, 0, 0, 1][..]), None)[0];
    /// assert_eq!(root.to_string(), "root of x^3-2 in (5/4, 3/2)");
    /// assert_eq!(format!("{root:.8}"), "1.25992105");
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, f.precision()) {
            (Self::InField(number), _) => number.fmt(f),
            (Self::OutsideField(_), Some(digits)) => {
                // not by `pad`, which takes a precision as a number of characters
                let decimal = self.to_decimal(digits);
                let magnitude = decimal.trim_start_matches('-');
                f.pad_integral(magnitude.len() == decimal.len(), "", magnitude)
            }
            (Self::OutsideField(root), None) => {
                let [low, high] = root.interval();
                f.pad(&format!("root of {} in ({low}, {high})", root.polynomial()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surd(text: &str) -> Surd {
        text.parse().unwrap()
    }

    /// The roots of x⁴ − n over Q(√d) (`None`: Q), without those of that field.
    fn fourth_roots_of(n: i64, d: u64) -> Vec<Algebraic> {
        Algebraic::roots_of(&Polynomial::from([-n, 0, 0, 0, 1]), Radicand::new(d).ok())
    }

    #[test]
    fn machine_numbers_of_roots() {
        let roots = Algebraic::roots_of(&Polynomial::from(&[0_i64, -2, 0, 1][..]), None);
        let floats: Vec<_> = roots.iter().map(|root| root.to_f64().unwrap()).collect();
        assert_eq!(floats, [-std::f64::consts::SQRT_2, 0.0, std::f64::consts::SQRT_2]);
        assert_eq!(roots.iter().map(|root| root.to_i64()).collect::<Vec<_>>(), [Some(-1), Some(0), Some(1)]);
        assert_eq!([0, 2].map(|root| roots[root].to_u64()), [None, Some(1)]);
        assert_eq!(roots[0].to_i128().zip(roots[2].to_u128()), Some((-1, 1)));
    }

    #[test]
    fn a_number_of_the_field_becomes_a_surd_again() {
        assert_eq!(Surd::try_from(Algebraic::from(surd("7/2"))), Ok(surd("7/2")));
        let beyond = Algebraic::of(surd("sqrt3"), Radicand::new(2).ok());
        let Algebraic::OutsideField(root) = &beyond else { panic!("not in Q(√2)") };
        let [low, high] = root.interval();
        assert!(beyond > low && beyond < high);
        assert!(root.polynomial().evaluate(&low).sign() != root.polynomial().evaluate(&high).sign());
        assert_eq!(Surd::try_from(beyond.clone()), Err(beyond));
    }

    #[test]
    fn floats_of_tiny_roots_have_their_sign() {
        let tiny = Polynomial::new(vec![-surd("2^-2401"), Surd::zero(), Surd::from(1)]);
        let floats: Vec<_> = Algebraic::roots_of(&tiny, None).iter().filter_map(Algebraic::to_f64).collect();
        assert_eq!(floats, [-0.0, 0.0]);
        assert!(floats[0].is_sign_negative() && floats[1].is_sign_positive());
    }

    #[test]
    fn roots_over_different_fields_are_compared() {
        // ⁴√2 is a root of x² − √2 over Q(√2), and of x⁴ − 2 over Q and Q(√3)
        let quadratic = Polynomial::new(vec![surd("-sqrt2"), Surd::from(0), Surd::from(1)]);
        let over_two = Algebraic::roots_of(&quadratic, Radicand::new(2).ok());
        for d in [0, 3, 5] {
            let others = fourth_roots_of(2, d);
            assert_eq!(others, over_two, "{d}");
            assert_eq!(over_two, others, "{d}");
        }
        let larger = fourth_roots_of(3, 3);
        assert!(larger[1] > over_two[1] && larger[0] < over_two[0]);
        // the conjugate's root √(2−√2) ≈ 0.765 is not √(2+√2) ≈ 1.848
        let nested = Polynomial::new(vec![surd("-2-sqrt2"), Surd::from(0), Surd::from(1)]);
        let nested = Algebraic::roots_of(&nested, Radicand::new(2).ok());
        let by_norm =
            Algebraic::roots_of(&Polynomial::from(&[2_i64, 0, -4, 0, 1][..]), Radicand::new(3).ok());
        let order: Vec<_> = by_norm.iter().map(|root| root.cmp(&nested[1])).collect();
        assert_eq!(order, [Ordering::Less, Ordering::Less, Ordering::Less, Ordering::Equal]);
    }

    #[test]
    fn near_roots_are_separated() {
        // (√2)^(1/2) against rationals at both sides, 40 decimals away
        let root = &fourth_roots_of(2, 0)[1];
        let decimal = surd(&root.to_decimal(40));
        let unit = surd("10^-40");
        assert!(*root > &decimal - &unit && *root < &decimal + &unit && *root != decimal);
        assert!(&decimal - &unit < *root && decimal != *root);
    }

    #[test]
    fn numbers_of_the_field_have_their_closed_form() {
        let x = Algebraic::from(surd("-1-sqrt2"));
        assert_eq!(
            (x.to_string(), format!("{x:.3}|{x:>9.1}|")),
            ("-1-sqrt(2)".into(), "-2.414|     -2.4|".into())
        );
        let beyond = Algebraic::of(surd("-sqrt3"), Radicand::new(2).ok());
        assert_eq!(beyond.to_string(), "root of x^2-3 in (-7/4, -3/2)");
        assert_eq!(format!("{beyond:.3}|{beyond:>9.1}|"), "-1.732|     -1.7|");
    }

    #[test]
    fn closed_forms_do_not_depend_on_the_base_field() {
        for text in ["sqrt3", "(1+sqrt5)/2", "7-2sqrt3", "123456789+98765sqrt7", "10^-20*sqrt(391)"] {
            let number: Surd = text.parse().unwrap();
            for d in [None, Radicand::new(2).ok()] {
                let root = Algebraic::of(number.clone(), d);
                assert!(root.as_surd().is_none());
                assert_eq!(root.closed_form().as_ref(), Some(&number), "{text}");
            }
        }
    }

    #[test]
    fn other_roots_have_none() {
        // ∜2 over Q and over Q(√2), a reducible polynomial of such roots, and √(10³⁰ + 57)
        let large: Surd = "-10^30-57".parse().unwrap();
        for polynomial in [
            Polynomial::from([-2, 0, 0, 0, 1]),
            Polynomial::new(["-sqrt2", "0", "1"].map(|c| c.parse().unwrap()).to_vec()),
            &Polynomial::from([-2, 0, 0, 1]) * &Polynomial::from([-3, 0, 0, 1]),
            Polynomial::new(vec![large, Surd::from(0), Surd::from(1)]),
        ] {
            let roots = Algebraic::roots_of(&polynomial, None);
            assert!(
                !roots.is_empty() && roots.iter().all(|root| root.closed_form().is_none()),
                "{polynomial}"
            );
        }
    }
}
