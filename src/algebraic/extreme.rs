//! Values of functions m·x + c + Σ r/(x − s), and their local maxima, as algebraic numbers.

use num_integer::Integer;
use num_traits::{One, Zero};

use super::critical::Critical;
use super::fractions::{PartialFractions, Tower};
use super::number::Algebraic;
use super::peak::Peak;
use super::polynomial::Polynomial;
use super::root::Root;
use crate::number::{Radicand, Surd};

impl PartialFractions {
    /// f(x) at a number of any quadratic field that is not a pole.
    pub(crate) fn value_at(&self, x: &Surd) -> Algebraic {
        self.exact_value(x).number()
    }
}

impl Peak {
    /// The place x and the value f(x).
    ///
    /// # Cost
    /// A search for a quadratic equation of each; some milliseconds for a dozen poles.
    pub(crate) fn numbers(mut self) -> [Algebraic; 2] {
        let forms = self.function().numerators();
        if let Some(at) = forms.closed_place(&mut self) {
            let value = self.function().value_at(&at);
            return [Algebraic::InField(at), value];
        }
        let closed = forms.closed_value(&mut self);
        let [at, value] = Critical::both(&self, forms);
        let number = |critical| Algebraic::OutsideField(Root::critical(critical));
        [number(at), closed.map_or_else(|| number(value), Algebraic::InField)]
    }
}

impl Tower {
    /// The number in closed form, if it lies in a quadratic field, or else by its minimal
    /// polynomial.
    ///
    /// With α = a₀ + a₁√D and β = b₀ + b₁√D, the number lies in a quadratic field if and only if at
    /// most one of a₁, b₀ and b₁ is not 0. Else its degree is 4, as 1, √D, √d and √(dD) are
    /// independent over Q.
    fn number(&self) -> Algebraic {
        let has_roots = [&self.alpha, &self.beta].map(|x| x.radicand().is_some());
        let d = self.radicand.map_or(0, Radicand::get);
        let in_field = match (has_roots, self.beta.rational_part().is_zero()) {
            ([_, false], true) => Some(self.alpha.clone()),
            ([false, false], false) => Some(&self.alpha + &self.beta * Surd::square_root_of(d)),
            ([false, true], true) => {
                let root = self.beta.radicand().and_then(|e| root_of_product(d, e.get()));
                root.map(|root| &self.alpha + Surd::from(self.beta.root_coefficient().clone()) * root)
            }
            _ => None,
        };
        if let Some(number) = in_field {
            return Algebraic::InField(number);
        }
        // (Y − α)² − dβ²
        let quadratic = Polynomial::new(vec![self.norm(), -2 * &self.alpha, Surd::one()]);
        Algebraic::OutsideField(Root::enclosed(&quadratic, &mut |bits| self.enclosure(bits)))
    }
}

/// √(d·e) for d ≠ e, if what is left under the root without the square fits.
fn root_of_product(d: u64, e: u64) -> Option<Surd> {
    let common = d.gcd(&e);
    // square-free, as both are and they have no common factor
    let inside = (d / common).checked_mul(e / common)?;
    Some(Surd::from(common) * Surd::square_root_of(inside))
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;
    use std::sync::Arc;

    use super::*;

    fn tower(x: &str, y: &str) -> [Tower; 2] {
        let [x, y] = [x, y].map(|text| text.parse::<Surd>().unwrap());
        [Tower::over(x.radicand(), &x), Tower::over(x.radicand(), &y)]
    }

    #[test]
    fn what_lies_in_a_quadratic_field_is_found_there() {
        for (x, y, sum, product) in [
            ("sqrt2", "sqrt3", None, Some("sqrt6")),
            ("2sqrt6", "sqrt10/3", None, Some("4sqrt15/3")),
            ("1+sqrt5", "3/7", Some("10/7+sqrt5"), Some("(3+3sqrt5)/7")),
            ("5", "1-sqrt7", Some("6-sqrt7"), Some("5-5sqrt7")),
            ("1+sqrt2", "1-sqrt3", None, None),
        ] {
            let [x, y] = tower(x, y);
            for (found, expected) in [(x.plus(&y).number(), sum), (x.times(&y).number(), product)] {
                assert_eq!(found.as_surd(), expected.map(|text| text.parse().unwrap()).as_ref());
            }
            assert!(x.times(&y).times(&y.reciprocal()).minus(&x).is_zero());
        }
    }

    #[test]
    fn sums_of_two_roots_have_their_sign_and_digits() {
        let [x, y] = tower("sqrt2", "sqrt3");
        assert_eq!([x.minus(&y).sign(), y.minus(&x).sign()], [Ordering::Less, Ordering::Greater]);
        // https://oeis.org/A135611
        assert_eq!(x.plus(&y).number().to_decimal(20), "3.14626436994197234233");
        let Algebraic::OutsideField(root) = x.plus(&y).number() else { panic!("degree 4") };
        assert_eq!(root.polynomial().to_string(), "x^4-10*x^2+1");
    }

    #[test]
    fn a_root_beyond_64_bits_has_no_closed_form() {
        let [x, y] = tower("sqrt(18446744073709551557)", "sqrt(18446744073709551533)");
        let product = x.times(&y).number();
        assert!(product.as_surd().is_none());
        assert!(product.to_decimal(3).starts_with("18446744073709551545.000"));
    }

    /// The function y − h²/Π (x − s) with h = x³ − 2 and the poles 0, −1, −2, −3, −4.
    fn with_the_value(y: &Surd) -> Arc<PartialFractions> {
        let h = |x: &Surd| x * x * x - 2;
        let poles: Vec<Surd> = (-4..=0).map(Surd::from).collect();
        let residue = |pole: &Surd| {
            let others = poles.iter().filter(|other| *other != pole);
            -(h(pole) * h(pole)) / others.map(|other| pole - other).product::<Surd>()
        };
        let residues: Vec<(Surd, Surd)> = poles.iter().map(|pole| (pole.clone(), residue(pole))).collect();
        // the constant by the value at 1
        let one = Surd::one();
        let product: Surd = poles.iter().map(|pole| &one - pole).product();
        let sum: Surd = residues.iter().map(|(pole, residue)| residue / (&one - pole)).sum();
        let constant = y - h(&one) * h(&one) / product + &one - sum;
        Arc::new(PartialFractions::new(-one, constant, residues))
    }

    #[test]
    fn a_value_may_have_a_closed_form_without_its_place() {
        let cube_root = &Algebraic::roots_of(&Polynomial::from(&[-2_i64, 0, 0, 1][..]), None)[0];
        for text in ["7/3", "1+sqrt2", "-100"] {
            let y: Surd = text.parse().unwrap();
            let [from, to] = [Surd::one(), Surd::from(2)];
            let [at, value] = Peak::all(&with_the_value(&y), &from, &to, None).remove(0).numbers();
            assert_eq!((at.as_surd(), value.as_surd()), (None, Some(&y)));
            // https://oeis.org/A002580
            assert_eq!(at.to_decimal(20), "1.25992104989487316477");
            assert_eq!((&at, at.defining_polynomial(32).unwrap().minimal), (cube_root, false));
        }
    }

    #[test]
    fn values_that_differ_a_little_are_not_taken_for_each_other() {
        let y: Surd = "2+10^-80".parse().unwrap();
        let peak = Peak::all(&with_the_value(&y), &Surd::one(), &Surd::from(2), None).remove(0);
        let [_, value] = peak.numbers();
        assert!(value == y && value > Surd::from(2));
    }
}
