//! Real algebraic numbers: in closed form or as roots; their order, and their conversion to
//! integers, floats and text.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};

use super::polynomial::Polynomial;
use super::root::Root;
use crate::number::{Enclosure, Surd, integer_parts};

/// A real algebraic number: in closed form, or as a root of a polynomial.
///
/// # Canonical form
/// A rational number, or one of a quadratic field whose d fits 64 bits, is
/// [`Closed`](Algebraic::Closed): this is decided when roots are found ([`Algebraic::roots_of`]),
/// and for places and values of maxima. A [`Root`] may be a sum of several square roots, for which
/// nobody looks.
///
/// # Order
/// By real value, whatever the polynomials are, and with every [`Surd`]; `==` asks whether two are
/// the same real number.
///
/// # Use
/// Good for the few candidates of a maximum; degrees and coefficients should be small.
///
/// ```
/// use nimsweep::algebraic::{Algebraic, Polynomial};
/// use nimsweep::number::Surd;
///
/// // (x³ − 2)(x² − 2)
/// let product = &Polynomial::from([-2, 0, 0, 1]) * &Polynomial::from([-2, 0, 1]);
/// let roots = Algebraic::roots_of(&product);
/// assert_eq!(roots[1].to_decimal(10), "1.2599210499");
/// assert!(roots[1] < "63/50".parse::<Surd>()?);
/// assert_eq!(roots[2].as_surd(), Some(&"sqrt2".parse()?));
/// # Ok::<(), nimsweep::Error>(())
/// ```
#[derive(Clone, Debug)]
pub enum Algebraic {
    /// A number in closed form.
    Closed(Surd),
    /// A root of a polynomial, for which none was found.
    Root(Root),
}

impl Algebraic {
    /// The real roots of a polynomial, each once, in ascending order; those of degree 1 or 2 over Q
    /// in closed form, if their d fits 64 bits.
    ///
    /// # Panics
    /// If [`check_products`](crate::number::check_products) refuses the coefficients.
    ///
    /// # Cost
    /// Isolation by Sturm's theorem, and for each root a search for a quadratic equation: a
    /// reduction of a lattice for each 48 binary digits of the coefficients over Z, far fewer if
    /// there is one, and none if the polynomial is quickly seen to be irreducible. Meant for small
    /// degrees.
    #[must_use]
    pub fn roots_of(polynomial: &Polynomial) -> Vec<Self> {
        Root::all(polynomial).into_iter().map(Self::of).collect()
    }

    /// A root in closed form, if it has one.
    pub(super) fn of(root: Root) -> Self {
        root.closed_form().map_or_else(|| Self::Root(root), Self::Closed)
    }

    /// The number in closed form, if it is.
    #[must_use]
    pub fn as_surd(&self) -> Option<&Surd> {
        if let Self::Closed(number) = self { Some(number) } else { None }
    }

    /// An interval around the number, no longer than 2^−bits.
    pub(crate) fn enclosure(&self, bits: usize) -> Enclosure {
        match self {
            Self::Closed(number) => Enclosure::of(number, bits),
            Self::Root(root) => root.clone().refine_to(bits).clone(),
        }
    }

    /// The number with `digits` decimals, rounded half away from zero; every digit is proven.
    ///
    /// A root beyond the field is irrational, so it is never at a tie, and refinement ends.
    #[must_use]
    pub fn to_decimal(&self, digits: usize) -> String {
        match self {
            Self::Closed(number) => number.to_decimal(digits),
            Self::Root(root) => root.agreed(|end| end.to_decimal(digits)),
        }
    }

    /// An upper bound of the degree over Q: that of a polynomial with this root.
    #[must_use]
    pub fn degree_bound(&self) -> usize {
        match self {
            Self::Closed(number) => 1_usize.checked_shl(number.rank()).unwrap_or(usize::MAX),
            Self::Root(root) => root.degree_bound(),
        }
    }

    /// The sign.
    #[must_use]
    pub fn sign(&self) -> Ordering {
        self.cmp_surd(&Surd::zero())
    }

    fn cmp_surd(&self, number: &Surd) -> Ordering {
        match self {
            Self::Closed(own) => own.cmp(number),
            Self::Root(root) => root.cmp_surd(number),
        }
    }

    /// The integer part.
    fn truncated(&self) -> BigInt {
        match self {
            Self::Closed(number) => number.truncated(),
            Self::Root(root) => root.agreed(Surd::truncated),
        }
    }
}

impl TryFrom<Algebraic> for Surd {
    /// The number itself, which has no closed form.
    type Error = Algebraic;

    fn try_from(number: Algebraic) -> Result<Self, Algebraic> {
        match number {
            Algebraic::Closed(number) => Ok(number),
            beyond @ Algebraic::Root(_) => Err(beyond),
        }
    }
}

impl From<Surd> for Algebraic {
    fn from(number: Surd) -> Self {
        Self::Closed(number)
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
            Self::Closed(number) => number.to_f64(),
            // −0.0 equals 0.0; a root is not 0, and both ends have its sign once they exclude 0
            Self::Root(root) => {
                root.agreed(|end| end.to_f64().map(|x| (x, x.is_sign_negative()))).map(|(x, _)| x)
            }
        }
    }
}

impl Ord for Algebraic {
    /// By real value, whatever the polynomials are.
    ///
    /// Disjoint intervals decide. Intervals that still overlap when they are very short hold equal
    /// numbers if and only if the greatest common divisor of their polynomials over Z has a root
    /// there.
    ///
    /// # Cost
    /// A few refinements; one common divisor for numbers that agree in 150 decimals.
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (_, Self::Closed(number)) => self.cmp_surd(number),
            (Self::Closed(number), _) => other.cmp_surd(number).reverse(),
            (Self::Root(a), Self::Root(b)) => a.cmp_root(b),
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
    /// Whether both are the same real number; the polynomials that define them do not matter.
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
    /// The closed form, as [`Surd`] writes it, or the polynomial and an interval that holds no
    /// other root of it, as in `root of x^3-2 in (5/4, 3/2)`. With a precision, as in `{:.8}`,
    /// proven decimals.
    ///
    /// ```
    /// use nimsweep::algebraic::{Algebraic, Polynomial};
    ///
    /// let root = &Algebraic::roots_of(&Polynomial::from(&[-2_i64, 0, 0, 1][..]))[0];
    /// assert_eq!(root.to_string(), "root of x^3-2 in (5/4, 3/2)");
    /// assert_eq!(format!("{root:.8}"), "1.25992105");
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, f.precision()) {
            (Self::Closed(number), _) => number.fmt(f),
            (Self::Root(_), Some(digits)) => {
                // not by `pad`, which takes a precision as a number of characters
                let decimal = self.to_decimal(digits);
                let magnitude = decimal.trim_start_matches('-');
                f.pad_integral(magnitude.len() == decimal.len(), "", magnitude)
            }
            (Self::Root(root), None) => {
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

    /// ±∜n.
    fn fourth_roots_of(n: i64) -> Vec<Algebraic> {
        Algebraic::roots_of(&Polynomial::from([-n, 0, 0, 0, 1]))
    }

    #[test]
    fn machine_numbers_of_roots() {
        let roots = Algebraic::roots_of(&Polynomial::from(&[0_i64, -2, 0, 1][..]));
        let floats: Vec<_> = roots.iter().map(|root| root.to_f64().unwrap()).collect();
        assert_eq!(floats, [-std::f64::consts::SQRT_2, 0.0, std::f64::consts::SQRT_2]);
        assert_eq!(roots.iter().map(|root| root.to_i64()).collect::<Vec<_>>(), [Some(-1), Some(0), Some(1)]);
        assert_eq!([0, 2].map(|root| roots[root].to_u64()), [None, Some(1)]);
        assert_eq!(roots[0].to_i128().zip(roots[2].to_u128()), Some((-1, 1)));
    }

    #[test]
    fn a_number_of_the_field_becomes_a_surd_again() {
        assert_eq!(Surd::try_from(Algebraic::from(surd("7/2"))), Ok(surd("7/2")));
        let beyond = fourth_roots_of(2).remove(1);
        let Algebraic::Root(root) = &beyond else { panic!("a closed form") };
        let [low, high] = root.interval();
        assert!(beyond > low && beyond < high);
        assert!(root.polynomial().evaluate(&low).sign() != root.polynomial().evaluate(&high).sign());
        assert_eq!(Surd::try_from(beyond.clone()), Err(beyond));
    }

    #[test]
    fn floats_of_tiny_roots_have_their_sign() {
        let tiny = Polynomial::new(vec![-surd("2^-2401"), Surd::zero(), Surd::from(1)]);
        let floats: Vec<_> = Algebraic::roots_of(&tiny).iter().filter_map(Algebraic::to_f64).collect();
        assert_eq!(floats, [-0.0, 0.0]);
        assert!(floats[0].is_sign_negative() && floats[1].is_sign_positive());
    }

    #[test]
    fn roots_of_different_polynomials_are_compared() {
        // ∜2 is a root of x² − √2, and of x⁴ − 2
        let quadratic = Polynomial::new(vec![surd("-sqrt2"), Surd::from(0), Surd::from(1)]);
        let over_two = Algebraic::roots_of(&quadratic);
        assert_eq!(fourth_roots_of(2), over_two);
        assert_eq!(over_two, fourth_roots_of(2));
        let larger = fourth_roots_of(3);
        assert!(larger[1] > over_two[1] && larger[0] < over_two[0]);
        // the conjugate's root √(2−√2) ≈ 0.765 is not √(2+√2) ≈ 1.848
        let nested = Polynomial::new(vec![surd("-2-sqrt2"), Surd::from(0), Surd::from(1)]);
        let nested = Algebraic::roots_of(&nested);
        let by_norm = Algebraic::roots_of(&Polynomial::from(&[2_i64, 0, -4, 0, 1][..]));
        let order: Vec<_> = by_norm.iter().map(|root| root.cmp(&nested[1])).collect();
        assert_eq!(order, [Ordering::Less, Ordering::Less, Ordering::Less, Ordering::Equal]);
    }

    #[test]
    fn near_roots_are_separated() {
        // (√2)^(1/2) against rationals at both sides, 40 decimals away
        let root = &fourth_roots_of(2)[1];
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
        let beyond = &fourth_roots_of(9 + 1)[0];
        assert_eq!(beyond.to_string(), "root of x^4-10 in (-2, -7/4)");
        assert_eq!(format!("{beyond:.3}|{beyond:>9.1}|"), "-1.778|     -1.8|");
    }

    #[test]
    fn roots_of_minimal_polynomials_have_their_closed_form() {
        for text in ["sqrt3", "(1+sqrt5)/2", "7-2sqrt3", "123456789+98765sqrt7", "10^-20*sqrt(391)", "5/7"] {
            let number: Surd = text.parse().unwrap();
            for factor in [Polynomial::from([1]), Polynomial::with_root(&surd("sqrt2"))] {
                let roots = Algebraic::roots_of(&(&Polynomial::with_root(&number) * &factor));
                assert!(roots.iter().any(|root| root.as_surd() == Some(&number)), "{text}: {roots:?}");
                assert_eq!(roots.len(), factor.degree() + 1);
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
            let roots = Algebraic::roots_of(&polynomial);
            assert!(!roots.is_empty() && roots.iter().all(|root| root.as_surd().is_none()), "{polynomial}");
        }
    }
}
