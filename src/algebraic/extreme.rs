//! Local maxima as algebraic numbers: in closed form if they have one.

use super::critical::Critical;
use super::number::Algebraic;
use super::peak::Peak;
use super::root::Root;

impl Peak {
    /// The place x and the value f(x).
    ///
    /// # Cost
    /// A search for a quadratic equation of each; some milliseconds for a dozen poles.
    pub(crate) fn numbers(mut self) -> [Algebraic; 2] {
        let forms = self.function().numerators();
        if let Some(at) = forms.closed_place(&mut self) {
            let value = self.function().value_at(&at);
            return [at, value].map(Algebraic::Closed);
        }
        let closed = forms.closed_value(&mut self);
        let [at, value] = Critical::both(&self, forms);
        let number = |critical| Algebraic::Root(Root::critical(critical));
        [number(at), closed.map_or_else(|| number(value), Algebraic::Closed)]
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use num_traits::One;

    use super::*;
    use crate::algebraic::{PartialFractions, Polynomial};
    use crate::number::Surd;

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
        let cube_root = &Algebraic::roots_of(&Polynomial::from(&[-2_i64, 0, 0, 1][..]))[0];
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
